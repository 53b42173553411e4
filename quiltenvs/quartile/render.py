"""Quartile positions and actions as text; the picture is drawn in ``drawing.py``."""

import textwrap
from collections.abc import Iterable
from typing import NamedTuple

from quiltenvs.core.game import State
from quiltenvs.quartile import engine, facts, rules
from quiltenvs.quartile.drawing import draw
from quiltenvs.quartile.facts import Cell, PlacedTile
from quiltenvs.quartile.state import NONE

__all__ = ["action_name", "draw", "render"]

WIDTH = 100  # of a line, in characters
_LABEL = 4  # width of a row number
_SLOT = 12  # width of a slot of a hand


class _Form(NamedTuple):
    """How a tile of the table is written: pips, center and pips on one line."""

    step: int
    """Characters from column to column."""
    tile: str
    last: str
    """The tile placed last."""


_FORMS = (_Form(7, "{}({:2}){}", "{}[{:2}]{}"), _Form(5, "{}{:2}{}", "{}{:2}{}"))
_DIGITS = "0123456789abcde"  # of centers in the smallest form


def action_name(state: State, action: int) -> str:
    """Return for example ``show 2``, ``start player 3``, ``tile 2 8:1717r90`` or ``cell 3,-2``.

    Show the tile in slot 2; player 3 moves first; choose the tile in slot 2, turned by 90 degrees
    clockwise, written as center, colon and pips as printed (north, east, south, west); place it
    three rows below and two columns left of the start tile. Others are ``visit`` and ``unable``.
    """
    if action >= engine.FIRST_CELL:
        radius = int(state.table_radius)
        row, column = divmod(action - engine.FIRST_CELL, 2 * radius + 1)
        return f"cell {row - radius},{column - radius}"
    if action >= engine.VISIT:
        return "unable" if action == engine.UNABLE else "visit"
    if action >= engine.FIRST_TILE:
        slot, rotation = divmod(action - engine.FIRST_TILE, rules.NUM_SIDES)
        tile = int(state.hand[state.turn_of, slot])
        return f"tile {slot + 1} {facts.tile_code(state, tile, rotation)}"
    if action >= engine.FIRST_NAME:
        seat = (int(state.mover) + action - engine.FIRST_NAME) % facts.num_players(state)
        return f"start player {seat}"
    return f"show {action + 1}"


def render(state: State) -> str:
    """Return the position as text, at most 100 characters wide.

    Who has to do what; the table, tiles as center and pips, between two rows those of both; scores
    and hands, as center and pips in the order north, east, south, west; quarry, discards, the
    start tile; options that are not the defaults. Nothing is hidden.
    """
    target = facts.target_line(state)
    lines = [facts.headline(state), *([target] if target else []), "", *_table(state), ""]
    lines += [*_players(state), "", *_tiles(state)]
    options = [f"{name}={value}" for name, value in facts.changed_options(state).items()]
    lines += _wrap("options", options) if options else []
    return "\n".join(line.rstrip() for line in lines)


def _wrap(label: str, words: Iterable[str]) -> list[str]:
    return textwrap.wrap(f"{label} {' '.join(words)}", WIDTH, break_on_hyphens=False)


# --- the table ------------------------------------------------------------------------------


def _table(state: State) -> list[str]:
    """Return the used part of the table in the largest form that is not too wide."""
    num_columns = len(facts.window(state).columns)
    for form in _FORMS:
        if _LABEL + num_columns * form.step <= WIDTH:
            return [*_table_of_tiles(state, form), _legend(state)]
    return [*_table_of_centers(state), _legend(state), *_list_of_tiles(state)]


def _table_of_tiles(state: State, form: _Form) -> list[str]:
    """Return the table, two lines a row: what touches above, and the middle."""
    tiles = {tile.cell: tile for tile in facts.placed(state)}
    others = _write_others(state)
    last = facts.placed(state)[-1].cell
    rows, columns = facts.window(state)

    def write(cell: Cell) -> str:
        if cell in others:
            return others[cell]
        if cell not in tiles:
            return ""
        tile = tiles[cell]
        pattern = form.last if cell == last else form.tile
        return pattern.format(tile.pips[3], tile.center, tile.pips[1])

    lines = [_line("", (str(column) for column in columns), form.step)]
    for row in range(rows.start, rows.stop + 1):
        between = (_between(tiles, (row, column)) for column in columns)
        lines.append(_line("", between, form.step))
        if row in rows:
            middles = (write((row, column)) for column in columns)
            lines.append(_line(str(row), middles, form.step))
    return [line for i, line in enumerate(lines) if line or 1 < i < len(lines) - 1]


