"""Intervals against theory and published values; summaries against games worked by hand."""

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quiltenvs.experiments import deal_statistics
from quiltenvs.experiments.deal_statistics import (
    Interval,
    bootstrap_interval,
    bootstrap_intervals,
    interquartile_mean,
    place_share,
    resample_counts,
    seat_rotations,
    stratified_bootstrap_iqm,
    summarize,
    wilson_interval,
)

PLACES = st.integers(1, 6).flatmap(
    lambda num_players: st.lists(st.integers(0, 6), min_size=num_players, max_size=num_players)
)


def width(interval):
    return interval.high - interval.low


def places_of(scores):
    """Places from 1 by points alone: equal points are tied."""
    return 1 + (scores[..., np.newaxis, :] > scores[..., np.newaxis]).sum(axis=-1)


class TestBootstrapInterval:
    def test_agrees_with_the_normal_interval_of_a_large_sample(self):
        values = np.random.default_rng(1).normal(5, 3, size=1000)
        interval = bootstrap_interval(values, resamples=10_000)
        half = 1.96 * values.std() / math.sqrt(1000)
        assert interval.mean == pytest.approx(values.mean())
        assert interval.low == pytest.approx(values.mean() - half, abs=0.05 * half)
        assert interval.high == pytest.approx(values.mean() + half, abs=0.05 * half)

    @pytest.mark.parametrize("level", [0.5, 0.95])
    def test_covers_the_truth_as_often_as_it_says(self, level):
        rng = np.random.default_rng(2)
        intervals = [
            bootstrap_interval(rng.exponential(size=60), seed=i, resamples=400, level=level)
            for i in range(500)
        ]
        coverage = np.mean([interval.low <= 1 <= interval.high for interval in intervals])
        assert coverage == pytest.approx(level, abs=0.06)

    def test_depends_on_the_seed_and_on_nothing_else(self):
        values = np.random.default_rng(3).normal(size=50)
        assert bootstrap_interval(values, seed=4) == bootstrap_interval(values, seed=4)
        assert bootstrap_interval(values, seed=4) != bootstrap_interval(values, seed=5)

    def test_columns_equal_single_intervals(self):
        values = np.random.default_rng(3).normal(size=(50, 3))
        for column, interval in zip(values.T, bootstrap_intervals(values, seed=9), strict=True):
            alone = bootstrap_interval(column, seed=9)
            assert (interval.mean, interval.low, interval.high) == pytest.approx(
                (alone.mean, alone.low, alone.high)
            )

    @pytest.mark.parametrize("chunk_size", [1, 100, 10_000])
    def test_small_chunks_change_nothing(self, monkeypatch, chunk_size):
        values = np.random.default_rng(3).normal(size=30)
        whole = bootstrap_interval(values, resamples=200)
        monkeypatch.setattr(deal_statistics, "CHUNK_SIZE", chunk_size)
        chunked = bootstrap_interval(values, resamples=200)
        assert (chunked.low, chunked.high) == pytest.approx((whole.low, whole.high))

    def test_values_without_spread_give_no_width(self):
        assert bootstrap_interval([0.1] * 7) == Interval(0.1, 0.1, 0.1)

    def test_one_deal_gives_no_interval(self):
        interval = bootstrap_interval([3.0])
        assert interval.mean == 3
        assert math.isnan(interval.low)
        assert math.isnan(interval.high)

    def test_reads_as_text(self):
        assert str(Interval(0.5, 0.25, 0.7504)) == "0.500 [0.250, 0.750]"

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ({"values_per_deal": []}, r"shape \(0,\)"),
            ({"values_per_deal": [[1.0]]}, "1 axes"),
            ({"values_per_deal": [1.0, math.nan]}, r"nan at \[1\]"),
            ({"values_per_deal": [1.0], "resamples": 0}, "resamples is 0"),
            ({"values_per_deal": [1.0], "level": 95}, "level is 95"),
        ],
    )
    def test_bad_input_is_named(self, arguments, message):
        with pytest.raises(ValueError, match=message):
            bootstrap_interval(**arguments)


class TestResampleCounts:
    def test_rows_are_samples_of_all_deals_in_bounded_chunks(self, monkeypatch):
        monkeypatch.setattr(deal_statistics, "CHUNK_SIZE", 100)
        chunks = list(resample_counts(30, 11, np.random.default_rng(0)))
        assert [chunk.shape for chunk in chunks] == [(3, 30)] * 3 + [(2, 30)]
        assert all((chunk.sum(axis=1) == 30).all() for chunk in chunks)

    def test_makes_room_for_what_the_caller_holds(self, monkeypatch):
        monkeypatch.setattr(deal_statistics, "CHUNK_SIZE", 100)
        chunks = list(resample_counts(30, 4, np.random.default_rng(0), row_size=50))
        assert [len(chunk) for chunk in chunks] == [2, 2]

    def test_every_deal_is_drawn_equally_often(self):
        (counts,) = resample_counts(5, 20_000, np.random.default_rng(0))
        assert counts.mean(axis=0) == pytest.approx(np.ones(5), abs=0.03)  # 4.7 deviations
        assert counts.var(axis=0) == pytest.approx(np.full(5, 0.8), abs=0.05)  # binomial 5, 1/5


