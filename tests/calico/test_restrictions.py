"""Rule restrictions 1, 4 and 5: where tiles may go. Legal cells are marked ``++``.

Restriction 2 is in test_goals.py, restriction 3 in test_turns.py.
"""

import pytest

from tests.calico.positions import (
    EMPTY,
    GAME,
    GREEN,
    SPACES,
    hold,
    legal,
    marked,
    place,
    table,
    take,
)

ALL = set(SPACES)


def test_without_restrictions_every_open_space_is_legal():
    drawing = """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ++  ++  ++  ++  ++  Dd
        Dq  ++  Kd  ##  ++  ++  Pv
          Lf  ++  ++  ++  ##  ++  Yf
        Ps  ++  ##  ++  Ys  ++  Gq
          Yd  ++  ++  ++  ++  ++  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
    """
    state = table(drawing)
    assert legal(state, 0) == legal(state, 1) == marked(drawing, "++")
    assert legal(state, 2) == set()


def test_restriction_1_tiles_go_next_to_tiles_placed_before():
    """Printed hexes are no such tiles, and a goal tile between separates."""
    drawing = """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ++  ++  ..  ..  ..  Dd
        Dq  ++  Kd  ##  ..  ..  Pv
          Lf  ++  ++  ..  ##  ++  Yf
        Ps  ..  ##  ..  ++  Ys  Gq
          Yd  ..  ..  ..  ++  ++  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
    """
    state = table(drawing, next_to_placed=True)
    assert legal(state, 0) == legal(state, 1) == marked(drawing, "++")


def test_restriction_1_leaves_the_first_tile_free():
    state = table(EMPTY, GREEN, next_to_placed=True)
    assert legal(state, 0) == legal(state, 1) == ALL
    take(place(state, (1, 1)))
    assert legal(state, 0) == ALL  # each player has a first tile
    take(place(state, (5, 5)))
    assert legal(state, 0) == {(1, 2), (2, 1), (2, 2)}


@pytest.mark.parametrize("pattern", "dq")
def test_restriction_4_tiles_go_next_to_their_color_printed_or_placed(pattern):
    drawing = """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ++  ++  ++  Dd
        Dq  ..  Kd  ##  ..  ++  Pv
          Lf  ..  ..  ++  ##  ++  Yf
        Ps  ++  ##  ++  Pf  ++  Gq
          Yd  ..  ..  ++  ++  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
    """
    state = table(drawing, hand=f"P{pattern} Gs", next_to_same_color=True)
    assert legal(state, 0) == marked(drawing, "++")


def test_restriction_4_holds_for_the_first_tile():
    """Beside the printed hexes; the same with restriction 1, which leaves that tile free."""
    drawing = """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ++  ++  ++  Dd
        Dq  ..  ..  ##  ..  ++  Pv
          Lf  ..  ..  ..  ##  ++  Yf
        Ps  ++  ##  ..  ..  ..  Gq
          Yd  ..  ..  ..  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
    """
    for others in ({}, {"next_to_placed": True}):
        state = table(drawing, hand="Pd Gs", next_to_same_color=True, **others)
        assert legal(state, 0) == marked(drawing, "++")


@pytest.mark.parametrize("color", "LG")
def test_restriction_5_tiles_go_next_to_their_pattern_printed_or_placed(color):
    drawing = """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ++  ++  ..  ..  Dd
        Dq  ++  Kd  ##  ..  ..  Pv
          Lf  ++  ..  ++  ##  ++  Yf
        Ps  ++  ##  ++  Pf  ++  Gq
          Yd  ..  ++  ++  ++  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
    """
    state = table(drawing, hand=f"{color}f Gs", next_to_same_pattern=True)
    assert legal(state, 0) == marked(drawing, "++")


def test_restriction_5_holds_for_the_first_tile():
    drawing = """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ++  ++  ..  ..  Dd
        Dq  ++  ..  ##  ..  ..  Pv
          Lf  ++  ..  ..  ##  ++  Yf
        Ps  ++  ##  ..  ..  ..  Gq
          Yd  ..  ++  ++  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
    """
    for others in ({}, {"next_to_placed": True}):
        state = table(drawing, hand="Kf Gs", next_to_same_pattern=True, **others)
        assert legal(state, 0) == marked(drawing, "++")


def test_each_slot_has_cells_of_its_own():
    state = table(EMPTY, hand="Ks Dw", next_to_same_color=True)
    assert legal(state, 0) == {(1, 2), (1, 3), (5, 1), (5, 2), (5, 4), (5, 5)}
    assert legal(state, 1) == {(1, 5), (2, 1), (5, 2), (5, 3), (5, 5)}


def test_several_restrictions_must_all_hold():
    """Color and pattern may be those of different neighbours."""
    drawing = """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ++  ..  ..  Dd
        Dq  ..  Kd  ##  ..  ..  Pv
          Lf  ..  ..  ++  ##  ++  Yf
        Ps  ++  ##  ++  Pf  ++  Gq
          Yd  ..  ..  ++  ++  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
    """
    both = {"next_to_same_color": True, "next_to_same_pattern": True}
    assert legal(table(drawing, hand="Pf Gs", **both), 0) == marked(drawing, "++")
    state = table(drawing, hand="Pf Gs", next_to_placed=True, **both)
    assert legal(state, 0) == marked(drawing, "++") - {(1, 3), (3, 5), (4, 1)}


