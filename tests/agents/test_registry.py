"""Agents by name, and what a wrong name is told."""

import subprocess
import sys
from types import ModuleType

import pytest

import quiltenvs
from quiltenvs.agents import agent_names, make_agent, registry
from quiltenvs.agents.random_agent import RandomAgent
from quiltenvs.core.errors import QuiltError

POLICY_MODULE = "quiltenvs.agents.policy_agent"


@pytest.fixture(scope="module")
def patchwork():
    return quiltenvs.game("patchwork")


def module_with(name, **content):
    module = ModuleType(name)
    vars(module).update(content)
    return module


def test_names(patchwork):
    assert agent_names(patchwork) == ("random", "greedy", "lookahead")


def test_random_gets_the_seed(patchwork):
    agent = make_agent("random", patchwork, seed=9)
    states = patchwork.new_states(range(5))
    expected = RandomAgent(9).act(patchwork, states, None)
    assert isinstance(agent, RandomAgent)
    assert agent.act(patchwork, states, None).tolist() == expected.tolist()


def test_a_module_named_like_the_game_is_all_it_takes(patchwork, monkeypatch):
    made = []
    factory = lambda game, seed: made.append((game, seed)) or "new agent"  # noqa: E731
    monkeypatch.setattr(
        registry.importlib, "import_module", lambda name: module_with(name, AGENTS={"new": factory})
    )
    assert agent_names(patchwork) == ("random", "new")
    assert make_agent("new", patchwork, seed=4) == "new agent"
    assert made == [(patchwork, 4)]


def test_a_game_without_a_module_has_the_random_agent(patchwork, monkeypatch):
    monkeypatch.setattr(registry.importlib.util, "find_spec", lambda name: None)
    assert agent_names(patchwork) == ("random",)
    with pytest.raises(QuiltError, match="no agent 'greedy' for patchwork; use random or the dir"):
        make_agent("greedy", patchwork)


@pytest.mark.parametrize("text", ["greedi", "", "Random", "no/such/directory"])
def test_unknown_agent(patchwork, text):
    with pytest.raises(QuiltError) as caught:
        make_agent(text, patchwork)
    assert str(caught.value) == (
        f"no agent {text!r} for patchwork; use random, greedy, lookahead or the directory of a "
        f"checkpoint"
    )


def test_a_directory_is_a_trained_policy(patchwork, monkeypatch, tmp_path):
    class PolicyAgent:
        @staticmethod
        def load(path, game):
            return "policy", path, game

    fake = module_with(POLICY_MODULE, PolicyAgent=PolicyAgent)
    monkeypatch.setitem(sys.modules, POLICY_MODULE, fake)
    assert make_agent(str(tmp_path), patchwork) == ("policy", str(tmp_path), patchwork)


def test_names_come_before_directories(patchwork, monkeypatch, tmp_path):
    for name in ("random", "greedy"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path)
    assert make_agent("random", patchwork).name == "random"
    assert make_agent("greedy", patchwork).name == "greedy"


def test_a_policy_without_the_libraries_to_run_it(patchwork, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, POLICY_MODULE, None)  # importing it now fails
    with pytest.raises(QuiltError, match=r"is not installed; install quiltenvs\[train\]"):
        make_agent(str(tmp_path), patchwork)


def test_asking_for_a_name_loads_nothing_heavy():
    code = (
        "import sys, quiltenvs.agents; "
        "print([name for name in ('numba', 'torch') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
