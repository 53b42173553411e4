"""Where a group of blocks is best placed in a quilt of Quiltable, tried out at all its places.

Copies of a position lie in arrays that the callers own: Numba frees an array behind its last
mention, even while a record of it is in use.
"""

import numpy as np
from numpy.typing import NDArray

from quiltenvs.agents.quiltable_completions import (
    TAKEN,
    Odds,
    centered,
    frame_cells,
    pattern_worth,
)
from quiltenvs.agents.quiltable_evaluation import (
    is_near,
    near_worth,
    worth_of_blocks,
    worth_of_modules,
)
from quiltenvs.core.bits import ONE, ZERO, count_ones, trailing_zeros
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.quiltable import area as areas
from quiltenvs.quiltable import groups, rules
from quiltenvs.quiltable import quilt as quilts
from quiltenvs.quiltable.area import Cells
from quiltenvs.quiltable.cards import IS_PREMIUM, TYPE_OF
from quiltenvs.quiltable.choices import FIRST_PLACE
from quiltenvs.quiltable.patterns import FILLED, NIBBLE, quilt_word
from quiltenvs.quiltable.state import NONE

NEVER = -1.0e9
"""Less than anything is worth."""


@njit_inline
def restore_quilt(trial: State, state: State, player: int) -> None:
    """Give ``trial`` the quilt that the player has in ``state``."""
    for cell in range(rules.NUM_QUILT_CELLS):
        trial.quilt[player, cell] = state.quilt[player, cell]
    trial.quilt_cells[player] = state.quilt_cells[player]


@njit_inline
def list_cells(cells: Cells, out: NDArray[np.int64]) -> int:
    """Fill ``out`` with the cells of a set, ascending; return their number."""
    count = 0
    low, high = cells
    while low | high != ZERO:
        out[count] = areas.first_cell((low, high))
        low, high = areas.without((low, high), areas.one_cell(out[count]))
        count += 1
    return count


@njit_inline
def turned_spot(row: int, column: int, rows: int, columns: int, rotation: int) -> tuple[int, int]:
    """Return where a spot of a box of ``rows`` x ``columns`` comes to lie by quarter turns."""
    if rotation == 1:
        return column, rows - 1 - row
    if rotation == 2:
        return rows - 1 - row, columns - 1 - column
    if rotation == 3:
        return columns - 1 - column, row
    return row, column


@njit
def lay_cards(
    trial: State, player: int, spots: NDArray[np.int64], count: int, rotation: int, place: int
) -> None:
    """Add a group to a quilt, as the engine does.

    Args:
        trial: changed.
        player: whose quilt.
        spots: (4, 3) for each block its row and column in the group's box, and the card.
        count: of blocks.
        rotation: in quarter turns clockwise.
        place: of the top left corner of the box, on the board of 7 x 7.
    """
    down, right = place // quilts.BOARD - quilts.SHIFT, place % quilts.BOARD - quilts.SHIFT
    quilts.shift_quilt(trial, player, max(0, -down), max(0, -right))
    down, right = max(0, down), max(0, right)
    rows, columns = 0, 0
    for i in range(count):
        rows, columns = max(rows, spots[i, 0] + 1), max(columns, spots[i, 1] + 1)
    for i in range(count):
        row, column = turned_spot(spots[i, 0], spots[i, 1], rows, columns, rotation)
        quilts.set_block(
            trial, player, rules.QUILT_SIDE * (down + row) + right + column, spots[i, 2]
        )


@njit
def best_place(
    state: State,
    player: int,
    shape: np.uint64,
    spots: NDArray[np.int64],
    count: int,
    odds: Odds,
    trial: State,
) -> tuple[float, int]:
    """Return what the quilt is worth with a group at its best place, and that action.

    NEVER and NONE if the group fits nowhere.
    """
    cells, side = quilts.cells_of(state, player), quilts.frame_side(state)
    words = quilts.find_places(cells, side, shape, groups.is_peter(state, player))
    if not is_near(state, odds):
        return _best_place_far(state, player, words, spots, count, odds, trial)
    best, best_action = NEVER, NONE
    for rotation in range(quilts.NUM_ROTATIONS):
        places = words[rotation]
        while places != ZERO:
            place = trailing_zeros(places)
            places &= places - ONE
            restore_quilt(trial, state, player)
            lay_cards(trial, player, spots, count, rotation, place)
            found = near_worth(trial, player, odds)
            if found > best:
                best, best_action = found, FIRST_PLACE + rotation * quilts.NUM_PLACES + place
    restore_quilt(trial, state, player)
    return best, best_action


