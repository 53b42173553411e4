"""Positions of Patchwork as text and as pictures; most of them are drawn by hand."""

import re
from itertools import product
from xml.etree import ElementTree

import numpy as np
import pytest

import quiltenvs
from quiltenvs.core.drawing import rasterize
from quiltenvs.patchwork import drawing, engine, facts, render, rules

SVG = "{http://www.w3.org/2000/svg}"
MINUS = "\u2212"
GAME = quiltenvs.game("patchwork")
MATCH = quiltenvs.game("patchwork", match="two_game")
VARIANTS = [
    quiltenvs.game("patchwork", starting_player=s, time_board=b, gap_penalty=g, match=m)
    for s, b, g, m in [
        (0, "revised", 2, "single"),
        (1, "original", 1, "single"),
        ("random", "original", 1, "two_game"),
    ]
]
WINDOW = [row * 9 + column for row in range(1, 8) for column in range(2, 9)]


def cover(state, player, squares):
    board = sum(1 << square for square in set(squares))
    state.quilts[player] = [board & (1 << 64) - 1, board >> 64]


def sell(state, *offers, behind=()):
    """Leave only these patches in the market, in this order from the neutral token."""
    left = [*offers, *behind]
    sold = [patch for patch in range(33) if patch not in left]
    turned = np.roll([*left, *sold], 20)  # the neutral token stands in the middle of the array
    state.circle[:] = turned
    state.neutral_token = 19
    state.unsold = sum(1 << index for index in range(33) if turned[index] in left)


def middle_game(game=GAME):
    """Player 1 to move; offers 17 (5 buttons), 9 (7) and 12 (10)."""
    state = game.new_state(0)
    cover(state, 0, [0, 1, 9, 10, 40, 63, 64, 80])
    cover(state, 1, WINDOW)
    sell(state, 17, 9, 12, behind=[20, 0])
    state.buttons[:] = [12, 6]
    state.income[:] = [3, 5]
    state.position[:] = [30, 27]
    state.on_top = 1
    state.special_patches = 1 << 32 | 1 << 44
    state.seven_by_seven = 1
    return state


def finished(game=GAME, buttons=(20, 30), first=1):
    state = middle_game(game)
    state.position[:] = 53
    state.buttons[:] = buttons
    state.finished_first = first
    state.on_top = 1 - first
    state.special_patches = 0
    state.game_number = int(game is MATCH)
    return state


def random_positions(game, seed, every=5):
    """Positions of a game of random moves that prefer buying, the last one included."""
    rng = np.random.default_rng(seed)
    state = game.new_state(seed)
    step = 0
    while not game.is_terminal(state):
        if step % every == 0 or state.pending != -1:
            yield state
        legal = game.legal_actions(state)
        game.step(state, int(rng.choice(legal[1:] if len(legal) > 1 else legal)))
        step += 1
    yield state


# --- text -----------------------------------------------------------------------------------


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


def test_text_of_a_special_patch_to_be_placed():
    state = middle_game()
    state.pending = 0  # although player 1 is behind
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
    sell(state, 20, 18, 12, behind=range(21, 33))
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
        engine.FIRST_BUY + (1 * 8 + 1) * 81 + 80: "9r90@i9",
        engine.FIRST_BUY + (2 * 8 + 7) * 81: "12fr270@a1",
    }
    assert {action: render.action_name(state, action) for action in names} == names


# --- the picture ----------------------------------------------------------------------------


def picture(state):
    return ElementTree.fromstring(render.draw(state))


def titles(root):
    return [title.text for title in root.iter(SVG + "title")]


def labels(root):
    """The texts of a picture, in order."""
    texts = [path.get("aria-label") for path in root.iter(SVG + "path")]
    return [text for text in texts if text]


def groups(root, start):
    """The groups whose title begins so, by title."""
    found = [(group.findtext(SVG + "title") or "", group) for group in root.iter(SVG + "g")]
    return [(title, group) for title, group in found if title.startswith(start)]


def place(group):
    return tuple(map(float, re.match(r"translate\((\S+) (\S+)\)", group.get("transform")).groups()))


