"""Ratings of agents from all their games at once, on the Elo scale, with intervals over deals.

400 points are odds of 10 to 1. The model, its treatment of ties and its regulariser are described
in ``plackett_luce``.
"""

import dataclasses
import math
from collections.abc import Sequence

from quiltenvs.experiments.deal_statistics import percentile_ends
from quiltenvs.experiments.plackett_luce import Choices, RatedGames, plackett_luce

__all__ = ["ELO_SCALE", "RatedGames", "Ratings", "fit_ratings", "plackett_luce"]

ELO_SCALE = 400 / math.log(10)  # Elo points per unit of log strength


@dataclasses.dataclass(frozen=True, slots=True)
class Ratings:
    """Elo-scaled strengths relative to an anchor, in the order of ``names``.

    Attributes:
        names: The agents.
        rating: Elo points above the anchor.
        low: Lower ends of the intervals; NaN where there was one deal only.
        high: Upper ends of the intervals; NaN like ``low``.
        anchor: Name of the agent whose rating is 0 by definition, also in every resample.
        level: Confidence level of the intervals.
        num_deals: Deals that were resampled.
        num_games: Games behind the ratings.
    """

    names: tuple[str, ...]
    rating: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    anchor: str
    level: float
    num_deals: int
    num_games: int

    def table(self) -> str:
        """Return a Markdown table, strongest agent first."""
        rows = [f"| agent | rating | {100 * self.level:g} % interval |", "|:--|--:|:--:|"]
        columns = zip(self.names, self.rating, self.low, self.high, strict=True)
        for name, rating, low, high in sorted(columns, key=lambda row: -row[1]):
            if name == self.anchor:
                interval = "anchor"
            elif math.isnan(low):
                interval = "-"
            else:
                interval = f"{round(low)} to {round(high)}"
            rows.append(f"| {name} | {round(rating)} | {interval} |")
        return "\n".join(rows)


def fit_ratings(
    results: RatedGames,
    names: Sequence[str],
    anchor: str,
    *,
    prior: float = 0.5,
    seed: int = 0,
    resamples: int = 1000,
    level: float = 0.95,
) -> Ratings:
    """Return Elo-scaled ratings of all agents with bootstrap intervals over deals.

    Args:
        results: Games among the agents.
        names: Name of each agent index.
        anchor: The name that gets rating 0.
        prior: As in ``plackett_luce``, but positive: a resample may lack an agent's only loss.
        seed: Of the resampling.
        resamples: Number of bootstrap samples of K deals each.
        level: Confidence level, between 0 and 1.

    Raises:
        ValueError: as for ``plackett_luce``, bad names or settings.
    """
    _check_settings(names, anchor, prior)
    choices = Choices(results, len(names), prior, names)
    log_strengths = choices.fit_samples(seed, resamples)
    elo = ELO_SCALE * (log_strengths - log_strengths[:, [list(names).index(anchor)]])
    ends = percentile_ends(elo[1:], choices.num_deals, level)
    rating, low, high = (tuple(row) for row in [elo[0].tolist(), *ends.tolist()])
    return Ratings(
        names=tuple(names),
        rating=rating,
        low=low,
        high=high,
        anchor=anchor,
        level=level,
        num_deals=choices.num_deals,
        num_games=len(results.agents),
    )


def _check_settings(names: Sequence[str], anchor: str, prior: float) -> None:
    """Raise ValueError unless the settings of ``fit_ratings`` make sense."""
    if len(set(names)) != len(names):
        raise ValueError(f"names must all be different; they are {', '.join(names)}")
    if anchor not in names:
        raise ValueError(f"no agent {anchor!r} to anchor at; agents are {', '.join(names)}")
    if prior <= 0:
        raise ValueError(f"prior is {prior}; intervals need a positive one")
