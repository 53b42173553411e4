"""The players of Calico: ``greedy``, ``heuristic`` and ``lookahead``.

``greedy`` takes the points at hand, ``heuristic`` also looks at what a quilt is still likely to
bring, ``lookahead`` tries out what the next turns bring. All three play for their own quilt: they
deny the others nothing.
"""

import numpy as np
from numpy.typing import NDArray

from quiltenvs.agents.base import Agent, AgentFactory, StateAgent
from quiltenvs.agents.calico_greedy import greedy_action
from quiltenvs.agents.calico_heuristic import MAX_EVALUATIONS, heuristic_action
from quiltenvs.agents.calico_lookahead import MAX_PLAYOUTS, NUM_TURNS, lookahead_action
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


@njit
def lookahead_actions(states: States, out: NDArray[np.int64]) -> None:
    """Fill ``out`` (N,) with the choice of ``lookahead_action`` for each state."""
    for i in range(len(states)):
        out[i] = lookahead_action(states[i])


def _greedy(game: Game, seed: int) -> Agent:
    return StateAgent("greedy", "points of each legal action", greedy_actions)


def _heuristic(game: Game, seed: int) -> Agent:
    return StateAgent("heuristic", f"at most {MAX_EVALUATIONS} evaluations", heuristic_actions)


def _lookahead(game: Game, seed: int) -> Agent:
    budget = f"at most {MAX_PLAYOUTS} playouts of {NUM_TURNS} turns"
    return StateAgent("lookahead", budget, lookahead_actions)


AGENTS: dict[str, AgentFactory] = {
    "greedy": _greedy,
    "heuristic": _heuristic,
    "lookahead": _lookahead,
}
