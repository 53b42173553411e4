"""What a quilt with its patterns is worth: the points at hand, and what is still to be expected.

The worth is counted in points. *Near* it is the score, and a little for every block. *Far* the
completions that a pattern may still come to are added: for every placement of the pattern that no
block contradicts, the chance that its missing blocks come to lie there.
"""

import numpy as np
from numpy.typing import NDArray

from quiltenvs.core.bits import ONE, ZERO, count_ones, trailing_zeros
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.quiltable import quilt as quilts
from quiltenvs.quiltable import rules
from quiltenvs.quiltable.card_sets import has_card
from quiltenvs.quiltable.cards import POINTS_OF
from quiltenvs.quiltable.config import RACE
from quiltenvs.quiltable.patterns import (
    FILLED,
    FIRST_ROW,
    LABELS,
    MAX_PLACEMENTS,
    NIBBLE,
    NUM_SPOTS,
    PLACEMENT_CELLS,
    SPOT_CELLS,
    cell_code,
    count_completions,
    quilt_word,
)
from quiltenvs.quiltable.scoring import count_patches, is_symmetric, score, update_score
from quiltenvs.quiltable.state import CARD_WORDS

WORTH_OF_BLOCK = rules.FULL_BONUS / rules.NUM_QUILT_CELLS
"""Every block is a part of the bonus for a complete quilt."""
_SIDE = rules.QUILT_SIDE
_WORD = 64


# --- near -----------------------------------------------------------------------------------

_AGREE, _CONFLICT, _SINGLE = 4.0, -6.0, 1.0
_MIRRORS = np.array(
    [
        [_SIDE * r + _SIDE - 1 - c for r in range(_SIDE) for c in range(_SIDE)],
        [_SIDE * (_SIDE - 1 - r) + c for r in range(_SIDE) for c in range(_SIDE)],
        [_SIDE * c + r for r in range(_SIDE) for c in range(_SIDE)],
        [_SIDE * (_SIDE - 1 - c) + _SIDE - 1 - r for r in range(_SIDE) for c in range(_SIDE)],
    ],
    np.int64,
)


@njit
def _symmetry_there(quilt: np.uint64, fold: int) -> float:
    """Return how far a quilt, where it lies, is symmetric over a fold."""
    found = 0.0
    for cell in range(rules.NUM_QUILT_CELLS):
        code = cell_code(quilt, cell)
        if code == 0:
            continue
        mirror = int(_MIRRORS[fold, cell])
        other = cell_code(quilt, mirror)
        if mirror == cell:
            found += _AGREE / 2
        elif other == 0:
            found += _SINGLE
        else:
            found += (_AGREE if other == code else _CONFLICT) / 2
    return found


@njit
def symmetry_progress(state: State, player: int) -> float:
    """Return how far a quilt is on the way to be complete and symmetric."""
    cells = quilts.cells_of(state, player)
    quilt = quilt_word(state, player)
    best = -1000.0
    for down in range(_SIDE - quilts.height_of(cells) + 1):
        for right in range(_SIDE - quilts.width_of(cells) + 1):
            there = quilt << np.uint64(NIBBLE * (_SIDE * down + right))
            for fold in range(len(_MIRRORS)):
                best = max(best, _symmetry_there(there, fold))
    return best


@njit
def near_worth(state: State, player: int) -> float:
    """Return the points that a player has, and a little for every block.

    ``state.scores`` is counted anew. In the Race it is the progress to a symmetric quilt.
    """
    update_score(state, player)
    blocks = count_ones(quilts.cells_of(state, player))
    if state.mode == RACE:
        return 1000.0 * score(state, player) + symmetry_progress(state, player)
    return score(state, player) + WORTH_OF_BLOCK * blocks


# --- far ------------------------------------------------------------------------------------

FREE, END, BLOCK, SAME = range(rules.NUM_TYPES, rules.NUM_TYPES + 4)
NUM_ODDS = SAME + 1
Codes = NDArray[np.int64]
Odds = NDArray[np.float64]


