"""What a Patchwork player sees: everything but the deal of a match's second game."""

import numpy as np
from numpy.typing import NDArray

from quiltenvs.core.bits import ONE, ZERO, has_bit, trailing_zeros
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.core.layout import Block, Layout
from quiltenvs.patchwork import rules
from quiltenvs.patchwork.config import MATCHES
from quiltenvs.patchwork.engine import (
    PRICES,
    circle_from_token,
    circle_index,
    current_player,
    is_terminal,
)
from quiltenvs.patchwork.quilt import expand

SHAPE_ROWS, SHAPE_COLUMNS = 3, 5  # every printed shape fits
MAX_BUTTONS = 100  # more are shown as 100; see README.md for how rare that is
_SPECIAL_SPACES = (20, 26, 32, 38, 44, 50)  # of both time boards
_MAX_INCOME = sum(patch.income for patch in rules.PATCHES)
_WORST_SCORE = -2 * rules.NUM_CELLS
_SCORE_RANGE = 300

LAYOUT = Layout(
    (
        Block("own_quilt", (9, 9), "1 where the own quilt is covered"),
        Block("other_quilt", (9, 9), "1 where the other quilt is covered"),
        Block(
            "offers",
            (3, 6),
            "per offered patch: 1 if there is one, price in buttons / 10, price in time / 6, "
            "income / 3, squares / 8, 1 if the own buttons suffice",
        ),
        Block(
            "offer_shapes",
            (3, SHAPE_ROWS, SHAPE_COLUMNS),
            "the printed shape of each offered patch, from the top left",
        ),
        Block(
            "market",
            (rules.NUM_PATCHES,),
            "per patch number: 0 if sold, else (33 - steps) / 33; steps = unsold patches between "
            "the neutral token and it, clockwise",
        ),
        Block("buttons", (2,), "own and other buttons / 100, at most 1"),
        Block("income", (2,), "own and other income / 38"),
        Block("position", (2,), "own and other space on the time track / 53"),
        Block("income_marks", (2,), "own and other income marks still to come / 9"),
        Block("on_top", (1,), "1 if the own token moved last: it is on top of a shared space"),
        Block("special_patches", (6,), "1 if a special patch lies on space 20, 26, 32, 38, 44, 50"),
        Block("pending", (2,), "1 if the own, the other player has to place a special patch"),
        Block("own_turn", (1,), "1 if it is the own turn"),
        Block("own_start", (1,), "1 if the own token moved first in the running game"),
        Block("seven_by_seven", (2,), "1 if the own, the other player holds the 7x7 tile"),
        Block("finished_first", (2,), "1 if the own, the other token reached the finish first"),
        Block("gap_penalty", (1,), "points lost per gap / 2"),
        Block("match", (2,), "1 in a two-game match; 1 in its second game"),
        Block("first_score", (2,), "own and other score of game one: (score + 162) / 300"),
        Block("first_empty", (2,), "own and other gaps of game one / 81"),
    )
)

# Where each block begins: constants to the compiler.
_OWN_QUILT = LAYOUT.start("own_quilt")
_OTHER_QUILT = LAYOUT.start("other_quilt")
_OFFERS = LAYOUT.start("offers")
_SHAPES_AT = LAYOUT.start("offer_shapes")
_MARKET = LAYOUT.start("market")
_BUTTONS_AT = LAYOUT.start("buttons")
_INCOME_AT = LAYOUT.start("income")
_POSITION = LAYOUT.start("position")
_MARKS = LAYOUT.start("income_marks")
_ON_TOP = LAYOUT.start("on_top")
_SPECIAL = LAYOUT.start("special_patches")
_PENDING = LAYOUT.start("pending")
_OWN_TURN = LAYOUT.start("own_turn")
_OWN_START = LAYOUT.start("own_start")
_SEVEN = LAYOUT.start("seven_by_seven")
_FINISHED = LAYOUT.start("finished_first")
_GAP = LAYOUT.start("gap_penalty")
_MATCH = LAYOUT.start("match")
_FIRST_SCORE = LAYOUT.start("first_score")
_FIRST_EMPTY = LAYOUT.start("first_empty")


def _shape_rows(patch: rules.Patch) -> NDArray[np.float32]:
    cells = np.zeros((SHAPE_ROWS, SHAPE_COLUMNS), np.float32)
    for row, letters in enumerate(patch.shape):
        for column, letter in enumerate(letters):
            cells[row, column] = letter == "#"
    return cells.ravel()


