"""Whole actions of Quiltable, tried out on a copy of the position: which of them is worth most?

An action is several steps: blocks are picked one by one, then placed. Here the groups are listed
level by level, each a block larger than those before; every group that fits is tried at all its
places. Nothing is drawn on the way, so nothing hidden is seen.
"""

import numpy as np
from numpy.typing import NDArray

from quiltenvs.agents.quiltable_completions import Odds
from quiltenvs.agents.quiltable_evaluation import worth
from quiltenvs.agents.quiltable_places import (
    NEVER,
    best_place,
    lay_cards,
    list_spots,
    worth_of_group,
)
from quiltenvs.core.bits import ZERO, has_bit
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.quiltable import area as areas
from quiltenvs.quiltable import groups, rules
from quiltenvs.quiltable import quilt as quilts
from quiltenvs.quiltable.area import Cells
from quiltenvs.quiltable.assistants import plannable
from quiltenvs.quiltable.card_sets import add_card, remove_card
from quiltenvs.quiltable.choices import FIRST_PLACE
from quiltenvs.quiltable.state import NONE

MAX_GROUPS = 256
"""Groups of one size that are tried, at most."""
WIDTH = 12
"""Groups that are made larger where there are too many to follow all."""


# --- CHOOSE ---------------------------------------------------------------------------------


@njit_inline
def _next_blocks(state: State, player: int, cells: Cells) -> Cells:
    """Return the blocks that can join those picked."""
    blocks = areas.without(areas.blocks_of(state, int(state.marker)), cells)
    if areas.is_empty(cells) or groups.is_gladys(state, player):
        return blocks
    return areas.both(areas.neighbors(areas.area_side(state), cells), blocks)


@njit
def _grow(
    state: State,
    player: int,
    parents: NDArray[np.uint64],
    num_parents: int,
    children: NDArray[np.uint64],
) -> int:
    """Fill ``children`` with the groups that are a block larger, each once."""
    count = 0
    for i in range(num_parents):
        cells = (parents[i, 0], parents[i, 1])
        low, high = _next_blocks(state, player, cells)
        while low | high != ZERO and count < len(children):
            more = areas.one_cell(areas.first_cell((low, high)))
            low, high = areas.without((low, high), more)
            grown = areas.either(cells, more)
            is_new = True
            for j in range(count):
                if children[j, 0] == grown[0] and children[j, 1] == grown[1]:
                    is_new = False
            if is_new:
                children[count, 0], children[count, 1] = grown
                count += 1
    return count


@njit
def _keep_best(sets: NDArray[np.uint64], worths: NDArray[np.float64], count: int) -> int:
    """Move the WIDTH groups that are worth most to the front; return how many are left."""
    kept = min(count, WIDTH)
    for i in range(kept):
        best = i
        for j in range(i + 1, count):
            if worths[j] > worths[best]:
                best = j
        worths[i], worths[best] = worths[best], worths[i]
        for word in range(2):
            sets[i, word], sets[best, word] = sets[best, word], sets[i, word]
    return kept


@njit_inline
def _insert(
    found: float, cells: Cells, worths: NDArray[np.float64], sets: NDArray[np.uint64]
) -> None:
    """Put a group into the list of the best, behind those of equal worth."""
    if found <= worths[-1]:
        return
    place = len(worths) - 1
    while place > 0 and worths[place - 1] < found:
        worths[place] = worths[place - 1]
        sets[place, 0], sets[place, 1] = sets[place - 1, 0], sets[place - 1, 1]
        place -= 1
    worths[place] = found
    sets[place, 0], sets[place, 1] = cells


@njit
def best_choice(
    state: State, player: int, odds: Odds, trial: State
) -> tuple[float, tuple[np.uint64, np.uint64]]:
    """Return what the quilt is worth after the best CHOOSE, and its cells.

    If blocks are picked already, the best with all of them. NEVER if none was found.
    """
    worths, sets = np.empty(1, np.float64), np.zeros((1, 2), np.uint64)
    rank_choices(state, player, odds, trial, worths, sets)
    return worths[0], (sets[0, 0], sets[0, 1])


