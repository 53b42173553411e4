"""From scores and places to rewards. No game knows its rewards.

============ ==================================================================================
``outcome``  by place, from +1 (alone first) to -1 (alone last), ties share; sums to 0. Two
             players: +1, 0, -1. Solo: +1 if the game's own win condition is met, else -1.
``margin``   own score less the best other score, over ``GameSpec.score_scale``; solo: as score
``score``    own score over ``GameSpec.score_scale``
============ ==================================================================================

By default all is paid when the game ends. With ``dense=True`` every step pays what it changed in
the value that the position would have if the game ended now; the sum is the value at the end less
the value at the start.
"""

import numpy as np
from numpy.typing import NDArray

from quiltenvs.core.errors import OptionError
from quiltenvs.core.jit import njit

MODES = ("outcome", "margin", "score")
OUTCOME, MARGIN, SCORE = range(len(MODES))


def mode_of(reward: str) -> int:
    """Return the index of a mode in MODES.

    Raises:
        OptionError: there is no such mode.
    """
    if reward not in MODES:
        raise OptionError(f"reward={reward!r} is not allowed; use {' or '.join(map(repr, MODES))}")
    return MODES.index(reward)


def flag(name: str, value: object) -> bool:
    """Return ``value`` if it is True or False.

    Raises:
        OptionError: it is anything else.
    """
    if not isinstance(value, (bool, np.bool_)):
        raise OptionError(f"{name}={value!r} is not allowed; use True or False")
    return bool(value)


@njit
def value_of(
    mode: int,
    scale: float,
    scores: NDArray[np.int32],
    places: NDArray[np.int8],
    out: NDArray[np.float64],
) -> None:
    """Fill ``out`` (P,) with the value of ``scores`` (P,) and ``places`` (P,)."""
    if mode == OUTCOME:
        _outcome(places, out)
        return
    for player in range(len(out)):
        points = scores[player]
        if mode == MARGIN and len(out) > 1:
            points -= _best_other(scores, player)
        out[player] = points / scale


@njit
def _best_other(scores: NDArray[np.int32], player: int) -> int:
    best = scores[1 - min(player, 1)]
    for other in range(len(scores)):
        if other != player and scores[other] > best:
            best = scores[other]
    return best


@njit
def _outcome(places: NDArray[np.int8], out: NDArray[np.float64]) -> None:
    num_players = len(out)
    if num_players == 1:
        out[0] = 1.0 if places[0] == 1 else -1.0
        return
    for player in range(num_players):
        above, level = 0, -1
        for other in range(num_players):
            above += places[other] < places[player]
            level += places[other] == places[player]
        # Tied players share the average of the places they fill, so that the values sum to 0.
        out[player] = 1.0 - (2.0 * above + level) / (num_players - 1)
