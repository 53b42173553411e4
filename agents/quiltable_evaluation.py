"""What a quilt with its patterns is worth: the points at hand, and what is still to be expected.

The worth is counted in points. *Near* it is the score, and a little for every block. *Far* the
completions that a pattern may still come to are added; in the Race, which has no patterns, a quilt
on the way to be symmetric is worth more if the blocks that it lacks are in sight.
"""

from quiltenvs.agents.quiltable_completions import (
    BLOCK,
    END,
    FREE,
    Odds,
    centered,
    frame_cells,
    pattern_worth,
)
from quiltenvs.agents.quiltable_symmetry import chance_of_symmetry, symmetry_progress
from quiltenvs.core.bits import count_ones
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.quiltable import quilt as quilts
from quiltenvs.quiltable import rules
from quiltenvs.quiltable.config import RACE
from quiltenvs.quiltable.patterns import quilt_word
from quiltenvs.quiltable.scoring import count_patches, score, update_score

WORTH_OF_BLOCK = rules.FULL_BONUS / rules.NUM_QUILT_CELLS
"""Every block is a part of the bonus for a complete quilt."""
WORTH_OF_RACE = 1000.0
"""To win is worth more than all progress."""


@njit
def near_worth(state: State, player: int, odds: Odds) -> float:
    """Return the points that a player has, and a little for every block.

    ``state.scores`` is counted anew. In the Race it is the progress to a symmetric quilt; only
    there it depends on the odds.
    """
    update_score(state, player)
    if state.mode == RACE:
        return WORTH_OF_RACE * score(state, player) + symmetry_progress(state, player, odds)
    return score(state, player) + WORTH_OF_BLOCK * count_ones(quilts.cells_of(state, player))


@njit_inline
def worth_of_blocks(state: State, blocks: int, odds: Odds) -> float:
    """Return what a number of blocks in a quilt is worth, whatever they show."""
    found = odds[BLOCK] * blocks
    if blocks == quilts.frame_side(state) ** 2:
        found += rules.FULL_BONUS + odds[END]
    return found


@njit
def worth_of_modules(state: State, player: int, odds: Odds) -> float:
    """Return the points for patches and, as far as they can be expected, for symmetry."""
    found = 0.0
    if state.patches != 0:
        found += rules.PATCH_POINTS * count_patches(state, player)
    if state.symmetry != 0:
        found += rules.SYMMETRY_POINTS * chance_of_symmetry(state, player, odds)
    return found


@njit
def far_worth(state: State, player: int, odds: Odds) -> float:
    """Return the points that a player has and can expect."""
    cells, side = quilts.cells_of(state, player), quilts.frame_side(state)
    word, height, width = quilt_word(state, player), quilts.height_of(cells), quilts.width_of(cells)
    quilt = centered(word, side, height, width)
    found = pattern_worth(quilt, frame_cells(state), state.patterns[player], odds)
    found += quilts.count_premium(state, player)
    found += worth_of_blocks(state, count_ones(cells), odds)
    return found + worth_of_modules(state, player, odds)


@njit_inline
def is_near(state: State, odds: Odds) -> bool:
    """Return whether only the quilt as it is counts: there are no odds, or no patterns."""
    return bool(odds[FREE] == 0.0 or state.mode == RACE)


@njit
def worth(state: State, player: int, odds: Odds) -> float:
    """Return what a player's quilt and patterns are worth; near if there are no odds."""
    if is_near(state, odds):
        return near_worth(state, player, odds)
    return far_worth(state, player, odds)
