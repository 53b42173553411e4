"""A Calico position as a picture: the quilts of all players around market and cats.

Here are the boards and where everything goes; the cards around them are in ``cards.py``.
"""

from typing import NamedTuple

from quiltenvs.calico import cards, fabric, facts, rules
from quiltenvs.calico.facts import COLUMNS, NOBODY, ROWS
from quiltenvs.calico.quilt import CELLS, SPOT_CELLS, Cell
from quiltenvs.calico.scoring import score
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

# Lengths and places in user units; x and y are those of the left and the upper edge.
MARGIN, GAP, SLIT, TOP = 24, 16, 8, 66
HEX = 28  # radius of a hexagon on the boards
STEP, ROW_STEP = fabric.WIDE * HEX, 1.5 * HEX
QUILT_X, QUILT_Y = 24, 22  # of the hexagons on their board
BOARD_WIDTH = round(QUILT_X + (rules.SIDE + 0.5) * STEP + 10)
BOARD_HEIGHT = round(QUILT_Y + (rules.SIDE - 1) * ROW_STEP + 2 * HEX + 10)
HEAD_HEIGHT = 54
SIDE_WIDTH = 150  # of the cards beside a board

_TALL_HEIGHT = HEAD_HEIGHT + BOARD_HEIGHT + cards.HAND_HEIGHT + cards.GOAL_HEIGHT + 3 * SLIT
_WIDE_WIDTH = BOARD_WIDTH + SLIT + SIDE_WIDTH
_WIDE_HEIGHT = HEAD_HEIGHT + SLIT + BOARD_HEIGHT

_BOARD_COLORS = ("#b7cfe6", "#bfdcbb", "#d6c6e6", "#f3e3a6")  # in the order of BOARD_NAMES
SPACE = "#faf7ef"


class Frame(NamedTuple):
    """Where everything goes, by the number of players."""

    width: int
    height: int
    players: tuple[tuple[int, int], ...]
    table: tuple[int, int]
    table_height: int
    is_wide: bool
    """Whether a player's cards stand beside the board, not below it."""


def frame(players: int) -> Frame:
    """Return the places for a table of ``players``: up to three side by side, four in a square."""
    is_wide = players == rules.MAX_PLAYERS
    width, height = (_WIDE_WIDTH, _WIDE_HEIGHT) if is_wide else (BOARD_WIDTH, _TALL_HEIGHT)
    table = MARGIN + width + GAP
    right, below = table + cards.TABLE_WIDTH + GAP, TOP + height + GAP
    places = [(MARGIN, TOP), (right, TOP)]
    places += [(MARGIN, below), (right, below)] if is_wide else [(right + width + GAP, TOP)]
    places = places[:players]
    far_right = max(x + width for x, _ in places)
    far_right = max(far_right, table + cards.TABLE_WIDTH)
    bottom = max(y + height for _, y in places)
    return Frame(
        far_right + MARGIN, bottom + MARGIN, tuple(places), (table, TOP), bottom - TOP, is_wide
    )


def draw(state: State) -> str:
    """Return the position as an SVG document, 1080 x 664 units for two players."""
    headline = facts.headline(state)
    where = frame(facts.num_players(state))
    drawing = Drawing(where.width, where.height, title=f"Calico: {headline}")
    _draw_header(drawing, state, headline)
    for player, (x, y) in enumerate(where.players):
        with drawing.group(x, y, title=f"player {player}"):
            _draw_player(drawing, state, player, where.is_wide)
    with drawing.group(*where.table, title="table"):
        cards.table(drawing, state, where.table_height, _spotlight(state))
    return drawing.svg()


def _spotlight(state: State) -> str:
    """Return the color of the player to move, or of the winner; gray if there is not one."""
    player = facts.player_to_move(state)
    if player == NOBODY:
        standing = facts.places(state)
        player = standing.index(1) if standing.count(1) == 1 else NOBODY
    return MUTED if player == NOBODY else PLAYER_COLORS[player]


