"""Cat tokens: one for each area of a pattern; which areas please whom: test_cat_areas.py."""

from tests.calico.positions import EMPTY, GAME, buttons, cats, cells, sew, table

# Millie wants three dots or ferns, Tibbit four flowers or quatrefoils, Coconut five stripes or
# vines, unless it is said otherwise.


def test_a_cat_comes_at_once_and_sits_on_the_tile_placed_last():
    board = """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ..  ..  ..  Dd
        Dq  ..  Gd  ##  Yd  ..  Pv
          Lf  ..  Pd  *1  ##  ..  Yf
        Ps  ..  ##  ..  ..  ..  Gq
          Yd  ..  ..  ..  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
    """
    assert cats(table(board)) == []
    state = sew(board, "Kd")
    assert cats(state) == ["Millie"]
    assert cells(state.cat_tokens[0]) == {(3, 3)}
    assert cells(state.visited[0]) == {(2, 2), (2, 4), (3, 2), (3, 3)}
    assert GAME.score(state, 0) == 3


def test_a_group_must_have_a_single_pattern():
    """Dots and ferns both please Millie, but not together."""
    state = sew(
        """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ..  ..  ..  Dd
        Dq  ..  Gd  ##  ..  ..  Pv
          Lf  ..  Pd  *1  ##  ..  Yf
        Ps  ..  ##  ..  ..  ..  Gq
          Yd  ..  ..  ..  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
        """,
        "Kf",
    )
    assert cats(state) == []


def test_a_pattern_pleases_only_its_own_cat():
    """Three flowers would do for Millie, but Tibbit wants four."""
    board = """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ..  ..  ..  Dd
        Dq  ..  Gw  ##  ..  ..  Pv
          Lf  ..  Pw  *1  ##  ..  Yf
        Ps  ..  ##  *2  ..  ..  Gq
          Yd  ..  ..  ..  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
    """
    assert cats(sew(board, "Kw")) == []
    assert cats(sew(board, "Kw Dw")) == ["Tibbit"]
    assert cats(sew(board, "Kw", patterns="dw fq sv")) == ["Millie"]


def test_a_tile_in_a_color_group_and_a_pattern_group_scores_both():
    state = sew(
        """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ..  ..  ..  Dd
        Dq  ..  Gd  ##  Yv  ..  Pv
          Lf  ..  Pd  *1  ##  ..  Yf
        Ps  ..  ##  Yq  ..  ..  Gq
          Yd  ..  ..  ..  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
        """,
        "Yd",
    )
    assert (buttons(state), cats(state)) == ("Y", ["Millie"])
    assert GAME.score(state, 0) == 3 + 3


def test_printed_hexes_count():
    """The flowers at the left make the line of three."""
    state = sew(
        """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  *1  Pw  ..  ..  ..  Dd
        Dq  ..  ..  ##  ..  ..  Pv
          Lf  ..  ..  ..  ##  ..  Yf
        Ps  ..  ##  ..  ..  ..  Gq
          Yd  ..  ..  ..  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
        """,
        "Kw",
        cats="Millie Rumi Coconut",
    )
    assert cats(state) == ["Rumi"]


def test_a_printed_hex_links_tiles_that_do_not_touch():
    """Two ferns touch those in the fourth row, and not each other."""
    state = sew(
        """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ..  ..  ..  Dd
        Dq  *1  ..  ##  ..  ..  Pv
          Lf  ..  ..  ..  ##  ..  Yf
        Ps  Gf  ##  ..  ..  ..  Gq
          Yd  ..  ..  ..  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
        """,
        "Pf",
    )
    assert cats(state) == ["Millie"]


def test_a_goal_tile_separates():
    state = sew(
        """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ..  ..  ..  Dd
        Dq  Yd  Gd  ##  *1  ..  Pv
          Lf  ..  ..  ..  ##  ..  Yf
        Ps  ..  ##  ..  ..  ..  Gq
          Yd  ..  ..  ..  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
        """,
        "Pd",
    )
    assert cats(state) == []


