"""The raggedness of drawn quilts, and the formula on positions counted by hand."""

import numpy as np
import pytest

import quiltenvs
from quiltenvs.agents.patchwork import FORMULA
from quiltenvs.agents.patchwork_evaluation import (
    best_action,
    count_contacts,
    count_isolated,
    find_placements,
    find_squares,
    raggedness,
    rank_actions,
)
from quiltenvs.patchwork import engine
from tests.agents.literal_formula import contacts, covered, isolated
from tests.strategies import scaled

ORDER = [4, 1, 10]  # 1x4 (3 buttons, 3 time, income 1); 1x3 (2, 2, 0); 2x2 (6, 5, 2)


def quilt(drawn):
    """A quilt from rows of ``#`` and ``.``; missing rows and columns are empty."""
    rows = [row.ljust(9, ".") for row in drawn.split("/")]
    board = sum(1 << 9 * r + c for r, row in enumerate(rows) for c in range(9) if row[c] == "#")
    return np.array([board & 2**64 - 1, board >> 64], np.uint64)


FULL = "/".join(["#" * 9] * 9)


def but(*squares):
    """The full quilt with some (row, column) empty."""
    rows = [list(row) for row in FULL.split("/")]
    for row, column in squares:
        rows[row][column] = "."
    return "/".join("".join(row) for row in rows)


@pytest.mark.parametrize(
    ("drawn", "num_contacts", "num_isolated"),
    [
        ("", 0, 0),
        (FULL, 0, 0),
        ("#", 2, 0),  # the edge of the board is no contact
        (".#", 3, 0),
        ("/.#", 4, 0),
        ("........#", 2, 0),  # the last of a row and the first of the next are no neighbours
        ("/#", 3, 0),
        ("///////#", 3, 0),  # squares 63 and 64 lie in different words
        ("///////.#", 4, 0),
        ("///////##", 5, 0),
        ("//////.#/.#", 6, 0),
        ("////////........#", 2, 0),
        ("##/##", 4, 0),
        (".#/#", 6, 1),  # a1 is cut off
        ("........", 0, 0),
        (".......#/........#", 6, 1),
        ("###/#.#/###", 10, 1),
        ("###/#.#/#.#/###", 13, 0),  # two empty squares keep each other company
        (but((4, 4)), 4, 1),
        (but((0, 0)), 2, 1),
        (but((8, 8)), 2, 1),
        (but((7, 0)), 3, 1),
        (but((7, 1)), 4, 1),
        (but((7, 0), (7, 1)), 5, 0),
        (but((0, 8), (1, 0)), 5, 2),
        (but((6, 3), (7, 3)), 6, 0),
        (but((7, 8), (8, 8)), 3, 0),
    ],
)
def test_raggedness_of_drawn_quilts(drawn, num_contacts, num_isolated):
    board = quilt(drawn)
    assert count_contacts(board) == num_contacts
    assert count_isolated(board) == num_isolated
    assert raggedness(board, FORMULA) == 7 * num_contacts + 28 * num_isolated


def test_raggedness_of_random_quilts():
    rng = np.random.default_rng(1)
    for _ in range(scaled(500)):
        squares = np.flatnonzero(rng.random(81) < rng.random())
        board = sum(1 << int(square) for square in squares)
        words = np.array([board & 2**64 - 1, board >> 64], np.uint64)
        filled = covered(words)
        assert filled == set(squares.tolist())
        assert count_contacts(words) == contacts(filled)
        assert count_isolated(words) == isolated(filled)


@pytest.fixture
def state():
    """The first turn, with known patches on offer."""
    state = quiltenvs.game("patchwork").new_state(1)
    others = [patch for patch in range(1, 33) if patch not in ORDER]
    state.circle[:] = [*ORDER, *others, 0]
    return state


def ranked(state, width=1):
    worths, actions = np.zeros((2, 1 + 3 * width), np.int64)
    count = rank_actions(state, FORMULA, width, worths, actions)
    return dict(zip(actions[:count].tolist(), worths[:count].tolist(), strict=True))


def buy(offer, orientation, anchor):
    return 82 + (offer * 8 + orientation) * 81 + anchor


