"""Design goals: the six tiles around each, by color, by pattern, or by both."""

from collections import Counter
from itertools import product

import pytest

from quiltenvs.calico import scoring
from tests.calico.positions import EMPTY, GAME, GOALS, RINGS, index, kind, read, sew, table

BY_COLOR, BY_PATTERN = 1, 2
COUNTS = {
    "!=": (1, 1, 1, 1, 1, 1),
    "AAAA-BB": (4, 2),
    "AAA-BBB": (3, 3),
    "AAA-BB-C": (3, 2, 1),
    "AA-BB-CC": (2, 2, 2),
    "AA-BB-C-D": (2, 2, 1, 1),
}
POINTS = {
    "!=": (10, 15),
    "AAAA-BB": (8, 14),
    "AAA-BBB": (8, 13),
    "AAA-BB-C": (7, 11),
    "AA-BB-CC": (7, 11),
    "AA-BB-C-D": (5, 8),
}
PARTITIONS = [
    (6,), (5, 1), (4, 2), (4, 1, 1), (3, 3), (3, 2, 1), (3, 1, 1, 1), (2, 2, 2), (2, 2, 1, 1),
    (2, 1, 1, 1, 1), (1, 1, 1, 1, 1, 1),
]  # fmt: skip
NO_CATS = "Gwenivere Cira Coconut"


def with_goal(goal, spot=0, **options):
    """Return an empty solo quilt on which ``goal`` lies at ``spot``."""
    others = [name for name in GOALS if name != goal]
    names = [*others[:spot], goal, *others[spot:2]]
    return table(EMPTY, goals=" ".join(names), cats=NO_CATS, **options)


def surround(state, codes, spot=0):
    """Place six tiles around a goal, in reading order; return how it is met after each."""
    met = []
    for cell, code in zip(RINGS[spot], codes.split(), strict=True):
        scoring.put(state, 0, kind(code), index(cell))
        met.append(int(state.goals_met[0, spot]))
    return met


def goal_points(state, spot=0):
    return scoring.goal_points(state, 0, spot)


RING = """
    Kv  Ys  Lv  Kf  Pq  Yw  Gs
      Gw  ..  Yd  Gf  ..  ..  Dd
    Dq  ..  Gw  ##  Yq  ..  Pv
      Lf  ..  Lv  *1  ##  ..  Yf
    Ps  ..  ##  ..  ..  ..  Gq
      Yd  ..  ..  ..  ..  ..  Dw
    Pw  Lq  Kw  Df  Gv  Kd  Ls
"""


@pytest.mark.parametrize(
    ("tile", "met", "points"),
    [
        ("Lq", BY_COLOR, 7),  # yellow, green and light blue twice each; quatrefoils twice
        ("Dd", 0, 0),
        ("Lf", BY_COLOR, 7),
    ],
)
def test_pairs_need_not_touch(tile, met, points):
    state = sew(RING, tile, goals="AA-BB-CC != AAA-BBB", cats=NO_CATS)
    assert state.goals_met[0].tolist() == [met, 0, 0]
    assert GAME.score(state, 0) == points


def test_a_goal_is_completed_only_when_all_six_tiles_lie():
    """Also one that is out of reach, or sure to be completed, before."""
    state = with_goal("AAAA-BB")
    assert surround(state, "Yd Yf Yw Yq Gs Gv") == [0, 0, 0, 0, 0, BY_COLOR]


def test_the_same_tiles_by_color_by_pattern_and_by_both():
    """Each must meet the goal by itself; both count once, with the higher value."""
    for codes, met in {
        "Yd Yf Gd Gf Ld Lf": BY_COLOR,  # the patterns are three and three
        "Yd Gd Yf Gf Yw Gw": BY_PATTERN,
        "Yd Yf Gd Gf Lw Lw": BY_COLOR | BY_PATTERN,
        "Yd Gd Ld Yf Gf Kv": 0,
    }.items():
        state = with_goal("AA-BB-CC")
        assert surround(state, codes)[-1] == met, codes
        assert goal_points(state) == (0, 7, 7, 11)[met]


NONE_OF_THESE = (2, 1, 1, 1, 1)


def ring_of(colors, patterns):
    """Return six tiles whose colors and patterns occur as often as these partitions say."""
    color_letters = "".join(letter * n for letter, n in zip("YGLDPK", colors, strict=False))
    pattern_letters = "".join(letter * n for letter, n in zip("dfwqsv", patterns, strict=False))
    return [c + p for c, p in zip(color_letters, reversed(pattern_letters), strict=True)]


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("spot", [0, 1, 2], ids=["top", "right", "bottom left"])
def test_only_the_exact_partition_completes_a_goal(goal, spot):
    """Every partition of six by color and by pattern, as far as there are the tiles."""
    for colors, patterns in product(PARTITIONS, (COUNTS[goal], NONE_OF_THESE)):
        for is_swapped in (False, True):
            pair = (patterns, colors) if is_swapped else (colors, patterns)
            tiles = ring_of(*pair)
            if max(Counter(tiles).values()) <= 3:
                first, second = (counts == COUNTS[goal] for counts in pair)
                state = with_goal(goal, spot)
                met = BY_COLOR * first + BY_PATTERN * second
                assert surround(state, " ".join(tiles), spot) == [0, 0, 0, 0, 0, met], tiles
                assert goal_points(state, spot) == (0, *POINTS[goal])[first + second]