def test_two_and_one_and_two_are_one_cat():
    """For Coconut and for Millie alike: the tile joins pieces that had not scored."""
    board = """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ..  ..  ..  Dd
        Dq  ..  Ld  ##  Yd  Pd  Pv
          Lf  ..  Gd  *1  ##  ..  Yf
        Ps  ..  ##  ..  ..  ..  Gq
          Yd  ..  ..  ..  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
    """
    assert cats(sew(board, "Dd")) == ["Millie"]
    assert cats(sew(board, "Dd", patterns="sv wq df")) == ["Coconut"]


def test_an_area_that_holds_a_cat_is_closed():
    """A second line of three in the same area, apart from the first, brings no second Rumi."""
    board = """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ..  ..  ..  Dd
        Dq  ..  *1  ##  *5  ..  Pv
          Lf  ..  *2  *4  ##  ..  Yf
        Ps  ..  ##  *3  *6  *7  Gq
          Yd  ..  ..  ..  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
    """
    options = {"cats": "Millie Rumi Coconut", "patterns": "wq df sv"}
    assert cats(sew(board, "Yd Gd", **options)) == []
    assert cats(sew(board, "Yd Gd Ld", **options)) == ["Rumi"]
    state = sew(board, "Yd Gd Ld Pd Kd Dd Yd", **options)
    assert cats(state) == ["Rumi"]
    assert len(cells(state.visited[0])) == 7


def test_what_joins_a_closed_area_is_closed_too():
    """The single tile joins, and Millie does not come to what is placed beside it."""
    state = sew(
        """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ..  ..  ..  Dd
        Dq  Yd  Gd  ##  ..  ..  Pv
          Lf  Pd  *1  ..  ##  ..  Yf
        Ps  ..  ##  Kd  *3  ..  Gq
          Yd  ..  *2  ..  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
        """,
        "Dd Ld Kd",
    )
    assert cats(state) == ["Millie"]
    closed = {(2, 1), (2, 2), (3, 1), (3, 2), (4, 3), (4, 4), (5, 2)}
    assert cells(state.visited[0]) == closed


def test_two_areas_with_cats_that_grow_together_keep_both():
    state = sew(
        """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ..  ..  ..  Dd
        Dq  Yd  Gd  ##  ..  ..  Pv
          Lf  ..  Pd  *1  ##  ..  Yf
        Ps  ..  ##  ..  Kd  Yd  Gq
          Yd  ..  ..  *2  Dd  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
        """,
        "Ld Gd",
    )
    assert cats(state) == ["Millie", "Millie"]
    assert GAME.score(state, 0) == 6


def test_a_separate_area_of_the_same_pattern_brings_the_cat_again():
    state = sew(
        """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ..  ..  ..  Dd
        Dq  Yd  Gd  ##  ..  ..  Pv
          Lf  ..  Pd  ..  ##  ..  Yf
        Ps  ..  ##  ..  Kd  *1  Gq
          Yd  ..  ..  ..  Dd  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
        """,
        "Ld",
    )
    assert cats(state) == ["Millie", "Millie"]


def test_areas_of_both_patterns_of_a_cat_score_though_they_touch():
    state = sew(
        """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ..  ..  ..  Dd
        Dq  Yd  Gd  ##  ..  ..  Pv
          Lf  ..  Pd  *1  ##  ..  Yf
        Ps  ..  ##  Yf  Gf  ..  Gq
          Yd  ..  ..  ..  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
        """,
        "Kf",
    )
    assert cats(state) == ["Millie", "Millie"]


def test_a_shape_inside_a_larger_area_is_enough():
    """Five dots without a line of three; the sixth makes one, in the middle of the area."""
    board = """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  Kd  Yd  ..  ..  Dd
        Dq  ..  Ld  ##  Pd  ..  Pv
          Lf  ..  *1  Dd  ##  ..  Yf
        Ps  ..  ##  *2  ..  ..  Gq
          Yd  ..  ..  ..  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
    """
    options = {"cats": "Millie Rumi Coconut", "patterns": "wq df sv"}
    assert cats(sew(board, "Gd", **options)) == []
    assert cats(sew(board, "Gd Kd", **options)) == ["Rumi"]


def test_an_empty_quilt_has_no_cat():
    state = table(EMPTY)
    assert cats(state) == []
    assert not cells(state.visited[0])
    assert not cells(state.cat_tokens[0])
