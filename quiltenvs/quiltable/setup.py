"""Setting up: cards removed, piles, the Pattern Area, assistants, Quick Start's own patterns."""

import numpy as np

from quiltenvs.core.bits import ZERO
from quiltenvs.core.config import RANDOM_SEAT
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.core.rng import randbelow, shuffle
from quiltenvs.quiltable import rules
from quiltenvs.quiltable.area import (
    area_side,
    first_cell,
    num_areas,
    one_cell,
    put_block,
    served_cells,
    without,
)
from quiltenvs.quiltable.card_sets import add_card, has_card
from quiltenvs.quiltable.config import MINI, QUICK_START
from quiltenvs.quiltable.refill import draw
from quiltenvs.quiltable.state import CORNER, DEALT, KEEP, NAMED, NONE, SIDE
from quiltenvs.quiltable.turns import PLAY_BEGINS, UNDER_WAY, begin_play, is_solo

_CARDS_LEFT = np.array(
    [rules.CARDS_LEFT.get(players, 0) for players in range(rules.MAX_PLAYERS + 1)], np.int64
)
_CARDS_EACH = np.array([0, rules.CARDS_PER_PLAYER[1], rules.CARDS_PER_PLAYER[2]], np.int64)
_MAX_ASSISTANT_CARDS = rules.MAX_COPIES * rules.NUM_ASSISTANT_CARDS


@njit
def clear(state: State) -> None:
    """Empty the table; the options in ``state`` are kept."""
    state.blocks[:], state.patterns[:], state.discards[:], state.stack[:] = ZERO, ZERO, ZERO, ZERO
    state.refill_cells[:] = ZERO
    state.num_steps, state.scores[:], state.num_turns[:], state.quilt_cells[:] = 0, 0, 0, 0
    state.area[:], state.quilt[:], state.deck[:] = NONE, NONE, NONE
    state.assistant[:], state.center, state.master_place = NONE, NONE, NONE
    state.is_due[:], state.ender, state.is_cut = 0, NONE, 0
    state.holder[:], state.actions_left[:], state.num_actions[:] = NONE, 0, 0
    state.num_plans[:], state.num_uses[:], state.has_traded[:] = 0, 0, 0
    state.group[:], state.hand[:], state.num_group, state.num_hand = NONE, NONE, 0, 0
    state.marker = 0


@njit
def num_cards(state: State) -> int:
    """Return how many cards stay in the game."""
    copies, players = int(state.copies), int(state.num_players)
    if state.mode == QUICK_START or state.all_cards != 0:
        return copies * rules.NUM_CARDS
    if state.mode == MINI:
        return players * int(_CARDS_EACH[1])
    if copies == 1:
        return int(_CARDS_LEFT[players])
    return max(2, players) * int(_CARDS_EACH[2])  # one player has as many as two, as with one copy


@njit
def _make_piles(state: State, cards: int) -> None:
    """Part the first cards of the deck into piles whose sizes differ by one at most."""
    piles = rules.NUM_PILES * num_areas(state)
    first = 0
    for pile in range(state.pile_top.size):
        count = (cards + piles - 1 - pile) // piles if pile < piles else 0
        state.pile_top[pile], state.pile_end[pile] = first, first + count
        first += count


@njit
def shuffle_deck(state: State) -> None:
    """Shuffle all cards, and part those that stay in the game into piles."""
    count = int(state.copies) * rules.NUM_CARDS
    for i in range(count):
        state.deck[i] = i % rules.NUM_CARDS
    shuffle(state, state.deck, count)
    _make_piles(state, num_cards(state))
    for card in range(rules.NUM_CARDS):
        state.unseen[card] = state.copies


@njit
def lay_out(state: State) -> None:
    """Flip three cards of each pile to their block sides."""
    for pile in range(rules.NUM_PILES * num_areas(state)):
        area, own = divmod(pile, rules.NUM_PILES)
        state.unseen[state.deck[state.pile_top[pile]]] -= 1
        cells = served_cells(area_side(state), own)
        for _ in range(rules.FLIPPED_PER_PILE):
            cell = first_cell(cells)
            cells = without(cells, one_cell(cell))
            put_block(state, area, cell, draw(state, area, own))


# --- assistants -----------------------------------------------------------------------------


@njit
def deal_assistants(state: State) -> None:
    """Give each player a card, and lay one into the center with a random side up."""
    cards = np.empty(_MAX_ASSISTANT_CARDS, np.int8)
    count = 0
    for card in range(rules.NUM_ASSISTANT_CARDS):
        if is_solo(state) and card == rules.TRAVIS // 2:
            continue
        for _ in range(state.copies - _count_named(state, card)):
            cards[count] = card
            count += 1
    shuffle(state, cards, count)
    if state.assistants == NAMED:
        state.assistant[:] = state.named
    else:
        for seat in range(state.num_players):
            count -= 1
            state.assistant[seat] = 2 * cards[count]
    state.center = 2 * cards[count - 1] + randbelow(state, 2)


@njit
def _count_named(state: State, card: int) -> int:
    """Return how many players have a card by the option."""
    count = 0
    for seat in range(state.num_players):
        if state.named[seat] != NONE and state.named[seat] // 2 == card:
            count += 1
    return count


@njit
def choose_side(state: State, side: int) -> int:
    """Let the player to move show a side of its assistant card."""
    state.assistant[state.mover] += side
    return _ask_next(state)


# --- Quick Start ----------------------------------------------------------------------------


@njit
def keep_card(state: State, card: int) -> int:
    """Let the player to move keep a card of its own pile as its pattern."""
    player = int(state.mover)
    for i in range(state.pile_top[player], state.pile_end[player]):
        if state.deck[i] == card:
            state.deck[i] = NONE
    add_card(state.patterns[player], card)
    state.unseen[card] -= 1
    return _ask_next(state)


@njit
def _deal_again(state: State) -> None:
    """Shuffle what nobody kept, and part it into piles anew."""
    state.deck[:] = NONE
    count = 0
    for card in range(rules.NUM_CARDS):
        is_kept = False
        for seat in range(state.num_players):
            is_kept = is_kept or has_card(state.patterns[seat], 0, card)
        if not is_kept:
            state.deck[count] = card
            count += 1
    shuffle(state, state.deck, count)
    _make_piles(state, count)


# --- order ----------------------------------------------------------------------------------


@njit
def begin(state: State) -> None:
    """Ask for what is decided before the first turn, or begin it."""
    is_random = state.starting_player == RANDOM_SEAT
    state.starter = randbelow(state, state.num_players) if is_random else state.starting_player
    if state.assistants != 0:
        deal_assistants(state)
    state.mover = state.starter
    if state.mode == QUICK_START:
        state.phase = KEEP
        return
    lay_out(state)
    if state.assistants == DEALT:
        state.phase = SIDE
    elif _after_choices(state) == PLAY_BEGINS:
        begin_play(state)


@njit
def _ask_next(state: State) -> int:
    """Ask the next player in turn order the same, or go on after the last."""
    state.mover = (int(state.mover) + 1) % int(state.num_players)
    if state.mover != state.starter:
        return UNDER_WAY
    if state.mode == QUICK_START:
        _deal_again(state)
        lay_out(state)
    return _after_choices(state)


@njit_inline
def _after_choices(state: State) -> int:
    if not is_solo(state):
        return PLAY_BEGINS
    state.phase = CORNER
    return UNDER_WAY
