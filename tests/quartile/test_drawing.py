"""The picture of a Quartile position: what is drawn, and where."""

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

import quiltenvs
from quiltenvs.core.drawing import INK, rasterize, text_width
from quiltenvs.core.lettering import STROKES, UNITS
from quiltenvs.core.palette import FAINT, MUTED, PLAYER_COLORS, contrast
from quiltenvs.quartile import drawing, facts, render, wood
from tests.quartile.scenes import (
    GAME,
    VARIANTS,
    finished,
    in_a_row,
    middle_game,
    play,
    random_positions,
    showing,
    unable,
)

SVG = "{http://www.w3.org/2000/svg}"


def picture(state):
    return ElementTree.fromstring(render.draw(state))


def titles(root):
    return [title.text for title in root.iter(SVG + "title")]


def labels(root):
    """The texts of a picture, in order."""
    texts = [path.get("aria-label") for path in root.iter(SVG + "path")]
    return [text for text in texts if text]


def titled(root, start):
    """The elements whose title begins so, by title, in order."""
    found = [(node.findtext(SVG + "title") or "", node) for node in root.iter()]
    return {title: node for title, node in found if title.startswith(start)}


def place(group):
    """Origin and scale of a group or text."""
    moves = dict(re.findall(r"(translate|scale)\(([^)]*)\)", group.get("transform") or ""))
    x, y = map(float, moves.get("translate", "0 0").split())
    return x, y, float(moves.get("scale", "1"))


def numbers(node, *names):
    return tuple(float(node.get(name)) for name in names)


def dots(group):
    """The places of the pips in a tile."""
    (path,) = [p for p in group.findall(SVG + "path") if "h.01" in p.get("d")]
    return [tuple(map(float, dot)) for dot in re.findall(r"M(\S+) (\S+?)h\.01", path.get("d"))]


def pips(group):
    """How many dots lie nearest to each side, north, east, south, west."""
    counts = [0, 0, 0, 0]
    for x, y in dots(group):
        across, down = x - wood.UNIT / 2, y - wood.UNIT / 2
        distances = (-down, across, down, -across)
        counts[distances.index(max(distances))] += 1
    return tuple(counts)


def center(group):
    (text,) = labels(group)
    return int(text)


def panels(root):
    """The colors around the panels of the players."""
    height = str(drawing.PANEL_HEIGHT)
    return [rect.get("stroke") for rect in root.iter(SVG + "rect") if rect.get("height") == height]


def test_the_game_draws_this():
    state = middle_game()
    assert GAME.draw(state) == drawing.draw(state) == render.draw(state)
    assert GAME.render(state) == render.render(state)


@pytest.mark.parametrize("game", VARIANTS)
def test_every_position_is_drawn(game):
    for state in random_positions(game, 4, every=11):
        before = state.tobytes()
        svg = game.draw(state)
        root = ElementTree.fromstring(svg)
        assert (root.get("width"), root.get("height")) == ("1000", "700")
        assert svg == game.draw(state.copy())
        assert len(svg) < 150_000
        game.render(state)
        assert state.tobytes() == before


# --- the table ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", VARIANTS)
def test_tiles_lie_on_their_cells(game):
    for state in random_positions(game, 5, every=30):
        root = picture(state)
        back = titled(root, "start tile, face down")
        ((x0, y0, scale),) = map(place, back.values())
        side = scale * wood.UNIT
        tiles = titled(root, "tile ")
        found = []
        for title, group in tiles.items():
            x, y, own = place(group)
            assert own == scale
            assert drawing.MARGIN <= x <= drawing.MARGIN + drawing.TABLE_WIDTH - side
            assert drawing.TOP <= y <= drawing.HEIGHT - drawing.MARGIN - side
            cell = ((y - y0) / side, (x - x0) / side)
            assert cell == pytest.approx(tuple(map(round, cell)), abs=0.02)
            cell = tuple(map(round, cell))
            assert title.endswith(f" on {cell[0]},{cell[1]}")
            found.append((cell, center(group), pips(group)))
        wanted = [(tile.cell, tile.center, tile.pips) for tile in facts.placed(state)[1:]]
        assert found == wanted


