"""Evaluations: numbers against matches known beforehand, files, and bad input."""

import json
import math

import numpy as np
import pytest

import quiltenvs
from quiltenvs.core.errors import OptionError, QuiltError
from quiltenvs.experiments import evaluate as module
from quiltenvs.experiments import match
from quiltenvs.experiments.deal_statistics import Interval, summarize
from quiltenvs.experiments.evaluate import (
    EvaluateConfig,
    draw_final,
    evaluate,
    line_up,
    run,
)
from quiltenvs.experiments.reports import OutputError
from tests.experiments.sample_agents import (
    ConstantAgent,
    FirstAgent,
    HashAgent,
    luck,
    make_sample_agents,
    toy,
)


@pytest.fixture(scope="module")
def patchwork():
    return quiltenvs.game("patchwork")


@pytest.fixture
def sample_agents(monkeypatch):
    monkeypatch.setattr(module, "make_agents", make_sample_agents)


def width(interval):
    return interval.high - interval.low


class TestEvaluate:
    def test_a_better_agent_wins_by_what_it_is_better(self, monkeypatch):
        game = toy(2, monkeypatch)
        found = evaluate(game, [ConstantAgent(3), ConstantAgent(5)], range(20)).summary
        # Seats cancel out: the luck of a deal goes to both.
        assert [share.mean for share in found.win_share] == [0, 1]
        assert [margin.mean for margin in found.score_margin] == [-20, 20]
        assert width(found.score_margin[0]) == 0

    def test_intervals_are_those_of_summarize_at_the_level_asked_for(self, patchwork):
        agents, seeds = [HashAgent("a", 1), HashAgent("b", 2)], range(30)
        found = evaluate(patchwork, agents, seeds, level=0.8)
        results = match.play_deals(patchwork, agents, seeds)
        expected = summarize(["a", "b"], results.scores, results.places, results.seat_of, level=0.8)
        assert found.summary.to_dict() == expected.to_dict()
        assert width(found.summary.win_share[0]) > 0
        wider = evaluate(patchwork, agents, seeds, level=0.99).summary
        assert width(wider.win_share[0]) > width(found.summary.win_share[0])

    def test_copies_of_an_agent_are_told_apart(self, monkeypatch):
        agent = ConstantAgent(0, "same")
        found = evaluate(toy(3, monkeypatch), [ConstantAgent(1), agent, agent], range(5))
        assert found.summary.agents == ("always 1", "same", "same (2)")

    def test_a_solo_game_reports_how_often_its_goal_was_met(self, monkeypatch):
        found = evaluate(toy(1, monkeypatch), [ConstantAgent(5)], range(8))
        assert found.goal_share.mean == 1
        assert found.summary.win_share == ()
        missed = evaluate(toy(1, monkeypatch), [ConstantAgent(4)], range(8))
        assert missed.goal_share.mean == 0
        assert found.goal_share.low < 1  # all of a few deals are no certainty
        assert missed.goal_share.high > 0
        assert missed.summary.mean_score[0].mean == np.mean([40 + luck(k, 0) for k in range(8)])

    def test_a_game_against_others_has_no_goal(self, patchwork):
        assert evaluate(patchwork, [FirstAgent(), FirstAgent()], [1]).goal_share is None


class TestTables:
    def test_show_agents_with_their_budgets_and_seats(self, patchwork):
        agents, seats = evaluate(patchwork, [HashAgent(), FirstAgent()], range(10)).tables()
        assert [row[0] for row in agents.rows] == ["hash", "first"]
        assert [row[-1] for row in agents.rows] == [HashAgent.budget, FirstAgent.budget]
        assert "10 deals (seeds 0 .. 9), 20 games" in agents.title
        assert agents.rows[0][1].startswith("100.0 % [")
        assert [row[0] for row in seats.rows] == ["0", "1"]
        assert seats.columns[-2:] == ("hash", "first")
        assert [row[-2:] for row in seats.rows] == [("100.0 %", "0.0 %")] * 2

    def test_of_a_solo_game_have_no_margins(self, monkeypatch):
        agents, seats = evaluate(toy(1, monkeypatch), [ConstantAgent(9)], range(4)).tables()
        assert agents.columns[1] == "goal met"
        assert agents.rows[0][1].startswith("100.0 %")
        assert agents.rows[0][2] == "-"
        assert len(seats.columns) == len(seats.rows[0]) == 3


