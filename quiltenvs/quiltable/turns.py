"""Turns: whose it is, what ends it, and what ends the game.

Every Pattern Area has a turn marker, and all that belongs to one turn is kept for each marker. In
the Speed game two turns run side by side, one action of each in turn.
"""

from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.quiltable import quilt as quilts
from quiltenvs.quiltable import rules
from quiltenvs.quiltable.area import has_cards, num_areas
from quiltenvs.quiltable.assistants import is_free_move_left
from quiltenvs.quiltable.config import QUICK_START, RACE
from quiltenvs.quiltable.solo import play_master
from quiltenvs.quiltable.state import ACTION, NONE, OVER

UNDER_WAY, REFILLING, ACTION_DONE, FREE_MOVE_DONE, TURN_DONE, PLAY_BEGINS = range(6)
"""What comes of a step: something to be gone on with, an area to be refilled, an action, a free
ability or a turn that is over, a setup that is. One place goes on from there, so that the compiled
code holds the course of the game once and not behind every action."""


@njit_inline
def is_solo(state: State) -> bool:
    """Return whether the player plays against a Quilting Master."""
    return bool(state.num_players == 1)


@njit_inline
def other_holder(state: State, m: int) -> int:
    """Return who has the other turn marker, NONE if nobody has."""
    return int(state.holder[1 - m]) if num_areas(state) == 2 else NONE


@njit
def _trigger_end(state: State, player: int) -> None:
    """Let every other player have one more turn."""
    state.ender = player
    for seat in range(state.num_players):
        state.is_due[seat] = seat != player


@njit
def begin_turn(state: State, m: int, player: int) -> None:
    """Give a turn marker to a player; or cut the game off."""
    if state.ender == NONE and state.num_turns[player] >= state.max_turns:
        state.phase, state.is_cut = OVER, 1
        return
    state.holder[m] = player
    state.num_turns[player] += 1
    state.is_due[player] = 0
    is_short = state.mode == QUICK_START
    state.actions_left[m] = rules.QUICK_START_ACTIONS if is_short else rules.NUM_ACTIONS
    state.num_actions[m], state.num_plans[m], state.num_uses[m] = 0, 0, 0
    state.has_traded[m] = 0
    ends_without_cards = state.mode not in (QUICK_START, RACE)
    if state.ender == NONE and ends_without_cards and not has_cards(state, m):
        _trigger_end(state, player)


@njit
def begin_play(state: State) -> None:
    """Begin the first turn, of each marker."""
    state.marker = 0
    begin_turn(state, 0, int(state.starter))
    if num_areas(state) == 2:
        players = int(state.num_players)
        begin_turn(state, 1, (int(state.starter) + players // 2) % players)
    _resume(state, 0)


@njit_inline
def _resume(state: State, m: int) -> None:
    """Let the holder of a marker decide."""
    state.marker, state.mover, state.phase = m, state.holder[m], ACTION


@njit
def _next_seat(state: State, m: int) -> int:
    """Return who gets the marker next, NONE for nobody.

    It skips the player that has the other marker and, after the end was triggered, those who have
    had their last turn.
    """
    players = int(state.num_players)
    for step in range(1, players + 1):
        seat = (int(state.holder[m]) + step) % players
        if seat == other_holder(state, m):
            continue
        if state.ender == NONE or state.is_due[seat] != 0:
            return seat
    return NONE


@njit
def _end_turn(state: State) -> None:
    """End the turn that goes on, and let the next one begin."""
    m = int(state.marker)
    player = int(state.holder[m])
    if state.ender == NONE and state.mode != RACE and quilts.is_full(state, player):
        _trigger_end(state, player)
    if is_solo(state) and state.ender == NONE:
        play_master(state)
    seat = _next_seat(state, m)
    if seat == NONE:
        state.holder[m] = NONE
    else:
        begin_turn(state, m, seat)
    if state.phase != OVER:
        _pass_on(state, m)


@njit
def _pass_on(state: State, m: int) -> None:
    """Let the other marker's holder act if there is one, else this one's; else all is over."""
    if other_holder(state, m) != NONE:
        _resume(state, 1 - m)
    elif state.holder[m] != NONE:
        _resume(state, m)
    else:
        state.phase = OVER


@njit
def _is_turn_over(state: State, player: int) -> bool:
    return state.actions_left[state.marker] == 0 and not is_free_move_left(state, player)


@njit
def go_on(state: State, outcome: int) -> None:
    """Go on after a step that completed something: with the turn, the other, or the next one."""
    if outcome == PLAY_BEGINS:
        begin_play(state)
        return
    m = int(state.marker)
    if outcome == ACTION_DONE:
        state.num_actions[m] += 1
        state.actions_left[m] = max(0, int(state.actions_left[m]) - 1)
    if outcome == TURN_DONE or _is_turn_over(state, int(state.holder[m])):
        _end_turn(state)
    elif outcome == ACTION_DONE:
        _pass_on(state, m)
    else:
        _resume(state, m)
