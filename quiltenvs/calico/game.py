"""Calico put together: the wiring, no logic."""

from quiltenvs.calico import VERSION, engine, faults, observation, render, scoring, state
from quiltenvs.calico.config import CalicoConfig
from quiltenvs.core.game import Game, GameSpec, Rules

Config = CalicoConfig

RULES = Rules(
    reset=engine.reset,
    step=engine.step,
    current_player=engine.current_player,
    is_terminal=engine.is_terminal,
    is_truncated=engine.is_truncated,
    action_mask=engine.action_mask,
    is_legal=engine.is_legal,
    num_legal=engine.num_legal,
    nth_legal=engine.nth_legal,
    observe=observation.observe,
    score=scoring.score,
    rank_players=engine.rank_players,
    redeal_hidden=engine.redeal_hidden,
)


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
