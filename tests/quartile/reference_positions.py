"""Positions of the literal reference, set up by hand for its own tests.

A tile is written as "6-1524": center 6, then the pips north 1, east 5, south 2, west 4.
"""

from tests.reference.quartile import START, Quartile, around

PLAIN = "8-4444"  # fits beside its like
STUCK = "2-1111"  # fits beside no plain tile


def read(code):
    """The tile of a code."""
    center, edges = code.split("-")
    return (int(center), *(int(edge) for edge in edges))


def mix():
    """A set of 49: all two pairs of each center, opposite and adjacent, doubles once."""
    tiles = []
    for center in range(2, 15):
        for low in range(max(1, center - 7), center // 2 + 1):
            high = center - low
            tiles.append((center, low, high, low, high))
            if low != high:
                tiles.append((center, low, low, high, high))
    return tiles


def table(*hands, quarry="", start=PLAIN, num_players=2, starter=0, **options):
    """A game in which seats hold given hands; every other tile is plain.

    Tiles are numbered from the end of the row, so that a number is no place in it.
    """
    dealt = [hand.split() for hand in hands]
    dealt += [[PLAIN] * 4 for _ in range(num_players - len(dealt))]
    row = [start, *(hand[slot] for slot in range(4) for hand in dealt), *quarry.split()]
    row += [PLAIN] * (49 - len(row))
    return Quartile(
        tiles=[read(code) for code in reversed(row)],
        row=range(48, -1, -1),
        num_players=len(dealt),
        starter=starter,
        **options,
    )


def put(game, cells):
    """Have further tiles lie on the table, turned as they are written."""
    for cell, code in cells.items():
        game.tiles.append(read(code))
        game.laid[cell] = (len(game.tiles) - 1, 0)
    return game


def enclose(game, code=PLAIN):
    """Have tiles lie around the start tile, so that its sides are out of reach."""
    return put(game, dict.fromkeys(around(START), code))


def write(game, *points):
    """Have a score by seat."""
    game.pads = [[score] for score in points]
    return game


def lay(game, slot, cell, rotation=0):
    """Choose a tile and lay it."""
    game.play(("tile", slot, rotation))
    game.play(("cell", *cell))


def codes(game, seat):
    """The codes of a hand by slot, "" for an empty one."""
    tiles = [None if number is None else game.tiles[number] for number in game.hand(seat)]
    return ["" if tile is None else f"{tile[0]}-{''.join(map(str, tile[1:]))}" for tile in tiles]


def cells(game, slot, rotation=0):
    """Where the tile in a slot of the seat to move may lie."""
    if ("tile", slot, rotation) not in game.legal():
        return set()
    game.play(("tile", slot, rotation))
    moves = game.legal()
    assert {move[0] for move in moves} == {"cell"}
    game.chosen = None  # as if it had not been chosen
    return {move[1:] for move in moves}
