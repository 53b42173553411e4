"""Training: runs in their folders, stopped and resumed."""

import csv
import dataclasses
import json

import numpy as np
import pytest

import quiltenvs
from quiltenvs.core.errors import OptionError
from quiltenvs.experiments.cli import main
from quiltenvs.experiments.reports import OutputError

pytest.importorskip("sb3_contrib")
from quiltenvs.agents import make_agent
from quiltenvs.experiments import train, training

GAME = quiltenvs.game("patchwork")
TINY = train.Settings(
    stages=3,
    stage_steps=64,
    num_envs=8,
    rollout=8,
    minibatch=32,
    epochs=1,
    learning_rate=1e-2,
    entropy=0.01,
    hidden=(4,),
    past_selves=2,
    past_share=0.5,
    heuristics=(("random", 1.0), ("greedy", 1.0), ("no such agent", 5.0)),
    anchor_deals=2,
    final_deals=3,
    reward="margin",
)


@pytest.fixture(autouse=True)
def _tiny(monkeypatch):
    monkeypatch.setitem(train.PRESETS, "demo", TINY)


def config(folder, **changes):
    return train.TrainConfig(folder=folder, **changes)


def weights(folder):
    return (folder / "checkpoint" / "weights.safetensors").read_bytes()


@pytest.fixture
def finished(tmp_path):
    folder = tmp_path / "run"
    assert train.run(config(folder), "quiltenvs train") == folder / "checkpoint"
    return folder


def test_a_run_leaves_player_curve_and_logs(finished):
    names = {path.name for path in finished.iterdir()}
    assert names == {
        "checkpoint",
        "config.json",
        "evaluations.csv",
        "learning_curve.png",
        "logs",
        "resume",
    }
    rows = list(csv.DictReader((finished / "evaluations.csv").read_text("utf-8").splitlines()))
    assert [int(row["steps"]) for row in rows] == [64, 128, 192]
    for row in rows:
        assert 0 <= float(row["win_share_random"]) <= 1
        assert "margin_greedy" in row
    assert (finished / "learning_curve.png").read_bytes().startswith(b"\x89PNG")
    log = (finished / "logs" / "stage_002.csv").read_text(encoding="utf-8")
    assert "train/policy_gradient_loss" in log.splitlines()[0]
    assert any((finished / "logs" / "tensorboard").iterdir())
    begun = json.loads((finished / "config.json").read_text(encoding="utf-8"))
    assert begun["settings"]["stage_steps"] == 64
    assert begun["command"] == "quiltenvs train"
    states = GAME.new_states([1])
    action = make_agent(str(finished / "checkpoint"), GAME).act(GAME, states, np.array([0]))
    assert GAME.is_legal(states[0], int(action[0]))


def test_learning_changes_the_network_by_seed(finished, tmp_path):
    again, other = tmp_path / "again", tmp_path / "other"
    train.run(config(again))
    train.run(config(other, seed=1))
    assert weights(again) == weights(finished)
    assert weights(other) != weights(finished)


def test_a_stopped_run_goes_on_as_if_it_had_not_been(finished, tmp_path, monkeypatch, capsys):
    folder = tmp_path / "stopped"
    learn = training.MaskablePPO.learn

    def stop_in_the_last_stage(model, *args, **kwargs):
        if len(list(folder.glob("logs/stage_*.csv"))) == 3:
            raise KeyboardInterrupt
        return learn(model, *args, **kwargs)

    monkeypatch.setattr(training.MaskablePPO, "learn", stop_in_the_last_stage)
    assert main(["train", "--folder", str(folder)]) == 130
    assert f"2 of 3 stages are saved; go on with: quiltenvs train --folder {folder} --resume" in (
        " ".join(capsys.readouterr().err.split())
    )
    monkeypatch.setattr(training.MaskablePPO, "learn", learn)
    assert main(["train", "--folder", str(folder), "--resume"]) == 0
    assert weights(folder) == weights(finished)
    rows = [(run / "evaluations.csv").read_text(encoding="utf-8") for run in (folder, finished)]
    steps_and_results = [
        [line.split(",")[0:1] + line.split(",")[2:] for line in text.splitlines()] for text in rows
    ]
    assert steps_and_results[0] == steps_and_results[1]


