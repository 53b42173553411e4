"""The rules of Calico as functions on :data:`~quiltenvs.calico.state.STATE`: the course of a game.

The actions are listed in ACTIONS. Spaces are numbered row by row from the top left, slots of the
hand and of the market from 0; what a placed tile earns is in ``scoring.py``.
"""

import numpy as np
from numpy.typing import NDArray

from quiltenvs.calico import rules
from quiltenvs.calico.bag import draw, fill_bag
from quiltenvs.calico.config import BOARD_DEALS, RESTRICTIONS, SETUPS
from quiltenvs.calico.quilt import (
    ALL_SPACES,
    BORDER_COLORS,
    BORDER_PATTERNS,
    SPACE_AT,
    SPACES,
    expand_spaces,
    touching,
)
from quiltenvs.calico.scenarios import has_passed
from quiltenvs.calico.scoring import num_buttons, num_cats, put, score
from quiltenvs.calico.state import CHOOSE_GOALS, NONE, OVER, PLACE, TAKE
from quiltenvs.core.bits import ZERO, count_ones, has_bit, nth_one
from quiltenvs.core.config import RANDOM, RANDOM_SEAT
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.core.layout import Block, Layout
from quiltenvs.core.rng import randbelow, shuffle

_NUM_CHOICES = len(rules.GOAL_CHOICES)
ACTIONS = Layout(
    (
        Block(
            "place",
            (rules.MARKET_SIZE, rules.NUM_SPACES),
            "place the tile in (slot, space); slots of the hand, which has two, or with `no_hand` "
            "of the market",
        ),
        Block("take", (rules.MARKET_SIZE,), "take the tile in a slot of the market"),
        Block(
            "goals",
            (_NUM_CHOICES,),
            "place three of the goals offered, top, right and bottom left, in one of the orders "
            "123, 124, 132, 134 .. 432",
        ),
    )
)
FIRST_TAKE = ACTIONS.start("take")
FIRST_CHOICE = ACTIONS.start("goals")
_NUM_ACTIONS = ACTIONS.size
MAX_STEPS_PER_PLAYER = 1 + rules.NUM_SPACES + rules.NUM_SPACES - 1  # goals, tiles, takes

_BEGINNER, _FAMILY = SETUPS.index("beginner"), SETUPS.index("family")
_RANDOM_BOARDS = BOARD_DEALS.index(RANDOM)
_NEXT_TO_PLACED = RESTRICTIONS.index("next_to_placed")
_NO_HAND = RESTRICTIONS.index("no_hand")
_SAME_COLOR = RESTRICTIONS.index("next_to_same_color")
_SAME_PATTERN = RESTRICTIONS.index("next_to_same_pattern")
_CHOICES = np.array(rules.GOAL_CHOICES, np.int64)
_ALL_CHOICES = np.uint64((1 << _NUM_CHOICES) - 1)
_CHOICES_OF_THREE = np.uint64(
    sum(1 << i for i, slots in enumerate(rules.GOAL_CHOICES) if max(slots) < rules.NUM_SPOTS)
)
"""The orders of the first three slots: of goals that are given, not dealt."""
# The tiles of the standard setup: cats by dots, as many of each as there are.
_DOTS = np.array([cat.dots for cat in rules.CATS], np.int64)
_FIRST_OF_DOTS = np.array([int(np.argmax(dots == _DOTS)) for dots in (1, 2, 3)], np.int64)
_NUM_OF_DOTS = np.array([int(np.sum(dots == _DOTS)) for dots in (1, 2, 3)], np.int64)


# --- setting up -----------------------------------------------------------------------------


@njit
def reset(state: State, seed: np.uint64) -> None:
    """Set up a game up to its first decision; the options in ``state`` are kept."""
    state.rng = seed
    players = int(state.num_players)
    starter = int(state.starting_player)
    if starter == RANDOM_SEAT:
        starter = randbelow(state, players)
    state.starter, state.mover = starter, starter
    state.num_steps, state.num_drawn, state.num_chosen, state.emptied = 0, 0, 0, 0
    fill_bag(state)
    _choose_cats(state)
    _lay_out_boards(state, players)
    _offer_goals(state, players)
    state.hand[:], state.market[:] = NONE, NONE
    state.is_secret[:] = 0
    state.phase = CHOOSE_GOALS
    if state.setup == _BEGINNER or state.setup == _FAMILY:
        _deal(state)


