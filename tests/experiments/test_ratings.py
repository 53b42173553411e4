"""Ratings against closed forms, a literal likelihood, Hunter's MM iteration and known strengths."""

import itertools
import math

import numpy as np
import pytest

from quiltenvs.experiments.deal_statistics import seat_rotations
from quiltenvs.experiments.plackett_luce import Choices
from quiltenvs.experiments.ratings import ELO_SCALE, RatedGames, Ratings, fit_ratings, plackett_luce


def results_of(games, deals=None):
    """RatedGames from games written as {agent: place} dicts or (agent, place) lists."""
    games = [list(game.items()) if isinstance(game, dict) else game for game in games]
    size = max(map(len, games))
    padded = [[*game, *[(-1, 0)] * (size - len(game))] for game in games]
    table = np.array(padded)
    deals = np.arange(len(games)) if deals is None else np.array(deals)
    return RatedGames(table[:, :, 0], table[:, :, 1].astype(float), deals)


def duel(wins, draws, losses):
    """Games of agent 0 against agent 1."""
    return results_of(
        [{0: 1, 1: 2}] * wins + [{0: 1, 1: 1}] * draws + [{0: 2, 1: 1}] * losses,
    )


def play(strengths, agents, num_deals, rng):
    """Simulated deals in all rotations; strength plus Gumbel noise orders as Plackett-Luce does."""
    size = len(agents)
    noise = rng.gumbel(size=(num_deals, size, size))
    order = np.argsort(-(noise + np.array(strengths)[list(agents)]), axis=2)
    own_places = 1 + np.argsort(order, axis=2)
    seat_of = seat_rotations(size)
    places = np.empty_like(own_places)
    for rotation, seats in enumerate(seat_of):
        places[:, rotation, seats] = own_places[:, rotation]
    return RatedGames.of_pairing(agents, places, seat_of, np.arange(num_deals))


def tournament(strengths, size, num_deals, seed):
    """Every table of ``size`` agents plays ``num_deals`` deals."""
    rng = np.random.default_rng(seed)
    tables = itertools.combinations(range(len(strengths)), size)
    return RatedGames.concatenate([play(strengths, table, num_deals, rng) for table in tables])


def literal_log_likelihood(games, strengths):
    """The definition: a game is the mean over all orders that its ties allow."""
    total = 0.0
    for game in games:
        orders = [
            order
            for order in itertools.permutations(game)
            if all(a[1] <= b[1] for a, b in itertools.pairwise(order))
        ]
        for order in orders:
            values = [strengths[agent] for agent, _ in order]
            for i, value in enumerate(values):
                total += (value - math.log(sum(map(math.exp, values[i:])))) / len(orders)
    return total


def hunter_mm(orders, num_agents, iterations=3000):
    """Log strengths by the MM iteration of Hunter 2004, equation 30, from orders without ties."""
    strengths = np.ones(num_agents)
    for _ in range(iterations):
        chosen, pull = np.zeros(num_agents), np.zeros(num_agents)
        for order in orders:
            for i in range(len(order) - 1):
                chosen[order[i]] += 1
                pull[list(order[i:])] += 1 / strengths[list(order[i:])].sum()
        strengths = chosen / pull
        strengths /= np.exp(np.log(strengths).mean())
    return np.log(strengths)


MIXED_GAMES = [
    [(0, 1), (1, 2)],
    [(1, 1), (0, 2)],
    [(0, 1), (1, 1), (2, 3)],
    [(2, 1), (3, 2), (0, 2), (1, 2)],
    [(3, 1), (1, 1), (2, 1)],
    [(0, 1), (0, 2), (3, 3)],  # agent 0 sits twice
    [(3, 1), (0, 2), (0, 2), (2, 4)],  # and ties with itself
    [(2, 1), (2, 2)],  # mirror match
    [(3, 1)],  # alone
]


