"""The self-play environment against single games played one by one."""

import copy

import numpy as np
import pytest

import quiltenvs
from quiltenvs import IllegalActionError, OptionError
from quiltenvs.agents import make_agent

self_play = pytest.importorskip("quiltenvs.core.self_play")
OpponentPool, SelfPlayVecEnv = self_play.OpponentPool, self_play.SelfPlayVecEnv

GAME = quiltenvs.game("patchwork")


def make_env(num_envs=6, opponents=("greedy",), **options):
    return SelfPlayVecEnv(GAME, num_envs, OpponentPool.from_names(GAME, opponents), **options)


def random_actions(env, rng):
    return quiltenvs.sample_legal(env.action_masks().view(np.int8), rng)


def margin(state, seat):
    scores = GAME.scores(state)
    return (scores[seat] - scores[1 - seat]) / GAME.spec.score_scale


def outcome(state, seat):
    own, other = GAME.ranking(state)[seat], GAME.ranking(state)[1 - seat]
    return float(own < other) - float(own > other)


def go_on(state, seat, action, opponent):
    """Play ``action`` and what the opponent answers; return the position then."""
    state = state.copy()
    GAME.play(state, int(action))
    while not GAME.is_terminal(state) and GAME.current_player(state) != seat:
        (answer,) = opponent.act(GAME, np.array([state]), np.array([1 - seat]))
        GAME.play(state, int(answer))
    return state


@pytest.mark.parametrize(("reward", "value"), [("margin", margin), ("outcome", outcome)])
@pytest.mark.parametrize("dense", [False, True])
def test_rewards_and_positions_are_those_of_single_games(reward, value, dense):
    env, opponent = make_env(reward=reward, dense=dense), make_agent("greedy", GAME)
    rng = np.random.default_rng(3)
    env.reset()
    paid, total, num_ended = np.zeros(6), np.zeros(6), 0
    for _ in range(80):
        before, seats, actions = env.states.copy(), env.seats.copy(), random_actions(env, rng)
        _, rewards, dones, infos = env.step(actions)
        for i in range(6):
            after = go_on(before[i], int(seats[i]), actions[i], opponent)
            is_over = GAME.is_terminal(after)
            now = value(after, int(seats[i])) if dense or is_over else 0.0
            assert rewards[i] == pytest.approx(now - paid[i], abs=1e-6)
            assert dones[i] == is_over
            paid[i], total[i] = now, total[i] + rewards[i]
            if is_over:
                assert infos[i]["episode"]["r"] == pytest.approx(value(after, int(seats[i])))
                assert total[i] == pytest.approx(infos[i]["episode"]["r"], abs=1e-5)
                seen = np.zeros(GAME.observation_size, np.float32)
                GAME.observe(after, int(seats[i]), seen)
                np.testing.assert_array_equal(infos[i]["terminal_observation"], seen)
                assert infos[i]["is_success"] == (GAME.ranking(after)[seats[i]] == 1)
                paid[i] = total[i] = 0.0
                num_ended += 1
            else:
                assert env.states[i].tobytes() == after.tobytes()
    assert num_ended >= 12


def test_losers_are_paid_too():
    env, rng = make_env(16, reward="outcome"), np.random.default_rng(0)
    env.reset()
    ends = []
    for _ in range(60):
        _, rewards, dones, _ = env.step(random_actions(env, rng))
        ends += rewards[dones].tolist()
        assert not rewards[~dones].any()
    assert len(ends) > 20
    assert ends.count(-1.0) > 0.9 * len(ends)  # random against greedy


def test_seats_take_turns():
    env, rng = make_env(4), np.random.default_rng(0)
    env.reset()
    seats = [env.seats.copy()]
    for _ in range(60):
        _, _, dones, _ = env.step(random_actions(env, rng))
        if dones.any():
            seats.append(env.seats.copy())
    assert abs(np.concatenate(seats).mean() - 0.5) < 0.2


def test_every_position_is_the_learners():
    env, rng = make_env(), np.random.default_rng(1)
    observation = env.reset()
    for _ in range(50):
        players = [GAME.current_player(state) for state in env.states]
        assert players == env.seats.tolist()
        own_turn = GAME.layout.start("own_turn")
        assert (observation[:, own_turn] == 1).all()
        assert env.env_method("action_masks")[2].tolist() == env.action_masks()[2].tolist()
        observation, *_ = env.step(random_actions(env, rng))
    assert env.has_attr("action_masks")


