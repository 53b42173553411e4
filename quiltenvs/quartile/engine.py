"""The rules of Quartile as functions on :data:`~quiltenvs.quartile.state.STATE`.

The actions are listed in ACTIONS. A turn is two decisions, a tile as it is turned and a cell of the
table; what fits where is in ``table.py``.
"""

import numpy as np
from numpy.typing import NDArray

from quiltenvs.core.bits import ZERO, bit, count_ones, has_bit, nth_one
from quiltenvs.core.config import RANDOM_SEAT
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.core.layout import Block, Layout
from quiltenvs.core.rng import randbelow, shuffle
from quiltenvs.quartile import rules
from quiltenvs.quartile.config import BY_RULES_CODE
from quiltenvs.quartile.quarry import draw, quarry_size
from quiltenvs.quartile.state import (
    CHOOSE_CELL,
    CHOOSE_TILE,
    COMMIT,
    NAME_STARTER,
    NONE,
    OVER,
)
from quiltenvs.quartile.table import (
    ROW,
    clear,
    column_of,
    find_open,
    fits,
    fits_anywhere,
    lay,
    num_rotations,
    num_touching,
    row_of,
    turned,
)

_ROTATIONS = rules.NUM_SIDES
ACTIONS_BEFORE_CELLS = Layout(
    (
        Block("commit", (rules.HAND_SIZE,), "lay the tile in a slot of the hand face down"),
        Block(
            "name_starter",
            (rules.MAX_PLAYERS,),
            "name who moves first, counted in turn order from oneself",
        ),
        Block(
            "tile",
            (rules.MAX_HAND, _ROTATIONS),
            "choose the tile in (slot), turned by (rotation) quarters clockwise",
        ),
        Block("visit", (1,), "pay five points and draw the tile that follows the turn"),
        Block("unable", (1,), "have no tile that fits anywhere"),
    )
)
FIRST_NAME = ACTIONS_BEFORE_CELLS.start("name_starter")
FIRST_TILE = ACTIONS_BEFORE_CELLS.start("tile")
VISIT = ACTIONS_BEFORE_CELLS.start("visit")
UNABLE = ACTIONS_BEFORE_CELLS.start("unable")
FIRST_CELL = ACTIONS_BEFORE_CELLS.size


def actions(table_size: int) -> Layout:
    """Return the blocks of the actions on a table of ``table_size``."""
    cells = Block("cell", (table_size, table_size), "lay the chosen tile on (row, column)")
    return Layout((*ACTIONS_BEFORE_CELLS, cells))


@njit_inline
def cell_action(state: State, cell: int) -> int:
    """Return the action that lays the chosen tile on a cell."""
    radius = int(state.table_radius)
    return FIRST_CELL + (row_of(cell) + radius) * (2 * radius + 1) + column_of(cell) + radius


@njit_inline
def _cell_of(state: State, action: int) -> int:
    """Return the cell that an action lays the chosen tile on."""
    radius = int(state.table_radius)
    row, column = divmod(action - FIRST_CELL, 2 * radius + 1)
    return (row - radius) * ROW + column - radius


# --- setting up -----------------------------------------------------------------------------


@njit
def reset(state: State, seed: np.uint64) -> None:
    """Deal the hands and lay out the start tile; the options in ``state`` are kept."""
    state.rng = seed
    state.scores[:] = 0
    state.num_steps, state.num_discards, state.num_drawn, state.num_reveals = 0, 0, 0, 0
    state.discards[:], state.hand[:], state.is_shown[:] = NONE, NONE, 0
    state.committed[:], state.is_tied[:] = NONE, 0
    state.has_visited = 0
    state.starter, state.picked, state.chosen_slot, state.chosen_rotation = NONE, NONE, NONE, 0
    for i in range(rules.NUM_TILES):
        state.quarry[i] = i
    shuffle(state, state.quarry, rules.NUM_TILES)
    clear(state)
    state.placed_tile[0] = draw(state)  # hidden from all, and stays so
    state.num_placed = 1
    for slot in range(rules.HAND_SIZE):
        for seat in range(state.num_players):
            state.hand[seat, slot] = draw(state)
    _find_starter(state)


