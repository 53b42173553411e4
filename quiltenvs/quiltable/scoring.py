"""The rulebook's "Scoring and Victory" with the modules Patches and Symmetry."""

import numpy as np
from numpy.typing import NDArray

from quiltenvs.core.bits import ONE, ZERO, trailing_zeros
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.quiltable import quilt as quilts
from quiltenvs.quiltable import rules
from quiltenvs.quiltable.card_sets import CardSet, has_card
from quiltenvs.quiltable.cards import COLOR_OF, POINTS_OF, POSITION_OF
from quiltenvs.quiltable.config import RACE
from quiltenvs.quiltable.patterns import NIBBLE, count_completions, quilt_word
from quiltenvs.quiltable.state import CARD_WORDS, NONE

_SIDE = rules.QUILT_SIDE
_WORD = 64
_ROW_BITS = NIBBLE * _SIDE


def _nibbles(cells: list[tuple[int, int]], value: int) -> np.uint64:
    return np.uint64(sum(value << NIBBLE * (_SIDE * row + column) for row, column in cells))


_SPAN = range(_SIDE)
_ALL_CELLS = [(row, column) for row in _SPAN for column in _SPAN]
_FILLED_BITS, _TYPE_BITS = _nibbles(_ALL_CELLS, 8), _nibbles(_ALL_CELLS, 7)
_ROWS = [_nibbles([(row, column) for column in _SPAN], 15) for row in _SPAN]
_COLUMNS = [_nibbles([(row, column) for row in _SPAN], 15) for column in _SPAN]
_ROW_0, _ROW_1, _ROW_2, _ROW_3 = _ROWS
_COLUMN_0, _COLUMN_1, _COLUMN_2, _COLUMN_3 = _COLUMNS
# Cells on one side of the diagonal, by their distance from it.
_DIAGONALS = [_nibbles([c for c in _ALL_CELLS if c[1] - c[0] == d], 15) for d in range(-3, 4)]
_LOW_3, _LOW_2, _LOW_1, _MIDDLE, _UP_1, _UP_2, _UP_3 = _DIAGONALS
_ONE_ROW, _THREE_ROWS = np.uint64(_ROW_BITS), np.uint64(3 * _ROW_BITS)
_ONE_CELL, _THREE_CELLS = np.uint64(NIBBLE), np.uint64(3 * NIBBLE)
# What transposing moves a cell by: a row down is a column to the right.
_TURN_1, _TURN_2, _TURN_3 = (np.uint64(d * (_ROW_BITS - NIBBLE)) for d in (1, 2, 3))
_S1, _S2, _S3 = np.uint64(1), np.uint64(2), np.uint64(3)


# --- symmetry -------------------------------------------------------------------------------


@njit_inline
def _upside_down(quilt: np.uint64) -> np.uint64:
    """Return a quilt folded over the horizontal middle line of the 4x4."""
    outer = ((quilt & _ROW_0) << _THREE_ROWS) | ((quilt & _ROW_3) >> _THREE_ROWS)
    return outer | ((quilt & _ROW_1) << _ONE_ROW) | ((quilt & _ROW_2) >> _ONE_ROW)


@njit_inline
def _mirrored(quilt: np.uint64) -> np.uint64:
    """Return a quilt folded over the vertical middle line of the 4x4."""
    outer = ((quilt & _COLUMN_0) << _THREE_CELLS) | ((quilt & _COLUMN_3) >> _THREE_CELLS)
    return outer | ((quilt & _COLUMN_1) << _ONE_CELL) | ((quilt & _COLUMN_2) >> _ONE_CELL)


@njit_inline
def _transposed(quilt: np.uint64) -> np.uint64:
    """Return a quilt folded over the diagonal from the top left."""
    up = ((quilt & _UP_1) << _TURN_1) | ((quilt & _UP_2) << _TURN_2) | ((quilt & _UP_3) << _TURN_3)
    low = ((quilt & _LOW_1) >> _TURN_1) | ((quilt & _LOW_2) >> _TURN_2)
    return up | low | ((quilt & _LOW_3) >> _TURN_3) | (quilt & _MIDDLE)


@njit_inline
def _agree(quilt: np.uint64, folded: np.uint64) -> bool:
    """Return whether no two blocks that lie on each other differ."""
    pairs = quilt & folded & _FILLED_BITS
    types = (pairs >> _S1) | (pairs >> _S2) | (pairs >> _S3)
    return (quilt ^ folded) & types & _TYPE_BITS == ZERO


