"""Who beats whom? Every agent against every other on the same paired deals.

    quiltenvs tournament --agents random greedy lookahead --deals 1000 --out results/ladder

With two players a pairing is a duel. With more, every agent meets every other alone at a table of
that other's copies, so that its win share to beat is one over the number of players. With one,
every agent plays the deals by itself, and of two the one with more points on a deal has won it.
"""

import dataclasses
import importlib
import io
import itertools
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from quiltenvs.core.errors import OptionError
from quiltenvs.core.game import Game
from quiltenvs.experiments import ratings
from quiltenvs.experiments.deal_statistics import Interval
from quiltenvs.experiments.evaluate import (
    DealsConfig,
    Evaluation,
    evaluate,
    evaluate_results,
    make_agents,
)
from quiltenvs.experiments.match import side_by_side
from quiltenvs.experiments.reports import (
    MissingPackageError,
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
ANCHOR = "random"
"""The agent whose rating is 0 where it takes part; else it is the first one named."""
FILES = ("tournament.json", "tournament.md", "cross_table.png")


@dataclass(frozen=True, kw_only=True)
class TournamentConfig(DealsConfig):
    """Play all pairings of two or more agents and rate them."""

    out: Path | None = None
    """Folder for tournament.json, tournament.md and cross_table.png."""


@dataclass(frozen=True, slots=True)
class Cell:
    """How one agent did against another: its win share, and its margin in points per game."""

    win_share: Interval
    score_margin: Interval


@dataclass(frozen=True, slots=True)
class Tournament:
    """The results of all pairings.

    Attributes:
        game: The game with its options.
        names: Of the agents, all different.
        budgets: Per agent, what it may spend on a decision.
        ms_per_decision: Per agent, over all its games.
        seeds: (K,) of the deals, the same for all pairings.
        num_games: Over all pairings.
        cells: How agent i did against agent j, by (i, j), i != j.
        ratings: For three agents or more.
        solo: Per agent, its games; only of a solo game.
    """

    game: Game
    names: tuple[str, ...]
    budgets: tuple[str, ...]
    ms_per_decision: tuple[float, ...]
    seeds: NDArray[np.uint64]
    num_games: int
    cells: dict[tuple[int, int], Cell]
    ratings: ratings.Ratings | None
    solo: tuple[Evaluation, ...] = ()

    def order(self) -> list[int]:
        """Return the agents, strongest first: by rating, else by mean win share."""
        strength = self.ratings.rating if self.ratings else [*map(self.mean_share, self._agents())]
        return sorted(self._agents(), key=lambda agent: -strength[agent])

    def mean_share(self, agent: int) -> float:
        """Return the mean win share of an agent over all others."""
        others = [other for other in self._agents() if other != agent]
        return sum(self.cells[agent, other].win_share.mean for other in others) / len(others)

    def _agents(self) -> range:
        return range(len(self.names))

    def tables(self) -> list[Table]:
        """Return the cross-table, the table of agents and, of three or more, their ratings."""
        seeds = f"seeds {self.seeds[0]} .. {self.seeds[-1]}"
        wins = "share of deals with more points" if self.solo else "win share"
        title = (
            f"{self.game.spec.title}: {wins} and margin of row against column, "
            f"{len(self.seeds)} deals a pairing ({seeds}), {self.num_games} games"
        )
        order = self.order()
        rows = [
            (self.names[row], *(self._cell_text(row, column) for column in order), self._mean(row))
            for row in order
        ]
        columns = ("agent", *(self.names[column] for column in order), "mean")
        return [Table(title, columns, tuple(rows)), self._agent_table()]

    def _cell_text(self, row: int, column: int) -> str:
        if row == column:
            return ""
        cell = self.cells[row, column]
        return f"{percent(cell.win_share)}, {cell.score_margin.mean:+.1f}"

    def _mean(self, row: int) -> str:
        return f"{100 * self.mean_share(row):.1f} %"

    def _agent_table(self) -> Table:
        order = self.order()
        rows = [
            (
                self.names[agent],
                *self._rating_text(agent),
                *self._solo_text(agent),
                f"{self.ms_per_decision[agent]:.3g}",
                self.budgets[agent],
            )
            for agent in order
        ]
        rating = ("rating", "interval") if self.ratings else ()
        solo = ("goal met", "score") if self.solo else ()
        scale = (
            f"Ratings: Elo scale, {self.ratings.anchor} = 0, {100 * self.ratings.level:g} % "
            "intervals over deals"
            if self.ratings
            else "Agents"
        )
        columns = ("agent", *rating, *solo, "ms a decision", "budget")
        return Table(scale, columns, tuple(rows))

    def _rating_text(self, agent: int) -> tuple[str, ...]:
        if self.ratings is None:
            return ()
        low, high = self.ratings.low[agent], self.ratings.high[agent]
        if self.names[agent] == self.ratings.anchor:
            interval = "anchor"
        else:
            interval = "-" if math.isnan(low) else f"{low:.0f} to {high:.0f}"
        return f"{self.ratings.rating[agent]:.0f}", interval

    def _solo_text(self, agent: int) -> tuple[str, ...]:
        if not self.solo:
            return ()
        found = self.solo[agent]
        return percent(found.goal()), points(found.summary.mean_score[0])

    def markdown(self) -> str:
        """Return all tables as Markdown."""
        return "\n".join(f"{table.title}\n\n{table.markdown()}\n" for table in self.tables())

    def to_dict(self) -> dict[str, Any]:
        """Return all numbers as plain values for JSON."""
        agents: list[dict[str, Any]] = [
            {"name": name, "budget": budget, "ms_per_decision": _number(ms)}
            for name, budget, ms in zip(self.names, self.budgets, self.ms_per_decision, strict=True)
        ]
        for agent, found in zip(agents, self.solo, strict=False):
            agent["goal_share"] = _interval(found.goal())
            agent["mean_score"] = _interval(found.summary.mean_score[0])
        pairings = [
            {
                "agent": self.names[row],
                "against": self.names[column],
                "win_share": _interval(cell.win_share),
                "score_margin": _interval(cell.score_margin),
            }
            for (row, column), cell in sorted(self.cells.items())
        ]
        first, last = int(self.seeds[0]), int(self.seeds[-1])
        return {
            "format": FORMAT,
            "game": self.game.description(),
            "spec_hash": self.game.spec_hash,
            "agents": agents,
            "seeds": {"first": first, "last": last, "num_deals": len(self.seeds)},
            "num_games": self.num_games,
            "pairings": pairings,
            "ratings": self._ratings_dict(),
        }

    def _ratings_dict(self) -> dict[str, Any] | None:
        if self.ratings is None:
            return None
        fields = dataclasses.asdict(self.ratings)
        return {
            name: [_number(item) for item in value] if isinstance(value, tuple) else value
            for name, value in fields.items()
        }


def play_tournament(
    game: Game, agents: "Sequence[Agent]", seeds: ArrayLike, level: float = 0.95
) -> Tournament:
    """Play all pairings on the same deals.

    Args:
        game: The game with its options.
        agents: Two or more; equal names are told apart by a number.
        seeds: (K,) seeds of the deals.
        level: Confidence level of the intervals.

    Raises:
        OptionError: fewer than two agents, or no deal.
    """
    if len(agents) < 2:
        raise OptionError(f"a tournament needs two agents or more, not {len(agents)}")
    names = numbered([agent.name for agent in agents])
    solo: list[Evaluation] = []
    if game.spec.num_players == 1:
        for name, agent in zip(names, agents, strict=True):
            print(f"by itself: {name}", file=sys.stderr)
            solo.append(evaluate(game, [agent], seeds, level))
        played = _pair_up(solo, level)
    else:
        played = _play_pairings(game, agents, names, seeds, level)
    return Tournament(
        game=game,
        names=names,
        budgets=tuple(agent.budget for agent in agents),
        ms_per_decision=_ms_per_decision(played, len(agents)),
        seeds=next(iter(played.values())).results.seeds,
        num_games=sum(found.summary.num_games for found in solo or played.values()),
        cells=_cells(played),
        ratings=_rate(played, names, level) if len(agents) > 2 else None,
        solo=tuple(solo),
    )


def _play_pairings(
    game: Game, agents: "Sequence[Agent]", names: Sequence[str], seeds: ArrayLike, level: float
) -> dict[tuple[int, int], Evaluation]:
    """Let every agent meet every other, and return how each pairing went."""
    players = game.spec.num_players
    # In a duel the second agent is as alone as the first, so one order is enough.
    choose = itertools.combinations if players == 2 else itertools.permutations
    pairings = list(choose(range(len(agents)), 2))
    played = {}
    for number, (one, other) in enumerate(pairings, 1):
        pair = f"{names[one]} - {names[other]}"
        print(f"pairing {number} of {len(pairings)}: {pair}", file=sys.stderr)
        table = [agents[one], *[agents[other]] * (players - 1)]
        played[one, other] = evaluate(game, table, seeds, level)
    return played


def _pair_up(solo: Sequence[Evaluation], level: float) -> dict[tuple[int, int], Evaluation]:
    """Return how solo agents compare on the same deals, as if every two had met."""
    return {
        (one, other): evaluate_results(
            solo[one].game,
            side_by_side(solo[one].results, solo[other].results),
            solo[one].budgets + solo[other].budgets,
            level,
        )
        for one, other in itertools.combinations(range(len(solo)), 2)
    }


def run(config: TournamentConfig, command: str = "") -> Tournament:
    """Play, print the tables and write the files that ``config`` asks for.

    Raises:
        QuiltError: something in ``config`` is not allowed; nothing has been played then.
    """
    game, seeds = config.find_game(), config.seeds()
    repeated = [name for name in config.agents if config.agents.count(name) > 1]
    if repeated:
        raise OptionError(f"agent {repeated[0]!r} is named twice; once is enough")
    if config.out is not None:
        claim([config.out / name for name in FILES], config.overwrite)
        _import("matplotlib.figure")  # tells now, not after an hour, that it is missing
    agents = make_agents(config.agents, game, config.agent_seed)
    tournament = play_tournament(game, agents, seeds, config.level)
    for table in tournament.tables():
        table.show()
    if config.out is not None:
        facts, text, picture = (config.out / name for name in FILES)
        write_json(facts, tournament.to_dict() | provenance(command))
        write(text, tournament.markdown())
        write(picture, draw_cross_table(tournament))
    return tournament


def draw_cross_table(tournament: Tournament) -> bytes:
    """Return the cross-table as a PNG picture; colors are win shares.

    Raises:
        MissingPackageError: matplotlib is not installed.
    """
    order = tournament.order()
    names = [tournament.names[agent] for agent in order]
    shares = np.full((len(order), len(order)), np.nan)
    size = (2.5 + 1.1 * len(order), 1.5 + 0.8 * len(order))
    # Made directly, a figure draws without pyplot, hence without a window.
    figure = _import("matplotlib.figure").Figure(size, dpi=120)
    axes = figure.add_subplot()
    for (y, row), (x, column) in itertools.permutations(enumerate(order), 2):
        cell = tournament.cells[row, column]
        shares[y, x] = cell.win_share.mean
        text = f"{100 * cell.win_share.mean:.1f} %\n{cell.score_margin.mean:+.1f}"
        axes.text(x, y, text, ha="center", va="center", fontsize=9)
    # White is the share of an equal; paler than the map's ends, so that black text can be read.
    scale = _import("matplotlib.colors").TwoSlopeNorm(
        1 / max(2, tournament.game.spec.num_players), vmin=-0.8, vmax=1.8
    )
    axes.imshow(shares, cmap="PuOr", norm=scale, aspect="auto")
    axes.set_xticks(range(len(names)), names, rotation=20, ha="right")
    axes.set_yticks(range(len(names)), names)
    wins = "deals with more points" if tournament.solo else "win share"
    axes.set_title(
        f"{tournament.game.spec.title}: row against column\n"
        f"{wins} and margin, {len(tournament.seeds)} deals a pairing",
        fontsize=10,
    )
    figure.tight_layout()
    file = io.BytesIO()
    figure.savefig(file, format="png", metadata={"Software": None})
    return file.getvalue()


def _import(module: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise MissingPackageError(
            "the picture of the cross-table needs matplotlib, which is not installed: "
            'pip install "quiltenvs[experiments]"'
        ) from error


def _cells(played: dict[tuple[int, int], Evaluation]) -> dict[tuple[int, int], Cell]:
    cells = {}
    for (one, other), evaluation in played.items():
        summary = evaluation.summary
        cells[one, other] = Cell(summary.win_share[0], summary.score_margin[0])
        if (other, one) not in played:
            cells[other, one] = Cell(summary.win_share[1], summary.score_margin[1])
    return cells


def _ms_per_decision(
    played: dict[tuple[int, int], Evaluation], num_agents: int
) -> tuple[float, ...]:
    seconds, decisions = np.zeros(num_agents), np.zeros(num_agents)
    for (one, other), evaluation in played.items():
        results = evaluation.results
        table = [one, *[other] * (len(results.agents) - 1)]
        np.add.at(seconds, table, results.seconds)
        np.add.at(decisions, table, results.decisions)
    with np.errstate(invalid="ignore"):  # an agent that was asked only once has no time
        return tuple((1000 * seconds / decisions).tolist())


def _rate(
    played: dict[tuple[int, int], Evaluation], names: tuple[str, ...], level: float
) -> ratings.Ratings:
    """Return ratings from all games; games of one seed are resampled together."""
    parts = []
    for (one, other), evaluation in played.items():
        results = evaluation.results
        table = [one, *[other] * (len(results.agents) - 1)]
        labels = np.arange(len(results.seeds))
        parts.append(ratings.RatedGames.of_pairing(table, results.places, results.seat_of, labels))
    anchor = ANCHOR if ANCHOR in names else names[0]
    return ratings.fit_ratings(ratings.RatedGames.concatenate(parts), names, anchor, level=level)


def _interval(interval: Interval) -> dict[str, float | None]:
    return {name: _number(value) for name, value in dataclasses.asdict(interval).items()}


def _number(value: Any) -> Any:
    """Return ``value``, or None for NaN, which JSON has not."""
    return None if isinstance(value, float) and math.isnan(value) else value
