"""A Quiltable position as a picture: Pattern Areas left, the players right.

Below the areas lies what is on its way or belongs to nobody. A panel is drawn in ``panel.py``, the
cards in ``blocks.py``.
"""

import math
import textwrap
from typing import NamedTuple

from quiltenvs.core.drawing import (
    CAP_HEIGHT,
    FAINT,
    INK,
    MUTED,
    PLAYER_COLORS,
    Drawing,
    blend,
    ink_on,
    text_width,
)
from quiltenvs.core.game import State
from quiltenvs.quiltable import blocks, facts, panel, rules
from quiltenvs.quiltable.facts import COLUMNS, NOBODY, Cell
from quiltenvs.quiltable.state import ACTION, KEEP, NONE

# Lengths and places in user units; x and y are those of the left and the upper edge.
MARGIN, GAP, TOP = 20, 12, 68
RULER, AREA_HEAD = 18, 28  # left of the cells, for the numbers of the rows; above them
TABLE_HEIGHT = 132  # at least, below the areas
MAX_SCALE = 1.5  # of a panel
HAND_SIDE = 46
KEY_HEIGHT = 176  # of the names of the types, where there is room for them
FELT, RING, INNER = "#f1efe6", "#faf8f1", "#e4dfd0"


class Frame(NamedTuple):
    """Where everything goes, by areas and players."""

    width: float
    height: float
    cell: float
    """Side of a cell of an area."""
    areas: tuple[tuple[float, float], ...]
    """Top left corner of each area."""
    area_width: float
    table_y: float
    panels: tuple[tuple[float, float], ...]
    """Of the players, and behind them of the Quilting Master."""
    scale: float
    """Of the panels."""


def _cell_side(num_players: int, num_areas: int, side: int) -> float:
    """Return the side of a cell of an area."""
    if num_areas > 1:
        return 50 if num_players <= 6 else 60  # beside three or four rows of panels
    if side == rules.RACE_SIDE:
        return 42
    return 64 if num_players <= rules.MAX_PLAYERS_OF_ONE_COPY else 80


def frame(state: State) -> Frame:
    """Return the places: panels one below the other, of three players and more in two columns."""
    num_players, num_areas = facts.num_players(state), len(facts.area_numbers(state))
    side, panel_width = facts.area_side(state), panel.panel_width(state)
    cell = _cell_side(num_players, num_areas, side)
    area_width, area_height = RULER + cell * side + 8, AREA_HEAD + cell * side + 8
    table_y = TOP + num_areas * (area_height + GAP)
    num_panels = max(2, num_players)
    columns = 1 if num_panels == 2 else 2
    rows = math.ceil(num_panels / columns)
    height = max(table_y + TABLE_HEIGHT - TOP, rows * panel.HEIGHT + (rows - 1) * GAP)
    scale = min(MAX_SCALE, (height - (rows - 1) * GAP) / rows / panel.HEIGHT)
    left = MARGIN + area_width + GAP
    panels = tuple(
        (
            left + place // rows * (panel_width * scale + GAP),
            TOP + place % rows * (panel.HEIGHT * scale + GAP),
        )
        for place in range(num_panels)
    )
    width = left + columns * (panel_width * scale + GAP) - GAP + MARGIN
    corners = tuple((MARGIN, TOP + i * (area_height + GAP)) for i in range(num_areas))
    return Frame(
        round(width),
        TOP + height + MARGIN,
        cell,
        corners,
        area_width,
        table_y,
        panels,
        scale,
    )


def draw(state: State) -> str:
    """Return the position as an SVG document, about 960 x 650 units for two players."""
    headline = facts.headline(state)
    num_players, where = facts.num_players(state), frame(state)
    drawing = Drawing(where.width, where.height, title=f"Quiltable: {headline}")
    _draw_header(drawing, state, headline)
    for area, (x, y) in enumerate(where.areas):
        with drawing.group(x, y, title=f"area {area + 1}"):
            _draw_area(drawing, state, area, where)
    with drawing.group(MARGIN, where.table_y, title="table"):
        _draw_table(drawing, state, where)
    for player, (x, y) in enumerate(where.panels[:num_players]):
        with drawing.group(x, y, where.scale, title=f"player {player}"):
            panel.draw_panel(drawing, state, player)
    if num_players == 1:
        with drawing.group(*where.panels[1], where.scale, title="Quilting Master"):
            panel.draw_master(drawing, state)
    return drawing.svg()


def _spotlight(state: State) -> str:
    """Return the color of the player to move, or of the winner; gray if there is not one."""
    player = facts.player_to_move(state)
    if player == NOBODY:
        places = facts.places(state)
        player = places.index(1) if places.count(1) == 1 else NOBODY
    return MUTED if player == NOBODY else PLAYER_COLORS[player]


