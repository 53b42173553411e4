"""The cards in Calico's pictures: a player's hand, tokens and goals; market, cats and bag.

Every card is drawn from the origin; the places are in ``drawing.py``.
"""

import textwrap

from quiltenvs.calico import fabric, facts, rules
from quiltenvs.calico.facts import GoalFacts
from quiltenvs.calico.state import CHOOSE_GOALS, NONE, PLACE, TAKE
from quiltenvs.core.drawing import FAINT, INK, MUTED, PLAYER_COLORS, Drawing
from quiltenvs.core.game import State

TABLE_WIDTH, MARKET_HEIGHT, CAT_HEIGHT, BAG_HEIGHT, SLIT = 198, 112, 96, 128, 8
HAND_WIDTH, HAND_HEIGHT = 146, 72
TOKENS_WIDTH = 246
GOAL_HEIGHT = 80
LIT, SHELF, MISSED = "#ffffff", "#f5f2ea", "#d9d5cc"


def _card(drawing: Drawing, width: float, height: float, light: str = "") -> None:
    """Draw an empty card; ``light`` is the color of its edge where a choice is due."""
    drawing.rect(
        0,
        0,
        width,
        height,
        radius=8,
        fill=LIT if light else SHELF,
        stroke=light or FAINT,
        stroke_width=2.5 if light else 1.5,
    )


def _caption(drawing: Drawing, x: float, y: float, text: str) -> None:
    drawing.text(x, y, text, 12, color=MUTED)


def _slot(drawing: Drawing, x: float, y: float, radius: float, tile: int, name: str) -> None:
    """Draw the tile in a slot of a hand or the market; ``name`` says which."""
    if tile == NONE:
        corners = fabric.hexagon(x, y, radius - 2)
        drawing.polygon(corners, stroke=MUTED, dash="4 4", title=f"{name}: empty")
    else:
        fabric.tile(drawing, x, y, radius, tile, f"{name}: {facts.tile_words(tile)}")


# --- players --------------------------------------------------------------------------------


def hand(drawing: Drawing, state: State, player: int, width: float) -> None:
    """Draw the hand of a player; without hands, how many tiles have been placed."""
    is_lit = facts.player_to_move(state) == player and state.phase in (PLACE, TAKE)
    _card(drawing, width, HAND_HEIGHT, PLAYER_COLORS[player] if is_lit else "")
    if not facts.has_hands(state):
        placed = f"{state.num_placed[player]} of {rules.NUM_SPACES}"
        drawing.text(14, 34, placed, 16, weight="bold")
        drawing.text(14, 52, "tiles placed", 12)
        return
    _caption(drawing, 9, 17, "hand")
    for slot, (tile, is_secret) in enumerate(facts.hand(state, player)):
        x, y = width - 83 + 53 * slot, 36
        drawing.text(x - 22, y + 27, str(slot + 1), 11, "middle", color=MUTED)
        _slot(drawing, x, y, 27, tile, f"hand of player {player}, slot {slot + 1}")
        if is_secret:
            fabric.closed_eye(drawing, x + 16, y + 21, 9)


def tokens(drawing: Drawing, state: State, player: int) -> None:
    """Draw how many buttons and cats a player has, 246 x 54 units."""
    for color, count in enumerate(state.buttons[player].tolist()):
        with drawing.group(35 * color, 0, opacity=1 if count else 0.4):
            title = f"{facts.COLOR_NAMES[color]} buttons: {count}"
            fabric.button(drawing, 11, 16, 9.5, color, title)
            drawing.text(24, 21, str(count), 13, weight="bold")
    count = int(state.rainbow[player])
    with drawing.group(35 * rules.NUM_COLORS, 0, opacity=1 if count else 0.4):
        fabric.rainbow(drawing, 11, 16, 9.5, f"rainbow buttons: {count}")
        drawing.text(24, 21, str(count), 13, weight="bold")
    lineup = zip(facts.lineup(state), state.cats[player].tolist(), strict=True)
    for place, (row, count) in enumerate(lineup):
        with drawing.group(82 * place, 0, opacity=1 if count else 0.6):
            fabric.cat(drawing, 11, 41, 10, row.number, f"{row.cat.name}: {count}")
            drawing.text(25, 46, str(count), 13, weight="bold")
            drawing.text(36, 46, row.cat.name, 9.5)


