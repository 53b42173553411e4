"""What an agent is, and the ways to make one of a function or to use one in a PettingZoo loop."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from quiltenvs.core.answers import checked_answers
from quiltenvs.core.game import Game, States
from quiltenvs.core.registry import loops_of


class Agent(Protocol):
    """Chooses one action for each of many positions.

    An agent sees whole states but acts blindly: what it cannot know from its seat (see
    ``Game.redeal_hidden``) never changes what it plays. It leaves the states as they are.
    """

    @property
    def name(self) -> str:
        """What tables call it."""
        ...

    @property
    def budget(self) -> str:
        """What one decision may cost, in its own units; the same on every machine."""
        ...

    def act(self, game: Game, states: States, players: NDArray[Any]) -> NDArray[np.int64]:
        """Return (N,) legal actions.

        Args:
            game: The game that all positions belong to.
            states: (N,) positions, none of them finished.
            players: (N,) the seat to move in each.
        """
        ...


AgentFactory: TypeAlias = Callable[[Game, int], Agent]
"""``factory(game, seed)``: what a game's own module offers for each name in its ``AGENTS``."""
ObservationFunction: TypeAlias = Callable[[NDArray[np.float32], NDArray[np.int8]], Any]
"""``f(observation (N, D) f4, action_mask (N, A) i1)`` returns N integers."""


@dataclass(frozen=True)
class StateAgent:
    """An agent made of a compiled loop; the usual form of a heuristic."""

    name: str
    budget: str
    choose: Callable[[States, NDArray[np.int64]], None]
    """``choose(states, out)``: fill ``out`` (N,) i8 with the action of the seat to move."""

    def act(self, game: Game, states: States, players: NDArray[Any]) -> NDArray[np.int64]:
        """Return (N,) actions; see :class:`Agent`."""
        actions = np.empty(len(states), np.int64)
        # Numba would compile the loop once more for every other memory layout.
        self.choose(np.ascontiguousarray(states), actions)
        return actions


@dataclass(frozen=True)
class FunctionAgent:
    """An agent made of a function of observations and masks; see :func:`function_agent`."""

    name: str
    budget: str
    function: ObservationFunction

    def act(self, game: Game, states: States, players: NDArray[Any]) -> NDArray[np.int64]:
        """Return (N,) actions; see :class:`Agent`.

        Raises:
            IllegalActionError: the function did not return N integers, or an illegal action.
        """
        loops, count = loops_of(game.spec.name), len(states)
        rows, states = np.arange(count), np.ascontiguousarray(states)
        observation = np.zeros((count, game.observation_size), np.float32)
        mask = np.zeros((count, game.spec.num_actions), np.int8)
        loops.observe_rows(states, rows, np.asarray(players), observation)
        loops.mask_rows(states, rows, mask)
        return checked_answers(game, self.name, states, self.function(observation, mask))


def function_agent(
    function: ObservationFunction, name: str = "function", budget: str = "no search"
) -> FunctionAgent:
    """Return an agent that plays ``function(observation (N, D), action_mask (N, A))``.

    What the function returns is checked: N integers, each legal.
    """
    return FunctionAgent(name, budget, function)


def aec_policy(agent: Agent) -> Callable[[Any, str], int]:
    """Return ``policy(env, agent_id)``, the action of ``agent`` in a PettingZoo loop.

    ``env`` is a quiltenvs AEC environment, wrapped or not, and ``agent_id`` its
    ``agent_selection``. As everywhere in PettingZoo, agents of a finished game step with ``None``
    and are not asked.
    """

    def policy(env: Any, agent_id: str) -> int:
        table = env.unwrapped
        seat = table.possible_agents.index(agent_id)
        return int(agent.act(table.game, table.states, np.array([seat]))[0])

    return policy
