"""Agents by name.

Nothing is listed by hand: the agents of a game are those in ``AGENTS`` of the module of its name.
"""

import importlib
import importlib.util
from collections.abc import Mapping
from pathlib import Path

from quiltenvs.agents.base import Agent, AgentFactory
from quiltenvs.agents.random_agent import RandomAgent
from quiltenvs.core.errors import QuiltError
from quiltenvs.core.game import Game

RANDOM = RandomAgent.name


def agent_names(game: Game) -> tuple[str, ...]:
    """Return the names that :func:`make_agent` knows for ``game``, the weakest first."""
    return (RANDOM, *_agents_of(game))


def make_agent(text: str, game: Game, seed: int = 0) -> Agent:
    """Return an agent for ``game``.

    Args:
        text: One of :func:`agent_names`, or the path of a checkpoint directory. A directory that
            is called like an agent is meant by ``./greedy``.
        game: The game with its options.
        seed: For agents that draw at random; the others do not look at it.

    Raises:
        QuiltError: there is no such agent and no such directory, or the checkpoint does not fit
            ``game``, or what is needed to run it is not installed.
    """
    if text == RANDOM:
        return RandomAgent(seed)
    factories = _agents_of(game)
    if text in factories:
        return factories[text](game, seed)
    if text and Path(text).is_dir():  # Path("") is the current directory
        return _load_policy(text, game)
    raise QuiltError(
        f"no agent {text!r} for {game.spec.name}; use {', '.join(agent_names(game))} or the "
        f"directory of a checkpoint"
    )


def _agents_of(game: Game) -> Mapping[str, AgentFactory]:
    """Return ``AGENTS`` of ``quiltenvs.agents.<game>``; empty if the game has no such module."""
    module_name = f"{__package__}.{game.spec.name}"
    if importlib.util.find_spec(module_name) is None:
        return {}
    agents: Mapping[str, AgentFactory] = importlib.import_module(module_name).AGENTS
    return agents


def _load_policy(directory: str, game: Game) -> Agent:
    """Load a trained policy; only here are the libraries of the extra ``train`` needed."""
    try:
        module = importlib.import_module(f"{__package__}.policy_agent")
    except ModuleNotFoundError as error:
        raise QuiltError(
            f"{directory} is a trained policy, and {error.name} is not installed; install "
            f"quiltenvs[train]"
        ) from error
    agent: Agent = module.PolicyAgent.load(directory, game)
    return agent