@njit
def _find_starter(state: State) -> None:
    """Begin the first turn, or the showing of tiles that decides who has it."""
    if state.starting_player == BY_RULES_CODE:
        for seat in range(state.num_players):
            state.is_tied[seat] = 1
        state.phase, state.mover, state.turn_of = COMMIT, 0, 0
    elif state.starting_player == RANDOM_SEAT:
        _start(state, randbelow(state, state.num_players))
    else:
        _start(state, int(state.starting_player))


@njit
def _start(state: State, starter: int) -> None:
    state.starter = starter
    _begin_turn(state, starter)


# --- what is legal --------------------------------------------------------------------------


@njit_inline
def current_player(state: State) -> int:
    """Return who decides: whose turn it is, or who plays for an unable player."""
    return int(state.mover)


@njit_inline
def is_terminal(state: State) -> bool:
    """Every tile has left the hands."""
    return bool(state.phase == OVER)


@njit_inline
def is_truncated(state: State) -> bool:
    """Never: every turn takes a tile out of a hand."""
    return False


@njit_inline
def chosen_tile(state: State) -> int:
    """Return the tile that is chosen, NONE outside CHOOSE_CELL."""
    return int(state.hand[state.turn_of, state.chosen_slot]) if state.chosen_slot != NONE else NONE


@njit_inline
def chosen_pips(state: State) -> int:
    """Return the packed pips of the chosen tile as it is turned."""
    return turned(int(state.tile_pips[chosen_tile(state)]), int(state.chosen_rotation))


@njit
def legal_pairs(state: State) -> np.uint64:
    """Return the legal choices of a tile and its rotation: bit ``4 * slot + rotation``."""
    pairs = ZERO
    for slot in range(rules.MAX_HAND):
        tile = int(state.hand[state.turn_of, slot])
        if tile == NONE or (state.picked != NONE and state.picked != slot):
            continue
        pips = int(state.tile_pips[tile])
        for rotation in range(num_rotations(pips)):
            if fits_anywhere(state, tile, turned(pips, rotation)):
                pairs |= bit(_ROTATIONS * slot + rotation)
    return pairs


@njit_inline
def _choices(state: State) -> np.uint64:
    """Return the legal actions before the cells, one bit for each; of CHOOSE_CELL none."""
    if state.phase == COMMIT:
        word = ZERO
        for slot in range(rules.HAND_SIZE):
            if state.is_shown[state.mover, slot] == 0:
                word |= bit(slot)
        return word
    if state.phase == NAME_STARTER:
        return (bit(int(state.num_players)) - np.uint64(1)) << np.uint64(FIRST_NAME)
    if state.phase != CHOOSE_TILE:
        return ZERO
    pairs = legal_pairs(state)
    word = pairs << np.uint64(FIRST_TILE)
    if state.picked == NONE:
        if _may_visit(state):
            word |= bit(VISIT)
        if pairs == ZERO or state.may_claim_unable != 0:
            word |= bit(UNABLE)
    return word


@njit_inline
def _may_visit(state: State) -> bool:
    """Return whether the player of the turn may draw now and pay for it."""
    return bool(
        state.visiting_quarry != 0
        and state.has_visited == 0
        and quarry_size(state) > 0
        and state.scores[state.turn_of] >= rules.VISIT_PRICE
    )


@njit
def action_mask(state: State, out: NDArray[np.int8]) -> None:
    """Fill ``out`` (A,) i1: 1 where the action is legal, all 0 when the game is over."""
    out[:] = 0
    if state.phase == CHOOSE_CELL:
        tile, pips = chosen_tile(state), chosen_pips(state)
        for index in range(state.num_open):
            if fits(state, tile, pips, index):
                out[cell_action(state, int(state.open_cell[index]))] = 1
        return
    word = _choices(state)
    for action in range(FIRST_CELL):
        out[action] = has_bit(word, action)


