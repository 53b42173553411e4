"""The players of Quartile: ``greedy`` and ``heuristic``.

``greedy`` takes the points at hand. ``heuristic`` also looks at what a placement offers the next
player, by the tiles it has not seen, and at what it keeps for the own hand.
"""

import numpy as np
from numpy.typing import NDArray

from quiltenvs.agents.base import Agent, AgentFactory, StateAgent
from quiltenvs.agents.quartile_greedy import greedy_action
from quiltenvs.agents.quartile_heuristic import heuristic_action
from quiltenvs.core.game import Game, States
from quiltenvs.core.jit import njit


@njit
def greedy_actions(states: States, out: NDArray[np.int64]) -> None:
    """Fill ``out`` (N,) with the choice of ``greedy_action`` for each state."""
    for i in range(len(states)):
        out[i] = greedy_action(states[i])


@njit
def heuristic_actions(states: States, out: NDArray[np.int64]) -> None:
    """Fill ``out`` (N,) with the choice of ``heuristic_action`` for each state."""
    for i in range(len(states)):
        out[i] = heuristic_action(states[i])


def _greedy(game: Game, seed: int) -> Agent:
    return StateAgent("greedy", "points of each placement", greedy_actions)


def _heuristic(game: Game, seed: int) -> Agent:
    return StateAgent("heuristic", "worth of each placement, no search", heuristic_actions)


AGENTS: dict[str, AgentFactory] = {"greedy": _greedy, "heuristic": _heuristic}
