"""Quilts as bitboards: neighbours, connected areas, shapes, and the rings around the goal tiles.

The cell in row r and column c is bit ``r * 7 + c``. Odd rows lie half a hex to the right::

    a b c      e touches d, f in its row, b, c above and h, i below (e in an odd row)
     d e f     b touches a, c and in the row below d, e          (b in an even row)
    g h i
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from quiltenvs.calico import rules
from quiltenvs.core.bits import ONE, ZERO, bit, count_ones, expand_16, expand_64
from quiltenvs.core.jit import njit, njit_inline

Cell = tuple[int, int]  # row, column

_ROWS = tuple(tuple(board.split()) for board in rules.BOARDS.values())
CELLS: tuple[Cell, ...] = tuple(divmod(i, rules.SIDE) for i in range(rules.NUM_CELLS))
SPOT_CELLS = tuple(CELLS[i] for i, word in enumerate(_ROWS[0]) if word == "##")
SPACE_CELLS = tuple(CELLS[i] for i, word in enumerate(_ROWS[0]) if word == "..")
"""Row and column of each of the 22 spaces."""


def index_of(cell: Cell) -> int:
    """Return the bit of a cell."""
    return cell[0] * rules.SIDE + cell[1]


def step(cell: Cell, right: int, down_right: int) -> Cell | None:
    """Return the cell so many steps away, or None beyond the board; steps may be negative."""
    row, column = cell
    column += right + (down_right + (row & 1)) // 2
    row += down_right
    return (row, column) if 0 <= row < rules.SIDE and 0 <= column < rules.SIDE else None


_DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # clockwise from the right


def neighbours(cell: Cell) -> list[Cell]:
    """Return the cells that touch a cell, border and goal tiles included."""
    found = [step(cell, *direction) for direction in _DIRECTIONS]
    return [other for other in found if other is not None]


def word_of(cells: Any) -> int:
    """Return cells as a bitboard."""
    return sum(1 << index_of(cell) for cell in cells)


def printed_kind(word: str) -> int:
    """Return the kind of a printed hex, e.g. ``Kv``; -1 of a space or a goal tile."""
    if word[0] not in rules.COLOR_LETTERS:
        return -1
    color, pattern = rules.COLOR_LETTERS.index(word[0]), rules.PATTERN_LETTERS.index(word[1])
    return color * rules.NUM_PATTERNS + pattern


def _turned(shape: tuple[Cell, ...], turns: int) -> tuple[Cell, ...]:
    """Return steps (right, down right) turned by 60 degrees clockwise, ``turns`` times."""
    for _ in range(turns):
        shape = tuple((-down, right + down) for right, down in shape)
    return shape


def placements(shape: tuple[Cell, ...]) -> list[frozenset[Cell]]:
    """Return every set of cells, without goal tiles, that has ``shape`` in some rotation."""
    found = []
    for turns in range(6):
        for start in CELLS:
            cells = [step(start, *steps) for steps in _turned(shape, turns)]
            placed = frozenset(cell for cell in cells if cell is not None)
            if None not in cells and not placed & set(SPOT_CELLS) and placed not in found:
                found.append(placed)
    return found


def _shape_table() -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return (cats, cells, most) placements of each cat's shape over each cell, and how many."""
    found = [
        [[word_of(cells) for cells in all_of if cell in cells] for cell in CELLS]
        for all_of in (placements(cat.shape) if cat.shape else [] for cat in rules.CATS)
    ]
    most = max(len(words) for by_cell in found for words in by_cell)
    table = np.zeros((rules.NUM_CATS, rules.NUM_CELLS, most), np.uint64)
    counts = np.zeros((rules.NUM_CATS, rules.NUM_CELLS), np.int64)
    for cat, by_cell in enumerate(found):
        for cell, words in enumerate(by_cell):
            table[cat, cell, : len(words)] = words
            counts[cat, cell] = len(words)
    return table, counts


