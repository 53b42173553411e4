"""The course of a game: deal, draw, whose turn it is, the empty quarry, the end."""

from collections import Counter

import numpy as np
import pytest

import quiltenvs
from quiltenvs.quartile.state import CHOOSE_TILE, NONE, OVER
from tests.quartile.positions import (
    FIRST_CELL,
    FIRST_TILE,
    START,
    UNABLE,
    choose,
    discards,
    game_at,
    hand,
    is_turn_of,
    legal,
    lies,
    play,
    put,
    table,
)
from tests.strategies import random_game, scaled

PLAYERS = [2, 3, 4, 5, 6]
HANDS = ["8:1717 9:2727 4:2222 6:2244", "7:1616 9:3636 5:1414 6:2424"]


# --- deal -----------------------------------------------------------------------------------


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_deal(num_players):
    state = quiltenvs.game("quartile", num_players=num_players, starting_player=0).new_state(3)
    hands = state.hand[:num_players]
    assert (hands[:, :4] != NONE).all()
    assert (hands[:, 4] == NONE).all()
    assert (state.hand[num_players:] == NONE).all()
    assert lies(state) == {(0, 0): START}
    quarry = state.quarry[state.quarry != NONE]
    assert len(quarry) == 48 - 4 * num_players
    tiles = [*hands[:, :4].ravel().tolist(), *quarry.tolist(), int(state.placed_tile[0])]
    assert sorted(tiles) == list(range(49))
    assert not state.scores.any()


def test_the_row_is_the_start_tile_then_the_hands_round_by_round():
    """The same row for every number of players."""
    rows = set()
    for num_players in PLAYERS:
        state = quiltenvs.game("quartile", num_players=num_players).new_state(9)
        hands = state.hand[:num_players, :4].T.ravel().tolist()
        rows.add((int(state.placed_tile[0]), *hands, *state.quarry[state.num_drawn :].tolist()))
    assert len(rows) == 1


def test_every_tile_is_dealt_anywhere():
    """As the start tile, to a hand, and to the end of the quarry."""
    states = quiltenvs.game("quartile").new_states(range(1000))
    for tiles in (states["placed_tile"][:, 0], states["hand"][:, 1, 3], states["quarry"][:, 48]):
        count = Counter(tiles.tolist())
        assert len(count) == 49
        assert max(count.values()) < 50


# --- a turn ---------------------------------------------------------------------------------


def test_a_turn_is_a_tile_then_a_cell_then_a_draw():
    """The tile drawn comes to the slot that was emptied."""
    state = table(START, *HANDS, quarry="14:7777 2:1111")
    assert max(legal(state)) < FIRST_CELL
    choose(state, 2)
    assert state.mover == 0
    assert hand(state, 0) == HANDS[0]
    assert min(legal(state)) >= FIRST_CELL
    play(state, legal(state)[0])
    assert hand(state, 0) == "8:1717 9:2727 14:7777 6:2244"
    assert hand(state, 1) == HANDS[1]
    assert is_turn_of(state, 1)
    assert state.num_drawn == 1 + 8 + 1
    put(state, (0, 1))
    assert hand(state, 1) == "2:1111 9:3636 5:1414 6:2424"
    assert is_turn_of(state, 0)


@pytest.mark.parametrize(("turn", "after"), [(0, 1), (1, 2), (2, 0)])
def test_the_turn_passes_to_the_next_seat(turn, after):
    state = table(START, num_players=3, turn=turn)
    assert is_turn_of(put(state, (0, 1)), after)


def test_a_tile_drawn_is_hidden():
    """Though the tile in its slot before was shown to all."""
    state = table(START, *HANDS)
    state.is_shown[0, 2] = 1
    put(state, (0, 1), slot=2)
    assert not state.is_shown.any()


def test_without_a_quarry_nothing_is_drawn():
    state = table(START, *HANDS, left=0)
    put(state, (0, 1), slot=1)
    assert hand(state, 0) == "8:1717 .. 4:2222 6:2244"
    assert {action for action in legal(state) if action < FIRST_TILE} == set()


