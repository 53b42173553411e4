"""Drawings of Quiltable's cards: blocks with what they show, patterns, piles.

All is drawn in squares with a side of :data:`UNIT`. Types differ in shape and in the lightness of
their cloth, patches in shape as well as in color.
"""

from itertools import product
from typing import NamedTuple

from quiltenvs.core.drawing import CAP_HEIGHT, INK, Drawing, Point, Style, blend
from quiltenvs.core.lettering import number
from quiltenvs.quiltable import facts, rules
from quiltenvs.quiltable.cards import CARDS

UNIT = 100
"""Side of a block or a card in its own units."""
CARD, CARD_EDGE, CARD_BACK = "#fffaf0", "#8d7f6a", "#7b5b77"
DONE = "#1f7a43"
"""Around a pattern that is completed, and its count."""
_LETTER_CELLS = ("#ffffff", "#d3d7de", "#9ba3b0")  # A, B, C
# From the top left corner of a cell with a side of _LETTER_UNIT.
_LETTER_STROKES = (
    "2.2 8.3l2.8 -6.6l2.8 6.6m-4.5 -2.3h3.4",
    "2.9 1.7h2.1a1.6 1.6 0 0 1 0 3.2h-2.1h2.4a1.7 1.7 0 0 1 0 3.4h-2.4z",
    "7.6 2.9a3.1 3.3 0 1 0 0 4.2",
)
_LETTER_UNIT = 10
_SWATCH_UNIT = 72  # side of a type alone, around its picture
_GRID_WIDTH, _GRID_HEIGHT, _MAX_CELL = 88, 64, 34  # of a pattern on its card
_SIZE = 25  # of the numbers on a card


class _Part(NamedTuple):
    """A shape of a picture."""

    path: str
    fill: str | None
    pen: float = 0
    """Width of the outline, or of the stroke where nothing is filled."""
    ink: str = INK


class _Picture(NamedTuple):
    """What a type shows, around the origin, 30 units to every side."""

    cloth: str
    parts: tuple[_Part, ...]


