"""The tiles of a game: one of the named sets, or a CSV file of the user's own.

Of the 49 tiles reviews and the publisher tell: centers of 2 to 14, pips of 1 to 7, one tile of
center 2 (all pips 1), one of center 14 (all pips 7), and seven of center 8 on whose sides all of 1
to 7 occur. That there are ``7 - |center - 8|`` tiles of each center is inferred from that, and so
is that every pip number leaves its partner within 1 to 7. The pips of 47 tiles are *not* known; the
four sets fit all that is, and differ in how the pips lie around a tile:

============= ====================================================================
``mix``       two numbers twice each, opposite on one tile and adjacent on another
``opp``       the same numbers lie opposite
``adj``       the same numbers lie side by side
``three_one`` one number three times, the other once
============= ====================================================================
"""

import csv
import hashlib
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from quiltenvs.core.errors import QuiltError
from quiltenvs.quartile import rules

TILE_SETS = ("mix", "opp", "adj", "three_one")
COLUMNS = ("tile", "centre", *rules.SIDES)
"""Of a tile file; others are ignored."""
_FOLDER = Path(__file__).with_name("tiles")


class TileFileError(QuiltError):
    """A file does not hold the 49 tiles of a game."""


class Tile(NamedTuple):
    """One tile as printed."""

    center: int
    pips: tuple[int, ...]
    """In the order of ``rules.SIDES``."""


def read_tiles(tile_set: str) -> tuple[Tile, ...]:
    """Return the tiles of a named set or of a CSV file, in the order of the file.

    Raises:
        TileFileError: there is no such file, or it does not hold 49 tiles that could be played.
    """
    if tile_set in TILE_SETS:
        return _named_tiles(tile_set)
    try:
        with open(tile_set, encoding="utf-8-sig", newline="") as file:
            return parse_tiles(file)
    except TileFileError as error:
        raise TileFileError(f"{tile_set}: {error}") from error
    except OSError as error:
        raise TileFileError(f"{tile_set}: {error.strerror}") from error
    except (UnicodeDecodeError, csv.Error, ValueError) as error:
        raise TileFileError(f"{tile_set}: not a CSV file: {error}") from error


@cache
def _named_tiles(name: str) -> tuple[Tile, ...]:
    with (_FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return parse_tiles(file)


def parse_tiles(lines: Iterable[str]) -> tuple[Tile, ...]:
    """Return the tiles in the lines of a CSV file.

    Raises:
        TileFileError: they are not 49 tiles that could be played.
    """
    reader = csv.DictReader(lines)
    missing = [column for column in COLUMNS if column not in (reader.fieldnames or ())]
    if missing:
        raise TileFileError(f"no column {missing[0]!r}; needed are {', '.join(COLUMNS)}")
    tiles: dict[str, Tile] = {}
    for row in reader:
        name = (row["tile"] or "").strip()
        if not name:
            raise TileFileError(f"line {reader.line_num}: no id in the column 'tile'")
        if name in tiles:
            raise TileFileError(f"tile {name}: there twice")
        tiles[name] = _read_tile(name, row)
    if len(tiles) != rules.NUM_TILES:
        raise TileFileError(f"{len(tiles)} tiles; a game has {rules.NUM_TILES}")
    return tuple(tiles.values())


def _read_tile(name: str, row: dict[str, str | None]) -> Tile:
    """Return the tile in a row if it could be played."""
    center = _number(name, row, "centre", rules.MIN_CENTER, rules.MAX_CENTER)
    pips = tuple(_number(name, row, side, rules.MIN_PIPS, rules.MAX_PIPS) for side in rules.SIDES)
    for side, count in zip(rules.SIDES, pips, strict=True):
        if not rules.MIN_PIPS <= center - count <= rules.MAX_PIPS:
            raise TileFileError(
                f"tile {name}: {side} {count} could never match, since {center} - {count} is not "
                f"{rules.MIN_PIPS} .. {rules.MAX_PIPS}"
            )
    return Tile(center, pips)


def _number(name: str, row: dict[str, str | None], column: str, low: int, high: int) -> int:
    text = (row[column] or "").strip()
    if not text.isascii() or not text.isdecimal() or not low <= int(text) <= high:
        raise TileFileError(f"tile {name}: {column} is {text!r}; use {low} .. {high}")
    return int(text)


def digest(tile_set: str) -> str:
    """Return a digest of the tiles in a file; "" for a named set, whose tiles never change."""
    if tile_set in TILE_SETS:
        return ""
    return hashlib.sha256(repr(read_tiles(tile_set)).encode()).hexdigest()[:16]


def find_fault(tile_set: object) -> str:
    """Return why ``tile_set`` names no tiles, or ""."""
    if not isinstance(tile_set, str) or not tile_set or "\0" in tile_set:
        return "not a name or path"
    try:
        read_tiles(os.fspath(tile_set))
    except TileFileError as error:
        return str(error)
    return ""
