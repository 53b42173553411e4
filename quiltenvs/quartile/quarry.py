"""The quarry of Quartile: the order of the tiles, and who can know what of it."""

import numpy as np

from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.core.rng import shuffle
from quiltenvs.quartile import rules
from quiltenvs.quartile.state import NONE


@njit_inline
def draw(state: State) -> int:
    """Take the next tile out of the quarry."""
    tile = int(state.quarry[state.num_drawn])
    state.quarry[state.num_drawn] = NONE
    state.num_drawn += 1
    return tile


@njit_inline
def quarry_size(state: State) -> int:
    """Return the number of tiles left to draw."""
    return rules.NUM_TILES - int(state.num_drawn)


@njit
def redeal_hidden(state: State, player: int, seed: np.uint64) -> None:
    """Shuffle the quarry, the start tile, and the tiles of other hands that nobody was shown.

    What could be concluded from a player that is unable is not.
    """
    state.rng = seed
    is_unseen = np.zeros(rules.NUM_TILES, np.bool_)
    first = int(state.num_drawn) - 1
    is_unseen[state.placed_tile[0]] = True
    for i in range(int(state.num_drawn), rules.NUM_TILES):
        is_unseen[state.quarry[i]] = True
    for seat in range(state.num_players):
        for slot in range(rules.MAX_HAND):
            if _is_secret(state, player, seat, slot):
                is_unseen[state.hand[seat, slot]] = True
                first -= 1
    # Shuffled from an order of its own, the outcome follows from what the player sees and the seed.
    last = first
    for tile in range(rules.NUM_TILES):
        if is_unseen[tile]:
            state.quarry[last] = tile
            last += 1
    shuffle(state, state.quarry[first:], rules.NUM_TILES - first)
    state.num_drawn = first
    state.placed_tile[0] = draw(state)
    for seat in range(state.num_players):
        for slot in range(rules.MAX_HAND):
            if _is_secret(state, player, seat, slot):
                state.hand[seat, slot] = draw(state)


@njit_inline
def _is_secret(state: State, player: int, seat: int, slot: int) -> bool:
    """Return whether there is a tile in ``slot`` of ``seat`` that ``player`` has not seen."""
    return bool(
        seat != player and state.hand[seat, slot] != NONE and state.is_shown[seat, slot] == 0
    )
