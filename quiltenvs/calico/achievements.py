"""Achievements: what a finished game lets a player mark on a progress chart (see progress.py).

A game is of one mode, which its options tell. In a normal game, and with one rule restriction in
force, the winner may fill one circle for what it achieved; a shared victory has several winners.
Everybody who passes a scenario may fill its circle, alone at the table too.

The full chart of the box is not part of the rulebook. The achievements are those that it names.
Rulings of ours: the family variant is no normal game and earns nothing, nor do several
restrictions at once; lower variance, the beginner setup and cats or goals by name are normal; a
scenario earns its own circle and no other.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from quiltenvs.calico import rules
from quiltenvs.calico.config import CalicoConfig
from quiltenvs.calico.scenarios import figure, has_passed
from quiltenvs.calico.scoring import num_buttons
from quiltenvs.core.errors import QuiltError
from quiltenvs.core.game import Game, State

NORMAL, RESTRICTION, SCENARIO = MODES = ("normal game", "rule restriction", "scenario")
_ANY = 1000  # more than any figure


class AchievementError(QuiltError):
    """Achievements are asked for where there are none: the game is not over, or not Calico."""


class Achievement(NamedTuple):
    """A circle, for a figure of the quilt or the game that lies in ``least .. most``."""

    name: str
    """Stays the same forever: charts in files hold it."""
    mode: str
    text: str
    figure: str
    """A key of ``_FIGURES``."""
    least: int
    most: int = _ANY


ACHIEVEMENTS = (
    Achievement("score_60", NORMAL, "60 points or more", "score", 60),
    Achievement("score_65", NORMAL, "65 points or more", "score", 65),
    Achievement("score_70", NORMAL, "70 points or more", "score", 70),
    Achievement("score_75", NORMAL, "75 points or more", "score", 75),
    Achievement("score_80", NORMAL, "80 points or more", "score", 80),
    Achievement("score_85", NORMAL, "85 points or more", "score", 85),
    Achievement("rainbow", NORMAL, "A rainbow button", "rainbow", 1),
    Achievement("no_buttons", NORMAL, "No button", "buttons", 0, 0),
    Achievement("no_cats", NORMAL, "No cat", "cats", 0, 0),
    Achievement("no_goals", NORMAL, "No goal completed", "goals", 0, 0),
    Achievement("each_cat_twice", NORMAL, "Two of each cat", "tokens of the rarest cat", 2),
    Achievement("next_to_placed", RESTRICTION, "Each tile beside one placed before", "rule", 1, 1),
    Achievement("goals_need_both", RESTRICTION, "Goals by color and pattern only", "rule", 2, 2),
    Achievement("no_hand", RESTRICTION, "Tiles straight from the market", "rule", 3, 3),
    Achievement("next_to_same_color", RESTRICTION, "Each tile beside its color", "rule", 4, 4),
    Achievement("next_to_same_pattern", RESTRICTION, "Each tile beside its pattern", "rule", 5, 5),
    *(
        Achievement(f"scenario_{k}", SCENARIO, f"Scenario {k} passed", "scenario", k, k)
        for k in range(1, len(rules.SCENARIOS) + 1)
    ),
)
"""One line an achievement, in the order of a chart; a new one goes to the end of its mode."""


def _objective(index: int) -> Callable[[State, int], int]:
    return lambda state, player: figure(state, player, index)


def _rule(state: State, player: int) -> int:
    """Return the number of the restriction in force: a game of the mode has exactly one."""
    return int(np.argmax(state.restrictions)) + 1


def _passed_scenario(state: State, player: int) -> int:
    """Return the number of the scenario if ``player`` has passed it, else 0."""
    return int(state.scenario) if has_passed(state, player) else 0


_FIGURES: dict[str, Callable[[State, int], int]] = {
    **{name: _objective(index) for index, name in enumerate(rules.OBJECTIVES)},
    "buttons": num_buttons,
    "rule": _rule,
    "scenario": _passed_scenario,
}


def mode_of(config: CalicoConfig) -> str:
    """Return which of MODES a game with these options is, or "" if nothing can be earned."""
    if config.scenario != rules.NO_SCENARIO:
        return SCENARIO
    if config.num_players == 1 or config.setup == "family":
        return ""
    return {0: NORMAL, 1: RESTRICTION}.get(len(config.restrictions()), "")


def earned(game: Game, state: State, player: int) -> tuple[Achievement, ...]:
    """Return the achievements of which ``player`` may fill one, in the order of ACHIEVEMENTS.

    Raises:
        AchievementError: ``state`` is no finished game of ``game``, which must be Calico, or
            there is no such player.
    """
    mode = mode_of(_checked_config(game, state, player))
    if not mode or (mode != SCENARIO and game.ranking(state)[player] != 1):
        return ()
    return tuple(
        achievement
        for achievement in ACHIEVEMENTS
        if achievement.mode == mode
        and achievement.least <= _FIGURES[achievement.figure](state, player) <= achievement.most
    )


def _checked_config(game: Game, state: State, player: int) -> CalicoConfig:
    """Return the options of ``game`` if :func:`earned` has an answer."""
    if not isinstance(game.config, CalicoConfig):
        raise AchievementError(f"only calico has achievements, not {game.spec.name}")
    if state.dtype != game.state_dtype:
        raise AchievementError("the state is not one of calico")
    # A circle stays filled: do not take a state of another variant for one of this.
    for name in ("num_players", "setup", "scenario", "restrictions"):
        if np.any(state[name] != game.blank[name]):
            raise AchievementError(
                f"the state is of another variant than {game}: its {name} is {state[name]}"
            )
    if not game.is_terminal(state):
        raise AchievementError("achievements are earned at the end, and the game is not over")
    if not 0 <= player < game.spec.num_players:
        raise AchievementError(f"no player {player!r}; they are 0 .. {game.spec.num_players - 1}")
    return game.config
