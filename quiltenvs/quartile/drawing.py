"""A Quartile position as a picture: the used part of the table left, the players right.

Below the players lie the quarry, one small tile for each that is left, and the discards.
"""

import textwrap
from collections.abc import Iterator
from typing import NamedTuple

from quiltenvs.core.drawing import (
    CAP_HEIGHT,
    FAINT,
    INK,
    MUTED,
    PLAYER_COLORS,
    Drawing,
    Point,
    blend,
    ink_on,
    text_width,
)
from quiltenvs.core.game import State
from quiltenvs.quartile import facts, rules, wood
from quiltenvs.quartile.facts import NOBODY, START, Cell
from quiltenvs.quartile.state import NONE

# Lengths and places in user units; x and y are those of the left and the upper edge.
WIDTH, HEIGHT = 1000, 700
MARGIN = 20
TOP = 70
TABLE_WIDTH, TABLE_HEIGHT = 590, HEIGHT - MARGIN - TOP
RULER = 24  # left of and above the cells, for their numbers
MAX_CELL = 84
PANEL_X = MARGIN + TABLE_WIDTH + 14
PANEL_WIDTH, PANEL_HEIGHT = WIDTH - MARGIN - PANEL_X, 78
PANEL_STEP = PANEL_HEIGHT + 8
HAND_X, HAND_WIDTH = PANEL_X + 106, PANEL_WIDTH - 114
MAX_TILE, TILE_GAP = 56, 6
FELT, SHELF = "#eef1ea", "#f5f2ea"
MINUS = "\u2212"


def draw(state: State) -> str:
    """Return the position as an SVG document, 1000 x 700 units."""
    headline = facts.headline(state)
    drawing = Drawing(WIDTH, HEIGHT, title=f"Quartile: {headline}")
    _draw_header(drawing, state, headline)
    _draw_table(drawing, state)
    for player in range(facts.num_players(state)):
        _draw_panel(drawing, state, player)
    _draw_supply(drawing, state)
    return drawing.svg()


def _signed(text: str) -> str:
    """Return text with the minus sign, which is wider than a hyphen."""
    return text.replace("-", MINUS)


def _spotlight(state: State) -> str:
    """Return the color of the player to move, or of the winner; gray if the win is shared."""
    player = facts.player_to_move(state)
    if player != NOBODY:
        return PLAYER_COLORS[player]
    places = facts.places(state)
    return PLAYER_COLORS[places.index(1)] if places.count(1) == 1 else MUTED


def _draw_header(drawing: Drawing, state: State, headline: str) -> None:
    """Draw the title, what is to be done, the target and the options."""
    drawing.text(MARGIN, 44, "Quartile", 30, weight="bold")
    left = MARGIN + text_width("Quartile", 30, "bold") + 20
    color = _spotlight(state)
    size = min(18.0, 18 * 500 / text_width(headline, 18, "bold"))
    width = text_width(headline, size, "bold") + 36
    drawing.rect(left, 16, width, 36, radius=18, fill=color)
    middle = 34 + CAP_HEIGHT * size / 2
    drawing.text(left + width / 2, middle, headline, size, "middle", "bold", ink_on(color))
    notes = [note for note in (facts.target_line(state), *_options(state)) if note]
    for line, note in enumerate(notes):
        y = 38 - 7 * len(notes) + 14 * (line + 0.5)
        drawing.text(WIDTH - MARGIN, y, note, 11, "end", color=MUTED)


def _options(state: State) -> list[str]:
    """Return the options that are not the defaults and that nothing else in the picture shows."""
    options = facts.changed_options(state)
    words = [
        name if value is True else f"{name}_{value}"
        for name, value in options.items()
        if name not in ("num_players", "target")
    ]
    return [line.replace("_", " ") for line in textwrap.wrap(", ".join(words), 46)]


# --- the table ------------------------------------------------------------------------------


class _Grid(NamedTuple):
    """Where the cells of the table lie in the picture."""

    window: facts.Window
    cell: float
    """Side of a cell."""
    x: float
    y: float

    def corner(self, cell: Cell) -> tuple[float, float]:
        """Return the top left corner of a cell."""
        row, column = cell
        rows, columns = self.window
        return self.x + (column - columns[0]) * self.cell, self.y + (row - rows[0]) * self.cell


