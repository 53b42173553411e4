"""Quiltable by worth: the points at hand, and those that the own patterns may still bring.

What a pattern may bring depends on how likely an open cell comes to hold a block of the right
type: by the actions that are left, the blocks in sight and the cards not seen yet. As long as two
actions are left, every promising one is tried together with the best that can follow it. What the
next player would like to PLAN is worth taking away, and who is ahead likes to complete the quilt.

The weights were chosen on paired deals against ``greedy``.
"""

import numpy as np
from numpy.typing import NDArray

from quiltenvs.agents.quiltable_evaluation import BLOCK, END, FREE, NUM_ODDS, SAME, Odds, worth
from quiltenvs.agents.quiltable_greedy import decide, next_pick
from quiltenvs.agents.quiltable_moves import (
    NEVER,
    best_choice,
    choose_group,
    rank_choices,
    worth_with_pattern,
)
from quiltenvs.core.bits import ZERO, count_ones, has_bit
from quiltenvs.core.game import State, States
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.quiltable import area as areas
from quiltenvs.quiltable import quilt as quilts
from quiltenvs.quiltable import rules
from quiltenvs.quiltable.assistants import plannable
from quiltenvs.quiltable.card_sets import add_card
from quiltenvs.quiltable.cards import TYPE_OF
from quiltenvs.quiltable.choices import DONE, FIRST_CHOOSE
from quiltenvs.quiltable.config import QUICK_START, RACE
from quiltenvs.quiltable.state import ACTION, CHOOSE, NONE, STATE

# --- odds -----------------------------------------------------------------------------------

FILLED_PER_ACTION = 1.6
"""Cells that an action fills on average, PLANs included."""
CARDS_PER_ACTION = 2.1
"""Cards of the piles that an action uses up, on average."""
ACTIONS_WITHOUT_PILES = 8
"""Still to come in Quick Start, where the piles do not end the game."""
MASTER_AS_RIVALS = 1.5
"""One player and a Quilting Master use up the piles like so many players."""
WEIGHT_IN_SIGHT = 2.0
"""Of a block in the area, where a card still to come from the piles has 1."""
ODDS_OF_TYPE = 0.3
"""That a cell that is filled holds what a pattern asks for, if its type is as common as others."""
MOST_ODDS_OF_TYPE = 0.9
ODDS_OF_LETTER = 0.8
"""The same for a letter that may stand for any type but those next to it in the pattern."""
ODDS_OF_SAME = 0.4
"""The same for a letter that is the same as that on another open cell."""
WORTH_OF_CELL = 0.2
"""Of every block in the quilt, in points."""
WORTH_OF_LEAD = 0.4
"""Of every point ahead of the others, up to MOST_FOR_END, to the one who completes the quilt."""
MOST_FOR_END = 10.0
WORTH_OF_DENIAL = 0.4
"""Of every point that the next player would have gained by the pattern that is planned."""


@njit
def cards_to_come(state: State) -> int:
    """Return the number of cards in the piles of the area in use."""
    cards = 0
    for pile in range(rules.NUM_PILES):
        cards += areas.pile_size(state, int(state.marker), pile)
    return cards


@njit
def actions_to_come(state: State) -> float:
    """Return about how many actions the player to move still has, those of this turn included."""
    left = float(state.actions_left[state.marker])
    if state.ender != NONE:
        return left
    if state.mode == QUICK_START:
        return left + ACTIONS_WITHOUT_PILES
    players = int(state.num_players)
    rivals = players / areas.num_areas(state) if players > 1 else MASTER_AS_RIVALS
    return left + cards_to_come(state) / (CARDS_PER_ACTION * rivals)


@njit
def count_types(state: State, counts: NDArray[np.float64]) -> None:
    """Fill ``counts`` (NUM_TYPES,) f8 with the blocks of each type in sight and to be expected."""
    m = int(state.marker)
    unseen = 1
    for card in range(rules.NUM_CARDS):
        unseen += int(state.unseen[card])
    share = cards_to_come(state) / unseen
    counts[:] = 0.0
    for card in range(rules.NUM_CARDS):
        counts[TYPE_OF[card]] += share * int(state.unseen[card])
    low, high = areas.blocks_of(state, m)
    while low | high != ZERO:
        cell = areas.first_cell((low, high))
        low, high = areas.without((low, high), areas.one_cell(cell))
        counts[TYPE_OF[areas.block_at(state, m, cell)]] += WEIGHT_IN_SIGHT


@njit
def worth_of_end(state: State, player: int) -> float:
    """Return what it is worth to a player, beyond the points, to complete the quilt."""
    if state.ender != NONE or state.num_players == 1:
        return 0.0
    lead = MOST_FOR_END / WORTH_OF_LEAD
    for seat in range(state.num_players):
        if seat != player:
            lead = min(lead, float(int(state.scores[player]) - int(state.scores[seat])))
    return max(-MOST_FOR_END, WORTH_OF_LEAD * lead)


