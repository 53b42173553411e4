"""The literal reference by example: tables and setting out.

No engine is needed. The judge of the differential test must itself be right, so each rule and
ruling has an example here or in ``test_reference_turns.py``, ``test_reference_tokens.py`` and
``test_reference_endings.py``.
"""

from collections import Counter

import pytest

from tests.calico.reference_positions import (
    KINDS,
    SEATS,
    read,
    table,
    tiles,
)
from tests.reference.calico_tables import (
    BOARD,
    BORDERS,
    CATS,
    COLORS,
    GOALS,
    PATTERNS,
    PLAY,
    SCENARIOS,
    SPOTS,
    neighbours,
    read_tile,
    walked,
)

# The tables, counted.


@pytest.mark.parametrize("name", ["blue", "green", "purple", "yellow"])
def test_boards(name):
    border = BORDERS[name]
    assert len(border) == len(set(border.values())) == 24
    assert border.keys() == {cell for cell in BOARD if {0, 6} & set(cell)}
    assert sum(bool(neighbours(cell) & PLAY) for cell in border) == 22
    assert not any(neighbours(corner) & PLAY for corner in [(0, 0), (6, 0)])
    for cell, (color, pattern) in border.items():
        for near in neighbours(cell) & border.keys():
            assert border[near][0] != color
            assert border[near][1] != pattern
    assert set(Counter(color for color, _ in border.values()).values()) == {4}
    by_pattern = Counter(pattern for _, pattern in border.values())
    assert sorted(by_pattern.values()) == [3, 4, 4, 4, 4, 5]
    most = {"blue": "flowers", "green": "stripes", "purple": "ferns", "yellow": "vines"}
    assert by_pattern[most[name]] == 5


def test_boards_differ():
    assert len({tuple(sorted(border.items())) for border in BORDERS.values()}) == 4


def test_spaces():
    assert len(BOARD) == 49
    assert len(PLAY) == 22
    assert {spot: len(neighbours(cell) & PLAY) for spot, cell in SPOTS.items()} == {
        "top": 6,
        "right": 6,
        "bottom left": 6,
    }
    top, right, bottom_left = (neighbours(cell) for cell in SPOTS.values())
    assert (top & right, top & bottom_left, right & bottom_left) == (
        {(2, 4), (3, 3)},
        {(3, 2)},
        set(),
    )


def test_neighbours_of_an_even_and_an_odd_row():
    assert neighbours((2, 2)) == {(2, 1), (2, 3), (1, 1), (1, 2), (3, 1), (3, 2)}
    assert neighbours((3, 3)) == {(3, 2), (3, 4), (2, 3), (2, 4), (4, 3), (4, 4)}
    assert neighbours((0, 0)) == {(0, 1), (1, 0)}
    assert neighbours((5, 6)) == {(5, 5), (4, 6), (6, 6)}
    assert all(cell in neighbours(near) for cell in BOARD for near in neighbours(cell))


def test_tiles():
    assert len(COLORS) == len(PATTERNS) == 6
    assert len(set(KINDS)) == 36
    assert Counter(Counter(tiles()).values()) == {3: 36}
    assert Counter(tiles()) == Counter(table().bag + table().hand(0) + table().market())
    assert len(tiles()) == 108


def test_cats():
    assert {name: (cat.points, cat.dots) for name, cat in CATS.items()} == {
        "Millie": (3, 1),
        "Callie": (3, 1),
        "Tibbit": (5, 1),
        "Rumi": (5, 1),
        "Coconut": (7, 2),
        "Tecolote": (7, 2),
        "Cira": (9, 2),
        "Almond": (9, 2),
        "Gwenivere": (11, 3),
        "Leo": (11, 3),
    }
    for name, cat in CATS.items():
        back = CATS[cat.back]
        assert (back.back, back.points, back.dots) == (name, cat.points, cat.dots)
        assert (cat.min_size is None) == (back.min_size is not None) == (cat.walk is not None)


@pytest.mark.parametrize(
    ("cat", "num_hexes", "count"),
    [("Callie", 3, 54), ("Rumi", 3, 69), ("Tecolote", 4, 44), ("Leo", 5, 27), ("Almond", 5, 86)],
)
def test_shapes_fit_a_board_in_so_many_ways(cat, num_hexes, count):
    hexes = BOARD - set(SPOTS.values())
    shapes = {
        frozenset(walked(cell, direction, CATS[cat].walk))
        for cell in hexes
        for direction in range(6)
    }
    assert {len(shape) for shape in shapes} == {num_hexes}
    assert sum(shape <= hexes for shape in shapes) == count


def test_goals():
    assert {name: (goal.once, goal.twice) for name, goal in GOALS.items()} == {
        "!=": (10, 15),
        "AAAA-BB": (8, 14),
        "AAA-BBB": (8, 13),
        "AAA-BB-C": (7, 11),
        "AA-BB-CC": (7, 11),
        "AA-BB-C-D": (5, 8),
    }
    for name, goal in GOALS.items():
        letters = "ABCDEF" if name == "!=" else name.replace("-", "")
        assert sorted(Counter(letters).values()) == sorted(goal.counts)


