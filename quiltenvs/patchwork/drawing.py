"""A Patchwork position as a picture: quilts left and right, the offers between them.

Above lies the time track like a tape measure, below the rest of the market in order.
"""

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
from quiltenvs.patchwork import engine, fabric, facts, rules
from quiltenvs.patchwork.state import NOBODY

# Lengths and places in user units; x and y are those of the left and the upper edge.
WIDTH, HEIGHT = 1000, 700
MARGIN = 24
_INNER = WIDTH - 2 * MARGIN

TRACK_Y, TRACK_HEIGHT = 96, 28
SPACE = _INNER / (rules.FINISH + 1)  # width of a space of the time track
TOKEN_RADIUS, STACK_STEP = 11, 17

SQUARE = 32
QUILT_SIDE = rules.SIDE * SQUARE
QUILT_X, QUILT_Y = (MARGIN + 18, WIDTH - MARGIN - 18 - QUILT_SIDE), 224  # x by player
PANEL_X, PANEL_Y = (MARGIN, QUILT_X[1]), 148
PANEL_WIDTH, PANEL_HEIGHT = QUILT_SIDE + 18, 52

MIDDLE_X, MIDDLE_WIDTH = 350, 300
CARD_Y, CARD_HEIGHT, CARD_STEP = 170, 82, 89
OFFER_SQUARE = 18
TASK_Y, TASK_WIDTH, TASK_HEIGHT = 440, 196, 72
TILE_WIDTH = 96

RIBBON_Y, RIBBON_HEIGHT = 526, 162
RIBBON_STEP = 66  # from row to row

TAPE, BRASS, SHELF = "#f7e8bf", "#b98d3e", "#f5f2ea"
CAN_BUY = "can be bought"
MINUS = "\u2212"


def draw(state: State) -> str:
    """Return the position as an SVG document, 1000 x 700 units."""
    headline = facts.headline(state)
    drawing = Drawing(WIDTH, HEIGHT, title=f"Patchwork: {headline}")
    _draw_header(drawing, state, headline)
    _draw_track(drawing, state)
    for player in range(rules.NUM_PLAYERS):
        _draw_panel(drawing, state, player)
        _draw_quilt(drawing, state, player)
    _draw_offers(drawing, state)
    _draw_task(drawing, state)
    _draw_tile(drawing, state)
    _draw_ribbon(drawing, state)
    return drawing.svg()


def _signed(text: str) -> str:
    """Return text with the minus sign, which is wider than a hyphen, before numbers."""
    return text.replace("-", MINUS)


def _spotlight(state: State) -> str:
    """Return the color of the player to move, or of the winner; gray if the result is shared."""
    player = facts.player_to_move(state)
    if player != NOBODY:
        return PLAYER_COLORS[player]
    standing = facts.places(state)
    return MUTED if standing == [1, 1] else PLAYER_COLORS[standing.index(1)]


# --- header and time track ------------------------------------------------------------------


def _draw_header(drawing: Drawing, state: State, headline: str) -> None:
    """Draw the title, what is to be done, and what a match or house rules add."""
    drawing.text(MARGIN, 40, "Patchwork", 30, weight="bold")
    color, text = _spotlight(state), _signed(headline)
    half = text_width(text, 18, "bold") / 2 + 18
    drawing.rect(WIDTH / 2 - half, 14, 2 * half, 34, radius=17, fill=color)
    drawing.text(WIDTH / 2, 37, text, 18, "middle", "bold", ink_on(color))
    options = facts.changed_options(state)
    house_rules = []
    if "time_board" in options:
        house_rules.append(f"{options['time_board']} time board")
    if "gap_penalty" in options:
        house_rules.append(f"an empty square costs {options['gap_penalty']}")
    notes = [note for note in (facts.match_line(state), ", ".join(house_rules)) if note]
    for line, note in enumerate(notes):
        drawing.text(WIDTH - MARGIN, 27 + 17 * line, _signed(note), 12, "end", color=MUTED)


def _seam(space: int) -> float:
    """Return x of the seam before a space of the time track."""
    return MARGIN + space * SPACE


