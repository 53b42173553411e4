"""The picture of a Quiltable position: what is drawn, and where; panels in test_panel.py."""

import re
from collections import Counter
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest

import quiltenvs
from quiltenvs.core.palette import PLAYER_COLORS
from quiltenvs.quiltable import blocks, drawing, facts, panel, rules
from quiltenvs.quiltable import state as phases
from tests.quiltable.pictures import (
    SVG,
    group,
    labels,
    numbers,
    picture,
    place,
    titled,
    titles,
)
from tests.quiltable.positions import AREA, GAME, play, table
from tests.quiltable.scenes import VARIANTS, random_positions

BLOCK = r"[a-j]\d+: .* patch (left|middle|right)"


def cells_of(cards):
    """How the titles of blocks begin: cell and words."""
    return [f"{facts.cell_name(cell)}: {blocks.words(card)}" for cell, card in cards.items()]


def test_the_game_draws_this():
    state = GAME.new_state(1)
    assert GAME.draw(state) == drawing.draw(state)


@pytest.mark.parametrize("game", VARIANTS)
def test_every_position_is_drawn(game):
    for state in random_positions(game, 4, every=29):
        before = state.tobytes()
        svg = drawing.draw(state)
        root = ElementTree.fromstring(svg)
        where = drawing.frame(state)
        assert numbers(root, "width", "height") == (where.width, where.height)
        assert svg == drawing.draw(state.copy())
        assert len(svg) < 300_000
        assert state.tobytes() == before


@pytest.mark.parametrize("game", VARIANTS)
def test_all_cards_in_sight_are_drawn_where_they_lie(game):
    for state in random_positions(game, 5, every=37):
        root = picture(state)
        for area in facts.area_numbers(state):
            found = group(root, f"area {area + 1}")
            wanted = cells_of(facts.area_blocks(state, area))
            assert titles(found, BLOCK) == wanted
            piles = [len(pile) for pile in facts.piles(state, area)]
            names = [f"pile {i}, {n} cards" for i, n in enumerate(piles, 1) if n]
            assert titles(found, r"pile \d, \d+ cards") == names
        for player in range(game.spec.num_players):
            found = group(root, f"player {player}")
            assert titles(found, BLOCK) == cells_of(facts.quilt(state, player))
            cards = [card for card, _ in facts.patterns(state, player)]
            if not cards and state.phase == phases.KEEP:
                cards = sorted(facts.piles(state, 0)[player])
            wanted = [blocks.pattern_title(card) for card in cards]
            got = titles(found, r"card \d+, .*")
            assert [text[: len(name)] for text, name in zip(got, wanted, strict=True)] == wanted
        hand = titles(root, r"hand \d: .*")
        cards = enumerate(facts.hand(state), 1)
        assert hand == [f"hand {i}: {blocks.words(card)}" for i, card in cards]


@pytest.mark.parametrize("game", VARIANTS)
def test_blocks_lie_on_their_cells(game):
    *_, state = random_positions(game, 6, every=10_000)
    where = drawing.frame(state)
    for area in facts.area_numbers(state):
        for text, node in titled(group(picture(state), f"area {area + 1}"), "").items():
            if re.fullmatch(BLOCK, text):
                check_cell(text, node, where.cell)
    for player in range(game.spec.num_players):
        quilt = group(picture(state), f"quilt of player {player}")
        for text, node in titled(quilt, "").items():
            if re.fullmatch(BLOCK, text):
                check_cell(text, node, panel.QUILT_SIDE / facts.frame_side(state))


def check_cell(text, node, side):
    x, y, scale = place(node)
    column, row = x / side, y / side
    assert text.split(":")[0] == facts.cell_name((round(row), round(column)))
    assert (column, row) == pytest.approx((round(column), round(row)), abs=0.01)
    assert scale * blocks.UNIT == pytest.approx(side, rel=0.01)


@pytest.mark.parametrize("game", VARIANTS)
def test_nothing_overlaps_or_leaves_the_picture(game):
    state = game.new_state(0)
    where, side = drawing.frame(state), facts.area_side(state)
    height = drawing.AREA_HEAD + where.cell * side + 8
    boxes = [(x, y, where.area_width, height) for x, y in where.areas]
    bottom = where.height - drawing.MARGIN
    boxes.append((drawing.MARGIN, where.table_y, where.area_width, bottom - where.table_y))
    size = (panel.panel_width(state) * where.scale, panel.HEIGHT * where.scale)
    boxes += [(x, y, *size) for x, y in where.panels]
    for x, y, width, height in boxes:
        assert x >= drawing.MARGIN
        assert y >= drawing.TOP
        assert x + width <= where.width - drawing.MARGIN + 1
        assert y + height <= bottom + 1
    for a, b in combinations(boxes, 2):
        assert any(a[i] + a[i + 2] <= b[i] or b[i] + b[i + 2] <= a[i] for i in (0, 1))
    assert boxes[len(where.areas)][3] >= drawing.TABLE_HEIGHT - 1
    assert 1.2 < where.width / where.height < 2.4
    assert len(where.panels) == max(2, game.spec.num_players)


