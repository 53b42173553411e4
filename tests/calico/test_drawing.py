"""The picture of a Calico position: what is drawn, and where."""

import re
from collections import Counter
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest

import quiltenvs
from quiltenvs.calico import drawing, fabric, render, rules
from quiltenvs.calico.state import PLACE
from quiltenvs.core.drawing import rasterize
from quiltenvs.core.palette import FAINT, MUTED, PLAYER_COLORS
from tests.calico.positions import GAME, HEXES, SPACES, SPOTS, read
from tests.calico.scenes import DULL, QUILT, VARIANTS, finished, middle_game, random_positions

SVG = "{http://www.w3.org/2000/svg}"
WORDS = dict(zip("YGLDPK", [name.replace("_", " ") for name in rules.COLORS], strict=True)) | dict(
    zip("dfwqsv", rules.PATTERNS, strict=True)
)


def picture(state):
    return ElementTree.fromstring(render.draw(state))


def titles(root):
    return [title.text for title in root.iter(SVG + "title")]


def labels(root):
    """The texts of a picture, in order."""
    texts = [path.get("aria-label") for path in root.iter(SVG + "path")]
    return [text for text in texts if text]


def group(root, name):
    """The one group with this title."""
    (found,) = [g for g in root.iter(SVG + "g") if g.findtext(SVG + "title") == name]
    return found


def place(element):
    move = re.match(r"translate\((\S+) (\S+)\)", element.get("transform"))
    return tuple(map(float, move.groups()))


def name(cell):
    return "abcdefg"[cell[1]] + str(cell[0] + 1)


def words(code):
    return f"{WORDS[code[0]]} {WORDS[code[1]]}"


def quilt_titles(board):
    """What a drawn board holds, by cell: the titles of its hexes without their names."""
    inner = set(SPACES)
    return {
        cell: words(word) if cell in inner else f"printed {words(word)}"
        for cell, word in board.items()
        if word not in ("..", "##")
    }


def shown(root, player):
    """The titles of the hexes of a board by cell."""
    own = titles(group(root, f"player {player}"))
    found = [re.fullmatch(r"([a-g])([1-7]): (.+)", title) for title in own]
    return {(int(m[2]) - 1, "abcdefg".index(m[1])): m[3] for m in found if m}


def frames(root):
    """The colors around the names of the players."""
    height = str(drawing.HEAD_HEIGHT)
    return [rect.get("stroke") for rect in root.iter(SVG + "rect") if rect.get("height") == height]


def test_the_game_draws_this():
    state = middle_game()
    assert GAME.draw(state) == drawing.draw(state) == render.draw(state)
    assert GAME.render(state) == render.render(state)


@pytest.mark.parametrize("game", VARIANTS)
def test_every_position_is_drawn(game):
    where = drawing.frame(game.spec.num_players)
    for state in random_positions(game, 4, every=31):
        before = state.tobytes()
        svg = game.draw(state)
        assert state.tobytes() == before
        assert svg == game.draw(state.copy())
        assert len(svg) < 275_000
        root = ElementTree.fromstring(svg)
        assert (root.get("width"), root.get("height")) == (str(where.width), str(where.height))
        assert len(frames(root)) == game.spec.num_players


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_nothing_overlaps(players):
    where = drawing.frame(players)
    width = drawing._WIDE_WIDTH if where.is_wide else drawing.BOARD_WIDTH
    height = drawing._WIDE_HEIGHT if where.is_wide else drawing._TALL_HEIGHT
    boxes = [(x, y, width, height) for x, y in where.players]
    boxes.append((*where.table, drawing.cards.TABLE_WIDTH, where.table_height))
    assert len(where.players) == players
    for x, y, w, h in boxes:
        assert drawing.MARGIN <= x <= where.width - drawing.MARGIN - w
        assert drawing.TOP <= y <= where.height - drawing.MARGIN - h
    for (x, y, w, h), (x2, y2, w2, h2) in combinations(boxes, 2):
        assert x + w < x2 or x2 + w2 < x or y + h < y2 or y2 + h2 < y


