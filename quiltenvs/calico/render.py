"""Calico positions and actions as text; the picture is drawn in ``drawing.py``."""

import textwrap
from itertools import zip_longest

from quiltenvs.calico import engine, facts, rules
from quiltenvs.calico.drawing import draw
from quiltenvs.calico.facts import COLUMNS, ROWS
from quiltenvs.calico.quilt import SPOT_CELLS, Cell
from quiltenvs.calico.scoring import score
from quiltenvs.calico.state import NONE
from quiltenvs.core.game import State

__all__ = ["action_name", "draw", "render"]

WIDTH = 100  # of a line, in characters
_BLOCK, _QUILT, _GAP = 48, 30, "    "  # widths: of a player's facts, of a quilt; between players
_MARKS = ("", "*", "^", "&")  # behind a tile: nothing, a button, a cat, both
_LEGEND = (
    "Y yellow, G green, L light blue, D dark blue, P purple, K pink; "
    "* button, ^ cat, & both, ? secret"
)


def action_name(state: State, action: int) -> str:
    """Return for example ``1 Yd@c3``, ``take 2 Gs`` or ``goals != AAA-BBB AA-BB-CC``.

    The tile in slot 1 of the hand (without hands: of the market) to column c, row 3; the tile in
    slot 2 of the market; the goals top, right and bottom left.
    """
    if action >= engine.FIRST_CHOICE:
        return f"goals {' '.join(facts.chosen_goals(state, action - engine.FIRST_CHOICE))}"
    if action >= engine.FIRST_TAKE:
        slot = action - engine.FIRST_TAKE
        return f"take {slot + 1} {facts.tile_code(int(state.market[slot]))}"
    slot, tile, cell = facts.placing(state, action)
    return f"{slot + 1} {facts.tile_code(tile)}@{facts.cell_name(cell)}"


def render(state: State) -> str:
    """Return the position as text, at most 100 characters wide.

    Who has to do what; cats, market and bag; for each player the quilt (tiles by the letters of
    their color and their pattern, spaces ``..``, goal tiles ``#1`` to ``#3``), tokens, and how
    far the goals are met; objectives and options that are not the defaults. Nothing is hidden.
    """
    players = range(facts.num_players(state))
    lines = [f"{facts.headline(state)}{_aim(state)}", *_cats(state), *_supply(state)]
    blocks = [_player(state, player) for player in players]
    nobody: list[str] = []
    for pair in zip_longest(blocks[::2], blocks[1::2], fillvalue=nobody):
        lines.append("")
        rows = zip_longest(*pair, fillvalue="")
        lines += [f"{left:{_BLOCK}}{_GAP}{right}".rstrip() for left, right in rows]
    lines += ["", *_objectives(state), _LEGEND]
    options = [f"{name}={value}" for name, value in facts.changed_options(state).items()]
    lines += textwrap.wrap(f"options {' '.join(options)}", WIDTH) if options else []
    return "\n".join(lines)


def _aim(state: State) -> str:
    aim = facts.aim(state)
    return f" ({aim})" if aim else ""


# --- the table ------------------------------------------------------------------------------


def _cats(state: State) -> list[str]:
    """Return a line for each cat: its points, its wish, its patterns."""
    lines = []
    for _, cat, wish, patterns in facts.lineup(state):
        names = [f"{rules.PATTERN_LETTERS[i]} {rules.PATTERNS[i]}" for i in patterns]
        lines.append(f"{cat.name:9}  {cat.points:2} points for {wish:13}  {', '.join(names)}")
    return lines


def _supply(state: State) -> list[str]:
    """Return the market and the bag, as many of its tiles as fit."""
    tiles = [f"{slot}:{facts.tile_code(int(tile))}" for slot, tile in enumerate(state.market, 1)]
    solo = " (3 is next to the bag)" if facts.num_players(state) == 1 else ""
    bag = facts.bag(state)
    text = f"bag {len(bag)} tiles, next {' '.join(map(facts.tile_code, bag))}"
    return [f"market {' '.join(tiles)}{solo}", textwrap.shorten(text, WIDTH, placeholder=" ...")]


