"""One game as readable text: every position, every action by name.

    quiltenvs playthrough --agents greedy random --seed 7 --out game.txt

The text can be replayed, see ``core/playthrough.py``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from quiltenvs.core import playthrough
from quiltenvs.core.errors import OptionError
from quiltenvs.core.game import Game
from quiltenvs.experiments.evaluate import line_up, make_agents
from quiltenvs.experiments.game_options import GameChoice
from quiltenvs.experiments.reports import claim, write

if TYPE_CHECKING:
    from quiltenvs.agents.base import Agent


@dataclass(frozen=True, kw_only=True)
class PlaythroughConfig(GameChoice):
    """Play one game and show it as text that can be replayed."""

    agents: tuple[str, ...] = ()
    """Names of agents or folders of checkpoints, one a seat; none plays at random."""
    seed: int = 0
    """Seed of the deal, and of what is drawn at random."""
    out: Path | None = None
    """File for the text; without it the text is printed."""
    overwrite: bool = False
    """Replace the file if it exists."""


def run(config: PlaythroughConfig, command: str = "") -> str:
    """Play, and print the text or write the file that ``config`` asks for.

    Raises:
        QuiltError: something in ``config`` is not allowed; nothing has been played then.
    """
    game = config.find_game()
    if not 0 <= config.seed < 2**64:
        raise OptionError(f"seed={config.seed} is not allowed; use 0 .. 2**64 - 1")
    if config.out is not None:
        claim([config.out], config.overwrite)
    actions = None
    if config.agents:
        names = line_up(config.agents, game.spec.num_players)
        actions = play(game, make_agents(names, game, config.seed), config.seed)
    text = playthrough.record(game, config.seed, actions)
    if config.out is not None:
        write(config.out, text)
    else:
        print(text)
    return text


def play(game: Game, agents: "Sequence[Agent]", seed: int) -> list[int]:
    """Return the actions of one game, ``agents[p]`` in seat ``p``."""
    states = game.new_states([seed])
    actions = []
    while not game.is_terminal(states[0]):
        player = int(game.current_player(states[0]))
        chosen = agents[player].act(game, states.copy(), np.array([player]))
        actions.append(int(chosen[0]))
        game.play(states[0], actions[-1])
    return actions
