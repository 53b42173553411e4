"""Quiltable's points for the literal reference, by trying everything.

Imports nothing from ``quiltenvs``. Words in quotes are headings of the rulebook, numbers are
those of the rulings.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from tests.reference.quiltable_cards import BLOCKS, CARDS
from tests.reference.quiltable_quilt import Cell, Quilt, Shape, around

Blocks: TypeAlias = frozenset[tuple[Cell, str]]  # (cell, block) of a quilt

FULL_BONUS = 5
PATCH_POINTS = 3
SYMMETRY_POINTS = 15


def blocks_of(quilt: Quilt) -> Blocks:
    """The block on each cell."""
    return frozenset((cell, CARDS[card].block) for cell, card in quilt.items())


def turned(pattern: dict[Cell, str]) -> dict[Cell, str]:
    """The pattern after a quarter turn clockwise; its place does not matter."""
    return {(column, -row): symbol for (row, column), symbol in pattern.items()}


def laid_out(card: int, frame: int) -> list[dict[Cell, str]]:
    """The pattern in all four rotations at all places within the frame (ruling 28: no mirror)."""
    layouts = []
    pattern = CARDS[card].pattern
    for _ in range(4):
        for down in range(-frame, 2 * frame):
            for right in range(-frame, 2 * frame):
                layout = {(r + down, c + right): symbol for (r, c), symbol in pattern.items()}
                if all(0 <= r < frame and 0 <= c < frame for r, c in layout):
                    layouts.append(layout)
        pattern = turned(pattern)
    return layouts


def is_completed(layout: dict[Cell, str], blocks: dict[Cell, str]) -> bool:
    """Whether the blocks show a pattern just here (rulings 29 and 30)."""
    if not all(cell in blocks for cell in layout):
        return False
    letters: dict[str, str] = {}
    for cell, symbol in layout.items():
        if symbol in BLOCKS:
            if blocks[cell] != symbol:
                return False
        elif letters.setdefault(symbol, blocks[cell]) != blocks[cell]:
            return False  # the same letter, another block
    return len(set(letters.values())) == len(letters)  # other letters, other blocks


def most_disjoint(sets: Iterable[Shape]) -> int:
    """How many of the sets can be had at most when no two may share a cell."""
    sets = set(sets)
    if not sets:
        return 0
    cell = min(min(cells) for cells in sets)
    with_cell = [cells for cells in sets if cell in cells]
    counts = [most_disjoint(sets.difference(with_cell))]  # the cell is left out
    for cells in with_cell:
        counts.append(1 + most_disjoint(other for other in sets if not other & cells))
    return max(counts)


@lru_cache(maxsize=20_000)
def completions(card: int, blocks: Blocks, frame: int) -> int:
    """How often a quilt completes a card's pattern, no block twice (ruling 27)."""
    by_cell = dict(blocks)
    layouts = laid_out(card, frame)
    return most_disjoint(frozenset(x) for x in layouts if is_completed(x, by_cell))


def seams(quilt: Quilt) -> list[tuple[int, int]]:
    """The cards of every two neighbours, each seam once."""
    return [
        (card, quilt[near])
        for cell, card in quilt.items()
        for near in around(cell)
        if near in quilt and near > cell
    ]


def is_match(first: int, second: int, patch_match: str) -> bool:
    """Whether the patches of two neighbours match (ruling 33)."""
    if CARDS[first].patch != CARDS[second].patch:
        return False
    positions = (CARDS[first].position, CARDS[second].position)
    if patch_match == "label":
        return positions[0] == positions[1]
    return positions in [("left", "right"), ("right", "left"), ("middle", "middle")]


def is_symmetric(quilt: Quilt, frame: int) -> bool:
    """Whether a quilt, somewhere in the frame, folds onto itself (ruling 34)."""
    last = frame - 1
    for down in range(frame):
        for right in range(frame):
            blocks = {(r + down, c + right): b for (r, c), b in dict(blocks_of(quilt)).items()}
            if not all(r <= last and c <= last for r, c in blocks):
                continue
            folds = [
                {(r, c): (r, last - c) for r, c in blocks},
                {(r, c): (last - r, c) for r, c in blocks},
                {(r, c): (c, r) for r, c in blocks},
                {(r, c): (last - c, last - r) for r, c in blocks},
            ]
            for fold in folds:
                if quilt and all(blocks.get(fold[x], blocks[x]) == blocks[x] for x in blocks):
                    return True
    return False


def is_complete(quilt: Quilt, frame: int) -> bool:
    """Whether the whole frame is filled."""
    return len(quilt) == frame * frame


def quilt_score(
    quilt: Quilt,
    patterns: Iterable[int],
    frame: int,
    *,
    patches: bool,
    symmetry: bool,
    patch_match: str,
) -> int:
    """The points of a quilt and its patterns ("Scoring and Victory", "Advanced Game")."""
    score = sum(CARDS[card].is_premium for card in quilt.values())
    for card in patterns:
        score += CARDS[card].points * completions(card, blocks_of(quilt), frame)
    if is_complete(quilt, frame):
        score += FULL_BONUS
    if patches:
        score += PATCH_POINTS * sum(is_match(*seam, patch_match) for seam in seams(quilt))
    if symmetry and is_symmetric(quilt, frame):
        score += SYMMETRY_POINTS
    return score
