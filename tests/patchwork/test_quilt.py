"""Bitboards against plain cells: where patches fit, what they cover, squares by number."""

import numpy as np
import pytest

from quiltenvs.patchwork import quilt as boards
from quiltenvs.patchwork.rules import PATCHES
from tests.patchwork.positions import EMPTY, FULL, cells, drawn, footprint, words
from tests.strategies import scaled

BOARD = [(row, column) for row in range(9) for column in range(9)]


def random_quilts(count, seed):
    """Quilts from empty to full, the corners of the two words included."""
    rng = np.random.default_rng(seed)
    yield set()
    yield set(BOARD)
    yield set(BOARD[:64])
    yield set(BOARD[64:])
    yield {BOARD[63], BOARD[64]}
    for _ in range(count):
        board = rng.random((9, 9)) < rng.random()
        yield set(map(tuple, np.argwhere(board).tolist()))


def squares(low, high):
    """The squares of a bitboard."""
    board = int(low) + (int(high) << 64)
    assert board < 2**81
    return [square for square in range(81) if board >> square & 1]


@pytest.mark.parametrize("patch", range(33))
def test_anchors_by_brute_force(patch):
    for covered in random_quilts(scaled(25), patch):
        quilt = words(covered)
        for orientation in range(8):
            fits = [
                9 * row + column
                for row, column in BOARD
                if (cells := footprint(patch, orientation, row, column)) and not cells & covered
            ]
            if not boards.is_distinct(patch, orientation):
                fits = []
            assert squares(*boards.anchors(quilt, patch, orientation)) == fits


@pytest.mark.parametrize("patch", range(33))
def test_cover_by_brute_force(patch):
    """Every placement there is, on an empty quilt."""
    for orientation in range(8):
        for row, column in BOARD:
            covered = footprint(patch, orientation, row, column)
            if covered:
                quilt = words(())
                boards.cover(quilt, patch, orientation, 9 * row + column)
                assert quilt.tolist() == words(covered).tolist()


def test_cover_leaves_other_fabric_alone():
    quilt = words({(0, 0), (8, 8), (7, 0), (7, 1)})
    boards.cover(quilt, 10, 0, 4 * 9 + 4)  # the 2x2
    assert cells(drawn(quilt)) == {
        (0, 0), (8, 8), (7, 0), (7, 1), (4, 4), (4, 5), (5, 4), (5, 5),
    }  # fmt: skip


def test_squares_one_by_one():
    for square, (row, column) in enumerate(BOARD):
        quilt = words(())
        boards.cover_square(quilt, square)
        assert quilt.tolist() == words({(row, column)}).tolist()
        assert [boards.is_covered(quilt, other) for other in range(81)] == [
            other == square for other in range(81)
        ]


def test_counts_and_empty_squares():
    for covered in random_quilts(scaled(200), 7):
        quilt = words(covered)
        assert boards.count_covered(quilt) == len(covered)
        assert boards.count_empty(quilt) == 81 - len(covered)
        empty = [9 * row + column for row, column in BOARD if (row, column) not in covered]
        low, high = map(np.uint64, boards.empty_squares(quilt))
        assert squares(low, high) == empty
        assert [boards.nth_square(low, high, n) for n in range(len(empty))] == empty


@pytest.mark.parametrize("dtype", ["i1", "f4"])
@pytest.mark.parametrize("at", [0, 1, 82, 163])
def test_expand(dtype, at):
    for covered in random_quilts(scaled(50), at):
        out = np.full(at + 81 + 5, 7, dtype)
        boards.expand(out, at, *words(covered))
        assert out[at : at + 81].tolist() == [cell in covered for cell in BOARD]
        assert set(out[:at].tolist()) | set(out[at + 81 :].tolist()) == {7}


def test_orient():
    """0-3: quarter turns clockwise; 4-7: flipped left to right, then turned."""
    shape = ("##.", "#..", "#..")
    expected = [
        "##. #.. #..",
        "### ..# ...",
        "..# ..# .##",
        "... #.. ###",
        ".## ..# ..#",
        "... ..# ###",
        "#.. #.. ##.",
        "### #.. ...",
    ]
    for orientation, rows in enumerate(expected):
        turned = boards.orient(shape, orientation)
        drawing = ["".join(".#"[cell] for cell in row) for row in turned.astype(int)]
        assert " ".join(drawing) == rows


def test_every_orientation_of_every_patch_has_its_size():
    for patch in PATCHES:
        for orientation in range(8):
            assert boards.orient(patch.shape, orientation).sum() == "".join(patch.shape).count("#")


def test_drawings_are_read_as_they_are_meant():
    """The tests' own helpers: row by row from the top left."""
    assert words(cells(EMPTY)).tolist() == [0, 0]
    assert words(cells(FULL)).tolist() == [2**64 - 1, 2**17 - 1]
    assert words({(0, 1)}).tolist() == [2, 0]
    assert words({(7, 1)}).tolist() == [0, 1]
    assert words({(7, 0)}).tolist() == [2**63, 0]
    assert drawn(words({(8, 8), (0, 0)})) == "#" + EMPTY[1:-1] + "#"