def history(num_envs, seed):
    env = make_env(num_envs, ("random", "greedy"), seed=seed)
    log = [env.reset()[0]]
    for _ in range(40):
        actions = np.array([np.flatnonzero(mask)[0] for mask in env.action_masks()])
        observation, *_ = env.step(actions)
        log.append(observation[0])
    return np.array(log)


def test_the_same_seed_gives_the_same_games():
    np.testing.assert_array_equal(history(3, 5), history(3, 5))
    assert (history(3, 5) != history(3, 6)).any()


def test_an_illegal_action_steps_nothing():
    env = make_env()
    env.reset()
    before = env.states.tobytes()
    actions = random_actions(env, np.random.default_rng(0))
    for wrong in (-1, GAME.spec.num_actions, int(np.flatnonzero(~env.action_masks()[4])[0])):
        actions[4] = wrong
        with pytest.raises(IllegalActionError, match=f"environment 4: illegal action {wrong}"):
            env.step(actions)
    with pytest.raises(IllegalActionError, match="5 actions for 6 environments"):
        env.step(actions[:5])
    assert env.states.tobytes() == before


def test_pools_are_checked():
    with pytest.raises(OptionError, match="at least one agent"):
        OpponentPool([])
    with pytest.raises(OptionError, match="weight 0"):
        OpponentPool.from_names(GAME, {"random": 0})
    with pytest.raises(OptionError, match="give a pool"):
        SelfPlayVecEnv(GAME, 2, None)
    with pytest.raises(OptionError, match="num_envs=0"):
        make_env(0)


def test_a_pool_draws_by_weight():
    pool = OpponentPool.from_names(GAME, {"random": 1.0, "greedy": 3.0})
    drawn = [pool.draw(u).name for u in np.linspace(0, 1, 1000, endpoint=False)]
    assert drawn.count("greedy") == 750


def test_an_opponent_that_plays_illegally_is_named():
    class Cheat:
        name, budget = "cheat", "none"

        def act(self, game, states, players):
            return np.full(len(states), game.spec.num_actions - 1)

    env = SelfPlayVecEnv(GAME, 4, OpponentPool([(Cheat(), 1.0)]))
    with pytest.raises(IllegalActionError, match="agent cheat chose illegal action 2025"):
        env.reset()  # where the learner sits in seat 1, the opponent begins


@pytest.mark.parametrize("answers", [[0], [], [0] * 200, np.zeros(8)])
def test_an_opponent_that_does_not_answer_every_question_is_named(answers):
    class Careless:
        name, budget = "careless", "none"

        def act(self, game, states, players):
            return answers

    env = SelfPlayVecEnv(GAME, 16, OpponentPool([(Careless(), 1.0)]))
    with pytest.raises(IllegalActionError, match="agent careless was asked for 8 integers"):
        env.reset()


def test_wrong_arguments_are_refused():
    env = make_env()
    env.reset()
    before = env.states.tobytes()
    with pytest.raises(IllegalActionError, match="dtype float64"):
        env.step(np.zeros(6) + 0.7)
    assert env.states.tobytes() == before
    with pytest.raises(OptionError, match="use an OpponentPool"):
        SelfPlayVecEnv(GAME, 2, "random")
    with pytest.raises(OptionError, match="seed=-1"):
        make_env(seed=-1)
    with pytest.raises(OptionError, match="dense='no'"):
        make_env(dense="no")
    assert OpponentPool.from_names(GAME, "random").agents[0].name == "random"


def test_games_in_progress_can_be_copied():
    env, rng = make_env(), np.random.default_rng(0)
    env.reset()
    for _ in range(5):
        env.step(random_actions(env, rng))
    twin = copy.deepcopy(env)
    for _ in range(40):
        actions = random_actions(env, rng)
        one, two = env.step(actions), twin.step(actions)
        for a, b in zip(one[:3], two[:3], strict=True):
            np.testing.assert_array_equal(a, b)