def _draw_header(drawing: Drawing, state: State, headline: str) -> None:
    """Draw the title, what is to be done, and what ends the game or is not the default."""
    drawing.text(MARGIN, 44, "Quiltable", 30, weight="bold")
    left = MARGIN + text_width("Quiltable", 30, "bold") + 20
    color = _spotlight(state)
    size = min(18.0, 18 * 460 / text_width(headline, 18, "bold"))
    width = text_width(headline, size, "bold") + 36
    drawing.rect(left, 16, width, 36, radius=18, fill=color)
    middle = 34 + CAP_HEIGHT * size / 2
    drawing.text(left + width / 2, middle, headline, size, "middle", "bold", ink_on(color))
    room = drawing.width - MARGIN - left - width - 20
    for line, note in enumerate(_notes(state, room)):
        drawing.text(drawing.width - MARGIN, 22 + 14 * line, note, 11, "end", color=MUTED)


def _notes(state: State, width: float) -> list[str]:
    """Return the options that are not the defaults and that nothing else in the picture shows."""
    words = [
        name if value is True else f"{name} {value}"
        for name, value in facts.changed_options(state).items()
        if name not in ("num_players", "quilting_master")
        and not (name == "assistants" and value != "random")
    ]
    text = ", ".join(words).replace("_", " ")
    return textwrap.wrap(text, max(20, int(width / 6)))[:3]


# --- areas ----------------------------------------------------------------------------------


def _draw_area(drawing: Drawing, state: State, area: int, where: Frame) -> None:
    """Draw a Pattern Area from the origin: who plays there, its cells, piles and blocks."""
    side = facts.area_side(state)
    height = AREA_HEAD + where.cell * side + 8
    drawing.rect(0, 0, where.area_width, height, 10, fill=FELT, stroke=FAINT)
    _draw_area_head(drawing, state, area, where)
    with drawing.group(RULER, AREA_HEAD):
        for place in range(side):
            middle = where.cell * (place + 0.5)
            drawing.text(middle, -3, COLUMNS[place], 10, "middle", color=MUTED)
            drawing.text(-5, middle + 3.5, str(place + 1), 10, "end", color=MUTED)
        _draw_cells(drawing, state, area, where.cell)
        _draw_piles(drawing, state, area, where.cell)
        for cell, card in facts.area_blocks(state, area).items():
            x, y = _corner(cell, where.cell)
            title = f"{facts.cell_name(cell)}: {blocks.words(card)}"
            blocks.block(drawing, x, y, where.cell, card, title)
        if facts.num_players(state) == 1:
            _draw_master_marker(drawing, state, where.cell)
        _draw_marks(drawing, state, area, where.cell)


def _corner(cell: Cell, side: float) -> tuple[float, float]:
    """Return the top left corner of a cell."""
    return cell[1] * side, cell[0] * side


def _draw_area_head(drawing: Drawing, state: State, area: int, where: Frame) -> None:
    """Write whose turn goes on in an area."""
    number = f" {area + 1}" if len(facts.area_numbers(state)) > 1 else ""
    drawing.text(8, 14, f"Pattern Area{number}", 11, weight="bold")
    for turn in facts.turns(state):
        if turn.area == area:
            right, color = where.area_width - 12, PLAYER_COLORS[turn.player]
            drawing.circle(right, 10, 5, fill=color, stroke=INK)
            drawing.text(right - 10, 14, _turn_words(turn), 10, "end", color=MUTED)


def _turn_words(turn: facts.Turn) -> str:
    """Return whose turn it is, and what is left of it."""
    left = turn.actions_left
    text = f"turn of player {turn.player}, {left} action{'s' * (left != 1)} left"
    text += f", assistant used {turn.num_uses}\u00d7" if turn.num_uses else ""
    return text + ", has traded" * turn.has_traded


def _draw_cells(drawing: Drawing, state: State, area: int, cell: float) -> None:
    """Draw the empty cells, those of the inner 4x4 darker."""
    side = facts.area_side(state)
    taken, inner = set(facts.area_blocks(state, area)), set(facts.inner_cells(state))
    for row in range(side):
        for column in range(side):
            if (row, column) not in taken:
                x, y = _corner((row, column), cell)
                fill = INNER if (row, column) in inner else RING
                drawing.rect(x + 1.5, y + 1.5, cell - 3, cell - 3, 4, fill=fill)


def _draw_piles(drawing: Drawing, state: State, area: int, cell: float) -> None:
    """Draw the piles; while cards are kept in Quick Start they lie face down."""
    for number, cards in enumerate(facts.piles(state, area), 1):
        if not cards:
            continue
        x, y = _corner(facts.pile_cells(state)[number - 1], cell)
        title = f"pile {number}, {len(cards)} cards"
        if state.phase == KEEP:
            blocks.back(drawing, x, y, cell, str(len(cards)), title)
        else:
            blocks.pile(drawing, x + 1, y + 1, cell - 2, cards, title)