class TestWilsonInterval:
    @pytest.mark.parametrize(
        ("wins", "n", "low", "high"),
        [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ],
    )
    def test_published_values(self, wins, n, low, high):
        """Newcombe 1998, Statistics in Medicine 17, table I, method 3."""
        interval = wilson_interval(wins, n)
        assert interval.mean == wins / n
        assert (interval.low, interval.high) == pytest.approx((low, high), abs=5e-5)

    @given(st.integers(1, 10_000), st.floats(0, 1), st.sampled_from([0.5, 0.9, 0.99]))
    def test_lies_around_the_share_and_mirrors(self, n, share, level):
        interval = wilson_interval(share * n, n, level)
        assert 0 <= interval.low <= interval.mean <= interval.high <= 1
        losses = wilson_interval(n - share * n, n, level)
        assert (losses.low, losses.high) == pytest.approx((1 - interval.high, 1 - interval.low))

    def test_more_certainty_is_wider(self):
        assert width(wilson_interval(7, 9, 0.99)) > width(wilson_interval(7, 9, 0.9))

    @pytest.mark.parametrize(("wins", "n"), [(0, 0), (-1, 5), (6, 5)])
    def test_impossible_counts_are_named(self, wins, n):
        with pytest.raises(ValueError, match=f"{wins} wins in {n} games"):
            wilson_interval(wins, n)

    def test_bad_level_is_named(self):
        with pytest.raises(ValueError, match=r"level is 1\.5"):
            wilson_interval(1, 2, level=1.5)


class TestPlaceShare:
    @pytest.mark.parametrize(
        ("places", "shares"),
        [
            ([1, 2], [1, 0]),
            ([1, 1], [0.5, 0.5]),
            ([2, 1, 1, 4], [0, 0.5, 0.5, 0]),
            ([1, 2, 2], [1, 0, 0]),
            ([1, 0], [0, 1]),
            ([1], [1]),
            ([[1, 2], [1, 1]], [[1, 0], [0.5, 0.5]]),
        ],
    )
    def test_first_place_is_shared_equally(self, places, shares):
        np.testing.assert_array_equal(place_share(places), shares)

    @given(PLACES)
    def test_shares_of_a_game_sum_to_one(self, places):
        assert place_share(places).sum() == pytest.approx(1)

    def test_no_players_are_refused(self):
        with pytest.raises(ValueError, match=r"shape \(3, 0\)"):
            place_share(np.zeros((3, 0)))


class TestInterquartileMean:
    @pytest.mark.parametrize(
        ("values", "mean"),
        [
            ([8, 1, 7, 2, 6, 3, 5, 4], 4.5),
            ([-1000, 1, 2, 1000], 1.5),
            ([0, 1, 2, 3, 4, 5], 2.5),
            ([1, 2, 6], 3),
            ([[0, 100], [1, 3]], 2),
        ],
    )
    def test_is_the_mean_of_the_middle_half(self, values, mean):
        assert interquartile_mean(values) == pytest.approx(mean)

    def test_nothing_is_refused(self):
        with pytest.raises(ValueError, match="values have shape"):
            interquartile_mean([])