@njit
def _choose_cats(state: State) -> None:
    """Take the named cats or one of each number of dots, and deal two patterns to each."""
    for place in range(rules.LINEUP_SIZE):
        cat = int(state.named_cats[place])
        if cat == NONE:
            cat = _FIRST_OF_DOTS[place] + randbelow(state, _NUM_OF_DOTS[place])
        state.lineup[place] = cat
    for pattern in range(rules.NUM_PATTERNS):
        state.cat_of[pattern] = pattern // 2
    shuffle(state, state.cat_of, rules.NUM_PATTERNS)


@njit
def _lay_out_boards(state: State, players: int) -> None:
    """Give each seat a board without tiles or tokens."""
    for seat in range(rules.MAX_PLAYERS):
        state.board[seat] = seat
    if state.board_deal == _RANDOM_BOARDS:
        shuffle(state, state.board, rules.MAX_PLAYERS)
    state.colors[:], state.patterns[:] = ZERO, ZERO
    state.open[:] = ZERO
    for seat in range(players):
        for part in range(rules.NUM_COLORS):  # there are as many patterns
            state.colors[seat, part] = BORDER_COLORS[state.board[seat], part]
            state.patterns[seat, part] = BORDER_PATTERNS[state.board[seat], part]
        state.open[seat] = ALL_SPACES
    state.buttoned[:], state.visited[:] = ZERO, ZERO
    state.button_tokens[:], state.cat_tokens[:] = ZERO, ZERO
    state.buttons[:], state.rainbow[:], state.cats[:] = 0, 0, 0
    state.num_placed[:] = 0


@njit
def _offer_goals(state: State, players: int) -> None:
    """Lay out the goals that each player may choose from, or place those of the beginners."""
    state.goals[:], state.goals_met[:], state.goal_offer[:] = NONE, 0, NONE
    if state.setup == _FAMILY:
        return
    goals = np.empty(rules.NUM_GOALS, np.int8)
    for seat in range(players):
        for i in range(rules.NUM_GOALS):
            goals[i] = i
        if state.named_goals[0] == NONE:
            shuffle(state, goals, rules.NUM_GOALS)
            state.goal_offer[seat] = goals[: rules.OFFER_SIZE]
        elif state.setup == _BEGINNER:
            state.goals[seat] = state.named_goals
        else:
            state.goal_offer[seat, : rules.NUM_SPOTS] = state.named_goals


@njit
def _deal(state: State) -> None:
    """Deal two tiles to each hand, the starter's first, and three to the market."""
    players = int(state.num_players)
    if state.restrictions[_NO_HAND] == 0:
        for turn in range(players):
            seat = (state.starter + turn) % players
            for slot in range(rules.HAND_SIZE):
                state.hand[seat, slot] = draw(state)
                state.is_secret[seat, slot] = 1
    for slot in range(rules.MARKET_SIZE):
        state.market[slot] = draw(state)
    state.mover = state.starter
    _begin_turn(state)


# --- what is legal --------------------------------------------------------------------------


@njit_inline
def current_player(state: State) -> int:
    """Return the seat to move: in turn order, also for the goals."""
    return int(state.mover)


@njit_inline
def is_terminal(state: State) -> bool:
    """Every quilt is full."""
    return bool(state.phase == OVER)


@njit_inline
def is_truncated(state: State) -> bool:
    """Never: every turn fills a space."""
    return False


@njit_inline
def num_slots(state: State) -> int:
    """Return the number of slots that a tile can be placed from."""
    return rules.MARKET_SIZE if state.restrictions[_NO_HAND] != 0 else rules.HAND_SIZE


@njit_inline
def tile_in(state: State, slot: int) -> int:
    """Return the tile that the player to move may place from ``slot``."""
    if state.restrictions[_NO_HAND] != 0:
        return int(state.market[slot])
    return int(state.hand[state.mover, slot])


