"""What a placed tile earns: buttons, cats, goals, and the points they are worth.

Tokens are taken at once and kept: counting a finished quilt again would miss areas that grew
together after each had scored.
"""

import numpy as np

from quiltenvs.calico import rules
from quiltenvs.calico.config import RESTRICTIONS
from quiltenvs.calico.quilt import RINGS, area_around, count_around, has_shape
from quiltenvs.calico.state import BY_COLOR, BY_PATTERN, NONE
from quiltenvs.core.bits import ZERO, bit, count_ones, has_bit
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit_inline

CAT_SIZES = np.array([cat.size for cat in rules.CATS], np.int64)
CAT_POINTS = np.array([cat.points for cat in rules.CATS], np.int64)
# Points of a goal by how it is met: not, by color, by pattern, by both.
GOAL_POINTS = np.array([[0, g.points, g.points, g.points_both] for g in rules.GOALS], np.int64)
_NEED_BOTH = RESTRICTIONS.index("goals_need_both")

# Counts around a goal tile, as four bits for each k of 1 .. 6: how many colors occur k times or
# more. A goal can still be met if it has at least as many for every k.
_DIGITS = np.array([sum(1 << 4 * k for k in range(count)) for count in range(7)], np.int64)
_WANTED = np.array([sum(int(_DIGITS[c]) for c in goal.counts) for goal in rules.GOALS], np.int64)
_NO_BORROW = 0x888888  # the fourth bit of every digit: gone after a subtraction that went below 0


@njit_inline
def put(state: State, player: int, tile: int, cell: int) -> None:
    """Lay ``tile`` on ``cell`` of a player's quilt and take what it earns."""
    color, pattern = divmod(tile, rules.NUM_PATTERNS)
    placed = bit(cell)
    state.open[player] &= ~placed
    state.colors[player, color] |= placed
    state.patterns[player, pattern] |= placed
    state.num_placed[player] += 1
    _sew_button(state, player, color, placed)
    _attract_cat(state, player, pattern, cell)
    for spot in range(rules.NUM_SPOTS):
        if has_bit(RINGS[spot], cell) and state.open[player] & RINGS[spot] == ZERO:
            state.goals_met[player, spot] = find_possible(state, player, spot)


@njit_inline
def _sew_button(state: State, player: int, color: int, placed: np.uint64) -> None:
    """Take a button if the tile makes a color area that is large enough and holds none."""
    area = area_around(state.colors[player, color], placed)
    if area & state.buttoned[player] != ZERO:
        state.buttoned[player] |= area
    elif count_ones(area) >= rules.BUTTON_SIZE:
        state.buttoned[player] |= area
        state.button_tokens[player] |= placed
        state.buttons[player, color] += 1
        fewest = state.buttons[player, 0]
        for other in range(rules.NUM_COLORS):
            fewest = min(fewest, state.buttons[player, other])
        state.rainbow[player] = fewest > 0  # never a second one: twelve areas do not fit


@njit_inline
def _attract_cat(state: State, player: int, pattern: int, cell: int) -> None:
    """Take a cat if the tile makes a pattern area that pleases it and holds none."""
    placed = bit(cell)
    area = area_around(state.patterns[player, pattern], placed)
    if area & state.visited[player] != ZERO:
        state.visited[player] |= area
        return
    place = int(state.cat_of[pattern])
    cat = int(state.lineup[place])
    if count_ones(area) >= CAT_SIZES[cat] and has_shape(area, cat, cell):
        state.visited[player] |= area
        state.cat_tokens[player] |= placed
        state.cats[player, place] += 1


@njit_inline
def _is_possible(goal: int, digits: int) -> bool:
    """Return whether counts that add up to ``digits`` can still become those of ``goal``."""
    return (_WANTED[goal] + _NO_BORROW - digits) & _NO_BORROW == _NO_BORROW


@njit_inline
def find_possible(state: State, player: int, spot: int) -> int:
    """Return how the goal at ``spot`` can still be met: BY_COLOR | BY_PATTERN; 0 without a goal.

    Around a goal that all six tiles surround that is how it is met.
    """
    goal = int(state.goals[player, spot])
    if goal == NONE:
        return 0
    by_color, by_pattern = 0, 0
    for part in range(rules.NUM_COLORS):  # there are as many patterns
        by_color += _DIGITS[count_around(spot, state.colors[player, part])]
        by_pattern += _DIGITS[count_around(spot, state.patterns[player, part])]
    return BY_COLOR * _is_possible(goal, by_color) + BY_PATTERN * _is_possible(goal, by_pattern)


@njit_inline
def goal_points(state: State, player: int, spot: int) -> int:
    """Return what the goal at ``spot`` is worth as things stand."""
    met = int(state.goals_met[player, spot])
    if met == 0 or (state.restrictions[_NEED_BOTH] != 0 and met != BY_COLOR | BY_PATTERN):
        return 0
    return int(GOAL_POINTS[int(state.goals[player, spot]), met])


@njit_inline
def num_buttons(state: State, player: int) -> int:
    """Return the number of button tokens; the rainbow is one."""
    count = int(state.rainbow[player])
    for color in range(rules.NUM_COLORS):
        count += int(state.buttons[player, color])
    return count


@njit_inline
def num_cats(state: State, player: int) -> int:
    """Return the number of cat tokens."""
    count = 0
    for place in range(rules.LINEUP_SIZE):
        count += int(state.cats[player, place])
    return count


@njit_inline
def score(state: State, player: int) -> int:
    """Return the points of ``player`` if the game ended now: goals, cats and buttons."""
    points = rules.BUTTON_POINTS * num_buttons(state, player)  # the rainbow counts the same
    for place in range(rules.LINEUP_SIZE):
        points += int(state.cats[player, place]) * CAT_POINTS[int(state.lineup[place])]
    for spot in range(rules.NUM_SPOTS):
        points += goal_points(state, player, spot)
    return points
