"""Buttons: "a group of three or more Patch Tiles of the same color ... in any shape"."""

from tests.calico.positions import EMPTY, GAME, buttons, cells, sew, table


def test_three_tiles_of_a_color_earn_a_button_at_once():
    board = """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ..  ..  ..  Dd
        Dq  ..  Gd  ##  ..  ..  Pv
          Lf  ..  Gf  *1  ##  ..  Yf
        Ps  ..  ##  ..  ..  ..  Gq
          Yd  ..  ..  ..  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
    """
    assert buttons(table(board)) == ""
    state = sew(board, "Gq")
    assert buttons(state) == "G"
    assert GAME.score(state, 0) == 3


def test_the_button_sits_on_the_tile_placed_last_and_its_area_is_closed():
    state = sew(
        """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ..  ..  ..  Dd
        Dq  ..  Gd  ##  Gs  ..  Pv
          Lf  ..  Gf  *1  ##  ..  Yf
        Ps  ..  ##  ..  ..  ..  Gq
          Yd  ..  ..  ..  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
        """,
        "Gq",
    )
    assert cells(state.button_tokens[0]) == {(3, 3)}
    assert cells(state.buttoned[0]) == {(2, 2), (3, 2), (3, 3), (2, 4)}


def test_the_pattern_does_not_matter_for_buttons():
    """Three tiles of a pattern in three colors earn none."""
    state = sew(
        """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ..  ..  ..  Dd
        Dq  ..  Gd  ##  ..  ..  Pv
          Lf  ..  Yd  *1  ##  ..  Yf
        Ps  ..  ##  ..  ..  ..  Gq
          Yd  ..  ..  ..  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
        """,
        "Kd",
    )
    assert buttons(state) == ""


def test_a_printed_hex_counts():
    """With the green hex at the left."""
    state = sew(
        """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  Gd  *1  ..  ..  ..  Dd
        Dq  ..  ..  ##  ..  ..  Pv
          Lf  ..  ..  ..  ##  ..  Yf
        Ps  ..  ##  ..  ..  ..  Gq
          Yd  ..  ..  ..  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
        """,
        "Gf",
    )
    assert buttons(state) == "G"
    assert cells(state.buttoned[0]) == {(1, 0), (1, 1), (1, 2)}


def test_a_printed_hex_links_tiles_that_do_not_touch():
    """The two tiles touch the light blue hex in the fourth row, and not each other."""
    state = sew(
        """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ..  ..  ..  Dd
        Dq  Ld  ..  ##  ..  ..  Pv
          Lf  ..  ..  ..  ##  ..  Yf
        Ps  *1  ##  ..  ..  ..  Gq
          Yd  ..  ..  ..  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
        """,
        "Lv",
    )
    # The light blue hex at the bottom belongs to another area.
    assert buttons(state) == "L"
    assert cells(state.buttoned[0]) == {(2, 1), (3, 0), (4, 1)}


def test_the_ends_of_two_rows_do_not_touch():
    """Dark blue is printed at the end of the second row and the beginning of the third."""
    state = sew(
        """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ..  ..  Ds  Dd
        Dq  *1  ..  ##  ..  ..  Pv
          Lf  ..  ..  ..  ##  ..  Yf
        Ps  ..  ##  ..  ..  ..  Gq
          Yd  ..  ..  ..  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
        """,
        "Df",
    )
    assert buttons(state) == ""


def test_a_goal_tile_separates():
    state = sew(
        """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ..  ..  ..  Dd
        Dq  ..  Gd  ##  *1  ..  Pv
          Lf  ..  Gf  ..  ##  ..  Yf
        Ps  ..  ##  ..  ..  ..  Gq
          Yd  ..  ..  ..  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
        """,
        "Gq",
    )
    assert buttons(state) == ""