ALMOST_FULL = """
    Kv  Ys  Lv  Kf  Pq  Yw  Gs
      Gw  Yd  Gq  Ls  Gd  Yq  Dd
    Dq  Yw  Lq  ##  Yd  Ls  Pv
      Lf  Gd  ..  ..  ##  Gw  Yf
    Ps  Yq  ##  Gs  Ls  Yw  Gq
      Yd  Gw  Ld  Yw  Lq  Gd  Dw
    Pw  Lq  Kw  Df  Gv  Kd  Ls
"""
"""No open space is next to dark blue, purple or pink, nor to ferns, flowers or vines."""
OTHER = """
    Df  Yv  Gf  Ds  Pq  Yd  Lv
      Pd  Kf  Pf  Kv  Df  Dv  Kw
    Kq  Pf  Kv  ##  Pw  Kf  Pf
      Ls  Df  ..  ..  ##  Pv  Ys
    Yw  Pw  ##  Kw  Df  Dv  Lq
      Pv  Kf  Pf  Dw  Kv  Pw  Kd
    Gs  Dd  Gq  Ks  Lf  Dw  Gv
"""
OPEN = {(3, 2), (3, 3)}
BY_COLOR = {"next_to_same_color": True}
BY_PATTERN = {"next_to_same_pattern": True}


@pytest.mark.parametrize(
    ("hand", "restrictions"),
    [
        ("Pd Kq", BY_COLOR),
        ("Yf Gv", BY_PATTERN),
        ("Yf Gw", BY_PATTERN),
        ("Kd Gf", {**BY_COLOR, **BY_PATTERN}),
        ("Kd Yq", {**BY_COLOR, **BY_PATTERN}),  # quatrefoils and yellow, but at no one space
        ("Pd Kq", {**BY_COLOR, "next_to_placed": True}),
    ],
)
def test_every_open_space_is_legal_if_no_tile_has_a_legal_one(hand, restrictions):
    state = table(ALMOST_FULL, hand=hand, **restrictions)
    assert legal(state, 0) == legal(state, 1) == OPEN


@pytest.mark.parametrize(
    ("hand", "restrictions", "cells"),
    [
        ("Pd Lf", BY_COLOR, {(3, 2), (3, 3)}),
        ("Yf Gq", BY_PATTERN, {(3, 2)}),
        ("Kd Gq", {**BY_COLOR, **BY_PATTERN}, {(3, 2)}),
    ],
)
def test_a_tile_without_a_legal_cell_waits_while_the_other_has_one(hand, restrictions, cells):
    state = table(ALMOST_FULL, hand=hand, **restrictions)
    assert (legal(state, 0), legal(state, 1)) == (set(), cells)


@pytest.mark.parametrize("num_players", [1, 2])
def test_without_a_hand_the_whole_market_is_looked_at(num_players):
    """A single tile with a legal cell makes the others wait; with none all may go anywhere."""
    quilts = [ALMOST_FULL, OTHER][:num_players]
    restrictions = {"no_hand": True, **BY_COLOR}
    state = table(*quilts, market="Pd Kq Gf", **restrictions)
    assert [legal(state, slot) for slot in range(3)] == [set(), set(), OPEN]
    state = table(*quilts, market="Pd Kq Dd", **restrictions)
    assert [legal(state, slot) for slot in range(3)] == [OPEN, OPEN, OPEN]


def one_before(hand):
    """Return a game for two whose second player is to place and take; ``hand`` is the first's."""
    state = table(ALMOST_FULL, OTHER.replace("Pf  Dw", "..  Dw"), **BY_COLOR)
    for slot, code in enumerate(hand.split()):
        hold(state, code, slot, player=0)
    hold(state, "Dq")
    return take(place(state, (5, 2)))


def test_a_player_without_a_legal_cell_shows_its_hand():
    """It could not be believed otherwise; and before it places a tile."""
    state = one_before("Pd Kq")
    assert (state.mover, state.is_secret[0].tolist()) == (0, [0, 0])
    assert state.is_secret[1].tolist() == [0, 1]  # the other's stays as it is
    assert legal(state, 0) == OPEN


def test_a_player_with_a_legal_cell_shows_nothing():
    state = one_before("Gf Kq")
    assert (state.mover, state.is_secret[0].tolist()) == (0, [0, 1])
    assert legal(state, 0) == OPEN
    assert legal(state, 1) == set()


def test_the_restrictions_hold_again_once_a_tile_fits():
    """The tile placed where nothing was legal is a neighbour for the next."""
    state = table(ALMOST_FULL, hand="Pd Pq", **BY_COLOR)
    take(place(state, (3, 2)))
    assert legal(state, 1) == {(3, 3)}
    assert GAME.find_fault(state) == ""
