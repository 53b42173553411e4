"""Positions and actions of Quartile as text; most positions are drawn by hand."""

import re

import numpy as np
import pytest

import quiltenvs
from quiltenvs.quartile import engine, facts, render, table
from quiltenvs.quartile.state import CHOOSE_CELL, CHOOSE_TILE
from tests.quartile.scenes import (
    CLAIMING,
    GAME,
    SHOWING,
    VARIANTS,
    finished,
    give,
    in_a_row,
    middle_game,
    play,
    random_positions,
    showing,
    tile,
    unable,
)

TEXT = """
player 1 to choose a tile

      -1     0      1      2      3
 -2          +      +
             1      1
 -1   +    2( 3)1 5[ 6]1   .
             2     5:1     7
  0   +      **   7( 8)7 3(10)7   +
                    1      3
  1          +      +      .
* start tile, . open, + a tile fits; last tile on -1,1

          score  1           2           3           4
player 0     20  2:1111      4:1313      14:7777     9:4545
player 1     10  5:1144      3:1212      13:6677     12:5757     to move
player 2      3  11:5566     3:1122      4:1313      7:3434
* seen by all, ^ laid face down, < to be placed

quarry 32 tiles, next 4:1133 4:2222 5:1414 5:1144 5:2323 5:2233 6:1515 6:1155 6:2424 6:2244 ...
discards none
start tile 2:1111, hidden
options num_players=3 starting_player=0
"""


def line_of(state, start):
    (line,) = [line for line in render.render(state).splitlines() if line.startswith(start)]
    return line


def player_line(state, player):
    (line,) = re.findall(rf"^player {player} +-?\d.*$", render.render(state), re.MULTILINE)
    return line


def headline(state):
    return render.render(state).splitlines()[0]


def table_lines(state):
    """The lines of the table, the legend excluded."""
    lines = render.render(state).splitlines()
    legend = next(i for i, line in enumerate(lines) if line.startswith("* start tile"))
    return lines[lines.index("") + 1 : legend]


def test_whole_text():
    assert render.render(middle_game()) == TEXT.strip("\n")


def test_text_while_tiles_are_shown():
    state = showing()
    assert headline(state) == "player 2 to show a tile, second round"
    hands = [player_line(state, player).split()[3:] for player in range(3)]
    assert hands == [
        ["3:1212*", "6:1155", "14:7777", "9:4545^", "has", "laid", "a", "tile"],
        ["5:1144", "10:3377", "13:6677*", "12:5757"],
        ["11:5566", "3:1122*", "4:1313", "7:3434", "to", "move"],
    ]
    play(SHOWING, state, "show 1")
    assert headline(state) == "player 0 to name who moves first"
    state = SHOWING.new_state(1)
    assert player_line(state, 2).endswith("has to show")


def test_text_of_a_chosen_tile():
    state = middle_game()
    play(GAME, state, "tile 1 5:1144r90")
    assert headline(state) == "player 1 to choose a cell for tile 1"
    assert player_line(state, 1).split()[3] == "5:1144r90*<"
    assert player_line(state, 0).split()[3] == "2:1111"


def test_text_of_an_unable_player():
    state = unable()
    slot = int(state.picked)
    assert headline(state) == f"player 2 to play tile {slot + 1} of player 1"
    hand = ["4:2222"] * 4
    hand[slot] += "*<"
    assert player_line(state, 1).split()[3:] == [*hand, "unable"]
    play(CLAIMING, state, f"tile {slot + 1} 4:2222")
    assert headline(state) == f"player 2 to choose a cell for tile {slot + 1} of player 1"


def test_text_of_a_visit():
    game = quiltenvs.game("quartile", starting_player=0, visiting_quarry=True)
    state = game.new_state(1)
    state.scores[0] = 7
    give(state, 0, "2:1111 4:1313 14:7777 9:4545")
    state.quarry[state.num_drawn] = 20
    hand = ["2:1111", "4:1313", "14:7777", "9:4545"]
    assert player_line(state, 0).split()[2:] == ["7", *hand, "-", "to", "move"]
    play(game, state, "visit")
    assert player_line(state, 0).split()[2:] == ["2", *hand, "7:3344", "to", "move"]


