"""The bag of Calico: the order of the tiles, and who can know what of it."""

import numpy as np

from quiltenvs.calico import rules
from quiltenvs.calico.state import NONE
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.core.rng import shuffle


@njit
def fill_bag(state: State) -> None:
    """Shuffle the tiles; all chance of the game lies in their order."""
    copies = rules.FEWER_COPIES if state.lower_variance != 0 else rules.COPIES
    for i in range(rules.NUM_TILES):
        state.tiles[i] = i // copies if i < copies * rules.NUM_KINDS else NONE
    state.bag[:] = copies
    shuffle(state, state.tiles, copies * rules.NUM_KINDS)


@njit_inline
def draw(state: State) -> int:
    """Take the next tile out of the bag."""
    tile = int(state.tiles[state.num_drawn])
    state.tiles[state.num_drawn] = NONE
    state.num_drawn += 1
    state.bag[tile] -= 1
    return tile


@njit_inline
def num_unseen(state: State, player: int, kind: int) -> int:
    """Return how many tiles of ``kind`` are in the bag or hidden from ``player`` in other hands."""
    count = int(state.bag[kind])
    for seat in range(state.num_players):
        for slot in range(rules.HAND_SIZE):
            if seat != player and state.is_secret[seat, slot] != 0:
                count += state.hand[seat, slot] == kind
    return count


@njit
def redeal_hidden(state: State, player: int, seed: np.uint64) -> None:
    """Shuffle the bag together with the tiles in other hands that ``player`` has never seen.

    What could be concluded from choices is not: a player that placed a tile elsewhere may have
    had no better one.
    """
    state.rng = seed
    first = int(state.num_drawn)
    for seat in range(state.num_players):
        for slot in range(rules.HAND_SIZE):
            if seat != player and state.is_secret[seat, slot] != 0:
                state.bag[state.hand[seat, slot]] += 1
                first -= 1
    # Shuffled from an order of its own, the outcome follows from what the player sees and the seed.
    last = first
    for kind in range(rules.NUM_KINDS):
        for _ in range(state.bag[kind]):
            state.tiles[last] = kind
            last += 1
    shuffle(state, state.tiles[first:], last - first)
    state.num_drawn = first
    for seat in range(state.num_players):
        for slot in range(rules.HAND_SIZE):
            if seat != player and state.is_secret[seat, slot] != 0:
                state.hand[seat, slot] = draw(state)
