"""Placing groups into a quilt: the floating frame, rotations, contact, the Single Quilt Rule."""

from itertools import product

import numpy as np
import pytest

from quiltenvs.quiltable import quilt as quilts
from quiltenvs.quiltable.state import NONE, PLACE
from tests.quiltable.positions import (
    FULL,
    FULL_BUT_ONE,
    blocks,
    indices,
    is_turn_of,
    legal,
    lies,
    patterns_of,
    play,
    read,
    sewn,
    table,
)
from tests.strategies import scaled

CORNER = """
    P0 S0 L0 ?
    C0 #  #  ?
    ?  #  #  ?
    ?  ?  ?  ?
"""
"""An area whose blocks in the top left corner are known."""


def group(state, *cells):
    """CHOOSE blocks up to the placing; return the state."""
    play(state, ", ".join(f"choose {row} {column}" for row, column in cells))
    if state.phase != PLACE:
        play(state, "done")
    return state


def places(state):
    return indices(state, "place")


def on(drawing, *cells, area=CORNER, **options):
    """A position in which blocks of the area are to be placed into a quilt."""
    return group(table(area, quilts=[drawing], **options), *cells)


# --- the first group ------------------------------------------------------------------------


def test_the_first_group_has_one_place_for_each_rotation():
    state = on("", (1, 1), (1, 2))
    assert legal(state) == {("place", rotation, 3, 3) for rotation in range(4)}


@pytest.mark.parametrize(
    ("rotation", "expected"),
    [
        (0, {(0, 0): "P0", (0, 1): "S0", (1, 0): "C0"}),
        (1, {(0, 1): "P0", (1, 1): "S0", (0, 0): "C0"}),
        (2, {(1, 1): "P0", (1, 0): "S0", (0, 1): "C0"}),
        (3, {(1, 0): "P0", (0, 0): "S0", (1, 1): "C0"}),
    ],
)
def test_a_group_keeps_its_shape_turned_by_quarters_clockwise(rotation, expected):
    state = on("", (1, 1), (1, 2), (2, 1))
    play(state, f"place {rotation} 3 3")
    assert sewn(state) == expected


def test_the_order_of_the_picks_does_not_matter():
    """Every block keeps its place in the group."""
    state = play(on("", (2, 1), (1, 1), (1, 2)), "place 0 3 3")
    assert sewn(state) == {(0, 0): "P0", (0, 1): "S0", (1, 0): "C0"}


def test_a_group_is_never_mirrored():
    """Four blocks in an S have two rotations, and none is a Z."""
    area = """
        . . . . . .
        . P S ? ? .
        A L # # ? .
        . ? # # ? .
        . ? ? ? ? .
        . . . . . .
    """
    state = table(area, assistants="big_billy,uncle_sam")
    group(state, (2, 0), (2, 1), (1, 1), (1, 2))
    shapes = set()
    for rotation, row, column in places(state):
        after = play(state.copy(), f"place {rotation} {row} {column}")
        shapes.add(frozenset(sewn(after)))
    flat, upright = {(0, 1), (0, 2), (1, 0), (1, 1)}, {(0, 0), (1, 0), (1, 1), (2, 1)}
    assert shapes == {frozenset(flat), frozenset(upright)}


def test_a_group_of_three_in_a_row():
    state = play(on("", (1, 1), (1, 2), (1, 3)), "place 1 3 3")
    assert sewn(state) == {(0, 0): "P0", (1, 0): "S0", (2, 0): "L0"}
    state = play(on("", (1, 1), (1, 2), (1, 3)), "place 2 3 3")
    assert sewn(state) == {(0, 2): "P0", (0, 1): "S0", (0, 0): "L0"}


# --- against the definition -----------------------------------------------------------------


def rotated(cells):
    """Return cells after a quarter turn clockwise, in their box from (0, 0)."""
    turned = [(column, -row) for row, column in cells]
    left = min(column for _, column in turned)
    return [(row, column - left) for row, column in turned]