@njit_inline
def _is_restricted(state: State) -> bool:
    """Return whether a rule restricts where tiles go."""
    return bool(
        state.restrictions[_NEXT_TO_PLACED]
        | state.restrictions[_SAME_COLOR]
        | state.restrictions[_SAME_PATTERN]
    )


@njit_inline
def _restricted_spaces(state: State, slot: int) -> np.uint64:
    """Return the open cells that the restrictions leave to the tile in ``slot``."""
    player = int(state.mover)
    cells = state.open[player]
    color, pattern = divmod(tile_in(state, slot), rules.NUM_PATTERNS)
    if state.restrictions[_NEXT_TO_PLACED] != 0 and cells != ALL_SPACES:
        cells &= touching(ALL_SPACES & ~state.open[player])
    if state.restrictions[_SAME_COLOR] != 0:
        cells &= touching(state.colors[player, color])
    if state.restrictions[_SAME_PATTERN] != 0:
        cells &= touching(state.patterns[player, pattern])
    return cells


@njit
def _is_stuck(state: State) -> bool:
    """Return whether the restrictions leave no cell to any tile; then they do not hold."""
    cells = ZERO
    for slot in range(num_slots(state)):
        cells |= _restricted_spaces(state, slot)
    return cells == ZERO


@njit_inline
def legal_cells(state: State, slot: int) -> np.uint64:
    """Return the cells where the player to move may place the tile in ``slot``."""
    if not _is_restricted(state):
        return np.uint64(state.open[state.mover])
    cells = _restricted_spaces(state, slot)
    if cells == ZERO and _is_stuck(state):
        return np.uint64(state.open[state.mover])
    return cells


@njit_inline
def _legal_choices(state: State) -> np.uint64:
    """Return the legal choices of goals, one bit for each."""
    is_dealt = state.goal_offer[state.mover, rules.NUM_SPOTS] != NONE
    return _ALL_CHOICES if is_dealt else _CHOICES_OF_THREE


@njit
def action_mask(state: State, out: NDArray[np.int8]) -> None:
    """Fill ``out`` (93,) i1: 1 where the action is legal, all 0 when the game is over."""
    out[:] = 0
    if state.phase == PLACE:
        for slot in range(num_slots(state)):
            expand_spaces(out, slot * rules.NUM_SPACES, legal_cells(state, slot))
    elif state.phase == TAKE:
        out[FIRST_TAKE:FIRST_CHOICE] = 1
    elif state.phase == CHOOSE_GOALS:
        choices = _legal_choices(state)
        for choice in range(_NUM_CHOICES):
            out[FIRST_CHOICE + choice] = has_bit(choices, choice)


@njit
def is_legal(state: State, action: int) -> bool:
    """Return whether ``action``, any integer, is legal."""
    if action < 0 or action >= _NUM_ACTIONS:
        return False
    if action >= FIRST_CHOICE:
        return bool(
            state.phase == CHOOSE_GOALS and has_bit(_legal_choices(state), action - FIRST_CHOICE)
        )
    if action >= FIRST_TAKE:
        return bool(state.phase == TAKE)
    slot, space = divmod(action, rules.NUM_SPACES)
    if state.phase != PLACE or slot >= num_slots(state):
        return False
    return has_bit(legal_cells(state, slot), SPACES[space])


@njit
def num_legal(state: State) -> int:
    """Return the number of legal actions, without writing a mask."""
    if state.phase == PLACE:
        count = 0
        for slot in range(num_slots(state)):
            count += count_ones(legal_cells(state, slot))
        return count
    if state.phase == TAKE:
        return rules.MARKET_SIZE
    return count_ones(_legal_choices(state)) if state.phase == CHOOSE_GOALS else 0


@njit
def nth_legal(state: State, n: int) -> int:
    """Return the ``n``-th legal action in ascending order (0 <= n < num_legal)."""
    if state.phase == TAKE:
        return FIRST_TAKE + n
    if state.phase == CHOOSE_GOALS:
        return FIRST_CHOICE + nth_one(_legal_choices(state), n)
    for slot in range(num_slots(state)):
        cells = legal_cells(state, slot)
        count = count_ones(cells)
        if n < count:
            return slot * rules.NUM_SPACES + int(SPACE_AT[nth_one(cells, n)])
        n -= count
    return -1  # not reached: n < num_legal