def _line(label: str, texts: Iterable[str], step: int) -> str:
    cells = "".join(text.center(step - 1) + " " for text in texts)
    return f"{label:>{_LABEL - 1}} {cells}".rstrip()


def _between(tiles: dict[Cell, PlacedTile], cell: Cell) -> str:
    """Return the pips that meet at the northern side of a cell."""
    row, column = cell
    above, below = tiles.get((row - 1, column)), tiles.get(cell)
    pips = [
        str(tile.pips[side])
        for tile, side in ((above, 2), (below, 0))
        if tile is not None and tile.cell != facts.START
    ]
    return ":".join(pips)


def _write_others(state: State) -> dict[Cell, str]:
    """Return what stands for the start tile and the open cells."""
    texts = dict.fromkeys(facts.open_cells(state), ".")
    return texts | dict.fromkeys(facts.playable_cells(state), "+") | {facts.START: "**"}


def _table_of_centers(state: State) -> list[str]:
    """Return the table with one character a cell."""
    texts = {tile.cell: _DIGITS[tile.center] for tile in facts.placed(state)}
    texts |= _write_others(state) | {facts.START: "*"}
    rows, columns = facts.window(state)
    lines = [f"columns {columns[0]} to {columns[-1]}, centers of 10 and more as a to e"]
    for row in rows:
        cells = "".join(texts.get((row, column), " ") for column in columns)
        lines.append(f"{row:{_LABEL - 1}} {cells}")
    return lines


def _list_of_tiles(state: State) -> list[str]:
    """Return the tiles on the table as they lie, in the order of play."""
    return _wrap(
        "placed",
        (
            f"{tile.center}:{''.join(map(str, tile.pips))}@{tile.cell[0]},{tile.cell[1]}"
            for tile in facts.placed(state)[1:]
        ),
    )


def _legend(state: State) -> str:
    """Return what the signs on the table mean, and which tile came last."""
    tile = facts.placed(state)[-1]
    last = f"; last tile on {tile.cell[0]},{tile.cell[1]}" if tile.cell != facts.START else ""
    return f"* start tile, . open, + a tile fits{last}"


# --- players and the other tiles ------------------------------------------------------------


def _players(state: State) -> list[str]:
    """Return a line for each player: score, hand, role."""
    seats = range(facts.num_players(state))
    hands = [facts.hand(state, seat) for seat in seats]
    num_slots = rules.MAX_HAND if state.visiting_quarry else rules.HAND_SIZE
    slots = "".join(f"{slot:<{_SLOT}}" for slot in range(1, num_slots + 1))
    lines = [f"          score  {slots}"]
    for seat, score, hand in zip(seats, facts.scores(state), hands, strict=True):
        tiles = "".join(f"{_write(state, tile):{_SLOT}}" for tile in hand[:num_slots])
        lines.append(f"player {seat}{score:7}  {tiles}{facts.role(state, seat)}")
    return [*lines, "* seen by all, ^ laid face down, < to be placed"]


def _write(state: State, held: facts.HandTile) -> str:
    """Return a tile of a hand: ``*`` seen by all, ``^`` laid face down, ``<`` to be placed."""
    marks = "*" * held.is_shown + "^" * held.is_committed + "<" * held.is_chosen
    rotation = held.rotation if held.tile != NONE else 0
    return facts.tile_code(state, held.tile, rotation) + marks


def _tiles(state: State) -> list[str]:
    """Return the start tile, the quarry and the discards."""
    quarry = facts.quarry(state)
    ahead = " ".join(facts.tile_code(state, tile) for tile in quarry)
    text = f"quarry {len(quarry)} tiles{', next ' if quarry else ''}{ahead}"
    lines = [textwrap.shorten(text, WIDTH, placeholder=" ...")]
    discards = [facts.tile_code(state, tile) for tile in facts.discards(state)]
    lines += _wrap("discards", discards or ["none"])
    return [*lines, f"start tile {facts.tile_code(state, int(state.placed_tile[0]))}, hidden"]
