"""The layout of one Patchwork position."""

import numpy as np

from quiltenvs.core.config import seat_code
from quiltenvs.core.game import State
from quiltenvs.core.record import new_record, record_dtype
from quiltenvs.patchwork import rules
from quiltenvs.patchwork.config import MATCHES, PatchworkConfig

NOBODY = -1

STATE = record_dtype(
    [
        ("rng", np.uint64),  # source of all chance; see core/rng.py
        # Bitboards, one bit a square, row by row: word 0 holds squares 0-63, word 1 the rest.
        ("quilts", np.uint64, (rules.NUM_PLAYERS, 2)),
        ("unsold", np.uint64),  # bit i: the patch at circle[i] is still in the market
        ("special_patches", np.uint64),  # bit k: a special patch lies on space k
        ("buttons", np.int16, (rules.NUM_PLAYERS,)),
        ("first_score", np.int16, (rules.NUM_PLAYERS,)),  # of game one; 0 before its end
        ("num_steps", np.int16),  # actions played so far, both games together
        ("income", np.int8, (rules.NUM_PLAYERS,)),  # printed buttons on the quilt
        ("position", np.int8, (rules.NUM_PLAYERS,)),  # space of the time token
        ("first_empty", np.int8, (rules.NUM_PLAYERS,)),  # gaps of game one; 0 before
        ("circle", np.int8, (rules.NUM_PATCHES,)),  # the dealt patches, clockwise
        ("neutral_token", np.int8),  # it stands in the gap at this index of circle
        ("starter", np.int8),  # seat that moved first in the running game
        ("on_top", np.int8),  # player whose token moved last: on top of a shared space
        ("pending", np.int8),  # player who has to place a special patch, or NOBODY
        ("seven_by_seven", np.int8),  # owner of the special tile, or NOBODY
        ("finished_first", np.int8),  # first to reach the finish, or NOBODY
        ("game_number", np.int8),  # 0, or 1 in the second game of a match
        # Options, kept by reset.
        ("starting_player", np.int8),  # seat or RANDOM_SEAT
        ("time_board", np.int8),  # index of rules.TIME_BOARDS
        ("gap_penalty", np.int8),
        ("match", np.int8),  # index of config.MATCHES
    ]
)


def blank(config: PatchworkConfig) -> State:
    """Return a state that holds the options and nothing else, ready for ``reset``."""
    state = new_record(STATE)
    state.starting_player = seat_code(config.starting_player)
    state.time_board = rules.TIME_BOARDS.index(config.time_board)
    state.gap_penalty = config.gap_penalty
    state.match = MATCHES.index(config.match)
    return state


def find_fault(state: State) -> str:
    """Return what is impossible about ``state``, or "" if the compiled rules can trust it."""
    ranges = {
        "position": (rules.START, rules.FINISH),
        "starter": (0, 1),
        "on_top": (0, 1),
        "pending": (NOBODY, 1),
        "seven_by_seven": (NOBODY, 1),
        "finished_first": (NOBODY, 1),
        "game_number": (0, 1),
        "buttons": (0, np.iinfo(np.int16).max),
        "first_score": (-2 * rules.NUM_CELLS, 138),
        "neutral_token": (0, rules.NUM_PATCHES - 1),
        "income": (0, sum(patch.income for patch in rules.PATCHES)),
        "first_empty": (0, rules.NUM_CELLS),
        "starting_player": (-1, 1),
        "time_board": (0, len(rules.TIME_BOARDS) - 1),
        "gap_penalty": (1, 2),
        "match": (0, len(MATCHES) - 1),
    }
    for name, (low, high) in ranges.items():
        if np.any(state[name] < low) or np.any(state[name] > high):
            return f"{name} is {state[name]}, outside {low} .. {high}"
    if sorted(state.circle.tolist()) != list(range(rules.NUM_PATCHES)):
        return "circle does not hold every patch once"
    if int(state.unsold) >> rules.NUM_PATCHES:
        return "unsold has bits beyond the circle"
    if any(int(word) >> rules.NUM_CELLS - 64 for word in state.quilts[:, 1]):
        return "quilts have bits beyond the board"
    if state.pending != NOBODY:
        low, high = (int(word) for word in state.quilts[state.pending])
        if low.bit_count() + high.bit_count() == rules.NUM_CELLS:
            return f"pending is {state.pending}, whose quilt is full"
    return ""
