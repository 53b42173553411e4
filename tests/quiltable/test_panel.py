"""What a picture of Quiltable shows of players and of the Quilting Master."""

import numpy as np
import pytest

import quiltenvs
from quiltenvs.core.palette import FAINT, MUTED, PLAYER_COLORS
from quiltenvs.quiltable import blocks, facts, panel, rules
from quiltenvs.quiltable import state as phases
from tests.quiltable.pictures import (
    SVG,
    group,
    labels,
    numbers,
    picture,
    place,
    title,
    titled,
    titles,
)
from tests.quiltable.positions import FULL_BUT_ONE, table


def frames_of_panels(root):
    """The colors around the panels."""
    height = str(panel.HEIGHT)
    return [rect.get("stroke") for rect in root.iter(SVG + "rect") if rect.get("height") == height]


def test_whose_turn_it_is():
    state = table(turn=1, left=1, num_players=3)
    root = picture(state)
    assert title(root) == "Quiltable: player 1 to act, 1 action left"
    assert labels(root)[1] == "player 1 to act, 1 action left"
    assert root.findall(SVG + "rect")[1].get("fill") == PLAYER_COLORS[1]
    assert frames_of_panels(root) == [FAINT, PLAYER_COLORS[1], FAINT]
    assert "turn of player 1, 1 action left" in labels(group(root, "area 1"))
    assert "to move" in labels(group(root, "player 1"))


def test_points_and_what_they_are_for():
    state = table(quilts=(FULL_BUT_ONE, ""), symmetry=True)
    parts = facts.points(state, 0)
    texts = labels(group(picture(state), "player 0"))
    assert texts[1:3] == ["to move", str(sum(parts.values()))]
    assert texts[3] == " + ".join(f"{name} {points}" for name, points in parts.items())
    assert "symmetry 15" in texts[3]
    assert labels(group(picture(state), "player 1"))[1] == "0"


def test_assistants_are_named():
    options = {"assistants": "uncle_sam,big_billy", "center": "gifted_gladys"}
    root = picture(table(**options))
    for name, owner in (
        ("player 0", "uncle_sam of player 0"),
        ("player 1", "big_billy of player 1"),
    ):
        assert len(titled(group(root, name), owner)) == 1
    assert "Uncle Sam" in labels(group(root, "player 0"))
    assert len(titled(group(root, "table"), "gifted_gladys in the center")) == 1
    assert not any("of player" in text for text in titles(picture(table()), "[a-z]+_.*"))


def test_cards_to_keep():
    game = quiltenvs.game("quiltable", num_players=2, mode="quick_start", starting_player=1)
    state = game.new_state(3)
    root = picture(state)
    assert labels(group(root, "area 1")).count("24") == 4
    for player in (0, 1):
        assert len(titles(group(root, f"player {player}"), "card .*, to keep one")) == 24
    card = facts.piles(state, 0)[1][5]
    game.step(state, game.actions.start("card") + card)
    root = picture(state)
    assert titles(group(root, "player 1"), "card .*") == [blocks.pattern_title(card)]
    assert len(titles(group(root, "player 0"), "card .*, to keep one")) == 24


@pytest.mark.parametrize(("place_on_border", "cell"), [(0, "b2"), (4, "e3"), (11, "b3")])
def test_the_quilting_master(place_on_border, cell):
    stack = ["pumpkin A A", "A A - / A - - / - - A"]
    state = table(
        num_players=1, stack=stack, master=place_on_border, quilting_master="terrific_tim"
    )
    root = picture(state)
    (marker,) = titled(root, "the Quilting Master begins on ").values()
    assert title(marker).endswith(f" {cell}")
    (block,) = titled(group(root, "area 1"), f"{cell}: ").values()
    assert numbers(marker, "x", "y") == pytest.approx(place(block)[:2], abs=3)
    found = group(root, "Quilting Master")
    assert labels(found)[:2] == ["Quilting Master Terrific Tim", "11"]
    assert "takes 2 blocks a turn, has 2" in labels(found)
    assert len(titles(found, "card .*, of the master")) == 2
    assert not titles(picture(table()), ".*Master.*")


# --- the end --------------------------------------------------------------------------------


def finished(scores, **options):
    state = table(num_players=len(scores), **options)
    state.phase, state.holder[:] = phases.OVER, phases.NONE
    state.scores[: len(scores)] = scores
    return state


@pytest.mark.parametrize(("scores", "lit"), [((20, 31, 7), [1]), ((31, 20, 31), [2])])
def test_picture_of_the_end(scores, lit):
    root = picture(finished(scores))
    assert labels(root)[1] == facts.headline(finished(scores))
    assert root.findall(SVG + "rect")[1].get("fill") == PLAYER_COLORS[lit[0]]
    wanted = [PLAYER_COLORS[p] if p in lit else FAINT for p in range(len(scores))]
    assert frames_of_panels(root) == wanted
    assert [text for text in labels(root) if text == "winner"] == ["winner"]


@pytest.mark.parametrize(("points", "colors"), [(7, [PLAYER_COLORS[0], FAINT]), (6, [FAINT, None])])
def test_picture_of_the_end_of_a_solo_game(points, colors):
    stack = ["A A - / A - - / - - A"]
    state = finished((points,), stack=stack)
    root = picture(state)
    colors = [color or panel.MASTER_COLOR for color in colors]
    assert frames_of_panels(root) == colors
    pill = root.findall(SVG + "rect")[1].get("fill")
    assert pill == (PLAYER_COLORS[0] if points == 7 else MUTED)


# --- room -----------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 3, 7, 16, 24, 60])
def test_cards_are_packed_into_their_room(count):
    side, corners = panel.pack(count, 200, 150, 66)
    found = list(corners)
    assert len(set(found)) == count
    assert 0 < side <= 66
    for x, y in found:
        assert x + side <= 200 + 1e-9
        assert y + side <= 150 + 1e-9
        assert (x / side) == pytest.approx(round(x / side))
        assert (y / side) == pytest.approx(round(y / side))
    assert count * side * side > 0.4 * 200 * 150 or side == 66


def test_many_patterns_stay_in_their_panel():
    state = table(piles=[9] * 4)
    for word in range(2):
        state.patterns[0, 0, word] = np.uint64(2**32 - 1 if word else 2**64 - 1)
    root = group(picture(state), "player 0")
    found = titled(root, "card ")
    assert len(found) == rules.NUM_CARDS
    for node in found.values():
        x, y, scale = place(node)
        assert x >= panel.CARDS_X
        assert x + scale * blocks.UNIT <= panel.WIDTH
        assert y + scale * blocks.UNIT <= panel.HEIGHT
