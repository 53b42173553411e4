"""What is impossible about a Quiltable state from outside."""

from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np

from quiltenvs.core.game import State
from quiltenvs.quiltable import area as areas
from quiltenvs.quiltable import phase_faults, rules, setup
from quiltenvs.quiltable import quilt as quilts
from quiltenvs.quiltable.config import MAX_TURNS, MODES, SPEED
from quiltenvs.quiltable.scoring import update_score
from quiltenvs.quiltable.state import KEEP, NONE, OVER, SIDE

_SEATS, _LAST_SEAT = rules.MAX_PLAYERS, rules.MAX_PLAYERS - 1
_LAST_CARD, _LAST_ASSISTANT = rules.NUM_CARDS - 1, len(rules.ASSISTANTS) - 1
_DECK = rules.MAX_COPIES * rules.NUM_CARDS
_MAX_ACTIONS = 9
_RANGES = {
    "num_players": (rules.MIN_PLAYERS, rules.MAX_PLAYERS),
    "starting_player": (NONE, _LAST_SEAT),
    "mode": (0, len(MODES) - 1),
    "copies": (1, rules.MAX_COPIES),
    "all_cards": (0, 1),
    "patches": (0, 1),
    "symmetry": (0, 1),
    "assistants": (0, 2),
    "named": (NONE, _LAST_ASSISTANT),
    "quilting_master": (0, len(rules.MASTERS) - 1),
    "auto_refill": (0, 1),
    "gladys_once": (0, 1),
    "label_match": (0, 1),
    "max_turns": (1, MAX_TURNS),
    "num_steps": (0, 2**31 - 1),
    "num_turns": (0, MAX_TURNS + 1),
    "pile_top": (0, _DECK),
    "pile_end": (0, _DECK),
    "deck": (NONE, _LAST_CARD),
    "area": (NONE, _LAST_CARD),
    "quilt": (NONE, _LAST_CARD),
    "unseen": (0, rules.MAX_COPIES),
    "assistant": (NONE, _LAST_ASSISTANT),
    "center": (NONE, _LAST_ASSISTANT),
    "is_due": (0, 1),
    "holder": (NONE, _LAST_SEAT),
    "actions_left": (0, _MAX_ACTIONS),
    "num_actions": (0, _MAX_ACTIONS),
    "num_plans": (0, _MAX_ACTIONS),
    "num_uses": (0, _MAX_ACTIONS),
    "has_traded": (0, 1),
    "group": (NONE, rules.RACE_SIDE**2 - 1),
    "num_group": (0, rules.BILLY_MAX),
    "hand": (NONE, _LAST_CARD),
    "num_hand": (0, rules.MAX_RETURN),
    "marker": (0, 1),
    "mover": (0, _LAST_SEAT),
    "starter": (0, _LAST_SEAT),
    "phase": (SIDE, OVER),
    "ender": (NONE, _LAST_SEAT),
    "is_cut": (0, 1),
    "master_place": (NONE, rules.NUM_BORDER - 1),
}


def find_fault(state: State) -> str:
    """Return what is impossible about ``state``, or "" if the compiled rules can trust it."""
    for name, (low, high) in _RANGES.items():
        if np.any(state[name] < low) or np.any(state[name] > high):
            return f"{name} is {state[name]}, outside {low} .. {high}"
    checks: tuple[Callable[[State], str], ...] = (
        _find_seat_fault,
        _find_card_fault,
        _find_pile_fault,
        _find_area_fault,
        _find_quilt_fault,
        phase_faults.find_turn_fault,
        phase_faults.find_phase_fault,
    )
    return next((fault for check in checks for fault in [check(state)] if fault), "")


def _find_seat_fault(state: State) -> str:
    """Check that nobody sits, and nothing lies, beyond the players."""
    players = int(state.num_players)
    names = ("starting_player", "mover", "starter", "ender", "holder")
    for name in names:
        if np.any(state[name] >= players):
            return f"{name} is {state[name]}, and there are {players} players"
    if state.mode == SPEED and players == 1:
        return "one player, and two turn markers"
    beyond = (
        state.patterns[players:],
        state.quilt[players:] - NONE,
        state.num_turns[players:],
        state.assistant[players:] - NONE,
        state.is_due[players:],
        state.scores[players:],
    )
    return "something belongs to nobody" if any(np.any(part) for part in beyond) else ""


# --- cards ----------------------------------------------------------------------------------


def _cards_in(words: "np.ndarray[tuple[int, ...], np.dtype[np.uint64]]") -> Iterator[int]:
    """Yield the cards of a set, once for each copy."""
    for row in words.reshape(-1, words.shape[-1]):
        number = sum(int(word) << 64 * i for i, word in enumerate(row))
        yield from (card for card in range(128) if number >> card & 1)


