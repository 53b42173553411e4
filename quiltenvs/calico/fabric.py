"""What Calico's pictures are made of: hexagons of cloth, buttons, cats, goal tiles."""

import math

from quiltenvs.calico import rules
from quiltenvs.calico.facts import tile_words
from quiltenvs.core.drawing import CAP_HEIGHT, INK, MUTED, PAPER, Drawing, Point, blend, ink_on

WIDE = math.sqrt(3)  # width of a hexagon that stands on a corner, in radii
_UNIT = 28  # radius of the hexagon that the prints are made for
_CORNERS = tuple(
    (math.sin(math.radians(60 * k)), -math.cos(math.radians(60 * k))) for k in range(6)
)

# Cloth and print by color. Yellow, light blue and pink have a dark print, the others a light one;
# within these threes lightness and blue tell them apart, also to the color-blind.
CLOTH = ("#f8d044", "#23794a", "#a6dff8", "#1e3070", "#9c5cc4", "#f27fa6")
_PRINT = ("#9c5c08", "#cdeeb4", "#1b6596", "#a5c3f8", "#f1defc", "#8f1a4c")
_NEUTRAL = ("#efe7d6", "#6b5c48")  # a pattern of no color
GOLD, WOOD, CREAM, THREAD = "#f3c63f", "#8a6a45", "#fff6e0", "#ffffff"
_FURS = ("#e99a45", "#98a1ae", "#f3e9d2", "#4d4b55", "#b67a58")  # of the five cat tiles
GOOD, BAD = "#1f7a43", "#b3372b"


def _dots(points: list[Point]) -> str:
    """Return strokes of no length, which round ends make dots."""
    return "".join(f"M{round(x)} {round(y)}h.01" for x, y in points)


def _ring(count: int, radius: float, x: float = 0, y: float = 0, turn: float = 0) -> list[Point]:
    """Return points around (``x``, ``y``)."""
    angles = [math.radians(turn + 360 * k / count) for k in range(count)]
    return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]


def _stripes(*offsets: float) -> str:
    """Return lines across the hexagon, parallel to its rising sides."""
    cos, sin = math.cos(math.pi / 3), math.sin(math.pi / 3)
    ends = [(x, half) for x in offsets for half in [_UNIT - 8 - abs(x) / WIDE]]
    return "".join(
        f"M{x * cos - y * sin:.0f} {x * sin + y * cos:.1f}l{2 * y * sin:.0f} {-2 * y * cos:.1f}"
        for x, y in ends
    )


_BLOSSOMS = ((0, -12.5), (-11.5, 7), (11.5, 7))
_LEAFLETS = "".join(
    f"M0 {y}q-{w} 0 -{w + 2} -{w * 0.7:.2g}M0 {y}q{w} 0 {w + 2} -{w * 0.7:.2g}"
    for y, w in ((14, 9), (7.5, 10), (1, 9), (-5.5, 7), (-11.5, 4.5))
)
_LOBE = "a7.5 7.5 0 0 1 "
# By pattern: path data and the width of the pen; drawn around the middle of the hexagon.
_PRINTS = (
    ((_dots([(0, 0), *_ring(6, 14.5)]), 7.5),),
    ((f"M0 20C-1 8 1 -6 0 -18{_LEAFLETS}", 2.6),),
    (
        (_dots([p for x, y in _BLOSSOMS for p in _ring(5, 5, x, y, -90)]), 6),
        (_dots(list(_BLOSSOMS)), 3.6),
    ),
    (
        (f"M-7.5 -7.5{_LOBE}15 0{_LOBE}0 15{_LOBE}-15 0{_LOBE}0 -15z", 3.4),
        ("M0 -3.5l3.5 3.5l-3.5 3.5l-3.5 -3.5z", 2.6),
    ),
    ((_stripes(-16, -8, 0, 8, 16), 3.8),),
    (
        ("M-17 -3c5 -11 11 -11 17 -3s12 7 17 -3M-17 12c5 -11 11 -11 17 -3s12 7 17 -3", 2.6),
        (
            "M-9 -15l3 -2M-8 -3l3 2M4 -6l2 -3M11 7l3 2M-9 1l-2 -1M-3 15l3 2M5 13l-1 3M11 -5l1 -3",
            4.8,
        ),
    ),
)