def _draw_header(drawing: Drawing, state: State, headline: str) -> None:
    """Draw the title and what is to be done."""
    drawing.text(MARGIN, 42, "Calico", 30, weight="bold")
    color = _spotlight(state)
    half, middle = text_width(headline, 18, "bold") / 2 + 18, drawing.width / 2
    if facts.num_players(state) == 1:  # the title would be in the way
        middle = drawing.width - MARGIN - half
    drawing.rect(middle - half, 16, 2 * half, 34, radius=17, fill=color)
    drawing.text(middle, 39, headline, 18, "middle", "bold", ink_on(color))


# --- players --------------------------------------------------------------------------------


def _draw_player(drawing: Drawing, state: State, player: int, is_wide: bool) -> None:
    """Draw all that belongs to one player from the origin."""
    _draw_head(drawing, state, player, _WIDE_WIDTH if is_wide else BOARD_WIDTH)
    y = HEAD_HEIGHT + SLIT
    with drawing.group(0, y):
        _draw_board(drawing, state, player)
    if is_wide:
        with drawing.group(_WIDE_WIDTH - 90 - cards.TOKENS_WIDTH, 0):
            cards.tokens(drawing, state, player)
        with drawing.group(BOARD_WIDTH + SLIT, y):
            cards.hand(drawing, state, player, SIDE_WIDTH)
        with drawing.group(BOARD_WIDTH + SLIT, y + cards.HAND_HEIGHT + SLIT):
            height = BOARD_HEIGHT - cards.HAND_HEIGHT - SLIT
            cards.goals(drawing, state, player, SIDE_WIDTH, height)
        return
    y += BOARD_HEIGHT + SLIT
    with drawing.group(0, y):
        cards.hand(drawing, state, player, cards.HAND_WIDTH)
    with drawing.group(BOARD_WIDTH - cards.TOKENS_WIDTH, y + 9):
        cards.tokens(drawing, state, player)
    with drawing.group(0, y + cards.HAND_HEIGHT + SLIT):
        cards.goals(drawing, state, player, BOARD_WIDTH, cards.GOAL_HEIGHT)


def _draw_head(drawing: Drawing, state: State, player: int, width: float) -> None:
    """Draw the name of a player, its role and its score."""
    color, role = PLAYER_COLORS[player], _role(state, player)
    drawing.rect(
        0,
        0,
        width,
        HEAD_HEIGHT,
        radius=8,
        fill=blend(color, "#ffffff", 0.78 if role else 0.93),
        stroke=color if role else FAINT,
        stroke_width=2.5 if role else 1.5,
    )
    middle = HEAD_HEIGHT / 2
    drawing.circle(28, middle, 15, fill=color, stroke=INK, stroke_width=1.5)
    drawing.circle(28, middle, 11.7, stroke="#ffffff", stroke_width=1.4, dash="2.4 1.8")
    drawing.text(28, middle + 6, str(player), 17, "middle", "bold", ink_on(color))
    drawing.text(52, middle + (-2 if role else 5), f"player {player}", 15, weight="bold")
    drawing.text(52, middle + 16, role, 12)
    points = str(score(state, player))
    drawing.text(width - 40, middle + 2, points, 24, "middle", "bold")
    drawing.text(width - 40, middle + 18, "points", 11, "middle")


def _role(state: State, player: int) -> str:
    """Return in a word or two what the position means for a player; "" if nothing."""
    mover = facts.player_to_move(state)
    if mover != NOBODY:
        return "to move" if mover == player else ""
    standing = facts.places(state)
    if standing[player] != 1:
        return ""
    return "winner" if standing.count(1) == 1 else "shares the win"


# --- boards ---------------------------------------------------------------------------------


def center(cell: Cell) -> tuple[float, float]:
    """Return the middle of a cell on its board."""
    row, column = cell
    return QUILT_X + (column + 0.5 + row % 2 / 2) * STEP, QUILT_Y + HEX + row * ROW_STEP