def _find_card_fault(state: State) -> str:
    """Check that every card is somewhere, as often as there are copies."""
    for name in ("patterns", "discards", "stack"):
        sets = state[name].reshape(-1, rules.MAX_COPIES, state[name].shape[-1])
        if np.any(sets[:, 1] & ~sets[:, 0]):
            return f"{name} has a card twice that is not there"
    where: Counter[int] = Counter()
    for field in (state.deck, state.area, state.quilt, state.hand):
        where.update(card for card in field.ravel().tolist() if card != NONE)
    for cards in (state.patterns, state.discards, state.stack):
        where.update(_cards_in(cards))
    if where != Counter(dict.fromkeys(range(rules.NUM_CARDS), int(state.copies))):
        return "a card is missing or there too often"
    if state.num_players > 1 and (state.discards.any() or state.stack.any()):
        return "discards or stack belong to a game of one player"
    waiting = state.hand.tolist()
    if NONE in waiting[: state.num_hand] or set(waiting[state.num_hand :]) - {NONE}:
        return "hand and num_hand do not fit"
    return ""


def _find_pile_fault(state: State) -> str:
    """Check that the piles are slices of the deck, and what was never seen."""
    piles = rules.NUM_PILES * int(areas.num_areas(state))
    tops, ends = state.pile_top.tolist(), state.pile_end.tolist()
    starts = [0, *ends[:-1]]
    if any(not a <= b <= c for a, b, c in zip(starts, tops, ends, strict=True)):
        return "pile_top and pile_end are not in order"
    if any(
        tops[i] != ends[piles - 1] or ends[i] != ends[piles - 1] for i in range(piles, len(tops))
    ):
        return "there are more piles than the areas have"
    cards = int(setup.num_cards(state))
    kept = sum(1 for _ in _cards_in(state.patterns)) if state.phase == KEEP else 0
    deck, removed = state.deck.tolist(), slice(ends[-1], _DECK)
    if state.phase == KEEP:
        return "" if deck[: ends[-1]].count(NONE) == kept else "a pile has a gap"
    inside = [card for top, end in zip(tops, ends, strict=True) for card in deck[top:end]]
    if NONE in inside or len(inside) + len([c for c in deck[removed] if c != NONE]) != len(
        [c for c in deck if c != NONE]
    ):
        return "a pile has a gap, or a card lies outside the piles"
    if len([c for c in deck[removed] if c != NONE]) > int(state.copies) * rules.NUM_CARDS - cards:
        return "too many cards were removed"
    below = [card for t, e in zip(tops, ends, strict=True) for card in deck[t + 1 : e]]
    hidden = Counter(below + [card for card in deck[removed] if card != NONE])
    if state.unseen.tolist() != [hidden[card] for card in range(rules.NUM_CARDS)]:
        return "unseen is not what lies below the tops and what was removed"
    return ""


# --- area and quilts ------------------------------------------------------------------------


def _find_area_fault(state: State) -> str:
    """Check that the sets of cells say where the blocks are."""
    side = int(areas.area_side(state))
    last = 0
    for area in range(areas.num_areas(state)):
        start = int(areas.area_start(state, area))
        last = start + side * side
        blocks = state.area[start:last].tolist()
        cells = sum(1 << cell for cell, card in enumerate(blocks) if card != NONE)
        low, high = (int(word) for word in state.blocks[area])
        if low | high << areas.WORD != cells:
            return f"blocks[{area}] is not where the blocks are"
        for pile in range(rules.NUM_PILES):
            cell = int(areas.pile_cell(side, pile))
            if areas.pile_size(state, area, pile) and blocks[cell] != NONE:
                return f"a block lies on pile {pile} of area {area}"
    if np.any(state.area[last:] != NONE) or state.blocks[areas.num_areas(state) :].any():
        return "a block lies outside the areas"
    return ""


def _find_quilt_fault(state: State) -> str:
    """Check that the quilts lie in their frames, and what they are worth."""
    side = int(quilts.frame_side(state))
    fresh = state.copy()
    for player in range(state.num_players):
        cells = {i for i, card in enumerate(state.quilt[player].tolist()) if card != NONE}
        if sum(1 << cell for cell in cells) != state.quilt_cells[player]:
            return f"quilt_cells[{player}] is not where the blocks are"
        rows = {cell // rules.QUILT_SIDE for cell in cells}
        columns = {cell % rules.QUILT_SIDE for cell in cells}
        if cells and (min(rows) > 0 or min(columns) > 0 or max(rows | columns) >= side):
            return f"quilt {player} does not lie at the top left of its frame"
        update_score(fresh, player)
        if fresh.scores[player] != state.scores[player]:
            return f"scores[{player}] is {state.scores[player]}, not {fresh.scores[player]}"
    if state.quilt_cells[state.num_players :].any():
        return "quilt_cells belong to nobody"
    return ""
