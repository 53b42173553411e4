"""Positions of Quartile, drawn as they lie on the table.

A tile is written as its center and its pips from the north clockwise, ``6:1524``: on the table as
it lies there, in a hand as it is printed. ``**`` is the start tile and ``..`` a free cell or an
empty slot; a test may mark free cells with other words, e.g. ``++`` where a tile may go.
"""

import numpy as np

import quiltenvs
from quiltenvs.quartile.state import CHOOSE_CELL, CHOOSE_TILE, COMMIT, NONE, OVER, pack_pips
from quiltenvs.quartile.table import clear, find_open, lay

GAME = quiltenvs.game("quartile")
START, FREE, MARK = "**", "..", "++"
FIRST_NAME, FIRST_TILE, VISIT, UNABLE, FIRST_CELL = 4, 10, 30, 31, 32
BY_TURN = {"starting_player": 0}
STUCK_TABLE = """
    ..      8:4444  ..
    6:3333  **      10:5555
    ..      8:3535  ..
"""
"""Every open side shows 3, 4 or 5, so that tiles without such pips fit nowhere."""
STUCK_HAND = "2:1111 14:7777 3:1212 13:6767"
ABLE_HAND = "8:3355 7:3434 12:5757 7:1616"
"""Fits on STUCK_TABLE but for the last tile."""


