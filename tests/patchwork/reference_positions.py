"""Positions of the literal reference, set up by hand for its own tests."""

from tests.reference.patchwork import BOARD, Patchwork

CIRCLE = [*range(1, 33), 0]
ADVANCE = ("advance",)


def dealt(*first):
    """A circle with the given patches first after the neutral token."""
    return [*first, *(patch for patch in range(1, 33) if patch not in first), 0]


def put(game, seat, space):
    """Set a time token on top of a space, with no effect of the marks."""
    game.track[game.position[seat]].remove(seat)
    game.track[space].append(seat)


def late(positions, circle=CIRCLE, **options):
    """A game with the tokens on two spaces (seat 1 on top) and no special patches left."""
    game = Patchwork(circle, **options)
    game.special_patches.clear()
    for seat in (0, 1):
        put(game, seat, positions[seat])
    return game


def buys(game, offer=None):
    """The legal purchases, of one offer if given, in a fixed order."""
    found = [move for move in game.legal() if move[0] == "buy" and offer in (None, move[1])]
    return sorted(found, key=lambda move: (move[1], sorted(move[2])))


def all_but(*cells):
    return BOARD - set(cells)
