"""What is hidden: the order of the piles below their tops, and the cards that were removed."""

from collections import Counter

import numpy as np
import pytest

import quiltenvs
from quiltenvs.quiltable.state import KEEP, NONE, REFILL
from tests.quiltable.positions import (
    checked,
    game_at,
    indices,
    legal,
    patterns_of,
    play,
    scores,
    sizes,
    table,
)
from tests.strategies import action_mask, observation, random_game, scaled

OPTIONS = [
    {},
    {"num_players": 1, "quilting_master": "big_billy", "patches": True},
    {"num_players": 3, "assistants": "random", "symmetry": True},
    {"num_players": 4, "copies": 2, "all_cards": True},
    {"num_players": 3, "mode": "quick_start"},
    {"mode": "symmetrical_race"},
    {"num_players": 5, "mode": "mini"},
    {"num_players": 6, "mode": "speed", "copies": 2, "assistants": "random"},
]
every_option = pytest.mark.parametrize("options", OPTIONS, ids=str)


def redealt(state, player, seed=1):
    fork = state.copy()
    game_at(state).redeal_hidden(fork, player, seed)
    return checked(fork)


def seen_places(state, player):
    """Return the places of the deck whose cards a player knows."""
    tops, ends = state.pile_top.tolist(), state.pile_end.tolist()
    if state.phase == KEEP:
        return set(range(tops[player], ends[player]))
    return {top for top, end in zip(tops, ends, strict=True) if top < end}


def known(state, player):
    """Return all of a state that ``player`` knows, and the cards it does not, sorted."""
    copy = state.copy()
    copy.rng = 0
    seen, hidden = seen_places(state, player), []
    for place, card in enumerate(state.deck.tolist()):
        if card != NONE and place not in seen:
            hidden.append(card)
            copy.deck[place] = 95
    return copy.tobytes(), sorted(hidden)


def some_positions(options, seed):
    game = quiltenvs.game("quiltable", **options)
    history = random_game(game, seed)
    return list(enumerate(history))[: 12 + scaled(1)] + list(enumerate(history))[12::97]


# --- a redeal -------------------------------------------------------------------------------


@every_option
def test_a_redeal_changes_nothing_that_the_player_knows(options):
    for number, state in some_positions(options, 5):
        for player in range(int(state.num_players)):
            assert known(redealt(state, player, number), player) == known(state, player)


@every_option
def test_a_redeal_looks_the_same_to_the_player(options):
    game = quiltenvs.game("quiltable", **options)
    for number, state in some_positions(options, 6):
        for player in range(int(state.num_players)):
            dealt = redealt(state, player, number)
            looks = [observation(game, one, player).tobytes() for one in (state, dealt)]
            assert looks[0] == looks[1]
            assert scores(dealt) == scores(state)
            assert game.ranking(dealt) == game.ranking(state)
            if player == state.mover:
                masks = [action_mask(game, one).tobytes() for one in (state, dealt)]
                assert masks[0] == masks[1]


@every_option
def test_seeds_make_a_difference(options):
    state = quiltenvs.game("quiltable", **options).new_state(3)
    dealt = [redealt(state, 0, seed) for seed in range(20)]
    assert len({one.deck.tobytes() for one in dealt}) == 20


def test_what_was_hidden_before_does_not_matter():
    """Only the seed does."""
    state = table()
    others = [redealt(state, 1, seed) for seed in range(5)]
    assert len({redealt(one, 1, 7).tobytes() for one in [state, *others]}) == 1
    assert redealt(state, 1, 7).tobytes() != redealt(state, 1, 8).tobytes()


def test_tops_stay():
    state = table()
    tops = [int(state.deck[top]) for top in state.pile_top[:4]]
    for seed in range(10):
        dealt = redealt(state, 0, seed)
        assert [int(dealt.deck[top]) for top in dealt.pile_top[:4]] == tops
        assert sizes(dealt) == sizes(state)


def test_removed_cards_are_dealt_too():
    """A card below a top may be any that nobody has seen, as often as any other."""
    state = table()
    draws = scaled(3000)
    _, hidden = known(state, 0)
    assert len(hidden) == 96 - 12 - 4
    places = (int(state.pile_top[0]) + 1, int(state.pile_end[3]) - 1, 60)
    counts = [Counter() for _ in places]
    for seed in range(draws):
        dealt = state.copy()
        game_at(state).redeal_hidden(dealt, 0, seed)
        for count, place in zip(counts, places, strict=True):
            count[int(dealt.deck[place])] += 1
    expected = draws / len(hidden)
    for count in counts:
        assert set(count) <= set(hidden)
        assert all(abs(count[card] - expected) < 5 * expected**0.5 + 1 for card in hidden)


def test_double_cards_stay_double():
    state = quiltenvs.game("quiltable", num_players=3, copies=2).new_state(4)
    _, hidden = known(state, 0)
    assert max(Counter(hidden).values()) == 2
    assert known(redealt(state, 0, 9), 0)[1] == hidden


def test_cards_in_hand_stay():
    """They were drawn, and everybody sees them."""
    state = play(table(), "choose 1 1, choose 1 2, done, place 0 3 3")
    assert state.phase == REFILL
    dealt = redealt(state, 1, 5)
    assert dealt.hand.tolist() == state.hand.tolist()
    assert legal(dealt) == legal(state)


def test_chance_to_come_is_new():
    state = table()
    assert redealt(state, 0, 3).rng != state.rng
    assert np.uint64(redealt(state, 0, 3).rng) != np.uint64(redealt(state, 0, 4).rng)


# --- Quick Start ----------------------------------------------------------------------------


def quick_start():
    options = {"mode": "quick_start", "num_players": 3, "starting_player": 0}
    return quiltenvs.game("quiltable", **options).new_state(8)


def piles(state):
    ends = zip(state.pile_top[:4].tolist(), state.pile_end[:4].tolist(), strict=True)
    return [state.deck[top:end].tolist() for top, end in ends]


def test_the_own_pile_of_a_quick_start_stays():
    """Others' piles, and the one that nobody has, are mixed."""
    state = quick_start()
    for player in range(3):
        dealt = redealt(state, player, 2)
        same = [a == b for a, b in zip(piles(state), piles(dealt), strict=True)]
        assert same == [pile == player for pile in range(4)]


def test_kept_cards_stay():
    state = quick_start()
    (card,) = min(indices(state, "card"))
    play(state, f"card {card}")
    assert state.phase == KEEP
    for player in range(3):
        dealt = redealt(state, player, 2)
        assert patterns_of(dealt, 0) == patterns_of(state, 0)
        assert [pile.count(NONE) for pile in piles(dealt)] == [1, 0, 0, 0]
        same = [a == b for a, b in zip(piles(state), piles(dealt), strict=True)]
        assert same[player]
        assert sum(same) == 1


def test_who_still_chooses_sees_its_pile_and_nobody_elses():
    state = quick_start()
    game = game_at(state)
    for player in range(3):
        views = game.unflatten(observation(game, state, player))
        offered = {card for card in range(96) if views["offer"][card]}
        assert offered == set(piles(state)[player])
        assert {card for card in range(96) if views["unseen"][card]} == set(range(96)) - offered


def test_after_the_second_deal_piles_are_hidden_from_all():
    state = quick_start()
    for _ in range(3):
        play(state, f"card {min(indices(state, 'card'))[0]}")
    assert state.phase != KEEP
    for player in range(3):
        same = [
            a[1:] == b[1:] for a, b in zip(piles(state), piles(redealt(state, player)), strict=True)
        ]
        assert not any(same)
