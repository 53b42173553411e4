"""What the Quilting Assistants of Quiltable are worth using for, and the choices of the setup."""

import numpy as np

from quiltenvs.agents.quiltable_completions import Odds, expected_completions, frame_cells
from quiltenvs.agents.quiltable_evaluation import worth
from quiltenvs.agents.quiltable_moves import worth_with_pattern, worth_without_pattern
from quiltenvs.agents.quiltable_places import NEVER, best_place, restore_quilt
from quiltenvs.agents.quiltable_returns import worth_without
from quiltenvs.core.bits import ONE, ZERO, bit, trailing_zeros
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.quiltable import area as areas
from quiltenvs.quiltable import quilt as quilts
from quiltenvs.quiltable import rules
from quiltenvs.quiltable.assistants import FIRST_PHASE, targets
from quiltenvs.quiltable.card_sets import add_card, has_card, remove_card
from quiltenvs.quiltable.cards import POINTS_OF
from quiltenvs.quiltable.choices import (
    FIRST_CARD,
    FIRST_CORNER,
    FIRST_RETURN,
    FIRST_SEAT,
    FIRST_SIDE,
    PASS,
)
from quiltenvs.quiltable.groups import single_returns
from quiltenvs.quiltable.solo import PLACES_PER_CORNER, master_blocks
from quiltenvs.quiltable.state import GRANNY, NONE, SAM, SANDRA_GIVE

TRIFLE = 0.01
"""To do anything is better than to do nothing."""
WORTH_OF_ACTION = 3.0
"""What an action of Terrific Tim is worth, in points."""
WORTH_OF_ASSISTANT = np.array([4, 8, 6, 6, 5, 6, 3, 9, 2, 2, 0], np.int64)
"""Of each assistant in a turn, and of none, in tenths of a point."""


@njit
def give_single(
    state: State, player: int, card: int, odds: Odds, trial: State
) -> tuple[float, int]:
    """Return what the quilt is worth with one block more at its best place, and that action."""
    spots = np.zeros((rules.BILLY_MAX, 3), np.int64)
    spots[0, 2] = card
    return best_place(state, player, ONE, spots, 1, odds, trial)


@njit
def best_for_sam(state: State, player: int, odds: Odds, trial: State) -> tuple[float, int]:
    """Return the worth of Uncle Sam's best card, a pattern or on a pile, and how to name it."""
    best, best_action = NEVER, NONE
    for pile in range(rules.NUM_PILES):
        if areas.pile_size(state, int(state.marker), pile) > 0:
            card = areas.top_card(state, int(state.marker), pile)
            found, _ = give_single(state, player, card, odds, trial)
            if found > best:
                best, best_action = found, pile
    for card in range(rules.NUM_CARDS):
        if has_card(state.patterns[player], 0, card):
            remove_card(trial.patterns[player], card)
            found, _ = give_single(state, player, card, odds, trial)
            add_card(trial.patterns[player], card)
            if found > best:
                best, best_action = found, FIRST_CARD + card
    return best, best_action


@njit
def best_for_granny(state: State, player: int, odds: Odds, trial: State) -> tuple[float, int]:
    """Return the worth of the best block to be flipped by Granny Smith, and the action."""
    best, best_action = NEVER, NONE
    rest = single_returns(state, player)
    while rest != ZERO:
        cell = trailing_zeros(rest)
        rest &= rest - ONE
        card = int(state.quilt[player, cell])
        add_card(trial.patterns[player], card)
        found = worth_without(state, player, bit(cell), odds, trial)
        remove_card(trial.patterns[player], card)
        if found > best:
            best, best_action = found, FIRST_RETURN + cell
    restore_quilt(trial, state, player)
    return best, best_action


@njit
def best_taken(state: State, player: int, own: int, odds: Odds, trial: State) -> tuple[float, int]:
    """Return the worth of the best block of the area for a cell of the quilt, and its cell."""
    best, best_cell = NEVER, NONE
    area = int(state.marker)
    low, high = areas.blocks_of(state, area)
    while low | high != ZERO:
        cell = areas.first_cell((low, high))
        low, high = areas.without((low, high), areas.one_cell(cell))
        trial.quilt[player, own] = areas.block_at(state, area, cell)
        found = worth(trial, player, odds)
        if found > best:
            best, best_cell = found, cell
    trial.quilt[player, own] = state.quilt[player, own]
    return best, best_cell


@njit
def best_for_sandra(state: State, player: int, odds: Odds, trial: State) -> tuple[float, int]:
    """Return the worth of Swap Shop Sandra's best exchange, and how to name the block given."""
    best, best_action = NEVER, NONE
    rest = quilts.cells_of(state, player)
    while rest != ZERO:
        own = trailing_zeros(rest)
        rest &= rest - ONE
        found, _ = best_taken(state, player, own, odds, trial)
        if found > best:
            best, best_action = found, FIRST_RETURN + own
    return best, best_action


@njit
def least_pattern(state: State, player: int, odds: Odds, trial: State) -> tuple[float, int]:
    """Return the worth without the pattern that is missed least, and that card."""
    best, best_card = NEVER, NONE
    for card in range(rules.NUM_CARDS):
        if has_card(state.patterns[player], 0, card):
            found = worth_without_pattern(state, player, card, odds, trial)
            if found > best:
                best, best_card = found, card
    return best, best_card


