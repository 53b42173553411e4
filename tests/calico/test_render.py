"""Positions and actions of Calico as text; most positions are drawn by hand."""

import pytest

import quiltenvs
from quiltenvs.calico import render, rules
from tests.calico.positions import GAME
from tests.calico.scenes import VARIANTS, finished, middle_game, random_positions

TEXT = """
player 1 to place a tile
Millie      3 points for 3 or more      d dots, f ferns
Tibbit      5 points for 4 or more      w flowers, q quatrefoil
Coconut     7 points for 5 or more      s stripes, v vines
market 1:Dv 2:Ks 3:Pq
bag 80 tiles, next Gs Lf

player 0, blue board                                player 1, green board, to move
  a   b   c   d   e   f   g     score 23              a   b   c   d   e   f   g     score 0
1 Kv  Ys  Lv  Kf  Pq  Yw  Gs    hand Ds Yw?         1 Df  Yv  Gf  Ds  Pq  Yd  Lv    hand Yw Ld?
2   Gw  Gd  Gf* Gv  ..  ..  Dd  buttons Y0 G1 L0    2   Pd  Ys  Kf  Yw  Ls  Kv  Kw  buttons Y0 G0 L0
3 Dq  ..  Gq  #1  Ps  ..  Pv            D1 P1 K0    3 Kq  ..  ..  #1  ..  ..  Pf            D0 P0 K0
4   Lf  ..  Pd  Pw* #2  ..  Yf  rainbow no          4   Ls  ..  ..  ..  #2  ..  Ys  rainbow no
5 Ps  ..  #3  ..  ..  ..  Gq    Millie 2            5 Yw  ..  #3  ..  ..  ..  Lq    Millie 0
6   Yd  Kd  Yd^ Df  Df& ..  Dw  Tibbit 0            6   Pv  Kf  Gw  Kv  Gs  Pw  Kd  Tibbit 0
7 Pw  Lq  Kw  Df  Gv  Kd  Ls    Coconut 0           7 Gs  Dd  Gq  Ks  Lf  Dw  Gv    Coconut 0
goal          colors      patterns      points      goal          colors      patterns      points
#1 AAA-BBB    33     met    111111 missed  8        #1 AAA-BBB    11            11             0
#2 !=         2      missed 11             0        #2 !=                                      0
#3 AA-BB-CC   111           3      missed  0        #3 AA-BB-CC   11            11             0

Y yellow, G green, L light blue, D dark blue, P purple, K pink; * button, ^ cat, & both, ? secret
options cats=Millie Tibbit Coconut goals=AAA-BBB != AA-BB-CC
"""


def test_whole_text():
    state = middle_game()
    lines = render.render(state).splitlines()
    expected = TEXT.strip("\n").splitlines()
    at = expected.index("bag 80 tiles, next Gs Lf")
    assert lines[at].startswith(expected.pop(at) + " ")  # the rest of the bag is as it comes
    del lines[at]
    assert lines == expected


