"""What a position shows, in plain Python: the facts that text and picture share."""

from typing import NamedTuple

import numpy as np

from quiltenvs.core.config import RANDOM, RANDOM_SEAT, Value
from quiltenvs.core.game import State
from quiltenvs.quiltable import area as areas
from quiltenvs.quiltable import choices, engine, rules, scoring, solo
from quiltenvs.quiltable import quilt as quilts
from quiltenvs.quiltable.card_sets import CardSet
from quiltenvs.quiltable.cards import CARDS
from quiltenvs.quiltable.config import ALIGNED, LABEL, MODES, NO_ASSISTANTS, RACE, QuiltableConfig
from quiltenvs.quiltable.patterns import count_completions, quilt_word
from quiltenvs.quiltable.state import (
    DEALT,
    LAY,
    NAMED,
    NONE,
    OVER,
    REFILL,
    RETURN,
    SANDRA_TAKE,
)
from quiltenvs.quiltable.tasks import task

Cell = tuple[int, int]
"""Row and column from the top left."""
COLUMNS = "abcdefghij"
NOBODY = -1
CORNERS = ("top left", "top right", "bottom right", "bottom left")


def cell_name(cell: Cell) -> str:
    """Return column letter and row number, e.g. ``c2``."""
    row, column = cell
    return f"{COLUMNS[column]}{row + 1}"


def card_number(card: int) -> int:
    """Return the number of a card as in ``cards.csv``."""
    return card + 1


def name_words(name: str) -> str:
    """Return a name of the rules as it is read, ``Uncle Sam`` of ``uncle_sam``."""
    return name.replace("_", " ").title()


def cards_in(cards: CardSet) -> list[int]:
    """Return the cards of a set, (2, 2) u8, ascending; one that is there twice comes twice."""
    words = [sum(int(word) << 64 * i for i, word in enumerate(row)) for row in cards]
    return [card for card in range(rules.NUM_CARDS) for word in words if word >> card & 1]


# --- the table ------------------------------------------------------------------------------


def num_players(state: State) -> int:
    """Return how many sit at the table."""
    return int(state.num_players)


def area_numbers(state: State) -> range:
    """Return the numbers of the Pattern Areas."""
    return range(int(areas.num_areas(state)))


def area_side(state: State) -> int:
    """Return the rows and columns of an area."""
    return int(areas.area_side(state))


def area_blocks(state: State, area: int) -> dict[Cell, int]:
    """Return the blocks of an area."""
    side, start = area_side(state), int(areas.area_start(state, area))
    cards = state.area[start : start + side * side].tolist()
    return {divmod(cell, side): card for cell, card in enumerate(cards) if card != NONE}


def piles(state: State, area: int) -> list[list[int]]:
    """Return the cards of the piles of an area, the top one first."""
    first = rules.NUM_PILES * area
    ends = zip(state.pile_top.tolist(), state.pile_end.tolist(), strict=True)
    found = [[card for card in state.deck[a:b].tolist() if card != NONE] for a, b in ends]
    return found[first : first + rules.NUM_PILES]


def pile_cells(state: State) -> list[Cell]:
    """Return where the piles of an area lie."""
    side = area_side(state)
    cells = [int(areas.pile_cell(side, pile)) for pile in range(rules.NUM_PILES)]
    return [divmod(cell, side) for cell in cells]


def inner_cells(state: State) -> list[Cell]:
    """Return the cells of the inner 4x4."""
    first = (area_side(state) - rules.INNER_SIDE) // 2
    span = range(first, first + rules.INNER_SIDE)
    return [(row, column) for row in span for column in span]


def removed(state: State) -> list[int]:
    """Return the cards that were removed at the start."""
    return [card for card in state.deck[int(state.pile_end[-1]) :].tolist() if card != NONE]


def discards(state: State) -> list[int]:
    """Return the cards that were donated with nobody to take them."""
    return cards_in(state.discards)


def hand(state: State) -> list[int]:
    """Return the cards on their way, the next one first."""
    return [int(card) for card in state.hand[: state.num_hand]]


# --- what can be picked ---------------------------------------------------------------------


def _is_of_quilt(state: State) -> bool:
    """Return whether what is picked belongs to the quilt."""
    return state.phase in (RETURN, SANDRA_TAKE)


