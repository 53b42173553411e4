"""No dead index in the action space but those that a game's tests name and explain."""

import importlib
import importlib.util

import numpy as np

from quiltenvs.core.batch import BatchEnv, RandomActions
from quiltenvs.core.jit import COMPILED


def declared(game, what):
    """Return what ``tests/<game>/unreachable.py`` declares; without that file, nothing.

    ``actions(game)`` are never legal; ``rare_actions(game)`` may be, too rarely for random play.
    """
    module = f"tests.{game.spec.name}.unreachable"
    if importlib.util.find_spec(module) is None:
        return set()
    found = getattr(importlib.import_module(module), what, None)
    return set(found(game)) if found else set()


def test_every_action_is_reachable(game):
    """In random play, whoever moves; catches a spec that is too large and a mask cut short."""
    dead, rare = declared(game, "actions"), declared(game, "rare_actions")
    due = np.ones(game.spec.num_actions, np.bool_)
    due[list(dead | rare)] = False
    env = BatchEnv(game, 256 if COMPILED else 2, observe=False)
    draw = RandomActions(env, seed=1)
    seen = env.reset(seed=2).action_mask.any(axis=0)
    for _ in range(40 * game.spec.max_steps if COMPILED else 20):
        seen |= env.step(draw()).action_mask.any(axis=0)
        if seen[due].all():
            break
    assert not dead & set(np.flatnonzero(seen).tolist())
    if COMPILED:  # uncompiled there is only time to look for actions that should be dead
        assert np.flatnonzero(due & ~seen).tolist() == []