class TestPlackettLuce:
    @pytest.mark.parametrize("prior", [0, 0.5, 2])
    @pytest.mark.parametrize(("wins", "draws", "losses"), [(30, 0, 10), (3, 4, 1), (500, 1, 20)])
    def test_two_agents_closed_form(self, wins, draws, losses, prior):
        strengths = plackett_luce(duel(wins, draws, losses), 2, prior)
        odds = (wins + draws / 2 + prior) / (losses + draws / 2 + prior)
        assert strengths == pytest.approx([math.log(odds) / 2, -math.log(odds) / 2], abs=1e-9)

    def test_bradley_terry_of_a_path_is_a_sum_of_duels(self):
        games = [{0: 1, 1: 2}] * 6 + [{1: 1, 0: 2}] * 2 + [{1: 1, 2: 2}] * 5 + [{2: 1, 1: 2}]
        strengths = plackett_luce(results_of(games), 3, prior=0)
        assert -np.diff(strengths) == pytest.approx([math.log(3), math.log(5)])

    @pytest.mark.parametrize("prior", [0, 0.5])
    def test_no_other_strengths_are_likelier(self, prior):
        """Ties, copies, empty seats and mirror matches, against the definition."""
        best = plackett_luce(results_of(MIXED_GAMES), 4, prior)
        met = list(itertools.permutations(range(4), 2))

        def log_likelihood(strengths):
            wins = [literal_log_likelihood([[(i, 1), (j, 2)]], strengths) for i, j in met]
            return literal_log_likelihood(MIXED_GAMES, strengths) + prior * sum(wins)

        for direction in np.random.default_rng(0).normal(size=(10, 4)):
            step = 1e-3 * direction
            slope = log_likelihood(best + step) - log_likelihood(best - step)
            assert slope == pytest.approx(0, abs=1e-7)
            assert log_likelihood(best + step) < log_likelihood(best)

    def test_agrees_with_the_mm_iteration(self):
        rng = np.random.default_rng(1)
        orders = [tuple(rng.permutation(5)[: rng.integers(2, 6)].tolist()) for _ in range(40)]
        games = [[(agent, place) for place, agent in enumerate(order)] for order in orders]
        strengths = plackett_luce(results_of(games), 5, prior=0)
        assert strengths == pytest.approx(hunter_mm(orders, 5), abs=1e-6)

    @pytest.mark.parametrize("size", [2, 3, 4, 6])
    def test_recovers_known_strengths(self, size):
        truth = np.array([0, 0.5, 1, 1.5, 2.5, 4.0])
        strengths = plackett_luce(tournament(truth, size, 600, seed=size), 6)
        assert strengths == pytest.approx(truth - truth.mean(), abs=0.12)
        assert strengths.mean() == pytest.approx(0, abs=1e-9)

    def test_order_of_games_and_seats_does_not_matter(self):
        results = tournament([0, 1, 2, 3], 3, 20, seed=0)
        rng = np.random.default_rng(0)
        games = rng.permutation(len(results.agents))
        seats = rng.permuted(np.tile(np.arange(3), (len(games), 1)), axis=1)
        shuffled = RatedGames(
            np.take_along_axis(results.agents[games], seats, axis=1),
            np.take_along_axis(results.places[games], seats, axis=1),
            results.deals[games],
        )
        assert plackett_luce(shuffled, 4) == pytest.approx(plackett_luce(results, 4), abs=1e-9)

    def test_agents_can_be_renumbered(self):
        results = tournament([0, 1, 2, 3], 2, 20, seed=0)
        number = np.array([2, 0, 3, 1])
        renumbered = RatedGames(number[results.agents], results.places, results.deals)
        strengths = plackett_luce(results, 4)
        assert plackett_luce(renumbered, 4)[number] == pytest.approx(strengths, abs=1e-9)

    def test_only_the_order_of_places_counts(self):
        results = tournament([0, 1, 2], 3, 20, seed=0)
        stretched = RatedGames(results.agents, 10 * results.places - 30, results.deals)
        assert plackett_luce(stretched, 3) == pytest.approx(plackett_luce(results, 3), abs=1e-9)

    def test_mirror_matches_say_nothing(self):
        games = [{0: 1, 1: 2}] * 3 + [{1: 1, 0: 2}]
        mirrors = [[(0, 1), (0, 2)]] * 50
        strengths = plackett_luce(results_of(games), 2)
        assert plackett_luce(results_of(games + mirrors), 2) == pytest.approx(strengths, abs=1e-9)

    def test_agents_far_apart_settle(self):
        """A ladder of twelve on which every game goes one way: 41-0 by the regulariser, each."""
        games = [{rung: 1, rung + 1: 2} for rung in range(12) for _ in range(20)]
        steps = -np.diff(plackett_luce(results_of(games), 13))
        assert steps == pytest.approx([math.log(41)] * 12, abs=1e-6)

    def test_lopsided_circles_settle(self):
        """Newton steps of full length jump to and fro here for ever."""
        often = [(0, 3), (3, 1), (4, 1), (4, 2), (5, 3)]
        once = [(0, 2), (1, 0), (1, 3), (1, 4), (1, 5), (2, 0), (2, 5)]
        duels = np.array(often * 1000 + once)  # winner, loser
        strengths = plackett_luce(
            RatedGames(duels, np.tile([1.0, 2], (len(duels), 1)), duels[:, 0]), 6
        )
        surprise = 1 - 1 / (1 + np.exp(-strengths[duels] @ [1, -1]))
        # Wins beyond the expected ones cancel, but for half a win of the prior per opponent.
        excess = np.bincount(duels.T.ravel(), np.concatenate([surprise, -surprise]))
        assert np.abs(excess).max() < 2.5

    def test_a_deal_counted_thrice_is_a_deal_played_thrice(self):
        labels = [30, 10, 20, 10, 20, 40, 30, 40, 20]
        results = results_of(MIXED_GAMES, labels)
        counts = {10: 3, 20: 1, 30: 2, 40: 5}
        repeated = []
        for game, label in zip(MIXED_GAMES, labels, strict=True):
            repeated += [game] * counts[label]
        fitted = Choices(results, 4, 0.5, "abcd").fit(np.array([[3.0, 1, 2, 5]]))
        assert fitted[0] == pytest.approx(plackett_luce(results_of(repeated), 4), abs=1e-9)

    def test_negative_prior_is_named(self):
        with pytest.raises(ValueError, match="prior -1"):
            plackett_luce(duel(1, 0, 1), 2, prior=-1)

    def test_one_agent_alone(self):
        assert plackett_luce(results_of([{0: 1}]), 1).tolist() == [0]