def read(drawing):
    """Return the words of a drawing by cell, counted from the start tile."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    assert len({len(row) for row in rows}) == 1, drawing
    words = {(r, c): word for r, row in enumerate(rows) for c, word in enumerate(row)}
    ((down, right),) = (cell for cell, word in words.items() if word == START)
    return {(row - down, column - right): word for (row, column), word in words.items()}


def marked(drawing, mark=MARK):
    """Return the cells of a drawing that hold the word ``mark``."""
    return {cell for cell, word in read(drawing).items() if word == mark}


def parse(code):
    """Return center and pips of a tile."""
    center, pips = code.split(":")
    return int(center), tuple(map(int, pips))


def unpacked(pips):
    """Return packed pips side by side, from the north clockwise."""
    return tuple(int(pips) >> 4 * side & 15 for side in range(4))


def code(state, tile):
    """Return the code of a tile by its number, as printed."""
    return f"{state.tile_center[tile]}:{''.join(map(str, unpacked(state.tile_pips[tile])))}"


def rotations(pips):
    """Return pips after 0 to 3 quarter turns clockwise, the last side coming first each time."""
    return [pips[4 - turns :] + pips[: 4 - turns] for turns in range(4)]


def packed_cell(cell):
    return cell[0] * 128 + cell[1]


def cell_of(number):
    """Return the row and column of a packed cell, both from -64 on."""
    row, column = divmod(int(number) + 64 * 128 + 64, 128)
    return row - 64, column - 64


# --- setting up -----------------------------------------------------------------------------


def table(drawing=START, *hands, quarry="", left=None, scores=(), turn=0, **options):
    """Return a state with these tiles on the table; seat 0 began unless told.

    Args:
        hands: By seat; seats without one have four tiles as they come.
        quarry: The next tiles to be drawn.
        left: How many tiles there are to draw, the others being discarded; all unless told.
        scores: By seat.
        turn: Whose turn it is.
        options: Of the game; two players, or as many as there are hands.
    """
    options = {**BY_TURN, "num_players": max(2, len(hands)), **options}
    state = quiltenvs.game("quartile", **options).new_state(0)
    pool = np.random.default_rng(0).permutation(49).tolist()
    on_table = {cell: word for cell, word in read(drawing).items() if ":" in word}
    clear(state)
    state.num_placed = 1
    laid = {cell: _take(state, pool, word, is_turned=True) for cell, word in on_table.items()}
    _lay_all(state, laid, on_table)
    given = [[_take(state, pool, word) for word in hand.split()] for hand in hands]
    drawn = [_take(state, pool, word) for word in quarry.split()]
    state.placed_tile[0] = pool.pop()
    for seat in range(int(state.num_players)):
        hand = given[seat] if seat < len(given) else [pool.pop() for _ in range(4)]
        state.hand[seat] = hand + [NONE] * (5 - len(hand))
    _pile(state, drawn + pool, len(drawn + pool) if left is None else left)
    state.scores[: len(scores)] = scores
    if (state.hand == NONE).all():
        state.phase = OVER
    elif state.phase != COMMIT:
        state.turn_of = state.mover = turn
    return checked(state)


def _take(state, pool, word, is_turned=False):
    """Take the first tile that is like ``word`` out of the pool; return its number."""
    if word == FREE:
        return NONE
    center, pips = parse(word)
    alike = rotations(pips) if is_turned else [pips]
    for tile in sorted(pool):
        if state.tile_center[tile] == center and unpacked(state.tile_pips[tile]) in alike:
            pool.remove(tile)
            return tile
    raise AssertionError(f"no tile {word} is left")


def _lay_all(state, tiles, words):
    """Lay the tiles, each next to one that lies there already."""
    waiting = dict(tiles)
    while waiting:
        cell = next(cell for cell in waiting if packed_cell(cell) in open_cells(state))
        pips = pack_pips(parse(words[cell])[1])
        lay(state, waiting.pop(cell), pips, find_open(state, packed_cell(cell)))


def _pile(state, tiles, left):
    """Make the first ``left`` of these tiles the quarry, and discard the others."""
    state.num_drawn = 49 - left
    state.quarry[:] = NONE
    state.quarry[49 - left :] = tiles[:left]
    state.num_discards = len(tiles) - left
    state.discards[: state.num_discards] = tiles[left:]


def open_cells(state):
    return state.open_cell[: state.num_open].tolist()


def checked(state):
    fault = GAME.find_fault(state)
    assert not fault, fault
    return state


# --- playing --------------------------------------------------------------------------------


def game_at(state):
    """Return the game with the players and the table of a state; other options lie in it."""
    size = 2 * int(state.table_radius) + 1
    return quiltenvs.game("quartile", num_players=int(state.num_players), table_size=size)


def legal(state):
    return game_at(state).legal_actions(state)


def play(state, *actions):
    """Play actions; return the state, which no rule may have damaged."""
    for action in actions:
        game_at(state).play(state, action)
    return checked(state)


def cell_action(state, cell):
    radius = int(state.table_radius)
    return FIRST_CELL + (cell[0] + radius) * (2 * radius + 1) + cell[1] + radius


def choose(state, slot=0, rotation=0):
    """Choose a tile and how it is turned; return the state."""
    return play(state, FIRST_TILE + 4 * slot + rotation)


def put(state, cell, slot=0, rotation=0):
    """Choose a tile and lay it on a cell; return the state."""
    return play(choose(state, slot, rotation), cell_action(state, cell))


def pairs(state):
    """Return the legal choices of a slot and a rotation."""
    return {divmod(a - FIRST_TILE, 4) for a in legal(state) if FIRST_TILE <= a < VISIT}


def turns_of(state, slot=0):
    """Return the legal rotations of the tile in a slot."""
    return {rotation for place, rotation in pairs(state) if place == slot}


def cells(state, slot=0, rotation=0):
    """Return where the tile in a slot may go, turned like that."""
    if (slot, rotation) not in pairs(state):
        return set()
    fork = choose(state.copy(), slot, rotation)
    assert fork.phase == CHOOSE_CELL
    size, radius = 2 * int(state.table_radius) + 1, int(state.table_radius)
    places = (divmod(action - FIRST_CELL, size) for action in legal(fork))
    return {(row - radius, column - radius) for row, column in places}


def can_lie(state, cell, slot=0):
    """Return the rotations in which the tile in a slot may go to a cell."""
    return {rotation for rotation in range(4) if cell in cells(state, slot, rotation)}


# --- looking --------------------------------------------------------------------------------


def lies(state):
    """Return the tiles on the table by cell, as they lie; the start tile is ``**``."""
    count = int(state.num_placed)
    on_table = zip(
        state.placed_cell[:count], state.placed_tile[:count], state.placed_pips[:count], strict=True
    )
    return {
        cell_of(cell): f"{state.tile_center[tile]}:{''.join(map(str, unpacked(pips)))}"
        if cell
        else START
        for cell, tile, pips in on_table
    }


def hand(state, seat):
    """Return the hand of a seat as it is written, slot by slot, without the one of a visit."""
    tiles = state.hand[seat].tolist()
    tiles = tiles if tiles[4] != NONE else tiles[:4]
    return " ".join(FREE if tile == NONE else code(state, tile) for tile in tiles)


def discards(state):
    return [code(state, tile) for tile in state.discards[: state.num_discards]]


def points(state):
    return state.scores[: state.num_players].tolist()


def is_turn_of(state, seat):
    """Whether the turn of a seat begins."""
    return state.phase == CHOOSE_TILE and state.picked == NONE and state.turn_of == seat