def test_text_of_the_other_tiles():
    state = middle_game()
    state.discards[:2], state.num_discards = [1, 48], 2
    state.quarry[:] = -1
    assert line_of(state, "discards") == "discards 3:1212 14:7777"
    assert line_of(state, "quarry") == "quarry 0 tiles"
    state.quarry[47:], state.placed_tile[0] = [3, 0], 5
    assert line_of(state, "quarry") == "quarry 2 tiles, next 4:1313 2:1111"
    assert line_of(state, "start") == "start tile 4:2222, hidden"


@pytest.mark.parametrize(
    ("scores", "target", "result", "roles"),
    [
        ((90, 100), 0, "player 1 wins, 90 : 100", ["", "winner"]),
        ((70, 70), 0, "players 0 and 1 share the win, 70 : 70", ["shares the win"] * 2),
        (
            (70, 7, 70, 70),
            0,
            "players 0, 2 and 3 share the win, 70 : 7 : 70 : 70",
            ["shares the win", "", "shares the win", "shares the win"],
        ),
        ((60, 61, 50), 60, "player 0 wins, 60 : 61 : 50", ["winner", "out", ""]),
        ((61, 99), 60, "a draw, all are out, 61 : 99", ["out", "out"]),
    ],
)
def test_text_of_the_end(scores, target, result, roles):
    state = finished(scores, target)
    assert headline(state) == result
    assert "to move" not in render.render(state)
    for player, role in enumerate(roles):
        assert player_line(state, player).rpartition("-")[2].strip() == role


@pytest.mark.parametrize(
    ("points", "line"),
    [
        (20, "target 20 points"),
        (19, "target 19 points, above it: player 0"),
        (5, "target 5 points, above it: players 0, 1"),
    ],
)
def test_text_of_a_target(points, line):
    state = middle_game()
    assert "target" not in render.render(state)
    state.target = points
    assert render.render(state).splitlines()[1] == line
    assert player_line(state, 1).endswith("to move")
    assert player_line(state, 0).endswith("above the target") == (points < 20)


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({}, None),
        ({"num_players": 4, "tile_set": "adj"}, "options num_players=4 tile_set=adj"),
        ({"starting_player": "random", "target": 60}, "options starting_player=random target=60"),
        ({"starting_player": 1, "table_size": 97}, "options starting_player=1 table_size=97"),
        (
            {"may_claim_unable": True, "children": True},
            "options may_claim_unable=True children=True",
        ),
        ({"visiting_quarry": True}, "options visiting_quarry=True"),
    ],
)
def test_text_of_options(options, line):
    last = render.render(quiltenvs.game("quartile", **options).new_state(0)).splitlines()[-1]
    assert last == line or (line is None and not last.startswith("options"))


def test_text_of_tiles_of_another_set():
    state = middle_game()
    state.tile_pips[1] = 0x2211
    assert render.render(state).endswith("tile_set=<file>")


# --- the table ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("num_tiles", "step"), [(1, 7), (10, 7), (11, 5), (16, 5), (17, 1), (46, 1)]
)
def test_wide_tables_are_written_smaller(num_tiles, step):
    state = in_a_row(num_tiles)
    text = render.render(state)
    (row,) = [line for line in table_lines(state) if line.startswith("  0 ")]
    tiles = {7: "4( 8)4 ", 5: "4 84 ", 1: "8"}[step] * num_tiles
    if step == 7:
        tiles = tiles.replace("4( 8)4 ", "4[ 8]4 ")[:7] if num_tiles == 1 else tiles
        tiles = tiles[:-7] + "4[ 8]4 "
    assert tiles in row
    assert max(map(len, text.splitlines())) <= 100
    listed = re.findall(r"8:4444@0,(\d+)", text)
    assert listed == ([str(column) for column in range(1, num_tiles + 1)] if step == 1 else [])
    assert f"last tile on 0,{num_tiles}" in text