def picked(state: State) -> list[Cell]:
    """Return the cells that are picked, in order, of the area or of the quilt."""
    side = rules.QUILT_SIDE if _is_of_quilt(state) else area_side(state)
    return [divmod(int(cell), side) for cell in state.group[: state.num_group]]


def picked_in_area(state: State, area: int) -> list[Cell]:
    """Return the cells of an area that are picked."""
    return [] if _is_of_quilt(state) or area != state.marker else picked(state)


def picked_in_quilt(state: State, player: int) -> list[Cell]:
    """Return the cells of a quilt that are picked."""
    return picked(state) if _is_of_quilt(state) and player == state.mover else []


def _legal_cells(state: State, first: int, side: int) -> list[Cell]:
    """Return the cells of a square of actions that are legal."""
    words, starts = choices.legal_words(state), choices.word_starts(state)
    every = sum(int(word) << int(start) for word, start in zip(words, starts, strict=True))
    return [divmod(cell, side) for cell in range(side * side) if every >> first + cell & 1]


def layable_cells(state: State, area: int) -> list[Cell]:
    """Return the cells of an area on which the next card can be laid."""
    if area != state.marker or state.phase not in (LAY, REFILL):
        return []
    return _legal_cells(state, int(choices.first_lay(state)), area_side(state))


def choosable_cells(state: State, area: int) -> list[Cell]:
    """Return the blocks of an area that can be picked."""
    if area != state.marker:
        return []
    return _legal_cells(state, choices.FIRST_CHOOSE, area_side(state))


def returnable_cells(state: State, player: int) -> list[Cell]:
    """Return the blocks of a quilt that can be picked."""
    if player != state.mover:
        return []
    return _legal_cells(state, choices.FIRST_RETURN, rules.QUILT_SIDE)


# --- players --------------------------------------------------------------------------------


def frame_side(state: State) -> int:
    """Return the rows and columns that a quilt may have."""
    return int(quilts.frame_side(state))


def quilt(state: State, player: int) -> dict[Cell, int]:
    """Return the blocks of a quilt."""
    cards = enumerate(state.quilt[player].tolist())
    return {divmod(cell, rules.QUILT_SIDE): card for cell, card in cards if card != NONE}


class OwnPattern(NamedTuple):
    """A pattern card of a player."""

    card: int
    times: int
    """How often the quilt completes it."""


def patterns(state: State, player: int) -> list[OwnPattern]:
    """Return the pattern cards of a player, ascending."""
    word = np.uint64(quilt_word(state, player))
    cards = cards_in(state.patterns[player])
    return [OwnPattern(card, int(count_completions(word, card))) for card in cards]


def points(state: State, player: int) -> dict[str, int]:
    """Return what a player has points for, as far as it is worth any."""
    if state.mode == RACE:
        return {}
    found = {
        "patterns": sum(CARDS[own.card].points * own.times for own in patterns(state, player)),
        "premium": int(quilts.count_premium(state, player)),
        "complete": rules.FULL_BONUS * bool(quilts.is_full(state, player)),
    }
    if state.patches:
        found["patches"] = rules.PATCH_POINTS * int(scoring.count_patches(state, player))
    if state.symmetry:
        found["symmetry"] = rules.SYMMETRY_POINTS * bool(scoring.is_symmetric(state, player))
    return {name: value for name, value in found.items() if value}


def scores(state: State) -> list[int]:
    """Return the points of each player."""
    return [int(scoring.score(state, player)) for player in range(num_players(state))]


def assistant_name(assistant: int) -> str:
    """Return the name of an assistant, "" of none."""
    return "" if assistant == NONE else rules.ASSISTANTS[assistant]


def player_to_move(state: State) -> int:
    """Return the player to move, or NOBODY when all is over."""
    return NOBODY if engine.is_terminal(state) else int(engine.current_player(state))


def places(state: State) -> list[int]:
    """Return the place of each player as things stand, 1 = best."""
    out = np.zeros(num_players(state), np.int8)
    engine.rank_players(state, out)
    found: list[int] = out.tolist()
    return found


