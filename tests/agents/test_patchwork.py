"""Greedy against the formula written out literally; lookahead; both in every variant."""

import itertools

import numpy as np
import pytest

import quiltenvs
from quiltenvs.agents import make_agent
from quiltenvs.agents.patchwork import greedy_actions
from quiltenvs.agents.patchwork_evaluation import NUM_WEIGHTS, best_action, rank_actions
from quiltenvs.agents.patchwork_lookahead import (
    BALANCED,
    MAX_CANDIDATES,
    MAX_ROLLOUTS,
    NUM_STYLES,
    STYLES,
    WIDTH,
    lookahead_action,
    play_out,
)
from quiltenvs.core.jit import COMPILED
from tests.agents.literal_formula import choose
from tests.agents.samples import play_game, play_games, players_of, sample_positions
from tests.strategies import random_game, scaled, thinned
from tests.variants import values, variants_of

OPTIONS = values("patchwork")
ALL_VARIANTS = [
    dict(zip(OPTIONS, combination, strict=True))
    for combination in itertools.product(*OPTIONS.values())
]
whole_games = pytest.mark.skipif(not COMPILED, reason="plays many whole games")


@pytest.fixture(scope="module")
def single():
    return quiltenvs.game("patchwork")


def positions_of(game, seed):
    """All positions of a game between random, and of one between greedy players."""
    return [thinned(random_game(game, seed)[:-1]), greedy_game(game, seed)]


def greedy_game(game, seed):
    """All positions of one game between greedy players; uncompiled, a few of its first."""
    states, positions, action = game.new_states([seed]), [], np.zeros(1, np.int64)
    while not game.is_terminal(states[0]) and (COMPILED or len(positions) < 3):
        positions.append(states.copy())
        greedy_actions(states, action)
        game.play(states[0], int(action[0]))
    return np.concatenate(positions)


@pytest.mark.parametrize("options", variants_of("patchwork"), ids=str)
def test_greedy_is_the_formula(options):
    game = quiltenvs.game("patchwork", **options)
    agent, num_special = make_agent("greedy", game), 0
    for seed in range(scaled(2)):
        for history in positions_of(game, seed):
            states = history[seed % 2 :: 2]
            actions = agent.act(game, states, players_of(game, states))
            assert actions.tolist() == [choose(game, state) for state in states]
            num_special += np.count_nonzero(states["pending"] >= 0)
    assert num_special > 0 or not COMPILED


@whole_games
@pytest.mark.parametrize("name", ["greedy", "lookahead"])
@pytest.mark.parametrize("options", ALL_VARIANTS, ids=str)
def test_whole_games_in_every_variant(options, name):
    game = quiltenvs.game("patchwork", **options)
    agents = [make_agent(name, game), make_agent("random", game, seed=1)]
    last = play_game(game, agents, seed=5)
    assert game.is_terminal(last)
    assert last.num_steps > 20 * (1 + last.game_number)
    assert last.game_number == (options["match"] == "two_game")


def literal_lookahead(game, state):
    """Try every candidate in every style, step by step; the first of the best is chosen."""
    worths, actions = np.zeros((2, MAX_CANDIDATES), np.int64)
    count, sums = rank_actions(state, BALANCED, WIDTH, worths, actions), {}
    player, number = int(game.current_player(state)), state.game_number
    for action in actions[:count].tolist():
        sums[action] = 0
        for style in STYLES:
            after = state.copy()
            game.play(after, action)
            while not game.is_terminal(after) and after.game_number == number:
                game.play(after, int(best_action(after, style)))
            sums[action] += game.score(after, player) - game.score(after, 1 - player)
    return max(sums, key=lambda action: sums[action])


@pytest.mark.parametrize("options", [{}, {"match": "two_game"}], ids=str)
def test_lookahead_sums_the_margins_over_all_styles(options):
    game = quiltenvs.game("patchwork", **options)
    agent = make_agent("lookahead", game)
    for seed in range(scaled(2)):
        states = sample_positions(game, seed, count=7)
        actions = agent.act(game, states, players_of(game, states))
        assert actions.tolist() == [literal_lookahead(game, state) for state in states]


