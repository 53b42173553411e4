"""Tournaments: cells, ratings and files against matches known beforehand."""

import json

import pytest

import quiltenvs
from quiltenvs.core.errors import OptionError
from quiltenvs.experiments import match
from quiltenvs.experiments import tournament as module
from quiltenvs.experiments.evaluate import evaluate
from quiltenvs.experiments.reports import MissingPackageError, OutputError
from quiltenvs.experiments.tournament import (
    FILES,
    TournamentConfig,
    draw_cross_table,
    play_tournament,
    run,
)
from tests.experiments.sample_agents import (
    ConstantAgent,
    FirstAgent,
    HashAgent,
    make_sample_agents,
    toy,
)

SEEDS = range(12)


@pytest.fixture(scope="module")
def patchwork():
    return quiltenvs.game("patchwork")


@pytest.fixture
def sample_agents(monkeypatch):
    monkeypatch.setattr(module, "make_agents", make_sample_agents)


class TestTwoPlayers:
    def test_all_meet_all_on_the_same_deals(self, patchwork):
        agents = [HashAgent("a", 1), FirstAgent(), HashAgent("b", 2)]
        found = play_tournament(patchwork, agents, SEEDS)
        assert set(found.cells) == {(i, j) for i in range(3) for j in range(3) if i != j}
        for i, j in [(0, 1), (0, 2), (1, 2)]:
            summary = evaluate(patchwork, [agents[i], agents[j]], SEEDS).summary
            for cell, side in ((found.cells[i, j], 0), (found.cells[j, i], 1)):
                assert cell.win_share == summary.win_share[side]
                assert cell.score_margin == summary.score_margin[side]
        assert found.num_games == 3 * 2 * len(SEEDS)
        assert found.seeds.tolist() == list(SEEDS)

    def test_two_agents_get_no_ratings(self, patchwork):
        found = play_tournament(patchwork, [HashAgent(), FirstAgent()], SEEDS)
        assert found.ratings is None
        assert found.order() == [0, 1]
        assert found.tables()[1].columns == ("agent", "ms a decision", "budget")

    def test_ratings_put_random_at_zero_and_the_stronger_above(self, patchwork):
        agents = [FirstAgent(), HashAgent("random", 1), HashAgent("mixed", 2)]
        ratings = play_tournament(patchwork, agents, SEEDS).ratings
        assert ratings.anchor == "random"
        assert ratings.rating[1] == 0
        assert ratings.rating[0] < -200  # the first action is to advance: it covers nothing
        assert ratings.num_deals == len(SEEDS)  # the deals of all pairings are the same

    def test_without_random_the_first_agent_is_at_zero(self, patchwork):
        agents = [HashAgent("x", 1), FirstAgent(), HashAgent("y", 2)]
        assert play_tournament(patchwork, agents, SEEDS).ratings.anchor == "x"

    def test_times_are_those_of_all_games(self, monkeypatch):
        now = [0.0]

        class Slow(ConstantAgent):
            def act(self, game, states, players):
                now[0] += self.action
                return super().act(game, states, players)

        monkeypatch.setattr(match.time, "perf_counter", lambda: now[0])
        game = toy(2, monkeypatch)
        found = play_tournament(game, [Slow(1), Slow(2), Slow(3)], [4, 5])
        # Of the two calls of a pairing, one decision a deal each, one is timed.
        assert found.ms_per_decision == pytest.approx([500, 1000, 1500])


class TestMorePlayers:
    def test_everybody_sits_alone_among_copies_of_everybody_else(self, monkeypatch):
        game = toy(3, monkeypatch)
        agents = [ConstantAgent(0), ConstantAgent(0, "even"), ConstantAgent(2)]
        found = play_tournament(game, agents, SEEDS)
        assert found.num_games == 6 * 3 * len(SEEDS)
        assert found.cells[2, 0].win_share.mean == 1
        assert found.cells[0, 2].win_share.mean == 0
        assert found.cells[2, 0].score_margin.mean == 20
        # Equals share the luck of the deal: a third each, not a half.
        assert found.cells[0, 1].win_share.mean == pytest.approx(1 / 3)
        assert found.cells[1, 0].win_share.mean == pytest.approx(1 / 3)

    def test_are_rated_too(self, monkeypatch):
        agents = [ConstantAgent(0), ConstantAgent(0, "even"), ConstantAgent(2)]
        ratings = play_tournament(toy(3, monkeypatch), agents, SEEDS).ratings
        assert ratings.rating[2] > 200
        assert abs(ratings.rating[1]) < 20


