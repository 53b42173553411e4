"""Patchwork positions and actions as text; the picture is drawn in ``drawing.py``."""

import textwrap
from itertools import zip_longest

from quiltenvs.core.game import State
from quiltenvs.patchwork import engine, facts, rules
from quiltenvs.patchwork.drawing import draw
from quiltenvs.patchwork.facts import COLUMNS, ROWS

__all__ = ["action_name", "draw", "render", "square_name"]

WIDTH = 100  # of a line, in characters
_QUILTS, _TABLE, _GAP = 39, 28, "  "  # widths of what stands side by side
_LABEL, _VALUE = 13, 7  # widths of the table's columns


def square_name(square: int) -> str:
    """Return ``a1`` .. ``i9``: column letter, row number from the top."""
    row, column = divmod(square, rules.SIDE)
    return COLUMNS[column] + ROWS[row]


def action_name(state: State, action: int) -> str:
    """Return for example ``advance``, ``special@e5``, ``17@c4`` or ``17fr90@c4``.

    The last: patch 17, flipped left to right, then turned 90 degrees clockwise, the top left
    square of its bounding box on c4.
    """
    if action == engine.ADVANCE:
        return "advance"
    if action < engine.FIRST_BUY:
        return f"special@{square_name(action - engine.FIRST_SPECIAL)}"
    offer, rest = divmod(action - engine.FIRST_BUY, engine.ACTIONS_PER_OFFER)
    orientation, anchor = divmod(rest, rules.NUM_CELLS)
    patch = int(state.circle[engine.offer_index(state, offer)])
    flip = "f" if orientation >= 4 else ""
    turn = f"r{orientation % 4 * 90}" if orientation % 4 else ""
    return f"{patch}{flip}{turn}@{square_name(anchor)}"


def render(state: State) -> str:
    """Return the position as text, at most 100 characters wide.

    The quilts of player 0 and player 1 (``#`` covered, ``.`` empty), a table of both players, and
    the three offers with their printed shapes; below them the whole market in the order in which
    it will be offered, and what a match or other options add.
    """
    blocks = zip_longest(_quilts(state), _table(state), _offers(state), fillvalue="")
    lines = [
        f"{quilts:{_QUILTS}}{_GAP}{table:{_TABLE}}{_GAP}{offers}".rstrip()
        for quilts, table, offers in blocks
    ]
    lines += _market(state)
    match = facts.match_line(state)
    lines += [match] if match else []
    options = [f"{name}={value}" for name, value in facts.changed_options(state).items()]
    lines += [f"options {' '.join(options)}"] if options else []
    return "\n".join(lines)


def _quilts(state: State) -> list[str]:
    """Return both quilts, columns a-i and rows 1-9."""
    quilts = [facts.covered(state, player) for player in range(rules.NUM_PLAYERS)]
    letters = " ".join(COLUMNS)
    lines = [f"  {letters}   {letters}"]
    for row, name in enumerate(ROWS):
        squares = range(row * rules.SIDE, (row + 1) * rules.SIDE)
        rows = [" ".join(".#"[square in quilt] for square in squares) for quilt in quilts]
        lines.append(f"{name} {'   '.join(rows)}")
    return lines


def _table(state: State) -> list[str]:
    """Return the facts of both players, and the special patches that are left."""
    players = range(rules.NUM_PLAYERS)
    rows = {
        "player": list(players),
        "buttons": [state.buttons[player] for player in players],
        "income": [state.income[player] for player in players],
        "space": [_space(state, player) for player in players],
        "marks to come": [facts.marks_ahead(state, player) for player in players],
        "empty squares": [rules.NUM_CELLS - len(facts.covered(state, p)) for p in players],
        "7x7 tile": ["yes" if state.seven_by_seven == player else "-" for player in players],
        "score": [engine.score(state, player) for player in players],
    }
    lines = [
        f"{name:{_LABEL}}" + "".join(f"{value!s:>{_VALUE}}" for value in values)
        for name, values in rows.items()
    ]
    special = " ".join(map(str, facts.special_patches(state)))
    return [*lines, f"special patch {special or 'none'}", facts.headline(state)]


def _space(state: State, player: int) -> str:
    """Return where a token stands, and whether it is on top or was first at the finish."""
    space = int(state.position[player])
    if state.finished_first == player:
        return f"1st {space}"
    is_shared = space == state.position[1 - player]
    return f"top {space}" if is_shared and state.on_top == player else str(space)


def _offers(state: State) -> list[str]:
    """Return the offered patches, three lines each, below a heading."""
    lines = ["offers"]
    for patch in facts.market(state)[: rules.NUM_OFFERS]:
        price = rules.PATCHES[patch]
        words = [
            f"patch {patch}",
            f"price {price.buttons}, time {price.time}",
            f"income {price.income}",
        ]
        words[2] += _obstacle(state, patch) if facts.is_buying(state) else ""
        shape = [" ".join(row) for row in price.shape]
        lines += [f"{row:9}  {word}" for row, word in zip_longest(shape, words, fillvalue="")]
    return lines


def _obstacle(state: State, patch: int) -> str:
    """Return why the player to move cannot buy a patch, or "" if it can."""
    missing = facts.missing_buttons(state, patch)
    if missing:
        return f", {missing} short"
    return "" if facts.has_room(state, patch) else ", no room"


def _market(state: State) -> list[str]:
    """Return all unsold patches in order, wrapped."""
    entries = [
        f"{patch}:{price.buttons}/{price.time}/{price.income}"
        for patch in facts.market(state)
        for price in [rules.PATCHES[patch]]
    ]
    head = "market clockwise from the neutral token (patch:price/time/income)"
    return textwrap.wrap(f"{head} {' '.join(entries) or 'nothing left'}", WIDTH)
