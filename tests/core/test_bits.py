"""The bit tricks: what LLVM makes of them, their Python twins, and plain counting agree."""

import numpy as np
import pytest

from quiltenvs.core import bits
from quiltenvs.core.jit import COMPILED, njit

# Intrinsics can be called from compiled code only.


@njit
def count_ones(word):
    return bits.count_ones(word)


@njit
def trailing_zeros(word):
    return bits.trailing_zeros(word)


@njit
def expand_64(out, at, word):
    bits.expand_64(out, at, word)


@njit
def expand_16(out, at, word):
    bits.expand_16(out, at, word)


@njit
def compress_64(values, at):
    return bits.compress_64(values, at)


def words():
    rng = np.random.default_rng(0)
    drawn = rng.integers(0, 2**64, 200, np.uint64)
    sparse = drawn & np.roll(drawn, 1) & np.roll(drawn, 2) & np.roll(drawn, 3)
    single = [1 << index for index in range(64)]
    found = [0, 2**64 - 1, 2**63 - 1, *single, *drawn.tolist(), *sparse.tolist()]
    return [np.uint64(word) for word in (found if COMPILED else found[::5])]


def ones(word):
    """Indices of the set bits, read off the written number."""
    return [index for index, digit in enumerate(reversed(f"{int(word):064b}")) if digit == "1"]


def test_count_ones():
    assert [count_ones(word) for word in words()] == [len(ones(word)) for word in words()]
    assert [bits._count_ones_twin(word) for word in words()] == [len(ones(w)) for w in words()]


def test_trailing_zeros():
    expected = [min(ones(word), default=64) for word in words()]
    assert [trailing_zeros(word) for word in words()] == expected
    assert [bits._trailing_zeros_twin(word) for word in words()] == expected


@pytest.mark.parametrize("dtype", ["i1", "i4", "f4", "f8"])
@pytest.mark.parametrize(("width", "expand"), [(64, expand_64), (16, expand_16)])
def test_expand_writes_its_items_and_no_others(width, expand, dtype):
    twin = bits._expand_twin(width)
    for number, word in enumerate(words()):
        at = number % 23  # rows begin anywhere
        out = np.full(at + width + 9, 7, dtype)
        expected = out.copy()
        expected[at : at + width] = [bit in ones(word) for bit in range(width)]
        expand(out, at, word)
        np.testing.assert_array_equal(out, expected)
        out[:] = 7
        twin(out, at, word)
        np.testing.assert_array_equal(out, expected)


def test_expand_writes_into_a_row_of_a_batch():
    for width, expand in ((64, expand_64), (16, expand_16)):
        rows = np.full((3, 81), 7, np.int8)  # the second row is not aligned
        expand(rows[1], 3, np.uint64(2**64 - 1))
        assert rows.sum() == 7 * (3 * 81 - width) + width


@pytest.mark.parametrize("at", [0, 1, 7, 17])
def test_compress_is_the_way_back(at):
    rng = np.random.default_rng(1)
    for word in words():
        values = rng.choice(np.array([1, -1, 2, 127, -128], np.int8), at + 64 + 5)
        for index in range(64):
            if index not in ones(word):
                values[at + index] = 0
        assert int(compress_64(values, at)) == int(word)
        assert int(bits._compress_twin(values, at)) == int(word)


def test_bit_and_has_bit():
    for index in range(64):
        assert int(bits.bit(index)) == 1 << index
    for word in words():
        assert [i for i in range(64) if bits.has_bit(word, i)] == ones(word)


def test_lowest_one():
    for word in words():
        if word != 0:
            assert ones(bits.lowest_one(word)) == ones(word)[:1]


def test_bits_between():
    for low in range(-1, 63):
        for high in range(low, 63):
            assert ones(bits.bits_between(low, high)) == list(range(low + 1, high + 1))


def test_nth_one():
    for word in words():
        assert [bits.nth_one(word, n) for n in range(len(ones(word)))] == ones(word)
