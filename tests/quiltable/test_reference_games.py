"""The literal reference plays whole games at random in every mode, and loses no card."""

import random

import pytest

from tests.quiltable.reference_positions import all_cards, new_game, second_deal
from tests.reference.quiltable_quilt import normalized, num_parts

MODES = [
    {},
    {"num_players": 1},
    {"num_players": 1, "copies": 2, "all_cards": True, "max_turns": 20},
    {"num_players": 1, "assistants": "random", "patches": True, "quilting_master": "big_billy"},
    {"num_players": 1, "mode": "quick_start", "max_turns": 20},
    {"num_players": 2, "assistants": "uncle_sam,big_billy", "symmetry": True},
    {"num_players": 2, "assistants": "terrific_tim,mayhem_maddie"},
    {"num_players": 2, "assistants": "sneaky_sally,sneaky_sally", "copies": 2},
    {"num_players": 2, "mode": "symmetrical_race", "max_turns": 20},
    {"num_players": 3, "assistants": "gifted_gladys,uncle_sam,swap_shop_sandra"},
    {"num_players": 3, "assistants": "planning_peter,tricky_travis,granny_smith"},
    {"num_players": 3, "patches": True, "patch_match": "label", "symmetry": True},
    {"num_players": 4, "assistants": "random", "gladys_once_per_turn": True},
    {"num_players": 4, "all_cards": True, "auto_refill": True},
    {"num_players": 4, "mode": "quick_start", "max_turns": 10},
    {"num_players": 4, "mode": "symmetrical_race", "all_cards": True, "max_turns": 8},
    {"num_players": 5, "mode": "mini", "patches": True},
    {"num_players": 8, "mode": "mini"},
    {"num_players": 8, "copies": 2, "assistants": "random"},
    {"num_players": 5, "mode": "speed", "copies": 2, "assistants": "random"},
    {"num_players": 8, "mode": "speed", "copies": 2, "patches": True},
]


def any_kind(game, rng):
    """A decision of a random block: seldom a pass, often a CHOOSE or a RETURN."""
    legal = sorted(game.legal())
    block = rng.choice(sorted({decision[0] for decision in legal}))
    return rng.choice([decision for decision in legal if decision[0] == block])


def check(game, cards):
    """Nothing is lost, and every quilt is as it must be."""
    assert all_cards(game) == cards
    for seat in game.seats:
        quilt = game.quilts[seat]
        assert quilt == normalized(quilt)
        assert all(max(cell) < game.frame for cell in quilt)
        if game.assistants is None:
            assert num_parts(quilt) <= 1
    for area in game.areas:
        assert all(0 <= min(cell) <= max(cell) < area.size for cell in area.cells)
        assert area.cells.keys() <= set(area.grid())


@pytest.mark.parametrize("options", MODES)
@pytest.mark.parametrize("seed", range(2))
def test_whole_games(options, seed):
    rng = random.Random(seed)
    game = new_game(seed, starter=None, **options)
    cards, num_decisions = all_cards(game), 0
    while not game.is_over:
        if game.phase == "DEAL":
            game.deal_again(second_deal(game, rng))
            continue
        assert game.legal()
        assert game.mover in game.seats
        game.play(any_kind(game, rng))
        check(game, cards)
        num_decisions += 1
    assert game.legal() == set()
    assert num_decisions > 10
    check_end(game)


def check_end(game):
    """Places are right for the scores, and turns are as equal as they can be."""
    places = game.places()
    scores = [game.score(seat) for seat in game.seats]
    if len(places) > 1 and game.options.mode != "symmetrical_race":
        assert sorted(places) == [seat + 1 for seat in game.seats]
        best = places.index(1)
        assert scores[best] == max(scores)
    if game.options.mode != "speed":
        assert max(game.num_turns) - min(game.num_turns) <= 1
    if game.is_truncated:
        assert max(game.num_turns) == game.options.max_turns


def test_every_phase_is_reached():
    phases = set()
    for number, options in enumerate(MODES):
        rng = random.Random(100 + number)
        game = new_game(number, **options)
        for _ in range(200):
            phases.add(game.phase)
            if game.phase == "DEAL":
                game.deal_again(second_deal(game, rng))
            elif not game.is_over:
                game.play(any_kind(game, rng))
    assert phases == {
        *["SIDE", "KEEP", "DEAL", "CORNER", "ACTION", "CHOOSE", "PLACE", "RETURN", "LAY"],
        *["REFILL", "SAM", "GRANNY", "SANDRA_GIVE", "SANDRA_TAKE", "DONATE", "DONATE_TO"],
        *["TRAVIS", "MADDIE", "UNDO", "OVER"],
    }
