"""Sets of cards in which a card can be twice: (2, 2) u8, a bit a card, as in ``state.patterns``.

The first row says which cards are there, the second which are there twice.
"""

import numpy as np
from numpy.typing import NDArray

from quiltenvs.core.bits import ONE, ZERO, bit
from quiltenvs.core.jit import njit_inline

_WORD = 64
CardSet = NDArray[np.uint64]


@njit_inline
def has_card(cards: CardSet, row: int, card: int) -> bool:
    """Return whether a card is there once (row 0), or twice (row 1)."""
    word = cards[row, card // _WORD]
    return (word >> np.uint64(card & (_WORD - 1))) & ONE != ZERO


@njit_inline
def add_card(cards: CardSet, card: int) -> None:
    """Put a card into a set."""
    row = 1 if has_card(cards, 0, card) else 0
    cards[row, card // _WORD] |= bit(card & (_WORD - 1))


@njit_inline
def remove_card(cards: CardSet, card: int) -> None:
    """Take a card out of a set; it must be there."""
    row = 1 if has_card(cards, 1, card) else 0
    cards[row, card // _WORD] &= ~bit(card & (_WORD - 1))


@njit_inline
def is_empty(cards: CardSet) -> bool:
    """Return whether there is no card."""
    return cards[0, 0] | cards[0, 1] == ZERO
