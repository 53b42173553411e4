"""What a set of played deals says, and how sure it is.

The unit is a *deal*: one seed, played once per rotation of the agents over the seats. The games of
a deal share its luck, so they are no independent observations. Every statistic is therefore first
averaged within the deal, and intervals come from resampling whole deals.

Letters in shapes: K deals, R rotations, P players (as many agents as seats), M statistics.
"""

import dataclasses
import math
from collections.abc import Iterator, Sequence
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.float64]

CHUNK_SIZE = 1 << 20  # numbers held at once while resampling: 8 MiB an array


@dataclasses.dataclass(frozen=True, slots=True)
class Interval:
    """An estimate and its confidence interval, in the unit of the values.

    Attributes:
        mean: The estimate from all the data.
        low: Lower end; NaN where the data cannot give one (a single deal).
        high: Upper end; NaN like ``low``.
    """

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.3f} [{self.low:.3f}, {self.high:.3f}]"


def bootstrap_interval(
    values_per_deal: ArrayLike, seed: int = 0, resamples: int = 2000, level: float = 0.95
) -> Interval:
    """Return the mean over deals and its percentile bootstrap interval.

    Args:
        values_per_deal: (K,) one number per deal, e.g. its mean score margin.
        seed: Of the resampling; the same seed gives the same interval.
        resamples: Number of bootstrap samples of K deals each.
        level: Confidence level, between 0 and 1.

    Raises:
        ValueError: no deals, a wrong shape, values that are not finite, or a bad setting.
    """
    values = _finite("values_per_deal", values_per_deal, num_axes=1)
    return bootstrap_intervals(values[:, np.newaxis], seed, resamples, level)[0]


def bootstrap_intervals(
    values_per_deal: ArrayLike, seed: int = 0, resamples: int = 2000, level: float = 0.95
) -> tuple[Interval, ...]:
    """Return one interval per column of (K, M) values, all from the same resampled deals."""
    values = _finite("values_per_deal", values_per_deal, num_axes=2)
    num_deals = len(values)
    means = values.mean(axis=0)
    means += (values - means).mean(axis=0)  # takes out the rounding of the first pass
    # Deviations, not values: columns that never vary get an interval of exactly no width.
    deviations = values - means
    rng = np.random.default_rng(seed)
    chunks = resample_counts(num_deals, resamples, rng)
    drawn = np.concatenate([counts @ deviations / num_deals for counts in chunks])
    low, high = means + percentile_ends(drawn, num_deals, level)
    return tuple(Interval(*ends) for ends in np.stack([means, low, high]).T.tolist())


def resample_counts(
    num_deals: int, resamples: int, rng: np.random.Generator, row_size: int = 1
) -> Iterator[FloatArray]:
    """Draw bootstrap samples and yield how often each deal is in them, a chunk at a time.

    Args:
        num_deals: K, deals drawn from and deals drawn.
        resamples: Number of rows over all chunks.
        rng: Advanced by K numbers per row. The rows do not depend on the size of the chunks.
        row_size: Numbers that the caller will hold per row beside the K counts, to bound memory.

    Yields:
        (chunk, K) counts; each row sums to K.
    """
    if resamples < 1:
        raise ValueError(f"resamples is {resamples}; at least 1 is needed")
    per_chunk = max(1, CHUNK_SIZE // max(num_deals, row_size))
    for start in range(0, resamples, per_chunk):
        num_rows = min(per_chunk, resamples - start)
        drawn = rng.integers(num_deals, size=(num_rows, num_deals))
        drawn += np.arange(num_rows)[:, np.newaxis] * num_deals  # each row counts in its own bins
        counts = np.bincount(drawn.ravel(), minlength=num_rows * num_deals)
        yield counts.reshape(num_rows, num_deals).astype(np.float64)


def percentile_ends(drawn: FloatArray, num_units: int, level: float) -> FloatArray:
    """Return (2, M) lower and upper ends of the middle ``level`` of (resamples, M) numbers.

    NaN where ``num_units``, the number of things resampled, is 1: one thing shows no spread, and an
    interval of no width would claim certainty.
    """
    if not 0 < level < 1:
        raise ValueError(f"level is {level}; it must lie between 0 and 1, e.g. 0.95")
    ends: FloatArray = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return np.full_like(ends, np.nan) if num_units == 1 else ends


def wilson_interval(wins: float, n: int, level: float = 0.95) -> Interval:
    """Return the win share of ``n`` independent games and its Wilson score interval.

    For blocks of a single game; games of one deal are not independent. The interval keeps some
    width at 0 and ``n`` wins, where the bootstrap has none (Wilson 1927).

    Args:
        wins: Games won, 0 .. n; a shared win may count as its share.
        n: Games played, at least 1.
        level: Confidence level, between 0 and 1.

    Raises:
        ValueError: a number outside its range.
    """
    if n < 1 or not 0 <= wins <= n:
        raise ValueError(f"{wins} wins in {n} games; at least 1 game and 0 .. {n} wins are needed")
    if not 0 < level < 1:
        raise ValueError(f"level is {level}; it must lie between 0 and 1, e.g. 0.95")
    z = NormalDist().inv_cdf((1 + level) / 2)
    share = wins / n
    shrink = 1 + z * z / n
    centre = (share + z * z / (2 * n)) / shrink
    half = z / shrink * math.sqrt(share * (1 - share) / n + (z / (2 * n)) ** 2)
    # Rounding must not put a share of 0 or 1 outside its own interval.
    return Interval(share, max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half)))


