"""The literal reference by example: cards, patterns, patches, symmetry, points."""

from collections import Counter

import pytest

from tests.quiltable.reference_positions import quilt_of
from tests.reference.quiltable_cards import BLOCKS, CARDS, read_pattern
from tests.reference.quiltable_scoring import (
    blocks_of,
    completions,
    is_match,
    is_symmetric,
    laid_out,
    most_disjoint,
    quilt_score,
    seams,
)

ALL_PUMPKINS = "\n".join(["P P P P"] * 4)


def number(text):
    """The number of the card that shows a pattern; it is the only one."""
    (found,) = (n for n, card in enumerate(CARDS) if card.pattern == read_pattern(text))
    return found


def count(text, drawing, frame=4):
    return completions(number(text), blocks_of(quilt_of(drawing)), frame)


def score(quilt, patterns=(), frame=4, patches=False, symmetry=False, patch_match="aligned"):
    return quilt_score(
        quilt, patterns, frame, patches=patches, symmetry=symmetry, patch_match=patch_match
    )


# The cards.


def test_cards():
    assert len(CARDS) == 96
    looks = {(card.block, card.patch, card.position) for card in CARDS}
    assert len(looks) == 96
    assert [card.block for card in CARDS] == [block for block in BLOCKS for _ in range(12)]
    assert len({tuple(card.pattern.items()) for card in CARDS}) == 96
    kinds = Counter(card.kind for card in CARDS)
    assert kinds == {
        "specific_pair": 32,
        "specific_square": 8,
        "partial_short_line": 16,
        "long_line": 8,
        "partial_square": 8,
        "partial_long_line": 8,
        "unique_arrangement": 16,
    }


def test_premium_blocks_and_points():
    points = {}
    for card in CARDS:
        assert card.is_premium == (card.kind not in ("specific_pair", "specific_square"))
        points.setdefault(card.kind, set()).add(card.points)
    assert sum(card.is_premium for card in CARDS) == 56
    assert points == {
        "specific_pair": {3},
        "specific_square": {8},
        "partial_short_line": {4},
        "long_line": {5},
        "partial_square": {6},
        "partial_long_line": {6},
        "unique_arrangement": {6, 7, 8},
    }


MOST = {
    "specific_pair": 8,
    "specific_square": 4,
    "partial_short_line": 5,
    "long_line": 4,
    "partial_square": 4,
    "partial_long_line": 4,
}
# By card number less 1.
MOST_OF_UNIQUE = {5: 4, 11: 4, 17: 4, 23: 2, 29: 4, 35: 4, 41: 4, 47: 2} | {
    53: 3,
    59: 2,
    65: 4,
    71: 2,
    77: 3,
    83: 2,
    89: 4,
    95: 2,
}


@pytest.mark.parametrize("card", range(96))
def test_maxima_of_the_rulebook(card):
    expected = MOST_OF_UNIQUE.get(card) or MOST[CARDS[card].kind]
    assert most_disjoint(map(frozenset, laid_out(card, 4))) == expected


# Patterns.


@pytest.mark.parametrize(
    ("text", "drawing", "times"),
    [
        ("pumpkin leaf", "P L", 1),
        ("pumpkin leaf", "L P", 1),
        ("pumpkin leaf", "P \n L", 1),
        ("pumpkin leaf", "P . L", 0),
        ("pumpkin leaf", "P . \n . L", 0),
        ("pumpkin leaf", "P L P", 1),  # a block counts once
        ("pumpkin pumpkin", "P P \n P P", 2),  # two ways, two disjoint ones
        ("pumpkin pumpkin", "P P P", 1),
        ("pumpkin pumpkin", ALL_PUMPKINS, 8),
        ("pumpkin A A", ALL_PUMPKINS, 5),  # a letter may be the named block
        ("pumpkin A A", "P S S", 1),
        ("pumpkin A A", "S S P", 1),
        ("pumpkin A A", "S P S", 0),
        ("pumpkin A A", "P S L", 0),
        ("pumpkin A B", "P S L", 1),
        ("pumpkin A B", "P P L", 1),
        ("pumpkin A B", "P S S", 0),  # other letters, other blocks
        ("pumpkin A B", "S \n L \n P", 1),
        ("A A B B", "P P S S", 1),
        ("A A B B", "P P P P", 0),
        ("A B A C", "P S P L", 1),
        ("A B A C", "L P S P", 1),  # turned by half
        ("A B A C", "P S P S", 0),
        ("pumpkin pumpkin / pie pie", "P I \n P I", 1),
        ("pumpkin pumpkin / pie pie", "P I \n I P", 0),
        ("A - A / - - - / A - A", "S . S \n L L . \n S . S", 1),
        ("A - A / - - - / A - A", "S . S \n . . . \n S . L", 0),
        ("A - A / - - - / A - A", ALL_PUMPKINS, 4),
        ("pie A / A B", "L S \n S I", 1),
        ("pie A / A B", "L S \n C I", 0),
        # No mirror: X A / B A, with X in the top left corner, and turned clockwise B X / A A.
        ("cottage A / B A", "H S \n L S", 1),
        ("cottage A / B A", "L H \n S S", 1),
        ("cottage A / B A", "S L \n S H", 1),
        ("cottage A / B A", "S S \n H L", 1),
        ("cottage A / B A", "H L \n S S", 0),
        ("cottage A / B A", "S H \n S L", 0),
        ("cottage A / B A", "S S \n L H", 0),
        ("- A - / B - B / - C -", ". S . \n L . L \n . C .", 1),
        ("- A - / B - B / - C -", ". L . \n S . C \n . L .", 1),
        ("- A - / B - B / - C -", ". L . \n L . C \n . S .", 0),
    ],
)
def test_completions(text, drawing, times):
    assert count(text, drawing) == times


