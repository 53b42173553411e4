"""The options of Quartile."""

from dataclasses import dataclass

from quiltenvs.core.config import RANDOM, GameConfig, Open, integers, option
from quiltenvs.core.errors import OptionError
from quiltenvs.quartile import rules, tile_sets

BY_RULES = "rules"
BY_RULES_CODE = -2
"""How ``starting_player="rules"`` is written in a state."""
NO_TARGET, MAX_TARGET = 0, 1000
_SUGGESTED = ", ".join(f"{points} for {n}" for n, points in rules.SUGGESTED_TARGETS.items())


@dataclass(frozen=True)
class QuartileConfig(GameConfig):
    """Options of Quartile; each lies in the state, so one engine plays all variants."""

    num_players: int = option(2, range(rules.MIN_PLAYERS, rules.MAX_PLAYERS + 1), "How many play.")
    starting_player: int | str = option(
        BY_RULES,
        (BY_RULES, *range(rules.MAX_PLAYERS), RANDOM),
        "Who moves first: whom the lowest tile shown names, by the rules; a seat; or one drawn at "
        "random for every game.",
    )
    tile_set: str = option(
        "mix",
        tile_sets.TILE_SETS,
        "The 49 tiles, most of which are assumed; see below.",
        Open(
            "a CSV file with the columns " + ", ".join(tile_sets.COLUMNS), tile_sets.find_fault, ()
        ),
    )
    table_size: int = option(
        31,
        rules.TABLE_SIZES,
        "Cells of a side of the table, the start tile in the middle; 97 has room for every game.",
    )
    may_claim_unable: bool = option(
        False, (False, True), "Whether a player that has a legal placement may say it has none."
    )
    children: bool = option(
        False, (False, True), "Touching pips have to be equal; a point for each touching side."
    )
    target: int = option(
        NO_TARGET,
        (NO_TARGET,),
        "Points of the Predetermined Point Game: closest wins, but not above; 0 for the most "
        f"points. Suggested are {_SUGGESTED}.",
        integers(1, MAX_TARGET, example=200),
    )
    visiting_quarry: bool = option(
        False, (False, True), "Before placing, five points buy the tile that follows the turn."
    )

    def check(self) -> None:
        """Refuse a starting player that does not sit at the table."""
        seat = self.starting_player
        if isinstance(seat, int) and seat >= self.num_players:
            raise OptionError(
                f"starting_player={seat} needs more than {self.num_players} players; use 0 .. "
                f"{self.num_players - 1}, 'random' or 'rules'"
            )
