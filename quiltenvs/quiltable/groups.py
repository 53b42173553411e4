"""CHOOSE and RETURN: which blocks can be picked so that a legal group comes of it.

A group is picked block by block. A pick is legal only if some legal group contains what has been
picked: nobody can run into a dead end.
"""

import numpy as np

from quiltenvs.core.bits import ONE, ZERO, bit, lowest_one
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.quiltable import area as areas
from quiltenvs.quiltable import quilt as quilts
from quiltenvs.quiltable import rules
from quiltenvs.quiltable.area import Cells, area_side, blocks_of, first_cell, one_cell
from quiltenvs.quiltable.state import NONE

_PAIR = np.uint64(0b11)
_NOTHING = (ZERO, ZERO)


@njit_inline
def is_billy(state: State, player: int) -> bool:
    """Return whether a CHOOSE may be of one or four blocks."""
    return bool(state.assistant[player] == rules.BILLY and state.num_uses[state.marker] == 0)


@njit_inline
def is_gladys(state: State, player: int) -> bool:
    """Return whether CHOOSE and RETURN may be of unconnected blocks."""
    is_used_up = state.gladys_once != 0 and state.num_uses[state.marker] > 0
    return bool(state.assistant[player] == rules.GLADYS and not is_used_up)


@njit_inline
def is_peter(state: State, player: int) -> bool:
    """Return whether the Single Quilt Rule does not apply."""
    return bool(state.assistant[player] == rules.PETER)


@njit_inline
def min_choose(state: State, player: int) -> int:
    """Return the fewest blocks of a CHOOSE."""
    return rules.BILLY_MIN if is_billy(state, player) else rules.MIN_CHOOSE


@njit_inline
def max_choose(state: State, player: int) -> int:
    """Return the most blocks of a CHOOSE."""
    return rules.BILLY_MAX if is_billy(state, player) else rules.MAX_CHOOSE


# --- CHOOSE ---------------------------------------------------------------------------------


@njit
def shape_of(side: int, cells: Cells) -> np.uint64:
    """Return cells of an area as a group in its bounding box; 0 if no frame could hold it."""
    top = first_cell(cells) // side
    left = side
    low, high = cells
    while low | high != ZERO:
        cell = first_cell((low, high))
        low, high = areas.without((low, high), one_cell(cell))
        left = min(left, cell % side)
    shape = ZERO
    low, high = cells
    while low | high != ZERO:
        cell = first_cell((low, high))
        low, high = areas.without((low, high), one_cell(cell))
        row, column = cell // side - top, cell % side - left
        if max(row, column) >= rules.QUILT_SIDE:
            return ZERO
        shape |= bit(rules.QUILT_SIDE * row + column)
    return shape


@njit_inline
def picked_blocks(state: State) -> Cells:
    """Return the cells of the area that are picked."""
    cells = _NOTHING
    for i in range(state.num_group):
        cells = areas.either(cells, one_cell(int(state.group[i])))
    return cells


@njit_inline
def chosen_shape(state: State) -> np.uint64:
    """Return the group that is picked in the area."""
    return shape_of(area_side(state), picked_blocks(state))


@njit_inline
def fits(state: State, player: int, group: np.uint64) -> bool:
    """Return whether a group can be added to a player's quilt."""
    cells = quilts.cells_of(state, player)
    return quilts.can_place(cells, quilts.frame_side(state), group, is_peter(state, player))


@njit_inline
def _extensions(state: State, player: int, cells: Cells) -> Cells:
    """Return the blocks that can join those picked, whatever comes of it."""
    area = int(state.marker)
    blocks = areas.without(blocks_of(state, area), cells)
    if is_gladys(state, player):
        return blocks
    return areas.both(areas.neighbors(area_side(state), cells), blocks)


@njit
def _can_choose(state: State, player: int, cells: Cells, count: int) -> bool:
    """Return whether some group of legal size with all of ``cells`` fits into the quilt."""
    fewest = min_choose(state, player)
    if count >= fewest and fits(state, player, shape_of(area_side(state), cells)):
        return True
    return _has_larger_choice(state, player, cells, count)


