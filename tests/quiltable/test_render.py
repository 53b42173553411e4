"""Positions of Quiltable as text, drawn by hand."""

import pytest

import quiltenvs
from quiltenvs.quiltable import facts, render
from quiltenvs.quiltable.state import OVER
from tests.quiltable.positions import FULL, play, table
from tests.quiltable.scenes import middle_game

TEXT = """
player 1 to act, 2 actions left
turn of player 1: actions left 2, taken 0, PLANs 0

   a      b      c      d      e      f
1  .      .      PuYl   .      .      .
2  LeGl*  SuYl   CoOl   PiBl   ApGm*  .
3  .      PuYm*  (3)    (2)    CtOm*  .
4  .      AcBm   (1)    .      SuGr   .
5  .      LeYr*  CoOr*  PiBr*  ApGl*  .
6  .      .      .      .      .      PuBl
Su sunflower, Le leaf, Co corn, Pi pie, Ap apple, Pu pumpkin, Ct cottage, Ac acorn;
patch G green, Y yellow, O orange, B brown, l left, m middle, r right; * premium;
(9) pile of 9 cards, < picked, + a card can be laid here

pile 1, 3 cards: 1:PuAA for 4, SuGl* / 3 4
pile 2, 2 cards: 25:LeAA for 4, CoGl* / 6
pile 3, 1 card: 42:A-B/---/B-A for 6, PiYm*
pile 4, empty

player 0, starting player, turns begun 3, score 4 (patterns 3, premium 1)
   a      b      c      d       patterns 41:AAAB(0x5) 75:CtCt(1x3)
1  CtGl*  CtYl   AcBl   .
2  .      .      .      .
3  .      .      .      .
4  .      .      .      .

player 1, to move, turns begun 3, score 6 (patterns 3, premium 3)
   a      b      c      d       patterns 8:PuAc(0x3) 15:SuSu(0x3) 18:A-A/---/A-B(0x6)
1  ApYm*  ApOm*  .      .         30:A-A/---/B-B(0x6) 32:LeAp(0x3) 34:LeA/AA(0x6) 39:CoCo(0x3)
2  .      ApBm   .      .         57:PiCo(0x3) 59:PiAAB(0x6) 60:-A-/A-A/-A-(0x8) 70:AcA/AB(0x6)
3  .      PiGl*  .      .         77:AABC(0x5) 78:AA-/--A/--A(0x7) 80:CtCo(0x3) 85:ApAA(0x4)
4  .      .      .      .         86:ApSu(0x3) 87:ApAp(1x3) 96:-A-/B-B/-A-(0x8)

removed 48 cards: 14 21 94 51 28 17 95 12 11 67 83 10 91 20 90 76 68 5 26 72 63 24 45 43 81 69 61 16
  31 36 44 71 29 84 19 58 65 7 46 23 52 38 82 50 89 33 93 47
options starting_player=0
"""


def lines_of(state, start=""):
    return [line for line in render.render(state).splitlines() if line.startswith(start)]


def line_of(state, start):
    (line,) = lines_of(state, start)
    return line


def headline(state):
    return render.render(state).splitlines()[0]


def test_whole_text():
    assert render.render(middle_game()) == TEXT.strip("\n")


def test_text_of_the_piles():
    state = middle_game()
    assert lines_of(state, "pile") == [
        "pile 1, 3 cards: 1:PuAA for 4, SuGl* / 3 4",
        "pile 2, 2 cards: 25:LeAA for 4, CoGl* / 6",
        "pile 3, 1 card: 42:A-B/---/B-A for 6, PiYm*",
        "pile 4, empty",
    ]


# --- the course of a game -------------------------------------------------------------------


def test_text_while_blocks_are_picked():
    state = play(middle_game(), "choose 1 1, choose 1 2")
    assert headline(state) == "player 1 to pick blocks to CHOOSE"
    assert line_of(state, "2  LeGl*  SuYl<  CoOl<  PiBl ")
    assert line_of(state, "picked") == "picked b2 c2"
    play(state, "done")
    assert headline(state) == "player 1 to place 2 blocks"
    assert line_of(state, "2  LeGl*  SuYl<  CoOl<  PiBl ")


