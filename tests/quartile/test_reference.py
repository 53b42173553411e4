"""The literal reference by example: setting out, placement, points, places.

No engine is needed. The judge of the differential test must itself be right, so each rule and
ruling has an example here, in ``test_reference_turns.py`` or in ``test_reference_options.py``.
"""

from collections import Counter

import pytest

from tests.quartile.reference_positions import (
    PLAIN,
    STUCK,
    cells,
    codes,
    enclose,
    lay,
    mix,
    put,
    read,
    table,
    write,
)
from tests.reference.quartile import START, Quartile, around, pips, rotations

# "Setup".


def test_deal():
    row = [*range(7, 49), *range(7)]
    game = Quartile(tiles=mix(), row=row, num_players=3, starter=1)
    assert game.table() == {START: (7, 0)}
    assert game.hand(0) == [8, 11, 14, 17, None]
    assert game.hand(1) == [9, 12, 15, 18, None]
    assert game.hand(2) == [10, 13, 16, 19, None]
    assert game.quarry() == row[13:]
    assert (game.turn_of(), game.to_move()) == (1, 1)
    assert not game.is_over()
    assert game.discards() == []
    assert [game.score(seat) for seat in range(3)] == [0, 0, 0]


def test_tile_set_of_the_tests():
    assert Counter(tile[0] for tile in mix()) == {c: 7 - abs(c - 8) for c in range(2, 15)}
    assert len(set(mix())) == 49
    assert {tile[0] - edge for tile in mix() for edge in tile[1:]} == set(range(1, 8))


@pytest.mark.parametrize(
    "fault",
    [
        {"tiles": mix()[1:]},
        {"row": [0, *range(48)]},
        {"num_players": 1},
        {"num_players": 7},
        {"starter": 2},
    ],
)
def test_faulty_setup(fault):
    sound = {"tiles": mix(), "row": range(49), "num_players": 2, "starter": 0}
    with pytest.raises(ValueError, match="must be"):
        Quartile(**{**sound, **fault})


# Rotations.


def test_quarter_turns_are_clockwise():
    tile = (9, 1, 2, 3, 4)
    assert [pips(tile, rotation) for rotation in range(4)] == [
        [1, 2, 3, 4],
        [4, 1, 2, 3],
        [3, 4, 1, 2],
        [2, 3, 4, 1],
    ]


@pytest.mark.parametrize(
    ("code", "different"),
    [(PLAIN, [0]), ("8-2626", [0, 1]), ("8-2266", [0, 1, 2, 3]), ("8-1234", [0, 1, 2, 3])],
)
def test_rotations_that_look_alike_are_one(code, different):
    assert rotations(read(code)) == different
    game = table(f"{code} {PLAIN} {code} {PLAIN}")
    expected = {("tile", slot, rotation) for slot in (0, 2) for rotation in different}
    assert game.legal() == expected | {("tile", 1, 0), ("tile", 3, 0)}


# "Tile placement rules".


def test_around_is_clockwise_from_north():
    assert around((3, 7)) == [(2, 7), (3, 8), (4, 7), (3, 6)]


@pytest.mark.parametrize("start", ["14-7777", "2-1111"])
@pytest.mark.parametrize("children", [False, True])
def test_first_tile_lies_beside_the_start_tile_and_always_fits(start, children):
    game = table("5-1234 2-1111 8-2626 14-7777", start=start, children=children)
    for rotation in range(4):
        assert cells(game, 0, rotation) == set(around(START))
    assert len(game.legal()) == 4 + 1 + 2 + 1
    assert game.playable(0) == set(around(START))


# Beside the start tile anything goes; the tile at (0, 1) shows 1 north, 2 east and 3 south.
@pytest.mark.parametrize(
    ("rotation", "expected"),
    [(0, set()), (1, {(0, 2)}), (2, set()), (3, {(-1, 1)})],
)
def test_one_side_must_add_up_to_the_center(rotation, expected):
    game = put(table("5-1134 8-4444 8-4444 8-4444"), {(0, 1): "9-1234"})
    assert cells(game, 0, rotation) == expected | {(-1, 0), (1, 0), (0, -1)}


