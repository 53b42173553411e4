"""What Patchwork's pictures are sewn from: cloth, patches, buttons, hourglasses, tokens."""

from collections.abc import Iterable, Mapping

from quiltenvs.core.drawing import (
    CAP_HEIGHT,
    FAINT,
    INK,
    MUTED,
    PLAYER_COLORS,
    Drawing,
    blend,
    ink_on,
)
from quiltenvs.patchwork import rules

Cell = tuple[int, int]  # row, column
Edges = list[tuple[float, float, float, float]]

# Prints of the cloth, in steps from the middle and from the top left corner of a square.
_FLOWER = "m-4 0h.01m4 -4h.01m4 4h.01m-4 4h.01"  # strokes of no length with round ends are dots
_STRIPES = ("m6 8h20m-20 8h20m-20 8h20", "m8 6v20m8 -20v20m8 -20v20")  # by player
_PRINT_SIDE = 32  # side of the square these are made for
PEARL, THREAD = "#fbf5e6", "#ffffff"
_DYES = ("#7fc4a8", "#e3a3c3", "#ece07a", "#b3a5dd", "#c9bfae")  # none like a player's color


def cloth(drawing: Drawing, colors: Mapping[Cell, str], side: float, hem: str) -> None:
    """Sew squares together: stitched along the seams, hemmed around the outside.

    Args:
        drawing: Where to; cell (0, 0) has its top left corner at the origin.
        colors: Color of each covered cell.
        side: Side of a cell.
        hem: Color of the outline.
    """
    for color in dict.fromkeys(colors.values()):
        cells = [cell for cell, own in colors.items() if own == color]
        squares = (
            f"M{column * side:g} {row * side:g}h{side:g}v{side:g}h-{side:g}z"
            for row, column in cells
        )
        drawing.path("".join(squares), fill=color)
    seams, outline = _edges(colors)
    stitch, gap = side * 0.16, side * 0.09
    drawing.path(
        _lines(seams, side, gap / 2),
        stroke=THREAD,
        stroke_width=side * 0.05,
        dash=f"{stitch:g} {gap:g}",
        cap="butt",
        opacity=0.9,
    )
    drawing.path(_lines(outline, side, 0), stroke=hem, stroke_width=max(1.2, side * 0.08))


def _edges(cells: Iterable[Cell]) -> tuple[Edges, Edges]:
    """Return the edges between two cells and those around the outside: x, y, dx, dy in cells."""
    known = set(cells)
    seams: Edges = []
    outline: Edges = []
    for row, column in sorted(known):
        for neighbor, edge in (
            ((row - 1, column), (column, row, 1, 0)),
            ((row, column - 1), (column, row, 0, 1)),
            ((row + 1, column), (column, row + 1, 1, 0)),
            ((row, column + 1), (column + 1, row, 0, 1)),
        ):
            if neighbor not in known:
                outline.append(edge)
            elif neighbor < (row, column):  # every seam once
                seams.append(edge)
    return seams, outline


def _lines(edges: Edges, side: float, cut: float) -> str:
    """Return edges as path data, each shortened by ``cut`` at both ends."""
    return "".join(
        f"M{x * side + cut * dx:g} {y * side + cut * dy:g}"
        f"l{(side - 2 * cut) * dx:g} {(side - 2 * cut) * dy:g}"
        for x, y, dx, dy in edges
    )


def quilt(drawing: Drawing, covered: Iterable[int], side: float, player: int) -> None:
    """Draw a quilt board from the origin, its covered squares in the cloth of ``player``."""
    width = rules.SIDE * side
    drawing.rect(0, 0, width, width, fill="#ffffff")
    steps = [i * side for i in range(1, rules.SIDE)]
    grid = "".join(f"M{step:g} 0v{width:g}M0 {step:g}h{width:g}" for step in steps)
    drawing.path(grid, stroke=FAINT)
    drawing.rect(0, 0, width, width, stroke=MUTED, stroke_width=1.5)
    cells = [divmod(square, rules.SIDE) for square in sorted(covered)]
    dyes = _dyes(player)
    colors = {cell: dyes[_ring(player, cell) % len(dyes)] for cell in cells}
    if colors:
        cloth(drawing, colors, side, blend(PLAYER_COLORS[player], INK, 0.6))
        with drawing.group(scale=side / _PRINT_SIDE):
            _draw_prints(drawing, colors, player)


def _dyes(player: int) -> tuple[str, str, str]:
    """Return the plain, the light and the dark shade of a player's cloth."""
    color = PLAYER_COLORS[player]
    return color, blend(color, "#ffffff", 0.3), blend(color, INK, 0.22)


def _ring(player: int, cell: Cell) -> int:
    """Return the number of the ring a square is in: diamonds for player 0, frames for 1.

    The rings give the cloth its pattern, which tells the players apart without color.
    """
    center = rules.SIDE // 2
    down, across = abs(cell[0] - center), abs(cell[1] - center)
    return down + across if player == 0 else max(down, across)


