"""Patchwork positions and actions as text and as a drawing."""

from quiltenvs.core.game import State
from quiltenvs.patchwork import engine, rules

COLUMNS, ROWS = "abcdefghi", "123456789"


def square_name(square: int) -> str:
    """Return ``a1`` .. ``i9``: column letter, row number from the top."""
    row, column = divmod(square, rules.SIDE)
    return COLUMNS[column] + ROWS[row]


def action_name(state: State, action: int) -> str:
    """Return for example ``advance``, ``special@e5``, ``17@c4`` or ``17fr90@c4``.

    The last: patch 17, flipped left to right, then turned 90 degrees clockwise, the top left
    square of its bounding box on c4.
    """
    if action == engine.ADVANCE:
        return "advance"
    if action < engine.FIRST_BUY:
        return f"special@{square_name(action - engine.FIRST_SPECIAL)}"
    offer, rest = divmod(action - engine.FIRST_BUY, engine.ACTIONS_PER_OFFER)
    orientation, anchor = divmod(rest, rules.NUM_CELLS)
    patch = int(state.circle[engine.offer_index(state, offer)])
    flip = "f" if orientation >= 4 else ""
    turn = f"r{orientation % 4 * 90}" if orientation % 4 else ""
    return f"{patch}{flip}{turn}@{square_name(anchor)}"


def render(state: State) -> str:
    """Return the position as text."""
    return ""


def draw(state: State) -> str:
    """Return the position as an SVG document."""
    return ""
