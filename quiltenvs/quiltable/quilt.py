"""Quilts as bitboards: how many parts, and where a group of blocks can be placed.

The cell in row r and column c of a quilt is bit ``4 * r + c``; a quilt is always moved to the top
left of its frame. A group is written the same way, in its own bounding box. As the frame floats, a
group may come to lie up to three cells beyond the quilt on every side: there both are looked at on
a board of 7 x 7 on which the quilt begins in row and column 3, bit ``7 * (r + 3) + c + 3``.
"""

import numpy as np

from quiltenvs.core.bits import ONE, ZERO, bit, count_ones, lowest_one, trailing_zeros
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.quiltable import rules
from quiltenvs.quiltable.cards import IS_PREMIUM
from quiltenvs.quiltable.config import MINI
from quiltenvs.quiltable.state import NONE

BOARD = 2 * rules.QUILT_SIDE - 1
"""Rows and columns of the board on which groups are placed; offsets are 3 less."""
SHIFT = rules.QUILT_SIDE - 1
NUM_PLACES = BOARD * BOARD
NUM_ROTATIONS = 4
Places = tuple[np.uint64, np.uint64, np.uint64, np.uint64]
"""For each rotation the places of the top left corner of a group's box on the board."""

_SIDE = rules.QUILT_SIDE
_ORIGIN = np.uint64(1 << BOARD * SHIFT + SHIFT)
_ROW = np.uint64(0b1111)
_FIRST_COLUMN = np.uint64(0x1111)


def _board(cells: list[tuple[int, int]]) -> int:
    return sum(1 << BOARD * row + column for row, column in cells)


_SPAN = range(BOARD)
NOT_FIRST = np.uint64(_board([(r, c) for r in _SPAN for c in _SPAN if c > 0]))
NOT_LAST = np.uint64(_board([(r, c) for r in _SPAN for c in _SPAN if c < BOARD - 1]))
# Rows, and columns, of the board from one to another.
_ROWS = np.array(
    [[_board([(r, c) for r in range(a, b + 1) for c in _SPAN]) for b in _SPAN] for a in _SPAN],
    np.uint64,
)
_COLUMNS = np.array(
    [[_board([(r, c) for r in _SPAN for c in range(a, b + 1)]) for b in _SPAN] for a in _SPAN],
    np.uint64,
)


@njit_inline
def frame_side(state: State) -> int:
    """Return the rows and columns that a quilt may have."""
    return rules.MINI_SIDE if state.mode == MINI else rules.QUILT_SIDE


@njit_inline
def cells_of(state: State, player: int) -> np.uint64:
    """Return the cells of a quilt with a block on them."""
    return np.uint64(state.quilt_cells[player])


@njit_inline
def is_full(state: State, player: int) -> bool:
    """Return whether a quilt is complete."""
    side = frame_side(state)
    return count_ones(cells_of(state, player)) == side * side


@njit_inline
def height_of(cells: np.uint64) -> int:
    """Return the rows that ``cells``, moved to the top left, span."""
    rows = 0
    for row in range(_SIDE):
        if (cells >> np.uint64(_SIDE * row)) & _ROW != ZERO:
            rows = row + 1
    return rows


@njit_inline
def width_of(cells: np.uint64) -> int:
    """Return the columns that ``cells``, moved to the top left, span."""
    columns = 0
    for column in range(_SIDE):
        if (cells >> np.uint64(column)) & _FIRST_COLUMN != ZERO:
            columns = column + 1
    return columns


@njit_inline
def widen(cells: np.uint64) -> np.uint64:
    """Return cells of a quilt on the board of 7 x 7."""
    board = ZERO
    for row in range(_SIDE):
        line = (cells >> np.uint64(_SIDE * row)) & _ROW
        board |= line << np.uint64(BOARD * (row + SHIFT) + SHIFT)
    return board


@njit_inline
def narrow(board: np.uint64) -> np.uint64:
    """Return cells of a quilt that lie on the board of 7 x 7; the way back."""
    cells = ZERO
    for row in range(_SIDE):
        line = board >> np.uint64(BOARD * (row + SHIFT) + SHIFT)
        cells |= (line & _ROW) << np.uint64(_SIDE * row)
    return cells


@njit_inline
def neighbors(board: np.uint64) -> np.uint64:
    """Return the cells of the board that share an edge with one of ``board``."""
    side = ((board & NOT_LAST) << ONE) | ((board & NOT_FIRST) >> ONE)
    return side | (board << np.uint64(BOARD)) | (board >> np.uint64(BOARD))


@njit
def count_parts(board: np.uint64) -> int:
    """Return how many connected parts there are; 0 of nothing."""
    parts = 0
    while board != ZERO:
        part = lowest_one(board)
        grown = part | (neighbors(part) & board)
        while grown != part:
            part = grown
            grown = part | (neighbors(part) & board)
        board &= ~part
        parts += 1
    return parts


@njit
def holds_together(board: np.uint64, one: np.uint64) -> bool:
    """Return whether a block can leave without leaving its neighbors in more parts than before."""
    rest = board & ~one
    around = neighbors(one) & rest
    if around == ZERO:
        return True
    part = lowest_one(around)
    grown = part | (neighbors(part) & rest)
    while around & ~grown != ZERO and grown != part:
        part = grown
        grown = part | (neighbors(part) & rest)
    return around & ~grown == ZERO


@njit_inline
def parts_allowed(cells: np.uint64) -> int:
    """Return how many parts a quilt may have after a block comes or goes.

    One, the Single Quilt Rule; a quilt that Planning Peter left split may stay so.
    """
    return max(1, count_parts(widen(cells)))