# --- boards ---------------------------------------------------------------------------------


def test_quilts_show_their_tiles():
    root = picture(middle_game())
    for player, board in enumerate((QUILT, DULL)):
        found = shown(root, player)
        assert {c: t for c, t in found.items() if "open" not in t} == quilt_titles(read(board))
        spaces = {cell for cell, title in found.items() if "open" in title}
        assert spaces == {cell for cell, word in read(board).items() if word == ".."}


def test_all_boards_are_shown():
    game = quiltenvs.game("calico", num_players=4, setup="family", boards="random")
    state = game.new_state(1)
    assert state.board.tolist() != [0, 1, 2, 3]
    root = picture(state)
    for player, number in enumerate(state.board):
        board = rules.BOARD_NAMES[number]
        assert f"{board} board" in titles(group(root, f"player {player}"))
        printed = {c: t for c, t in shown(root, player).items() if "open" not in t}
        assert printed == quilt_titles(read(rules.BOARDS[board]))


def test_hexes_lie_where_they_touch():
    centers = {cell: np.array(drawing.center(cell)) for cell in HEXES}
    for one, other in combinations(HEXES, 2):
        down, right = other[0] - one[0], 2 * (other[1] - one[1]) + other[0] % 2 - one[0] % 2
        distance = np.linalg.norm(centers[other] - centers[one]) / drawing.STEP
        assert distance == pytest.approx(1) or distance > 1.7
        assert (distance < 1.5) == ((abs(down), abs(right)) in ((0, 2), (1, 1)))


def test_tiles_lie_on_their_cells():
    own = group(picture(middle_game()), "player 0")
    for cell, title in quilt_titles(read(QUILT)).items():
        tile = group(own, f"{name(cell)}: {title}")
        assert place(tile) == pytest.approx(drawing.center(cell), abs=0.01)
    for cell, spot in zip(SPOTS, ("top", "right", "bottom left"), strict=True):
        (tile,) = [
            g
            for g in own.iter(SVG + "g")
            if (g.findtext(SVG + "title") or "").startswith(f"goal {spot}")
        ]
        assert place(tile) == pytest.approx(drawing.center(cell), abs=0.01)


def test_tokens_lie_on_their_tiles():
    root = picture(middle_game())
    own = titles(group(root, "player 0"))
    assert [title for title in own if " on " in title] == [
        "green button on c2",
        "purple button on d4",
        "dark blue button on e6",
        "Millie on c6",
        "Millie on e6",
    ]
    assert not [title for title in titles(group(root, "player 1")) if " on " in title]
    x, y = place(group(root, "Millie on c6"))
    across, down = drawing.center((5, 2))
    assert np.hypot(x - across, y - down) < drawing.HEX / 2


def test_legal_places_are_marked():
    game = quiltenvs.game("calico", next_to_placed=True, next_to_same_color=True, setup="family")
    numbers = set()
    for state in random_positions(game, 8, every=5):
        if state.phase != PLACE:
            continue
        root = picture(state)
        mover = GAME.current_player(state)
        marks = {
            cell: {int(slot) - 1 for slot in re.findall(r"\d", title)}
            for cell, title in shown(root, mover).items()
            if title.startswith("open to")
        }
        legal = [divmod(action, 22) for action in game.legal_actions(state)]
        assert marks == {
            cell: {slot for slot, space in legal if SPACES[space] == cell}
            for cell in {SPACES[space] for _, space in legal}
        }
        assert "open to" not in "".join(titles(group(root, f"player {1 - mover}")))
        numbers |= set(map(len, marks.values()))
        own = labels(group(root, f"player {mover}"))
        assert own.count("1 2") == sum(slots == {0, 1} for slots in marks.values())
    assert numbers == {1, 2}


def test_only_restrictions_need_the_slots():
    assert "1 2" not in labels(picture(middle_game()))
    dashed = [
        polygon
        for polygon in group(picture(middle_game()), "player 1").iter(SVG + "polygon")
        if polygon.get("stroke") == PLAYER_COLORS[1]
    ]
    assert len(dashed) == 12


