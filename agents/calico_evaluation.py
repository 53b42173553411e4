"""What a Calico quilt is worth: the points it has, and those it is still likely to bring.

Four things promise points: color groups too small for a button, pattern groups too small for a cat,
the shapes that a cat asks for, and goal tiles with open spaces around. Each is looked up in a table
of ``calico_weights.py`` by what decides its chances: the tiles it lacks, the open spaces where it
can grow, and how far the game is. The worth of a quilt is the sum.

All worths are whole hundredths of a point, so the same action wins on every machine. Nothing is
looked at but the quilt of one player, which everybody sees.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from quiltenvs.agents.calico_weights import (
    AREAS,
    GOALS,
    GROUPS,
    PARTITIONS,
    RAINBOW,
    READY,
    SHAPES,
    STAGES,
    TO_COME,
)
from quiltenvs.calico import rules
from quiltenvs.calico.config import RESTRICTIONS
from quiltenvs.calico.quilt import (
    RINGS,
    area_around,
    count_around,
    placements,
    touching,
    word_of,
)
from quiltenvs.calico.scoring import CAT_SIZES, score
from quiltenvs.calico.state import NONE
from quiltenvs.core.bits import ONE, ZERO, count_ones
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline

POINT = 100
"""The unit of all worths: hundredths of a point."""
MOST_FREE = 4
"""More open spaces to grow into (or ways to complete a shape) count as four."""
_NEED_BOTH = RESTRICTIONS.index("goals_need_both")
_LAST_STAGES = 3
"""Stages 0 .. 2 (nine open spaces or fewer), in which areas are checked for room to grow."""

# The cubes of the counts around a goal tile add up to another sum for each of the partitions.
_CUBES = np.array([count**3 for count in range(7)], np.int64)
_PARTITION_AT = np.full(6**3 + 1, NONE, np.int64)
for _index, _counts in enumerate(PARTITIONS):
    _PARTITION_AT[sum(count**3 for count in _counts)] = _index


def _list_shapes() -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return (cats, most) placements of each cat's shape as bitboards, and how many."""
    found = [
        [word_of(cells) for cells in placements(cat.shape)] if cat.shape else []
        for cat in rules.CATS
    ]
    table = np.zeros((rules.NUM_CATS, max(len(words) for words in found)), np.uint64)
    for cat, words in enumerate(found):
        table[cat, : len(words)] = words
    return table, np.array([len(words) for words in found], np.int64)


_SHAPE_WORDS, _NUM_SHAPES = _list_shapes()


@njit
def evaluate(state: State, player: int) -> int:
    """Return the points that the quilt of ``player`` is likely to end with, in hundredths.

    The points it has count in full; of a finished quilt nothing else does.
    """
    worth = POINT * score(state, player)
    num_open = count_ones(state.open[player])
    if num_open == 0:
        return worth
    stage = int(STAGES[num_open])
    return (
        worth
        + int(TO_COME[num_open])
        + worth_of_colors(state, player, stage)
        + worth_of_patterns(state, player, stage)
        + worth_of_goals(state, player)
    )


@njit_inline
def worth_of_colors(state: State, player: int, stage: int) -> int:
    """Return what is to be expected of buttons and of the rainbow button."""
    worth = 0
    num_buttoned = 0
    for color in range(rules.NUM_COLORS):
        has_button = 1 if state.buttons[player, color] > 0 else 0
        num_buttoned += has_button
        cells = state.colors[player, color]
        buttoned = cells & state.buttoned[player]
        # A tile next to a button joins its area, so no other group can grow there.
        free = state.open[player] & ~touching(buttoned)
        worth += _worth_of_groups(cells & ~buttoned, free, stage, has_button)
    return worth + int(RAINBOW[stage, num_buttoned])


