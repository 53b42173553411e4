"""Random numbers from 64 bits that lie inside the game state.

SplitMix64 (Steele, Lea & Flood, "Fast splittable pseudorandom number generators", 2014). All
constants are ``uint64``: a signed literal in the arithmetic would make Numba promote to float. The
arithmetic wraps around by design, in this module only.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from quiltenvs.core.jit import njit, njit_inline

GAMMA = np.uint64(0x9E3779B97F4A7C15)
"""What a state grows by at every draw."""
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = (np.uint64(shift) for shift in (27, 30, 31, 32))


@njit_inline
def mix(z: np.uint64) -> np.uint64:
    """Scramble 64 bits: a bijection in which every input bit reaches every output bit."""
    z = (z ^ (z >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    return z ^ (z >> _S31)


@njit_inline
def advance(seed: np.uint64) -> np.uint64:
    """Return the next state of a generator; ``mix`` of it is its next random number."""
    return seed + GAMMA


@njit_inline
def next_uint64(state: Any) -> np.uint64:
    """Advance ``state.rng`` and return the next 64 random bits."""
    state.rng = advance(state.rng)
    return mix(state.rng)


@njit_inline
def below(bits: np.uint64, n: int) -> int:
    """Reduce 64 random bits to an integer of ``0 .. n - 1``.

    The multiply-shift reduction of the upper 32 bits; its bias is below ``n / 2**32`` an outcome.
    """
    return np.int64(((bits >> _S32) * np.uint64(n)) >> _S32)  # type: ignore[return-value]


@njit_inline
def randbelow(state: Any, n: int) -> int:
    """Draw an integer of ``0 .. n - 1`` from ``state.rng``."""
    return below(next_uint64(state), n)


@njit
def shuffle(state: Any, items: NDArray[Any], count: int) -> None:
    """Shuffle ``items[:count]`` in place with ``state.rng`` (Fisher and Yates)."""
    for last in range(count - 1, 0, -1):
        other = randbelow(state, last + 1)
        kept = items[last]
        items[last] = items[other]
        items[other] = kept


@njit_inline
def stream(seed: np.uint64, index: int) -> np.uint64:
    """Return the seed of stream ``index``: unrelated streams for neighbouring indices."""
    return mix(seed + GAMMA * np.uint64(index + 1))