def test_pips_at_the_edge_of_the_table():
    state = GAME.new_state(1)
    state.table_radius = 2
    number = tile(state, "8:1717")
    for row in (1, 2):
        index = table.find_open(state, row * table.ROW)
        table.lay(state, number, int(state.tile_pips[number]), index)
    rows = [line.split() for line in table_lines(state)]
    assert rows[-3:] == [["1:1"], ["2", "+", "7[", "8]7", "+"], ["1"]]


def test_pips_stand_between_the_rows_they_belong_to():
    """Wherever two tiles touch, one above the other, both numbers are there, in that order."""
    num_pairs = 0
    for state in random_positions(VARIANTS[0], 2, every=40):
        pips = {placed.cell: placed.pips for placed in facts.placed(state)[1:]}
        touching = [
            f"{pips[row - 1, column][2]}:{pips[row, column][0]}"
            for row, column in sorted(pips)
            if (row - 1, column) in pips
        ]
        found = re.findall(r"(?<![\d:(])\d:\d(?![\d:])", "\n".join(table_lines(state)))
        assert found == touching
        num_pairs += len(found)
    assert num_pairs > 10


@pytest.mark.parametrize("game", VARIANTS)
def test_the_cells_marked_are_those_where_a_tile_can_go(game):
    seen = set()
    for state in random_positions(game, 6, every=9):
        cells = set()
        for action in game.legal_actions(state):
            after = state.copy()
            if engine.FIRST_TILE <= action < engine.VISIT:
                game.step(after, action)
                cells |= {game.action_name(after, a) for a in game.legal_actions(after)}
            elif action >= engine.FIRST_CELL:
                cells.add(game.action_name(state, action))
        marked = facts.playable_cells(state)
        assert {f"cell {row},{column}" for row, column in marked} == cells
        assert "\n".join(table_lines(state)).count("+") == len(cells) == len(marked)
        seen.add(int(state.phase))
    assert seen >= {CHOOSE_TILE, CHOOSE_CELL}


@pytest.mark.parametrize("game", VARIANTS)
def test_text_stays_small(game):
    for state in random_positions(game, 3, every=4):
        text = render.render(state)
        lines = text.splitlines()
        assert max(map(len, lines)) <= 100
        assert len(lines) <= 60
        assert not any(line != line.rstrip() for line in lines)
        assert text.replace("\n", "").isascii()
        assert text.replace("\n", "").isprintable()


# --- actions --------------------------------------------------------------------------------


def test_action_names():
    state = middle_game()
    radius = int(state.table_radius)
    names = {
        1: "show 2",
        engine.FIRST_NAME: "start player 1",
        engine.FIRST_NAME + 2: "start player 0",
        engine.FIRST_TILE: "tile 1 5:1144",
        engine.FIRST_TILE + 4 + 3: "tile 2 3:1212r270",
        engine.FIRST_TILE + 16 + 2: "tile 5 -r180",
        engine.VISIT: "visit",
        engine.UNABLE: "unable",
        engine.FIRST_CELL: f"cell {-radius},{-radius}",
        engine.FIRST_CELL + radius * (2 * radius + 1) + radius + 2: "cell 0,2",
        engine.FIRST_CELL + (radius + 3) * (2 * radius + 1) + radius - 2: "cell 3,-2",
    }
    assert {action: render.action_name(state, action) for action in names} == names


def test_actions_of_a_tile_that_another_player_plays():
    state = unable()
    names = [CLAIMING.action_name(state, action) for action in CLAIMING.legal_actions(state)]
    assert names == [f"tile {state.picked + 1} 4:2222"]


@pytest.mark.parametrize("game", VARIANTS)
def test_every_action_has_a_name_in_every_position(game):
    rng = np.random.default_rng(0)
    for state in random_positions(game, 7, every=25):
        cells = rng.integers(engine.FIRST_CELL, game.spec.num_actions, 50).tolist()
        for action in [*range(engine.FIRST_CELL), *cells, game.spec.num_actions - 1]:
            name = render.action_name(state, action)
            assert name == name.strip() != ""
            assert name.isprintable()
        names = [render.action_name(state, action) for action in game.legal_actions(state)]
        assert len(set(names)) == len(names)
