"""What a RETURN of blocks leaves of a quilt in Quiltable, alone and with a CHOOSE after it."""

import numpy as np
from numpy.typing import NDArray

from quiltenvs.agents.quiltable_completions import Odds
from quiltenvs.agents.quiltable_evaluation import worth
from quiltenvs.agents.quiltable_moves import MAX_GROUPS, best_choice
from quiltenvs.agents.quiltable_places import NEVER, restore_quilt
from quiltenvs.core.bits import ONE, ZERO, bit, trailing_zeros
from quiltenvs.core.game import State, States
from quiltenvs.core.jit import njit
from quiltenvs.quiltable import groups, rules
from quiltenvs.quiltable import quilt as quilts


@njit
def worth_without(state: State, player: int, cells: np.uint64, odds: Odds, trial: State) -> float:
    """Return what the quilt is worth after blocks are taken off, and leave it so in ``trial``."""
    restore_quilt(trial, state, player)
    while cells != ZERO:
        quilts.take_block(trial, player, trailing_zeros(cells))
        cells &= cells - ONE
    quilts.normalize(trial, player)
    return worth(trial, player, odds)


@njit
def _can_leave(state: State, player: int, cells: np.uint64) -> bool:
    """Return whether these blocks can be returned together."""
    quilt = quilts.cells_of(state, player)
    allowed = rules.NUM_QUILT_CELLS
    if not groups.is_peter(state, player):
        allowed = quilts.parts_allowed(quilt)
    return quilts.count_parts(quilts.widen(quilt & ~cells)) <= allowed


@njit
def best_return(
    state: State, player: int, most: int, odds: Odds, trial: State
) -> tuple[float, np.uint64]:
    """Return what the quilt is worth after the best RETURN of ``most`` blocks, and its cells.

    Only groups of blocks that share edges are tried. If blocks are picked already, the best with
    all of them. NEVER if none was found.
    """
    now, grown = np.empty(MAX_GROUPS, np.uint64), np.empty(MAX_GROUPS, np.uint64)
    quilt = quilts.cells_of(state, player)
    picked = quilts.narrow(groups.returned_cells(state))
    best, best_cells = NEVER, ZERO
    count, size = 1, int(state.num_group)
    now[0] = picked
    while count > 0:
        for i in range(count):
            if size > 0 and _can_leave(state, player, now[i]):
                found = worth_without(state, player, now[i], odds, trial)
                if found > best:
                    best, best_cells = found, now[i]
        if size >= most:
            break
        count = _grow_in_quilt(quilt, now, count, grown)
        now, grown = grown, now
        size += 1
    restore_quilt(trial, state, player)
    return best, best_cells


@njit
def _grow_in_quilt(
    quilt: np.uint64, parents: NDArray[np.uint64], num_parents: int, children: NDArray[np.uint64]
) -> int:
    """Fill ``children`` with the groups of a quilt that are a block larger, each once."""
    count = 0
    for i in range(num_parents):
        rest = quilt & ~parents[i]
        if parents[i] != ZERO:
            rest &= quilts.narrow(quilts.neighbors(quilts.widen(parents[i])))
        while rest != ZERO and count < len(children):
            more = parents[i] | (bit(trailing_zeros(rest)))
            rest &= rest - ONE
            is_new = True
            for j in range(count):
                if children[j] == more:
                    is_new = False
            if is_new:
                children[count] = more
                count += 1
    return count


@njit
def best_exchange(state: State, player: int, odds: Odds, forks: States) -> tuple[float, np.uint64]:
    """Return what the quilt is worth after a RETURN of one block and a CHOOSE, and that block."""
    trial, after = forks[0], forks[1]
    best, best_cells = NEVER, ZERO
    rest = groups.single_returns(state, player)
    while rest != ZERO:
        cell = bit(trailing_zeros(rest))
        rest &= rest - ONE
        worth_without(state, player, cell, odds, trial)
        forks[1] = trial
        found, _ = best_choice(after, player, odds, trial)
        if found > best:
            best, best_cells = found, cell
    forks[0] = state
    return best, best_cells
