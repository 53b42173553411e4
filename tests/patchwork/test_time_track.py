"""Income and special patches: "Resolve the track marks you reach or cross"."""

from itertools import pairwise

import pytest

import quiltenvs
from tests.patchwork.positions import (
    ADVANCE,
    EMPTY,
    FULL,
    GAME,
    buy,
    drawn,
    play,
    special,
    table,
)

INCOME_MARKS = [5, 11, 17, 23, 29, 35, 41, 47, 53]
BOARDS = {"revised": [26, 32, 38, 44, 50], "original": [20, 26, 32, 44, 50]}
ONE_GAP = FULL[:40] + "." + FULL[41:]  # row 5, column 1


def moved(start, income=0, **fields):
    """Advance by one space from ``start``."""
    state = table(position=(start, start), income=(income, 0), **fields)
    return play(state, ADVANCE)


def test_marks_are_on_the_seam_before_their_space():
    """A move from s to t triggers the mark at k iff s < k <= t."""
    paid = [start + 1 for start in range(53) if moved(start, 7, special_patches=()).buttons[0] > 6]
    assert paid == INCOME_MARKS


def test_each_crossed_mark_pays_separately():
    """An advance moves up to seven spaces and may cross two marks."""
    state = table(position=(4, 10), income=(5, 9))
    play(state, ADVANCE)
    assert state.position[0] == 11
    assert state.buttons.tolist() == [5 + 7 + 2 * 5, 5]


def test_a_mark_pays_both_players():
    state = table(position=(4, 4), income=(3, 8))
    play(state, ADVANCE, ADVANCE)
    assert state.position.tolist() == [5, 6]
    assert state.buttons.tolist() == [5 + 1 + 3, 5 + 2 + 8]


def test_a_mark_pays_once():
    state = table(position=(4, 4), income=(3, 0))
    play(state, ADVANCE, ADVANCE, ADVANCE)
    assert state.position.tolist() == [7, 6]
    assert state.buttons[0] == 5 + 1 + 3 + 2


def test_the_finish_pays_once_each_on_entering():
    state = table(position=(52, 51), on_top=0, income=(4, 6), special_patches=())
    play(state, ADVANCE)
    assert (state.position.tolist(), state.buttons.tolist()) == ([52, 53], [5, 5 + 2 + 6])
    play(state, ADVANCE)
    assert (state.position.tolist(), state.buttons.tolist()) == ([53, 53], [5 + 1 + 4, 13])


@pytest.mark.parametrize("board", BOARDS)
def test_special_patches_lie_where_the_board_has_them(board):
    game = quiltenvs.game("patchwork", time_board=board)
    state = game.new_state(1)
    assert [space for space in range(64) if int(state.special_patches) >> space & 1] == BOARDS[
        board
    ]
    taken = []
    while not game.is_terminal(state):
        game.play(state, game.legal_actions(state)[0])
        if state.pending >= 0:
            taken.append(int(state.position[state.pending]))
    assert taken == BOARDS[board]


def test_a_special_patch_is_taken_by_reaching_it():
    state = moved(25)
    assert state.pending == 0
    assert int(state.special_patches) >> 26 & 1 == 0


def test_a_special_patch_is_taken_by_crossing_it_in_an_advance():
    state = play(table(position=(22, 28)), ADVANCE)
    assert (state.position[0], state.pending) == (29, 0)


def test_a_special_patch_is_taken_by_crossing_it_in_a_purchase():
    state = table(position=(22, 40), market=[6])  # six spaces
    buy(state, 0)
    assert (state.position[0], state.pending) == (28, 0)


def test_it_is_placed_at_once_by_its_taker_who_may_no_longer_be_behind():
    state = moved(25)
    assert state.position.tolist() == [26, 25]
    assert GAME.current_player(state) == 0
    assert GAME.legal_actions(state) == list(range(1, 82))
    play(state, special(4, 7))
    assert drawn(state.quilts[0]) == EMPTY[:47] + "#" + EMPTY[48:]
    assert drawn(state.quilts[1]) == EMPTY
    assert (state.pending, GAME.current_player(state)) == (-1, 1)
    assert state.position.tolist() == [26, 25]
    assert state.income.tolist() == [0, 0]
    assert state.buttons.tolist() == [5 + 1, 5]


def test_it_goes_on_any_empty_square_and_on_no_other():
    state = moved(25, quilts=(ONE_GAP, EMPTY))
    assert GAME.legal_actions(state) == [special(4, 0)]
    state = moved(25, quilts=("#" + EMPTY[1:-1] + "#", EMPTY))
    assert GAME.legal_actions(state) == list(range(2, 81))


def test_the_other_player_finds_it_gone():
    state = moved(25)
    play(state, special(0, 0), ADVANCE)
    assert (state.position.tolist(), state.pending) == ([26, 27], -1)
    assert state.buttons[1] == 5 + 2


def test_income_of_the_same_move_is_paid_before_it_lies():
    """Special patches have no buttons, so the order of the two marks is the same to all."""
    state = table(position=(25, 29), income=(6, 0))
    play(state, ADVANCE)
    assert (state.position[0], state.pending) == (30, 0)
    assert state.buttons[0] == 5 + 5 + 6  # the mark at 29
    play(state, special(0, 0))
    assert state.buttons[0] == 16


def test_on_a_full_quilt_it_is_set_aside():
    state = moved(25, quilts=(FULL, EMPTY))
    assert state.pending == -1
    assert GAME.current_player(state) == 1
    assert int(state.special_patches) >> 26 & 1 == 0  # nor does the other player get it
    play(state, ADVANCE)
    assert (state.position[1], state.pending) == (27, -1)


def test_a_purchase_that_fills_the_quilt_leaves_no_room_for_it():
    corner = ".." + FULL[2:10] + "." + FULL[11:]
    state = table(quilts=(corner, EMPTY), market=[2], position=(25, 40))
    buy(state, 0, onto=FULL)
    assert (state.position[0], state.pending) == (28, -1)
    assert int(state.special_patches) >> 26 & 1 == 0


def test_the_last_move_can_leave_one_pending():
    """Both tokens at the finish, but the game is over only when the patch lies."""
    state = table(position=(49, 53), finished_first=1, market=[6], special_patches=(50,))
    buy(state, 0)
    assert state.position.tolist() == [53, 53]
    assert state.buttons[0] == 5 - 4 + 2  # the income of the finish is in
    assert not GAME.is_terminal(state)
    assert GAME.current_player(state) == 0
    assert len(GAME.legal_actions(state)) == 81 - 4
    play(state, GAME.legal_actions(state)[0])
    assert GAME.is_terminal(state)
    assert GAME.legal_actions(state) == []


def test_at_the_finish_with_a_full_quilt_the_game_is_over():
    state = table(position=(49, 53), finished_first=1, quilts=(FULL, EMPTY), special_patches=(50,))
    play(state, ADVANCE)
    assert GAME.is_terminal(state)


def test_no_move_can_reach_two_special_patches():
    for spaces in BOARDS.values():
        gaps = [after - before for before, after in pairwise(spaces)]
        assert min(gaps) == 6  # the longest purchase
        assert min(INCOME_MARKS[1:]) - 5 == 6
    state = table(position=(31, 37))  # the longest advance, seven spaces, from just before one
    play(state, ADVANCE)
    assert state.position[0] == 38
