"""Every game as a PettingZoo environment: their tests, and what they do not test."""

import copy
import importlib
import pickle
import re
import warnings
from functools import partial

import numpy as np
import pettingzoo
import pytest

import quiltenvs
from quiltenvs import IllegalActionError, OptionError
from quiltenvs.core.jit import COMPILED
from quiltenvs.core.reward import MODES
from tests.conformance.episodes import choose, halfway, options_of, value_of
from tests.strategies import action_mask, observation

with warnings.catch_warnings():
    # Importing their tests makes one of their own games in a way that they have deprecated.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

KNOWN_WARNINGS = {"Observation is not a NumPy array", "Observation space for each agent probably"}
NUM_CYCLES = 200 if COMPILED else 20
MAKERS = {"env": quiltenvs.make, "raw_env": quiltenvs.raw_env}
makers = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)


@makers
def test_api(game, make, capsys):
    """Their two warnings are about observations with a mask beside them, which is the custom."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(make(**options_of(game)), num_cycles=NUM_CYCLES)
    found = {str(warning.message) for warning in caught if warning.category is UserWarning}
    assert len(found) == len(KNOWN_WARNINGS)
    for known in KNOWN_WARNINGS:
        assert any(message.startswith(known) for message in found)
    assert {w.category for w in caught} <= {UserWarning, RuntimeWarning}


@makers
def test_seed(game, make):
    seed_test(partial(make, **options_of(game)), num_cycles=NUM_CYCLES)


def test_render(name, monkeypatch):
    """Pictures take their time, so each game is looked at in one variant only."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    render_test(partial(quiltenvs.make, name))


def test_ansi_is_the_text_of_the_position(game):
    env = quiltenvs.make(**options_of(game), render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == game.render(env.unwrapped.states[0]) != ""
    env = quiltenvs.make(**options_of(game))
    env.reset(seed=1)
    assert env.render() is None


def play(env, seed, dense=False):
    """Play one game to the last step; return per agent what last() paid at each of its turns."""
    env.reset(seed=seed)
    paid = {agent: [] for agent in env.possible_agents}
    for step, agent in enumerate(env.agent_iter()):
        seen, reward, terminated, truncated, info = env.last()
        paid[agent].append(reward)
        assert (
            info["score"]
            == env.unwrapped.game.scores(env.unwrapped.states[0])[env.possible_agents.index(agent)]
        )
        over = terminated or truncated
        env.step(None if over else choose(seen["action_mask"], 0, step))
    assert env.agents == []
    return paid


@makers
@pytest.mark.parametrize("dense", [False, True], ids=["sparse", "dense"])
@pytest.mark.parametrize("reward", MODES)
def test_rewards_of_every_seat_sum_to_its_return(game, make, reward, dense):
    """Also the loser's, and of whoever did not make the last move."""
    env = make(**options_of(game), reward=reward, dense=dense)
    for seed in range(3):
        paid = play(env, seed)
        env.reset(seed=seed)
        start = np.array(value_of(game, env.unwrapped.states[0], reward))
        _finish(env)
        end = np.array(value_of(game, env.unwrapped.states[0], reward))
        expected = end - start if dense else end
        found = [sum(paid[agent]) for agent in env.possible_agents]
        np.testing.assert_allclose(found, expected, atol=1e-9)
        if not dense:
            assert all(pay == 0 for pays in paid.values() for pay in pays[:-1])


def _finish(env):
    """Play on as :func:`play` does, up to the end of the game itself."""
    step = 0
    while not any((*env.terminations.values(), *env.truncations.values())):
        env.step(choose(env.observe(env.agent_selection)["action_mask"], 0, step))
        step += 1


@makers
def test_observations_are_those_of_the_game(game, make):
    env = make(**options_of(game))
    env.reset(seed=4)
    for step in range(30):
        state = env.unwrapped.states[0]
        for player, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            assert (seen["observation"] == observation(game, state, player)).all()
            is_own = agent == env.agent_selection
            assert (seen["action_mask"] == action_mask(game, state) * is_own).all()
            assert env.observation_space(agent).contains(seen)
        kept = env.observe(env.agent_selection)["action_mask"]
        copied = kept.copy()
        env.step(choose(kept, 0, step))
        env.observe(env.agent_selection)
        assert (kept == copied).all()  # every observation is a fresh array
        if any(env.terminations.values()):
            break


def test_state_is_what_all_see(game):
    env = quiltenvs.make(**options_of(game))
    env.reset(seed=4)
    assert env.state_space.contains(env.state())
    parts = [env.observe(agent)["observation"] for agent in env.possible_agents]
    assert (env.state() == np.concatenate(parts)).all()


def rest_of(env):
    """Everything that happens from here to the end of the episode, and in the next one."""
    log = []
    for _ in range(2):
        for step, agent in enumerate(env.agent_iter()):
            seen, reward, terminated, truncated, info = env.last()
            log.append((agent, seen["observation"].tobytes(), reward, terminated, truncated, info))
            over = terminated or truncated
            env.step(None if over else choose(seen["action_mask"], 1, step))
        env.reset()  # goes on with the stream of the last seed
    return log


@makers
@pytest.mark.parametrize(
    "clone",
    [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))],
    ids=["deepcopy", "pickle"],
)
def test_a_clone_in_mid_game_goes_on_alike(game, make, clone):
    env = halfway(make(**options_of(game), dense=True, reward="score"))
    twin = clone(env)
    before = env.unwrapped.states.tobytes()
    log = rest_of(twin)
    assert env.unwrapped.states.tobytes() == before
    assert rest_of(env) == log
    assert len(log) > 10


