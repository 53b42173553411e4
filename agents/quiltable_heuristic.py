"""Quiltable by worth: the points at hand, and those that the own patterns may still bring.

What a pattern may bring depends on how likely an open cell comes to hold a block of the right
type: by the actions that are left, the blocks in sight and the cards not seen yet. As long as two
actions are left, every promising one is tried together with the best that can follow it. What the
next player would like to PLAN is worth taking away, and who is ahead likes to complete the quilt.

In the Race there are no patterns: there a player looks at what is in sight of the types that are
missing, leaves no holes that no group fills, and does not lay returned blocks where they lay
before. Alone, it is worth taking what the Quilting Master would score.

The weights were chosen on paired deals against ``greedy``, and against earlier weights.
"""

import numpy as np
from numpy.typing import NDArray

from quiltenvs.agents.quiltable_completions import (
    BLOCK,
    END,
    FILL,
    FREE,
    HOLE,
    NUM_ODDS,
    SAME,
    TAKEN,
    Odds,
    prepare,
)
from quiltenvs.agents.quiltable_evaluation import worth
from quiltenvs.agents.quiltable_greedy import decide, next_pick
from quiltenvs.agents.quiltable_moves import (
    best_choice,
    choose_group,
    rank_choices,
    worth_with_pattern,
)
from quiltenvs.agents.quiltable_places import NEVER, worth_of_group
from quiltenvs.core.bits import ZERO, count_ones, has_bit
from quiltenvs.core.game import State, States
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.quiltable import area as areas
from quiltenvs.quiltable import engine, groups, rules
from quiltenvs.quiltable import quilt as quilts
from quiltenvs.quiltable.area import Cells, is_empty
from quiltenvs.quiltable.assistants import plannable
from quiltenvs.quiltable.card_sets import add_card
from quiltenvs.quiltable.cards import POINTS_OF, TYPE_OF
from quiltenvs.quiltable.choices import FIRST_CHOOSE
from quiltenvs.quiltable.config import QUICK_START, RACE
from quiltenvs.quiltable.solo import master_blocks
from quiltenvs.quiltable.state import ACTION, CHOOSE, LAY, NONE, STATE

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

WORTH_IN_SIGHT = 0.5
"""In the Race, of each block in sight of the type that a quilt lacks, beyond the first."""
MOST_IN_SIGHT = 4.0
COST_OF_HOLE = 3.0
"""In the Race, of an open cell that no group of two can fill."""
LAY_STEP = 7
"""In the Race, how many of the possible cells a returned block lies further on in each turn."""
POINTS_OF_UNKNOWN = float(POINTS_OF.mean())
"""What the Quilting Master gets for a block that refills the area, on average."""


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
def count_in_sight(state: State, counts: NDArray[np.float64]) -> None:
    """Add the blocks of each type in the area in use to ``counts`` (NUM_TYPES,) f8."""
    m = int(state.marker)
    low, high = areas.blocks_of(state, m)
    while low | high != ZERO:
        cell = areas.first_cell((low, high))
        low, high = areas.without((low, high), areas.one_cell(cell))
        counts[TYPE_OF[areas.block_at(state, m, cell)]] += 1.0


@njit
def count_types(state: State, counts: NDArray[np.float64]) -> None:
    """Fill ``counts`` (NUM_TYPES,) f8 with the blocks of each type in sight and to be expected."""
    counts[:] = 0.0
    count_in_sight(state, counts)
    counts *= WEIGHT_IN_SIGHT
    unseen = 1
    for card in range(rules.NUM_CARDS):
        unseen += int(state.unseen[card])
    share = cards_to_come(state) / unseen
    for card in range(rules.NUM_CARDS):
        counts[TYPE_OF[card]] += share * int(state.unseen[card])


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
    if state.mode == RACE:
        look_at_race(state, odds)
        return
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
    odds[FILL], odds[HOLE] = fill, 0.0
    if state.num_players == 1:
        look_at_master(state, odds)
    prepare(odds)


@njit
def look_at_race(state: State, odds: Odds) -> None:
    """Fill ``odds`` with what a type is worth by its blocks in sight, and what a hole costs."""
    odds[:] = 0.0
    counts = np.zeros(rules.NUM_TYPES, np.float64)
    count_in_sight(state, counts)
    for label in range(rules.NUM_TYPES):
        odds[label] = WORTH_IN_SIGHT * min(MOST_IN_SIGHT, counts[label]) - WORTH_IN_SIGHT
    odds[HOLE] = COST_OF_HOLE


@njit
def look_at_master(state: State, odds: Odds) -> None:
    """Fill in what it is worth to take the blocks that the Quilting Master would take next."""
    odds[TAKEN : TAKEN + rules.AREA_SIDE**2] = 0.0
    blocks, left = areas.blocks_of(state, 0), master_blocks(state)
    for step in range(rules.NUM_BORDER):
        place = (int(state.master_place) + step) % rules.NUM_BORDER
        cell = areas.border_cell(areas.area_side(state), place)
        if left > 0 and areas.has_cell(blocks, cell):
            points = int(POINTS_OF[areas.block_at(state, 0, cell)])
            odds[TAKEN + cell] = points - POINTS_OF_UNKNOWN
            left -= 1


# --- two actions ----------------------------------------------------------------------------

NUM_FIRST = 6
"""Groups that are tried as the first of two actions, at most."""
NUM_LISTED = 24
"""Groups that are tried as the second of two actions, at most."""
Worths = NDArray[np.float64]
"""(NUM_LISTED,) what the groups are worth as the only action; NEVER where there are no more."""
Sets = NDArray[np.uint64]
"""(NUM_LISTED, 2) the cells of these groups, the best first."""


