"""The Plackett-Luce model of orders of finish, fitted by maximum likelihood.

Each agent has a strength g > 0, and the order of finish of a game is a row of choices: the winner
is chosen among all with probability g / (sum of g), the second among those left, and so on. With
two players this is the Bradley-Terry model. The fit uses all games together, so their order does
not matter (an online rating depends on it).

Ties: k players on one place count as all k! orders of them, each with weight 1 / k!. With two
players a draw is then half a win each.

Regulariser: every two agents that met get ``prior`` more wins each way against each other. The
default of one half is Jeffreys' prior for two agents: 20 wins in 20 games are rated as 20.5 wins
and 0.5 losses. Without it an agent that won everything would be infinitely strong.

Hunter 2004, "MM algorithms for generalized Bradley-Terry models", says when a maximum exists. His
MM iteration reaches the same one but creeps where agents are far apart (thousands of rounds for an
agent that always loses, as the random one does); Newton's method takes a few dozen.

Letters in shapes: A agents, G games, P players at a table, K deals, U choice sets, B samples.
"""

import dataclasses
import itertools
import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from quiltenvs.experiments.deal_statistics import FloatArray, check_seats, resample_counts

EMPTY = -1  # in ``RatedGames.agents``: nobody sits here

MAX_ITERATIONS = 1000
MAX_STEP = 2.0  # of a log strength in one iteration
TOLERANCE = 1e-6  # of a log strength: less than a thousandth of an Elo point
MIN_PRIOR_DRAW = 1e-4  # keeps the equations well conditioned


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class RatedGames:
    """Finished games of any number of agents at tables of any size.

    Attributes:
        agents: (G, P) index of the agent in each seat, or ``EMPTY``. An agent may sit twice.
        places: (G, P) final place of each seat, lowest is best, equal where tied; ignored where
            the seat is empty.
        deals: (G,) label of the deal of each game. Games with one label are resampled together:
            give one label to all games of a seed, also across pairings that played the same seeds.
    """

    agents: NDArray[np.int64]
    places: FloatArray
    deals: NDArray[np.int64]

    def __post_init__(self) -> None:
        """Check that the arrays fit together.

        Raises:
            ValueError: they do not.
        """
        shape = self.agents.shape
        if len(shape) != 2 or 0 in shape or self.places.shape != shape:
            raise ValueError(
                f"agents have shape {shape}, places {self.places.shape}; "
                "both must be (games, players) with at least one game"
            )
        if self.deals.shape != shape[:1]:
            raise ValueError(f"deals have shape {self.deals.shape} for {shape[0]} games")
        if self.agents.min() < EMPTY:
            raise ValueError(f"agent {self.agents.min()}; agents are 0 and up, or -1 for none")
        if not np.isfinite(self.places[self.agents != EMPTY]).all():
            raise ValueError("places must be finite wherever an agent sits")

    @classmethod
    def of_pairing(
        cls, agents: Sequence[int], places: ArrayLike, seat_of: ArrayLike, deals: ArrayLike
    ) -> "RatedGames":
        """Return the games of one pairing, from the arrays that ``summarize`` takes.

        Args:
            agents: P indices; equal ones for copies of an agent.
            places: (K, R, P) final places by seat, lowest is best.
            seat_of: (R, P) seat of each of ``agents`` in rotation r.
            deals: (K,) label of each deal, e.g. its seed.

        Raises:
            ValueError: the shapes do not fit.
        """
        table, seats = np.asarray(places, np.float64), np.asarray(seat_of)
        if table.ndim != 3 or table.shape[2] != len(agents):
            raise ValueError(
                f"places have shape {table.shape}; for {len(agents)} agents they must have "
                f"(deals, rotations, {len(agents)})"
            )
        check_seats(seats, *table.shape[1:])
        own_places = np.take_along_axis(table, seats[np.newaxis], axis=2).reshape(-1, len(agents))
        return cls(
            np.broadcast_to(np.array(agents, np.int64), own_places.shape),
            own_places,
            np.repeat(np.asarray(deals, np.int64), seats.shape[0]),
        )

    @classmethod
    def concatenate(cls, parts: Iterable["RatedGames"]) -> "RatedGames":
        """Return all games of the parts, at least one; smaller tables get empty seats."""
        results = list(parts)
        if not results:
            raise ValueError("no results to concatenate")
        width = max(part.agents.shape[1] for part in results)
        pads = [((0, 0), (0, width - part.agents.shape[1])) for part in results]
        agents = [
            np.pad(part.agents, pad, constant_values=EMPTY)
            for part, pad in zip(results, pads, strict=True)
        ]
        places = [np.pad(part.places, pad) for part, pad in zip(results, pads, strict=True)]
        deals = [part.deals for part in results]
        return cls(np.concatenate(agents), np.concatenate(places), np.concatenate(deals))


