"""Quiltable's cards as they are drawn: blocks, patterns, piles."""

import re
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest

from quiltenvs.core.drawing import Drawing, rasterize
from quiltenvs.quiltable import blocks, facts, rules
from quiltenvs.quiltable.cards import CARDS
from tests.quiltable.pictures import (
    SVG,
    group,
    kinds_in,
    labels,
    paths,
    picture,
    place,
    title,
    titled,
)
from tests.quiltable.positions import FULL, table


def draw_block(card):
    canvas = Drawing(blocks.UNIT, blocks.UNIT)
    blocks.block(canvas, 0, 0, blocks.UNIT, card, "a block")
    return ElementTree.fromstring(canvas.svg())


@pytest.mark.parametrize("card", range(rules.NUM_CARDS))
def test_a_block_shows_type_patch_and_premium(card):
    printed, root = CARDS[card], draw_block(card)
    assert kinds_in(root) == [printed.type]
    marks = [circle for circle in root.iter(SVG + "circle") if circle.get("fill") == blocks.CARD]
    assert len(marks) == printed.is_premium
    (patch,) = (p for p in root.iter(SVG + "path") if p.get("fill") in blocks.PATCH_COLORS)
    assert blocks.PATCH_COLORS.index(patch.get("fill")) == printed.color
    shape = f"M{(20, 50, 80)[printed.position]} 85{blocks._PATCH_PATHS[printed.color]}"
    assert patch.get("d") == shape
    assert blocks.words(card) == (
        ("premium " if printed.is_premium else "")
        + f"{rules.TYPES[printed.type]}, {rules.PATCH_COLORS[printed.color]} patch "
        + rules.PATCH_POSITIONS[printed.position]
    )


def test_pictures_are_in_the_order_of_the_types():
    pictures = [getattr(blocks, f"_{name.upper()}") for name in rules.TYPES]
    assert list(blocks.PICTURES) == pictures
    assert len({picture.cloth for picture in pictures}) == rules.NUM_TYPES


def gray(draw, side):
    """A drawing of 100 x 100 units as gray levels, as a person sees that sees no colors."""
    canvas = Drawing(blocks.UNIT, blocks.UNIT)
    draw(canvas)
    return rasterize(canvas.svg(), width=side) @ np.array([0.299, 0.587, 0.114])


@pytest.mark.parametrize("side", [12, 40])
def test_types_differ_without_colors_and_when_small(side):
    looks = [
        gray(lambda canvas, kind=kind: blocks.swatch(canvas, 0, 0, blocks.UNIT, kind), side)
        for kind in range(rules.NUM_TYPES)
    ]
    for one, other in combinations(looks, 2):
        assert np.abs(one - other).mean() > 15


def test_types_differ_by_shape_alone():
    """With all cloth and ink of one color every picture covers other places."""

    def cover(kind):
        canvas = Drawing(blocks.UNIT, blocks.UNIT, background="#ffffff")
        with canvas.group(50, 50):
            for part in blocks.PICTURES[kind].parts:
                canvas.path(part.path, fill="#000000" if part.fill else "none", stroke="#000000")
        return rasterize(canvas.svg())[:, :, 0] < 128

    covers = [cover(kind) for kind in range(rules.NUM_TYPES)]
    for one, other in combinations(covers, 2):
        assert (one != other).sum() > 0.2 * min(one.sum(), other.sum())


def draw_large_patch(canvas, color):
    with canvas.group(50, 50, 3.5):
        blocks.patch(canvas, 0, 0, color)


def test_patches_differ_without_colors():
    looks = [
        gray(lambda canvas, color=color: draw_large_patch(canvas, color), 40)
        for color in range(len(rules.PATCH_COLORS))
    ]
    for one, other in combinations(looks, 2):
        assert np.abs(one - other).mean() > 8


# --- patterns and piles ---------------------------------------------------------------------


def draw_pattern(card, count=0):
    canvas = Drawing(blocks.UNIT, blocks.UNIT)
    blocks.pattern(canvas, 0, 0, blocks.UNIT, card, count, "a pattern")
    return ElementTree.fromstring(canvas.svg())


