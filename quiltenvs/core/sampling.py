"""Action masks by themselves: what is not legal, and uniformly random legal actions."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from quiltenvs.core.bits import WORD, ZERO, compress_64, count_ones, nth_one
from quiltenvs.core.errors import IllegalActionError
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.core.rng import advance, below, mix


@njit
def first_masked(mask: NDArray[np.int8], actions: NDArray[np.int64]) -> int:
    """Return the first row whose action is out of range or 0 in ``mask`` (N, A), or -1."""
    for i in range(len(actions)):
        if not 0 <= actions[i] < mask.shape[1] or mask[i, actions[i]] == 0:
            return i
    return -1


@njit_inline
def _tail(row: NDArray[np.int8]) -> np.uint64:
    """Return what follows the last whole word of a row as bits."""
    rest = len(row) % WORD
    if len(row) >= WORD:
        return compress_64(row, len(row) - WORD) >> np.uint64(WORD - rest) if rest else ZERO
    word = ZERO
    for action in range(rest):
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
        seeds[i] = advance(seeds[i])
        out[i] = _nth_action(row, below(mix(seeds[i]), count)) if count else -1


@njit_inline
def _num_legal(row: NDArray[np.int8]) -> int:
    count = count_ones(_tail(row))
    for index in range(len(row) // WORD):
        count += count_ones(compress_64(row, index * WORD))
    return count


@njit_inline
def _nth_action(row: NDArray[np.int8], n: int) -> int:
    """Return the ``n``-th legal action of a row that has more than n."""
    for index in range(len(row) // WORD):
        word = compress_64(row, index * WORD)
        ones = count_ones(word)
        if n < ones:
            return index * WORD + nth_one(word, n)
        n -= ones
    return len(row) // WORD * WORD + nth_one(_tail(row), n)


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
