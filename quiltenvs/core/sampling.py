"""Uniformly random legal actions straight from action masks."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from quiltenvs.core.bits import WORD, compress_64, count_ones, nth_one
from quiltenvs.core.errors import IllegalActionError
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.core.rng import GAMMA, below, mix


@njit_inline
def _word(row: NDArray[np.int8], index: int) -> np.uint64:
    """Return the legal actions ``64 * index ..`` of a row as bits; the last word may be short."""
    start = index * WORD
    if start + WORD <= len(row):
        return compress_64(row, start)
    if len(row) >= WORD:
        return compress_64(row, len(row) - WORD) >> np.uint64(start + WORD - len(row))
    word = np.uint64(0)
    for action in range(len(row)):
        word |= np.uint64(row[action] != 0) << np.uint64(action)
    return word


@njit
def sample_rows(mask: NDArray[np.int8], seeds: NDArray[np.uint64], out: NDArray[np.int64]) -> None:
    """Fill ``out`` (N,) with a random legal action of each row of ``mask`` (N, A), -1 if none.

    ``seeds`` (N,) u8 is advanced.
    """
    for i in range(len(mask)):
        row = mask[i]
        count = _num_legal(row)
        seeds[i] += GAMMA
        out[i] = _nth_action(row, below(mix(seeds[i]), count)) if count else -1


@njit_inline
def _num_legal(row: NDArray[np.int8]) -> int:
    count = 0
    for index in range((len(row) + WORD - 1) // WORD):
        count += count_ones(_word(row, index))
    return count


@njit_inline
def _nth_action(row: NDArray[np.int8], n: int) -> int:
    index = 0
    word = _word(row, 0)
    while n >= count_ones(word):
        n -= count_ones(word)
        index += 1
        word = _word(row, index)
    return index * WORD + nth_one(word, n)


@njit
def _sample_row(row: NDArray[np.int8], share: float) -> int:
    """Return the legal action that lies at ``share`` (0 <= share < 1) of the list, -1 if none."""
    count = _num_legal(row)
    return _nth_action(row, int(share * count)) if count else -1


@njit
def _sample_each(
    mask: NDArray[np.int8], shares: NDArray[np.float64], out: NDArray[np.int64]
) -> None:
    for i in range(len(mask)):
        out[i] = _sample_row(mask[i], shares[i])


def sample_legal(mask: NDArray[np.int8], rng: np.random.Generator) -> Any:
    """Return a uniformly random legal action for each row of an action mask.

    Args:
        mask: (A,) i1, or (N, A) i1 for a batch.
        rng: Where the randomness comes from.

    Returns:
        An int for one row, (N,) i8 for a batch.

    Raises:
        IllegalActionError: a row has no legal action.
    """
    if mask.ndim == 1:
        action = _sample_row(np.ascontiguousarray(mask, np.int8), rng.random())
        if action < 0:
            raise IllegalActionError("the mask has no legal action")
        return action
    actions = np.empty(len(mask), np.int64)
    _sample_each(np.ascontiguousarray(mask, np.int8), rng.random(len(mask)), actions)
    if len(actions) and actions.min() < 0:
        raise IllegalActionError(f"row {int(actions.argmin())} of the mask has no legal action")
    return actions
