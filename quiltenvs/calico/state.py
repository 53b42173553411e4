"""The layout of one Calico position."""

import numpy as np

from quiltenvs.calico import rules
from quiltenvs.calico.config import BOARD_DEALS, DEALT, RESTRICTIONS, SETUPS, CalicoConfig
from quiltenvs.core.config import RANDOM, seat_code
from quiltenvs.core.game import State
from quiltenvs.core.record import new_record, record_dtype

NONE = -1
"""No tile, cat or goal; a goal tile that lies face down."""
CHOOSE_GOALS, PLACE, TAKE, OVER = range(4)
"""The phases."""
BY_COLOR, BY_PATTERN = 1, 2
"""How a goal has been met; 3 is both."""
_SEATS = rules.MAX_PLAYERS

STATE = record_dtype(
    [
        ("rng", np.uint64),  # source of all chance; see core/rng.py
        # Bitboards by seat, one bit a cell (see quilt.py); printed hexes count like tiles.
        ("colors", np.uint64, (_SEATS, rules.NUM_COLORS)),
        ("patterns", np.uint64, (_SEATS, rules.NUM_PATTERNS)),
        ("open", np.uint64, (_SEATS,)),  # spaces without a tile
        ("buttoned", np.uint64, (_SEATS,)),  # all cells of color areas that hold a button
        ("visited", np.uint64, (_SEATS,)),  # all cells of pattern areas that hold a cat
        ("button_tokens", np.uint64, (_SEATS,)),  # tiles that a button is sewn onto
        ("cat_tokens", np.uint64, (_SEATS,)),  # tiles that a cat sits on
        ("num_steps", np.int16),
        ("tiles", np.int8, (rules.NUM_TILES,)),  # kinds in the order of the bag; NONE once drawn
        ("bag", np.int8, (rules.NUM_KINDS,)),  # how many of each kind are left in it
        ("hand", np.int8, (_SEATS, rules.HAND_SIZE)),  # kinds, NONE in an emptied slot
        ("market", np.int8, (rules.MARKET_SIZE,)),  # solo: slot 0 is furthest from the bag
        ("goal_offer", np.int8, (_SEATS, rules.OFFER_SIZE)),  # goals to choose from
        ("goals", np.int8, (_SEATS, rules.NUM_SPOTS)),  # by spot; NONE if not placed, or face down
        ("goals_met", np.int8, (_SEATS, rules.NUM_SPOTS)),  # BY_COLOR | BY_PATTERN
        ("buttons", np.int8, (_SEATS, rules.NUM_COLORS)),  # tokens
        ("cats", np.int8, (_SEATS, rules.LINEUP_SIZE)),  # tokens of each cat of the lineup
        ("lineup", np.int8, (rules.LINEUP_SIZE,)),  # the three cats of the game
        ("cat_of", np.int8, (rules.NUM_PATTERNS,)),  # place in lineup of the cat of a pattern
        ("is_secret", np.int8, (_SEATS, rules.HAND_SIZE)),  # 1: only its owner has seen the tile
        ("rainbow", np.int8, (_SEATS,)),  # 0 or 1
        ("num_placed", np.int8, (_SEATS,)),
        ("board", np.int8, (_SEATS,)),  # index of rules.BOARD_NAMES
        ("num_drawn", np.int8),
        ("num_chosen", np.int8),  # players that have placed their goals
        ("starter", np.int8),
        ("mover", np.int8),
        ("phase", np.int8),
        ("emptied", np.int8),  # hand slot for the tile to be taken
        # Options, kept by reset.
        ("num_players", np.int8),
        ("starting_player", np.int8),  # seat or RANDOM_SEAT
        ("setup", np.int8),  # index of config.SETUPS
        ("named_cats", np.int8, (rules.LINEUP_SIZE,)),  # NONE: random
        ("named_goals", np.int8, (rules.NUM_SPOTS,)),  # NONE: dealt
        ("scenario", np.int8),  # 1 .. 10, or rules.NO_SCENARIO
        ("board_deal", np.int8),  # index of config.BOARD_DEALS
        ("target_score", np.int8),
        ("lower_variance", np.int8),  # 0 or 1, like the next
        ("restrictions", np.int8, (len(RESTRICTIONS),)),  # in the order of config.RESTRICTIONS
    ]
)


def blank(config: CalicoConfig) -> State:
    """Return a state that holds the options and nothing else, ready for ``reset``."""
    state = new_record(STATE)
    state.num_players = config.num_players
    state.starting_player = seat_code(config.starting_player)
    state.setup = SETUPS.index(config.setup)
    state.named_cats, state.named_goals = NONE, NONE
    cats, goals = _named(config)
    if cats:
        state.named_cats = [rules.CAT_NAMES.index(name) for name in cats]
    if goals:
        state.named_goals = [rules.GOAL_NAMES.index(name) for name in goals]
    state.scenario = config.scenario
    state.board_deal = BOARD_DEALS.index(config.boards)
    state.target_score = config.target_score
    state.lower_variance = config.lower_variance
    state.restrictions = [getattr(config, name) for name in RESTRICTIONS]
    return state


def _named(config: CalicoConfig) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the cats and the goals that the options name; empty where chance decides."""
    if config.scenario != rules.NO_SCENARIO:
        scenario = rules.SCENARIOS[config.scenario - 1]
        return scenario.cats, scenario.goals
    if config.setup == "beginner":
        return rules.BEGINNER_CATS, rules.BEGINNER_GOALS
    cats = () if config.cats == RANDOM else tuple(config.cats.split())
    return cats, () if config.goals == DEALT else tuple(config.goals.split())