def _draw_track(drawing: Drawing, state: State) -> None:
    """Draw the time track with its marks and tokens; a mark lies on the seam before its space."""
    bottom = TRACK_Y + TRACK_HEIGHT
    drawing.rect(MARGIN, TRACK_Y, _INNER, TRACK_HEIGHT, fill=TAPE, stroke=INK)
    for end in (MARGIN - 6, WIDTH - MARGIN):
        drawing.rect(end, TRACK_Y - 1, 6, TRACK_HEIGHT + 2, 2, fill=BRASS, stroke=INK)
    for space in range(rules.FINISH + 1):
        middle = _seam(space) + SPACE / 2
        if space:
            drawing.line(_seam(space), TRACK_Y, _seam(space), TRACK_Y + 7, stroke=INK)
        drawing.text(middle, TRACK_Y + 18, str(space), 9.5, "middle")
    for mark in rules.INCOME_MARKS:
        fabric.button(drawing, _seam(mark), bottom, 8.5, title=f"income mark before space {mark}")
    for space in facts.special_patches(state):
        title = f"special patch before space {space}"
        fabric.special_patch(drawing, _seam(space), bottom, 16, title)
    _draw_tokens(drawing, state)


def _draw_tokens(drawing: Drawing, state: State) -> None:
    """Stand both tokens on the track, and a ring where an advance would lead."""
    top = int(state.on_top)
    stack = [0] * (rules.FINISH + 1)  # tokens on each space so far
    for player in (1 - top, top):
        space = int(state.position[player])
        title = f"token of player {player} on space {space}"
        title += ", on top" if stack[space] else ""
        y = TRACK_Y - TOKEN_RADIUS - 1 - STACK_STEP * stack[space]
        fabric.player_token(drawing, _seam(space) + SPACE / 2, y, TOKEN_RADIUS, player, title)
        stack[space] += 1
    if facts.is_buying(state):
        mover = facts.player_to_move(state)
        goal, _ = facts.advance(state, mover)
        y = TRACK_Y - TOKEN_RADIUS - 1 - STACK_STEP * stack[goal]
        drawing.circle(
            _seam(goal) + SPACE / 2,
            y,
            TOKEN_RADIUS - 1,
            stroke=PLAYER_COLORS[mover],
            stroke_width=2,
            dash="3 3",
            cap="butt",
            title=f"an advance of player {mover} leads to space {goal}",
        )


# --- players --------------------------------------------------------------------------------


def _draw_panel(drawing: Drawing, state: State, player: int) -> None:
    """Draw the name of a player and its numbers above its quilt."""
    x, y, color = PANEL_X[player], PANEL_Y, PLAYER_COLORS[player]
    is_lit = _spotlight(state) == color
    drawing.rect(
        x,
        y,
        PANEL_WIDTH,
        PANEL_HEIGHT,
        radius=8,
        fill=blend(color, "#ffffff", 0.78 if is_lit else 0.93),
        stroke=color if is_lit else FAINT,
        stroke_width=2.5 if is_lit else 1.5,
    )
    fabric.player_token(drawing, x + 25, y + 26, 15, player)
    role = _role(state, player)
    drawing.text(x + 48, y + (23 if role else 31), f"player {player}", 15, weight="bold")
    drawing.text(x + 48, y + 40, role, 11)
    empty = rules.NUM_CELLS - len(facts.covered(state, player))
    columns = (
        (154, "buttons", str(state.buttons[player])),
        (199, "income", f"+{state.income[player]}"),
        (238, "empty", str(empty)),
        (279, "score", _signed(str(engine.score(state, player)))),
    )
    for middle, label, value in columns:
        drawing.text(x + middle, y + 26, value, 18, "middle", "bold")
        drawing.text(x + middle, y + 42, label, 10, "middle", color=INK)


def _role(state: State, player: int) -> str:
    """Return in a word or two what the position means for a player."""
    mover = facts.player_to_move(state)
    if mover == player:
        return "special patch" if state.pending == player else "to move"
    if mover == NOBODY and facts.places(state)[player] == 1:
        return "winner" if facts.places(state)[1 - player] == 2 else "shares the win"
    if state.position[player] < rules.FINISH:
        return ""
    return "first to finish" if state.finished_first == player else "finished"


