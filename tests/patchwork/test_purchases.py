"""Buying a patch: "Complete a purchase in order"."""

import pytest

from tests.patchwork.positions import (
    ADVANCE,
    EMPTY,
    GAME,
    buy,
    cells,
    drawn,
    market,
    purchases,
    table,
)

# Patch 4 ####: 3 buttons, 3 spaces, income 1.  Patch 6 ###/#..: 4 buttons, 6 spaces, income 2.
# Patch 10 ##/##: 6 buttons, 5 spaces, income 2.  Patch 28: free, 3 spaces, income 1.

CORNER = """
.........
.........
.........
.........
.........
.........
.........
.......##
.......##
"""


def test_a_purchase_moves_the_token_pays_places_and_moves_in_time():
    state = table(market=[1, 10, 2], buttons=(8, 5))
    buy(state, 1, onto=CORNER)
    assert market(state) == [2, 1]
    assert state.buttons.tolist() == [8 - 6 + 2, 5]  # and the mark at 5 pays 2
    assert state.income.tolist() == [2, 0]
    assert drawn(state.quilts[0]) == CORNER.strip()
    assert drawn(state.quilts[1]) == EMPTY
    assert state.position.tolist() == [5, 0]
    assert state.num_steps == 1
    assert GAME.current_player(state) == 1


def test_it_lands_on_the_quilt_of_whoever_bought_it():
    state = table(market=[10], buttons=(5, 8), position=(9, 0))
    buy(state, 0, onto=CORNER)
    assert drawn(state.quilts[0]) == EMPTY
    assert drawn(state.quilts[1]) == CORNER.strip()
    assert state.income.tolist() == [0, 2]


def test_the_new_patch_counts_for_the_income_of_its_own_move():
    """The rulebook's example: income two, one more button printed, the mark pays three."""
    state = table(market=[4], income=(2, 0), position=(4, 20))
    buy(state, 0)
    assert state.position[0] == 7  # past the mark at 5
    assert state.buttons[0] == 5 - 3 + (2 + 1)


def test_the_seven_by_seven_is_checked_before_time():
    """The patch both completes the square and reaches a special patch: the tile is there."""
    quilt = """
    #######..
    #######..
    #######..
    ###....##
    #######..
    #######..
    #######..
    .........
    .........
    """
    state = table(quilts=(quilt, EMPTY), market=[4], position=(24, 40))
    filled = quilt.replace("###....##", "#########")
    buy(state, 0, onto=filled)
    assert state.seven_by_seven == 0
    assert state.pending == 0
    assert state.position[0] == 27


@pytest.mark.parametrize("start", [48, 50, 52])
def test_a_purchase_past_the_finish_stops_there_at_full_price(start):
    """The surplus is lost; at 52 any patch costs one space."""
    state = table(market=[6], position=(start, 53), special_patches=(), finished_first=1)
    buy(state, 0)
    assert state.position.tolist() == [53, 53]
    assert state.buttons[0] == 5 - 4 + 2  # the mark at 53 pays once
    assert GAME.is_terminal(state)


def test_a_purchase_that_just_reaches_the_finish():
    state = table(market=[6], position=(47, 50), special_patches=())
    buy(state, 0)
    assert (state.position[0], state.finished_first) == (53, 0)
    assert not GAME.is_terminal(state)


def test_the_exact_price_is_enough():
    state = table(market=[10], buttons=(6, 5))
    assert len(purchases(state)) == 64
    state.buttons[0] = 5
    assert GAME.legal_actions(state) == [ADVANCE]


def test_only_what_is_affordable_can_be_bought():
    state = table(market=[10, 4, 6], buttons=(3, 9))
    assert not purchases(state, 0)
    assert purchases(state, 1)
    assert not purchases(state, 2)


def test_the_free_patch_needs_no_money():
    state = table(market=[28, 1, 2], buttons=(0, 5))
    assert purchases(state, 0)
    buy(state, 0)
    assert state.buttons[0] == 0


GAPS = """
########.
..#######
####.####
####.####
####.####
#########
#########
#########
##.######
"""


def test_a_patch_may_not_overlap_or_leave_the_board():
    state = table(quilts=(GAPS, EMPTY), market=[1], buttons=(9, 9))  # ###
    assert list(purchases(state).values()) == [{(2, 4), (3, 4), (4, 4)}]


def test_a_patch_does_not_wrap_around_the_edge():
    """The gaps at the right of one row and the left of the next are not neighbours."""
    state = table(quilts=(GAPS, EMPTY), market=[0], buttons=(9, 9))  # ##
    assert set(purchases(state).values()) == {
        frozenset({(1, 0), (1, 1)}),
        frozenset({(2, 4), (3, 4)}),
        frozenset({(3, 4), (4, 4)}),
    }


def test_what_fits_nowhere_may_not_be_bought():
    state = table(quilts=(GAPS, EMPTY), market=[4, 10, 30], buttons=(50, 50))
    assert GAME.legal_actions(state) == [ADVANCE]


def test_patches_need_not_touch():
    state = table(quilts=(CORNER, EMPTY), market=[0])
    assert frozenset({(0, 0), (0, 1)}) in purchases(state).values()


def test_patches_may_be_turned_and_flipped():
    """The L of four cells: two faces, four turns."""
    hole = """
    #########
    #########
    ##...####
    ##...####
    ##...####
    #########
    #########
    #########
    #########
    """
    state = table(quilts=(hole, EMPTY), market=[6])
    found = purchases(state)
    assert len(found) == len(set(found.values())) == 16
    assert all(
        covered <= {(r, c) for r in (2, 3, 4) for c in (2, 3, 4)} for covered in found.values()
    )


@pytest.mark.parametrize(
    ("patch", "count"), [(0, 144), (1, 126), (10, 64), (11, 90), (30, 98), (29, 168), (5, 448)]
)
def test_equal_placements_are_one_action(patch, count):
    state = table(market=[patch], buttons=(20, 5))
    found = purchases(state)
    assert len(found) == len(set(found.values())) == count


def test_a_patch_stays_where_it_is():
    state = table(market=[10, 1, 2], buttons=(20, 5), position=(0, 30))
    buy(state, 0, onto=CORNER)
    before = cells(drawn(state.quilts[0]))
    buy(state, 0)
    assert before < cells(drawn(state.quilts[0]))
