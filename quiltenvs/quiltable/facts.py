"""What a position shows, in plain Python: the facts that text and picture share.

Seats count from 0 as everywhere; what lies on the table is numbered as people do: cards as in
``cards.csv``, piles and areas from 1, cells by a letter for the column and a number for the row.
"""

from typing import NamedTuple

import numpy as np

from quiltenvs.core.config import RANDOM, RANDOM_SEAT, Value
from quiltenvs.core.game import State
from quiltenvs.quiltable import area as areas
from quiltenvs.quiltable import card_sets, choices, engine, rules, scoring, solo
from quiltenvs.quiltable import quilt as quilts
from quiltenvs.quiltable.cards import CARDS
from quiltenvs.quiltable.config import MODES, NO_ASSISTANTS, RACE, QuiltableConfig
from quiltenvs.quiltable.patterns import count_completions, quilt_word
from quiltenvs.quiltable.state import (
    CHOOSE,
    DEALT,
    KEEP,
    LAY,
    NAMED,
    NONE,
    OVER,
    PLACE,
    REFILL,
    RETURN,
    SANDRA_TAKE,
)

Cell = tuple[int, int]
"""Row and column from the top left, of an area or of a quilt."""
NOBODY = -1
COLUMNS = "abcdefghij"
TYPE_CODES = ("su", "le", "co", "pi", "ap", "pu", "ct", "ac")
COLOR_CODES, POSITION_CODES = "GYOB", "lmr"
CORNER_NAMES = ("top left", "top right", "bottom right", "bottom left")


def cell_name(cell: Cell) -> str:
    """Return for example ``c2``: column letter, row number from the top."""
    row, column = cell
    return f"{COLUMNS[column]}{row + 1}"


# --- cards ----------------------------------------------------------------------------------


def card_number(card: int) -> int:
    """Return the number of a card in ``cards.csv``."""
    return card + 1


def block_code(card: int) -> str:
    """Return the block of a card, e.g. ``leGm*``: type, patch, its position, ``*`` for premium."""
    block = CARDS[card]
    patch = COLOR_CODES[block.color] + POSITION_CODES[block.position]
    return f"{TYPE_CODES[block.type]}{patch}{'*' * block.is_premium}"


def block_words(card: int) -> str:
    """Return the block of a card in words, e.g. ``premium leaf, green patch middle``."""
    block = CARDS[card]
    patch = f"{rules.PATCH_COLORS[block.color]} patch {rules.PATCH_POSITIONS[block.position]}"
    return f"{'premium ' * block.is_premium}{rules.TYPES[block.type]}, {patch}"


def pattern_code(card: int) -> str:
    """Return the pattern of a card in short, e.g. ``puA/BC``: types in small letters."""
    codes = dict(zip(rules.TYPES, TYPE_CODES, strict=True))
    rows = CARDS[card].pattern.split("/")
    return "/".join("".join(codes.get(word, word) for word in row.split()) for row in rows)


def cards_in(cards: card_sets.CardSet) -> list[int]:
    """Return the cards of a set in ascending order, one that is there twice two times."""
    copies = range(rules.MAX_COPIES)
    numbers = range(rules.NUM_CARDS)
    return [card for card in numbers for row in copies if card_sets.has_card(cards, row, card)]


# --- areas ----------------------------------------------------------------------------------


def num_areas(state: State) -> int:
    """Return how many Pattern Areas there are."""
    return int(areas.num_areas(state))


def area_side(state: State) -> int:
    """Return the rows and columns of an area."""
    return int(areas.area_side(state))


def area_cell(state: State, index: int) -> Cell:
    """Return row and column of a cell of an area."""
    row, column = divmod(index, area_side(state))
    return row, column


def blocks(state: State, area: int) -> dict[Cell, int]:
    """Return the card on each cell of an area with a block, row by row."""
    side = area_side(state)
    cards = [int(areas.block_at(state, area, index)) for index in range(side * side)]
    return {area_cell(state, i): card for i, card in enumerate(cards) if card != NONE}


def piles(state: State, area: int) -> list[list[int]]:
    """Return the cards of each pile of an area, the top card first.

    In Quick Start a pile is a player's while cards are kept, and has no top card.
    """
    found = []
    for pile in range(rules.NUM_PILES * area, rules.NUM_PILES * (area + 1)):
        cards = state.deck[state.pile_top[pile] : state.pile_end[pile]].tolist()
        found.append([card for card in cards if card != NONE])
    return found


