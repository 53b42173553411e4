"""The literal reference by example: the Pattern Area, and shapes that go into a quilt."""

import pytest

from tests.reference.quiltable_area import Area
from tests.reference.quiltable_quilt import (
    groups,
    may_be_added,
    may_leave,
    normalized,
    num_parts,
    placements,
    rotated,
)

BORDER = [
    *[(1, 1), (1, 2), (1, 3), (1, 4)],
    *[(2, 1), (2, 4), (3, 1), (3, 4)],
    *[(4, 1), (4, 2), (4, 3), (4, 4)],
]


def area_of(*piles, is_race=False):
    """An area with the piles given and, if they have three cards, flipped."""
    area = Area(piles, is_race)
    if all(len(pile) >= 3 for pile in piles):
        area.flip()
    return area


def full(*sizes):
    """An area with 12 blocks on its border, and piles of some sizes."""
    piles = [[10 * pile + n for n in range(3 + size)] for pile, size in enumerate(sizes)]
    return area_of(*piles)


def shape(*cells):
    return frozenset(cells)


# Where things lie.


def test_flip():
    area = area_of([0, 1, 2, 3], [10, 11, 12], [20, 21, 22], [30, 31, 32])
    assert area.cells == {
        **{(1, 1): 0, (1, 2): 1, (1, 3): 10, (1, 4): 11},
        **{(2, 1): 2, (2, 4): 12, (3, 1): 20, (3, 4): 30},
        **{(4, 1): 21, (4, 2): 22, (4, 3): 31, (4, 4): 32},
    }
    assert area.piles == [[3], [], [], []]


def test_geometry():
    area = full(1, 1, 1, 1)
    assert area.border == BORDER
    assert area.pile_cells == [(2, 2), (2, 3), (3, 2), (3, 3)]
    assert area.clockwise[:4] == [(1, 1), (1, 2), (1, 3), (1, 4)]
    assert area.clockwise[3:7] == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert area.clockwise[6:] == [(4, 4), (4, 3), (4, 2), (4, 1), (3, 1), (2, 1)]
    assert sorted(area.clockwise) == BORDER
    assert len(area.grid()) == 36
    race = area_of([], [], [], [], is_race=True)
    assert race.border[0] == race.clockwise[0] == (3, 3)
    assert race.pile_cells == [(4, 4), (4, 5), (5, 4), (5, 5)]
    assert len(race.grid()) == 100


# Refill.


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        ([0, 1, 2, 3], 0),
        ([1, 2, 3], 1),  # the horizontal neighbour
        ([2, 3], 2),  # the vertical one
        ([3], 3),
        ([], None),
    ],
)
def test_source(left, expected):
    area = area_of(*([pile] if pile in left else [] for pile in range(4)))
    assert [area.source(cell) for cell in [(1, 1), (1, 2), (2, 1)]] == [expected] * 3


@pytest.mark.parametrize(("cell", "order"), [((1, 4), "1032"), ((4, 1), "2301"), ((3, 4), "3210")])
def test_source_of_other_quadrants(cell, order):
    area = area_of([0], [1], [2], [3])
    for pile in map(int, order):
        assert area.source(cell) == pile
        area.piles[pile] = []
    assert area.source(cell) is None


def test_rounds_go_by_pile():
    area = full(1, 5, 0, 5)
    assert area.next_round() == (3, [(3, 2)])
    area.cells[3, 2] = 99
    assert area.next_round() is None
    for cell in [(1, 1), (1, 3), (2, 1), (4, 1), (4, 4)]:
        del area.cells[cell]
    # The cell of pile 2 is filled from pile 3, at its horizontal side, in a later round.
    assert area.next_round() == (0, [(1, 1), (2, 1)])
    area.piles[0] = []
    assert area.next_round() == (1, [(1, 1), (1, 3), (2, 1)])
    area.piles[1] = []
    assert area.next_round() == (3, [(1, 1), (1, 3), (2, 1), (4, 1), (4, 4)])


def test_source_of_a_pile_cell():
    area = full(1, 1, 0, 1)
    assert area.next_round() == (3, [(3, 2)])
    area.piles[3] = []
    assert area.next_round() == (0, [(3, 2)])  # from above
    area.piles[0] = []
    # The cells of the piles 0 and 3 have an own neighbour, which is not empty.
    assert area.next_round() == (1, [(2, 2), (3, 2), (3, 3)])


