"""How the conformance tests play: the same choices everywhere, and what an end is worth."""

import numpy as np


def options_of(game):
    return {"name": game.spec.name, **game.config.to_dict()}


def choose(mask, env, step):
    """Pick a legal action that depends on nothing but the mask, the env and the step."""
    legal = np.flatnonzero(mask)
    return int(legal[(7919 * step + 104729 * env + step * step) % len(legal)])


def halfway(env, steps=20):
    env.reset(seed=6)
    for step in range(steps):
        env.step(choose(env.last()[0]["action_mask"], 0, step))
    return env


def value_of(game, state, reward):
    """The value of a position, (P,), written down once more in the plainest way."""
    scores, places = game.scores(state), game.ranking(state)
    if reward == "outcome" and len(scores) == 1:
        return [1.0 if places == (1,) else -1.0]
    if reward == "outcome":
        # Place k of P pays evenly from 1 down to -1; tied players share what they fill.
        pay = np.linspace(1, -1, len(places))
        return [np.mean(pay[p - 1 : p - 1 + places.count(p)]) for p in places]
    best_other = [
        max([s for q, s in enumerate(scores) if q != p], default=0) for p in range(len(scores))
    ]
    less = best_other if reward == "margin" else [0] * len(scores)
    return [(s - o) / game.spec.score_scale for s, o in zip(scores, less, strict=True)]
