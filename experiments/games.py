"""Which games are there, and what are they like?"""

import dataclasses
from dataclasses import dataclass

from quiltenvs.core.game import Game
from quiltenvs.core.registry import game, game_names
from quiltenvs.experiments import measure
from quiltenvs.experiments.reports import Table


@dataclass(frozen=True, kw_only=True)
class GamesConfig:
    """List the games and their options."""

    statistics: bool = False
    """Also play 20,000 random games of each, and tell their lengths, choices and scores."""


def run(config: GamesConfig, command: str = "") -> None:
    """Print the tables."""
    found = [game(name) for name in game_names()]
    facts_table(found).show()
    for one in found:
        options_table(one).show()
        if config.statistics:
            row = measure.measure_random(one, measure.NUM_RANDOM_GAMES).row()
            Table(f"{one.spec.title}: games", measure.COLUMNS, (row,)).show()


def facts_table(games: list[Game]) -> Table:
    """Return the facts of ``games``, each with its default options."""
    columns = ("game", "players", "actions", "observation", "steps at most", "hidden information")
    rows = tuple(
        (
            f"{one.spec.name}-v{one.spec.version}",
            ", ".join(map(str, _allowed(one, "num_players"))),
            f"{one.spec.num_actions:,}",
            f"{one.observation_size:,}",
            str(one.spec.max_steps),
            "yes" if one.spec.hides_information else "none",
        )
        for one in games
    )
    return Table("Games", columns, rows)


def options_table(one: Game) -> Table:
    """Return the options of a game, each with the values it takes, the default first."""
    rows = []
    for field in dataclasses.fields(one.config):
        values = sorted(_allowed(one, field.name), key=lambda value: value != field.default)
        others = field.metadata["others"]
        texts = [*map(str, values), *([others.text] if others else [])]
        rows.append((field.name, ", ".join(texts), field.metadata["text"]))
    columns = ("--options", "values, default first", "meaning")
    return Table(f"{one.spec.title}: options, given as name=value", columns, tuple(rows))


def _allowed(one: Game, name: str) -> tuple[object, ...]:
    (field,) = (field for field in dataclasses.fields(one.config) if field.name == name)
    allowed: tuple[object, ...] = field.metadata["allowed"]
    return allowed
