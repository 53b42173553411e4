"""How often patterns of Quiltable come to be completed, by the odds of the cells still open.

For every placement of a pattern that no block contradicts: the chance that its missing blocks come
to lie there. This is asked thousands of times for one action, so a quilt is looked at as one word
(see ``patterns.py``), and all arrays that are needed on the way lie behind the odds: to make one
would take longer than to fill it.
"""

import numpy as np
from numpy.typing import NDArray

from quiltenvs.core.bits import ONE, ZERO, count_ones, has_bit, trailing_zeros
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.quiltable import quilt as quilts
from quiltenvs.quiltable import rules
from quiltenvs.quiltable.card_sets import CardSet, has_card
from quiltenvs.quiltable.cards import POINTS_OF
from quiltenvs.quiltable.patterns import (
    FILLED,
    FIRST_ROW,
    LABELS,
    MAX_PLACEMENTS,
    NIBBLE,
    NUM_SPOTS,
    PLACEMENT_CELLS,
    SPOT_CELLS,
    cell_code,
    count_completions,
)
from quiltenvs.quiltable.state import CARD_WORDS

# --- odds -----------------------------------------------------------------------------------

FREE, END, BLOCK, SAME, FILL, HOLE = range(rules.NUM_TYPES, rules.NUM_TYPES + 6)
"""Where in the odds, behind those of the eight types, it is said: the chance of a letter that may
stand for anything, what it is worth to complete the quilt, what a block is, the chance of a letter
that is the same as on another open cell, the chance that a cell is filled, what a hole costs."""
TAKEN = HOLE + 1
"""From here on, for each cell of the area, what it is worth beyond the quilt to take its block."""
_CHANCES = TAKEN + rules.AREA_SIDE**2  # scratch from here on
_ROWS = _CHANCES + MAX_PLACEMENTS
_BEST = _ROWS + MAX_PLACEMENTS
_OPEN = _BEST + rules.NUM_QUILT_CELLS
NUM_ODDS = _OPEN + rules.NUM_CARDS
Odds = NDArray[np.float64]

# --- tables ---------------------------------------------------------------------------------

