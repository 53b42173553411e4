"""Positions of Quiltable that the tests of text and picture look at."""

import numpy as np

import quiltenvs
from tests.quiltable.positions import table

OPTIONS = [
    {},
    {"num_players": 1, "quilting_master": "big_billy", "assistants": "random", "patches": True},
    {"num_players": 4, "mode": "quick_start", "starting_player": 2},
    {"num_players": 3, "mode": "symmetrical_race", "all_cards": True},
    {"num_players": 4, "patches": True, "symmetry": True, "assistants": "random"},
    {"num_players": 7, "mode": "mini", "symmetry": True},
    {
        "num_players": 8,
        "mode": "speed",
        "copies": 2,
        "assistants": "random",
        "gladys_once_per_turn": True,
        "patches": True,
        "patch_match": "label",
    },
    {"num_players": 2, "copies": 2, "all_cards": True, "assistants": "random"},
]
VARIANTS = [quiltenvs.game("quiltable", **options) for options in OPTIONS]


def middle_game():
    """Three blocks lie on the ring; player 1 to move."""
    area = """
        . . P1 . . .
        L0 S1 C2 I3 A4 .
        . P5 # # H6 .
        . N7 # . S8 .
        . L9 C10 I11 A0 .
        . . . . . P3
    """
    quilts = ["H0 H1 N3", "A5 A6\n. A7\n. I0"]
    patterns = [["cottage cottage", "A A A B"], ["apple apple", "A - A / - - - / A - B"]]
    piles = ["S0 S2 S3", "C0 +1", "I5", 0]
    return table(area, quilts, patterns, piles, turn=1, turns=[3, 3])


def random_positions(game, seed, every=9):
    """Positions of a game of random moves, few of them to pass, the last one included."""
    rng = np.random.default_rng(seed)
    state, passing = game.new_state(seed), game.actions.start("pass")
    for step in range(10_000):
        if game.is_terminal(state):
            break
        if step % every == 0:
            yield state
        legal = [action for action in game.legal_actions(state) if action != passing]
        game.step(state, int(rng.choice(legal or [passing])))
    yield state
