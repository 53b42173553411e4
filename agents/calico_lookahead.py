"""Calico by trying out: which of a few promising actions does best with the tiles to come?

Each candidate is played on the same few deals of what the player cannot see, and all players go on
by ``quick_action`` for some turns; what the own quilt is worth then decides. The seeds of the deals
follow from the position as the player sees it, so that the hidden never changes the choice.
"""

import numpy as np
from numpy.typing import NDArray

from quiltenvs.agents.calico_evaluation import evaluate
from quiltenvs.agents.calico_heuristic import (
    NEVER,
    WIDTH,
    choose_goals,
    quick_action,
    rank_placements,
    worth_of_placement,
)
from quiltenvs.calico import engine, rules
from quiltenvs.calico.bag import redeal_hidden
from quiltenvs.calico.state import PLACE, STATE, TAKE
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit
from quiltenvs.core.rng import advance, mix, stream

NUM_CANDIDATES = 4
NUM_DEALS = 16
NUM_TURNS = 3
"""Tiles that the player places in a playout, that of the candidate included."""
MAX_PLAYOUTS = NUM_CANDIDATES * NUM_DEALS


@njit
def find_candidates(state: State, actions: NDArray[np.int64]) -> int:
    """Fill ``actions`` (NUM_CANDIDATES,) with the actions to be tried; return their number.

    Of the placements the most promising first; of the takes all; of the goals the best choice.
    """
    if state.phase == TAKE:
        for slot in range(rules.MARKET_SIZE):
            actions[slot] = engine.FIRST_TAKE + slot
        return rules.MARKET_SIZE
    if state.phase != PLACE:
        actions[0] = choose_goals(state)
        return 1
    forks = np.empty(3, STATE)
    worths, ranked = np.empty(WIDTH, np.int64), np.empty(WIDTH, np.int64)
    count = rank_placements(state, worths, ranked)
    for i in range(count):
        worths[i] = worth_of_placement(state, ranked[i], forks)
    for place in range(min(count, NUM_CANDIDATES)):
        best = 0
        for i in range(count):
            if worths[i] > worths[best]:
                best = i
        actions[place] = ranked[best]
        worths[best] = NEVER
    return min(count, NUM_CANDIDATES)


@njit
def hash_of_view(state: State, player: int) -> np.uint64:
    """Return a number that follows from what ``player`` sees, and from nothing else."""
    key = np.uint64(state.num_steps)
    for seat in range(state.num_players):
        for part in range(rules.NUM_COLORS):  # there are as many patterns
            key = mix(advance(key) ^ state.colors[seat, part])
            key = mix(advance(key) ^ state.patterns[seat, part])
    for slot in range(rules.HAND_SIZE):
        key = mix(advance(key) ^ np.uint64(state.hand[player, slot] + 1))
    for slot in range(rules.MARKET_SIZE):
        key = mix(advance(key) ^ np.uint64(state.market[slot] + 1))
    return key


@njit
def play_on(state: State, player: int, num_placed: int) -> int:
    """Play until ``player`` has placed so many tiles; return what its quilt is worth then."""
    while state.num_placed[player] < num_placed:
        engine.step(state, quick_action(state))
    return evaluate(state, player)


@njit
def lookahead_action(state: State) -> int:
    """Return the candidate that does best over all deals; of equal ones, the first."""
    actions = np.empty(NUM_CANDIDATES, np.int64)
    count = find_candidates(state, actions)
    if count == 1:
        return actions[0]
    player = int(state.mover)
    num_placed = min(int(state.num_placed[player]) + NUM_TURNS, rules.NUM_SPACES)
    sums = np.zeros(NUM_CANDIDATES, np.int64)
    forks = np.empty(2, STATE)
    seed = hash_of_view(state, player)
    for deal in range(NUM_DEALS):
        forks[0] = state
        redeal_hidden(forks[0], player, stream(seed, deal))
        for i in range(count):
            forks[1] = forks[0]
            engine.step(forks[1], actions[i])
            sums[i] += play_on(forks[1], player, num_placed)
    best = 0
    for i in range(1, count):
        if sums[i] > sums[best]:
            best = i
    return actions[best]