def test_border_before_piles():
    area = full(0, 2, 1, 1)
    del area.cells[4, 4]
    assert area.next_round() == (3, [(4, 4)])
    area.piles[3] = []
    area.cells[4, 4] = 99
    assert area.next_round() == (1, [(2, 2)])
    area.cells[2, 2] = 98
    assert area.next_round() == (2, [(3, 3)])


# "Returning Cards".


def test_ring_is_open():
    area = full(1, 1, 1, 1)
    corners = {(0, 0), (0, 5), (5, 0), (5, 5)}
    expected = {(r, c) for r, c in area.grid() if {r, c} & {0, 5}} - corners
    assert set(area.open_cells()) == expected
    area.cells[0, 1] = 99
    assert set(area.open_cells()) == (expected | {(0, 0)}) - {(0, 1)}


def test_holes_are_open_in_a_race_only():
    area = area_of([], [], [0], [1])
    area.cells = {(1, 1): 2}
    assert set(area.open_cells()) == {(0, 1), (1, 0)}  # the pile cells touch no ring cell
    race = area_of([], [], [0], [1], is_race=True)
    race.cells = {(3, 3): 2, (1, 1): 3}  # the latter is stranded
    assert set(race.open_cells()) == {
        *[(2, 3), (4, 3), (3, 2), (3, 4)],
        *[(4, 4), (5, 3), (6, 4), (4, 5), (5, 6), (6, 5)],
    }


def test_room():
    area = full(1, 1, 1, 1)
    assert area.room(4) == 4
    assert area.room(30) == 20  # corners after their neighbours
    for column in range(6):
        area.cells[0, column] = area.cells[5, column] = 90
    for row in (1, 2, 3):
        area.cells[row, 0] = area.cells[row, 5] = 90
    assert area.room(4) == 2


def test_no_room_without_anything_to_lie_beside():
    area = area_of([], [], [], [])
    area.cells = {(0, 0): 1, (0, 1): 2}
    assert area.anchored() == set()
    assert area.room(4) == 0
    assert area.open_cells() == []
    area.gather_stranded()
    assert area.cells == {(0, 0): 1, (0, 1): 2}


def test_room_reaches_over_a_stranded_card():
    # Only (1, 1) is left within; the card at (0, 3) is linked when (0, 2) is filled.
    area = area_of([], [], [], [])
    area.cells = {(1, 1): 1, (0, 3): 2}
    assert set(area.open_cells()) == {(0, 1), (1, 0)}
    assert area.room(30) == 19


def test_stranded_card_moves_to_the_nearest_cell():
    area = full(1, 1, 1, 1)
    area.cells[0, 0] = 99
    area.cells[5, 5] = 98
    area.gather_stranded()
    assert (0, 0) not in area.cells
    assert (5, 5) not in area.cells
    assert area.cells[0, 1] == 99  # not (1, 0), which is as near
    assert area.cells[4, 5] == 98


def test_card_with_a_neighbour_is_not_stranded():
    area = full(1, 1, 1, 1)
    area.cells |= {(0, 0): 99, (0, 1): 98}
    before = dict(area.cells)
    area.gather_stranded()
    assert area.cells == before


def test_stranded_cards_move_one_by_one():
    # The second has a nearer cell, once the first has moved.
    area = area_of([], [], [], [])
    area.cells = {(1, 1): 1, (0, 2): 98, (0, 3): 99}
    area.gather_stranded()
    assert area.cells == {(1, 1): 1, (0, 1): 98, (0, 2): 99}


def test_cards_follow_the_one_that_links_them():
    area = area_of([], [], [], [])
    area.cells = {(1, 1): 1, (0, 2): 98, (1, 0): 97, (0, 0): 96}
    area.gather_stranded()
    assert area.cells == {(1, 1): 1, (0, 1): 98, (1, 0): 97, (0, 0): 96}


# Shapes.


