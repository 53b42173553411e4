"""The players of Calico: once more step by step, blind, legal in all variants, and how strong."""

import numpy as np
import pytest

import quiltenvs
from quiltenvs.agents import agent_names, make_agent
from quiltenvs.agents.calico_greedy import POINT, best_placement
from quiltenvs.agents.calico_heuristic import (
    MAX_EVALUATIONS,
    WIDTH,
    choose_goals,
    quick_action,
    rank_placements,
    worth_of_placement,
)
from quiltenvs.agents.calico_lookahead import (
    MAX_PLAYOUTS,
    NUM_CANDIDATES,
    find_candidates,
    hash_of_view,
)
from quiltenvs.agents.calico_weights import GOAL_AT_SPOT, GOAL_PAIRS
from quiltenvs.calico.state import CHOOSE_GOALS, PLACE, TAKE
from quiltenvs.core.jit import COMPILED
from quiltenvs.core.registry import loops_of
from tests.agents.calico_literal_greedy import literal_greedy, literal_merit
from tests.agents.calico_literal_heuristic import (
    best_of,
    literal_goal_worth,
    literal_heuristic,
    literal_lookahead,
    literal_ranking,
    worths_after,
)
from tests.agents.calico_samples import (
    LITERAL,
    RESTRICTED,
    agent_positions,
    choices_of,
    fork,
    together,
)
from tests.agents.samples import play_game, sample_positions
from tests.calico.positions import EMPTY, HEXES, SPACES, table
from tests.strategies import random_game, scaled
from tests.variants import variants_of

COMBINATIONS = [
    *variants_of("calico"),
    *({"num_players": players, **RESTRICTED} for players in (1, 2, 3, 4)),
    {"num_players": 2, **RESTRICTED, "no_hand": False},
    {"num_players": 3, "next_to_same_color": True, "next_to_same_pattern": True},
    {"num_players": 1, "no_hand": True},
    {"num_players": 4, "setup": "family", "no_hand": True, "boards": "random"},
    {"num_players": 1, "setup": "family", "lower_variance": True},
    {"num_players": 2, "cats": "Callie Almond Leo", "starting_player": "random"},
    {"num_players": 4, "scenario": 10},
]
whole_games = pytest.mark.skipif(not COMPILED, reason="plays many whole games")


def positions_of(game, seed):
    return together(game, [sample_positions(game, seed), agent_positions(game, "greedy", seed)])


@pytest.mark.parametrize("options", LITERAL, ids=str)
def test_greedy_takes_the_points_at_hand(options):
    game = quiltenvs.game("calico", **options)
    for seed in range(scaled(4)):
        states = positions_of(game, seed)
        expected = [literal_greedy(game, state) for state in states]
        assert choices_of("greedy", game, states) == expected


