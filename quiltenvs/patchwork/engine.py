"""The rules of Patchwork as functions on :data:`~quiltenvs.patchwork.state.STATE`.

The actions are listed in ACTIONS. Squares are numbered row by row from the top left; offer 0 is
the first patch clockwise of the neutral token; orientations and anchors are explained in
``quilt.py``.
"""

import numpy as np
from numpy.typing import NDArray

from quiltenvs.core.bits import (
    ONE,
    ZERO,
    bit,
    bits_between,
    count_ones,
    has_bit,
    trailing_zeros,
)
from quiltenvs.core.config import RANDOM_SEAT
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.core.layout import Block, Layout
from quiltenvs.core.rng import randbelow, shuffle
from quiltenvs.patchwork import rules
from quiltenvs.patchwork.config import MATCHES
from quiltenvs.patchwork.quilt import (
    NUM_ORIENTATIONS,
    anchors,
    count_empty,
    cover,
    cover_square,
    empty_squares,
    expand,
    has_window,
    is_covered,
    is_distinct,
    nth_square,
)
from quiltenvs.patchwork.state import NOBODY

ACTIONS = Layout(
    (
        Block("advance", (1,), "move just beyond the other token, a button per space"),
        Block("special_patch", (9, 9), "place the special patch on (row, column)"),
        Block(
            "buy",
            (rules.NUM_OFFERS, NUM_ORIENTATIONS, 9, 9),
            "buy (offer, orientation, row, column of the anchor)",
        ),
    )
)
ADVANCE = ACTIONS.start("advance")
FIRST_SPECIAL = ACTIONS.start("special_patch")
FIRST_BUY = ACTIONS.start("buy")
_NUM_ACTIONS = ACTIONS.size
ACTIONS_PER_OFFER = NUM_ORIENTATIONS * rules.NUM_CELLS
# Every action but the placing of a special patch moves a token forward, at least one space.
MAX_STEPS_PER_GAME = rules.NUM_PLAYERS * rules.FINISH + 5

_TWO_GAME = MATCHES.index("two_game")
# What the rules list, as compiled code reads it: per patch, and one bit a space.
PRICES = np.array([patch.buttons for patch in rules.PATCHES], np.int64)
TIMES = np.array([patch.time for patch in rules.PATCHES], np.int64)
INCOMES = np.array([patch.income for patch in rules.PATCHES], np.int64)
INCOME_MARKS = np.uint64(sum(1 << space for space in rules.INCOME_MARKS))
_SPECIAL_PATCHES = np.array(
    [sum(1 << space for space in spaces) for spaces in rules.SPECIAL_PATCHES.values()], np.uint64
)
_NUM_PATCHES = rules.NUM_PATCHES
_WHOLE_CIRCLE = np.uint64((1 << _NUM_PATCHES) - 1)


@njit
def reset(state: State, seed: np.uint64) -> None:
    """Set up the first game; the options in ``state`` are kept."""
    state.rng = seed
    starter = state.starting_player
    if starter == RANDOM_SEAT:
        starter = randbelow(state, rules.NUM_PLAYERS)
    state.num_steps = 0
    state.game_number = 0
    state.first_score[:] = 0
    state.first_empty[:] = 0
    _set_up(state, starter)


@njit
def _set_up(state: State, starter: int) -> None:
    """Lay out quilts, market and time board; ``starter``'s token lies on top."""
    state.quilts[:] = 0
    state.buttons[:] = rules.STARTING_BUTTONS
    state.income[:] = 0
    state.position[:] = rules.START
    state.starter = starter
    state.on_top = starter
    state.pending = NOBODY
    state.seven_by_seven = NOBODY
    state.finished_first = NOBODY
    state.special_patches = _SPECIAL_PATCHES[state.time_board]
    # The circle is cut where the neutral token stands: just clockwise of the 1x2 patch.
    for i in range(_NUM_PATCHES - 1):
        state.circle[i] = i + 1
    shuffle(state, state.circle, _NUM_PATCHES - 1)
    state.circle[_NUM_PATCHES - 1] = rules.SMALLEST_PATCH
    state.neutral_token = _NUM_PATCHES - 1
    state.unsold = _WHOLE_CIRCLE


@njit_inline
def current_player(state: State) -> int:
    """Whoever is further behind; on one space the token on top; a pending placer first."""
    if state.pending != NOBODY:
        return int(state.pending)
    if state.position[0] == state.position[1]:
        return int(state.on_top)
    return int(state.position[1] < state.position[0])


@njit_inline
def is_terminal(state: State) -> bool:
    """Both tokens at the finish, nothing left to place, no further game to play."""
    return (
        state.position[0] == rules.FINISH
        and state.position[1] == rules.FINISH
        and state.pending == NOBODY
        and (state.match != _TWO_GAME or state.game_number == 1)
    )