@pytest.mark.parametrize("rotation", range(4))
def test_pips_of_every_tile(rotation):
    state = middle_game()
    for tile in range(49):
        state.hand[1, 0], state.chosen_slot, state.chosen_rotation = tile, 0, rotation
        (group,) = titled(picture(state), "player 1, tile 1:").values()
        assert pips(group) == facts.printed_pips(state, tile, rotation)
        assert center(group) == state.tile_center[tile]


def test_a_tile_is_turned_clockwise():
    state = middle_game()
    play(GAME, state, "tile 1 5:1144r90")
    ((title, group),) = titled(picture(state), "player 1, tile 1:").items()
    assert title.startswith("player 1, tile 1: 5:1144r90")
    assert pips(group) == (4, 1, 1, 4)


@pytest.mark.parametrize("count", range(1, 8))
def test_pips_keep_apart_and_off_the_number(count):
    places = wood.pip_places((count, count, count, count))
    assert len(set(places)) == 4 * count
    for (x1, y1), (x2, y2) in combinations(places, 2):
        assert (x1 - x2) ** 2 + (y1 - y2) ** 2 >= 8.5**2
    for x, y in places:
        assert min(x, y, 100 - x, 100 - y) > 5
        assert max(abs(x - 50), abs(y - 50)) >= 23 - 1e-9


def test_playable_cells_are_marked():
    state = middle_game()
    cells = {title.split()[1] for title in titled(picture(state), "playable: ")}
    assert cells == {"-2,0", "-2,1", "-1,-1", "0,-1", "0,3", "1,0", "1,1"}
    play(GAME, state, "tile 4 12:5757")
    root = picture(state)
    marks = titled(root, "playable: ")
    assert set(marks) == {
        f"playable: {GAME.action_name(state, action)[5:]}" for action in GAME.legal_actions(state)
    }
    corners = drawing.grid(state)
    for title, rect in marks.items():
        x, y = corners.corner(tuple(map(int, title.split()[1].split(","))))
        left, top, width = numbers(rect, "x", "y", "width")
        assert x < left < x + corners.cell / 4
        assert y < top < y + corners.cell / 4
        assert left + width < x + corners.cell
        assert rect.get("stroke") == PLAYER_COLORS[1]


def test_all_open_cells_are_outlined():
    state = middle_game()
    root = picture(state)
    side = drawing.grid(state).cell * 0.82
    outlines = [
        rect
        for rect in root.iter(SVG + "rect")
        if float(rect.get("width")) == pytest.approx(side, abs=0.01)
    ]
    assert len(outlines) == state.num_open == 9
    assert len(titled(root, "playable")) == 7


def test_the_last_tile_is_framed():
    assert not titled(picture(GAME.new_state(1)), "the tile placed last")
    root = picture(middle_game())
    (frame,) = titled(root, "the tile placed last").values()
    (tile,) = titled(root, "tile 6:1155 on -1,1").values()
    x, y = numbers(frame, "x", "y")
    assert place(tile)[:2] == pytest.approx((x, y), abs=3)
    assert frame.get("stroke") == wood.LAST


@pytest.mark.parametrize("num_tiles", [3, 20, 46])
def test_rows_and_columns_are_numbered(num_tiles):
    state = in_a_row(num_tiles)
    root = picture(state)
    cells = drawing.grid(state)
    found = {}
    for text in root.findall(SVG + "path"):
        if (
            re.fullmatch(r"\u2212?\d+", text.get("aria-label") or "")
            and text.get("stroke") == MUTED
        ):
            x, y, scale = place(text)
            if y < cells.y:
                label = text.get("aria-label").replace("\u2212", "-")
                x += text_width(text.get("aria-label"), scale * UNITS, "regular") / 2
                found[int(label)] = x
    assert 0 in found
    for column, x in found.items():
        assert x == pytest.approx(cells.corner((0, column))[0] + cells.cell / 2, abs=0.1)
    every = min(b - a for a, b in zip(found, list(found)[1:], strict=False))
    assert every == (2 if num_tiles == 46 else 1)


