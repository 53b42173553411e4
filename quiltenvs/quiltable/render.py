"""Text of a position (being written)."""

from quiltenvs.core.game import State


def action_name(state: State, action: int) -> str:
    """Return a text."""
    return str(action)


def render(state: State) -> str:
    """Return a text."""
    return "quiltable"


def draw(state: State) -> str:
    """Return a picture."""
    return "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'/>"
