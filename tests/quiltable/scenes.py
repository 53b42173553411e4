"""Positions of Quiltable that the tests of text and picture look at."""

import numpy as np

import quiltenvs
from tests.quiltable.positions import table

VARIANTS = [
    quiltenvs.game("quiltable"),
    quiltenvs.game(
        "quiltable", num_players=1, assistants="random", quilting_master="big_billy", patches=True
    ),
    quiltenvs.game("quiltable", num_players=4, mode="quick_start", starting_player=2),
    quiltenvs.game("quiltable", num_players=3, mode="symmetrical_race", all_cards=True),
    quiltenvs.game("quiltable", num_players=7, mode="mini", symmetry=True),
    quiltenvs.game(
        "quiltable",
        num_players=8,
        mode="speed",
        copies=2,
        patches=True,
        symmetry=True,
        assistants="random",
        gladys_once_per_turn=True,
        patch_match="label",
        max_turns=20,
    ),
    quiltenvs.game("quiltable", num_players=2, copies=2, all_cards=True, assistants="random"),
]


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


def random_positions(game, seed, every=9, most=400):
    """Positions of a game of random moves, the last one included."""
    rng = np.random.default_rng(seed)
    state = game.new_state(seed)
    for step in range(most):
        if game.is_terminal(state):
            break
        if step % every == 0:
            yield state
        game.step(state, int(rng.choice(game.legal_actions(state))))
    yield state
