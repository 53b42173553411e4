"""Quiltable for the points at hand: of all whole actions the one that earns most now."""

import numpy as np
from numpy.typing import NDArray

from quiltenvs.agents import quiltable_assistants as assistants
from quiltenvs.agents.quiltable_assistants import TRIFLE
from quiltenvs.agents.quiltable_completions import HOLE, NUM_ODDS, Odds
from quiltenvs.agents.quiltable_evaluation import worth
from quiltenvs.agents.quiltable_moves import best_choice, best_plan, rank_choices
from quiltenvs.agents.quiltable_places import NEVER, best_place, list_spots
from quiltenvs.agents.quiltable_returns import best_exchange, best_return
from quiltenvs.core.bits import ZERO, count_ones, trailing_zeros
from quiltenvs.core.game import State, States
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.quiltable import area as areas
from quiltenvs.quiltable import engine, groups, rules
from quiltenvs.quiltable import quilt as quilts
from quiltenvs.quiltable.assistants import can_use
from quiltenvs.quiltable.choices import (
    ABILITY,
    DONE,
    FIRST_CARD,
    FIRST_CHOOSE,
    FIRST_RETURN,
    PASS,
)
from quiltenvs.quiltable.config import QUICK_START, RACE
from quiltenvs.quiltable.state import (
    ACTION,
    CHOOSE,
    CORNER,
    DONATE,
    DONATE_TO,
    GRANNY,
    KEEP,
    MADDIE,
    NONE,
    PLACE,
    RETURN,
    SAM,
    SANDRA_GIVE,
    SANDRA_TAKE,
    SIDE,
    STATE,
    TRAVIS,
    UNDO,
)

FEW_OPEN = 3
"""Cells open at most where blocks are returned to make others fit."""
FEW_OPEN_IN_RACE = 8
"""The same in the Race for a player who minds holes."""


@njit
def greedy_action(state: State) -> int:
    """Return the first step of the action that earns most; of equal ones the first found."""
    forks, worths, sets = np.empty(2, STATE), np.empty(1), np.zeros((1, 2), np.uint64)
    return decide(state, np.zeros(NUM_ODDS), forks, worths, sets)


@njit
def decide(
    state: State,
    odds: Odds,
    forks: States,
    worths: NDArray[np.float64],
    sets: NDArray[np.uint64],
) -> int:
    """Return what to do by the worth of the own quilt, near or far.

    Args:
        state: Somebody is to move.
        odds: whether the worth looks beyond the points at hand.
        forks: (2,) scratch.
        worths: (K,) f8 scratch; before an action it is filled with the worths of the best groups to
            CHOOSE, the best first, NEVER where there are no more.
        sets: (K, 2) u8 scratch, the cells of these groups.
    """
    forks[0] = state
    trial, player, phase = forks[0], int(state.mover), int(state.phase)
    action = NONE
    if phase == ACTION:
        action = act(state, player, odds, forks, worths, sets)
    elif phase == CHOOSE:
        _, cells = best_choice(state, player, odds, trial)
        action = next_pick(state, cells)
    elif phase == PLACE:
        action = place(state, player, odds, trial)
    elif phase == RETURN:
        most = groups.max_return(state) if state.mode == RACE else int(state.num_group)
        _, leaving = best_return(state, player, most, odds, trial)
        action = next_return(state, leaving)
    else:
        action = decide_rare(state, player, phase, odds, trial)
    if action == NONE or not engine.is_legal(state, action):
        return engine.nth_legal(state, 0)
    return action


@njit
def place(state: State, player: int, odds: Odds, trial: State) -> int:
    """Return where to place the picked group, or the block that Uncle Sam gives."""
    if state.num_group == 0:
        _, action = assistants.give_single(state, player, int(state.hand[0]), odds, trial)
        return action
    spots = np.empty((rules.BILLY_MAX, 3), np.int64)
    count = list_spots(state, groups.picked_blocks(state), spots)
    shape = groups.chosen_shape(state)
    _, action = best_place(state, player, shape, spots, count, odds, trial)
    return action


@njit
def next_pick(state: State, cells: areas.Cells) -> int:
    """Return the next step to CHOOSE ``cells``: the lowest that can be picked, or done."""
    left = areas.without(cells, groups.picked_blocks(state))
    if areas.is_empty(left):
        return DONE
    if state.num_group > 0 and not groups.is_gladys(state, int(state.mover)):
        side = areas.area_side(state)
        left = areas.both(left, areas.neighbors(side, groups.picked_blocks(state)))
    return FIRST_CHOOSE + areas.first_cell(left)


@njit
def next_return(state: State, cells: np.uint64) -> int:
    """Return the next step to RETURN ``cells``: the lowest that can be picked, or done."""
    picked = groups.returned_cells(state)
    left = cells & ~quilts.narrow(picked)
    if left == ZERO:
        return DONE
    if picked != ZERO:
        left &= quilts.narrow(quilts.neighbors(picked))
    return FIRST_RETURN + trailing_zeros(left)


