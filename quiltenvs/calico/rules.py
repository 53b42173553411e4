"""Calico: everything the rules *list*, as tables. No logic.

Sources: the rulebook; the boards were read from the art of the components, the cats and goals from
their tiles. Rulings where the rules are silent: README.md beside this file.
"""

from itertools import permutations
from typing import NamedTuple

MAX_PLAYERS = 4
SIDE = 7  # a quilt board is SIDE x SIDE hexes; odd rows lie half a hex to the right
NUM_CELLS = SIDE * SIDE
NUM_SPACES = 22  # cells that take a patch tile

COLORS = ("yellow", "green", "light_blue", "dark_blue", "purple", "pink")
PATTERNS = ("dots", "ferns", "flowers", "quatrefoil", "stripes", "vines")
COLOR_LETTERS, PATTERN_LETTERS = "YGLDPK", "dfwqsv"
NUM_COLORS, NUM_PATTERNS = len(COLORS), len(PATTERNS)
NUM_KINDS = NUM_COLORS * NUM_PATTERNS  # a patch tile is of kind color * 6 + pattern
COPIES, FEWER_COPIES = 3, 2  # of each kind; fewer in the lower variance variant
NUM_TILES, FEWER_TILES = COPIES * NUM_KINDS, FEWER_COPIES * NUM_KINDS
HAND_SIZE, MARKET_SIZE = 2, 3

# One cell a word: color and pattern of what is printed, ".." a space, "##" a goal tile.
BOARDS = {
    "blue": """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ..  ..  ..  Dd
        Dq  ..  ..  ##  ..  ..  Pv
          Lf  ..  ..  ..  ##  ..  Yf
        Ps  ..  ##  ..  ..  ..  Gq
          Yd  ..  ..  ..  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
    """,
    "green": """
        Df  Yv  Gf  Ds  Pq  Yd  Lv
          Pd  ..  ..  ..  ..  ..  Kw
        Kq  ..  ..  ##  ..  ..  Pf
          Ls  ..  ..  ..  ##  ..  Ys
        Yw  ..  ##  ..  ..  ..  Lq
          Pv  ..  ..  ..  ..  ..  Kd
        Gs  Dd  Gq  Ks  Lf  Dw  Gv
    """,
    "purple": """
        Yw  Kd  Pw  Yf  Ls  Kq  Gd
          Lq  ..  ..  ..  ..  ..  Dv
        Ds  ..  ..  ##  ..  ..  Lw
          Gf  ..  ..  ..  ##  ..  Kf
        Kv  ..  ##  ..  ..  ..  Gs
          Ld  ..  ..  ..  ..  ..  Dq
        Pf  Yq  Ps  Df  Gw  Yv  Pd
    """,
    "yellow": """
        Gq  Dw  Ys  Pd  Dv  Gf  Kq
          Kf  ..  ..  ..  ..  ..  Lw
        Pv  ..  ..  ##  ..  ..  Ds
          Yd  ..  ..  ..  ##  ..  Gd
        Gw  ..  ##  ..  ..  ..  Kv
          Dq  ..  ..  ..  ..  ..  Lf
        Lv  Pf  Yv  Ld  Ks  Pw  Yq
    """,
}
BOARD_NAMES = tuple(BOARDS)
SPOTS = ("top", "right", "bottom left")
"""The places of the goal tiles, in the order in which they appear on the board."""

BUTTON_SIZE, BUTTON_POINTS, RAINBOW_POINTS = 3, 3, 3


class Cat(NamedTuple):
    """One side of a cat scoring tile."""

    name: str
    points: int
    dots: int
    """In the corner of the tile: the standard setup takes a tile of each number."""
    size: int
    """Patch tiles that it takes; more are welcome."""
    shape: tuple[tuple[int, int], ...]
    """Cells they have to contain, in any rotation, as steps (to the right, down to the right);
    empty if any arrangement will do."""


_TRIANGLE = ((0, 0), (1, 0), (0, 1))
_TRAPEZOID = ((0, 0), (1, 0), (2, 0), (1, -1), (2, -1))  # two above three


def _line(length: int) -> tuple[tuple[int, int], ...]:
    return tuple((step, 0) for step in range(length))