def test_text_of_the_bag():
    state = middle_game()
    codes = [rules.COLOR_LETTERS[t // 6] + rules.PATTERN_LETTERS[t % 6] for t in state.tiles[28:]]
    assert len(codes) == 80
    (line,) = [line for line in render.render(state).splitlines() if line.startswith("bag ")]
    shown = line.removeprefix("bag 80 tiles, next ").removesuffix(" ...").split()
    assert shown == codes[: len(shown)]
    assert 20 <= len(shown) < 80


def test_text_of_the_goal_choice():
    state = GAME.new_state(4)
    text = render.render(state)
    assert text.startswith("player 0 to choose goals\n")
    for seat in (0, 1):
        names = " ".join(rules.GOAL_NAMES[goal] for goal in state.goal_offer[seat])
        assert f"goals open {names}" in text
    assert "market 1:.. 2:.. 3:.." in text
    GAME.play(state, 69)
    chosen = [rules.GOAL_NAMES[goal] for goal in state.goals[0]]
    text = render.render(state)
    assert text.startswith("player 1 to choose goals\n")
    assert text.count("goals open") == 1
    for number, name in enumerate(chosen, 1):
        assert f"\n#{number} {name} " in text


def test_text_of_a_tile_to_take():
    state = middle_game()
    GAME.play(state, GAME.parse_action(state, "1 Yw@b3"))
    text = render.render(state)
    assert text.startswith("player 1 to take a tile\n")
    assert "hand .. Ld?" in text
    assert text.splitlines()[11][52:].startswith("3 Kq  Yw* ..  #1 ")


@pytest.mark.parametrize(
    ("target", "head"),
    [(35, "won, 35 points (target 35 points)"), (36, "lost, 35 points (target 36 points)")],
)
def test_text_of_a_solo_game_that_is_over(target, head):
    text = render.render(finished(target_score=target))
    assert text.splitlines()[0] == head
    assert "to move" not in text
    assert "rainbow yes" in text
    assert "market 1:Gd 2:Yv 3:Df (3 is next to the bag)" in text


@pytest.mark.parametrize(
    ("buttons", "result"),
    [
        ([[1], [2], [0]], "player 1 wins, 3 : 6 : 0"),
        ([[2], [2], [0]], "players 0 and 1 share the win, 6 : 6 : 0"),
        ([[1], [1], [1]], "players 0, 1 and 2 share the win, 3 : 3 : 3"),
    ],
)
def test_text_of_a_game_that_is_over(buttons, result):
    game = quiltenvs.game("calico", num_players=3, setup="family")
    *_, state = random_positions(game, 0)
    state.cats[:], state.rainbow[:], state.buttons[:] = 0, 0, 0
    for seat, (count,) in enumerate(buttons):
        state.buttons[seat, 4] = count
    assert render.render(state).splitlines()[0] == result


def test_text_of_goals_that_lie_face_down():
    game = quiltenvs.game("calico", setup="family")
    text = render.render(game.new_state(0))
    assert text.count("goals face down") == 2
    assert "\noptions setup=family" in text


def test_text_of_a_scenario():
    scenario = quiltenvs.game("calico", num_players=3, scenario=3)
    state = scenario.new_state(0)
    state.buttons[1] = 3
    state.rainbow[1], state.cats[2] = 1, [1, 2, 1]
    lines = render.render(state).splitlines()
    assert lines[0].endswith(" (scenario 3)")
    at = next(i for i, line in enumerate(lines) if line.startswith("scenario 3 "))
    rows = {line[:30].strip(): line[30:].split() for line in lines[at + 1 : at + 5]}
    assert lines[at].split() == ["scenario", "3", "player", "0", "player", "1", "player", "2"]
    assert rows == {
        "score 60": ["no", "no", "no"],
        "2 goals": ["no", "no", "no"],
        "rainbow": ["no", "yes", "no"],
        "one of each cat": ["no", "no", "yes"],
    }
    assert lines[-1] == "options num_players=3 scenario=3"
    state.buttons[1] = 4
    (line,) = [line for line in render.render(state).splitlines() if line.startswith("score 60")]
    assert line.split()[2:] == ["no", "yes", "no"]


def test_text_without_hands():
    game = quiltenvs.game("calico", no_hand=True, setup="family")
    text = render.render(game.new_state(0))
    assert text.startswith("player 0 to place a tile of the market\n")
    assert "hand" not in text.replace("no_hand", "")
    assert text.count("tiles 0") == 2


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"starting_player": 1},
        {"starting_player": "random", "boards": "random"},
        {"setup": "beginner", "lower_variance": True},
        {"num_players": 1, "target_score": 45},
        {"num_players": 4, "scenario": 10},
        {"cats": "Callie Almond Leo", "goals": "AAAA-BB AA-BB-C-D !="},
        {"next_to_placed": True, "goals_need_both": True, "no_hand": True},
        {"next_to_same_color": True, "next_to_same_pattern": True},
    ],
)
def test_text_of_options(options):
    text = render.render(quiltenvs.game("calico", **options).new_state(0))
    shown = [f"{name}={value}" for name, value in options.items()]
    _, found, rest = text.replace("\n", " ").partition(" options ")
    order = list(quiltenvs.game("calico").config.to_dict())
    shown.sort(key=lambda entry: order.index(entry.split("=")[0]))
    assert (rest if found else None) == (" ".join(shown) if options else None)


@pytest.mark.parametrize(
    ("cat", "wish"),
    [
        ("Millie", "3 points for 3 or more"),
        ("Callie", "3 points for triangle of 3"),
        ("Tibbit", "5 points for 4 or more"),
        ("Rumi", "5 points for line of 3"),
        ("Coconut", "7 points for 5 or more"),
        ("Tecolote", "7 points for line of 4"),
        ("Cira", "9 points for 6 or more"),
        ("Almond", "9 points for 2 above 3"),
        ("Gwenivere", "11 points for 7 or more"),
        ("Leo", "11 points for line of 5"),
    ],
)
def test_text_of_cats(cat, wish):
    state = middle_game()
    state.lineup[1] = rules.CAT_NAMES.index(cat)
    line = render.render(state).splitlines()[2]
    assert " ".join(line.split()) == f"{cat} {wish} w flowers, q quatrefoil"


@pytest.mark.parametrize("game", VARIANTS)
def test_text_stays_small(game):
    for state in random_positions(game, 3):
        before = state.tobytes()
        lines = render.render(state).splitlines()
        assert state.tobytes() == before
        assert max(map(len, lines)) <= 100
        assert len(lines) <= (26, 30, 37, 37)[game.spec.num_players - 1]
        assert not any(line != line.rstrip() for line in lines)


@pytest.mark.parametrize("game", VARIANTS)
def test_actions_are_found_by_their_names(game):
    for state in random_positions(game, 5):
        legal = game.legal_actions(state)
        names = [game.action_name(state, action) for action in legal]
        assert [game.parse_action(state, name) for name in names] == legal
        everything = [game.action_name(state, action) for action in range(93)]
        assert max(map(len, everything)) <= 40
        assert all(name == name.strip() != "" for name in everything)


def test_action_names():
    state = middle_game()
    names = {
        0: "1 Yw@b2",
        22 + 5: "2 Ld@b3",
        22 + 21: "2 Ld@f6",
        44: "3 ..@b2",
        66: "take 1 Dv",
        68: "take 3 Pq",
        69: "goals - - -",
    }
    assert {action: render.action_name(state, action) for action in names} == names
    state.goal_offer[1] = [0, 3, 4, 1]
    assert render.action_name(state, 69) == "goals != AAA-BB-C AA-BB-CC"
    assert render.action_name(state, 92) == "goals AAAA-BB AA-BB-CC AAA-BB-C"


def test_action_names_without_hands():
    game = quiltenvs.game("calico", no_hand=True, setup="family")
    state = game.new_state(0)
    state.market = [0, 7, 35]
    assert [render.action_name(state, 22 * slot) for slot in range(3)] == [
        "1 Yd@b2",
        "2 Gf@b2",
        "3 Kv@b2",
    ]