@njit
def best_ability(state: State, player: int, odds: Odds, trial: State) -> float:
    """Return the worth of the quilt after an ability that costs an action, used at its best."""
    phase = int(FIRST_PHASE[state.assistant[player]])
    found = NEVER
    if phase == SAM:
        found, _ = best_for_sam(state, player, odds, trial)
    elif phase == GRANNY:
        found, _ = best_for_granny(state, player, odds, trial)
    elif phase == SANDRA_GIVE:
        found, _ = best_for_sandra(state, player, odds, trial)
    return found


@njit
def is_donation_good(state: State, player: int, odds: Odds, trial: State) -> bool:
    """Return whether an action is worth more than the pattern that Terrific Tim costs."""
    left, _ = least_pattern(state, player, odds, trial)
    loss = worth(trial, player, odds) - left
    return loss + _least_gain(state, player, odds, trial) < WORTH_OF_ACTION


@njit
def _least_gain(state: State, player: int, odds: Odds, trial: State) -> float:
    """Return what the pattern that is missed least brings the player who gains least by it."""
    _, card = least_pattern(state, player, odds, trial)
    if state.num_players == 1:
        return 0.0
    found, _ = best_heir(state, player, card, odds, trial)
    return found


@njit
def best_heir(state: State, player: int, card: int, odds: Odds, trial: State) -> tuple[float, int]:
    """Return what a pattern brings the player who gains least by it, and how to name that one."""
    least, action = -NEVER, NONE
    for step in range(1, state.num_players):
        seat = (player + step) % int(state.num_players)
        gain = -worth(trial, seat, odds)
        gain += worth_with_pattern(state, seat, card, odds, trial)
        if gain < least:
            least, action = gain, FIRST_SEAT + step - 1
    return least, action


# --- assistants as such ---------------------------------------------------------------------


@njit_inline
def worth_of_assistant(assistant: int) -> int:
    """Return what an assistant is worth in a turn, in tenths of a point."""
    return int(WORTH_OF_ASSISTANT[assistant])


@njit
def best_switch(state: State, player: int) -> tuple[int, int]:
    """Return how much better the best assistant of others is, in tenths, and how to name it."""
    best, best_action = -1000, NONE
    found = targets(state, player)
    while found != ZERO:
        step = trailing_zeros(found)
        found &= found - ONE
        seat = (player + 1 + step) % int(state.num_players)
        gain = worth_of_assistant(state.assistant[seat]) - worth_of_assistant(
            state.assistant[player]
        )
        if gain > best:
            best, best_action = gain, FIRST_SEAT + step
    return best, best_action


@njit
def best_flip(state: State, player: int) -> tuple[int, int]:
    """Return how much the others' assistant that Maddie hurts most loses, and how to name it."""
    best, best_action = -1000, NONE
    found = targets(state, player)
    while found != ZERO:
        step = trailing_zeros(found)
        found &= found - ONE
        seat = (player + 1 + step) % int(state.num_players)
        loss = _loss_by_flip(state, seat)
        if loss > best:
            best, best_action = loss, FIRST_SEAT + step
    return best, best_action


@njit_inline
def _loss_by_flip(state: State, seat: int) -> int:
    shown = int(state.assistant[seat])
    return worth_of_assistant(shown) - worth_of_assistant(shown ^ 1)


@njit
def answer_flip(state: State, player: int, odds: Odds, trial: State) -> int:
    """Return a victim's answer to Mayhem Maddie: give a pattern that is worth nothing, or flip."""
    left, card = least_pattern(state, player, odds, trial)
    loss = worth(trial, player, odds) - left
    return FIRST_CARD + card if loss < _loss_by_flip(state, player) / 10 else PASS


@njit
def choose_side(state: State, player: int) -> int:
    """Return the side of the assistant card that is worth more."""
    return FIRST_SIDE + int(_loss_by_flip(state, player) < 0)


@njit
def choose_kept(state: State, player: int, odds: Odds) -> int:
    """Return the card of the own pile to keep in Quick Start, by points and what is expected."""
    frame = frame_cells(state)
    best, best_card = NEVER, NONE
    for i in range(state.pile_top[player], state.pile_end[player]):
        card = int(state.deck[i])
        if card == NONE:
            continue
        completions = expected_completions(ZERO, ZERO, frame, card, odds)
        found = int(POINTS_OF[card]) * (TRIFLE + completions)
        if found > best or (found == best and card < best_card):
            best, best_card = found, card
    return best_card


@njit
def choose_corner(state: State) -> int:
    """Return the corner where the Quilting Master begins with the fewest points."""
    best, best_corner = 1000, 0
    for corner in range(rules.NUM_CORNERS):
        points = 0
        for step in range(master_blocks(state)):
            place = (PLACES_PER_CORNER * corner + step) % rules.NUM_BORDER
            card = areas.block_at(state, 0, areas.border_cell(areas.area_side(state), place))
            points += int(POINTS_OF[card])
        if points < best:
            best, best_corner = points, corner
    return FIRST_CORNER + best_corner
