"""Nobody runs into a dead end: what is legal leaves something legal to do, or ends the game.

Positions come from random games, with options drawn anew for every game from all that go together.
What blocks can be picked is tried out to the end, step by step.
"""

from itertools import count, islice

import numpy as np
import pytest

import quiltenvs
from quiltenvs.core.jit import COMPILED
from quiltenvs.core.registry import loops_of
from quiltenvs.quiltable import facts
from quiltenvs.quiltable.choices import DONE
from quiltenvs.quiltable.state import ACTION, CHOOSE, LAY, PLACE, RETURN
from tests.quiltable.positions import lies, sewn
from tests.quiltable.test_against_reference import options_of
from tests.reference.quiltable_quilt import groups, may_be_added, may_leave
from tests.strategies import IS_NIGHTLY, random_game, scaled

NUM_CHUNKS = 8 if COMPILED else 3  # uncompiled, the fifth game, with assistants, is slow
NUM_POSITIONS = 12_500 if IS_NIGHTLY else scaled(400)  # in a chunk, like those below
NUM_TRIED = 5_000 if IS_NIGHTLY else scaled(60)
NUM_GROUPS = 500 if IS_NIGHTLY else scaled(3)
SPACING = 8  # steps from one position of a game to the next one
UNFINISHED = (CHOOSE, PLACE, RETURN, LAY)
"""The phases of a CHOOSE or RETURN that was begun."""
PHASES = {"choose": (CHOOSE, PLACE), "return": (RETURN, LAY)}
"""While blocks are picked, and when all are."""
NUM_BORDER, NUM_RING, MAX_RETURN = 12, 20, 4
every_chunk = pytest.mark.parametrize("chunk", range(NUM_CHUNKS))


def games_of(chunk):
    """Yield one game after the other, played to its end, with positions from all of its course."""
    for number in count(1 + chunk, NUM_CHUNKS):
        game = quiltenvs.game("quiltable", **options_of(number))
        history = random_game(game, number)
        assert game.is_terminal(history[-1]), game.config  # or nothing was legal there
        yield game, history[number % SPACING : -1 : SPACING]


def single_positions(chunk):
    for game, states in games_of(chunk):
        for state in states:
            yield game, state


def masks_of(game, states):
    """Return (N, A) masks, written over a buffer of sevens."""
    masks = np.full((len(states), game.spec.num_actions), 7, np.int8)
    loops_of("quiltable").mask_rows(states, np.arange(len(states)), masks)
    return masks


def dead_ends(game, states):
    """Return the names of actions that lead where nothing is legal, or something after the end."""
    loops, masks = loops_of("quiltable"), masks_of(game, states)
    assert masks.any(axis=1).all()
    rows, actions = map(np.ascontiguousarray, np.nonzero(masks))
    after, is_over = states[rows], np.zeros(len(rows), bool)
    loops.step_rows(after, np.arange(len(rows)), actions)
    loops.terminal(after, is_over)
    bad = np.flatnonzero(masks_of(game, after).any(axis=1) == is_over)
    return [game.action_name(states[rows[i]], int(actions[i])) for i in bad]


@every_chunk
def test_every_legal_action_leaves_something_to_do(chunk):
    left = NUM_POSITIONS
    for game, states in games_of(chunk):
        assert dead_ends(game, states[:left]) == [], game.config
        left -= len(states)
        if left <= 0:
            break


# --- groups of blocks -----------------------------------------------------------------------


def after(game, state, action):
    fork = state.copy()
    game.step(fork, action)
    return fork


def can_be_finished(game, state):
    """Return whether a CHOOSE or RETURN comes to its end some way: all are tried, depth first."""
    return state.phase not in UNFINISHED or any(
        can_be_finished(game, after(game, state, action)) for action in game.legal_actions(state)
    )


@every_chunk
def test_every_pick_can_be_finished(chunk):
    """With assistants, too; from the first pick as from later ones."""
    begun = (ACTION, CHOOSE, RETURN)
    positions = (pair for pair in single_positions(chunk) if pair[1].phase in begun)
    for game, state in islice(positions, NUM_TRIED):
        for action in game.legal_actions(state):
            name = game.action_name(state, action)
            assert can_be_finished(game, after(game, state, action)), (name, game.config)


def groups_to_pick(game, state, kind, picked=frozenset()):
    """Return the groups that picking can end with: all ways to pick are tried."""
    first, (goes_on, ends) = game.actions.start(kind), PHASES[kind]
    found = set()
    for action in game.legal_actions(state):
        fork = after(game, state, action)
        group = picked if action == DONE else picked | {action - first}
        if fork.phase == goes_on:
            found |= groups_to_pick(game, fork, kind, group)
        elif fork.phase == ends:
            found.add(group)
    return found


def groups_of_the_rules(game, state, kind):
    """Return the groups that may be chosen or returned, as far as there is room for four cards."""
    quilt = frozenset(sewn(state, int(state.mover)))
    if kind == "return":
        found = groups(quilt, tuple(range(1, 1 + MAX_RETURN)), False)
        return {group for group in found if may_leave(group, quilt, False)}
    frame = 3 if game.config.mode == "mini" else 4
    found = groups(frozenset(lies(state, int(state.marker))), (2, 3), False)
    return {group for group in found if may_be_added(group, quilt, frame, False)}


def is_plain(game, state):
    """Return whether it is for a player without an assistant to act, with room on the ring."""
    has_room = len(lies(state, int(state.marker))) <= NUM_BORDER + NUM_RING - MAX_RETURN
    has_border = any(facts.piles(state, int(state.marker)))  # then it is full
    return state.phase == ACTION and not state.assistants and has_room and has_border


@every_chunk
@pytest.mark.parametrize("kind", PHASES)
def test_groups_that_can_be_picked_are_those_of_the_rules(kind, chunk):
    """None else can be done, and a pick that is refused leads to none."""
    side = {"choose": facts.area_side, "return": lambda _: 4}[kind]
    positions = (pair for pair in single_positions(chunk) if is_plain(*pair))
    for game, state in islice(positions, NUM_GROUPS):
        found = {
            frozenset(divmod(cell, side(state)) for cell in group)
            for group in groups_to_pick(game, state, kind)
        }
        assert found == groups_of_the_rules(game, state, kind), game.config