# --- players --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", VARIANTS)
def test_hands_are_drawn(game):
    for state in random_positions(game, 8, every=17):
        root = picture(state)
        found = titled(root, "player ")
        for player in range(game.spec.num_players):
            for slot, held in enumerate(facts.hand(state, player), 1):
                name = f"player {player}, tile {slot}"
                drawn = [title for title in found if title.startswith(f"{name}:")]
                assert len(drawn) == (held.tile != -1)
                for title in drawn:
                    code = facts.tile_code(state, held.tile, held.rotation)
                    assert title.split(": ", 1)[1].split(", ")[0] == code
                    assert title.endswith("seen by all") == held.is_shown
                    y = place(found[title])[1]
                    top = drawing.TOP + player * drawing.PANEL_STEP
                    assert top < y < top + drawing.PANEL_HEIGHT
                assert (f"{name}, chosen" in found) == held.is_chosen


def test_tiles_that_are_shown_or_laid():
    root = picture(showing())
    assert [title for title in titled(root, "player ") if title.count(",") > 1] == [
        "player 0, tile 1: 3:1212, seen by all",
        "player 0, tile 4: 9:4545, laid face down",
        "player 1, tile 3: 13:6677, seen by all",
        "player 2, tile 2: 3:1122, seen by all",
    ]
    eyes = [p for p in root.iter(SVG + "path") if p.get("d").startswith("M-10 0Q")]
    assert len(eyes) == 3
    texts = labels(root)
    assert texts[1] == "player 2 to show a tile, second round"
    assert "4 laid" in texts
    assert texts[texts.index("player 0") + 1] == "has laid a tile"


def test_a_picked_tile():
    state = unable()
    root = picture(state)
    slot = state.picked + 1
    assert f"player 2 to play tile {slot} of player 1" in labels(root)
    (frame,) = titled(root, f"player 1, tile {slot}, chosen").values()
    assert frame.get("stroke") == INK
    assert panels(root) == [FAINT, FAINT, PLAYER_COLORS[2]]
    assert set(titled(root, "playable: ")) == {f"playable: {c}" for c in ("-1,-1", "0,-1", "1,0")}


def test_scores_and_who_moves():
    root = picture(middle_game())
    texts = labels(root)
    assert texts[1] == "player 1 to choose a tile"
    assert titles(root)[0] == "Quartile: player 1 to choose a tile"
    assert panels(root) == [FAINT, PLAYER_COLORS[1], FAINT]
    for player, words in enumerate((["", "20"], ["to move", "10"], ["", "3"])):
        at = texts.index(f"player {player}")
        assert texts[at + 1 :][: len(words) - (words[0] == "")] == [word for word in words if word]


@pytest.mark.parametrize(
    ("scores", "target", "lit"),
    [((90, 100), 0, [1]), ((70, 70, 8), 0, [0, 1]), ((60, 61, 50), 60, [0])],
)
def test_picture_of_the_end(scores, target, lit):
    state = finished(scores, target)
    root = picture(state)
    texts = labels(root)
    assert texts[1] == facts.headline(state)
    pill = root.findall(SVG + "rect")[1]
    assert pill.get("fill") == (PLAYER_COLORS[lit[0]] if len(lit) == 1 else MUTED)
    wanted = [PLAYER_COLORS[p] if p in lit else FAINT for p in range(len(scores))]
    assert panels(root) == wanted
    assert texts.count("winner") + texts.count("shares the win") == len(lit)
    assert texts.count("out") == sum(0 < target < points for points in scores)


def test_notes_of_options():
    state = quiltenvs.game("quartile", num_players=3, tile_set="three_one", target=60).new_state(0)
    assert labels(picture(state))[2:4] == ["target 60 points", "tile set three one"]
    assert labels(picture(middle_game()))[2] == "starting player 0"


# --- the other tiles ------------------------------------------------------------------------