def test_quarter_turns_are_clockwise():
    group = {(3, 3): 1, (3, 4): 2, (3, 5): 3, (4, 3): 4}
    assert rotated(group, 0) == {(0, 0): 1, (0, 1): 2, (0, 2): 3, (1, 0): 4}
    assert rotated(group, 1) == {(0, 1): 1, (1, 1): 2, (2, 1): 3, (0, 0): 4}
    assert rotated(group, 2) == {(1, 2): 1, (1, 1): 2, (1, 0): 3, (0, 2): 4}
    assert rotated(group, 3) == {(2, 0): 1, (1, 0): 2, (0, 0): 3, (2, 1): 4}
    assert normalized({}) == {}


def test_parts():
    assert num_parts([]) == 0
    assert num_parts([(0, 0), (1, 1)]) == 2
    assert num_parts([(0, 0), (0, 1), (1, 1), (3, 3)]) == 2


def test_groups_at_the_start():
    border = frozenset(BORDER)
    assert len(groups(border, (2,), False)) == 12
    assert len(groups(border, (3,), False)) == 12
    assert len(groups(border, (2, 3), False)) == 24
    assert len(groups(border, (1, 2, 3, 4), False)) == 48
    assert len(groups(border, (2, 3), True)) == 66 + 220
    assert len(groups(border, (), False)) == 0


def test_first_placement():
    pair = shape((0, 0), (0, 1))
    assert placements(pair, shape(), 4, False) == {(turns, 0, 0) for turns in range(4)}
    assert placements(shape((0, 0)), shape(), 4, False) == {(0, 0, 0)}
    line = shape(*((0, column) for column in range(4)))
    assert may_be_added(line, shape(), 4, False)
    assert not may_be_added(line, shape(), 3, False)


def test_placements_touch_and_stay_within_the_frame():
    row = shape((0, 0), (0, 1), (0, 2), (0, 3))
    assert placements(shape((5, 5)), row, 4, False) == {
        (0, row, column) for row in (-1, 1) for column in range(4)
    }
    pair = placements(shape((0, 0), (0, 1)), row, 4, False)
    across = {(turns, down, right) for turns in (0, 2) for down in (-1, 1) for right in range(3)}
    upright = {(turns, down, right) for turns in (1, 3) for down in (-2, 1) for right in range(4)}
    assert pair == across | upright


def test_quilt_may_be_shifted():
    # The frame floats: three rows may be added above a single row.
    column = shape((0, 0), (1, 0), (2, 0))
    assert (0, -3, 0) in placements(column, shape((0, 0)), 4, False)
    assert (0, -3, 0) not in placements(column, shape((0, 0), (1, 0)), 4, False)


def test_one_free_cell():
    quilt = shape(*((row, column) for row in range(4) for column in range(4))) - {(1, 2)}
    assert placements(shape((0, 0)), quilt, 4, False) == {(0, 1, 2)}
    assert not may_be_added(shape((0, 0), (0, 1)), quilt, 4, False)


def test_planning_peter_need_not_touch():
    single, quilt = shape((0, 0)), shape((0, 0))
    assert (0, 3, 3) in placements(single, quilt, 4, True)
    assert (0, 3, 3) not in placements(single, quilt, 4, False)
    assert (0, 0, 0) not in placements(single, quilt, 4, True)


def test_gifted_gladys_must_leave_one_quilt():
    apart = shape((0, 0), (0, 2))
    # To the two sides of the block; never alone.
    assert not may_be_added(apart, shape(), 4, False)
    assert placements(apart, shape((0, 0)), 4, False) == {
        *[(0, 0, -1), (2, 0, -1), (1, -1, 0), (3, -1, 0)]
    }
    # With two parts there may be two afterwards.
    split = shape((0, 0), (0, 3))
    assert (0, 1, 0) in placements(split, split, 4, False)
    assert (0, 1, 0) not in placements(apart, split, 4, False)


def test_what_may_leave():
    line = shape((0, 0), (0, 1), (0, 2))
    assert may_leave([(0, 0)], line, False)
    assert not may_leave([(0, 1)], line, False)
    assert may_leave([(0, 1)], line, True)
    assert may_leave(line, line, False)
    # Two parts may stay two.
    split = shape((0, 0), (0, 1), (0, 2), (2, 0))
    assert may_leave([(0, 0)], split, False)
    assert may_leave([(2, 0)], split, False)
    assert not may_leave([(0, 1)], split, False)
