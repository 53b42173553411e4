"""Positions that are made by *playing*, so that each one is reachable, and how many to make."""

import os
from typing import Any

import numpy as np
from hypothesis import strategies as st

from quiltenvs.core.game import Game, State, States
from quiltenvs.core.jit import COMPILED
from quiltenvs.core.registry import loops_of

IS_NIGHTLY = os.environ.get("QUILTENVS_NIGHTLY") == "1"
seeds = st.integers(0, 2**64 - 1)


def scaled(count: int) -> int:
    """Return how many games or samples to try where ``count`` is right for a run by hand.

    A hundred times as many under ``QUILTENVS_NIGHTLY=1``, a fraction under
    ``NUMBA_DISABLE_JIT=1``, which makes every step some hundred times slower.
    """
    if not COMPILED:
        return max(1, count // 50)
    return count * 100 if IS_NIGHTLY else count


def random_game(game: Game, seed: int) -> States:
    """Return all positions of one game played at random, from the start to the end."""
    loops = loops_of(game.spec.name)
    states = game.new_states([seed])
    draws, action = np.array([~np.uint64(seed)]), np.zeros(1, np.int64)
    positions = []
    while action[0] >= 0:
        positions.append(states.copy())
        loops.random_actions(states, draws, action)
        if action[0] >= 0:
            loops.step_rows(states, np.arange(1), action)
    return np.concatenate(positions)


def thinned(states: States) -> States:
    """Return all of ``states``, or every seventh under ``NUMBA_DISABLE_JIT=1``."""
    return states if COMPILED else states[::7]


@st.composite
def positions(draw: Any, game: Game) -> State:
    """Draw a position of a random game; shrinks towards the start."""
    history = random_game(game, draw(seeds))
    return history[draw(st.integers(0, len(history) - 1))].copy()


def observation(game: Game, state: State, player: int) -> Any:
    """Return what ``player`` sees, (D,) f4, written over a buffer of NaN."""
    out = np.full(game.observation_size, np.nan, np.float32)
    game.observe(state, player, out)
    return out


def observations(game: Game, state: State) -> Any:
    """Return what every player sees, (P, D) f4."""
    return np.array([observation(game, state, p) for p in range(game.spec.num_players)])


def action_mask(game: Game, state: State) -> Any:
    """Return the (A,) i1 mask, written over a buffer of sevens."""
    out = np.full(game.spec.num_actions, 7, np.int8)
    game.action_mask(state, out)
    return out