@njit_inline
def is_truncated(state: State) -> bool:
    """Never: the tokens only move forward, so the rules end every game."""
    return False


@njit_inline
def circle_from_token(state: State) -> np.uint64:
    """Return the unsold patches; bit j is the place j + 1 steps clockwise of the token."""
    turn = np.uint64(state.neutral_token + 1)
    turned = (state.unsold >> turn) | (state.unsold << (np.uint64(_NUM_PATCHES) - turn))
    return turned & _WHOLE_CIRCLE


@njit_inline
def circle_index(state: State, steps: int) -> int:
    """Return the index in ``state.circle`` of the place ``steps + 1`` clockwise of the token."""
    index = state.neutral_token + 1 + steps
    return index - _NUM_PATCHES if index >= _NUM_PATCHES else index


@njit_inline
def offer_index(state: State, offer: int) -> int:
    """Return where in ``state.circle`` offer 0, 1 or 2 lies, or -1 if fewer are left."""
    unsold = circle_from_token(state)
    for _ in range(offer):
        if unsold != ZERO:
            unsold &= unsold - ONE
    return circle_index(state, trailing_zeros(unsold)) if unsold != ZERO else -1


@njit_inline
def _affordable(state: State, player: int, offer: int) -> int:
    """Return the patch offered at ``offer`` if ``player`` can pay it, else -1."""
    index = offer_index(state, offer)
    if index < 0:
        return -1
    patch = int(state.circle[index])
    if PRICES[patch] > state.buttons[player]:
        return -1
    return patch


@njit
def action_mask(state: State, out: NDArray[np.int8]) -> None:
    """Fill ``out`` (2026,) i1: 1 where the action is legal, all 0 when the game is over."""
    out[:] = 0
    if is_terminal(state):
        return
    player = current_player(state)
    quilt = state.quilts[player]
    if state.pending != NOBODY:
        low, high = empty_squares(quilt)
        expand(out, FIRST_SPECIAL, low, high)
        return
    out[ADVANCE] = 1
    for offer in range(rules.NUM_OFFERS):
        patch = _affordable(state, player, offer)
        if patch < 0:
            continue
        for orientation in range(NUM_ORIENTATIONS):
            if is_distinct(patch, orientation):
                low, high = anchors(quilt, patch, orientation)
                expand(out, _buy_action(offer, orientation, 0), low, high)


@njit_inline
def _buy_action(offer: int, orientation: int, anchor: int) -> int:
    return FIRST_BUY + (offer * NUM_ORIENTATIONS + orientation) * rules.NUM_CELLS + anchor


@njit
def is_legal(state: State, action: int) -> bool:
    """Return whether ``action``, any integer, is legal."""
    if action < 0 or action >= _NUM_ACTIONS or is_terminal(state):
        return False
    player = current_player(state)
    quilt = state.quilts[player]
    if state.pending != NOBODY or action < FIRST_BUY:
        is_special = action >= FIRST_SPECIAL and action < FIRST_BUY
        if is_special and state.pending != NOBODY:
            return not is_covered(quilt, action - FIRST_SPECIAL)
        return action == ADVANCE and state.pending == NOBODY
    offer, rest = divmod(action - FIRST_BUY, ACTIONS_PER_OFFER)
    orientation, anchor = divmod(rest, rules.NUM_CELLS)
    patch = _affordable(state, player, offer)
    if patch < 0 or not is_distinct(patch, orientation):
        return False
    low, high = anchors(quilt, patch, orientation)
    return has_bit(high, anchor - 64) if anchor >= 64 else has_bit(low, anchor)


@njit_inline
def _count_placements(quilt: NDArray[np.uint64], patch: int) -> int:
    count = 0
    for orientation in range(NUM_ORIENTATIONS):
        if is_distinct(patch, orientation):
            low, high = anchors(quilt, patch, orientation)
            count += count_ones(low) + count_ones(high)
    return count


@njit
def num_legal(state: State) -> int:
    """Return the number of legal actions, without writing a mask."""
    if is_terminal(state):
        return 0
    player = current_player(state)
    quilt = state.quilts[player]
    if state.pending != NOBODY:
        return count_empty(quilt)
    count = 1
    for offer in range(rules.NUM_OFFERS):
        patch = _affordable(state, player, offer)
        if patch >= 0:
            count += _count_placements(quilt, patch)
    return count


@njit
def nth_legal(state: State, n: int) -> int:
    """Return the ``n``-th legal action in ascending order (0 <= n < num_legal)."""
    player = current_player(state)
    quilt = state.quilts[player]
    if state.pending != NOBODY:
        low, high = empty_squares(quilt)
        return FIRST_SPECIAL + nth_square(low, high, n)
    if n == 0:
        return ADVANCE
    n -= 1
    for offer in range(rules.NUM_OFFERS):
        patch = _affordable(state, player, offer)
        if patch < 0:
            continue
        for orientation in range(NUM_ORIENTATIONS):
            if not is_distinct(patch, orientation):
                continue
            low, high = anchors(quilt, patch, orientation)
            count = count_ones(low) + count_ones(high)
            if n < count:
                return _buy_action(offer, orientation, nth_square(low, high, n))
            n -= count
    return -1  # not reached: n < num_legal


