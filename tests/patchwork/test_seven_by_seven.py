"""The special tile: "Check the seven-point reward"."""

import numpy as np
import pytest

from quiltenvs.patchwork.quilt import has_window
from tests.patchwork.positions import (
    EMPTY,
    FULL,
    GAME,
    buy,
    cells,
    drawn,
    play,
    special,
    table,
    words,
)
from tests.strategies import scaled

WINDOWS = [(top, left) for top in range(3) for left in range(3)]


def window(top, left, *missing):
    """Draw a covered 7x7 square but for some of its squares, given from its corner."""
    holes = {(top + row, left + column) for row, column in missing}
    return "\n".join(
        "".join(
            "#" if 0 <= r - top < 7 and 0 <= c - left < 7 and (r, c) not in holes else "."
            for c in range(9)
        )
        for r in range(9)
    )


@pytest.mark.parametrize(("top", "left"), WINDOWS)
def test_a_purchase_can_complete_any_of_the_nine_squares(top, left):
    hole = [(3, 2), (3, 3), (3, 4)]
    state = table(quilts=(window(top, left, *hole), EMPTY), market=[1])
    buy(state, 0, onto=window(top, left))
    assert state.seven_by_seven == 0
    assert state.buttons[0] == 5 - 2  # seven points, not buttons
    assert GAME.scores(state)[0] == 3 + 7 - 2 * (81 - 49)


@pytest.mark.parametrize(("top", "left"), WINDOWS)
def test_a_special_patch_can_complete_it(top, left):
    state = table(quilts=(EMPTY, window(top, left, (6, 6))), pending=1)
    play(state, special(top + 6, left + 6))
    assert state.seven_by_seven == 1


@pytest.mark.parametrize(("row", "column"), [(r, c) for r in (0, 3, 6) for c in (0, 3, 6)])
def test_every_square_of_it_must_be_covered(row, column):
    state = table(quilts=(window(1, 1, (row, column), (6, 5)), EMPTY), pending=0)
    play(state, special(1 + 6, 1 + 5))
    assert state.seven_by_seven == -1


def test_only_the_first_gets_it():
    almost = window(0, 0, (0, 0))
    state = table(quilts=(almost, almost), pending=1)
    play(state, special(0, 0))
    assert state.seven_by_seven == 1
    state.pending = 0
    play(state, special(0, 0))
    assert state.seven_by_seven == 1
    assert GAME.scores(state) == (5 - 2 * 32, 5 + 7 - 2 * 32)


def test_its_owner_keeps_it_when_the_next_square_is_covered():
    state = table(quilts=(window(0, 0), EMPTY), pending=0, seven_by_seven=0)
    play(state, special(8, 8))
    assert state.seven_by_seven == 0


def test_nobody_has_it_at_the_start():
    assert GAME.new_state(0).seven_by_seven == -1


def test_a_full_quilt_has_it():
    state = table(quilts=(FULL[:-1] + ".", EMPTY), pending=0)
    play(state, special(8, 8))
    assert state.seven_by_seven == 0


SCATTERED = """
#########
#########
##.######
#########
####.####
#########
#########
#########
#########
"""


def test_scattered_squares_do_not_count():
    """79 squares are covered, but all nine windows hold the one in the middle."""
    state = table(quilts=(SCATTERED, EMPTY), pending=0)
    play(state, special(2, 2))
    assert state.seven_by_seven == -1
    state.pending = 0
    play(state, special(4, 4))
    assert state.seven_by_seven == 0


def test_rows_do_not_run_on_into_the_next():
    """49 squares in one run across the edges of the rows are no square."""
    run = "#" * 49 + "." * 31
    quilt = "\n".join((run + ".")[start : start + 9] for start in range(0, 81, 9))
    state = table(quilts=(quilt, EMPTY), pending=0)
    play(state, special(8, 8))
    assert state.seven_by_seven == -1


def test_windows_by_brute_force():
    """On quilts that are nearly full, where it can go either way."""
    rng, found = np.random.default_rng(0), []
    for _ in range(max(scaled(2000), 200)):
        board = rng.random((9, 9)) < rng.choice([0.93, 0.97, 0.99])
        expected = any(board[top : top + 7, left : left + 7].all() for top, left in WINDOWS)
        assert has_window(words(np.argwhere(board).tolist())) == expected
        found.append(expected)
    assert 0.2 < np.mean(found) < 0.9


@pytest.mark.parametrize(("top", "left"), WINDOWS)
def test_the_square_alone_is_enough(top, left):
    quilt = words(cells(window(top, left)))
    assert has_window(quilt)
    assert drawn(quilt) == window(top, left)