@njit_inline
def _group_word(spots: NDArray[np.int64], count: int, rotation: int) -> tuple[np.uint64, int, int]:
    """Return the types of a group, turned, in the top left of a frame, and its rows and columns."""
    rows, columns = 0, 0
    for i in range(count):
        rows, columns = max(rows, spots[i, 0] + 1), max(columns, spots[i, 1] + 1)
    word = ZERO
    for i in range(count):
        row, column = turned_spot(spots[i, 0], spots[i, 1], rows, columns, rotation)
        code = np.uint64(FILLED + TYPE_OF[spots[i, 2]])
        word |= code << np.uint64(NIBBLE * (rules.QUILT_SIDE * row + column))
    if rotation % 2 == 1:
        rows, columns = columns, rows
    return word, rows, columns


@njit_inline
def _joined(
    state: State, player: int, group: np.uint64, rows: int, columns: int, place: int
) -> np.uint64:
    """Return the types of a quilt with a group, turned already, in the middle of the frame.

    The same as ``lay_cards``, but as a word.
    """
    cells = quilts.cells_of(state, player)
    down, right = place // quilts.BOARD - quilts.SHIFT, place % quilts.BOARD - quilts.SHIFT
    up, left = max(0, -down), max(0, -right)
    down, right = max(0, down), max(0, right)
    word = quilt_word(state, player) << np.uint64(NIBBLE * (rules.QUILT_SIDE * up + left))
    word |= group << np.uint64(NIBBLE * (rules.QUILT_SIDE * down + right))
    height = max(up + quilts.height_of(cells), down + rows)
    width = max(left + quilts.width_of(cells), right + columns)
    return centered(word, quilts.frame_side(state), height, width)


@njit
def _best_place_far(
    state: State,
    player: int,
    words: quilts.Places,
    spots: NDArray[np.int64],
    count: int,
    odds: Odds,
    trial: State,
) -> tuple[float, int]:
    """Find the best place as ``best_place`` does, by what is to be expected.

    Only what differs from place to place is counted for each.
    """
    frame, has_modules = frame_cells(state), state.patches != 0 or state.symmetry != 0
    best, best_action = NEVER, NONE
    for rotation in range(quilts.NUM_ROTATIONS):
        places = words[rotation]
        group, rows, columns = _group_word(spots, count, rotation)
        while places != ZERO:
            place = trailing_zeros(places)
            places &= places - ONE
            quilt = _joined(state, player, group, rows, columns, place)
            found = pattern_worth(quilt, frame, trial.patterns[player], odds)
            if has_modules:
                restore_quilt(trial, state, player)
                lay_cards(trial, player, spots, count, rotation, place)
                found += worth_of_modules(trial, player, odds)
            if found > best:
                best, best_action = found, FIRST_PLACE + rotation * quilts.NUM_PLACES + place
    restore_quilt(trial, state, player)
    if best_action != NONE:
        best += _worth_anywhere(state, player, spots, count, odds)
    return best, best_action


@njit_inline
def _worth_anywhere(
    state: State, player: int, spots: NDArray[np.int64], count: int, odds: Odds
) -> float:
    """Return what a quilt with a group is worth wherever the group lies."""
    blocks = count_ones(quilts.cells_of(state, player)) + count
    premium = quilts.count_premium(state, player)
    for i in range(count):
        premium += int(IS_PREMIUM[spots[i, 2]])
    return worth_of_blocks(state, blocks, odds) + premium


@njit
def list_spots(state: State, cells: Cells, spots: NDArray[np.int64]) -> int:
    """Fill ``spots`` (4, 3) with the blocks on cells of the area; return their number."""
    side, area = areas.area_side(state), int(state.marker)
    count, top, left = 0, side, side
    low, high = cells
    while low | high != ZERO:
        cell = areas.first_cell((low, high))
        low, high = areas.without((low, high), areas.one_cell(cell))
        spots[count, 0], spots[count, 1] = cell // side, cell % side
        spots[count, 2] = areas.block_at(state, area, cell)
        top, left = min(top, cell // side), min(left, cell % side)
        count += 1
    for i in range(count):
        spots[i, 0] -= top
        spots[i, 1] -= left
    return count


@njit
def worth_of_group(state: State, player: int, cells: Cells, odds: Odds, trial: State) -> float:
    """Return what it is worth to CHOOSE these cells: the quilt after it, at the best place."""
    spots = np.empty((rules.BILLY_MAX, 3), np.int64)
    count = list_spots(state, cells, spots)
    shape = groups.shape_of(areas.area_side(state), cells)
    found, _ = best_place(state, player, shape, spots, count, odds, trial)
    if state.num_players == 1 and found > NEVER:
        found += _worth_of_taking(cells, odds)
    return found


@njit_inline
def _worth_of_taking(cells: Cells, odds: Odds) -> float:
    """Return what it is worth beyond the quilt to take blocks off the area."""
    found = 0.0
    low, _ = cells  # one player has the small area
    while low != ZERO:
        found += odds[TAKEN + trailing_zeros(low)]
        low &= low - ONE
    return found
