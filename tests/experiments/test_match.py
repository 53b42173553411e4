"""Matches against games whose result is known, and against a slow loop of single games."""

import numpy as np
import pytest

import quiltenvs
from quiltenvs.core import answers
from quiltenvs.core.errors import IllegalActionError, OptionError
from quiltenvs.experiments import match
from quiltenvs.experiments.deal_statistics import summarize
from quiltenvs.experiments.match import play_deals, side_by_side
from tests.experiments import sample_agents
from tests.experiments.sample_agents import (
    ConstantAgent,
    FirstAgent,
    HashAgent,
    luck,
    toy_game,
    toy_loops,
)

SEEDS = [11, 5, 8]


@pytest.fixture(params=[1, 2, 3, 4])
def toy(request, monkeypatch):
    for patched in (match, answers):
        monkeypatch.setattr(patched, "loops_of", lambda name: toy_loops(request.param))
    return toy_game(request.param)


@pytest.fixture(scope="module")
def patchwork():
    return quiltenvs.game("patchwork")


def single_game(game, agents_by_seat, seed):
    """Play one game, one call a step."""
    states, steps = game.new_states([seed]), 0
    while not game.is_terminal(states[0]):
        player = game.current_player(states[0])
        action = agents_by_seat[player].act(game, states, np.array([player]))[0]
        game.play(states[0], int(action))
        steps += 1
    return states[0], steps


class TestRotations:
    def test_every_agent_sits_once_in_every_seat_of_every_deal(self, toy):
        agents = [ConstantAgent(action) for action in range(toy.num_players)]
        play_deals(toy, agents, SEEDS)
        everywhere = {(seed, seat) for seed in SEEDS for seat in range(toy.num_players)}
        for agent in agents:
            asked = [question for call in agent.calls for question in call]
            assert len(asked) == len(everywhere)
            assert set(asked) == everywhere

    def test_scores_and_places_are_those_of_the_deal_by_seat(self, toy):
        players = toy.num_players
        results = play_deals(toy, [ConstantAgent(5 + a) for a in range(players)], SEEDS)
        assert results.scores.shape == results.places.shape == (3, players, players)
        for k, seed in enumerate(SEEDS):
            for r in range(players):
                for agent, seat in enumerate(results.seat_of[r]):
                    expected = luck(seed, seat) + 10 * (5 + agent)
                    assert results.scores[k, r, seat] == expected
                    assert results.places[k, r, seat] == players - agent

    def test_seats_differ_between_rotations_of_an_agent(self, toy):
        agents = [ConstantAgent(0)] * toy.num_players
        seat_of = play_deals(toy, agents, SEEDS).seat_of
        for column in seat_of.T:
            assert sorted(column) == list(range(toy.num_players))

    def test_an_agent_is_asked_once_a_round_for_all_its_games(self, toy):
        agents = [ConstantAgent(action) for action in range(toy.num_players)]
        play_deals(toy, agents, SEEDS)
        for agent in agents:
            assert [len(call) for call in agent.calls] == [len(SEEDS)] * toy.num_players

    def test_fewer_rotations_can_be_asked_for(self, toy):
        results = play_deals(toy, [ConstantAgent(0)] * toy.num_players, SEEDS, num_rotations=1)
        assert results.scores.shape == (3, 1, toy.num_players)
        assert results.seat_of.tolist() == [list(range(toy.num_players))]

    def test_many_deals_are_played_in_portions_with_the_same_result(self, toy, monkeypatch):
        agents = [ConstantAgent(action) for action in range(toy.num_players)]
        seeds = list(range(10))
        whole = play_deals(toy, agents, seeds)
        for agent in agents:
            agent.calls.clear()
        monkeypatch.setattr(match, "GAMES_AT_ONCE", 3 * toy.num_players)
        portions = play_deals(toy, agents, seeds)
        assert {len(call) for call in agents[0].calls} == {3, 1}
        assert np.array_equal(whole.scores, portions.scores)
        assert np.array_equal(whole.final_states, portions.final_states)
        assert portions.seeds.tolist() == seeds


