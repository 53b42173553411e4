"""The picture of a Patchwork position: what is drawn, and where."""

import re
from itertools import product
from xml.etree import ElementTree

import numpy as np
import pytest

import quiltenvs
from quiltenvs.core.drawing import rasterize
from quiltenvs.core.palette import FAINT, MUTED, PLAYER_COLORS
from quiltenvs.patchwork import drawing, engine, facts, render, rules
from tests.patchwork.positions import GAME
from tests.patchwork.scenes import (
    COVERED,
    MATCH,
    VARIANTS,
    WINDOW,
    cover,
    finished,
    middle_game,
    random_positions,
    sell,
)

SVG = "{http://www.w3.org/2000/svg}"
MINUS = "\u2212"


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


def panels(root):
    """The colors around the names of player 0 and player 1."""
    height = str(drawing.PANEL_HEIGHT)
    return [rect.get("stroke") for rect in root.iter(SVG + "rect") if rect.get("height") == height]


def test_who_moves_is_in_the_light():
    state = middle_game()
    assert labels(picture(state))[1] == "player 1 to move"
    assert labels(picture(state)).count("to move") == 1
    assert panels(picture(state)) == [FAINT, PLAYER_COLORS[1]]
    state.position[:] = [3, 9]
    assert labels(picture(state))[1] == "player 0 to move"
    assert titles(picture(state))[0] == "Patchwork: player 0 to move"
    assert panels(picture(state)) == [PLAYER_COLORS[0], FAINT]


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
    assert panels(picture(state)) == [FAINT, FAINT]
    assert picture(state).findall(SVG + "rect")[1].get("fill") == MUTED  # behind the headline


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
    for player, squares in enumerate(COVERED):
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