_SHAPES, _NUM_SHAPES = _shape_table()
_IS_SHAPELESS = np.array([not cat.shape for cat in rules.CATS])
SPACES = np.array([index_of(cell) for cell in SPACE_CELLS], np.int64)
"""(22,) i8: the cell of each space, ascending."""
SPACE_AT = np.array(
    [SPACE_CELLS.index(cell) if cell in SPACE_CELLS else -1 for cell in CELLS], np.int64
)
"""(49,) i8: the space of each cell, -1 elsewhere."""
ALL_SPACES = np.uint64(word_of(SPACE_CELLS))
SPOT_WORD = np.uint64(word_of(SPOT_CELLS))
RINGS = np.array([word_of(neighbours(cell)) for cell in SPOT_CELLS], np.uint64)
"""(3,) u8: the six spaces around each goal tile."""
PRINTED = np.array([[printed_kind(word) for word in rows] for rows in _ROWS])
"""(4, 49): the kind printed on each cell of each board, -1 inside."""
# (4, 6) u8: where each color, each pattern is printed on each board.
BORDER_COLORS, BORDER_PATTERNS = (
    np.array(
        [
            [sum(1 << int(i) for i in np.flatnonzero((kinds >= 0) & (part == n))) for n in range(6)]
            for kinds, part in zip(PRINTED, parts, strict=True)
        ],
        np.uint64,
    )
    for parts in (PRINTED // rules.NUM_PATTERNS, PRINTED % rules.NUM_PATTERNS)
)
_ODD_ROWS = np.uint64(word_of(cell for cell in CELLS if cell[0] % 2))
_EVEN_ROWS = np.uint64(word_of(cell for cell in CELLS if cell[0] % 2 == 0))
_NOT_FIRST = np.uint64(word_of(cell for cell in CELLS if cell[1] > 0))
_NOT_LAST = np.uint64(word_of(cell for cell in CELLS if cell[1] < rules.SIDE - 1))
_ROW = np.uint64(rules.SIDE)
# Runs of spaces that lie side by side: (first cell, length, first space).
_RUNS = np.array(
    [
        (i, length, SPACE_AT[i])
        for i, cell in enumerate(CELLS)
        if SPACE_AT[i] >= 0 and SPACE_AT[i - 1] < 0
        for length in [next(n for n in range(1, rules.SIDE) if SPACE_AT[i + n] < 0)]
    ],
    np.int64,
)


@njit_inline
def touching(word: np.uint64) -> np.uint64:
    """Return the cells that touch a cell of ``word``; may hold bits beyond the board."""
    sides = ((word & _NOT_LAST) << ONE) | ((word & _NOT_FIRST) >> ONE)
    # An odd row touches the same column and the next in the rows above and below it, an even
    # row the same and the one before.
    spread = (
        word | ((word & _ODD_ROWS & _NOT_LAST) << ONE) | ((word & _EVEN_ROWS & _NOT_FIRST) >> ONE)
    )
    return sides | (spread << _ROW) | (spread >> _ROW)


@njit_inline
def area_around(cells: np.uint64, start: np.uint64) -> np.uint64:
    """Return the connected area of ``cells`` that holds the cell of the word ``start``."""
    area = start
    grown = (touching(area) | area) & cells
    while grown != area:
        area = grown
        grown = (touching(area) | area) & cells
    return area


@njit
def has_shape(area: np.uint64, cat: int, cell: int) -> bool:
    """Return whether ``area`` contains the shape of ``cat`` over ``cell``; True without a shape.

    It is enough to look over the cell placed last: a shape elsewhere would have scored before.
    """
    if _IS_SHAPELESS[cat]:
        return True
    for k in range(_NUM_SHAPES[cat, cell]):
        shape = _SHAPES[cat, cell, k]
        if shape & area == shape:
            return True
    return False


@njit_inline
def spaces_word(cells: np.uint64) -> np.uint64:
    """Return ``cells`` with bit s for space s; what is no space is lost."""
    word = ZERO
    for run in range(len(_RUNS)):
        bits = (cells >> np.uint64(_RUNS[run, 0])) & (bit(_RUNS[run, 1]) - ONE)
        word |= bits << np.uint64(_RUNS[run, 2])
    return word


@njit_inline
def expand_spaces(out: NDArray[Any], at: int, cells: np.uint64) -> None:
    """Write ``cells`` as 22 items of ``out``; the ten items behind them are overwritten too."""
    word = spaces_word(cells)
    expand_16(out, at, word)
    expand_16(out, at + 16, word >> np.uint64(16))


@njit_inline
def expand_plane(out: NDArray[Any], at: int, cells: np.uint64) -> None:
    """Write ``cells`` as 49 items of ``out``; the fifteen behind them become 0."""
    expand_64(out, at, cells)


@njit_inline
def count_around(spot: int, cells: np.uint64) -> int:
    """Return how many of ``cells`` touch the goal tile of ``spot``."""
    return count_ones(cells & RINGS[spot])
