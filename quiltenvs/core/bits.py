"""The few bit tricks that need LLVM, each with a plain Python twin.

Boards are kept as bitboards, while masks and observations want one byte or float per cell.
Expanding a word bit by bit costs a nanosecond a cell; as one vector instruction sequence it costs
about one a word. With ``NUMBA_DISABLE_JIT=1`` the twins run instead; a test compares the two.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from quiltenvs.core.jit import COMPILED, njit_inline

ZERO, ONE = np.uint64(0), np.uint64(1)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
WORD = 64


def _count_ones_twin(word: np.uint64) -> int:
    return int(word).bit_count()


def _trailing_zeros_twin(word: np.uint64) -> int:
    return (int(word) & -int(word)).bit_length() - 1 if word else WORD


def _unary_intrinsic(name: str) -> Callable[[np.uint64], int]:
    """Return LLVM's ``ctpop`` or ``cttz`` as a function uint64 -> int64."""

    @intrinsic  # type: ignore[misc, unused-ignore]
    def function(typing_context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            (value,) = arguments
            if name == "ctpop":
                return builder.ctpop(value)
            return builder.cttz(value, ir.Constant(ir.IntType(1), 0))

        return types.int64(types.uint64), generate

    function.__doc__ = f"LLVM {name} of a uint64."
    found: Callable[[np.uint64], int] = function
    return found


def _expand_twin(width: int) -> Callable[[NDArray[Any], int, np.uint64], None]:
    def expand(out: NDArray[Any], at: int, word: np.uint64) -> None:
        for bit in range(width):
            out[at + bit] = int(word) >> bit & 1

    return expand


def _expand_intrinsic(width: int) -> Callable[[NDArray[Any], int, np.uint64], None]:
    """Return ``expand(out, at, word)`` that writes ``width`` bits as items of ``out``."""

    @intrinsic  # type: ignore[misc, unused-ignore]
    def expand(typing_context: Any, out: Any, at: Any, word: Any) -> Any:
        if not (isinstance(out, types.Array) and out.ndim == 1 and out.layout == "C"):
            return None  # Numba then reports that no such function exists for these types

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            item = context.get_data_type(out.dtype)
            vector = ir.VectorType(item, width)
            bits = arguments[2]
            if width < WORD:
                bits = builder.trunc(bits, ir.IntType(width))
            lanes = builder.bitcast(bits, ir.VectorType(ir.IntType(1), width))
            one = 1.0 if isinstance(out.dtype, types.Float) else 1
            values = builder.select(
                lanes, ir.Constant(vector, [one] * width), ir.Constant(vector, [0] * width)
            )
            place = builder.gep(array.data, [arguments[1]])
            # Rows start at any byte, so the store may not assume more than the item's alignment.
            place = builder.bitcast(place, vector.as_pointer())
            builder.store(values, place, align=out.dtype.bitwidth // 8)
            return context.get_dummy_value()

        return types.void(out, types.int64, types.uint64), generate

    found: Callable[[NDArray[Any], int, np.uint64], None] = expand
    return found


def _compress_twin(values: NDArray[np.int8], at: int) -> np.uint64:
    return np.uint64(sum(1 << bit for bit in range(WORD) if values[at + bit]))


@intrinsic  # type: ignore[misc, unused-ignore]
def _compress_intrinsic(typing_context: Any, values: Any, at: Any) -> Any:
    """Return the word whose bit i is set where ``values[at + i]`` is not 0; the way back."""
    if not (isinstance(values, types.Array) and values.ndim == 1 and values.layout == "C"):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        vector = ir.VectorType(context.get_data_type(values.dtype), WORD)
        place = builder.gep(array.data, [arguments[1]])
        loaded = builder.load(
            builder.bitcast(place, vector.as_pointer()), align=values.dtype.bitwidth // 8
        )
        lanes = builder.icmp_unsigned("!=", loaded, ir.Constant(vector, [0] * WORD))
        return builder.bitcast(lanes, ir.IntType(WORD))

    return types.uint64(values, types.int64), generate


if COMPILED:
    count_ones = _unary_intrinsic("ctpop")
    trailing_zeros = _unary_intrinsic("cttz")
    expand_64 = _expand_intrinsic(64)
    expand_16 = _expand_intrinsic(16)
    compress_64 = _compress_intrinsic
else:
    count_ones = _count_ones_twin
    trailing_zeros = _trailing_zeros_twin
    expand_64, expand_16 = _expand_twin(64), _expand_twin(16)
    compress_64 = _compress_twin


@njit_inline
def bit(index: int) -> np.uint64:
    """Return the word whose only set bit is ``index`` (0 .. 63)."""
    return ONE << np.uint64(index)


@njit_inline
def has_bit(word: np.uint64, index: int) -> bool:
    """Return whether bit ``index`` (0 .. 63) of ``word`` is set."""
    return (word >> np.uint64(index)) & ONE != ZERO


@njit_inline
def lowest_one(word: np.uint64) -> np.uint64:
    """Return the word whose only set bit is the lowest of ``word``, which must not be 0."""
    return word & (~word + ONE)


@njit_inline
def bits_between(low: int, high: int) -> np.uint64:
    """Return the word with bits ``low + 1 .. high`` set (-1 <= low <= high <= 62)."""
    return (bit(high + 1) - ONE) & ~(bit(low + 1) - ONE)


@njit_inline
def nth_one(word: np.uint64, n: int) -> int:
    """Return the index of the ``n``-th set bit (0 = lowest); ``word`` must have more than n."""
    index = 0
    width = 32
    while width >= 8:
        ones = count_ones((word >> np.uint64(index)) & (bit(width) - ONE))
        if n >= ones:
            n -= ones
            index += width
        width //= 2
    rest = word >> np.uint64(index)
    for _ in range(n):
        rest &= rest - ONE
    return index + trailing_zeros(rest)
