"""A trained player."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from quiltenvs.agents.checkpoint import load_checkpoint
from quiltenvs.agents.network import AfterstateNetwork, draw, look_at
from quiltenvs.core.game import Game, States

MAX_POSITIONS = 256
"""Positions asked at once; bounds the memory of afterstates."""


class PolicyAgent:
    """Plays what a network thinks best, or draws from its policy.

    Args:
        network: Of the game it will be asked about.
        name: What tables call it.
        sample: Draw from the policy instead of playing its best action.
        seed: Of the drawing.
    """

    def __init__(
        self, network: AfterstateNetwork, name: str, *, sample: bool = False, seed: int = 0
    ) -> None:
        self.network, self.name, self.sample = network, name, sample
        self._generator = torch.Generator().manual_seed(seed)

    @property
    def budget(self) -> str:
        """What one decision costs."""
        return "1 forward pass for each legal action"

    @classmethod
    def load(cls, path: Path | str, game: Game, seed: int = 0) -> "PolicyAgent":
        """Return the player of a checkpoint; it plays its best action.

        Raises:
            CheckpointError: there is no checkpoint, it is damaged, or of another game.
        """
        checkpoint = load_checkpoint(Path(path), game)
        return cls(checkpoint.network, checkpoint.name, seed=seed)

    def act(self, game: Game, states: States, players: NDArray[Any]) -> NDArray[np.int64]:
        """Return (N,) actions; see :class:`quiltenvs.agents.base.Agent`."""
        parts = [
            self._act(game, states[start : start + MAX_POSITIONS])
            for start in range(0, len(states), MAX_POSITIONS)
        ]
        return np.concatenate(parts) if parts else np.zeros(0, np.int64)

    @torch.no_grad()
    def _act(self, game: Game, states: States) -> NDArray[np.int64]:
        log_policy = self.network.log_policy(look_at(game, states))
        if self.sample:
            uniform = torch.rand((len(log_policy), 1), generator=self._generator)
            chosen = draw(log_policy, uniform)
        else:
            chosen = log_policy.argmax(dim=1)
        actions: NDArray[np.int64] = chosen.numpy()
        return actions
