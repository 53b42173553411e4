"""Statistics of games, against a slow loop over single games."""

import numpy as np
import pytest

import quiltenvs
from quiltenvs.core import answers
from quiltenvs.core.rng import GAMMA, below, mix, stream
from quiltenvs.experiments import match, measure
from quiltenvs.experiments.measure import COLUMNS, markdown_rows, measure_agent, measure_random
from tests.experiments.sample_agents import ConstantAgent, HashAgent, toy_game, toy_loops

NUM_GAMES = 12


@pytest.fixture(params=[{}, {"starting_player": "random", "match": "two_game"}], ids=str)
def game(request):
    return quiltenvs.game("patchwork", **request.param)


def slow_measures(game, deals, choose):
    """Return what ``Measures`` holds, of games played one by one."""
    lengths, legal, first_wins, scores = [], [], [], []
    for deal in deals:
        state = game.new_state(deal)
        first, steps = game.current_player(state), 0
        while not game.is_terminal(state):
            legal.append(len(game.legal_actions(state)))
            game.play(state, choose(state, deal, steps))
            steps += 1
        lengths.append(steps)
        scores.append(game.scores(state))
        first_wins.append(game.ranking(state)[first] == 1)
    return {
        "num_games": len(lengths),
        "mean_steps": np.mean(lengths),
        "longest": max(lengths),
        "mean_legal": np.mean(legal),
        "most_legal": max(legal),
        "first_player_share": np.mean(first_wins),
        "mean_scores": tuple(np.mean(scores, axis=0)),
        "num_ties": 0,  # Patchwork breaks all ties
    }


def assert_equal(measures, expected):
    found = {name: getattr(measures, name) for name in expected}
    for name, value in expected.items():
        assert found[name] == pytest.approx(value), name


def test_games_of_an_agent_are_measured(game):
    agent = HashAgent()
    expected = slow_measures(game, range(NUM_GAMES), lambda state, *_: agent.choose(game, state))
    measures = measure_agent(game, agent, NUM_GAMES)
    assert measures.player == "hash"
    assert_equal(measures, expected)


def test_random_games_are_measured(game):
    # Deal g starts stream 0 of seed g's own stream; random actions draw from its complement.
    origins = [np.uint64(stream(np.uint64(0), g)) for g in range(NUM_GAMES)]
    draws = {int(stream(o, 0)): np.uint64(stream(~o, 0)) for o in origins}

    def choose(state, deal, steps):
        with np.errstate(over="ignore"):
            draw = draws[deal] + GAMMA * np.uint64(steps + 1)
        return game.nth_legal(state, below(np.uint64(mix(draw)), game.num_legal(state)))

    measures = measure_random(game, NUM_GAMES)
    assert measures.player == "random"
    assert_equal(measures, slow_measures(game, list(draws), choose))


def test_more_games_are_other_games(game):
    few, many = measure_random(game, 5), measure_random(game, 200)
    assert many.longest >= few.longest
    assert many.mean_scores != few.mean_scores


def test_first_player_shares_split_ties_and_count_solo_goals():
    places = np.array([[1, 2, 3], [1, 1, 2], [2, 1, 1], [1, 1, 1]])
    share = measure._first_player_share(places == 1, np.array([0, 0, 0, 2]))
    assert share == pytest.approx((1 + 1 / 2 + 0 + 1 / 3) / 4)
    goals = np.array([[1], [2], [2], [2]])
    assert measure._first_player_share(goals == 1, np.zeros(4, int)) == 0.25


def test_an_agent_plays_each_deal_once():
    class Counting(HashAgent):
        decisions = 0

        def act(self, game, states, players):
            self.decisions += len(states)
            return super().act(game, states, players)

    agent = Counting()
    measures = measure_agent(quiltenvs.game("patchwork"), agent, NUM_GAMES)
    assert agent.decisions == pytest.approx(NUM_GAMES * measures.mean_steps)


def test_ties_are_counted(monkeypatch):
    for patched in (match, answers):
        monkeypatch.setattr(patched, "loops_of", lambda name: toy_loops(2))
    monkeypatch.setattr(measure, "loops_of", lambda name: FullMask)
    game = toy_game(2)
    game.current_player = lambda state: 0

    class Levelling(ConstantAgent):
        """Seat 1 makes up for the luck of deals where seat 0 has exactly one action more."""

        def act(self, game, states, players):
            return np.array([0 if seat == 0 else 1 for seat in players])

    # Luck of the seats: seed 1 has 7, 0; a margin of 7 or 3 is never 10: no tie.
    assert measure_agent(game, Levelling(0), 10).num_ties == 0
    monkeypatch.setattr("tests.experiments.sample_agents.luck", lambda seed, seat: 0)
    assert measure_agent(game, ConstantAgent(4), 10).num_ties == 10


class FullMask:
    @staticmethod
    def mask_rows(states, rows, mask):
        mask[:] = 1


def test_rows_are_a_markdown_table_and_the_same_every_time(game):
    lines = markdown_rows(game, [HashAgent()], num_random_games=20, num_agent_games=6)
    assert lines == markdown_rows(game, [HashAgent()], num_random_games=20, num_agent_games=6)
    head, rule, *rows = [line.strip("| ").split(" | ") for line in lines]
    assert tuple(head) == COLUMNS
    assert set(rule) == {":--", "--:"}
    assert [row[0] for row in rows] == ["20 random", "6 hash"]
    assert all(len(row) == len(COLUMNS) for row in rows)
    expected = measure_agent(game, HashAgent(), 6)
    assert rows[1][1] == f"{expected.mean_steps:.1f} ({expected.longest})"
    assert rows[1][2] == f"{expected.mean_legal:.1f} ({expected.most_legal})"
    assert rows[1][3] == f"{100 * expected.first_player_share:.1f} %"