@njit
def _has_larger_choice(state: State, player: int, cells: Cells, count: int) -> bool:
    """Return whether a group that fits comes of ``cells`` and further blocks: depth first."""
    fewest, most = min_choose(state, player), max_choose(state, player)
    picked = np.empty((rules.BILLY_MAX + 1, 2), np.uint64)
    left = np.empty((rules.BILLY_MAX + 1, 2), np.uint64)
    picked[0, 0], picked[0, 1] = cells
    left[0, 0], left[0, 1] = _extensions(state, player, cells) if count < most else _NOTHING
    level = 0
    while level >= 0:
        rest = (left[level, 0], left[level, 1])
        if areas.is_empty(rest):
            level -= 1
            continue
        more = one_cell(first_cell(rest))
        left[level, 0], left[level, 1] = areas.without(rest, more)
        grown = areas.either((picked[level, 0], picked[level, 1]), more)
        level += 1
        size = count + level
        if size >= fewest and fits(state, player, shape_of(area_side(state), grown)):
            return True
        picked[level, 0], picked[level, 1] = grown
        left[level, 0], left[level, 1] = (
            _extensions(state, player, grown) if size < most else _NOTHING
        )
    return False


@njit
def _those_with_a_future(
    state: State, player: int, picked: Cells, candidates: Cells, count: int
) -> Cells:
    """Return those of ``candidates`` that lead to a legal group, as pick number ``count``."""
    found = _NOTHING
    low, high = candidates
    while low | high != ZERO:
        more = one_cell(first_cell((low, high)))
        low, high = areas.without((low, high), more)
        if _can_choose(state, player, areas.either(picked, more), count):
            found = areas.either(found, more)
    return found


@njit
def first_choices(state: State, player: int) -> Cells:
    """Return the blocks of the area that can start a CHOOSE."""
    area = int(state.marker)
    blocks = blocks_of(state, area)
    if quilts.is_full(state, player):
        return _NOTHING
    if is_gladys(state, player):
        return _those_with_a_future(state, player, _NOTHING, blocks, 1)
    if is_billy(state, player):
        return blocks  # a single block finds a place in every quilt
    # Where three blocks fit, two of them do: two are the test for all.
    if not fits(state, player, _PAIR):
        return _NOTHING
    return areas.both(blocks, areas.neighbors(area_side(state), blocks))


@njit
def further_choices(state: State, player: int) -> Cells:
    """Return the blocks of the area that can extend a CHOOSE."""
    count = int(state.num_group)
    if count == max_choose(state, player):
        return _NOTHING
    picked = picked_blocks(state)
    candidates = _extensions(state, player, picked)
    is_plain = not is_gladys(state, player) and not is_billy(state, player)
    if is_plain and count + 1 == rules.MIN_CHOOSE:
        return candidates  # a pair fits, otherwise there had been no first pick
    return _those_with_a_future(state, player, picked, candidates, count + 1)


@njit
def is_choice_complete(state: State, player: int) -> bool:
    """Return whether the picked blocks can be added to the quilt as they are."""
    is_large_enough = state.num_group >= min_choose(state, player)
    return is_large_enough and fits(state, player, chosen_shape(state))


# --- RETURN ---------------------------------------------------------------------------------


@njit_inline
def returned_cells(state: State) -> np.uint64:
    """Return the cells of the quilt that are picked, on the board of 7 x 7."""
    cells = ZERO
    for i in range(state.num_group):
        cells |= bit(int(state.group[i]))
    return quilts.widen(cells)


@njit_inline
def max_return(state: State) -> int:
    """Return the most blocks that can be returned now."""
    return min(rules.MAX_RETURN, areas.room_for_returned(state, int(state.marker)))


@njit_inline
def _most_parts(state: State, player: int) -> int:
    """Return in how many parts the quilt may be after blocks left it."""
    if is_peter(state, player):
        return rules.NUM_QUILT_CELLS
    return quilts.parts_allowed(quilts.cells_of(state, player))


@njit_inline
def _can_follow(rest: np.uint64, picked: np.uint64, is_loose: bool) -> np.uint64:
    """Return the blocks of ``rest`` that can join those picked, whatever comes of it."""
    return rest if is_loose else rest & quilts.neighbors(picked)


