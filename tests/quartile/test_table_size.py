"""How far games reach: the edge of the default table does not bind them."""

import numpy as np
import pytest

import quiltenvs
from quiltenvs.core.jit import COMPILED
from quiltenvs.core.registry import loops_of
from quiltenvs.quartile import rules
from quiltenvs.quartile.table import ROW
from tests.strategies import scaled


def farthest(players, num_games):
    """Return how far from the start tile each of so many random games reaches, in cells."""
    game, loops = (
        quiltenvs.game("quartile", num_players=players, table_size=97),
        loops_of("quartile"),
    )
    states, action = game.new_states(range(num_games)), np.zeros(num_games, np.int64)
    draws = np.arange(num_games).astype(np.uint64)
    while True:
        loops.random_actions(states, draws, action)
        going = np.flatnonzero(action >= 0)
        if not len(going):
            break
        loops.step_rows(states, going, action[going])
    cells = states["placed_cell"].astype(np.int64)
    rows = (cells + ROW // 2) // ROW
    return np.maximum(abs(rows), abs(cells - rows * ROW)).max(axis=1)


@pytest.mark.parametrize("players", [2, 6])
def test_random_games_stay_within_the_default_table(players):
    found = farthest(players, scaled(5000) if COMPILED else 8)
    assert found.max() < rules.TABLE_SIZES[0] // 2
    assert 6 <= np.median(found) <= 8


def test_a_game_cannot_leave_the_large_table():
    """48 tiles in a row reach just to its edge."""
    assert rules.TABLE_SIZES[-1] // 2 == rules.NUM_TURNS
