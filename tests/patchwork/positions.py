"""Positions of Patchwork set up by hand, quilts drawn with ``#`` (fabric) and ``.`` (gap)."""

import numpy as np

import quiltenvs
from quiltenvs.patchwork.rules import PATCHES
from tests.patchwork.unreachable import turned

GAME = quiltenvs.game("patchwork")
ADVANCE = 0
EMPTY = "\n".join(["." * 9] * 9)
FULL = "\n".join(["#" * 9] * 9)
SEVEN = "\n".join(["#######.."] * 7 + ["." * 9] * 2)


def cells(drawing):
    """Return the fabric of a drawing as (row, column) pairs."""
    rows = drawing.split()
    assert [len(row) for row in rows] == [9] * 9, drawing
    assert set("".join(rows)) <= set("#."), drawing
    return {(r, c) for r, row in enumerate(rows) for c, letter in enumerate(row) if letter == "#"}


def words(squares):
    """Return cells as the two words of an engine's quilt."""
    board = sum(1 << 9 * row + column for row, column in squares)
    return np.array([board % 2**64, board >> 64], np.uint64)


def drawn(quilt):
    """Return an engine's quilt as a drawing."""
    board = int(quilt[0]) + (int(quilt[1]) << 64)
    return "\n".join(
        "".join(".#"[board >> 9 * row + column & 1] for column in range(9)) for row in range(9)
    )


def table(
    *,
    quilts=(EMPTY, EMPTY),
    position=(0, 0),
    on_top=0,
    buttons=(5, 5),
    income=(0, 0),
    market=None,
    special_patches=(26, 32, 38, 44, 50),
    game=GAME,
    **fields,
):
    """Return a state with these values by seat; everything else as at the start of seed 0.

    Args:
        market: The unsold patches clockwise from the neutral token; None leaves the deal.
        fields: Other fields of the state, e.g. ``pending=1``.
    """
    state = game.new_state(0)
    state.quilts = np.array([words(cells(quilt)) for quilt in quilts])
    state.position, state.on_top = position, on_top
    state.buttons, state.income = buttons, income
    state.special_patches = sum(1 << space for space in special_patches)
    if market is not None:
        sold = [patch for patch in range(33) if patch not in market]
        state.circle = [*market, *sold]
        state.unsold = (1 << len(market)) - 1
        state.neutral_token = 32
    for name, value in fields.items():
        assert name in state.dtype.names
        state[name] = value
    assert GAME.find_fault(state) == ""
    return state


def market(state):
    """Return the unsold patches clockwise from the neutral token."""
    circle, unsold, token = state.circle.tolist(), int(state.unsold), int(state.neutral_token)
    clockwise = [(token + 1 + step) % 33 for step in range(33)]
    return [circle[place] for place in clockwise if unsold >> place & 1]


def special(row, column):
    """Return the action that places a special patch."""
    return 1 + 9 * row + column


def footprint(patch, orientation, row, column):
    """Return the cells a patch covers, or None if it would leave the board."""
    rows = turned(PATCHES[patch].shape, orientation)
    if row + len(rows) > 9 or column + len(rows[0]) > 9:
        return None
    return frozenset(
        (row + r, column + c)
        for r, letters in enumerate(rows)
        for c, letter in enumerate(letters)
        if letter == "#"
    )


def purchases(state, offer=None):
    """Return the legal purchases of one offer, or of all, as {action: cells it covers}."""
    found = {}
    for action in GAME.legal_actions(state):
        if action >= 82:
            number, orientation, row, column = np.unravel_index(action - 82, (3, 8, 9, 9))
            if offer in (None, number):
                patch = market(state)[number]
                found[action] = footprint(patch, orientation, int(row), int(column))
    return found


def buy(state, offer, onto=None):
    """Play a purchase: the only one that turns the quilt into ``onto``, or else the first."""
    player = GAME.current_player(state)
    for action, covered in purchases(state, offer).items():
        if onto is None or cells(onto) == cells(drawn(state.quilts[player])) | covered:
            GAME.play(state, action)
            return
    raise AssertionError(f"offer {offer} cannot be bought like that")


def play(state, *actions):
    """Play legal actions; return the state."""
    for action in actions:
        GAME.play(state, action)
    return state
