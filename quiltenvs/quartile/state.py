"""The layout of one Quartile position."""

import numpy as np

from quiltenvs.core.config import RANDOM, RANDOM_SEAT
from quiltenvs.core.game import State
from quiltenvs.core.record import new_record, record_dtype
from quiltenvs.quartile import rules
from quiltenvs.quartile.config import BY_RULES, BY_RULES_CODE, QuartileConfig
from quiltenvs.quartile.tile_sets import read_tiles

NONE = -1
"""No tile, no slot, no player."""
COMMIT, NAME_STARTER, CHOOSE_TILE, CHOOSE_CELL, OVER = range(5)
"""The phases."""
_SEATS = rules.MAX_PLAYERS
# The start tile opens four cells; every other tile takes one and opens three at most.
MAX_OPEN = rules.NUM_SIDES + (rules.NUM_SIDES - 2) * rules.NUM_TURNS
PIP_BITS = 4  # pips of the four sides lie side by side in 16 bits, north lowest

STATE = record_dtype(
    [
        ("rng", np.uint64),  # source of all chance; see core/rng.py
        # Cells next to a tile, in the order of the table. A cell is row * 128 + column.
        ("open_cell", np.int16, (MAX_OPEN,)),
        ("open_pips", np.uint16, (MAX_OPEN,)),  # of the tiles around, at the sides they touch
        ("open_sides", np.uint16, (MAX_OPEN,)),  # 15 at every side where there are such pips
        ("placed_cell", np.int16, (rules.NUM_TILES,)),  # in the order of play, the start tile first
        ("placed_pips", np.uint16, (rules.NUM_TILES,)),  # as the tile lies
        ("tile_pips", np.uint16, (rules.NUM_TILES,)),  # of every tile of the set, as printed
        ("scores", np.int16, (_SEATS,)),
        ("num_steps", np.int16),
        ("target", np.int16),  # option, kept by reset; 0: most points win
        ("placed_tile", np.int8, (rules.NUM_TILES,)),  # NONE beyond the last
        ("tile_center", np.int8, (rules.NUM_TILES,)),
        ("quarry", np.int8, (rules.NUM_TILES,)),  # tiles in the order of drawing; NONE once drawn
        ("hand", np.int8, (_SEATS, rules.MAX_HAND)),  # NONE in an empty slot
        ("is_shown", np.int8, (_SEATS, rules.MAX_HAND)),  # 1: all have seen the tile
        ("discards", np.int8, (rules.NUM_TILES,)),  # NONE beyond the last
        ("committed", np.int8, (_SEATS,)),  # slot lying face down, NONE before
        ("is_tied", np.int8, (_SEATS,)),  # 1: has to show a tile in this round
        ("num_open", np.int8),
        ("num_placed", np.int8),
        ("num_discards", np.int8),
        ("num_drawn", np.int8),
        ("num_reveals", np.int8),  # rounds of showing tiles that ended in a tie
        ("starter", np.int8),  # NONE until it is known
        ("turn_of", np.int8),  # whose turn it is
        ("mover", np.int8),  # who decides: the player of the turn, or the next one for it
        ("phase", np.int8),
        ("picked", np.int8),  # slot that the next player picked of an unable hand, or NONE
        ("chosen_slot", np.int8),  # the tile to be laid, or NONE
        ("chosen_rotation", np.int8),
        ("has_visited", np.int8),  # 1: the tile of this turn has been drawn
        # Options, kept by reset. The tiles above are one of them.
        ("num_players", np.int8),
        ("starting_player", np.int8),  # seat, RANDOM_SEAT or BY_RULES_CODE
        ("table_radius", np.int8),  # cells from the start tile to the edge of the table
        ("may_claim_unable", np.int8),  # 0 or 1, like the next
        ("children", np.int8),
        ("visiting_quarry", np.int8),
    ]
)


def pack_pips(pips: tuple[int, ...]) -> int:
    """Return the pips of four sides as one number, four bits a side."""
    return sum(count << PIP_BITS * side for side, count in enumerate(pips))


def blank(config: QuartileConfig) -> State:
    """Return a state that holds the options and nothing else, ready for ``reset``.

    Raises:
        TileFileError: the file that ``tile_set`` names has changed since it was checked.
    """
    state = new_record(STATE)
    tiles = read_tiles(config.tile_set)
    state.tile_center = [tile.center for tile in tiles]
    state.tile_pips = [pack_pips(tile.pips) for tile in tiles]
    state.num_players = config.num_players
    codes = {RANDOM: RANDOM_SEAT, BY_RULES: BY_RULES_CODE}
    state.starting_player = codes.get(str(config.starting_player), config.starting_player)
    state.table_radius = config.table_size // 2
    state.may_claim_unable = config.may_claim_unable
    state.children = config.children
    state.visiting_quarry = config.visiting_quarry
    state.target = config.target
    return state
