"""Options, positions and choices of Calico agents for their tests."""

import numpy as np

from quiltenvs.agents import make_agent
from quiltenvs.calico.config import RESTRICTIONS
from quiltenvs.core.jit import COMPILED
from tests.agents.samples import players_of

RESTRICTED = dict.fromkeys(RESTRICTIONS, True)
"""All five rule restrictions together."""
LITERAL = [
    {},
    {"num_players": 1, "setup": "beginner"},
    {"num_players": 1, "cats": "Rumi Tecolote Almond"},
    {"num_players": 3, **RESTRICTED},
    {"num_players": 1, **RESTRICTED},
    {"num_players": 2, "next_to_same_color": True, "goals_need_both": True},
    {"setup": "family", "boards": "random"},
]
"""Different ways to play; every kind of decision is among them."""


def choices_of(name, game, states):
    return make_agent(name, game).act(game, states, players_of(game, states)).tolist()


def fork(state, **changes):
    """A copy with the same player to move, which is about to place a tile."""
    after = state.copy()
    for field, value in changes.items():
        after[field] = value
    return after


def agent_positions(game, name, seed, count=10):
    """Positions spread over one game of agents of this name."""
    states, found, action = game.new_states([seed]), [], np.zeros(1, np.int64)
    agent = make_agent(name, game)
    while not game.is_terminal(states[0]) and (COMPILED or len(found) < 2):
        found.append(states.copy())
        action[:] = agent.act(game, states, players_of(game, states))
        game.play(states[0], int(action[0]))
    chosen = np.linspace(0, len(found) - 1, count if COMPILED else 1).astype(int)
    return together(game, [found[i] for i in chosen])


def together(game, parts):
    """Several batches as one; NumPy would forget the type of the records."""
    return np.concatenate(parts, dtype=game.state_dtype)
