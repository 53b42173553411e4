"""The players of Quartile a second time: slow, literal, by playing each placement out."""

from fractions import Fraction
from math import comb

from quiltenvs.agents.quartile_heuristic import EXCESS, RESERVE, WEIGHT_OF_KEPT
from quiltenvs.agents.quartile_outlook import SCALE
from quiltenvs.quartile.state import CHOOSE_CELL, COMMIT, NAME_STARTER, NONE
from tests.quartile import positions as at
from tests.quartile.positions import UNABLE, VISIT
from tests.reference.quartile import around


def best_of(merits):
    """The first action of the highest merit."""
    return max(sorted(merits), key=merits.__getitem__)


def forked(game, state, *actions):
    after = state.copy()
    for action in actions:
        game.play(after, action)
    return after


def literal_points(game, state, cell, tile=None):
    """What laying a tile on a cell earns the player to move."""
    actions = [cell] if tile is None else [tile, cell]
    return int(forked(game, state, *actions).scores[state.mover] - state.scores[state.mover])


def placements(game, state):
    """All placements as (tile action or None, cell action)."""
    if state.phase == CHOOSE_CELL:
        return [(None, cell) for cell in game.legal_actions(state)]
    tiles = [a for a in game.legal_actions(state) if at.FIRST_TILE <= a < VISIT]
    return [(a, cell) for a in tiles for cell in game.legal_actions(forked(game, state, a))]


def literal_merit(state, points):
    is_over = state.target > 0 and state.scores[state.mover] + points > state.target
    return -points if is_over else points


def literal_start(game, state):
    """Shows the lowest center; makes itself the third to move."""
    if state.phase == NAME_STARTER:
        return at.FIRST_NAME + (-2 % game.spec.num_players)
    hand = state.hand[state.mover]
    return min(game.legal_actions(state), key=lambda slot: int(state.tile_center[hand[slot]]))


def literal_greedy(game, state):
    if state.phase in (COMMIT, NAME_STARTER):
        return literal_start(game, state)
    legal = game.legal_actions(state)
    merits = {}
    for tile, cell in placements(game, state):
        action = cell if tile is None else tile
        found = literal_merit(state, literal_points(game, state, cell, tile))
        merits[action] = max(found, merits.get(action, found))
    if merits:
        return best_of(merits)
    return VISIT if VISIT in legal else UNABLE


def lying(state):
    """Pips by cell; None for the start tile."""
    count = int(state.num_placed)
    on_table = {
        at.cell_of(cell): at.unpacked(pips)
        for cell, pips in zip(state.placed_cell[:count], state.placed_pips[:count], strict=True)
    }
    return {**on_table, (0, 0): None}


def value(state, tile):
    return 1 if state.children else int(state.tile_center[tile])


def literal_sides(state, laid, tile):
    """The most sides that a tile can touch on a table, 0 if it fits nowhere."""
    radius, center = int(state.table_radius), int(state.tile_center[tile])
    best = 0
    for cell in {near for place in laid for near in around(place)} - laid.keys():
        touching = {side: laid[near] for side, near in enumerate(around(cell)) if near in laid}
        if max(map(abs, cell)) > radius or len(touching) <= best:
            continue
        asked = {side: pips[(side + 2) % 4] for side, pips in touching.items() if pips}
        for own in at.rotations(at.unpacked(state.tile_pips[tile])):
            if all(
                own[side] == (other if state.children else center - other)
                for side, other in asked.items()
            ):
                best = len(touching)
    return best


def literal_best(state, laid, tile):
    return literal_sides(state, laid, tile) * value(state, tile)


def unseen(state):
    """The tiles that the player to move has never seen."""
    gone = {*state.placed_tile[1 : state.num_placed], *state.discards[: state.num_discards]}
    for seat in range(state.num_players):
        for slot in range(5):
            if seat == state.mover or state.is_shown[seat, slot]:
                gone.add(state.hand[seat, slot])
    return sorted(set(range(49)) - {int(tile) for tile in gone})


def literal_expectation(scores, num_drawn, floor):
    """The expected best of ``num_drawn`` of ``scores``, at least ``floor``; by its rank."""
    if num_drawn == 0:
        return Fraction(floor)
    total, ranked = 0, sorted(scores, reverse=True)
    for rank, points in enumerate(ranked):
        total += max(points, floor) * comb(len(ranked) - 1 - rank, num_drawn - 1)
    return Fraction(total, comb(len(ranked), num_drawn))


def literal_offer(state, laid):
    players = int(state.num_players)
    order = [(int(state.turn_of) + turn) % players for turn in range(1, players + 1)]
    following = next(
        (seat for seat in order[:-1] if (state.hand[seat, :4] != NONE).any()), order[-1]
    )
    if following == state.mover:
        return 0
    held = [slot for slot in range(5) if state.hand[following, slot] != NONE]
    shown = [slot for slot in held if state.is_shown[following, slot]]
    known = [literal_best(state, laid, state.hand[following, slot]) for slot in shown]
    scores = [literal_best(state, laid, tile) for tile in unseen(state)]
    expected = literal_expectation(scores, len(held) - len(shown), max(known, default=0))
    return int(SCALE * expected)


def literal_slack(state):
    players, mover = int(state.num_players), int(state.mover)
    hand = [value(state, tile) for tile in state.hand[mover] if tile != NONE]
    drawers, seat = [], int(state.turn_of)
    if state.has_visited:
        seat = (seat + 1) % players
    for _ in range(49 - int(state.num_drawn)):
        drawers.append(seat)
        seat = (seat + 1) % players
    hidden = [value(state, tile) for tile in unseen(state)]
    to_come = sum(hand) + drawers.count(mover) * sum(hidden) // len(hidden)
    return int(state.target) - int(state.scores[mover]) - to_come - to_come // RESERVE


def literal_worth(game, state, tile_action, cell):
    before = state if tile_action is None else forked(game, state, tile_action)
    tile = int(before.hand[state.turn_of, before.chosen_slot])
    laid = lying(forked(game, before, cell))
    gain = literal_points(game, before, cell)
    gain -= value(state, tile) if state.mover == state.turn_of else 0
    over = max(0, gain - literal_slack(state)) if state.target else 0
    kept = [t for t in state.hand[state.mover] if t not in (NONE, tile)]
    return (
        SCALE * gain
        - EXCESS * over
        - literal_offer(state, laid)
        + WEIGHT_OF_KEPT * sum(literal_best(state, laid, t) for t in kept)
    )


def is_visit_good(state):
    if state.target:
        return literal_slack(state) <= -5
    laid = lying(state)
    own = [t for t in state.hand[state.mover] if t != NONE and literal_sides(state, laid, t)]
    beyond = {t: literal_best(state, laid, t) - value(state, t) for t in [*own, *unseen(state)]}
    rises = [
        max(0, beyond[t] - max(beyond[o] for o in own)) if own else literal_best(state, laid, t)
        for t in unseen(state)
    ]
    return sum(rises) > 5 * len(rises)


def literal_heuristic(game, state):
    if state.phase in (COMMIT, NAME_STARTER):
        return literal_start(game, state)
    legal = game.legal_actions(state)
    if VISIT in legal and is_visit_good(state):
        return VISIT
    worths = {}
    for tile, cell in placements(game, state):
        action = cell if tile is None else tile
        found = literal_worth(game, state, tile, cell)
        worths[action] = max(found, worths.get(action, found))
    if not worths or (UNABLE in legal and state.target and literal_slack(state) < 0):
        return UNABLE
    return best_of(worths)
