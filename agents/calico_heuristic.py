"""Calico by worth: place and take what leaves the quilt, and the tiles for it, worth most.

A placement is judged in two steps. Those that leave the quilt worth most are candidates; for each
of them the tiles in sight are tried on the quilt that it leaves, the other tile of the hand with
each tile of the market. A tile is taken by the same measure. Goals are chosen by a table.

``quick_action`` stops after the first step: ten times as fast, and four points a game weaker.

Forks of a position are made in arrays that the callers own: Numba frees an array behind its last
mention, even while a record of it is in use.
"""

import numpy as np
from numpy.typing import NDArray

from quiltenvs.agents.calico_evaluation import evaluate
from quiltenvs.agents.calico_weights import GOAL_AT_SPOT, GOAL_PAIRS
from quiltenvs.calico import engine, rules
from quiltenvs.calico.config import RESTRICTIONS
from quiltenvs.calico.engine import num_slots, tile_in
from quiltenvs.calico.quilt import SPACE_AT, SPACES
from quiltenvs.calico.scoring import put
from quiltenvs.calico.state import NONE, PLACE, STATE, TAKE
from quiltenvs.core.bits import ONE, ZERO, trailing_zeros
from quiltenvs.core.game import State, States
from quiltenvs.core.jit import njit, njit_inline

WIDTH = 6
"""Placements that are looked into, at most."""
MAX_EVALUATIONS = rules.NUM_SPACES * (2 + WIDTH * rules.MARKET_SIZE * 3)
"""Of a decision: both tiles everywhere, then for each candidate with each tile of the market both
tiles once more, and the second after the first."""
NEVER = -(2**62)
"""Less than anything is worth."""
_NO_HAND = RESTRICTIONS.index("no_hand")
_NEED_BOTH = RESTRICTIONS.index("goals_need_both")
_CHOICES = np.array(rules.GOAL_CHOICES, np.int64)


@njit
def rank_placements(state: State, worths: NDArray[np.int64], actions: NDArray[np.int64]) -> int:
    """List the legal placements by the worth of the quilt that each leaves; return their number.

    Args:
        state: A tile is to be placed.
        worths: (W,) i8, filled with the worths of the W best, descending; of equal ones the lower
            action comes first.
        actions: (W,) i8, filled with their actions.
    """
    worths[:] = NEVER
    player = int(state.mover)
    trial = np.empty(1, STATE)
    count = 0
    for slot in range(num_slots(state)):
        cells = engine.legal_cells(state, slot)
        while cells != ZERO:
            cell = trailing_zeros(cells)
            cells &= cells - ONE
            trial[0] = state
            put(trial[0], player, tile_in(state, slot), cell)
            action = slot * rules.NUM_SPACES + int(SPACE_AT[cell])
            _insert(evaluate(trial[0], player), action, worths, actions)
            count += 1
    return min(count, len(worths))


