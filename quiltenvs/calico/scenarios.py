"""The objectives of the ten scenarios, and whether a quilt meets them."""

import numpy as np

from quiltenvs.calico import rules
from quiltenvs.calico.scoring import num_cats, score
from quiltenvs.calico.state import BY_COLOR, BY_PATTERN
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit

NUM_OBJECTIVES = len(rules.OBJECTIVES)
_NEEDED = np.array([[0] * NUM_OBJECTIVES, *(s.needed for s in rules.SCENARIOS)], np.int64)
_TEXTS = (
    "score {}",
    "{} goals",
    "{} of them by color and pattern",
    "rainbow",
    "one of each cat",
    "{} cats",
    "{} of one cat",
    "{} of one button",
)


@njit
def figure(state: State, player: int, objective: int) -> int:
    """Return what ``player`` has of ``rules.OBJECTIVES[objective]``."""
    if objective == 0:
        return score(state, player)
    if objective == 1:
        return int(np.sum(state.goals_met[player] > 0))
    if objective == 2:
        return int(np.sum(state.goals_met[player] == BY_COLOR | BY_PATTERN))
    if objective == 3:
        return int(state.rainbow[player])
    if objective == 4:
        return int(np.min(state.cats[player]))
    if objective == 5:
        return num_cats(state, player)
    if objective == 6:
        return int(np.max(state.cats[player]))
    return int(np.max(state.buttons[player]))


@njit
def has_passed(state: State, player: int) -> bool:
    """Return whether ``player`` meets every objective of the scenario as things stand."""
    for objective in range(NUM_OBJECTIVES):
        needed = _NEEDED[int(state.scenario), objective]
        if needed > 0 and figure(state, player, objective) < needed:
            return False
    return True


def objectives(state: State, player: int) -> dict[str, bool]:
    """Return the objectives of the scenario in words, and whether ``player`` meets each.

    Of a finished game: the result; before, as things stand. Empty without a scenario.
    """
    needed = _NEEDED[int(state.scenario)].tolist()
    return {
        _TEXTS[objective].format(least): bool(figure(state, player, objective) >= least)
        for objective, least in enumerate(needed)
        if least > 0
    }
