"""Players that cannot place a tile, or say so ("Unable to Play a Tile")."""

from collections import Counter

import numpy as np
import pytest

from quiltenvs.quartile.state import CHOOSE_CELL, NONE
from tests.quartile.positions import (
    ABLE_HAND,
    FIRST_TILE,
    STUCK_HAND,
    STUCK_TABLE,
    UNABLE,
    cell_action,
    choose,
    discards,
    hand,
    is_turn_of,
    legal,
    lies,
    pairs,
    play,
    points,
    put,
    table,
)

CLAIM = {"may_claim_unable": True}
OTHER = "10:4646 9:4545 9:4455 7:3344"
EMPTY = ".. .. .. .."


def unable(state, slot):
    """Be unable, with a seed for which the tile in ``slot`` is picked."""
    for seed in range(1000):
        fork = state.copy()
        fork.rng = np.uint64(seed)
        play(fork, UNABLE)
        player = state.turn_of
        if fork.picked == slot or fork.hand[player, slot] != state.hand[player, slot]:
            return fork
    raise AssertionError(f"slot {slot} is never picked")


# --- no tile fits ---------------------------------------------------------------------------


def test_being_unable_is_the_only_action_if_nothing_fits():
    assert legal(table(STUCK_TABLE, STUCK_HAND)) == [UNABLE]


@pytest.mark.parametrize("slot", range(4))
def test_a_player_with_one_tile_that_fits_is_able(slot):
    codes = STUCK_HAND.split()
    codes[slot] = "4:1313"  # 3 is shown to it, and its 1 then fits
    state = table(STUCK_TABLE, " ".join(codes))
    assert {slot for slot, _ in pairs(state)} == {slot}
    assert UNABLE not in legal(state)


@pytest.mark.parametrize("slot", range(4))
def test_the_tile_picked_is_discarded_and_another_drawn(slot):
    codes = STUCK_HAND.split()
    state = unable(table(STUCK_TABLE, STUCK_HAND, quarry="5:2323"), slot)
    assert discards(state) == [codes[slot]]
    codes[slot] = "5:2323"
    assert hand(state, 0) == " ".join(codes)
    assert points(state) == [0, 0]
    assert state.num_placed == 5
    assert is_turn_of(state, 1)
    assert not state.is_shown.any()


def test_the_tile_is_picked_at_random():
    state = table(STUCK_TABLE, STUCK_HAND, quarry="5:2323")
    picked = Counter()
    for seed in range(400):
        fork = state.copy()
        fork.rng = np.uint64(seed)
        picked.update(discards(play(fork, UNABLE)))
    assert set(picked) == set(STUCK_HAND.split())
    assert min(picked.values()) > 70


def test_only_tiles_that_are_left_are_picked():
    """Without a quarry slots are empty; and then nothing is drawn."""
    for seed in range(20):
        state = table(STUCK_TABLE, ".. 14:7777 .. 2:1111", left=0)
        before = discards(state)
        state.rng = np.uint64(seed)
        play(state, UNABLE)
        (gone,) = discards(state)[len(before) :]
        assert {gone} | set(hand(state, 0).split()) == {"14:7777", "2:1111", ".."}
        assert is_turn_of(state, 1)


def test_a_tile_discarded_is_public():
    state = play(table(STUCK_TABLE, STUCK_HAND), UNABLE)
    assert state.num_discards == 1
    assert state.discards[0] not in state.quarry


def test_being_unable_with_children():
    """Equal pips count: 14:7777 and 2:1111 have none of 3, 4 and 5."""
    state = table(STUCK_TABLE, "2:1111 14:7777 3:1212 13:6767", children=True)
    assert legal(state) == [UNABLE]
    able = table(STUCK_TABLE, "2:1111 14:7777 3:1212 9:4545", children=True)
    assert {slot for slot, _ in pairs(able)} == {3}


# --- it is said though a tile fits ----------------------------------------------------------


def test_with_the_option_an_able_player_may_say_so():
    """All else stays legal, and without the option it is not."""
    plain, claiming = table(STUCK_TABLE, ABLE_HAND), table(STUCK_TABLE, ABLE_HAND, **CLAIM)
    assert legal(claiming) == [*legal(plain), UNABLE]
    assert legal(table(STUCK_TABLE, STUCK_HAND, **CLAIM)) == [UNABLE]


def test_the_next_player_plays_the_tile_that_was_picked():
    """It chooses a rotation and a cell; no other tile, and nothing else."""
    state = unable(table(STUCK_TABLE, ABLE_HAND, OTHER, scores=(9, 9), **CLAIM), 0)
    assert (state.turn_of, state.mover, state.picked) == (0, 1, 0)
    # Of 8:3355 three rotations fit; see test_placement.py.
    assert legal(state) == [FIRST_TILE + 1, FIRST_TILE + 2, FIRST_TILE + 3]


