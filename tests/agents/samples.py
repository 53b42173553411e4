"""Positions for agents to act on, few and late where nothing is compiled."""

import numpy as np

from quiltenvs.core.jit import COMPILED
from quiltenvs.core.registry import loops_of
from tests.strategies import random_game


def sample_positions(game, seed, count=12):
    """Positions spread over one random game; uncompiled, two of its last ones."""
    history = random_game(game, seed)
    history = history[[not game.is_terminal(state) for state in history]]
    if not COMPILED:
        return history[-4::2].copy()
    return history[np.linspace(0, len(history) - 1, count).astype(int)].copy()


def players_of(game, states):
    """The seat to move in each state, (N,)."""
    return np.array([int(game.current_player(state)) for state in states])


def play_game(game, agents, seed):
    """Play one game, ``agents`` by seat, each action checked; return the last state.

    Uncompiled, only the last steps of a random game are played by the agents.
    """
    states = game.new_states([seed]) if COMPILED else sample_positions(game, seed)[-1:]
    while not game.is_terminal(states[0]):
        player = int(game.current_player(states[0]))
        actions = agents[player].act(game, states, np.array([player]))
        assert actions.shape == (1,)
        assert actions.dtype == np.int64
        game.play(states[0], int(actions[0]))
    return states[0]


def play_games(game, agents, seeds):
    """Play many games, ``agents`` by seat, unchecked; return places (N, P)."""
    loops, states = loops_of(game.spec.name), game.new_states(seeds)
    scores = np.zeros((len(states), game.spec.num_players), np.int32)
    places, over = np.zeros(scores.shape, np.int8), np.zeros(len(states), np.bool_)
    while not over.all():
        players = players_of(game, states)
        for seat, agent in enumerate(agents):
            rows = np.flatnonzero(~over & (players == seat))
            loops.step_rows(states, rows, agent.act(game, states[rows], players[rows]))
        loops.terminal(states, over)
    loops.results(states, scores, places)
    return places
