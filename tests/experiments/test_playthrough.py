"""The command that shows one game."""

import pytest

import quiltenvs
from quiltenvs.core import playthrough
from quiltenvs.core.errors import OptionError
from quiltenvs.experiments import playthrough as module
from quiltenvs.experiments.match import play_deals
from quiltenvs.experiments.playthrough import PlaythroughConfig, play, run
from quiltenvs.experiments.reports import OutputError
from tests.experiments.sample_agents import FirstAgent, HashAgent, make_sample_agents


@pytest.fixture(scope="module")
def patchwork():
    return quiltenvs.game("patchwork")


def test_random_play_is_printed_as_it_is_recorded(patchwork, capsys):
    text = run(PlaythroughConfig(seed=3))
    assert text == playthrough.record(patchwork, 3)
    assert capsys.readouterr().out == text + "\n"


def test_agents_play_the_game_that_a_match_would(patchwork):
    agents = [HashAgent(), FirstAgent()]
    actions = play(patchwork, agents, 5)
    results = play_deals(patchwork, agents, [5], num_rotations=1)
    state = patchwork.new_state(5)
    for action in actions:
        patchwork.play(state, action)
    assert state.tobytes() == results.final_states[0, 0].tobytes()


def test_the_file_can_be_replayed(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(module, "make_agents", make_sample_agents)
    out = tmp_path / "game.txt"
    config = PlaythroughConfig(
        agents=("hash", "first"), seed=5, out=out, options=("gap_penalty=1",)
    )
    run(config)
    text = out.read_text()
    assert capsys.readouterr().out == ""
    assert "option gap_penalty=1\nseed 5\n" in text
    assert playthrough.replay(text) == text
    assert text != playthrough.record(quiltenvs.game("patchwork", gap_penalty=1), 5)


def test_a_file_that_exists_is_refused(tmp_path):
    out = tmp_path / "game.txt"
    out.write_text("old")
    with pytest.raises(OutputError, match="exists"):
        run(PlaythroughConfig(out=out))
    assert out.read_text() == "old"
    run(PlaythroughConfig(out=out, overwrite=True))
    assert out.read_text().startswith("game patchwork")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": -1}, "seed=-1"),
        ({"seed": 2**64}, "seed=18"),
        ({"agents": ("a",)}, "name 2 agents"),
    ],
)
def test_bad_input_is_refused(change, message):
    with pytest.raises(OptionError, match=message):
        run(PlaythroughConfig(**change))
