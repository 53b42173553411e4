"""What fits where ("Tile placement rules", and the optional rule "Children")."""

import csv

import pytest

from quiltenvs.quartile.tile_sets import COLUMNS, read_tiles
from tests.quartile.positions import (
    FIRST_TILE,
    STUCK_TABLE,
    can_lie,
    cell_action,
    cells,
    choose,
    game_at,
    legal,
    lies,
    marked,
    pairs,
    put,
    table,
    turns_of,
)

CHILDREN = {"children": True}


def holding(drawing, tile, **options):
    """Return the state in which seat 0 has no tile but this one to play."""
    return table(drawing, f"{tile} .. .. ..", left=0, **options)


# --- touching sides -------------------------------------------------------------------------


@pytest.mark.parametrize("tile", ["2:1111", "14:7777", "8:1717"])
def test_the_first_tile_goes_to_any_side_of_the_start_tile(tile):
    drawing = """
        ..  ++  ..
        ++  **  ++
        ..  ++  ..
    """
    assert cells(holding(drawing, tile)) == marked(drawing)


def test_a_tile_has_to_touch_another():
    """Meeting one at a corner is not enough."""
    drawing = """
        ..  ++  ++      ..
        ++  **  4:2222  ..
        ..  ++  ++      ..
    """
    assert cells(holding(drawing, "8:2626"), rotation=1) == marked(drawing)


def test_touching_sides_add_up_to_the_center():
    drawing = """
        ..  ++  ..      ..
        ++  **  8:1717  ++
        ..  ++  ..      ..
    """
    state = holding(drawing, "9:2727")
    assert cells(state, rotation=1) == marked(drawing)  # its 2 touches the 7
    assert cells(state, rotation=0) == marked(drawing) - {(0, 2)}  # 7 and 7 are no 9


@pytest.mark.parametrize(("tile", "expected"), [("2:1111", set()), ("12:5577", {2, 3})])
def test_the_center_is_that_of_the_tile_played(tile, expected):
    """Next to the 7 of an 8: with a 1 that would be the 8; with a 5 it is the 12 of the other."""
    assert can_lie(holding("** 8:1717 ..", tile), (0, 2)) == expected


CORNER = """
    {beside}  ..
    **        {below}
"""
"""The free cell touches two tiles, and the start tile with its corner only."""


@pytest.mark.parametrize(
    ("below", "beside", "expected"),
    [
        ("8:2626", "4:2222", {0}),
        ("8:6262", "4:2222", set()),
        ("8:2626", "6:3333", set()),
        ("8:6262", "6:3333", set()),
    ],
)
def test_every_touching_side_has_to_fit(below, beside, expected):
    """Each side of the corner alone would take the 4 of this tile if it shows a 2."""
    state = holding(CORNER.format(below=below, beside=beside), "6:2244")
    assert can_lie(state, (-1, 1)) == expected


AROUND = ["13:6677", "11:4477", "10:7733", "12:5757"]
"""North, east, south and west of a hole; each shows it a 7."""
OTHERS = ["8:4444", "6:3333", "10:5555", "8:3535"]
"""These do not."""


@pytest.mark.parametrize("wrong", [None, 0, 1, 2, 3])
def test_four_touching_sides(wrong):
    north, east, south, west = (
        OTHERS[side] if side == wrong else tile for side, tile in enumerate(AROUND)
    )
    drawing = f"""
        ..  2:1111  {north}  3:1212
        **  {west}  ..       {east}
        ..  4:2222  {south}  ..
    """
    assert can_lie(holding(drawing, "14:7777"), (0, 2)) == ({0} if wrong is None else set())


def test_the_sides_of_the_start_tile_always_fit():
    """The other side has to fit all the same."""
    drawing = """
        8:1717  ..
        6:1515  **
    """
    assert can_lie(holding(drawing, "9:2727"), (-1, 0)) == {1}


def test_older_tiles_are_not_checked_again():
    """Next to the 8 any tile may come whose own sum is right, on every side of it."""
    state = table("** 8:6262 ..", "4:2222 13:6767 .. ..", "10:4646 .. .. ..", left=0)
    put(state, (0, 2))  # 2 and 2
    put(state, (-1, 1))  # 6 and 4
    put(state, (1, 1), slot=1, rotation=1)  # 6 and 7
    assert lies(state) == {
        (0, 0): "**",
        (0, 1): "8:6262",
        (0, 2): "4:2222",
        (-1, 1): "10:4646",
        (1, 1): "13:7676",
    }


