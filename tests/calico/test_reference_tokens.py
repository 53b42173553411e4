"""The literal reference by example: buttons and cats on drawn boards.

The blue board, whose border counts along:

    Kv  Ys  Lv  Kf  Pq  Yw  Gs
      Gw  ..  ..  ..  ..  ..  Dd
    Dq  ..  ..  ()  ..  ..  Pv
      Lf  ..  ..  ..  ()  ..  Yf
    Ps  ..  ()  ..  ..  ..  Gq
      Yd  ..  ..  ..  ..  ..  Dw
    Pw  Lq  Kw  Df  Gv  Kd  Ls
"""

import pytest

from tests.calico.reference_positions import drawn, give, sew, table
from tests.reference.calico import attracts
from tests.reference.calico_tables import CATS, COLORS, areas, neighbours

# "Button Scoring Tile + Button Tokens".

TWO_PINK = """
      ..  ..  ..  ..  ..
    ..  ..  ()  ..  ..
      Kd  Kf  ..  ()  ..
    ..  ()  ..  ..  ..
      ..  ..  ..  ..  ..
"""
FOUR_PINK = """
      ..  ..  ..  ..  ..
    Ks  Ks  ()  ..  ..
      ..  ..  ..  ()  ..
    ..  ()  Ks  Ks  ..
      ..  ..  ..  ..  ..
"""
PINK_BETWEEN = """
      ..  ..  ..  ..  ..
    ..  ..  ()  ..  ..
      ..  Ks  ..  ()  ..
    ..  ()  ..  ..  ..
      ..  ..  ..  ..  ..
"""


def test_button_for_three_and_none_for_growing():
    game = sew(table(), TWO_PINK)
    assert sum(game.buttons(0).values()) == 0
    sew(
        game,
        """
          ..  ..  ..  ..  ..
        ..  Kv  ()  ..  ..
          ..  ..  ..  ()  ..
        ..  ()  ..  ..  ..
          ..  ..  ..  ..  ..
        """,
    )
    assert game.buttons(0) == {**dict.fromkeys(COLORS.values(), 0), "pink": 1}
    assert game.score(0) == 3
    sew(
        game,
        """
          ..  ..  ..  ..  ..
        ..  ..  ()  ..  ..
          ..  ..  Kw  ()  ..
        ..  ()  Kq  Ks  ..
          ..  ..  ..  ..  ..
        """,
    )
    assert game.buttons(0)["pink"] == 1


def test_two_and_one_and_two_is_one_button_and_one_cat():
    game = sew(table(), FOUR_PINK)
    assert (game.buttons(0)["pink"], game.cat_tokens(0)["Millie"]) == (0, 0)
    sew(game, PINK_BETWEEN)
    assert (game.buttons(0)["pink"], game.cat_tokens(0)["Millie"]) == (1, 1)
    assert game.score(0) == 6


TWO_GROUPS = """
      ..  ..  ..  ..  ..
    Ks  Ks  ()  ..  ..
      Ks  ..  ..  ()  ..
    ..  ()  Ks  Ks  ..
      ..  ..  Ks  ..  ..
"""


def test_groups_with_tokens_merge_and_keep_both():
    game = sew(table(), TWO_GROUPS)
    assert game.buttons(0)["pink"] == 2
    assert game.cat_tokens(0) == {"Millie": 2, "Tibbit": 0, "Coconut": 0}
    game._sew(0, (3, 2), ("pink", "stripes"))
    assert len(areas(game.board(0))) == 1
    assert game.buttons(0)["pink"] == 2
    assert game.cat_tokens(0) == {"Millie": 2, "Tibbit": 0, "Coconut": 0}
    assert game.score(0) == 2 * 3 + 2 * 3


def test_group_with_a_token_takes_in_a_pair_and_stays_closed():
    game = sew(table(), TWO_GROUPS.replace("Ks  Ks  ..", "..  Ks  .."))
    assert game.buttons(0)["pink"] == 1
    game._sew(0, (3, 2), ("pink", "stripes"))
    game._sew(0, (4, 3), ("pink", "stripes"))
    assert len(areas(game.board(0))) == 1
    assert game.buttons(0)["pink"] == 1
    assert game.cat_tokens(0)["Millie"] == 1