class TestLinks:
    def test_agents_that_never_met_are_named(self):
        results = results_of([{0: 1, 1: 2}, {2: 1, 3: 2}])
        with pytest.raises(ValueError, match="agents: ann, bob; cat, dan;"):
            fit_ratings(results, ["ann", "bob", "cat", "dan"], "ann")

    def test_an_agent_without_games_is_named(self):
        with pytest.raises(ValueError, match="agents: agent 0, agent 1; agent 2;"):
            plackett_luce(duel(1, 0, 1), 3)

    @pytest.mark.parametrize("place", [0, 9])
    def test_empty_seats_link_nobody(self, place):
        seats = np.array([[0, 2], [1, 3], [0, -1], [-1, 0]])
        places = np.array([[1.0, 2], [1, 2], [1, place], [place, 1]])
        with pytest.raises(ValueError, match="agent 0, agent 2; agent 1, agent 3"):
            plackett_luce(RatedGames(seats, places, np.arange(4)), 4)

    def test_a_link_over_several_agents_is_enough(self):
        games = [{i: 1, i + 1: 2} for i in range(9)]
        assert (np.diff(plackett_luce(results_of(games), 10)) < 0).all()

    def test_one_sided_games_need_the_prior(self):
        """1 and 2 beat each other, 0 beat both."""
        games = [{0: 1, 1: 2}, {0: 1, 2: 2}, {1: 1, 2: 2}, {2: 1, 1: 2}]
        with pytest.raises(ValueError, match="went one way: agent 0; agent 1, agent 2;"):
            plackett_luce(results_of(games), 3, prior=0)
        assert np.isfinite(plackett_luce(results_of(games), 3)).all()

    def test_a_draw_is_a_link_both_ways(self):
        assert plackett_luce(duel(0, 1, 0), 2, prior=0) == pytest.approx([0, 0])


