"""The players of Quiltable: ``greedy`` and ``heuristic``.

``greedy`` takes the points at hand, action by action. ``heuristic`` also looks at the completions
that are still to be expected, at the second action of the turn and at what the next player wants.
"""

import numpy as np
from numpy.typing import NDArray

from quiltenvs.agents.base import Agent, AgentFactory, StateAgent
from quiltenvs.agents.quiltable_greedy import greedy_action
from quiltenvs.agents.quiltable_heuristic import heuristic_action
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
    return StateAgent("greedy", "points of each whole action", greedy_actions)


def _heuristic(game: Game, seed: int) -> Agent:
    return StateAgent(
        "heuristic", "worth of each whole action and the best after it", heuristic_actions
    )


AGENTS: dict[str, AgentFactory] = {"greedy": _greedy, "heuristic": _heuristic}