_SHAPES = np.array([_shape_rows(patch) for patch in rules.PATCHES])
_FACTS = np.array(
    [
        [1, p.buttons / 10, p.time / 6, p.income / 3, "".join(p.shape).count("#") / 8]
        for p in rules.PATCHES
    ],
    np.float32,
)
# Scaled values by what they stand for: a look-up costs less than a division.
_BUTTON_VALUES = (np.arange(MAX_BUTTONS + 1) / MAX_BUTTONS).astype(np.float32)
_INCOME_VALUES = (np.arange(_MAX_INCOME + 1) / _MAX_INCOME).astype(np.float32)
_POSITION_VALUES = (np.arange(rules.FINISH + 1) / rules.FINISH).astype(np.float32)
_MARK_VALUES = np.array(
    [
        sum(mark > space for mark in rules.INCOME_MARKS) / len(rules.INCOME_MARKS)
        for space in range(rules.FINISH + 1)
    ],
    np.float32,
)
_STEP_VALUES = (np.arange(rules.NUM_PATCHES, 0, -1) / rules.NUM_PATCHES).astype(np.float32)
_TWO_GAME = MATCHES.index("two_game")


@njit
def observe(state: State, player: int, out: NDArray[np.float32]) -> None:
    """Fill ``out`` (D,) f4 in [0, 1] from the seat of ``player``; blocks as in LAYOUT."""
    other = 1 - player
    own_quilt, other_quilt = state.quilts[player], state.quilts[other]
    expand(out, _OWN_QUILT, own_quilt[0], own_quilt[1])
    expand(out, _OTHER_QUILT, other_quilt[0], other_quilt[1])
    _observe_market(state, player, out)
    _observe_seat(state, player, 0, out)
    _observe_seat(state, other, 1, out)
    for i in range(len(_SPECIAL_SPACES)):
        out[_SPECIAL + i] = has_bit(state.special_patches, _SPECIAL_SPACES[i])
    out[_ON_TOP] = state.on_top == player
    out[_OWN_TURN] = current_player(state) == player and not is_terminal(state)
    out[_OWN_START] = state.starter == player
    out[_GAP] = state.gap_penalty * np.float32(0.5)
    out[_MATCH] = state.match == _TWO_GAME
    out[_MATCH + 1] = state.game_number


@njit_inline
def _observe_market(state: State, player: int, out: NDArray[np.float32]) -> None:
    """Write the three offers, their shapes, and the order of all unsold patches."""
    out[_OFFERS:_BUTTONS_AT] = 0.0
    unsold = circle_from_token(state)
    steps = 0
    while unsold != ZERO:
        patch = int(state.circle[circle_index(state, trailing_zeros(unsold))])
        unsold &= unsold - ONE
        out[_MARKET + patch] = _STEP_VALUES[steps]
        if steps < rules.NUM_OFFERS:
            _observe_offer(patch, steps, state.buttons[player], out)
        steps += 1


@njit_inline
def _observe_offer(patch: int, offer: int, buttons: int, out: NDArray[np.float32]) -> None:
    at = _OFFERS + offer * 6
    for i in range(5):
        out[at + i] = _FACTS[patch, i]
    out[at + 5] = PRICES[patch] <= buttons
    at = _SHAPES_AT + offer * SHAPE_ROWS * SHAPE_COLUMNS
    for i in range(SHAPE_ROWS * SHAPE_COLUMNS):
        out[at + i] = _SHAPES[patch, i]


@njit_inline
def _observe_seat(state: State, player: int, seat: int, out: NDArray[np.float32]) -> None:
    """Write what the blocks of two values say of ``player``; seat 0 is the observer's own."""
    out[_BUTTONS_AT + seat] = _BUTTON_VALUES[min(state.buttons[player], MAX_BUTTONS)]
    out[_INCOME_AT + seat] = _INCOME_VALUES[state.income[player]]
    out[_POSITION + seat] = _POSITION_VALUES[state.position[player]]
    out[_MARKS + seat] = _MARK_VALUES[state.position[player]]
    out[_PENDING + seat] = state.pending == player
    out[_SEVEN + seat] = state.seven_by_seven == player
    out[_FINISHED + seat] = state.finished_first == player
    out[_FIRST_SCORE + seat] = 0.0
    out[_FIRST_EMPTY + seat] = 0.0
    if state.game_number == 1:
        points = state.first_score[player] - _WORST_SCORE
        out[_FIRST_SCORE + seat] = points * np.float32(1 / _SCORE_RANGE)
        out[_FIRST_EMPTY + seat] = state.first_empty[player] * np.float32(1 / rules.NUM_CELLS)