@njit_inline
def _insert(worth: int, action: int, worths: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
    """Put ``action`` into the list of the best, behind those of equal worth."""
    if worth <= worths[-1]:
        return
    place = len(worths) - 1
    while place > 0 and worths[place - 1] < worth:
        worths[place], actions[place] = worths[place - 1], actions[place - 1]
        place -= 1
    worths[place], actions[place] = worth, action


@njit
def best_cell(state: State, slot: int) -> tuple[int, int]:
    """Return the worth of the quilt after the tile in ``slot`` is placed best, and the cell.

    NEVER and NONE if it has no legal cell.
    """
    player, tile = int(state.mover), tile_in(state, slot)
    trial = np.empty(1, STATE)
    best, best_at = NEVER, NONE
    cells = engine.legal_cells(state, slot)
    while cells != ZERO:
        cell = trailing_zeros(cells)
        cells &= cells - ONE
        trial[0] = state
        put(trial[0], player, tile, cell)
        worth = evaluate(trial[0], player)
        if worth > best:
            best, best_at = worth, cell
    return best, best_at


@njit
def worth_of_hand(state: State, fork: States) -> int:
    """Return what the quilt is worth to the player to move with its hand, doubled.

    It is the mean of its worths after the better of the two tiles is placed best, and after the
    other is placed best, too; of the first alone where the second has no place.

    Args:
        state: The hand is full.
        fork: (1,) scratch.
    """
    slot = 0
    one, cell = best_cell(state, 0)
    other, other_cell = best_cell(state, 1)
    if other > one:
        slot = 1
        one, cell = other, other_cell
    fork[0] = state
    put(fork[0], int(state.mover), tile_in(state, slot), cell)
    both = NEVER
    if fork[0].open[state.mover] != ZERO:
        both, _ = best_cell(fork[0], 1 - slot)
    return one + (both if both > NEVER else one)


@njit
def best_take(state: State, slot: int, forks: States) -> tuple[int, int]:
    """Return the worth, doubled, of the best hand that a take can make, and the market slot.

    Args:
        state: The player to move has placed a tile.
        slot: The emptied slot of the hand.
        forks: (2,) scratch.
    """
    best, best_taken = NEVER, 0
    for taken in range(rules.MARKET_SIZE):
        forks[0] = state
        forks[0].hand[state.mover, slot] = state.market[taken]
        worth = worth_of_hand(forks[0], forks[1:])
        if worth > best:
            best, best_taken = worth, taken
    return best, best_taken


@njit
def worth_of_placement(state: State, action: int, forks: States) -> int:
    """Return the worth of a placement in view of the tiles that can be placed next, doubled.

    Args:
        state: A tile is to be placed.
        action: Where.
        forks: (3,) scratch.
    """
    slot, space = divmod(action, rules.NUM_SPACES)
    player = int(state.mover)
    forks[0] = state
    put(forks[0], player, tile_in(state, slot), int(SPACES[space]))
    if forks[0].open[player] == ZERO:
        return 2 * evaluate(forks[0], player)
    if state.restrictions[_NO_HAND] != 0:
        return 2 * _worth_of_market(forks[0], slot)
    worth, _ = best_take(forks[0], slot, forks[1:])
    return worth


@njit
def _worth_of_market(state: State, taken: int) -> int:
    """Return the worth of the quilt after one of the tiles left in the market is placed best.

    Solo only one is left. If none of them has a place, it is the worth of the quilt as it is.
    """
    best = NEVER
    for slot in range(rules.MARKET_SIZE):
        survivor = 1 if taken == rules.MARKET_SIZE - 1 else rules.MARKET_SIZE - 1
        if slot != taken and (state.num_players > 1 or slot == survivor):
            worth, _ = best_cell(state, slot)
            best = max(best, worth)
    return best if best > NEVER else evaluate(state, int(state.mover))


@njit
def worth_of_goals_chosen(state: State, choice: int) -> int:
    """Return what a choice of goals is worth more than others, by the table."""
    is_strict = 1 if state.restrictions[_NEED_BOTH] != 0 else 0
    offer = state.goal_offer[state.mover]
    worth = 0
    for spot in range(rules.NUM_SPOTS):
        goal = int(offer[_CHOICES[choice, spot]])
        worth += GOAL_AT_SPOT[is_strict, goal, spot]
        for before in range(spot):
            worth += GOAL_PAIRS[is_strict, int(offer[_CHOICES[choice, before]]), goal]
    return worth


@njit
def choose_goals(state: State) -> int:
    """Return the choice of goals that is worth most; of equal ones the lowest."""
    best, best_action = NEVER, NONE
    for n in range(engine.num_legal(state)):
        action = engine.nth_legal(state, n)
        worth = worth_of_goals_chosen(state, action - engine.FIRST_CHOICE)
        if worth > best:
            best, best_action = worth, action
    return best_action


@njit
def heuristic_action(state: State) -> int:
    """Return the action worth most in view of the tiles in sight; of equal ones the first found."""
    forks = np.empty(3, STATE)
    if state.phase == TAKE:
        _, taken = best_take(state, int(state.emptied), forks)
        return engine.FIRST_TAKE + taken
    if state.phase != PLACE:
        return choose_goals(state)
    worths, actions = np.empty(WIDTH, np.int64), np.empty(WIDTH, np.int64)
    best, best_action = NEVER, NONE
    for i in range(rank_placements(state, worths, actions)):
        worth = worth_of_placement(state, actions[i], forks)
        if worth > best:
            best, best_action = worth, actions[i]
    return best_action


@njit
def quick_action(state: State) -> int:
    """Return the action that leaves the quilt worth most, of a take after the tile is placed."""
    if state.phase == PLACE:
        worths, actions = np.empty(1, np.int64), np.empty(1, np.int64)
        rank_placements(state, worths, actions)
        return actions[0]
    if state.phase != TAKE:
        return choose_goals(state)
    fork = np.empty(1, STATE)
    best, best_taken = NEVER, 0
    for taken in range(rules.MARKET_SIZE):
        fork[0] = state
        fork[0].hand[state.mover, state.emptied] = state.market[taken]
        worth, _ = best_cell(fork[0], int(state.emptied))
        if worth > best:
            best, best_taken = worth, taken
    return engine.FIRST_TAKE + best_taken