def test_text_while_the_area_is_refilled():
    state = play(middle_game(), "choose 1 1, choose 2 1, done, place 0 2 5")
    assert headline(state) == "player 1 to refill the Pattern Area"
    assert line_of(state, "2  LeGl*  +      CoOl ")
    assert line_of(state, "3  .      +      (1)  ")
    assert line_of(state, "in hand") == "in hand, next first: 1:SuGl* 3:SuOl"
    play(state, "lay 2 1")
    assert line_of(state, "3  .      SuGl*  ")
    assert line_of(state, "turn of") == "turn of player 1: actions left 1, taken 1, PLANs 0"


def test_text_while_blocks_are_returned():
    state = play(middle_game(), "return 2 1, return 1 1")
    assert headline(state) == "player 1 to pick blocks to RETURN"
    assert line_of(state, "2  .      ApBm<  .      .")
    assert line_of(state, "3  .      PiGl*< .      .")
    assert line_of(state, "2  LeGl*  SuYl   CoOl ")  # what is picked is not of the area
    assert line_of(state, "picked") == "picked b3 b2"
    play(state, "done")
    assert headline(state) == "player 1 to lay a returned block"
    assert line_of(state, "in hand") == "in hand, next first: 37:PiGl* 56:ApBm"
    assert line_of(state, "1  +      +      PuYl   +      +      .")


def test_text_of_turns_with_assistants():
    state = table(assistants="terrific_tim,uncle_sam", patterns=[["cottage cottage"]], left=2)
    assert line_of(state, "in the center") == "in the center sneaky_sally"
    assert line_of(state, "player 0,").startswith(
        "player 0, to move, starting player, turns begun 1, assistant terrific_tim, score 0"
    )
    play(state, "ability")
    assert headline(state) == "player 0 to donate a pattern"
    play(state, "card 74")
    assert headline(state) == "player 0 to name who gets the pattern"
    assert line_of(state, "in hand") == "in hand, next first: 75:CtOl"
    play(state, "seat 0, trade")
    assert line_of(state, "turn of") == (
        "turn of player 0: actions left 2, taken 1, PLANs 0, uses of the assistant 0, has traded"
    )
    assert line_of(state, "in the center") == "in the center terrific_tim"


@pytest.mark.parametrize(
    ("assistant", "actions", "task"),
    [
        ("granny_smith", "ability", "give Granny Smith a block"),
        ("uncle_sam", "ability", "take a card for Uncle Sam"),
        ("uncle_sam", "ability, plan 0", "place a block"),
        ("swap_shop_sandra", "ability", "swap a block of the quilt"),
        ("swap_shop_sandra", "ability, return 0 0", "take a block of the Pattern Area"),
        ("tricky_travis", "ability", "name who switches assistants"),
        ("mayhem_maddie", "ability", "name whose assistant is flipped"),
        ("sneaky_sally", "plan 0, plan 1", "go on or end the turn"),
    ],
)
def test_tasks_of_assistants(assistant, actions, task):
    other = "gifted_gladys"
    state = play(table(quilts=["H0 H1"], assistants=f"{assistant},{other}"), actions)
    assert headline(state) == f"player 0 to {task}"


def test_task_of_the_victim():
    options = {"assistants": "mayhem_maddie,gifted_gladys", "patterns": [[], ["pie pie"]]}
    state = play(table(**options), "ability, seat 0")
    assert headline(state) == "player 1 to give a pattern or have the assistant flipped"
    assert line_of(state, "player 0,").startswith("player 0, turn goes on, ")


def test_text_of_the_setup():
    state = quiltenvs.game("quiltable", assistants="random", starting_player=1).new_state(0)
    assert headline(state) == "player 1 to choose a side of the assistant card"
    state = quiltenvs.game("quiltable", num_players=1).new_state(0)
    assert headline(state) == "player 0 to choose where the Quilting Master begins"
    game = quiltenvs.game("quiltable", num_players=3, mode="quick_start", starting_player=2)
    state = game.new_state(0)
    assert headline(state) == "player 2 to keep a pattern"
    for player in range(3):
        assert line_of(state, f"pile {player + 1} of player {player}, 24 cards:")
    assert not lines_of(state, "turn of")