@makers
def test_a_clone_before_reset(game, make):
    env = pickle.loads(pickle.dumps(make(**options_of(game))))
    assert len(play(env, 1)) == game.spec.num_players


def test_seeds_repeat_and_go_on(game):
    env = quiltenvs.make(**options_of(game))
    starts = []
    for seed in (1, None, 1, None, 2):
        env.reset(seed=seed)
        starts.append(env.unwrapped.states.tobytes())
    assert starts[:2] == starts[2:4]
    assert len(set(starts)) == 3


@makers
def test_an_illegal_action_raises_and_steps_nothing(game, make):
    env = halfway(make(**options_of(game)))
    legal = env.last()[0]["action_mask"]
    before = env.unwrapped.states.tobytes(), env.agent_selection, dict(env.rewards)
    illegal = np.flatnonzero(legal == 0)[:1]
    name = f"{game.spec.name}_v{game.spec.version}"
    for action in [-1, game.spec.num_actions, *illegal, 2**63, None, True, 1.0, "1", [1], np.nan]:
        with pytest.raises(IllegalActionError, match=rf"^{name}: illegal action .* are legal"):
            env.step(action)
        assert before == (env.unwrapped.states.tobytes(), env.agent_selection, env.rewards)


@makers
def test_integers_of_any_kind_are_taken(game, make):
    env, twin = make(**options_of(game)), make(**options_of(game))
    env.reset(seed=2)
    twin.reset(seed=2)
    for step, kind in enumerate((np.int8, np.int32, np.int64, np.uint8, np.uint64, np.array)):
        action = int(np.flatnonzero(env.last()[0]["action_mask"])[0])
        if action < 128:
            env.step(kind(action))
            twin.step(action)
        assert env.unwrapped.states.tobytes() == twin.unwrapped.states.tobytes(), step


@makers
def test_an_illegal_action_can_end_the_game(game, make):
    """PettingZoo's convention: -1 for the offender, 0 for the others, the end for all."""
    env = halfway(make(**options_of(game), illegal_action="terminate"))
    offender = env.agent_selection
    before = env.unwrapped.states.tobytes()
    env.step(game.spec.num_actions)
    assert env.unwrapped.states.tobytes() == before
    assert env.rewards == {agent: -float(agent == offender) for agent in env.possible_agents}
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    paid = {}
    for agent in env.agent_iter():
        _, paid[agent], *_ = env.last()
        env.step(None)
    assert paid == {agent: -float(agent == offender) for agent in env.possible_agents}
    env.reset(seed=1)
    assert not any(env.terminations.values())