# --- the course of a game -------------------------------------------------------------------


@njit
def step(state: State, action: int) -> None:
    """Play a legal action; legality is the caller's duty."""
    state.num_steps += 1
    if action >= FIRST_CHOICE:
        _place_goals(state, action - FIRST_CHOICE)
    elif action >= FIRST_TAKE:
        _take(state, action - FIRST_TAKE)
    else:
        _place(state, action)


@njit_inline
def _place_goals(state: State, choice: int) -> None:
    """Put three goals onto the quilt; after the last player's choice the tiles are dealt."""
    player, players = int(state.mover), int(state.num_players)
    for spot in range(rules.NUM_SPOTS):
        state.goals[player, spot] = state.goal_offer[player, _CHOICES[choice, spot]]
    state.goal_offer[player] = NONE
    state.num_chosen += 1
    state.mover = (player + 1) % players
    if state.num_chosen == players:
        _deal(state)


@njit_inline
def _place(state: State, action: int) -> None:
    """Place a tile; then one has to be taken, unless the quilt is full or there are no hands."""
    slot, space = divmod(action, rules.NUM_SPACES)
    player = int(state.mover)
    put(state, player, tile_in(state, slot), int(SPACES[space]))
    if state.restrictions[_NO_HAND] != 0:
        _refill(state, slot)
        _next_turn(state)
        return
    state.hand[player, slot] = NONE
    state.is_secret[player, slot] = 0
    if state.num_placed[player] == rules.NUM_SPACES:
        _next_turn(state)  # another tile would never be placed
    else:
        state.emptied = slot
        state.phase = TAKE


@njit_inline
def _take(state: State, slot: int) -> None:
    """Take a tile from the market into the emptied slot of the hand."""
    state.hand[state.mover, state.emptied] = state.market[slot]
    _refill(state, slot)
    _next_turn(state)


@njit_inline
def _refill(state: State, slot: int) -> None:
    """Fill the market up; in the solo mode it is a belt that moves away from the bag."""
    if state.num_players > 1:
        state.market[slot] = draw(state)
        return
    # Of the two tiles left, that in the lower slot is discarded and the other moves there.
    state.market[0] = state.market[1 if slot == rules.MARKET_SIZE - 1 else rules.MARKET_SIZE - 1]
    state.market[1] = draw(state)
    state.market[2] = draw(state)


@njit_inline
def _next_turn(state: State) -> None:
    """Pass the turn on; the game is over when the next quilt is full."""
    state.emptied = 0
    state.mover = (state.mover + 1) % state.num_players
    if state.num_placed[state.mover] == rules.NUM_SPACES:
        state.phase = OVER
    else:
        _begin_turn(state)


@njit_inline
def _begin_turn(state: State) -> None:
    """Let the player to move place a tile; if none fits anywhere, it shows its hand.

    Only a look at the whole hand proves that the restrictions do not hold (ruling of ours).
    """
    state.phase = PLACE
    if _is_restricted(state) and _is_stuck(state):
        state.is_secret[state.mover] = 0


@njit
def rank_players(state: State, out: NDArray[np.int8]) -> None:
    """Fill ``out`` (P,) i1 with places, 1 = best: by points, then cats, then buttons, then shared.

    Solo: 1 if the scenario is passed or, without one, the target score is reached; else 2.
    """
    if state.num_players == 1:
        is_won = score(state, 0) >= state.target_score
        if state.scenario != rules.NO_SCENARIO:
            is_won = has_passed(state, 0)
        out[0] = 1 if is_won else 2
        return
    keys = np.empty(rules.MAX_PLAYERS, np.int64)
    for player in range(state.num_players):
        tokens = (num_cats(state, player) << 8) + num_buttons(state, player)
        keys[player] = (score(state, player) << 16) + tokens
    for player in range(state.num_players):
        out[player] = 1
        for other in range(state.num_players):
            out[player] += keys[other] > keys[player]
