"""Who wins ("End of Game", and the optional rule "Predetermined Point Game")."""

import numpy as np
import pytest

import quiltenvs
from quiltenvs.quartile.rules import SUGGESTED_TARGETS


def places(scores, target=0):
    game = quiltenvs.game("quartile", num_players=len(scores), target=target)
    state = game.new_state(0)
    state.scores[: len(scores)] = scores
    assert game.scores(state) == tuple(scores)
    return game.ranking(state)


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((10, 20), (2, 1)),
        ((20, 10), (1, 2)),
        ((7, 7), (1, 1)),
        ((0, 0, 0), (1, 1, 1)),
        ((5, 9, 9), (3, 1, 1)),
        ((9, 5, 5, 1), (1, 2, 2, 4)),
        ((300, 301, 299, 1, 0, 301), (3, 1, 4, 5, 6, 1)),
    ],
)
def test_the_most_points_win_and_ties_share(scores, expected):
    assert places(scores) == expected


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((99, 98), (1, 2)),  # the closest
        ((100, 99), (1, 2)),  # exactly the target is not above it
        ((101, 3), (2, 1)),  # above it is out
        ((101, 0), (2, 1)),  # so is it behind no points at all
        ((101, 250), (1, 1)),  # all are above: a draw
        ((99, 99), (1, 1)),
        ((100, 100, 101), (1, 1, 3)),
        ((130, 98, 101, 99, 98, 400), (4, 2, 4, 1, 2, 4)),  # those above it are last, and alike
        ((101, 102, 103), (1, 1, 1)),
    ],
)
def test_with_a_target_the_closest_wins_and_those_above_it_are_out(scores, expected):
    assert places(scores, target=100) == expected


@pytest.mark.parametrize("target", [1, 1000])
def test_the_ends_of_the_targets(target):
    assert places((target, target + 1, 0), target) == (1, 3, 2)


def test_ranking_by_plain_comparison():
    rng = np.random.default_rng(0)
    for _ in range(200):
        scores, target = rng.integers(0, 8, 5).tolist(), int(rng.integers(0, 9))
        keys = [-1 if target and score > target else score for score in scores]
        assert places(scores, target) == tuple(1 + sum(b > a for b in keys) for a in keys)


def test_suggested_targets_are_allowed():
    assert SUGGESTED_TARGETS == {2: 150, 3: 100, 4: 75, 5: 60, 6: 50}
    for num_players, target in SUGGESTED_TARGETS.items():
        game = quiltenvs.game("quartile", num_players=num_players, target=target)
        assert game.new_state(0).target == target


@pytest.mark.parametrize(("children", "points"), [(False, 100.0), (True, 5.0)])
def test_points_worth_a_reward_of_1(children, points):
    assert quiltenvs.game("quartile", children=children).spec.score_scale == points
