"""PettingZoo environments that start from a given position, and give away the current one."""

import numpy as np
import pytest

import quiltenvs
from quiltenvs import StateError
from tests.conformance.episodes import halfway, options_of
from tests.strategies import random_game
from tests.variants import variants_of

makers = pytest.mark.parametrize(
    "make", [quiltenvs.make, quiltenvs.raw_env], ids=["env", "raw_env"]
)


@makers
def test_reset_to_a_state(game, make):
    env = make(**options_of(game), dense=True, reward="score")
    for state in random_game(game, 9)[::9]:
        env.reset(seed=1, options={"state": state, "other": 1})
        before = state.tobytes()
        assert env.unwrapped.states.tobytes() == before
        assert env.agents == env.possible_agents
        assert all(value == 0 for value in env.rewards.values())
        assert set(env.terminations.values()) == {game.is_terminal(state)}
        if not game.is_terminal(state):
            player = game.current_player(state)
            assert env.agent_selection == env.possible_agents[player]
            action = game.legal_actions(state)[-1]
            value = game.score(state, player) / game.spec.score_scale
            env.step(action)
            assert state.tobytes() == before  # the caller's state is the caller's
            later = game.score(env.unwrapped.states[0], player) / game.spec.score_scale
            assert env.rewards[env.possible_agents[player]] == pytest.approx(later - value)


def test_reset_to_the_end(game):
    env = quiltenvs.make(**options_of(game))
    env.reset(options={"state": random_game(game, 9)[-1]})
    turns = []
    for agent in env.agent_iter():
        turns.append(agent)
        assert env.last()[2]
        env.step(None)
    assert turns == env.possible_agents


def bad_states(game):
    state = game.new_state(0)
    yield None
    yield 3
    yield state.tobytes()
    yield game.to_json(state)
    yield np.zeros(1, np.int8)[0]
    yield np.zeros(1, np.dtype((np.record, [("rng", np.uint64)])))[0]
    impossible = np.frombuffer(b"\x7f" * game.state_dtype.itemsize, game.state_dtype)[0]
    assert game.find_fault(impossible)
    yield impossible
    yield game.new_states([0, 1])


def test_reset_refuses_what_is_no_state(game):
    env = halfway(quiltenvs.make(**options_of(game)))
    before = env.unwrapped.states.tobytes(), env.agent_selection
    for bad in bad_states(game):
        with pytest.raises(StateError):
            env.reset(seed=1, options={"state": bad})
        assert before == (env.unwrapped.states.tobytes(), env.agent_selection)


def test_reset_refuses_a_state_of_another_variant(game):
    """Whose rules differ from those the environment says it plays by."""
    env = quiltenvs.make(**options_of(game))
    for options in variants_of(game.spec.name):
        other = quiltenvs.game(game.spec.name, **options)
        if other is not game:
            with pytest.raises(StateError):
                env.reset(options={"state": other.new_state(0)})


def test_get_state_is_a_copy(game):
    env = halfway(quiltenvs.make(**options_of(game)))
    state, before = env.get_state(), env.unwrapped.states.tobytes()
    assert state.tobytes() == before
    game.step(state, game.legal_actions(state)[0])
    assert env.unwrapped.states.tobytes() == before
