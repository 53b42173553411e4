"""How often a pattern is completed: against brute force, the printed maxima, and by example."""

from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

from quiltenvs.quiltable import patterns
from quiltenvs.quiltable.cards import CARDS
from tests.quiltable.positions import LETTERS, card_of, read
from tests.strategies import scaled

NAMES = ("sunflower", "leaf", "corn", "pie", "apple", "pumpkin", "cottage", "acorn")
MOST = {
    **dict.fromkeys(("specific_pair",), 8),
    **dict.fromkeys(("specific_square", "partial_square", "partial_long_line", "long_line"), 4),
    "partial_short_line": 5,
}
"""How often a kind can be completed in one quilt, of all but the unique arrangements."""
MOST_UNIQUE = {
    **dict.fromkeys((6, 12, 18, 30, 36, 42, 66, 90), 4),
    **dict.fromkeys((54, 78), 3),
    **dict.fromkeys((24, 48, 60, 72, 84, 96), 2),
}
"""The same by card, counted from 1 as in the table of the cards."""


def count(drawing, card):
    """Return how often the engine finds a card's pattern in a quilt."""
    card = card if isinstance(card, int) else card_of(card)
    word = sum(
        (8 + LETTERS.index(letter)) << 4 * (4 * row + column)
        for (row, column), letter in read(drawing).items()
        if letter != "."
    )
    return patterns.count_completions(np.uint64(word), card)


# --- brute force ----------------------------------------------------------------------------


def spots_of(text):
    """Return the words of a pattern by cell."""
    rows = [line.split() for line in text.split("/")]
    return {(r, c): w for r, row in enumerate(rows) for c, w in enumerate(row) if w != "-"}


@cache
def places(text):
    """Return where a pattern can lie, turned in every way: cells by word, as pairs."""
    found, spots = [], spots_of(text)
    for _ in range(4):
        spots = {(column, -row): word for (row, column), word in spots.items()}
        for down, right in product(range(-3, 4), repeat=2):
            moved = {(row + down, column + right): word for (row, column), word in spots.items()}
            if all(0 <= row < 4 and 0 <= column < 4 for row, column in moved):
                found.append(tuple(sorted(moved.items())))
    return found


def is_completed(quilt, place):
    """Whether the blocks are those of the pattern: as named, letters one to one with types."""
    if any(cell not in quilt for cell, _ in place):
        return False
    named = [(quilt[cell], word) for cell, word in place if word in NAMES]
    letters = {(quilt[cell], word) for cell, word in place if word not in NAMES}
    is_one_to_one = len(letters) == len({a for a, _ in letters}) == len({b for _, b in letters})
    return is_one_to_one and all(block == word for block, word in named)


def most_disjoint(groups):
    """Return how many of some sets of cells can be had so that none share a cell."""
    if not groups:
        return 0
    # Some set on the cell that fewest sets compete for is taken, or none is.
    first = min(groups, key=lambda group: sum(bool(group & other) for other in groups))
    rivals = [group for group in groups if group & first]
    if len(rivals) == 1:
        return 1 + most_disjoint([group for group in groups if group is not first])
    with_it = 1 + most_disjoint([group for group in groups if not group & first])
    return max(with_it, most_disjoint([group for group in groups if group != first]))


def brute_force(quilt, text):
    groups = {
        frozenset(cell for cell, _ in place) for place in places(text) if is_completed(quilt, place)
    }
    return most_disjoint(sorted(groups, key=sorted))


def test_brute_force_by_hand():
    """The other implementation counts as the rulebook says where that is plain to see."""
    quilt = {(row, column): "pumpkin" for row in range(4) for column in range(4)}
    assert brute_force(quilt, "pumpkin pumpkin") == 8
    assert brute_force(quilt, "pumpkin A A") == 5
    assert brute_force(quilt, "pumpkin A B") == 0
    assert brute_force({(0, 0): "pumpkin", (0, 1): "leaf", (1, 0): "leaf"}, "pumpkin leaf") == 1


def random_quilt(rng, types, share):
    """Return a quilt of some of the types, of which a share of the cells is filled."""
    cells = {}
    for row, column in product(range(4), repeat=2):
        if rng.random() < share:
            cells[row, column] = str(rng.choice(types))
    return cells


def draw(quilt):
    """Return a quilt as a drawing."""
    letters = {cell: LETTERS[NAMES.index(block)] for cell, block in quilt.items()}
    return "\n".join(" ".join(letters.get((r, c), ".") for c in range(4)) for r in range(4))


def planted(rng, text, quilt):
    """Return a quilt into which two completions were laid, perhaps one over the other."""
    for place in rng.permutation(len(places(text)))[:2]:
        types = dict(zip("ABC", rng.permutation(NAMES).tolist(), strict=False))
        quilt |= {cell: types.get(word, word) for cell, word in places(text)[place]}
    return quilt