_SIDE = rules.QUILT_SIDE
_WORD = 64
_ALL_CELLS, _MINI_CELLS = np.uint64(0xFFFF), np.uint64(0x0777)
_FILLED_BITS = np.uint64(sum(FILLED << NIBBLE * cell for cell in range(rules.NUM_QUILT_CELLS)))
_NIBBLE_BITS = np.uint64(0b1111)
_TWO_BITS, _FOUR_BITS, _EIGHT_BITS = (
    np.uint64(sum((1 << n) - 1 << 4 * n * i for i in range(16 // n))) for n in (2, 4, 8)
)
_S3, _S6, _S12, _S24 = np.uint64(3), np.uint64(6), np.uint64(12), np.uint64(24)
_NAMED_BITS = np.zeros(len(PLACEMENT_CELLS), np.uint64)
"""For each placement all four bits of the cells for which the pattern names a type."""
_NAMED_TYPES = np.zeros(len(PLACEMENT_CELLS), np.uint64)
"""For each placement a quilt of the blocks that the pattern names."""
_NUM_LETTERS = (LABELS >= rules.NUM_TYPES).sum(axis=1)


def _fill_tables() -> None:
    for card in range(rules.NUM_CARDS):
        for row in range(FIRST_ROW[card], FIRST_ROW[card + 1]):
            for i in range(NUM_SPOTS[card]):
                shift, label = NIBBLE * int(SPOT_CELLS[row, i]), int(LABELS[card, i])
                if label < rules.NUM_TYPES:
                    _NAMED_BITS[row] |= np.uint64(15 << shift)
                    _NAMED_TYPES[row] |= np.uint64(FILLED + label << shift)


_fill_tables()


# --- one placement --------------------------------------------------------------------------


@njit_inline
def _chance_of_named(quilt: np.uint64, card: int, row: int, odds: Odds) -> float:
    """Return the chance of the spots that name a type, where no block contradicts them."""
    found = 1.0
    for i in range(NUM_SPOTS[card]):
        label = LABELS[card, i]
        if label < rules.NUM_TYPES and cell_code(quilt, SPOT_CELLS[row, i]) == 0:
            found *= odds[label]
    return found


@njit_inline
def _bind(quilt: np.uint64, card: int, row: int) -> tuple[bool, int, int, int]:
    """Return whether no block contradicts the letters, and the code that each stands for, or 0."""
    first, second, third = 0, 0, 0
    for i in range(NUM_SPOTS[card]):
        letter = LABELS[card, i] - rules.NUM_TYPES
        code = np.int64(cell_code(quilt, SPOT_CELLS[row, i]))
        if letter < 0 or code == 0:
            continue
        bound = first if letter == 0 else second if letter == 1 else third
        if bound == code:
            continue
        if bound != 0 or code in (first, second, third):
            return False, first, second, third
        if letter == 0:
            first = code
        elif letter == 1:
            second = code
        else:
            third = code
    return True, first, second, third


@njit_inline
def _chance_of_letters(quilt: np.uint64, card: int, row: int, odds: Odds) -> float:
    """Return the chance of the spots with a letter, 0 if a block contradicts them."""
    is_possible, first, second, third = _bind(quilt, card, row)
    if not is_possible:
        return 0.0
    found, seen = 1.0, 0
    for i in range(NUM_SPOTS[card]):
        letter = LABELS[card, i] - rules.NUM_TYPES
        if letter < 0 or cell_code(quilt, SPOT_CELLS[row, i]) != 0:
            continue
        bound = first if letter == 0 else second if letter == 1 else third
        if bound != 0:
            found *= odds[bound - FILLED]
        else:  # after its first open cell a letter has to be the same again
            found *= odds[SAME] if (seen >> letter) & 1 else odds[FREE]
            seen |= 1 << letter
    return found


@njit_inline
def placement_odds(quilt: np.uint64, filled: np.uint64, card: int, row: int, odds: Odds) -> float:
    """Return the chance that a placement of a pattern comes to match: 1 if it does, 0 if never.

    Args:
        quilt: the types of the blocks, as ``quilt_word`` gives them.
        filled: all four bits of each cell with a block.
        card: whose pattern.
        row: of the placement.
        odds: (NUM_ODDS,)
    """
    named = _NAMED_BITS[row]
    if (quilt ^ _NAMED_TYPES[row]) & named & filled != ZERO:
        return 0.0
    found = 1.0
    if _NUM_LETTERS[card] > 0:
        found = _chance_of_letters(quilt, card, row, odds)
    if named & ~filled != ZERO and found > 0.0:
        found *= _chance_of_named(quilt, card, row, odds)
    return found


@njit_inline
def packed_cells(quilt: np.uint64) -> np.uint64:
    """Return the cells with a block: bit ``4 * row + column``."""
    bits = (quilt & _FILLED_BITS) >> _S3
    bits = (bits | (bits >> _S3)) & _TWO_BITS
    bits = (bits | (bits >> _S6)) & _FOUR_BITS
    bits = (bits | (bits >> _S12)) & _EIGHT_BITS
    return (bits | (bits >> _S24)) & _ALL_CELLS


@njit_inline
def filled_bits(quilt: np.uint64) -> np.uint64:
    """Return all four bits of each cell with a block."""
    return ((quilt & _FILLED_BITS) >> _S3) * _NIBBLE_BITS


# --- whole patterns -------------------------------------------------------------------------


@njit
def expected_completions(
    quilt: np.uint64, cells: np.uint64, frame: np.uint64, card: int, odds: Odds
) -> float:
    """Return how often a pattern is completed, and may still be.

    Of placements that overlap only a part can be had: every cell counts with the best chance of a
    placement there, shared by the spots of the pattern.

    Args:
        quilt: the types of the blocks, as ``quilt_word`` gives them.
        cells: with a block, bit ``4 * row + column``.
        frame: cells that may be filled.
        card: whose pattern.
        odds: (NUM_ODDS,)
    """
    first, last = FIRST_ROW[card], FIRST_ROW[card + 1]
    filled = filled_bits(quilt)
    taken, unused, matches, possible = ZERO, ZERO, 0, 0
    for row in range(first, last):
        placement = PLACEMENT_CELLS[row]
        if placement & ~frame != ZERO:
            continue
        if placement & cells == ZERO:
            unused |= placement
            continue
        chance = placement_odds(quilt, filled, card, row, odds)
        if chance == 1.0:
            taken |= placement
            matches += 1
        elif chance > 0.0:
            odds[_CHANCES + possible] = chance
            odds[_ROWS + possible] = row
            possible += 1
    found = float(matches if matches < 2 else count_completions(quilt, card))
    if unused == ZERO and possible == 0:
        return found
    chance = odds[_OPEN + card]
    if possible == 0:
        return found + count_ones(unused) * chance / NUM_SPOTS[card]
    return found + _sum_of_best(card, taken, unused, possible, odds) / NUM_SPOTS[card]


@njit_inline
def _sum_of_best(
    card: int, taken: np.uint64, unused: np.uint64, possible: int, odds: Odds
) -> float:
    """Return the sum over the cells of the best chance of a placement there, off those taken.

    The first ``possible`` chances and rows in ``odds`` are of the placements with a block on them;
    ``unused`` are the cells of those with none.
    """
    spots = NUM_SPOTS[card]
    chance = odds[_OPEN + card]
    for cell in range(rules.NUM_QUILT_CELLS):
        odds[_BEST + cell] = chance if has_bit(unused, cell) else 0.0
    for i in range(possible):
        chance, row = odds[_CHANCES + i], int(odds[_ROWS + i])
        if PLACEMENT_CELLS[row] & taken == ZERO:
            for j in range(spots):
                cell = _BEST + SPOT_CELLS[row, j]
                odds[cell] = max(odds[cell], chance)
    found = 0.0
    for cell in range(_BEST, _BEST + rules.NUM_QUILT_CELLS):
        found += odds[cell]
    return found


@njit
def prepare(odds: Odds) -> None:
    """Note the chance of each pattern where all cells are open: it is asked for most."""
    for card in range(rules.NUM_CARDS):
        odds[_OPEN + card] = placement_odds(ZERO, ZERO, card, FIRST_ROW[card], odds)


@njit
def pattern_worth(quilt: np.uint64, frame: np.uint64, cards: CardSet, odds: Odds) -> float:
    """Return the points for a set of patterns, with those that can be expected."""
    found = 0.0
    filled = packed_cells(quilt)
    for word in range(CARD_WORDS):
        rest = cards[0, word]
        while rest != ZERO:
            card = _WORD * word + trailing_zeros(rest)
            rest &= rest - ONE
            copies = 2 if has_card(cards, 1, card) else 1
            found += (
                copies
                * int(POINTS_OF[card])
                * expected_completions(quilt, filled, frame, card, odds)
            )
    return found


@njit_inline
def frame_cells(state: State) -> np.uint64:
    """Return the cells of the frame, in the top left of the 4x4."""
    return _ALL_CELLS if quilts.frame_side(state) == _SIDE else _MINI_CELLS


@njit_inline
def centered(quilt: np.uint64, side: int, height: int, width: int) -> np.uint64:
    """Return a quilt, moved to the top left of its frame, in the middle of it."""
    down, right = (side - height) // 2, (side - width) // 2
    return quilt << np.uint64(NIBBLE * (_SIDE * down + right))