class TestPatchwork:
    @pytest.mark.parametrize("options", [{}, {"match": "two_game", "starting_player": "random"}])
    def test_equals_single_games_played_one_by_one(self, options):
        game = quiltenvs.game("patchwork", **options)
        agents = [HashAgent(salt=1), HashAgent(salt=2)]
        seeds = range(400, 406)
        results = play_deals(game, agents, seeds)
        for k, seed in enumerate(seeds):
            for r, by_seat in enumerate([agents, agents[::-1]]):
                state, steps = single_game(game, by_seat, seed)
                assert results.scores[k, r].tolist() == list(game.scores(state))
                assert results.places[k, r].tolist() == list(game.ranking(state))
                assert results.steps[k, r] == steps
                assert results.final_states[k, r].tobytes() == state.tobytes()

    def test_a_mirror_match_is_exactly_even(self, patchwork):
        agent = HashAgent()
        results = play_deals(patchwork, [agent, agent], range(40))
        summary = summarize(["a", "b"], results.scores, results.places, results.seat_of)
        for share, margin in zip(summary.win_share, summary.score_margin, strict=True):
            assert (share.mean, share.low, share.high) == (0.5, 0.5, 0.5)
            assert (margin.mean, margin.low, margin.high) == (0.0, 0.0, 0.0)
        # Even though the games themselves are not even.
        assert (results.scores[:, 0, 0] != results.scores[:, 0, 1]).any()

    def test_an_agent_cannot_change_the_games(self, patchwork):
        class Vandal(HashAgent):
            def act(self, game, states, players):
                actions = super().act(game, states, players)
                states["buttons"] = 99
                return actions

        fair = play_deals(patchwork, [HashAgent(), FirstAgent()], range(4))
        same = play_deals(patchwork, [Vandal(), FirstAgent()], range(4))
        assert np.array_equal(fair.final_states, same.final_states)

    def test_a_watcher_sees_every_position_that_somebody_moves_in(self, patchwork):
        seen = []

        def watch(states, rows):
            assert not any(patchwork.is_terminal(states[row]) for row in rows)
            seen.extend(states[row].tobytes() for row in rows)

        results = play_deals(patchwork, [HashAgent(), HashAgent()], range(3), watch=watch)
        assert len(seen) == results.steps.sum()
        # Both rotations of a mirror match show the same positions.
        assert len(set(seen)) == len(seen) // 2


class TestTime:
    def test_is_that_of_the_agents_but_for_their_first_call(self, toy, monkeypatch):
        now = [0.0]

        class Slow(ConstantAgent):
            def act(self, game, states, players):
                now[0] += 1 + self.action
                return super().act(game, states, players)

        monkeypatch.setattr(match.time, "perf_counter", lambda: now[0])
        players = toy.num_players
        results = play_deals(toy, [Slow(a) for a in range(players)], SEEDS)
        rounds = players - 1  # of one call each, after the first
        assert results.decisions.tolist() == [3 * rounds] * players
        assert results.seconds.tolist() == [(1 + a) * rounds for a in range(players)]
        if rounds:
            expected = [1000 * (1 + a) / 3 for a in range(players)]
            assert results.ms_per_decision == pytest.approx(expected)
        else:
            assert np.isnan(results.ms_per_decision).all()


class TestSideBySide:
    def test_more_points_are_the_better_place(self, monkeypatch):
        game = sample_agents.toy(1, monkeypatch)
        one, other, same = (play_deals(game, [ConstantAgent(a)], SEEDS) for a in (3, 5, 3))
        found = side_by_side(one, other)
        assert found.agents == ("always 3", "always 5")
        assert found.scores[:, 0, 1].tolist() == other.scores[:, 0, 0].tolist()
        assert found.places.tolist() == [[[2, 1]]] * len(SEEDS)
        assert side_by_side(one, same).places.tolist() == [[[1, 1]]] * len(SEEDS)
        assert found.seat_of.tolist() == [[0, 1]]
        assert found.decisions.tolist() == [*one.decisions, *other.decisions]


class TestRefused:
    def test_the_wrong_number_of_agents(self, toy):
        agents = [ConstantAgent(a) for a in range(toy.num_players + 1)]
        message = f"for {toy.num_players} players.*{toy.num_players + 1} agents: always 0"
        with pytest.raises(OptionError, match=message):
            play_deals(toy, agents, SEEDS)
        with pytest.raises(OptionError, match="0 agents: none"):
            play_deals(toy, [], SEEDS)

    @pytest.mark.parametrize("seeds", [[], 5, [[1, 2]]])
    def test_seeds_that_are_no_list_of_deals(self, toy, seeds):
        with pytest.raises(OptionError, match="seeds have shape"):
            play_deals(toy, [ConstantAgent(0)] * toy.num_players, seeds)

    def test_an_illegal_action(self, patchwork):
        class Cheat(FirstAgent):
            def act(self, game, states, players):
                return np.full(len(states), 50)  # a special patch, before anybody has one

        message = r"agent first chose illegal action 50 in position 0; \d+"
        with pytest.raises(IllegalActionError, match=message):
            play_deals(patchwork, [HashAgent(), Cheat()], SEEDS)

    @pytest.mark.parametrize("chosen", [np.zeros(1, np.int64), np.zeros(3), 0])
    def test_an_answer_of_the_wrong_form(self, toy, chosen):
        agent = ConstantAgent(0)
        agent.act = lambda game, states, players: chosen
        with pytest.raises(IllegalActionError, match=r"asked for 3 integers.*shape"):
            play_deals(toy, [agent] * toy.num_players, SEEDS, num_rotations=1)


def test_seeds_of_training_tuning_and_reports_are_disjoint():
    ranges = [match.TUNING_SEEDS, match.REPORT_SEEDS]
    assert ranges[0].stop <= ranges[1].start
    assert ranges[1].stop <= match.END_OF_SEEDS
    self_play = pytest.importorskip("quiltenvs.core.self_play")
    assert self_play.FIRST_TRAINING_SEED == match.END_OF_SEEDS