@pytest.mark.parametrize("number", range(96))
def test_as_many_as_brute_force_finds(number):
    rng = np.random.default_rng(number)
    text, found = CARDS[number].pattern, set()
    named = sorted({word for word in text.split() if word in NAMES})
    for share in (1.0, 0.7, 0.2):
        for _ in range(scaled(8)):
            types = named + rng.choice(NAMES, 1 + rng.integers(3)).tolist()
            quilt = random_quilt(rng, types, share)
            if share < 0.5 or rng.random() < 0.5:
                quilt = planted(rng, text, quilt)
            expected = brute_force(quilt, text)
            assert count(draw(quilt), number) == expected, draw(quilt)
            found.add(expected)
    assert found - {0}


# --- maxima ---------------------------------------------------------------------------------


def most_of(number):
    kind = CARDS[number].kind
    names = ("specific_pair", "specific_square", "partial_square", "partial_short_line")
    name = (*names, "partial_long_line", "long_line", "unique_arrangement")[kind]
    return MOST_UNIQUE[number + 1] if name == "unique_arrangement" else MOST[name]


@cache
def packing(text, size):
    """Return places of a pattern, ``size`` of them, that share no cell, or none."""

    def search(chosen, rest):
        if len(chosen) == size:
            return chosen
        if len({cell for place in rest for cell, _ in place}) < needed - len(chosen) * spots:
            return []
        for number, place in enumerate(rest):
            cells = {cell for cell, _ in place}
            apart = [o for o in rest[number + 1 :] if not cells & {cell for cell, _ in o}]
            found = search([*chosen, place], apart)
            if found:
                return found
        return []

    spots = len(spots_of(text))
    needed = size * spots
    return search([], places(text))


def quilt_of(chosen):
    """Return a quilt in which all these places are completed, every letter being one type."""
    letters = {}
    for place in chosen:
        for cell, word in place:
            spare = [name for name in NAMES if name in ("apple", "pie", "leaf")]
            letters[cell] = word if word in NAMES else spare["ABC".index(word)]
    return letters


@pytest.mark.parametrize("number", range(96))
def test_the_most_completions(number):
    """A quilt made of that many completions counts them; one more has no room."""
    text, most = CARDS[number].pattern, most_of(number)
    chosen = packing(text, most)
    assert len(chosen) == most
    assert not packing(text, most + 1)
    assert count(draw(quilt_of(chosen)), number) == most


@pytest.mark.parametrize("letter", "PAH")
def test_most_completions_in_a_quilt_of_one_type(letter):
    one_type = "\n".join([" ".join(letter * 4)] * 4)
    name = NAMES[LETTERS.index(letter)]
    expected = {card.pattern: 0 for card in CARDS}
    for number, card in enumerate(CARDS):
        words = set(card.pattern.split()) - {"/", "-"}
        if words <= {name, "A"}:
            expected[card.pattern] = most_of(number)
    assert {card.pattern: count(one_type, n) for n, card in enumerate(CARDS)} == expected


# --- by example -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drawing", "pattern", "times"),
    [
        # Four blocks that hold a pattern in several ways share no block among completions.
        ("P P\nP P", "pumpkin pumpkin", 2),
        ("P P P", "pumpkin pumpkin", 1),
        ("C C\nC C", "corn A / A A", 1),
        ("C C C\nC C C", "corn A / A A", 1),
        ("C A A\nC A A\n. C C", "corn A / A A", 0),
        ("C A C A\nA A A A", "corn A / A A", 2),
        ("I I I I", "pie pie", 2),
        # Lines read both ways, and lie both ways.
        ("P A A", "pumpkin A A", 1),
        ("A A P", "pumpkin A A", 1),
        ("P\nA\nA", "pumpkin A A", 1),
        ("A P A", "pumpkin A A", 0),
        ("P A A P", "pumpkin A A", 1),
        ("P L A A", "A B C A", 0),
        ("A P L A", "A B C A", 1),
        ("A P A L", "A B A C", 1),
        ("L A P A", "A B A C", 1),
        ("P A L A", "A B A C", 1),
        ("A A P A", "A B A C", 0),
        # Pairs in all four directions.
        ("P L", "pumpkin leaf", 1),
        ("L P", "pumpkin leaf", 1),
        ("P\nL", "pumpkin leaf", 1),
        ("L\nP", "pumpkin leaf", 1),
        ("P .\n. L", "pumpkin leaf", 0),
        ("P . L", "pumpkin leaf", 0),
        (". P .\nP L P\n. P .", "pumpkin leaf", 1),
        # A square of two and two, however it lies.
        ("P P\nI I", "pumpkin pumpkin / pie pie", 1),
        ("I I\nP P", "pumpkin pumpkin / pie pie", 1),
        ("P I\nP I", "pumpkin pumpkin / pie pie", 1),
        ("P I\nI P", "pumpkin pumpkin / pie pie", 0),
        ("P P I\nI I P", "pumpkin pumpkin / pie pie", 1),
    ],
)
def test_completions(drawing, pattern, times):
    assert count(drawing, pattern) == times