@njit
def is_legal(state: State, action: int) -> bool:
    """Return whether ``action``, any integer, is legal."""
    if action < 0:
        return False
    if action < FIRST_CELL:
        return has_bit(_choices(state), action)
    side = 2 * int(state.table_radius) + 1
    if state.phase != CHOOSE_CELL or action >= FIRST_CELL + side * side:
        return False
    cell = _cell_of(state, action)
    index = find_open(state, cell)
    if index == state.num_open or state.open_cell[index] != cell:
        return False
    return fits(state, chosen_tile(state), chosen_pips(state), index)


@njit
def num_legal(state: State) -> int:
    """Return the number of legal actions, without writing a mask."""
    if state.phase != CHOOSE_CELL:
        return count_ones(_choices(state))
    tile, pips = chosen_tile(state), chosen_pips(state)
    count = 0
    for index in range(state.num_open):
        count += fits(state, tile, pips, index)
    return count


@njit
def nth_legal(state: State, n: int) -> int:
    """Return the ``n``-th legal action in ascending order (0 <= n < num_legal)."""
    if state.phase != CHOOSE_CELL:
        return nth_one(_choices(state), n)
    tile, pips = chosen_tile(state), chosen_pips(state)
    for index in range(state.num_open):
        if fits(state, tile, pips, index):
            if n == 0:
                return cell_action(state, int(state.open_cell[index]))
            n -= 1
    return -1  # not reached: n < num_legal


# --- who begins -----------------------------------------------------------------------------


@njit
def step(state: State, action: int) -> None:
    """Play a legal action; legality is the caller's duty."""
    state.num_steps += 1
    if action >= FIRST_CELL:
        _lay_chosen(state, _cell_of(state, action))
    elif action == UNABLE:
        _pick(state)
    elif action == VISIT:
        state.scores[state.turn_of] -= rules.VISIT_PRICE
        state.has_visited = 1
        state.hand[state.turn_of, rules.MAX_HAND - 1] = draw(state)
    elif action >= FIRST_TILE:
        slot, rotation = divmod(action - FIRST_TILE, _ROTATIONS)
        state.chosen_slot, state.chosen_rotation = slot, rotation
        state.is_shown[state.turn_of, slot] = 1  # it lies on the table in a moment
        state.phase = CHOOSE_CELL
    elif action >= FIRST_NAME:
        _start(state, (int(state.mover) + action - FIRST_NAME) % int(state.num_players))
    else:
        _commit(state, action)


@njit
def _commit(state: State, slot: int) -> None:
    """Lay a tile face down; when all who have to have done so, they are turned over."""
    state.committed[state.mover] = slot
    for seat in range(int(state.mover) + 1, int(state.num_players)):
        if state.is_tied[seat] != 0:
            state.mover = seat
            return
    _reveal(state)


@njit
def _reveal(state: State) -> None:
    """Turn over what was committed: the lowest center names the starter, tied players go on."""
    lowest = rules.MAX_CENTER + 1
    for seat in range(state.num_players):
        if state.is_tied[seat] != 0:
            state.is_shown[seat, state.committed[seat]] = 1
            lowest = min(lowest, _shown_center(state, seat))
    first, num_tied = NONE, 0
    for seat in range(int(state.num_players) - 1, -1, -1):
        if state.is_tied[seat] != 0 and _shown_center(state, seat) == lowest:
            first = seat
            num_tied += 1
        else:
            state.is_tied[seat] = 0
    state.committed[:] = NONE
    state.mover = first
    state.num_reveals += 1
    if num_tied > 1 and state.num_reveals == rules.NUM_REVEALS:
        state.mover = _draw_tied(state, num_tied)
        num_tied = 1
    if num_tied == 1:
        state.is_tied[:] = 0
        state.phase = NAME_STARTER