class TestStratifiedBootstrap:
    def test_estimate_is_the_interquartile_mean(self):
        scores = np.random.default_rng(0).exponential(size=(5, 4))
        interval = stratified_bootstrap_iqm(scores)
        assert interval.mean == interquartile_mean(scores)
        assert interval.low < interval.mean < interval.high

    def test_seeds_are_never_exchanged_between_tasks(self):
        """Tasks of unlike difficulty, seeds that all agree: there is nothing uncertain."""
        interval = stratified_bootstrap_iqm(np.tile([0.0, 1.0, 10.0, 100.0], (5, 1)))
        assert interval == Interval(5.5, 5.5, 5.5)

    def test_tasks_are_resampled_independently(self):
        """The same five results on eight tasks: their errors must average out."""
        column = np.random.default_rng(0).normal(size=(5, 1))
        one = stratified_bootstrap_iqm(column)
        eight = stratified_bootstrap_iqm(np.tile(column, 8))
        assert width(eight) < 0.6 * width(one)

    def test_covers_the_truth_as_often_as_it_says(self):
        rng = np.random.default_rng(2)
        drawn = rng.normal(size=(300, 10, 3))
        intervals = [stratified_bootstrap_iqm(scores, resamples=300) for scores in drawn]
        coverage = np.mean([interval.low <= 0 <= interval.high for interval in intervals])
        assert 0.88 < coverage < 0.98  # percentile intervals of 10 seeds are a little narrow

    def test_small_chunks_change_nothing(self, monkeypatch):
        scores = np.random.default_rng(0).normal(size=(5, 4))
        whole = stratified_bootstrap_iqm(scores, resamples=50)
        monkeypatch.setattr(deal_statistics, "CHUNK_SIZE", 1)
        assert stratified_bootstrap_iqm(scores, resamples=50) == whole

    def test_one_seed_gives_no_interval(self):
        interval = stratified_bootstrap_iqm([[1.0, 2.0]])
        assert interval.mean == 1.5
        assert math.isnan(interval.low)

    def test_bad_input_is_named(self):
        with pytest.raises(ValueError, match="scores have shape"):
            stratified_bootstrap_iqm([1.0, 2.0])
        with pytest.raises(ValueError, match="resamples is 0"):
            stratified_bootstrap_iqm([[1.0], [2.0]], resamples=0)


class TestSeatRotations:
    def test_three_players(self):
        np.testing.assert_array_equal(seat_rotations(3), [[0, 1, 2], [1, 2, 0], [2, 0, 1]])

    @pytest.mark.parametrize("num_players", range(1, 7))
    def test_every_agent_takes_every_seat_once(self, num_players):
        seat_of = seat_rotations(num_players)
        seats = [list(range(num_players))] * num_players
        assert np.sort(seat_of, axis=1).tolist() == seats
        assert np.sort(seat_of, axis=0).T.tolist() == seats