@pytest.mark.parametrize(
    ("cell", "beside", "code"),
    [
        ((-2, 0), {(-1, 0): "8-3444"}, "5-4424"),  # own south with north
        ((0, 2), {(0, 1): "8-4344"}, "5-4442"),  # own west with east
        ((2, 0), {(1, 0): "8-4434"}, "5-2444"),  # own north with south
        ((0, -2), {(0, -1): "8-4443"}, "5-4244"),  # own east with west
    ],
)
def test_each_side_meets_the_opposite_one(cell, beside, code):
    game = put(table(f"{code} {PLAIN} {PLAIN} {PLAIN}"), beside)
    assert cells(game, 0) == {*around(START), cell} - beside.keys()


def test_tile_on_the_table_is_turned():
    game = table("9-1234 8-4444 8-4444 8-4444", "5-4441 5-4442 5-4443 5-4444")
    lay(game, 0, (0, 1), rotation=1)  # now 4 north, 1 east, 2 south, 3 west
    assert game.table()[0, 1] == (47, 1)
    assert [(0, 2) in cells(game, slot) for slot in range(4)] == [False, False, False, True]


def test_every_side_that_touches_must_add_up():
    # The open corner (1, 1) touches 3 in the north and 2 in the west.
    game = put(table("6-3114 6-3115 6-4114 8-4444"), {(0, 1): "8-4434", (1, 0): "8-4244"})
    assert [(1, 1) in cells(game, slot) for slot in range(4)] == [True, False, False, False]
    assert [(1, 1) in cells(game, 0, rotation) for rotation in (1, 2, 3)] == [False] * 3


# Each open cell touches the start tile, and another tile that shows it 3.
@pytest.mark.parametrize(
    ("cell", "beside", "right", "wrong"),
    [
        ((0, 1), {(1, 1): "8-3444"}, "6-1131", "6-1141"),  # start in the west, 3 in the south
        ((1, 0), {(1, 1): "8-4443"}, "6-1311", "6-1411"),  # start in the north, 3 in the east
    ],
)
def test_side_of_the_start_tile_frees_no_other_side(cell, beside, right, wrong):
    game = put(table(f"{right} {wrong} {PLAIN} {PLAIN}", start="5-5555"), beside)
    assert cell in cells(game, 0)
    assert cell not in cells(game, 1)


def test_only_the_center_of_the_tile_being_played_counts():
    hand = "6-5555 8-6666 10-6666 2-1111"
    beside_2 = enclose(table(hand), "2-1111")  # 1 + 5 makes 6; the older tile has 2
    assert (0, 2) in cells(beside_2, 0)
    beside_10 = enclose(table(hand), "10-4444")  # 4 + 6 makes 10, which is not 8
    assert cells(beside_10, 1) == set()
    assert (0, 2) in cells(beside_10, 2)


def test_touching_means_a_whole_side_and_cells_are_free():
    game = put(table(), {(0, 1): PLAIN})
    expected = {(-1, 0), (1, 0), (0, -1), (-1, 1), (1, 1), (0, 2)}
    assert cells(game, 0) == game.playable(0) == expected


def test_tile_is_legal_only_if_it_fits_somewhere():
    game = enclose(table(f"{STUCK} 5-1444 8-4444 {STUCK}"))
    # All around are fours: the second tile fits with its 1 towards them.
    turned = {("tile", 1, rotation) for rotation in range(4)}
    assert game.legal() == {("tile", 2, 0)} | turned
    assert cells(game, 1, 2) == {(-2, 0)}  # the 1 in the south


def test_playable_is_about_the_hand_of_a_seat():
    game = enclose(table(f"{STUCK} {STUCK} {STUCK} {STUCK}", f"5-1444 {STUCK} {STUCK} {STUCK}"))
    assert game.playable(0) == set()
    assert game.playable(1) == {(-2, 0), (2, 0), (0, -2), (0, 2)}


# The edge of the table.


def test_cells_off_the_table_are_not_legal():
    game = put(table(radius=1), {(0, 1): PLAIN, (-1, 0): PLAIN})
    assert cells(game, 0) == {(-1, -1), (-1, 1), (1, 1), (1, 0), (0, -1)}


