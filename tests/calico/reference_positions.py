"""Positions of the literal reference, set up by hand for its own tests."""

from collections import Counter

from tests.reference.calico import Calico
from tests.reference.calico_tables import (
    COLORS,
    PATTERNS,
    PLAY,
    SCENARIOS,
    SPOTS,
    neighbours,
    read_tile,
)

KINDS = [color + pattern for color in COLORS for pattern in PATTERNS]
SEATS = ["blue", "green", "purple", "yellow"]


def read(codes):
    """The tiles of some codes."""
    return [read_tile(code) for code in codes.split()]


def tiles(codes="", copies=3):
    """A full row of tiles that begins with the given ones."""
    first = codes.split()
    rest = Counter(KINDS * copies) - Counter(first)
    return read(" ".join([*first, *sorted(rest.elements())]))


def table(codes="", *, num_players=1, cats="Millie Tibbit Coconut", patterns="sq fv dw", **options):
    """A game on the blue board (then green, purple, yellow); the family variant unless told."""
    return Calico(
        **{
            "tiles": tiles(codes),
            "boards": SEATS[:num_players],
            "starter": 0,
            "cats": cats.split(),
            "patterns": [tuple(PATTERNS[code] for code in pair) for pair in patterns.split()],
            "offers": None,
            **options,
        }
    )


def drawn(drawing):
    """The tiles of a drawing of the 5 rows of 5 hexes inside the border, in reading order.

    The hexes of the first, third and fifth row lie half a hex to the right, as on the board.
    """
    rows = [line.split() for line in drawing.strip().splitlines()]
    assert [len(row) for row in rows] == [5] * 5
    hexes = {(r, c): code for r, row in enumerate(rows, 1) for c, code in enumerate(row, 1)}
    assert {cell for cell, code in hexes.items() if code == "()"} == set(SPOTS.values())
    return {
        cell: read_tile(code) for cell, code in sorted(hexes.items()) if code not in ("..", "()")
    }


def sew(game, drawing, seat=0):
    """Place the tiles of a drawing one by one, taking tokens; ".." is left as it is."""
    for cell, tile in drawn(drawing).items():
        game._sew(seat, cell, tile)
    return game


def lay(game, cells, code="Gd", seat=0):
    """Have tiles of one kind lie on spaces, without tokens."""
    game.placed[seat].update(dict.fromkeys(cells, read_tile(code)))


def surround(game, spot, colors, patterns, seat=0):
    """Have tiles lie around a goal, from the top left; a shorter row leaves spaces open."""
    around = sorted(neighbours(SPOTS[spot]))
    for cell, color, pattern in zip(around, colors, patterns, strict=False):
        game.placed[seat][cell] = read_tile(color + pattern)


def fill_all_but(game, *cells, code="Gd", seat=0):
    """Have all spaces filled but some, without tokens."""
    lay(game, PLAY - set(cells), code, seat)


def give(game, seat=0, buttons="", cats="", rainbow=False):
    """Hand out tokens that sit in a corner, where no area is."""
    game.button_tokens[seat] = [(COLORS[code], (0, 0)) for code in buttons]
    game.cats_attracted[seat] = [(cat, (0, 0)) for cat in cats.split()]
    game.rainbows[seat] = rainbow


def scenario(number, goals=(), **tokens):
    """A solo game of a scenario with tokens, and goals met: "c" by color, "b" both, "-" not."""
    card = SCENARIOS[number]
    game = table(cats=" ".join(card.cats), offers=[card.goals], scenario=number)
    game.play(("goals", 0, 1, 2))
    give(game, **tokens)
    ways = {"c": (True, False), "p": (False, True), "b": (True, True), "-": (False, False)}
    met = {spot: ways[way] for spot, way in zip(SPOTS, goals or "---", strict=True)}
    game.goals_met = lambda seat: met
    return game