@njit_inline
def _cells_at(sets: Sets, i: int) -> Cells:
    return sets[i, 0], sets[i, 1]


@njit
def worth_of_second_choice(
    after: State, player: int, odds: Odds, worths: Worths, sets: Sets, trial: State
) -> float:
    """Return what the quilt is worth after the best CHOOSE as the second action, or NEVER."""
    if groups.is_billy(after, player) or groups.is_gladys(after, player):
        found, _ = best_choice(after, player, odds, trial)
        return found
    best, blocks = NEVER, areas.blocks_of(after, int(after.marker))
    for i in range(len(worths)):
        cells = _cells_at(sets, i)
        if worths[i] == NEVER or not is_empty(areas.without(cells, blocks)):
            continue
        if rules.MIN_CHOOSE <= areas.size(cells) <= rules.MAX_CHOOSE:
            best = max(best, worth_of_group(after, player, cells, odds, trial))
    return best


@njit
def worth_of_second(
    after: State,
    player: int,
    odds: Odds,
    without_pile: int,
    worths: Worths,
    sets: Sets,
    trial: State,
) -> float:
    """Return what the quilt is worth after the best second action.

    Args:
        after: the first action; nothing was drawn, as nobody knows what would come.
        player: who is to move.
        odds: (NUM_ODDS,)
        without_pile: the pile whose top card was planned, or NONE.
        worths: of the groups before the first action.
        sets: their cells.
        trial: scratch, like ``after``.
    """
    found = worth(trial, player, odds)
    found = max(found, worth_of_second_choice(after, player, odds, worths, sets, trial))
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
    state: State, player: int, odds: Odds, forks: States, worths: Worths, sets: Sets
) -> tuple[float, Cells]:
    """Return what the quilt is worth after the best CHOOSE and one action more, and its cells."""
    picked = groups.picked_blocks(state)
    best, best_cells = NEVER, (ZERO, ZERO)
    for i in range(NUM_FIRST):
        cells = _cells_at(sets, i)
        if worths[i] == NEVER or not is_empty(areas.without(picked, cells)):
            continue
        forks[0], forks[2] = state, state
        choose_group(forks[2], player, cells, odds, forks[0])
        forks[0] = forks[2]
        found = worth_of_second(forks[2], player, odds, NONE, worths, sets, forks[0])
        if found > best:
            best, best_cells = found, cells
    return best, best_cells


@njit
def best_first_plan(
    state: State, player: int, odds: Odds, forks: States, worths: Worths, sets: Sets
) -> tuple[float, int]:
    """Return what the quilt is worth after the best PLAN and one action more, and the pile."""
    best, best_pile = NEVER, NONE
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
        found = denial + worth_of_second(forks[2], player, odds, pile, worths, sets, forks[0])
        if found > best:
            best, best_pile = found, pile
    return best, best_pile


@njit
def best_of_two(
    state: State, player: int, odds: Odds, forks: States, worths: Worths, sets: Sets
) -> int:
    """Return how to begin the action that, with the best after it, leaves the quilt worth most.

    Args:
        state: before a PLAN or CHOOSE, or amid a CHOOSE; another action follows.
        player: who is to move.
        odds: (NUM_ODDS,)
        forks: (3,) scratch.
        worths: of the groups that can be chosen if none is picked yet.
        sets: their cells.
    """
    best, cells = best_first_choice(state, player, odds, forks, worths, sets)
    action = next_pick(state, cells) if best > NEVER else NONE
    if state.phase == ACTION:
        found, pile = best_first_plan(state, player, odds, forks, worths, sets)
        action = pile if found > best else action
    return action


@njit
def go_on_choosing(
    state: State, player: int, odds: Odds, forks: States, worths: Worths, sets: Sets
) -> int:
    """Return the next step of the first of two actions, amid a CHOOSE.

    The groups are ranked as before the first pick, so that the same one is found again.
    """
    forks[0], forks[2] = state, state
    forks[2].num_group = 0
    rank_choices(forks[2], player, odds, forks[0], worths, sets)
    return best_of_two(state, player, odds, forks, worths, sets)


@njit_inline
def _is_usual(action: int) -> bool:
    """Return whether an action begins a PLAN or a CHOOSE."""
    return action < rules.NUM_PILES or action >= FIRST_CHOOSE


@njit
def lay_elsewhere(state: State, player: int) -> int:
    """Return where to lay a returned block in the Race: somewhere else in every turn.

    Who always lays it on the same cell may take and return the same blocks for ever.
    """
    n = LAY_STEP * int(state.num_turns[player]) + int(state.num_hand)
    return engine.nth_legal(state, n % engine.num_legal(state))


@njit
def heuristic_action(state: State) -> int:
    """Return the first step of the action of the highest worth; of equal ones the first found."""
    player, phase = int(state.mover), int(state.phase)
    forks, odds = np.empty(3, STATE), np.empty(NUM_ODDS, np.float64)
    worths, sets = np.empty(NUM_LISTED), np.zeros((NUM_LISTED, 2), np.uint64)
    look_out(state, player, odds)
    is_first_of_two = state.mode != QUICK_START and state.actions_left[state.marker] >= 2
    found = NONE
    if state.mode == RACE and phase == LAY:
        return lay_elsewhere(state, player)
    if is_first_of_two and phase == CHOOSE:
        found = go_on_choosing(state, player, odds, forks, worths, sets)
    if found != NONE:
        return found
    action = decide(state, odds, forks, worths, sets)
    if is_first_of_two and phase == ACTION and _is_usual(action):
        found = best_of_two(state, player, odds, forks, worths, sets)
    return action if found == NONE else found