@pytest.mark.parametrize(("options", "radius"), [({}, 15), ({"radius": 48}, 48)])
def test_radius(options, radius):
    far = {(radius, 0): PLAIN, (-radius, 0): PLAIN, (0, radius): PLAIN, (0, -radius): PLAIN}
    game = enclose(put(table(**options), far))
    corners = {(row, column) for row in (-1, 1) for column in (-1, 1)}
    near = {(2, 0), (-2, 0), (0, 2), (0, -2)}
    beside = {near for cell in far for near in around(cell)}
    outside = {(radius + 1, 0), (-radius - 1, 0), (0, radius + 1), (0, -radius - 1)}
    assert cells(game, 0) == corners | near | beside - outside


def test_whole_game_on_a_table_without_room():
    game = table(num_players=2, radius=0)
    game.pick = min
    for _ in range(48):
        assert game.legal() == {("unable",)}
        game.play(("unable",))
    assert game.is_over()
    assert len(game.discards()) == 48
    assert game.places() == (1, 1)


# "Score".


def test_worked_example_of_the_rulebook():
    game = put(table("6-3114 8-4444 8-4444 8-4444"), {(0, 1): "8-4434", (1, 0): "8-4244"})
    lay(game, 0, (1, 1))
    assert [game.score(seat) for seat in range(2)] == [12, 0]
    assert game.table()[1, 1] == (47, 0)


@pytest.mark.parametrize(("num_sides", "points"), [(1, 8), (2, 16), (3, 24), (4, 32)])
def test_center_times_sides_that_touch(num_sides, points):
    game = put(table(), dict.fromkeys(around((5, 5))[:num_sides], PLAIN))
    lay(game, 0, (5, 5))
    assert game.score(0) == points


def test_side_of_the_start_tile_counts():
    game = table()
    lay(game, 0, (0, 1))
    assert game.score(0) == 8
    lay(game, 0, (1, 1))
    assert game.score(1) == 8
    lay(game, 0, (1, 0))  # the start tile and (1, 1)
    assert game.score(0) == 8 + 16


# "Children".


def test_children_match_pips():
    hand = "8-1113 8-1115 5-1113 8-4444"
    game = put(table(hand, children=True), {(0, 1): "8-4344"})
    assert [(0, 2) in cells(game, slot) for slot in range(4)] == [True, False, True, False]
    plain = put(table(hand), {(0, 1): "8-4344"})
    assert [(0, 2) in cells(plain, slot) for slot in range(4)] == [False, True, False, False]


def test_children_match_every_side_and_get_a_point_for_each():
    game = put(
        table("6-3112 6-3113 8-4444 8-4444", children=True),
        {(0, 1): "8-4434", (1, 0): "8-4244"},
    )
    assert (1, 1) not in cells(game, 1)
    lay(game, 0, (1, 1))
    assert game.score(0) == 2
    lay(game, 0, (0, -1))  # the start tile
    assert game.score(1) == 1


# "End of Game" and "Predetermined Point Game".


@pytest.mark.parametrize(
    ("target", "scores", "places"),
    [
        (0, (10, 30, 20), (3, 1, 2)),
        (0, (5, 5, 3), (1, 1, 3)),
        (0, (7, 3, 3), (1, 2, 2)),
        (0, (9, 9, 9), (1, 1, 1)),
        (20, (10, 18, 20), (3, 2, 1)),  # the target itself is not over it
        (20, (21, 20, 5), (3, 1, 2)),
        (20, (21, 90, 4, 5), (3, 3, 2, 1)),  # out by much or little is alike
        (20, (21, 5, 5), (3, 1, 1)),
        (20, (21, 0), (2, 1)),
        (20, (21, 22, 90), (1, 1, 1)),  # all over: a draw
    ],
)
def test_places(target, scores, places):
    game = table(num_players=len(scores), target=target)
    assert game.places() == (1,) * len(scores)
    assert write(game, *scores).places() == places


# What any move keeps to.


@pytest.mark.parametrize("move", [("cell", 0, 1), ("tile", 0, 1), ("tile", 4, 0), ("unable",)])
def test_illegal_move_changes_nothing(move):
    game = table()
    with pytest.raises(ValueError, match="not a legal move"):
        game.play(move)
    assert (game.turn_of(), game.to_move(), game.chosen) == (0, 0, None)
    assert codes(game, 0) == [PLAIN] * 4 + [""]
