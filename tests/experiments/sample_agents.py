"""Agents and a game small enough to know the result of every match beforehand."""

import zlib
from types import SimpleNamespace

import numpy as np

from quiltenvs.core import answers
from quiltenvs.core.errors import OptionError
from quiltenvs.experiments import match

TOY_STATE = np.dtype(
    (np.record, np.dtype([("seed", np.int64), ("actions", np.int8, (4,)), ("num_steps", np.int8)]))
)


class HashAgent:
    """Plays well mixed, but the same in the same position."""

    budget = "a checksum of the position"

    def __init__(self, name="hash", salt=0):
        self.name, self.salt = name, salt

    def act(self, game, states, players):
        return np.array([self.choose(game, state) for state in states])

    def choose(self, game, state):
        return game.nth_legal(state, zlib.crc32(state.tobytes(), self.salt) % game.num_legal(state))


class FirstAgent:
    """Plays the first legal action."""

    name, budget = "first", "first legal action"

    def act(self, game, states, players):
        return np.array([game.nth_legal(state, 0) for state in states])


class ConstantAgent:
    """Plays one action of the toy game for ever, and notes what it was asked."""

    budget = "one constant"

    def __init__(self, action, name=None):
        self.name = name or f"always {action}"
        self.action = action
        self.calls = []

    def act(self, game, states, players):
        self.calls.append([(int(s["seed"]), int(p)) for s, p in zip(states, players, strict=True)])
        return np.full(len(states), self.action)


def luck(seed, seat):
    """What a seat of the toy game gets from the deal; below 10."""
    return (7 * seed + 3 * seat) % 10


def toy_game(num_players):
    """One action 0 .. 9 a player, in seat order; score = luck of deal and seat + 10 * action."""
    spec = SimpleNamespace(name="toy", title="Toy", num_players=num_players, num_actions=10)

    def new_states(seeds):
        states = np.zeros(len(seeds), TOY_STATE)
        states["seed"] = seeds
        return states

    return SimpleNamespace(
        spec=spec,
        spec_hash="0123456789abcdef",
        num_players=num_players,
        new_states=new_states,
        legal_actions=lambda state: list(range(10)),
        description=lambda: {"game": "toy"},
        draw=lambda state: f"<svg><!-- deal {state['seed']}, {state['actions'].tolist()} --></svg>",
    )


def toy_loops(num_players):
    """The loops that a match runs, for :func:`toy_game`."""

    def step_rows(states, rows, actions):
        for row, action in zip(rows, actions, strict=True):
            states[row]["actions"][states[row]["num_steps"]] = action
            states[row]["num_steps"] += 1

    def results(states, scores, places):
        for i, state in enumerate(states):
            for seat in range(num_players):
                scores[i, seat] = luck(int(state["seed"]), seat) + 10 * state["actions"][seat]
            places[i] = 1 + (scores[i] > scores[i][:, np.newaxis]).sum(axis=1)
        if num_players == 1:
            places[:] = 2 - (scores >= 50)

    def first_illegal(states, actions):
        return next((i for i, action in enumerate(actions) if not 0 <= action < 10), -1)

    def current_players(states, out):
        out[:] = states["num_steps"]

    def terminal(states, out):
        out[:] = states["num_steps"] == num_players

    return SimpleNamespace(
        step_rows=step_rows,
        results=results,
        first_illegal=first_illegal,
        current_players=current_players,
        terminal=terminal,
    )


def make_sample_agents(names, game, seed):
    """Stand in for ``evaluate.make_agents`` where a test needs no real agent."""
    makers = {
        "hash": HashAgent,
        "other": lambda: HashAgent("other", salt=1),
        "first": FirstAgent,
        "random": lambda: HashAgent("random", salt=2),
    }
    unknown = [name for name in names if name not in makers]
    if unknown:
        raise OptionError(f"no agent {unknown[0]!r}; the agents are {', '.join(makers)}")
    return [makers[name]() for name in names]


def toy(num_players, monkeypatch):
    """Return the toy game, with its loops where the games are played and checked."""
    for patched in (match, answers):
        monkeypatch.setattr(patched, "loops_of", lambda name: toy_loops(num_players))
    return toy_game(num_players)