def test_the_last_tile_of_the_quarry_is_drawn():
    state = table(START, *HANDS, quarry="14:7777", left=1)
    put(state, (0, 1), slot=1)
    assert hand(state, 0) == "8:1717 14:7777 4:2222 6:2244"
    put(state, (1, 0), slot=1)
    assert hand(state, 1) == "7:1616 .. 5:1414 6:2424"
    assert (state.quarry == NONE).all()


# --- the end --------------------------------------------------------------------------------


def test_a_seat_without_tiles_is_passed_over():
    empty = ".. .. .. .."
    state = table(START, HANDS[0], empty, "7:1616 .. .. ..", empty, left=0)
    assert is_turn_of(put(state, (0, 1)), 2)
    assert is_turn_of(put(state, (1, 0)), 0)
    assert is_turn_of(put(state, (-1, 0), slot=1), 0)  # nobody else has any


def test_the_game_is_over_when_the_last_tile_is_played():
    state = table(START, "8:1717 .. .. ..", ".. .. 7:1616 ..", left=0)
    put(state, (0, 1))
    assert not game_at(state).is_terminal(state)
    put(state, (1, 0), slot=2)
    assert game_at(state).is_terminal(state)
    assert state.phase == OVER
    assert legal(state) == []
    assert not game_at(state).is_truncated(state)


def test_the_game_is_over_when_the_last_tile_is_discarded():
    drawing = """
        ..      8:4444  ..
        6:3333  **      10:5555
        ..      8:3535  ..
    """
    state = table(drawing, "2:1111 .. .. ..", ".. .. .. ..", left=0)
    before = discards(state)
    play(state, UNABLE)
    assert state.phase == OVER
    assert discards(state) == [*before, "2:1111"]


def turns(game, seed):
    """Return whose turn it was, turn by turn, in a random game, and its last state."""
    history = random_game(game, seed)
    left = [int((state.hand != NONE).sum() + 49 - state.num_drawn) for state in history]
    ends = [i for i in range(len(left) - 1) if left[i + 1] < left[i]]
    assert [left[i] - left[i + 1] for i in ends] == [1] * len(ends)
    return [int(history[i].turn_of) for i in ends], history[-1]


VARIANTS = [{}, {"may_claim_unable": True}, {"visiting_quarry": True}, {"children": True}]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("num_players", PLAYERS)
def test_48_turns_as_even_as_can_be(num_players, options):
    """Each takes one tile out of a hand; whoever began has no fewer than the others."""
    game = quiltenvs.game("quartile", num_players=num_players, **options)
    for seed in range(scaled(5)):
        found, last = turns(game, seed)
        first = int(last.starter)
        assert found == [(first + i) % num_players for i in range(48)]
        assert last.num_placed - 1 + last.num_discards == 48
        assert last.num_drawn == 49


def test_of_five_players_two_have_a_turn_less():
    game = quiltenvs.game("quartile", num_players=5, starting_player=2)
    found, _ = turns(game, 0)
    assert [found.count(seat) for seat in (2, 3, 4, 0, 1)] == [10, 10, 10, 9, 9]


def test_the_steps_of_a_game_have_a_bound():
    """Four tiles of each to show and a name; each turn a visit, a tile and a cell."""
    spec = quiltenvs.game("quartile", num_players=6, visiting_quarry=True).spec
    assert spec.max_steps == 6 * 4 + 1 + 48 * 3
    claiming = quiltenvs.game("quartile", num_players=2, may_claim_unable=True).spec
    assert claiming.max_steps == 2 * 4 + 1 + 48 * 4


def test_a_step_is_counted():
    state = table(START, *HANDS)
    put(put(state, (0, 1)), (1, 0))
    assert state.num_steps == 4
    assert state.phase == CHOOSE_TILE
    assert np.uint64(state.rng) == np.uint64(table(START, *HANDS).rng)  # nothing was left to chance
