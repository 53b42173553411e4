"""The Pattern Area: its cells, what is connected on it, and where a card can be laid.

An area has 6 x 6 cells, 10 x 10 in the Symmetrical Race. A set of cells is two words of 64 bits, of
which the smaller area needs only the first; the cell in row r and column c is bit ``side * r + c``.
The piles lie in the middle of the inner 4x4, twelve blocks on its border, and returned cards on the
ring around it (in the Race anywhere).
"""

import numpy as np

from quiltenvs.core.bits import ALL, ONE, ZERO, bit, count_ones, trailing_zeros
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.quiltable import rules
from quiltenvs.quiltable.config import RACE, SPEED
from quiltenvs.quiltable.state import NONE

Cells = tuple[np.uint64, np.uint64]
"""A set of cells of an area."""
WORD = 64


def _cells(side: int, chosen: list[tuple[int, int]]) -> int:
    return sum(1 << side * row + column for row, column in chosen)


def _inner(side: int) -> list[tuple[int, int]]:
    first = (side - rules.INNER_SIDE) // 2
    span = range(first, first + rules.INNER_SIDE)
    return [(row, column) for row in span for column in span]


def _everything(side: int) -> list[tuple[int, int]]:
    return [(row, column) for row in range(side) for column in range(side)]


def _ring(side: int) -> list[tuple[int, int]]:
    """Return the cells around the inner 4x4."""
    first, last = (side - rules.INNER_SIDE) // 2 - 1, (side + rules.INNER_SIDE) // 2
    cells = [c for c in _everything(side) if min(c) >= first and max(c) <= last]
    return [cell for cell in cells if cell not in _inner(side)]


def _piles(side: int) -> list[tuple[int, int]]:
    middle = side // 2
    return [(row, column) for row in (middle - 1, middle) for column in (middle - 1, middle)]


def _border(side: int) -> list[tuple[int, int]]:
    """Return the border clockwise from its top left corner."""
    first = (side - rules.INNER_SIDE) // 2
    last = first + rules.INNER_SIDE - 1
    span = range(rules.INNER_SIDE - 1)
    return [
        *((first, first + i) for i in span),
        *((first + i, last) for i in span),
        *((last, last - i) for i in span),
        *((last - i, first) for i in span),
    ]


