"""How strong is an agent? Agents against each other on paired deals, with intervals.

    quiltenvs evaluate --agents greedy random --deals 1000 --out result.json

Deals come from ``match.REPORT_SEEDS`` unless told otherwise; compare variants of your own agent on
``match.TUNING_SEEDS`` and look at the report's seeds once, at the end.
"""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from quiltenvs.core.errors import OptionError
from quiltenvs.core.game import Game
from quiltenvs.experiments.deal_statistics import (
    Interval,
    Summary,
    bootstrap_interval,
    summarize,
    with_width,
)
from quiltenvs.experiments.game_options import GameChoice
from quiltenvs.experiments.match import END_OF_SEEDS, REPORT_SEEDS, Results, play_deals
from quiltenvs.experiments.reports import (
    OutputError,
    Table,
    claim,
    numbered,
    percent,
    points,
    provenance,
    write,
    write_json,
)

if TYPE_CHECKING:
    from quiltenvs.agents.base import Agent

FORMAT = 1
"""Raised by one whenever the JSON file changes."""


@dataclass(frozen=True, kw_only=True)
class DealsConfig(GameChoice):
    """The fields that evaluate and tournament share."""

    agents: tuple[str, ...]
    """Names of agents, or folders of checkpoints."""
    deals: int = 200
    """Number of deals; each is played once per seat rotation."""
    first_seed: int = REPORT_SEEDS.start
    """Seed of the first deal; those of reports begin at 2000000, those for tuning at 1000000."""
    agent_seed: int = 0
    """Seed of what agents draw at random."""
    level: float = 0.95
    """Confidence level of the intervals."""
    overwrite: bool = False
    """Replace files that exist."""

    def seeds(self) -> range:
        """Return the seeds of the deals.

        Raises:
            OptionError: a number is out of range.
        """
        if self.deals < 1:
            raise OptionError(f"deals={self.deals} is not allowed; use at least 1")
        if not 0 <= self.first_seed <= END_OF_SEEDS - self.deals:
            raise OptionError(
                f"first_seed={self.first_seed} is not allowed; use 0 or more, and leave the seeds "
                "from 2**63 on to training"
            )
        if not 0 < self.level < 1:
            raise OptionError(f"level={self.level} is not allowed; use a number between 0 and 1")
        return range(self.first_seed, self.first_seed + self.deals)


@dataclass(frozen=True, kw_only=True)
class EvaluateConfig(DealsConfig):
    """Play agents against each other on paired deals.

    One agent a seat, or two for a game with more seats: one of the first against copies of the
    second.
    """

    out: Path | None = None
    """JSON file for the result."""
    draw: Path | None = None
    """Picture (.svg or .png) of the last position of the first game."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The result of one pairing.

    Attributes:
        game: The game with its options.
        results: The games.
        summary: Win shares, margins and scores with intervals; copies of an agent are numbered.
        goal_share: Solo games: the share of games that met the game's own win condition.
        budgets: Per agent, what it may spend on a decision.
    """

    game: Game
    results: Results
    summary: Summary
    goal_share: Interval | None
    budgets: tuple[str, ...]

    def tables(self) -> list[Table]:
        """Return the tables of agents and of seats."""
        return [self._agent_table(), self._seat_table()]

    def _agent_table(self) -> Table:
        summary, times = self.summary, self.results.ms_per_decision
        shares = [percent(share) for share in summary.win_share or (self.goal(),)]
        margins = [points(margin, "+") for margin in summary.score_margin] or ["-"]
        rows = zip(
            summary.agents,
            shares,
            margins,
            [points(score) for score in summary.mean_score],
            [f"{ms:.3g}" for ms in times],
            self.budgets,
            strict=True,
        )
        seeds = self.results.seeds
        title = (
            f"{self.game.spec.title}: {summary.num_deals} deals (seeds {seeds[0]} .. {seeds[-1]}), "
            f"{summary.num_games} games, {summary.num_ties} tied"
        )
        wins = "win share" if summary.win_share else "goal met"
        columns = ("agent", wins, "margin", "score", "ms a decision", "budget")
        return Table(title, columns, tuple(rows))

    def goal(self) -> Interval:
        """Return ``goal_share`` of a solo game."""
        assert self.goal_share is not None
        return self.goal_share

    def _seat_table(self) -> Table:
        summary = self.summary
        rows = [
            (
                str(seat),
                percent(summary.seat_win_share[seat]) if summary.seat_win_share else "-",
                points(summary.seat_mean_score[seat]),
                *(f"{100 * row[seat]:.1f} %" for row in summary.agent_seat_win_share),
            )
            for seat in range(len(summary.seat_mean_score))
        ]
        columns = ("seat", "win share", "score", *self._names_if_versus())
        return Table("By seat, and win share of each agent there", columns, tuple(rows))

    def _names_if_versus(self) -> tuple[str, ...]:
        return self.summary.agents if self.summary.agent_seat_win_share else ()

    def to_dict(self) -> dict[str, Any]:
        """Return all numbers as plain values for JSON."""
        seeds, times = self.results.seeds, self.results.ms_per_decision
        agents = [
            {"name": name, "budget": budget, "ms_per_decision": None if np.isnan(ms) else ms}
            for name, budget, ms in zip(self.summary.agents, self.budgets, times, strict=True)
        ]
        steps = self.results.steps
        return {
            "format": FORMAT,
            "game": self.game.description(),
            "spec_hash": self.game.spec_hash,
            "agents": agents,
            "seeds": {"first": int(seeds[0]), "last": int(seeds[-1]), "num_deals": len(seeds)},
            "steps": {"mean": float(steps.mean()), "longest": int(steps.max())},
            "summary": self.summary.to_dict(),
            "goal_share": None if self.goal_share is None else dataclasses.asdict(self.goal_share),
        }