def cells(group, side):
    """The squares of cloth in a group: (row, column) -> color."""
    found = {}
    for path in group.findall(SVG + "path"):
        if path.get("fill"):
            for x, y in re.findall(r"M(\S+?) (\S+?)h", path.get("d")):
                cell = (round(float(y) / side, 3), round(float(x) / side, 3))
                assert cell not in found
                found[cell] = path.get("fill")
    return found


def shape(patch):
    return {
        (row, column)
        for row, letters in enumerate(rules.PATCHES[patch].shape)
        for column, letter in enumerate(letters)
        if letter == "#"
    }


def test_the_game_draws_this():
    state = middle_game()
    assert GAME.draw(state) == drawing.draw(state) == render.draw(state)
    assert GAME.render(state) == render.render(state)


@pytest.mark.parametrize("game", VARIANTS)
def test_every_position_is_drawn(game):
    for state in random_positions(game, 4):
        svg = game.draw(state)
        root = ElementTree.fromstring(svg)
        assert (root.get("width"), root.get("height")) == ("1000", "700")
        assert svg == game.draw(state.copy())
        patches = [title.split(":")[0] for title, _ in groups(root, "patch ")]
        assert patches == [f"patch {patch}" for patch in facts.market(state)]


@pytest.mark.parametrize("game", VARIANTS)
def test_looking_changes_nothing(game):
    for state in random_positions(game, 5):
        before = state.tobytes()
        game.render(state)
        game.draw(state)
        assert state.tobytes() == before


