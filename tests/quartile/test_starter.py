"""Who begins ("Determining the First Player")."""

from collections import Counter

import numpy as np
import pytest

import quiltenvs
from quiltenvs.quartile.state import CHOOSE_TILE, COMMIT, NAME_STARTER, NONE
from tests.quartile.positions import FIRST_NAME, START, hand, is_turn_of, legal, play, table
from tests.strategies import observation

HANDS = [
    "8:1717 8:1177 8:2626 9:2727",
    "8:2266 8:3535 8:3355 9:2277",
    "9:3636 10:3737 11:4747 12:5757",
    "9:3366 10:3377 11:4477 7:1616",
]
"""Seats 0 and 1 have the same centers in the same slots."""
BY_RULES = {"starting_player": "rules"}


def dealt(num_players=2, **options):
    return table(START, *HANDS[:num_players], **{**BY_RULES, **options})


def shown(state):
    """Return the slots of each hand that all have seen."""
    seats = range(int(state.num_players))
    return [np.flatnonzero(state.is_shown[seat]).tolist() for seat in seats]


# --- committing -----------------------------------------------------------------------------


def test_every_player_commits_a_tile_in_seat_order():
    state = dealt(4)
    for seat in range(4):
        assert (state.phase, state.mover) == (COMMIT, seat)
        assert legal(state) == [0, 1, 2, 3]
        play(state, seat)
    assert state.phase == NAME_STARTER


def test_what_is_committed_is_hidden_until_all_have():
    """Nobody else sees a difference, whichever tile lies face down."""
    game = quiltenvs.game("quartile", num_players=3)
    looks = set()
    for slot in range(4):
        state = play(dealt(3), slot)
        assert shown(state) == [[], [], []]
        looks.add((observation(game, state, 1).tobytes(), observation(game, state, 2).tobytes()))
    assert len(looks) == 1
    play(state, 0)
    assert shown(state) == [[], [], []]
    play(state, 1)
    assert shown(state) == [[3], [0], [1]]


def test_tiles_shown_are_back_in_the_hand_and_public():
    game = quiltenvs.game("quartile", num_players=2)
    state = play(dealt(), 3, 1)
    assert [hand(state, seat) for seat in (0, 1)] == HANDS[:2]
    assert state.committed.tolist() == [NONE] * 6
    other = game.unflatten(observation(game, state, 0))["other_hands"][0]
    np.testing.assert_allclose(other[1], [8 / 14, 3 / 7, 5 / 7, 3 / 7, 5 / 7, 1], rtol=1e-6)
    assert not other[[0, 2, 3], :5].any()
    play(state, FIRST_NAME)
    assert shown(state) == [[3], [1]]  # they can be played, and are known meanwhile


# --- naming ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slots", "lowest"),
    [((0, 3, 0), 0), ((3, 0, 1), 1), ((3, 3, 0, 3), 3), ((3, 3, 1, 1), None), ((1, 3, 3, 3), 3)],
)
def test_the_lowest_center_names_the_starter(slots, lowest):
    state = play(dealt(len(slots)), *slots)
    assert (state.phase, state.mover) == ((COMMIT, 0) if lowest is None else (NAME_STARTER, lowest))


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_anybody_can_be_named(turn):
    """Counted from the one who names, so that 0 is itself."""
    state = play(dealt(3), 3, 0, 1)
    assert state.mover == 1
    assert legal(state) == [FIRST_NAME, FIRST_NAME + 1, FIRST_NAME + 2]
    assert state.starter == NONE
    play(state, FIRST_NAME + turn)
    starter = (1 + turn) % 3
    assert is_turn_of(state, starter)
    assert (state.starter, state.mover) == (starter, starter)


# --- ties -----------------------------------------------------------------------------------


