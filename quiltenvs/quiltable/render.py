"""Quiltable positions and actions as text; the picture is drawn in ``drawing.py``."""

import textwrap
from collections.abc import Iterable
from itertools import zip_longest

from quiltenvs.core.game import State
from quiltenvs.quiltable import area as areas
from quiltenvs.quiltable import facts, rules
from quiltenvs.quiltable import quilt as quilts
from quiltenvs.quiltable.cards import CARDS
from quiltenvs.quiltable.choices import BEFORE_AREA, FIRST_CHOOSE
from quiltenvs.quiltable.facts import Cell, cell_name
from quiltenvs.quiltable.state import KEEP, NONE, SAM

WIDTH = 100  # of a line, in characters
_LABEL, _CELL = 3, 7  # widths: of a row number, of a cell
_QUILT = _LABEL + rules.QUILT_SIDE * _CELL + 1
_GAP = "    "  # between two areas
TYPE_CODES = ("Su", "Le", "Co", "Pi", "Ap", "Pu", "Ct", "Ac")
"""Of the types, in the order of the cards."""
COLOR_CODES, POSITION_CODES = "GYOB", "lmr"
_LEGEND = (
    "Su sunflower, Le leaf, Co corn, Pi pie, Ap apple, Pu pumpkin, Ct cottage, Ac acorn;",
    "patch G green, Y yellow, O orange, B brown, l left, m middle, r right; * premium;",
    "(9) pile of 9 cards, < picked, + a card can be laid here",
)


# --- actions --------------------------------------------------------------------------------


def action_name(state: State, action: int) -> str:
    """Return for example ``plan 2 A B B C``, ``choose c3 leaf`` or ``place 90 @+1-2``.

    The top card of pile 2, named by its pattern; the leaf in column c and row 3 of the Pattern
    Area, as in ``return a2 corn`` of the quilt and in ``lay b1``; the group turned by 90 degrees
    clockwise, one row below and two columns left of the top left corner of the quilt. Others are
    ``done``, ``pass``, ``trade uncle_sam``, ``ability big_billy``, ``side granny_smith``, ``corner
    top left``, ``player 3``, ``card 17 A B B C``. For Uncle Sam cards are named by their blocks.
    """
    if action >= FIRST_CHOOSE:
        return _name_area_cell(state, action - FIRST_CHOOSE)
    for block, place in BEFORE_AREA.slices():
        if place.start <= action < place.stop:
            verb = "player" if block.name == "seat" else block.name
            return f"{verb} {_name_index(state, block.name, action - place.start)}".rstrip()
    raise ValueError(f"no action {action}; they begin with 0")


def _name_area_cell(state: State, index: int) -> str:
    side = facts.area_side(state)
    block, cell = divmod(index, side * side)
    name = cell_name(divmod(cell, side))
    if block:
        return f"lay {name}"
    return f"choose {name} {_type_of(int(areas.block_at(state, int(state.marker), cell)))}"


def _type_of(card: int) -> str:
    return "-" if card == NONE else rules.TYPES[CARDS[card].type]


def _name_index(state: State, block: str, index: int) -> str:
    """Return what an action names, "" if nothing."""
    if block == "plan":
        pile = facts.piles(state, int(state.marker))[index]
        return f"{index + 1} {_use_of(state, pile[0]) if pile else '-'}"
    if block == "card":
        return f"{facts.card_number(index)} {_use_of(state, index)}"
    if block == "return":
        card = int(state.quilt[state.mover, index])
        return f"{cell_name(divmod(index, rules.QUILT_SIDE))} {_type_of(card)}"
    if block == "place":
        return _name_place(index)
    if block == "corner":
        return facts.CORNERS[index]
    return _name_person(state, block, index)


def _use_of(state: State, card: int) -> str:
    """Return the side of a card that matters."""
    return _type_of(card) if state.phase == SAM else CARDS[card].pattern


def _name_place(index: int) -> str:
    rotation, place = divmod(index, quilts.NUM_PLACES)
    row, column = divmod(place, quilts.BOARD)
    return f"{90 * rotation} @{row - quilts.SHIFT:+d}{column - quilts.SHIFT:+d}"


