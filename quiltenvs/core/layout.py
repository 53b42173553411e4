"""Named blocks of a flat observation or action space, and the way back to the blocks."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Block:
    """One named part of an observation, or of the actions."""

    name: str
    shape: tuple[int, ...]
    text: str
    """What it holds; of an observation also how it is scaled to [0, 1]."""

    @property
    def size(self) -> int:
        """Number of values."""
        return math.prod(self.shape)


class Layout(tuple[Block, ...]):
    """The blocks in order, and where each begins."""

    __slots__ = ()

    @property
    def size(self) -> int:
        """Length D of the whole vector."""
        return sum(block.size for block in self)

    def slices(self) -> Iterator[tuple[Block, slice]]:
        """Yield each block with its place in the vector."""
        start = 0
        for block in self:
            yield block, slice(start, start + block.size)
            start += block.size

    def start(self, name: str) -> int:
        """Return the index of the first value of block ``name``.

        Raises:
            KeyError: there is no such block.
        """
        for block, place in self.slices():
            if block.name == name:
                return int(place.start)
        raise KeyError(name)

    def unflatten(self, observation: Any) -> dict[str, Any]:
        """Return the blocks by name, as views.

        Args:
            observation: (..., D) array or torch tensor; leading axes (a batch, time) are kept.
                The layout of the actions takes masks and logits apart in the same way.

        Raises:
            ValueError: the last axis is not D long.
        """
        if observation.shape[-1] != self.size:
            raise ValueError(f"this layout has {self.size} values, not {observation.shape[-1]}")
        lead = tuple(observation.shape[:-1])
        return {
            block.name: observation[..., place].reshape(lead + block.shape)
            for block, place in self.slices()
        }
