"""The players of Patchwork: ``greedy``, the public formula, and ``lookahead``, which tries out."""

import numpy as np
from numpy.typing import NDArray

from quiltenvs.agents.base import Agent, AgentFactory, StateAgent
from quiltenvs.agents.patchwork_evaluation import best_action
from quiltenvs.agents.patchwork_lookahead import MAX_ROLLOUTS, lookahead_actions
from quiltenvs.core.game import Game, States
from quiltenvs.core.jit import njit

FORMULA = np.array([10, 10, 10, 10, 7, 28], np.int64)
"""The public formula in tenths of a point: 2 a square (the gap penalty), 1 a button of income to
come, -1 a button, -1 a space, -0.7 a unit of raggedness, in which an isolated square counts 4."""


@njit
def greedy_actions(states: States, out: NDArray[np.int64]) -> None:
    """Fill ``out`` (N,) with the best action of each state by :data:`FORMULA`."""
    for i in range(len(states)):
        out[i] = best_action(states[i], FORMULA)


def _greedy(game: Game, seed: int) -> Agent:
    return StateAgent("greedy", "1 evaluation of each legal action", greedy_actions)


def _lookahead(game: Game, seed: int) -> Agent:
    budget = f"at most {MAX_ROLLOUTS} greedy rollouts to the end of the game"
    return StateAgent("lookahead", budget, lookahead_actions)


AGENTS: dict[str, AgentFactory] = {"greedy": _greedy, "lookahead": _lookahead}