def place_share(places: ArrayLike) -> FloatArray:
    """Return (..., P) shares of first place from (..., P) places.

    The lowest place is first, whether places count from 0 or 1. ``k`` players tied for it get
    1 / k each, so the shares of a game sum to 1.
    """
    table = np.asarray(places)
    if table.ndim == 0 or table.shape[-1] == 0:
        raise ValueError(f"places have shape {table.shape}; the last axis must hold the players")
    is_first = table == table.min(axis=-1, keepdims=True)
    shares: FloatArray = is_first / is_first.sum(axis=-1, keepdims=True)
    return shares


def interquartile_mean(values: ArrayLike) -> float:
    """Return the mean of the middle half of all values, of any shape.

    A quarter of the values, rounded down, is left out at each end, as in Agarwal et al. 2021;
    fewer than four values give their plain mean.
    """
    flat = _finite("values", np.ravel(values), num_axes=1)
    return float(_interquartile_means(flat[np.newaxis])[0])


def stratified_bootstrap_iqm(
    scores: ArrayLike, seed: int = 0, resamples: int = 2000, level: float = 0.95
) -> Interval:
    """Return the interquartile mean over training seeds and tasks, and its bootstrap interval.

    Seeds are resampled within each task, never across tasks (Agarwal et al. 2021,
    "Deep Reinforcement Learning at the Edge of the Statistical Precipice").

    Args:
        scores: (seeds, tasks) one result per training seed and task (opponent or game).
        seed: Of the resampling.
        resamples: Number of bootstrap samples.
        level: Confidence level, between 0 and 1.

    Raises:
        ValueError: a wrong shape, values that are not finite, or a bad setting.
    """
    table = _finite("scores", scores, num_axes=2)
    num_seeds, num_tasks = table.shape
    if resamples < 1:
        raise ValueError(f"resamples is {resamples}; at least 1 is needed")
    rng = np.random.default_rng(seed)
    per_chunk = max(1, CHUNK_SIZE // table.size)
    drawn = []
    for start in range(0, resamples, per_chunk):
        num_rows = min(per_chunk, resamples - start)
        rows = rng.integers(num_seeds, size=(num_rows, num_seeds, num_tasks))
        sample = table[rows, np.arange(num_tasks)]
        drawn.append(_interquartile_means(sample.reshape(num_rows, -1)))
    low, high = percentile_ends(np.concatenate(drawn), num_seeds, level).tolist()
    return Interval(interquartile_mean(table), low, high)


def seat_rotations(num_players: int) -> NDArray[np.int64]:
    """Return (P, P) ``seat_of[r, agent]``: in rotation r every agent sits r seats further on."""
    return np.add.outer(np.arange(num_players), np.arange(num_players)) % num_players


@dataclasses.dataclass(frozen=True, slots=True)
class Summary:
    """The result of one pairing: the same agents at one table over many deals.

    Tuples over agents are in the order of ``agents``, tuples over seats in seat order. Copies of
    an agent at the table count as agents of their own, so the win share to beat is always 1 / P.
    With one player there is nobody to beat: the fields on win shares and margins are empty.
    Intervals are bootstrapped over deals; win shares of exactly 0 or 1, which have no spread to
    resample, get the Wilson interval with the deals as observations.

    Attributes:
        agents: Names of the P agents.
        num_deals: K, the number of independent observations.
        num_games: K * R.
        num_ties: Games in which two or more players share first place.
        mean_score: Per agent, points per game.
        win_share: Per agent, share of first places; ties are split equally.
        score_margin: Per agent, its points less the mean points of the others, per game.
        seat_mean_score: Per seat, whoever sits there, points per game.
        seat_win_share: Per seat, share of first places. Above 1 / P is an advantage of the seat,
            if every agent has sat there equally often.
        agent_seat_mean_score: Per agent and seat; NaN where the agent never sat.
        agent_seat_win_share: Per agent and seat; NaN where the agent never sat.
    """

    agents: tuple[str, ...]
    num_deals: int
    num_games: int
    num_ties: int
    mean_score: tuple[Interval, ...]
    win_share: tuple[Interval, ...]
    score_margin: tuple[Interval, ...]
    seat_mean_score: tuple[Interval, ...]
    seat_win_share: tuple[Interval, ...]
    agent_seat_mean_score: tuple[tuple[float, ...], ...]
    agent_seat_win_share: tuple[tuple[float, ...], ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain lists, dicts and numbers for JSON; NaN becomes None."""
        plain: dict[str, Any] = _plain(dataclasses.asdict(self))
        return plain


def summarize(
    agents: Sequence[str],
    scores: ArrayLike,
    places: ArrayLike,
    seat_of: ArrayLike,
    *,
    seed: int = 0,
    resamples: int = 2000,
    level: float = 0.95,
) -> Summary:
    """Summarize the games of one pairing.

    Args:
        agents: P names.
        scores: (K, R, P) final points by seat, of deal k in rotation r.
        places: (K, R, P) final places by seat, lowest is best, tie-breaks of the rules applied.
        seat_of: (R, P) seat of each agent in rotation r; each row holds every seat once.
        seed: Of the resampling.
        resamples: Number of bootstrap samples.
        level: Confidence level, between 0 and 1.

    Raises:
        ValueError: shapes that do not fit, values that are not finite, or a bad setting.
    """
    points = _finite("scores", scores, num_axes=3)
    shares = place_share(_finite("places", places, num_axes=3))
    seats = np.asarray(seat_of)
    _check_pairing(agents, points, shares, seats)
    games = _statistics_of_games(points, shares, seats)
    intervals: dict[str, Any] = _intervals_of(games, seed, resamples, level)
    return Summary(
        agents=tuple(agents),
        num_deals=points.shape[0],
        num_games=points.shape[0] * points.shape[1],
        num_ties=int((shares.max(axis=2) < 1).sum()),
        agent_seat_mean_score=_by_agent_and_seat(games["mean_score"], seats),
        agent_seat_win_share=_by_agent_and_seat(games["win_share"], seats),
        **intervals,
    )


def _statistics_of_games(
    points: FloatArray, shares: FloatArray, seats: NDArray[Any]
) -> dict[str, FloatArray]:
    """Return (K, R, P) values by field of ``Summary``; (K, R, 0) where P = 1 leaves it empty."""
    num_others = points.shape[2] - 1
    own_points, own_shares = (
        np.take_along_axis(by_seat, seats[np.newaxis], axis=2) for by_seat in (points, shares)
    )
    games = {"mean_score": own_points, "seat_mean_score": points}
    if num_others == 0:
        return games | dict.fromkeys(
            ("win_share", "score_margin", "seat_win_share"), points[..., :0]
        )
    others = (own_points.sum(axis=2, keepdims=True) - own_points) / num_others
    margins = own_points - others
    return games | {"win_share": own_shares, "score_margin": margins, "seat_win_share": shares}


def _intervals_of(
    games: dict[str, FloatArray], seed: int, resamples: int, level: float
) -> dict[str, tuple[Interval, ...]]:
    """Return P intervals for each named (K, R, P) array, all from the same resampled deals."""
    per_deal = {name: values.mean(axis=1) for name, values in games.items()}
    table = np.concatenate(list(per_deal.values()), axis=1)
    found = iter(bootstrap_intervals(table, seed, resamples, level))
    intervals = {name: [next(found) for _ in deal[0]] for name, deal in per_deal.items()}
    for name in ("win_share", "seat_win_share"):
        intervals[name] = [with_width(share, len(table), level) for share in intervals[name]]
    return {name: tuple(row) for name, row in intervals.items()}


def with_width(share: Interval, num_deals: int, level: float) -> Interval:
    """Return the Wilson interval over deals in place of a bootstrap that saw only 0s or only 1s.

    Args:
        share: A bootstrap interval of a share, 0 .. 1.
        num_deals: Independent observations behind it.
        level: Confidence level of the interval.
    """
    if share.mean in (0.0, 1.0):
        return wilson_interval(share.mean * num_deals, num_deals, level)
    # Rounding can take an end out of [0, 1] by a last bit.
    return Interval(share.mean, max(share.low, 0.0), min(share.high, 1.0))


def _by_agent_and_seat(values: FloatArray, seats: NDArray[Any]) -> tuple[tuple[float, ...], ...]:
    """Return the mean of (K, R, P) values by agent, for every (agent, seat), NaN if never seen."""
    players = range(values.shape[2])
    return tuple(
        tuple(
            float(values[:, sat, agent].mean()) if sat.any() else math.nan
            for sat in (seats[:, agent] == seat for seat in players)
        )
        for agent in players
    )


def _check_pairing(
    agents: Sequence[str], scores: FloatArray, shares: FloatArray, seats: NDArray[Any]
) -> None:
    """Raise ValueError unless the arguments of ``summarize`` fit together."""
    _, num_rotations, num_players = scores.shape
    if shares.shape != scores.shape:
        raise ValueError(f"places have shape {shares.shape}, scores {scores.shape}; not the same")
    if len(agents) != num_players:
        raise ValueError(f"{len(agents)} agents for scores of {num_players} players")
    check_seats(seats, num_rotations, num_players)


def check_seats(seats: NDArray[Any], num_rotations: int, num_players: int) -> None:
    """Raise ValueError unless ``seats`` is (R, P) with each seat once in every row."""
    if seats.shape != (num_rotations, num_players):
        raise ValueError(
            f"seat_of has shape {seats.shape}; for {num_rotations} rotations of {num_players} "
            f"players it must have {(num_rotations, num_players)}"
        )
    for rotation, row in enumerate(seats.tolist()):
        if sorted(row) != list(range(num_players)):
            raise ValueError(
                f"seat_of[{rotation}] is {row}; it must hold each seat "
                f"0 .. {num_players - 1} exactly once"
            )


def _interquartile_means(values: FloatArray) -> FloatArray:
    """Return the interquartile mean of each row of (rows, n)."""
    num_cut = values.shape[1] // 4
    middle = np.sort(values, axis=1)[:, num_cut : values.shape[1] - num_cut]
    return np.asarray(middle.mean(axis=1), dtype=np.float64)


def _finite(name: str, values: ArrayLike, num_axes: int) -> FloatArray:
    """Return the values as floats, or raise ValueError naming what is wrong with them."""
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != num_axes or array.size == 0:
        raise ValueError(f"{name} have shape {array.shape}; {num_axes} axes with values are needed")
    if not np.isfinite(array).all():
        where = np.argwhere(~np.isfinite(array))[0].tolist()
        raise ValueError(f"{name} must be finite; {array[tuple(where)]} at {where}")
    return array


def _plain(value: Any) -> Any:
    """Return the value with tuples as lists and NaN as None, all the way down."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return None if isinstance(value, float) and math.isnan(value) else value