def goals(drawing: Drawing, state: State, player: int, width: float, height: float) -> None:
    """Draw a card for each goal, or the goals offered: a row, or a column if higher than wide."""
    if facts.offer(state, player):
        _draw_offer(drawing, state, player, width, height)
        return
    is_row = width > height
    step = ((width if is_row else height) + SLIT) / rules.NUM_SPOTS
    for spot, goal in enumerate(facts.goals(state, player)):
        if goal is not None:
            place = (spot * step, 0.0) if is_row else (0.0, spot * step)
            with drawing.group(*place):
                _draw_goal(drawing, goal, step - SLIT if is_row else width)


def _draw_goal(drawing: Drawing, goal: GoalFacts, width: float) -> None:
    """Draw a goal's card: the tiles around it by color and by pattern, and what it brings."""
    _card(drawing, width, GOAL_HEIGHT)
    drawing.text(9, 20, goal.name, 13, weight="bold")
    right = width - 9
    if goal.is_surrounded:
        drawing.text(right, 20, _gain(goal), 15, "end", "bold")
    else:
        drawing.text(right, 20, _worth(goal.name), 11, "end", color=MUTED)
    for i, color in enumerate(goal.colors):
        corners = fabric.hexagon(16.5 + 15.6 * i, 39, 9)
        drawing.polygon(corners, fill=fabric.CLOTH[color], stroke=INK)
    for i, pattern in enumerate(goal.patterns):
        fabric.swatch(drawing, 16.5 + 15.6 * i, 64, 9, pattern)
    for y, way in ((39, goal.by_color), (64, goal.by_pattern)):
        for i in range(len(goal.colors), 6):
            drawing.circle(16.5 + 15.6 * i, y, 2, fill=MUTED, opacity=0.5)
        fabric.verdict(drawing, right - 5, y, 11, way)


def goal_tile(
    drawing: Drawing, x: float, y: float, radius: float, goal: GoalFacts, spot: str
) -> None:
    """Draw a goal tile: what it is worth, or what it has brought once it is surrounded."""
    fill, foot = fabric.CREAM, _worth(goal.name)
    if goal.is_surrounded:
        fill, foot = fabric.GOLD if goal.points else MISSED, _gain(goal)
    title = f"goal {spot}: {goal.name}, color {goal.by_color}, pattern {goal.by_pattern}"
    fabric.goal_tile(drawing, x, y, radius, goal.name, foot, fill, title)


def _worth(name: str) -> str:
    goal = rules.GOALS[rules.GOAL_NAMES.index(name)]
    return f"{goal.points}/{goal.points_both}"


def _gain(goal: GoalFacts) -> str:
    return f"+{goal.points}" if goal.points else "0"


