"""The options of Patchwork."""

from dataclasses import dataclass

from quiltenvs.core.config import RANDOM, GameConfig, option
from quiltenvs.patchwork import rules

MATCHES = ("single", "two_game")


@dataclass(frozen=True)
class PatchworkConfig(GameConfig):
    """Options of Patchwork; each lies in the state, so one engine plays all variants."""

    num_players: int = option(2, (2,), "Patchwork is a game for two.")
    starting_player: int | str = option(
        0, (0, 1, RANDOM), "The seat that moves first, or drawn at random for every game."
    )
    time_board: str = option(
        "revised",
        rules.TIME_BOARDS,
        "Where the special patches lie: spaces 26, 32, 38, 44, 50 on the revised board; "
        "20, 26, 32, 44, 50 on the original one.",
    )
    gap_penalty: int = option(
        2, (2, 1), "Points lost per empty square; 1 is the house variation Gentler gaps."
    )
    match: str = option(
        "single",
        MATCHES,
        "One game, or two games with alternating starters whose scores are added.",
    )
