"""The table: its cells, its edge, packed pips, and the open cells that are kept step by step."""

from itertools import product

import numpy as np
import pytest

import quiltenvs
from quiltenvs.quartile.engine import actions
from quiltenvs.quartile.state import MAX_OPEN, OVER, pack_pips
from quiltenvs.quartile.table import (
    column_of,
    find_open,
    num_rotations,
    num_touching,
    row_of,
    side_of,
    turned,
)
from quiltenvs.quartile.tile_sets import read_tiles
from tests.quartile.positions import (
    FIRST_CELL,
    cell_of,
    cells,
    lies,
    packed_cell,
    parse,
    put,
    rotations,
    table,
    unpacked,
)
from tests.strategies import random_game, scaled

NEAR = [(-1, 0), (0, 1), (1, 0), (0, -1)]
"""From a cell to its neighbours: north, east, south and west."""


def touching(cell):
    return [(cell[0] + down, cell[1] + right) for down, right in NEAR]


# --- pips -----------------------------------------------------------------------------------

SOME_PIPS = [*product((1, 4, 7), repeat=4), (1, 2, 3, 4), (7, 6, 5, 4), (2, 5, 3, 5)]


def test_packed_pips():
    for pips in SOME_PIPS:
        packed = pack_pips(pips)
        assert unpacked(packed) == pips
        assert tuple(side_of(packed, side) for side in range(4)) == pips
        assert [unpacked(turned(packed, turns)) for turns in range(4)] == rotations(pips)
        assert num_rotations(packed) == len(set(rotations(pips)))


def test_every_tile_that_could_be():
    assert {num_rotations(pack_pips(pips)) for pips in SOME_PIPS} == {1, 2, 4}
    assert pack_pips((7, 7, 7, 7)) == 0x7777
    assert pack_pips((1, 2, 3, 4)) == 0x4321


# --- cells ----------------------------------------------------------------------------------


def test_rows_and_columns():
    """Every cell of the largest table and around it."""
    for cell in product(range(-49, 50), repeat=2):
        number = packed_cell(cell)
        assert (row_of(number), column_of(number)) == cell == cell_of(number)


@pytest.mark.parametrize("size", [31, 97])
def test_cell_actions_are_numbered_row_by_row(size):
    """The start tile lies in the middle."""
    assert actions(size).size == FIRST_CELL + size * size
    state = put(table("** ..", "8:1717 9:2727 4:2222 6:2244", table_size=size), (-1, 0))
    assert lies(state)[-1, 0] == "8:1717"
    assert quiltenvs.game("quartile", table_size=size).spec.num_actions == 32 + size * size


# --- open cells -----------------------------------------------------------------------------


def plain_open(state):
    """Return what each free cell next to a tile asks for: pips by side, none for the start tile."""
    on_table, radius = lies(state), int(state.table_radius)
    free = {near for cell in on_table for near in touching(cell)} - set(on_table)
    found = {}
    for cell in sorted(free):
        if max(map(abs, cell)) > radius:
            continue
        around = [on_table.get(near) for near in touching(cell)]
        pips = [
            parse(word)[1][(side + 2) % 4] if word and ":" in word else 0
            for side, word in enumerate(around)
        ]
        found[cell] = (tuple(pips), sum(word is not None for word in around))
    return found


def kept_open(state):
    count = int(state.num_open)
    found = {}
    for index in range(count):
        pips, sides = unpacked(state.open_pips[index]), unpacked(state.open_sides[index])
        assert sides == tuple(15 if count else 0 for count in pips)
        cell = cell_of(state.open_cell[index])
        found[cell] = (pips, num_touching(state, index))
        assert find_open(state, packed_cell(cell)) == index
    assert not state.open_cell[count:].any()
    assert not state.open_pips[count:].any()
    assert not state.open_sides[count:].any()
    return found


VARIANTS = [{}, {"children": True}, {"num_players": 6, "tile_set": "adj"}, {"table_size": 97}]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_open_cells_of_random_games(options):
    """After every placement they are those counted from the tiles, in the order of the table."""
    game = quiltenvs.game("quartile", **options)
    for seed in range(scaled(4)):
        placed = 0
        for state in random_game(game, seed):
            if state.num_placed != placed:
                placed = int(state.num_placed)
                assert list(kept_open(state).items()) == list(plain_open(state).items())
        assert placed > 40


def test_open_cells_of_a_drawing():
    """A hole, a bay, and a corner."""
    state = table("""
        2:1111  13:6677  3:1212  ..
        **      ..       4:1133  8:1717
        4:2222  10:7733  ..      ..
    """)
    found = kept_open(state)
    assert found[0, 1] == ((7, 3, 7, 0), 4)
    assert found[1, 2] == ((3, 0, 0, 7), 2)
    assert found[-1, 3] == ((0, 0, 1, 2), 2)
    assert found[0, -1] == ((0, 0, 0, 0), 1)
    assert (2, 0) in found
    assert len(found) == 13


# --- the edge -------------------------------------------------------------------------------


def line(step, length, size, last, tile):
    """Return a state with tiles in a straight line from the start tile, and ``tile`` in hand."""
    codes = (f"{tile.center}:{''.join(map(str, tile.pips))}" for tile in read_tiles("mix"))
    fillers = [code for code in codes if code not in (last, tile, "8:1717")]
    words = ["**", *fillers[: length - 1], last]
    words = words if max(step) > 0 else words[::-1]
    drawing = ("\n" if step[0] else " ").join(words)
    return table(drawing, f"{tile} .. .. ..", ".. .. .. ..", left=0, table_size=size)


def along(step, distance):
    return (distance * step[0], distance * step[1])


every_direction = pytest.mark.parametrize("step", NEAR)


@every_direction
def test_a_line_can_be_continued_up_to_the_edge(step):
    """The 4 of 6:2424 fits next to 4:2222."""
    rotation = 1 if step[0] else 0
    state = line(step, 14, 31, "4:2222", "6:2424")
    assert along(step, 15) in cells(state, 0, rotation)
    put(state, along(step, 15), rotation=rotation)
    assert lies(state)[along(step, 15)] in ("6:2424", "6:4242")


@every_direction
def test_a_line_can_not_be_continued_beyond_the_edge(step):
    """On the larger table it can; and both leave open what is beside the line."""
    rotation = 1 if step[0] else 0
    small, large = (line(step, 15, size, "4:2222", "6:2424") for size in (31, 97))
    assert cells(large, 0, rotation) - cells(small, 0, rotation) == {along(step, 16)}
    assert set(kept_open(large)) - set(kept_open(small)) == {along(step, 16)}
    assert set(kept_open(small)) == set(plain_open(small))


@every_direction
def test_the_large_table_has_room_for_every_game(step):
    """The last of all 48 tiles in a line lies at its edge."""
    state = line(step, 47, 97, "8:7171" if step[0] else "8:1717", "14:7777")
    assert len(kept_open(state)) == 2 * 48 + 2
    put(state, along(step, 48))
    assert along(step, 48) in lies(state)
    assert state.phase == OVER
    assert set(kept_open(state)) == set(plain_open(state))


def test_there_is_room_for_all_open_cells():
    """A line leaves the most open: two for each tile, and those at the ends."""
    assert MAX_OPEN == 4 + 2 * 48
    assert np.iinfo(np.int8).max >= MAX_OPEN
