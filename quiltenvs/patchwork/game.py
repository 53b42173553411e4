"""Patchwork put together: the wiring, no logic."""

from quiltenvs.core.game import Game, GameSpec, Rules
from quiltenvs.patchwork import VERSION, engine, observation, render, rules, state
from quiltenvs.patchwork.config import PatchworkConfig

Config = PatchworkConfig

RULES = Rules.of(engine, observation)


def make_game(config: PatchworkConfig) -> Game:
    """Return Patchwork with these options."""
    num_games = 2 if config.match == "two_game" else 1
    return Game(
        spec=GameSpec(
            name="patchwork",
            title="Patchwork",
            version=VERSION,
            num_players=rules.NUM_PLAYERS,
            num_actions=engine.ACTIONS.size,
            max_steps=num_games * engine.MAX_STEPS_PER_GAME,
            score_scale=50.0 * num_games,
            hides_information=False,
        ),
        config=config,
        layout=observation.LAYOUT,
        actions=engine.ACTIONS,
        blank=state.blank(config),
        rules=RULES,
        action_text=render.action_name,
        render=render.render,
        draw=render.draw,
        find_fault=state.find_fault,
    )