@pytest.mark.parametrize("options", LITERAL, ids=str)
def test_greedy_counts_points_as_the_rules_do(options):
    game, num_earned = quiltenvs.game("calico", **options), 0
    for seed in range(scaled(4)):
        states = positions_of(game, seed)
        for state in states[states["phase"] == PLACE]:
            for slot in range(3 if state.restrictions[2] else 2):
                merit, at = best_placement(state, slot)
                legal = [a for a in game.legal_actions(state) if a // 22 == slot]
                assert (merit < 0) == (not legal)
                if legal:
                    points, potential = max(literal_merit(state, action) for action in legal)
                    assert merit == POINT * points + potential
                    assert slot * 22 + SPACES.index(HEXES[at]) in legal
                    num_earned += points > 0
    assert num_earned > 0 or not COMPILED


@pytest.mark.parametrize("options", LITERAL, ids=str)
def test_heuristic_looks_at_the_tiles_in_sight(options):
    game = quiltenvs.game("calico", **options)
    for seed in range(scaled(1)):
        own = agent_positions(game, "heuristic", seed, count=5)
        states = together(game, [sample_positions(game, seed)[::2], own])
        expected = [literal_heuristic(game, state) for state in states]
        assert choices_of("heuristic", game, states) == expected


@pytest.mark.parametrize("options", LITERAL[:4], ids=str)
def test_placements_ranked_by_the_worth_they_leave(options):
    game = quiltenvs.game("calico", **options)
    states = sample_positions(game, 3)
    for state in states[states["phase"] == PLACE]:
        expected = literal_ranking(game, state)
        for width in (1, 5, 80):
            worths, actions = np.zeros((2, width), np.int64)
            count = rank_placements(state, worths, actions)
            assert count == min(width, len(expected))
            assert actions[:count].tolist() == expected[:count]
            assert worths[:count].tolist() == sorted(worths[:count], reverse=True)


def test_quick_looks_at_the_quilt_alone():
    game = quiltenvs.game("calico", num_players=1)
    for state in sample_positions(game, 4):
        if state.phase == TAKE:
            slot, tops = int(state.emptied), []
            for tile in state.market:
                after = fork(state, phase=PLACE)
                after.hand[0, slot] = tile
                tops.append(max(worths_after(game, after, slot).values()))
            assert quick_action(state) == 66 + tops.index(max(tops))
        elif state.phase == PLACE:
            assert quick_action(state) == literal_ranking(game, state)[0]
        else:
            assert quick_action(state) == choose_goals(state)


def test_goals_are_chosen_by_the_table():
    for is_strict in (False, True):
        game = quiltenvs.game("calico", goals_need_both=is_strict)
        states = game.new_states(range(scaled(50)))
        expected = [
            best_of({action: literal_goal_worth(state, action) for action in range(69, 93)})
            for state in states
        ]
        assert choices_of("heuristic", game, states) == expected
        assert len(set(expected)) > 10 or not COMPILED


def test_table_of_goals():
    assert GOAL_AT_SPOT.shape == (2, 6, 3)
    assert np.array_equal(GOAL_PAIRS, GOAL_PAIRS.transpose(0, 2, 1))
    assert not GOAL_PAIRS[:, range(6), range(6)].any()


# --- directed positions


def test_greedy_takes_the_button_and_the_cat_that_one_tile_brings():
    # The tile makes three of green with Gw of the border, and three dots for Millie.
    line = EMPTY.replace("Gw  ..  ..  ..", "Gw  ..  Gd  Yd")
    state = table(line, hand="Gd Kv", market="Lf Pq Ds")
    game = quiltenvs.game("calico", num_players=1, setup="family", cats="Millie Tibbit Coconut")
    states = np.array([state], game.state_dtype)
    assert choices_of("greedy", game, states) == [SPACES.index((1, 1))]


def test_the_tile_that_completes_a_cat_is_taken():
    # Dots at (1, 2) and (1, 3) of three colors that touch nothing of their own; Millie wants one
    # more. The hand is of no use for that.
    line = EMPTY.replace("Gw  ..  ..  ..", "Gw  ..  Pd  Yd")
    game = quiltenvs.game("calico", num_players=1, setup="family", cats="Millie Tibbit Coconut")
    for slot, market in enumerate(["Ld Gq Ks", "Gq Ld Ks", "Gq Ks Ld"]):
        state = table(line, hand="Kv Df", market=market)
        game.play(state, 21)  # the pink tile into the lower right corner
        states = np.array([state], game.state_dtype)
        for name in ("greedy", "heuristic"):
            assert choices_of(name, game, states) == [66 + slot]


# --- lookahead


@pytest.mark.parametrize("options", [{}, {"num_players": 1, "no_hand": True}], ids=str)
def test_lookahead_adds_up_its_playouts(options):
    game = quiltenvs.game("calico", **options)
    states = sample_positions(game, 9, count=8)
    assert choices_of("lookahead", game, states) == [literal_lookahead(game, s) for s in states]


def test_candidates_are_the_best_placements_all_takes_and_one_choice_of_goals():
    game = quiltenvs.game("calico", num_players=2)
    for state in sample_positions(game, 10, count=20):
        actions = np.zeros(NUM_CANDIDATES, np.int64)
        found = actions[: find_candidates(state, actions)].tolist()
        if state.phase == TAKE:
            assert found == [66, 67, 68]
        elif state.phase == CHOOSE_GOALS:
            assert found == [choose_goals(state)]
        else:
            forks = np.empty(3, game.state_dtype)
            ranked = literal_ranking(game, state)[:WIDTH]
            worths = [-int(worth_of_placement(state, a, forks)) for a in ranked]
            order = np.argsort(worths, kind="stable")
            assert found == [ranked[i] for i in order[:NUM_CANDIDATES]]


@pytest.mark.parametrize("players", [1, 2, 4])
def test_seeds_follow_from_what_the_player_sees(players):
    game = quiltenvs.game("calico", num_players=players)
    for state in random_game(game, 11)[: 12 * players]:  # tiles are hidden early in a game
        player, keys = int(state.mover), set()
        for seed in range(3):
            redealt = state.copy()
            game.redeal_hidden(redealt, player, np.uint64(seed))
            keys.add(int(hash_of_view(redealt, player)))
        assert len(keys) == 1


def test_positions_of_a_game_are_dealt_differently():
    game = quiltenvs.game("calico", num_players=2)
    states = sample_positions(game, 12, count=30)
    states = states[states["phase"] != CHOOSE_GOALS]
    keys = {int(hash_of_view(state, int(state.mover))) for state in states}
    assert len(keys) == len(states)


def test_budgets_are_honest():
    assert MAX_PLAYOUTS == 4 * 16
    assert MAX_EVALUATIONS == 44 + 6 * 3 * (22 + 22 + 22)
    game = quiltenvs.game("calico")
    assert make_agent("heuristic", game).budget.startswith(f"at most {MAX_EVALUATIONS} ")
    assert make_agent("lookahead", game).budget == "at most 64 playouts of 3 turns"


# --- all of them


def test_the_weakest_come_first():
    game = quiltenvs.game("calico")
    assert agent_names(game) == ("random", "greedy", "heuristic", "lookahead")


@pytest.mark.parametrize("options", COMBINATIONS, ids=str)
def test_blind_in_every_variant(options):
    game = quiltenvs.game("calico", **options)
    states = together(game, [sample_positions(game, seed, count=6) for seed in range(scaled(2))])
    redealt = states.copy()
    for state in redealt:
        game.redeal_hidden(state, int(state.mover), np.uint64(77))
    for name in ("greedy", "heuristic", "lookahead"):
        assert choices_of(name, game, states) == choices_of(name, game, redealt)


@whole_games
@pytest.mark.parametrize("options", COMBINATIONS, ids=str)
def test_legal_in_every_variant(options):
    game = quiltenvs.game("calico", **options)
    names = ["heuristic", "greedy", "lookahead", "heuristic"]
    agents = [make_agent(name, game) for name in names[: game.spec.num_players]]
    last = play_game(game, agents, seed=5)  # each action is checked
    assert game.is_terminal(last)
    assert last.num_placed[: game.spec.num_players].tolist() == [22] * game.spec.num_players


def solo_scores(name, seeds, **options):
    """The scores of solo games, played side by side."""
    game = quiltenvs.game("calico", num_players=1, **options)
    agent, loops, states = (
        make_agent(name, game, seed=1),
        loops_of("calico"),
        game.new_states(seeds),
    )
    over = np.zeros(len(states), np.bool_)
    while not over.all():
        rows = np.flatnonzero(~over)
        players = np.zeros(len(rows), np.int64)
        loops.step_rows(states, rows, agent.act(game, states[rows], players))
        loops.terminal(states, over)
    return np.array([game.score(state, 0) for state in states])


@whole_games
@pytest.mark.parametrize(
    ("options", "margin"),
    [
        ({}, 20),
        ({"setup": "beginner"}, 15),
        ({"goals_need_both": True}, 20),
        ({"no_hand": True}, 15),
    ],
    ids=str,
)
def test_heuristic_scores_far_more_than_greedy(options, margin):
    greedy, heuristic = (
        solo_scores(name, range(60), **options) for name in ("greedy", "heuristic")
    )
    assert heuristic.mean() > greedy.mean() + margin
    assert greedy.mean() > solo_scores("random", range(60), **options).mean() + 15


@whole_games
def test_lookahead_scores_more_than_heuristic():
    lookahead, heuristic = (
        solo_scores(name, range(40), setup="beginner") for name in ("lookahead", "heuristic")
    )
    assert lookahead.mean() > heuristic.mean() + 0.5


@whole_games
def test_heuristic_wins_at_a_table_of_four():
    game = quiltenvs.game("calico", num_players=4)
    wins = 0
    for seed in range(12):
        agents = [make_agent("greedy", game) for _ in range(4)]
        agents[seed % 4] = make_agent("heuristic", game)
        wins += int(game.ranking(play_game(game, agents, seed))[seed % 4] == 1)
    assert wins >= 10
