"""What a Quartile player sees: all but the quarry, the start tile and the hands of the others."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.core.layout import Block, Layout
from quiltenvs.quartile import rules
from quiltenvs.quartile.config import MAX_TARGET
from quiltenvs.quartile.engine import chosen_pips, chosen_tile
from quiltenvs.quartile.quarry import quarry_size
from quiltenvs.quartile.state import CHOOSE_CELL, NONE, OVER
from quiltenvs.quartile.table import column_of, fits, num_rotations, row_of, side_of, turned

_TILE_VALUES = 1 + rules.NUM_SIDES
_NUM_PHASES = 4
MAX_SCORE = 500  # more are shown as 500
_TILE_TEXT = "center / 14, pips / 7 from the north clockwise"


@cache
def layout(players: int, table_size: int) -> Layout:
    """Return the blocks of an observation at a table of ``players`` with ``table_size`` cells."""
    table = (table_size, table_size)
    return Layout(
        (
            Block("hand", (rules.MAX_HAND, _TILE_VALUES), f"per slot: {_TILE_TEXT}"),
            Block(
                "chosen",
                (_TILE_VALUES,),
                f"the tile chosen to be laid, as it is turned: {_TILE_TEXT}",
            ),
            Block("unseen", (rules.NUM_TILES,), "per tile of the set: 1 if it was never seen"),
            Block("quarry", (1,), "tiles left to draw / 49"),
            Block(
                "phase", (_NUM_PHASES,), "1 to show a tile, name the starter, choose a tile, a cell"
            ),
            Block("options", (4,), "may_claim_unable, children, visiting_quarry; target / 1000"),
            Block("visited", (1,), "1 if the tile of this turn has been drawn"),
            Block("scores", (players,), "points, own first / 500, at most 1"),
            Block("mover", (players,), "1 for who decides, own seat first"),
            Block("turn_of", (players,), "1 for whose turn it is; another decides if it is unable"),
            Block("to_show", (players,), "1 for who still has to show a tile"),
            Block(
                "other_hands",
                (players - 1, rules.MAX_HAND, _TILE_VALUES + 1),
                f"per other player in turn order and slot: of a tile that was shown {_TILE_TEXT}; "
                "then 1 if there is a tile",
            ),
            Block(
                "table_pips",
                (rules.NUM_SIDES, *table),
                "pips / 7 of each side of the tiles on the table; the start tile has none",
            ),
            Block("occupied", table, "1 where a tile lies; the start tile lies in the middle"),
            Block(
                "playable",
                table,
                "1 where the tile that the player has chosen fits; else where some tile of its "
                "hand does",
            ),
        )
    )


# Where each block begins, as far as it does not depend on the number of players.
_ANY = layout(rules.MIN_PLAYERS, rules.TABLE_SIZES[0])
_HAND_AT = _ANY.start("hand")
_CHOSEN_AT = _ANY.start("chosen")
_UNSEEN_AT = _ANY.start("unseen")
_QUARRY_AT = _ANY.start("quarry")
_PHASE_AT = _ANY.start("phase")
_OPTIONS_AT = _ANY.start("options")
_VISITED_AT = _ANY.start("visited")
_SCORES_AT = _ANY.start("scores")
_OTHER_HAND = rules.MAX_HAND * (_TILE_VALUES + 1)
_PIP_VALUES = (np.arange(rules.MAX_PIPS + 1) / rules.MAX_PIPS).astype(np.float32)
_CENTER_VALUES = (np.arange(rules.MAX_CENTER + 1) / rules.MAX_CENTER).astype(np.float32)
_QUARRY_VALUES = (np.arange(rules.NUM_TILES + 1) / rules.NUM_TILES).astype(np.float32)


@njit
def observe(state: State, player: int, out: NDArray[np.float32]) -> None:
    """Fill ``out`` (D,) f4 in [0, 1] from the seat of ``player``; blocks as in ``layout``."""
    out[:] = 0.0
    players = int(state.num_players)
    for slot in range(rules.MAX_HAND):
        tile = int(state.hand[player, slot])
        if tile != NONE:
            at = _HAND_AT + slot * _TILE_VALUES
            _observe_tile(state, tile, int(state.tile_pips[tile]), out, at)
    if state.phase == CHOOSE_CELL:
        _observe_tile(state, chosen_tile(state), chosen_pips(state), out, _CHOSEN_AT)
    _observe_common(state, player, out)
    others_at = _SCORES_AT + 4 * players
    for turn in range(players):
        seat = (player + turn) % players
        _observe_seat(state, seat, players, turn, out)
        if turn > 0:
            _observe_other_hand(state, seat, out, others_at + (turn - 1) * _OTHER_HAND)
    table_at = others_at + (players - 1) * _OTHER_HAND
    _observe_table(state, out, table_at)
    is_chosen = state.phase == CHOOSE_CELL and state.mover == player
    _observe_playable(state, player, is_chosen, out, table_at)


@njit_inline
def _observe_tile(state: State, tile: int, pips: int, out: NDArray[np.float32], at: int) -> None:
    out[at] = _CENTER_VALUES[state.tile_center[tile]]
    for side in range(rules.NUM_SIDES):
        out[at + 1 + side] = _PIP_VALUES[side_of(pips, side)]


@njit_inline
def _observe_common(state: State, player: int, out: NDArray[np.float32]) -> None:
    """Write what is the same for all seats, and the tiles that ``player`` has never seen."""
    for i in range(int(state.num_drawn), rules.NUM_TILES):
        out[_UNSEEN_AT + int(state.quarry[i])] = 1.0
    out[_UNSEEN_AT + int(state.placed_tile[0])] = 1.0
    for seat in range(state.num_players):
        for slot in range(rules.MAX_HAND):
            tile = int(state.hand[seat, slot])
            if seat != player and tile != NONE and state.is_shown[seat, slot] == 0:
                out[_UNSEEN_AT + tile] = 1.0
    out[_QUARRY_AT] = _QUARRY_VALUES[quarry_size(state)]
    if state.phase != OVER:
        out[_PHASE_AT + int(state.phase)] = 1.0
    out[_OPTIONS_AT] = state.may_claim_unable
    out[_OPTIONS_AT + 1] = state.children
    out[_OPTIONS_AT + 2] = state.visiting_quarry
    out[_OPTIONS_AT + 3] = state.target * np.float32(1 / MAX_TARGET)
    out[_VISITED_AT] = state.has_visited


@njit_inline
def _observe_seat(
    state: State, seat: int, players: int, turn: int, out: NDArray[np.float32]
) -> None:
    """Write what the blocks with one value for each player say of ``seat``."""
    at = _SCORES_AT + turn
    out[at] = min(state.scores[seat], MAX_SCORE) * np.float32(1 / MAX_SCORE)
    out[at + players] = state.mover == seat and state.phase != OVER
    out[at + 2 * players] = state.turn_of == seat and state.phase != OVER
    out[at + 3 * players] = state.is_tied[seat] != 0 and state.committed[seat] == NONE


@njit_inline
def _observe_other_hand(state: State, seat: int, out: NDArray[np.float32], at: int) -> None:
    for slot in range(rules.MAX_HAND):
        tile = int(state.hand[seat, slot])
        if tile != NONE:
            out[at + _TILE_VALUES] = 1.0
            if state.is_shown[seat, slot] != 0:
                _observe_tile(state, tile, int(state.tile_pips[tile]), out, at)
        at += _TILE_VALUES + 1


@njit_inline
def _observe_table(state: State, out: NDArray[np.float32], at: int) -> None:
    """Write the planes of pips and of occupied cells; ``at`` is where the first begins."""
    radius = int(state.table_radius)
    size = 2 * radius + 1
    for i in range(state.num_placed):
        cell, pips = int(state.placed_cell[i]), int(state.placed_pips[i])
        place = at + (row_of(cell) + radius) * size + column_of(cell) + radius
        for side in range(rules.NUM_SIDES):
            out[place + side * size * size] = _PIP_VALUES[side_of(pips, side)]
        out[place + rules.NUM_SIDES * size * size] = 1.0


@njit
def _observe_playable(
    state: State, player: int, is_chosen: bool, out: NDArray[np.float32], at: int
) -> None:
    """Write where the chosen tile fits, or without one some tile of the hand of ``player``."""
    radius = int(state.table_radius)
    size = 2 * radius + 1
    at += (rules.NUM_SIDES + 1) * size * size
    for index in range(state.num_open):
        cell = int(state.open_cell[index])
        place = at + (row_of(cell) + radius) * size + column_of(cell) + radius
        if is_chosen:
            out[place] = fits(state, chosen_tile(state), chosen_pips(state), index)
        else:
            out[place] = _fits_some(state, player, index)


@njit_inline
def _fits_some(state: State, player: int, index: int) -> bool:
    """Return whether some tile of the hand fits at the open cell ``index``."""
    found = False
    for slot in range(rules.MAX_HAND):
        tile = int(state.hand[player, slot])
        if tile != NONE:
            pips = int(state.tile_pips[tile])
            for rotation in range(num_rotations(pips)):
                found |= fits(state, tile, turned(pips, rotation), index)
    return found