def _draw_quilt(drawing: Drawing, state: State, player: int) -> None:
    """Draw a quilt board with its cloth and the names of its columns and rows."""
    covered = facts.covered(state, player)
    title = f"quilt of player {player}: {len(covered)} of {rules.NUM_CELLS} squares covered"
    row_x = -10 if player == 0 else QUILT_SIDE + 10
    with drawing.group(QUILT_X[player], QUILT_Y, title=title):
        fabric.quilt(drawing, covered, SQUARE, player)
        for i, (letter, digit) in enumerate(zip(facts.COLUMNS, facts.ROWS, strict=True)):
            middle = (i + 0.5) * SQUARE
            drawing.text(middle, -7, letter, 12, "middle", color=MUTED)
            drawing.text(row_x, middle + CAP_HEIGHT * 6, digit, 12, "middle", color=MUTED)
        if state.pending == player:
            _draw_choices(drawing, covered, PLAYER_COLORS[player])


def _draw_choices(drawing: Drawing, covered: set[int], color: str) -> None:
    """Mark the squares a special patch may go to."""
    for square in sorted(set(range(rules.NUM_CELLS)) - covered):
        row, column = divmod(square, rules.SIDE)
        x, y = column * SQUARE + 8, row * SQUARE + 8
        drawing.rect(x, y, 16, 16, radius=2, stroke=color, stroke_width=1.5, dash="3 2")


# --- what can be done -----------------------------------------------------------------------


def _draw_offers(drawing: Drawing, state: State) -> None:
    """Draw the three patches after the neutral token, and which of them can be bought."""
    offers = facts.market(state)[: rules.NUM_OFFERS]
    heading = "buy one of the next patches" if facts.is_buying(state) else "the next patches"
    fabric.neutral_token(drawing, MIDDLE_X + 10, 157, 20)
    drawing.text(MIDDLE_X + 28, 161, heading if offers else "no patches left", 13)
    for slot in range(rules.NUM_OFFERS):
        y = CARD_Y + slot * CARD_STEP
        if slot < len(offers):
            _draw_offer(drawing, state, y, offers[slot])
        else:
            drawing.rect(MIDDLE_X, y, MIDDLE_WIDTH, CARD_HEIGHT, radius=8, stroke=FAINT, dash="6 5")


def _draw_offer(drawing: Drawing, state: State, y: float, patch: int) -> None:
    """Draw the card of one offer: shape, prices, and whether it can be bought."""
    verdict = _verdict(state, patch) if facts.is_buying(state) else ""
    is_lit = verdict == CAN_BUY
    drawing.rect(
        MIDDLE_X,
        y,
        MIDDLE_WIDTH,
        CARD_HEIGHT,
        radius=8,
        fill="#ffffff" if is_lit else SHELF,
        stroke=_spotlight(state) if is_lit else FAINT,
        stroke_width=2.5 if is_lit else 1.5,
        title=f"offer: {fabric.patch_title(patch)}{', ' if verdict else ''}{verdict}",
    )
    with drawing.group(opacity=1 if is_lit or not verdict else 0.55):
        fabric.patch(drawing, MIDDLE_X + 62, y + CARD_HEIGHT / 2, patch, OFFER_SQUARE)
    price = rules.PATCHES[patch]
    x, right = MIDDLE_X + 124, MIDDLE_X + MIDDLE_WIDTH - 14
    fabric.button(drawing, x + 11, y + 26, 11)
    drawing.text(x + 28, y + 34, str(price.buttons), 22, weight="bold")
    fabric.hourglass(drawing, x + 78, y + 26, 22)
    drawing.text(x + 93, y + 34, str(price.time), 22, weight="bold")
    drawing.text(right, y + 22, f"patch {patch}", 11, "end", color=MUTED)
    drawing.text(x, y + 66, f"income +{price.income}", 13)
    drawing.text(right, y + 66, verdict, 13, "end", "bold" if is_lit else "regular")


def _verdict(state: State, patch: int) -> str:
    """Return whether the player to move can buy a patch, and why not."""
    missing = facts.missing_buttons(state, patch)
    if missing:
        return f"{missing} button{'' if missing == 1 else 's'} short"
    return CAN_BUY if facts.has_room(state, patch) else "fits nowhere"


