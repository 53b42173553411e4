"""Quiltable's 96 cards, for the literal reference; imports nothing from ``quiltenvs``."""

from typing import NamedTuple

BLOCKS = ["sunflower", "leaf", "corn", "pie", "apple", "pumpkin", "cottage", "acorn"]

# A card a line, in the order of their numbers: its block, whether that is premium, the patch and
# its position; then the kind of its pattern, the points, and the pattern with its rows parted by
# "/" and "-" for a free cell.
_CARDS = """
    sunflower 1 green  left   partial_short_line 4  pumpkin A A
    sunflower 0 yellow left   specific_pair      3  pumpkin leaf
    sunflower 0 orange left   specific_pair      3  pumpkin pumpkin
    sunflower 0 brown  left   specific_square    8  pumpkin pumpkin / pie pie
    sunflower 1 green  middle long_line          5  A B A C
    sunflower 1 yellow middle unique_arrangement 6  A - A / - - - / A - A
    sunflower 1 orange middle partial_short_line 4  pumpkin A B
    sunflower 0 brown  middle specific_pair      3  pumpkin acorn
    sunflower 0 green  right  specific_pair      3  pumpkin apple
    sunflower 1 yellow right  partial_square     6  pumpkin A / B C
    sunflower 1 orange right  partial_long_line  6  pumpkin A B C
    sunflower 1 brown  right  unique_arrangement 7  A B - / B - - / - - A
    leaf      1 green  left   partial_short_line 4  sunflower A A
    leaf      0 yellow left   specific_pair      3  sunflower corn
    leaf      0 orange left   specific_pair      3  sunflower sunflower
    leaf      0 brown  left   specific_square    8  sunflower sunflower / acorn acorn
    leaf      1 green  middle long_line          5  A B B C
    leaf      1 yellow middle unique_arrangement 6  A - A / - - - / A - B
    leaf      1 orange middle partial_short_line 4  sunflower A B
    leaf      0 brown  middle specific_pair      3  sunflower cottage
    leaf      0 green  right  specific_pair      3  sunflower pumpkin
    leaf      1 yellow right  partial_square     6  sunflower A / B C
    leaf      1 orange right  partial_long_line  6  sunflower A B C
    leaf      1 brown  right  unique_arrangement 8  - A - / B - B / - C -
    corn      1 green  left   partial_short_line 4  leaf A A
    corn      0 yellow left   specific_pair      3  leaf pie
    corn      0 orange left   specific_pair      3  leaf leaf
    corn      0 brown  left   specific_square    8  leaf leaf / cottage cottage
    corn      1 green  middle long_line          5  A B C A
    corn      1 yellow middle unique_arrangement 6  A - A / - - - / B - B
    corn      1 orange middle partial_short_line 4  leaf A B
    corn      0 brown  middle specific_pair      3  leaf apple
    corn      0 green  right  specific_pair      3  leaf sunflower
    corn      1 yellow right  partial_square     6  leaf A / A A
    corn      1 orange right  partial_long_line  6  leaf A A A
    corn      1 brown  right  unique_arrangement 7  A A - / A - - / - - A
    pie       1 green  left   partial_short_line 4  corn A A
    pie       0 yellow left   specific_pair      3  corn acorn
    pie       0 orange left   specific_pair      3  corn corn
    pie       0 brown  left   specific_square    8  corn corn / apple apple
    pie       1 green  middle long_line          5  A A A B
    pie       1 yellow middle unique_arrangement 6  A - B / - - - / B - A
    pie       1 orange middle partial_short_line 4  corn A B
    pie       0 brown  middle specific_pair      3  corn pumpkin
    pie       0 green  right  specific_pair      3  corn leaf
    pie       1 yellow right  partial_square     6  corn A / A A
    pie       1 orange right  partial_long_line  6  corn A A A
    pie       1 brown  right  unique_arrangement 8  - A - / B - A / - C -
    apple     1 green  left   partial_short_line 4  pie A A
    apple     0 yellow left   specific_pair      3  pie cottage
    apple     0 orange left   specific_pair      3  pie pie
    apple     0 brown  left   specific_square    8  pie pie / leaf leaf
    apple     1 green  middle long_line          5  A A B A
    apple     1 yellow middle unique_arrangement 7  A B - / - - B / - - A
    apple     1 orange middle partial_short_line 4  pie A B
    apple     0 brown  middle specific_pair      3  pie sunflower
    apple     0 green  right  specific_pair      3  pie corn
    apple     1 yellow right  partial_square     6  pie A / A B
    apple     1 orange right  partial_long_line  6  pie A A B
    apple     1 brown  right  unique_arrangement 8  - A - / A - A / - A -
    pumpkin   1 green  left   partial_short_line 4  acorn A A
    pumpkin   0 yellow left   specific_pair      3  acorn apple
    pumpkin   0 orange left   specific_pair      3  acorn acorn
    pumpkin   0 brown  left   specific_square    8  acorn acorn / corn corn
    pumpkin   1 green  middle long_line          5  A A B B
    pumpkin   1 yellow middle unique_arrangement 6  A - B / - - - / B - C
    pumpkin   1 orange middle partial_short_line 4  acorn A B
    pumpkin   0 brown  middle specific_pair      3  acorn leaf
    pumpkin   0 green  right  specific_pair      3  acorn pie
    pumpkin   1 yellow right  partial_square     6  acorn A / A B
    pumpkin   1 orange right  partial_long_line  6  acorn A A B
    pumpkin   1 brown  right  unique_arrangement 8  - A - / A - A / - B -
    cottage   1 green  left   partial_short_line 4  cottage A A
    cottage   0 yellow left   specific_pair      3  cottage pumpkin
    cottage   0 orange left   specific_pair      3  cottage cottage
    cottage   0 brown  left   specific_square    8  cottage cottage / pumpkin pumpkin
    cottage   1 green  middle long_line          5  A A B C
    cottage   1 yellow middle unique_arrangement 7  A A - / - - A / - - A
    cottage   1 orange middle partial_short_line 4  cottage A B
    cottage   0 brown  middle specific_pair      3  cottage corn
    cottage   0 green  right  specific_pair      3  cottage acorn
    cottage   1 yellow right  partial_square     6  cottage A / B A
    cottage   1 orange right  partial_long_line  6  cottage A B A
    cottage   1 brown  right  unique_arrangement 8  - A - / A - B / - B -
    acorn     1 green  left   partial_short_line 4  apple A A
    acorn     0 yellow left   specific_pair      3  apple sunflower
    acorn     0 orange left   specific_pair      3  apple apple
    acorn     0 brown  left   specific_square    8  apple apple / sunflower sunflower
    acorn     1 green  middle long_line          5  A B A B
    acorn     1 yellow middle unique_arrangement 6  A - B / - - - / A - C
    acorn     1 orange middle partial_short_line 4  apple A B
    acorn     0 brown  middle specific_pair      3  apple pie
    acorn     0 green  right  specific_pair      3  apple cottage
    acorn     1 yellow right  partial_square     6  apple A / B A
    acorn     1 orange right  partial_long_line  6  apple A B A
    acorn     1 brown  right  unique_arrangement 8  - A - / B - B / - A -
"""


class Card(NamedTuple):
    """What is printed on a card: ``pattern`` is by (row, column) a letter or a block."""

    block: str
    is_premium: bool
    patch: str
    position: str
    kind: str
    points: int
    pattern: dict[tuple[int, int], str]


def read_pattern(text: str) -> dict[tuple[int, int], str]:
    """The letters and blocks of a pattern by (row, column); free cells are left out."""
    rows = [row.split() for row in text.split("/")]
    return {(r, c): x for r, row in enumerate(rows) for c, x in enumerate(row) if x != "-"}


def _read_card(line: str) -> Card:
    block, premium, patch, position, kind, points, pattern = line.split(maxsplit=6)
    is_premium = {"0": False, "1": True}[premium]
    return Card(block, is_premium, patch, position, kind, int(points), read_pattern(pattern))


CARDS = [_read_card(line) for line in _CARDS.strip().splitlines()]
