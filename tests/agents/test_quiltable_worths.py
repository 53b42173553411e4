"""What Quiltable's players try out: places, symmetry, the second action, the Race, the Master."""

import numpy as np
import pytest

import quiltenvs
from quiltenvs.agents import make_agent
from quiltenvs.agents.quiltable_completions import FILL, HOLE, NUM_ODDS, TAKEN
from quiltenvs.agents.quiltable_evaluation import far_worth
from quiltenvs.agents.quiltable_heuristic import (
    COST_OF_HOLE,
    NUM_LISTED,
    POINTS_OF_UNKNOWN,
    best_first_choice,
    look_out,
)
from quiltenvs.agents.quiltable_moves import rank_choices
from quiltenvs.agents.quiltable_places import worth_of_group
from quiltenvs.agents.quiltable_symmetry import (
    KEEPS_SYMMETRY,
    chance_of_symmetry,
    symmetry_progress,
)
from quiltenvs.core.jit import COMPILED
from quiltenvs.quiltable import rules
from quiltenvs.quiltable.cards import CARDS
from quiltenvs.quiltable.choices import DONE, FIRST_CARD, FIRST_CHOOSE, FIRST_RETURN
from quiltenvs.quiltable.state import ACTION, CHOOSE, LAY, PLACE, STATE
from tests.agents.samples import sample_positions
from tests.strategies import scaled


def odds_for(state):
    odds = np.zeros(NUM_ODDS)
    look_out(state, int(state.mover), odds)
    return odds


def card_of(kind, taken=()):
    """A card whose block is of a type."""
    return next(c for c in range(96) if CARDS[c].type == kind and c not in taken)


def lay_quilt(state, player, rows):
    """Give a player a quilt; ``rows`` name types, a dot is an open cell."""
    state.quilt[player], state.quilt_cells[player] = -1, 0
    for cell, kind in enumerate("".join(rows)):
        if kind != ".":
            state.quilt[player, cell] = card_of(int(kind))
            state.quilt_cells[player] |= np.uint16(1 << cell)


def played_on(game, state, actions):
    after = state.copy()
    for action in actions:
        game.play(after, action)
    return after


@pytest.mark.parametrize(
    "options",
    [{}, {"patches": True, "symmetry": True}, {"mode": "mini", "num_players": 5}],
    ids=str,
)
def test_a_group_is_worth_what_the_quilt_is_at_its_best_place(options):
    game, num_tried = quiltenvs.game("quiltable", **options), 0
    for seed in range(scaled(2)):
        for state in sample_positions(game, seed, count=30):
            player = int(state.mover)
            if state.phase != PLACE or state.num_group == 0:
                continue
            odds, worths = odds_for(state), []
            for action in game.legal_actions(state):
                after = played_on(game, state, [action])
                worths.append(far_worth(after, player, odds))
            low = np.uint64(sum(1 << int(cell) for cell in state.group[: state.num_group]))
            found = worth_of_group(state, player, (low, np.uint64(0)), odds, state.copy())
            assert found == pytest.approx(max(worths))
            num_tried += 1
    assert num_tried > 1 or not COMPILED


@pytest.mark.parametrize(
    ("rows", "undecided"),
    [
        (["0110", "2332", "4554", "6776"], 0),
        (["0110", "2332", "4554", "67.."], 2),
        (["0110", "2332", "....", "...."], 4),
        (["0123", "1...", "2...", "3..."], 3),
        (["0123", "4567", "0246", "7531"], None),
    ],
)
def test_symmetry_counts_by_the_pairs_that_are_open(rows, undecided):
    game = quiltenvs.game("quiltable", symmetry=True)
    state, odds = game.new_state(0), np.zeros(NUM_ODDS)
    lay_quilt(state, 0, rows)
    expected = 0.0 if undecided is None else (1 - 0.5 * (1 - KEEPS_SYMMETRY)) ** undecided
    odds[FILL] = 0.5
    assert chance_of_symmetry(state, 0, odds) == pytest.approx(expected)
    odds[FILL] = 0.0
    assert chance_of_symmetry(state, 0, odds) == (undecided is not None)


def race():
    return quiltenvs.game("quiltable", mode="symmetrical_race")