@njit
def _can_return(
    quilt: np.uint64, picked: np.uint64, more: int, most_parts: int, is_loose: bool
) -> bool:
    """Return whether ``picked`` with ``more`` blocks at most in addition can leave a quilt."""
    if quilts.count_parts(quilt & ~picked) <= most_parts:
        return True
    return more > 0 and _has_larger_return(quilt, picked, more, most_parts, is_loose)


@njit
def _has_larger_return(
    quilt: np.uint64, picked: np.uint64, more: int, most_parts: int, is_loose: bool
) -> bool:
    """Return whether ``picked`` and one to ``more`` blocks can leave a quilt: depth first."""
    taken = np.empty(rules.MAX_RETURN + 1, np.uint64)
    left = np.empty(rules.MAX_RETURN + 1, np.uint64)
    taken[0], left[0] = picked, _can_follow(quilt & ~picked, picked, is_loose)
    level = 0
    while level >= 0:
        if left[level] == ZERO:
            level -= 1
            continue
        one = lowest_one(left[level])
        left[level] &= ~one
        grown = taken[level] | one
        rest = quilt & ~grown
        if quilts.count_parts(rest) <= most_parts:
            return True
        level += 1
        taken[level] = grown
        left[level] = _can_follow(rest, grown, is_loose) if level < more else ZERO
    return False


@njit
def return_choices(state: State, player: int) -> np.uint64:
    """Return the cells of the quilt that can be picked next for a RETURN."""
    count = max_return(state) - int(state.num_group)
    if count <= 0:
        return ZERO
    quilt = quilts.widen(quilts.cells_of(state, player))
    picked = returned_cells(state)
    is_loose = is_gladys(state, player)
    candidates = _can_follow(quilt & ~picked, picked, is_loose or picked == ZERO)
    most_parts = _most_parts(state, player)
    found = ZERO
    while candidates != ZERO:
        more = lowest_one(candidates)
        candidates &= candidates - ONE
        is_simple = picked == ZERO and quilts.holds_together(quilt, more)
        if is_simple or _can_return(quilt, picked | more, count - 1, most_parts, is_loose):
            found |= more
    return quilts.narrow(found)


@njit
def is_return_complete(state: State, player: int) -> bool:
    """Return whether the picked blocks can leave the quilt as they are."""
    if state.num_group == 0:
        return False
    rest = quilts.widen(quilts.cells_of(state, player)) & ~returned_cells(state)
    return quilts.count_parts(rest) <= _most_parts(state, player)


@njit
def single_returns(state: State, player: int) -> np.uint64:
    """Return the cells of the quilt whose block can leave it alone (for Granny Smith)."""
    quilt = quilts.widen(quilts.cells_of(state, player))
    most_parts = _most_parts(state, player)
    found, rest = ZERO, quilt
    while rest != ZERO:
        one = lowest_one(rest)
        rest &= rest - ONE
        if quilts.holds_together(quilt, one) or quilts.count_parts(quilt & ~one) <= most_parts:
            found |= one
    return quilts.narrow(found)


@njit_inline
def is_connected_group(state: State, of_quilt: bool) -> bool:
    """Return whether the picked blocks share edges."""
    if of_quilt:
        return quilts.count_parts(returned_cells(state)) == 1
    cells = picked_blocks(state)
    start = one_cell(int(state.group[0]))
    return areas.flood(area_side(state), start, cells) == cells


@njit_inline
def took_ability(state: State, player: int, of_quilt: bool) -> bool:
    """Return whether it took Big Billy or Gifted Gladys to pick the group."""
    if state.assistant[player] == rules.BILLY:
        is_usual = rules.MIN_CHOOSE <= state.num_group <= rules.MAX_CHOOSE
        return not of_quilt and not is_usual
    return state.assistant[player] == rules.GLADYS and not is_connected_group(state, of_quilt)


# --- the picks themselves ------------------------------------------------------------------


@njit_inline
def pick(state: State, cell: int) -> None:
    """Add a cell of the area or the quilt to those picked."""
    state.group[state.num_group] = cell
    state.num_group += 1


@njit_inline
def drop_group(state: State) -> None:
    """Forget what is picked."""
    state.group[:], state.num_group = NONE, 0


@njit_inline
def note_use(state: State, player: int, of_quilt: bool) -> None:
    """Note if the picked group took an ability that can be had once a turn."""
    if took_ability(state, player, of_quilt):
        state.num_uses[state.marker] += 1
