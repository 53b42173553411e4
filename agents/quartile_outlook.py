"""What tiles can score on a Quartile table, and still can after one more tile is laid.

For every tile that matters the best open cells are listed, once a decision. A placement takes one
cell and changes at most three around it, so that a list needs one cell more than these: the most
that a tile can score afterwards is at the first of its list that is untouched, or at one of those
that are not.
"""

import numpy as np
from numpy.typing import NDArray

from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.quartile import rules
from quiltenvs.quartile.state import NONE
from quiltenvs.quartile.table import (
    STEPS,
    find_open,
    fits,
    num_touching,
    turned,
)

NUM_CHANGED = rules.NUM_SIDES
"""Open cells that one placement takes or changes, at most."""
NUM_SPOTS = NUM_CHANGED + 1
MAX_POINTS = rules.MAX_CENTER * rules.NUM_SIDES
SCALE = 256
"""The unit of expectations: parts of a point."""
_NUM_CHOICES = rules.NUM_TILES + 1


def _binomials() -> NDArray[np.int64]:
    """Return (50, 6): the ways to choose k of n."""
    table = np.zeros((_NUM_CHOICES, rules.MAX_HAND + 1), np.int64)
    table[:, 0] = 1
    for n in range(1, _NUM_CHOICES):
        table[n, 1:] = table[n - 1, 1:] + table[n - 1, :-1]
    return table


BINOMIALS = _binomials()


@njit
def mark_unseen(state: State, player: int, is_unseen: NDArray[np.bool_]) -> None:
    """Fill ``is_unseen`` (49,): the tiles that ``player`` has never seen."""
    is_unseen[:] = False
    is_unseen[state.placed_tile[0]] = True
    for i in range(int(state.num_drawn), rules.NUM_TILES):
        is_unseen[state.quarry[i]] = True
    for seat in range(state.num_players):
        for slot in range(rules.MAX_HAND):
            tile = int(state.hand[seat, slot])
            if seat != player and tile != NONE and state.is_shown[seat, slot] == 0:
                is_unseen[tile] = True


@njit_inline
def fits_turned(state: State, tile: int, index: int) -> bool:
    """Return whether ``tile`` fits at the open cell ``index``, however it is turned."""
    pips = int(state.tile_pips[tile])
    found = False
    for rotation in range(rules.NUM_SIDES):
        found |= fits(state, tile, turned(pips, rotation), index)
    return found


@njit
def list_spots(
    state: State, tile: int, touching: NDArray[np.int64], spots: NDArray[np.int64]
) -> None:
    """Fill ``spots`` (NUM_SPOTS, 2) with the best cells of a tile: sides that touch, and the cell.

    Args:
        state: The table.
        tile: Which.
        touching: (num_open,) or longer, the sides that touch at each open cell.
        spots: Best first; zeros behind the last.
    """
    spots[:] = 0
    for index in range(state.num_open):
        sides = touching[index]
        if sides > spots[NUM_SPOTS - 1, 0] and fits_turned(state, tile, index):
            place = NUM_SPOTS - 1
            while place > 0 and spots[place - 1, 0] < sides:
                spots[place] = spots[place - 1]
                place -= 1
            spots[place, 0], spots[place, 1] = sides, int(state.open_cell[index])


@njit
def find_changed(state: State, cell: int, changed: NDArray[np.int64]) -> int:
    """Fill ``changed`` (NUM_CHANGED, 3) with what laying a tile on ``cell`` has changed.

    Each row is a cell, its index in ``open_cell`` and the sides that touch there. The first row is
    ``cell`` itself, where nothing can be laid any more. Return the number of rows.
    """
    changed[0, 0], changed[0, 1], changed[0, 2] = cell, NONE, 0
    count = 1
    for side in range(rules.NUM_SIDES):
        neighbour = cell + int(STEPS[side])
        index = find_open(state, neighbour)
        if index < state.num_open and state.open_cell[index] == neighbour:
            changed[count, 0], changed[count, 1] = neighbour, index
            changed[count, 2] = num_touching(state, index)
            count += 1
    return count


@njit
def sides_after(
    state: State,
    tile: int,
    spots: NDArray[np.int64],
    changed: NDArray[np.int64],
    num_changed: int,
) -> int:
    """Return the most sides that ``tile`` can touch; 0 if it fits nowhere.

    Args:
        state: The table with one tile more than when ``spots`` were listed.
        tile: Which.
        spots: (NUM_SPOTS, 2) of the tile before.
        changed: (NUM_CHANGED, 3) what that one has changed; see ``find_changed``.
        num_changed: Rows of ``changed``.
    """
    best = 0
    for place in range(NUM_SPOTS):
        is_changed = False
        for i in range(num_changed):
            is_changed |= spots[place, 1] == changed[i, 0]
        if not is_changed:
            best = spots[place, 0]
            break
    for i in range(1, num_changed):
        if changed[i, 2] > best and fits_turned(state, tile, changed[i, 1]):
            best = changed[i, 2]
    return best


@njit
def expected_best(counts: NDArray[np.int64], num_tiles: int, num_drawn: int, floor: int) -> int:
    """Return the expected best score of a hand, in parts of SCALE.

    Args:
        counts: (MAX_POINTS + 1,) how many of the unseen tiles can score so many points.
        num_tiles: Their sum.
        num_drawn: How many of them the hand holds, at random.
        floor: The best score of the tiles of the hand that are known.
    """
    ways = BINOMIALS[num_tiles, num_drawn]
    num_below, total = 0, 0
    for points in range(MAX_POINTS):
        num_below += counts[points]
        if points >= floor:  # the chance that the best is more than ``points``
            total += ways - BINOMIALS[num_below, num_drawn]
    return SCALE * floor + SCALE * total // ways