def _draw_board(drawing: Drawing, state: State, player: int) -> None:
    """Draw a quilt board: what is printed, tiles, goal tiles, spaces, tokens."""
    board = int(state.board[player])
    color = _BOARD_COLORS[board]
    drawing.rect(
        0,
        0,
        BOARD_WIDTH,
        BOARD_HEIGHT,
        radius=14,
        fill=color,
        stroke=blend(color, INK, 0.3),
        title=f"{rules.BOARD_NAMES[board]} board",
    )
    for i, (letter, digit) in enumerate(zip(COLUMNS, ROWS, strict=True)):
        drawing.text(center((0, i))[0], 15, letter, 11, "middle")
        drawing.text(13, center((i, 0))[1] + CAP_HEIGHT * 5.5, digit, 11, "middle")
    quilt, spaces = facts.quilt(state, player), facts.open_cells(state, player)
    for cell in CELLS:
        if facts.is_border(cell):
            title = f"{facts.cell_name(cell)}: printed {facts.tile_words(quilt[cell])}"
            fabric.printed(drawing, *center(cell), HEX, quilt[cell], title)
    _draw_spaces(drawing, state, player, spaces)
    for spot, cell in enumerate(SPOT_CELLS):
        _draw_spot(drawing, state, player, spot, center(cell))
    for cell in CELLS:
        if cell in quilt and not facts.is_border(cell):
            title = f"{facts.cell_name(cell)}: {facts.tile_words(quilt[cell])}"
            fabric.tile(drawing, *center(cell), HEX, quilt[cell], title)
    _draw_tokens(drawing, state, player, quilt)


def _draw_spaces(drawing: Drawing, state: State, player: int, spaces: set[Cell]) -> None:
    """Draw the open spaces; where a tile may go now, in the color of the player to move."""
    choices = facts.legal_places(state) if facts.player_to_move(state) == player else {}
    for cell in sorted(spaces):
        x, y = center(cell)
        slots = [str(slot + 1) for slot in choices.get(cell, [])]
        title = f"{facts.cell_name(cell)}: open"
        title += f" to the tile in slot {' or '.join(slots)}" if slots else ""
        corners = fabric.hexagon(x, y, HEX - 0.5)
        drawing.polygon(corners, fill="#ffffff" if slots else SPACE, stroke=FAINT, title=title)
        if slots:
            inner = fabric.hexagon(x, y, HEX - 5)
            drawing.polygon(inner, stroke=PLAYER_COLORS[player], stroke_width=1.6, dash="3 4")
            if facts.is_restricted(state):
                baseline = y + CAP_HEIGHT * 6.5
                drawing.text(x, baseline, " ".join(slots), 13, "middle", color=MUTED)


def _draw_spot(
    drawing: Drawing, state: State, player: int, spot: int, place: tuple[float, float]
) -> None:
    """Draw the goal tile of a spot, or its number while it is still to be chosen."""
    goal = facts.goals(state, player)[spot]
    if goal is not None:
        cards.goal_tile(drawing, *place, HEX, goal, rules.SPOTS[spot])
    elif facts.offer(state, player):
        fabric.goal_spot(drawing, *place, HEX, spot)
    else:
        fabric.face_down(drawing, *place, HEX)


def _draw_tokens(drawing: Drawing, state: State, player: int, quilt: dict[Cell, int]) -> None:
    """Draw the buttons and the cats on the tiles that they lie on."""
    for cell in sorted(facts.cells_in(int(state.button_tokens[player]))):
        x, y = center(cell)
        color = quilt[cell] // rules.NUM_PATTERNS
        fabric.token(drawing, x - 8, y + 9, 11)
        title = f"{facts.COLOR_NAMES[color]} button on {facts.cell_name(cell)}"
        fabric.button(drawing, x - 8, y + 9, 8.4, color, title)
    for cell in sorted(facts.cells_in(int(state.cat_tokens[player]))):
        x, y = center(cell)
        cat = int(state.lineup[state.cat_of[quilt[cell] % rules.NUM_PATTERNS]])
        fabric.token(drawing, x + 7, y - 8, 12.5)
        title = f"{rules.CAT_NAMES[cat]} on {facts.cell_name(cell)}"
        fabric.cat(drawing, x + 7, y - 8, 10.5, cat, title)
