"""Named blocks of a vector."""

import numpy as np
import pytest

from quiltenvs.core.layout import Block, Layout

LAYOUT = Layout(
    (Block("board", (2, 3), "cells"), Block("flag", (1,), "f"), Block("pile", (4,), "p"))
)


def test_sizes_and_places():
    assert LAYOUT.size == 11
    assert [block.size for block in LAYOUT] == [6, 1, 4]
    assert [(b.name, p.start, p.stop) for b, p in LAYOUT.slices()] == [
        ("board", 0, 6),
        ("flag", 6, 7),
        ("pile", 7, 11),
    ]
    assert [LAYOUT.start(name) for name in ("board", "flag", "pile")] == [0, 6, 7]


def test_an_unknown_block_has_no_place():
    with pytest.raises(KeyError, match="sky"):
        LAYOUT.start("sky")


def test_an_empty_layout():
    assert Layout().size == 0
    assert Layout().unflatten(np.zeros((3, 0))) == {}


@pytest.mark.parametrize("lead", [(), (5,), (2, 5)])
def test_blocks_are_views(lead):
    values = np.arange(int(np.prod(lead)) * 11).reshape((*lead, 11))
    blocks = LAYOUT.unflatten(values)
    assert list(blocks) == ["board", "flag", "pile"]
    assert blocks["board"].shape == (*lead, 2, 3)
    assert blocks["flag"].shape == (*lead, 1)
    assert (blocks["board"].reshape((*lead, 6)) == values[..., :6]).all()
    blocks["pile"][..., 0] = -1
    assert (values[..., 7] == -1).all()
    assert (values[..., 8] != -1).all()


@pytest.mark.parametrize("length", [0, 10, 12])
def test_another_length_is_refused(length):
    with pytest.raises(ValueError, match=f"has 11 values, not {length}"):
        LAYOUT.unflatten(np.zeros((2, length)))