class TestSolo:
    def agents(self):
        return [ConstantAgent(5), ConstantAgent(4), ConstantAgent(4, "random")]

    def test_more_points_on_a_deal_win_it(self, monkeypatch):
        found = play_tournament(toy(1, monkeypatch), self.agents(), SEEDS)
        assert found.num_games == 3 * len(SEEDS)
        assert found.cells[0, 1].win_share.mean == 1
        assert found.cells[1, 0].win_share.mean == 0
        assert found.cells[1, 0].score_margin.mean == -10
        assert found.cells[1, 2].win_share.mean == 0.5  # the same points on every deal
        assert found.ratings.rating[0] > 200
        assert abs(found.ratings.rating[1]) < 20

    def test_of_every_agent_goal_and_points_are_told(self, monkeypatch):
        found = play_tournament(toy(1, monkeypatch), self.agents(), SEEDS)
        assert [alone.goal().mean for alone in found.solo] == [1, 0, 0]
        cross, ranks = found.tables()
        assert "share of deals with more points" in cross.title
        assert ranks.columns[3:5] == ("goal met", "score")
        assert ranks.rows[0][3].startswith("100.0 % [")
        best = found.to_dict()["agents"][0]
        assert best["goal_share"]["mean"] == 1
        assert best["goal_share"]["low"] < 1
        expected = evaluate(found.game, [ConstantAgent(5)], SEEDS).summary.mean_score[0]
        assert best["mean_score"]["mean"] == expected.mean

    def test_against_others_there_is_no_goal(self, patchwork):
        found = play_tournament(patchwork, [HashAgent(), FirstAgent()], SEEDS)
        assert found.solo == ()
        assert "goal_share" not in found.to_dict()["agents"][0]


class TestTables:
    def test_list_the_strongest_first(self, patchwork):
        agents = [FirstAgent(), HashAgent("a", 1), HashAgent("b", 2)]
        found = play_tournament(patchwork, agents, SEEDS)
        cross, ranks = found.tables()
        assert cross.rows[-1][0] == ranks.rows[-1][0] == "first"
        assert cross.columns[1:-1] == tuple(row[0] for row in cross.rows)
        assert all(cross.rows[i][i + 1] == "" for i in range(3))
        assert cross.rows[-1][1].startswith("0.0 % [0.0, ")
        assert cross.rows[-1][-1] == "0.0 %"
        ratings = [int(row[1]) for row in ranks.rows]
        assert ratings == sorted(ratings, reverse=True)
        assert next(row[2] for row in ranks.rows if row[0] == "first") == "anchor"
        assert cross.title in found.markdown()
        assert ranks.markdown() in found.markdown()

    def test_equal_names_are_told_apart(self, patchwork):
        found = play_tournament(patchwork, [FirstAgent(), FirstAgent()], SEEDS)
        assert found.names == ("first", "first (2)")
        assert found.cells[0, 1].win_share.mean == 0.5


class TestPicture:
    def test_is_a_png_that_depends_on_the_results(self, patchwork):
        pytest.importorskip("matplotlib")
        better = play_tournament(patchwork, [HashAgent(), FirstAgent()], SEEDS)
        even = play_tournament(patchwork, [HashAgent(), HashAgent("first")], SEEDS)
        first = draw_cross_table(better)
        assert first.startswith(b"\x89PNG")
        assert first == draw_cross_table(better)
        assert first != draw_cross_table(even)


@pytest.mark.usefixtures("sample_agents")
class TestRun:
    def test_writes_facts_text_and_picture(self, tmp_path, capsys):
        pytest.importorskip("matplotlib")
        out = tmp_path / "ladder"
        config = TournamentConfig(agents=("first", "random", "hash"), deals=4, out=out)
        found = run(config, "quiltenvs tournament ...")
        assert sorted(path.name for path in out.iterdir()) == sorted(FILES)
        data = json.loads((out / "tournament.json").read_text())
        assert data["command"] == "quiltenvs tournament ..."
        assert data["spec_hash"] == found.game.spec_hash
        assert data["seeds"] == {"first": 2_000_000, "last": 2_000_003, "num_deals": 4}
        assert [agent["name"] for agent in data["agents"]] == ["first", "random", "hash"]
        assert len(data["pairings"]) == 6
        pairing = next(
            p for p in data["pairings"] if (p["agent"], p["against"]) == ("hash", "first")
        )
        assert pairing["win_share"]["mean"] == found.cells[2, 0].win_share.mean
        assert data["ratings"]["rating"] == list(found.ratings.rating)
        assert data["ratings"]["anchor"] == "random"
        assert (out / "tournament.md").read_text() == found.markdown()
        printed = capsys.readouterr()
        assert found.tables()[0].markdown() in printed.out
        assert "pairing 3 of 3: random - hash" in printed.err

    @pytest.mark.parametrize("name", FILES)
    def test_refuses_a_folder_that_holds_results(self, tmp_path, monkeypatch, name):
        (tmp_path / name).write_text("old")
        monkeypatch.setattr(module, "play_tournament", lambda *_: pytest.fail("played"))
        with pytest.raises(OutputError, match=f"{name} exists"):
            run(TournamentConfig(agents=("first", "hash"), deals=2, out=tmp_path))
        assert [path.name for path in tmp_path.iterdir()] == [name]

    def test_tells_before_playing_that_matplotlib_is_missing(self, tmp_path, monkeypatch):
        monkeypatch.setitem(module.sys.modules, "matplotlib.figure", None)
        monkeypatch.setattr(module, "play_tournament", lambda *_: pytest.fail("played"))
        with pytest.raises(MissingPackageError, match=r"pip install .quiltenvs\[experiments\]"):
            run(TournamentConfig(agents=("first", "hash"), deals=2, out=tmp_path))

    def test_refuses_an_agent_named_twice(self):
        with pytest.raises(OptionError, match="agent 'hash' is named twice"):
            run(TournamentConfig(agents=("first", "hash", "hash"), deals=2))


def test_refuses_fewer_than_two_agents(patchwork):
    with pytest.raises(OptionError, match="two agents or more, not 1"):
        play_tournament(patchwork, [FirstAgent()], SEEDS)