def role(state: State, player: int) -> str:
    """Return in a few words what the position means for a player, "" for nothing."""
    mover = player_to_move(state)
    if mover == NOBODY:
        return _result(state, player)
    if mover == player:
        return "to move"
    if player in [turn.player for turn in turns(state)]:
        return "turn goes on"
    return "last turn to come" if state.is_due[player] else ""


def _result(state: State, player: int) -> str:
    standing = places(state)
    if standing[player] != 1:
        return ""
    if _is_draw(state):
        return "draw"
    return "winner" if standing.count(1) == 1 else "shares the win"


# --- turns ----------------------------------------------------------------------------------


class Turn(NamedTuple):
    """A turn that goes on."""

    player: int
    area: int
    actions_left: int
    num_actions: int
    num_plans: int
    num_uses: int
    """Of the assistant."""
    has_traded: bool


def turns(state: State) -> list[Turn]:
    """Return the turns that go on, one for each marker in play."""
    return [
        Turn(
            int(state.holder[m]),
            m,
            int(state.actions_left[m]),
            int(state.num_actions[m]),
            int(state.num_plans[m]),
            int(state.num_uses[m]),
            bool(state.has_traded[m]),
        )
        for m in area_numbers(state)
        if state.holder[m] != NONE and state.phase != OVER
    ]


def _is_draw(state: State) -> bool:
    """Return whether a race is over that nobody has won."""
    return bool(state.mode == RACE) and not any(scores(state))


def headline(state: State) -> str:
    """Return who has to do what, or who has won."""
    player = player_to_move(state)
    if player != NOBODY:
        return f"player {player} to {task(state)}"
    cut = f"cut off after {state.max_turns} turns: " if state.is_cut else ""
    if _is_draw(state):
        return f"{cut}a draw"
    result = " : ".join(map(str, scores(state)))
    if num_players(state) == 1:
        master = read_master(state)
        verb = "wins" if places(state) == [1] else "loses"
        return f"{cut}player 0 {verb} against {name_words(master.name)}, {result} : {master.points}"
    winner = f"player {places(state).index(1)} wins"
    return f"{cut}{winner} the race" if state.mode == RACE else f"{cut}{winner}, {result}"


def end_line(state: State) -> str:
    """Return who triggered the end, and whose last turn is to come; "" before."""
    if state.ender == NONE:
        return ""
    due = [str(seat) for seat in range(num_players(state)) if state.is_due[seat]]
    waiting = f", last turn to come: player{'s' * (len(due) > 1)} {', '.join(due)}" if due else ""
    return f"end triggered by player {state.ender}{waiting}"


class Master(NamedTuple):
    """The Quilting Master that one player plays against."""

    name: str
    num_blocks: int
    """Taken in a turn."""
    cell: Cell | None
    """Where it begins; None before that is chosen."""
    points: int
    stack: list[int]


def read_master(state: State) -> Master:
    """Return the Quilting Master; only with one player there is one."""
    place, side = int(state.master_place), area_side(state)
    return Master(
        rules.MASTERS[state.quilting_master],
        int(solo.master_blocks(state)),
        None if place == NONE else divmod(int(areas.border_cell(side, place)), side),
        int(scoring.master_score(state)),
        cards_in(state.stack),
    )


def changed_options(state: State) -> dict[str, Value]:
    """Return the options that differ from their defaults."""
    starter, players = int(state.starting_player), num_players(state)
    named = ",".join(assistant_name(int(name)) for name in state.named[:players])
    config = QuiltableConfig(
        num_players=players,
        starting_player=RANDOM if starter == RANDOM_SEAT else starter,
        mode=MODES[state.mode],
        copies=int(state.copies),
        all_cards=bool(state.all_cards),
        patches=bool(state.patches),
        symmetry=bool(state.symmetry),
        assistants={0: NO_ASSISTANTS, DEALT: RANDOM, NAMED: named}[int(state.assistants)],
        quilting_master=rules.MASTERS[state.quilting_master],
        auto_refill=bool(state.auto_refill),
        gladys_once_per_turn=bool(state.gladys_once),
        patch_match=LABEL if state.label_match else ALIGNED,
        max_turns=int(state.max_turns),
    )
    defaults = QuiltableConfig().to_dict()
    return {name: value for name, value in config.to_dict().items() if value != defaults[name]}
