"""No card gets lost, and none is there twice: at every step of random games all are counted.

Places are counted here from the arrays of the state, apart from ``faults.py``. Options are drawn
anew for every game, from all that go together.
"""

import numpy as np
import pytest

import quiltenvs
from quiltenvs.core.jit import COMPILED
from quiltenvs.quiltable.state import KEEP, NONE
from tests.quiltable.test_against_reference import options_of
from tests.strategies import IS_NIGHTLY, random_game, scaled

NUM_CHUNKS = 8 if COMPILED else 4  # uncompiled, the fifth game, with assistants, is slow
NUM_GAMES = 1_250 if IS_NIGHTLY else scaled(10)  # in a chunk
NUM_CARDS = 96
REMOVED_OF_ONE_COPY = {1: 48, 2: 48, 3: 24, 4: 0}
CARDS_PER_PLAYER = {1: 12, 2: 24}
BITS = 128  # of two words
CELLS_OF_RACE, CELLS_OF_TWO = 100, 36  # of the Race's area, and of each of the Speed game's two


def num_removed(config):
    """Return how many cards the rulebook takes out before the game."""
    if config.mode == "quick_start" or config.all_cards:
        return 0
    if config.copies == 1 and config.mode != "mini":
        return REMOVED_OF_ONE_COPY[config.num_players]
    players = max(2, config.num_players)
    return config.copies * NUM_CARDS - players * CARDS_PER_PLAYER[config.copies]


def flat(field):
    """Return (N, K) of (N, ...)."""
    return field.reshape(len(field), -1)


def copies_on(cells):
    """Return (N, 96): how often each card lies on (N, K) cells."""
    width = 1 + NUM_CARDS
    numbers = 1 + cells + width * np.arange(len(cells))[:, None]  # NONE becomes 0
    counts = np.bincount(numbers.ravel(), minlength=width * len(cells))
    return counts.reshape(len(cells), width)[:, 1:]


def bits(words):
    """Return (N, B) bits of (N, ...) words, the lowest of the first word first."""
    little = words.dtype.newbyteorder("<")
    as_bytes = np.ascontiguousarray(flat(words), little).view(np.uint8)
    return np.unpackbits(as_bytes, axis=1, bitorder="little")


def copies_in(sets):
    """Return (N, 96): how often each card is in (N, ..., 2) words of sets."""
    return bits(sets).reshape(len(sets), -1, BITS)[:, :, :NUM_CARDS].sum(axis=1, dtype=int)


def counts_by_place(config, states):
    """Return for every place (N, 96) copies of the cards there; of the players' only theirs."""
    deck, players = states["deck"], config.num_players
    tops, ends = (states[name][:, :, None] for name in ("pile_top", "pile_end"))
    place = np.arange(deck.shape[1])
    is_top, is_below = (place == tops) & (place < ends), (place > tops) & (place < ends)
    is_waiting = np.arange(states["hand"].shape[1]) < states["num_hand"][:, None]
    found = {
        "tops": copies_on(np.where(is_top.any(axis=1), deck, NONE)),
        "below": copies_on(np.where(is_below.any(axis=1), deck, NONE)),
        "removed": copies_on(np.where(place >= ends[:, -1], deck, NONE)),
        "areas": copies_on(states["area"]),
        "quilts": copies_on(flat(states["quilt"][:, :players])),
        "hand": copies_on(np.where(is_waiting, states["hand"], NONE)),
        "patterns": copies_in(states["patterns"][:, :players]),
    }
    if players == 1:
        found["stack"] = copies_in(states["stack"])
        found["discards"] = copies_in(states["discards"])
    return found


def check_cards(config, states):
    """Check that every copy of every card is in one place, and what was never seen."""
    counts = counts_by_place(config, states)
    total = sum(counts.values())
    wrong = np.argwhere(total != config.copies)
    assert not len(wrong), f"step {wrong[0, 0]}, card {wrong[0, 1]}: {total[tuple(wrong[0])]}"
    removed = counts["removed"]
    assert removed[0].sum() == num_removed(config)
    assert (removed == removed[0]).all()
    unseen = counts["below"] + removed
    is_hidden = states["phase"] == KEEP  # the piles of a Quick Start, until all have kept a card
    unseen[is_hidden] += counts["tops"][is_hidden]
    assert (states["unseen"] == unseen).all()


def check_cells(config, states):
    """Check that the sets of cells say where blocks lie: no rule would see another block."""
    blocks = bits(states["blocks"]).reshape(len(states), 2, BITS)
    area, quilts = states["area"] != NONE, flat(states["quilt"]) != NONE
    is_speed = config.mode == "speed"
    cells = flat(blocks[:, :, :CELLS_OF_TWO]) if is_speed else blocks[:, 0, :CELLS_OF_RACE]
    assert (area[:, : cells.shape[1]] == cells).all()
    assert area.sum() == blocks.sum()
    assert (bits(states["quilt_cells"]) == quilts).all()


@pytest.mark.parametrize("chunk", range(NUM_CHUNKS))
def test_every_card_is_in_one_place(chunk):
    for number in range(1 + chunk * NUM_GAMES, 1 + (chunk + 1) * NUM_GAMES):
        game = quiltenvs.game("quiltable", **options_of(number))
        states = random_game(game, number)
        check_cards(game.config, states)
        check_cells(game.config, states)


def test_every_place_holds_cards_at_some_time():
    """And some cards wait to be laid, or are donated to nobody."""
    game = quiltenvs.game("quiltable", num_players=1, assistants="terrific_tim")
    counts = counts_by_place(game.config, random_game(game, 1))
    assert {place for place, copies in counts.items() if copies.any()} == set(counts)
    assert len(counts) == 9
