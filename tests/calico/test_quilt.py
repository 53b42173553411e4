"""Bitboards against plain sets of cells."""

import numpy as np
import pytest

from quiltenvs.calico import quilt, rules
from tests.calico.positions import CATS, HEXES, RINGS, SPACES, SPOTS, cells, index, touches
from tests.strategies import scaled

BOARD = set(HEXES)
NEIGHBOURS = {cell: {other for other in HEXES if touches(cell, other)} for cell in HEXES}


def word(area):
    return np.uint64(sum(1 << index(cell) for cell in area))


def random_areas(count, seed):
    """Sets of cells from none to all."""
    rng = np.random.default_rng(seed)
    yield set()
    yield set(HEXES)
    for _ in range(count):
        marks = rng.random(49) < rng.random()
        yield {cell for cell, is_in in zip(HEXES, marks, strict=True) if is_in}


def around(area):
    return set().union(*(NEIGHBOURS[cell] for cell in area))


def connected(area, start):
    """Return what can be reached within ``area``."""
    reached, front = set(), [start]
    while front:
        cell = front.pop()
        if cell not in reached:
            reached.add(cell)
            front += NEIGHBOURS[cell] & area
    return reached


def test_neighbours():
    for cell in HEXES:
        found = quilt.neighbours(cell)
        assert len(set(found)) == len(found)
        assert set(found) == NEIGHBOURS[cell]
    assert [len(NEIGHBOURS[cell]) for cell in [(0, 0), (0, 6), (3, 3), (6, 6)]] == [2, 3, 6, 3]


@pytest.mark.parametrize("cell", HEXES, ids=str)
def test_what_touches_a_cell(cell):
    """Beyond the board the word may hold anything but another cell."""
    assert cells(quilt.touching(word({cell}))) == NEIGHBOURS[cell]


def test_what_touches_an_area():
    for area in random_areas(scaled(200), 0):
        assert cells(quilt.touching(word(area))) == around(area)


def test_the_area_around_a_cell():
    for area in random_areas(scaled(200), 1):
        for start in sorted(area)[::7]:
            found = quilt.area_around(word(area), word({start}))
            assert int(found) == int(word(connected(area, start)))


def test_the_area_of_a_winding_line():
    """Row by row from the top left to the bottom right, joined at alternate ends."""
    area = {(row, column) for row in (0, 2, 4, 6) for column in range(7)}
    area |= {(1, 6), (3, 0), (5, 6)}
    assert connected(area, (0, 0)) == area
    assert cells(quilt.area_around(word(area), word({(0, 0)}))) == area


def test_cells_and_spaces():
    assert list(quilt.CELLS) == HEXES
    assert list(quilt.SPACE_CELLS) == SPACES
    assert list(quilt.SPOT_CELLS) == SPOTS
    assert quilt.SPACES.tolist() == [index(cell) for cell in SPACES]
    assert cells(quilt.ALL_SPACES) == set(SPACES)
    assert cells(quilt.SPOT_WORD) == set(SPOTS)
    for i, cell in enumerate(HEXES):
        assert quilt.SPACE_AT[i] == (SPACES.index(cell) if cell in SPACES else -1)
    assert [cells(ring) for ring in quilt.RINGS] == [set(ring) for ring in RINGS]


def test_what_is_printed():
    for board, (kinds, drawing) in enumerate(
        zip(quilt.PRINTED, rules.BOARDS.values(), strict=True)
    ):
        words = drawing.split()
        for part, letters, table in (
            (0, "YGLDPK", quilt.BORDER_COLORS),
            (1, "dfwqsv", quilt.BORDER_PATTERNS),
        ):
            for number, letter in enumerate(letters):
                expected = {
                    cell for cell, code in zip(HEXES, words, strict=True) if code[part] == letter
                }
                assert cells(table[board, number]) == expected
        assert [kind == -1 for kind in kinds] == [code in ("..", "##") for code in words]


@pytest.mark.parametrize("dtype", ["i1", "f4"])
@pytest.mark.parametrize("at", [0, 1, 22, 44])
def test_spaces_are_expanded_in_order(dtype, at):
    """Cells that are no spaces are lost; nothing beyond ten items behind is overwritten."""
    for area in random_areas(scaled(50), at):
        out = np.full(at + 22 + 10 + 5, 7, dtype)
        quilt.expand_spaces(out, at, word(area))
        assert out[at : at + 22].tolist() == [cell in area for cell in SPACES]
        assert set(out[:at].tolist()) | set(out[at + 32 :].tolist()) == {7}
        assert int(quilt.spaces_word(word(area))) == sum(
            1 << space for space, cell in enumerate(SPACES) if cell in area
        )


@pytest.mark.parametrize("at", [0, 1, 49])
def test_planes_are_expanded_cell_by_cell(at):
    for area in random_areas(scaled(50), at):
        out = np.full(at + 64 + 5, 7, "f4")
        quilt.expand_plane(out, at, word(area))
        assert out[at : at + 49].tolist() == [cell in area for cell in HEXES]
        assert set(out[:at].tolist()) | set(out[at + 64 :].tolist()) == {7}


def test_counts_around_goals():
    for area in random_areas(scaled(100), 2):
        for spot in range(3):
            assert quilt.count_around(spot, word(area)) == len(area & set(RINGS[spot]))


# --- shapes -------------------------------------------------------------------------------------

CLOCKWISE = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)]  # rows down, half hexes right


def beside(cell, direction):
    """Return the neighbour of a cell in a direction, 0 .. 5 clockwise from the right."""
    down, right = CLOCKWISE[direction % 6]
    return next(
        (
            (row, column)
            for row, column in NEIGHBOURS[cell]
            if row - cell[0] == down and 2 * (column - cell[1]) + row % 2 - cell[0] % 2 == right
        ),
        None,
    )


def fan(size):
    """All sets of a cell and ``size`` neighbours of it in a row: 2 a triangle, 4 a trapezoid."""
    return [
        {cell, *(beside(cell, first + i) for i in range(size))}
        for cell in HEXES
        for first in range(6)
    ]


def lines(length):
    found = []
    for start in HEXES:
        for direction in range(3):
            line = [start]
            while len(line) < length and line[-1] is not None:
                line.append(beside(line[-1], direction))
            found.append({*line, *([None] if len(line) < length else [])})
    return found


SHAPES = {
    "Callie": fan(2),
    "Rumi": lines(3),
    "Tecolote": lines(4),
    "Almond": fan(4),
    "Leo": lines(5),
}


def on_the_board(sets):
    return {frozenset(area) for area in sets if None not in area and not area & set(SPOTS)}


@pytest.mark.parametrize("cat", SHAPES)
def test_every_placement_of_a_shape(cat):
    found = quilt.placements(rules.CATS[CATS.index(cat)].shape)
    assert set(found) == on_the_board(SHAPES[cat])


@pytest.mark.parametrize("cat", CATS)
def test_shapes_over_a_cell_in_an_area(cat):
    placed = on_the_board(SHAPES.get(cat, []))
    for area in random_areas(scaled(60), 3):
        area -= set(SPOTS)
        for cell in sorted(area)[::5]:
            expected = cat not in SHAPES or any(cell in one and one <= area for one in placed)
            assert quilt.has_shape(word(area), CATS.index(cat), index(cell)) == expected
