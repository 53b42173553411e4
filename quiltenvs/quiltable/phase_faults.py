"""What is impossible about turns, phases, and the action in progress of a state from outside."""

from collections.abc import Sequence

import numpy as np

from quiltenvs.core.game import State
from quiltenvs.quiltable import area as areas
from quiltenvs.quiltable import choices, groups, rules
from quiltenvs.quiltable import quilt as quilts
from quiltenvs.quiltable.config import QUICK_START
from quiltenvs.quiltable.state import (
    ACTION,
    CHOOSE,
    CORNER,
    DEALT,
    DONATE,
    DONATE_TO,
    GRANNY,
    KEEP,
    LAY,
    MADDIE,
    NONE,
    OVER,
    PLACE,
    REFILL,
    RETURN,
    SAM,
    SANDRA_GIVE,
    SANDRA_TAKE,
    SIDE,
    TRAVIS,
    UNDO,
)

_SETUP = (SIDE, KEEP, CORNER)
_ASSISTANT_OF = {
    SAM: rules.SAM,
    GRANNY: rules.GRANNY,
    SANDRA_GIVE: rules.SANDRA,
    SANDRA_TAKE: rules.SANDRA,
    DONATE: rules.TIM,
    DONATE_TO: rules.TIM,
    TRAVIS: rules.TRAVIS,
    MADDIE: rules.MADDIE,
}
"""Whose assistant a phase belongs to."""
_HANDS = {LAY: (1, 4), REFILL: (1, 4), DONATE_TO: (1, 1)}
_GROUPS = {CHOOSE: (1, 3), PLACE: (0, 4), RETURN: (1, 3), SANDRA_TAKE: (1, 1)}
"""How many cards a phase has in hand, and how many blocks are picked; otherwise none."""
_CHARGED = (CHOOSE, PLACE, RETURN, LAY, REFILL, SAM, GRANNY, SANDRA_GIVE, SANDRA_TAKE, TRAVIS)
"""The phases of what will cost an action."""


def find_turn_fault(state: State) -> str:
    """Check turn markers, assistants, and who decides."""
    phase, has_begun = int(state.phase), state.phase not in _SETUP
    num_areas = int(areas.num_areas(state))
    holders = state.holder.tolist()
    if any(holder != NONE for holder in holders[num_areas:]) or state.marker >= num_areas:
        return f"marker is {state.marker}, holder {holders}, with {num_areas} areas"
    if num_areas == 2 and holders[0] == holders[1] != NONE:
        return f"holder is {holders}: both markers in one hand"
    seated = state.assistant[: state.num_players] != NONE
    if seated.any() != seated.all() or seated.all() != bool(state.assistants):
        return "assistant or assistants: some have one"
    if (state.center != NONE) != bool(state.assistants):
        return f"center is {state.center}"
    if (state.master_place != NONE) != (state.num_players == 1 and has_begun):
        return f"master_place is {state.master_place}"
    if not has_begun:
        is_busy = any(holder != NONE for holder in holders) or state.ender != NONE
        return "a turn goes on before the first" if is_busy or state.num_turns.any() else ""
    if phase != OVER and holders[state.marker] == NONE:
        return f"holder is {holders}, and marker {state.marker} is in play"
    if phase != OVER and (state.mover == holders[state.marker]) == (phase == UNDO):
        return f"mover is {state.mover}, holder {holders}"
    return ""


def find_phase_fault(state: State) -> str:
    """Check that what is to be decided can be, and what is in progress."""
    phase = int(state.phase)
    if (phase == SIDE and state.assistants != DEALT) or (
        phase == CORNER and state.num_players != 1
    ):
        return f"phase is {phase} in a game without it"
    if (phase == KEEP and state.mode != QUICK_START) or (state.is_cut and phase != OVER):
        return f"phase is {phase}"
    if phase in _CHARGED and state.actions_left[state.marker] == 0:
        return f"phase is {phase}, and no action is left"
    assistant = _ASSISTANT_OF.get(phase)
    if assistant is not None and state.assistant[state.mover] != assistant:
        return f"phase is {phase}, and the assistant {state.assistant[state.mover]}"
    if phase == UNDO and state.assistant[state.holder[state.marker]] != rules.MADDIE:
        return "a card is to be flipped without Maddie"
    fault = _find_group_fault(state, phase)
    if fault or phase in (OVER, ACTION):
        return fault
    if not any(int(word) for word in choices.legal_words(state)):
        return f"phase is {phase}, and nothing is legal"
    return ""


def _find_group_fault(state: State, phase: int) -> str:
    """Check the picked blocks and the cards on their way."""
    count, waiting = int(state.num_group), int(state.num_hand)
    low, high = _GROUPS.get(phase, (0, 0))
    if not low <= count <= high:
        return f"num_group is {count} in phase {phase}"
    low, high = (1, 1) if phase == PLACE and count == 0 else _HANDS.get(phase, (0, 0))
    if not low <= waiting <= high:
        return f"num_hand is {waiting} in phase {phase}"
    picked = state.group.tolist()
    if NONE in picked[:count] or set(picked[count:]) - {NONE} or len(set(picked[:count])) < count:
        return "group and num_group do not fit"
    if phase in (CHOOSE, PLACE):
        blocks = _number(state.blocks[state.marker])
        side = int(areas.area_side(state))
        if any(c >= side * side or not blocks >> c & 1 for c in picked[:count]):
            return "group has a cell without a block"
        is_loose = count > 0 and not groups.is_connected_group(state, False)
        return "group is in parts" if is_loose and not groups.is_gladys(state, state.mover) else ""
    if count > 0:
        cells = int(quilts.cells_of(state, int(state.mover)))
        if any(c >= rules.NUM_QUILT_CELLS or not cells >> c & 1 for c in picked[:count]):
            return "group has a cell of the quilt without a block"
    return _find_refill_fault(state, phase)


def _find_refill_fault(state: State, phase: int) -> str:
    """Check the cells that are open for cards that refill the area."""
    cells = _number(state.refill_cells)
    if phase != REFILL:
        return "refill_cells are open, and nothing is refilled" if cells else ""
    side = int(areas.area_side(state))
    blocked = _number(areas.occupied(state, int(state.marker)))
    if cells & blocked or cells >> (side * side) or cells.bit_count() < state.num_hand:
        return f"refill_cells are {cells:#x}"
    return "" if cells & _inner(side) == cells else "refill_cells lie outside the inner 4x4"


def _inner(side: int) -> int:
    return _number(areas.inner_cells(side))


def _number(words: Sequence[np.uint64]) -> int:
    """Return a set of cells as one number."""
    return int(words[0]) | int(words[1]) << areas.WORD
