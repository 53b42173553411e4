"""Quiltable put together: the wiring, no logic."""

from quiltenvs.core.game import Game, GameSpec, Rules
from quiltenvs.quiltable import (
    VERSION,
    choices,
    drawing,
    engine,
    faults,
    hidden,
    observation,
    render,
    rules,
    state,
)
from quiltenvs.quiltable.config import NO_ASSISTANTS, QuiltableConfig

Config = QuiltableConfig

RULES = Rules.of(engine, observation, hidden)
SETUP_STEPS = 2
"""A side or a kept card of each player, and the corner of the Quilting Master."""
# Four picks and done, one placing or four cards laid, and as many holes where piles lay.
_STEPS_PER_ACTION = rules.MAX_RETURN + 1 + 1 + rules.MAX_RETURN + rules.NUM_PILES
_MOST_DONATIONS = rules.MAX_COPIES * rules.TIM_DONATIONS
_STEPS_PER_FREE_MOVE = 3


def max_steps(config: QuiltableConfig) -> int:
    """Return a number of steps that no game exceeds."""
    actions, free_moves = rules.NUM_ACTIONS, 0
    if config.assistants != NO_ASSISTANTS:  # two Terrific Tims, a third PLAN, two Mayhem Maddies
        actions += _MOST_DONATIONS + 1
        free_moves = _MOST_DONATIONS + rules.MAX_COPIES
    per_turn = actions * _STEPS_PER_ACTION + free_moves * _STEPS_PER_FREE_MOVE + 1
    turns = config.max_turns + 1  # the last turn of a player may come after its limit
    return config.num_players * (SETUP_STEPS + turns * per_turn)


def make_game(config: QuiltableConfig) -> Game:
    """Return Quiltable with these options."""
    is_race = config.mode == "symmetrical_race"
    side = rules.RACE_SIDE if is_race else rules.AREA_SIDE
    num_areas = state.MAX_AREAS if config.mode == "speed" else 1
    actions = choices.actions(side)
    return Game(
        spec=GameSpec(
            name="quiltable",
            title="Quiltable: The Card Game",
            version=VERSION,
            num_players=config.num_players,
            num_actions=actions.size,
            max_steps=max_steps(config),
            score_scale=1.0 if is_race else 30.0,
            hides_information=True,
        ),
        config=config,
        layout=observation.layout(config.num_players, num_areas, side),
        actions=actions,
        blank=state.blank(config),
        rules=RULES,
        action_text=render.action_name,
        render=render.render,
        draw=drawing.draw,
        find_fault=faults.find_fault,
    )