def grid(state: State) -> _Grid:
    """Return the cells in the middle of the table, as large as they fit."""
    window = facts.window(state)
    rows, columns = map(len, window)
    width, height = TABLE_WIDTH - RULER - 8, TABLE_HEIGHT - RULER - 8
    cell = min(width / columns, height / rows, MAX_CELL)
    x = MARGIN + RULER + (width - columns * cell) / 2
    y = TOP + RULER + (height - rows * cell) / 2
    return _Grid(window, cell, x, y)


def _draw_table(drawing: Drawing, state: State) -> None:
    """Draw the used part of the table: open cells, tiles, the last of them framed."""
    drawing.rect(MARGIN, TOP, TABLE_WIDTH, TABLE_HEIGHT, radius=10, fill=FELT, stroke=FAINT)
    cells = grid(state)
    _draw_rulers(drawing, cells)
    _draw_open_cells(drawing, state, cells)
    tiles = facts.placed(state)
    for tile in tiles:
        x, y = cells.corner(tile.cell)
        place = f"on {tile.cell[0]},{tile.cell[1]}"
        if tile.cell == START:
            code = facts.tile_code(state, tile.tile)
            wood.back(drawing, x, y, cells.cell, f"start tile, face down: {code}")
            continue
        pips = "".join(map(str, tile.pips))
        wood.tile(
            drawing,
            x,
            y,
            cells.cell,
            center=tile.center,
            pips=tile.pips,
            shade=tile.tile,
            title=f"tile {tile.center}:{pips} {place}",
        )
    if len(tiles) > 1:
        x, y = cells.corner(tiles[-1].cell)
        _frame(drawing, x, y, cells.cell, wood.LAST, "the tile placed last")


def _frame(drawing: Drawing, x: float, y: float, side: float, color: str, title: str) -> None:
    """Draw a frame around a tile."""
    pen = max(2.0, side * 0.07)
    inner = side - pen / 2
    drawing.rect(
        x + pen / 4,
        y + pen / 4,
        inner,
        inner,
        side * 0.08,
        stroke=color,
        stroke_width=pen,
        title=title,
    )


