"""Which areas please which cat: every size and every rotation of a shape, met and missed."""

import pytest

from tests.calico.positions import CATS, EMPTY, GAME, SPOTS, cats, read, sew, table, touches

# Areas are drawn as the 5 x 5 hexes inside the border, one word a row: # a tile, o a goal tile.
# The first, third and fifth word lie half a hex to the right.
SIZES = {
    "Millie": "..... .#o.. .##o. .o... .....",
    "Tibbit": "..... .#o.. .##o. .o#.. .....",
    "Coconut": "..... .#o.. .##o. .o##. .....",
    "Cira": "..... .#o#. .##o. .o##. .....",
    "Gwenivere": ".#... .#o#. .##o. .o##. .....",
}
SHAPES = [
    ("Callie", "..... ..o.. ...o. .o##. ..#.."),  # two above one
    ("Callie", "..... ..o.. ..#o. .o##. ....."),
    ("Rumi", "..... ..o.. ###o. .o... ....."),
    ("Rumi", "..... .#o.. .#.o. .o#.. ....."),
    ("Rumi", "..... ..o#. ..#o. .o#.. ....."),
    ("Tecolote", "####. ..o.. ...o. .o... ....."),
    ("Tecolote", "#.... .#o.. .#.o. .o#.. ....."),
    ("Tecolote", "...#. ..o#. ..#o. .o#.. ....."),
    ("Almond", "..... ..o.. ...o. .o##. .###."),  # two above three
    ("Almond", "..... ..o.. ..#o. .o##. .##.."),
    ("Almond", "..... ..o.. ..#o. .o##. ..##."),
    ("Almond", "..... ..o.. ...o. .o### ..##."),
    ("Almond", "..... ..o.. .##o. .o##. ..#.."),
    ("Almond", "##... ##o.. #..o. .o... ....."),
    ("Leo", "##### ..o.. ...o. .o... ....."),
    ("Leo", "#.... .#o.. .#.o. .o#.. ..#.."),
    ("Leo", "...#. ..o#. ..#o. .o#.. .#..."),
]
MISSED = [
    ("Callie", ".##.. .#o#. .##o. .o... ....."),  # around a goal tile
    ("Callie", "#.... .#o.. .#.o. .o#.. ..#.."),
    ("Rumi", ".##.. .#o#. .##o. .o... ....."),
    ("Rumi", "..... ..o.. ..#o. .o##. ....."),
    ("Tecolote", "..... ..o## ###o# .o... ....."),  # a goal tile in the row
    ("Tecolote", "..... .#o#. ###o. .o#.. ....."),  # three lines of three
    ("Almond", "..... ..o.. ..#o. .o### ...#."),  # two triangles
    ("Almond", "..... .#o#. .##o. .o##. ....."),
    ("Leo", "####. ..o.# ...o# .o..# ....#"),
    ("Leo", ".#... .#o## ###o# .o##. ##.##"),
]


def tiles_of(area):
    """Return the cells of an area as drawn above."""
    rows = area.split()
    marks = {(r, c): mark for r, row in enumerate(rows, 1) for c, mark in enumerate(row, 1)}
    assert len(marks) == 25
    assert [cell for cell, mark in marks.items() if mark == "o"] == SPOTS
    return [cell for cell, mark in marks.items() if mark == "#"]


def pattern_for(tiles):
    """Return a pattern that is not printed beside the tiles."""
    near = {
        word[1] for cell, word in read(EMPTY).items() if any(touches(cell, tile) for tile in tiles)
    }
    return min(set("dfwqsv") - near, default="f")


def setting(cat, tiles):
    """Return tiles of one pattern by cell, and the options with which ``cat`` wants it.

    The colors take turns, so that there are enough tiles of each kind.
    """
    place, pattern = CATS.index(cat), pattern_for(tiles)
    other = "dfwqsv".replace(pattern, "")
    options = {
        "cats": f"{CATS[place - 2]} {cat} {CATS[place - 4]}",
        "patterns": f"{other[:2]} {pattern + other[2]} {other[3:]}",
    }
    return {cell: "YGLDPK"[i % 6] + pattern for i, cell in enumerate(tiles)}, options


def drawing_of(words):
    return " ".join(words.get(cell, word) for cell, word in read(EMPTY).items())


def arrivals(cat, tiles, last):
    """Return the cats that have come to an area before its tile ``last`` is placed, and then."""
    words, options = setting(cat, tiles)
    tile, words[last] = words[last], "*1"
    drawing = drawing_of(words)
    return cats(table(drawing, **options)), cats(sew(drawing, tile, **options))


@pytest.mark.parametrize(("cat", "area"), [*SIZES.items(), *SHAPES])
def test_just_met_whichever_tile_comes_last(cat, area):
    """In the middle or at the end; with any one tile less it is not met."""
    tiles = tiles_of(area)
    for last in tiles:
        assert arrivals(cat, tiles, last) == ([], [cat])


@pytest.mark.parametrize(("cat", "area"), SIZES.items())
def test_one_tile_too_few_in_one_piece(cat, area):
    tiles = tiles_of(area)[1:]
    for last in tiles:
        assert arrivals(cat, tiles, last) == ([], [])


@pytest.mark.parametrize(("cat", "area"), MISSED)
def test_many_tiles_without_the_shape(cat, area):
    tiles = tiles_of(area)
    for last in tiles:
        assert arrivals(cat, tiles, last) == ([], [])


POINTS = dict(zip(CATS, (3, 3, 5, 5, 7, 7, 9, 9, 11, 11), strict=True))


@pytest.mark.parametrize("cat", CATS)
def test_points(cat):
    words, options = setting(cat, tiles_of({**SIZES, **dict(SHAPES)}[cat]))
    state = table(drawing_of(words), **options)
    assert cats(state) == [cat]
    assert GAME.score(state, 0) == POINTS[cat]


def test_the_drawings_show_every_rotation():
    shapes = {cat: [tiles_of(area) for name, area in SHAPES if name == cat] for cat, _ in SHAPES}
    assert {*SIZES, *shapes} == set(CATS)
    assert {cat: len(areas) for cat, areas in shapes.items()} == {
        "Callie": 2, "Rumi": 3, "Tecolote": 3, "Almond": 6, "Leo": 3,
    }  # fmt: skip
    for areas in shapes.values():
        assert len({steps_of(tiles) for tiles in areas}) == len(areas)


def steps_of(tiles):
    """Return where tiles lie as seen from the first, in rows and half hexes."""
    row, column = tiles[0]
    return frozenset((r - row, 2 * (c - column) + r % 2 - row % 2) for r, c in tiles)
