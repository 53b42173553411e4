"""The rules of Quiltable as functions on :data:`~quiltenvs.quiltable.state.STATE`.

The actions are listed in ``choices.py``. The chapters of the rulebook have rooms of their own:
``setup.py``, ``area.py`` and ``refill.py``, ``quilt.py``, ``groups.py`` (CHOOSE and RETURN),
``patterns.py`` and ``scoring.py``, ``assistants.py`` and ``abilities.py``, ``solo.py``, and
``turns.py``.
"""

import numpy as np
from numpy.typing import NDArray

from quiltenvs.core.bits import ZERO, count_ones, expand_64, has_bit, nth_one
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.quiltable import abilities, assistants, groups, rules, setup, solo, turns
from quiltenvs.quiltable import area as areas
from quiltenvs.quiltable import quilt as quilts
from quiltenvs.quiltable.card_sets import add_card
from quiltenvs.quiltable.choices import (
    ABILITY,
    DONE,
    FIRST_CARD,
    FIRST_CHOOSE,
    FIRST_CORNER,
    FIRST_PLACE,
    FIRST_RETURN,
    FIRST_SEAT,
    FIRST_SIDE,
    NUM_WORDS,
    PASS,
    TRADE,
    WORD,
    actions,
    first_lay,
    legal_words,
    word_starts,
)
from quiltenvs.quiltable.config import RACE
from quiltenvs.quiltable.refill import draw, lay_refill, pop_hand, push_hand, refill
from quiltenvs.quiltable.scoring import is_symmetric, rank_players, score, update_score
from quiltenvs.quiltable.state import (
    CHOOSE,
    GRANNY,
    LAY,
    NONE,
    OVER,
    PLACE,
    REFILL,
    RETURN,
    SAM,
    SANDRA_GIVE,
    SANDRA_TAKE,
    UNDO,
)
from quiltenvs.quiltable.turns import (
    ACTION_DONE,
    FREE_MOVE_DONE,
    PLAY_BEGINS,
    REFILLING,
    TURN_DONE,
    UNDER_WAY,
)

__all__ = ["actions", "rank_players", "score"]


@njit
def reset(state: State, seed: np.uint64) -> None:
    """Shuffle and lay out the cards; the options in ``state`` are kept."""
    setup.clear(state)
    state.rng = seed
    setup.shuffle_deck(state)
    setup.begin(state)


# --- what is legal --------------------------------------------------------------------------


@njit_inline
def current_player(state: State) -> int:
    """Return who decides."""
    return int(state.mover)


@njit_inline
def is_terminal(state: State) -> bool:
    """All last turns are over, a race is won, or the turns were limited."""
    return bool(state.phase == OVER)


@njit_inline
def is_truncated(state: State) -> bool:
    """The turns were limited by ``max_turns``, and nothing else ended the game."""
    return bool(state.is_cut != 0)


@njit
def action_mask(state: State, out: NDArray[np.int8]) -> None:
    """Fill ``out`` (A,) i1: 1 where the action is legal, all 0 when the game is over."""
    out[:] = 0
    words, starts = legal_words(state), word_starts(state)
    for i in range(NUM_WORDS):
        if words[i] == ZERO:
            continue
        if starts[i] + WORD <= out.size:
            expand_64(out, starts[i], words[i])
        else:
            for action in range(starts[i], out.size):
                out[action] = has_bit(words[i], action - starts[i])


@njit
def is_legal(state: State, action: int) -> bool:
    """Return whether ``action``, any integer, is legal."""
    words, starts = legal_words(state), word_starts(state)
    for i in range(NUM_WORDS):
        index = action - starts[i]
        if 0 <= index < WORD and has_bit(words[i], index):
            return True
    return False


@njit
def num_legal(state: State) -> int:
    """Return the number of legal actions."""
    words = legal_words(state)
    count = 0
    for i in range(NUM_WORDS):
        count += count_ones(words[i])
    return count


@njit
def nth_legal(state: State, n: int) -> int:
    """Return the ``n``-th legal action in ascending order."""
    words, starts = legal_words(state), word_starts(state)
    for i in range(NUM_WORDS):
        count = count_ones(words[i])
        if n < count:
            return starts[i] + nth_one(words[i], n)
        n -= count
    return NONE


# --- steps ----------------------------------------------------------------------------------


@njit
def step(state: State, action: int) -> None:
    """Play a legal ``action``; legality is not checked."""
    state.num_steps += 1
    outcome = _play(state, int(state.mover), action)
    if outcome == REFILLING:
        outcome = _go_on_refilling(state)
    if outcome != UNDER_WAY:
        turns.go_on(state, outcome)


@njit
def _play(state: State, player: int, action: int) -> int:
    """Play an action up to the end of what it begins; return what comes of it for the turn."""
    lay = first_lay(state)
    if action >= lay:
        return _lay(state, player, action - lay)
    if action >= FIRST_CHOOSE:
        return _pick_in_area(state, player, action - FIRST_CHOOSE)
    if action >= FIRST_PLACE:
        return _place(state, player, action - FIRST_PLACE)
    if action >= FIRST_CARD:
        return abilities.name_card(state, player, action - FIRST_CARD)
    if action >= FIRST_RETURN:
        return _pick_in_quilt(state, player, action - FIRST_RETURN)
    if action >= FIRST_SEAT:
        seat = (player + 1 + action - FIRST_SEAT) % int(state.num_players)
        return abilities.name_seat(state, player, seat)
    if action >= FIRST_CORNER:
        state.master_place = (action - FIRST_CORNER) * solo.PLACES_PER_CORNER
        return PLAY_BEGINS
    if action >= FIRST_SIDE:
        return setup.choose_side(state, action - FIRST_SIDE)
    return _play_small(state, player, action)


