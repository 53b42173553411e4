"""Quartile by worth: the points at hand, what the next player is offered, what the hand keeps.

The worth of a placement, in points, is

- what the sides that touch *beyond the first* earn: one side every tile earns sooner or later, so
  that only the others are a gain,
- less the score that the next player's turn is expected to bring, over all hands it may hold,
- and a quarter of what the other tiles of the own hand can score then, each at its best place.

The weights were chosen on paired deals against ``greedy``. With a target, points that would lead
beyond it count against a placement more than anything else.
"""

import numpy as np
from numpy.typing import NDArray

from quiltenvs.agents.quartile_greedy import NEVER, name_starter, slot_to_show, value_of
from quiltenvs.agents.quartile_outlook import (
    MAX_POINTS,
    NUM_CHANGED,
    NUM_SPOTS,
    SCALE,
    expected_best,
    find_changed,
    list_spots,
    mark_unseen,
    sides_after,
)
from quiltenvs.core.bits import ONE, ZERO, trailing_zeros
from quiltenvs.core.game import State, States
from quiltenvs.core.jit import njit
from quiltenvs.quartile import engine, rules
from quiltenvs.quartile.quarry import quarry_size
from quiltenvs.quartile.state import CHOOSE_CELL, CHOOSE_TILE, COMMIT, MAX_OPEN, NONE, STATE
from quiltenvs.quartile.table import fits, lay, num_touching, turned

WEIGHT_OF_KEPT = SCALE // 4
"""Of what the rest of the hand can score, where a point at hand weighs SCALE."""
RESERVE = 6
"""One part in so many of what is to come is kept free below a target: often a tile fits only where
more than one side touches, and draws may be high."""
EXCESS = 1000 * SCALE
"""The price of a point that is expected beyond the target."""


@njit
def next_player(state: State) -> int:
    """Return whose turn it is after this one; whoever has it now if nobody else has tiles."""
    players, turn_of = int(state.num_players), int(state.turn_of)
    for turn in range(1, players):
        seat = (turn_of + turn) % players
        for slot in range(rules.HAND_SIZE):
            if state.hand[seat, slot] != NONE:
                return seat
    return turn_of


@njit
def look_out(state: State, is_unseen: NDArray[np.bool_], spots: NDArray[np.int64]) -> None:
    """List where the tiles that the player to move knows of could be laid.

    Args:
        state: Somebody is to move.
        is_unseen: (49,), filled with the tiles that the player has never seen.
        spots: (49, NUM_SPOTS, 2), filled for these, the own hand and what others have shown.
    """
    mover = int(state.mover)
    mark_unseen(state, mover, is_unseen)
    touching = np.empty(MAX_OPEN, np.int64)
    for index in range(state.num_open):
        touching[index] = num_touching(state, index)
    for tile in range(rules.NUM_TILES):
        if is_unseen[tile]:
            list_spots(state, tile, touching, spots[tile])
    for seat in range(state.num_players):
        for slot in range(rules.MAX_HAND):
            tile = int(state.hand[seat, slot])
            if tile != NONE and not is_unseen[tile]:
                list_spots(state, tile, touching, spots[tile])


@njit
def slack(state: State, is_unseen: NDArray[np.bool_]) -> int:
    """Return how many points the player to move may earn beyond one side a tile, by the target.

    That is the target, less the own score and what one side of each tile to come will earn, with
    RESERVE: those of the own hand, and the draws, each taken for the mean of the unseen tiles.
    """
    mover, players = int(state.mover), int(state.num_players)
    total, count = 0, 0
    for tile in range(rules.NUM_TILES):
        if is_unseen[tile]:
            total += value_of(state, tile)
            count += 1
    before = (mover - int(state.turn_of) - int(state.has_visited)) % players
    num_draws = max(0, quarry_size(state) - before + players - 1) // players
    to_come = num_draws * total // count
    for slot in range(rules.MAX_HAND):
        if state.hand[mover, slot] != NONE:
            to_come += value_of(state, int(state.hand[mover, slot]))
    return int(state.target) - int(state.scores[mover]) - to_come - to_come // RESERVE


@njit
def offer(
    state: State,
    is_unseen: NDArray[np.bool_],
    spots: NDArray[np.int64],
    changed: NDArray[np.int64],
    num_changed: int,
) -> int:
    """Return the expected best score of the next player's turn, in parts of SCALE.

    0 if that is the player to move, who has laid a tile for an unable one or has the last tiles.

    Args:
        state: The tile is laid, and still in the hand.
        is_unseen: (49,) tiles that the player to move has never seen.
        spots: (49, NUM_SPOTS, 2) from before the placement.
        changed: (NUM_CHANGED, 3) what the placement has changed.
        num_changed: Rows of ``changed``.
    """
    following = next_player(state)
    if following == state.mover:
        return 0
    known, num_hidden, num_unseen = 0, 0, 0
    for slot in range(rules.MAX_HAND):
        tile = int(state.hand[following, slot])
        if tile != NONE and state.is_shown[following, slot] != 0:
            sides = sides_after(state, tile, spots[tile], changed, num_changed)
            known = max(known, sides * value_of(state, tile))
        elif tile != NONE:
            num_hidden += 1
    counts = np.zeros(MAX_POINTS + 1, np.int64)
    for tile in range(rules.NUM_TILES):
        if is_unseen[tile]:
            sides = sides_after(state, tile, spots[tile], changed, num_changed)
            counts[sides * value_of(state, tile)] += 1
            num_unseen += 1
    return expected_best(counts, num_unseen, num_hidden, known)