def pile_cells(state: State) -> list[Cell]:
    """Return the cell of each pile."""
    side = area_side(state)
    return [area_cell(state, int(areas.pile_cell(side, i))) for i in range(rules.NUM_PILES)]


def is_inner(state: State, cell: Cell) -> bool:
    """Return whether a cell of an area is one of the inner 4x4."""
    margin = (area_side(state) - rules.INNER_SIDE) // 2
    return all(0 <= place - margin < rules.INNER_SIDE for place in cell)


def hand(state: State) -> list[int]:
    """Return the cards on their way, the next one first."""
    return [int(card) for card in state.hand[: state.num_hand]]


def removed(state: State) -> list[int]:
    """Return the cards that are not in the game."""
    last = max(int(state.pile_end[pile]) for pile in range(num_areas(state) * rules.NUM_PILES))
    return [card for card in state.deck[last:].tolist() if card != NONE]


def picked_in_area(state: State) -> list[Cell]:
    """Return the picked cells of the area where the turn goes on, in order."""
    if state.phase not in (CHOOSE, PLACE):
        return []
    return [area_cell(state, int(index)) for index in state.group[: state.num_group]]


def picked_in_quilt(state: State) -> list[Cell]:
    """Return the picked cells of the quilt of the player to move, in order."""
    if state.phase not in (RETURN, SANDRA_TAKE):
        return []
    return [divmod(int(index), rules.QUILT_SIDE) for index in state.group[: state.num_group]]


def marked_in_area(state: State) -> set[Cell]:
    """Return the cells of the area in play that can be picked or laid on, within an action."""
    if state.phase not in (CHOOSE, LAY, REFILL, SANDRA_TAKE):
        return set()
    side = area_side(state)
    first = (
        choices.FIRST_CHOOSE if state.phase in (CHOOSE, SANDRA_TAKE) else choices.first_lay(state)
    )
    cells = range(side * side)
    return {area_cell(state, i) for i in cells if engine.is_legal(state, first + i)}


def marked_in_quilt(state: State) -> set[Cell]:
    """Return the cells of the own quilt that can be picked, within an action."""
    if state.phase in (OVER, engine.ACTION):
        return set()
    cells = range(rules.NUM_QUILT_CELLS)
    found = [i for i in cells if engine.is_legal(state, choices.FIRST_RETURN + i)]
    return {divmod(i, rules.QUILT_SIDE) for i in found}


# --- players --------------------------------------------------------------------------------


def num_players(state: State) -> int:
    """Return how many sit at the table."""
    return int(state.num_players)


def frame_side(state: State) -> int:
    """Return the rows and columns that a quilt may have."""
    return int(quilts.frame_side(state))


def quilt(state: State, player: int) -> dict[Cell, int]:
    """Return the card on each cell of a quilt, row by row."""
    cards = enumerate(state.quilt[player].tolist())
    return {divmod(i, rules.QUILT_SIDE): card for i, card in cards if card != NONE}


class PatternFacts(NamedTuple):
    """A pattern card of a player."""

    card: int
    count: int
    """How often it is completed."""
    points: int
    """All together."""


def patterns(state: State, player: int) -> list[PatternFacts]:
    """Return the pattern cards of a player in ascending order."""
    word = quilt_word(state, player)
    found = []
    for card in cards_in(state.patterns[player]):
        count = int(count_completions(word, card))
        found.append(PatternFacts(card, count, count * CARDS[card].points))
    return found


def offer(state: State, player: int) -> list[int]:
    """Return the cards of which a player of Quick Start may still keep one."""
    is_asked = state.phase == KEEP and not cards_in(state.patterns[player])
    return sorted(piles(state, 0)[player]) if is_asked else []


def score_parts(state: State, player: int) -> dict[str, int]:
    """Return what a player's points are for; their sum is the score."""
    if state.mode == RACE:
        return {}
    parts = {
        "patterns": sum(pattern.points for pattern in patterns(state, player)),
        "premium": int(quilts.count_premium(state, player)),
        "complete": rules.FULL_BONUS * bool(quilts.is_full(state, player)),
    }
    if state.patches:
        parts["patches"] = rules.PATCH_POINTS * int(scoring.count_patches(state, player))
    if state.symmetry:
        parts["symmetry"] = rules.SYMMETRY_POINTS * bool(scoring.is_symmetric(state, player))
    return parts