@njit
def act(
    state: State,
    player: int,
    odds: Odds,
    forks: States,
    worths: NDArray[np.float64],
    sets: NDArray[np.uint64],
) -> int:
    """Return how to begin the action that gains most."""
    trial = forks[0]
    now = worth(trial, player, odds)
    left = int(state.actions_left[state.marker])
    best, action = NEVER, PASS
    worths[:] = NEVER
    if left > 0:
        rank_choices(state, player, odds, trial, worths, sets)
        if worths[0] > NEVER:
            best, action = worths[0] - now, next_pick(state, (sets[0, 0], sets[0, 1]))
    found, pile = best_plan(state, player, odds, trial)
    if found > NEVER and found - now + TRIFLE > best:
        best, action = found - now + TRIFLE, pile
    if left > 0 and state.mode == RACE:
        found, returned = best_return(state, player, groups.max_return(state), odds, trial)
        if found - now > best:
            best, action = found - now, next_return(state, returned)
    if _may_exchange(state, player, best, odds):
        found, returned = best_exchange(state, player, odds, forks)
        least = best if best > NEVER or _is_forced(state) else 0.0
        if found > NEVER and (found - now) / 2 > least:
            best, action = (found - now) / 2, next_return(state, returned)
    if best < 0.0 and _is_pass_better(state):
        best, action = 0.0, PASS
    if state.assistants != 0 and can_use(state, player):
        return _act_with_assistant(state, player, odds, best, action, now, trial)
    return action


@njit_inline
def _is_forced(state: State) -> bool:
    """Return whether nobody may pass who can do something."""
    return state.mode in (QUICK_START, RACE)


@njit_inline
def _is_pass_better(state: State) -> bool:
    """Return whether to pass rather than to lose points: not where that would go on for ever."""
    return not _is_forced(state) and not areas.has_cards(state, int(state.marker))


@njit
def _may_exchange(state: State, player: int, best: float, odds: Odds) -> bool:
    """Return whether to think of a RETURN in order to CHOOSE other blocks after it.

    That is if little else fits, or nothing at all; ``best`` is NEVER if nothing else can be done.
    """
    left = int(state.actions_left[state.marker])
    if left == 0 or groups.max_return(state) == 0:
        return False
    if left == 1:
        return best == NEVER and _is_forced(state)
    return best == NEVER or _is_nearly_full(state, player, odds)


@njit_inline
def _is_nearly_full(state: State, player: int, odds: Odds) -> bool:
    side = quilts.frame_side(state)
    open_cells = side * side - count_ones(quilts.cells_of(state, player))
    few = FEW_OPEN if odds[HOLE] == 0.0 else FEW_OPEN_IN_RACE
    return 0 < open_cells <= few


@njit
def _act_with_assistant(
    state: State, player: int, odds: Odds, best: float, action: int, now: float, trial: State
) -> int:
    """Return ``action``, which gains ``best``, or the use of the assistant if that gains more."""
    assistant = int(state.assistant[player])
    if assistant == rules.TIM:
        return ABILITY if assistants.is_donation_good(state, player, odds, trial) else action
    if assistant == rules.MADDIE:
        loss, _ = assistants.best_flip(state, player)
        return ABILITY if loss > 0 else action
    if assistant == rules.TRAVIS:
        gain, _ = assistants.best_switch(state, player)
        return ABILITY if gain > 10 * best and gain > 0 else action
    found = assistants.best_ability(state, player, odds, trial)
    return ABILITY if found - now > best else action


@njit
def decide_rare(state: State, player: int, phase: int, odds: Odds, trial: State) -> int:
    """Return a choice of the setup or of the assistants; NONE for any other."""
    action = NONE
    if phase == SIDE:
        action = assistants.choose_side(state, player)
    elif phase == KEEP:
        action = FIRST_CARD + assistants.choose_kept(state, player, odds)
    elif phase == CORNER:
        action = assistants.choose_corner(state)
    elif phase == SAM:
        _, action = assistants.best_for_sam(state, player, odds, trial)
    elif phase == GRANNY:
        _, action = assistants.best_for_granny(state, player, odds, trial)
    elif phase == SANDRA_GIVE:
        _, action = assistants.best_for_sandra(state, player, odds, trial)
    elif phase == SANDRA_TAKE:
        _, cell = assistants.best_taken(state, player, int(state.group[0]), odds, trial)
        action = FIRST_CHOOSE + cell
    elif phase == DONATE:
        _, card = assistants.least_pattern(state, player, odds, trial)
        action = FIRST_CARD + card
    elif phase == DONATE_TO:
        _, action = assistants.best_heir(state, player, int(state.hand[0]), odds, trial)
    elif phase == TRAVIS:
        _, action = assistants.best_switch(state, player)
    elif phase == MADDIE:
        _, action = assistants.best_flip(state, player)
    elif phase == UNDO:
        action = assistants.answer_flip(state, player, odds, trial)
    return action
