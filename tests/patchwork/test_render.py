"""Positions and actions of Patchwork as text; most positions are drawn by hand."""

import re

import pytest

import quiltenvs
from quiltenvs.patchwork import engine, render
from tests.patchwork.positions import GAME
from tests.patchwork.scenes import (
    MATCH,
    VARIANTS,
    WINDOW,
    cover,
    finished,
    middle_game,
    random_positions,
    sell,
)

TEXT = """
  a b c d e f g h i   a b c d e f g h i  player             0      1   offers
1 # # . . . . . . .   . . . . . . . . .  buttons           12      6   # # #      patch 17
2 # # . . . . . . .   . . # # # # # # #  income             3      5   . # .      price 5, time 5
3 . . . . . . . . .   . . # # # # # # #  space             30     27   . # .      income 2
4 . . . . . . . . .   . . # # # # # # #  marks to come      4      5   # # .      patch 9
5 . . . . # . . . .   . . # # # # # # #  empty squares     73     32   . # #      price 7, time 6
6 . . . . . . . . .   . . # # # # # # #  7x7 tile           -    yes              income 3, 1 short
7 . . . . . . . . .   . . # # # # # # #  score           -134    -51   # # # #    patch 12
8 # # . . . . . . .   . . # # # # # # #  special patch 32 44           # . . .    price 10, time 3
9 . . . . . . . . #   . . . . . . . . .  player 1 to move                         income 2, 4 short
market clockwise from the neutral token (patch:price/time/income) 17:5/5/2 9:7/6/3 12:10/3/2
20:10/5/3 0:2/1/0
"""


def test_whole_text():
    assert render.render(middle_game()) == TEXT.strip("\n")


def test_text_of_the_start():
    text = render.render(GAME.new_state(1))
    assert text.count("\n") == 13
    for fact in ("buttons            5      5", "space          top 0      0", "-157   -157"):
        assert fact in text
    dealt = [str(patch) for patch in GAME.new_state(1).circle]
    assert re.findall(r"(\d+):\d+/\d/\d", text) == dealt
    assert re.findall(r"patch (\d+)$", text, re.MULTILINE) == dealt[:3]


@pytest.mark.parametrize("player", [0, 1])
def test_text_tells_who_is_on_top(player):
    state = middle_game()
    state.position[:] = 18
    state.on_top = player
    (line,) = [line for line in render.render(state).splitlines() if "space " in line]
    assert line[41:69].split() == ["space", *(["top", "18", "18"], ["18", "top", "18"])[player]]
    assert f"player {player} to move" in render.render(state)


def test_text_counts_the_marks_beyond_the_space():
    state = middle_game()
    state.position[:] = [35, 34]  # there is a mark just before space 35
    assert "marks to come      3      4 " in render.render(state)


def test_text_of_a_special_patch_to_be_placed():
    state = middle_game()
    state.pending = 0  # although player 1 is behind
    state.buttons[:] = 0
    text = render.render(state)
    assert "special patch for player 0" in text
    assert "short" not in text  # nobody can buy now


def test_text_of_an_offer_that_fits_nowhere():
    state = middle_game()
    cover(state, 1, [square for square in range(81) if square not in (4, 13, 14)])
    state.buttons[1] = 50
    sell(state, 3, 1, 9)
    text = render.render(state)
    assert text.count("no room") == 2
    assert [line.endswith("no room") for line in text.splitlines()[3:10:3]] == [False, True, True]


@pytest.mark.parametrize("left", [0, 1, 2])
def test_text_of_a_market_that_runs_out(left):
    state = middle_game()
    sell(state, *[8, 30][:left])
    text = render.render(state)
    assert text.count("price ") == left
    market = text[text.index("(patch:price/time/income) ") + 26 :]
    assert market == ["nothing left", "8:3/2/1", "8:3/2/1 30:2/3/0"][left]


@pytest.mark.parametrize(
    ("buttons", "first", "result"),
    [
        ((200, 30), 0, "player 0 wins, 54 : -27"),
        ((20, 30), 0, "player 1 wins, -126 : -27"),
        ((146, 57), 0, "player 0 wins, 0 : 0"),
        ((146, 57), 1, "player 1 wins, 0 : 0"),
    ],
)
def test_text_of_the_end(buttons, first, result):
    text = render.render(finished(buttons=buttons, first=first))
    assert result in text
    assert "to move" not in text
    assert "special patch none" in text
    assert ("1st 53 top 53", "top 53 1st 53")[first] in text


def test_text_of_a_match():
    state = middle_game(MATCH)
    assert "\ngame 1 of 2\n" in render.render(state)
    state.game_number = 1
    state.first_score[:] = [-3, 14]
    state.first_empty[:] = [20, 7]
    assert "\ngame 2 of 2, game 1: -3 : 14, empty 20 : 7\n" in render.render(state)
    assert "-137    -37" in render.render(state)  # both games together
    state = finished(MATCH, buttons=(146, 57))
    cover(state, 0, WINDOW)
    state.buttons[0] = 64
    assert "shared, 0 : 0" in render.render(state)


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({}, None),
        ({"gap_penalty": 1}, "options gap_penalty=1"),
        ({"time_board": "original"}, "options time_board=original"),
        ({"starting_player": 1}, "options starting_player=1"),
        (
            {"starting_player": "random", "match": "two_game"},
            "options starting_player=random match=two_game",
        ),
    ],
)
def test_text_of_options(options, line):
    last = render.render(quiltenvs.game("patchwork", **options).new_state(0)).splitlines()[-1]
    assert last == line or (line is None and not last.startswith("options"))


def test_text_shows_the_special_patches_of_each_board():
    assert "special patch 26 32 38 44 50 " in render.render(GAME.new_state(0))
    original = quiltenvs.game("patchwork", time_board="original")
    assert "special patch 20 26 32 44 50 " in render.render(original.new_state(0))


@pytest.mark.parametrize("game", VARIANTS)
def test_text_stays_small(game):
    for state in random_positions(game, 3, every=2):
        lines = render.render(state).splitlines()
        assert max(map(len, lines)) <= 100
        assert len(lines) <= 16
        assert not any(line != line.rstrip() for line in lines)


def test_widest_text():
    state = VARIANTS[-1].new_state(0)
    state.gap_penalty, state.game_number, state.pending = 2, 1, 1
    state.first_score[:] = -162
    state.first_empty[:] = 81
    state.buttons[:] = 0
    state.income[:] = 38
    sell(state, 20, 18, 12, *range(21, 33))
    assert max(map(len, render.render(state).splitlines())) <= 100
    state.pending = -1
    assert "income 3, 10 short" in render.render(state)
    assert max(map(len, render.render(state).splitlines())) <= 100
    state.pending, state.position[:], state.finished_first = -1, 53, 0
    assert "-324   -324" in render.render(state)
    assert max(map(len, render.render(state).splitlines())) <= 100


def test_action_names():
    state = middle_game()
    names = {
        0: "advance",
        engine.FIRST_SPECIAL + 40: "special@e5",
        engine.FIRST_BUY + 20: "17@c3",
        engine.FIRST_BUY + 4 * 81 + 20: "17f@c3",
        engine.FIRST_BUY + (1 * 8 + 1) * 81 + 80: "9r90@i9",
        engine.FIRST_BUY + (2 * 8 + 7) * 81: "12fr270@a1",
    }
    assert {action: render.action_name(state, action) for action in names} == names