def test_two_and_one_and_two_are_one_button():
    """The tile in the middle joins pieces that had not scored."""
    state = sew(
        """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ..  ..  ..  Dd
        Dq  ..  Yd  ##  Yq  Yw  Pv
          Lf  ..  Yf  *1  ##  ..  Yf
        Ps  ..  ##  ..  ..  ..  Gq
          Yd  ..  ..  ..  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
        """,
        "Yv",
    )
    assert buttons(state) == "Y"


def test_a_buttoned_area_that_grows_to_six_and_more_earns_no_second_button():
    board = """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ..  ..  ..  Dd
        Dq  Pd  Pf  ##  ..  ..  Pv
          Lf  Pw  *1  *2  ##  ..  Yf
        Ps  ..  ##  *3  *4  ..  Gq
          Yd  ..  ..  ..  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
    """
    assert buttons(table(board)) == "P"
    state = sew(board, "Pq Ps Pv Pd")
    assert buttons(state) == "P"
    assert len(cells(state.buttoned[0])) == 7


def test_an_area_too_small_for_a_button_that_joins_a_buttoned_one_is_closed_too():
    """The single tile joins; what is placed beside it has no new area."""
    state = sew(
        """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ..  ..  ..  Dd
        Dq  Gd  Gf  ##  ..  ..  Pv
          Lf  ..  *1  ..  ##  ..  Yf
        Ps  ..  ##  Gs  *3  ..  Gq
          Yd  ..  *2  ..  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
        """,
        "Gq Gv Gf",
    )
    assert buttons(state) == "G"
    closed = {(1, 0), (2, 1), (2, 2), (3, 2), (4, 3), (4, 4), (5, 2)}
    assert cells(state.buttoned[0]) == closed


def test_two_buttoned_areas_that_grow_together_keep_both():
    state = sew(
        """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ..  ..  ..  Dd
        Dq  Ld  Lq  ##  Lv  Ls  Pv
          Lf  ..  Lf  *1  ##  Lw  Yf
        Ps  ..  ##  *2  ..  ..  Gq
          Yd  ..  ..  ..  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
        """,
        "Lq Ld",
    )
    assert buttons(state) == "LL"
    assert GAME.score(state, 0) == 6


def test_a_separate_area_earns_a_second_button():
    state = sew(
        """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ..  ..  ..  Dd
        Dq  Pd  Pf  ##  ..  ..  Pv
          Lf  Pw  ..  ..  ##  *1  Yf
        Ps  ..  ##  ..  ..  Ps  Gq
          Yd  ..  ..  ..  ..  Pq  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
        """,
        "Pv",
    )
    assert buttons(state) == "PP"


FIVE_COLORS = """
    Kv  Ys  Lv  Kf  Pq  Yw  Gs
      Gw  Gd  ..  Pf  Pv  ..  Dd
    Dq  Gf  ..  ##  Yd  Yq  Pv
      Lf  Lv  ..  ..  ##  *1  Yf
    Ps  Ld  ##  Dq  *2  *3  Gq
      Yd  Kf  Ks  Dv  ..  ..  Dw
    Pw  Lq  Kw  Df  Gv  Kd  Ls
"""


def test_five_colors_make_no_rainbow():
    state = sew(FIVE_COLORS, "Kw")
    assert buttons(state) == "GLDPK"
    assert GAME.score(state, 0) == 5 * 3


def test_the_sixth_color_brings_the_rainbow():
    state = sew(FIVE_COLORS, "Yv")
    assert buttons(state) == "YGLDPK*"
    assert GAME.score(state, 0) == 6 * 3 + 3


def test_there_is_one_rainbow():
    state = sew(FIVE_COLORS, "Yv Gf Gw")
    assert buttons(state) == "YGGLDPK*"
    assert GAME.score(state, 0) == 7 * 3 + 3


def test_an_empty_quilt_has_no_button():
    state = table(EMPTY)
    assert buttons(state) == ""
    assert not cells(state.buttoned[0])
    assert not cells(state.button_tokens[0])
