"""Quiltable's quilts for the literal reference: cells are (row, column), rows downwards.

A quilt or a group of blocks is a dict from cell to card; where only the shape matters, a
frozenset of cells. Imports nothing from ``quiltenvs``.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations, product
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]
Shape: TypeAlias = frozenset[Cell]
Quilt: TypeAlias = dict[Cell, int]
Placement: TypeAlias = tuple[int, int, int]  # quarter turns clockwise, row and column offset


def around(cell: Cell) -> list[Cell]:
    """The cells at the four sides of a cell."""
    row, column = cell
    return [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]


def touches(cell: Cell, cells: Iterable[Cell]) -> bool:
    """Whether a cell shares an edge with one of the cells ("Connected Cards Rule")."""
    return any(near in cells for near in around(cell))


def num_parts(cells: Iterable[Cell]) -> int:
    """How many pieces there are that do not share an edge with one another."""
    left, count = set(cells), 0
    while left:
        count += 1
        part = [left.pop()]
        while part:
            near = set(around(part.pop())) & left
            left -= near
            part += near
    return count


def span(cells: Iterable[Cell]) -> tuple[int, int]:
    """How many rows and columns the cells extend over."""
    rows, columns = zip(*cells, strict=True)
    return max(rows) - min(rows) + 1, max(columns) - min(columns) + 1


def normalized(quilt: Quilt) -> Quilt:
    """The same blocks, without an empty row above or an empty column to the left."""
    top = min((row for row, _ in quilt), default=0)
    left = min((column for _, column in quilt), default=0)
    return {(row - top, column - left): card for (row, column), card in quilt.items()}


def rotated(group: Quilt, rotation: int) -> Quilt:
    """The group after some quarter turns clockwise, normalized."""
    group = normalized(group)
    for _ in range(rotation):
        group = normalized({(column, -row): card for (row, column), card in group.items()})
    return group


def moved(group: Quilt, row_offset: int, column_offset: int) -> Quilt:
    """The group with its cells shifted."""
    return {(r + row_offset, c + column_offset): card for (r, c), card in group.items()}


def may_lie(group: Shape, quilt: Shape, frame: int, is_peter: bool) -> bool:
    """Whether a group may be added where it lies ("Single Quilt Rule"; rulings 16, 19, 38, 41)."""
    if group & quilt or max(span(group | quilt)) > frame:
        return False
    if is_peter:  # "does not apply to you"
        return True
    if num_parts(group) > 1:  # Gifted Gladys
        return num_parts(group | quilt) <= max(1, num_parts(quilt))
    return not quilt or any(touches(cell, quilt) for cell in group)


@lru_cache(maxsize=100_000)
def placements(group: Shape, quilt: Shape, frame: int, is_peter: bool) -> frozenset[Placement]:
    """Every way to add the group; offsets may be negative."""
    if max(span(group)) > frame:
        return frozenset()
    offsets = range(-3, 4) if quilt else range(1)
    found = set()
    for rotation in range(1) if len(group) == 1 else range(4):
        turned = rotated(dict.fromkeys(group, 0), rotation)
        for row, column in product(offsets, offsets):
            if may_lie(frozenset(moved(turned, row, column)), quilt, frame, is_peter):
                found.add((rotation, row, column))
    return frozenset(found)


def may_be_added(group: Shape, quilt: Shape, frame: int, is_peter: bool) -> bool:
    """Whether a group fits somehow; as only its shape matters, it is asked about at (0, 0)."""
    at_corner = frozenset(normalized(dict.fromkeys(group, 0)))
    return bool(placements(at_corner, quilt, frame, is_peter))


@lru_cache(maxsize=1000)
def groups(cells: Shape, sizes: tuple[int, ...], is_any: bool) -> frozenset[Shape]:
    """The groups of so many cells that are connected, or any."""
    if is_any:
        return frozenset(frozenset(g) for size in sizes for g in combinations(sorted(cells), size))
    found: set[Shape] = set()
    grown = {frozenset([cell]) for cell in cells}
    for size in range(1, max(sizes, default=0) + 1):
        if size in sizes:
            found |= grown
        grown = {g | {near} for g in grown for c in g for near in around(c) if near in cells - g}
    return frozenset(found)


def may_leave(group: Iterable[Cell], quilt: Iterable[Cell], is_free: bool) -> bool:
    """Whether a quilt may lose the group; with Planning Peter it is free (ruling 41)."""
    rest = set(quilt) - set(group)
    return is_free or num_parts(rest) <= max(1, num_parts(quilt))
