"""A Calico position as a picture."""

from quiltenvs.core.drawing import Drawing
from quiltenvs.core.game import State


def draw(state: State) -> str:
    return Drawing(10, 10).svg()