@njit_inline
def _worth_of_groups(loose: np.uint64, free: np.uint64, stage: int, has_button: int) -> int:
    """Return the worth of the groups of one color that have no button: single hexes and pairs.

    Args:
        loose: The hexes of the color outside areas with a button.
        free: The open spaces where these can grow.
        stage: Row of STAGES.
        has_button: 1 if the color has a button, which then brings no rainbow any more.
    """
    worth = 0
    paired = loose & touching(loose)
    once, ready = ZERO, touching(paired)
    word = loose & ~paired
    while word != ZERO:
        rest = word & (word - ONE)
        near = touching(word ^ rest) & free
        word = rest
        ready |= once & near  # between two single hexes one tile makes three
        once |= near
        worth += GROUPS[stage, has_button, 0, min(count_ones(near), MOST_FREE)]
    word = paired
    while word != ZERO:
        first = word ^ (word & (word - ONE))
        pair = first | (touching(first) & paired)
        word &= ~pair
        near = touching(pair) & free
        worth += GROUPS[stage, has_button, 1, min(count_ones(near), MOST_FREE)]
    return worth + int(READY[stage, has_button, min(count_ones(ready & free), MOST_FREE)])


@njit_inline
def worth_of_patterns(state: State, player: int, stage: int) -> int:
    """Return what is to be expected of cats."""
    worth = 0
    for pattern in range(rules.NUM_PATTERNS):
        cells = state.patterns[player, pattern]
        visited = cells & state.visited[player]
        # A tile next to a cat joins its area, so no other area can grow there.
        free = state.open[player] & ~touching(visited)
        cat = int(state.lineup[int(state.cat_of[pattern])])
        if _NUM_SHAPES[cat] == 0:
            worth += _worth_of_areas(cells & ~visited, free, cat, stage)
        else:
            worth += _worth_of_shapes(cells & ~visited, free, cat, stage)
    return worth


@njit_inline
def _worth_of_areas(loose: np.uint64, free: np.uint64, cat: int, stage: int) -> int:
    """Return the worth of the areas of one pattern to a cat that cares for their size alone."""
    worth = 0
    word = loose & touching(free)
    while word != ZERO:
        area = area_around(loose, word ^ (word & (word - ONE)))
        word &= ~area
        near = touching(area) & free
        if stage < _LAST_STAGES:
            room = area_around(loose | free, area)
            if count_ones(room) < CAT_SIZES[cat]:
                continue
        worth += AREAS[stage, cat, count_ones(area), min(count_ones(near), MOST_FREE)]
    return worth


@njit_inline
def _worth_of_shapes(loose: np.uint64, free: np.uint64, cat: int, stage: int) -> int:
    """Return the worth of all places where the pattern can still make up the shape of a cat."""
    ready = ZERO
    num_ways = np.zeros(len(SHAPES[0, 0]), np.int64)
    for k in range(_NUM_SHAPES[cat]):
        shape = _SHAPE_WORDS[cat, k]
        if shape & ~(loose | free) != ZERO or shape & loose == ZERO:
            continue
        num_ways[count_ones(shape & free)] += 1
        if count_ones(shape & free) == 1:
            ready |= shape & free
    num_ways[1] = count_ones(ready)  # the space decides, not by how many shapes
    worth = 0
    for missing in range(1, len(num_ways)):
        worth += SHAPES[stage, cat, missing, min(num_ways[missing], MOST_FREE)]
    return worth


@njit_inline
def worth_of_goals(state: State, player: int) -> int:
    """Return what is to be expected of the goals that are not surrounded yet."""
    is_strict = 1 if state.restrictions[_NEED_BOTH] != 0 else 0
    worth = 0
    for spot in range(rules.NUM_SPOTS):
        goal = int(state.goals[player, spot])
        if goal != NONE and state.open[player] & RINGS[spot] != ZERO:
            by_color = _partition(spot, state.colors[player])
            by_pattern = _partition(spot, state.patterns[player])
            worth += GOALS[is_strict, goal, by_color, by_pattern]
    return worth


@njit_inline
def _partition(spot: int, words: NDArray[Any]) -> int:
    """Return the row of PARTITIONS that tells how ``words`` (6,) are spread around a goal tile."""
    cubes = 0
    for part in range(rules.NUM_COLORS):  # there are as many patterns
        cubes += _CUBES[count_around(spot, words[part])]
    return int(_PARTITION_AT[cubes])
