"""Quilts as bitboards: what covers which squares, and where a patch still fits.

A quilt is two words; square ``row * 9 + column`` is bit ``square`` of word 0, or bit
``square - 64`` of word 1. The *anchor* of a placed patch is the top left square of its bounding
box, which the patch itself need not cover::

    . # .      anchor at the dot, offsets 1, 9, 10, 11, 19
    # # #
    . # .
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from quiltenvs.core.bits import (
    ONE,
    WORD,
    ZERO,
    bit,
    count_ones,
    expand_16,
    expand_64,
    nth_one,
)
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.patchwork import rules

NUM_ORIENTATIONS = 8  # 0-3: quarter turns clockwise; 4-7: flipped left to right, then turned
MAXPATCH_CELLS = 8
_TOP = WORD - 1  # shifting by 63 - k after shifting by one is safe for every k of 0 .. 63


def orient(shape: tuple[str, ...], orientation: int) -> NDArray[np.bool_]:
    """Return ``shape`` turned and flipped, (height, width)."""
    cells = np.array([[letter == "#" for letter in row] for row in shape])
    if orientation >= 4:
        cells = cells[:, ::-1]
    return np.rot90(cells, -(orientation % 4))


def _tables() -> tuple[NDArray[np.uint64], ...]:
    """Return (offsets, shapes, fits), each (33, 8, ...), from the printed shapes.

    Orientations that repeat an earlier one of the same patch keep an empty ``fits``.
    """
    offsets = np.zeros((rules.NUM_PATCHES, NUM_ORIENTATIONS, MAXPATCH_CELLS), np.uint64)
    shapes = np.zeros((rules.NUM_PATCHES, NUM_ORIENTATIONS), np.uint64)
    fits = np.zeros((rules.NUM_PATCHES, NUM_ORIENTATIONS, 2), np.uint64)
    for number, patch in enumerate(rules.PATCHES):
        seen = set()
        for orientation in range(NUM_ORIENTATIONS):
            cells = orient(patch.shape, orientation)
            found = [int(row) * rules.SIDE + int(column) for row, column in np.argwhere(cells)]
            offsets[number, orientation, : len(found)] = found
            shapes[number, orientation] = sum(1 << offset for offset in found)
            if (cells.shape, cells.tobytes()) not in seen:
                seen.add((cells.shape, cells.tobytes()))
                fits[number, orientation] = _anchors_in_bounds(*cells.shape)
    return offsets, shapes, fits


def _anchors_in_bounds(height: int, width: int) -> NDArray[np.uint64]:
    """Return the anchors at which a bounding box stays on the board, as two words."""
    anchors = sum(
        1 << row * rules.SIDE + column
        for row in range(rules.SIDE - height + 1)
        for column in range(rules.SIDE - width + 1)
    )
    return _words(anchors)


def _words(board: int) -> NDArray[np.uint64]:
    return np.array([board & (1 << WORD) - 1, board >> WORD], np.uint64)


def _windows() -> NDArray[np.uint64]:
    """Return the nine 7x7 squares of a quilt, (9, 2)."""
    window = sum(
        1 << row * rules.SIDE + column
        for row in range(rules.WINDOW)
        for column in range(rules.WINDOW)
    )
    shifts = range(rules.SIDE - rules.WINDOW + 1)
    return np.array(
        [_words(window << row * rules.SIDE + column) for row in shifts for column in shifts]
    )


_OFFSETS, _SHAPES, _FITS = _tables()
PATCH_CELLS = np.array(["".join(p.shape).count("#") for p in rules.PATCHES], np.int64)
_WINDOWS = _windows()
_BOARD = _words((1 << rules.NUM_CELLS) - 1)


@njit_inline
def count_covered(quilt: NDArray[np.uint64]) -> int:
    """Return the number of covered squares of ``quilt`` (2,) u8."""
    return count_ones(quilt[0]) + count_ones(quilt[1])


@njit_inline
def count_empty(quilt: NDArray[np.uint64]) -> int:
    """Return the number of empty squares."""
    return rules.NUM_CELLS - count_covered(quilt)


@njit_inline
def is_distinct(patch: int, orientation: int) -> bool:
    """Return whether this orientation differs from all earlier ones of the patch."""
    return _FITS[patch, orientation, 0] != ZERO


@njit_inline
def anchors(quilt: NDArray[np.uint64], patch: int, orientation: int) -> tuple[np.uint64, np.uint64]:
    """Return the anchors at which ``patch`` fits, as the two words of a bitboard.

    An anchor is blocked if any of the patch's offsets leads from it to a covered square; shifting
    the whole quilt by an offset tests all 81 anchors at once.
    """
    low, high = quilt[0], quilt[1]
    carried = high << ONE
    blocked_low, blocked_high = ZERO, ZERO
    for i in range(PATCH_CELLS[patch]):
        offset = _OFFSETS[patch, orientation, i]
        blocked_low |= (low >> offset) | (carried << (np.uint64(_TOP) - offset))
        blocked_high |= high >> offset
    return (
        _FITS[patch, orientation, 0] & ~blocked_low,
        _FITS[patch, orientation, 1] & ~blocked_high,
    )


@njit_inline
def cover(quilt: NDArray[np.uint64], patch: int, orientation: int, anchor: int) -> None:
    """Lay ``patch`` with its bounding box at ``anchor``; legality is the caller's duty."""
    shape = _SHAPES[patch, orientation]
    if anchor < WORD:
        quilt[0] |= shape << np.uint64(anchor)
        quilt[1] |= (shape >> ONE) >> np.uint64(_TOP - anchor)
    else:
        quilt[1] |= shape << np.uint64(anchor - WORD)


@njit_inline
def cover_square(quilt: NDArray[np.uint64], square: int) -> None:
    """Lay a special patch, which covers the single ``square``."""
    if square < WORD:
        quilt[0] |= bit(square)
    else:
        quilt[1] |= bit(square - WORD)


@njit_inline
def is_covered(quilt: NDArray[np.uint64], square: int) -> bool:
    """Return whether ``square`` (0 .. 80) is covered."""
    return (quilt[square >> 6] >> np.uint64(square & 63)) & ONE != ZERO


@njit_inline
def empty_squares(quilt: NDArray[np.uint64]) -> tuple[np.uint64, np.uint64]:
    """Return the empty squares as the two words of a bitboard."""
    return _BOARD[0] & ~quilt[0], _BOARD[1] & ~quilt[1]


@njit
def has_window(quilt: NDArray[np.uint64]) -> bool:
    """Return whether some 7x7 square of the quilt is completely covered."""
    if count_covered(quilt) < rules.WINDOW * rules.WINDOW:
        return False
    for i in range(len(_WINDOWS)):
        if (
            quilt[0] & _WINDOWS[i, 0] == _WINDOWS[i, 0]
            and quilt[1] & _WINDOWS[i, 1] == _WINDOWS[i, 1]
        ):
            return True
    return False


@njit_inline
def expand(out: NDArray[Any], at: int, low: np.uint64, high: np.uint64) -> None:
    """Write the 81 squares of a bitboard as 0 and 1 to ``out[at : at + 81]``."""
    expand_64(out, at, low)
    expand_16(out, at + 64, high)
    out[at + 80] = (high >> np.uint64(16)) & ONE


@njit_inline
def nth_square(low: np.uint64, high: np.uint64, n: int) -> int:
    """Return the ``n``-th square of a bitboard (0 = first); it must have more than n."""
    ones = count_ones(low)
    if n < ones:
        return nth_one(low, n)
    return WORD + nth_one(high, n - ones)