def test_border_hexes_count():
    game = sew(
        table(),
        """
          ..  ..  Pd  Pf  ..
        ..  ..  ()  ..  ..
          ..  ..  ..  ()  ..
        ..  ()  ..  ..  ..
          ..  ..  ..  ..  ..
        """,
    )
    assert game.buttons(0)["purple"] == 1
    # On the green board the same hex is purple as well, on the purple one it is light blue.
    for board, count in [("green", 1), ("purple", 0)]:
        other = table(boards=[board])
        other._sew(0, (1, 3), ("purple", "dots"))
        other._sew(0, (1, 4), ("purple", "ferns"))
        assert other.buttons(0)["purple"] == count


def test_border_hex_links_tiles_that_do_not_touch():
    game = table()
    game._sew(0, (1, 5), ("purple", "vines"))
    game._sew(0, (3, 5), ("purple", "vines"))
    assert (3, 5) not in neighbours((1, 5))
    assert game.buttons(0)["purple"] == 1
    assert attracts("Millie", {(1, 5), (2, 6), (3, 5)})


def test_goal_separates_groups():
    game = sew(
        table(cats="Rumi Coconut Cira"),
        """
          ..  ..  ..  ..  ..
        ..  Ks  ()  Ks  Ks
          ..  ..  ..  ()  ..
        ..  ()  ..  ..  ..
          ..  ..  ..  ..  ..
        """,
    )
    assert sum(game.buttons(0).values()) == 0
    assert sum(game.cat_tokens(0).values()) == 0


ALL_COLORS = """
      Yd  Yf  Gd  Gf  Pd
    Yw  Ld  ()  Gw  Pf
      Lf  Lw  Dd  ()  Pw
    ..  ()  Df  Dw  ..
      Kd  Kf  ..  ..  ..
"""


def test_rainbow_comes_with_the_sixth_color_and_once():
    game = sew(table(), ALL_COLORS)
    # The printed pink hex below the two makes it three, so it is here already.
    assert game.buttons(0) == dict.fromkeys(COLORS.values(), 1)
    assert game.has_rainbow(0)
    one_less = sew(table(), ALL_COLORS.replace("Kd  Kf", "Kd  .."))
    assert one_less.buttons(0) == {**dict.fromkeys(COLORS.values(), 1), "pink": 0}
    assert not one_less.has_rainbow(0)
    points = one_less.score(0)
    one_less._sew(0, (5, 2), ("pink", "quatrefoil"))
    assert one_less.has_rainbow(0)
    assert one_less.score(0) == points + 3 + 3
    give(one_less, buttons="YGLDPK" * 2, rainbow=True)
    assert one_less.score(0) == 12 * 3 + 3


# "Cat Scoring Tiles + Cat Tokens".

LINE = """
      ..  ..  ..  Ys  ..
    ..  ..  ()  Gs  ..
      ..  ..  Ls  ()  ..
    ..  ()  Ds  ..  ..
      ..  Ps  ..  ..  ..
"""
BENT = """
      ..  ..  ..  ..  ..
    ..  ..  ()  Ys  ..
      ..  Gs  Ls  ()  ..
    ..  ()  Ds  ..  ..
      ..  ..  Ps  ..  ..
"""
TRAPEZOID = """
      ..  ..  ..  ..  ..
    ..  ..  ()  ..  ..
      ..  ..  ..  ()  ..
    ..  ()  Ys  Gs  Ls
      ..  ..  Ds  Ps  ..
"""
TURNED = """
      ..  ..  ..  ..  ..
    ..  ..  ()  ..  ..
      ..  ..  Ys  ()  ..
    ..  ()  Gs  Ls  ..
      ..  ..  Ds  Ps  ..
"""
SEVEN = """
      ..  ..  ..  ..  ..
    ..  ..  ()  Ys  ..
      ..  Gs  Ls  ()  ..
    ..  ()  Ds  Ps  Ks
      ..  ..  Ys  ..  ..
"""
FLOWER = """
      ..  ..  ..  ..  ..
    ..  ..  ()  ..  ..
      Ys  Gs  ..  ()  ..
    ..  ()  Ls  Ds  ..
      ..  ..  ..  Ps  ..
"""
ZIGZAG = """
      ..  ..  ..  ..  ..
    Ys  ..  ()  ..  ..
      Gs  Ls  ..  ()  ..
    ..  ()  Ds  Ps  ..
      ..  ..  ..  Ks  ..
"""