@njit
def worth(
    state: State,
    tile: int,
    pips: int,
    index: int,
    is_unseen: NDArray[np.bool_],
    spots: NDArray[np.int64],
    fork: States,
) -> int:
    """Return the worth of laying ``tile``, turned to ``pips``, on the open cell ``index``.

    Args:
        state: The table before.
        tile: Of the hand of the turn.
        pips: As it is turned.
        index: In ``open_cell``.
        is_unseen: (49,) by ``look_out``.
        spots: (49, NUM_SPOTS, 2) by ``look_out``.
        fork: (1,) scratch.
    """
    mover = int(state.mover)
    gain = num_touching(state, index) * value_of(state, tile)
    if state.turn_of == mover:
        gain -= value_of(state, tile)
    found = SCALE * gain
    if state.target > 0:
        found -= EXCESS * max(0, gain - slack(state, is_unseen))
    fork[0] = state
    after = fork[0]
    lay(after, tile, pips, index)
    changed = np.empty((NUM_CHANGED, 3), np.int64)
    num_changed = find_changed(after, int(state.open_cell[index]), changed)
    found -= offer(after, is_unseen, spots, changed, num_changed)
    for slot in range(rules.MAX_HAND):
        other = int(state.hand[mover, slot])
        if other != NONE and other != tile:
            sides = sides_after(after, other, spots[other], changed, num_changed)
            found += WEIGHT_OF_KEPT * sides * value_of(state, other)
    return found


@njit
def best_cell(
    state: State,
    tile: int,
    pips: int,
    is_unseen: NDArray[np.bool_],
    spots: NDArray[np.int64],
    fork: States,
) -> tuple[int, int]:
    """Return the highest worth of ``tile``, turned to ``pips``, and the first open cell with it.

    NEVER and NONE if it fits nowhere. The cell is an index in ``open_cell``; see ``worth``.
    """
    best, best_at = NEVER, NONE
    for index in range(state.num_open):
        if fits(state, tile, pips, index):
            found = worth(state, tile, pips, index, is_unseen, spots, fork)
            if found > best:
                best, best_at = found, index
    return best, best_at


@njit
def is_visit_worthwhile(
    state: State, is_unseen: NDArray[np.bool_], spots: NDArray[np.int64]
) -> bool:
    """Return whether to draw before the turn, which is legal.

    It is if the score can be expected to rise by more than the price, or, with a target, if it has
    to come down by as much.
    """
    if state.target > 0:
        return slack(state, is_unseen) <= -rules.VISIT_PRICE
    best = -1
    for slot in range(rules.MAX_HAND):
        tile = int(state.hand[state.mover, slot])
        if tile != NONE and spots[tile, 0, 0] > 0:
            best = max(best, (spots[tile, 0, 0] - 1) * value_of(state, tile))
    rise = 0
    for tile in range(rules.NUM_TILES):
        if is_unseen[tile]:
            rise -= rules.VISIT_PRICE
            if best >= 0:
                rise += max(0, (spots[tile, 0, 0] - 1) * value_of(state, tile) - best)
            else:
                rise += spots[tile, 0, 0] * value_of(state, tile)
    return rise > 0


@njit
def has_to_play(state: State, is_unseen: NDArray[np.bool_]) -> bool:
    """Return whether to lay a tile where it is legal to be unable instead.

    Always if a tile fits, but for one case: points that lead beyond a target are better left to the
    next player.
    """
    if state.target > 0 and slack(state, is_unseen) < 0:
        return False
    return engine.legal_pairs(state) != ZERO


@njit
def heuristic_action(state: State) -> int:
    """Return the action of the highest worth; of equal ones the lowest."""
    if state.phase == COMMIT:
        return slot_to_show(state)
    if state.phase != CHOOSE_CELL and state.phase != CHOOSE_TILE:
        return name_starter(state)
    is_unseen = np.empty(rules.NUM_TILES, np.bool_)
    spots = np.empty((rules.NUM_TILES, NUM_SPOTS, 2), np.int64)
    fork = np.empty(1, STATE)
    look_out(state, is_unseen, spots)
    if state.phase == CHOOSE_TILE:
        return _choose_tile(state, is_unseen, spots, fork)
    tile, pips = engine.chosen_tile(state), engine.chosen_pips(state)
    _, index = best_cell(state, tile, pips, is_unseen, spots, fork)
    return engine.cell_action(state, int(state.open_cell[index]))


@njit
def _choose_tile(
    state: State, is_unseen: NDArray[np.bool_], spots: NDArray[np.int64], fork: States
) -> int:
    if engine.is_legal(state, engine.VISIT) and is_visit_worthwhile(state, is_unseen, spots):
        return engine.VISIT
    if engine.is_legal(state, engine.UNABLE) and not has_to_play(state, is_unseen):
        return engine.UNABLE
    pairs = engine.legal_pairs(state)
    best, best_action = NEVER, NONE
    while pairs != ZERO:
        pair = trailing_zeros(pairs)
        pairs &= pairs - ONE
        slot, rotation = divmod(pair, rules.NUM_SIDES)
        tile = int(state.hand[state.turn_of, slot])
        pips = turned(int(state.tile_pips[tile]), rotation)
        found, _ = best_cell(state, tile, pips, is_unseen, spots, fork)
        if found > best:
            best, best_action = found, engine.FIRST_TILE + pair
    return best_action