def _draw_task(drawing: Drawing, state: State) -> None:
    """Draw the other choice, an advance; or the special patch to be placed; or the end."""
    x, y = MIDDLE_X, TASK_Y
    mover = facts.player_to_move(state)
    color = _spotlight(state)
    drawing.rect(x, y, TASK_WIDTH, TASK_HEIGHT, 8, fill="#ffffff", stroke=color, stroke_width=2.5)
    if mover == NOBODY:
        is_match = facts.match_line(state) != ""
        last = "two games were played" if is_match else f"player {state.finished_first} came first"
        lines = ("the end", last)
    elif state.pending != NOBODY:
        fabric.special_patch(drawing, x + 32, y + TASK_HEIGHT / 2, 32, "special patch to place")
        x += 48
        lines = ("special patch", "for any empty square")
    else:
        goal, income = facts.advance(state, mover)
        lines = (f"or advance to {goal}", "")
        fabric.button(drawing, x + 25, y + 50, 11)
        paid = f"+{goal - state.position[mover]}"
        drawing.text(x + 42, y + 58, paid, 22, weight="bold")
        if income:
            drawing.text(x + 92, y + 57, f"+{income} income", 14)
    drawing.text(x + 14, y + 27, lines[0], 15, weight="bold")
    drawing.text(x + 14, y + 52, lines[1], 12)


def _draw_tile(drawing: Drawing, state: State) -> None:
    """Draw the 7x7 tile and the token of its owner."""
    x, y = MIDDLE_X + MIDDLE_WIDTH - TILE_WIDTH, TASK_Y
    owner = int(state.seven_by_seven)
    color = MUTED if owner == NOBODY else PLAYER_COLORS[owner]
    title = "7x7 tile: " + ("not taken" if owner == NOBODY else f"player {owner}")
    with drawing.group(x, y, title=title):
        drawing.rect(
            0, 0, TILE_WIDTH, TASK_HEIGHT, 8, fill="#ffffff", stroke=FAINT, stroke_width=1.5
        )
        side = 7
        squares = (f"M{9 + c * side} {12 + r * side}h6v6h-6z" for r in range(7) for c in range(7))
        drawing.path("".join(squares), fill=color)
        drawing.text(TILE_WIDTH - 21, 29, f"+{rules.WINDOW_POINTS}", 18, "middle", "bold")
        if owner == NOBODY:
            drawing.text(TILE_WIDTH - 21, 52, "open", 12, "middle")
        else:
            fabric.player_token(drawing, TILE_WIDTH - 21, 49, 12, owner)


# --- the rest of the market -----------------------------------------------------------------


def _draw_ribbon(drawing: Drawing, state: State) -> None:
    """Draw the patches behind the offers in their order, in two rows."""
    patches = facts.market(state)[rules.NUM_OFFERS :]
    drawing.rect(MARGIN, RIBBON_Y, _INNER, RIBBON_HEIGHT, radius=8, fill=SHELF)
    drawing.rect(
        MARGIN + 4, RIBBON_Y + 4, _INNER - 8, RIBBON_HEIGHT - 8, 6, stroke=FAINT, dash="7 5"
    )
    if not patches:
        y = RIBBON_Y + RIBBON_HEIGHT / 2
        drawing.text(WIDTH / 2, y, "no more patches", 14, "middle", color=MUTED)
        return
    drawing.text(MARGIN + 14, RIBBON_Y + 22, "then, in this order", 13)
    columns = max(8, -(-len(patches) // 2))
    step = (_INNER - 20) / columns
    is_single = len(patches) <= columns  # then there is room for larger ones
    scale, top = (1.4, 45) if is_single else (1, 26)
    for index, patch in enumerate(patches):
        row, column = divmod(index, columns)
        x = MARGIN + 10 + (column + 0.5) * step
        with drawing.group(x, RIBBON_Y + top + RIBBON_STEP * row, scale):
            _draw_small_patch(drawing, patch, step / scale)


def _draw_small_patch(drawing: Drawing, patch: int, width: float) -> None:
    """Draw a patch with its number above and its prices below, around x = 0."""
    price = rules.PATCHES[patch]
    drawing.text(-min(40, width / 2 - 3), 9, str(patch), 10, color=MUTED)
    fabric.patch(drawing, 0, 28, patch, min(13, width * 0.178))
    fabric.button(drawing, -21, 56, 5.5)
    drawing.text(-13, 61, str(price.buttons), 12.5)
    fabric.hourglass(drawing, 12, 56, 11)
    drawing.text(19, 61, str(price.time), 12.5)