class TestLineUp:
    def test_takes_one_name_a_seat(self):
        assert line_up(["a", "b"], 2) == ("a", "b")
        assert line_up(["a", "b", "c"], 3) == ("a", "b", "c")
        assert line_up(["a"], 1) == ("a",)

    def test_sets_the_first_against_copies_of_the_second(self):
        assert line_up(["a", "b"], 4) == ("a", "b", "b", "b")

    @pytest.mark.parametrize(
        ("names", "num_players", "message"),
        [
            ([], 2, "name 2 agents, not 0 .none"),
            (["a"], 2, "name 2 agents, not 1 .a"),
            (["a", "b", "c"], 2, "name 2 agents, not 3 .a, b, c"),
            (["a", "b"], 1, "name 1 agents, not 2"),
            (["a", "b", "c"], 4, "name 4 or 2 agents, not 3"),
        ],
    )
    def test_refuses_any_other_number(self, names, num_players, message):
        with pytest.raises(OptionError, match=message):
            line_up(names, num_players)


class TestRealAgents:
    def test_copies_of_random_draw_different_numbers(self, patchwork):
        states = patchwork.new_states([1] * 50)
        players = np.zeros(50, np.int64)

        def actions(seed):
            agents = module.make_agents(["random", "random"], patchwork, seed)
            return [agent.act(patchwork, states, players).tolist() for agent in agents]

        one, other = actions(3)
        assert one != other
        assert actions(3) == [one, other]
        assert actions(4)[0] == other

    def test_a_mirror_match_of_a_heuristic_is_exactly_even(self):
        found = run(EvaluateConfig(agents=("greedy", "greedy"), deals=30))
        assert found.summary.agents == ("greedy", "greedy (2)")
        for share, margin in zip(found.summary.win_share, found.summary.score_margin, strict=True):
            assert (share.mean, share.low, share.high) == (0.5, 0.5, 0.5)
            assert (margin.mean, margin.low, margin.high) == (0, 0, 0)

    def test_a_heuristic_beats_random(self):
        found = run(EvaluateConfig(agents=("random", "greedy"), deals=30))
        assert found.summary.win_share[1].low > 0.5


