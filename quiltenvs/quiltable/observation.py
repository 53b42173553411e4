"""What a Quiltable player sees: all but the order of the piles and the cards removed."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from quiltenvs.core.bits import ONE, ZERO, trailing_zeros
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.core.layout import Block, Layout
from quiltenvs.quiltable import area as areas
from quiltenvs.quiltable import rules
from quiltenvs.quiltable.card_sets import CardSet
from quiltenvs.quiltable.cards import CARDS, POINTS_OF
from quiltenvs.quiltable.scoring import master_score
from quiltenvs.quiltable.solo import master_blocks
from quiltenvs.quiltable.state import (
    CARD_WORDS,
    CHOOSE,
    KEEP,
    MAX_HAND,
    NONE,
    NUM_PHASES,
    OVER,
    PLACE,
    RETURN,
    SANDRA_TAKE,
)

_SIDE, _CELLS = rules.QUILT_SIDE, rules.NUM_QUILT_CELLS
_WORD = 64
_COLORS, _POSITIONS = len(rules.PATCH_COLORS), len(rules.PATCH_POSITIONS)
BLOCK_VALUES = rules.NUM_TYPES + 1 + _COLORS + _POSITIONS
_LABELS = rules.NUM_TYPES + len(rules.LETTERS)
_PATTERN_ROWS, _PATTERN_COLUMNS = 3, 4  # no pattern is larger
_PATTERN_VALUES = _PATTERN_ROWS * _PATTERN_COLUMNS * _LABELS
TOP_VALUES = BLOCK_VALUES + len(rules.KINDS) + 1 + _PATTERN_VALUES
_KIND_AT = BLOCK_VALUES
_POINTS_AT = _KIND_AT + len(rules.KINDS)
_PATTERN_AT = _POINTS_AT + 1
_TURN_VALUES = 4
_MASTER_VALUES = rules.NUM_BORDER + 2
MAX_SCORE = 100  # more are shown as 100
MAX_POINTS = 8
MAX_PILE = 48
MAX_ACTIONS_LEFT = rules.NUM_ACTIONS + 2 * rules.TIM_DONATIONS
_BLOCK_TEXT = "8 types, premium, 4 patch colors, 3 patch positions"


def _table_blocks(players: int, num_areas: int, side: int) -> tuple[Block, ...]:
    return (
        Block("phase", (NUM_PHASES,), "1 for what is to be decided, in the order of state.py"),
        Block("modules", (3,), "1 for patches, symmetry, assistants, if played with"),
        Block(
            "turns",
            (num_areas, _TURN_VALUES),
            "per turn marker: actions left / 6, 0-3 PLANs / 3, uses of assistant / 2, 1 if traded",
        ),
        Block("in_play", (num_areas,), "1 for the marker, and area, of the turn that goes on"),
        Block("holders", (num_areas, players), "per marker: 1 for who has it, own seat first"),
        Block("mover", (players,), "1 for who decides, own seat first"),
        Block("scores", (players,), "points, own first / 100, at most 1"),
        Block("turns_begun", (players,), "turns, own first / max_turns, at most 1"),
        Block("last_turns", (players,), "1 for who has its last turn to come"),
        Block("ending", (1,), "1 if the end was triggered"),
        Block("area", (num_areas, BLOCK_VALUES, side, side), f"planes: {_BLOCK_TEXT}"),
        Block("picked_in_area", (side, side), "1 where a block is picked, in the area in play"),
        Block("pile_sizes", (num_areas, rules.NUM_PILES), "cards in each pile / 48"),
        Block(
            "tops",
            (num_areas, rules.NUM_PILES, TOP_VALUES),
            f"per top card: {_BLOCK_TEXT}; 7 kinds, points / 8; its pattern, 3 rows of 4 cells, "
            "per cell 8 types and 3 letters",
        ),
        Block("hand", (MAX_HAND, BLOCK_VALUES), f"per card that waits to be laid: {_BLOCK_TEXT}"),
        Block("picked_in_quilt", (_SIDE, _SIDE), "1 where a block is picked, in the mover's quilt"),
        Block("center", (len(rules.ASSISTANTS),), "1 for the assistant in the center"),
        Block("unseen", (rules.NUM_CARDS,), "copies of each card never seen / copies in the game"),
        Block("offer", (rules.NUM_CARDS,), "Quick Start: 1 for each card of the own first pile"),
        Block(
            "master",
            (_MASTER_VALUES,),
            "Quilting Master: 1 for the place of its marker, clockwise; points / 100, blocks / 5",
        ),
    )


def _player_blocks(others: int) -> tuple[Block, ...]:
    return (
        Block("own_quilt", (BLOCK_VALUES, _SIDE, _SIDE), f"planes: {_BLOCK_TEXT}"),
        Block("own_patterns", (rules.NUM_CARDS,), "copies of each pattern card / copies"),
        Block("own_assistant", (len(rules.ASSISTANTS),), "1 for the assistant, as it is shown"),
        Block("other_quilts", (others, BLOCK_VALUES, _SIDE, _SIDE), "per other, in turn order"),
        Block("other_patterns", (others, rules.NUM_CARDS), "as own_patterns"),
        Block("other_assistants", (others, len(rules.ASSISTANTS)), "as own_assistant"),
    )


@cache
def layout(players: int, num_areas: int, side: int) -> Layout:
    """Return the blocks of an observation, by players, Pattern Areas, and their rows."""
    blocks = _table_blocks(players, num_areas, side) + _player_blocks(players - 1)
    return Layout(block for block in blocks if block.size)


def _channels() -> NDArray[np.int16]:
    """Return for each card the channels of its block that are 1; of a plain one a channel twice."""
    found = []
    for card in CARDS:
        premium = rules.NUM_TYPES if card.is_premium else card.type
        color = rules.NUM_TYPES + 1 + card.color
        found.append([card.type, premium, color, rules.NUM_TYPES + 1 + _COLORS + card.position])
    return np.array(found, np.int16)


def _pattern_ones() -> NDArray[np.int16]:
    """Return for each card the values of a top card beside its block that are 1."""
    found = []
    for card in CARDS:
        cells = [_LABELS * (_PATTERN_COLUMNS * s.row + s.column) + s.label for s in card.spots]
        ones = [_KIND_AT + card.kind, *(_PATTERN_AT + value for value in cells)]
        found.append(ones + ones[-1:] * (5 - len(ones)))
    return np.array(found, np.int16)


_CHANNELS, _PATTERN_ONES = _channels(), _pattern_ones()


@njit
def observe(state: State, player: int, out: NDArray[np.float32]) -> None:
    """Fill ``out`` (D,) f4 in [0, 1] from the seat of ``player``; blocks as in ``layout``."""
    out[:] = 0.0
    at = _observe_course(state, player, out)
    at = _observe_area(state, out, at)
    at = _observe_cards(state, player, out, at)
    players, copies = int(state.num_players), int(state.copies)
    quilts_at = at + BLOCK_VALUES * _CELLS + rules.NUM_CARDS + len(rules.ASSISTANTS)
    others = players - 1
    patterns_at = quilts_at + others * BLOCK_VALUES * _CELLS
    assistants_at = patterns_at + others * rules.NUM_CARDS
    _observe_quilt(state, player, out, at)
    at += BLOCK_VALUES * _CELLS
    _observe_set(state.patterns[player], copies, out, at)
    _observe_assistant(int(state.assistant[player]), out, at + rules.NUM_CARDS)
    for i in range(others):
        seat = (player + 1 + i) % players
        _observe_quilt(state, seat, out, quilts_at + i * BLOCK_VALUES * _CELLS)
        _observe_set(state.patterns[seat], copies, out, patterns_at + i * rules.NUM_CARDS)
        assistant = int(state.assistant[seat])
        _observe_assistant(assistant, out, assistants_at + i * len(rules.ASSISTANTS))


# --- the course of the game -----------------------------------------------------------------


@njit_inline
def _observe_course(state: State, player: int, out: NDArray[np.float32]) -> int:
    """Write whose turn it is and what can be done; return where the next block begins."""
    players, num_areas = int(state.num_players), areas.num_areas(state)
    at = NUM_PHASES
    out[at], out[at + 1], out[at + 2] = state.patches, state.symmetry, state.assistants != 0
    at += 3
    for m in range(num_areas):
        out[at] = state.actions_left[m] * np.float32(1 / MAX_ACTIONS_LEFT)
        # With Tim there may be more than three: to Sally, all the same.
        plans = min(int(state.num_plans[m]), rules.SALLY_PLANS)
        out[at + 1] = plans * np.float32(1 / rules.SALLY_PLANS)
        out[at + 2] = min(int(state.num_uses[m]), 2) * np.float32(0.5)
        out[at + 3] = state.has_traded[m]
        at += _TURN_VALUES
    if state.phase != OVER:
        out[int(state.phase)] = 1.0
        out[at + int(state.marker)] = 1.0
    at += num_areas
    for m in range(num_areas):
        if state.holder[m] != NONE:
            out[at + (int(state.holder[m]) - player) % players] = 1.0
        at += players
    if state.phase != OVER:
        out[at + (int(state.mover) - player) % players] = 1.0
    at += players
    for turn in range(players):
        seat = (player + turn) % players
        points, turns = int(state.scores[seat]), int(state.num_turns[seat])
        out[at + turn] = min(points, MAX_SCORE) * np.float32(1 / MAX_SCORE)
        share = np.float32(turns) / np.float32(state.max_turns)
        out[at + players + turn] = min(share, np.float32(1.0))
        out[at + 2 * players + turn] = state.is_due[seat]
    at += 3 * players
    out[at] = state.ender != NONE
    return at + 1


# --- cards ----------------------------------------------------------------------------------


@njit_inline
def _observe_block(card: int, out: NDArray[np.float32], at: int, step: int) -> None:
    """Write a block, each of its channels ``step`` values behind the one before."""
    for i in range(_CHANNELS.shape[1]):
        out[at + step * int(_CHANNELS[card, i])] = 1.0


@njit_inline
def _observe_quilt(state: State, seat: int, out: NDArray[np.float32], at: int) -> None:
    for cell in range(_CELLS):
        card = int(state.quilt[seat, cell])
        if card != NONE:
            _observe_block(card, out, at + cell, _CELLS)


@njit_inline
def _observe_set(cards: CardSet, copies: int, out: NDArray[np.float32], at: int) -> None:
    share = np.float32(1.0) / np.float32(copies)
    for row in range(copies):
        for word in range(CARD_WORDS):
            rest = cards[row, word]
            while rest != ZERO:
                out[at + _WORD * word + trailing_zeros(rest)] += share
                rest &= rest - ONE


@njit_inline
def _observe_assistant(assistant: int, out: NDArray[np.float32], at: int) -> None:
    if assistant != NONE:
        out[at + assistant] = 1.0


@njit_inline
def _observe_area(state: State, out: NDArray[np.float32], at: int) -> int:
    """Write the areas and what is picked there, and the piles."""
    side, num_areas = areas.area_side(state), areas.num_areas(state)
    cells = side * side
    for area in range(num_areas):
        start = areas.area_start(state, area)
        for cell in range(cells):
            card = int(state.area[start + cell])
            if card != NONE:
                _observe_block(card, out, at + cell, cells)
        at += BLOCK_VALUES * cells
    if state.phase in (CHOOSE, PLACE):
        for i in range(state.num_group):
            out[at + int(state.group[i])] = 1.0
    at += cells
    tops_at = at + num_areas * rules.NUM_PILES
    for index in range(num_areas * rules.NUM_PILES):
        area, pile = divmod(index, rules.NUM_PILES)
        count = areas.pile_size(state, area, pile)
        out[at + index] = count * np.float32(1 / MAX_PILE)
        if count > 0 and state.phase != KEEP:
            _observe_top(areas.top_card(state, area, pile), out, tops_at + index * TOP_VALUES)
    return tops_at + num_areas * rules.NUM_PILES * TOP_VALUES


@njit_inline
def _observe_top(card: int, out: NDArray[np.float32], at: int) -> None:
    """Write both sides of a card."""
    _observe_block(card, out, at, 1)
    out[at + _POINTS_AT] = POINTS_OF[card] * np.float32(1 / MAX_POINTS)
    for i in range(_PATTERN_ONES.shape[1]):
        out[at + int(_PATTERN_ONES[card, i])] = 1.0


@njit_inline
def _observe_cards(state: State, player: int, out: NDArray[np.float32], at: int) -> int:
    """Write the cards on their way and out of sight, and what belongs to nobody."""
    for i in range(state.num_hand):
        _observe_block(int(state.hand[i]), out, at + i * BLOCK_VALUES, 1)
    at += MAX_HAND * BLOCK_VALUES
    if state.phase in (RETURN, SANDRA_TAKE):
        for i in range(state.num_group):
            out[at + int(state.group[i])] = 1.0
    at += _CELLS
    _observe_assistant(int(state.center), out, at)
    at += len(rules.ASSISTANTS)
    share = np.float32(1.0) / np.float32(state.copies)
    for card in range(rules.NUM_CARDS):
        out[at + card] = state.unseen[card] * share
    if state.phase == KEEP:
        for i in range(state.pile_top[player], state.pile_end[player]):
            if state.deck[i] != NONE:
                out[at + int(state.deck[i])] = 0.0
                out[at + rules.NUM_CARDS + int(state.deck[i])] = 1.0
    at += 2 * rules.NUM_CARDS
    if state.num_players == 1:
        if state.master_place != NONE:
            out[at + int(state.master_place)] = 1.0
        points = min(master_score(state), MAX_SCORE)
        out[at + rules.NUM_BORDER] = points * np.float32(1 / MAX_SCORE)
        blocks = master_blocks(state)
        out[at + rules.NUM_BORDER + 1] = blocks * np.float32(1 / rules.MAX_MASTER_BLOCKS)
    return at + _MASTER_VALUES