@pytest.mark.parametrize(
    "call",
    [
        lambda env: env.step(0),
        lambda env: env.last(),
        lambda env: env.observe("player_0"),
        lambda env: env.render(),
        lambda env: env.state(),
        lambda env: env.legal_actions(),
        lambda env: env.get_state(),
    ],
    ids=["step", "last", "observe", "render", "state", "legal_actions", "get_state"],
)
def test_calls_before_reset_are_refused(game, call):
    with pytest.raises(IllegalActionError, match=r"before reset\(\)"):
        call(quiltenvs.make(**options_of(game)))


@pytest.mark.parametrize("name", ["agents", "agent_selection", "rewards", "terminations", "infos"])
def test_there_are_no_agents_before_reset(game, name):
    with pytest.raises(AttributeError, match=rf"{name} before reset"):
        getattr(quiltenvs.make(**options_of(game)), name)


def test_a_step_after_the_end_is_refused(game):
    env = quiltenvs.make(**options_of(game))
    play(env, 1)
    for action in (None, 0):
        with pytest.raises(IllegalActionError, match=r"after the end; call reset\(\) first"):
            env.step(action)
    env.reset()
    assert env.agents == env.possible_agents


def test_a_finished_agent_can_only_step_none(game):
    env = quiltenvs.make(**options_of(game))
    env.reset(seed=1)
    _finish(env)
    with pytest.raises(ValueError, match="None"):
        env.step(0)


def test_actions_have_names(game):
    env = halfway(quiltenvs.make(**options_of(game)))
    for action in env.legal_actions():
        assert env.action_name(action) == game.action_name(env.unwrapped.states[0], action)
    assert env.parse_action(env.action_name(action)) == action
    assert env.legal_actions() == np.flatnonzero(env.last()[0]["action_mask"]).tolist()


def test_unflatten_through_the_wrapper(game):
    env = quiltenvs.make(**options_of(game))
    env.reset(seed=0)
    blocks = env.unflatten(env.last()[0]["observation"])
    assert list(blocks) == [block.name for block in game.layout]


@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [
        ("render_mode", "text", "'human' or 'rgb_array' or 'ansi'"),
        ("reward", "victory", "'outcome' or 'margin' or 'score'"),
        ("illegal_action", "ignore", "'raise' or 'terminate'"),
    ],
)
def test_a_wrong_argument_is_refused(name, option, value, allowed):
    with pytest.raises(
        OptionError, match=re.escape(f"{option}={value!r} is not allowed; use {allowed}")
    ):
        quiltenvs.make(name, **{option: value})


def test_names(game):
    name = f"{game.spec.name}_v{game.spec.version}"
    env = quiltenvs.make(**options_of(game))
    assert str(env) == name
    assert env.metadata["name"] == name
    assert env.metadata["is_parallelizable"] is False
    assert env.metadata["render_modes"] == ["human", "rgb_array", "ansi"]
    assert env.possible_agents == [f"player_{p}" for p in range(game.spec.num_players)]
    assert env.max_num_agents == game.spec.num_players
    assert all(env.action_space(a).n == game.spec.num_actions for a in env.possible_agents)


def test_every_way_to_make_one(game):
    version = game.spec.version
    options = game.config.to_dict()
    module = getattr(quiltenvs, f"{game.spec.name}_v{version}")
    scope = {}
    exec(f"from quiltenvs import {game.spec.name}_v{version} as module", scope)
    assert scope["module"] is module
    assert module.__doc__ == importlib.import_module(f"quiltenvs.{game.spec.name}").__doc__
    envs = [
        module.env(**options),
        module.raw_env(**options),
        quiltenvs.make(f"{game.spec.name}-v{version}", **options),
        quiltenvs.make(f"{game.spec.name}_v{version}", **options),
        pettingzoo.make("aec", f"quilt/{game.spec.name}-v{version}", **options),
    ]
    for env in envs:
        env.reset(seed=3)
        assert env.unwrapped.game is game
        assert env.unwrapped.states.tobytes() == envs[0].unwrapped.states.tobytes()
    with pytest.raises(AttributeError, match="no attribute"):
        getattr(quiltenvs, f"{game.spec.name}_v{version + 1}")