def _draw_master_marker(drawing: Drawing, state: State, side: float) -> None:
    """Mark the block that the Quilting Master takes next."""
    master = facts.read_master(state)
    if master.cell is None:
        return
    x, y = _corner(master.cell, side)
    title = f"the Quilting Master begins on {facts.cell_name(master.cell)}"
    blocks.frame(drawing, x, y, side, panel.MASTER_COLOR, title)
    drawing.circle(x + 13, y + 13, 11, fill=panel.MASTER_COLOR, stroke="#ffffff", stroke_width=2)
    drawing.text(x + 13, y + 13 + CAP_HEIGHT * 7, "M", 14, "middle", "bold", "#ffffff")


def _draw_marks(drawing: Drawing, state: State, area: int, side: float) -> None:
    """Mark the picked blocks, and within an action the cells to be picked or laid on."""
    color = _spotlight(state)
    for cell in facts.layable_cells(state, area):
        x, y = _corner(cell, side)
        inner, light = side - 3, blend(color, "#ffffff", 0.75)
        drawing.rect(x + 1.5, y + 1.5, inner, inner, 4, fill=light)
        blocks.mark(drawing, x, y, side, color, f"open: {facts.cell_name(cell)}")
    for cell in [] if state.phase == ACTION else facts.choosable_cells(state, area):
        x, y = _corner(cell, side)
        blocks.mark(drawing, x, y, side, color, f"can be picked: {facts.cell_name(cell)}")
    for cell in facts.picked_in_area(state, area):
        x, y = _corner(cell, side)
        blocks.frame(drawing, x, y, side, color, f"picked: {facts.cell_name(cell)}")


# --- what lies beside the areas -------------------------------------------------------------


def _draw_table(drawing: Drawing, state: State, where: Frame) -> None:
    """Draw the cards on their way, the assistant in the center, and what else there is to know."""
    height = where.height - MARGIN - where.table_y
    drawing.rect(0, 0, where.area_width, height, 10, fill=FELT, stroke=FAINT)
    _draw_hand(drawing, state)
    y = HAND_SIDE + 34.0
    if state.center != NONE:
        drawing.text(12, y, "center", 11, weight="bold")
        name = facts.assistant_name(int(state.center))
        panel.assistant(drawing, 62, y - 13.5, name, "in the center")
        y += 22
    for line in _remarks(state):
        drawing.text(12, y, line, 11, color=MUTED)
        y += 16
    if state.patches:
        _draw_patch_key(drawing, where.area_width - 84, 10)
    if height >= TABLE_HEIGHT + KEY_HEIGHT:
        _draw_type_key(drawing, where.area_width, height - KEY_HEIGHT)


def _remarks(state: State) -> list[str]:
    """Return who has triggered the end, and which cards are nowhere in the picture."""
    discards, removed = len(facts.discards(state)), len(facts.removed(state))
    lines = [facts.end_line(state)]
    lines.append(f"not in the game: {removed} cards" if removed else "all cards are in the game")
    lines.append(f"donated out of the game: {discards}" if discards else "")
    return [line for line in lines if line]


def _draw_hand(drawing: Drawing, state: State) -> None:
    """Draw the cards on their way, the next one framed."""
    hand = facts.hand(state)
    drawing.text(12, 32, "hand", 11, weight="bold")
    if not hand:
        drawing.text(52, 32, "no card on its way", 11, color=MUTED)
    for place, card in enumerate(hand):
        x = 52 + place * (HAND_SIDE + 4)
        title = f"hand {place + 1}: {blocks.words(card)}"
        blocks.block(drawing, x, 10, HAND_SIDE, card, title)
        if place == 0:
            blocks.frame(drawing, x, 10, HAND_SIDE, _spotlight(state), "the next card")


def _draw_patch_key(drawing: Drawing, x: float, y: float) -> None:
    """Draw what the patches are called."""
    for color, name in enumerate(rules.PATCH_COLORS):
        middle = y + 10 + 17 * color
        with drawing.group(x, middle, 0.6):
            blocks.patch(drawing, 0, 0, color)
        drawing.text(x + 14, middle + CAP_HEIGHT * 5.5, name, 11)


def _draw_type_key(drawing: Drawing, width: float, y: float) -> None:
    """Draw what the types are called, in two columns."""
    for kind, name in enumerate(rules.TYPES):
        column, row = divmod(kind, rules.NUM_TYPES // 2)
        x, top = 12 + column * (width - 12) / 2, y + 40 * row
        blocks.swatch(drawing, x, top, 34, kind, f"key: {name}")
        drawing.text(x + 44, top + 17 + CAP_HEIGHT * 6, name, 12)
