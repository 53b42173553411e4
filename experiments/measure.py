"""What kind of game is it? Lengths, choices and scores, for the table in the game's README.

Everything follows from fixed seeds, so the rows are the same on every machine.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from quiltenvs.core.game import Game, States
from quiltenvs.core.registry import loops_of
from quiltenvs.core.rng import stream
from quiltenvs.experiments.match import play_deals

if TYPE_CHECKING:
    from quiltenvs.agents.base import Agent

NUM_RANDOM_GAMES = 20_000
NUM_AGENT_GAMES = 1_000
SEED = 0
COLUMNS = (
    "games",
    "steps: mean (longest)",
    "legal actions: mean (most)",
    "first player wins",
    "mean score by seat",
    "ties",
)


@dataclass(frozen=True, slots=True, eq=False)
class Measures:
    """Statistics of games by one kind of player.

    Attributes:
        player: Who played all seats.
        num_games: G.
        mean_steps: Steps of a game.
        longest: Steps of the longest game.
        mean_legal: Legal actions at a step.
        most_legal: Legal actions where there were most.
        first_player_share: Share of first places of whoever moved first; ties are split equally.
            Of a solo game: the share that met the game's own win condition.
        mean_scores: Per seat.
        num_ties: Games in which two or more share first place.
    """

    player: str
    num_games: int
    mean_steps: float
    longest: int
    mean_legal: float
    most_legal: int
    first_player_share: float
    mean_scores: tuple[float, ...]
    num_ties: int

    def row(self) -> tuple[str, ...]:
        """Return one text per column of COLUMNS."""
        return (
            f"{self.num_games:,} {self.player}",
            f"{self.mean_steps:.1f} ({self.longest})",
            f"{self.mean_legal:.1f} ({self.most_legal})",
            f"{100 * self.first_player_share:.1f} %",
            ", ".join(f"{score:.1f}" for score in self.mean_scores),
            str(self.num_ties),
        )


def markdown_rows(
    game: Game,
    agents: "Sequence[Agent]" = (),
    num_random_games: int = NUM_RANDOM_GAMES,
    num_agent_games: int = NUM_AGENT_GAMES,
) -> list[str]:
    """Return the lines of a Markdown table: its head, random games, and one row an agent.

    Args:
        game: The game with its options.
        agents: Each plays all seats of its games.
        num_random_games: Games of the row of random play.
        num_agent_games: Games of each further row.
    """
    measures = [measure_random(game, num_random_games)]
    measures += [measure_agent(game, agent, num_agent_games) for agent in agents]
    rows = [COLUMNS, tuple(":--" if i == 0 else "--:" for i in range(len(COLUMNS)))]
    return [f"| {' | '.join(row)} |" for row in [*rows, *(found.row() for found in measures)]]


def measure_random(game: Game, num_games: int, seed: int = SEED) -> Measures:
    """Return the statistics of ``num_games`` games of uniformly random actions."""
    players = game.spec.num_players
    loops = loops_of(game.spec.name)
    table = np.zeros((num_games, 4 + 2 * players), np.int64)
    states = game.new_states([0])
    firsts = np.zeros(num_games, np.int64)
    for index in range(num_games):
        deal = np.uint64(stream(np.uint64(seed), index))
        # As random_games will reset it.
        loops.reset_states(states, np.array([stream(deal, 0)], np.uint64))
        firsts[index] = game.current_player(states[0])
        loops.random_games(states[0], deal, 1, table[index])
    steps, most_legal, sum_legal, _ = table[:, :4].T
    scores, is_first = table[:, 4 : 4 + players], table[:, 4 + players :] > 0
    return Measures(
        player="random",
        num_games=num_games,
        mean_steps=float(steps.mean()),
        longest=int(steps.max()),
        mean_legal=float(sum_legal.sum() / steps.sum()),
        most_legal=int(most_legal.max()),
        first_player_share=_first_player_share(is_first, firsts),
        mean_scores=tuple(scores.mean(axis=0).tolist()),
        num_ties=int((is_first.sum(axis=1) > 1).sum()),
    )


def measure_agent(game: Game, agent: "Agent", num_games: int, seed: int = SEED) -> Measures:
    """Return the statistics of ``num_games`` games in which ``agent`` plays all seats."""
    seeds = np.arange(seed, seed + num_games)
    choices = _Choices(game)
    table = [agent] * game.spec.num_players
    # One rotation: to an agent against itself all are alike.
    results = play_deals(game, table, seeds, num_rotations=1, watch=choices.watch)
    firsts = np.array([game.current_player(state) for state in game.new_states(seeds)])
    is_first = results.places[:, 0] == 1
    return Measures(
        player=agent.name,
        num_games=num_games,
        mean_steps=float(results.steps.mean()),
        longest=int(results.steps.max()),
        mean_legal=choices.sum_legal / choices.num_steps,
        most_legal=choices.most_legal,
        first_player_share=_first_player_share(is_first, firsts),
        mean_scores=tuple(results.scores[:, 0].mean(axis=0).tolist()),
        num_ties=int((is_first.sum(axis=1) > 1).sum()),
    )


class _Choices:
    """Counts the legal actions of all positions it is shown."""

    def __init__(self, game: Game) -> None:
        self._loops = loops_of(game.spec.name)
        self._num_actions = game.spec.num_actions
        self.num_steps = self.sum_legal = self.most_legal = 0

    def watch(self, states: States, rows: NDArray[np.int64]) -> None:
        """Count; see ``match.Watcher``."""
        mask = np.zeros((len(rows), self._num_actions), np.int8)
        self._loops.mask_rows(states, rows, mask)
        num_legal = mask.sum(axis=1, dtype=np.int64)
        self.num_steps += len(rows)
        self.sum_legal += int(num_legal.sum())
        self.most_legal = max(self.most_legal, int(num_legal.max()))


def _first_player_share(is_first: NDArray[np.bool_], firsts: NDArray[np.int64]) -> float:
    """Return the mean share of first place of the seats ``firsts`` (G,); ``is_first`` (G, P)."""
    # In a solo game nobody need be first: the divisor is 1, not 0.
    shares = is_first / np.maximum(1, is_first.sum(axis=1, keepdims=True))
    return float(np.take_along_axis(shares, firsts[:, np.newaxis], axis=1).mean())
