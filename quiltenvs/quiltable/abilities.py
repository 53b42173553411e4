"""Steps that only an assistant, or Quick Start, makes: blocks, cards and players that are named."""

from quiltenvs.core.game import State
from quiltenvs.core.jit import njit
from quiltenvs.quiltable import area as areas
from quiltenvs.quiltable import assistants, groups, setup, turns
from quiltenvs.quiltable import quilt as quilts
from quiltenvs.quiltable.card_sets import add_card, remove_card
from quiltenvs.quiltable.refill import pop_hand, push_hand
from quiltenvs.quiltable.scoring import update_score
from quiltenvs.quiltable.state import DONATE, DONATE_TO, KEEP, PLACE, SAM, TRAVIS, UNDO
from quiltenvs.quiltable.turns import ACTION_DONE, FREE_MOVE_DONE, UNDER_WAY


@njit
def plan_block(state: State, player: int, cell: int) -> int:
    """Granny Smith: a block of the quilt becomes a pattern."""
    add_card(state.patterns[player], quilts.take_block(state, player, cell))
    quilts.normalize(state, player)
    update_score(state, player)
    state.num_uses[state.marker] += 1
    return ACTION_DONE


@njit
def swap(state: State, player: int, cell: int) -> int:
    """Swap Shop Sandra: the picked block of the quilt for one of the area, both in place."""
    m, own = int(state.marker), int(state.group[0])
    given, taken = quilts.take_block(state, player, own), areas.remove_block(state, m, cell)
    quilts.set_block(state, player, own, taken)
    areas.put_block(state, m, cell, given)
    groups.drop_group(state)
    update_score(state, player)
    state.num_uses[m] += 1
    return ACTION_DONE


@njit
def name_card(state: State, player: int, card: int) -> int:
    """Keep, flip, donate or give a card."""
    if state.phase == KEEP:
        return setup.keep_card(state, card)
    remove_card(state.patterns[player], card)
    update_score(state, player)
    if state.phase == UNDO:
        _give(state, card, int(state.holder[state.marker]))
        return FREE_MOVE_DONE
    if state.phase == DONATE and turns.is_solo(state):
        add_card(state.discards, card)
        return _count_donation(state)
    push_hand(state, card)
    state.phase = PLACE if state.phase == SAM else DONATE_TO
    return UNDER_WAY


@njit
def _give(state: State, card: int, player: int) -> None:
    add_card(state.patterns[player], card)
    update_score(state, player)


@njit
def _count_donation(state: State) -> int:
    """Terrific Tim: one more action for the card."""
    state.num_uses[state.marker] += 1
    state.actions_left[state.marker] += 1
    return FREE_MOVE_DONE


@njit
def name_seat(state: State, player: int, seat: int) -> int:
    """Donate to a player, or play Travis or Maddie on it."""
    if state.phase == DONATE_TO:
        _give(state, pop_hand(state), seat)
        return _count_donation(state)
    if state.phase == TRAVIS:
        assistants.switch(state, player, seat)
        return ACTION_DONE
    state.num_uses[state.marker] += 1
    if assistants.has_patterns(state, seat):
        state.mover, state.phase = seat, UNDO
        return UNDER_WAY
    assistants.flip(state, seat)
    return FREE_MOVE_DONE