class TestSummarize:
    def test_two_deals_worked_by_hand(self):
        """Seats: deal 0 ends 10:4 and, swapped, 7:7; deal 1 ends 3:9 and 2:8."""
        scores = np.array([[[10, 4], [7, 7]], [[3, 9], [2, 8]]])
        summary = summarize(["ann", "bob"], scores, places_of(scores), [[0, 1], [1, 0]])
        assert summary.agents == ("ann", "bob")
        assert (summary.num_deals, summary.num_games, summary.num_ties) == (2, 4, 1)
        # ann scores 10, 7 | 3, 8 and bob 4, 7 | 9, 2.
        assert [each.mean for each in summary.mean_score] == [7, 5.5]
        assert [each.mean for each in summary.win_share] == [0.625, 0.375]
        assert [each.mean for each in summary.score_margin] == [1.5, -1.5]
        assert [each.mean for each in summary.seat_mean_score] == [5.5, 7]
        assert [each.mean for each in summary.seat_win_share] == [0.375, 0.625]
        assert summary.agent_seat_mean_score == ((6.5, 7.5), (4.5, 6.5))
        assert summary.agent_seat_win_share == ((0.5, 0.75), (0.25, 0.5))
        # Deals of ann: win shares 0.75 and 0.5, margins 3 and 0. Samples of two hold each twice.
        assert summary.win_share[0] == Interval(0.625, 0.5, 0.75)
        assert summary.score_margin[0] == Interval(1.5, 0, 3)

    @pytest.mark.parametrize("num_players", range(2, 7))
    def test_skill_and_seat_are_told_apart(self, num_players):
        """Agent a earns 10 * a points, seat s adds s."""
        seat_of = seat_rotations(num_players)
        agent_of = np.argsort(seat_of, axis=1)
        scores = np.tile(10 * agent_of + np.arange(num_players), (4, 1, 1))
        names = [f"agent {agent}" for agent in range(num_players)]
        summary = summarize(names, scores, places_of(scores), seat_of)
        skill, seats = 10 * np.arange(num_players), np.arange(num_players)
        assert [each.mean for each in summary.mean_score] == pytest.approx(skill + seats.mean())
        assert [each.mean for each in summary.seat_mean_score] == pytest.approx(
            skill.mean() + seats
        )
        np.testing.assert_allclose(summary.agent_seat_mean_score, np.add.outer(skill, seats))
        margins = (skill - skill.mean()) * num_players / (num_players - 1)
        assert [each.mean for each in summary.score_margin] == pytest.approx(margins)
        assert [each.mean for each in summary.win_share] == [0] * (num_players - 1) + [1]

    @pytest.mark.parametrize("num_players", range(2, 7))
    def test_mirror_match_of_deterministic_agents_is_exactly_even(self, num_players):
        """Copies play every rotation alike, so a deal leaves nothing between them."""
        deals = np.random.default_rng(0).integers(0, 40, size=(100, 1, num_players))
        scores = deals.repeat(num_players, axis=1)
        summary = summarize(
            ["copy"] * num_players, scores, places_of(scores), seat_rotations(num_players)
        )
        for share, margin in zip(summary.win_share, summary.score_margin, strict=True):
            assert (share.mean, share.low, share.high) == pytest.approx([1 / num_players] * 3)
            assert (margin.mean, margin.low, margin.high) == pytest.approx([0] * 3, abs=1e-12)

    @pytest.mark.parametrize("num_players", range(2, 7))
    def test_mirror_match_with_luck_is_even_within_its_interval(self, num_players):
        scores = np.random.default_rng(4).integers(0, 40, size=(300, num_players, num_players))
        summary = summarize(
            ["copy"] * num_players,
            scores,
            places_of(scores),
            seat_rotations(num_players),
            level=0.99,
        )
        even = 1 / num_players
        for share, margin in zip(summary.win_share, summary.score_margin, strict=True):
            assert even - 0.1 < share.low < even < share.high < even + 0.1
            assert margin.low < 0 < margin.high

    def test_games_of_one_deal_are_not_independent(self):
        """Fifty games that repeat each deal say no more than one."""
        scores = np.random.default_rng(0).normal(size=(40, 1, 2))
        once = summarize(["a", "b"], scores, places_of(scores), [[0, 1]])
        again = scores.repeat(50, axis=1)
        often = summarize(["a", "b"], again, places_of(again), [[0, 1]] * 50)
        assert often.num_games == 2000
        assert width(often.score_margin[0]) == pytest.approx(width(once.score_margin[0]))
        assert width(often.win_share[0]) == pytest.approx(width(once.win_share[0]))

    def test_a_clean_sweep_keeps_an_interval(self):
        scores = np.tile([[9, 2], [2, 9]], (20, 1, 1))
        summary = summarize(["a", "b"], scores, places_of(scores), seat_rotations(2))
        assert summary.win_share == (wilson_interval(20, 20), wilson_interval(0, 20))

    def test_solo(self):
        scores = np.array([[[30.0]], [[40.0]], [[50.0]]])
        summary = summarize(["a"], scores, np.ones_like(scores), [[0]])
        assert summary.mean_score == (bootstrap_interval([30, 40, 50]),)
        assert (summary.num_deals, summary.num_games, summary.num_ties) == (3, 3, 0)
        assert summary.agent_seat_mean_score == ((40,),)
        assert summary.win_share == summary.score_margin == summary.seat_win_share == ()
        assert summary.agent_seat_win_share == ()

    def test_places_decide_wins_where_the_rules_break_ties(self):
        scores = np.array([[[5, 5], [5, 5]]])
        summary = summarize(["a", "b"], scores, [[[2, 1], [2, 1]]], [[0, 1], [0, 1]])
        assert [share.mean for share in summary.win_share] == [0, 1]
        assert summary.num_ties == 0

    def test_becomes_json(self):
        scores = np.array([[[5, 3]]])
        summary = summarize(["a", "b"], scores, places_of(scores), [[1, 0]])
        plain = summary.to_dict()
        assert json.loads(json.dumps(plain, allow_nan=False)) == plain
        assert plain["mean_score"] == [
            {"mean": 3, "low": None, "high": None},
            {"mean": 5, "low": None, "high": None},
        ]
        assert plain["agent_seat_mean_score"] == [[None, 3], [5, None]]
        assert (plain["agents"], plain["num_deals"]) == (["a", "b"], 1)

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"agents": ["a"]}, "1 agents for scores of 2 players"),
            ({"scores": np.zeros((3, 2))}, r"scores have shape \(3, 2\)"),
            ({"scores": np.full((3, 2, 2), math.inf)}, "scores must be finite"),
            ({"places": np.ones((3, 2, 3))}, r"places have shape \(3, 2, 3\)"),
            ({"seat_of": [[0, 1]]}, r"seat_of has shape \(1, 2\)"),
            ({"seat_of": [[0, 1], [1, 1]]}, r"seat_of\[1\] is \[1, 1\]"),
            ({"seat_of": [[1, 2], [2, 1]]}, r"0 \.\. 1 exactly once"),
        ],
    )
    def test_bad_input_is_named(self, change, message):
        arguments = {
            "agents": ["a", "b"],
            "scores": np.zeros((3, 2, 2)),
            "places": np.ones((3, 2, 2)),
            "seat_of": [[0, 1], [1, 0]],
        }
        with pytest.raises(ValueError, match=message):
            summarize(**(arguments | change))
