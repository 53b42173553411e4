"""The Quilting Assistants that are used by an action of their own, and trading them.

Big Billy, Gifted Gladys and Planning Peter widen what CHOOSE and RETURN allow (``groups.py``), and
Sneaky Sally what PLAN does (:func:`has_third_plan`).
"""

import numpy as np

from quiltenvs.core.bits import ZERO, bit
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.quiltable import area as areas
from quiltenvs.quiltable import card_sets, rules
from quiltenvs.quiltable import quilt as quilts
from quiltenvs.quiltable.cards import IN_MINI
from quiltenvs.quiltable.config import MINI, QUICK_START, RACE
from quiltenvs.quiltable.groups import single_returns
from quiltenvs.quiltable.state import (
    DONATE,
    GRANNY,
    MADDIE,
    NONE,
    SAM,
    SANDRA_GIVE,
    TRAVIS,
)

MAX_TARGETS = rules.MAX_PLAYERS - 1
# The phase that follows when an assistant is used; of those that are never used, none.
FIRST_PHASE = np.array(
    [NONE, NONE, DONATE, SANDRA_GIVE, GRANNY, SAM, NONE, NONE, TRAVIS, MADDIE], np.int8
)


@njit_inline
def has_patterns(state: State, player: int) -> bool:
    """Return whether a player has a pattern card."""
    return not card_sets.is_empty(state.patterns[player])


@njit
def plannable(state: State) -> np.uint64:
    """Return the piles whose top card can be planned, one bit each."""
    found = ZERO
    if state.mode in (QUICK_START, RACE):
        return found
    area = int(state.marker)
    for pile in range(rules.NUM_PILES):
        if areas.pile_size(state, area, pile) == 0:
            continue
        if state.mode != MINI or IN_MINI[areas.top_card(state, area, pile)] != 0:
            found |= bit(pile)
    return found


@njit_inline
def has_third_plan(state: State, player: int) -> bool:
    """Return whether Sneaky Sally may go on: both actions of the turn were PLANs."""
    m = int(state.marker)
    is_sally = state.assistant[player] == rules.SALLY
    return bool(
        is_sally
        and state.actions_left[m] == 0
        and state.num_plans[m] == rules.NUM_ACTIONS
        and state.num_actions[m] == rules.NUM_ACTIONS
        and plannable(state) != ZERO
    )


@njit
def targets(state: State, player: int) -> np.uint64:
    """Return the other players that Travis and Maddie may name, bit 0 the next in turn order.

    In the Speed game not the one who has the other turn marker.
    """
    players = int(state.num_players)
    found = bit(players - 1) - np.uint64(1)
    for m in range(areas.num_areas(state)):
        holder = int(state.holder[m])
        if NONE != holder != player:
            found &= ~bit((holder - player - 1) % players)
    return found


@njit
def can_use(state: State, player: int) -> bool:
    """Return whether the assistant of the player to move can be used by an action now."""
    m, assistant = int(state.marker), int(state.assistant[player])
    uses, has_action = int(state.num_uses[m]), state.actions_left[m] > 0
    if assistant == rules.TIM:
        return uses < rules.TIM_DONATIONS and has_patterns(state, player)
    if assistant == rules.MADDIE:
        return uses == 0 and targets(state, player) != ZERO
    if not has_action:
        return False
    if assistant == rules.TRAVIS:
        return targets(state, player) != ZERO
    if uses > 0:
        return False
    if assistant == rules.GRANNY:
        return single_returns(state, player) != ZERO
    if assistant == rules.SAM:
        return not quilts.is_full(state, player) and (
            has_patterns(state, player) or areas.has_cards(state, m)
        )
    if assistant == rules.SANDRA:
        return quilts.cells_of(state, player) != ZERO and not areas.is_empty(
            areas.blocks_of(state, m)
        )
    return False


@njit_inline
def can_trade(state: State) -> bool:
    """Return whether the player to move may take the assistant in the center."""
    m = int(state.marker)
    return bool(state.center != NONE and state.has_traded[m] == 0 and state.actions_left[m] > 0)


@njit
def trade(state: State, player: int) -> None:
    """Exchange the assistant for the one in the center, as it is shown."""
    m = int(state.marker)
    state.assistant[player], state.center = state.center, state.assistant[player]
    state.has_traded[m], state.num_uses[m] = 1, 0


@njit
def switch(state: State, player: int, other: int) -> None:
    """Tricky Travis: two players switch their assistants."""
    mine, yours = int(state.assistant[player]), int(state.assistant[other])
    state.assistant[player], state.assistant[other] = yours, mine
    state.num_uses[state.marker] = 0


@njit_inline
def flip(state: State, player: int) -> None:
    """Mayhem Maddie: turn an assistant card over."""
    state.assistant[player] ^= 1


@njit_inline
def is_free_move_left(state: State, player: int) -> bool:
    """Return whether a player without actions left can still do something."""
    return has_third_plan(state, player) or can_use(state, player)
