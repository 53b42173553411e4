"""What a position shows, in plain Python: the facts that text and picture share."""

from typing import NamedTuple

import numpy as np

from quiltenvs.core.config import RANDOM, RANDOM_SEAT, Value
from quiltenvs.core.game import State
from quiltenvs.quartile import engine, rules, table
from quiltenvs.quartile.config import BY_RULES, BY_RULES_CODE, QuartileConfig
from quiltenvs.quartile.state import (
    CHOOSE_CELL,
    CHOOSE_TILE,
    COMMIT,
    NAME_STARTER,
    NONE,
    OVER,
    pack_pips,
)
from quiltenvs.quartile.tile_sets import TILE_SETS, read_tiles

Cell = tuple[int, int]
"""Row and column, counted from the start tile."""
Pips = tuple[int, int, int, int]
"""North, east, south, west."""
START: Cell = (0, 0)
NOBODY = -1
OWN_TILES = "<file>"
"""How the tile set of a state is called that holds none of the named sets."""
_ROUNDS = ("first", "second", "third", "fourth")


# --- tiles ----------------------------------------------------------------------------------


def unpack(pips: int) -> Pips:
    """Return packed pips one side after the other."""
    north, east, south, west = (int(table.side_of(pips, side)) for side in range(rules.NUM_SIDES))
    return north, east, south, west


def center(state: State, tile: int) -> int:
    """Return the number in the middle of a tile."""
    return int(state.tile_center[tile])


def printed_pips(state: State, tile: int, rotation: int = 0) -> Pips:
    """Return the pips of a tile after ``rotation`` quarter turns clockwise."""
    return unpack(table.turned(int(state.tile_pips[tile]), rotation))


def tile_code(state: State, tile: int, rotation: int = 0) -> str:
    """Return center and pips as printed, then the rotation: ``8:1717r90``; ``-`` for no tile."""
    turn = f"r{90 * rotation}" if rotation else ""
    if tile == NONE:
        return f"-{turn}"
    return f"{center(state, tile)}:{''.join(map(str, printed_pips(state, tile)))}{turn}"


# --- the table ------------------------------------------------------------------------------


class PlacedTile(NamedTuple):
    """A tile on the table."""

    cell: Cell
    tile: int
    center: int
    pips: Pips
    """As the tile lies; of the start tile, which lies face down, as printed."""


def cell_of(cell: int) -> Cell:
    """Return row and column of a cell as the state writes it."""
    return int(table.row_of(cell)), int(table.column_of(cell))


def placed(state: State) -> list[PlacedTile]:
    """Return the tiles on the table in the order of play, the start tile first."""
    found = []
    for i in range(int(state.num_placed)):
        tile = int(state.placed_tile[i])
        pips = unpack(int(state.placed_pips[i])) if i else printed_pips(state, tile)
        found.append(
            PlacedTile(cell_of(int(state.placed_cell[i])), tile, center(state, tile), pips)
        )
    return found


def open_cells(state: State) -> list[Cell]:
    """Return the cells next to a tile, row by row."""
    return [cell_of(int(cell)) for cell in state.open_cell[: state.num_open]]


def playable_cells(state: State) -> list[Cell]:
    """Return the cells where the chosen tile fits; before one is chosen, where any tile does."""
    if state.phase == CHOOSE_CELL:
        choices = [(int(engine.chosen_tile(state)), int(engine.chosen_pips(state)))]
    elif state.phase == CHOOSE_TILE:
        choices = [
            (tile, int(table.turned(int(state.tile_pips[tile]), rotation)))
            for tile, rotation in _legal_tiles(state)
        ]
    else:
        choices = []
    return [
        cell
        for index, cell in enumerate(open_cells(state))
        if any(table.fits(state, tile, pips, index) for tile, pips in choices)
    ]


def _legal_tiles(state: State) -> list[tuple[int, int]]:
    """Return the tiles that may be chosen, each with a rotation."""
    pairs = int(engine.legal_pairs(state))
    return [
        (int(state.hand[state.turn_of, slot]), rotation)
        for slot in range(rules.MAX_HAND)
        for rotation in range(rules.NUM_SIDES)
        if pairs >> (rules.NUM_SIDES * slot + rotation) & 1
    ]


class Window(NamedTuple):
    """The part of the table with tiles and open cells on it."""

    rows: range
    columns: range


def window(state: State) -> Window:
    """Return the smallest part of the table that holds all tiles and open cells."""
    cells = [tile.cell for tile in placed(state)] + open_cells(state)
    rows, columns = zip(*cells, strict=True)
    return Window(range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1))


def quarry(state: State) -> list[int]:
    """Return the tiles left to draw, next first."""
    return [tile for tile in state.quarry.tolist() if tile != NONE]


def discards(state: State) -> list[int]:
    """Return the tiles that fitted nowhere, in order."""
    return [tile for tile in state.discards.tolist() if tile != NONE]


# --- players --------------------------------------------------------------------------------


