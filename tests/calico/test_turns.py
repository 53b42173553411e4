"""The course of a game: choice of goals, deal, place and take, market and belt, the end."""

from itertools import permutations

import pytest

import quiltenvs
from quiltenvs.calico.state import CHOOSE_GOALS, OVER, PLACE, TAKE
from tests.calico.positions import EMPTY, GAME, GREEN, SPACES, game_of, kinds, place, table, take
from tests.strategies import random_game

FIRST_CHOICE = 3 * 22 + 3
NO_TILE = -1
ORDERS = list(permutations(range(4), 3))


def start(seed=0, **options):
    return quiltenvs.game("calico", **options).new_state(seed)


def choose(state, *slots):
    """Put the goals in these slots of the offer top, right and bottom left."""
    GAME.play(state, FIRST_CHOICE + ORDERS.index(slots))
    return state


# --- choice of goals ------------------------------------------------------------------------


def test_each_player_is_offered_four_of_six_goals():
    seen = set()
    for seed in range(40):
        state = start(seed, num_players=4)
        for offer in state.goal_offer.tolist():
            assert len(set(offer)) == 4
            assert set(offer) <= set(range(6))
            seen.add(tuple(offer))
    assert len(seen) > 100


@pytest.mark.parametrize("number", range(24))
def test_the_24_choices_of_goals(number):
    """Top, right and bottom left, in the orders 123, 124, 132, ... 432 of the offer."""
    state = start()
    offer = state.goal_offer[0].tolist()
    assert GAME.legal_actions(state) == list(range(FIRST_CHOICE, FIRST_CHOICE + 24))
    GAME.play(state, FIRST_CHOICE + number)
    assert state.goals[0].tolist() == [offer[slot] for slot in ORDERS[number]]
    assert state.goal_offer[0].tolist() == [NO_TILE] * 4  # the unused goal is put away


def test_three_given_goals_can_be_placed_in_six_ways():
    state = start(goals="!= AAA-BBB AA-BB-C-D")
    assert state.goal_offer[0].tolist() == [0, 2, 5, NO_TILE]
    placed = set()
    for action in GAME.legal_actions(state):
        after = state.copy()
        GAME.play(after, action)
        placed.add(tuple(after.goals[0].tolist()))
    assert placed == set(permutations((0, 2, 5)))
    assert len(GAME.legal_actions(state)) == 6


@pytest.mark.parametrize("starter", [0, 1, 2])
def test_goals_are_chosen_in_turn_order_before_any_tile_is_dealt(starter):
    state = start(num_players=3, starting_player=starter)
    for turn in range(3):
        assert state.phase == CHOOSE_GOALS
        assert GAME.current_player(state) == (starter + turn) % 3
        assert set(state.hand.ravel().tolist()) == {NO_TILE}
        assert state.market.tolist() == [NO_TILE] * 3
        choose(state, 0, 1, 2)
    assert (state.phase, GAME.current_player(state)) == (PLACE, starter)


# --- the deal -------------------------------------------------------------------------------


@pytest.mark.parametrize("starter", [0, 1, 2])
def test_hands_are_dealt_two_tiles_at_a_time_from_the_starter_then_the_market(starter):
    state = start(num_players=3, starting_player=starter)
    row = state.tiles.tolist()
    for _ in range(3):
        choose(state, 2, 1, 0)
    for turn in range(3):
        assert state.hand[(starter + turn) % 3].tolist() == row[2 * turn : 2 * turn + 2]
    assert state.market.tolist() == row[6:9]
    assert state.tiles.tolist() == [NO_TILE] * 9 + row[9:]
    assert state.hand[3].tolist() == [NO_TILE] * 2


# --- place and take -------------------------------------------------------------------------


def test_a_turn_is_to_place_a_tile_and_then_to_take_one():
    """The tile taken fills the slot emptied in the hand; that on the market is drawn anew."""
    state = table(EMPTY, GREEN, hand="Gd Kf", market="Yq Ls Pv", bag="Dw Df")
    place(state, (2, 4), slot=1)
    assert (state.phase, GAME.current_player(state)) == (TAKE, 0)
    assert state.hand[0].tolist() == [*kinds("Gd"), NO_TILE]
    assert GAME.legal_actions(state) == [66, 67, 68]
    take(state, 2)
    assert state.hand[0].tolist() == kinds("Gd Pv")
    assert state.market.tolist() == kinds("Yq Ls Dw")
    assert (state.phase, GAME.current_player(state)) == (PLACE, 1)


@pytest.mark.parametrize("slot", [0, 1, 2])
def test_with_two_players_the_other_tiles_stay_where_they_are(slot):
    state = table(EMPTY, GREEN, market="Yq Ls Pv", bag="Dw")
    take(place(state, (1, 1)), slot)
    expected = kinds("Yq Ls Pv")
    expected[slot] = kinds("Dw")[0]
    assert state.market.tolist() == expected


@pytest.mark.parametrize(("slot", "market"), [(0, "Pv Dw Df"), (1, "Pv Dw Df"), (2, "Ls Dw Df")])
def test_the_solo_market_is_a_belt(slot, market):
    """Of the two left the one furthest from the bag leaves, the other moves to its end."""
    state = table(EMPTY, market="Yq Ls Pv", bag="Dw Df Gw")
    take(place(state, (1, 1)), slot)
    assert state.market.tolist() == kinds(market)
    assert state.tiles[state.num_drawn] == kinds("Gw")[0]


