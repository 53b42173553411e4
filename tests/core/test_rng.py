"""SplitMix64 against published output, and what is made of its bits."""

import itertools

import numpy as np
import pytest

from quiltenvs.core.rng import GAMMA, below, mix, next_uint64, randbelow, shuffle, stream
from tests.strategies import scaled

# Something before "rng": to Numba a record with only that field would be the beginning of every
# game's state, and what is compiled here would then serve there, with a warning.
STATE = np.dtype((np.record, [("before", np.int64), ("rng", np.uint64)]))
MANY = max(scaled(60_000), 6000)


def seeded(seed):
    return np.array([(0, seed)], STATE)[0]


def test_published_vector():
    """Seed 1234567, as listed for SplitMix64 on Rosetta Code."""
    state = seeded(1234567)
    assert [int(next_uint64(state)) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def mix_by_hand(z):
    """The finaliser in Python's own integers."""
    bits = 2**64 - 1
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & bits
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & bits
    return z ^ (z >> 31)


def words(count):
    corners = [0, 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1]
    drawn = np.random.default_rng(0).integers(0, 2**64, count, np.uint64)
    return np.concatenate([np.array(corners, np.uint64), drawn])


def test_mix_is_that_of_python_integers():
    found = [int(mix(z)) for z in words(500)]
    assert found == [mix_by_hand(int(z)) for z in words(500)]
    assert len(set(found)) == len(set(words(500).tolist()))  # a bijection


def test_next_advances_the_state_by_gamma():
    state = seeded(2**64 - 1)
    next_uint64(state)
    assert int(state.rng) == int(GAMMA) - 1  # modulo 2 ** 64


def test_stream_is_one_step_of_its_own_generator():
    for seed, index in itertools.product((0, 5, 2**64 - 1), (0, 1, 1000)):
        expected = mix_by_hand((seed + int(GAMMA) * (index + 1)) % 2**64)
        assert int(stream(np.uint64(seed), index)) == expected


def test_neighbouring_streams_are_unrelated():
    drawn = {int(stream(np.uint64(seed), i)) for seed in range(40) for i in range(40)}
    assert len(drawn) == 1600
    ones = [(a ^ b).bit_count() for a, b in itertools.pairwise(sorted(drawn)[::7])]
    flips = [
        (int(stream(np.uint64(0), i)) ^ int(stream(np.uint64(0), i + 1))).bit_count()
        for i in range(1000)
    ]
    assert ones
    assert abs(np.mean(flips) - 32) < 5 * 4 / np.sqrt(1000)  # binomial: deviation 4


@pytest.mark.parametrize("n", [1, 2, 3, 33, 2026, 2**31])
def test_below_keeps_the_range_at_its_ends(n):
    assert below(np.uint64(0), n) == 0
    assert below(np.uint64(2**64 - 1), n) == n - 1
    for word in words(200):
        assert below(word, n) == (int(word) >> 32) * n >> 32


@pytest.mark.parametrize("n", [2, 5, 33])
def test_randbelow_covers_its_range_evenly(n):
    state = seeded(0)
    counts = np.bincount([randbelow(state, n) for _ in range(MANY)], minlength=n)
    assert len(counts) == n
    deviation = np.sqrt(MANY / n * (1 - 1 / n))
    assert np.abs(counts - MANY / n).max() < 5 * deviation


def test_shuffle_makes_every_order_equally_often():
    state, seen = seeded(3), {}
    for _ in range(MANY // 4):
        items = np.arange(5, dtype=np.int8)
        shuffle(state, items, 4)
        assert items[4] == 4  # beyond count
        order = tuple(items[:4].tolist())
        seen[order] = seen.get(order, 0) + 1
    assert set(seen) == set(itertools.permutations(range(4)))
    expected = MANY / 4 / 24
    assert max(abs(count - expected) for count in seen.values()) < 5 * np.sqrt(expected)


def test_shuffle_of_nothing_draws_nothing():
    state, items = seeded(3), np.arange(3)
    for count in (0, 1):
        shuffle(state, items, count)
        assert items.tolist() == [0, 1, 2]
        assert state.rng == 3