def is_connected(cells):
    reached, waiting = set(), [min(cells)]
    while waiting:
        row, column = waiting.pop()
        if (row, column) in cells and (row, column) not in reached:
            reached.add((row, column))
            waiting += [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
    return reached == set(cells)


def literal_places(quilt, cells, side, is_free=False):
    """Return where a group may be placed: together one part within a frame that floats."""
    found = set()
    for rotation in range(4 if len(cells) > 1 else 1):
        for down, right in product(range(-3, 4), repeat=2):
            if not quilt and (down or right):
                continue
            laid = [(row + down, column + right) for row, column in cells]
            both = {*quilt, *laid}
            spans = [max(x) - min(x) + 1 for x in zip(*both, strict=True)]
            is_legal = len(both) == len(quilt) + len(laid) and max(spans) <= side
            if is_legal and (is_free or is_connected(both)):
                found.add((rotation, down + 3, right + 3))
        cells = rotated(cells)
    return found


SHAPES = [
    [(0, 0), (0, 1)],
    [(0, 0), (0, 1), (0, 2)],
    [(0, 0), (0, 1), (1, 0)],
    [(0, 0)],
    [(0, 0), (0, 1), (1, 1), (1, 2)],
    [(0, 0), (0, 2)],
    [(0, 1), (1, 0), (2, 1)],
]


def random_quilt(rng, side, size):
    """Return a connected quilt of some cells, at the top left of its frame."""
    cells = {(int(rng.integers(side)), int(rng.integers(side)))}
    while len(cells) < size:
        row, column = sorted(cells)[rng.integers(len(cells))]
        step = [(0, 1), (1, 0), (0, -1), (-1, 0)][rng.integers(4)]
        cell = (row + step[0], column + step[1])
        if 0 <= cell[0] < side and 0 <= cell[1] < side:
            cells.add(cell)
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return {(row - top, column - left) for row, column in cells}


def engine_places(quilt, cells, side, is_free):
    board = np.uint64(sum(1 << 4 * row + column for row, column in quilt))
    shape = np.uint64(sum(1 << 4 * row + column for row, column in cells))
    found = set()
    for rotation, word in enumerate(quilts.find_places(board, side, shape, is_free)):
        places = [place for place in range(49) if int(word) >> place & 1]
        found |= {(rotation, *divmod(place, 7)) for place in places}
    assert quilts.can_place(board, side, shape, is_free) == bool(found)
    return found


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("side", [3, 4])
def test_places_are_those_of_the_definition(side, shape):
    rng = np.random.default_rng(side)
    for size in range(side * side + 1):
        for _ in range(scaled(4)):
            quilt = random_quilt(rng, side, size) if size else set()
            for is_free in (False, True):
                expected = literal_places(quilt, shape, side, is_free)
                assert engine_places(quilt, shape, side, is_free) == expected


# --- the frame ------------------------------------------------------------------------------


def test_a_quilt_may_be_moved_within_its_frame():
    """A group may go above and to the left of what lies there; the whole is moved then."""
    state = on("A1 A2", (1, 1), (1, 2))
    assert ("place", 0, 2, 3) in legal(state)
    assert ("place", 0, 3, 1) in legal(state)
    above = play(state.copy(), "place 0 2 3")
    assert sewn(above) == {(0, 0): "P0", (0, 1): "S0", (1, 0): "A1", (1, 1): "A2"}
    left = play(state.copy(), "place 0 3 1")
    assert sewn(left) == {(0, 0): "P0", (0, 1): "S0", (0, 2): "A1", (0, 3): "A2"}
    corner = play(state.copy(), "place 1 1 4")
    assert sewn(corner) == {(0, 1): "P0", (1, 1): "S0", (2, 0): "A1", (2, 1): "A2"}


def test_no_more_than_four_rows_and_columns():
    state = on("A1 A2 A3", (1, 1), (1, 2))
    assert not {("place", 0, 3, 6), ("place", 0, 3, 1)} & legal(state)
    assert ("place", 1, 2, 6) in legal(state)
    assert ("place", 1, 2, 2) in legal(state)
    assert ("place", 0, 4, 5) in legal(state)
    assert ("place", 0, 4, 6) not in legal(state)


def test_no_more_than_three_in_the_mini_game():
    options = {"mode": "mini", "num_players": 5}
    state = on("A1 A2", (1, 1), (1, 2), **options)
    assert ("place", 0, 3, 5) not in legal(state)
    assert ("place", 1, 3, 5) in legal(state)
    assert ("place", 0, 4, 4) in legal(state)
    long = table(CORNER, quilts=["A1 A2\nI0 I1\nH0 ."], **options)
    group(long, (1, 1), (1, 2), (1, 3))
    assert places(long) == {(1, 3, 5), (3, 3, 5), (1, 3, 2), (3, 3, 2)}


def test_blocks_never_lie_on_each_other():
    quilt = "A1 A2 A3\nI0 .  I1\nH0 H1 H2"
    state = on(quilt, (1, 1), (1, 2))
    cells = {cell for cell, word in read(quilt).items() if word != "."}
    for rotation, row, column in places(state):
        corner = (row - 3, column - 3)
        step = ((0, 1), (1, 0))[rotation % 2]
        laid = {corner, (corner[0] + step[0], corner[1] + step[1])}
        assert not laid & cells


# --- contact --------------------------------------------------------------------------------


def test_a_group_must_share_an_edge_with_the_quilt():
    """Flat beside the block, above or below it; or upright."""
    state = on("A1", (1, 1), (1, 2))
    flat = {(3, 1), (3, 4), (2, 2), (2, 3), (4, 2), (4, 3)}
    upright = {(1, 3), (4, 3), (2, 2), (3, 2), (2, 4), (3, 4)}
    turns = {(r, *place) for r in (0, 2) for place in flat}
    assert places(state) == turns | {(r, *place) for r in (1, 3) for place in upright}


def test_a_corner_is_no_contact():
    state = on("A1", (1, 1), (1, 2))
    assert not {(0, 4, 4), (0, 2, 1), (1, 4, 4), (1, 1, 2), (1, 1, 4)} & places(state)


# --- what fits ------------------------------------------------------------------------------


def test_nothing_can_be_chosen_with_fifteen_blocks():
    """A plain CHOOSE is of two at least; the quilt has to give blocks back first."""
    state = table(quilts=[FULL_BUT_ONE])
    assert blocks(state) == {"plan", "return", "pass"}
    play(state, "return 3 2, done, lay 0 1")
    assert "choose" in blocks(state)
    play(state, "choose 1 1, choose 1 2, done")
    assert places(state) == {(0, 6, 5), (2, 6, 5)}


def test_a_complete_quilt_takes_nothing():
    assert "choose" not in blocks(table(quilts=[FULL]))


def test_only_groups_that_fit_can_be_picked():
    """Two cells are free, one above the other; no third block fits."""
    state = table(CORNER, quilts=["A1 A2 A3 A4\nI0 I1 I2 I3\nH0 H1 H2 .\nN0 N1 N2 ."])
    play(state, "choose 1 1, choose 1 2")
    assert legal(state) == {("done",)}
    play(state, "done")
    assert places(state) == {(1, 5, 6), (3, 5, 6)}


def test_a_pick_leads_to_a_group_that_fits():
    """Three cells are free in a corner: a straight group of three is not on offer."""
    state = table(CORNER, quilts=["A1 A2 A3 A4\nI0 I1 I2 I3\nH0 H1 H2 .\nN0 N1 . ."])
    play(state, "choose 1 1, choose 1 2")
    assert legal(state) == {("done",), ("choose", 2, 1)}


def test_two_free_cells_apart_take_no_pair():
    state = table(quilts=["A1 A2 A3 .\nI0 I1 I2 I3\nH0 H1 H2 H3\nN0 N1 N2 ."])
    assert "choose" not in blocks(state)


def test_three_blocks_need_no_done():
    state = play(table(), "choose 1 1, choose 1 2, choose 1 3")
    assert state.phase == PLACE


def test_one_block_is_no_group():
    state = play(table(), "choose 1 1")
    assert legal(state) == {("choose", 1, 2), ("choose", 2, 1)}


def test_a_choose_cannot_be_taken_back():
    state = play(table(), "choose 1 1")
    assert not {"pass", "plan", "return"} & blocks(state)


# --- the Single Quilt Rule of RETURN --------------------------------------------------------


def picks(drawing, *before, **options):
    """Return what can be returned next, after some picks."""
    state = table(quilts=[drawing], **options)
    for row, column in before:
        play(state, f"return {row} {column}")
    return indices(state, "return")


def test_what_is_left_stays_in_one_part():
    """The middle of three can go only if one of its neighbors goes too."""
    quilt = "P S L C"
    assert picks(quilt) == {(0, column) for column in range(4)}
    state = play(table(quilts=[quilt]), "return 0 1")
    assert legal(state) == {("return", 0, 0), ("return", 0, 2)}
    play(state, "return 0 0")
    assert ("done",) in legal(state)
    play(state, "done")
    assert sewn(state) == {(0, 0): "L0", (0, 1): "C0"}  # moved to the left


def test_returned_blocks_share_edges():
    quilt = "P S L\nC A I\nN H P"
    assert picks(quilt, (0, 0)) == {(0, 1), (1, 0)}
    assert picks(quilt, (0, 0), (0, 1)) == {(1, 0), (1, 1), (0, 2)}


def test_four_blocks_at_most():
    state = play(table(quilts=["P S L C\nA I N H"]), "return 0 0, return 0 1, return 0 2")
    play(state, "return 0 3")
    assert blocks(state) == {"lay"}
    assert sewn(state) == {(0, 0): "A0", (0, 1): "I0", (0, 2): "N0", (0, 3): "H0"}


@pytest.mark.parametrize("quilt", ["P", "P S", "P S\nL C"])
def test_a_whole_quilt_can_be_returned(quilt):
    """If it has four blocks at most."""
    state = table(quilts=[quilt])
    cells = [cell for cell, _ in sorted(read(quilt).items())]
    if len(cells) == 4:
        cells = [(0, 0), (0, 1), (1, 1), (1, 0)]
    play(state, ", ".join(f"return {row} {column}" for row, column in cells))
    if len(cells) < 4:
        play(state, "done")
    for _ in cells:
        assert state.num_hand > 0
        play(state, "lay {} {}".format(*min(indices(state, "lay"))))
    assert sewn(state) == {}
    assert state.quilt_cells[0] == 0
    play(state, "choose 1 1, choose 1 2, done")
    assert places(state) == {(rotation, 3, 3) for rotation in range(4)}


def test_a_block_that_holds_a_quilt_together_needs_others_to_go():
    """A hub with four arms: even three arms and the hub leave one part."""
    quilt = ". P .\nS L C\n. A ."
    assert (1, 1) in picks(quilt)
    state = play(table(quilts=[quilt]), "return 1 1, return 0 1, return 1 0")
    assert ("done",) not in legal(state)
    play(state, "return 1 2")
    assert sewn(state) == {(0, 0): "A0"}


def test_a_block_that_no_four_blocks_free_cannot_be_picked():
    """Two long arms stay apart, whatever goes with the hub."""
    quilt = ". P . .\nS L C A\n. I . .\n. N . ."
    assert picks(quilt) == {(0, 1), (1, 0), (1, 2), (1, 3), (2, 1), (3, 1)}


def test_returned_picks_are_those_of_the_definition():
    """A pick is legal if some connected group of up to four with it leaves one part, or none."""
    rng = np.random.default_rng(7)
    state = table()
    for size in range(1, 17):
        for _ in range(scaled(3)):
            cells = random_quilt(rng, 4, size)
            words = [["P" if (r, c) in cells else "." for c in range(4)] for r in range(4)]
            drawing = "\n".join(" ".join(row) for row in words)
            letters = iter("PSLCAINH" * 2)
            drawing = "".join(next(letters) if mark == "P" else mark for mark in drawing)
            state = table(quilts=[drawing])
            assert indices(state, "return") == _first_picks(cells), drawing


def _first_picks(cells):
    found = set()
    groups = {frozenset([cell]) for cell in cells}
    for _ in range(4):
        for one in groups:
            rest = cells - one
            if not rest or is_connected(rest):
                found |= one
        groups = {
            one | {(r + dr, c + dc)}
            for one in groups
            for r, c in one
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (r + dr, c + dc) in cells - one
        }
    return found


def test_a_return_costs_its_action_when_it_is_complete():
    state = play(table(quilts=["P S L"]), "return 0 0, return 0 1, done")
    assert state.actions_left[0] == 2
    play(state, "lay 0 1")
    assert state.actions_left[0] == 2
    play(state, "lay 0 2")
    assert state.actions_left[0] == 1


def test_returned_cards_are_laid_in_the_order_of_the_picks():
    state = play(table(quilts=["P0 S0 L0 C0"]), "return 0 3, return 0 2, done, lay 0 1, lay 0 2")
    assert (lies(state)[0, 1], lies(state)[0, 2]) == ("C0", "L0")
    assert sewn(state) == {(0, 0): "P0", (0, 1): "S0"}


def test_a_quilt_comes_to_the_top_left_of_its_frame():
    state = play(table(quilts=["P0 .\nS0 L0\n.  C0"]), "return 0 0, return 1 0, done, lay 0 1")
    assert sewn(state) == {(0, 0): "L0", (1, 0): "C0"}
    assert state.quilt[0].tolist().count(NONE) == 14


def test_a_block_on_the_ring_belongs_to_everyone():
    state = play(table(quilts=["P0 S0"]), "return 0 0, done, lay 0 1, pass")
    assert is_turn_of(state, 1)
    assert (0, 1) in indices(state, "choose")
    assert patterns_of(state) == []
