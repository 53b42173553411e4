"""Drawings of the wooden tiles of Quartile, face up and face down."""

from collections.abc import Sequence

from quiltenvs.core.drawing import CAP_HEIGHT, Drawing, Point, blend
from quiltenvs.core.lettering import number

PLANKS = ("#f0d7a6", "#e9cb94", "#f3ddb3")  # one of them a tile
BARK, PIP = "#8a6234", "#2f1d0e"
BACK, BACK_LINE = "#8d5f35", "#c99d6b"
LAST = "#c4201d"  # around the tile placed last
UNIT = 100
"""Side of a tile in its own units."""
_NUMBER = 30  # size of the number in the middle
_PIP_SIZE, _ACROSS, _DEPTHS = 7.8, 10.5, (9, 18, 27)
# Of each number: places across the side (-1 .. 1) and in depth (0 .. 2), as on dice.
_DICE = (
    (),
    ((0, 1),),
    ((-1, 0), (1, 2)),
    ((-1, 0), (0, 1), (1, 2)),
    ((-1, 0), (1, 0), (-1, 2), (1, 2)),
    ((-1, 0), (1, 0), (0, 1), (-1, 2), (1, 2)),
    ((-1, 0), (1, 0), (-1, 1), (1, 1), (-1, 2), (1, 2)),
    ((-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1), (-1, 2), (1, 2)),
)


def pip_places(pips: Sequence[int]) -> list[Point]:
    """Return where the pips of a tile lie, north, east, south and west, in its own units."""
    places: list[Point] = []
    for side, count in enumerate(pips):
        for across, depth in _DICE[count]:
            x, y = _ACROSS * across, _DEPTHS[depth] - UNIT / 2
            for _ in range(side):
                x, y = -y, x  # a quarter turn clockwise
            places.append((x + UNIT / 2, y + UNIT / 2))
    return places


def tile(
    drawing: Drawing,
    x: float,
    y: float,
    side: float,
    *,
    center: int,
    pips: Sequence[int],
    shade: int = 0,
    title: str = "",
) -> None:
    """Draw a tile face up from its top left corner."""
    plank = PLANKS[shade % len(PLANKS)]
    with drawing.group(x, y, side / UNIT, title=title):
        drawing.rect(1.5, 1.5, 97, 97, 7, fill=plank, stroke=BARK, stroke_width=3)
        drawing.path("M5 5L95 95M95 5L5 95", stroke=blend(plank, BARK, 0.45), stroke_width=1.5)
        drawing.circle(UNIT / 2, UNIT / 2, 20, fill=blend(plank, "#ffffff", 0.55))
        # A dot is a line without length and with round ends: one element for all pips.
        dots = (f"M{number(px)} {number(py)}h.01" for px, py in pip_places(pips))
        drawing.path("".join(dots), stroke=PIP, stroke_width=_PIP_SIZE)
        baseline = UNIT / 2 + CAP_HEIGHT * _NUMBER / 2
        drawing.text(UNIT / 2, baseline, str(center), _NUMBER, "middle", "bold", PIP)


def back(drawing: Drawing, x: float, y: float, side: float, title: str) -> None:
    """Draw the start tile, which lies face down."""
    with drawing.group(x, y, side / UNIT, title=title):
        drawing.rect(1.5, 1.5, 97, 97, 7, fill=BACK, stroke=PIP, stroke_width=3)
        drawing.rect(12, 12, 76, 76, 4, stroke=BACK_LINE, stroke_width=3)
        drawing.path("M50 20L80 50L50 80L20 50z", stroke=BACK_LINE, stroke_width=4)
        drawing.circle(UNIT / 2, UNIT / 2, 9, fill=BACK_LINE)


def backs(drawing: Drawing, corners: Sequence[Point], side: float) -> None:
    """Draw small tiles face down, all of them as one shape."""
    inner = number(side * 0.86)
    data = "".join(f"M{number(x)} {number(y)}h{inner}v{inner}h-{inner}z" for x, y in corners)
    if data:
        drawing.path(data, fill=BACK, stroke=PIP, stroke_width=0.8)


def eye(drawing: Drawing, x: float, y: float, width: float) -> None:
    """Draw an eye around (``x``, ``y``): all have seen the tile."""
    with drawing.group(x, y, width / 20):
        drawing.path("M-10 0Q0 -11 10 0Q0 11 -10 0z", fill="#ffffff", stroke=PIP, stroke_width=1.8)
        drawing.circle(0, 0, 3.2, fill=PIP)