def _draw_prints(drawing: Drawing, colors: Mapping[Cell, str], player: int) -> None:
    """Print flowers on the light squares and stripes on the dark ones."""
    _, light, dark = _dyes(player)
    side = _PRINT_SIDE
    for dye, shift, figure, color, width in (
        (light, side // 2, _FLOWER, blend(light, "#ffffff", 0.75), 5),
        (dark, 0, _STRIPES[player], blend(dark, "#ffffff", 0.35), 1.2),
    ):
        places = [cell for cell, own in colors.items() if own == dye]
        data = "".join(f"M{c * side + shift} {r * side + shift}{figure}" for r, c in places)
        if data:
            drawing.path(data, stroke=color, stroke_width=width)


def patch_title(patch: int) -> str:
    """Return the number and the prices of a patch in words."""
    price = rules.PATCHES[patch]
    return f"patch {patch}: {price.buttons} buttons, {price.time} time, income {price.income}"


def patch_cells(patch: int) -> list[Cell]:
    """Return the squares of a patch as printed, row by row."""
    return [
        (row, column)
        for row, letters in enumerate(rules.PATCHES[patch].shape)
        for column, letter in enumerate(letters)
        if letter == "#"
    ]


def patch_size(patch: int) -> tuple[int, int]:
    """Return height and width of a patch as printed, in squares."""
    shape = rules.PATCHES[patch].shape
    return len(shape), len(shape[0])


def patch(drawing: Drawing, x: float, y: float, number: int, side: float) -> None:
    """Draw a patch as printed, centered on (``x``, ``y``), with its income buttons sewn on."""
    height, width = patch_size(number)
    dye = _DYES[number % len(_DYES)]
    shades = dye, blend(dye, "#ffffff", 0.3)
    cells = patch_cells(number)
    colors = {(row, column): shades[(row + column) % 2] for row, column in cells}
    with drawing.group(x - width * side / 2, y - height * side / 2, title=patch_title(number)):
        cloth(drawing, colors, side, blend(dye, INK, 0.6))
        income = rules.PATCHES[number].income
        for index in range(income):
            row, column = cells[(2 * index + 1) * len(cells) // (2 * income)]
            button(drawing, (column + 0.5) * side, (row + 0.5) * side, side * 0.3)


def special_patch(drawing: Drawing, x: float, y: float, side: float, title: str) -> None:
    """Draw a single square of cloth, centered on (``x``, ``y``)."""
    with drawing.group(x - side / 2, y - side / 2, title=title):
        drawing.rect(0, 0, side, side, fill="#8a5a3c", stroke=INK, stroke_width=1)
        inset, inner = side * 0.18, side * 0.64
        drawing.rect(inset, inset, inner, inner, stroke=THREAD, stroke_width=1, dash="2 1.4")


def button(drawing: Drawing, x: float, y: float, radius: float, title: str = "") -> None:
    """Draw a pearl button with four holes."""
    drawing.circle(x, y, radius, fill=PEARL, stroke=INK, stroke_width=radius * 0.16, title=title)
    drawing.circle(x, y, radius * 0.7, stroke=MUTED, stroke_width=radius * 0.08)
    off = radius * 0.24
    holes = (f"M{x + dx * off:.2f} {y + dy * off:.2f}h.01" for dx in (-1, 1) for dy in (-1, 1))
    drawing.path("".join(holes), stroke=INK, stroke_width=radius * 0.29)


def hourglass(drawing: Drawing, x: float, y: float, height: float) -> None:
    """Draw an hourglass around (``x``, ``y``)."""
    half, width = height / 2, height * 0.34
    glass = [(-width, -half), (width, -half), (-width, half), (width, half)]
    sand = [(-width * 0.7, half), (width * 0.7, half), (0, half * 0.35)]
    with drawing.group(x, y):
        drawing.polygon(glass, fill=PEARL, stroke=INK, stroke_width=height * 0.07)
        drawing.polygon(sand, fill=INK)
        ends = f"M{-width:g} {-half:g}h{2 * width:g}M{-width:g} {half:g}h{2 * width:g}"
        drawing.path(ends, stroke=INK, stroke_width=height * 0.13)


def player_token(
    drawing: Drawing, x: float, y: float, radius: float, player: int, title: str = ""
) -> None:
    """Draw the round token of a player with its number."""
    color = PLAYER_COLORS[player]
    with drawing.group(x, y, title=title):
        drawing.circle(0, 0, radius, fill=color, stroke=INK, stroke_width=1.5)
        drawing.circle(
            0, 0, radius * 0.78, stroke=THREAD, stroke_width=radius * 0.09, dash="2.4 1.8"
        )
        size = radius * 1.15
        drawing.text(
            0, CAP_HEIGHT * size / 2, str(player), size, "middle", "bold", color=ink_on(color)
        )


def neutral_token(drawing: Drawing, x: float, y: float, height: float) -> None:
    """Draw the neutral token, a spool of thread, around (``x``, ``y``)."""
    half, width = height / 2, height * 0.32
    with drawing.group(x, y, title="neutral token"):
        drawing.rect(-width, -half * 0.75, 2 * width, half * 1.5, fill="#9aa0a8")
        for share in (-0.45, -0.15, 0.15, 0.45):
            drawing.line(-width, half * (share + 0.1), width, half * (share - 0.1), stroke=INK)
        for end in (-half, half * 0.7):
            drawing.rect(
                -width * 1.35, end, width * 2.7, half * 0.3, half * 0.1, fill="#c9a066", stroke=INK
            )
