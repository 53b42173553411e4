"""What is hidden: the start tile, the quarry, and tiles of others that nobody was shown."""

from collections import Counter

import numpy as np
import pytest

import quiltenvs
from quiltenvs.quartile.state import CHOOSE_CELL, COMMIT, NONE
from tests.quartile.positions import (
    ABLE_HAND,
    START,
    STUCK_HAND,
    STUCK_TABLE,
    UNABLE,
    VISIT,
    checked,
    choose,
    hand,
    play,
    put,
    table,
)
from tests.strategies import observation, random_game, scaled

OPTIONS = [
    {},
    {"num_players": 3, "starting_player": "random"},
    {"num_players": 6, "may_claim_unable": True},
    {"num_players": 4, "visiting_quarry": True, "may_claim_unable": True},
    {"children": True, "tile_set": "opp"},
]
every_option = pytest.mark.parametrize("options", OPTIONS, ids=str)


def redealt(state, player, seed=1):
    game = quiltenvs.game("quartile", num_players=int(state.num_players))
    fork = state.copy()
    game.redeal_hidden(fork, player, seed)
    return checked(fork)


def secret_slots(state, player):
    """Return where others hold a tile that ``player`` has not seen."""
    return [
        (seat, slot)
        for seat in range(int(state.num_players))
        for slot in range(5)
        if seat != player and state.hand[seat, slot] != NONE and not state.is_shown[seat, slot]
    ]


def known(state, player):
    """Return all of a state that ``player`` knows, as bytes, and the tiles it does not, sorted."""
    copy = state.copy()
    places = secret_slots(state, player)
    hidden = [int(copy.placed_tile[0]), *copy.quarry[copy.num_drawn :].tolist()]
    hidden += [int(copy.hand[place]) for place in places]
    for place in places:
        copy.hand[place] = 99
    copy.placed_tile[0], copy.quarry[copy.num_drawn :], copy.rng = 99, 99, 0
    return copy.tobytes(), sorted(hidden)


def positions_of(options, seed, step):
    game = quiltenvs.game("quartile", **options)
    return list(enumerate(random_game(game, seed)))[:: step if scaled(2) > 1 else 40]


# --- a redeal -------------------------------------------------------------------------------


@every_option
def test_a_redeal_changes_nothing_that_the_player_knows(options):
    for number, state in positions_of(options, 5, 3):
        for player in range(int(state.num_players)):
            assert known(redealt(state, player, number), player) == known(state, player)


@every_option
def test_a_redeal_looks_the_same_to_the_player(options):
    game = quiltenvs.game("quartile", **options)
    for number, state in positions_of(options, 6, 7):
        for player in range(int(state.num_players)):
            dealt = redealt(state, player, number)
            looks = [observation(game, one, player).tobytes() for one in (state, dealt)]
            assert looks[0] == looks[1]


def test_a_redeal_renews_start_tile_quarry_and_hidden_tiles():
    state = table(STUCK_TABLE, ABLE_HAND, STUCK_HAND, num_players=3)
    dealt = [redealt(state, 1, seed) for seed in range(20)]
    assert len({int(one.placed_tile[0]) for one in dealt}) > 5
    for seat, is_renewed in ((0, True), (1, False), (2, True)):
        assert (len({hand(one, seat) for one in dealt}) > 10) is is_renewed
    assert len({one.quarry.tobytes() for one in dealt}) == 20


def test_a_redeal_deals_every_hidden_tile_anywhere():
    """As often to a hand, as the start tile, and as the next and the last of the quarry."""
    state = table(STUCK_TABLE, ABLE_HAND, STUCK_HAND)
    draws = scaled(3000)
    counts = [Counter() for _ in range(4)]
    for seed in range(draws):
        dealt = state.copy()
        quiltenvs.game("quartile").redeal_hidden(dealt, 0, seed)
        tiles = (dealt.hand[1, 2], dealt.placed_tile[0], dealt.quarry[13], dealt.quarry[48])
        for count, tile in zip(counts, tiles, strict=True):
            count[int(tile)] += 1
    _, hidden = known(state, 0)
    assert state.num_drawn == 13
    assert len(hidden) == 49 - 4 - 4
    for count in counts:
        assert set(count) <= set(hidden)
        expected = draws / len(hidden)
        assert all(abs(count[tile] - expected) < 5 * expected**0.5 + 1 for tile in hidden)


def test_what_was_hidden_before_does_not_matter():
    """Only the seed does."""
    state = table(STUCK_TABLE, ABLE_HAND, STUCK_HAND, num_players=3)
    others = [redealt(state, 1, seed) for seed in range(5)]
    assert len({one.tobytes() for one in others}) == 5
    assert len({redealt(one, 1, 7).tobytes() for one in [state, *others]}) == 1
    assert redealt(state, 1, 7).tobytes() != redealt(state, 1, 8).tobytes()


def test_own_and_played_tiles_stay():
    state = put(table(START, "8:1717 9:2727 4:2222 6:2244"), (0, 1))
    dealt = redealt(state, 0)
    assert hand(dealt, 0) == hand(state, 0)
    assert dealt.placed_tile[1:].tolist() == state.placed_tile[1:].tolist()
    assert dealt.placed_pips.tolist() == state.placed_pips.tolist()


def test_discards_stay():
    state = play(table(STUCK_TABLE, STUCK_HAND), UNABLE)
    assert state.num_discards == 1
    for seed in range(10):
        assert redealt(state, 1, seed).discards.tolist() == state.discards.tolist()


# --- what others have seen ------------------------------------------------------------------


def is_kept(state, player, place):
    """Whether a tile in a hand is the same after every redeal for ``player``."""
    tiles = {int(redealt(state, player, seed).hand[place]) for seed in range(12)}
    return tiles == {int(state.hand[place])}


def test_tiles_shown_to_find_the_starter_stay():
    hands = ["8:1717 8:1177 8:2626 9:2727", "8:2266 8:3535 8:3355 9:2277"]
    state = table(START, *hands, starting_player="rules")
    play(state, 0, 0)
    assert state.phase == COMMIT
    assert [is_kept(state, 1, (0, slot)) for slot in range(4)] == [True, False, False, False]


def test_a_tile_lying_face_down_is_hidden():
    hands = ["8:1717 8:1177 8:2626 9:2727", "8:2266 8:3535 8:3355 9:2277"]
    state = play(table(START, *hands, starting_player="rules"), 2)
    assert not any(is_kept(state, 1, (0, slot)) for slot in range(4))


def test_a_tile_chosen_to_be_laid_is_public():
    """So that it fits after a redeal as it did before."""
    state = choose(table(STUCK_TABLE, ABLE_HAND), 0, 3)
    assert state.phase == CHOOSE_CELL
    assert [is_kept(state, 1, (0, slot)) for slot in range(4)] == [True, False, False, False]


def test_a_picked_tile_is_public():
    state = table(STUCK_TABLE, ABLE_HAND, may_claim_unable=True)
    state.rng = np.uint64(2)
    play(state, UNABLE)
    assert state.picked != NONE
    kept = [is_kept(state, 1, (0, slot)) for slot in range(4)]
    assert kept == [slot == state.picked for slot in range(4)]


def test_the_tile_of_a_visit_is_hidden():
    state = table(START, ABLE_HAND, scores=(9,), visiting_quarry=True)
    play(state, VISIT)
    assert not is_kept(state, 1, (0, 4))
    assert is_kept(state, 0, (0, 4))
