"""The tables of the rules, checked by counting, with geometry of their own."""

from collections import Counter
from itertools import permutations

import pytest

from quiltenvs.calico import rules
from quiltenvs.calico.engine import ACTIONS, MAX_STEPS_PER_PLAYER
from quiltenvs.calico.quilt import placements
from tests.calico.positions import CATS, GAME, GOALS, HEXES, SPACES, SPOTS, read, touches

BOARDS = {name: read(drawing) for name, drawing in rules.BOARDS.items()}
BORDER = [cell for cell in HEXES if cell not in SPACES and cell not in SPOTS]
every_board = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)


def ring(cell):
    return {other for other in HEXES if touches(cell, other)}


@every_board
def test_hexes_of_a_board(board):
    assert len(HEXES) == 49
    assert len(BORDER) == 24
    assert len(SPACES) == 22
    assert SPOTS == [(2, 3), (3, 4), (4, 2)]
    assert all((board[cell] == "..") == (cell in SPACES) for cell in HEXES)
    assert all((board[cell] == "##") == (cell in SPOTS) for cell in HEXES)


def test_the_border_is_the_outermost_ring():
    assert all({0, 6} & set(cell) for cell in BORDER)
    assert sum(bool(ring(cell) & set(SPACES)) for cell in BORDER) == 22
    untouched = [cell for cell in BORDER if not ring(cell) & set(SPACES)]
    assert untouched == [(0, 0), (6, 0)]


@every_board
def test_each_color_is_printed_four_times_and_each_pattern_about_as_often(board):
    colors, patterns = (Counter(board[cell][part] for cell in BORDER) for part in (0, 1))
    assert sorted(colors.values()) == [4] * 6
    assert sorted(patterns.values()) == [3, 4, 4, 4, 4, 5]


@every_board
@pytest.mark.parametrize("part", [0, 1], ids=["color", "pattern"])
def test_printed_neighbours_differ(board, part):
    for cell in BORDER:
        for other in ring(cell) & set(BORDER):
            assert board[cell][part] != board[other][part]


@every_board
@pytest.mark.parametrize("part", [0, 1], ids=["color", "pattern"])
def test_no_space_touches_two_printed_hexes_of_a_kind(board, part):
    for cell in SPACES:
        near = [board[other][part] for other in ring(cell) & set(BORDER)]
        assert len(set(near)) == len(near)


@every_board
def test_no_two_printed_hexes_of_a_board_are_equal(board):
    assert len({board[cell] for cell in BORDER}) == 24


def test_no_two_boards_are_equal():
    assert rules.BOARD_NAMES == ("blue", "green", "purple", "yellow")
    assert len({tuple(board.values()) for board in BOARDS.values()}) == 4


def test_goal_tiles_are_surrounded_by_spaces():
    rings = [ring(spot) for spot in SPOTS]
    assert all(len(around) == 6 and around <= set(SPACES) for around in rings)
    top, right, left = rings
    assert top & right == {(2, 4), (3, 3)}
    assert top & left == {(3, 2)}
    assert not right & left


def test_tiles():
    assert rules.COLORS == ("yellow", "green", "light_blue", "dark_blue", "purple", "pink")
    assert rules.PATTERNS == ("dots", "ferns", "flowers", "quatrefoil", "stripes", "vines")
    assert (rules.NUM_KINDS, rules.NUM_TILES, rules.FEWER_TILES) == (36, 108, 72)
    assert (rules.HAND_SIZE, rules.MARKET_SIZE) == (2, 3)
    assert (rules.BUTTON_SIZE, rules.BUTTON_POINTS, rules.RAINBOW_POINTS) == (3, 3, 3)


def test_cats():
    """Points, dots and size; front and back of a tile are worth the same."""
    assert tuple(CATS) == rules.CAT_NAMES
    assert [cat.points for cat in rules.CATS] == [3, 3, 5, 5, 7, 7, 9, 9, 11, 11]
    assert [cat.dots for cat in rules.CATS] == [1, 1, 1, 1, 2, 2, 2, 2, 3, 3]
    assert [cat.size for cat in rules.CATS] == [3, 3, 4, 3, 5, 4, 6, 5, 7, 5]
    assert [bool(cat.shape) for cat in rules.CATS] == [False, True] * 5
    assert all(len(cat.shape) == cat.size for cat in rules.CATS if cat.shape)


def as_drawn(area):
    """Return where cells lie as seen from the first, in rows and half hexes."""
    row, column = min(area)
    return frozenset((r - row, 2 * (c - column) + r % 2 - row % 2) for r, c in area)


@pytest.mark.parametrize(
    ("name", "num_rotations", "num_placements"),
    [
        ("Callie", 2, 54),
        ("Rumi", 3, 69),
        ("Tecolote", 3, 44),
        ("Almond", 6, 86),
        ("Leo", 3, 27),
    ],
)
def test_shapes(name, num_rotations, num_placements):
    """On the 46 hexes that are no goal tiles."""
    found = placements(rules.CATS[CATS.index(name)].shape)
    assert len(set(found)) == len(found) == num_placements
    assert len({as_drawn(area) for area in found}) == num_rotations
    assert all(not area & set(SPOTS) for area in found)


def test_goals():
    assert tuple(GOALS) == rules.GOAL_NAMES
    assert all(sum(goal.counts) == 6 for goal in rules.GOALS)
    for goal in rules.GOALS[1:]:
        assert [part.count(part[0]) for part in goal.name.split("-")] == list(goal.counts)
        assert len(set(goal.name) - {"-"}) == len(goal.counts)
    assert [(goal.points, goal.points_both) for goal in rules.GOALS] == [
        (10, 15), (8, 14), (8, 13), (7, 11), (7, 11), (5, 8),
    ]  # fmt: skip


def test_goal_choices():
    """123, 124, 132, ... 432: in ascending order."""
    assert tuple(permutations(range(4), 3)) == rules.GOAL_CHOICES
    assert len(rules.GOAL_CHOICES) == 24
    assert rules.GOAL_CHOICES[0] == (0, 1, 2)
    assert rules.GOAL_CHOICES[-1] == (3, 2, 1)
    assert rules.SPOTS == ("top", "right", "bottom left")


def test_beginners():
    assert rules.BEGINNER_CATS == ("Millie", "Tibbit", "Coconut")
    assert rules.BEGINNER_GOALS == ("!=", "AA-BB-CC", "AAA-BBB")


def test_actions():
    assert [(block.name, block.size) for block in ACTIONS] == [
        ("place", 66), ("take", 3), ("goals", 24),
    ]  # fmt: skip
    assert GAME.spec.num_actions == 93
    assert MAX_STEPS_PER_PLAYER == 1 + 22 + 21
    assert GAME.spec.max_steps == 2 * 44