def test_a_tile_goes_only_onto_an_open_space():
    state = table(EMPTY)
    assert GAME.legal_actions(state) == list(range(44))
    take(place(state, (3, 3)))
    occupied = SPACES.index((3, 3))
    assert GAME.legal_actions(state) == [a for a in range(44) if a % 22 != occupied]
    with pytest.raises(quiltenvs.IllegalActionError):
        place(state, (3, 3))


def test_an_action_places_the_tile_of_its_slot_on_its_space():
    """Spaces are numbered row by row."""
    for slot in (0, 1):
        for cell in SPACES:
            state = place(table(EMPTY, hand="Gd Kf"), cell, slot)
            color, pattern = ((1, 0), (5, 1))[slot]
            bit = 1 << 7 * cell[0] + cell[1]
            assert int(state.colors[0, color]) & bit
            assert int(state.patterns[0, pattern]) & bit
            assert not int(state.open[0]) & bit
            assert state.num_placed[0] == 1


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
@pytest.mark.parametrize("starter", [0, "last"])
def test_players_take_turns_from_the_starter_on(num_players, starter):
    first = num_players - 1 if starter == "last" else 0
    game = quiltenvs.game("calico", num_players=num_players, starting_player=first)
    history = random_game(game, 7)
    movers = [int(state.mover) for state in history if state.phase == PLACE]
    assert movers == [(first + turn) % num_players for turn in range(22 * num_players)]
    takers = [int(state.mover) for state in history if state.phase == TAKE]
    assert takers == movers[: 21 * num_players]  # nobody takes a tile after the 22nd
    assert len(history) == 1 + num_players * (1 + 22 + 21)


# --- the end --------------------------------------------------------------------------------

ONE_OPEN = """
    Kv  Ys  Lv  Kf  Pq  Yw  Gs
      Gw  Dd  Yd  Gf  Kd  Lq  Dd
    Dq  Dv  Gw  ##  Yq  Ys  Pv
      Lf  Yv  Lv  ..  ##  Gs  Yf
    Ps  Kd  ##  Df  Ls  Gd  Gq
      Yd  Pf  Pw  Kq  Df  Pv  Dw
    Pw  Lq  Kw  Df  Gv  Kd  Ls
"""
ONE_OPEN_GREEN = """
    Df  Yv  Gf  Ds  Pq  Yd  Lv
      Pd  Kf  Pf  Kv  Dq  Dv  Kw
    Kq  Pf  Kv  ##  Pw  Ks  Pf
      Ls  Df  Gv  ..  ##  Ld  Ys
    Yw  Lw  ##  Kw  Dw  Ds  Lq
      Pv  Kf  Gq  Dw  Gf  Pw  Kd
    Gs  Dd  Gq  Ks  Lf  Dw  Gv
"""


def test_after_the_22nd_tile_no_tile_is_taken_and_the_next_player_goes_on():
    state = table(ONE_OPEN, ONE_OPEN_GREEN, hand="Lq Gd")
    market, drawn = state.market.tolist(), int(state.num_drawn)
    place(state, (3, 3))
    assert (state.phase, GAME.current_player(state)) == (PLACE, 1)
    assert state.hand[0].tolist() == [NO_TILE, *kinds("Gd")]
    assert (state.market.tolist(), int(state.num_drawn)) == (market, drawn)
    assert not GAME.is_terminal(state)
    place(state, (3, 3), slot=1)
    assert GAME.is_terminal(state)
    assert state.phase == OVER
    assert GAME.legal_actions(state) == []
    assert GAME.find_fault(state) == ""


def test_a_solo_game_ends_with_the_22nd_tile():
    state = place(table(ONE_OPEN), (3, 3))
    assert GAME.is_terminal(state)
    assert not GAME.is_truncated(state)


# --- without a hand -------------------------------------------------------------------------


def test_without_a_hand_tiles_are_placed_from_the_market():
    state = table(EMPTY, GREEN, market="Yq Ls Pv", bag="Dw", no_hand=True)
    assert set(state.hand.ravel().tolist()) == {NO_TILE}
    assert GAME.legal_actions(state) == list(range(66))
    place(state, (1, 1), slot=1)
    assert int(state.colors[0, 2]) & 1 << 8  # light blue
    assert state.market.tolist() == kinds("Yq Dw Pv")
    assert (state.phase, GAME.current_player(state)) == (PLACE, 1)


@pytest.mark.parametrize(("slot", "market"), [(0, "Pv Dw Df"), (1, "Pv Dw Df"), (2, "Ls Dw Df")])
def test_without_a_hand_the_solo_belt_moves_after_each_tile(slot, market):
    state = table(EMPTY, market="Yq Ls Pv", bag="Dw Df", no_hand=True)
    place(state, (1, 1), slot)
    assert state.market.tolist() == kinds(market)
    assert (state.phase, GAME.current_player(state)) == (PLACE, 0)


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_a_game_without_hands_has_22_turns_of_one_action(num_players):
    history = random_game(game_of(num_players, no_hand=True), 3)
    assert [int(state.phase) for state in history] == [PLACE] * 22 * num_players + [OVER]
    assert {tuple(state.hand.ravel()) for state in history} == {(NO_TILE,) * 8}
    draws = 22 * num_players * (2 if num_players == 1 else 1)
    assert history[-1].num_drawn == 3 + draws


def test_equal_tiles_are_two_slots():
    assert GAME.num_legal(table(EMPTY, hand="Gd Gd")) == 44