@njit_inline
def _shown_center(state: State, seat: int) -> int:
    """Return the center of the tile that a player has committed."""
    return int(state.tile_center[state.hand[seat, state.committed[seat]]])


@njit
def _draw_tied(state: State, num_tied: int) -> int:
    """Return one of the tied players at random."""
    n = randbelow(state, num_tied)
    for seat in range(state.num_players):
        if state.is_tied[seat] != 0:
            if n == 0:
                return seat
            n -= 1
    return NONE  # not reached


# --- turns ----------------------------------------------------------------------------------


@njit
def _begin_turn(state: State, player: int) -> None:
    state.turn_of, state.mover, state.phase = player, player, CHOOSE_TILE
    state.has_visited, state.picked = 0, NONE
    state.chosen_slot, state.chosen_rotation = NONE, 0


@njit
def _lay_chosen(state: State, cell: int) -> None:
    """Lay the chosen tile, score it for whoever laid it, and end the turn."""
    index = find_open(state, cell)
    tile, pips = chosen_tile(state), chosen_pips(state)
    value = 1 if state.children != 0 else int(state.tile_center[tile])
    state.scores[state.mover] += value * num_touching(state, index)
    lay(state, tile, pips, index)
    _end_turn(state, int(state.chosen_slot))


@njit
def _pick(state: State) -> None:
    """Let the next player pick a tile of an unable hand at random, and play it if it can be."""
    slots, count = np.empty(rules.MAX_HAND, np.int64), 0
    for slot in range(rules.MAX_HAND):
        if state.hand[state.turn_of, slot] != NONE:
            slots[count] = slot
            count += 1
    slot = int(slots[randbelow(state, count)])
    state.picked = slot
    state.is_shown[state.turn_of, slot] = 1
    if legal_pairs(state) != ZERO:  # the player had overlooked it
        state.mover = (int(state.turn_of) + 1) % int(state.num_players)
        return
    state.discards[state.num_discards] = state.hand[state.turn_of, slot]
    state.num_discards += 1
    _end_turn(state, slot)


@njit
def _end_turn(state: State, slot: int) -> None:
    """Fill the emptied slot, unless the tile was drawn before, and pass the turn on."""
    player = int(state.turn_of)
    last = rules.MAX_HAND - 1
    state.hand[player, slot], state.is_shown[player, slot] = NONE, 0
    if state.has_visited != 0:
        if slot != last:
            state.hand[player, slot] = state.hand[player, last]
            state.is_shown[player, slot] = state.is_shown[player, last]
            state.hand[player, last], state.is_shown[player, last] = NONE, 0
    elif quarry_size(state) > 0:
        state.hand[player, slot] = draw(state)
    for turn in range(1, int(state.num_players) + 1):
        following = (player + turn) % int(state.num_players)
        for other in range(rules.HAND_SIZE):
            if state.hand[following, other] != NONE:
                _begin_turn(state, following)
                return
    state.phase = OVER
    state.chosen_slot, state.chosen_rotation, state.picked = NONE, 0, NONE
    state.has_visited = 0


# --- results --------------------------------------------------------------------------------


@njit_inline
def score(state: State, player: int) -> int:
    """Return the points of ``player`` as they stand."""
    return int(state.scores[player])


@njit_inline
def _standing(state: State, player: int) -> int:
    """Return what places go by: the points, and with a target those above it last and alike."""
    points = score(state, player)
    return -1 if state.target > 0 and points > state.target else points


@njit
def rank_players(state: State, out: NDArray[np.int8]) -> None:
    """Fill ``out`` (P,) i1 with places, 1 = best: by points, up to the target; ties share."""
    for player in range(state.num_players):
        out[player] = 1
        for other in range(state.num_players):
            out[player] += _standing(state, other) > _standing(state, player)
