"""Rewards from scores and places, for one to six players."""

import itertools

import numpy as np
import pytest

from quiltenvs.core.errors import OptionError
from quiltenvs.core.reward import MARGIN, MODES, OUTCOME, SCORE, mode_of, value_of


def values(mode, scores, places=None, scale=10.0):
    out = np.full(len(scores), np.nan)
    places = np.ones(len(scores)) if places is None else places
    value_of(mode, scale, np.array(scores, np.int32), np.array(places, np.int8), out)
    return out.tolist()


def places_of(scores):
    return [1 + sum(other > score for other in scores) for score in scores]


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ([1, 2], [1, -1]),
        ([2, 1], [-1, 1]),
        ([1, 1], [0, 0]),
        ([1, 2, 3], [1, 0, -1]),
        ([3, 1, 1], [-1, 0.5, 0.5]),
        ([1, 2, 2], [1, -0.5, -0.5]),
        ([1, 1, 1], [0, 0, 0]),
        ([1, 2, 3, 4], [1, 1 / 3, -1 / 3, -1]),
        ([2, 4, 2, 1], [0, -1, 0, 1]),
        ([1], [1]),
        ([2], [-1]),
    ],
)
def test_outcome(places, expected):
    assert values(OUTCOME, [0] * len(places), places) == pytest.approx(expected)


@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_outcome_of_every_way_to_tie(num_players):
    """Tied players share what their places pay; the pay falls evenly from 1 to -1."""
    pay = np.linspace(1, -1, num_players)
    for scores in itertools.product(range(min(num_players, 4)), repeat=num_players):
        places = places_of(scores)
        found = values(OUTCOME, scores, places)
        shared = [pay[p - 1 : p - 1 + places.count(p)].mean() for p in places]
        assert found == pytest.approx(shared)
        assert sum(found) == pytest.approx(0)
        assert max(map(abs, found)) <= 1


def test_outcome_goes_by_places_alone():
    """A tie-break of the game counts, a mere difference of scores does not."""
    assert values(OUTCOME, [7, 7], [2, 1]) == [-1, 1]
    assert values(OUTCOME, [9, 7], [1, 1]) == [0, 0]


@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_margin_is_to_the_best_other(num_players):
    rng = np.random.default_rng(num_players)
    for _ in range(100):
        scores = rng.integers(-30, 30, num_players).tolist()
        expected = [
            (score - max(scores[:seat] + scores[seat + 1 :])) / 10
            for seat, score in enumerate(scores)
        ]
        assert values(MARGIN, scores) == pytest.approx(expected)


def test_margin_of_two_players_sums_to_zero():
    assert values(MARGIN, [31, -4]) == [3.5, -3.5]


@pytest.mark.parametrize("mode", [MARGIN, SCORE])
def test_solo_margin_is_the_score(mode):
    assert values(mode, [25]) == [2.5]
    assert values(mode, [-25]) == [-2.5]


def test_score_over_scale():
    assert values(SCORE, [5, -10, 0], scale=20.0) == [0.25, -0.5, 0.0]


def test_modes():
    assert [mode_of(mode) for mode in MODES] == [OUTCOME, MARGIN, SCORE] == [0, 1, 2]


@pytest.mark.parametrize("reward", ["", "Outcome", "win", None, 0])
def test_an_unknown_mode_is_refused(reward):
    with pytest.raises(OptionError) as caught:
        mode_of(reward)
    allowed = "'outcome' or 'margin' or 'score'"
    assert str(caught.value) == f"reward={reward!r} is not allowed; use {allowed}"
