"""The 96 cards, read from ``cards.csv``: block side and pattern side.

A card is its number in the file less one. All cards differ, so what lies on one side tells the
other; a second copy of the game has the same numbers again.
"""

import csv
from pathlib import Path
from typing import NamedTuple

import numpy as np

from quiltenvs.quiltable import rules

FREE = "-"


class Spot(NamedTuple):
    """A cell of a pattern that something has to lie on."""

    row: int
    column: int
    label: int
    """A type, or NUM_TYPES + the number of a letter."""


class Card(NamedTuple):
    """One card as printed."""

    type: int
    is_premium: bool
    color: int
    """Of the patch."""
    position: int
    """Of the patch."""
    kind: int
    points: int
    pattern: str
    """Rows parted by ``/``; names of types, letters, ``-`` for a free cell."""
    spots: tuple[Spot, ...]


def _label(word: str) -> int:
    if word in rules.TYPES:
        return rules.TYPES.index(word)
    return rules.NUM_TYPES + rules.LETTERS.index(word)


def parse_pattern(text: str) -> tuple[Spot, ...]:
    """Return the spots of a pattern, row by row."""
    return tuple(
        Spot(row, column, _label(word))
        for row, line in enumerate(text.split("/"))
        for column, word in enumerate(line.split())
        if word != FREE
    )


def _parse(row: dict[str, str]) -> Card:
    return Card(
        rules.TYPES.index(row["block"]),
        row["premium"] == "1",
        rules.PATCH_COLORS.index(row["patch"]),
        rules.PATCH_POSITIONS.index(row["patch_pos"]),
        rules.KINDS.index(row["kind"]),
        int(row["points"]),
        row["pattern"],
        parse_pattern(row["pattern"]),
    )


def _read() -> tuple[Card, ...]:
    with Path(__file__).with_name("cards.csv").open(encoding="utf-8", newline="") as file:
        return tuple(_parse(row) for row in csv.DictReader(file))


CARDS = _read()

# The same as arrays, for compiled code.
TYPE_OF = np.array([card.type for card in CARDS], np.int8)
IS_PREMIUM = np.array([card.is_premium for card in CARDS], np.int8)
COLOR_OF = np.array([card.color for card in CARDS], np.int8)
POSITION_OF = np.array([card.position for card in CARDS], np.int8)
POINTS_OF = np.array([card.points for card in CARDS], np.int8)
_NO_MINI = [rules.KINDS.index(kind) for kind in rules.NO_MINI_KINDS]
IN_MINI = np.array([card.kind not in _NO_MINI for card in CARDS], np.int8)
"""1: the pattern can be planned in the Mini game."""


def separate(cards: list[int]) -> tuple[list[int], list[int]]:
    """Return the cards of two mixed copies as two sets, each with every card once.

    The rulebook's "Separating Cards": the first card with a type, patch and patch position goes
    to the first set, its double to the second.

    Raises:
        ValueError: ``cards`` are not two copies of the game.
    """
    first: list[int] = []
    second: list[int] = []
    seen: set[tuple[int, int, int]] = set()
    for card in cards:
        if not 0 <= card < rules.NUM_CARDS:
            raise ValueError(f"no card {card}; they are 0 .. {rules.NUM_CARDS - 1}")
        mark = (CARDS[card].type, CARDS[card].color, CARDS[card].position)
        (second if mark in seen else first).append(card)
        seen.add(mark)
    everything = list(range(rules.NUM_CARDS))
    if sorted(first) != everything or sorted(second) != everything:
        raise ValueError(
            f"{len(cards)} cards with {len(seen)} different marks are not two copies of the game, "
            f"which have {rules.MAX_COPIES * rules.NUM_CARDS} cards, every mark twice"
        )
    return first, second
