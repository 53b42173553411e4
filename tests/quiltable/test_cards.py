"""The 96 cards, by what the rulebook and a look at all of them say."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from quiltenvs.quiltable import cards, rules
from quiltenvs.quiltable.cards import CARDS, parse_pattern, separate
from tests.quiltable.positions import LETTERS, PER_TYPE, code

TYPES = ("sunflower", "leaf", "corn", "pie", "apple", "pumpkin", "cottage", "acorn")
KINDS = {
    "specific_pair": 4,
    "specific_square": 1,
    "partial_square": 1,
    "partial_short_line": 2,
    "partial_long_line": 1,
    "long_line": 1,
    "unique_arrangement": 2,
}
"""How many of the twelve cards of a type are of each kind."""
POINTS = {
    "specific_pair": {3},
    "specific_square": {8},
    "partial_square": {6},
    "partial_short_line": {4},
    "partial_long_line": {6},
    "long_line": {5},
    "unique_arrangement": {6, 7, 8},
}
SHAPES = {
    "specific_pair": (1, 2),
    "specific_square": (2, 2),
    "partial_square": (2, 2),
    "partial_short_line": (1, 3),
    "partial_long_line": (1, 4),
    "long_line": (1, 4),
    "unique_arrangement": (3, 3),
}
"""Rows and columns."""


def kind(card):
    return rules.KINDS[card.kind]


def words(card):
    return [word for word in card.pattern.replace("/", " ").split() if word != "-"]


def test_twelve_cards_of_each_of_eight_types():
    assert rules.TYPES == TYPES
    assert [card.type for card in CARDS] == [number // 12 for number in range(96)]


@pytest.mark.parametrize("number", range(8))
def test_kinds_of_a_type(number):
    own = CARDS[12 * number : 12 * number + 12]
    assert Counter(kind(card) for card in own) == KINDS
    pairs = [words(card) for card in own if kind(card) == "specific_pair"]
    assert sorted(len(set(pair)) for pair in pairs) == [1, 2, 2, 2]
    assert sum(card.is_premium for card in own) == 7
    # All patterns that name a block name the same one first.
    first = {words(card)[0] for card in own if words(card)[0] in TYPES}
    assert len(first) == 1


def test_premium_are_all_but_pairs_and_squares_of_named_blocks():
    plain = ("specific_pair", "specific_square")
    assert all(card.is_premium == (kind(card) not in plain) for card in CARDS)
    assert sum(card.is_premium for card in CARDS) == 56


def test_points_go_by_kind():
    for name, points in POINTS.items():
        assert {card.points for card in CARDS if kind(card) == name} == points
    assert sum(card.points for card in CARDS) == 8 * (4 * 3 + 8 + 2 * 4 + 5 + 6 + 6) + sum(
        card.points for card in CARDS if kind(card) == "unique_arrangement"
    )


def test_each_type_has_every_patch_in_every_position_once():
    marks = Counter((card.type, card.color, card.position) for card in CARDS)
    assert marks == Counter(product(range(8), range(4), range(3)))
    assert (rules.PATCH_COLORS, rules.PATCH_POSITIONS) == (
        ("green", "yellow", "orange", "brown"),
        ("left", "middle", "right"),
    )


def test_blocks_are_written_by_patch():
    """The number of a block in the tests is its patch: color by color, position by position."""
    for number, card in enumerate(CARDS):
        assert code(number) == f"{LETTERS[card.type]}{4 * card.position + card.color}"
        assert number % PER_TYPE == 4 * card.position + card.color


def test_shapes_of_patterns():
    for card in CARDS:
        rows = card.pattern.split("/")
        columns = {len(row.split()) for row in rows}
        assert (len(rows), *columns) == SHAPES[kind(card)]
        spots = 2 if kind(card) == "specific_pair" else 3 if "short" in kind(card) else 4
        assert len(words(card)) == len(card.spots) == spots


def test_which_patterns_name_a_block():
    for card in CARDS:
        named = [word for word in words(card) if word in TYPES]
        if kind(card).startswith("specific"):
            assert named == words(card)
        elif kind(card).startswith("partial"):
            assert named == words(card)[:1]
        else:
            assert named == []


def test_spots_are_read_from_the_text():
    spots = parse_pattern("A - pumpkin / - - - / B - A")
    assert [tuple(spot) for spot in spots] == [(0, 0, 8), (0, 2, 5), (2, 0, 9), (2, 2, 8)]


def test_arrays_are_those_of_the_cards():
    assert cards.TYPE_OF.tolist() == [card.type for card in CARDS]
    assert cards.IS_PREMIUM.tolist() == [card.is_premium for card in CARDS]
    assert cards.COLOR_OF.tolist() == [card.color for card in CARDS]
    assert cards.POSITION_OF.tolist() == [card.position for card in CARDS]
    assert cards.POINTS_OF.tolist() == [card.points for card in CARDS]
    in_mini = [kind(card) not in ("long_line", "partial_long_line") for card in CARDS]
    assert cards.IN_MINI.tolist() == in_mini
    assert sum(in_mini) == 80


@pytest.mark.parametrize(
    ("number", "block", "pattern", "points"),
    [
        (1, "sunflower", "pumpkin A A", 4),
        (24, "leaf", "- A - / B - B / - C -", 8),
        (41, "pie", "A A A B", 5),
        (82, "cottage", "cottage A / B A", 6),
        (94, "acorn", "apple A / B A", 6),
        (96, "acorn", "- A - / B - B / - A -", 8),
    ],
)
def test_cards_as_printed(number, block, pattern, points):
    card = CARDS[number - 1]
    assert (TYPES[card.type], card.pattern, card.points) == (block, pattern, points)


# --- separating two copies ------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_two_copies_are_separated(seed):
    """Each set has every card once, in the order in which they came."""
    mixed = np.random.default_rng(seed).permutation([*range(96), *range(96)]).tolist()
    first, second = separate(mixed)
    for found in (first, second):
        marks = [(CARDS[card].type, CARDS[card].color, CARDS[card].position) for card in found]
        assert sorted(marks) == sorted(product(range(8), range(4), range(3)))
        assert Counter(CARDS[card].type for card in found) == dict.fromkeys(range(8), 12)
    assert Counter(first + second) == Counter(mixed)
    assert [mixed.index(card) for card in first] == sorted(mixed.index(card) for card in range(96))


@pytest.mark.parametrize(
    "mixed",
    [
        [],
        [*range(96)],
        [*range(96)] * 3,
        [*range(96), *range(95), 94],
        [*range(96), *range(95)],
    ],
    ids=["none", "one copy", "three", "one thrice", "one missing"],
)
def test_other_cards_are_no_two_copies(mixed):
    text = f"^{len(mixed)} cards with {len(set(mixed))} different marks are not two copies"
    with pytest.raises(ValueError, match=text):
        separate(mixed)


@pytest.mark.parametrize("card", [-1, 96])
def test_there_are_96_cards(card):
    with pytest.raises(ValueError, match=f"no card {card}; they are 0 .. 95"):
        separate([card])
