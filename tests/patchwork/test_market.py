"""The circle of patches: "Set out the quilts and patch market", "Update the market"."""

import pytest

from tests.patchwork.positions import ADVANCE, GAME, buy, market, purchases, table


def test_the_deal():
    """The 32 other patches in random order, the 1x2 last: it lies behind the neutral token."""
    deals = [market(state) for state in GAME.new_states(range(300))]
    for deal in deals:
        assert sorted(deal) == list(range(33))
        assert deal[-1] == 0
    assert {deal[0] for deal in deals} == set(range(1, 33))
    assert {deal[31] for deal in deals} == set(range(1, 33))


def test_three_patches_are_offered():
    state = table(market=[1, 2, 3, 5, 7], buttons=(50, 50))
    assert sorted({(action - 82) // 648 for action in purchases(state)}) == [0, 1, 2]
    covered = {offer: len(next(iter(purchases(state, offer).values()))) for offer in range(3)}
    assert covered == {0: 3, 1: 3, 2: 3}
    assert len(purchases(state, 0)) == 126  # the straight one
    assert len(purchases(state, 1)) == len(purchases(state, 2)) == 256  # the corners


def test_the_token_moves_to_the_bought_patch_and_skipped_patches_stay():
    state = table(market=[1, 2, 3, 5, 7, 8, 15, 16, 29], buttons=(50, 50), position=(0, 50))
    buy(state, 2)
    assert market(state) == [5, 7, 8, 15, 16, 29, 1, 2]
    buy(state, 0)
    assert market(state) == [7, 8, 15, 16, 29, 1, 2]
    buy(state, 1)
    assert market(state) == [15, 16, 29, 1, 2, 7]
    buy(state, 2)
    assert market(state) == [1, 2, 7, 15, 16]


def test_an_advance_leaves_the_market_alone():
    state = table()
    before = market(state)
    GAME.play(state, ADVANCE)
    assert market(state) == before


def test_the_offers_wrap_around_the_circle():
    """The token stands near the end of the circle, gaps on both sides are skipped."""
    state = table(market=list(range(33)), buttons=(50, 50), position=(0, 53))
    state.unsold = sum(1 << place for place in (2, 5, 31))
    state.neutral_token = 30
    assert market(state) == [31, 2, 5]
    assert {offer for offer in range(3) if purchases(state, offer)} == {0, 1, 2}
    buy(state, 1)
    assert market(state) == [5, 31]
    assert state.neutral_token == 2


def test_the_token_may_stand_at_the_last_place():
    state = table(market=list(range(33)), buttons=(50, 50))
    state.unsold = 1 << 32 | 1 << 4
    state.neutral_token = 32  # the patch there is the last one clockwise, not the first
    assert market(state) == [4, 32]
    buy(state, 1)
    assert market(state) == [4]


@pytest.mark.parametrize("left", [3, 2, 1, 0])
def test_of_the_last_patches_all_may_be_bought(left):
    state = table(market=[28, 1, 2][:left], buttons=(50, 50), position=(0, 40))
    offered = {offer for offer in range(3) if purchases(state, offer)}
    assert offered == set(range(left))
    assert ADVANCE in GAME.legal_actions(state)
    while left:
        buy(state, left - 1)
        left -= 1
    assert market(state) == []
    assert GAME.legal_actions(state) == [ADVANCE]


def test_a_game_goes_on_without_a_market():
    state = table(market=[], position=(10, 12), special_patches=())
    while not GAME.is_terminal(state):
        GAME.play(state, ADVANCE)
    assert state.buttons.tolist() == [5 + 53 - 10, 5 + 53 - 12]
