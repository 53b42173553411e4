"""Piles: drawing from them, and refilling the Pattern Area.

The rulebook's "Refilling the Pattern Area": taken blocks are replaced from the nearest pile, and of
several cards from one pile the player decides which goes where. A pile that has run out becomes an
ordinary cell of the area.
"""

from quiltenvs.core.bits import ZERO
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.quiltable import rules
from quiltenvs.quiltable.area import (
    Cells,
    area_side,
    blocks_of,
    either,
    first_cell,
    has_cell,
    is_empty,
    one_cell,
    pile_cell,
    pile_size,
    put_block,
    served_cells,
    size,
    without,
)
from quiltenvs.quiltable.state import NONE

_NOTHING = (ZERO, ZERO)


@njit_inline
def draw(state: State, area: int, pile: int) -> int:
    """Take the top card of a pile; the next one comes into sight."""
    index = rules.NUM_PILES * area + pile
    top = int(state.pile_top[index])
    card = int(state.deck[top])
    state.deck[top] = NONE
    state.pile_top[index] = top + 1
    if top + 1 < state.pile_end[index]:
        state.unseen[state.deck[top + 1]] -= 1
    return card


@njit_inline
def push_hand(state: State, card: int) -> None:
    """Put a card behind those that wait to be laid."""
    state.hand[state.num_hand] = card
    state.num_hand += 1


@njit_inline
def pop_hand(state: State) -> int:
    """Take the first card that waits to be laid."""
    card = int(state.hand[0])
    for i in range(state.num_hand - 1):
        state.hand[i] = state.hand[i + 1]
    state.num_hand -= 1
    state.hand[state.num_hand] = NONE
    return card


@njit_inline
def source_of(state: State, area: int, pile: int) -> int:
    """Return the pile that stands in for ``pile``: itself, or the first neighbor with cards.

    Horizontal, vertical, diagonal; NONE if all have run out.
    """
    for other in range(rules.NUM_PILES):  # 0 itself, 1 horizontal, 2 vertical, 3 diagonal
        if pile_size(state, area, pile ^ other) > 0:
            return pile ^ other
    return NONE


@njit_inline
def _empty_cells(state: State, area: int, pile: int, of_piles: bool) -> Cells:
    """Return the empty cells that a pile serves; with ``of_piles`` the cell where it lay."""
    side = area_side(state)
    if not of_piles:
        return without(served_cells(side, pile), blocks_of(state, area))
    cell = pile_cell(side, pile)
    is_hole = pile_size(state, area, pile) == 0 and not has_cell(blocks_of(state, area), cell)
    return one_cell(cell) if is_hole else _NOTHING


@njit
def _begin_round(state: State, area: int, of_piles: bool) -> bool:
    """Let the lowest pile that can serve an empty cell give cards; False if there is none."""
    source, cells = rules.NUM_PILES, _NOTHING
    for pile in range(rules.NUM_PILES):
        empty = _empty_cells(state, area, pile, of_piles)
        if is_empty(empty):
            continue
        giver = source_of(state, area, pile)
        if giver == NONE:
            return False
        if giver == source:
            cells = either(cells, empty)
        elif giver < source:
            source, cells = giver, empty
    if source == rules.NUM_PILES:
        return False
    for _ in range(min(size(cells), pile_size(state, area, source))):
        push_hand(state, draw(state, area, source))
    state.refill_cells[0], state.refill_cells[1] = cells
    return True


@njit_inline
def refill_cells(state: State) -> Cells:
    """Return the cells that the cards in hand may go to."""
    return state.refill_cells[0], state.refill_cells[1]


@njit_inline
def lay_refill(state: State, area: int, cell: int) -> None:
    """Lay the first card in hand on one of the empty cells."""
    put_block(state, area, cell, pop_hand(state))
    state.refill_cells[0], state.refill_cells[1] = without(refill_cells(state), one_cell(cell))


@njit
def refill(state: State, area: int, is_automatic: bool) -> bool:
    """Refill an area as far as nobody has to decide; return whether it is done.

    First the border, then the cells where piles lay.
    """
    while True:
        while state.num_hand > 0:
            cells = refill_cells(state)
            if not is_automatic and size(cells) > 1:
                return False
            lay_refill(state, area, first_cell(cells))
        state.refill_cells[0], state.refill_cells[1] = _NOTHING
        if not _begin_round(state, area, False) and not _begin_round(state, area, True):
            return True