CATS = (
    Cat("Millie", 3, 1, 3, ()),
    Cat("Callie", 3, 1, 3, _TRIANGLE),
    Cat("Tibbit", 5, 1, 4, ()),
    Cat("Rumi", 5, 1, 3, _line(3)),
    Cat("Coconut", 7, 2, 5, ()),
    Cat("Tecolote", 7, 2, 4, _line(4)),
    Cat("Cira", 9, 2, 6, ()),
    Cat("Almond", 9, 2, 5, _TRAPEZOID),
    Cat("Gwenivere", 11, 3, 7, ()),
    Cat("Leo", 11, 3, 5, _line(5)),
)
"""Front and back of the five tiles: cats 2k and 2k + 1 are on one."""
CAT_NAMES = tuple(cat.name for cat in CATS)
NUM_CATS, LINEUP_SIZE = len(CATS), 3
BEGINNER_CATS = ("Millie", "Tibbit", "Coconut")


class Goal(NamedTuple):
    """A design goal tile."""

    name: str
    counts: tuple[int, ...]
    """How many of the six neighbours share a color (or pattern), most first."""
    points: int
    """For color or pattern."""
    points_both: int
    """For color and pattern."""


GOALS = (
    Goal("!=", (1, 1, 1, 1, 1, 1), 10, 15),
    Goal("AAAA-BB", (4, 2), 8, 14),
    Goal("AAA-BBB", (3, 3), 8, 13),
    Goal("AAA-BB-C", (3, 2, 1), 7, 11),
    Goal("AA-BB-CC", (2, 2, 2), 7, 11),
    Goal("AA-BB-C-D", (2, 2, 1, 1), 5, 8),
)
GOAL_NAMES = tuple(goal.name for goal in GOALS)
NUM_GOALS, NUM_SPOTS, OFFER_SIZE = len(GOALS), len(SPOTS), 4
BEGINNER_GOALS = ("!=", "AA-BB-CC", "AAA-BBB")  # in the order of SPOTS
GOAL_CHOICES = tuple(permutations(range(OFFER_SIZE), NUM_SPOTS))
"""Which goals of an offer lie top, right and bottom left; the number of a choice is its row."""

# What a scenario can ask for: each a figure of a player's quilt that must not be lower.
OBJECTIVES = (
    "score",
    "goals",  # completed, by color or pattern or both
    "goals by color and pattern",
    "rainbow",
    "tokens of the rarest cat",
    "cats",
    "tokens of one cat",
    "buttons of one color",
)


class Scenario(NamedTuple):
    """A scenario: what to play with and what to reach, 0 where an objective is not set."""

    goals: tuple[str, ...]
    cats: tuple[str, ...]
    needed: tuple[int, ...]
    """In the order of OBJECTIVES."""


# One line a scenario, the needed figures in the order of OBJECTIVES.
_SCENARIOS = """
!=      AA-BB-CC AAA-BBB   Millie Tibbit   Coconut    58 0 0 1 0 0 0 0
!=      AAA-BBB  AAA-BB-C  Callie Tibbit   Coconut    59 0 0 0 0 5 0 0
!=      AA-BB-CC AA-BB-C-D Millie Rumi     Coconut    60 2 0 1 1 0 0 0
!=      AAA-BB-C AA-BB-C-D Millie Tibbit   Tecolote   61 3 0 0 0 0 0 3
!=      AAAA-BB  AA-BB-C-D Callie Coconut  Cira       62 3 0 0 0 0 3 0
AAAA-BB AAA-BBB  AA-BB-CC  Tibbit Tecolote Almond     63 3 1 1 0 0 0 0
AAAA-BB AAA-BBB  AAA-BB-C  Rumi   Coconut  Gwenivere  64 3 1 0 0 5 0 0
AAAA-BB AAA-BB-C AA-BB-CC  Millie Almond   Leo        66 2 1 1 1 0 0 0
AAAA-BB AA-BB-CC AA-BB-C-D Callie Cira     Leo        68 3 2 0 1 0 0 0
AAA-BBB AAA-BB-C AA-BB-C-D Tibbit Tecolote Gwenivere  72 2 2 1 1 0 0 0
"""


def _parse(line: str) -> Scenario:
    words = line.split()
    return Scenario(tuple(words[:3]), tuple(words[3:6]), tuple(map(int, words[6:])))


SCENARIOS = tuple(_parse(line) for line in _SCENARIOS.strip().splitlines())
"""The ten scenarios; number k is row k - 1."""
NO_SCENARIO = 0
