"""The table: which cells are open, what they ask for, and which tiles fit.

The pips of a tile lie side by side in one number, four bits a side from the north clockwise, so
that a tile fits where one addition, two masks and a comparison say so: own pips plus those around
must be the center at every side that touches. The start tile asks for nothing, so its sides have
no bits; whether a cell touches it, its place says.

Open cells are kept in the order of the table, row by row. A placement removes one and adds or
changes its neighbours; nothing else is ever looked at.
"""

import numpy as np

from quiltenvs.core.bits import count_ones
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.quartile import rules
from quiltenvs.quartile.state import NONE, PIP_BITS

ROW = 128
"""A cell is ``row * ROW + column``, both counted from the start tile."""
START_CELL = 0
STEPS = np.array([-ROW, 1, ROW, -1], np.int64)
"""(4,) from a cell to its neighbour at each side."""
_ALL_SIDES = 0xFFFF
_ONE_SIDE = (1 << PIP_BITS) - 1
_EVERY_SIDE = 0x1111
_HALF = ROW // 2


@njit_inline
def row_of(cell: int) -> int:
    """Return the row of a cell, counted from the start tile."""
    return (cell + _HALF) // ROW


@njit_inline
def column_of(cell: int) -> int:
    """Return the column of a cell, counted from the start tile."""
    return cell - row_of(cell) * ROW


@njit_inline
def turned(pips: int, rotation: int) -> int:
    """Return packed pips after ``rotation`` quarter turns clockwise."""
    shift = PIP_BITS * rotation
    return ((pips << shift) | (pips >> (4 * PIP_BITS - shift))) & _ALL_SIDES


@njit_inline
def num_rotations(pips: int) -> int:
    """Return how many rotations of a tile look different: 1, 2 or 4."""
    if turned(pips, 1) == pips:
        return 1
    return 2 if turned(pips, 2) == pips else 4


@njit_inline
def side_of(pips: int, side: int) -> int:
    """Return the pips at one side."""
    return (pips >> (PIP_BITS * side)) & _ONE_SIDE


@njit_inline
def wanted_sum(state: State, tile: int) -> int:
    """Return what two touching sides have to add up to, at each side: the center of the tile."""
    return int(state.tile_center[tile]) * _EVERY_SIDE


@njit_inline
def fits(state: State, tile: int, pips: int, index: int) -> bool:
    """Return whether ``tile``, turned to ``pips``, fits at the open cell ``index``."""
    around, sides = int(state.open_pips[index]), int(state.open_sides[index])
    if state.children != 0:
        return (pips ^ around) & sides == 0
    return (pips + around) & sides == wanted_sum(state, tile) & sides


@njit
def fits_anywhere(state: State, tile: int, pips: int) -> bool:
    """Return whether ``tile``, turned to ``pips``, fits at any open cell."""
    found = False
    for index in range(state.num_open):  # without a way out: so it becomes vector code
        found |= fits(state, tile, pips, index)
    return found


@njit_inline
def num_touching(state: State, index: int) -> int:
    """Return the number of tiles that the open cell ``index`` touches, the start tile included."""
    count = count_ones(np.uint64(int(state.open_sides[index]) & _EVERY_SIDE))
    cell = int(state.open_cell[index])
    for side in range(rules.NUM_SIDES):
        count += cell + STEPS[side] == START_CELL
    return count


@njit_inline
def find_open(state: State, cell: int) -> int:
    """Return the first index in ``open_cell`` that is not before ``cell``."""
    low, high = 0, int(state.num_open)
    while low < high:
        middle = (low + high) // 2
        if state.open_cell[middle] < cell:
            low = middle + 1
        else:
            high = middle
    return low


@njit_inline
def is_on_table(state: State, cell: int) -> bool:
    """Return whether a cell lies on the table."""
    radius = int(state.table_radius)
    row, column = row_of(cell), column_of(cell)
    return -radius <= row <= radius and -radius <= column <= radius


@njit
def clear(state: State) -> None:
    """Take everything off the table but the start tile."""
    state.open_cell[:], state.open_pips[:], state.open_sides[:] = 0, 0, 0
    state.placed_cell[:], state.placed_pips[:], state.placed_tile[:] = 0, 0, NONE
    state.num_open, state.num_placed = 0, 0
    for side in range(rules.NUM_SIDES):
        _open(state, int(STEPS[side]), 0, 0)


@njit
def _open(state: State, cell: int, pips: int, sides: int) -> None:
    """Make a cell an open one, or add to what it asks for."""
    index = find_open(state, cell)
    if index == state.num_open or state.open_cell[index] != cell:
        for i in range(int(state.num_open), index, -1):
            state.open_cell[i] = state.open_cell[i - 1]
            state.open_pips[i] = state.open_pips[i - 1]
            state.open_sides[i] = state.open_sides[i - 1]
        state.open_cell[index], state.open_pips[index], state.open_sides[index] = cell, 0, 0
        state.num_open += 1
    state.open_pips[index] |= pips
    state.open_sides[index] |= sides


@njit
def _close(state: State, index: int) -> None:
    """Make an open cell no longer one."""
    state.num_open -= 1
    last = int(state.num_open)
    for i in range(index, last):
        state.open_cell[i] = state.open_cell[i + 1]
        state.open_pips[i] = state.open_pips[i + 1]
        state.open_sides[i] = state.open_sides[i + 1]
    state.open_cell[last], state.open_pips[last], state.open_sides[last] = 0, 0, 0


@njit
def lay(state: State, tile: int, pips: int, index: int) -> None:
    """Lay ``tile``, turned to ``pips``, on the open cell ``index``."""
    cell, taken = int(state.open_cell[index]), int(state.open_sides[index])
    state.placed_cell[state.num_placed] = cell
    state.placed_pips[state.num_placed] = pips
    state.placed_tile[state.num_placed] = tile
    state.num_placed += 1
    _close(state, index)
    for side in range(rules.NUM_SIDES):
        neighbour = cell + int(STEPS[side])
        is_free = side_of(taken, side) == 0 and neighbour != START_CELL
        if is_free and is_on_table(state, neighbour):
            back = (side + 2) % rules.NUM_SIDES  # the side of the neighbour that touches
            shift = PIP_BITS * back
            _open(state, neighbour, side_of(pips, side) << shift, _ONE_SIDE << shift)