def test_only_the_tied_show_another_tile():
    """In seat order, and none that was shown before."""
    state = play(dealt(4), 3, 3, 1, 0)  # 9, 9, 10, 9
    assert (state.phase, state.mover) == (COMMIT, 0)
    assert legal(state) == [0, 1, 2]
    play(state, 0)
    assert state.mover == 1
    assert shown(state) == [[3], [3], [1], [0]]  # the second tile of seat 0 is still hidden
    play(state, 0)
    assert state.mover == 3
    assert legal(state) == [1, 2, 3]
    play(state, 3)
    assert (state.phase, state.mover) == (NAME_STARTER, 3)
    assert shown(state) == [[0, 3], [0, 3], [1], [0, 3]]


def test_who_was_not_lowest_is_out_of_the_tie():
    """Even with a lower tile in hand, and even among three who were tied before."""
    state = play(dealt(4), 3, 3, 0, 0)  # 9, 9, 9, 9
    play(state, 0, 0, 1, 1)  # 8, 8, 10, 10
    assert (state.phase, state.mover) == (COMMIT, 0)
    play(state, 1)
    assert state.mover == 1
    play(state, 1)  # 8, 8
    assert (state.phase, state.mover) == (COMMIT, 0)
    assert legal(state) == [2]
    assert shown(state) == [[0, 1, 3], [0, 1, 3], [0, 1], [0, 1]]


@pytest.mark.parametrize("rounds", [1, 2])
def test_a_tie_broken_in_the_next_round(rounds):
    """The 8 of seat 1 is lower than the 9 of seat 0."""
    state = dealt()
    for slot in range(rounds):
        play(state, slot, slot)
        assert (state.phase, state.mover, state.num_reveals) == (COMMIT, 0, slot + 1)
    play(state, 3, 2)
    assert (state.phase, state.mover) == (NAME_STARTER, 1)
    assert shown(state) == [[*range(rounds), 3], [*range(rounds), 2]]


def test_after_four_ties_chance_decides_among_the_tied():
    """One of them names the starter all the same; all hands are known then."""
    movers = Counter()
    state = play(dealt(3), 3, 3, 0, 0, 0, 1, 1, 1, 2)
    for seed in range(100):
        fork = state.copy()
        fork.rng = np.uint64(seed)
        play(fork, 2)
        assert fork.phase == NAME_STARTER
        assert shown(fork)[:2] == [[0, 1, 2, 3]] * 2
        movers[int(fork.mover)] += 1
    assert set(movers) == {0, 1}
    assert min(movers.values()) > 25


def test_a_fourth_round_without_a_tie_leaves_nothing_to_chance():
    hands = [HANDS[0], HANDS[1].replace("9:2277", "7:1616")]
    for seed in range(10):
        state = table(START, *hands, **BY_RULES)
        play(state, 0, 0, 1, 1, 2, 2)
        state.rng = np.uint64(seed)
        assert play(state, 3, 3).mover == 1


# --- without the procedure ------------------------------------------------------------------


@pytest.mark.parametrize("seat", range(6))
def test_a_seat_that_begins(seat):
    state = quiltenvs.game("quartile", num_players=6, starting_player=seat).new_state(0)
    assert is_turn_of(state, seat)
    assert (state.starter, state.mover) == (seat, seat)
    assert not state.is_shown.any()


def test_a_starter_drawn_at_random():
    states = quiltenvs.game("quartile", num_players=3, starting_player="random").new_states(
        range(300)
    )
    starters = Counter(states["starter"].tolist())
    assert set(starters) == {0, 1, 2}
    assert min(starters.values()) > 70
    assert all(is_turn_of(state, state.starter) for state in states)
    assert all(state.phase == CHOOSE_TILE for state in states)


def test_the_deal_is_the_same_whoever_begins():
    """The start tile first, then the hands a tile at a time from seat 0."""
    options = ("rules", 0, 2, "random")
    found = {
        (state.hand.tobytes(), state.quarry.tobytes(), state.placed_tile.tobytes())
        for value in options
        for state in quiltenvs.game("quartile", num_players=3, starting_player=value).new_states(
            [5]
        )
    }
    assert len(found) == 1