@pytest.mark.parametrize("patch", range(33))
def test_offered_patches_have_their_shape(patch):
    state = middle_game()
    sell(state, patch)
    ((title, group),) = groups(picture(state), f"patch {patch}:")
    price = rules.PATCHES[patch]
    assert title.endswith(f"{price.buttons} buttons, {price.time} time, income {price.income}")
    assert set(cells(group, drawing.OFFER_SQUARE)) == shape(patch)
    sewn_on = [circle for circle in group.iter(SVG + "circle") if circle.get("fill")]
    side = drawing.OFFER_SQUARE
    spots = {(float(c.get("cy")) // side, float(c.get("cx")) // side) for c in sewn_on}
    assert len(spots) == len(sewn_on) == price.income
    assert spots <= shape(patch)


def test_all_patches_behind_the_offers_have_their_shape():
    root = picture(GAME.new_state(2))
    behind = groups(root, "patch ")[3:]
    assert len(behind) == 30
    for title, group in behind:
        patch = int(re.match(r"patch (\d+):", title)[1])
        side = float(re.search(r"h([\d.]+)v", group.find(SVG + "path").get("d"))[1])
        assert {(round(r), round(c)) for r, c in cells(group, side)} == shape(patch)


@pytest.mark.parametrize("num_behind", [1, 8, 9, 16, 17, 30])
def test_the_market_reads_from_left_to_right_and_stays_inside(num_behind):
    state = middle_game()
    sell(state, *range(33)[: num_behind + 3])
    tree = picture(state)
    rows = {}
    for outer in tree.iter(SVG + "g"):
        for _, inner in groups(outer, "patch ") if outer.get("transform") else []:
            if inner is not outer and place(outer)[1] > drawing.RIBBON_Y:
                rows.setdefault(place(outer)[1], []).append(place(outer)[0])
    assert sum(map(len, rows.values())) == num_behind
    assert len(rows) == (1 if num_behind <= 8 else 2)
    for places in rows.values():
        assert places == sorted(set(places))
        assert 24 + 25 < places[0] <= places[-1] < 976 - 25
        assert all(np.diff(places) > 60)


def test_offers_say_whether_they_can_be_bought():
    state = middle_game()
    cards = [title for title in titles(picture(state)) if title.startswith("offer: ")]
    assert cards == [
        "offer: patch 17: 5 buttons, 5 time, income 2, can be bought",
        "offer: patch 9: 7 buttons, 6 time, income 3, 1 button short",
        "offer: patch 12: 10 buttons, 3 time, income 2, 4 buttons short",
    ]
    assert labels(picture(state)).count("can be bought") == 1
    cover(state, 1, range(81))
    assert "fits nowhere" in labels(picture(state))


def test_offers_that_can_be_bought_are_the_legal_ones():
    seen = set()
    for seed in range(4):
        for state in random_positions(GAME, seed, every=1):
            cards = [title for title in titles(picture(state)) if title.startswith("offer: ")]
            legal = np.array(GAME.legal_actions(state))
            for offer, card in enumerate(cards):
                first = engine.FIRST_BUY + offer * engine.ACTIONS_PER_OFFER
                can_buy = np.any((legal >= first) & (legal < first + engine.ACTIONS_PER_OFFER))
                assert card.endswith("can be bought") == can_buy
                assert card.endswith("fits nowhere") <= (not can_buy)
                seen.add(re.sub(r"\d", "", card.rpartition(", ")[2]))
    assert seen >= {"can be bought", "fits nowhere", " buttons short", "income "}


def test_the_advance_shown_is_the_one_played():
    paid_income = 0
    for state in random_positions(GAME, 6, every=1):
        if not facts.is_buying(state):
            assert not [t for t in titles(picture(state)) if t.startswith("an advance")]
            continue
        player = GAME.current_player(state)
        root = picture(state)
        after = state.copy()
        GAME.step(after, engine.ADVANCE)
        goal, paid = after.position[player], after.buttons[player] - state.buttons[player]
        assert f"an advance of player {player} leads to space {goal}" in titles(root)
        texts = labels(root)
        at = texts.index(f"or advance to {goal}")
        shown = [int(text.split()[0]) for text in texts[at - 2 : at] if text.startswith("+")]
        assert sum(shown) == paid
        paid_income += len(shown) == 2
    assert paid_income > 0


def test_numbers_of_both_players():
    state = middle_game()
    texts = labels(picture(state))
    for player, numbers in enumerate(
        [
            ["12", "buttons", "+3", "income", "73", "empty", f"{MINUS}134", "score"],
            ["6", "buttons", "+5", "income", "32", "empty", f"{MINUS}51", "score"],
        ]
    ):
        at = texts.index("buttons", texts.index(f"player {player}")) - 1
        assert texts[at : at + 8] == numbers
    assert "7x7 tile: player 1" in titles(picture(state))
    state.seven_by_seven = -1
    assert "7x7 tile: not taken" in titles(picture(state))


@pytest.mark.parametrize(
    ("position", "top"), list(product([(0, 0), (12, 5), (53, 52), (53, 53)], (0, 1)))
)
def test_tokens_stand_on_their_spaces(position, top):
    state = middle_game()
    state.position[:] = position
    state.on_top = top
    heights = {}
    for player, space in enumerate(position):
        ((title, group),) = groups(picture(state), f"token of player {player}")
        is_on_top = position[0] == position[1] and player == top
        assert title.endswith(f"on space {space}{', on top' if is_on_top else ''}")
        x, heights[player] = place(group)
        assert (x - drawing.MARGIN) / drawing.SPACE == pytest.approx(space + 0.5, abs=0.01)
    if position[0] == position[1]:
        assert heights[top] < heights[1 - top] - 10  # y points down
    else:
        assert heights[0] == heights[1]


def test_marks_lie_on_the_seams_before_their_spaces():
    state = GAME.new_state(0)
    root = picture(state)
    spots = {title: place(group)[0] + 8 for title, group in groups(root, "special patch before")}
    for circle in root.iter(SVG + "circle"):
        title = circle.findtext(SVG + "title") or ""
        if title.startswith("income mark"):
            spots[title] = float(circle.get("cx"))
    marks = [f"income mark before space {space}" for space in rules.INCOME_MARKS]
    marks += [f"special patch before space {space}" for space in (26, 32, 38, 44, 50)]
    assert sorted(spots) == sorted(marks)
    for title, x in spots.items():
        space = int(title.split()[-1])
        assert (x - drawing.MARGIN) / drawing.SPACE == pytest.approx(space, abs=0.01)


def test_taken_special_patches_are_gone():
    found = [title for title, _ in groups(picture(middle_game()), "special patch before")]
    assert found == ["special patch before space 32", "special patch before space 44"]


def test_special_patch_to_be_placed():
    state = middle_game()
    assert "special patch to place" not in titles(picture(state))
    state.pending = 0
    root = picture(state)
    assert "special patch to place" in titles(root)
    assert "special patch for player 0" in labels(root)
    ((_, own),) = groups(root, "quilt of player 0")
    ((_, other),) = groups(root, "quilt of player 1")
    marked = [rect for rect in own.iter(SVG + "rect") if rect.get("stroke-dasharray")]
    assert len(marked) == 81 - 8
    corners = {(float(r.get("y")) // 32, float(r.get("x")) // 32) for r in marked}
    assert not corners & set(cells(own, drawing.SQUARE))
    assert not [rect for rect in other.iter(SVG + "rect") if rect.get("stroke-dasharray")]


def test_who_moves_is_in_the_light():
    state = middle_game()
    assert labels(picture(state))[1] == "player 1 to move"
    assert labels(picture(state)).count("to move") == 1
    state.position[:] = [3, 9]
    assert labels(picture(state))[1] == "player 0 to move"
    assert titles(picture(state))[0] == "Patchwork: player 0 to move"


@pytest.mark.parametrize(
    ("buttons", "first", "result"),
    [
        ((200, 30), 1, f"player 0 wins, 54 : {MINUS}27"),
        ((146, 57), 1, "player 1 wins, 0 : 0"),
        ((146, 57), 0, "player 0 wins, 0 : 0"),
    ],
)
def test_picture_of_the_end(buttons, first, result):
    texts = labels(picture(finished(buttons=buttons, first=first)))
    assert texts[1] == result
    assert texts[texts.index("winner") - 1] == result[:8]
    assert texts.count("winner") == 1
    assert f"player {first} came first" in texts
    assert "can be bought" not in texts


def test_picture_of_a_match_and_of_options():
    state = finished(MATCH, buttons=(146, 57))
    state.first_score[:] = [-3, 14]
    state.first_empty[:] = [20, 7]
    texts = labels(picture(state))
    assert texts[1:3] == [
        f"player 1 wins, {MINUS}3 : 14",
        f"game 2 of 2, game 1: {MINUS}3 : 14, empty 20 : 7",
    ]
    house = quiltenvs.game("patchwork", time_board="original", gap_penalty=1).new_state(0)
    assert labels(picture(house))[2] == "original time board, an empty square costs 1"
    state.first_score[:] = 0
    cover(state, 0, WINDOW)
    state.buttons[0], state.first_empty[:] = 64, 5
    texts = labels(picture(state))
    assert texts[1] == "shared, 0 : 0"
    assert texts.count("shares the win") == 2


# --- cloth ----------------------------------------------------------------------------------


def test_quilts_show_the_covered_squares():
    state = middle_game()
    rng = np.random.default_rng(0)
    for _ in range(5):
        squares = [set(np.flatnonzero(rng.random(81) < 0.6).tolist()) for _ in range(2)]
        for player in (0, 1):
            cover(state, player, squares[player])
        root = picture(state)
        for player in (0, 1):
            title = f"quilt of player {player}: {len(squares[player])} of 81 squares covered"
            ((_, group),) = groups(root, title)
            assert set(cells(group, 32)) == {divmod(square, 9) for square in squares[player]}


def test_players_are_told_apart_by_color_and_by_pattern():
    state = middle_game()
    for player in (0, 1):
        cover(state, player, range(81))
    root = picture(state)
    own, other = (cells(groups(root, f"quilt of player {p}")[0][1], 32) for p in (0, 1))
    assert not set(own.values()) & set(other.values())
    patterns = [
        {frozenset(cell for cell in quilt if quilt[cell] == color) for color in quilt.values()}
        for quilt in (own, other)
    ]
    assert patterns[0] != patterns[1]
    texts = labels(root)
    assert texts.count("player 0") == texts.count("player 1") == 1


def test_pixels_of_the_quilts():
    pytest.importorskip("resvg_py")
    state = middle_game()
    state.position[:] = [3, 9]
    pixels = rasterize(render.draw(state))
    assert pixels.shape == (700, 1000, 3)
    for player, squares in enumerate([[0, 1, 9, 10, 40, 63, 64, 80], WINDOW]):
        for square in range(81):
            row, column = divmod(square, 9)
            x, y = drawing.QUILT_X[player] + 32 * column + 4, drawing.QUILT_Y + 32 * row + 4
            red, _, blue = pixels[y, x].astype(int)
            if square in squares:
                assert (blue > red + 40, red > blue + 40)[player]
            else:
                assert tuple(pixels[y, x]) == (255, 255, 255)


def test_picture_in_other_sizes():
    pytest.importorskip("resvg_py")
    assert rasterize(render.draw(middle_game()), width=500).shape == (350, 500, 3)
