"""What is impossible about a Quartile state from outside."""

from collections import Counter
from collections.abc import Callable

import numpy as np

from quiltenvs.core.game import State
from quiltenvs.quartile import rules
from quiltenvs.quartile.config import BY_RULES_CODE, MAX_TARGET
from quiltenvs.quartile.engine import legal_pairs
from quiltenvs.quartile.state import (
    CHOOSE_CELL,
    CHOOSE_TILE,
    COMMIT,
    MAX_OPEN,
    NAME_STARTER,
    NONE,
    OVER,
)
from quiltenvs.quartile.table import STEPS, column_of, row_of, side_of, turned

_LAST_SEAT, _LAST_TILE = rules.MAX_PLAYERS - 1, rules.NUM_TILES - 1
_RANGES = {
    "num_players": (rules.MIN_PLAYERS, rules.MAX_PLAYERS),
    "starting_player": (BY_RULES_CODE, _LAST_SEAT),
    "table_radius": (rules.TABLE_SIZES[0] // 2, rules.TABLE_SIZES[-1] // 2),
    "may_claim_unable": (0, 1),
    "children": (0, 1),
    "visiting_quarry": (0, 1),
    "target": (0, MAX_TARGET),
    "tile_center": (rules.MIN_CENTER, rules.MAX_CENTER),
    "phase": (COMMIT, OVER),
    "starter": (NONE, _LAST_SEAT),
    "turn_of": (0, _LAST_SEAT),
    "mover": (0, _LAST_SEAT),
    "picked": (NONE, rules.MAX_HAND - 1),
    "chosen_slot": (NONE, rules.MAX_HAND - 1),
    "chosen_rotation": (0, rules.NUM_SIDES - 1),
    "has_visited": (0, 1),
    "is_shown": (0, 1),
    "is_tied": (0, 1),
    "committed": (NONE, rules.HAND_SIZE - 1),
    "num_reveals": (0, rules.NUM_REVEALS),
    "num_open": (0, MAX_OPEN),
    "num_placed": (1, rules.NUM_TILES),
    "num_discards": (0, rules.NUM_TURNS),
    "num_drawn": (0, rules.NUM_TILES),
    "hand": (NONE, _LAST_TILE),
    "quarry": (NONE, _LAST_TILE),
    "discards": (NONE, _LAST_TILE),
    "placed_tile": (NONE, _LAST_TILE),
    "scores": (0, 14 * rules.NUM_SIDES * rules.NUM_TURNS),
}


def find_fault(state: State) -> str:
    """Return what is impossible about ``state``, or "" if the compiled rules can trust it."""
    for name, (low, high) in _RANGES.items():
        if np.any(state[name] < low) or np.any(state[name] > high):
            return f"{name} is {state[name]}, outside {low} .. {high}"
    players = int(state.num_players)
    seats = [int(state[name]) for name in ("starter", "turn_of", "mover", "starting_player")]
    if max(seats) >= players:
        return f"starter, turn_of, mover or starting_player sit beyond {players} players"
    checks: tuple[Callable[[State], str], ...] = (
        _find_tile_fault,
        _find_hand_fault,
        _find_table_fault,
        _find_open_fault,
        _find_phase_fault,
    )
    return next((fault for check in checks for fault in [check(state)] if fault), "")


def _find_tile_fault(state: State) -> str:
    """Check that every tile is somewhere, and once."""
    for name, count in (("placed_tile", "num_placed"), ("discards", "num_discards")):
        tiles = state[name].tolist()
        if NONE in tiles[: state[count]] or set(tiles[state[count] :]) - {NONE}:
            return f"{name} and {count} do not fit"
    drawn = int(state.num_drawn)
    quarry = state.quarry.tolist()
    if NONE in quarry[drawn:] or set(quarry[:drawn]) - {NONE}:
        return "quarry and num_drawn do not fit"
    fields = (state.quarry, state.hand, state.placed_tile, state.discards)
    where = Counter(tile for field in fields for tile in field.ravel().tolist())
    del where[NONE]
    if sorted(where.elements()) != list(range(rules.NUM_TILES)):
        return "a tile is missing or there twice"
    return ""


def _find_hand_fault(state: State) -> str:
    """Check that every hand has as many tiles as the game has turns left for it."""
    players = int(state.num_players)
    for seat in range(rules.MAX_PLAYERS):
        hand, shown = state.hand[seat].tolist(), state.is_shown[seat].tolist()
        if any(is_shown and tile == NONE for tile, is_shown in zip(hand, shown, strict=True)):
            return f"is_shown[{seat}] is set where there is no tile"
        if seat >= players and (set(hand) != {NONE} or state.scores[seat] or state.is_tied[seat]):
            return f"nobody sits at seat {seat}"
        is_visitor = state.has_visited and seat == state.turn_of
        if (hand[-1] != NONE) != bool(is_visitor):
            return f"hand[{seat}] is {hand} with has_visited {state.has_visited}"
        if seat < players and state.num_drawn < rules.NUM_TILES and NONE in hand[:-1]:
            return f"hand[{seat}] is {hand}, and there are tiles to draw"
    return ""


def _find_table_fault(state: State) -> str:
    """Check that the tiles lie on cells of their own, each next to one before."""
    radius = int(state.table_radius)
    cells: dict[int, int] = {0: 0}
    if state.placed_cell[0] or state.placed_pips[0]:
        return "the start tile does not lie in the middle"
    for i in range(1, rules.NUM_TILES):
        cell, pips = int(state.placed_cell[i]), int(state.placed_pips[i])
        if i >= state.num_placed:
            if cell or pips:
                return f"placed_cell or placed_pips go on after {state.num_placed} tiles"
            continue
        if cell in cells or not any(cell + step in cells for step in STEPS.tolist()):
            return f"placed_cell[{i}] touches no tile, or lies on one"
        if max(abs(row_of(cell)), abs(column_of(cell))) > radius:
            return f"placed_cell[{i}] lies off the table"
        printed = int(state.tile_pips[state.placed_tile[i]])
        if pips not in [turned(printed, rotation) for rotation in range(rules.NUM_SIDES)]:
            return f"placed_pips[{i}] are not those of the tile"
        cells[cell] = pips
    return ""


def _find_open_fault(state: State) -> str:
    """Check that the open cells are those next to a tile, with what they ask for."""
    radius = int(state.table_radius)
    count = int(state.num_placed)
    pips_at = dict(
        zip(state.placed_cell[:count].tolist(), state.placed_pips[:count].tolist(), strict=True)
    )
    found: dict[int, list[int]] = {}
    for cell, pips in pips_at.items():
        for side, step in enumerate(STEPS.tolist()):
            near = cell + step
            if near in pips_at or max(abs(row_of(near)), abs(column_of(near))) > radius:
                continue
            shift = 4 * ((side + 2) % rules.NUM_SIDES)
            entry = found.setdefault(near, [0, 0])
            entry[0] |= side_of(pips, side) << shift
            entry[1] |= (15 << shift) if cell else 0
    wanted = [(cell, *found[cell]) for cell in sorted(found)]
    wanted += [(0, 0, 0)] * (MAX_OPEN - len(wanted))
    fields = (state.open_cell, state.open_pips, state.open_sides)
    there = list(zip(*(field.tolist() for field in fields), strict=True))
    if len(found) != state.num_open or there != wanted:
        return "open_cell, open_pips or open_sides are not what the tiles leave open"
    return ""


def _find_phase_fault(state: State) -> str:
    """Check that what is to be decided can be."""
    phase, hands = int(state.phase), state.hand[: state.num_players]
    if (phase == OVER) != bool((hands == NONE).all()):
        return f"phase is {phase}, with the hands {hands.tolist()}"
    if phase in (COMMIT, NAME_STARTER):
        return _find_showing_fault(state)
    if state.starter == NONE or state.is_tied.any() or (state.committed != NONE).any():
        return f"phase is {phase}, and who begins is not settled"
    if phase == OVER:
        is_set = max(int(state.picked), int(state.chosen_slot)) != NONE or state.has_visited
        return "a tile is chosen after the end" if is_set else ""
    return _find_turn_fault(state)


def _find_showing_fault(state: State) -> str:
    """Check the phases that decide who begins."""
    if state.starting_player != BY_RULES_CODE or state.starter != NONE or state.has_visited:
        return f"phase is {state.phase}, but who begins is settled"
    if state.num_placed != 1 or state.num_discards or max(state.picked, state.chosen_slot) != NONE:
        return "a tile has been played before anybody began"
    if state.num_drawn != 1 + rules.HAND_SIZE * state.num_players or state.scores.any():
        return "num_drawn or scores are not those of the beginning"
    if state.phase == NAME_STARTER:
        is_open = state.is_tied.any() or (state.committed != NONE).any()
        return "somebody has to show a tile, and it is not the time" if is_open else ""
    if not state.is_tied[state.mover] or state.num_reveals == rules.NUM_REVEALS:
        return f"mover is {state.mover}, which has no tile to show"
    for seat in range(rules.MAX_PLAYERS):
        slot = int(state.committed[seat])
        is_due = bool(state.is_tied[seat]) and seat < state.mover
        if (slot != NONE) != is_due or (slot != NONE and state.is_shown[seat, slot]):
            return f"committed[{seat}] is {slot}"
        shown = int(state.is_shown[seat].sum())
        if state.is_tied[seat] and shown != state.num_reveals:
            return f"is_shown[{seat}] has {shown} tiles after {state.num_reveals} rounds"
    return ""


def _find_turn_fault(state: State) -> str:
    """Check the phases of a turn."""
    players = int(state.num_players)
    hand = state.hand[state.turn_of].tolist()
    if set(hand) == {NONE}:
        return f"turn_of is {state.turn_of}, who has no tile"
    picked, chosen = int(state.picked), int(state.chosen_slot)
    next_seat = (int(state.turn_of) + 1) % players
    if state.mover != (next_seat if picked != NONE else state.turn_of):
        return f"mover is {state.mover} in the turn of {state.turn_of}"
    if picked != NONE and (hand[picked] == NONE or not state.is_shown[state.turn_of, picked]):
        return f"picked is {picked}, and there is no tile that was shown"
    if (chosen != NONE) != (state.phase == CHOOSE_CELL):
        return f"chosen_slot is {chosen} in phase {state.phase}"
    if state.phase == CHOOSE_TILE:
        if state.chosen_rotation:
            return "chosen_rotation is set, and no tile is chosen"
        is_stuck = picked != NONE and not legal_pairs(state)
        return "picked is a tile that fits nowhere" if is_stuck else ""
    if hand[chosen] != NONE and not state.is_shown[state.turn_of, chosen]:
        return f"chosen_slot is {chosen}, a tile that nobody has seen"
    pair = rules.NUM_SIDES * chosen + int(state.chosen_rotation)
    if hand[chosen] == NONE or not int(legal_pairs(state)) >> pair & 1:
        return f"chosen_slot is {chosen}, a tile that does not fit anywhere like that"
    return ""