# --- rotation -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rotation", "expected"), [(0, "8:1177"), (1, "8:7117"), (2, "8:7711"), (3, "8:1771")]
)
def test_a_rotation_is_a_quarter_turn_clockwise(rotation, expected):
    """What was in the north comes to the east."""
    state = put(table("**", "8:1177 14:7777 11:4747 2:1111"), (0, 1), rotation=rotation)
    assert lies(state)[0, 1] == expected


@pytest.mark.parametrize(
    ("tile", "expected"), [("4:2222", {0}), ("8:2626", {0, 1}), ("8:2266", {0, 1, 2, 3})]
)
def test_rotations_that_look_alike_are_one(tile, expected):
    assert turns_of(holding("**", tile)) == expected


@pytest.mark.parametrize(
    ("tile_set", "tile", "count"),
    [("opp", "8:1717", 2), ("adj", "8:1177", 4), ("three_one", "8:1117", 4)],
)
def test_rotations_of_the_other_tile_sets(tile_set, tile, count):
    assert turns_of(holding("**", tile, tile_set=tile_set)) == set(range(count))


@pytest.fixture(scope="module")
def four_pips(tmp_path_factory):
    """A tile file with 8:1726, which has four different pips, instead of 8:1717."""
    path = tmp_path_factory.mktemp("tiles") / "four.csv"
    with path.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(COLUMNS)
        for number, (center, pips) in enumerate(read_tiles("mix")):
            is_replaced = (center, pips) == (8, (1, 7, 1, 7))
            rows.writerow([number, center, *((1, 7, 2, 6) if is_replaced else pips)])
    return str(path)


@pytest.mark.parametrize(
    ("below", "beside", "expected"),
    [
        ("8:1177", "8:2626", {1}),  # asks for a 7 below and a 2 beside
        ("8:6262", "7:6161", set()),  # for a 2 below and a 7 beside, as in a mirror
    ],
)
def test_tiles_are_not_turned_over(four_pips, below, beside, expected):
    drawing = CORNER.format(below=below, beside=beside)
    assert can_lie(holding(drawing, "8:1726", tile_set=four_pips), (-1, 1)) == expected


# --- a tile is chosen before its cell -------------------------------------------------------


def test_a_tile_can_be_chosen_only_if_it_fits_somewhere():
    state = table(STUCK_TABLE, "8:3355 14:7777 .. 6:2424", left=0)
    assert {slot for slot, _ in pairs(state)} == {0, 3}
    assert not game_at(state).is_legal(state, FIRST_TILE + 4 * 1)  # no side shows a 7
    assert not game_at(state).is_legal(state, FIRST_TILE + 4 * 2)  # an empty slot


def test_a_rotation_can_be_chosen_only_if_it_fits_somewhere():
    """The cells of each rotation of a tile, found by hand."""
    state = holding(STUCK_TABLE, "8:3355")
    assert cells(state, rotation=0) == set()
    assert cells(state, rotation=1) == {(2, 0), (1, -1)}
    assert cells(state, rotation=2) == {(0, 2), (2, 0), (0, -2)}
    assert cells(state, rotation=3) == {(0, 2), (0, -2), (1, 1)}
    assert turns_of(state) == {1, 2, 3}


def test_after_the_tile_nothing_but_its_cells_is_legal():
    """Not even what the options offer before it is chosen."""
    options = {"visiting_quarry": True, "may_claim_unable": True}
    state = table(STUCK_TABLE, "8:3355 9:4545 7:3434 7:3344", scores=(20,), **options)
    choose(state, rotation=1)
    assert legal(state) == [cell_action(state, (1, -1)), cell_action(state, (2, 0))]


# --- children -------------------------------------------------------------------------------


def test_children_match_equal_pips():
    """And not those that add up to a center; the start tile fits as ever."""
    drawing = """
        ..  ++  ..      ..
        ++  **  8:1717  ++
        ..  ++  ..      ..
    """
    state = holding(drawing, "9:2727", **CHILDREN)
    assert cells(state, rotation=0) == marked(drawing)
    assert cells(state, rotation=1) == marked(drawing) - {(0, 2)}


@pytest.mark.parametrize(
    ("below", "beside", "expected"),
    [
        ("8:2626", "4:2222", {2}),
        ("8:6262", "4:2222", set()),
        ("8:2626", "6:3333", set()),
        ("4:2222", "9:2727", set()),
        ("8:2626", "8:4444", {1}),
    ],
)
def test_children_match_every_touching_side(below, beside, expected):
    state = holding(CORNER.format(below=below, beside=beside), "6:2244", **CHILDREN)
    assert can_lie(state, (-1, 1)) == expected
