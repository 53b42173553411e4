"""Tiles: the known facts of the named sets, and what is wrong with a file of one's own."""

from collections import Counter

import pytest

import quiltenvs
from quiltenvs.quartile.tile_sets import (
    COLUMNS,
    TILE_SETS,
    Tile,
    TileFileError,
    parse_tiles,
    read_tiles,
)
from tests.quartile.positions import rotations
from tests.strategies import random_game

HEADER = "tile,centre,north,east,south,west"
every_set = pytest.mark.parametrize("name", TILE_SETS)


# --- the named sets -------------------------------------------------------------------------


@every_set
def test_known_facts(name):
    tiles = read_tiles(name)
    assert len(tiles) == 49
    assert {tile.center for tile in tiles} == set(range(2, 15))
    assert [tile.pips for tile in tiles if tile.center == 2] == [(1, 1, 1, 1)]
    assert [tile.pips for tile in tiles if tile.center == 14] == [(7, 7, 7, 7)]
    eights = [tile.pips for tile in tiles if tile.center == 8]
    assert len(eights) == 7
    assert {count for pips in eights for count in pips} == set(range(1, 8))


@every_set
def test_tiles_of_each_center(name):
    """1, 2, ... 7, ... 2, 1 of them."""
    count = Counter(tile.center for tile in read_tiles(name))
    assert count == {center: 7 - abs(center - 8) for center in range(2, 15)}


@every_set
def test_pips_leave_their_partner_1_to_7(name):
    for center, pips in read_tiles(name):
        assert len(pips) == 4
        assert all(1 <= count <= 7 and 1 <= center - count <= 7 for count in pips)


def test_all_tiles_of_the_default_set_are_different():
    """Turned as they may be; and each has two numbers that add up to the center, twice each."""
    tiles = read_tiles("mix")
    assert len({(center, min(rotations(pips))) for center, pips in tiles}) == 49
    for center, pips in tiles:
        low, high = min(pips), max(pips)
        assert low + high == center
        assert sorted(pips) == [low, low, high, high]


@pytest.mark.parametrize(
    ("name", "shape"), [("opp", "abab"), ("adj", "aabb"), ("three_one", "aaab")]
)
def test_the_other_sets_have_one_pattern(name, shape):
    for center, (north, east, south, west) in read_tiles(name):
        values = {"a": north, "b": west}
        assert (north, east, south, west) == tuple(values[letter] for letter in shape)
        assert north + west == center


def test_pips_are_north_east_south_west():
    """A tile that tells the directions apart."""
    assert read_tiles("adj")[1] == Tile(3, (1, 1, 2, 2))
    assert COLUMNS == ("tile", "centre", "north", "east", "south", "west")


# --- files ----------------------------------------------------------------------------------


def rows():
    return [
        f"{number},{center},{','.join(map(str, pips))}"
        for number, (center, pips) in enumerate(read_tiles("mix"), 1)
    ]


def lines(*changes, header=HEADER):
    """Return a tile file with the first rows changed."""
    return [header, *changes, *rows()[len(changes) :]]


def fault(text):
    with pytest.raises(TileFileError) as caught:
        parse_tiles(text)
    return str(caught.value)


def test_a_file_like_a_named_set(tmp_path):
    path = tmp_path / "own.csv"
    path.write_text("\n".join(lines()))
    assert read_tiles(str(path)) == read_tiles("mix")
    game = quiltenvs.game("quartile", tile_set=str(path))
    assert len(random_game(game, 0)) > 96


def test_columns_in_any_order_and_others_ignored():
    mixed = ["note,west,south,tile,east,north,centre"]
    mixed += [
        f"a note,{pips[3]},{pips[2]},t{number},{pips[1]},{pips[0]},{center}"
        for number, (center, pips) in enumerate(read_tiles("adj"))
    ]
    assert parse_tiles(mixed) == read_tiles("adj")


def test_what_a_spreadsheet_adds(tmp_path):
    """A mark of the byte order, CR LF, spaces, quotes, empty lines, values without a column."""
    path = tmp_path / "own.csv"
    text = "\r\n".join(lines('"1", 2 ,"1",1,1,1,more')) + "\r\n\r\n"
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert read_tiles(str(path)) == read_tiles("mix")


@pytest.mark.parametrize("column", COLUMNS)
def test_a_missing_column(column):
    header = HEADER.replace(column, "other")
    assert fault(lines(header=header)) == (
        f"no column {column!r}; needed are tile, centre, north, east, south, west"
    )