def assistant(state: State, player: int) -> str:
    """Return the name of a player's assistant, "" without one."""
    number = int(state.assistant[player])
    return rules.ASSISTANTS[number] if number != NONE else ""


def center(state: State) -> str:
    """Return the name of the assistant in the center, "" without one."""
    return rules.ASSISTANTS[state.center] if state.center != NONE else ""


class MasterFacts(NamedTuple):
    """The Quilting Master that one player plays against."""

    name: str
    num_blocks: int
    """It takes in a turn."""
    cell: Cell | None
    """Of the area, where it begins; None before the corner is chosen."""
    stack: list[int]
    score: int


def master(state: State) -> MasterFacts | None:
    """Return the Quilting Master, None with several players."""
    if num_players(state) > 1:
        return None
    place, cell = int(state.master_place), None
    if place != NONE:
        cell = area_cell(state, int(areas.border_cell(area_side(state), place)))
    return MasterFacts(
        rules.MASTERS[state.quilting_master],
        int(solo.master_blocks(state)),
        cell,
        cards_in(state.stack),
        int(scoring.master_score(state)),
    )


# --- the course of the game -----------------------------------------------------------------


def player_to_move(state: State) -> int:
    """Return the player to move, or NOBODY when all is over."""
    return NOBODY if engine.is_terminal(state) else int(engine.current_player(state))


class Turn(NamedTuple):
    """A turn marker; the area of the same number belongs to it."""

    player: int
    """NOBODY if no turn goes on: before the first one, or out of play."""
    actions_left: int
    num_uses: int
    """Of the assistant, in this turn."""
    has_traded: bool


def turns(state: State) -> list[Turn]:
    """Return the turn of each area."""
    return [
        Turn(
            int(state.holder[m]),
            int(state.actions_left[m]),
            int(state.num_uses[m]),
            bool(state.has_traded[m]),
        )
        for m in range(num_areas(state))
    ]


def turn_line(state: State, area: int) -> str:
    """Return whose turn goes on in an area, and what is left of it."""
    turn = turns(state)[area]
    if player_to_move(state) == NOBODY:
        return "over"
    if turn.player == NOBODY:
        return "no turn yet" if state.ender == NONE else "no more turns"
    left = turn.actions_left
    traded = ", has traded" if turn.has_traded else ""
    used = f", assistant used {turn.num_uses}x" if turn.num_uses else ""
    return f"turn of player {turn.player}, {left} action{'s' * (left != 1)} left{traded}{used}"


def places(state: State) -> list[int]:
    """Return the place of each player as things stand, 1 = best."""
    out = np.zeros(num_players(state), np.int8)
    engine.rank_players(state, out)
    found: list[int] = out.tolist()
    return found


def scores(state: State) -> list[int]:
    """Return the points of each player."""
    return [int(engine.score(state, player)) for player in range(num_players(state))]


def changed_options(state: State) -> dict[str, Value]:
    """Return the options that differ from their defaults."""
    starter = int(state.starting_player)
    names = [rules.ASSISTANTS[number] for number in state.named.tolist() if number != NONE]
    held = {NAMED: ",".join(names), DEALT: RANDOM}
    options: dict[str, Value] = {
        "num_players": num_players(state),
        "starting_player": RANDOM if starter == RANDOM_SEAT else starter,
        "mode": MODES[state.mode],
        "copies": int(state.copies),
        "all_cards": bool(state.all_cards),
        "patches": bool(state.patches),
        "symmetry": bool(state.symmetry),
        "assistants": held.get(int(state.assistants), NO_ASSISTANTS),
        "quilting_master": rules.MASTERS[state.quilting_master],
        "auto_refill": bool(state.auto_refill),
        "gladys_once_per_turn": bool(state.gladys_once),
        "patch_match": "label" if state.label_match else "aligned",
        "max_turns": int(state.max_turns),
    }
    defaults = QuiltableConfig().to_dict()
    return {name: value for name, value in options.items() if value != defaults[name]}