@whole_games
def test_greedy_beats_random(single):
    greedy, random = make_agent("greedy", single), make_agent("random", single, seed=2)
    wins = [
        (play_games(single, agents, range(20))[:, seat] == 1).sum()
        for seat, agents in enumerate([[greedy, random], [random, greedy]])
    ]
    assert sum(wins) >= 38
    assert min(wins) >= 18


@whole_games
def test_lookahead_beats_greedy(single):
    lookahead, greedy = make_agent("lookahead", single), make_agent("greedy", single)
    wins = [
        (play_games(single, agents, range(10))[:, seat] == 1).sum()
        for seat, agents in enumerate([[lookahead, greedy], [greedy, lookahead]])
    ]
    assert sum(wins) >= 18


def test_styles_are_balanced():
    assert STYLES.shape == (NUM_STYLES, NUM_WEIGHTS)
    assert STYLES.dtype == np.int64
    signs = np.sign(STYLES - BALANCED)
    assert np.abs(signs).min() == 1
    assert np.array_equal(signs.T @ signs, NUM_STYLES * np.eye(NUM_WEIGHTS))
    assert np.array_equal(signs.sum(axis=0), np.zeros(NUM_WEIGHTS))
    ratio = STYLES / BALANCED
    assert np.allclose(ratio[signs > 0], 1.2)
    assert np.allclose(ratio[signs < 0], 1 / 1.2, atol=0.01)


def test_budget_of_lookahead_is_honest(single):
    assert MAX_ROLLOUTS == 8 * (1 + 3 * 3)
    assert make_agent("lookahead", single).budget.startswith("at most 80 ")
    worths, actions = np.zeros((2, MAX_CANDIDATES), np.int64)
    for state in random_game(single, 3)[:-1]:
        count = rank_actions(state, BALANCED, WIDTH, worths, actions)
        assert 1 <= count <= MAX_CANDIDATES
        assert len(set(actions[:count].tolist())) == count
        assert all(single.is_legal(state, action) for action in actions[:count])


def test_play_out_of_a_finished_game_is_the_margin(single):
    last = random_game(single, 4)[-1].copy()
    scores = single.scores(last)
    assert scores[0] != scores[1]
    for player in (0, 1):
        assert play_out(last, player, BALANCED) == scores[player] - scores[1 - player]


def test_play_out_ends_with_the_first_game_of_a_match():
    game = quiltenvs.game("patchwork", match="two_game")
    first = [state for state in random_game(game, 5) if state.game_number == 0]
    state = first[-6].copy()
    margin = play_out(state, 1, BALANCED)
    assert (state.game_number, state.position.tolist()) == (1, [0, 0])
    assert margin == state.first_score[1] - state.first_score[0]


@whole_games
def test_play_out_counts_both_games_of_a_match():
    game = quiltenvs.game("patchwork", match="two_game")
    second = [state for state in random_game(game, 6) if state.game_number == 1]
    state = second[3].copy()
    margin = play_out(state, 0, BALANCED)
    assert game.is_terminal(state)
    assert margin == game.score(state, 0) - game.score(state, 1)
    assert state.first_score[0] != state.first_score[1]


def last_turn(state, player):
    """The position with one space left for ``player``, the other finished, the tile taken."""
    last = state.copy()
    last.position[player], last.position[1 - player] = 52, 53
    last.finished_first = last.seven_by_seven = 1 - player
    last.special_patches = 0
    return last


def test_last_turn_is_played_best(single):
    states = np.concatenate([sample_positions(single, seed) for seed in range(scaled(6))])
    for state in states[states["pending"] < 0]:
        player = int(single.current_player(state))
        last, margins = last_turn(state, player), {}
        for action in single.legal_actions(last):
            after = last.copy()
            single.step(after, action)
            assert single.is_terminal(after)
            margins[action] = single.score(after, player) - single.score(after, 1 - player)
        assert margins[lookahead_action(last)] == max(margins.values())