def test_packing_takes_the_best_choice():
    # Taking the pair in the middle first would leave no other.
    assert count("pumpkin pumpkin", "P P P P") == 2
    assert most_disjoint({frozenset({(0, 0), (0, 1)}), frozenset({(0, 1), (0, 2)})}) == 1
    assert most_disjoint([]) == 0


def test_long_line_needs_four_cells():
    assert count("A A B B", "P P S", 3) == 0
    assert laid_out(number("A A B B"), 3) == []


# Points.


def test_example_of_the_rulebook():
    # 11 premium blocks, a pattern of 12 points, one of 6, and the bonus of a finished quilt.
    pumpkins = [n for n, c in enumerate(CARDS) if c.block == "pumpkin" and c.is_premium]
    pumpkins.append(number("acorn acorn"))  # on a pumpkin, not premium
    suns = [n for n, c in enumerate(CARDS) if c.block == "sunflower" and c.is_premium][:4]
    leaves = [n for n, c in enumerate(CARDS) if c.block == "leaf" and not c.is_premium][:4]
    cards = [*pumpkins, *suns, *leaves]
    quilt = {divmod(place, 4): card for place, card in enumerate(cards)}
    patterns = [number("pumpkin pumpkin"), number("sunflower sunflower")]
    assert score(quilt) == 11 + 5
    assert score(quilt, patterns[:1]) == 11 + 12 + 5
    assert score(quilt, patterns) == 34
    del quilt[3, 3]
    assert score(quilt, patterns) == 29


def test_bonus_of_the_mini_quilt():
    quilt = quilt_of("A A A \n A A A \n A A A")
    premium = sum(CARDS[card].is_premium for card in quilt.values())
    assert score(quilt, frame=3) == premium + 5
    assert score(quilt, frame=4) == premium


def test_pattern_held_twice_scores_twice():
    quilt = quilt_of("P L")
    premium = sum(CARDS[card].is_premium for card in quilt.values())
    assert score(quilt, [number("pumpkin leaf")] * 2) == premium + 6


# "Patches".


def cards_with(patch, position):
    return [n for n, c in enumerate(CARDS) if (c.patch, c.position) == (patch, position)]


def test_72_points_of_patches():
    left, right = cards_with("green", "left"), cards_with("green", "right")
    quilt = {
        (row, column): (left if (row + column) % 2 else right).pop()
        for row in range(4)
        for column in range(4)
    }
    assert len(seams(quilt)) == 24
    assert score(quilt, patches=True) - score(quilt) == 72
    assert score(quilt, patches=True, patch_match="label") == score(quilt)


@pytest.mark.parametrize(
    ("first", "second", "aligned", "label"),
    [
        (("green", "left"), ("green", "right"), True, False),
        (("green", "right"), ("green", "left"), True, False),
        (("green", "middle"), ("green", "middle"), True, True),
        (("green", "left"), ("green", "left"), False, True),
        (("green", "right"), ("green", "right"), False, True),
        (("green", "left"), ("green", "middle"), False, False),
        (("green", "left"), ("brown", "right"), False, False),
        (("green", "middle"), ("brown", "middle"), False, False),
    ],
)
def test_patches_match(first, second, aligned, label):
    cards = (cards_with(*first)[0], cards_with(*second)[1])
    assert is_match(*cards, "aligned") == aligned
    assert is_match(*cards, "label") == label


# "Symmetry".


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("P S S P \n L C C L \n P P P P \n A I I A", True),  # vertical fold
        ("P L A C \n S S I I \n S S I I \n P L A C", True),  # horizontal fold
        ("P S L C \n S A I N \n L I P H \n C N H S", True),  # the line itself is free
        ("P S L C \n A I P L \n N H I S \n C N A P", True),  # the other diagonal
        ("P S L C \n A I P L \n N H I S \n C N P A", False),
        ("P S L C \n S A I N \n L I P H \n C N S H", False),
        ("P", True),
        ("P S", True),  # a corner of the frame: all mirror cells are empty
        ("P S L C", True),
        ("P P P P \n S . . S \n . . . . \n . . . L", True),
        ("P S L C \n . . . A \n . . . . \n . . . L", True),  # over the main diagonal
        ("P S L C \n . . . A \n . . . . \n N . . L", False),
        ("P S L C \n S A C A \n L I . .", False),  # rows 2 and 3 meet, whether above or below
    ],
)
def test_symmetric(drawing, expected):
    assert is_symmetric(quilt_of(drawing), 4) == expected


def test_symmetry_points():
    quilt = quilt_of("P S")
    assert score(quilt, symmetry=True) == score(quilt) + 15
    assert score({}, symmetry=True) == 0
    lopsided = quilt_of("P S L \n C A N \n I H S")
    assert score(lopsided, frame=3, symmetry=True) == score(lopsided, frame=3)
    assert not is_symmetric(lopsided, 4)


def test_unfinished_quilt_may_lie_anywhere_in_the_frame():
    # Two columns fold onto empty cells, unless they lie in the middle; of three two must meet.
    assert is_symmetric(quilt_of("S L \n C A \n N H \n I P"), 4)
    assert not is_symmetric(quilt_of("S L C \n A N H \n I P P \n S A A"), 4)