def _objectives(state: State) -> list[str]:
    """Return a line for each objective of the scenario; none without one."""
    rows = facts.objective_rows(state)
    if not rows:
        return []
    seats = range(facts.num_players(state))
    lines = [f"{facts.aim(state):23}" + "".join(f"  player {seat}" for seat in seats)]
    lines += [
        f"{text:23}" + "".join(f"{'yes' if met else 'no':>10}" for met in reached)
        for text, reached in rows.items()
    ]
    return [*lines, ""]


# --- players --------------------------------------------------------------------------------


def _player(state: State, player: int) -> list[str]:
    """Return the lines of one player, the quilt left and the tokens right, then the goals."""
    board = rules.BOARD_NAMES[state.board[player]]
    mark = ", to move" if facts.player_to_move(state) == player else ""
    head = f"player {player}, {board} board{mark}"
    quilt, tokens = _quilt(state, player), _tokens(state, player)
    rows = zip(quilt, tokens, strict=True)
    return [head, *(f"{left:{_QUILT}}  {right}" for left, right in rows), *_goals(state, player)]


def _quilt(state: State, player: int) -> list[str]:
    """Return a quilt, odd rows half a hex to the right, columns a-g and rows 1-7."""
    kinds = facts.quilt(state, player)
    buttons = facts.cells_in(int(state.button_tokens[player]))
    cats = facts.cells_in(int(state.cat_tokens[player]))

    def write(cell: Cell) -> str:
        if cell in SPOT_CELLS:
            return f"#{SPOT_CELLS.index(cell) + 1}"
        mark = _MARKS[(cell in buttons) + 2 * (cell in cats)]
        return facts.tile_code(kinds.get(cell, NONE)) + mark

    lines = [f"  {''.join(f'{letter:4}' for letter in COLUMNS)}"]
    for row, name in enumerate(ROWS):
        cells = "".join(f"{write((row, column)):4}" for column in range(rules.SIDE))
        lines.append(f"{name} {'  ' * (row % 2)}{cells}".rstrip())
    return lines


def _tokens(state: State, player: int) -> list[str]:
    """Return score, hand and tokens in as many lines as a quilt has."""
    codes = [facts.tile_code(tile) + "?" * secret for tile, secret in facts.hand(state, player)]
    letters, counts = rules.COLOR_LETTERS, state.buttons[player].tolist()
    buttons = [f"{letter}{count}" for letter, count in zip(letters, counts, strict=True)]
    half = rules.NUM_COLORS // 2
    cats = zip(facts.lineup(state), state.cats[player].tolist(), strict=True)
    return [
        f"score {score(state, player)}",
        f"hand {' '.join(codes)}"
        if facts.has_hands(state)
        else f"tiles {state.num_placed[player]}",
        f"buttons {' '.join(buttons[:half])}",
        f"        {' '.join(buttons[half:])}",
        f"rainbow {'yes' if state.rainbow[player] else 'no'}",
        *(f"{row.cat.name} {count}" for row, count in cats),
    ]


def _goals(state: State, player: int) -> list[str]:
    """Return what surrounds each goal tile, or the goals that it may still choose from."""
    offer = facts.offer(state, player)
    if offer:
        return [f"goals open {' '.join(offer)}"]
    lines = ["goal          colors      patterns      points"]
    for number, goal in enumerate(facts.goals(state, player), 1):
        if goal is None:
            continue
        colors, patterns = (
            f"{facts.group_sizes(parts):6} {_verdict(way)}"
            for parts, way in ((goal.colors, goal.by_color), (goal.patterns, goal.by_pattern))
        )
        lines.append(f"#{number} {goal.name:9}  {colors:13} {patterns:13} {goal.points:2}".rstrip())
    return lines if len(lines) > 1 else ["goals face down"]


def _verdict(way: str) -> str:
    return "" if way == "open" else way