@pytest.mark.parametrize("goal", GOALS)
def test_restriction_2_a_goal_by_color_or_pattern_alone_is_worth_nothing(goal):
    counts = COUNTS[goal]
    for colors, patterns, points in (
        (counts, counts, POINTS[goal][1]),
        (counts, NONE_OF_THESE, 0),
        (NONE_OF_THESE, counts, 0),
        (NONE_OF_THESE, NONE_OF_THESE, 0),
    ):
        state = with_goal(goal, goals_need_both=True)
        surround(state, " ".join(ring_of(colors, patterns)))
        assert goal_points(state) == points
        assert (state.goals_met[0, 0] == BY_COLOR | BY_PATTERN) == (points > 0)


FULL = """
    Kv  Ys  Lv  Kf  Pq  Yw  Gs
      Gw  Dd  Yd  Gf  Kd  Lq  Dd
    Dq  Dv  Gw  ##  Yq  Ys  Pv
      Lf  Yv  Lv  Lq  ##  Gs  Yf
    Ps  Kd  ##  Df  Ls  Gd  Gq
      Yd  Pf  Pw  Kq  Df  Pv  Dw
    Pw  Lq  Kw  Df  Gv  Kd  Ls
"""


def test_a_tile_between_two_goals_counts_for_both():
    """Yq, Lq and Lv do."""
    state = table(FULL, goals="AA-BB-CC AAA-BB-C AA-BB-C-D", cats=NO_CATS)
    # Around the top YGGYLL and dfwqvq, the right YYLGLG and qsqssd, the bottom left YLKDPP and
    # vvdffw.
    assert state.goals_met[0].tolist() == [BY_COLOR, BY_PATTERN, BY_PATTERN]
    assert [goal_points(state, spot) for spot in range(3)] == [7, 7, 5]


def test_tiles_beyond_the_six_and_printed_hexes_do_not_count():
    """The six around each goal are all spaces."""
    board = read(EMPTY)
    assert all(board[cell] == ".." for ring in RINGS for cell in ring)
    assert [len(ring) for ring in RINGS] == [6, 6, 6]


def test_family_goals_lie_face_down_and_are_worth_nothing():
    """The same quilt scores its goals in the standard setup, and as obstacles none."""
    family = table(FULL, cats=NO_CATS)
    assert family.goals[0].tolist() == [-1, -1, -1]
    assert family.goals_met[0].tolist() == [0, 0, 0]
    named = table(FULL, goals="AA-BB-CC AAA-BB-C AA-BB-C-D", cats=NO_CATS)
    assert GAME.score(named, 0) - GAME.score(family, 0) == 7 + 7 + 5


PARTIAL = sorted(
    {
        tuple(sorted(taken, reverse=True))
        for counts in PARTITIONS
        for taken in product(*(range(count + 1) for count in counts))
    }
)


def can_become(taken, wanted):
    """Whether tiles can be added until the counts are those wanted."""
    counts = [count for count in taken if count]
    return len(counts) <= len(wanted) and all(
        have <= want for have, want in zip(counts, wanted, strict=False)
    )


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("part", [0, 1], ids=["color", "pattern"])
def test_what_can_still_be_met(goal, part):
    """Of tiles around a goal, by color and by pattern; the other of the two is all different."""
    for taken in PARTIAL:
        letters = "".join("YGLDPK"[i] * count for i, count in enumerate(taken))
        codes = [a + b for a, b in zip(letters, "dfwqsv", strict=False)]
        if part == 1:
            codes = ["YGLDPK"["dfwqsv".index(b)] + "dfwqsv"["YGLDPK".index(a)] for a, b in codes]
        state = with_goal(goal)
        for cell, code in zip(RINGS[0], codes, strict=False):
            scoring.put(state, 0, kind(code), index(cell))
        found = [can_become(taken, COUNTS[goal]), can_become([1] * len(codes), COUNTS[goal])]
        met = BY_COLOR * found[part] + BY_PATTERN * found[1 - part]
        assert scoring.find_possible(state, 0, 0) == met, codes


def test_nothing_can_be_met_without_a_goal():
    assert scoring.find_possible(table(EMPTY), 0, 0) == 0