def _draw_rulers(drawing: Drawing, cells: _Grid) -> None:
    """Number rows and columns, as many as there is room for; the start tile has 0."""
    every = -(-20 // cells.cell)
    rows, columns = cells.window
    for row in rows:
        if row % every == 0:
            y = cells.corner((row, columns[0]))[1] + cells.cell / 2 + CAP_HEIGHT * 5.5
            drawing.text(cells.x - 7, y, _signed(str(row)), 11, "end", color=MUTED)
    for column in columns:
        if column % every == 0:
            x = cells.corner((rows[0], column))[0] + cells.cell / 2
            drawing.text(x, cells.y - 8, _signed(str(column)), 11, "middle", color=MUTED)


def _draw_open_cells(drawing: Drawing, state: State, cells: _Grid) -> None:
    """Mark the open cells faintly and those where the player to move can play."""
    playable = facts.playable_cells(state)
    color = _spotlight(state)
    inset, side = cells.cell * 0.09, cells.cell * 0.82
    corner = side * 0.12
    for cell in facts.open_cells(state):
        x, y = cells.corner(cell)
        x, y = x + inset, y + inset
        if cell in playable:
            drawing.rect(
                x,
                y,
                side,
                side,
                corner,
                fill=blend(color, "#ffffff", 0.75),
                stroke=color,
                stroke_width=max(1, cells.cell * 0.03),
                dash="4 3",
                title=f"playable: {cell[0]},{cell[1]}",
            )
        else:
            drawing.rect(x, y, side, side, corner, stroke="#d3d8cc")


# --- players --------------------------------------------------------------------------------


def _num_slots(state: State) -> int:
    return rules.MAX_HAND if state.visiting_quarry else rules.HAND_SIZE


def _tile_side(state: State) -> float:
    """Return the side of a tile in a hand."""
    slots = _num_slots(state)
    return min((HAND_WIDTH - TILE_GAP * (slots - 1)) / slots, MAX_TILE)


def _draw_panel(drawing: Drawing, state: State, player: int) -> None:
    """Draw name, role, score and hand of a player."""
    color, y = PLAYER_COLORS[player], TOP + player * PANEL_STEP
    is_lit = _is_lit(state, player)
    drawing.rect(
        PANEL_X,
        y,
        PANEL_WIDTH,
        PANEL_HEIGHT,
        radius=8,
        fill=blend(color, "#ffffff", 0.75 if is_lit else 0.93),
        stroke=color if is_lit else FAINT,
        stroke_width=2.5 if is_lit else 1.5,
    )
    drawing.circle(PANEL_X + 18, y + 16, 7, fill=color, stroke=INK)
    drawing.text(PANEL_X + 31, y + 21, f"player {player}", 14, weight="bold")
    drawing.text(PANEL_X + 11, y + 38, facts.role(state, player), 11)
    score = str(facts.scores(state)[player])
    drawing.text(PANEL_X + 11, y + 67, _signed(score), 24, weight="bold")
    side, step = _tile_side(state), HAND_WIDTH / _num_slots(state)
    top = y + (PANEL_HEIGHT - side) / 2 - 5
    for slot, held in enumerate(facts.hand(state, player)[: _num_slots(state)]):
        x = HAND_X + slot * step
        _draw_slot(drawing, state, x, top, f"player {player}, tile {slot + 1}", held)
        _write_slot(drawing, x + side / 2, top + side + 11, slot, held)


def _is_lit(state: State, player: int) -> bool:
    """Return whether a player is to move, or has won, alone or with others."""
    mover = facts.player_to_move(state)
    return mover == player if mover != NOBODY else facts.places(state)[player] == 1


def _draw_slot(
    drawing: Drawing, state: State, x: float, y: float, name: str, held: facts.HandTile
) -> None:
    """Draw the tile in a slot as it is turned, and what there is to know about it."""
    side = _tile_side(state)
    if held.tile == NONE:
        drawing.rect(x + 1, y + 1, side - 2, side - 2, side * 0.08, stroke="#b9b4a8", dash="4 4")
        return
    with drawing.group(opacity=0.6 if held.is_committed else 1):
        wood.tile(
            drawing,
            x,
            y,
            side,
            center=facts.center(state, held.tile),
            pips=facts.printed_pips(state, held.tile, held.rotation),
            shade=held.tile,
            title=f"{name}: {facts.tile_code(state, held.tile, held.rotation)}{_remarks(held)}",
        )
    if held.is_chosen:
        _frame(drawing, x, y, side, INK, f"{name}, chosen")


def _remarks(held: facts.HandTile) -> str:
    remarks = ("seen by all", held.is_shown), ("laid face down", held.is_committed)
    return "".join(f", {text}" for text, holds in remarks if holds)


def _write_slot(drawing: Drawing, x: float, y: float, slot: int, held: facts.HandTile) -> None:
    """Write the number of a slot, an eye if all have seen the tile, or that it lies face down."""
    text = f"{slot + 1} laid" if held.is_committed else str(slot + 1)
    shift = 8 if held.is_shown else 0
    drawing.text(x - shift, y, text, 9.5, "middle")
    if held.is_shown:
        wood.eye(drawing, x + 6, y - 3.5, 15)


# --- the other tiles ------------------------------------------------------------------------


def _draw_supply(drawing: Drawing, state: State) -> None:
    """Draw quarry and discards in what is left of the column."""
    y = TOP + facts.num_players(state) * PANEL_STEP
    height = HEIGHT - MARGIN - y
    half = PANEL_WIDTH / 2
    quarry, discards = facts.quarry(state), facts.discards(state)
    drawing.rect(PANEL_X, y, PANEL_WIDTH, height, radius=8, fill=SHELF)
    for x, text in (
        (PANEL_X + 12, f"quarry {len(quarry)}"),
        (PANEL_X + half + 6, f"discards {len(discards)}"),
    ):
        drawing.text(x, y + 18, text, 13)
    room = (half - 18, height - 34)
    side, corners = _pack(len(quarry), *room, 30)
    with drawing.group(PANEL_X + 12, y + 26, title=f"quarry of {len(quarry)} tiles"):
        wood.backs(drawing, list(corners), side)
    side, corners = _pack(len(discards), *room, 60)
    with drawing.group(PANEL_X + half + 6, y + 26):
        for tile, (left, top) in zip(discards, corners, strict=True):
            wood.tile(
                drawing,
                left,
                top,
                side * 0.94,
                center=facts.center(state, tile),
                pips=facts.printed_pips(state, tile),
                shade=tile,
                title=f"discarded: {facts.tile_code(state, tile)}",
            )


def _pack(count: int, width: float, height: float, largest: float) -> tuple[float, Iterator[Point]]:
    """Return the side of ``count`` equal squares that fit into a rectangle, and their corners."""
    columns, side = 1, 0.0
    for wanted in range(1, count + 1):
        found = min(width / wanted, height / -(-count // wanted), largest)
        if found > side:
            columns, side = wanted, found
    columns = max(columns, int(width // side)) if side else columns
    return side, ((i % columns * side, i // columns * side) for i in range(count))
