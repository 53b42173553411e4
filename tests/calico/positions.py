"""Positions of Calico, drawn as in ``rules.BOARDS``: seven rows of seven hexes, two letters each.

The first letter is the color, the second the pattern; ``..`` is an open space and ``##`` a goal
tile. A test may mark open spaces with other words, e.g. ``*1`` where the next tile goes.
"""

from collections import Counter

import numpy as np

import quiltenvs
from quiltenvs.calico import rules, scoring
from quiltenvs.calico.state import CHOOSE_GOALS, NONE, OVER, PLACE, TAKE

GAME = quiltenvs.game("calico")
COLORS, PATTERNS = "YGLDPK", "dfwqsv"
CATS = ["Millie", "Callie", "Tibbit", "Rumi", "Coconut", "Tecolote", "Cira", "Almond"]
CATS += ["Gwenivere", "Leo"]
GOALS = ["!=", "AAAA-BB", "AAA-BBB", "AAA-BB-C", "AA-BB-CC", "AA-BB-C-D"]
EMPTY = """
    Kv  Ys  Lv  Kf  Pq  Yw  Gs
      Gw  ..  ..  ..  ..  ..  Dd
    Dq  ..  ..  ##  ..  ..  Pv
      Lf  ..  ..  ..  ##  ..  Yf
    Ps  ..  ##  ..  ..  ..  Gq
      Yd  ..  ..  ..  ..  ..  Dw
    Pw  Lq  Kw  Df  Gv  Kd  Ls
"""
"""The blue board, that of seat 0."""
GREEN = """
    Df  Yv  Gf  Ds  Pq  Yd  Lv
      Pd  ..  ..  ..  ..  ..  Kw
    Kq  ..  ..  ##  ..  ..  Pf
      Ls  ..  ..  ..  ##  ..  Ys
    Yw  ..  ##  ..  ..  ..  Lq
      Pv  ..  ..  ..  ..  ..  Kd
    Gs  Dd  Gq  Ks  Lf  Dw  Gv
"""
"""The green board, that of seat 1."""
HEXES = [(row, column) for row in range(7) for column in range(7)]
SPACES = [cell for cell, word in zip(HEXES, EMPTY.split(), strict=True) if word == ".."]
SPOTS = [cell for cell, word in zip(HEXES, EMPTY.split(), strict=True) if word == "##"]


def touches(one, other):
    """Whether two hexes touch: in half hexes, their centers are a row or two columns apart."""
    down, right = other[0] - one[0], 2 * (other[1] - one[1]) + other[0] % 2 - one[0] % 2
    return (abs(down), abs(right)) in ((0, 2), (1, 1))


RINGS = [[cell for cell in HEXES if touches(cell, spot)] for spot in SPOTS]


def read(drawing):
    """Return the words of a drawing by cell."""
    words = drawing.split()
    assert len(words) == 49, drawing
    board = dict(zip(HEXES, words, strict=True))
    assert [cell for cell, word in board.items() if word == "##"] == SPOTS, drawing
    return board


def marked(drawing, mark):
    """Return the cells of a drawing that hold the word ``mark``."""
    return {cell for cell, word in read(drawing).items() if word == mark}


def kind(code):
    """Return the kind of a tile: color * 6 + pattern."""
    return COLORS.index(code[0]) * 6 + PATTERNS.index(code[1])


def kinds(codes):
    return [kind(code) for code in codes.split()]


def is_tile(word):
    return word[0] in COLORS and word[1] in PATTERNS


def cells(word):
    """Return the cells of an engine's bitboard."""
    return {cell for i, cell in enumerate(HEXES) if int(word) >> i & 1}


def index(cell):
    """Return the bit of a cell."""
    return HEXES.index(cell)


def game_of(num_players=1, **options):
    """Return the game with these options; with goal tiles face down and the cats of beginners.

    Naming goals, a scenario or a setup changes that.
    """
    if "scenario" not in options:
        options = {"cats": "Millie Tibbit Coconut", **options}
        if "goals" not in options:
            options = {"setup": "family", **options}
    return quiltenvs.game("calico", num_players=num_players, **options)


def table(*drawings, hand="", market="", bag="", patterns="df wq sv", **options):
    """Return a state with these quilts, on the blue board, the green, ...; goals by name in order.

    The tiles are placed row by row, and earn what they then earn. The turn is that of the first
    seat with the fewest tiles.

    Args:
        drawings: One for each player.
        hand: Tiles in the hand of the player to move; other tiles are as they come.
        market: Tiles on the market, from slot 0 on.
        bag: The next tiles to be drawn.
        patterns: Two letters for each cat.
        options: Of the game, see ``game_of``.
    """
    game = game_of(len(drawings), **options)
    state = game.new_state(0)
    while state.phase == CHOOSE_GOALS:
        game.play(state, game.legal_actions(state)[0])
    pairs = patterns.split()
    state.cat_of = [
        next(i for i, pair in enumerate(pairs) if letter in pair) for letter in PATTERNS
    ]
    for seat, drawing in enumerate(drawings):
        _sew_all(state, seat, read(drawing))
    placed = state.num_placed[: len(drawings)].tolist()
    state.mover = placed.index(min(placed))
    state.phase = OVER if min(placed) == 22 else PLACE
    _deal(state, hand, market, bag)
    return checked(state)


