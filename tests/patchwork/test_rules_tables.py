"""The tables of rules.py by facts that are counted here, not copied numbers."""

from collections import Counter

import pytest

from quiltenvs.patchwork import rules
from quiltenvs.patchwork.quilt import is_distinct
from tests.patchwork.positions import GAME, purchases, table
from tests.patchwork.unreachable import ACTIONS, turned


def size(patch):
    return "".join(patch.shape).count("#")


def looks(patch):
    """All ways a patch can lie, as rows of text."""
    return {turned(patch.shape, orientation) for orientation in range(8)}


def num_placements(patch):
    return sum((10 - len(rows)) * (10 - len(rows[0])) for rows in looks(patch))


def test_patches_add_up():
    assert len(rules.PATCHES) == rules.NUM_PATCHES == 33
    assert len({frozenset(looks(patch)) for patch in rules.PATCHES}) == 30
    assert sum(map(size, rules.PATCHES)) == 166
    assert sum(patch.buttons for patch in rules.PATCHES) == 133
    assert sum(patch.time for patch in rules.PATCHES) == 107
    assert sum(patch.income for patch in rules.PATCHES) == 38


def test_patches_by_size_income_and_time():
    assert Counter(map(size, rules.PATCHES)) == {2: 1, 3: 3, 4: 7, 5: 9, 6: 10, 7: 2, 8: 1}
    assert Counter(patch.income for patch in rules.PATCHES) == {0: 11, 1: 10, 2: 8, 3: 4}
    assert Counter(patch.time for patch in rules.PATCHES) == {1: 4, 2: 9, 3: 7, 4: 5, 5: 4, 6: 4}
    assert max(patch.buttons for patch in rules.PATCHES) == 10


def test_no_two_patches_are_the_same():
    assert len({(frozenset(looks(patch)), patch[:3]) for patch in rules.PATCHES}) == 33


def test_one_patch_is_free_and_one_is_the_smallest():
    assert [patch.shape for patch in rules.PATCHES if patch.buttons == 0] == [
        (".#..", "####", ".#.."),
    ]
    assert [n for n, patch in enumerate(rules.PATCHES) if size(patch) == 2] == [
        rules.SMALLEST_PATCH
    ]


@pytest.mark.parametrize("number", range(33))
def test_shapes_are_in_one_piece_and_tightly_drawn(number):
    shape = rules.PATCHES[number].shape
    assert len({len(row) for row in shape}) == 1
    assert set("".join(shape)) <= set("#.")
    fabric = {
        (r, c) for r, row in enumerate(shape) for c, letter in enumerate(row) if letter == "#"
    }
    assert min(r for r, _ in fabric) == min(c for _, c in fabric) == 0
    assert max(r for r, _ in fabric) + 1 == len(shape)
    assert max(c for _, c in fabric) + 1 == len(shape[0])
    reached, front = set(), [min(fabric)]
    while front:
        row, column = front.pop()
        if (row, column) in fabric - reached:
            reached.add((row, column))
            front += [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    assert reached == fabric


def test_orientations():
    assert sum(len(looks(patch)) for patch in rules.PATCHES) == 144
    for number, patch in enumerate(rules.PATCHES):
        turns = [turned(patch.shape, orientation) for orientation in range(8)]
        new = [turns.index(rows) == orientation for orientation, rows in enumerate(turns)]
        assert [is_distinct(number, orientation) for orientation in range(8)] == new


def test_placements_on_an_empty_quilt():
    counts = []
    for number, patch in enumerate(rules.PATCHES):
        state = table(market=[number], buttons=(10, 10))
        found = purchases(state)
        assert len(found) == len(set(found.values())) == num_placements(patch)
        counts.append(len(found))
    assert sum(counts) == 7349
    assert max(counts) == 448


def test_the_most_legal_actions():
    """Three patches of 448 placements each, and the advance."""
    most = [n for n, patch in enumerate(rules.PATCHES) if num_placements(patch) == 448]
    state = table(market=most[:3], buttons=(50, 50))
    assert GAME.num_legal(state) == len(GAME.legal_actions(state)) == 1345


def test_action_space():
    assert GAME.spec.num_actions == 1 + 81 + 3 * 8 * 81 == 2026
    assert [block.name for block in GAME.actions] == ["advance", "special_patch", "buy"]
    assert len(ACTIONS) == 2026 - 82 - 3 * len(
        {
            (orientation, row, column)
            for patch in rules.PATCHES
            for orientation, rows in enumerate(
                turned(patch.shape, orientation) for orientation in range(8)
            )
            if rows not in [turned(patch.shape, earlier) for earlier in range(orientation)]
            for row in range(10 - len(rows))
            for column in range(10 - len(rows[0]))
        }
    )


def test_the_time_track():
    """54 spaces; marks every six from 5 to 53; a special patch at most every six."""
    assert (rules.START, rules.FINISH) == (0, 53)
    assert tuple(range(5, 54, 6)) == rules.INCOME_MARKS
    assert len(rules.INCOME_MARKS) == 9
    assert rules.SPECIAL_PATCHES == {
        "revised": (26, 32, 38, 44, 50),
        "original": (20, 26, 32, 44, 50),
    }
    assert (rules.SIDE, rules.STARTING_BUTTONS, rules.NUM_OFFERS) == (9, 5, 3)
    assert (rules.WINDOW, rules.WINDOW_POINTS) == (7, 7)
