"""The Quilting Master that one player plays against: the rulebook's "Solo Game"."""

from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.quiltable import rules
from quiltenvs.quiltable.area import (
    area_side,
    block_at,
    border_cell,
    remove_block,
    settle_stranded,
)
from quiltenvs.quiltable.card_sets import add_card
from quiltenvs.quiltable.refill import refill
from quiltenvs.quiltable.state import NONE

_AREA = 0
PLACES_PER_CORNER = rules.NUM_BORDER // rules.NUM_CORNERS


@njit_inline
def master_blocks(state: State) -> int:
    """Return how many blocks the master takes in a turn: one more with an advanced module."""
    is_advanced = state.patches != 0 or state.symmetry != 0 or state.assistants != 0
    return int(state.quilting_master) + 1 + int(is_advanced)


@njit_inline
def _has_block(state: State, place: int) -> bool:
    return block_at(state, _AREA, border_cell(area_side(state), place)) != NONE


@njit
def play_master(state: State) -> None:
    """Let the master take blocks clockwise, move its marker on, and refill the area."""
    taken, last = 0, NONE
    for step in range(rules.NUM_BORDER):
        place = (int(state.master_place) + step) % rules.NUM_BORDER
        if taken == master_blocks(state):
            break
        if _has_block(state, place):
            cell = border_cell(area_side(state), place)
            add_card(state.stack, remove_block(state, _AREA, cell))
            taken, last = taken + 1, place
    if last != NONE:
        state.master_place = (last + 1) % rules.NUM_BORDER
        for step in range(1, rules.NUM_BORDER + 1):
            place = (last + step) % rules.NUM_BORDER
            if _has_block(state, place):
                state.master_place = place
                break
    refill(state, _AREA, True)
    settle_stranded(state, _AREA)
