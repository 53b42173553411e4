"""Positions of Calico that the tests of text and picture look at."""

import numpy as np

import quiltenvs
from tests.calico.positions import table

VARIANTS = [
    quiltenvs.game("calico", **options)
    for options in (
        {},
        {"num_players": 1, "goals": "!= AAA-BBB AA-BB-CC", "no_hand": True},
        {"num_players": 2, "scenario": 8, "boards": "random", "lower_variance": True},
        {"num_players": 3, "next_to_placed": True, "next_to_same_pattern": True},
        {"num_players": 3, "setup": "family", "starting_player": "random"},
        {"num_players": 4, "setup": "beginner"},
    )
]
QUILT = """
    Kv  Ys  Lv  Kf  Pq  Yw  Gs
      Gw  Gd  Gf  Gv  ..  ..  Dd
    Dq  ..  Gq  ##  Ps  ..  Pv
      Lf  ..  Pd  Pw  ##  ..  Yf
    Ps  ..  ##  ..  ..  ..  Gq
      Yd  Kd  Yd  Df  Df  ..  Dw
    Pw  Lq  Kw  Df  Gv  Kd  Ls
"""
"""Top goal met by color; buttons on c2, d4, e6; cats on c6, e6."""
DULL = """
    Df  Yv  Gf  Ds  Pq  Yd  Lv
      Pd  Ys  Kf  Yw  Ls  Kv  Kw
    Kq  ..  ..  ##  ..  ..  Pf
      Ls  ..  ..  ..  ##  ..  Ys
    Yw  ..  ##  ..  ..  ..  Lq
      Pv  Kf  Gw  Kv  Gs  Pw  Kd
    Gs  Dd  Gq  Ks  Lf  Dw  Gv
"""
"""Nothing gained; the green board."""
FULL = """
    Kv  Ys  Lv  Kf  Pq  Yw  Gs
      Gw  Gd  Gf  Gv  Yq  Yv  Dd
    Dq  Lv  Gq  ##  Ps  Dd  Pv
      Lf  Lw  Pd  Pw  ##  Ks  Yf
    Ps  Ks  ##  Yw  Kq  Yf  Gq
      Yd  Kd  Yd  Df  Df  Lq  Dw
    Pw  Lq  Kw  Df  Gv  Kd  Ls
"""
"""The first quilt filled up."""


def middle_game():
    """Player 1 to place a tile; one in its hand is known to all, the other to itself only."""
    state = table(
        QUILT,
        DULL,
        hand="Yw Ld",
        market="Dv Ks Pq",
        bag="Gs Lf",
        goals="AAA-BBB != AA-BB-CC",
    )
    state.is_secret[1] = [0, 1]
    return state


def finished(**options):
    """A solo game that is over."""
    return table(FULL, goals="AAA-BBB != AA-BB-CC", **options)


def random_positions(game, seed, every=7):
    """Positions of a game of random moves, the last one included."""
    rng = np.random.default_rng(seed)
    state, step = game.new_state(seed), 0
    while not game.is_terminal(state):
        if step % every == 0:
            yield state
        game.step(state, int(rng.choice(game.legal_actions(state))))
        step += 1
    yield state