_PETALS = "M0 15V26M7.5 13L13 22.5M13 7.5L22.5 13M15 0H26M13 -7.5L22.5 -13M7.5 -13L13 -22.5"
_PETALS += "M0 -15V-26M-7.5 -13L-13 -22.5M-13 -7.5L-22.5 -13M-15 0H-26M-13 7.5L-22.5 13"
_PETALS += "M-7.5 13L-13 22.5"
_SUNFLOWER = _Picture(
    "#27406f",
    (
        _Part(_PETALS, None, 9.5, "#ffd23e"),
        _Part("M-13 0a13 13 0 1 1 26 0a13 13 0 1 1 -26 0z", "#6a3a12", 3, "#a8651f"),
    ),
)
_LEAF = _Picture(
    "#cfe6bf",
    (
        _Part("M-23 23C-32 -8 -6 -28 28 -28C29 8 10 32 -23 23z", "#23743c", 3, "#12401f"),
        _Part("M-29 29L17 -17M-11 11V-9M-11 11H9M3 -3V-17M3 -3H17", None, 3, "#cfe6bf"),
    ),
)
_CORN = _Picture(
    "#7d62a8",
    (
        _Part("M0 -31C14 -22 14 6 0 24C-14 6 -14 -22 0 -31z", "#ffe066", 2.5, "#9c6a00"),
        _Part("M-7 -19H7M-10 -10H10M-10 -1H10M-8 8H8M-3.5 -27V18M3.5 -27V18", None, 2, "#c48a00"),
        _Part("M0 30C-26 24 -25 0 -20 -12C-9 -4 0 10 0 30C0 10 9 -4 20 -12C25 0 26 24 0 30z",
              "#3f8f3a", 2.5, "#173d17"),
    ),
)  # fmt: skip
_PIE = _Picture(
    "#f7d3c4",
    (
        _Part("M-25 9H25L18 27H-18z", "#5d7fa3", 2.5),
        _Part("M-26 8C-24 -19 24 -19 26 8z", "#e0a04a", 2.5, "#6b3c0c"),
        _Part("M-10 0L-13 -6M0 -2V-9M10 0L13 -6", None, 3, "#6b3c0c"),
        _Part("M-29 8q5 -6 9.7 0t9.7 0t9.6 0t9.7 0t9.7 0t9.6 0", None, 5, "#a8651f"),
        _Part("M-8 -20q-4 -4 0 -7M8 -20q-4 -4 0 -7", None, 2.5, "#9a7a70"),
    ),
)
_APPLE = _Picture(
    "#b9e0f5",
    (
        _Part("M0 -12C-9 -21 -29 -17 -28 4C-27 22 -14 31 -6 27Q0 25 6 27C14 31 27 22 28 4"
              "C29 -17 9 -21 0 -12z", "#c9252b", 2.5, "#5c0b0e"),
        _Part("M0 -12Q-1 -22 -6 -28", None, 4, "#5a3413"),
        _Part("M1 -19Q8 -33 24 -28Q17 -14 1 -19z", "#2f8a3c", 2, "#123d1a"),
        _Part("M-19 1q-1 -9 7 -11", None, 3.5, "#ffc9c4"),
    ),
)  # fmt: skip
_PUMPKIN = _Picture(
    "#3b3b44",
    (
        _Part("M-4 -15L-7 -28H3L5 -15z", "#6fae4a"),
        _Part("M0 -16C-12 -23 -31 -14 -31 5C-31 24 -13 29 0 25C13 29 31 24 31 5"
              "C31 -14 12 -23 0 -16z", "#f58a1f"),
        _Part("M0 -14V23M-12 -17Q-24 4 -12 24M12 -17Q24 4 12 24", None, 3, "#a84e00"),
    ),
)  # fmt: skip
_COTTAGE = _Picture(
    "#7fae9f",
    (
        _Part("M12 -12V-28H20V-8z", "#8c4a3a", 2),
        _Part("M-21 0H21V27H-21z", "#fff8ea", 2.5),
        _Part("M-30 2L0 -26L30 2z", "#8f2f35", 2.5),
        _Part("M-5 27V12H5V27z", "#5a3413"),
        _Part("M-17 8H-9V17H-17zM9 8H17V17H9z", "#ffd76a", 2),
    ),
)
_ACORN = _Picture(
    "#f3e3a1",
    (
        _Part("M-18 -4C-18 15 -8 23 0 31C8 23 18 15 18 -4z", "#b9762c", 2.5, "#4a2a0a"),
        _Part("M-24 -3C-24 -25 24 -25 24 -3z", "#6b4320", 2.5, "#3a210a"),
        _Part("M0 -20V-29M-15 -4L-3 -17M-3 -4L9 -16M9 -4L17 -12M15 -4L3 -17M3 -4L-9 -16M-9 -4"
              "L-17 -12", None, 2.5, "#3a210a"),
    ),
)  # fmt: skip
PICTURES = (_SUNFLOWER, _LEAF, _CORN, _PIE, _APPLE, _PUMPKIN, _COTTAGE, _ACORN)
"""In the order of the types."""

# From the middle of each, in the order of their colors: a disc, a square, a triangle, a diamond.
PATCH_COLORS = ("#2e9e4f", "#ffe14d", "#f08a1d", "#6b3a17")
_PATCH_PATHS = (
    "m-9 0a9 9 0 1 1 18 0a9 9 0 1 1 -18 0z",
    "m-8 -8h16v16h-16z",
    "m0 -10l10 17.5h-20z",
    "m0 -11l11 11l-11 11l-11 -11z",
)
PATCH_PLACES = (20, 50, 80)
"""Of a patch on the lower edge of a block: left, middle, right."""
_PATCH_LINE = 85


def words(card: int) -> str:
    """Return what the block of a card shows, e.g. ``premium leaf, green patch middle``."""
    block = CARDS[card]
    patch = f"{rules.PATCH_COLORS[block.color]} patch {rules.PATCH_POSITIONS[block.position]}"
    return f"{'premium ' * block.is_premium}{rules.TYPES[block.type]}, {patch}"