def _name_person(state: State, block: str, index: int) -> str:
    """Return a player or an assistant."""
    own = int(state.assistant[state.mover])
    if block == "seat":
        return str((int(state.mover) + 1 + index) % facts.num_players(state))
    if block == "side":
        return rules.ASSISTANTS[(own & ~1) + index] if own != NONE else str(index + 1)
    if block == "trade":
        return facts.assistant_name(int(state.center))
    return facts.assistant_name(own) if block == "ability" else ""


# --- cards ----------------------------------------------------------------------------------


def block_code(card: int) -> str:
    """Return type, patch color and position, and ``*`` if it is premium: ``SuGl*``."""
    if card == NONE:
        return "."
    found = CARDS[card]
    patch = COLOR_CODES[found.color] + POSITION_CODES[found.position]
    return TYPE_CODES[found.type] + patch + "*" * found.is_premium


def pattern_code(card: int) -> str:
    """Return a pattern as one word, ``17:ABBC``, ``4:PuPu/PiPi`` or ``6:A-A/---/A-A``."""
    words = CARDS[card].pattern.split()
    codes = dict(zip(rules.TYPES, TYPE_CODES, strict=True))
    return f"{facts.card_number(card)}:{''.join(codes.get(word, word) for word in words)}"


# --- positions ------------------------------------------------------------------------------


def render(state: State) -> str:
    """Return the position as text, at most 100 characters wide.

    Who has to do what; the Pattern Areas; the turns; the piles with the top pattern, its points
    and its block, then the numbers of the cards below; for each player points, quilt and patterns,
    each with how often it is completed and its points; cards removed; options that are not the
    defaults. Nothing is hidden.
    """
    lines = [facts.headline(state), *_course(state), "", *_areas(state), *_LEGEND, ""]
    lines += [*_piles(state), *_table(state)]
    for player in range(facts.num_players(state)):
        lines += ["", *_player(state, player)]
    removed = [str(facts.card_number(card)) for card in facts.removed(state)]
    options = [f"{name}={value}" for name, value in facts.changed_options(state).items()]
    lines += [""] if removed or options else []
    lines += _wrap(f"removed {len(removed)} cards:", removed) if removed else []
    lines += _wrap("options", options) if options else []
    return "\n".join(line.rstrip() for line in lines)


def _wrap(label: str, words: Iterable[str], width: int = WIDTH) -> list[str]:
    text = f"{label} {' '.join(words)}".strip()
    return textwrap.wrap(text, width, break_on_hyphens=False, subsequent_indent="  ")


def _course(state: State) -> list[str]:
    """Return the turns that go on, and what is known of the end."""
    lines = [_turn(state, turn) for turn in facts.turns(state)]
    end = facts.end_line(state)
    return [*lines, end] if end else lines


def _turn(state: State, turn: facts.Turn) -> str:
    where = f" in area {turn.area + 1}" if len(facts.area_numbers(state)) > 1 else ""
    text = f"turn of player {turn.player}{where}: actions left {turn.actions_left}"
    text += f", taken {turn.num_actions}, PLANs {turn.num_plans}"
    if state.assistants:
        text += f", uses of the assistant {turn.num_uses}{', has traded' * turn.has_traded}"
    return text


# --- the table ------------------------------------------------------------------------------


def _areas(state: State) -> list[str]:
    """Return the areas side by side."""
    found = [_area(state, area) for area in facts.area_numbers(state)]
    if len(found) == 1:
        return found[0]
    width = max(map(len, found[0]))
    rows = zip(*found, strict=True)
    return [_GAP.join(f"{line:{width}}" for line in row) for row in rows]


def _area(state: State, area: int) -> list[str]:
    """Return an area with its piles."""
    side, blocks = facts.area_side(state), facts.area_blocks(state, area)
    texts = {cell: block_code(card) for cell, card in blocks.items()}
    for cell, pile in zip(facts.pile_cells(state), facts.piles(state, area), strict=True):
        texts |= {cell: f"({len(pile)})"} if pile else {}
    texts |= dict.fromkeys(facts.layable_cells(state, area), "+")
    return _grid(side, texts, facts.picked_in_area(state, area))


