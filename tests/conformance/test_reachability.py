"""No dead index in the action space but those that a game's tests name and explain."""

import importlib
import importlib.util

import numpy as np

from quiltenvs.core.batch import BatchEnv, RandomActions
from quiltenvs.core.jit import COMPILED


def unreachable_actions(game):
    """Return what ``tests/<game>/unreachable.py`` declares; without that file, nothing."""
    module = f"tests.{game.spec.name}.unreachable"
    if importlib.util.find_spec(module) is None:
        return set()
    return set(importlib.import_module(module).actions(game))


def test_every_action_is_reachable(game):
    """In random play, whoever moves; catches a spec that is too large and a mask cut short."""
    dead = unreachable_actions(game)
    env = BatchEnv(game, 256 if COMPILED else 2, observe=False)
    draw = RandomActions(env, seed=1)
    seen = env.reset(seed=2).action_mask.any(axis=0)
    for _ in range(40 * game.spec.max_steps if COMPILED else 20):
        seen |= env.step(draw()).action_mask.any(axis=0)
        if seen.sum() == game.spec.num_actions - len(dead):
            break
    assert not dead & set(np.flatnonzero(seen).tolist())
    if COMPILED:  # uncompiled there is only time to look for actions that should be dead
        assert set(np.flatnonzero(~seen).tolist()) == dead
