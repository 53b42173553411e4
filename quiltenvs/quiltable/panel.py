"""What belongs to one player, or to the Quilting Master, in a picture of Quiltable."""

import math
from collections.abc import Iterator

from quiltenvs.core.drawing import (
    CAP_HEIGHT,
    FAINT,
    INK,
    MUTED,
    PLAYER_COLORS,
    Drawing,
    Point,
    blend,
    text_width,
)
from quiltenvs.core.game import State
from quiltenvs.quiltable import blocks, facts
from quiltenvs.quiltable.config import RACE
from quiltenvs.quiltable.facts import COLUMNS, NOBODY
from quiltenvs.quiltable.state import ACTION, KEEP, NONE

# Lengths and places in the panel's own units.
WIDTH, HEIGHT = 400, 224
RACE_WIDTH = 190  # without patterns
QUILT_X, QUILT_Y, QUILT_SIDE = 26, 64, 148
CARDS_X, CARDS_Y = 188, 54
CARDS_WIDTH, CARDS_HEIGHT = WIDTH - CARDS_X - 10, HEIGHT - CARDS_Y - 12
_MAX_CARD, _CARD_GAP = 66, 0.06  # the gap is a share of the side
_ASSISTANT_HEIGHT = 24
FREE = "#f6f2e8"
MASTER_COLOR = "#6f2c5b"


def draw_panel(drawing: Drawing, state: State, player: int) -> None:
    """Draw name, role, score, quilt, assistant and patterns of a player from the origin."""
    color = PLAYER_COLORS[player]
    width = panel_width(state)
    _draw_frame(drawing, color, width, is_lit(state, player))
    points, role = str(facts.scores(state)[player]), facts.role(state, player)
    _draw_name(drawing, color, width, (f"player {player}", role, points))
    drawing.text(12, 44, _parts(state, player), 10.5, color=MUTED)
    _draw_quilt(drawing, state, player)
    top = CARDS_Y
    if state.assistant[player] != NONE:
        name = facts.assistant_name(int(state.assistant[player]))
        assistant(drawing, CARDS_X, top, name, f"of player {player}")
        top += _ASSISTANT_HEIGHT
    _draw_cards(drawing, state, player, top)


def panel_width(state: State) -> int:
    """Return the width of a panel: in the Symmetrical Race there are no patterns."""
    return RACE_WIDTH if state.mode == RACE else WIDTH


def is_lit(state: State, player: int) -> bool:
    """Return whether a player is to move, or has won, alone or with others."""
    mover = facts.player_to_move(state)
    return mover == player if mover != NOBODY else facts.places(state)[player] == 1


def _draw_frame(drawing: Drawing, color: str, width: float, is_bright: bool) -> None:
    fill = blend(color, "#ffffff", 0.78 if is_bright else 0.94)
    edge, pen = (color, 2.5) if is_bright else (FAINT, 1.5)
    drawing.rect(0, 0, width, HEIGHT, 9, fill=fill, stroke=edge, stroke_width=pen)


def _draw_name(drawing: Drawing, color: str, width: float, words: tuple[str, str, str]) -> None:
    """Write a name, a role and points into the first line of a panel."""
    name, role, points = words
    drawing.circle(19, 18, 7, fill=color, stroke=INK)
    drawing.text(32, 23, name, 15, weight="bold")
    drawing.text(42 + text_width(name, 15, "bold"), 23, role, 12)
    drawing.text(width - 12, 26, points, 23, "end", "bold")


def _parts(state: State, player: int) -> str:
    """Return what a player's points are for."""
    parts = facts.points(state, player).items()
    return " + ".join(f"{name} {points}" for name, points in parts)


def assistant(drawing: Drawing, x: float, y: float, name: str, owner: str) -> None:
    """Draw the side in sight of an assistant card, with its name."""
    words = facts.name_words(name)
    with drawing.group(x, y, title=f"{name} {owner}"):
        width = text_width(words, 11, "bold") + 30
        drawing.rect(0, 0, width, 19, 9.5, fill=blocks.CARD, stroke=blocks.CARD_EDGE)
        drawing.circle(11, 6.5, 3, fill=MASTER_COLOR)
        drawing.path("M5 15.5a6 6 0 0 1 12 0z", fill=MASTER_COLOR)
        drawing.text(22, 9.5 + CAP_HEIGHT * 5.5, words, 11, weight="bold")


# --- quilt ----------------------------------------------------------------------------------


def cell_side(state: State) -> float:
    """Return the side of a block of a quilt."""
    return QUILT_SIDE / facts.frame_side(state)


