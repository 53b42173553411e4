"""Calico's hexes, and what is printed on its boards, cats, goals and scenario cards.

Typed in a second time for the literal reference, importing nothing from ``quiltenvs``;
``calico`` beside it plays.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple, TypeAlias

Tile: TypeAlias = tuple[str, str]  # (color, pattern)
Cell: TypeAlias = tuple[int, int]  # (row, column) from the top left, both 0 .. 6

COLORS = {
    "Y": "yellow",
    "G": "green",
    "L": "light_blue",
    "D": "dark_blue",
    "P": "purple",
    "K": "pink",
}
PATTERNS = {
    "d": "dots",
    "f": "ferns",
    "w": "flowers",
    "q": "quatrefoil",
    "s": "stripes",
    "v": "vines",
}
COPIES = 3  # of each of the 36 kinds of tile

# A drawn hex is its color and its pattern; ".." is an open space and "()" a design goal.
# Every second row is shifted to the right by half a hex.
_BOARDS = {
    "blue": """
        Kv  Ys  Lv  Kf  Pq  Yw  Gs
          Gw  ..  ..  ..  ..  ..  Dd
        Dq  ..  ..  ()  ..  ..  Pv
          Lf  ..  ..  ..  ()  ..  Yf
        Ps  ..  ()  ..  ..  ..  Gq
          Yd  ..  ..  ..  ..  ..  Dw
        Pw  Lq  Kw  Df  Gv  Kd  Ls
    """,
    "green": """
        Df  Yv  Gf  Ds  Pq  Yd  Lv
          Pd  ..  ..  ..  ..  ..  Kw
        Kq  ..  ..  ()  ..  ..  Pf
          Ls  ..  ..  ..  ()  ..  Ys
        Yw  ..  ()  ..  ..  ..  Lq
          Pv  ..  ..  ..  ..  ..  Kd
        Gs  Dd  Gq  Ks  Lf  Dw  Gv
    """,
    "purple": """
        Yw  Kd  Pw  Yf  Ls  Kq  Gd
          Lq  ..  ..  ..  ..  ..  Dv
        Ds  ..  ..  ()  ..  ..  Lw
          Gf  ..  ..  ..  ()  ..  Kf
        Kv  ..  ()  ..  ..  ..  Gs
          Ld  ..  ..  ..  ..  ..  Dq
        Pf  Yq  Ps  Df  Gw  Yv  Pd
    """,
    "yellow": """
        Gq  Dw  Ys  Pd  Dv  Gf  Kq
          Kf  ..  ..  ..  ..  ..  Lw
        Pv  ..  ..  ()  ..  ..  Ds
          Yd  ..  ..  ..  ()  ..  Gd
        Gw  ..  ()  ..  ..  ..  Kv
          Dq  ..  ..  ..  ..  ..  Lf
        Lv  Pf  Yv  Ld  Ks  Pw  Yq
    """,
}


def read_drawing(drawing: str) -> dict[Cell, str]:
    """The code of every hex of a drawing with 7 rows of 7."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    if [len(row) for row in rows] != [7] * 7:
        raise ValueError(f"a drawing has 7 rows of 7 hexes, not {[len(row) for row in rows]}")
    return {(r, c): code for r, row in enumerate(rows) for c, code in enumerate(row)}


def read_tile(code: str) -> Tile:
    """The color and pattern of a two-letter code."""
    return COLORS[code[0]], PATTERNS[code[1]]


BORDERS: dict[str, dict[Cell, Tile]] = {
    name: {
        cell: read_tile(code)
        for cell, code in read_drawing(drawing).items()
        if code not in ("..", "()")
    }
    for name, drawing in _BOARDS.items()
}
BOARD = {(row, column) for row in range(7) for column in range(7)}
SPOTS: dict[str, Cell] = {"top": (2, 3), "right": (3, 4), "bottom left": (4, 2)}
PLAY = BOARD - BORDERS["blue"].keys() - set(SPOTS.values())


# Down and to the right, this in half hexes, clockwise from the right neighbour.
DIRECTIONS = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)]


def step(cell: Cell, direction: int) -> Cell:
    """The hex next to a hex, maybe off the board; odd rows lie half a hex to the right."""
    row, column = cell
    down, right = DIRECTIONS[direction % 6]
    halves = 2 * column + row % 2 + right
    row += down
    return row, (halves - row % 2) // 2


def neighbours(cell: Cell) -> set[Cell]:
    """The hexes of the board next to a hex."""
    return {step(cell, direction) for direction in range(6)} & BOARD


def walked(start: Cell, direction: int, walk: Iterable[int]) -> set[Cell]:
    """The hexes of a walk (see ``calico_tables.Cat``) with its first step in a direction."""
    cells = [start]
    for turn in walk:
        cells.append(step(cells[-1], direction + turn))
    return set(cells)


