"""The uniformly random player."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from quiltenvs.core.game import Game, States
from quiltenvs.core.registry import loops_of


class RandomAgent:
    """Plays every legal action with equal probability.

    Args:
        seed: The same seed and the same positions in the same order give the same actions,
            whether they come in one batch or one by one.
    """

    name = "random"
    budget = "no search"

    def __init__(self, seed: int = 0) -> None:
        self._rng = np.random.default_rng(seed)

    def act(self, game: Game, states: States, players: NDArray[Any]) -> NDArray[np.int64]:
        """Return (N,) actions; see :class:`quiltenvs.agents.base.Agent`."""
        seeds = self._rng.integers(0, 2**64, len(states), np.uint64)
        actions = np.empty(len(states), np.int64)
        loops_of(game.spec.name).random_actions(np.ascontiguousarray(states), seeds, actions)
        return actions