@pytest.mark.parametrize(
    ("drawing", "pattern", "times"),
    [
        ("P A A", "pumpkin A B", 0),  # different letters, different types
        ("P A L", "pumpkin A B", 1),
        ("P P L", "pumpkin A B", 1),  # a letter may be the type that is named
        ("P A P", "pumpkin A B", 1),
        ("P P P", "pumpkin A A", 1),
        ("P P P", "pumpkin A B", 0),
        ("P A L", "pumpkin A A", 0),  # the same letter, the same type
        ("P A .", "pumpkin A A", 0),
        ("L A A A", "leaf A A A", 1),
        ("L L L L", "leaf A A A", 1),
        ("L A A L", "leaf A A A", 0),
        ("S S A I", "sunflower A B C", 1),
        ("S A I A", "sunflower A B C", 0),
        ("S A S I", "sunflower A B C", 1),
        ("A A P P", "A A B B", 1),
        ("A A A A", "A A B B", 0),
        ("A A P P\nL L I I", "A A B B", 2),  # each time of other types
        ("A P A P", "A B A B", 1),
    ],
)
def test_letters(drawing, pattern, times):
    assert count(drawing, pattern) == times


@pytest.mark.parametrize(
    ("pattern", "lies", "mirrored"),
    [
        ("cottage A / B A", "H P\nL P", "P H\nP L"),
        ("apple A / B A", "A P\nL P", "P A\nP L"),
    ],
)
def test_patterns_are_turned_but_not_mirrored(pattern, lies, mirrored):
    """The only two patterns that their mirror images tell apart, cards 82 and 94."""
    assert card_of(pattern) + 1 in (82, 94)
    assert count(lies, pattern) == 1
    rows = [line.split() for line in lies.splitlines()]
    for _ in range(3):
        rows = [list(row) for row in zip(*rows[::-1], strict=True)]
        assert count("\n".join(" ".join(row) for row in rows), pattern) == 1
    assert count(mirrored, pattern) == 0


def _looks(spots):
    """Return all rotations of a pattern, letters renamed as they come."""
    found = set()
    for _ in range(4):
        spots = {(column, -row): word for (row, column), word in spots.items()}
        top, left = min(row for row, _ in spots), min(column for _, column in spots)
        names = {}
        look = []
        for (row, column), word in sorted(spots.items()):
            named = word if word in NAMES else names.setdefault(word, len(names))
            look.append((row - top, column - left, named))
        found.add(tuple(look))
    return found


def test_the_other_patterns_are_their_own_mirror_images():
    different = []
    for number, card in enumerate(CARDS):
        spots = spots_of(card.pattern)
        mirrored = {(row, -column): word for (row, column), word in spots.items()}
        if not _looks(spots) & _looks(mirrored):
            different.append(number + 1)
    assert different == [82, 94]


def test_all_patterns_differ():
    looks = [_looks(spots_of(card.pattern)) for card in CARDS]
    assert all(not first & second for first, second in combinations(looks, 2))


@pytest.mark.parametrize("middle", [". . .", "P . P", "A L A", "S S S"])
def test_free_cells_of_a_pattern_may_hold_anything(middle):
    """Card 6: four corners."""
    lines = [f"S {middle[2]} S", f"{middle[0]} {middle[2]} {middle[4]}", "S . S"]
    assert count("\n".join(lines), "A - A / - - - / A - A") == 1


def test_unique_arrangements_interlock():
    """Four completions of card 6 on sixteen cells: every block serves one."""
    drawing = "P S P S\nL C L C\nP S P S\nL C L C"
    assert count(drawing, "A - A / - - - / A - A") == 4
    assert count(drawing, "A - A / - - - / A - B") == 0
    assert count(drawing[:-1] + "A", "A - A / - - - / A - A") == 3
    assert count(drawing[:-1] + "A", "A - A / - - - / A - B") == 1


def test_one_pattern_can_be_completed_by_different_types():
    """The rulebook: two pumpkins score for A-A, and two sunflowers again."""
    assert count("A A A A\nS S S S\nP P P P\nL L L L", "A A A B") == 0
    assert count("A A A S\nS S S A\nP P P L\nL L L P", "A A A B") == 4


def test_an_empty_quilt_completes_nothing():
    assert [count("", number) for number in range(96)] == [0] * 96