@njit_inline
def _bind(codes: Codes, card: int, row: int, letters: Codes) -> bool:
    """Let letters stand for what lies there; return whether no block contradicts a placement."""
    letters[:] = 0
    for i in range(NUM_SPOTS[card]):
        code, label = codes[SPOT_CELLS[row, i]], LABELS[card, i]
        if code == 0:
            continue
        if label < rules.NUM_TYPES:
            if code != FILLED + label:
                return False
            continue
        letter = label - rules.NUM_TYPES
        if letters[letter] == 0:
            if code == letters[0] or code == letters[1] or code == letters[2]:
                return False
            letters[letter] = code
        elif letters[letter] != code:
            return False
    return True


@njit
def placement_odds(codes: Codes, card: int, row: int, odds: Odds, letters: Codes) -> float:
    """Return the chance that a placement of a pattern comes to match: 1 if it does, 0 if never.

    Args:
        codes: (16,) FILLED + type of the block on each cell of the frame, or 0.
        card: whose pattern.
        row: of the placement.
        odds: (NUM_ODDS,)
        letters: (3,) scratch.
    """
    if not _bind(codes, card, row, letters):
        return 0.0
    found = 1.0
    for i in range(NUM_SPOTS[card]):
        if codes[SPOT_CELLS[row, i]] != 0:
            continue
        label = LABELS[card, i]
        if label < rules.NUM_TYPES:
            found *= odds[label]
            continue
        letter = label - rules.NUM_TYPES
        if letters[letter] >= FILLED:
            found *= odds[letters[letter] - FILLED]
        elif letters[letter] == 1:  # the same as on an open cell before
            found *= odds[SAME]
        else:
            found *= odds[FREE]
            letters[letter] = 1
    return found


@njit
def expected_completions(codes: Codes, card: int, odds: Odds, quilt: np.uint64) -> float:
    """Return how often a pattern is completed, and may still be."""
    first, last = FIRST_ROW[card], FIRST_ROW[card + 1]
    chances = np.empty(MAX_PLACEMENTS, np.float64)
    letters = np.zeros(3, np.int64)
    taken, matches = ZERO, 0
    for row in range(first, last):
        chance = placement_odds(codes, card, row, odds, letters)
        chances[row - first] = chance
        if chance == 1.0:
            taken |= PLACEMENT_CELLS[row]
            matches += 1
    found = float(matches)
    if matches > 1:
        found = float(count_completions(quilt, card))
    best = np.zeros(rules.NUM_QUILT_CELLS, np.float64)
    for row in range(first, last):
        chance = chances[row - first]
        if chance > 0.0 and PLACEMENT_CELLS[row] & taken == ZERO:
            for i in range(NUM_SPOTS[card]):
                cell = SPOT_CELLS[row, i]
                best[cell] = max(best[cell], chance)
    return found + best.sum() / NUM_SPOTS[card]


@njit
def far_worth(state: State, player: int, odds: Odds) -> float:
    """Return the points that a player has and can expect."""
    cells = quilts.cells_of(state, player)
    side = quilts.frame_side(state)
    down, right = (side - quilts.height_of(cells)) // 2, (side - quilts.width_of(cells)) // 2
    quilt = quilt_word(state, player) << np.uint64(NIBBLE * (_SIDE * down + right))
    codes = np.empty(rules.NUM_QUILT_CELLS, np.int64)
    for cell in range(rules.NUM_QUILT_CELLS):
        codes[cell] = np.int64(cell_code(quilt, cell))
    found = 0.0
    cards = state.patterns[player]
    for word in range(CARD_WORDS):
        rest = cards[0, word]
        while rest != ZERO:
            card = _WORD * word + trailing_zeros(rest)
            rest &= rest - ONE
            copies = 2 if has_card(cards, 1, card) else 1
            found += copies * int(POINTS_OF[card]) * expected_completions(codes, card, odds, quilt)
    found += odds[BLOCK] * count_ones(cells) + quilts.count_premium(state, player)
    if quilts.is_full(state, player):
        found += rules.FULL_BONUS + odds[END]
    if state.patches != 0:
        found += rules.PATCH_POINTS * count_patches(state, player)
    if state.symmetry != 0 and is_symmetric(state, player):
        found += rules.SYMMETRY_POINTS
    return found


@njit
def worth(state: State, player: int, odds: Odds) -> float:
    """Return what a player's quilt and patterns are worth; near if there are no odds."""
    if odds[FREE] == 0.0 or state.mode == RACE:
        return near_worth(state, player)
    return far_worth(state, player, odds)