def plackett_luce(results: RatedGames, num_agents: int, prior: float = 0.5) -> FloatArray:
    """Return the (A,) log strengths of greatest likelihood, with mean 0.

    Args:
        results: Games among the agents; their order has no effect.
        num_agents: A; every index in ``results.agents`` lies below it.
        prior: Further wins each way between every two agents that met; 0 for none.

    Raises:
        ValueError: an index out of range, a negative prior, agents that are not linked by games,
            or, without a prior, agents so far apart that no greatest likelihood exists.
    """
    choices = Choices(results, num_agents, prior, [f"agent {i}" for i in range(num_agents)])
    strengths: FloatArray = choices.fit(np.ones((1, choices.num_deals)))[0]
    return strengths


class Choices:
    """Games as choices: which sets of agents were chosen from, and how often each agent was chosen.

    Attributes:
        sets: (U, A) how often each agent is in a choice set; the pairs of the prior come last.
        weights: (K, U) how often each set was chosen from in each deal; 0 for pairs of the prior.
        chosen: (K, A) how often each agent was chosen in each deal.
        pairs: (M, 2) agents that met.
        prior: Wins each way to add for each of ``pairs``.
    """

    def __init__(
        self, results: RatedGames, num_agents: int, prior: float, names: Sequence[str]
    ) -> None:
        if results.agents.max() >= num_agents or prior < 0:
            raise ValueError(
                f"agent {results.agents.max()}, num_agents {num_agents}, prior {prior}; agents "
                "must lie below num_agents, and prior must not be negative"
            )
        ranks = _ranks(results.places)
        level_or_ahead = _level_or_ahead(results.agents, ranks, num_agents)
        _check_linked(level_or_ahead, prior, names)
        self.prior = prior
        self.pairs = np.argwhere(np.triu(level_or_ahead | level_or_ahead.T, 1))
        deals, deal_of = np.unique(results.deals, return_inverse=True)
        self.num_deals = len(deals)
        members, self.weights = _count_sets(results.agents, ranks, deal_of, len(self.pairs))
        members = [*members, *map(tuple, self.pairs.tolist())]
        self.sets = np.array([np.bincount(m, minlength=num_agents) for m in members], np.float64)
        seated = results.agents != EMPTY
        bins = (deal_of[:, np.newaxis] * num_agents + results.agents)[seated]
        counts = np.bincount(bins, minlength=len(deals) * num_agents)
        self.chosen = counts.reshape(len(deals), num_agents).astype(np.float64)

    def fit(self, counts: FloatArray, rng: np.random.Generator | None = None) -> FloatArray:
        """Return (B, A) log strengths for (B, K) numbers of times that each deal is in a sample.

        With ``rng`` the wins of the prior are drawn from a gamma distribution of mean ``prior``, as
        in the Bayesian bootstrap. For an agent that won every game the prior alone decides how
        far ahead it is; with a fixed one its interval would have no width.
        """
        wins = np.full((len(counts), len(self.pairs), 2), self.prior)
        if rng is not None:
            wins = np.maximum(rng.gamma(wins), MIN_PRIOR_DRAW)
        weights = counts @ self.weights
        weights[:, weights.shape[1] - len(self.pairs) :] += wins.sum(axis=2)
        winners = np.eye(self.chosen.shape[1])[self.pairs.ravel()]
        chosen = counts @ self.chosen + wins.reshape(len(counts), -1) @ winners
        return _maximize(self.sets, weights, chosen)

    def fit_samples(self, seed: int, resamples: int) -> FloatArray:
        """Return (1 + B, A) log strengths of all deals and then of bootstrap samples of them."""
        deal_rng, prior_rng = np.random.default_rng(seed).spawn(2)
        samples = resample_counts(self.num_deals, resamples, deal_rng, self.sets.size)
        fitted = self.fit(np.ones((1, self.num_deals)))
        return np.concatenate([fitted, *(self.fit(counts, prior_rng) for counts in samples)])


def _maximize(sets: FloatArray, weights: FloatArray, chosen: FloatArray) -> FloatArray:
    """Return the (B, A) log strengths of mean 0 at which each agent is chosen as often as expected.

    Newton's method on the concave log likelihood, with steps of bounded length. Every agent is
    chosen once a game, the last one from itself alone, which adds nothing to either side.
    """
    log_strengths = np.zeros_like(chosen)
    for _ in range(MAX_ITERATIONS):
        shares = sets * np.exp(log_strengths)[:, np.newaxis]
        shares /= shares.sum(axis=2, keepdims=True)  # (B, U, A) chance of each agent per set
        weighted = weights[:, :, np.newaxis] * shares
        expected = weighted.sum(axis=1)
        curvature = expected[:, :, np.newaxis] * np.eye(chosen.shape[1])
        curvature -= weighted.transpose(0, 2, 1) @ shares
        # Adding 1 everywhere makes it regular: it was flat only where all strengths grow alike.
        step = np.linalg.solve(curvature + 1, (chosen - expected)[:, :, np.newaxis])[:, :, 0]
        size = np.abs(step).max(axis=1, keepdims=True)
        log_strengths += step * np.minimum(1, MAX_STEP / np.maximum(size, MAX_STEP))
        if size.max() < TOLERANCE:
            return log_strengths
    raise RuntimeError(f"ratings did not settle in {MAX_ITERATIONS} iterations")


