"""Calico put together: the wiring, no logic."""

from quiltenvs.calico import VERSION, bag, engine, faults, observation, render, scoring, state
from quiltenvs.calico.config import CalicoConfig
from quiltenvs.core.game import Game, GameSpec, Rules

Config = CalicoConfig

RULES = Rules.of(engine, scoring, observation, bag)


def make_game(config: CalicoConfig) -> Game:
    """Return Calico with these options."""
    return Game(
        spec=GameSpec(
            name="calico",
            title="Calico",
            version=VERSION,
            num_players=config.num_players,
            num_actions=engine.ACTIONS.size,
            max_steps=config.num_players * engine.MAX_STEPS_PER_PLAYER,
            score_scale=50.0,
            hides_information=config.num_players > 1 and not config.no_hand,
        ),
        config=config,
        layout=observation.layout(config.num_players),
        actions=engine.ACTIONS,
        blank=state.blank(config),
        rules=RULES,
        action_text=render.action_name,
        render=render.render,
        draw=render.draw,
        find_fault=faults.find_fault,
    )
