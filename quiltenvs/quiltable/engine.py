"""The rules of Quiltable as functions on :data:`~quiltenvs.quiltable.state.STATE`.

The actions are listed in ``choices.py``. The chapters of the rulebook have rooms of their own:
``setup.py``, ``area.py`` and ``refill.py``, ``quilt.py``, ``groups.py`` (CHOOSE and RETURN),
``patterns.py`` and ``scoring.py``, ``assistants.py``, ``solo.py``, and ``turns.py``.
"""

import numpy as np
from numpy.typing import NDArray

from quiltenvs.core.bits import ZERO, count_ones, expand_64, has_bit, nth_one
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.quiltable import area as areas
from quiltenvs.quiltable import assistants, groups, rules, setup, solo, turns
from quiltenvs.quiltable import quilt as quilts
from quiltenvs.quiltable.card_sets import add_card, remove_card
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
from quiltenvs.quiltable.scoring import is_symmetric, master_score, score, update_score
from quiltenvs.quiltable.state import (
    CHOOSE,
    DONATE,
    DONATE_TO,
    GRANNY,
    KEEP,
    LAY,
    NONE,
    OVER,
    PLACE,
    REFILL,
    RETURN,
    SAM,
    SANDRA_GIVE,
    SANDRA_TAKE,
    TRAVIS,
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

__all__ = ["actions", "score"]


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
        return _name_card(state, player, action - FIRST_CARD)
    if action >= FIRST_RETURN:
        return _pick_in_quilt(state, player, action - FIRST_RETURN)
    if action >= FIRST_SEAT:
        seat = (player + 1 + action - FIRST_SEAT) % int(state.num_players)
        return _name_seat(state, player, seat)
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


@njit_inline
def _pick(state: State, cell: int) -> None:
    state.group[state.num_group] = cell
    state.num_group += 1


@njit_inline
def _drop_group(state: State) -> None:
    state.group[:], state.num_group = NONE, 0


@njit
def _pick_in_area(state: State, player: int, cell: int) -> int:
    """CHOOSE a block, or take one for Swap Shop Sandra."""
    if state.phase == SANDRA_TAKE:
        return _swap(state, player, cell)
    _pick(state, cell)
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
        _note_use(state, player, False)
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
    _drop_group(state)


@njit_inline
def _note_use(state: State, player: int, of_quilt: bool) -> None:
    """Note if the picked group took an ability that can be had once a turn."""
    if groups.took_ability(state, player, of_quilt):
        state.num_uses[state.marker] += 1


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
        return _plan_block(state, player, cell)
    _pick(state, cell)
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
    _note_use(state, player, True)
    for i in range(state.num_group):
        push_hand(state, quilts.take_block(state, player, int(state.group[i])))
    _drop_group(state)
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


# --- assistants and setup -------------------------------------------------------------------


@njit
def _plan_block(state: State, player: int, cell: int) -> int:
    """Granny Smith: a block of the quilt becomes a pattern."""
    add_card(state.patterns[player], quilts.take_block(state, player, cell))
    quilts.normalize(state, player)
    update_score(state, player)
    state.num_uses[state.marker] += 1
    return ACTION_DONE


@njit
def _swap(state: State, player: int, cell: int) -> int:
    """Swap Shop Sandra: the picked block of the quilt for one of the area, both in place."""
    m, own = int(state.marker), int(state.group[0])
    given, taken = quilts.take_block(state, player, own), areas.remove_block(state, m, cell)
    quilts.set_block(state, player, own, taken)
    areas.put_block(state, m, cell, given)
    _drop_group(state)
    update_score(state, player)
    state.num_uses[m] += 1
    return ACTION_DONE


@njit
def _name_card(state: State, player: int, card: int) -> int:
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
def _name_seat(state: State, player: int, seat: int) -> int:
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


# --- results --------------------------------------------------------------------------------


@njit
def rank_players(state: State, out: NDArray[np.int8]) -> None:
    """Fill ``out`` (P,) with places as they stand now.

    Of two with the same points the later in turn order is ahead; in the Race they share the place.
    One player has place 1 with as many points as the Quilting Master.
    """
    if turns.is_solo(state):
        out[0] = 1 if score(state, 0) >= master_score(state) else 2
        return
    players = int(state.num_players)
    for player in range(players):
        out[player] = 1
        for other in range(players):
            out[player] += _is_ahead(state, other, player)


@njit
def _is_ahead(state: State, other: int, player: int) -> bool:
    if score(state, other) != score(state, player):
        return score(state, other) > score(state, player)
    if state.mode == RACE:
        return False
    players, starter = int(state.num_players), int(state.starter)
    return (other - starter) % players > (player - starter) % players