# --- cards ----------------------------------------------------------------------------------


def test_goals_show_what_they_are_worth_and_what_surrounds_them():
    root = picture(middle_game())
    own = group(root, "player 0")
    assert [title for title in titles(own) if title.startswith("goal ")] == [
        "goal top: AAA-BBB, color met, pattern missed",
        "goal right: !=, color missed, pattern open",
        "goal bottom left: AA-BB-CC, color open, pattern missed",
    ]
    top = group(own, "goal top: AAA-BBB, color met, pattern missed")
    assert labels(top) == ["AAA", "BBB", "+8"]
    assert top.find(SVG + "path").get("fill") == fabric.GOLD
    texts = labels(own)
    assert texts.count("10/15") == texts.count("7/11") == 2  # on the tile and on its card
    assert texts.count("8/13") == 0
    cards = [polygon.get("fill") for polygon in own.iter(SVG + "polygon") if polygon.get("fill")]
    around = Counter(color for color in cards if color in fabric.CLOTH)
    expected = {"G": 3, "P": 3 + 2 + 1, "K": 1, "Y": 1}
    assert around == {fabric.CLOTH["YGLDPK".index(c)]: count for c, count in expected.items()}


def test_a_goal_that_brings_nothing():
    root = picture(finished())
    fills = [polygon.get("fill") for polygon in root.iter(SVG + "polygon")]
    around = ["YGLDPK"[fabric.CLOTH.index(c)] for c in fills if c in fabric.CLOTH]
    assert "".join(around[6:12]) == "PPKKYD"  # the most frequent first
    missed = group(root, "goal right: !=, color missed, pattern missed")
    assert labels(missed) == ["!=", "0"]
    assert missed.find(SVG + "path").get("fill") != fabric.GOLD


@pytest.mark.parametrize(
    ("goal", "lines"),
    [
        ("!=", ["!="]),
        ("AAAA-BB", ["AAAA", "BB"]),
        ("AAA-BBB", ["AAA", "BBB"]),
        ("AAA-BB-C", ["AAA", "BB-C"]),
        ("AA-BB-CC", ["AA-BB", "CC"]),
        ("AA-BB-C-D", ["AA-BB", "C-D"]),
    ],
)
def test_names_of_goals_fit_their_tiles(goal, lines):
    assert fabric.name_lines(goal) == lines


def test_picture_of_the_goal_choice():
    state = GAME.new_state(4)
    for chosen in (0, 1):
        root = picture(state)
        for player in (0, 1):
            own = titles(group(root, f"player {player}"))
            offered = [title.split(": ")[1] for title in own if title.startswith("offer: ")]
            names = [rules.GOAL_NAMES[goal] for goal in state.goal_offer[player]]
            assert offered == ([] if player < chosen else names)
            to_choose = [title for title in own if title.endswith(": to be chosen")]
            assert len(to_choose) == (0 if player < chosen else 3)
        assert labels(root)[1] == f"player {chosen} to choose goals"
        GAME.play(state, 70)
    assert "offer: " not in "".join(titles(picture(state)))


def test_picture_of_goals_that_lie_face_down():
    state = quiltenvs.game("calico", num_players=3, setup="family").new_state(0)
    assert titles(picture(state)).count("goal tile, face down") == 9
    assert "setup family" in labels(picture(state))


def test_hands_and_market():
    state = middle_game()
    slots = [title for title in titles(picture(state)) if ", slot" in title]
    assert slots == [
        "hand of player 0, slot 1: dark blue stripes",
        "hand of player 0, slot 2: yellow flowers",
        "hand of player 1, slot 1: yellow flowers",
        "hand of player 1, slot 2: light blue dots",
        "market, slot 1: dark blue vines",
        "market, slot 2: pink stripes",
        "market, slot 3: purple quatrefoil",
    ]
    assert titles(picture(state)).count("seen by its owner only") == 2
    state.is_secret[:] = 0
    assert "seen by its owner only" not in titles(picture(state))
    GAME.play(state, GAME.parse_action(state, "2 Ld@b3"))
    assert "hand of player 1, slot 2: empty" in titles(picture(state))


