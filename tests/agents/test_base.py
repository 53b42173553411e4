"""The adapters: functions as agents, agents in a PettingZoo loop."""

import numpy as np
import pytest

import quiltenvs
from quiltenvs.agents.base import StateAgent, aec_policy, function_agent
from quiltenvs.core.aec import QuiltEnv
from quiltenvs.core.errors import IllegalActionError
from tests.agents.samples import players_of, sample_positions
from tests.strategies import action_mask, observation


@pytest.fixture(scope="module")
def states(game):
    return sample_positions(game, seed=21, count=6)


def last_legal(observations, masks):
    """The highest legal action of each row."""
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def test_function_gets_what_the_players_see(game, states):
    players, given = players_of(game, states), []

    def first_legal(observations, masks):
        given.append((observations.copy(), masks.copy()))
        return masks.argmax(axis=1)

    actions = function_agent(first_legal).act(game, states, players)
    ((observations, masks),) = given
    for i, state in enumerate(states):
        assert np.array_equal(observations[i], observation(game, state, int(players[i])))
        assert np.array_equal(masks[i], action_mask(game, state))
    assert actions.tolist() == [game.legal_actions(state)[0] for state in states]
    assert (observations.dtype, masks.dtype) == (np.float32, np.int8)


def test_function_may_return_any_integers(game, states):
    for convert in (np.ndarray.tolist, lambda actions: actions.astype(np.int16)):
        agent = function_agent(lambda o, m, convert=convert: convert(last_legal(o, m)))
        actions = agent.act(game, states, players_of(game, states))
        assert actions.dtype == np.int64
        assert actions.tolist() == [game.legal_actions(state)[-1] for state in states]


def test_name_and_budget_of_a_function_agent():
    agent = function_agent(last_legal)
    assert (agent.name, agent.budget) == ("function", "no search")
    agent = function_agent(last_legal, "last", "one look")
    assert (agent.name, agent.budget) == ("last", "one look")


def test_function_that_returns_too_few_is_refused(game, states):
    agent = function_agent(lambda o, m: last_legal(o, m)[1:], name="short")
    message = rf"agent short was asked for {len(states)} integers.*shape \({len(states) - 1},\)"
    with pytest.raises(IllegalActionError, match=message):
        agent.act(game, states, players_of(game, states))


def test_function_that_returns_floats_is_refused(game, states):
    agent = function_agent(lambda o, m: last_legal(o, m) * 1.0)
    with pytest.raises(IllegalActionError, match="dtype float64"):
        agent.act(game, states, players_of(game, states))


@pytest.mark.parametrize("wrong", [-1, 10**6])
def test_function_that_plays_an_illegal_action_is_refused(game, states, wrong):
    def stumble(observations, masks):
        actions = last_legal(observations, masks)
        actions[1] = wrong
        return actions

    legal = game.legal_actions(states[1])
    message = f"illegal action {wrong} in position 1; {len(legal)} are legal: {legal[0]}"
    with pytest.raises(IllegalActionError, match=message):
        function_agent(stumble).act(game, states, players_of(game, states))


def test_state_agent_fills_what_it_returns(game, states):
    def highest(given, out):
        assert given.flags.c_contiguous
        out[:] = [game.legal_actions(state)[-1] for state in given]

    agent = StateAgent("highest", "one look", highest)
    actions = agent.act(game, states[::-1], players_of(game, states)[::-1])
    assert actions.tolist() == [game.legal_actions(state)[-1] for state in states[::-1]]


class Witness:
    """Plays the last legal action and notes whose turn it was told."""

    name, budget = "witness", "one look"

    def __init__(self):
        self.turns = []

    def act(self, game, states, players):
        assert len(states) == len(players) == 1
        self.turns.append((states[0].tobytes(), int(players[0])))
        return np.array([game.legal_actions(states[0])[-1]])


@pytest.mark.parametrize("is_wrapped", [False, True])
def test_policy_in_a_pettingzoo_loop(name, is_wrapped):
    env = quiltenvs.make(name) if is_wrapped else QuiltEnv(quiltenvs.game(name))
    game, witness = env.unwrapped.game, Witness()
    policy = aec_policy(witness)
    env.reset(seed=4)
    state = env.unwrapped.states[0].copy()
    for agent_id in env.agent_iter():
        if env.terminations[agent_id] or env.truncations[agent_id]:
            env.step(None)
            continue
        action = policy(env, agent_id)
        assert type(action) is int
        assert witness.turns[-1] == (state.tobytes(), int(agent_id.removeprefix("player_")))
        game.play(state, action)
        env.step(action)
    assert game.is_terminal(state)
    assert {seat for _, seat in witness.turns} == set(range(game.spec.num_players))
