"""The players of Quartile: once more literally, blind, legal in all variants, and how strong."""

from itertools import combinations

import numpy as np
import pytest

import quiltenvs
from quiltenvs.agents import agent_names, make_agent
from quiltenvs.agents.quartile_heuristic import (
    RESERVE,
    is_visit_worthwhile,
    look_out,
    slack,
    worth,
)
from quiltenvs.agents.quartile_outlook import (
    MAX_POINTS,
    NUM_SPOTS,
    SCALE,
    expected_best,
    mark_unseen,
)
from quiltenvs.core.jit import COMPILED
from quiltenvs.quartile.engine import chosen_pips, chosen_tile
from quiltenvs.quartile.state import CHOOSE_CELL, CHOOSE_TILE, COMMIT, NONE
from tests.agents.quartile_literal import (
    forked,
    is_visit_good,
    literal_expectation,
    literal_greedy,
    literal_heuristic,
    literal_slack,
    literal_worth,
    placements,
    unseen,
)
from tests.agents.samples import play_game, play_games, players_of, sample_positions
from tests.quartile import positions as at
from tests.quartile.positions import STUCK_TABLE, UNABLE, VISIT, play, table
from tests.strategies import random_game, scaled
from tests.variants import variants_of

ALL = {"children": True, "may_claim_unable": True, "visiting_quarry": True}
LITERAL = [
    {},
    {"num_players": 5},
    {"children": True, "num_players": 3},
    {"target": 60, "visiting_quarry": True},
    {"num_players": 4, "target": 90, "may_claim_unable": True},
    {"num_players": 3, "visiting_quarry": True, "may_claim_unable": True},
]
COMBINATIONS = [
    *variants_of("quartile"),
    *({"num_players": players, "target": 15, **ALL} for players in (2, 3, 4, 5, 6)),
    {"num_players": 3, "target": 165, "visiting_quarry": True, "tile_set": "adj"},
]
whole_games = pytest.mark.skipif(not COMPILED, reason="plays many whole games")


def chosen(name, state):
    """The action of an agent."""
    game = at.game_at(state)
    return choices(name, game, np.repeat(np.array(state, game.state_dtype), 1))[0]


def choices(name, game, states):
    return make_agent(name, game).act(game, states, players_of(game, states)).tolist()


# --- literally


@pytest.mark.parametrize("options", LITERAL, ids=str)
def test_greedy_takes_the_points_at_hand(options):
    game = quiltenvs.game("quartile", **options)
    for seed in range(scaled(4)):
        states = sample_positions(game, seed, count=20)
        expected = [literal_greedy(game, state) for state in states]
        assert choices("greedy", game, states) == expected


@pytest.mark.parametrize("options", LITERAL, ids=str)
def test_heuristic_takes_the_highest_worth(options):
    game = quiltenvs.game("quartile", **options)
    states = sample_positions(game, 11, count=9)
    assert choices("heuristic", game, states) == [literal_heuristic(game, s) for s in states]


def decisions(options, seed):
    """Every decision of a random game that is about a tile, and what the heuristic looks at."""
    game = quiltenvs.game("quartile", **options)
    for state in random_game(game, seed) if COMPILED else sample_positions(game, seed):
        if state.phase in (CHOOSE_TILE, CHOOSE_CELL):
            is_unseen = np.zeros(49, np.bool_)
            spots = np.full((49, NUM_SPOTS, 2), -9)  # junk, as memory is
            look_out(state, is_unseen, spots)
            yield game, state, is_unseen, spots


def opened(options, seeds):
    """The decisions of several random games."""
    return [found for seed in range(scaled(seeds)) for found in decisions(options, seed)]


@pytest.mark.parametrize("options", LITERAL, ids=str)
def test_worth_of_each_placement(options):
    found_all = opened(options, 3)
    picked = [decision for decision in found_all if decision[1].picked != NONE]
    for game, state, is_unseen, spots in [*found_all[::11], *picked]:
        fork = np.empty(1, game.state_dtype)
        for tile_action, cell in placements(game, state)[::3]:
            before = state if tile_action is None else forked(game, state, tile_action)
            places = [at.cell_action(before, at.cell_of(c)) for c in at.open_cells(before)]
            index, tile, pips = places.index(cell), chosen_tile(before), chosen_pips(before)
            found = worth(state, tile, pips, index, is_unseen, spots, fork)
            assert found == literal_worth(game, state, tile_action, cell)