# --- groups ---------------------------------------------------------------------------------


@njit_inline
def turned(group: np.uint64) -> np.uint64:
    """Return a group after a quarter turn clockwise."""
    last = height_of(group) - 1
    found = ZERO
    while group != ZERO:
        row, column = divmod(trailing_zeros(group), _SIDE)
        found |= bit(_SIDE * column + last - row)
        group &= group - ONE
    return found


@njit
def _places_of(cells: np.uint64, side: int, group: np.uint64, must_touch: bool) -> np.uint64:
    """Return where the box of a group can lie, turned as it is, by frame, overlap and contact."""
    rows, columns = height_of(group), width_of(group)
    if max(rows, columns) > side:
        return ZERO
    if cells == ZERO:
        return _ORIGIN
    quilt = widen(cells)
    around = neighbors(quilt)
    covered, touched = ZERO, ZERO
    rest = group
    while rest != ZERO:
        row, column = divmod(trailing_zeros(rest), _SIDE)
        back = np.uint64(BOARD * row + column)
        covered |= quilt >> back
        touched |= around >> back
        rest &= rest - ONE
    # Quilt and group together must not span more than the frame.
    free = _ROWS[height_of(cells) - side + SHIFT, side - rows + SHIFT]
    free &= _COLUMNS[width_of(cells) - side + SHIFT, side - columns + SHIFT]
    free &= ~covered
    return free & touched if must_touch else free


@njit
def _connected_places(cells: np.uint64, group: np.uint64, places: np.uint64) -> np.uint64:
    """Return those of ``places`` where a group in several parts leaves the quilt connected."""
    allowed = parts_allowed(cells)
    quilt, block = widen(cells), widen(group) >> np.uint64((BOARD + 1) * SHIFT)
    found, rest = ZERO, places
    while rest != ZERO:
        place = trailing_zeros(rest)
        rest &= rest - ONE
        if count_parts(quilt | (block << np.uint64(place))) <= allowed:
            found |= bit(place)
    return found


@njit
def find_places(cells: np.uint64, side: int, group: np.uint64, is_free: bool) -> Places:
    """Return where a group can be added to a quilt, for each rotation.

    Args:
        cells: of the quilt.
        side: rows and columns of the frame.
        group: in its bounding box; 0 for one that spans more than a frame can.
        is_free: the Single Quilt Rule does not apply.
    """
    first, second, third, fourth = ZERO, ZERO, ZERO, ZERO
    if group == ZERO:
        return first, second, third, fourth
    is_split = not is_free and count_parts(widen(group)) > 1
    first = _places_at(cells, side, group, is_free, is_split)
    if group != ONE:
        group = turned(group)
        second = _places_at(cells, side, group, is_free, is_split)
        group = turned(group)
        third = _places_at(cells, side, group, is_free, is_split)
        group = turned(group)
        fourth = _places_at(cells, side, group, is_free, is_split)
    return first, second, third, fourth


@njit_inline
def _places_at(
    cells: np.uint64, side: int, group: np.uint64, is_free: bool, is_split: bool
) -> np.uint64:
    places = _places_of(cells, side, group, not is_free)
    return _connected_places(cells, group, places) if is_split else places


@njit
def can_place(cells: np.uint64, side: int, group: np.uint64, is_free: bool) -> bool:
    """Return whether a group can be added to a quilt in any rotation."""
    if group == ZERO:
        return False
    is_split = not is_free and count_parts(widen(group)) > 1
    for _ in range(NUM_ROTATIONS):
        if _places_at(cells, side, group, is_free, is_split) != ZERO:
            return True
        group = turned(group)
    return False


# --- blocks on a quilt ----------------------------------------------------------------------


@njit_inline
def set_block(state: State, player: int, cell: int, card: int) -> None:
    """Put a block on a cell of a quilt."""
    state.quilt[player, cell] = card
    state.quilt_cells[player] = np.uint16(cells_of(state, player) | bit(cell))


@njit_inline
def take_block(state: State, player: int, cell: int) -> int:
    """Take the block off a cell of a quilt; the quilt is not moved."""
    card = int(state.quilt[player, cell])
    state.quilt[player, cell] = NONE
    state.quilt_cells[player] = np.uint16(cells_of(state, player) & ~bit(cell))
    return card


@njit
def shift_quilt(state: State, player: int, down: int, right: int) -> None:
    """Move a quilt within its frame; there must be room."""
    step = _SIDE * down + right
    if step == 0:
        return
    quilt = state.quilt[player]
    first, last, way = (0, rules.NUM_QUILT_CELLS, 1) if step < 0 else (15, -1, -1)
    for cell in range(first, last, way):
        if quilt[cell] != NONE:
            quilt[cell + step] = quilt[cell]
            quilt[cell] = NONE
    cells = cells_of(state, player)
    moved = cells << np.uint64(step) if step > 0 else cells >> np.uint64(-step)
    state.quilt_cells[player] = np.uint16(moved)


@njit
def normalize(state: State, player: int) -> None:
    """Move a quilt to the top left of its frame."""
    cells = cells_of(state, player)
    if cells == ZERO:
        return
    up = trailing_zeros(cells) // _SIDE
    left = 0
    while (cells >> np.uint64(left)) & _FIRST_COLUMN == ZERO:
        left += 1
    shift_quilt(state, player, -up, -left)


@njit
def count_premium(state: State, player: int) -> int:
    """Return the premium blocks in a quilt."""
    count = 0
    for cell in range(rules.NUM_QUILT_CELLS):
        card = int(state.quilt[player, cell])
        if card != NONE:
            count += int(IS_PREMIUM[card])
    return count
