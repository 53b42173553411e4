"""What is impossible about a Calico state from outside."""

from collections import Counter
from collections.abc import Callable
from functools import reduce
from operator import or_

import numpy as np

from quiltenvs.calico import rules
from quiltenvs.calico.config import BOARD_DEALS, MAX_TARGET, RESTRICTIONS, SETUPS
from quiltenvs.calico.quilt import ALL_SPACES, BORDER_COLORS, BORDER_PATTERNS, RINGS
from quiltenvs.calico.state import CHOOSE_GOALS, NONE, OVER, PLACE, TAKE
from quiltenvs.core.game import State

_NO_HAND = RESTRICTIONS.index("no_hand")
_SPACES = int(ALL_SPACES)
_TOP_KIND, _TOP_GOAL, _TOP_CAT = rules.NUM_KINDS - 1, rules.NUM_GOALS - 1, rules.NUM_CATS - 1
_RANGES = {
    "num_players": (1, rules.MAX_PLAYERS),
    "phase": (CHOOSE_GOALS, OVER),
    "mover": (0, rules.MAX_PLAYERS - 1),
    "starter": (0, rules.MAX_PLAYERS - 1),
    "emptied": (0, rules.HAND_SIZE - 1),
    "num_chosen": (0, rules.MAX_PLAYERS),
    "num_drawn": (0, rules.NUM_TILES),
    "num_placed": (0, rules.NUM_SPACES),
    "tiles": (NONE, _TOP_KIND),
    "bag": (0, rules.COPIES),
    "hand": (NONE, _TOP_KIND),
    "market": (NONE, _TOP_KIND),
    "is_secret": (0, 1),
    "goal_offer": (NONE, _TOP_GOAL),
    "goals": (NONE, _TOP_GOAL),
    "goals_met": (0, 3),
    "buttons": (0, rules.COPIES * rules.NUM_PATTERNS // rules.HAND_SIZE),
    "rainbow": (0, 1),
    "cats": (0, rules.NUM_SPACES // 2),
    "lineup": (0, _TOP_CAT),
    "board": (0, len(rules.BOARDS) - 1),
    "starting_player": (-1, rules.MAX_PLAYERS - 1),
    "setup": (0, len(SETUPS) - 1),
    "named_cats": (NONE, _TOP_CAT),
    "named_goals": (NONE, _TOP_GOAL),
    "scenario": (0, len(rules.SCENARIOS)),
    "board_deal": (0, len(BOARD_DEALS) - 1),
    "target_score": (1, MAX_TARGET),
    "lower_variance": (0, 1),
    "restrictions": (0, 1),
}


def find_fault(state: State) -> str:
    """Return what is impossible about ``state``, or "" if the compiled rules can trust it."""
    for name, (low, high) in _RANGES.items():
        if np.any(state[name] < low) or np.any(state[name] > high):
            return f"{name} is {state[name]}, outside {low} .. {high}"
    checks: tuple[Callable[[State], str], ...] = (
        _find_table_fault,
        _find_quilt_fault,
        _find_token_fault,
        _find_goal_fault,
        _find_turn_fault,
        _find_tile_fault,
    )
    return next((fault for check in checks for fault in [check(state)] if fault), "")


def _find_table_fault(state: State) -> str:
    """Check the seats and the cats."""
    players = int(state.num_players)
    if max(int(state.mover), int(state.starter), int(state.starting_player)) >= players:
        return f"mover, starter or starting_player sit beyond {players} players"
    if len({int(cat) // 2 for cat in state.lineup}) != rules.LINEUP_SIZE:
        return f"lineup is {state.lineup}, not three different tiles"
    if sorted(state.cat_of.tolist()) != [0, 0, 1, 1, 2, 2]:
        return f"cat_of is {state.cat_of}, not two patterns for each cat"
    if len(set(state.board.tolist())) != rules.MAX_PLAYERS:
        return f"board is {state.board}, not each board once"
    return ""


def _find_quilt_fault(state: State) -> str:
    """Check that every quilt holds one tile a covered space, and what is printed."""
    for seat in range(rules.MAX_PLAYERS):
        is_used = seat < state.num_players
        covered = _SPACES & ~int(state.open[seat]) if is_used else 0
        if int(state.open[seat]) & ~_SPACES or (not is_used and state.open[seat]):
            return f"open[{seat}] is no set of spaces"
        if covered.bit_count() != state.num_placed[seat]:
            return f"num_placed[{seat}] is not the number of covered spaces"
        for name, border in (("colors", BORDER_COLORS), ("patterns", BORDER_PATTERNS)):
            printed = border[state.board[seat]] if is_used else np.zeros(6, np.uint64)
            inside = [
                int(word) ^ int(mark) for word, mark in zip(state[name][seat], printed, strict=True)
            ]
            union = reduce(or_, inside)
            if union != covered or sum(map(int.bit_count, inside)) != covered.bit_count():
                return f"{name}[{seat}] do not fit open and the board"
    return ""


def _find_token_fault(state: State) -> str:
    """Check that the tokens lie on tiles and are as many as were counted."""
    for seat in range(rules.MAX_PLAYERS):
        covered = int(state.num_placed[seat]) and _SPACES & ~int(state.open[seat])
        for places, areas, counts in (
            ("button_tokens", "buttoned", "buttons"),
            ("cat_tokens", "visited", "cats"),
        ):
            tokens, area = int(state[places][seat]), int(state[areas][seat])
            cells = sum(int(word) for word in state.colors[seat])
            if tokens & ~covered or tokens & ~area or area & ~cells:
                return f"{places}[{seat}] and {areas}[{seat}] do not lie on the quilt"
            if tokens.bit_count() != int(state[counts][seat].sum()):
                return f"{counts}[{seat}] are not as many as {places}[{seat}]"
        if state.rainbow[seat] != bool(state.buttons[seat].all()):
            return f"rainbow[{seat}] does not follow from the buttons"
    return ""


def _find_goal_fault(state: State) -> str:
    """Check that goals are placed by those, and only those, whose turn has come."""
    players, is_choosing = int(state.num_players), state.phase == CHOOSE_GOALS
    if SETUPS[state.setup] == "standard":
        if state.num_chosen > players or (state.num_chosen == players) == is_choosing:
            return f"num_chosen is {state.num_chosen} in phase {state.phase}"
        chosen = {(int(state.starter) + turn) % players for turn in range(state.num_chosen)}
        offered = rules.NUM_SPOTS if state.named_goals[0] != NONE else rules.OFFER_SIZE
    elif is_choosing or state.num_chosen:
        return f"no goals are chosen in the setup {SETUPS[state.setup]}"
    else:
        chosen = set(range(players)) if SETUPS[state.setup] == "beginner" else set()
        offered = 0
    for seat in range(rules.MAX_PLAYERS):
        goals, offer = state.goals[seat].tolist(), state.goal_offer[seat].tolist()
        is_waiting = seat < players and seat not in chosen
        if not _are_goals(goals, rules.NUM_SPOTS if seat in chosen else 0):
            return f"goals[{seat}] are {goals}"
        if not _are_goals(offer, offered if is_waiting else 0):
            return f"goal_offer[{seat}] is {offer}"
        for spot, ring in enumerate(RINGS.tolist()):
            if state.goals_met[seat, spot] and (goals[spot] == NONE or state.open[seat] & ring):
                return f"goals_met[{seat}, {spot}] without a goal or six tiles around it"
    return ""


def _are_goals(goals: list[int], count: int) -> bool:
    """Return whether the first ``count`` are different goals, and there are no others."""
    named = goals[:count]
    return NONE not in named and len(set(named)) == count and set(goals[count:]) <= {NONE}


def _find_turn_fault(state: State) -> str:
    """Check that the players have placed tiles in turn."""
    players, phase = int(state.num_players), int(state.phase)
    placed = state.num_placed.tolist()
    if phase == CHOOSE_GOALS:
        rounds = [0] * players
    elif phase == OVER:
        rounds = [rules.NUM_SPACES if state.mover == state.starter else NONE] * players
    else:
        first = placed[state.mover] - (phase == TAKE)
        done = (int(state.mover) - int(state.starter)) % players + (phase == TAKE)
        rounds = [first + ((seat - int(state.starter)) % players < done) for seat in range(players)]
    if placed[:players] != rounds:
        return f"num_placed is {placed} in phase {phase} with seat {state.mover} to move"
    if (
        phase == CHOOSE_GOALS
        and int(state.mover) != (int(state.starter) + int(state.num_chosen)) % players
    ):
        return f"mover is {state.mover}, which does not choose now"
    if phase == PLACE and placed[state.mover] == rules.NUM_SPACES:
        return f"mover is {state.mover}, whose quilt is full"
    if phase == TAKE and (placed[state.mover] == rules.NUM_SPACES or state.restrictions[_NO_HAND]):
        return f"phase is {phase}, but seat {state.mover} takes no tile"
    return "" if phase == TAKE or state.emptied == 0 else "emptied is set, but no tile is due"


def _find_tile_fault(state: State) -> str:
    """Check that every tile is where it belongs, and none is there too often."""
    copies = rules.FEWER_COPIES if state.lower_variance else rules.COPIES
    tiles, drawn = state.tiles.tolist(), int(state.num_drawn)
    bag = tiles[drawn : copies * rules.NUM_KINDS]
    if NONE in bag or set(tiles[:drawn] + tiles[copies * rules.NUM_KINDS :]) - {NONE}:
        return "tiles and num_drawn do not fit"
    if [bag.count(kind) for kind in range(rules.NUM_KINDS)] != state.bag.tolist():
        return "bag does not count the tiles"
    if drawn != _expected_draws(state):
        return f"num_drawn is {drawn}, not {_expected_draws(state)}"
    is_dealt = state.phase != CHOOSE_GOALS
    if (NONE in state.market.tolist()) == is_dealt or (not is_dealt and state.market.max() >= 0):
        return f"market is {state.market} in phase {state.phase}"
    used = Counter([*bag, *state.market.tolist(), *state.hand.ravel().tolist()])
    for seat in range(int(state.num_players)):
        fault = _find_hand_fault(state, seat)
        if fault:
            return fault
        used.update(_placed_kinds(state, seat))
    del used[NONE]
    return "" if all(count <= copies for count in used.values()) else "a tile is there too often"


def _find_hand_fault(state: State, seat: int) -> str:
    hand = state.hand[seat].tolist()
    has_hand = state.phase != CHOOSE_GOALS and not state.restrictions[_NO_HAND]
    if has_hand and state.phase == TAKE and seat == state.mover:
        missing = {int(state.emptied)}
    elif has_hand and state.num_placed[seat] == rules.NUM_SPACES:
        missing = {hand.index(NONE)} if NONE in hand else {NONE}
    else:
        missing = set() if has_hand else set(range(rules.HAND_SIZE))
    if {slot for slot, tile in enumerate(hand) if tile == NONE} != missing:
        return f"hand[{seat}] is {hand} in phase {state.phase}"
    if any(state.is_secret[seat, slot] for slot in missing):
        return f"is_secret[{seat}] is set where there is no tile"
    return ""


def _placed_kinds(state: State, seat: int) -> list[int]:
    """Return the kinds of the tiles on a quilt."""
    return [
        color * rules.NUM_PATTERNS + pattern
        for color in range(rules.NUM_COLORS)
        for pattern in range(rules.NUM_PATTERNS)
        for _ in range(
            (
                int(state.colors[seat, color]) & int(state.patterns[seat, pattern]) & _SPACES
            ).bit_count()
        )
    ]


def _expected_draws(state: State) -> int:
    """Return how many tiles have left the bag: hands, market, and what was taken from it."""
    if state.phase == CHOOSE_GOALS:
        return 0
    players, placed = int(state.num_players), state.num_placed.tolist()
    refills = sum(placed) - (state.phase == TAKE)
    if not state.restrictions[_NO_HAND]:
        refills -= placed.count(rules.NUM_SPACES)  # nobody takes a tile after the last
    hands = 0 if state.restrictions[_NO_HAND] else players * rules.HAND_SIZE
    return int(hands + rules.MARKET_SIZE + refills * (2 if players == 1 else 1))
