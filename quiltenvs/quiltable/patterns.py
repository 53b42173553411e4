"""How often a pattern is completed in a quilt: exact packing over precomputed placements.

A placement is a pattern in one rotation at one place of the 4x4. Completions of one pattern share
no block, so the count is the largest set of matching placements that are disjoint. A quilt is
looked at as one word of sixteen times four bits: 8 + type of the block on a cell, or 0.
"""

import numpy as np

from quiltenvs.core.bits import ONE, ZERO, bit, count_ones, trailing_zeros
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.quiltable import rules
from quiltenvs.quiltable.cards import CARDS, TYPE_OF, Spot
from quiltenvs.quiltable.state import NONE

_SIDE = rules.QUILT_SIDE
MAX_SPOTS = 4
MAX_PLACEMENTS = 48  # of a pair of two types
NIBBLE = 4
FILLED = 8
"""Marks a cell with a block in the word of a quilt."""
_FOUR_BITS = np.uint64(15)
Placement = tuple[int, ...]
"""Cells in the order of the pattern's spots."""


def turned(spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """Return a pattern after a quarter turn clockwise, spots in the same order."""
    last = max(spot.row for spot in spots)
    return tuple(Spot(spot.column, last - spot.row, spot.label) for spot in spots)


def _look(spots: tuple[Spot, ...]) -> tuple[tuple[int, int, int], ...]:
    """Return what tells two rotations apart: letters are renamed in the order of the cells."""
    names: dict[int, int] = {}
    found = []
    for row, column, label in sorted(spots):
        is_letter = label >= rules.NUM_TYPES
        name = names.setdefault(label, len(names)) + rules.NUM_TYPES if is_letter else label
        found.append((row, column, name))
    return tuple(found)


def rotations(spots: tuple[Spot, ...]) -> list[tuple[Spot, ...]]:
    """Return a pattern in all rotations that differ."""
    found: dict[tuple[tuple[int, int, int], ...], tuple[Spot, ...]] = {}
    for _ in range(4):
        found.setdefault(_look(spots), spots)
        spots = turned(spots)
    return list(found.values())


def placements(spots: tuple[Spot, ...]) -> list[Placement]:
    """Return all placements of a pattern in the 4x4."""
    found = []
    for turn in rotations(spots):
        rows = 1 + max(spot.row for spot in turn)
        columns = 1 + max(spot.column for spot in turn)
        found += [
            tuple(_SIDE * (row + spot.row) + column + spot.column for spot in turn)
            for row in range(_SIDE - rows + 1)
            for column in range(_SIDE - columns + 1)
        ]
    return found


_PLACEMENTS = [placements(card.spots) for card in CARDS]
_COUNTS = [len(found) for found in _PLACEMENTS]
FIRST_ROW = np.array([sum(_COUNTS[:card]) for card in range(rules.NUM_CARDS + 1)], np.int64)
"""Where the placements of a card begin in the tables below; they end where the next begin."""
NUM_SPOTS = np.array([len(card.spots) for card in CARDS], np.int64)
LABELS = np.full((rules.NUM_CARDS, MAX_SPOTS), NONE, np.int64)
"""Of the spots of each card."""
SPOT_CELLS = np.zeros((sum(_COUNTS), MAX_SPOTS), np.int64)
"""For each placement the cells of the spots."""
PLACEMENT_CELLS = np.zeros(sum(_COUNTS), np.uint64)
"""The same as a set: bit ``4 * row + column``."""
_OVERLAPS = np.zeros(sum(_COUNTS), np.uint64)
"""For each placement those of the same card that share a cell with it, itself included."""


def _fill_tables() -> None:
    for card, found in enumerate(_PLACEMENTS):
        spots = CARDS[card].spots
        LABELS[card, : len(spots)] = [spot.label for spot in spots]
        for i, cells in enumerate(found):
            row = int(FIRST_ROW[card]) + i
            SPOT_CELLS[row, : len(cells)] = cells
            PLACEMENT_CELLS[row] = sum(1 << cell for cell in cells)
            overlapping = [j for j, other in enumerate(found) if set(cells) & set(other)]
            _OVERLAPS[row] = sum(1 << j for j in overlapping)


_fill_tables()


@njit_inline
def cell_code(quilt: np.uint64, cell: int) -> int:
    """Return FILLED + the type of the block on a cell, 0 if it is empty."""
    return int((quilt >> np.uint64(NIBBLE * cell)) & _FOUR_BITS)


@njit
def quilt_word(state: State, player: int) -> np.uint64:
    """Return the types of a quilt's blocks as one word."""
    word = ZERO
    for cell in range(rules.NUM_QUILT_CELLS):
        card = int(state.quilt[player, cell])
        if card != NONE:
            word |= np.uint64(FILLED + int(TYPE_OF[card])) << np.uint64(NIBBLE * cell)
    return word


@njit_inline
def _matches(quilt: np.uint64, card: int, row: int, spots: int) -> bool:
    """Return whether the blocks on the cells of a placement are what the pattern asks for.

    A letter stands for any type; the same letter for the same, different letters for different
    ones. It may stand for the type that the pattern names.
    """
    for i in range(spots):
        code = cell_code(quilt, int(SPOT_CELLS[row, i]))
        label = int(LABELS[card, i])
        if code == 0 or (label < rules.NUM_TYPES and code != FILLED + label):
            return False
        if label < rules.NUM_TYPES:
            continue
        for j in range(i):
            other = int(LABELS[card, j])
            if other < rules.NUM_TYPES:
                continue
            is_same = cell_code(quilt, int(SPOT_CELLS[row, j])) == code
            if is_same != (other == label):
                return False
    return True


@njit
def matching(quilt: np.uint64, card: int) -> np.uint64:
    """Return the placements of a card's pattern that match, one bit each."""
    first, last = int(FIRST_ROW[card]), int(FIRST_ROW[card + 1])
    spots = int(NUM_SPOTS[card])
    found = ZERO
    for row in range(first, last):
        if _matches(quilt, card, row, spots):
            found |= bit(row - first)
    return found


@njit_inline
def _rivals(candidates: np.uint64, first: int) -> np.uint64:
    """Return the candidates that overlap with the lowest of them, itself included."""
    return candidates & _OVERLAPS[first + trailing_zeros(candidates)]


@njit_inline
def _has_one_rival_at_most(rivals: np.uint64) -> bool:
    return count_ones(rivals) <= 2  # itself and one other


@njit
def _most_disjoint(candidates: np.uint64, first: int) -> int:
    """Return how many of the placements can be had together."""
    count = 0
    while candidates != ZERO:
        rivals = _rivals(candidates, first)
        if not _has_one_rival_at_most(rivals):
            return count + _search_disjoint(candidates, first)
        count += 1  # to take a placement with one rival is never worse than to leave it
        candidates &= ~rivals
    return count


@njit
def _search_disjoint(candidates: np.uint64, first: int) -> int:
    """Return how many of the placements can be had together: branch and bound."""
    waiting = np.empty(MAX_PLACEMENTS, np.uint64)
    counts = np.empty(MAX_PLACEMENTS, np.int64)
    waiting[0], counts[0] = candidates, 0
    level, best = 0, 0
    while level >= 0:
        candidates, count = waiting[level], counts[level]
        level -= 1
        while candidates != ZERO and count + count_ones(candidates) > best:
            rivals = _rivals(candidates, first)
            if not _has_one_rival_at_most(rivals):
                level += 1  # without this placement: later
                waiting[level], counts[level] = candidates & (candidates - ONE), count
            count += 1
            candidates &= ~rivals
        best = max(best, count)
    return best


@njit
def count_completions(quilt: np.uint64, card: int) -> int:
    """Return how often the pattern of ``card`` is completed, no block counting twice."""
    found = matching(quilt, card)
    if count_ones(found) < 2:
        return count_ones(found)
    return _most_disjoint(found, int(FIRST_ROW[card]))