def test_what_is_due_is_in_the_light():
    state = middle_game()
    lit = [
        rect.get("height")
        for rect in picture(state).iter(SVG + "rect")
        if rect.get("stroke") == PLAYER_COLORS[1]
    ]
    assert lit == [str(drawing.HEAD_HEIGHT), str(drawing.cards.HAND_HEIGHT)]
    GAME.play(state, GAME.legal_actions(state)[0])
    lit = [
        rect.get("height")
        for rect in picture(state).iter(SVG + "rect")
        if rect.get("stroke") == PLAYER_COLORS[1]
    ]
    assert str(drawing.cards.MARKET_HEIGHT) in lit


def test_tokens_are_counted():
    state = middle_game()
    state.cats[0], state.buttons[0], state.rainbow[0] = [2, 0, 5], [1, 2, 3, 4, 5, 6], 1
    own = group(picture(state), "player 0")
    counts = dict(re.findall(r"(\w[\w ]*): (\d)$", "\n".join(titles(own)), re.MULTILINE))
    assert counts == {
        "yellow buttons": "1",
        "green buttons": "2",
        "light blue buttons": "3",
        "dark blue buttons": "4",
        "purple buttons": "5",
        "pink buttons": "6",
        "rainbow buttons": "1",
        "Millie": "2",
        "Tibbit": "0",
        "Coconut": "5",
    }
    texts = labels(own)
    at = texts.index("1", texts.index("hand") + 3)
    assert texts[at : at + 7] == list("1234561")
    assert texts[at + 7 : at + 13] == ["2", "Millie", "0", "Tibbit", "5", "Coconut"]