@pytest.mark.parametrize("options", LITERAL, ids=str)
def test_what_is_unseen_and_still_to_come(options):
    for _, state, is_unseen, _ in opened(options, 6):
        assert np.flatnonzero(is_unseen).tolist() == unseen(state)
        assert slack(state, is_unseen) == literal_slack(state)


def test_visits_that_are_worth_their_price():
    answers = set()
    for options in ({"visiting_quarry": True}, {"visiting_quarry": True, "target": 200}):
        for game, state, is_unseen, spots in opened(options, 8)[::3]:
            if VISIT in game.legal_actions(state):
                found = is_visit_worthwhile(state, is_unseen, spots)
                assert found == is_visit_good(state)
                answers.add((state.target > 0, found))
    assert len(answers) == 4 or not COMPILED


def test_expected_best_over_all_hands():
    rng = np.random.default_rng(3)
    for _ in range(scaled(100)):
        scores = rng.integers(0, MAX_POINTS + 1, 9).tolist()
        counts = np.bincount(scores, minlength=MAX_POINTS + 1)
        for num_drawn in range(5):
            floor = int(rng.integers(0, 30))
            hands = [max(floor, *hand, 0) for hand in combinations(scores, num_drawn)]
            expected = SCALE * sum(hands) // len(hands)
            assert expected_best(counts, 9, num_drawn, floor) == expected
            assert int(SCALE * literal_expectation(scores, num_drawn, floor)) == expected


# --- directed positions


def test_two_small_sides_are_better_than_a_large_one():
    state = table(STUCK_TABLE, "12:5757 7:3434 .. ..", left=0)
    assert chosen("greedy", state) == at.FIRST_TILE + 4 + 1
    play(state, at.FIRST_TILE + 4 + 1)
    assert chosen("greedy", state) == at.cell_action(state, (-1, -1))
    play(state, at.cell_action(state, (-1, -1)))
    assert state.scores[0] == 14


@pytest.mark.parametrize("name", ["greedy", "heuristic"])
@pytest.mark.parametrize(("points", "expected"), [(5, VISIT), (4, UNABLE)])
def test_only_the_unable_visit_or_say_so(name, points, expected):
    state = table(STUCK_TABLE, at.STUCK_HAND, scores=(points,), visiting_quarry=True)
    assert chosen(name, state) == expected
    able = table(STUCK_TABLE, at.ABLE_HAND, may_claim_unable=True)
    assert at.FIRST_TILE <= chosen(name, able) < VISIT


def test_heuristic_leaves_to_others_what_would_lead_beyond_the_target():
    hand = {"scores": (40,), "target": 60, "may_claim_unable": True, "left": 0}
    assert chosen("heuristic", table(STUCK_TABLE, "7:3434 12:5757 .. ..", **hand)) == UNABLE
    state = table(STUCK_TABLE, "7:3434 .. .. ..", **hand)
    assert chosen("heuristic", state) == at.FIRST_TILE + 1  # 14 points, the most there are
    state = table(STUCK_TABLE, "7:3434 .. .. ..", **{**hand, "scores": (50,)})
    for _ in range(2):
        play(state, chosen("heuristic", state))
    assert state.scores[0] == 57


@pytest.mark.parametrize(("scores", "expected"), [((46,), 60), ((47,), 54), ((54,), 61)])
def test_greedy_stays_below_the_target_if_it_can(scores, expected):
    state = table(STUCK_TABLE, "7:3434 .. .. ..", scores=scores, target=60, left=0)
    for _ in range(2):
        play(state, chosen("greedy", state))
    assert state.scores[0] == expected


