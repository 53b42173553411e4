"""Random legal actions from masks of any width."""

import numpy as np
import pytest

from quiltenvs.core.errors import IllegalActionError
from quiltenvs.core.jit import COMPILED
from quiltenvs.core.sampling import sample_legal, sample_rows

WIDTHS = [1, 2, 7, 8, 63, 64, 65, 100, 127, 128, 129, 191, 192, 200, 2026]


def sampled(mask, seeds):
    out = np.full(len(mask), -9)
    sample_rows(mask, seeds, out)
    return out.tolist()


@pytest.mark.parametrize("width", WIDTHS)
def test_the_only_legal_action_is_found_wherever_it_is(width):
    indices = range(width) if width < 500 else [0, 1, 63, 64, 65, 1983, 1984, 1985, 2024, 2025]
    mask = np.zeros((len(indices), width), np.int8)
    mask[np.arange(len(indices)), list(indices)] = 1
    assert sampled(mask, np.arange(len(mask), dtype=np.uint64)) == list(indices)
    rng = np.random.default_rng(0)
    assert sample_legal(mask, rng).tolist() == list(indices)
    assert [sample_legal(row, rng) for row in mask] == list(indices)


@pytest.mark.parametrize("width", WIDTHS)
def test_draws_are_legal_uniform_and_reach_all(width):
    rng = np.random.default_rng(width)
    row = (rng.random(width) < 0.5).astype(np.int8)
    row[rng.integers(width)] = 1
    legal = np.flatnonzero(row)
    count = (60 if COMPILED else 6) * len(legal)
    mask = np.repeat(row[None], count, axis=0)
    seeds = rng.integers(0, 2**64, count, np.uint64)
    for drawn in (np.array(sampled(mask, seeds)), sample_legal(mask, rng)):
        counts = np.bincount(drawn, minlength=width)
        assert counts[legal].sum() == count
        expected = count / len(legal)
        # Mean k and standard deviation sqrt(2 k), k = choices - 1.
        chi_squared = ((counts[legal] - expected) ** 2 / expected).sum()
        assert abs(chi_squared - (len(legal) - 1)) <= 5 * np.sqrt(2 * (len(legal) - 1))


def test_rows_are_drawn_one_by_one():
    """A row's draw depends on its own seed only, and every draw moves the seed on."""
    mask = np.ones((4, 2026), np.int8)
    seeds = np.array([5, 6, 5, 7], np.uint64)
    first = sampled(mask, seeds)
    assert first[0] == first[2]
    assert len({first[0], first[1], first[3]}) == 3
    second = sampled(mask, seeds)
    assert second != first
    assert second[0] == second[2]
    alone = np.array([6], np.uint64)
    assert [sampled(mask[:1], alone), sampled(mask[:1], alone)] == [first[1:2], second[1:2]]


@pytest.mark.parametrize("width", WIDTHS)
def test_a_row_without_legal_actions(width):
    mask = np.ones((3, width), np.int8)
    mask[1] = 0
    drawn = sampled(mask, np.arange(3, dtype=np.uint64))
    assert drawn[1] == -1
    assert min(drawn[0], drawn[2]) >= 0
    rng = np.random.default_rng(0)
    with pytest.raises(IllegalActionError, match="row 1"):
        sample_legal(mask, rng)
    with pytest.raises(IllegalActionError, match="no legal action"):
        sample_legal(mask[1], rng)


@pytest.mark.parametrize("kind", [bool, "i1", "u1", "i8"])
def test_masks_of_any_dtype_and_order_are_taken(kind):
    rng = np.random.default_rng(2)
    mask = np.zeros((70, 40), kind)
    mask[:, 33] = 1
    assert set(sample_legal(mask, rng).tolist()) == {33}
    assert set(sample_legal(mask.T[:, ::-1][33:34], rng).tolist()) <= set(range(70))
    assert sample_legal(mask[0, ::-1], rng) == 40 - 1 - 33


def test_an_empty_batch():
    assert sample_legal(np.zeros((0, 9), np.int8), np.random.default_rng(0)).shape == (0,)


def test_one_row_gives_a_plain_int_and_repeats_with_its_seed():
    mask = np.ones(500, np.int8)
    drawn = [sample_legal(mask, np.random.default_rng(seed)) for seed in (1, 1, 2)]
    assert type(drawn[0]) is int
    assert drawn[0] == drawn[1] != drawn[2]