# --- what is going on -----------------------------------------------------------------------


def test_marks_of_a_choice():
    state = table()
    assert not titled(picture(state), "can be picked")
    play(state, "choose 1 1")
    root = picture(state)
    assert set(titled(root, "picked: ")) == {"picked: b2"}
    assert set(titled(root, "can be picked: ")) == {"can be picked: c2", "can be picked: b3"}
    play(state, "choose 1 2, done")
    assert list(titled(picture(state), "picked: ")) == ["picked: b2", "picked: c2"]
    assert not titled(picture(state), "can be picked")


def test_marks_of_a_return():
    state = table(quilts=("P S\nP .", ""))
    assert not titled(picture(state), "can be picked")
    play(state, "return 0 0")
    root = picture(state)
    assert not titled(group(root, "area 1"), "picked")
    found = group(root, "player 0")
    assert set(titled(found, "picked: ")) == {"picked: a1"}
    # Both others alone would be left: they do not hold together.
    assert set(titled(found, "can be picked: ")) == {"can be picked: b1", "can be picked: a2"}
    assert not titled(group(root, "player 1"), "picked")


@pytest.mark.parametrize("game", VARIANTS)
def test_the_cells_marked_are_those_of_legal_actions(game):
    seen = Counter()
    for state in random_positions(game, 7, every=3):
        seen[int(state.phase)] += 1
        if state.phase in (phases.ACTION, phases.OVER) or seen[int(state.phase)] > 5:
            continue
        wanted = {block: [] for block in ("choose", "return", "lay")}
        for action in game.legal_actions(state):
            for block, span in game.actions.slices():
                if block.name in wanted and span.start <= action < span.stop:
                    index = np.unravel_index(action - span.start, block.shape)
                    wanted[block.name].append(facts.cell_name(tuple(map(int, index))))
        root = picture(state)
        area = group(root, f"area {state.marker + 1}")
        quilt = group(root, f"player {state.mover}")
        assert [text[6:] for text in titles(area, "open: .*")] == wanted["lay"]
        assert [text[15:] for text in titles(area, "can be picked: .*")] == wanted["choose"]
        assert [text[15:] for text in titles(quilt, "can be picked: .*")] == wanted["return"]
        picked = facts.picked_in_area(state, int(state.marker))
        own = facts.picked_in_quilt(state, int(state.mover))
        for found, cells in ((area, picked), (quilt, own)):
            assert [text[8:] for text in titles(found, "picked: .*")] == [
                *map(facts.cell_name, cells)
            ]
        assert len(picked + own) == (state.num_group if state.phase != phases.LAY else 0)
        assert len(titles(root, "(open|can be picked): .*")) == sum(map(len, wanted.values()))
    assert all(seen[phase] for phase in (phases.PLACE, phases.CHOOSE, phases.RETURN, phases.LAY))


def test_the_next_card_in_hand_is_framed():
    state = table(quilts=("P S", ""))
    play(state, "return 0 0, return 0 1, done")
    root = group(picture(state), "table")
    first, second = titled(root, "hand ").values()
    (frame,) = titled(root, "the next card").values()
    assert numbers(frame, "x")[0] == pytest.approx(place(first)[0], abs=3)
    assert place(second)[0] > place(first)[0] + drawing.HAND_SIDE
    assert "no card on its way" not in labels(root)
    assert "no card on its way" in labels(picture(table()))


def test_two_areas_have_a_turn_each():
    state = table(
        (AREA, AREA),
        turn=(4, 1),
        left=2,
        num_players=5,
        copies=2,
        mode="speed",
        piles=[9] * 8,
    )
    root = picture(state)
    for area, player in ((1, 4), (2, 1)):
        found = group(root, f"area {area}")
        assert labels(found)[0] == f"Pattern Area {area}"
        assert f"turn of player {player}, 2 actions left" in labels(found)
        (dot,) = (c for c in found.findall(SVG + "circle") if c.get("r") == "5")
        assert dot.get("fill") == PLAYER_COLORS[player]


def test_the_end_that_is_triggered():
    state = table(num_players=3, ender=2, due=(1,))
    assert facts.end_line(state) in labels(group(picture(state), "table"))
    assert facts.end_line(state)


def test_notes_of_options():
    game = quiltenvs.game("quiltable", num_players=3, symmetry=True, max_turns=9)
    assert labels(picture(game.new_state(0)))[2] == "symmetry, max turns 9"
    texts = labels(picture(GAME.new_state(0)))
    assert texts[2] == "Pattern Area"


def test_patches_are_explained_where_they_count():
    for patches in (False, True):
        state = quiltenvs.game("quiltable", patches=patches).new_state(0)
        texts = labels(group(picture(state), "table"))
        assert [name in texts for name in rules.PATCH_COLORS] == [patches] * 4


def test_types_are_named_where_there_is_room():
    for players, is_named in ((2, False), (8, True)):
        options = {"num_players": players, "copies": 2}
        root = picture(quiltenvs.game("quiltable", **options).new_state(0))
        names = [text[5:] for text in titles(root, "key: .*")]
        assert names == (list(rules.TYPES) if is_named else [])