@njit
def _play_small(state: State, player: int, action: int) -> int:
    """Play one of the actions that name nothing, or a pile."""
    if action == ABILITY:
        state.phase = assistants.FIRST_PHASE[state.assistant[player]]
        return UNDER_WAY
    if action == TRADE:
        assistants.trade(state, player)
        return ACTION_DONE
    if action == PASS:
        if state.phase != UNDO:
            return TURN_DONE
        assistants.flip(state, player)
        return FREE_MOVE_DONE
    if action != DONE:
        return _take_top(state, player, action)
    if state.phase == CHOOSE:
        state.phase = PLACE
        return UNDER_WAY
    return _return_group(state, player)


# --- PLAN, CHOOSE, RETURN -------------------------------------------------------------------


@njit
def _take_top(state: State, player: int, pile: int) -> int:
    """PLAN; or take the top card of a pile for Uncle Sam."""
    m = int(state.marker)
    card = draw(state, m, pile)
    if areas.pile_size(state, m, pile) == 0:
        refill(state, m, True)  # one cell, nothing to decide
    if state.phase == SAM:
        push_hand(state, card)
        state.phase = PLACE
        return UNDER_WAY
    add_card(state.patterns[player], card)
    update_score(state, player)
    state.num_plans[m] += 1
    return ACTION_DONE


@njit
def _pick_in_area(state: State, player: int, cell: int) -> int:
    """CHOOSE a block, or take one for Swap Shop Sandra."""
    if state.phase == SANDRA_TAKE:
        return abilities.swap(state, player, cell)
    groups.pick(state, cell)
    is_largest = state.num_group == groups.max_choose(state, player)
    state.phase = PLACE if is_largest else CHOOSE
    return UNDER_WAY


@njit
def _place(state: State, player: int, place: int) -> int:
    """Add the group to the quilt."""
    rotation, place = divmod(place, quilts.NUM_PLACES)
    row, column = divmod(place, quilts.BOARD)
    down, right = row - quilts.SHIFT, column - quilts.SHIFT
    quilts.shift_quilt(state, player, max(0, -down), max(0, -right))
    corner = rules.QUILT_SIDE * max(0, down) + max(0, right)
    is_choose = state.num_group > 0
    if is_choose:
        groups.note_use(state, player, False)
        _move_group(state, player, rotation, corner)
    else:
        state.num_uses[state.marker] += 1  # Uncle Sam
        quilts.set_block(state, player, corner, pop_hand(state))
    update_score(state, player)
    if state.mode == RACE and quilts.is_full(state, player) and is_symmetric(state, player):
        state.phase = OVER
        return UNDER_WAY
    return REFILLING if is_choose else ACTION_DONE


@njit
def _move_group(state: State, player: int, rotation: int, corner: int) -> None:
    """Move the picked blocks from the area to the quilt, the corner of their box on ``corner``."""
    m, side = int(state.marker), areas.area_side(state)
    top, left = side, side
    for i in range(state.num_group):
        top, left = min(top, state.group[i] // side), min(left, state.group[i] % side)
    rows, columns = 0, 0
    for i in range(state.num_group):
        rows = max(rows, state.group[i] // side - top + 1)
        columns = max(columns, state.group[i] % side - left + 1)
    for i in range(state.num_group):
        cell = int(state.group[i])
        row, column, height, width = cell // side - top, cell % side - left, rows, columns
        for _ in range(rotation):
            row, column, height, width = column, height - 1 - row, width, height
        card = areas.remove_block(state, m, cell)
        quilts.set_block(state, player, corner + rules.QUILT_SIDE * row + column, card)
    groups.drop_group(state)


@njit
def _go_on_refilling(state: State) -> int:
    """Refill the area until the player has to decide, or all is done and the action over."""
    m = int(state.marker)
    if not refill(state, m, state.auto_refill != 0):
        state.phase = REFILL
        return UNDER_WAY
    areas.settle_stranded(state, m)
    return ACTION_DONE


@njit
def _pick_in_quilt(state: State, player: int, cell: int) -> int:
    """RETURN a block, or give one to Granny Smith or Swap Shop Sandra."""
    if state.phase == GRANNY:
        return abilities.plan_block(state, player, cell)
    groups.pick(state, cell)
    if state.phase == SANDRA_GIVE:
        state.phase = SANDRA_TAKE
        return UNDER_WAY
    state.phase = RETURN
    if state.num_group == groups.max_return(state):
        return _return_group(state, player)
    return UNDER_WAY


@njit
def _return_group(state: State, player: int) -> int:
    """Take the picked blocks off the quilt, to be laid on the ring one by one."""
    groups.note_use(state, player, True)
    for i in range(state.num_group):
        push_hand(state, quilts.take_block(state, player, int(state.group[i])))
    groups.drop_group(state)
    quilts.normalize(state, player)
    update_score(state, player)
    state.phase = LAY
    return UNDER_WAY


@njit
def _lay(state: State, player: int, cell: int) -> int:
    """Lay a returned card, or one that refills the area."""
    m = int(state.marker)
    if state.phase == REFILL:
        lay_refill(state, m, cell)
        return REFILLING
    areas.put_block(state, m, cell, pop_hand(state))
    return ACTION_DONE if state.num_hand == 0 else UNDER_WAY
