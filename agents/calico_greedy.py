"""Calico for the points at hand: the placement that scores most now.

Of placements with equal points the one of the highest *potential* is chosen: the neighbours of the
tile that have its color and no button yet, those that have its pattern and no cat yet, and the ways
(by color, by pattern) in which the goals can still be met afterwards. Of the market that tile is
taken which would then be placed best, and goals are chosen by the points printed on them.
"""

import numpy as np

from quiltenvs.calico import engine, rules
from quiltenvs.calico.config import RESTRICTIONS
from quiltenvs.calico.engine import num_slots, tile_in
from quiltenvs.calico.quilt import SPACE_AT, touching
from quiltenvs.calico.scoring import GOAL_POINTS, find_possible, put, score
from quiltenvs.calico.state import BY_COLOR, BY_PATTERN, NONE, PLACE, STATE, TAKE
from quiltenvs.core.bits import ONE, ZERO, bit, count_ones, trailing_zeros
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline

POINT = 32
"""The unit of merits: a point counts more than any potential, which is at most 18."""
_NEED_BOTH = RESTRICTIONS.index("goals_need_both")
_CHOICES = np.array(rules.GOAL_CHOICES, np.int64)


@njit_inline
def potential(state: State, player: int, tile: int, cell: int) -> int:
    """Return the potential of a tile just placed on ``cell``, 0 .. 18."""
    color, pattern = divmod(tile, rules.NUM_PATTERNS)
    near = touching(bit(cell))
    found = count_ones(near & state.colors[player, color] & ~state.buttoned[player])
    found += count_ones(near & state.patterns[player, pattern] & ~state.visited[player])
    for spot in range(rules.NUM_SPOTS):
        ways = find_possible(state, player, spot)
        if ways == BY_COLOR | BY_PATTERN:
            found += 2
        elif ways != 0 and state.restrictions[_NEED_BOTH] == 0:
            found += 1
    return found


@njit
def best_placement(state: State, slot: int) -> tuple[int, int]:
    """Return the merit of the best placement of the tile in ``slot``, and its cell.

    The merit is the points that it earns, in POINT, and its potential; of equal ones the lowest
    cell is best; -1 and NONE if the tile cannot be placed.
    """
    player, tile = int(state.mover), tile_in(state, slot)
    before = score(state, player)
    trial = np.empty(1, STATE)
    best, best_at = -1, NONE
    cells = engine.legal_cells(state, slot)
    while cells != ZERO:
        cell = trailing_zeros(cells)
        cells &= cells - ONE
        trial[0] = state
        put(trial[0], player, tile, cell)
        merit = POINT * (score(trial[0], player) - before)
        merit += potential(trial[0], player, tile, cell)
        if merit > best:
            best, best_at = merit, cell
    return best, best_at


@njit
def greedy_action(state: State) -> int:
    """Return the action of the highest merit; of equal ones the lowest."""
    if state.phase == PLACE:
        return _place(state)
    return _take(state) if state.phase == TAKE else _choose_goals(state)


@njit
def _place(state: State) -> int:
    best, best_action = -1, NONE
    for slot in range(num_slots(state)):
        merit, cell = best_placement(state, slot)
        if merit > best:
            best, best_action = merit, slot * rules.NUM_SPACES + int(SPACE_AT[cell])
    return best_action


@njit
def _take(state: State) -> int:
    after = np.empty(1, STATE)
    best, best_slot = -1, 0
    for slot in range(rules.MARKET_SIZE):
        after[0] = state
        after[0].hand[state.mover, state.emptied] = state.market[slot]
        merit, _ = best_placement(after[0], int(state.emptied))
        if merit > best:
            best, best_slot = merit, slot
    return engine.FIRST_TAKE + best_slot


@njit
def _choose_goals(state: State) -> int:
    """Return the choice of goals with the most points, each met by color or pattern alone."""
    offer = state.goal_offer[state.mover]
    best, best_action = -1, NONE
    for n in range(engine.num_legal(state)):
        action = engine.nth_legal(state, n)
        points = 0
        for spot in range(rules.NUM_SPOTS):
            goal = int(offer[_CHOICES[action - engine.FIRST_CHOICE, spot]])
            points += GOAL_POINTS[goal, BY_COLOR]
        if points > best:
            best, best_action = points, action
    return best_action