class HandTile(NamedTuple):
    """A tile in a slot of a hand."""

    tile: int
    """NONE if the slot is empty."""
    is_shown: bool
    """All have seen it."""
    is_committed: bool
    """It lies face down, to be shown with the others."""
    is_chosen: bool
    """It is the one to be placed."""
    rotation: int
    """In quarters, as chosen; 0 before."""


def num_players(state: State) -> int:
    """Return how many sit at the table."""
    return int(state.num_players)


def hand(state: State, player: int) -> list[HandTile]:
    """Return what is in each slot of a hand."""
    found = []
    for slot in range(rules.MAX_HAND):
        is_chosen = player == state.turn_of and slot in (state.chosen_slot, state.picked)
        is_turned = is_chosen and slot == state.chosen_slot
        found.append(
            HandTile(
                int(state.hand[player, slot]),
                bool(state.is_shown[player, slot]),
                bool(state.committed[player] == slot),
                bool(is_chosen),
                int(state.chosen_rotation) if is_turned else 0,
            )
        )
    return found


def player_to_move(state: State) -> int:
    """Return the player to move, or NOBODY when all is over."""
    return NOBODY if engine.is_terminal(state) else int(engine.current_player(state))


def places(state: State) -> list[int]:
    """Return the place of each player as things stand, 1 = best."""
    out = np.zeros(num_players(state), np.int8)
    engine.rank_players(state, out)
    found: list[int] = out.tolist()
    return found


def scores(state: State) -> list[int]:
    """Return the points of each player."""
    return [int(engine.score(state, player)) for player in range(num_players(state))]


def is_out(state: State, player: int) -> bool:
    """Return whether a player has more points than the target."""
    return bool(0 < state.target < state.scores[player])


def role(state: State, player: int) -> str:
    """Return in a few words what the position means for a player, "" for nothing."""
    mover = player_to_move(state)
    if mover == player:
        return "to move"
    if is_out(state, player):
        return "out" if mover == NOBODY else "above the target"
    if mover == NOBODY and places(state)[player] == 1:
        return "winner" if places(state).count(1) == 1 else "shares the win"
    if state.phase == COMMIT and state.is_tied[player]:
        return "has laid a tile" if state.committed[player] != NONE else "has to show"
    if state.picked != NONE and state.turn_of == player:
        return "unable"
    return ""


# --- the course of the game -----------------------------------------------------------------


def task(state: State) -> str:
    """Return what the player to move has to do, e.g. ``choose a tile``; "" when all is over."""
    if state.phase == OVER:
        return ""
    if state.phase == COMMIT:
        return f"show a tile, {_ROUNDS[state.num_reveals % rules.NUM_REVEALS]} round"
    if state.phase == NAME_STARTER:
        return "name who moves first"
    slot = int(state.picked if state.picked != NONE else state.chosen_slot)
    owner = f" of player {state.turn_of}" if state.picked != NONE else ""
    if state.phase == CHOOSE_CELL:
        return f"choose a cell for tile {slot + 1}{owner}"
    return f"play tile {slot + 1}{owner}" if state.picked != NONE else "choose a tile"


def headline(state: State) -> str:
    """Return who has to do what, or who has won."""
    player = player_to_move(state)
    if player != NOBODY:
        return f"player {player} to {task(state)}"
    points = " : ".join(map(str, scores(state)))
    players = range(num_players(state))
    winners = [str(seat) for seat, place in enumerate(places(state)) if place == 1]
    if all(is_out(state, seat) for seat in players):
        return f"a draw, all are out, {points}"
    if len(winners) > 1:
        return f"players {', '.join(winners[:-1])} and {winners[-1]} share the win, {points}"
    return f"player {winners[0]} wins, {points}"


def target_line(state: State) -> str:
    """Return the target and who is above it, "" without one."""
    if state.target == 0:
        return ""
    out = [str(seat) for seat in range(num_players(state)) if is_out(state, seat)]
    above = f", above it: player{'s' * (len(out) > 1)} {', '.join(out)}" if out else ""
    return f"target {state.target} points{above}"


def tile_set(state: State) -> str:
    """Return the name of the tiles of the game, OWN_TILES if they are none of the named sets."""
    centers, pips = state.tile_center.tolist(), state.tile_pips.tolist()
    for name in TILE_SETS:
        tiles = read_tiles(name)
        if [tile.center for tile in tiles] != centers:
            continue
        if [pack_pips(tile.pips) for tile in tiles] == pips:
            return name
    return OWN_TILES


def changed_options(state: State) -> dict[str, Value]:
    """Return the options that differ from their defaults."""
    starter = int(state.starting_player)
    options: dict[str, Value] = {
        "num_players": num_players(state),
        "starting_player": {RANDOM_SEAT: RANDOM, BY_RULES_CODE: BY_RULES}.get(starter, starter),
        "tile_set": tile_set(state),
        "table_size": 2 * int(state.table_radius) + 1,
        "may_claim_unable": bool(state.may_claim_unable),
        "children": bool(state.children),
        "target": int(state.target),
        "visiting_quarry": bool(state.visiting_quarry),
    }
    defaults = QuartileConfig().to_dict()
    return {name: value for name, value in options.items() if value != defaults[name]}