def spots_in(root):
    """What lies where on the card of a pattern, read off the picture: middles by name."""
    found = {}
    for node in root.iter(SVG + "g"):
        kinds = kinds_in(node)
        if len(kinds) == 1 and node.find(SVG + "rect") is not None and not title(node):
            found[place(node)[:2]] = rules.TYPES[kinds[0]]
    fills = dict(zip(blocks._LETTER_CELLS, rules.LETTERS, strict=True))
    for path in root.iter(SVG + "path"):
        if path.get("fill") in fills and path.get("d").endswith("z"):
            for x, y, side in re.findall(r"M(\S+) (\S+?)h([\d.]+)v", path.get("d")):
                middle = tuple(float(edge) + float(side) / 2 for edge in (x, y))
                found[middle] = fills[path.get("fill")]
    return found


@pytest.mark.parametrize("card", range(rules.NUM_CARDS))
def test_a_pattern_is_drawn_as_printed(card):
    root = draw_pattern(card)
    found, rows = spots_in(root), [row.split() for row in CARDS[card].pattern.split("/")]
    wanted = {(r, c): w for r, row in enumerate(rows) for c, w in enumerate(row) if w != "-"}
    assert len(found) == len(wanted)
    side = min(88 / len(rows[0]), 64 / len(rows), 34)
    first_row, first_column = min(r for r, _ in wanted), min(c for _, c in wanted)
    left, top = min(x for x, _ in found), min(y for _, y in found)
    for (x, y), name in found.items():
        column, row = (x - left) / side, (y - top) / side
        assert (column, row) == pytest.approx((round(column), round(row)), abs=0.05)
        assert wanted[round(row) + first_row, round(column) + first_column] == name
        assert side / 2 + 2 < x < blocks.UNIT - side / 2 - 2
        assert side / 2 + 2 < y < 75 - side / 2
    assert labels(root) == [str(CARDS[card].points)]
    dots = sum(data.count("h.01") for data in paths(root))
    assert dots == sum(word == "-" for row in rows for word in row)


def test_a_letter_is_drawn_in_every_cell_for_it():
    card = next(card for card in range(96) if CARDS[card].pattern == "A B A C")
    data = paths(draw_pattern(card))
    assert [sum(d.count(stroke) for d in data) for stroke in blocks._LETTER_STROKES] == [2, 1, 1]


@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_pattern_says_how_often_it_is_completed(count):
    root = draw_pattern(4, count)
    assert labels(root) == ["5", *([f"\u00d7{count}"] if count else [])]
    frame = root.find(f"{SVG}g/{SVG}rect")
    assert frame.get("stroke") == (blocks.DONE if count else blocks.CARD_EDGE)


def test_completed_patterns_say_how_often():
    state = table(quilts=(FULL, ""), patterns=(["sunflower pumpkin", "leaf leaf"], []))
    counts = dict(facts.patterns(state, 0))
    root = group(picture(state), "player 0")
    found = titled(root, "card ")
    assert sorted(counts.values()) == [0, 8]
    for card, count in counts.items():
        ((text, node),) = (
            (text, node)
            for text, node in found.items()
            if text.startswith(f"card {facts.card_number(card)},")
        )
        assert text.endswith(", completed 8x") == (count == 8)
        assert labels(node) == [str(CARDS[card].points), *(["\u00d78"] if count else [])]
        edge = node.find(SVG + "rect").get("stroke")
        assert edge == (blocks.DONE if count else blocks.CARD_EDGE)


def test_piles_show_their_top_and_size():
    state = table(piles=[3, 1, 2, 12])
    root = group(picture(state), "area 1")
    piles = titled(root, "pile ")
    assert set(piles) == {
        "pile 1, 3 cards",
        "pile 2, 1 cards",
        "pile 3, 2 cards",
        "pile 4, 12 cards",
    }
    for text, node in piles.items():
        number, size = int(text[5]), text.split()[2]
        top = facts.piles(state, 0)[number - 1][0]
        assert len(titled(node, blocks.pattern_title(top))) == 1
        assert labels(node) == [str(CARDS[top].points), size]
        backs = [r for r in node.findall(SVG + "rect") if r.get("fill") == blocks.CARD_BACK]
        assert len(backs) == min(3, int(size))  # the cards below, and the plate of the number