def test_a_hole_that_no_pair_fills_costs_in_a_race():
    state, odds = race().new_state(0), np.zeros(NUM_ODDS)
    worths = []
    for rows in (["0110", "2.32", "4554", "67.6"], ["0110", "2332", "4..4", "6776"]):
        lay_quilt(state, 0, rows)
        before = symmetry_progress(state, 0, odds)
        odds[HOLE] = COST_OF_HOLE
        worths.append(symmetry_progress(state, 0, odds) - before)
        odds[HOLE] = 0.0
    assert worths == [-2 * COST_OF_HOLE, 0.0]


def test_what_is_in_sight_is_worth_waiting_for_in_a_race():
    state = race().new_state(0)
    types = [CARDS[int(c)].type for c in state.area if c >= 0]
    common = max(range(rules.NUM_TYPES), key=types.count)
    rare = min(range(rules.NUM_TYPES), key=types.count)
    assert types.count(common) > types.count(rare) + 1
    odds = odds_for(state)
    found = []
    for kind in (common, rare):
        lay_quilt(state, 0, [f"{kind}012", "3456", "7012", "3456"])
        full = symmetry_progress(state, 0, np.zeros(NUM_ODDS))
        assert symmetry_progress(state, 0, odds) == full  # nothing is awaited
        lay_quilt(state, 0, [f"{kind}...", "0110", "2332", "4554"])
        found.append(symmetry_progress(state, 0, odds))
    assert found[0] > found[1]


def test_returned_blocks_lie_elsewhere_in_another_turn_of_a_race():
    game, seen = race(), set()
    agent = make_agent("heuristic", game)
    state = game.new_state(1)
    while state.phase != LAY:  # RETURN a block as soon as there is one
        legal = game.legal_actions(state)
        is_return = [FIRST_RETURN <= a < FIRST_CARD for a in legal]
        game.play(state, DONE if DONE in legal else legal[int(np.argmax(is_return))])
    legal = game.legal_actions(state)
    for turn in range(1, 8):
        state.num_turns[int(state.mover)] = turn
        player = np.array([int(state.mover)])
        (action,) = agent.act(game, np.array([state]), player).tolist()
        assert action in legal
        seen.add(action)
    assert len(seen) > 3


@pytest.mark.skipif(not COMPILED, reason="tries many groups")
def test_the_group_that_was_planned_is_picked_to_its_end():
    game, num_tried = quiltenvs.game("quiltable"), 0
    agent = make_agent("heuristic", game)
    for seed in range(scaled(6)):
        for state in sample_positions(game, seed, count=60):
            player = int(state.mover)
            if state.phase != ACTION or state.actions_left[0] < 2:
                continue
            (action,) = agent.act(game, np.array([state]), np.array([player])).tolist()
            if action < FIRST_CHOOSE:
                continue
            odds, forks = odds_for(state), np.empty(3, STATE)
            worths, sets = np.empty(NUM_LISTED), np.zeros((NUM_LISTED, 2), np.uint64)
            rank_choices(state, player, odds, state.copy(), worths, sets)
            _, planned = best_first_choice(state, player, odds, forks, worths, sets)
            after, picked = played_on(game, state, [action]), 1 << action - FIRST_CHOOSE
            while after.phase == CHOOSE:
                (action,) = agent.act(game, np.array([after]), np.array([player])).tolist()
                game.play(after, action)
                picked |= 0 if action == DONE else 1 << action - FIRST_CHOOSE
            assert picked == int(planned[0])
            num_tried += 1
    assert num_tried > 5


def test_what_the_master_would_take_is_worth_taking():
    options = {"num_players": 1, "quilting_master": "terrific_tim"}
    game = quiltenvs.game("quiltable", **options)
    state = game.new_state(3)
    game.play(state, game.legal_actions(state)[0])  # its marker at the first corner
    odds = odds_for(state)
    expected = np.zeros(rules.AREA_SIDE**2)
    for row, column in ((1, 1), (1, 2)):
        cell = rules.AREA_SIDE * row + column
        expected[cell] = CARDS[int(state.area[cell])].points - POINTS_OF_UNKNOWN
    assert odds[TAKEN : TAKEN + len(expected)] == pytest.approx(expected)
    assert expected.any()
    pair = np.uint64(sum(1 << rules.AREA_SIDE + column for column in (1, 2)))
    before = worth_of_group(state, 0, (pair, np.uint64(0)), odds, state.copy())
    odds[TAKEN : TAKEN + len(expected)] = 0.0
    after = worth_of_group(state, 0, (pair, np.uint64(0)), odds, state.copy())
    assert before - after == pytest.approx(expected.sum())
