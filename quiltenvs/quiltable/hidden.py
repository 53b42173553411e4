"""What a player cannot know: the order of the piles below their tops, and the cards removed."""

import numpy as np

from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.core.rng import shuffle
from quiltenvs.quiltable import rules
from quiltenvs.quiltable.state import KEEP, NONE

_DECK = rules.MAX_COPIES * rules.NUM_CARDS


@njit_inline
def _is_hidden(state: State, player: int, index: int) -> bool:
    """Return whether ``player`` cannot know which card lies at ``index`` of the deck."""
    if state.deck[index] == NONE:
        return False
    if state.phase == KEEP:  # all know their own pile, and nobody another card
        return not state.pile_top[player] <= index < state.pile_end[player]
    for pile in range(state.pile_top.size):
        if index == state.pile_top[pile] and index < state.pile_end[pile]:
            return False
    return True


@njit
def redeal_hidden(state: State, player: int, seed: np.uint64) -> None:
    """Shuffle the cards below the tops of the piles and those removed, all together."""
    state.rng = seed
    copies = np.zeros(rules.NUM_CARDS, np.int8)
    for index in range(_DECK):
        if _is_hidden(state, player, index):
            copies[state.deck[index]] += 1
    # Shuffled from an order of its own, the outcome follows from what the player sees and the seed.
    cards = np.empty(_DECK, np.int8)
    count = 0
    for card in range(rules.NUM_CARDS):
        for _ in range(copies[card]):
            cards[count] = card
            count += 1
    shuffle(state, cards, count)
    for index in range(_DECK):
        if _is_hidden(state, player, index):
            count -= 1
            state.deck[index] = cards[count]
