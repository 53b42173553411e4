"""What is hidden: the order of the bag, and tiles dealt to others until they are placed."""

from collections import Counter

import numpy as np
import pytest

import quiltenvs
from quiltenvs.calico.bag import num_unseen
from quiltenvs.calico.state import TAKE
from tests.calico.positions import (
    EMPTY,
    GAME,
    GREEN,
    game_of,
    kinds,
    place,
    placed_kinds,
    table,
    take,
)
from tests.strategies import random_game, scaled

OPTIONS = [
    {},
    {"num_players": 1},
    {"num_players": 4, "starting_player": "random"},
    {"num_players": 3, "no_hand": True},
    {"lower_variance": True, "next_to_same_color": True, "next_to_same_pattern": True},
    {"num_players": 1, "lower_variance": True, "setup": "beginner"},
]
every_option = pytest.mark.parametrize("options", OPTIONS, ids=str)


def secrets(state):
    return state.is_secret.tolist()


def test_the_tiles_dealt_are_secret_and_those_taken_are_not():
    state = table(EMPTY, GREEN)
    assert secrets(state) == [[1, 1], [1, 1], [0, 0], [0, 0]]
    place(state, (1, 1), slot=1)
    assert secrets(state)[:2] == [[1, 0], [1, 1]]  # laid open on the quilt
    take(state)
    assert secrets(state)[:2] == [[1, 0], [1, 1]]  # everybody saw it on the market
    take(place(state, (1, 1), slot=0))
    assert secrets(state)[:2] == [[1, 0], [0, 1]]
    take(place(state, (1, 2), slot=1))  # the tile taken; the one dealt stays secret
    assert secrets(state)[:2] == [[1, 0], [0, 1]]
    take(place(state, (1, 2), slot=0))
    take(place(state, (1, 3), slot=0))
    assert secrets(state)[:2] == [[0, 0], [0, 1]]


def test_without_hands_nothing_is_secret():
    for state in random_game(game_of(2, no_hand=True), 0):
        assert not state.is_secret.any()


def plain_unseen(state, player):
    """Return all tiles of the game less those that ``player`` can see, by kind.

    In the solo mode it has also seen the tiles discarded.
    """
    copies = 2 if state.lower_variance else 3
    count = Counter(dict.fromkeys(range(36), copies))
    count.subtract(placed_kinds(state))
    count.subtract(tile for tile in state.market.tolist() if tile >= 0)
    for seat in range(int(state.num_players)):
        for tile, is_secret in zip(state.hand[seat].tolist(), state.is_secret[seat], strict=True):
            if tile >= 0 and (seat == player or not is_secret):
                count[tile] -= 1
    return [count[kind] for kind in range(36)]


@every_option
def test_unseen_tiles_are_all_that_the_player_has_not_seen(options):
    game = quiltenvs.game("calico", **options)
    discarded = Counter()
    history = random_game(game, 1)
    for number, state in enumerate(history):
        if game.spec.num_players == 1 and history[number - 1].phase == TAKE:
            discarded.update(discard(history[number - 1], state))
        for player in range(game.spec.num_players) if number % 8 == 0 else ():
            expected = plain_unseen(state, player)
            found = [num_unseen(state, player, kind) for kind in range(36)]
            assert found == [n - discarded[kind] for kind, n in enumerate(expected)]
    assert discarded.total() == (21 if options.get("num_players") == 1 else 0)


def discard(before, after):
    """Return the market tile that neither was taken nor is on the market still."""
    left = Counter(before.market.tolist())
    left.subtract([after.hand[0, before.emptied].item(), after.market[0].item()])
    return left


def known(state, player):
    """Return all of a state that ``player`` knows, as bytes, and what it does not, sorted."""
    copy = state.copy()
    hidden = [copy.tiles[copy.num_drawn :][copy.tiles[copy.num_drawn :] >= 0]]
    for seat in range(int(copy.num_players)):
        if seat != player:
            secret = copy.is_secret[seat] == 1
            hidden.append(copy.hand[seat][secret].copy())
            copy.hand[seat][secret] = 99
    copy.tiles, copy.bag, copy.rng = 0, 0, 0
    return copy.tobytes(), sorted(np.concatenate(hidden).tolist())


@every_option
def test_a_redeal_changes_nothing_that_the_player_knows(options):
    game = quiltenvs.game("calico", **options)
    for number, state in enumerate(random_game(game, 5)[:: 3 if scaled(2) > 1 else 20]):
        for player in range(game.spec.num_players):
            dealt = state.copy()
            game.redeal_hidden(dealt, player, number)
            assert known(dealt, player) == known(state, player)
            assert game.find_fault(dealt) == ""
            assert dealt.tobytes() != state.tobytes()


def test_a_redeal_deals_every_hidden_tile_anywhere():
    """To the other's hand, to the top and to the bottom of the bag, as often as it is unseen."""
    state = table(EMPTY, GREEN, hand="Gd Kf", market="Yq Ls Pv")
    draws = scaled(7000)
    hands, tops, bottoms = Counter(), Counter(), Counter()
    for seed in range(draws):
        dealt = state.copy()
        GAME.redeal_hidden(dealt, 0, seed)
        hands.update(dealt.hand[1].tolist())
        tops[int(dealt.tiles[dealt.num_drawn])] += 1
        bottoms[int(dealt.tiles[-1])] += 1
    unseen = plain_unseen(state, 0)
    assert sum(unseen) == 103
    for kind in range(36):
        for count, per_draw in ((hands, 2), (tops, 1), (bottoms, 1)):
            expected = per_draw * draws * unseen[kind] / 103
            assert abs(count[kind] - expected) < 5 * expected**0.5 + 1


def test_a_redeal_leaves_a_tile_taken_in_public_where_it_is():
    state = table(EMPTY, GREEN, market="Yq Ls Pv")
    take(place(state, (1, 1), slot=0), 1)
    second = set()
    for seed in range(50):
        dealt = state.copy()
        GAME.redeal_hidden(dealt, 1, seed)
        assert dealt.hand[0, 0] == kinds("Ls")[0]
        assert dealt.hand[1].tolist() == state.hand[1].tolist()
        assert dealt.market.tolist() == state.market.tolist()
        second.add(int(dealt.hand[0, 1]))
    assert len(second) > 10


def test_the_same_seed_redeals_alike():
    one, other = (table(EMPTY, GREEN) for _ in range(2))
    other.rng = 99
    for state in (one, other):
        GAME.redeal_hidden(state, 1, 7)
    assert one.tobytes() == other.tobytes()


def test_before_the_deal_a_redeal_shuffles_the_bag_and_leaves_the_offers():
    state = quiltenvs.game("calico", num_players=2).new_state(0)
    dealt = state.copy()
    GAME.redeal_hidden(dealt, 0, 1)
    assert dealt.goal_offer.tolist() == state.goal_offer.tolist()
    assert dealt.tiles.tolist() != state.tiles.tolist()
    assert sorted(dealt.tiles) == sorted(state.tiles)
