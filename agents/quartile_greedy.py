"""Quartile for the points at hand: of all placements the one that scores most now."""

from quiltenvs.core.bits import ONE, ZERO, trailing_zeros
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.quartile import engine, rules
from quiltenvs.quartile.state import CHOOSE_CELL, CHOOSE_TILE, COMMIT, NONE
from quiltenvs.quartile.table import fits, num_touching, turned

NEVER = -(2**62)
"""Less than any merit."""
_ROTATIONS = rules.NUM_SIDES


@njit_inline
def value_of(state: State, tile: int) -> int:
    """Return the points that ``tile`` earns for each side that touches."""
    return 1 if state.children != 0 else int(state.tile_center[tile])


@njit_inline
def merit(state: State, points: int) -> int:
    """Return what ``points`` are worth to the player to move.

    Above a target the fewest points are best: visits to the quarry may still lead back.
    """
    total = int(state.scores[state.mover]) + points
    return -points if 0 < state.target < total else points


@njit
def best_index(state: State, tile: int, pips: int) -> tuple[int, int]:
    """Return the highest merit of ``tile``, turned to ``pips``, and the first open cell with it.

    NEVER and NONE if it fits nowhere. The cell is an index in ``open_cell``.
    """
    best, best_at = NEVER, NONE
    value = value_of(state, tile)
    for index in range(state.num_open):
        if fits(state, tile, pips, index):
            found = merit(state, value * num_touching(state, index))
            if found > best:
                best, best_at = found, index
    return best, best_at


@njit
def greedy_action(state: State) -> int:
    """Return the action of the highest merit; of equal ones the lowest."""
    if state.phase == CHOOSE_CELL:
        _, index = best_index(state, engine.chosen_tile(state), engine.chosen_pips(state))
        return engine.cell_action(state, int(state.open_cell[index]))
    if state.phase == CHOOSE_TILE:
        return _choose_tile(state)
    return slot_to_show(state) if state.phase == COMMIT else name_starter(state)


@njit
def _choose_tile(state: State) -> int:
    pairs = engine.legal_pairs(state)
    if pairs == ZERO:
        return engine.VISIT if engine.is_legal(state, engine.VISIT) else engine.UNABLE
    best, best_action = NEVER, NONE
    while pairs != ZERO:
        pair = trailing_zeros(pairs)
        pairs &= pairs - ONE
        slot, rotation = divmod(pair, _ROTATIONS)
        tile = int(state.hand[state.turn_of, slot])
        found, _ = best_index(state, tile, turned(int(state.tile_pips[tile]), rotation))
        if found > best:
            best, best_action = found, engine.FIRST_TILE + pair
    return best_action


@njit
def slot_to_show(state: State) -> int:
    """Return the slot of the tile not shown yet that has the lowest center.

    Who shows the lowest names who moves first, which is worth a little; see ``name_starter``.
    """
    best, best_slot = rules.MAX_CENTER + 1, NONE
    for slot in range(rules.HAND_SIZE):
        if state.is_shown[state.mover, slot] == 0:
            center = int(state.tile_center[state.hand[state.mover, slot]])
            if center < best:
                best, best_slot = center, slot
    return best_slot


@njit_inline
def name_starter(state: State) -> int:
    """Return the action that makes the player to move the third of the first round.

    Measured: whoever moves first finds one side to touch, the third mostly two. With two players
    it makes no difference.
    """
    return engine.FIRST_NAME + int(state.num_players) - 2
