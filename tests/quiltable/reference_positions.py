"""Deals and positions of Quiltable's literal reference for its own tests.

A block is written by its first letters, see ``SHORT``; ``.`` is an empty cell.
"""

import random
from dataclasses import replace

from tests.reference.quiltable import Deal, Options, Position
from tests.reference.quiltable_cards import CARDS
from tests.reference.quiltable_quilt import normalized
from tests.reference.quiltable_setup import ASSISTANTS, num_cards

SHORT = {
    "S": "sunflower",
    "L": "leaf",
    "C": "corn",
    "I": "pie",
    "A": "apple",
    "P": "pumpkin",
    "H": "cottage",
    "N": "acorn",
}


def deal_of(options, rng):
    """A deal that the options allow, by chance."""
    cards = [*range(len(CARDS))] * options.copies
    rng.shuffle(cards)
    count = num_cards(options)
    num_piles = 8 if options.mode == "speed" else 4
    piles = [cards[number:count:num_piles] for number in range(num_piles)]
    held, center = assistants_of(options, rng)
    return Deal(
        starting_player=rng.randrange(options.num_players),
        piles=[piles[number : number + 4] for number in range(0, num_piles, 4)],
        removed=cards[count:],
        assistants=held,
        center=center,
    )


def assistants_of(options, rng):
    """The assistants of the seats and of the center, or None."""
    if options.assistants == "none":
        return None, None
    sides = range(0, 8 if options.num_players == 1 else 10, 2)
    left = [*sides] * options.copies
    rng.shuffle(left)
    if options.assistants == "random":
        held = left[: options.num_players]
        left = left[options.num_players :]
    else:
        held = [ASSISTANTS.index(name) for name in options.assistants.split(",")]
        for assistant in held:
            left.remove(assistant // 2 * 2)
    return held, left[0] + rng.randrange(2)


def new_game(seed=0, starter=0, **options):
    """A game after a deal by chance; without a starter, that is by chance too."""
    options = Options(**options)
    deal = deal_of(options, random.Random(seed))
    if starter is not None:
        deal = replace(deal, starting_player=starter)
    return Position(options, deal)


def second_deal(game, rng):
    """Piles for a Quick Start from what was given back."""
    cards = [card for pile in game.areas[0].piles for card in pile]
    rng.shuffle(cards)
    sizes = [(len(cards) + 3 - pile) // 4 for pile in range(4)]
    return [[cards.pop() for _ in range(size)] for size in sizes]


def quilt_of(drawing):
    """A quilt of a drawing; of each type the cards are taken in the order of their numbers."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    left = {
        short: [n for n, c in enumerate(CARDS) if c.block == SHORT[short]] * 2 for short in SHORT
    }
    return {
        (row, column): left[short].pop(0)
        for row, line in enumerate(rows)
        for column, short in enumerate(line)
        if short != "."
    }


def sew(game, seat, drawing):
    """Have a seat own a quilt; its cards may lie elsewhere too."""
    game.quilts[seat] = normalized(quilt_of(drawing))
    return game


def all_cards(game):
    """Every card of the game, wherever it is, in ascending order."""
    cards = [*game.deal.removed, *game.discards, *game.hand, *game.master_cards]
    for area in game.areas:
        cards += [*area.cells.values(), *(card for pile in area.piles for card in pile)]
    for seat in game.seats:
        cards += [*game.quilts[seat].values(), *game.patterns[seat]]
    return sorted(cards)


def play(game, text):
    """Play decisions written like "choose 1 1, choose 1 2, done"; each must be legal."""
    for words in text.split(","):
        block, *index = words.split()
        game.play((block, *map(int, index)))
    return game


def indices(game, block):
    """The indices of the legal decisions of a block, each a tuple."""
    return {tuple(index) for name, *index in game.legal() if name == block}


def blocks(game):
    """The blocks of the legal decisions."""
    return {name for name, *_ in game.legal()}


def drain(game, area=0):
    """Have the piles of an area be empty; the cards are gone."""
    game.areas[area].piles = [[] for _ in range(4)]
    return game
