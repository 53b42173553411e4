"""Quartile put together: the wiring, no logic."""

from quiltenvs.core.game import Game, GameSpec, Rules
from quiltenvs.quartile import VERSION, engine, faults, observation, quarry, render, rules, state
from quiltenvs.quartile.config import QuartileConfig
from quiltenvs.quartile.tile_sets import digest

Config = QuartileConfig

RULES = Rules.of(engine, observation, quarry)


def make_game(config: QuartileConfig) -> Game:
    """Return Quartile with these options."""
    # Each turn a visit, a tile and a cell; before the first each player may show every tile.
    max_steps = 3 * rules.NUM_TURNS + config.num_players * rules.HAND_SIZE + 1
    if config.may_claim_unable:
        max_steps += rules.NUM_TURNS
    actions = engine.actions(config.table_size)
    return Game(
        spec=GameSpec(
            name="quartile",
            title="Quartile",
            version=VERSION,
            num_players=config.num_players,
            num_actions=actions.size,
            max_steps=max_steps,
            score_scale=5.0 if config.children else 100.0,
            hides_information=True,
            content=digest(config.tile_set),
            most_points_win=config.target == 0,
        ),
        config=config,
        layout=observation.layout(config.num_players, config.table_size),
        actions=actions,
        blank=state.blank(config),
        rules=RULES,
        action_text=render.action_name,
        render=render.render,
        draw=render.draw,
        find_fault=faults.find_fault,
    )