@pytest.mark.parametrize(
    ("cat", "drawing", "is_attracted"),
    [
        ("Millie", LINE, True),
        ("Tibbit", LINE, True),
        ("Coconut", LINE, True),
        ("Cira", LINE, False),
        ("Cira", SEVEN, True),
        ("Gwenivere", SEVEN, True),
        ("Gwenivere", SEVEN.replace("Ks", ".."), False),
        ("Coconut", LINE.replace("Ps", ".."), False),
        ("Tibbit", LINE.replace("Ds", ".."), False),
        ("Millie", LINE.replace("Ds", "..").replace("Ls", ".."), False),
        ("Callie", LINE, False),
        ("Callie", BENT, True),
        ("Callie", TRAPEZOID, True),
        ("Callie", ZIGZAG, False),
        ("Rumi", LINE, True),
        ("Rumi", TRAPEZOID, True),
        ("Rumi", LINE.replace("Ls", ".."), False),
        ("Rumi", ZIGZAG, False),
        ("Tecolote", LINE, True),
        ("Tecolote", LINE.replace("Ys", ".."), True),
        ("Tecolote", LINE.replace("Gs", ".."), False),
        ("Tecolote", TRAPEZOID, False),
        ("Leo", LINE, True),
        ("Leo", LINE.replace("Ys", ".."), False),
        ("Leo", SEVEN, False),
        ("Almond", TRAPEZOID, True),
        ("Almond", TURNED, True),
        ("Almond", TURNED.replace("Ls", ".."), False),
        ("Almond", BENT, False),
        ("Almond", LINE, False),
        ("Almond", FLOWER, False),
    ],
)
def test_cats_by_size_and_shape(cat, drawing, is_attracted):
    others = [name for name in ("Millie", "Cira", "Leo") if cat not in (name, CATS[name].back)]
    game = sew(table(cats=" ".join([cat, *others[:2]])), drawing)
    assert game.cat_tokens(0)[cat] == is_attracted
    tokens = game.cat_tokens(0)
    assert sum(tokens.values()) == tokens[cat]  # stripes please only the first


def test_drawings_of_shapes_are_what_they_seem():
    assert [len(areas(drawn(d))) for d in (LINE, BENT, TRAPEZOID, TURNED, SEVEN, ZIGZAG)] == [1] * 6
    assert [len(drawn(d)) for d in (LINE, BENT, TRAPEZOID, TURNED, SEVEN, ZIGZAG)] == [
        5,
        5,
        5,
        5,
        7,
        6,
    ]


def test_shape_inside_a_larger_area():
    game = sew(table(cats="Rumi Coconut Cira"), SEVEN)
    assert game.cat_tokens(0) == {"Rumi": 1, "Coconut": 0, "Cira": 0}
    assert game.score(0) == 5


def test_area_with_a_cat_is_closed_for_another_copy_of_the_shape():
    game = sew(
        table(cats="Callie Coconut Cira"),
        """
          ..  ..  ..  ..  ..
        Ys  Ys  ()  ..  ..
          Ys  Ys  ..  ()  ..
        ..  ()  Ys  Ys  ..
          ..  ..  Ys  ..  ..
        """,
    )
    assert game.cat_tokens(0)["Callie"] == 1


def test_separate_areas_attract_twice():
    game = sew(table(), TWO_GROUPS.replace("Ks  Ks  ..", "Gs  Ys  .."))
    assert game.cat_tokens(0)["Millie"] == 2
    assert game.buttons(0)["pink"] == 1


def test_both_patterns_of_a_cat_touching():
    game = sew(
        table(),
        """
          ..  ..  ..  ..  ..
        ..  Ys  ()  ..  ..
          Gs  Ls  Dq  ()  ..
        ..  ()  Pq  Kq  ..
          ..  ..  ..  ..  ..
        """,
    )
    assert game.cat_tokens(0) == {"Millie": 2, "Tibbit": 0, "Coconut": 0}


def test_area_of_both_patterns_is_none():
    game = sew(table(), LINE.replace("Gs", "Gq").replace("Ds", "Dq"))
    assert sum(game.cat_tokens(0).values()) == 0


def test_cats_want_their_own_patterns():
    game = sew(table(patterns="fv sq dw"), LINE)  # stripes for Tibbit
    assert game.cat_tokens(0) == {"Millie": 0, "Tibbit": 1, "Coconut": 0}


def test_one_tile_scores_color_and_pattern_at_once():
    game = sew(
        table(),
        """
          ..  ..  ..  ..  ..
        Kd  Kf  ()  ..  ..
          ..  ..  Ys  ()  ..
        ..  ()  ..  Gs  ..
          ..  ..  ..  ..  ..
        """,
    )
    assert game.score(0) == 0
    game._sew(0, (3, 2), ("pink", "stripes"))
    assert (game.buttons(0)["pink"], game.cat_tokens(0)["Millie"]) == (1, 1)
    assert game.score(0) == 6