def test_cats_say_what_they_want():
    state = middle_game()
    for number, cat in enumerate(rules.CATS):
        state.lineup[:] = number, (number // 2 * 2 + 2) % 10, (number // 2 * 2 + 4) % 10
        table = group(picture(state), "table")
        (card,) = [
            g
            for g in table.iter(SVG + "g")
            if (g.findtext(SVG + "title") or "").startswith(f"{cat.name}: {cat.points} for ")
        ]
        assert labels(card)[0] == cat.name
        assert labels(card)[2] == str(cat.points)
        assert titles(card)[2:] == ["dots", "ferns"]
        hexes, beads = card.findall(SVG + "polygon"), card.findall(SVG + "circle")
        assert (len(hexes), len(beads)) == ((cat.size, 0) if cat.shape else (0, cat.size))


def test_the_bag_is_counted():
    state = middle_game()
    root = picture(state)
    assert "tiles in the bag: 80" in titles(root)
    bag = group(root, "tiles left in the bag")
    dots = {
        path.get("stroke"): path.get("d").count("h.01")
        for path in bag.findall(SVG + "path")
        if path.get("stroke") in fabric.CLOTH
    }
    wanted = state.bag.reshape(6, 6).sum(axis=1).tolist()
    assert [dots[color] for color in fabric.CLOTH] == wanted


def test_the_belt_moves_in_the_solo_mode_only():
    assert titles(picture(finished())).count("the belt moves") == 2
    assert "belt" in labels(picture(finished()))
    assert "the belt moves" not in titles(picture(middle_game()))
    assert "market" in labels(picture(middle_game()))


def test_picture_of_a_scenario():
    state = quiltenvs.game("calico", num_players=3, scenario=3).new_state(0)
    before = render.draw(state)
    state.rainbow[1] = 1
    after = render.draw(state)
    table = labels(group(picture(state), "table"))
    at = table.index("scenario 3")
    assert table[at : at + 4] == ["scenario 3", "0", "1", "2"]
    assert table[at + 4 :] == ["score 60", "2 goals", "rainbow", "one of each cat"]
    assert (before.count(fabric.GOOD), after.count(fabric.GOOD)) == (0, 1)
    assert (before.count(fabric.BAD), after.count(fabric.BAD)) == (12 + 1, 11 + 1)  # the pouch


def test_picture_of_options():
    game = quiltenvs.game("calico", goals_need_both=True, next_to_same_color=True)
    texts = " ".join(labels(group(picture(game.new_state(0)), "table")))
    assert texts.endswith("goals need both, next to same color")
    solo = quiltenvs.game("calico", num_players=1, target_score=45)
    assert labels(group(picture(solo.new_state(0)), "table"))[-1] == "target 45 points"


# --- who moves, who has won -----------------------------------------------------------------


def test_who_moves_is_in_the_light():
    state = middle_game()
    root = picture(state)
    assert labels(root)[:2] == ["Calico", "player 1 to place a tile"]
    assert labels(root).count("to move") == 1
    assert titles(root)[0] == "Calico: player 1 to place a tile"
    assert frames(root) == [FAINT, PLAYER_COLORS[1]]
    texts = labels(root)
    assert texts[texts.index("player 0") + 1 :][:2] == ["23", "points"]


def test_picture_of_the_end():
    game = quiltenvs.game("calico", num_players=3, setup="family")
    *_, state = random_positions(game, 0)
    state.cats[:], state.rainbow[:], state.buttons[:] = 0, 0, 0
    state.buttons[2, 4] = 2
    root = picture(state)
    assert labels(root)[1] == "player 2 wins, 0 : 0 : 6"
    assert labels(root).count("winner") == 1
    assert frames(root) == [FAINT, FAINT, PLAYER_COLORS[2]]
    state.buttons[0, 1] = 2
    root = picture(state)
    assert labels(root)[1] == "players 0 and 2 share the win, 6 : 0 : 6"
    assert labels(root).count("shares the win") == 2
    assert "winner" not in labels(root)
    assert root.findall(SVG + "rect")[1].get("fill") == MUTED  # behind the headline


def test_picture_of_the_end_of_a_solo_game():
    assert labels(picture(finished(target_score=35)))[1] == "won, 35 points"
    assert "winner" in labels(picture(finished(target_score=35)))
    assert labels(picture(finished(target_score=36)))[1] == "lost, 35 points"
    assert "winner" not in labels(picture(finished(target_score=36)))


# --- cloth ----------------------------------------------------------------------------------


def test_patterns_and_colors_are_told_apart():
    state = middle_game()
    seen = {}
    for kind in range(36):
        state.market[0] = kind
        title = f"market, slot 1: {words('YGLDPK'[kind // 6] + 'dfwqsv'[kind % 6])}"
        paths = group(picture(state), title).findall(SVG + "path")
        seen[kind] = (paths[0].get("fill"), paths[1].get("d"))
    assert len({cloth for cloth, _ in seen.values()}) == len({p for _, p in seen.values()}) == 6
    assert len(set(seen.values())) == 36


def test_pixels_of_the_tiles():
    pytest.importorskip("resvg_py")
    state = middle_game()
    pixels = rasterize(render.draw(state)).astype(int)
    where = drawing.frame(2)
    assert pixels.shape == (where.height, where.width, 3)
    for cell, word in read(DULL).items():
        if word in ("..", "##"):
            continue
        x, y = drawing.center(cell)
        x += where.players[1][0]
        y += where.players[1][1] + drawing.HEAD_HEIGHT + drawing.SLIT
        # Between hem and edge, at the lower left. Printed hexes are paler.
        near = pixels[round(y + 12), round(x - 21)]
        cloth = fabric.CLOTH["YGLDPK".index(word[0])]
        wanted = np.array([int(cloth[i : i + 2], 16) for i in (1, 3, 5)])
        assert (np.abs(near - wanted).max() < 20) == (cell in SPACES), (cell, near, wanted)


def test_picture_in_other_sizes():
    pytest.importorskip("resvg_py")
    where = drawing.frame(2)
    pixels = rasterize(render.draw(middle_game()), width=2 * where.width)
    assert pixels.shape == (2 * where.height, 2 * where.width, 3)