@njit_inline
def _is_symmetric_there(quilt: np.uint64, side: int) -> bool:
    """Return whether a quilt is symmetric as it lies in the frame."""
    # A frame of 3x3 lies in the top left of the 4x4, over whose middle lines quilts are folded.
    rows, columns = np.uint64(_ROW_BITS * (_SIDE - side)), np.uint64(NIBBLE * (_SIDE - side))
    if _agree(quilt, _mirrored(quilt) >> columns):
        return True
    if _agree(quilt, _upside_down(quilt) >> rows):
        return True
    turned = _transposed(quilt)
    if _agree(quilt, turned):
        return True
    return _agree(quilt, _upside_down(_mirrored(turned)) >> rows >> columns)


@njit
def is_symmetric(state: State, player: int) -> bool:
    """Return whether a quilt earns the symmetry bonus.

    It has a block; and somewhere in its frame, folded over the vertical, the horizontal or a
    diagonal line, no two different blocks lie on each other.
    """
    cells = quilts.cells_of(state, player)
    if cells == ZERO:
        return False
    side, quilt = quilts.frame_side(state), quilt_word(state, player)
    for down in range(side - quilts.height_of(cells) + 1):
        for right in range(side - quilts.width_of(cells) + 1):
            if _is_symmetric_there(quilt << np.uint64(NIBBLE * (_SIDE * down + right)), side):
                return True
    return False


# --- patches --------------------------------------------------------------------------------

_LEFT, _, _RIGHT = range(len(rules.PATCH_POSITIONS))


@njit_inline
def do_patches_match(first: int, second: int, is_label: bool) -> bool:
    """Return whether the patches of two neighboring blocks earn points.

    They are of the same color and meet at the seam, left with right or middle with middle; with
    ``is_label`` they are of the same color and position.
    """
    if COLOR_OF[first] != COLOR_OF[second]:
        return False
    if is_label:
        return bool(POSITION_OF[first] == POSITION_OF[second])
    return bool(POSITION_OF[first] + POSITION_OF[second] == _LEFT + _RIGHT)


@njit
def count_patches(state: State, player: int) -> int:
    """Return the seams of a quilt with patches that match."""
    quilt = state.quilt[player]
    is_label = state.label_match != 0
    count = 0
    for cell in range(rules.NUM_QUILT_CELLS):
        card = int(quilt[cell])
        if card == NONE:
            continue
        if cell % _SIDE < _SIDE - 1 and quilt[cell + 1] != NONE:
            count += do_patches_match(card, int(quilt[cell + 1]), is_label)
        if cell + _SIDE < rules.NUM_QUILT_CELLS and quilt[cell + _SIDE] != NONE:
            count += do_patches_match(card, int(quilt[cell + _SIDE]), is_label)
    return count


# --- scores ---------------------------------------------------------------------------------


@njit
def pattern_points(state: State, player: int) -> int:
    """Return the points for a player's pattern cards."""
    quilt = quilt_word(state, player)
    cards = state.patterns[player]
    points = 0
    for word in range(CARD_WORDS):
        rest = cards[0, word]
        while rest != ZERO:
            card = _WORD * word + trailing_zeros(rest)
            rest &= rest - ONE
            copies = 2 if has_card(cards, 1, card) else 1
            points += copies * int(POINTS_OF[card]) * count_completions(quilt, card)
    return points


@njit
def _count_points(state: State, player: int) -> int:
    """Return what a quilt and its patterns are worth."""
    if state.mode == RACE:
        return int(quilts.is_full(state, player) and is_symmetric(state, player))
    points = pattern_points(state, player) + quilts.count_premium(state, player)
    if quilts.is_full(state, player):
        points += rules.FULL_BONUS
    if state.patches != 0:
        points += rules.PATCH_POINTS * count_patches(state, player)
    if state.symmetry != 0 and is_symmetric(state, player):
        points += rules.SYMMETRY_POINTS
    return points


@njit
def update_score(state: State, player: int) -> None:
    """Count a player's points anew: its quilt or its patterns have changed."""
    state.scores[player] = _count_points(state, player)


@njit
def printed_points(cards: CardSet) -> int:
    """Return the points printed on a set of cards, each counted once."""
    points = 0
    for word in range(CARD_WORDS):
        for row in range(rules.MAX_COPIES):
            rest = cards[row, word]
            while rest != ZERO:
                points += int(POINTS_OF[_WORD * word + trailing_zeros(rest)])
                rest &= rest - ONE
    return points


@njit_inline
def score(state: State, player: int) -> int:
    """Return the points of ``player`` if the game ended now."""
    return int(state.scores[player])


@njit_inline
def master_score(state: State) -> int:
    """Return the points of the Quilting Master."""
    return printed_points(state.stack)


@njit
def rank_players(state: State, out: NDArray[np.int8]) -> None:
    """Fill ``out`` (P,) with places as they stand now.

    Of two with the same points the later in turn order is ahead; in the Race they share the place.
    One player has place 1 with as many points as the Quilting Master.
    """
    if state.num_players == 1:
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