@pytest.mark.usefixtures("sample_agents")
class TestRun:
    def test_writes_what_it_found_and_where_it_comes_from(self, tmp_path, capsys):
        out = tmp_path / "new" / "result.json"
        config = EvaluateConfig(
            agents=("hash", "first"), options=("match=two_game",), deals=3, first_seed=7, out=out
        )
        found = run(config, "quiltenvs evaluate ...")
        data = json.loads(out.read_text())
        game = quiltenvs.game("patchwork", match="two_game")
        assert data["game"] == game.description()
        assert data["spec_hash"] == game.spec_hash
        assert data["seeds"] == {"first": 7, "last": 9, "num_deals": 3}
        assert data["summary"] == found.summary.to_dict()
        assert [agent["name"] for agent in data["agents"]] == ["hash", "first"]
        assert [agent["budget"] for agent in data["agents"]] == list(found.budgets)
        assert all(agent["ms_per_decision"] > 0 for agent in data["agents"])
        assert data["steps"]["longest"] == found.results.steps.max()
        assert data["goal_share"] is None
        assert data["command"] == "quiltenvs evaluate ..."
        assert {"format", "date", "commit", "machine", "versions"} <= set(data)
        printed = capsys.readouterr().out
        assert "3 deals (seeds 7 .. 9), 6 games" in printed
        assert FirstAgent.budget in printed

    def test_refuses_a_file_that_exists_before_anything_is_played(self, tmp_path, monkeypatch):
        out = tmp_path / "result.json"
        out.write_text("old")
        config = EvaluateConfig(agents=("hash", "first"), deals=2, out=out)
        monkeypatch.setattr(module, "evaluate", lambda *_: pytest.fail("played"))
        with pytest.raises(OutputError, match=r"result\.json exists.*--overwrite"):
            run(config)
        assert out.read_text() == "old"

    def test_replaces_a_file_when_asked_to(self, tmp_path):
        out = tmp_path / "result.json"
        out.write_text("old")
        run(EvaluateConfig(agents=("hash", "first"), deals=2, out=out, overwrite=True))
        assert json.loads(out.read_text())["seeds"]["num_deals"] == 2

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"deals": 0}, "deals=0"),
            ({"first_seed": -1}, "first_seed=-1"),
            ({"first_seed": 2**63 - 1}, "first_seed=9223372036854775807.*training"),
            ({"level": 95.0}, r"level=95\.0"),
            ({"game": "chess"}, "no game 'chess'"),
            ({"options": ("match=best_of_three",)}, "match='best_of_three'"),
            ({"agents": ("hash",)}, "name 2 agents"),
            ({"agents": ("hash", "nobody")}, "no agent 'nobody'"),
        ],
    )
    def test_refuses_bad_input_before_anything_is_played(self, change, message, monkeypatch):
        monkeypatch.setattr(module, "evaluate", lambda *_: pytest.fail("played"))
        with pytest.raises(QuiltError, match=message):
            run(EvaluateConfig(**({"agents": ("hash", "first"), "deals": 2} | change)))

    def test_refuses_a_picture_of_an_unknown_kind(self, tmp_path):
        config = EvaluateConfig(agents=("hash", "first"), deals=2, draw=tmp_path / "end.bmp")
        with pytest.raises(OutputError, match=r"end\.bmp is not allowed.*\.svg or \.png"):
            run(config)


class TestDrawing:
    def test_shows_the_end_of_the_first_game(self, tmp_path, monkeypatch):
        found = evaluate(toy(2, monkeypatch), [ConstantAgent(1), ConstantAgent(2)], [6, 7])
        draw_final(found, tmp_path / "end.svg")
        expected = "<svg><!-- deal 6, [1, 2, 0, 0] --></svg>"
        assert (tmp_path / "end.svg").read_text() == expected

    def test_makes_a_png_where_the_name_says_so(self, tmp_path, monkeypatch):
        pytest.importorskip("resvg_py")
        game = toy(2, monkeypatch)
        game.draw = lambda state: (
            '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"></svg>'
        )
        found = evaluate(game, [ConstantAgent(1), ConstantAgent(2)], [6])
        draw_final(found, tmp_path / "end.png")
        assert (tmp_path / "end.png").read_bytes().startswith(b"\x89PNG")


def test_json_has_null_where_there_is_no_number(patchwork):
    data = evaluate(patchwork, [HashAgent(), FirstAgent()], [3]).to_dict()  # one deal: no interval
    assert data["summary"]["score_margin"][0]["low"] is None
    assert json.loads(json.dumps(data, allow_nan=False)) == data


def test_a_time_that_was_not_measured_is_null(monkeypatch):
    found = evaluate(toy(1, monkeypatch), [ConstantAgent(1)], [3])  # a single call
    assert math.isnan(found.results.ms_per_decision[0])
    assert found.to_dict()["agents"][0]["ms_per_decision"] is None


def test_goal_share_is_an_interval(monkeypatch):
    assert isinstance(
        evaluate(toy(1, monkeypatch), [ConstantAgent(5)], range(4)).goal_share, Interval
    )