def picture(drawing: Drawing, kind: int) -> None:
    """Draw what a type shows, around the origin."""
    for part in PICTURES[kind].parts:
        if part.fill is None:
            drawing.path(part.path, stroke=part.ink, stroke_width=part.pen)
        elif part.pen:
            drawing.path(part.path, fill=part.fill, stroke=part.ink, stroke_width=part.pen)
        else:
            drawing.path(part.path, fill=part.fill)


def patch(drawing: Drawing, x: float, y: float, color: int) -> None:
    """Draw a patch around (``x``, ``y``)."""
    drawing.circle(x, y, 13.5, fill="#ffffff")
    path = f"M{number(x)} {number(y)}{_PATCH_PATHS[color]}"
    drawing.path(path, fill=PATCH_COLORS[color], stroke=INK, stroke_width=2)


def block(drawing: Drawing, x: float, y: float, side: float, card: int, title: str) -> None:
    """Draw the block of a card: its type, its patch on the lower edge, a 1 if it is premium."""
    printed = CARDS[card]
    cloth = PICTURES[printed.type].cloth
    with drawing.group(x, y, side / UNIT, title=title):
        edge = blend(cloth, INK, 0.6)
        drawing.rect(2, 2, 96, 96, 7, fill=cloth, stroke=edge, stroke_width=2.5)
        seam = blend(cloth, "#ffffff", 0.75)
        drawing.rect(7, 7, 86, 86, 4, stroke=seam, stroke_width=1.5, dash="3 4")
        with drawing.group(50, 43):
            picture(drawing, printed.type)
        patch(drawing, PATCH_PLACES[printed.position], _PATCH_LINE, printed.color)
        if printed.is_premium:
            drawing.circle(84, 16, 12.5, fill=CARD, stroke=INK, stroke_width=2)
            drawing.path("M80.5 12.5L85 9V23", stroke=INK, stroke_width=3.5)


def swatch(drawing: Drawing, x: float, y: float, side: float, kind: int, title: str = "") -> None:
    """Draw a type alone, as a pattern names it."""
    cloth = PICTURES[kind].cloth
    with drawing.group(x + side / 2, y + side / 2, side / _SWATCH_UNIT, title=title):
        drawing.rect(-34, -34, 68, 68, 6, fill=cloth, stroke=INK, stroke_width=3)
        picture(drawing, kind)


# --- patterns -------------------------------------------------------------------------------


def pattern(
    drawing: Drawing, x: float, y: float, side: float, card: int, count: int, title: str
) -> None:
    """Draw the pattern of a card with its points, and how often it is completed, if it is."""
    with drawing.group(x, y, side / UNIT, title=title):
        edge, pen = (DONE, 5) if count else (CARD_EDGE, 3)
        drawing.rect(3, 3, 94, 94, 8, fill=CARD, stroke=edge, stroke_width=pen)
        _pattern_cells(drawing, card)
        drawing.text(10, 91, str(CARDS[card].points), _SIZE, "start", "bold")
        if count:
            drawing.text(91, 91, f"\u00d7{count}", _SIZE, "end", "bold", DONE)


def _pattern_cells(drawing: Drawing, card: int) -> None:
    """Draw the cells that something has to lie on, in the upper part of a card; dots for others."""
    spots = CARDS[card].spots
    rows = 1 + max(spot.row for spot in spots)
    columns = 1 + max(spot.column for spot in spots)
    cell = min(_GRID_WIDTH / columns, _GRID_HEIGHT / rows, _MAX_CELL)
    left, top = (UNIT - cell * columns) / 2, 8 + (_GRID_HEIGHT - cell * rows) / 2
    places: dict[int, list[Point]] = {}
    for spot in spots:
        places.setdefault(spot.label, []).append((left + cell * spot.column, top + cell * spot.row))
    for label, corners in places.items():
        if label >= rules.NUM_TYPES:
            _letters(drawing, corners, cell, label - rules.NUM_TYPES)
            continue
        for x, y in corners:
            swatch(drawing, x, y, cell, label)
    free = set(product(range(rows), range(columns))) - {(spot.row, spot.column) for spot in spots}
    if free:
        middles = ((left + cell * (c + 0.5), top + cell * (r + 0.5)) for r, c in sorted(free))
        dots = (f"M{number(x, 1)} {number(y, 1)}h.01" for x, y in middles)
        drawing.path("".join(dots), stroke=CARD_EDGE, stroke_width=4)