def _pile_at(side: int, cell: tuple[int, int]) -> int:
    """Return the pile that serves a cell of the inner 4x4."""
    return 2 * (cell[0] >= side // 2) + (cell[1] >= side // 2)


_SMALL, _LARGE = rules.AREA_SIDE, rules.RACE_SIDE


def _word_pair(cells: int) -> tuple[np.uint64, np.uint64]:
    return np.uint64(cells & int(ALL)), np.uint64(cells >> WORD)


INNER_SMALL, INNER_LARGE = (_word_pair(_cells(s, _inner(s))) for s in (_SMALL, _LARGE))
LAY_SMALL = _word_pair(_cells(_SMALL, _ring(_SMALL)))
LAY_LARGE = _word_pair(_cells(_LARGE, _everything(_LARGE)))
"""Where returned cards may lie, as far as it is empty."""
PILE_CELL = np.array(
    [[s * r + c for r, c in _piles(s)] for s in (_SMALL, _LARGE)],
    np.int64,
)
"""Cell of each pile, in the smaller and in the larger area."""
BORDER_CELL = np.array([[s * r + c for r, c in _border(s)] for s in (_SMALL, _LARGE)], np.int64)
"""Cells of the border clockwise from the top left corner."""
QUADRANT = np.array(
    [
        [_word_pair(_cells(s, [c for c in _border(s) if _pile_at(s, c) == p])) for p in range(4)]
        for s in (_SMALL, _LARGE)
    ],
    np.uint64,
)
"""Cells of the border that each pile serves."""


def _columns(side: int, but: int) -> tuple[np.uint64, np.uint64]:
    return _word_pair(_cells(side, [c for c in _everything(side) if c[1] != but]))


_NOT_FIRST_SMALL, _NOT_LAST_SMALL = _columns(_SMALL, 0)[0], _columns(_SMALL, _SMALL - 1)[0]
_ALL_SMALL = _word_pair(_cells(_SMALL, _everything(_SMALL)))[0]
_NOT_FIRST_LARGE, _NOT_LAST_LARGE = _columns(_LARGE, 0), _columns(_LARGE, _LARGE - 1)
_ALL_LARGE = _word_pair(_cells(_LARGE, _everything(_LARGE)))
_STEP_SMALL, _STEP_LARGE = np.uint64(_SMALL), np.uint64(_LARGE)
_BACK = np.uint64(WORD - 1)
_BACK_LARGE = np.uint64(WORD - _LARGE)


# --- sets of cells --------------------------------------------------------------------------


@njit_inline
def both(a: Cells, b: Cells) -> Cells:
    """Return the cells in both sets."""
    return a[0] & b[0], a[1] & b[1]


@njit_inline
def either(a: Cells, b: Cells) -> Cells:
    """Return the cells in one of the sets at least."""
    return a[0] | b[0], a[1] | b[1]


@njit_inline
def without(a: Cells, b: Cells) -> Cells:
    """Return the cells of ``a`` that are not in ``b``."""
    return a[0] & ~b[0], a[1] & ~b[1]


@njit_inline
def is_empty(a: Cells) -> bool:
    """Return whether there is no cell."""
    return a[0] | a[1] == ZERO


@njit_inline
def size(a: Cells) -> int:
    """Return the number of cells."""
    return count_ones(a[0]) + count_ones(a[1])


@njit_inline
def one_cell(cell: int) -> Cells:
    """Return the set of one cell."""
    return (bit(cell), ZERO) if cell < WORD else (ZERO, bit(cell - WORD))


@njit_inline
def has_cell(a: Cells, cell: int) -> bool:
    """Return whether a cell is in the set."""
    word = a[0] if cell < WORD else a[1]
    return (word >> np.uint64(cell & (WORD - 1))) & ONE != ZERO


@njit_inline
def neighbors(side: int, a: Cells) -> Cells:
    """Return the cells that share an edge with one of the set."""
    low, high = a
    if side == _SMALL:
        found = ((low & _NOT_LAST_SMALL) << ONE) | ((low & _NOT_FIRST_SMALL) >> ONE)
        found |= (low << _STEP_SMALL) | (low >> _STEP_SMALL)
        return found & _ALL_SMALL, ZERO
    right_low, right_high = low & _NOT_LAST_LARGE[0], high & _NOT_LAST_LARGE[1]
    left_low, left_high = low & _NOT_FIRST_LARGE[0], high & _NOT_FIRST_LARGE[1]
    found_low = (right_low << ONE) | (left_low >> ONE) | (left_high << _BACK)
    found_high = (right_high << ONE) | (right_low >> _BACK) | (left_high >> ONE)
    found_low |= (low << _STEP_LARGE) | (low >> _STEP_LARGE) | (high << _BACK_LARGE)
    found_high |= (high << _STEP_LARGE) | (low >> _BACK_LARGE) | (high >> _STEP_LARGE)
    return found_low & _ALL_LARGE[0], found_high & _ALL_LARGE[1]


@njit
def flood(side: int, start: Cells, through: Cells) -> Cells:
    """Return ``start`` and all of ``through`` that is connected with it."""
    found = start
    grown = either(found, both(neighbors(side, found), through))
    while grown != found:
        found = grown
        grown = either(found, both(neighbors(side, found), through))
    return found


# --- one area -------------------------------------------------------------------------------


@njit_inline
def area_side(state: State) -> int:
    """Return the rows and columns of an area."""
    return _LARGE if state.mode == RACE else _SMALL


@njit_inline
def num_areas(state: State) -> int:
    """Return how many areas and turn markers there are."""
    return 2 if state.mode == SPEED else 1


@njit_inline
def area_start(state: State, area: int) -> int:
    """Return where the cells of an area begin in ``state.area``."""
    return area * _SMALL * _SMALL


@njit_inline
def block_at(state: State, area: int, cell: int) -> int:
    """Return the block on a cell, NONE if there is none."""
    return int(state.area[area_start(state, area) + cell])


@njit_inline
def blocks_of(state: State, area: int) -> Cells:
    """Return the cells with a block."""
    return state.blocks[area, 0], state.blocks[area, 1]


@njit_inline
def inner_cells(side: int) -> Cells:
    """Return the cells of the inner 4x4."""
    return INNER_SMALL if side == _SMALL else INNER_LARGE


@njit_inline
def pile_cell(side: int, pile: int) -> int:
    """Return the cell where a pile of the area, 0 to 3, lies."""
    return int(PILE_CELL[0 if side == _SMALL else 1, pile])


@njit_inline
def border_cell(side: int, place: int) -> int:
    """Return a cell of the border by its place, clockwise from the top left corner."""
    return int(BORDER_CELL[0 if side == _SMALL else 1, place])


@njit_inline
def served_cells(side: int, pile: int) -> Cells:
    """Return the cells of the border that a pile serves."""
    index = 0 if side == _SMALL else 1
    return QUADRANT[index, pile, 0], QUADRANT[index, pile, 1]


@njit_inline
def pile_size(state: State, area: int, pile: int) -> int:
    """Return the number of cards in a pile of an area, 0 to 3."""
    index = rules.NUM_PILES * area + pile
    return int(state.pile_end[index]) - int(state.pile_top[index])


@njit_inline
def top_card(state: State, area: int, pile: int) -> int:
    """Return the card on top of a pile; the pile must not be empty."""
    return int(state.deck[state.pile_top[rules.NUM_PILES * area + pile]])


@njit_inline
def has_cards(state: State, area: int) -> bool:
    """Return whether a pile of an area still has cards."""
    cards = 0
    for pile in range(rules.NUM_PILES):
        cards += pile_size(state, area, pile)
    return cards > 0


@njit_inline
def occupied(state: State, area: int) -> Cells:
    """Return the cells with a block or a pile."""
    side = area_side(state)
    cells = blocks_of(state, area)
    for pile in range(rules.NUM_PILES):
        if pile_size(state, area, pile) > 0:
            cells = either(cells, one_cell(pile_cell(side, pile)))
    return cells


@njit_inline
def put_block(state: State, area: int, cell: int, card: int) -> None:
    """Lay a block on an empty cell."""
    state.area[area_start(state, area) + cell] = card
    state.blocks[area, cell // WORD] |= bit(cell & (WORD - 1))


@njit_inline
def remove_block(state: State, area: int, cell: int) -> int:
    """Take the block off a cell."""
    card = block_at(state, area, cell)
    state.area[area_start(state, area) + cell] = NONE
    state.blocks[area, cell // WORD] &= ~bit(cell & (WORD - 1))
    return card


# --- returned cards -------------------------------------------------------------------------


@njit
def anchored(state: State, area: int) -> Cells:
    """Return the occupied cells that are connected with the inner 4x4."""
    side = area_side(state)
    cards = occupied(state, area)
    return flood(side, both(cards, inner_cells(side)), cards)


@njit_inline
def _empty_for_returned(state: State, area: int, cards: Cells) -> Cells:
    """Return the cells where a returned card may lie, connected or not."""
    if state.mode == RACE:
        return without(LAY_LARGE, cards)
    return without(LAY_SMALL, cards)


@njit
def open_for_returned(state: State, area: int) -> Cells:
    """Return the cells on which a returned card is connected with the inner 4x4."""
    around = neighbors(area_side(state), anchored(state, area))
    return both(around, _empty_for_returned(state, area, occupied(state, area)))


@njit
def room_for_returned(state: State, area: int) -> int:
    """Return how many cards can be returned one after the other."""
    side = area_side(state)
    cards = occupied(state, area)
    free = _empty_for_returned(state, area, cards)
    inner = inner_cells(side)
    if is_empty(without(inner, cards)):
        return size(free)  # the ring is connected, and every cell next to the inner 4x4 with it
    reached = flood(side, both(cards, inner), either(cards, free))
    return size(both(reached, free))


@njit
def settle_stranded(state: State, area: int) -> None:
    """Move returned cards that lost their connection to the nearest cell that has one."""
    side = area_side(state)
    outside = without(blocks_of(state, area), inner_cells(side))
    if is_empty(outside):
        return
    stranded = without(outside, anchored(state, area))
    while not is_empty(stranded):
        cell = first_cell(stranded)
        target = _nearest(side, cell, open_for_returned(state, area))
        if target == NONE:
            return
        put_block(state, area, target, remove_block(state, area, cell))
        outside = without(blocks_of(state, area), inner_cells(side))
        stranded = without(outside, anchored(state, area))


@njit_inline
def first_cell(cells: Cells) -> int:
    """Return the lowest cell of a set that is not empty."""
    low, high = cells
    return trailing_zeros(low) if low != ZERO else WORD + trailing_zeros(high)


@njit
def _nearest(side: int, cell: int, targets: Cells) -> int:
    """Return the target with the fewest steps from ``cell``, the lowest of several."""
    best, best_steps = NONE, 2 * side
    row, column = divmod(cell, side)
    for target in range(side * side):
        if has_cell(targets, target):
            steps = abs(target // side - row) + abs(target % side - column)
            if steps < best_steps:
                best, best_steps = target, steps
    return best