def test_an_existing_folder_is_not_touched(finished, tmp_path):
    before = weights(finished)
    with pytest.raises(OutputError, match="--resume or --overwrite"):
        train.run(config(finished))
    assert weights(finished) == before
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    (foreign / "thesis.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(OutputError, match="is not the folder of a run"):
        train.run(config(foreign, overwrite=True))
    assert (foreign / "thesis.txt").exists()


def test_an_earlier_run_is_replaced_if_asked(finished):
    (finished / "note.txt").write_text("old", encoding="utf-8")
    train.run(config(finished, overwrite=True, stages=1))
    assert not (finished / "note.txt").exists()
    assert len((finished / "evaluations.csv").read_text(encoding="utf-8").splitlines()) == 2


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(OutputError, match="cannot be written"):
        train.run(config(tmp_path / "file" / "run"))


def test_resuming_nothing_or_something_damaged(finished, tmp_path):
    with pytest.raises(OutputError, match=r"holds no run to resume: no config\.json"):
        train.run(config(tmp_path / "nowhere", resume=True))
    (state,) = finished.glob("resume/*_state.pt")
    state.write_bytes(state.read_bytes()[:50])
    with pytest.raises(OutputError, match="damaged, the run cannot go on"):
        train.run(config(finished, resume=True))
    (finished / "resume" / "progress.json").unlink()
    with pytest.raises(OutputError, match="no saved stage"):
        train.run(config(finished, resume=True))
    (finished / "config.json").write_text("{", encoding="utf-8")
    with pytest.raises(OutputError, match=r"config\.json is damaged"):
        train.run(config(finished, resume=True))


@pytest.mark.parametrize("changes", [{"seed": 4}, {"stages": 2}, {"sparse": True}])
def test_a_run_is_not_resumed_with_other_options(finished, changes):
    with pytest.raises(OptionError, match="the run to resume was begun with"):
        train.run(config(finished, resume=True, **changes))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"stages": 0}, "stages=0"),
        ({"stage_steps": -1}, "stage_steps=-1"),
        ({"threads": 0}, "threads=0"),
        ({"stage_steps": 65}, "use a multiple"),
        ({"seed": -1}, "seed=-1"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"options": ("match=best_of_nine",)}, "'single' or 'two_game'"),
    ],
)
def test_bad_options_touch_nothing(tmp_path, changes, message):
    with pytest.raises((OptionError, quiltenvs.QuiltError), match=message):
        train.run(config(tmp_path / "run", **changes))
    assert not (tmp_path / "run").exists()


def test_presets_are_whole_rollouts_and_minibatches():
    """A stage that is no whole number of rollouts would be longer than it says."""
    for settings in train.PRESETS.values():
        rollout = settings.num_envs * settings.rollout
        assert settings.stage_steps % rollout == 0
        assert rollout % settings.minibatch == 0


def test_every_game_and_a_solo_game_can_be_trained(tmp_path):
    for number, (name, options) in enumerate(
        [*((name, ()) for name in quiltenvs.game_names()), ("calico", ("num_players=1",))]
    ):
        folder = tmp_path / str(number)
        train.run(config(folder, game=name, options=options, stages=1))
        (row,) = csv.DictReader((folder / "evaluations.csv").read_text("utf-8").splitlines())
        assert 0 <= float(row["win_share_random"]) <= 1
        assert (folder / "learning_curve.png").read_bytes().startswith(b"\x89PNG")


def test_a_solo_player_is_compared_with_an_anchor_on_the_same_deals(tmp_path, monkeypatch):
    """Points by hand: the player's own games against those of the anchor, ties count half."""
    solo = quiltenvs.game("calico", num_players=1, setup="beginner")
    points = {"player": [30, 20, 25], "greedy": [10, 20, 26]}

    def evaluate(game, agents, deals):
        assert (game, list(deals)) == (solo, list(range(1_000_000, 1_000_003)))
        (agent,) = agents
        scores = np.array(points["greedy" if agent.name == "greedy" else "player"])
        found = type("Found", (), {})()
        found.results = type("Results", (), {"scores": scores.reshape(3, 1, 1)})()
        return found

    monkeypatch.setattr(training, "evaluate", evaluate)
    trainer = training.Trainer(solo, config(tmp_path / "solo"), TINY)
    win, margin, score = trainer._compare("greedy", 3)
    assert (win.mean, margin.mean, score.mean) == (0.5, pytest.approx(19 / 3), 25)


def test_more_values_in_an_observation_make_smaller_steps():
    assert TINY.first_learning_rate(100) == TINY.first_learning_rate(288) == 1e-2
    assert TINY.first_learning_rate(2880) == pytest.approx(1e-3)
    faster = dataclasses.replace(TINY, learning_rate=4e-2)
    assert faster.first_learning_rate(576) == pytest.approx(2e-2)