def checked(state):
    fault = GAME.find_fault(state)
    assert not fault, fault
    return state


def _sew_all(state, seat, board):
    border = rules.BOARDS[["blue", "green", "purple", "yellow"][seat]].split()
    for cell, printed in zip(HEXES, border, strict=True):
        if printed != "..":
            assert board[cell] == printed, f"{board[cell]} at {cell} of seat {seat}"
        elif is_tile(board[cell]):
            scoring.put(state, seat, kind(board[cell]), index(cell))


def _deal(state, hand, market, bag):
    """Deal hands, market and bag anew, from the tiles that are not on the quilts."""
    asked = [kinds(codes) for codes in (hand, market, bag)]
    rest = Counter(dict.fromkeys(range(36), 2 if state.lower_variance else 3))
    rest.subtract(placed_kinds(state))
    rest.subtract(tile for tiles in asked for tile in tiles)
    assert min(rest.values()) >= 0, "there are not so many tiles of a kind"
    pool = np.random.default_rng(0).permutation(sorted(rest.elements())).tolist()
    for seat in range(int(state.num_players)):
        wanted = asked[0] if seat == state.mover else []
        empty = 2 if state.restrictions[2] else int(state.num_placed[seat] == 22)
        state.hand[seat] = [NONE] * empty + [_next(wanted, pool) for _ in range(2 - empty)]
        # As if the tile in slot 1 had been dealt and that in slot 0 been taken.
        state.is_secret[seat] = [state.num_placed[seat] == 0 and empty == 0, empty < 2]
    state.market = [_next(asked[1], pool) for _ in range(3)]
    total, drawn = 72 if state.lower_variance else 108, num_drawn(state)
    state.tiles = NONE
    state.tiles[drawn:total] = (asked[2] + pool)[: total - drawn]
    state.num_drawn, state.bag = drawn, np.bincount(state.tiles[drawn:total], minlength=36)


def _next(wanted, pool):
    return (wanted or pool).pop(0)


def num_drawn(state):
    """How many tiles have left the bag when a tile is to be placed, or none any more."""
    players, placed = int(state.num_players), state.num_placed.tolist()
    no_hand = bool(state.restrictions[2])
    refills = sum(placed) - (0 if no_hand else placed.count(22))
    return 3 + (0 if no_hand else 2 * players) + refills * (2 if players == 1 else 1)


def placed_kinds(state, seat=None):
    """Return the kinds of the tiles on the quilt of ``seat``, or on all quilts."""
    seats = range(int(state.num_players)) if seat is None else [seat]
    return [
        color * 6 + pattern
        for player in seats
        for color in range(6)
        for pattern in range(6)
        for _ in cells(state.colors[player, color] & state.patterns[player, pattern]) & set(SPACES)
    ]


def hold(state, code, slot=0, player=None):
    """Exchange a tile in a hand, of the player to move unless told, for one in the bag."""
    tiles, player = state.tiles.tolist(), int(state.mover) if player is None else player
    if state.hand[player, slot] != kind(code):
        place = tiles.index(kind(code), int(state.num_drawn))
        state.bag[kind(code)] -= 1
        state.bag[state.hand[player, slot]] += 1
        state.tiles[place], state.hand[player, slot] = state.hand[player, slot], kind(code)


def place(state, cell, slot=0):
    """Place the tile in a slot of the hand, or of the market without hands; return the state."""
    GAME.play(state, 22 * slot + SPACES.index(cell))
    return state


def take(state, slot=0):
    """Take a tile from the market; return the state."""
    GAME.play(state, 66 + slot)
    return state


def sew(drawing, tiles, **options):
    """Return the solo state after ``tiles`` were placed on the spaces ``*1``, ``*2``, ..."""
    state = table(drawing, **options)
    for number, code in enumerate(tiles.split(), 1):
        hold(state, code)
        (cell,) = marked(drawing, f"*{number}")
        place(state, cell)
        if state.phase == TAKE:
            take(state)
    return checked(state)


def buttons(state, seat=0):
    """Return the button tokens, e.g. ``GGK``; the rainbow is ``*``."""
    of_colors = "".join(
        letter * int(count) for letter, count in zip(COLORS, state.buttons[seat], strict=True)
    )
    return of_colors + "*" * int(state.rainbow[seat])


def cats(state, seat=0):
    """Return the names of the cat tokens."""
    counts = zip(state.lineup, state.cats[seat], strict=True)
    return [CATS[cat] for cat, count in counts for _ in range(count)]


def legal(state, slot=0):
    """Return the cells where the player to move may place the tile in ``slot``."""
    spaces = [action - 22 * slot for action in GAME.legal_actions(state)]
    return {SPACES[space] for space in spaces if 0 <= space < 22}
