"""Positions of Patchwork that the tests of text and picture look at."""

import numpy as np

import quiltenvs
from tests.patchwork.positions import GAME, table, words

MATCH = quiltenvs.game("patchwork", match="two_game")
VARIANTS = [
    quiltenvs.game("patchwork", starting_player=s, time_board=b, gap_penalty=g, match=m)
    for s, b, g, m in [
        (0, "revised", 2, "single"),
        (1, "original", 1, "single"),
        ("random", "original", 1, "two_game"),
    ]
]
WINDOW = [row * 9 + column for row in range(1, 8) for column in range(2, 9)]
QUILTS = (
    """
    ##.......
    ##.......
    .........
    .........
    ....#....
    .........
    .........
    ##.......
    ........#""",
    """
    .........
    ..#######
    ..#######
    ..#######
    ..#######
    ..#######
    ..#######
    ..#######
    .........""",
)
COVERED = ([0, 1, 9, 10, 40, 63, 64, 80], WINDOW)


def cover(state, player, squares):
    state.quilts[player] = words({divmod(square, 9) for square in squares})


def sell(state, *left):
    """Leave only these patches in the market, in this order from the neutral token."""
    sold = [patch for patch in range(33) if patch not in left]
    state.circle = np.roll([*left, *sold], 20)
    state.neutral_token = 19  # so that counting clockwise wraps around the array
    state.unsold = sum(1 << index for index in range(33) if state.circle[index] in left)


def middle_game(game=GAME):
    """Player 1 to move; of the offers it can pay 17, but neither 9 nor 12."""
    state = table(
        quilts=QUILTS,
        position=(30, 27),
        on_top=1,
        buttons=(12, 6),
        income=(3, 5),
        special_patches=(32, 44),
        seven_by_seven=1,
        game=game,
    )
    sell(state, 17, 9, 12, 20, 0)
    return state


def finished(game=GAME, buttons=(20, 30), first=1):
    state = middle_game(game)
    state.position[:] = 53
    state.buttons[:] = buttons
    state.finished_first = first
    state.on_top = 1 - first
    state.special_patches = 0
    state.game_number = int(game is MATCH)
    return state


def random_positions(game, seed, every=5):
    """Positions of a game of random moves that prefer buying, the last one included."""
    rng = np.random.default_rng(seed)
    state = game.new_state(seed)
    step = 0
    while not game.is_terminal(state):
        if step % every == 0 or state.pending != -1:
            yield state
        legal = game.legal_actions(state)
        game.step(state, int(rng.choice(legal[1:] if len(legal) > 1 else legal)))
        step += 1
    yield state