def test_slack_counts_what_is_still_to_come():
    # The own hand, and one of two draws: of seven unseen tiles, since four are in the other hand.
    state = table(STUCK_TABLE, at.ABLE_HAND, at.STUCK_HAND, left=2, scores=(50,), target=90)
    is_unseen = np.zeros(49, np.bool_)
    mark_unseen(state, 0, is_unseen)
    assert np.flatnonzero(is_unseen).tolist() == unseen(state)
    assert is_unseen.sum() == 7
    to_come = 8 + 7 + 12 + 7 + int(state.tile_center[is_unseen].sum()) // 7
    assert slack(state, is_unseen) == 90 - 50 - to_come - to_come // RESERVE


@pytest.mark.parametrize("players", range(2, 7))
def test_the_lowest_is_shown_and_its_owner_becomes_the_third(players):
    game = quiltenvs.game("quartile", num_players=players)
    agents = [make_agent(("greedy", "heuristic")[seat % 2], game) for seat in range(players)]
    for seed in range(scaled(20)):
        state = game.new_state(seed)
        lowest = state.tile_center[state.hand[:players, :4]].min(axis=1)
        while state.phase == COMMIT:
            seat = int(state.mover)
            slot = int(agents[seat].act(game, np.array([state]), np.array([seat]))[0])
            unshown = state.hand[seat, :4][state.is_shown[seat, :4] == 0]
            shown = state.tile_center[state.hand[seat, slot]]
            assert shown == state.tile_center[unshown].min()
            game.play(state, slot)
        namer = int(state.mover)
        assert lowest[namer] == lowest.min()
        action = int(agents[namer].act(game, np.array([state]), np.array([namer]))[0])
        game.play(state, action)
        assert (state.starter + 2) % players == namer


# --- all of them


def test_the_weakest_come_first():
    game = quiltenvs.game("quartile")
    assert agent_names(game) == ("random", "greedy", "heuristic")


@pytest.mark.parametrize("options", COMBINATIONS, ids=str)
def test_blind_in_every_variant(options):
    game = quiltenvs.game("quartile", **options)
    for seed in range(scaled(2)):
        states = sample_positions(game, seed, count=30)
        redealt = states.copy()
        for state in redealt:
            game.redeal_hidden(state, int(state.mover), np.uint64(77))
        for name in ("greedy", "heuristic"):
            assert choices(name, game, states) == choices(name, game, redealt)


@whole_games
@pytest.mark.parametrize("options", COMBINATIONS, ids=str)
def test_legal_in_every_variant(options):
    game = quiltenvs.game("quartile", **options)
    for seed in range(2):
        agents = [make_agent(("heuristic", "greedy")[(s + seed) % 2], game) for s in range(6)]
        last = play_game(game, agents[: game.spec.num_players], seed)  # each action is checked
        assert game.is_terminal(last)


def share_of_wins(name, others, seeds, **options):
    """How many games an agent wins from all seats, a shared win counting its part."""
    game = quiltenvs.game("quartile", **options)
    wins = []
    for seat in range(game.spec.num_players):
        agents = [make_agent(others, game, seed=s) for s in range(game.spec.num_players)]
        agents[seat] = make_agent(name, game)
        is_first = play_games(game, agents, seeds) == 1
        wins.extend(is_first[:, seat] / is_first.sum(axis=1))
    return np.mean(wins)


@whole_games
@pytest.mark.parametrize(
    ("options", "least"),
    [
        ({}, 0.85),
        ({"num_players": 4}, 0.45),
        ({"children": True}, 0.85),
        ({"target": 250}, 0.75),
        ({"target": 150, "visiting_quarry": True}, 0.95),
        ({"target": 150, "may_claim_unable": True}, 0.95),
    ],
    ids=str,
)
def test_heuristic_wins_far_more_than_greedy(options, least):
    assert share_of_wins("heuristic", "greedy", range(50), **options) > least


@whole_games
@pytest.mark.parametrize("options", [{}, {"children": True}], ids=str)
def test_greedy_wins_far_more_than_random(options):
    assert share_of_wins("greedy", "random", range(50), **options) > 0.9
