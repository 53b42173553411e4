"""What each phase asks the player to move to do, in a few words."""

from quiltenvs.core.game import State
from quiltenvs.quiltable.state import (
    ACTION,
    CHOOSE,
    CORNER,
    DONATE,
    DONATE_TO,
    GRANNY,
    KEEP,
    LAY,
    MADDIE,
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

_TASKS = {
    SIDE: "choose a side of the assistant card",
    KEEP: "keep a pattern",
    CORNER: "choose where the Quilting Master begins",
    LAY: "lay a returned block",
    REFILL: "refill the Pattern Area",
    SAM: "take a card for Uncle Sam",
    GRANNY: "give Granny Smith a block",
    SANDRA_GIVE: "swap a block of the quilt",
    SANDRA_TAKE: "take a block of the Pattern Area",
    DONATE: "donate a pattern",
    DONATE_TO: "name who gets the pattern",
    TRAVIS: "name who switches assistants",
    MADDIE: "name whose assistant is flipped",
    UNDO: "give a pattern or have the assistant flipped",
}


def task(state: State) -> str:
    """Return what the player to move has to do, e.g. ``act, 2 actions left``; "" at the end."""
    phase = int(state.phase)
    if phase == OVER:
        return ""
    if phase == ACTION:
        left = int(state.actions_left[state.marker])
        return f"act, {left} action{'s' * (left > 1)} left" if left else "go on or end the turn"
    if phase in (CHOOSE, RETURN):
        return "pick blocks to " + ("CHOOSE" if phase == CHOOSE else "RETURN")
    if phase == PLACE:
        count = max(1, int(state.num_group))
        return f"place {count} blocks" if count > 1 else "place a block"
    return _TASKS[phase]