@njit
def rank_choices(
    state: State,
    player: int,
    odds: Odds,
    trial: State,
    top_worths: NDArray[np.float64],
    top_sets: NDArray[np.uint64],
) -> None:
    """List the groups that leave the quilt worth most, the best first.

    Args:
        state: before a CHOOSE; if blocks are picked already, only groups with all of them count.
        player: who is to move.
        odds: (NUM_ODDS,)
        trial: scratch, like ``state``.
        top_worths: (K,) f8, filled with the worths; NEVER where there are no more.
        top_sets: (K, 2) u8, filled with the cells.
    """
    now, grown = np.empty((MAX_GROUPS, 2), np.uint64), np.empty((MAX_GROUPS, 2), np.uint64)
    worths = np.empty(MAX_GROUPS, np.float64)
    fewest, most = groups.min_choose(state, player), groups.max_choose(state, player)
    top_worths[:] = NEVER
    count, size = 1, int(state.num_group)
    now[0, 0], now[0, 1] = groups.picked_blocks(state)
    while count > 0:
        for i in range(count):
            cells = (now[i, 0], now[i, 1])
            worths[i] = NEVER
            if size >= fewest:
                worths[i] = worth_of_group(state, player, cells, odds, trial)
                _insert(worths[i], cells, top_worths, top_sets)
        if size == most:
            break
        if size >= 2 and (size == rules.MAX_CHOOSE or groups.is_gladys(state, player)):
            count = _keep_best(now, worths, count)
        count = _grow(state, player, now, count, grown)
        now, grown = grown, now
        size += 1


@njit
def choose_group(after: State, player: int, cells: Cells, odds: Odds, trial: State) -> None:
    """CHOOSE a group in ``after`` and place it best; the area is not refilled.

    ``trial`` is scratch, like ``after``. The group must fit.
    """
    m = int(after.marker)
    spots = np.empty((rules.BILLY_MAX, 3), np.int64)
    count = list_spots(after, cells, spots)
    shape = groups.shape_of(areas.area_side(after), cells)
    _, action = best_place(after, player, shape, spots, count, odds, trial)
    rotation, place = divmod(action - FIRST_PLACE, quilts.NUM_PLACES)
    lay_cards(after, player, spots, count, rotation, place)
    low, high = cells
    while low | high != ZERO:
        cell = areas.first_cell((low, high))
        low, high = areas.without((low, high), areas.one_cell(cell))
        areas.remove_block(after, m, cell)
    if not rules.MIN_CHOOSE <= count <= rules.MAX_CHOOSE:
        after.num_uses[m] += 1
    after.group[:], after.num_group = NONE, 0


# --- PLAN -----------------------------------------------------------------------------------


@njit
def worth_with_pattern(state: State, player: int, card: int, odds: Odds, trial: State) -> float:
    """Return what the quilt is worth with one pattern more."""
    add_card(trial.patterns[player], card)
    found = worth(trial, player, odds)
    remove_card(trial.patterns[player], card)
    return found


@njit
def worth_without_pattern(state: State, player: int, card: int, odds: Odds, trial: State) -> float:
    """Return what the quilt is worth with one pattern less."""
    remove_card(trial.patterns[player], card)
    found = worth(trial, player, odds)
    add_card(trial.patterns[player], card)
    return found


@njit
def best_plan(state: State, player: int, odds: Odds, trial: State) -> tuple[float, int]:
    """Return what the quilt is worth after the best PLAN, and the pile; NEVER and NONE if none."""
    piles = plannable(state)
    best, best_pile = NEVER, NONE
    for pile in range(rules.NUM_PILES):
        if has_bit(piles, pile):
            card = areas.top_card(state, int(state.marker), pile)
            found = worth_with_pattern(state, player, card, odds, trial)
            if found > best:
                best, best_pile = found, pile
    return best, best_pile
