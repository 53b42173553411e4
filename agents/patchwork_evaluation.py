"""What a Patchwork placement is worth: a formula of six weights, for every legal action.

A purchase is worth the squares it fills, the income it will bring, less its prices and less what it
adds to the *raggedness* of the quilt: contacts between empty and covered squares (pairs of squares
that share a side; the edge of the board is no contact), and isolated empty squares (whose every
neighbour is covered or off the board) at a weight of their own. An advance is worth 0. A special
patch is only judged by the raggedness it leaves.

Counting the edge of the board as a contact was tried with the public formula: it then loses 58 of
100 paired games against the formula without, and scores 19 instead of 21 points against itself.

All weights and worths are integers, so the same action wins on every machine.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from quiltenvs.core.bits import ONE, WORD, ZERO, bit, count_ones, trailing_zeros
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.patchwork import engine, rules
from quiltenvs.patchwork.quilt import (
    NUM_ORIENTATIONS,
    PATCH_CELLS,
    anchors,
    cover,
    cover_square,
    empty_squares,
    is_distinct,
)
from quiltenvs.patchwork.state import NOBODY

# Places in a row of weights (6,) i8, all >= 0, in a unit of the row's own.
FILLED = 0  # per point of gap penalty that the patch saves
INCOME = 1  # per button of income still to come
BUTTONS = 2  # per button of the price
TIME = 3  # per space that the token really moves
CONTACT = 4  # per contact between an empty and a covered square
ISOLATED = 5  # per isolated empty square
NUM_WEIGHTS = 6


def _words(squares: Iterable[int]) -> tuple[np.uint64, np.uint64]:
    board = sum(1 << square for square in squares)
    return np.uint64(board & (1 << WORD) - 1), np.uint64(board >> WORD)


# Squares with a neighbour to the right, and with one below.
_LEFT_LOW, _LEFT_HIGH = _words(
    square for square in range(rules.NUM_CELLS) if square % rules.SIDE < rules.SIDE - 1
)
_UPPER_LOW, _UPPER_HIGH = _words(range(rules.NUM_CELLS - rules.SIDE))
_ROW = np.uint64(rules.SIDE)
_CARRY_ONE, _CARRY_ROW = np.uint64(WORD - 1), np.uint64(WORD - rules.SIDE)

_NEVER = np.int64(2**62)
"""More raggedness than any quilt has."""


@njit_inline
def count_contacts(quilt: NDArray[np.uint64]) -> int:
    """Return the pairs of neighbouring squares of which one is empty and one covered."""
    low, high = quilt[0], quilt[1]
    right_low = (low ^ ((low >> ONE) | (high << _CARRY_ONE))) & _LEFT_LOW
    right_high = (high ^ (high >> ONE)) & _LEFT_HIGH
    below_low = (low ^ ((low >> _ROW) | (high << _CARRY_ROW))) & _UPPER_LOW
    below_high = (high ^ (high >> _ROW)) & _UPPER_HIGH
    return (
        count_ones(right_low)
        + count_ones(right_high)
        + count_ones(below_low)
        + count_ones(below_high)
    )


@njit_inline
def count_isolated(quilt: NDArray[np.uint64]) -> int:
    """Return the empty squares without an empty neighbour."""
    low, high = empty_squares(quilt)
    # Empty squares whose right neighbour is empty, too; then those whose lower one is.
    right_low = low & ((low >> ONE) | (high << _CARRY_ONE)) & _LEFT_LOW
    right_high = high & (high >> ONE) & _LEFT_HIGH
    below_low = low & ((low >> _ROW) | (high << _CARRY_ROW)) & _UPPER_LOW
    below_high = high & (high >> _ROW) & _UPPER_HIGH
    # The same pairs seen from their right and lower squares.
    left_low, left_high = right_low << ONE, (right_high << ONE) | (right_low >> _CARRY_ONE)
    above_low, above_high = below_low << _ROW, (below_high << _ROW) | (below_low >> _CARRY_ROW)
    return count_ones(low & ~(right_low | below_low | left_low | above_low)) + count_ones(
        high & ~(right_high | below_high | left_high | above_high)
    )


@njit_inline
def raggedness(quilt: NDArray[np.uint64], weights: NDArray[np.int64]) -> int:
    """Return the weighted contacts and isolated squares of ``quilt`` (2,) u8."""
    return weights[CONTACT] * count_contacts(quilt) + weights[ISOLATED] * count_isolated(quilt)


@njit_inline
def _insert(cost: int, action: int, costs: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
    """Put ``action`` into the list of the cheapest, behind those of equal cost."""
    place = len(costs) - 1
    while place > 0 and costs[place - 1] > cost:
        costs[place], actions[place] = costs[place - 1], actions[place - 1]
        place -= 1
    costs[place], actions[place] = cost, action


@njit_inline
def _consider(
    trial: NDArray[np.uint64],
    action: int,
    weights: NDArray[np.int64],
    costs: NDArray[np.int64],
    actions: NDArray[np.int64],
) -> None:
    """Enter ``action``, which makes the quilt ``trial``, if it is among the cheapest so far.

    Most are out by their contacts alone, and isolated squares only add to those.
    """
    cost = weights[CONTACT] * count_contacts(trial)
    if cost < costs[-1]:
        cost += weights[ISOLATED] * count_isolated(trial)
        if cost < costs[-1]:
            _insert(cost, action, costs, actions)


@njit
def find_placements(
    quilt: NDArray[np.uint64],
    patch: int,
    first: int,
    weights: NDArray[np.int64],
    costs: NDArray[np.int64],
    actions: NDArray[np.int64],
) -> int:
    """Find where ``patch`` leaves ``quilt`` least ragged; return the number of places found.

    Args:
        quilt: (2,) u8.
        patch: Row of ``rules.PATCHES``.
        first: Action of orientation 0 at anchor 0.
        weights: (6,) i8.
        costs: (W,) i8, filled with the raggedness after the W best placements, ascending; of
            equal ones the lower action comes first.
        actions: (W,) i8, filled with their actions.
    """
    costs[:] = _NEVER
    trial = np.empty(2, np.uint64)
    count = 0
    for orientation in range(NUM_ORIENTATIONS):
        if not is_distinct(patch, orientation):
            continue
        low, high = anchors(quilt, patch, orientation)
        count += count_ones(low) + count_ones(high)
        while low | high != ZERO:
            if low != ZERO:
                anchor = trailing_zeros(low)
                low &= low - ONE
            else:
                anchor = WORD + trailing_zeros(high)
                high &= high - ONE
            trial[0], trial[1] = quilt[0], quilt[1]
            cover(trial, patch, orientation, anchor)
            action = first + orientation * rules.NUM_CELLS + anchor
            _consider(trial, action, weights, costs, actions)
    return min(count, len(costs))


@njit
def find_squares(
    quilt: NDArray[np.uint64],
    weights: NDArray[np.int64],
    costs: NDArray[np.int64],
    actions: NDArray[np.int64],
) -> int:
    """Find where a special patch leaves ``quilt`` least ragged; see :func:`find_placements`."""
    costs[:] = _NEVER
    trial = np.empty(2, np.uint64)
    low, high = empty_squares(quilt)
    count = count_ones(low) + count_ones(high)
    for square in range(rules.NUM_CELLS):
        word = low if square < WORD else high
        if word & bit(square % WORD) != ZERO:
            trial[0], trial[1] = quilt[0], quilt[1]
            cover_square(trial, square)
            _consider(trial, engine.FIRST_SPECIAL + square, weights, costs, actions)
    return min(count, len(costs))


@njit_inline
def worth_before_placing(state: State, player: int, patch: int, weights: NDArray[np.int64]) -> int:
    """Return what ``patch`` is worth to ``player`` wherever it is laid."""
    space = int(state.position[player])
    marks = count_ones(engine.INCOME_MARKS >> np.uint64(space + 1))
    return (
        weights[FILLED] * state.gap_penalty * PATCH_CELLS[patch]
        + weights[INCOME] * engine.INCOMES[patch] * marks
        - weights[BUTTONS] * engine.PRICES[patch]
        - weights[TIME] * min(engine.TIMES[patch], rules.FINISH - space)
    )


@njit
def rank_actions(
    state: State,
    weights: NDArray[np.int64],
    width: int,
    worths: NDArray[np.int64],
    actions: NDArray[np.int64],
) -> int:
    """List the promising actions of the player to move; return their number.

    Args:
        state: Not finished.
        weights: (6,) i8.
        width: W, at least 1.
        worths: (1 + 3 * W,) i8, filled with what each action is worth.
        actions: (1 + 3 * W,) i8, filled with the advance and then, offer by offer, the W best
            placements of the patch; or with the best squares for a special patch. Best first, of
            equal ones the lower action first.
    """
    player = engine.current_player(state)
    if state.pending == NOBODY:
        worths[0], actions[0] = 0, engine.ADVANCE
        return _rank_purchases(state, player, weights, width, worths, actions)
    count = find_squares(state.quilts[player], weights, worths, actions)
    for i in range(count):
        worths[i] = -worths[i]
    return count


@njit_inline
def _rank_purchases(
    state: State,
    player: int,
    weights: NDArray[np.int64],
    width: int,
    worths: NDArray[np.int64],
    actions: NDArray[np.int64],
) -> int:
    """Append the purchases to the advance; return the length of the list."""
    quilt = state.quilts[player]
    before = raggedness(quilt, weights)
    count = 1
    for offer in range(rules.NUM_OFFERS):
        index = engine.offer_index(state, offer)
        if index < 0:
            break
        patch = int(state.circle[index])
        if engine.PRICES[patch] > state.buttons[player]:
            continue
        first = engine.FIRST_BUY + offer * engine.ACTIONS_PER_OFFER
        places = slice(count, count + width)
        found = find_placements(quilt, patch, first, weights, worths[places], actions[places])
        worth = worth_before_placing(state, player, patch, weights) + before
        for i in range(count, count + found):
            worths[i] = worth - worths[i]
        count += found
    return count


@njit
def best_action(state: State, weights: NDArray[np.int64]) -> int:
    """Return the action worth most; of equal ones the lowest, so an advance if nothing is > 0."""
    worths, actions = np.empty(4, np.int64), np.empty(4, np.int64)
    count = rank_actions(state, weights, 1, worths, actions)
    best = 0
    for i in range(1, count):
        if worths[i] > worths[best]:
            best = i
    return actions[best]
