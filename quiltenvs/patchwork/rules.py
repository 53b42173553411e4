"""Patchwork: everything the rules *list*, as tables. No logic.

Sources: the rules of the 2025 Revised Edition for two players; the patches were checked over
photographs of the tiles. Rulings where the rules are silent: README.md beside this file.
"""

from typing import NamedTuple

NUM_PLAYERS = 2
SIDE = 9  # a quilt board is SIDE x SIDE squares
NUM_CELLS = SIDE * SIDE
STARTING_BUTTONS = 5
NUM_OFFERS = 3  # patches clockwise of the neutral token that may be bought

WINDOW = 7  # the special tile asks for a covered square of WINDOW x WINDOW
WINDOW_POINTS = 7

START, FINISH = 0, 53  # the first and the last of the 54 spaces of the time track
INCOME_MARKS = (5, 11, 17, 23, 29, 35, 41, 47, 53)
# A mark at space k sits on the seam before it: a move from s to t passes it iff s < k <= t.
SPECIAL_PATCHES = {
    "revised": (26, 32, 38, 44, 50),
    "original": (20, 26, 32, 44, 50),  # older boards, before the publisher's correction
}
TIME_BOARDS = tuple(SPECIAL_PATCHES)


class Patch(NamedTuple):
    """One patch as printed."""

    buttons: int
    """Price in buttons."""
    time: int
    """Price in spaces of the time track."""
    income: int
    """Printed buttons, paid at every income mark."""
    shape: tuple[str, ...]
    """Rows of the shape; ``#`` is fabric."""


# One line a patch, smallest first; rows of the shape are parted by "/".
_TABLE = """
buttons time income shape
   2    1   0   ##
   2    2   0   ###
   1    3   0   ##/#.
   3    1   0   ##/#.
   3    3   1   ####
   4    2   1   ###/#..
   4    6   2   ###/#..
   2    2   0   ###/.#.
   3    2   1   ##./.##
   7    6   3   ##./.##
   6    5   2   ##/##
   7    1   1   #####
  10    3   2   ####/#...
   3    4   1   ####/.#..
   2    3   1   ###./..##
   2    2   0   ###/##.
   1    2   0   ###/#.#
   5    5   2   ###/.#./.#.
  10    4   3   ##./.##/..#
   5    4   2   .#./###/.#.
  10    5   3   ####/##..
   1    5   1   ####/#..#
   7    4   2   ####/.##.
   4    2   0   ###./.###
   8    6   3   ##./###/..#
   3    6   2   ##./.##/##.
   7    2   2   #.../####/#...
   1    2   0   #.../####/...#
   0    3   1   .#../####/.#..
   2    1   0   .#../####/..#.
   2    3   0   ###/.#./###
   1    4   1   ..#../#####/..#..
   5    3   1   .##./####/.##.
"""


def _parse(line: str) -> Patch:
    buttons, time, income, shape = line.split()
    return Patch(int(buttons), int(time), int(income), tuple(shape.split("/")))


PATCHES = tuple(_parse(line) for line in _TABLE.strip().splitlines()[1:])
"""The 33 patches. A patch's number is its row here."""
NUM_PATCHES = len(PATCHES)
SMALLEST_PATCH = 0  # the 1x2 rectangle; the neutral token starts just clockwise of it