def test_first_turn_counted_by_hand(state):
    # 1x4 on a1-d1: 2*4 squares + 1*9 income - 3 buttons - 3 time - 0.7 * 5 contacts = 7.5.
    # 1x3 on a1-c1: 2*3 - 2 - 2 - 0.7 * 4 = -0.8. The 2x2 costs 6 of 5 buttons.
    assert ranked(state) == {0: 0, buy(0, 0, 0): 75, buy(1, 0, 0): -8}
    assert best_action(state, FORMULA) == buy(0, 0, 0)


def test_what_is_affordable_is_ranked(state):
    state.buttons[0] = 6
    # 2x2 on a1-b2: 2*4 + 2*9 - 6 - 5 - 0.7 * 4 = 12.2.
    assert ranked(state)[buy(2, 0, 0)] == 122
    assert best_action(state, FORMULA) == buy(2, 0, 0)


def test_advance_when_nothing_is_worth_more_than_nothing(state):
    state.circle[:3] = [1, 10, 4]  # the 1x3 alone
    state.buttons[0] = 2
    assert ranked(state) == {0: 0, buy(0, 0, 0): -8}
    assert best_action(state, FORMULA) == engine.ADVANCE
    state.buttons[0] = 1
    assert ranked(state) == {0: 0}
    assert best_action(state, FORMULA) == engine.ADVANCE


def test_income_marks_and_time_still_to_come(state):
    for space, marks, time in [(4, 9, 3), (5, 8, 3), (46, 2, 3), (47, 1, 3), (51, 1, 2)]:
        state.position[:] = [space, 53]
        assert ranked(state)[buy(0, 0, 0)] == 10 * (8 + marks - 3 - time) - 35


def test_gentler_gaps_halve_what_a_square_saves(state):
    state.gap_penalty = 1
    assert ranked(state)[buy(0, 0, 0)] == 75 - 40


def test_an_isolated_square_costs_four_contacts_more(state):
    state.quilts[0] = quilt("/####")
    worths = ranked(state, width=448)
    # The 1x4 on a1-d1 leaves 6 of 9 contacts; on b1-e1 it leaves 9 and cuts off a1.
    assert worths[buy(0, 0, 0)] == 110 + 7 * 3
    assert worths[buy(0, 0, 1)] == 110 - 28


def test_placements_best_first_and_equal_ones_by_number(state):
    costs, actions = np.zeros((2, 6), np.int64)
    found = find_placements(state.quilts[0], 1, 1000, FORMULA, costs, actions)
    assert found == 6
    # Only the eight places in a corner have four contacts: four lying, then the standing ones.
    assert costs.tolist() == [28] * 6
    lying, standing = [0, 6, 72, 78], [81 + 0, 81 + 8]
    assert actions.tolist() == [1000 + place for place in lying + standing]


def test_fewer_placements_than_asked_for():
    board = quilt(but((0, 0), (0, 1), (0, 2), (0, 3), (5, 5)))
    costs, actions = np.zeros((2, 4), np.int64)
    assert find_placements(board, 1, 0, FORMULA, costs, actions) == 2
    # The 1x3 leaves a1 isolated, in the corner with two contacts, or d1, with three; f6 has four.
    assert actions[:2].tolist() == [1, 0]
    assert costs[:2].tolist() == [7 * (2 + 4) + 28 * 2, 7 * (3 + 4) + 28 * 2]
    assert find_placements(board, 0, 0, FORMULA, costs, actions) == 3
    assert find_placements(quilt(FULL), 0, 0, FORMULA, costs, actions) == 0


def test_special_patch_goes_where_the_quilt_is_least_ragged(state):
    state.quilts[0] = quilt("###/#.#/###")
    state.pending = 0
    costs, actions = np.zeros((2, 3), np.int64)
    assert find_squares(state.quilts[0], FORMULA, costs, actions) == 3
    # b2 takes its four contacts and the isolated square away; then the notches beside the block.
    assert (actions[0], costs[0]) == (1 + 10, 7 * 6)
    assert best_action(state, FORMULA) == 1 + 10
    assert max(ranked(state).values()) == -7 * 6


def test_special_patch_on_an_empty_quilt_goes_to_the_first_corner(state):
    state.pending = 0
    assert best_action(state, FORMULA) == 1
    costs, actions = np.zeros((2, 4), np.int64)
    assert find_squares(state.quilts[0], FORMULA, costs, actions) == 4
    assert actions.tolist() == [1 + square for square in (0, 8, 72, 80)]


def test_special_patch_takes_the_last_square_of_the_board(state):
    state.quilts[0] = quilt(but((8, 8)))
    state.pending = 0
    assert ranked(state) == {81: 0}
