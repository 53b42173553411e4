"""One seat of every game as a Gymnasium environment, by the checkers of its users."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import quiltenvs
from quiltenvs import IllegalActionError, OptionError, QuiltError, StateError
from quiltenvs.core.jit import COMPILED
from quiltenvs.core.reward import MODES
from tests.conformance.episodes import choose, options_of, value_of
from tests.strategies import action_mask, observation

NUM_GAMES = 6 if COMPILED else 2


def make(game, **arguments):
    return quiltenvs.make_single_agent(**options_of(game), **arguments)


class Recorder:
    """An opponent that plays by :func:`choose` and keeps what it was asked."""

    name, budget = "recorder", "no search"

    def __init__(self):
        self.asked = []

    def act(self, game, states, players):
        assert len(states) == len(players) == 1
        assert players[0] == game.current_player(states[0])
        self.asked.append((states[0].tobytes(), int(players[0])))
        return np.array([choose(action_mask(game, states[0]), 3, len(self.asked))])


def play(env, seed):
    """Play one episode; return its first position, the sum of its rewards, and the last info."""
    _, info = env.reset(seed=seed)
    start = env.states[0].copy()
    total, step, over = 0.0, 0, False
    while not over:
        assert info["action_mask"].any()
        seen, reward, terminated, truncated, info = env.step(choose(info["action_mask"], 1, step))
        assert env.observation_space.contains(seen)
        total, step, over = total + reward, step + 1, terminated or truncated
    return start, total, info


def test_gymnasium_accepts_it(game):
    check_env(make(game, illegal_action="terminate"), skip_render_check=True)


@pytest.mark.parametrize("opponents", ["random"])
def test_stable_baselines3_accepts_it(game, opponents):
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    checker.check_env(make(game, opponents=opponents, illegal_action="terminate"))


def test_gym_make(game):
    title = "".join(word.capitalize() for word in game.spec.name.split("_"))
    options = options_of(game)
    options.pop("name")
    env = gymnasium.make(f"QuiltEnvs/{title}-v{game.spec.version}", **options)
    first, info = env.reset(seed=3)
    assert env.unwrapped.game is game
    again, _ = env.reset(seed=3)
    assert first.tobytes() == again.tobytes()
    assert first.shape == env.observation_space.shape == (game.observation_size,)
    assert env.action_space.n == game.spec.num_actions == len(info["action_mask"])
    env.close()


def test_observation_and_mask_are_those_of_the_seat(game):
    env = make(game, opponents=Recorder())
    seen, info = env.reset(seed=5)
    for step in range(10):
        state = env.states[0]
        assert game.current_player(state) == info["seat"]
        assert (seen == observation(game, state, info["seat"])).all()
        assert (info["action_mask"] == action_mask(game, state)).all()
        assert info["score"] == game.score(state, info["seat"])
        assert env.action_masks().dtype == np.bool_
        assert (env.action_masks() == info["action_mask"]).all()
        seen, _, terminated, truncated, info = env.step(choose(info["action_mask"], 0, step))
        if terminated or truncated:
            break


def test_seat_is_kept_or_drawn(game):
    num_players = game.spec.num_players
    for seat in range(num_players):
        env = make(game, seat=seat)
        assert {env.reset(seed=seed)[1]["seat"] for seed in range(5)} == {seat}
    env = make(game)
    drawn = [env.reset(seed=seed)[1]["seat"] for seed in range(40)]
    assert set(drawn) == set(range(num_players))
    assert drawn == [env.reset(seed=seed)[1]["seat"] for seed in range(40)]


@pytest.mark.parametrize("dense", [False, True], ids=["sparse", "dense"])
@pytest.mark.parametrize("reward", MODES)
def test_what_opponents_bring_about_reaches_the_learner(game, reward, dense):
    """The rewards sum to the seat's return, though others may make the last move."""
    env = make(game, opponents=Recorder(), reward=reward, dense=dense)
    for seed in range(NUM_GAMES):
        start, total, info = play(env, seed)
        value = value_of(game, env.states[0], reward)[info["seat"]]
        if dense:  # from the learner's first decision on
            value -= value_of(game, start, reward)[info["seat"]]
        assert total == pytest.approx(value)
        assert not info["action_mask"].any()
        assert not env.action_masks().any()


def test_opponents_sit_in_turn_order(game):
    num_players = game.spec.num_players
    for seat in range(num_players):
        others = [Recorder() for _ in range(num_players - 1)]
        play(make(game, opponents=others, seat=seat), 2)
        for place, opponent in enumerate(others, 1):
            assert {player for _, player in opponent.asked} == {(seat + place) % num_players}


def test_episodes_repeat_with_their_seed(game):
    """Opponents that draw at random included."""
    env, other = make(game), make(game)
    first, second = play(env, 7), play(other, 7)
    assert first[0].tobytes() == second[0].tobytes()
    assert env.states.tobytes() == other.states.tobytes()
    again = play(env, 7)
    assert again[0].tobytes() == first[0].tobytes()
    assert env.states.tobytes() == other.states.tobytes()


def test_an_illegal_action_raises(game):
    env = make(game)
    env.reset(seed=1)
    before = env.states.tobytes()
    for action in (-1, game.spec.num_actions, None, 1.0):
        with pytest.raises(IllegalActionError):
            env.step(action)
    assert env.states.tobytes() == before


def test_an_illegal_action_can_end_the_episode(game):
    env = make(game, illegal_action="terminate")
    env.reset(seed=1)
    _, reward, terminated, truncated, _ = env.step(game.spec.num_actions)
    assert (reward, terminated, truncated) == (-1.0, True, False)


def test_wrong_arguments_are_refused(game):
    num_players = game.spec.num_players
    for seat in (-1, num_players, "first", None):
        with pytest.raises(OptionError, match=f"seat={seat!r}"):
            make(game, seat=seat)
    with pytest.raises(OptionError, match=f"{num_players} opponents for {num_players - 1}"):
        make(game, opponents=["random"] * num_players)
    if num_players > 1:
        with pytest.raises(QuiltError, match="random"):  # the names that exist are listed
            make(game, opponents="no such agent")


def test_a_step_before_the_start_or_after_the_end_is_refused(game):
    env = make(game)
    with pytest.raises(IllegalActionError, match=r"before reset\(\), or after the end"):
        env.step(0)
    play(env, 3)
    for action in (0, None):
        with pytest.raises(IllegalActionError, match=r"before reset\(\), or after the end"):
            env.step(action)
    with pytest.raises(StateError, match="the end of a game"):
        env.reset(options={"state": env.states[0]})
    with pytest.raises(OptionError, match="seed=-1"):
        env.reset(seed=-1)


def test_opponents_must_be_agents(game):
    if game.spec.num_players > 1:
        for wrong in (3, object(), {"a": 1}):
            with pytest.raises(OptionError, match="use a name or an agent"):
                make(game, opponents=wrong)