def _draw_offer(drawing: Drawing, state: State, player: int, width: float, height: float) -> None:
    """Draw the goals that a player may choose from."""
    is_lit = state.phase == CHOOSE_GOALS and facts.player_to_move(state) == player
    _card(drawing, width, height, PLAYER_COLORS[player] if is_lit else "")
    is_row = width > height
    for line, text in enumerate(("three goals", "to choose")):
        _caption(drawing, 12, (36 if is_row else 24) + 17 * line, text)
    for i, name in enumerate(facts.offer(state, player)):
        x, y = (134 + 70 * i, 40) if is_row else (43 + 64 * (i % 2), 96 + 86 * (i // 2))
        fabric.goal_tile(drawing, x, y, 33, name, _worth(name), fabric.CREAM, f"offer: {name}")


# --- the table ------------------------------------------------------------------------------


def table(drawing: Drawing, state: State, height: float, light: str) -> None:
    """Draw market, cats and notes; the tiles in the bag if there is room for them.

    Args:
        drawing: Where to.
        state: The position.
        height: What is available.
        light: The color of the player to move.
    """
    is_due = state.phase == TAKE or (state.phase == PLACE and not facts.has_hands(state))
    _draw_market(drawing, state, light if is_due else "")
    y: float = MARKET_HEIGHT + SLIT
    for row in facts.lineup(state):
        with drawing.group(0, y, title=f"{row.cat.name}: {row.cat.points} for {row.wish}"):
            _draw_cat(drawing, row)
        y += CAT_HEIGHT + SLIT
    y = _draw_notes(drawing, state, y)
    if y + BAG_HEIGHT <= height:
        with drawing.group(0, y, title="tiles left in the bag"):
            _draw_bag(drawing, state)


def _draw_market(drawing: Drawing, state: State, light: str) -> None:
    """Draw the market and the bag; in the solo mode a belt that runs away from the bag."""
    is_solo = facts.num_players(state) == 1
    _card(drawing, TABLE_WIDTH, MARKET_HEIGHT, light)
    _caption(drawing, 10, 22, "belt" if is_solo else "market")
    left = len(facts.bag(state))
    drawing.text(TABLE_WIDTH - 36, 23, str(left), 14, "end", "bold")
    fabric.pouch(drawing, TABLE_WIDTH - 20, 17, 22, f"tiles in the bag: {left}")
    for slot, tile in enumerate(state.market.tolist()):
        x = 38 + 61 * slot
        _slot(drawing, x, 62, 31, tile, f"market, slot {slot + 1}")
        drawing.text(x, 107, str(slot + 1), 11, "middle", color=MUTED)
        if is_solo and slot:
            arrow = f"M{x - 14} 103h-32l5 -3.5m-5 3.5l5 3.5"
            drawing.path(arrow, stroke=MUTED, stroke_width=1.5, title="the belt moves")


def _draw_cat(drawing: Drawing, row: facts.CatFacts) -> None:
    """Draw a cat's card: points, patterns and what it asks for."""
    _card(drawing, TABLE_WIDTH, CAT_HEIGHT)
    fabric.cat(drawing, 27, 27, 17, row.number)
    drawing.text(52, 24, row.cat.name, 14, weight="bold")
    drawing.text(52, 41, row.wish, 12)
    drawing.text(TABLE_WIDTH - 12, 29, str(row.cat.points), 22, "end", "bold")
    fabric.shape(drawing, 12, 70, 8, row.number)
    for i, pattern in enumerate(row.patterns):
        x = TABLE_WIDTH - 64 + 40 * i
        fabric.swatch(drawing, x, 68, 20, pattern, rules.PATTERNS[pattern])


def _draw_notes(drawing: Drawing, state: State, y: float) -> float:
    """Write the aim, the objectives with who meets them, and options; return where they end."""
    aim, rows = facts.aim(state), facts.objective_rows(state)
    seats = range(facts.num_players(state))
    columns = [TABLE_WIDTH - 10 - 18 * (len(seats) - 1 - seat) for seat in seats]
    if aim:
        drawing.text(0, y + 14, aim, 14, weight="bold")
        for seat in seats if rows and len(seats) > 1 else ():
            drawing.text(columns[seat], y + 14, str(seat), 12, "middle", "bold", MUTED)
        y += 20
    for text, reached in rows.items():
        lines = textwrap.wrap(text, 29 - 3 * len(seats))
        for x, met in zip(columns, reached, strict=True):
            fabric.verdict(drawing, x, y + 8, 10, "met" if met else "missed")
        for line in lines:
            drawing.text(0, y + 12, line, 11)
            y += 15
    for line in textwrap.wrap(", ".join(_house_rules(state)), 33):
        drawing.text(0, y + 12, line, 11, color=MUTED)
        y += 15
    return y + (10 if aim or rows else 0)


def _house_rules(state: State) -> list[str]:
    """Return the changed options that the picture does not show otherwise."""
    shown = ("num_players", "cats", "goals", "scenario", "target_score", "boards")
    return [
        name.replace("_", " ") + ("" if value is True else f" {value}")
        for name, value in facts.changed_options(state).items()
        if name not in shown
    ]


def _draw_bag(drawing: Drawing, state: State) -> None:
    """Draw the tiles left in the bag as dots: colors down, patterns across."""
    _card(drawing, TABLE_WIDTH, BAG_HEIGHT)
    drawing.text(9, 17, "bag", 12, color=MUTED)
    for pattern in range(rules.NUM_PATTERNS):
        fabric.swatch(drawing, 47 + 27 * pattern, 17, 11, pattern)
    for color in range(rules.NUM_COLORS):
        y = 39 + 15.5 * color
        fabric.button(drawing, 20, y, 6.5, color)
        first = color * rules.NUM_PATTERNS
        dots = "".join(
            f"M{47 + 27 * pattern + 7 * (i - (count - 1) / 2):g} {y:g}h.01"
            for pattern, count in enumerate(state.bag[first : first + rules.NUM_PATTERNS].tolist())
            for i in range(count)
        )
        if dots:
            drawing.path(dots, stroke=INK, stroke_width=6.4)
            drawing.path(dots, stroke=fabric.CLOTH[color], stroke_width=4.6)