def test_the_next_player_scores_the_tile_and_has_its_own_turn():
    """And the player that was unable draws."""
    state = table(STUCK_TABLE, ABLE_HAND, OTHER, quarry="2:1111", scores=(9, 9), **CLAIM)
    state = unable(state, 0)
    choose(state, 0, 1)
    assert state.phase == CHOOSE_CELL
    assert state.mover == 1
    assert legal(state) == [cell_action(state, (1, -1)), cell_action(state, (2, 0))]
    play(state, cell_action(state, (1, -1)))  # touches two tiles
    assert points(state) == [9, 9 + 16]
    assert lies(state)[1, -1] == "8:5335"
    assert hand(state, 0) == "2:1111 7:3434 12:5757 7:1616"
    assert hand(state, 1) == OTHER
    assert is_turn_of(state, 1)
    assert state.mover == 1
    assert discards(state) == []


def test_it_scores_both_tiles():
    state = unable(table(STUCK_TABLE, ABLE_HAND, OTHER, **CLAIM), 0)
    put(state, (2, 0), slot=0, rotation=2)
    put(state, (-2, 0), slot=0, rotation=1)  # 10:4646, its 6 on the 4
    assert points(state) == [0, 8 + 10]
    assert is_turn_of(state, 0)


def test_a_picked_tile_that_fits_nowhere_is_discarded():
    """The others of the hand would; nobody plays for the player."""
    state = unable(table(STUCK_TABLE, ABLE_HAND, OTHER, quarry="2:1111", **CLAIM), 3)
    assert discards(state) == ["7:1616"]
    assert hand(state, 0) == "8:3355 7:3434 12:5757 2:1111"
    assert is_turn_of(state, 1)
    assert (state.mover, state.picked) == (1, NONE)


def test_every_tile_of_an_able_hand_is_picked_as_often():
    counts = Counter()
    state = table(STUCK_TABLE, ABLE_HAND, **CLAIM)
    for seed in range(400):
        fork = state.copy()
        fork.rng = np.uint64(seed)
        play(fork, UNABLE)
        counts[int(fork.picked)] += 1
    assert set(counts) == {0, 1, 2, NONE}  # what was discarded is no longer picked
    assert min(counts.values()) > 70


def test_the_last_seat_is_followed_by_the_first():
    state = table(STUCK_TABLE, OTHER, "12:5577 .. .. ..", left=0, turn=1, **CLAIM)
    play(state, UNABLE)
    assert (state.turn_of, state.mover) == (1, 0)
    put(state, (0, 2), slot=0, rotation=1)
    assert points(state) == [12, 0]
    assert is_turn_of(state, 0)


def test_a_player_without_tiles_plays_for_the_one_before():
    """It scores, but the next turn is of the next player that has tiles."""
    state = table(STUCK_TABLE, "12:5577 .. .. ..", EMPTY, OTHER, left=0, **CLAIM)
    play(state, UNABLE)
    assert (state.turn_of, state.mover) == (0, 1)
    put(state, (0, 2), rotation=1)
    assert points(state) == [0, 12, 0]
    assert is_turn_of(state, 2)


def test_the_last_tile_of_all_may_be_played_by_another():
    state = table(STUCK_TABLE, "12:5577 .. .. ..", EMPTY, left=0, **CLAIM)
    play(state, UNABLE)
    put(state, (0, 2), rotation=1)
    assert points(state) == [0, 12]
    assert legal(state) == []


def test_a_tile_that_was_picked_is_public():
    state = unable(table(STUCK_TABLE, ABLE_HAND, OTHER, **CLAIM), 1)
    assert np.argwhere(state.is_shown).tolist() == [[0, 1]]


def test_who_plays_for_another_may_not_be_unable():
    """Nor visit the quarry, for itself or the other, whatever it has."""
    options = {**CLAIM, "visiting_quarry": True}
    state = unable(table(STUCK_TABLE, ABLE_HAND, STUCK_HAND, scores=(50, 50), **options), 0)
    assert max(legal(state)) < FIRST_TILE + 4


def test_the_points_of_children_go_to_who_lays_the_tile():
    state = table(STUCK_TABLE, "8:3355 .. .. ..", OTHER, left=0, children=True, **CLAIM)
    play(state, UNABLE)
    put(state, (0, 2), rotation=1)  # 5 and 5
    assert points(state) == [0, 1]