def areas(cells: Collection[Cell]) -> list[set[Cell]]:
    """The connected areas of a set of hexes."""
    left = set(cells)
    found = []
    while left:
        area: set[Cell] = set()
        reached = {min(left)}
        while reached:
            area |= reached
            reached = {near for cell in reached for near in neighbours(cell)} & left - area
        left -= area
        found.append(area)
    return found


class Cat(NamedTuple):
    """A cat wants ``min_size`` hexes in any form, or those of a walk that starts anywhere.

    A walk is the direction of each step, from hex to neighbour, against the first: 0 goes on
    in the first direction, 1 is turned by 60 degrees clockwise from it, and so on to 5.
    """

    points: int
    dots: int
    back: str
    min_size: int | None
    walk: tuple[int, ...] | None


CATS = {
    "Millie": Cat(3, 1, "Callie", 3, None),
    "Callie": Cat(3, 1, "Millie", None, (0, 2)),  # a triangle of 3
    "Tibbit": Cat(5, 1, "Rumi", 4, None),
    "Rumi": Cat(5, 1, "Tibbit", None, (0, 0)),  # a line of 3
    "Coconut": Cat(7, 2, "Tecolote", 5, None),
    "Tecolote": Cat(7, 2, "Coconut", None, (0, 0, 0)),  # a line of 4
    "Cira": Cat(9, 2, "Almond", 6, None),
    "Almond": Cat(9, 2, "Cira", None, (0, 0, 2, 3)),  # 3 in a row, then 2 centered along them
    "Gwenivere": Cat(11, 3, "Leo", 7, None),
    "Leo": Cat(11, 3, "Gwenivere", None, (0, 0, 0, 0)),  # a line of 5
}


class Goal(NamedTuple):
    """How often the letters occur, and the points in the blue and in the yellow circle."""

    counts: tuple[int, ...]
    once: int  # by color or by pattern
    twice: int  # by color and by pattern


GOALS = {
    "!=": Goal((1, 1, 1, 1, 1, 1), 10, 15),
    "AAAA-BB": Goal((4, 2), 8, 14),
    "AAA-BBB": Goal((3, 3), 8, 13),
    "AAA-BB-C": Goal((3, 2, 1), 7, 11),
    "AA-BB-CC": Goal((2, 2, 2), 7, 11),
    "AA-BB-C-D": Goal((2, 2, 1, 1), 5, 8),
}


class Scenario(NamedTuple):
    """A scenario card: what is played with, and all that must be reached to pass."""

    min_score: int
    blue: int  # goals to complete ...
    yellow: int  # ... and goals to complete with color and pattern
    others: tuple[str, ...]
    goals: tuple[str, ...]
    cats: tuple[str, ...]


# b and y are ``blue`` and ``yellow``.
_SCENARIOS = """
id score b y | others                   | goals                      | cats
 1    58 0 0 | rainbow                  | !=      AA-BB-CC AAA-BBB   | Millie Tibbit Coconut
 2    59 0 0 | 5 cats                   | !=      AAA-BBB  AAA-BB-C  | Callie Tibbit Coconut
 3    60 2 0 | one of each cat, rainbow | !=      AA-BB-CC AA-BB-C-D | Millie Rumi Coconut
 4    61 3 0 | 3 of one button          | !=      AAA-BB-C AA-BB-C-D | Millie Tibbit Tecolote
 5    62 3 0 | 3 of one cat             | !=      AAAA-BB  AA-BB-C-D | Callie Coconut Cira
 6    63 2 1 | rainbow                  | AAAA-BB AAA-BBB  AA-BB-CC  | Tibbit Tecolote Almond
 7    64 2 1 | 5 cats                   | AAAA-BB AAA-BBB  AAA-BB-C  | Rumi Coconut Gwenivere
 8    66 1 1 | one of each cat, rainbow | AAAA-BB AAA-BB-C AA-BB-CC  | Millie Almond Leo
 9    68 1 2 | one of each cat          | AAAA-BB AA-BB-CC AA-BB-C-D | Callie Cira Leo
10    72 0 2 | one of each cat, rainbow | AAA-BBB AAA-BB-C AA-BB-C-D | Tibbit Tecolote Gwenivere
"""


def _read_scenario(line: str) -> tuple[int, Scenario]:
    numbers, others, goals, cats = line.split("|")
    number, score, blue, yellow = (int(word) for word in numbers.split())
    named = tuple(other.strip() for other in others.split(","))
    return number, Scenario(score, blue, yellow, named, tuple(goals.split()), tuple(cats.split()))


SCENARIOS = dict(_read_scenario(line) for line in _SCENARIOS.strip().splitlines()[1:])
