"""What is legal, as words of bits in the order of the actions.

The blocks of the actions follow each other, and so do the words; the small blocks before the cards
share one word. Mask, count, n-th and test of an action are all read from these words.
"""

import numpy as np

from quiltenvs.core.bits import ONE, ZERO, bit
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.core.layout import Block, Layout
from quiltenvs.quiltable import area as areas
from quiltenvs.quiltable import groups, rules
from quiltenvs.quiltable import quilt as quilts
from quiltenvs.quiltable.area import blocks_of
from quiltenvs.quiltable.assistants import (
    MAX_TARGETS,
    can_trade,
    can_use,
    has_third_plan,
    plannable,
    targets,
)
from quiltenvs.quiltable.config import QUICK_START, RACE
from quiltenvs.quiltable.refill import refill_cells
from quiltenvs.quiltable.state import (
    ACTION,
    CHOOSE,
    CORNER,
    DONATE,
    DONATE_TO,
    GRANNY,
    KEEP,
    LAY,
    MADDIE,
    NONE,
    PLACE,
    REFILL,
    RETURN,
    SAM,
    SANDRA_GIVE,
    SANDRA_TAKE,
    SIDE,
    TRAVIS,
    UNDO,
)

_SIDE = rules.QUILT_SIDE
BEFORE_AREA = Layout(
    (
        Block("plan", (rules.NUM_PILES,), "take the top card of (pile) as a pattern"),
        Block("done", (1,), "the picked blocks are the group to CHOOSE or to RETURN"),
        Block("pass", (1,), "end the turn; or accept that the own assistant is flipped"),
        Block("trade", (1,), "exchange the own assistant for the one in the center"),
        Block("ability", (1,), "use the own assistant"),
        Block("side", (2,), "play the first or second side of the assistant card"),
        Block("corner", (rules.NUM_CORNERS,), "begin the Quilting Master at (corner), clockwise"),
        Block("seat", (MAX_TARGETS,), "name another player, in turn order from oneself"),
        Block("return", (_SIDE, _SIDE), "pick the block on (row, column) of the own quilt"),
        Block("card", (rules.NUM_CARDS,), "name a pattern card"),
        Block(
            "place",
            (quilts.NUM_ROTATIONS, quilts.BOARD, quilts.BOARD),
            "add the group to the quilt: turned by (rotation) quarters clockwise, its top left "
            "corner (row - 3, column - 3) from that of the quilt",
        ),
    )
)
DONE, PASS = BEFORE_AREA.start("done"), BEFORE_AREA.start("pass")
TRADE, ABILITY = BEFORE_AREA.start("trade"), BEFORE_AREA.start("ability")
FIRST_SIDE, FIRST_CORNER = BEFORE_AREA.start("side"), BEFORE_AREA.start("corner")
FIRST_SEAT, FIRST_RETURN = BEFORE_AREA.start("seat"), BEFORE_AREA.start("return")
FIRST_CARD, FIRST_PLACE = BEFORE_AREA.start("card"), BEFORE_AREA.start("place")
FIRST_CHOOSE = BEFORE_AREA.size
WORD = 64
NUM_WORDS = 11

Words = tuple[np.uint64, ...]
"""NUM_WORDS words: the small blocks; two of the cards; four of the places; two of the cells of the
area to choose from; two of those to lay cards on."""


def actions(side: int) -> Layout:
    """Return the blocks of the actions with a Pattern Area of ``side`` rows and columns."""
    choose = Block("choose", (side, side), "pick the block on (row, column) of the Pattern Area")
    lay = Block("lay", (side, side), "lay the next card in hand on (row, column)")
    return Layout((*BEFORE_AREA, choose, lay))


@njit_inline
def first_lay(state: State) -> int:
    """Return the first action that lays a card."""
    side = areas.area_side(state)
    return FIRST_CHOOSE + side * side


@njit_inline
def word_starts(state: State) -> tuple[int, ...]:
    """Return the action that bit 0 of each word stands for."""
    lay = first_lay(state)
    step = quilts.NUM_PLACES
    return (
        0,
        FIRST_CARD,
        FIRST_CARD + WORD,
        FIRST_PLACE,
        FIRST_PLACE + step,
        FIRST_PLACE + 2 * step,
        FIRST_PLACE + 3 * step,
        FIRST_CHOOSE,
        FIRST_CHOOSE + WORD,
        lay,
        lay + WORD,
    )


@njit_inline
def _small(word: np.uint64) -> Words:
    return word, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO


@njit_inline
def _cards(small: np.uint64, low: np.uint64, high: np.uint64) -> Words:
    return small, low, high, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO


@njit_inline
def _choose(small: np.uint64, cells: areas.Cells) -> Words:
    return small, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, cells[0], cells[1], ZERO, ZERO


@njit_inline
def _lay(cells: areas.Cells) -> Words:
    return ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, cells[0], cells[1]


@njit_inline
def _at(word: np.uint64, first: int) -> np.uint64:
    return word << np.uint64(first)


@njit_inline
def _if(condition: bool, action: int) -> np.uint64:
    return bit(action) if condition else ZERO


@njit
def legal_words(state: State) -> Words:
    """Return the legal actions; no bit is set when the game is over."""
    phase, player = int(state.phase), int(state.mover)
    if phase == ACTION:
        return _action_words(state, player)
    if phase == CHOOSE:
        is_complete = groups.is_choice_complete(state, player)
        return _choose(_if(is_complete, DONE), groups.further_choices(state, player))
    if phase == PLACE:
        return _place_words(state, player)
    if phase == RETURN:
        more = _at(groups.return_choices(state, player), FIRST_RETURN)
        return _small(more | _if(groups.is_return_complete(state, player), DONE))
    if phase == LAY:
        return _lay(areas.open_for_returned(state, int(state.marker)))
    if phase == REFILL:
        return _lay(refill_cells(state))
    return _rare_words(state, phase, player)


@njit
def _action_words(state: State, player: int) -> Words:
    """Return what can be done between two actions of a turn."""
    has_action = state.actions_left[state.marker] > 0
    chosen, returned, small = (ZERO, ZERO), ZERO, ZERO
    if has_action:
        chosen = groups.first_choices(state, player)
        returned = groups.return_choices(state, player)
        small = _at(returned, FIRST_RETURN)
    if has_action or has_third_plan(state, player):
        small |= plannable(state)
    # The Race and Quick Start leave no choice between acting and passing.
    is_forced = state.mode in (QUICK_START, RACE)
    if not is_forced or (areas.is_empty(chosen) and returned == ZERO):
        small |= bit(PASS)
    if state.assistants != 0:
        small |= _if(can_trade(state), TRADE) | _if(can_use(state, player), ABILITY)
    return _choose(small, chosen)


@njit
def _place_words(state: State, player: int) -> Words:
    """Return where the group, or the block that Uncle Sam gives, can be placed."""
    cells, side = quilts.cells_of(state, player), quilts.frame_side(state)
    shape = groups.chosen_shape(state) if state.num_group > 0 else ONE
    a, b, c, d = quilts.find_places(cells, side, shape, groups.is_peter(state, player))
    return ZERO, ZERO, ZERO, a, b, c, d, ZERO, ZERO, ZERO, ZERO


@njit
def _rare_words(state: State, phase: int, player: int) -> Words:
    """Return the choices of the setup and of the assistants."""
    own = state.patterns[player]
    quilt = quilts.cells_of(state, player)
    if phase == SIDE:
        return _small(bit(FIRST_SIDE) | bit(FIRST_SIDE + 1))
    if phase == CORNER:
        return _small(_at(bit(rules.NUM_CORNERS) - ONE, FIRST_CORNER))
    if phase == KEEP:
        return _own_pile(state, player)
    if phase == SAM:
        return _cards(_tops(state), own[0, 0], own[0, 1])
    if phase == GRANNY:
        return _small(_at(groups.single_returns(state, player), FIRST_RETURN))
    if phase == SANDRA_GIVE:
        return _small(_at(quilt, FIRST_RETURN))
    if phase == SANDRA_TAKE:
        return _choose(ZERO, blocks_of(state, int(state.marker)))
    if phase == DONATE:
        return _cards(ZERO, own[0, 0], own[0, 1])
    if phase == DONATE_TO:
        return _small(_at(bit(int(state.num_players) - 1) - ONE, FIRST_SEAT))
    if phase in (TRAVIS, MADDIE):
        return _small(_at(targets(state, player), FIRST_SEAT))
    if phase == UNDO:
        return _cards(bit(PASS), own[0, 0], own[0, 1])
    return _small(ZERO)


@njit
def _tops(state: State) -> np.uint64:
    """Return the piles that Uncle Sam can take the top card of."""
    found = ZERO
    for pile in range(rules.NUM_PILES):
        if areas.pile_size(state, int(state.marker), pile) > 0:
            found |= bit(pile)
    return found


@njit
def _own_pile(state: State, player: int) -> Words:
    """Return the cards that a player of Quick Start may keep."""
    low, high = ZERO, ZERO
    for i in range(state.pile_top[player], state.pile_end[player]):
        card = int(state.deck[i])
        if card == NONE:
            continue
        if card < WORD:
            low |= bit(card)
        else:
            high |= bit(card - WORD)
    return _cards(ZERO, low, high)
