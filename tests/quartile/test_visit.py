"""Drawing early for five points (the optional rule "Visiting the Quarry")."""

from collections import Counter

import numpy as np
import pytest

from quiltenvs.quartile.state import NONE
from tests.quartile.positions import (
    FIRST_TILE,
    START,
    STUCK_HAND,
    STUCK_TABLE,
    UNABLE,
    VISIT,
    choose,
    discards,
    hand,
    is_turn_of,
    legal,
    pairs,
    play,
    points,
    put,
    table,
)

VISITING = {"visiting_quarry": True}
HAND = "8:1717 9:2727 4:2222 6:2244"
QUARRY = "14:7777 2:1111"


def visitor(drawing=START, first=HAND, score=20, **options):
    """Return the state after a visit of seat 0."""
    return play(
        table(drawing, first, quarry=QUARRY, scores=(score, 8), **VISITING, **options), VISIT
    )


# --- when -----------------------------------------------------------------------------------


def test_it_is_an_option():
    state = table(START, HAND, scores=(20, 20))
    assert VISIT not in legal(state)


@pytest.mark.parametrize(("score", "may"), [(0, False), (4, False), (5, True), (6, True)])
def test_it_takes_five_points(score, may):
    """Those of the player itself; the other is rich."""
    state = table(START, HAND, scores=(score, 90), **VISITING)
    assert (VISIT in legal(state)) is may
    poor = table(START, HAND, scores=(90, score), turn=1, **VISITING)
    assert (VISIT in legal(poor)) is may


@pytest.mark.parametrize(("left", "may"), [(0, False), (1, True)])
def test_it_takes_a_tile_in_the_quarry(left, may):
    state = table(START, HAND, left=left, scores=(20, 20), **VISITING)
    assert (VISIT in legal(state)) is may


def test_once_a_turn():
    state = visitor()
    assert VISIT not in legal(state)
    put(state, (0, 1))
    assert VISIT in legal(state)  # the next player
    put(state, (1, 0))
    assert VISIT in legal(state)  # and the same one in its next turn


def test_not_after_a_tile_is_chosen():
    state = choose(table(START, HAND, scores=(20, 20), **VISITING))
    assert VISIT not in legal(state)


# --- what -----------------------------------------------------------------------------------


@pytest.mark.parametrize("score", [5, 20])
def test_the_price_is_paid_and_a_tile_drawn(score):
    state = visitor(score=score)
    assert points(state) == [score - 5, 8]
    assert hand(state, 0) == f"{HAND} 14:7777"
    assert is_turn_of(state, 0)
    assert state.has_visited
    assert not state.is_shown.any()


def test_any_of_the_five_tiles_can_be_played():
    assert {slot for slot, _ in pairs(visitor())} == {0, 1, 2, 3, 4}
    assert {slot for slot, _ in pairs(table(START, HAND, scores=(20,), **VISITING))} == {0, 1, 2, 3}


@pytest.mark.parametrize("slot", range(4))
def test_the_tile_drawn_moves_to_the_slot_emptied_and_no_other_is_drawn(slot):
    codes = HAND.split()
    codes[slot] = "14:7777"
    state = put(visitor(), (0, 1), slot=slot)
    assert hand(state, 0) == " ".join(codes)
    assert state.num_drawn == 1 + 8 + 1
    assert is_turn_of(state, 1)
    assert not state.has_visited


def test_the_tile_drawn_can_be_played_itself():
    state = put(visitor(), (0, 1), slot=4)
    assert hand(state, 0) == HAND
    assert points(state) == [20 - 5 + 14, 8]
    assert state.num_drawn == 1 + 8 + 1


def test_the_next_turn_draws_as_usual():
    state = put(put(visitor(), (0, 1)), (1, 0))
    assert state.num_drawn == 1 + 8 + 2
    put(state, (-1, 0), slot=1)
    assert state.num_drawn == 1 + 8 + 3


def test_the_last_tile_of_the_quarry():
    state = play(table(START, HAND, quarry="14:7777", left=1, scores=(20, 20), **VISITING), VISIT)
    put(state, (0, 1))
    assert hand(state, 0) == "14:7777 9:2727 4:2222 6:2244"
    assert VISIT not in legal(state)


# --- unable ---------------------------------------------------------------------------------


def test_an_unable_player_may_visit_first():
    state = table(STUCK_TABLE, STUCK_HAND, quarry="8:3355", scores=(20,), **VISITING)
    assert legal(state) == [VISIT, UNABLE]
    play(state, VISIT)
    assert {slot for slot, _ in pairs(state)} == {4}
    assert UNABLE not in legal(state)


def test_still_unable_after_a_visit():
    """One of the five tiles is discarded, each as often, and no other is drawn."""
    state = visitor(STUCK_TABLE, "13:6677 3:1122 3:1212 13:6767")
    assert legal(state) == [UNABLE]
    tiles, gone = hand(state, 0).split(), Counter()
    assert len(tiles) == 5
    for seed in range(500):
        fork = state.copy()
        fork.rng = np.uint64(seed)
        play(fork, UNABLE)
        (tile,) = discards(fork)
        gone[tile] += 1
        expected = [tiles[4] if code == tile else code for code in tiles[:4]]
        assert hand(fork, 0) == " ".join(expected)
        assert fork.num_drawn == state.num_drawn
        assert points(fork) == [15, 8]
    assert set(gone) == set(tiles)
    assert min(gone.values()) > 70


def test_a_visitor_that_says_it_is_unable():
    """The next player lays one of its five tiles; the visitor has drawn already."""
    state = visitor(may_claim_unable=True)
    assert UNABLE in legal(state)
    seen = set()
    for seed in range(60):
        fork = state.copy()
        fork.rng = np.uint64(seed)
        play(fork, UNABLE)
        slot = int(fork.picked)
        seen.add(slot)
        assert set(legal(fork)) <= set(range(FIRST_TILE + 4 * slot, FIRST_TILE + 4 * slot + 4))
        put(fork, (0, 1), slot=slot)
        assert points(fork) == [15, 8 + [8, 9, 4, 6, 14][slot]]
        assert (fork.hand[0] != NONE).sum() == 4
        assert fork.num_drawn == state.num_drawn
        assert is_turn_of(fork, 1)
    assert seen == {0, 1, 2, 3, 4}
