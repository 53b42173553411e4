"""The options of Calico."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quiltenvs.calico import rules
from quiltenvs.core.config import RANDOM, GameConfig, Open, integers, option
from quiltenvs.core.errors import OptionError

SETUPS = ("standard", "beginner", "family")
BOARD_DEALS = ("fixed", RANDOM)
DEALT = "dealt"
DEFAULT_TARGET, MAX_TARGET = 60, 120
RESTRICTIONS = (
    "next_to_placed",
    "goals_need_both",
    "no_hand",
    "next_to_same_color",
    "next_to_same_pattern",
)
"""The rule restrictions 1 .. 5 in the order of the rulebook."""


def _find_name_fault(value: Any, names: Sequence[str]) -> str:
    """Return why ``value`` is not three different ones of ``names``."""
    if not isinstance(value, str):
        return "not a text"
    words = value.split()
    unknown = [word for word in words if word not in names]
    if unknown:
        return f"no {unknown[0]!r} among {', '.join(names)}"
    if len(words) != 3 or len(set(words)) != 3 or value != " ".join(words):
        return "not three different names with a space between"
    return ""


def _find_cats_fault(value: Any) -> str:
    fault = _find_name_fault(value, rules.CAT_NAMES)
    if not fault and len({rules.CAT_NAMES.index(name) // 2 for name in value.split()}) != 3:
        return "two of them are on one tile"
    return fault


@dataclass(frozen=True)
class CalicoConfig(GameConfig):
    """Options of Calico; each lies in the state, so one engine plays all variants."""

    num_players: int = option(2, (1, 2, 3, 4), "How many play; one plays the solo mode.")
    starting_player: int | str = option(
        0, (0, 1, 2, 3, RANDOM), "The seat that moves first, or drawn at random for every game."
    )
    setup: str = option(
        "standard",
        SETUPS,
        "Standard: everybody sees four goals and places three. Beginner: cats and goals are "
        "given. Family: as standard, but the goal tiles lie face down.",
    )
    cats: str = option(
        RANDOM,
        (RANDOM,),
        "The cats: one of each number of dots at random, or three by name.",
        Open(
            "three names on different tiles, e.g. 'Millie Rumi Coconut'",
            _find_cats_fault,
            ("Callie Almond Leo",),
        ),
    )
    goals: str = option(
        DEALT,
        (DEALT,),
        "The goals to choose from: four of six dealt to each player, or three by name, for each "
        "player to place as it likes.",
        Open(
            "three names, e.g. '!= AAA-BBB AA-BB-CC'",
            lambda value: _find_name_fault(value, rules.GOAL_NAMES),
            ("AAAA-BB AA-BB-C-D !=",),
        ),
    )
    scenario: int = option(
        rules.NO_SCENARIO,
        range(len(rules.SCENARIOS) + 1),
        "A scenario, which names cats, goals and objectives; 0 for none.",
    )
    boards: str = option(
        "fixed",
        BOARD_DEALS,
        f"Whether seats 0, 1, 2, 3 have the {', '.join(rules.BOARD_NAMES)} board, or one at "
        "random for every game.",
    )
    lower_variance: bool = option(
        False, (False, True), "Leave out one tile of each kind; for one or two players."
    )
    next_to_placed: bool = option(
        False, (False, True), "Restriction 1: tiles only next to tiles placed before."
    )
    goals_need_both: bool = option(
        False, (False, True), "Restriction 2: goals score only if met by color and pattern."
    )
    no_hand: bool = option(
        False, (False, True), "Restriction 3: tiles are placed straight from the market."
    )
    next_to_same_color: bool = option(
        False, (False, True), "Restriction 4: tiles only next to the same color."
    )
    next_to_same_pattern: bool = option(
        False, (False, True), "Restriction 5: tiles only next to the same pattern."
    )
    target_score: int = option(
        DEFAULT_TARGET,
        (DEFAULT_TARGET,),
        "Points that win a solo game without a scenario.",
        integers(1, MAX_TARGET, example=45),
    )

    def restrictions(self) -> tuple[int, ...]:
        """Return the numbers, 1 .. 5, of the rule restrictions in force."""
        return tuple(i + 1 for i, name in enumerate(RESTRICTIONS) if getattr(self, name))

    def check(self) -> None:
        """Refuse combinations of options that exclude each other."""
        if self.starting_player != RANDOM and int(self.starting_player) >= self.num_players:
            raise OptionError(
                f"starting_player={self.starting_player} needs more than {self.num_players} "
                f"players; use 0 .. {self.num_players - 1} or 'random'"
            )
        if self.lower_variance and self.num_players > 2:
            raise OptionError(
                f"lower_variance=True is for one or two players, not {self.num_players}"
            )
        if self.target_score != DEFAULT_TARGET and self.num_players > 1:
            raise OptionError(
                f"target_score={self.target_score} is for one player, not {self.num_players}"
            )
        for mode, excluded in self._exclusions():
            for name in excluded:
                if getattr(self, name) != type(self).__dataclass_fields__[name].default:
                    raise OptionError(f"{mode} excludes {name}={getattr(self, name)!r}")

    def _exclusions(self) -> list[tuple[str, tuple[str, ...]]]:
        """Return the modes chosen, each with the options that must stay at their defaults."""
        found: list[tuple[str, tuple[str, ...]]] = []
        if self.setup == "beginner":
            found.append(("setup='beginner'", ("cats", "goals")))
        if self.setup == "family":
            # With the goals face down there is nothing to name and nothing to complete.
            found.append(("setup='family'", ("goals", "goals_need_both")))
        if self.scenario != rules.NO_SCENARIO:
            given = ("setup", "cats", "goals", *RESTRICTIONS, "target_score")
            found.append((f"scenario={self.scenario}", given))
        return found