@pytest.mark.parametrize("text", [[], [""], ["\n"]])
def test_an_empty_file(text):
    assert fault(text).startswith("no column 'tile'; needed are ")


def test_a_wrong_number_of_tiles():
    assert fault(lines()[:-1]) == "48 tiles; a game has 49"
    assert fault([*lines(), "50,8,4,4,4,4"]) == "50 tiles; a game has 49"
    assert fault([HEADER]) == "0 tiles; a game has 49"


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (",2,1,1,1,1", "line 2: no id in the column 'tile'"),
        ("  ,2,1,1,1,1", "line 2: no id in the column 'tile'"),
        ("49,2,1,1,1,1", "tile 49: there twice"),
        ("a,1,1,1,1,1", "tile a: centre is '1'; use 2 .. 14"),
        ("a,15,7,7,7,7", "tile a: centre is '15'; use 2 .. 14"),
        ("a,,1,1,1,1", "tile a: centre is ''; use 2 .. 14"),
        ("a,two,1,1,1,1", "tile a: centre is 'two'; use 2 .. 14"),
        ("a,8.0,1,1,1,1", "tile a: centre is '8.0'; use 2 .. 14"),
        ("a,-8,1,1,1,1", "tile a: centre is '-8'; use 2 .. 14"),
        ("a,\u0668,1,1,1,1", "tile a: centre is '\u0668'; use 2 .. 14"),
        ("a,8,0,1,1,1", "tile a: north is '0'; use 1 .. 7"),
        ("a,8,1,8,1,1", "tile a: east is '8'; use 1 .. 7"),
        ("a,8,1,1,x,1", "tile a: south is 'x'; use 1 .. 7"),
        ("a,8,1,1,1", "tile a: west is ''; use 1 .. 7"),
        (
            "a,8,1,7,1,7\nb,9,2,2,1,7",
            "tile b: south 1 could never match, since 9 - 1 is not 1 .. 7",
        ),
        ("a,3,3,1,2,1", "tile a: north 3 could never match, since 3 - 3 is not 1 .. 7"),
        ("a,5,1,5,1,1", "tile a: east 5 could never match, since 5 - 5 is not 1 .. 7"),
        ("a,14,7,7,7,6", "tile a: west 6 could never match, since 14 - 6 is not 1 .. 7"),
    ],
)
def test_a_row_that_is_no_tile(row, message):
    assert fault(lines(*row.split("\n"))) == message


def test_pips_at_the_ends_of_what_can_match():
    """7 of 8 leaves 1, and 2 of 9 leaves 7."""
    tiles = parse_tiles(lines("a,8,7,1,7,1", "b,9,2,7,2,7"))
    assert tiles[:2] == (Tile(8, (7, 1, 7, 1)), Tile(9, (2, 7, 2, 7)))


def unreadable(path):
    with pytest.raises(TileFileError) as caught:
        read_tiles(str(path))
    return str(caught.value)


def test_no_such_file(tmp_path):
    path = tmp_path / "none.csv"
    assert unreadable(path) == f"{path}: No such file or directory"


def test_a_folder(tmp_path):
    assert unreadable(tmp_path) == f"{tmp_path}: Is a directory"


@pytest.mark.parametrize(
    "data",
    [
        b"tile,centre\xff\xfe",
        "\n".join([HEADER, '"' + "a" * 200_000 + '",2,1,1,1,1']).encode(),
    ],
    ids=["no UTF-8", "a field too long"],
)
def test_no_csv_file(tmp_path, data):
    path = tmp_path / "own.csv"
    path.write_bytes(data)
    assert unreadable(path).startswith(f"{path}: not a CSV file: ")


def test_what_is_wrong_with_the_tiles_of_a_file(tmp_path):
    """It is a CSV file, so nothing says that it is none."""
    path = tmp_path / "own.csv"
    path.write_text("\n".join(lines()[:-1]))
    assert unreadable(path) == f"{path}: 48 tiles; a game has 49"
    with pytest.raises(quiltenvs.OptionError) as caught:
        quiltenvs.game("quartile", tile_set=str(path))
    assert str(caught.value).startswith(
        f"tile_set={str(path)!r} is not allowed ({path}: 48 tiles; a game has 49); use 'mix' or "
    )
