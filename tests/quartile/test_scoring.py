"""Points ("2. Score", and the optional rule "Children")."""

import pytest

from tests.quartile.positions import game_at, points, put, table

# A tile for the cell "++", with all that touches it.
ONE_SIDE = "** 8:1717 ++"
TWO_SIDES = """
    4:2222  ++
    **      8:2626
"""
START_AND_ONE = """
    8:1717  ++
    6:1515  **
"""
FOUR_SIDES = """
    ..  2:1111  13:6677  3:1212
    **  12:5757 ++       11:4477
    ..  4:2222  10:7733  ..
"""


def scored(drawing, tile, cell, rotation=0, **options):
    """Return the points of both players after seat 0 has laid a tile."""
    state = table(drawing, f"{tile} .. .. ..", left=0, scores=(3, 4), **options)
    return points(put(state, cell, rotation=rotation))


def test_the_center_for_one_side():
    assert scored("** ++", "8:1717", (0, 1)) == [11, 4]
    assert scored(ONE_SIDE, "9:2727", (0, 2), rotation=1) == [12, 4]


def test_the_example_of_the_rulebook():
    """A 6 that touches two tiles scores 12."""
    assert scored(TWO_SIDES, "6:2244", (-1, 1)) == [3 + 12, 4]


def test_a_side_of_the_start_tile_counts():
    assert scored(START_AND_ONE, "9:2727", (-1, 0), rotation=1) == [3 + 18, 4]


def test_four_sides():
    assert scored(FOUR_SIDES, "14:7777", (0, 2)) == [3 + 56, 4]


@pytest.mark.parametrize("missing", ["10:7733", "11:4477"])
def test_three_sides(missing):
    assert scored(FOUR_SIDES.replace(missing, ".."), "14:7777", (0, 2)) == [3 + 42, 4]


@pytest.mark.parametrize(
    ("drawing", "tile", "cell", "rotation", "sides"),
    [
        ("** ++", "14:7777", (0, 1), 0, 1),
        (ONE_SIDE, "9:2727", (0, 2), 0, 1),
        (TWO_SIDES, "6:2244", (-1, 1), 2, 2),
        (START_AND_ONE, "9:2727", (-1, 0), 0, 2),
        (FOUR_SIDES, "14:7777", (0, 2), 0, 4),
    ],
)
def test_children_score_a_point_a_side(drawing, tile, cell, rotation, sides):
    assert scored(drawing, tile, cell, rotation, children=True) == [3 + sides, 4]


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_points_are_of_the_player_whose_turn_it_is(turn):
    hands = ["8:1717 9:2727 4:2222 6:2244", "7:1616 9:3636 5:1414 6:2424"]
    state = table("**", *hands, "10:3737 9:2277 5:1144 6:3333", scores=(1, 2, 3), turn=turn)
    expected = [1, 2, 3]
    expected[turn] += [8, 7, 10][turn]
    assert points(put(state, (1, 0))) == expected


def test_a_game_of_points_laid_one_after_the_other():
    """Three turns on one table; every tile is scored once, when it is laid."""
    state = table("**", "8:1717 9:2727 4:2222 6:2244", "9:2277 14:7777 5:1414 6:2424")
    put(state, (0, 1))  # beside the start tile
    assert points(state) == [8, 0]
    put(state, (0, 2), rotation=2)  # its 2 touches the 7 of the 8
    assert points(state) == [8, 9]
    put(state, (1, 0), slot=1)
    assert points(state) == [17, 9]
    assert game_at(state).scores(state) == (17, 9)