class TestFitRatings:
    def test_odds_of_ten_are_400_points(self):
        assert ELO_SCALE * math.log(10) == pytest.approx(400)
        ratings = fit_ratings(duel(995, 0, 95 + 4), ["a", "b"], "b", prior=1e-9)
        assert ratings.rating == pytest.approx((400 * math.log10(995 / 99), 0))

    @pytest.mark.parametrize(("wins", "losses"), [(20, 0), (0, 20)])
    def test_regulariser_is_half_a_win_each_way(self, wins, losses):
        ratings = fit_ratings(duel(wins, 0, losses), ["a", "b"], "b")
        odds = (wins + 0.5) / (losses + 0.5)
        assert ratings.rating == pytest.approx((400 * math.log10(odds), 0))

    def test_anchor_moves_all_ratings_alike(self):
        results = tournament([0, 1, 2], 2, 50, seed=0)
        names = ["a", "b", "c"]
        low, high = (fit_ratings(results, names, anchor, resamples=50) for anchor in ("a", "c"))
        assert low.rating[0] == low.low[0] == low.high[0] == 0
        assert high.rating[2] == high.low[2] == high.high[2] == 0
        assert np.subtract(low.rating, high.rating) == pytest.approx([low.rating[2]] * 3)
        assert (low.names, low.anchor, low.level) == (("a", "b", "c"), "a", 0.95)
        assert (low.num_deals, low.num_games) == (50, 300)

    def test_mirror_match_is_even(self):
        """Two names for one deterministic agent: each deal is won once by either."""
        seat_of, places = seat_rotations(2), np.tile([1, 2], (200, 2, 1))
        results = RatedGames.of_pairing([0, 1], places, seat_of, np.arange(200))
        ratings = fit_ratings(results, ["a", "copy"], "a")
        assert ratings.rating == pytest.approx((0, 0))
        assert -3 < ratings.low[1] < 0 < ratings.high[1] < 3

    @pytest.mark.parametrize("size", [2, 3])
    def test_covers_the_truth_as_often_as_it_says(self, size):
        truth = ELO_SCALE * np.array([0, 0.3, 1.0])
        covered = []
        for seed in range(150):
            results = tournament([0, 0.3, 1.0], size, 40, seed)
            ratings = fit_ratings(results, ["a", "b", "c"], "a", seed=seed, resamples=200)
            covered.append((ratings.low <= truth)[1:] & (truth <= ratings.high)[1:])
        assert np.mean(covered) == pytest.approx(0.95, abs=0.035)

    def test_games_of_one_deal_are_not_independent(self):
        """Every game entered nine times under its deal: no narrower; as new deals: a third."""
        once = tournament([0, 1], 2, 100, seed=1)
        again = RatedGames.concatenate([once] * 9)
        labels = np.concatenate([once.deals + 100 * i for i in range(9)])
        as_new = RatedGames(again.agents, again.places, labels)
        widths = []
        for results in (once, again, as_new):
            ratings = fit_ratings(results, ["a", "b"], "a", resamples=4000)
            widths.append(ratings.high[1] - ratings.low[1])
        assert widths[1] == pytest.approx(widths[0], rel=0.08)
        assert widths[2] == pytest.approx(widths[0] / 3, rel=0.08)

    def test_a_clean_sweep_has_the_interval_of_jeffreys(self):
        """20 wins of 20: the 2.5 % and 97.5 % points of Beta(20.5, 0.5), as Elo points."""
        ratings = fit_ratings(duel(20, 0, 0), ["a", "b"], "b", resamples=20_000)
        share = np.quantile(np.random.default_rng(0).beta(20.5, 0.5, 10**6), [0.025, 0.975])
        low, high = 400 * np.log10(share / (1 - share))
        assert ratings.low[0] == pytest.approx(low, rel=0.05)
        assert ratings.high[0] == pytest.approx(high, rel=0.05)

    def test_same_seed_same_intervals(self):
        results = tournament([0, 1, 2], 2, 20, seed=0)
        first, same, other = (
            fit_ratings(results, ["a", "b", "c"], "a", seed=seed, resamples=50)
            for seed in (1, 1, 2)
        )
        assert first == same
        assert first.rating == other.rating
        assert first.low != other.low

    def test_higher_level_is_wider(self):
        results = tournament([0, 1], 2, 50, seed=0)
        half, most = (
            fit_ratings(results, ["a", "b"], "a", level=level, resamples=500)
            for level in (0.5, 0.9)
        )
        assert most.low[1] < half.low[1] < half.high[1] < most.high[1]

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"names": ["a", "a"]}, "all be different; they are a, a"),
            ({"anchor": "c"}, "no agent 'c' to anchor at; agents are a, b"),
            ({"names": ["a"]}, "agent 1, num_agents 1"),
            ({"prior": 0}, "prior is 0"),
            ({"resamples": 0}, "resamples is 0"),
            ({"level": 0}, "level is 0"),
        ],
    )
    def test_bad_input_is_named(self, change, message):
        arguments = {"results": duel(3, 0, 2), "names": ["a", "b"], "anchor": "a"}
        with pytest.raises(ValueError, match=message):
            fit_ratings(**(arguments | change))