def _ranks(places: FloatArray) -> NDArray[np.int64]:
    """Return (G, P) numbers of seats strictly ahead of each seat.

    An empty seat may count as ahead of some; that leaves the order of the others as it was.
    """
    ahead = places[:, np.newaxis, :] < places[:, :, np.newaxis]
    return np.asarray(ahead.sum(axis=2))


def _level_or_ahead(
    agents: NDArray[np.int64], ranks: NDArray[np.int64], num_agents: int
) -> NDArray[np.bool_]:
    """Return (A, A) whether agent i has finished a game level with or ahead of agent j."""
    found = np.zeros((num_agents, num_agents), np.bool_)
    seated = agents != EMPTY
    for a, b in itertools.permutations(range(agents.shape[1]), 2):
        games = seated[:, a] & seated[:, b] & (ranks[:, a] <= ranks[:, b])
        found[agents[games, a], agents[games, b]] = True
    return found


def _check_linked(level_or_ahead: NDArray[np.bool_], prior: float, names: Sequence[str]) -> None:
    """Raise ValueError if the games do not fix all strengths (Hunter 2004, Assumption 1)."""
    groups = _groups(level_or_ahead | level_or_ahead.T, names)
    if len(groups) > 1:
        raise ValueError(
            f"no games between these groups of agents: {'; '.join(groups)}; "
            "ratings need every agent linked to every other by games"
        )
    groups = _groups(level_or_ahead, names)
    if prior == 0 and len(groups) > 1:
        raise ValueError(
            f"all games between these groups of agents went one way: {'; '.join(groups)}; "
            "no finite ratings without a positive prior"
        )


def _groups(links: NDArray[np.bool_], names: Sequence[str]) -> list[str]:
    """Return the names of agents that reach each other both ways over (A, A) links, by group."""
    reach = links | np.eye(len(links), dtype=np.bool_)
    for _ in names:  # more than enough: paths double in length each time
        reach = reach @ reach
    mutual = reach & reach.T
    groups = dict.fromkeys(tuple(np.flatnonzero(row).tolist()) for row in mutual)
    return [", ".join(names[agent] for agent in group) for group in groups]


def _count_sets(
    agents: NDArray[np.int64],
    ranks: NDArray[np.int64],
    deal_of: NDArray[np.int64],
    num_extra: int,
) -> tuple[list[tuple[int, ...]], FloatArray]:
    """Return the members of all choice sets, and (K, U) how often each deal chose from them.

    Columns of zeros are kept free for ``num_extra`` sets more.
    """
    num_agents = int(agents.max()) + 1
    finishers = np.where(agents == EMPTY, EMPTY, ranks * num_agents + agents)
    outcomes, outcome_of = np.unique(np.sort(finishers), axis=0, return_inverse=True)
    columns: dict[tuple[int, ...], int] = {}
    rows = []
    for outcome in outcomes.tolist():
        finish = [divmod(finisher, num_agents) for finisher in outcome if finisher != EMPTY]
        rows.append(
            [(columns.setdefault(m, len(columns)), share) for m, share in _choice_sets(finish)]
        )
    width = max(map(len, rows))
    table = np.array([row + [(0, 0.0)] * (width - len(row)) for row in rows])
    table = table[outcome_of.ravel()]  # (G, width, 2) column and weight of every choice
    num_sets = len(columns) + num_extra
    bins = deal_of[:, np.newaxis] * num_sets + table[:, :, 0].astype(np.int64)
    num_bins = (int(deal_of.max()) + 1) * num_sets
    weights = np.bincount(bins.ravel(), table[:, :, 1].ravel(), minlength=num_bins)
    return list(columns), weights.reshape(-1, num_sets).astype(np.float64)


def _choice_sets(finish: list[tuple[int, int]]) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield the sets chosen from in one game, and the share of the orders with that choice.

    Args:
        finish: (rank, agent) of each player, first to last, equal ranks where tied.

    Yields:
        Agents chosen from, sorted; and their weight. The weights of a game sum to its players.
    """
    for rank in sorted({rank for rank, _ in finish}):
        tied = [agent for other, agent in finish if other == rank]
        behind = [agent for other, agent in finish if other > rank]
        for num_left in range(1, len(tied) + 1):
            for left in itertools.combinations(tied, num_left):
                yield tuple(sorted([*left, *behind])), 1 / math.comb(len(tied), num_left)