def test_text_of_two_areas():
    state = table(
        area=["? ? ? ?\n? # # ?\n? # # ?\n? ? ? ?"] * 2,
        num_players=5,
        mode="speed",
        copies=2,
        turn=(1, 3),
    )
    assert lines_of(state, "turn of") == [
        "turn of player 1 in area 1: actions left 2, taken 0, PLANs 0",
        "turn of player 3 in area 2: actions left 2, taken 0, PLANs 0",
    ]
    assert line_of(state, "player 3,").startswith("player 3, turn goes on")
    assert len(lines_of(state, "pile 1 of area ")) == 2
    play(state, "pass")
    assert headline(state) == "player 3 to act, 2 actions left"


def test_text_of_the_quilting_master():
    stack = ["cottage cottage", "A A A B"]
    options = {"num_players": 1, "quilting_master": "terrific_tim", "symmetry": True}
    state = table(stack=stack, master=4, **options)
    assert line_of(state, "Quilting Master") == (
        "Quilting Master terrific_tim, blocks a turn: 3, next from e3, score 8"
    )
    assert line_of(state, "stack") == "stack 41:AAAB(5) 75:CtCt(3)"
    state = quiltenvs.game("quiltable", **options).new_state(0)
    assert line_of(state, "Quilting Master") == (
        "Quilting Master terrific_tim, blocks a turn: 3, score 0"
    )
    assert line_of(state, "stack") == "stack empty"


def test_text_of_donated_cards():
    state = table(
        num_players=1,
        assistants="terrific_tim",
        patterns=[["cottage cottage"]],
        piles=[45, 0, 0, 0],
    )
    before = line_of(state, "discarded") if lines_of(state, "discarded") else ""
    play(state, "ability, card 74")
    assert "75:CtCt" in line_of(state, "discarded")
    assert "75:CtCt" not in before


def test_text_near_the_end():
    state = table(quilts=[FULL], num_players=3, left=1)
    assert not lines_of(state, "end triggered")
    play(state, "pass")
    assert line_of(state, "end ") == "end triggered by player 0, last turn to come: player 2"
    assert line_of(state, "player 2,").startswith("player 2, last turn to come, ")
    assert line_of(state, "player 1,").startswith("player 1, to move, ")
    play(state, "pass, pass")
    assert line_of(state, "end ") == "end triggered by player 0"
    assert headline(state) == "player 0 wins, 13 : 0 : 0"
    assert line_of(state, "player 0,").startswith("player 0, winner, ")


def finished(**options):
    state = table(**options)
    state.phase = OVER
    return state


@pytest.mark.parametrize(
    ("options", "result"),
    [
        ({"quilts": ["P0", "S0 S1"]}, "player 1 wins, 1 : 1"),
        ({"num_players": 1, "stack": ["pie pie"]}, "player 0 loses against Granny Smith, 0 : 3"),
        ({"num_players": 1, "quilts": ["P0"]}, "player 0 wins against Granny Smith, 1 : 0"),
        ({"mode": "symmetrical_race"}, "a draw"),
        ({"mode": "symmetrical_race", "quilts": ["", FULL]}, "player 1 wins the race"),
    ],
)
def test_text_of_the_end(options, result):
    state = finished(**options)
    assert headline(state) == result
    assert "to move" not in render.render(state)
    state.is_cut = 1
    assert headline(state) == f"cut off after 20 turns: {result}"


def test_roles_at_the_end_of_a_race():
    state = finished(mode="symmetrical_race")
    assert [facts.role(state, player) for player in range(2)] == ["draw", "draw"]


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({}, None),
        ({"num_players": 1}, "options num_players=1"),
        (
            {"num_players": 5, "mode": "speed", "copies": 2, "patches": True, "symmetry": True},
            "options num_players=5 mode=speed copies=2 patches=True symmetry=True",
        ),
        (
            {"assistants": "uncle_sam,big_billy", "gladys_once_per_turn": True, "max_turns": 9},
            "options assistants=uncle_sam,big_billy gladys_once_per_turn=True max_turns=9",
        ),
        (
            {"patches": True, "patch_match": "label", "auto_refill": True, "all_cards": True},
            "options all_cards=True patches=True auto_refill=True patch_match=label",
        ),
        (
            {"num_players": 1, "quilting_master": "big_billy", "assistants": "random"},
            "options num_players=1 assistants=random quilting_master=big_billy",
        ),
    ],
)
def test_text_of_options(options, line):
    last = render.render(quiltenvs.game("quiltable", **options).new_state(0)).splitlines()[-1]
    assert last == line or (line is None and not last.startswith("options"))
