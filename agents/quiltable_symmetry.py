"""How far a quilt of Quiltable is on the way to be symmetric: for the Race, and for the module."""

import numpy as np

from quiltenvs.agents.quiltable_completions import FILL, HOLE, Odds
from quiltenvs.core.bits import ZERO, count_ones
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.quiltable import quilt as quilts
from quiltenvs.quiltable import rules
from quiltenvs.quiltable.patterns import FILLED, NIBBLE, cell_code, quilt_word

_SIDE = rules.QUILT_SIDE
_SPAN = range(_SIDE)
_FOLDED = np.array(
    [
        [
            [_SIDE * r + side - 1 - c for r in _SPAN for c in _SPAN],
            [_SIDE * (side - 1 - r) + c for r in _SPAN for c in _SPAN],
            [_SIDE * c + r for r in _SPAN for c in _SPAN],
            [_SIDE * (side - 1 - c) + side - 1 - r for r in _SPAN for c in _SPAN],
        ]
        for side in (rules.MINI_SIDE, rules.QUILT_SIDE)
    ],
    np.int64,
)
"""For both frames and each fold the cell that comes to lie on a cell of the frame."""
_NUM_FOLDS = _FOLDED.shape[1]
_IMPOSSIBLE = 1000


@njit_inline
def _folded(side: int, fold: int, cell: int) -> int:
    return int(_FOLDED[side - rules.MINI_SIDE, fold, cell])


# --- the Race -------------------------------------------------------------------------------

_AGREE, _CONFLICT, _SINGLE = 4.0, -6.0, 1.0


@njit
def _progress_there(quilt: np.uint64, fold: int, odds: Odds) -> float:
    """Return how far a quilt, where it lies, is symmetric over a fold."""
    found = 0.0
    for cell in range(rules.NUM_QUILT_CELLS):
        code = np.int64(cell_code(quilt, cell))
        if code == 0:
            continue
        mirror = _folded(_SIDE, fold, cell)
        other = np.int64(cell_code(quilt, mirror))
        if mirror == cell:
            found += _AGREE / 2
        elif other == 0:
            found += _SINGLE + odds[code - FILLED]
        else:
            found += (_AGREE if other == code else _CONFLICT) / 2
    return found


@njit_inline
def _num_holes(cells: np.uint64) -> int:
    """Return the open cells of a quilt as large as its frame that have no open neighbor."""
    is_as_large = quilts.height_of(cells) == _SIDE and quilts.width_of(cells) == _SIDE
    if not is_as_large:
        return 0
    open_cells = quilts.widen(~cells)
    return count_ones(open_cells & ~quilts.neighbors(open_cells))


@njit
def symmetry_progress(state: State, player: int, odds: Odds) -> float:
    """Return how far a quilt is on the way to be complete and symmetric.

    Args:
        state: of a Symmetrical Race.
        player: whose quilt.
        odds: (NUM_ODDS,) for each type what it counts that its blocks are in sight, and what a
            hole costs that no group of two can fill; nothing if all are 0.
    """
    cells = quilts.cells_of(state, player)
    quilt = quilt_word(state, player)
    best = -1000.0
    for down in range(_SIDE - quilts.height_of(cells) + 1):
        for right in range(_SIDE - quilts.width_of(cells) + 1):
            there = quilt << np.uint64(NIBBLE * (_SIDE * down + right))
            for fold in range(_NUM_FOLDS):
                best = max(best, _progress_there(there, fold, odds))
    return best - odds[HOLE] * _num_holes(cells)


# --- the module Symmetry --------------------------------------------------------------------

KEEPS_SYMMETRY = 0.9
"""The chance that two cells which lie on each other are alike when they come to be filled."""


@njit_inline
def _num_undecided(quilt: np.uint64, side: int, fold: int) -> int:
    """Return how many pairs of cells are not both filled yet, IMPOSSIBLE if any two differ."""
    count = 0
    for row in range(side):
        for column in range(side):
            cell = _SIDE * row + column
            other = _folded(side, fold, cell)
            if other <= cell:
                continue
            here, there = cell_code(quilt, cell), cell_code(quilt, other)
            if here == 0 or there == 0:
                count += 1
            elif here != there:
                return _IMPOSSIBLE
    return count


@njit
def chance_of_symmetry(state: State, player: int, odds: Odds) -> float:
    """Return the chance that a quilt is symmetric in the end; 1 or 0 if nothing more comes."""
    cells, side = quilts.cells_of(state, player), quilts.frame_side(state)
    if cells == ZERO:
        return 0.0
    quilt, fewest = quilt_word(state, player), _IMPOSSIBLE
    for down in range(side - quilts.height_of(cells) + 1):
        for right in range(side - quilts.width_of(cells) + 1):
            there = quilt << np.uint64(NIBBLE * (_SIDE * down + right))
            for fold in range(_NUM_FOLDS):
                fewest = min(fewest, _num_undecided(there, side, fold))
    if fewest == _IMPOSSIBLE:
        return 0.0
    return float((1.0 - odds[FILL] * (1.0 - KEEPS_SYMMETRY)) ** fewest)