def test_scenarios():
    assert list(SCENARIOS) == list(range(1, 11))
    scores = [card.min_score for card in SCENARIOS.values()]
    assert scores == [58, 59, 60, 61, 62, 63, 64, 66, 68, 72]
    assert [card.blue for card in SCENARIOS.values()] == [0, 0, 2, 3, 3, 2, 2, 1, 1, 0]
    assert [card.yellow for card in SCENARIOS.values()] == [0, 0, 0, 0, 0, 1, 1, 1, 2, 2]
    for card in SCENARIOS.values():
        assert len(set(card.goals)) == len(card.goals) == 3
        assert set(card.goals) <= GOALS.keys()
        assert len({frozenset((cat, CATS[cat].back)) for cat in card.cats}) == 3
    assert Counter(cat for card in SCENARIOS.values() for cat in card.cats) == {
        "Millie": 4,
        "Callie": 3,
        "Tibbit": 5,
        "Rumi": 2,
        "Coconut": 5,
        "Tecolote": 3,
        "Cira": 2,
        "Almond": 2,
        "Gwenivere": 2,
        "Leo": 2,
    }
    by_goal = Counter(goal for card in SCENARIOS.values() for goal in card.goals)
    assert by_goal == dict.fromkeys(GOALS, 5)


# Setting out.


def test_hands_are_dealt_in_turn_order_then_the_market():
    game = table("Yd Yf Gd Gf Ld Lf Dd Df Dw Pd", num_players=3, starter=2)
    assert [game.hand(seat) for seat in range(3)] == [read("Gd Gf"), read("Ld Lf"), read("Yd Yf")]
    assert game.market() == read("Dd Df Dw")
    assert game.to_move() == 2
    assert [game.board(seat) for seat in range(3)] == [{}, {}, {}]
    assert [game.hidden_slots(seat) for seat in range(3)] == [{0, 1}] * 3
    assert [game.score(seat) for seat in range(3)] == [0, 0, 0]
    assert game.legal() == {("place", slot, *cell) for slot in (0, 1) for cell in PLAY}
    assert not game.is_over()


def test_goals_are_chosen_in_turn_order_before_the_deal():
    names = list(GOALS)
    offers = [names[:4], names[2:], names[1:5]]
    game = table("Yd Yf Gd", num_players=3, starter=1, offers=offers)
    empty = [None, None]
    for seat, indices in [(1, (3, 0, 2)), (2, (0, 1, 2))]:
        assert game.to_move() == seat
        assert len(game.legal()) == 24
        game.play(("goals", *indices))
        assert game.market() == [None] * 3
        assert [game.hand(seat) for seat in range(3)] == [empty] * 3
        assert [game.hidden_slots(seat) for seat in range(3)] == [set()] * 3
    assert game.goals(1) == (names[5], names[2], names[4])
    assert game.goals(2) == (names[1], names[2], names[3])
    assert (game.goals(0), game.goals_met(0)) == (None, {})
    assert game.unseen_by(0) == Counter(tiles())
    game.play(("goals", 2, 1, 3))
    assert game.goals(0) == (names[2], names[1], names[3])
    assert game.to_move() == 1
    assert game.hand(1) == read("Yd Yf")
    assert game.hand(2)[0] == read_tile("Gd")
    assert None not in game.market()


def test_given_goals_can_be_placed_in_six_ways():
    game = table(offers=[["!=", "AAA-BBB", "AA-BB-CC"]])
    assert len(game.legal()) == 6
    assert ("goals", 2, 0, 1) in game.legal()
    assert ("goals", 0, 0, 1) not in game.legal()


def test_fixed_goals_are_no_decision():
    game = table(num_players=2, goals=["!=", "AA-BB-CC", "AAA-BBB"])
    assert [game.goals(seat) for seat in (0, 1)] == [("!=", "AA-BB-CC", "AAA-BBB")] * 2
    assert {move[0] for move in game.legal()} == {"place"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tiles": tiles()[:-1]}, "number of each kind"),
        ({"tiles": tiles(copies=1)}, "number of each kind"),
        ({"tiles": tiles(copies=2), "boards": SEATS[:3]}, "number of each kind"),
        ({"boards": []}, "boards"),
        ({"boards": ["blue", "blue"]}, "boards"),
        ({"boards": ["red"]}, "boards"),
        ({"starter": 1}, "starter"),
        ({"cats": "Millie Callie Leo"}, "double-sided"),
        ({"cats": "Millie Leo"}, "cats"),
        ({"patterns": "sq fv ds"}, "patterns"),
        ({"patterns": "sqf v dw"}, "patterns"),
        ({"offers": []}, "offers"),
        ({"offers": [["!=", "!=", "AAA-BBB"]]}, "goals"),
        ({"offers": [list(GOALS)]}, "goals"),
        ({"goals": list(GOALS)[:4]}, "three"),
        ({"goals": list(GOALS)[:3], "offers": [list(GOALS)[:3]]}, "None beside offers"),
        ({"scenario": 11}, "scenario"),
        ({"scenario": 2}, "cats"),
        ({"scenario": 1, "offers": [["!=", "AAA-BBB", "AAAA-BB"]]}, "offers"),
    ],
)
def test_options_are_checked(options, message):
    with pytest.raises(ValueError, match=message):
        table(**options)