def _grid(side: int, texts: dict[Cell, str], picked: list[Cell]) -> list[str]:
    """Return a square of cells with letters above and numbers on the left."""
    lines = [" " * _LABEL + "".join(f"{letter:{_CELL}}" for letter in facts.COLUMNS[:side])]
    for row in range(side):
        cells = ""
        for column in range(side):
            mark = "<" if (row, column) in picked else ""
            cells += f"{texts.get((row, column), '.') + mark:{_CELL}}"
        lines.append(f"{row + 1:<{_LABEL}}{cells}")
    return lines


def _piles(state: State) -> list[str]:
    """Return the cards of the piles, the top one in full, the others by their numbers."""
    lines = []
    for area in facts.area_numbers(state):
        where = f" of area {area + 1}" if len(facts.area_numbers(state)) > 1 else ""
        for number, pile in enumerate(facts.piles(state, area), 1):
            owner = f" of player {number - 1}" if state.phase == KEEP else where
            lines += _wrap(f"pile {number}{owner},", _words_of_pile(pile))
    return lines


def _words_of_pile(pile: list[int]) -> list[str]:
    if not pile:
        return ["empty"]
    top, *below = pile
    size = f"{len(pile)} card{'s' * (len(pile) > 1)}:"
    words = [size, pattern_code(top), f"for {CARDS[top].points},", block_code(top)]
    return [*words, "/", *(str(facts.card_number(card)) for card in below)] if below else words


def _table(state: State) -> list[str]:
    """Return cards on their way, what is picked, the center, the Quilting Master, discards."""
    lines = []
    picked, hand, discards = facts.picked(state), facts.hand(state), facts.discards(state)
    if picked:
        lines.append(f"picked {' '.join(map(cell_name, picked))}")
    if hand:
        lines.append(f"in hand, next first: {' '.join(f'{_card(card)}' for card in hand)}")
    if state.center != NONE:
        lines.append(f"in the center {facts.assistant_name(int(state.center))}")
    if facts.num_players(state) == 1:
        lines += _master(facts.read_master(state))
    if discards:
        lines += _wrap("discarded", map(pattern_code, discards))
    return lines


def _card(card: int) -> str:
    return f"{facts.card_number(card)}:{block_code(card)}"


def _master(master: facts.Master) -> list[str]:
    start = f", next from {cell_name(master.cell)}" if master.cell else ""
    text = f"Quilting Master {master.name}, blocks a turn: {master.num_blocks}{start}"
    stack = [f"{pattern_code(card)}({CARDS[card].points})" for card in master.stack]
    return [f"{text}, score {master.points}", *_wrap("stack", stack or ["empty"])]


# --- players --------------------------------------------------------------------------------


def _player(state: State, player: int) -> list[str]:
    """Return the lines of one player: a head; the quilt left, the patterns right."""
    texts = {cell: block_code(card) for cell, card in facts.quilt(state, player).items()}
    left = _grid(facts.frame_side(state), texts, facts.picked_in_quilt(state, player))
    own = [
        f"{pattern_code(card)}({times}x{CARDS[card].points})"
        for card, times in facts.patterns(state, player)
    ]
    right = _wrap("patterns", own or ["none"], WIDTH - _QUILT)
    rows = zip_longest(left, right, fillvalue="")
    return [*_head(state, player), *(f"{a:{_QUILT}}{b}" for a, b in rows)]


def _head(state: State, player: int) -> list[str]:
    """Return who a player is, the score and what it is for."""
    points = [f"{name} {value}" for name, value in facts.points(state, player).items()]
    words = f"score {facts.scores(state)[player]}" + (f" ({', '.join(points)})" if points else "")
    begun = int(state.num_turns[player])
    assistant = facts.assistant_name(int(state.assistant[player]))
    remarks = [
        f"player {player}",
        facts.role(state, player),
        "starting player" if player == state.starter else "",
        f"turns begun {begun}",
        assistant and f"assistant {assistant}",
        words,
    ]
    return _wrap(", ".join(remark for remark in remarks if remark), [])