@njit
def step(state: State, action: int) -> None:
    """Play a legal action; legality is the caller's duty."""
    player = current_player(state)
    state.num_steps += 1
    if action == ADVANCE:
        _advance(state, player)
    elif action < FIRST_BUY:
        state.pending = NOBODY
        cover_square(state.quilts[player], action - FIRST_SPECIAL)
        _check_window(state, player)
    else:
        _buy(state, player, action - FIRST_BUY)
    if state.pending == NOBODY and state.position[0] + state.position[1] == 2 * rules.FINISH:
        _end_game(state)


@njit_inline
def _advance(state: State, player: int) -> None:
    """Move just beyond the other token, at most to the finish; a button per space moved."""
    goal = min(state.position[1 - player] + 1, rules.FINISH)
    state.buttons[player] += goal - state.position[player]
    _move_time(state, player, goal)


@njit_inline
def _buy(state: State, player: int, placement: int) -> None:
    """Move the neutral token, pay, place, check the 7x7, and only then move in time."""
    offer, rest = divmod(placement, ACTIONS_PER_OFFER)
    orientation, anchor = divmod(rest, rules.NUM_CELLS)
    index = offer_index(state, offer)
    patch = int(state.circle[index])
    state.unsold &= ~bit(index)
    state.neutral_token = index
    state.buttons[player] -= PRICES[patch]
    state.income[player] += INCOMES[patch]
    cover(state.quilts[player], patch, orientation, anchor)
    _check_window(state, player)
    _move_time(state, player, min(state.position[player] + TIMES[patch], rules.FINISH))


@njit_inline
def _move_time(state: State, player: int, goal: int) -> None:
    """Move ``player``'s token to space ``goal`` and resolve the marks reached or crossed."""
    passed = bits_between(int(state.position[player]), goal)
    state.position[player] = goal
    state.on_top = player
    state.buttons[player] += int(state.income[player]) * count_ones(passed & INCOME_MARKS)
    if goal == rules.FINISH and state.finished_first == NOBODY:
        state.finished_first = player
    taken = passed & state.special_patches
    if taken != ZERO:
        # Two special patches are never within one move, so one pending placer is enough.
        state.special_patches &= ~taken
        # On a full quilt the patch is set aside (ruling): nothing is pending.
        if count_empty(state.quilts[player]) > 0:
            state.pending = player


@njit_inline
def _check_window(state: State, player: int) -> None:
    """The first to cover a whole 7x7 square takes the special tile."""
    if state.seven_by_seven == NOBODY and has_window(state.quilts[player]):
        state.seven_by_seven = player


@njit
def _end_game(state: State) -> None:
    """After game one of a match: note the scores and set up game two for the other starter."""
    if state.match != _TWO_GAME or state.game_number == 1:
        return
    for player in range(rules.NUM_PLAYERS):
        state.first_score[player] = _game_score(state, player)
        state.first_empty[player] = count_empty(state.quilts[player])
    state.game_number = 1
    _set_up(state, 1 - state.starter)


@njit_inline
def _game_score(state: State, player: int) -> int:
    """Buttons, 7 for the special tile, less the penalty for each gap; may be negative."""
    points = int(state.buttons[player]) - int(state.gap_penalty) * count_empty(state.quilts[player])
    if state.seven_by_seven == player:
        points += rules.WINDOW_POINTS
    return points


@njit_inline
def score(state: State, player: int) -> int:
    """Return the points of ``player`` if all ended now; of a match, the sum over its games."""
    return int(state.first_score[player]) + _game_score(state, player)


@njit
def rank_players(state: State, out: NDArray[np.int8]) -> None:
    """Fill ``out`` (2,) i1 with places, 1 = best, equal places for a tie.

    One game: higher score, then whoever reached the finish first. A match: higher sum, then fewer
    gaps in both games together, then shared.
    """
    lead = score(state, 0) - score(state, 1)
    if lead == 0 and state.match == _TWO_GAME:
        gaps_0 = int(state.first_empty[0]) + count_empty(state.quilts[0])
        gaps_1 = int(state.first_empty[1]) + count_empty(state.quilts[1])
        lead = gaps_1 - gaps_0
    elif lead == 0 and state.finished_first != NOBODY:
        lead = 1 - 2 * state.finished_first
    out[0] = 1 + (lead < 0)
    out[1] = 1 + (lead > 0)


@njit
def redeal_hidden(state: State, player: int, seed: np.uint64) -> None:
    """Renew the future: nothing in Patchwork is hidden but the deal of a match's second game."""
    state.rng = seed