def evaluate(
    game: Game, agents: "Sequence[Agent]", seeds: ArrayLike, level: float = 0.95
) -> Evaluation:
    """Play ``agents``, one a seat, on paired deals and summarize.

    Args:
        game: The game with its options.
        agents: One a seat; for two agents in a game with more seats see :func:`line_up`.
        seeds: (K,) seeds of the deals.
        level: Confidence level of the intervals.

    Raises:
        OptionError: not as many agents as players, or no deal.
    """
    budgets = tuple(agent.budget for agent in agents)
    return evaluate_results(game, play_deals(game, agents, seeds), budgets, level)


def evaluate_results(
    game: Game, results: Results, budgets: tuple[str, ...], level: float = 0.95
) -> Evaluation:
    """Summarize games that were played; ``budgets`` are those of the agents."""
    names = numbered(results.agents)
    return Evaluation(
        game=game,
        results=results,
        summary=summarize(names, results.scores, results.places, results.seat_of, level=level),
        goal_share=_goal_share(results, level) if len(names) == 1 else None,
        budgets=budgets,
    )


def line_up(names: Sequence[str], num_players: int) -> tuple[str, ...]:
    """Return one name a seat: ``names``, or one of the first and copies of the second.

    Raises:
        OptionError: the number of names fits neither way.
    """
    if len(names) == num_players:
        return tuple(names)
    if len(names) == 2 and num_players > 2:
        return (names[0], *[names[1]] * (num_players - 1))
    needed = f"{num_players} or 2" if num_players > 2 else str(num_players)
    raise OptionError(
        f"the game has {num_players} players: name {needed} agents, "
        f"not {len(names)} ({', '.join(names) or 'none'})"
    )


def make_agents(names: Sequence[str], game: Game, seed: int) -> "list[Agent]":
    """Return an agent for each name; copies of one name draw different random numbers.

    Raises:
        QuiltError: there is no such agent or checkpoint.
    """
    from quiltenvs.agents.registry import make_agent

    return [make_agent(name, game, seed + index) for index, name in enumerate(names)]


def run(config: EvaluateConfig, command: str = "") -> Evaluation:
    """Evaluate, print the tables and write the files that ``config`` asks for.

    Raises:
        QuiltError: something in ``config`` is not allowed; nothing has been played then.
    """
    game, seeds = config.find_game(), config.seeds()
    if config.draw is not None and config.draw.suffix not in (".svg", ".png"):
        raise OutputError(
            f"draw={config.draw} is not allowed; use a name that ends in .svg or .png"
        )
    claim([path for path in (config.out, config.draw) if path is not None], config.overwrite)
    names = line_up(config.agents, game.spec.num_players)
    agents = make_agents(names, game, config.agent_seed)
    evaluation = evaluate(game, agents, seeds, config.level)
    for table in evaluation.tables():
        table.show()
    if config.out is not None:
        write_json(config.out, evaluation.to_dict() | provenance(command))
    if config.draw is not None:
        draw_final(evaluation, config.draw)
    return evaluation


def draw_final(evaluation: Evaluation, path: Path) -> None:
    """Draw the last position of the first game, as SVG or, by the name of the file, as PNG.

    Raises:
        ImportError: the packages that make pixels are not installed.
    """
    picture = evaluation.game.draw(evaluation.results.final_states[0, 0])
    if path.suffix == ".svg":
        write(path, picture)
    else:
        from quiltenvs.core.drawing import save_png

        save_png(picture, path)


def _goal_share(results: Results, level: float) -> Interval:
    """Return the share of solo games that met the game's own win condition: place 1."""
    is_met = (results.places[:, :, 0] == 1).mean(axis=1)
    return with_width(bootstrap_interval(is_met, level=level), len(is_met), level)