def _outline(radius: float) -> str:
    """Return a hexagon around the origin as path data, shorter than its corners."""
    half, side = f"{radius * WIDE / 2:.3g}", f"{radius / 2:.3g}"
    turns = f"l{half} {side}v{radius:g}l-{half} {side}l-{half} -{side}v-{radius:g}z"
    return f"M0 -{radius:g}{turns}"


_EDGE, _TILE, _HEM = (_outline(_UNIT - inset) for inset in (0, 1.2, 4))


def hexagon(x: float, y: float, radius: float) -> list[Point]:
    """Return the corners of a hexagon that stands on a corner."""
    return [(x + radius * right, y + radius * down) for right, down in _CORNERS]


def _print(drawing: Drawing, pattern: int, color: str, second: str) -> None:
    """Print a pattern; its second part, if it has one, in a color of its own."""
    for part, (data, width) in enumerate(_PRINTS[pattern]):
        drawing.path(data, stroke=second if part and pattern == 2 else color, stroke_width=width)


def tile(drawing: Drawing, x: float, y: float, radius: float, kind: int, title: str = "") -> None:
    """Draw a patch tile with its two letters: cut out, hemmed, with a row of stitches."""
    color, pattern = divmod(kind, rules.NUM_PATTERNS)
    cloth, ink = CLOTH[color], _PRINT[color]
    with drawing.group(x, y, radius / _UNIT, title=title or tile_words(kind)):
        drawing.path(_TILE, fill=cloth, stroke=blend(cloth, INK, 0.55), stroke_width=1.6)
        _print(drawing, pattern, ink, blend(cloth, INK, 0.6))
        drawing.path(_HEM, stroke=THREAD, stroke_width=1.1, dash="2 3.4")


def printed(drawing: Drawing, x: float, y: float, radius: float, kind: int, title: str) -> None:
    """Draw a hexagon that is printed on the board: paler, flat, without stitches."""
    color, pattern = divmod(kind, rules.NUM_PATTERNS)
    cloth = blend(CLOTH[color], PAPER, 0.38)
    with drawing.group(x, y, radius / _UNIT, title=title):
        drawing.path(_EDGE, fill=cloth, stroke=PAPER)
        _print(drawing, pattern, blend(_PRINT[color], cloth, 0.15), blend(CLOTH[color], INK, 0.3))


def swatch(
    drawing: Drawing, x: float, y: float, radius: float, pattern: int, title: str = ""
) -> None:
    """Draw a pattern of no color."""
    cloth, ink = _NEUTRAL
    with drawing.group(x, y, radius / _UNIT, title=title):
        drawing.path(_EDGE, fill=cloth, stroke=ink, stroke_width=2)
        _print(drawing, pattern, ink, ink)


# --- tokens ---------------------------------------------------------------------------------


def button(
    drawing: Drawing, x: float, y: float, radius: float, color: int, title: str = ""
) -> None:
    """Draw a button of the color of tiles, with two holes and a seam."""
    cloth = CLOTH[color]
    with drawing.group(x, y, radius / 10, title=title):
        drawing.circle(0, 0, 9.2, fill=cloth, stroke=INK, stroke_width=1.6)
        drawing.circle(0, 0, 6, stroke=THREAD, stroke_width=1.3)
        drawing.path("M-2.2 0h.01M2.2 0h.01", stroke=ink_on(cloth), stroke_width=2.6)