@pytest.mark.parametrize("num_players", [2, 4, 6])
@pytest.mark.parametrize("count", [1, 8, 20])
def test_quarry_and_discards_stay_in_their_box(num_players, count):
    state = quiltenvs.game("quartile", num_players=num_players).new_state(0)
    state.quarry[:], state.discards[:count], state.num_discards = -1, range(count), count
    state.quarry[-2 * count :] = range(2 * count)
    root = picture(state)
    texts = labels(root)
    assert f"quarry {2 * count}" in texts
    assert f"discards {count}" in texts
    (group,) = titled(root, f"quarry of {2 * count} tiles").values()
    backs = group.find(SVG + "path").get("d")
    x0, y0, _ = place(group)
    corners = [tuple(map(float, c)) for c in re.findall(r"M(\S+) (\S+?)h", backs)]
    side = float(re.search(r"h([\d.]+)v", backs)[1])
    assert len(set(corners)) == len(corners) == 2 * count
    bottom = drawing.HEIGHT - drawing.MARGIN
    assert all(y0 + y + side <= bottom and x0 + x + side < 808 for x, y in corners)
    discards = titled(root, "discarded: ")
    assert list(discards) == [f"discarded: {facts.tile_code(state, n)}" for n in range(count)]
    spots = [place(tile) for tile in discards.values()]
    assert len(set(spots)) == count
    for x, y, scale in spots:
        assert y0 + y + scale * wood.UNIT <= bottom
        assert x + scale * wood.UNIT <= drawing.PANEL_WIDTH / 2 - 12
        assert scale * wood.UNIT > 15


# --- what can be read -----------------------------------------------------------------------


def boxes(root):
    """The texts outside of groups, each with left, top, right and bottom."""
    found = []
    for text in root.findall(SVG + "path"):
        if text.get("aria-label"):
            x, y, scale = place(text)
            weight = "bold" if float(text.get("stroke-width")) == STROKES["bold"] else "regular"
            size = scale * UNITS
            width = text_width(text.get("aria-label"), size, weight)
            found.append((text.get("aria-label"), x, y - 0.7 * size, x + width, y))
    return found


def fullest():
    """Positions with the longest texts."""
    state = finished((100, 100, 100, 100, 100, 100), 0)
    yield state
    crowded = state.copy()
    crowded.target, crowded.starting_player, crowded.table_radius = 99, -1, 48
    crowded.may_claim_unable = crowded.children = crowded.visiting_quarry = 1
    crowded.tile_pips[0] = 0x1112
    yield crowded
    crowded = crowded.copy()
    crowded.target = 100
    yield crowded
    for visits in (0, 1):
        state = showing()
        state.is_shown[:], state.visiting_quarry, state.scores[:], state.target = 1, visits, 999, 9
        yield state
    for game in VARIANTS:
        yield from random_positions(game, 9, every=40)


def test_texts_do_not_overlap():
    for state in fullest():
        texts = boxes(picture(state))
        assert len(texts) > 10
        for text, left, top, right, bottom in texts:
            assert 0 < left < right < drawing.WIDTH, text
            assert 0 < top < bottom < drawing.HEIGHT, text
        for (one, a, b, c, d), (other, e, f, g, h) in combinations(texts, 2):
            assert c <= e or g <= a or d <= f or h <= b, (one, other)
        pill = picture(state).findall(SVG + "rect")[1]
        end = sum(numbers(pill, "x", "width"))
        assert all(left > end for _, left, top, *_ in texts[2:] if top < drawing.TOP - 8)


def test_colors_are_told_apart():
    for plank in wood.PLANKS:
        assert contrast(plank, wood.PIP) > 7
        assert contrast(plank, wood.LAST) > 3
    assert contrast(wood.BACK, wood.PLANKS[0]) > 3


def test_pixels_of_the_table():
    pytest.importorskip("resvg_py")
    state = middle_game()
    pixels = rasterize(render.draw(state)).astype(int)
    assert pixels.shape == (700, 1000, 3)
    cells = drawing.grid(state)

    def color(cell, across, down):
        x, y = cells.corner(cell)
        return tuple(pixels[round(y + down * cells.cell), round(x + across * cells.cell)])

    def rgb(text):
        return tuple(int(text[i : i + 2], 16) for i in (1, 3, 5))

    assert color((-1, 1), 0.03, 0.3) == rgb(wood.LAST)
    assert color((0, 1), 0.7, 0.12) in [rgb(plank) for plank in wood.PLANKS]
    assert color((0, 1), 0.5, 0.18) == rgb(wood.PIP)  # one pip in the north
    assert color((0, 0), 0.05, 0.3) == rgb(wood.BACK)
    red, _, blue = color((0, 3), 0.5, 0.5)
    assert red > blue + 20  # playable, in the light color of player 1
    assert color((1, 2), 0.5, 0.5) == rgb(drawing.FELT)


def test_picture_in_other_sizes():
    pytest.importorskip("resvg_py")
    assert rasterize(render.draw(middle_game()), width=500).shape == (350, 500, 3)