@njit
def look_out(state: State, player: int, odds: Odds) -> None:
    """Fill ``odds`` (NUM_ODDS,) f8 with what the player to move can expect."""
    side = quilts.frame_side(state)
    num_open = side * side - count_ones(quilts.cells_of(state, player))
    fill = min(1.0, FILLED_PER_ACTION * actions_to_come(state) / max(1, num_open))
    counts = np.empty(rules.NUM_TYPES, np.float64)
    count_types(state, counts)
    total = counts.sum()
    for label in range(rules.NUM_TYPES):
        commonness = rules.NUM_TYPES * counts[label] / total if total > 0.0 else 1.0
        odds[label] = fill * min(MOST_ODDS_OF_TYPE, ODDS_OF_TYPE * commonness)
    odds[FREE], odds[SAME] = fill * ODDS_OF_LETTER, fill * ODDS_OF_SAME
    odds[BLOCK], odds[END] = WORTH_OF_CELL, worth_of_end(state, player)


# --- two actions ----------------------------------------------------------------------------

NUM_FIRST = 5
"""Groups that are tried as the first of two actions, at most."""


@njit
def worth_of_second(
    after: State, player: int, odds: Odds, without_pile: int, trial: State
) -> float:
    """Return what the quilt is worth after the best second action.

    Args:
        after: the first action; nothing was drawn, as nobody knows what would come.
        player: who is to move.
        odds: (NUM_ODDS,)
        without_pile: the pile whose top card was planned, or NONE.
        trial: scratch, like ``after``.
    """
    found = worth(trial, player, odds)
    best, _ = best_choice(after, player, odds, trial)
    found = max(found, best)
    piles = plannable(after)
    for pile in range(rules.NUM_PILES):
        if has_bit(piles, pile) and pile != without_pile:
            card = areas.top_card(after, int(after.marker), pile)
            found = max(found, worth_with_pattern(after, player, card, odds, trial))
    return found


@njit
def gain_of_next(state: State, player: int, card: int, odds: Odds, trial: State) -> float:
    """Return what a pattern would bring the next player."""
    if state.num_players == 1:
        return 0.0
    seat = (player + 1) % int(state.num_players)
    before = worth(trial, seat, odds)
    return worth_with_pattern(state, seat, card, odds, trial) - before


@njit
def best_first_choice(
    state: State, player: int, odds: Odds, forks: States
) -> tuple[float, areas.Cells]:
    """Return what the quilt is worth after the best CHOOSE and one action more, and its cells."""
    worths, sets = np.empty(NUM_FIRST, np.float64), np.zeros((NUM_FIRST, 2), np.uint64)
    forks[0] = state
    rank_choices(state, player, odds, forks[0], worths, sets)
    best, best_cells = NEVER, (ZERO, ZERO)
    for i in range(NUM_FIRST):
        if worths[i] == NEVER:
            break
        cells = (sets[i, 0], sets[i, 1])
        forks[0], forks[2] = state, state
        choose_group(forks[2], player, cells, odds, forks[0])
        forks[0] = forks[2]
        found = worth_of_second(forks[2], player, odds, NONE, forks[0])
        if found > best:
            best, best_cells = found, cells
    return best, best_cells


@njit
def best_of_two(state: State, player: int, odds: Odds, forks: States) -> int:
    """Return how to begin the action that, with the best after it, leaves the quilt worth most.

    Args:
        state: before a PLAN or CHOOSE, or amid a CHOOSE; another action follows.
        player: who is to move.
        odds: (NUM_ODDS,)
        forks: (3,) scratch.
    """
    best, cells = best_first_choice(state, player, odds, forks)
    action = next_pick(state, cells) if best > NEVER else NONE
    if state.phase == CHOOSE:
        return action
    piles = plannable(state)
    for pile in range(rules.NUM_PILES):
        if not has_bit(piles, pile):
            continue
        card = areas.top_card(state, int(state.marker), pile)
        forks[0] = state
        denial = WORTH_OF_DENIAL * gain_of_next(state, player, card, odds, forks[0])
        forks[2] = state
        add_card(forks[2].patterns[player], card)
        forks[0] = forks[2]
        found = denial + worth_of_second(forks[2], player, odds, pile, forks[0])
        if found > best:
            best, action = found, pile
    return action


@njit_inline
def _is_first_of_two(state: State, action: int) -> bool:
    """Return whether ``action`` belongs to a PLAN or CHOOSE with another action to follow."""
    if state.mode in (RACE, QUICK_START) or state.actions_left[state.marker] < 2:
        return False
    is_usual = action < rules.NUM_PILES or action == DONE or action >= FIRST_CHOOSE
    return is_usual and state.phase in (ACTION, CHOOSE)


@njit
def heuristic_action(state: State) -> int:
    """Return the first step of the action of the highest worth; of equal ones the first found."""
    player = int(state.mover)
    forks, odds = np.empty(3, STATE), np.empty(NUM_ODDS, np.float64)
    look_out(state, player, odds)
    action = decide(state, odds, forks)
    if _is_first_of_two(state, action):
        found = best_of_two(state, player, odds, forks)
        return action if found == NONE else found
    return action