def rainbow(drawing: Drawing, x: float, y: float, radius: float, title: str = "") -> None:
    """Draw the button of all six colors."""
    with drawing.group(x, y, radius / 10, title=title):
        for color, (right, down) in enumerate(_CORNERS):
            ends = (
                9.2 * right,
                9.2 * down,
                9.2 * _CORNERS[color - 1][0],
                9.2 * _CORNERS[color - 1][1],
            )
            path = "M0 0L{:.3g} {:.3g}A9.2 9.2 0 0 0 {:.3g} {:.3g}z".format(*ends)
            drawing.path(path, fill=CLOTH[color])
        drawing.circle(0, 0, 9.2, stroke=INK, stroke_width=1.6)
        drawing.circle(0, 0, 3.4, fill=THREAD)
        drawing.path("M-1.3 0h.01M1.3 0h.01", stroke=INK, stroke_width=1.6)


def cat(drawing: Drawing, x: float, y: float, radius: float, number: int, title: str = "") -> None:
    """Draw the face of a cat of ``rules.CATS``, each tile's with a fur of its own.

    The cat on the back of a tile has a striped forehead.
    """
    fur = _FURS[number // 2]
    line = "#f4efe6" if number // 2 == 3 else INK  # on the dark fur
    with drawing.group(x, y, radius / 12, title=title or rules.CAT_NAMES[number]):
        drawing.path(
            "M-10 1L-9.5 -11L-4 -7.3Q0 -8.3 4 -7.3L9.5 -11L10 1Q9 10 0 10Q-9 10 -10 1z",
            fill=fur,
            stroke=INK,
            stroke_width=1.5,
        )
        if number % 2:
            drawing.path("M-2.6 -6v3.4M0 -6.4v4.4M2.6 -6v3.4", stroke=line, stroke_width=1.2)
        drawing.path("M-4.6 .6v1M4.6 .6v1", stroke=line, stroke_width=2.6)
        drawing.path("M0 5.4Q-1.4 7.4 -3 6.2M0 5.4Q1.4 7.4 3 6.2", stroke=line, stroke_width=1.1)
        drawing.path("M-1.1 4.2h2.2l-1.1 1.2z", fill="#e0707a", stroke="#e0707a")
        drawing.path(
            "M-7 4.6l-5.5 -.8M-7 6l-5 1.6M7 4.6l5.5 -.8M7 6l5 1.6",
            stroke=line if line == INK else MUTED,
        )


def token(drawing: Drawing, x: float, y: float, radius: float) -> None:
    """Draw the white disc that lifts a button or a cat off the tile that it lies on."""
    drawing.circle(x, y, radius, fill=THREAD, stroke=INK, stroke_width=1)


def closed_eye(drawing: Drawing, x: float, y: float, radius: float) -> None:
    """Draw the mark of a tile that only its owner has seen."""
    with drawing.group(x, y, radius / 10, title="seen by its owner only"):
        drawing.circle(0, 0, 9, fill=THREAD, stroke=INK, stroke_width=1.4)
        lashes = "M-5.5 -1.5q5.5 6 11 0M-3.6 1.2l-1.5 2.6M0 2v3.2M3.6 1.2l1.5 2.6"
        drawing.path(lashes, stroke=INK, stroke_width=1.6)


def verdict(drawing: Drawing, x: float, y: float, size: float, way: str) -> None:
    """Draw a check mark for ``met``, a cross for ``missed``, nothing for ``open``."""
    with drawing.group(x, y, size / 10):
        if way == "met":
            drawing.path("M-4 .5l3 3.5l5.5 -7.5", stroke=GOOD, stroke_width=2.6)
        elif way == "missed":
            drawing.path("M-3 -3l6 6M3 -3l-6 6", stroke=BAD, stroke_width=2.2)


# --- goals and shapes -----------------------------------------------------------------------


def name_lines(name: str) -> list[str]:
    """Return the name of a goal in one or two lines that fit into a hexagon."""
    parts = name.split("-")
    half = 2 if len(parts) == 4 or name == "AA-BB-CC" else 1
    return [line for line in ("-".join(parts[:half]), "-".join(parts[half:])) if line]


def goal_tile(
    drawing: Drawing,
    x: float,
    y: float,
    radius: float,
    name: str,
    foot: str,
    fill: str,
    title: str,
) -> None:
    """Draw a goal tile: its name in one or two lines, and what stands below it."""
    lines = name_lines(name)
    size, middles = (11, (-11.5, 0)) if len(lines) == 2 else (20, (-6,))
    with drawing.group(x, y, radius / _UNIT, title=title):
        drawing.path(_TILE, fill=fill, stroke=WOOD, stroke_width=2.6)
        for middle, text in zip(middles, lines, strict=True):
            drawing.text(0, middle + CAP_HEIGHT * size / 2, text, size, "middle", "bold")
        foot_size = 10 if "/" in foot else 13
        drawing.text(0, 17.5, foot, foot_size, "middle", "bold", blend(WOOD, INK, 0.6))


def goal_spot(drawing: Drawing, x: float, y: float, radius: float, spot: int) -> None:
    """Draw the place of a goal tile that is still to be chosen, with its number from 1."""
    with drawing.group(x, y, radius / _UNIT, title=f"goal {rules.SPOTS[spot]}: to be chosen"):
        drawing.path(_TILE, fill="#e3d9cb", stroke=WOOD, stroke_width=2, dash="4 5")
        drawing.text(0, CAP_HEIGHT * 10, str(spot + 1), 20, "middle", "bold", WOOD)


def face_down(drawing: Drawing, x: float, y: float, radius: float) -> None:
    """Draw the back of a goal tile."""
    with drawing.group(x, y, radius / _UNIT, title="goal tile, face down"):
        drawing.path(_TILE, fill=WOOD, stroke=INK, stroke_width=1.6)
        for inset in (7, 13, 19):
            drawing.path(_outline(_UNIT - inset), stroke="#c9ab7d", stroke_width=1.6)


def shape(drawing: Drawing, x: float, y: float, radius: float, number: int) -> None:
    """Draw what a cat asks for as small hexagons, from the left and centered on ``y``.

    Shapes are filled; where any arrangement will do, the hexagons hang on a thread.
    """
    wanted = rules.CATS[number]
    cells = wanted.shape or tuple((i, 0) for i in range(wanted.size))
    rows = [down for _, down in cells]
    left = min(right + down / 2 for right, down in cells)
    gap = 1 if wanted.shape else 0.86
    if not wanted.shape:
        drawing.line(
            x, y, x + WIDE * radius * gap * (wanted.size - 0.4), y, stroke=WOOD, stroke_width=1.5
        )
    for right, down in cells:
        across = x + WIDE * radius * (right + down / 2 - left + 0.5) * gap
        below = y + 1.5 * radius * (down - (min(rows) + max(rows)) / 2)
        if wanted.shape:
            drawing.polygon(hexagon(across, below, radius - 0.5), fill=WOOD, stroke=INK)
        else:
            drawing.circle(across, below, radius * 0.6, fill=CREAM, stroke=WOOD, stroke_width=1.5)


def pouch(drawing: Drawing, x: float, y: float, height: float, title: str) -> None:
    """Draw the bag around (``x``, ``y``)."""
    with drawing.group(x, y, height / 24, title=title):
        drawing.path(
            "M-5 -6Q-13 2 -10 9Q-8 12 0 12Q8 12 10 9Q13 2 5 -6z",
            fill="#c7a77a",
            stroke=INK,
            stroke_width=1.5,
        )
        drawing.path(
            "M-5 -6L-7 -12Q-3 -10 0 -12Q3 -10 7 -12L5 -6z",
            fill="#dcc29b",
            stroke=INK,
            stroke_width=1.5,
        )
        drawing.path("M-6 -6h12", stroke=BAD, stroke_width=2)
