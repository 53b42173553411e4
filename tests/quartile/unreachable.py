"""Actions that a variant never allows; see tests/conformance/test_reachability.py.

All variants share one numbering up to the cells: 0-3 commit, 4-9 name the starter, 10-29 (slot,
rotation), 30 visit, 31 unable; then the cells of the table, row by row.
"""

FIRST_NAME, FIRST_TILE, FIRST_VISITED, VISIT, FIRST_CELL = 4, 10, 26, 30, 32
NUM_TURNS = 48
SURELY_SEEN = 10
"""Steps from the start tile: in 256 * 3,000 random actions every cell up to 11 was legal once."""


def actions(game):
    """Return the actions that the options of ``game`` rule out."""
    config, dead = game.config, set()
    if config.starting_player == "rules":
        dead |= set(range(FIRST_NAME + config.num_players, FIRST_TILE))
    else:
        dead |= set(range(FIRST_TILE))
    if not config.visiting_quarry:
        dead |= set(range(FIRST_VISITED, VISIT + 1))  # the fifth slot, and the visit
    if config.tile_set == "opp":  # every tile looks the same after half a turn
        dead |= {FIRST_TILE + 4 * slot + rotation for slot in range(5) for rotation in (2, 3)}
    distances = cell_distances(game)
    # The start tile lies on one cell, and to some of the large table 48 tiles do not reach.
    return dead | {cell for cell, steps in distances.items() if not 1 <= steps <= NUM_TURNS}


def rare_actions(game):
    """Return the cells that play can reach and random play hardly ever does.

    That tiles go there, up to the edge of the table, is tested in ``test_table.py``.
    """
    distances = cell_distances(game)
    return {cell for cell, steps in distances.items() if SURELY_SEEN < steps <= NUM_TURNS}


def cell_distances(game):
    """Return for the action of each cell how many steps it is from the start tile."""
    size = game.config.table_size
    return {
        FIRST_CELL + row * size + column: abs(row - size // 2) + abs(column - size // 2)
        for row in range(size)
        for column in range(size)
    }