def _letters(drawing: Drawing, corners: list[Point], side: float, letter: int) -> None:
    """Draw the cells for a type that a letter stands for: all of them as one shape."""
    inner = number(side - 1.5, 1)
    boxes = (
        f"M{number(x + 0.75, 1)} {number(y + 0.75, 1)}h{inner}v{inner}h-{inner}z"
        for x, y in corners
    )
    drawing.path("".join(boxes), fill=_LETTER_CELLS[letter], stroke=INK, stroke_width=1.2)
    with drawing.group(0, 0, side / _LETTER_UNIT):
        scale = _LETTER_UNIT / side
        starts = (f"M{number(x * scale, 1)} {number(y * scale, 1)}m" for x, y in corners)
        strokes = "".join(start + _LETTER_STROKES[letter] for start in starts)
        drawing.path(strokes, stroke=INK, stroke_width=1.6)


def pile(drawing: Drawing, x: float, y: float, side: float, cards: list[int], title: str) -> None:
    """Draw a pile with the pattern of its top card in sight, and how many cards it has."""
    with drawing.group(x, y, side / UNIT, title=title):
        for shift in (8, 4)[max(0, 3 - len(cards)) :]:
            drawing.rect(3 + shift, 3 + shift, 88, 88, 7, fill=CARD_BACK, stroke=INK)
        pattern(drawing, 0, 0, 94, cards[0], 0, pattern_title(cards[0]))
        drawing.rect(50, 68, 42, 25, 9, fill=CARD_BACK)
        middle = 80.5 + CAP_HEIGHT * _SIZE / 2
        drawing.text(71, middle, str(len(cards)), _SIZE, "middle", "bold", "#ffffff")


def back(drawing: Drawing, x: float, y: float, side: float, text: str, title: str) -> None:
    """Draw cards face down, with a text on them."""
    with drawing.group(x, y, side / UNIT, title=title):
        drawing.rect(3, 3, 94, 94, 8, fill=CARD_BACK, stroke=INK, stroke_width=3)
        drawing.rect(13, 13, 74, 74, 4, stroke="#d9c4d3", stroke_width=2, dash="4 5")
        drawing.text(50, 50 + CAP_HEIGHT * 17, text, 34, "middle", "bold", "#ffffff")


def pattern_title(card: int) -> str:
    """Return number, pattern and points of a card in words."""
    printed = CARDS[card]
    return f"card {facts.card_number(card)}, {printed.pattern}, {printed.points} points"


def frame(drawing: Drawing, x: float, y: float, side: float, color: str, title: str) -> None:
    """Draw a frame around a block, with a white seam that sets it off."""
    pen = max(2.5, side * 0.07)
    for shift, width, ink in (
        (pen * 0.4, pen * 0.5, "#ffffff"),
        (-pen * 0.2, pen, color),
    ):
        inner = side - 2 * shift
        style: Style = {"stroke": ink, "stroke_width": width}
        if ink == color:
            style["title"] = title
        drawing.rect(x + shift, y + shift, inner, inner, side * 0.08, **style)


def mark(drawing: Drawing, x: float, y: float, side: float, color: str, title: str) -> None:
    """Draw the dashed outline of a cell that can be picked, or laid on."""
    shift, inner, pen = side * 0.06, side * 0.88, max(1.5, side * 0.04)
    drawing.rect(
        x + shift,
        y + shift,
        inner,
        inner,
        side * 0.1,
        stroke="#ffffff",
        stroke_width=pen,
    )
    drawing.rect(
        x + shift,
        y + shift,
        inner,
        inner,
        side * 0.1,
        stroke=color,
        stroke_width=pen,
        dash="5 4",
        title=title,
    )