def _draw_quilt(drawing: Drawing, state: State, player: int) -> None:
    """Draw a quilt in its frame, and the blocks that are picked or can be."""
    side, quilt = cell_side(state), facts.quilt(state, player)
    span = range(facts.frame_side(state))
    for place in span:
        middle = side * (place + 0.5)
        drawing.text(QUILT_X + middle, QUILT_Y - 4, COLUMNS[place], 9, "middle", color=MUTED)
        drawing.text(QUILT_X - 5, QUILT_Y + middle + 3, str(place + 1), 9, "end", color=MUTED)
    with drawing.group(QUILT_X, QUILT_Y, title=f"quilt of player {player}"):
        drawing.rect(-1.5, -1.5, QUILT_SIDE + 3, QUILT_SIDE + 3, 4, fill=FREE, stroke=FAINT)
        drawing.path(_lines(span, side), stroke=FAINT)
        for (row, column), card in quilt.items():
            name = facts.cell_name((row, column))
            title = f"{name}: {blocks.words(card)}"
            blocks.block(drawing, side * column, side * row, side, card, title)
        if facts.player_to_move(state) == player:
            _draw_marks(drawing, state, player, side)


def _lines(span: range, side: float) -> str:
    """Return the lines between the cells of a frame."""
    lines = (f"M{side * place:g} 0V{QUILT_SIDE}M0 {side * place:g}H{QUILT_SIDE}" for place in span)
    return "".join(list(lines)[1:])


def _draw_marks(drawing: Drawing, state: State, player: int, side: float) -> None:
    """Mark the blocks of the quilt that are picked, and those that can be now."""
    color = PLAYER_COLORS[player]
    cells = [] if state.phase == ACTION else facts.returnable_cells(state, player)
    for row, column in cells:
        title = f"can be picked: {facts.cell_name((row, column))}"
        blocks.mark(drawing, side * column, side * row, side, color, title)
    for row, column in facts.picked_in_quilt(state, player):
        title = f"picked: {facts.cell_name((row, column))}"
        blocks.frame(drawing, side * column, side * row, side, color, title)


# --- cards ----------------------------------------------------------------------------------


def _draw_cards(drawing: Drawing, state: State, player: int, top: float) -> None:
    """Draw the patterns of a player; in Quick Start those of which it keeps one."""
    height = CARDS_HEIGHT - (top - CARDS_Y)
    cards: list[tuple[int, int]] = list(facts.patterns(state, player))
    remark = ""
    if state.phase == KEEP and not cards:
        cards = [(card, 0) for card in sorted(facts.piles(state, 0)[player])]
        remark = ", to keep one"
    side, corners = pack(len(cards), CARDS_WIDTH, height, _MAX_CARD)
    for (card, count), (x, y) in zip(cards, corners, strict=True):
        done = f", completed {count}x" if count else ""
        title = f"{blocks.pattern_title(card)}{done}{remark}"
        inner = side * (1 - _CARD_GAP)
        blocks.pattern(drawing, CARDS_X + x, top + y, inner, card, count, title)


def pack(count: int, width: float, height: float, largest: float) -> tuple[float, Iterator[Point]]:
    """Return the side of ``count`` equal squares that fit into a rectangle, and their corners."""
    columns, side = 1, 0.0
    for wanted in range(1, count + 1):
        found = min(width / wanted, height / math.ceil(count / wanted), largest)
        if found > side:
            columns, side = wanted, found
    columns = max(columns, int(width // side)) if side else columns
    return side, ((i % columns * side, i // columns * side) for i in range(count))


# --- Quilting Master ------------------------------------------------------------------------


def draw_master(drawing: Drawing, state: State) -> None:
    """Draw the panel of the Quilting Master from the origin: its points and its stack."""
    master = facts.read_master(state)
    mover = facts.player_to_move(state)
    _draw_frame(drawing, MASTER_COLOR, WIDTH, mover == NOBODY and facts.places(state) != [1])
    name = f"Quilting Master {facts.name_words(master.name)}"
    _draw_name(drawing, MASTER_COLOR, WIDTH, (name, "", str(master.points)))
    count = f"takes {master.num_blocks} block{'s' * (master.num_blocks != 1)} a turn"
    drawing.text(12, 44, f"{count}, has {len(master.stack)}", 10.5, color=MUTED)
    width, height = WIDTH - 24, HEIGHT - CARDS_Y - 12
    side, corners = pack(len(master.stack), width, height, _MAX_CARD)
    for card, (x, y) in zip(master.stack, corners, strict=True):
        inner, title = (
            side * (1 - _CARD_GAP),
            f"{blocks.pattern_title(card)}, of the master",
        )
        blocks.pattern(drawing, 12 + x, CARDS_Y + y, inner, card, 0, title)
