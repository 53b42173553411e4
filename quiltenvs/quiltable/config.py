"""The options of Quiltable, and which of them exclude each other."""

from dataclasses import dataclass
from typing import Any

from quiltenvs.core.config import RANDOM, GameConfig, Open, integers, option
from quiltenvs.core.errors import OptionError
from quiltenvs.quiltable import rules

STANDARD, QUICK_START, RACE, MINI, SPEED = range(5)
MODES = ("standard", "quick_start", "symmetrical_race", "mini", "speed")
"""How the game is played, in the order of the codes above."""
NO_ASSISTANTS = "none"
ALIGNED, LABEL = "aligned", "label"
DEFAULT_MASTER = rules.MASTERS[0]
DEFAULT_TURNS, MAX_TURNS = 20, 1000
_PLAYERS = {
    "quick_start": range(1, 5),
    "symmetrical_race": range(2, 5),
    "mini": range(5, 9),
    "speed": range(5, 9),
}
_COPIES = {"quick_start": 1, "symmetrical_race": 1, "mini": 1, "speed": 2}


def assistant_names(assistants: str) -> list[str]:
    """Return the assistants that an option names, one a seat; none of ``none`` or ``random``."""
    return [] if assistants in (NO_ASSISTANTS, RANDOM) else assistants.split(",")


def _find_assistants_fault(value: Any) -> str:
    if not isinstance(value, str):
        return "not a text"
    unknown = [name for name in value.split(",") if name not in rules.ASSISTANTS]
    return f"no assistant {unknown[0]!r}; they are {', '.join(rules.ASSISTANTS)}" if unknown else ""


@dataclass(frozen=True)
class QuiltableConfig(GameConfig):
    """Options of Quiltable; each lies in the state, so one engine plays all variants."""

    num_players: int = option(
        2,
        range(rules.MIN_PLAYERS, rules.MAX_PLAYERS + 1),
        "How many play; one plays against a Quilting Master.",
    )
    starting_player: int | str = option(
        RANDOM,
        (*range(rules.MAX_PLAYERS), RANDOM),
        "Who moves first: a seat, or one drawn at random for every game.",
    )
    mode: str = option(
        "standard",
        MODES,
        "Which game: the standard one, Quick Start, Symmetrical Race, the Mini game of 5 to 8 or "
        "the Speed game of 5 to 8 with two Pattern Areas.",
    )
    copies: int = option(1, (1, 2), "Copies of the game; five players and more need two, or mini.")
    all_cards: bool = option(False, (False, True), "All Cards: none are removed at the start.")
    patches: bool = option(False, (False, True), "Advanced: points for patches that match.")
    symmetry: bool = option(False, (False, True), "Advanced: points for a symmetrical quilt.")
    assistants: str = option(
        NO_ASSISTANTS,
        (NO_ASSISTANTS, RANDOM),
        "Advanced: Quilting Assistants, dealt at random to players that choose a side; or who "
        "has which, named seat by seat.",
        Open(
            "names of assistants, one a player, parted by commas",
            _find_assistants_fault,
            ("planning_peter,mayhem_maddie", "big_billy,terrific_tim"),
        ),
    )
    quilting_master: str = option(
        DEFAULT_MASTER, rules.MASTERS, "Whom one player plays against, from easy to extreme."
    )
    auto_refill: bool = option(
        False,
        (False, True),
        "Whether cards that refill the Pattern Area lie where they come, instead of being laid by "
        "the player: fewer steps.",
    )
    gladys_once_per_turn: bool = option(
        False,
        (False, True),
        "Whether Gifted Gladys takes or returns unconnected blocks once a turn only.",
    )
    patch_match: str = option(
        ALIGNED,
        (ALIGNED, LABEL),
        "Which patches match: those that meet at the seam (left with right, middle with middle), "
        "or those in the same position.",
    )
    max_turns: int = option(
        DEFAULT_TURNS,
        (DEFAULT_TURNS,),
        "Turns of each player after which the game is cut off (truncated).",
        integers(1, MAX_TURNS, example=3),
    )

    def check(self) -> None:
        """Refuse combinations that the rulebook rules out."""
        self._check_players()
        self._check_cards()
        self._check_assistants()
        self._check_details()

    def _refuse(self, first: str, second: str, reason: str) -> None:
        raise OptionError(
            f"{first}={getattr(self, first)!r} and {second}={getattr(self, second)!r} do not go "
            f"together: {reason}"
        )

    def _check_players(self) -> None:
        players = _PLAYERS.get(self.mode)
        if players is not None and self.num_players not in players:
            reason = f"{self.mode} is for {players[0]} to {players[-1]} players"
            self._refuse("mode", "num_players", reason)
        if _COPIES.get(self.mode, self.copies) != self.copies:
            self._refuse("mode", "copies", f"{self.mode} takes copies={_COPIES[self.mode]}")
        if self.mode == "standard" and self.copies == 1 and self.num_players > 4:
            reason = "one copy is for 1 to 4 players; use copies=2 or mode='mini'"
            self._refuse("num_players", "copies", reason)
        seat = self.starting_player
        if isinstance(seat, int) and seat >= self.num_players:
            reason = f"use 0 .. {self.num_players - 1} or {RANDOM!r}"
            self._refuse("starting_player", "num_players", reason)

    def _check_cards(self) -> None:
        if self.all_cards and self.num_players > rules.MAX_PLAYERS_OF_ONE_COPY:
            reason = "five players and more take a number of cards each"
            self._refuse("all_cards", "num_players", reason)
        if self.mode in ("quick_start", "symmetrical_race"):
            for module in ("patches", "symmetry"):
                if getattr(self, module):
                    self._refuse(module, "mode", f"{self.mode} has no advanced modules")

    def _check_assistants(self) -> None:
        if self.assistants == NO_ASSISTANTS:
            return
        if self.mode in ("quick_start", "symmetrical_race", "mini"):
            self._refuse("assistants", "mode", f"{self.mode} has no Quilting Assistants")
        names = assistant_names(self.assistants)
        if names and len(names) != self.num_players:
            self._refuse("assistants", "num_players", f"{len(names)} are named")
        cards = [rules.ASSISTANTS.index(name) // 2 for name in names]
        if any(cards.count(card) > self.copies for card in cards):
            reason = f"the two sides of a card count as one, and there are {self.copies} of each"
            self._refuse("assistants", "copies", reason)
        if self.num_players == 1 and rules.TRAVIS // 2 in cards:
            self._refuse("assistants", "num_players", "that card needs another player")

    def _check_details(self) -> None:
        if self.quilting_master != DEFAULT_MASTER and self.num_players > 1:
            self._refuse("quilting_master", "num_players", "only one player meets a master")
        if self.gladys_once_per_turn and self.assistants == NO_ASSISTANTS:
            self._refuse("gladys_once_per_turn", "assistants", "Gladys is one of them")
        if self.patch_match != ALIGNED and not self.patches:
            self._refuse("patch_match", "patches", "without them nothing has to match")
