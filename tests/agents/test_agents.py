"""What every agent of every game must be: legal, blind, repeatable, in a batch as alone."""

import numpy as np
import pytest

from quiltenvs.agents import agent_names, make_agent
from quiltenvs.core.jit import COMPILED
from tests.agents.samples import play_game, players_of, sample_positions
from tests.strategies import scaled


def each_agent(game):
    return [make_agent(name, game, seed=3) for name in agent_names(game)]


def is_random(agent):
    return agent.name == "random"


def test_named_as_asked_for_and_with_a_budget(game):
    assert [agent.name for agent in each_agent(game)] == list(agent_names(game))
    assert all(len(agent.budget) > 5 for agent in each_agent(game))


def test_only_legal_actions_in_whole_games(game):
    for agent in each_agent(game):
        last = play_game(game, [agent] * game.spec.num_players, seed=17)
        assert game.is_terminal(last)


def test_blind_to_the_hidden_and_to_chance_to_come(game):
    for seed in range(scaled(3)):
        states = sample_positions(game, seed)
        players = players_of(game, states)
        redealt = states.copy()
        for state, player in zip(redealt, players, strict=True):
            game.redeal_hidden(state, int(player), np.uint64(99 + seed))
        assert redealt.tobytes() != states.tobytes()
        for name in agent_names(game):
            seen, unseen = make_agent(name, game), make_agent(name, game)
            assert np.array_equal(
                seen.act(game, states, players), unseen.act(game, redealt, players)
            )


def test_one_by_one_is_the_same_as_in_a_batch(game):
    states = sample_positions(game, seed=5)
    players = players_of(game, states)
    for batch, single in zip(each_agent(game), each_agent(game), strict=True):
        together = batch.act(game, states, players)
        alone = [
            single.act(game, states[i : i + 1], players[i : i + 1])[0] for i in range(len(states))
        ]
        assert together.tolist() == alone


def test_acting_twice_gives_the_same_and_leaves_the_states_alone(game):
    states = sample_positions(game, seed=6)
    players, before = players_of(game, states), states.tobytes()
    for agent in each_agent(game):
        first, second = (agent.act(game, states, players).tolist() for _ in range(2))
        assert is_random(agent) or first == second
        assert states.tobytes() == before


def test_rows_need_not_lie_side_by_side(game):
    states = sample_positions(game, seed=7)
    players = players_of(game, states)
    for spread, packed in zip(each_agent(game), each_agent(game), strict=True):
        assert np.array_equal(
            spread.act(game, states[::2], players[::2]),
            packed.act(game, states[::2].copy(), players[::2].copy()),
        )


def test_no_positions_no_actions(game):
    nothing = game.new_states([])
    for agent in each_agent(game):
        assert agent.act(game, nothing, np.zeros(0, np.int64)).shape == (0,)


def test_random_agent_by_seed(game):
    states = game.new_states(range(40))
    players = players_of(game, states)
    first, again, other = (make_agent("random", game, seed) for seed in (1, 1, 2))
    actions = first.act(game, states, players)
    assert np.array_equal(actions, again.act(game, states, players))
    assert not np.array_equal(actions, other.act(game, states, players))
    assert not np.array_equal(actions, first.act(game, states, players))


@pytest.mark.skipif(not COMPILED, reason="thousands of draws")
def test_random_agent_is_uniform(game):
    state = sample_positions(game, seed=8)[-3]
    legal = game.legal_actions(state)
    count = 200 * len(legal)
    states = np.repeat(np.array([state], game.state_dtype), count)
    actions = make_agent("random", game).act(game, states, players_of(game, states))
    found, times = np.unique(actions, return_counts=True)
    assert found.tolist() == legal
    # Each count has mean 200 and standard deviation 14.
    assert 120 < times.min() <= times.max() < 280