class TestTable:
    def test_strongest_first(self):
        names = ("random", "weak", "strong")
        low, high = (0.0, -20.0, 80.5001), (0.0, -0.2, 120.0)
        ratings = Ratings(names, (0.0, 0.0, 100.4), low, high, "random", 0.95, 10, 20)
        assert ratings.table().splitlines() == [
            "| agent | rating | 95 % interval |",
            "|:--|--:|:--:|",
            "| strong | 100 | 81 to 120 |",
            "| random | 0 | anchor |",
            "| weak | 0 | -20 to 0 |",
        ]

    def test_one_deal_has_no_interval(self):
        ratings = fit_ratings(results_of([{0: 1, 1: 2}], [7]), ["a", "b"], "b", level=0.9)
        assert ratings.table().splitlines()[::2] == [
            "| agent | rating | 90 % interval |",
            "| a | 191 | - |",
        ]


class TestResults:
    def test_of_pairing_follows_the_agents_through_the_seats(self):
        """Seat 0 always wins; agent 7 sits there in the first rotation, agent 4 in the second."""
        places = np.tile([1, 2], (2, 2, 1))
        results = RatedGames.of_pairing([7, 4], places, [[0, 1], [1, 0]], [31, 32])
        assert results.agents.tolist() == [[7, 4]] * 4
        assert results.places.tolist() == [[1, 2], [2, 1]] * 2
        assert results.deals.tolist() == [31, 31, 32, 32]

    def test_concatenate_leaves_seats_empty(self):
        results = RatedGames.concatenate(
            [results_of([{0: 1, 1: 2}]), results_of([{2: 1, 0: 2, 1: 3}])]
        )
        assert results.agents.tolist() == [[0, 1, -1], [2, 0, 1]]
        assert results.deals.tolist() == [0, 0]

    @pytest.mark.parametrize(
        ("agents", "places", "deals", "message"),
        [
            ([0, 1], [1, 2], [0], r"agents have shape \(2,\)"),
            ([[0, 1]], [[1, 2, 3]], [0], r"places \(1, 3\)"),
            ([[0, 1]], [[1, 2]], [0, 1], r"deals have shape \(2,\) for 1 games"),
            ([[0, -2]], [[1, 2]], [0], "agent -2"),
            ([[0, 1]], [[1, math.nan]], [0], "finite wherever an agent sits"),
        ],
    )
    def test_bad_arrays_are_named(self, agents, places, deals, message):
        with pytest.raises(ValueError, match=message):
            RatedGames(np.array(agents), np.array(places, float), np.array(deals))

    def test_an_empty_seat_may_have_any_place(self):
        for place in (math.nan, -5, 1, 99):
            places = np.array([[1, place, 1]], float)
            results = RatedGames(np.array([[0, -1, 1]]), places, np.array([0]))
            assert plackett_luce(results, 2) == pytest.approx([0, 0])

    def test_bad_pairings_are_named(self):
        with pytest.raises(
            ValueError, match=r"for 3 agents they must have \(deals, rotations, 3\)"
        ):
            RatedGames.of_pairing([0, 1, 2], np.ones((5, 2, 2)), [[0, 1], [1, 0]], np.arange(5))
        with pytest.raises(ValueError, match=r"seat_of\[1\] is \[1, 1\]"):
            RatedGames.of_pairing([0, 1], np.ones((5, 2, 2)), [[0, 1], [1, 1]], np.arange(5))
        with pytest.raises(ValueError, match="no results"):
            RatedGames.concatenate([])
