"""The players of Quiltable: blind and legal in all variants, games that end, and how strong."""

import numpy as np
import pytest

import quiltenvs
from quiltenvs.agents import agent_names, make_agent
from quiltenvs.agents.quiltable_assistants import TRIFLE
from quiltenvs.agents.quiltable_completions import NUM_ODDS
from quiltenvs.agents.quiltable_evaluation import WORTH_OF_BLOCK, near_worth
from quiltenvs.agents.quiltable_greedy import FEW_OPEN
from quiltenvs.core.jit import COMPILED
from quiltenvs.core.registry import loops_of
from quiltenvs.quiltable import rules
from quiltenvs.quiltable.state import ACTION, CHOOSE, PLACE
from tests.agents.samples import play_game, play_games, players_of, sample_positions
from tests.strategies import scaled
from tests.variants import variants_of

COMBINATIONS = [
    *variants_of("quiltable"),
    {"mode": "mini", "num_players": 7, "patches": True, "symmetry": True},
    {"mode": "speed", "copies": 2, "num_players": 6, "assistants": "random"},
    {"mode": "quick_start", "num_players": 4},
    {"mode": "symmetrical_race", "num_players": 4, "all_cards": True},
    {"num_players": 8, "copies": 2, "assistants": "random", "symmetry": True, "patches": True},
    {"num_players": 1, "assistants": "random", "quilting_master": "big_billy"},
    {"num_players": 1, "mode": "quick_start"},
    *(
        {"assistants": f"{rules.ASSISTANTS[a]},{rules.ASSISTANTS[(a + 3) % 10]}"}
        for a in range(len(rules.ASSISTANTS))
    ),
]
NO_ODDS = np.zeros(NUM_ODDS)
whole_games = pytest.mark.skipif(not COMPILED, reason="plays many whole games")


def choices(name, game, states):
    return make_agent(name, game).act(game, states, players_of(game, states)).tolist()


def played(name, game, seed, count=12):
    """Positions spread over a game that an agent plays with itself."""
    agent, state, history = make_agent(name, game), game.new_state(seed), []
    while not game.is_terminal(state):
        history.append(state.copy())
        player = int(game.current_player(state))
        game.play(state, int(agent.act(game, np.array([state]), np.array([player]))[0]))
    states = np.array(history, game.state_dtype)
    return states[np.linspace(0, len(states) - 1, count).astype(int)].copy()


def block_of(game, action):
    """The name of the block that an action belongs to."""
    (name,) = (b.name for b, place in game.actions.slices() if place.start <= action < place.stop)
    return name


def after_actions(game, state):
    """The positions after every PLAN, and every CHOOSE up to its placing, of the player to move."""
    found, waiting = [], [state]
    while waiting:
        before = waiting.pop()
        for action in game.legal_actions(before):
            block = block_of(game, action)
            if block in ("return", "pass"):
                continue
            after = before.copy()
            game.play(after, action)
            player = int(game.current_player(before))
            is_same_turn = int(after.mover) == player
            if is_same_turn and after.phase in (CHOOSE, PLACE):
                waiting.append(after)
            else:
                found.append((block, after))
    return found


def test_the_weakest_come_first():
    game = quiltenvs.game("quiltable")
    assert agent_names(game) == ("random", "greedy", "heuristic")


@pytest.mark.parametrize("options", COMBINATIONS, ids=str)
def test_blind_in_every_variant(options):
    game = quiltenvs.game("quiltable", **options)
    for seed in range(scaled(2)):
        states = sample_positions(game, seed, count=20)
        redealt = states.copy()
        for state in redealt:
            game.redeal_hidden(state, int(state.mover), np.uint64(77))
        for name in ("greedy", "heuristic"):
            assert choices(name, game, states) == choices(name, game, redealt)


@whole_games
@pytest.mark.parametrize("options", COMBINATIONS, ids=str)
def test_legal_in_every_variant(options):
    game = quiltenvs.game("quiltable", **options)
    for seed in range(2):
        agents = [make_agent(("heuristic", "greedy")[(s + seed) % 2], game) for s in range(8)]
        last = play_game(game, agents[: game.spec.num_players], seed)  # each action is checked
        assert game.is_terminal(last)


def merit(state, player, block):
    trial = state.copy()
    return near_worth(trial, player, NO_ODDS) + TRIFLE * (block == "plan")


def whole_action(game, agent, state):
    """Let an agent play until its action is done; return the block it began with, and the state."""
    player, first, after = int(state.mover), None, state.copy()
    while True:
        action = int(agent.act(game, np.array([after]), np.array([player]))[0])
        first = first or block_of(game, action)
        game.play(after, action)
        if after.mover != player or after.phase not in (CHOOSE, PLACE):
            return first, after


@whole_games
@pytest.mark.parametrize("options", [{}, {"patches": True, "symmetry": True}], ids=str)
def test_greedy_plays_the_action_of_most_points(options):
    game, num_plans, num_tried = quiltenvs.game("quiltable", **options), 0, 0
    agent = make_agent("greedy", game)
    for seed in range(scaled(2)):
        states = played("greedy", game, seed, count=40)
        for state in states[states["phase"] == ACTION]:
            player = int(state.mover)
            num_open = rules.NUM_QUILT_CELLS - int(state.quilt_cells[player]).bit_count()
            found = after_actions(game, state)
            if not found or 0 < num_open <= FEW_OPEN:
                continue  # there a block may be returned
            best = max(merit(after, player, block) for block, after in found)
            block, after = whole_action(game, agent, state)
            assert merit(after, player, block) == pytest.approx(best)
            num_plans += block == "plan"
            num_tried += 1
    assert 0 < num_plans < num_tried - 3


def test_near_worth_is_the_score_and_a_little_for_blocks():
    game = quiltenvs.game("quiltable")
    for state in sample_positions(game, 3):
        for player in range(2):
            blocks = int(state.quilt_cells[player]).bit_count()
            expected = int(state.scores[player]) + WORTH_OF_BLOCK * blocks
            assert near_worth(state.copy(), player, NO_ODDS) == pytest.approx(expected)
    assert WORTH_OF_BLOCK * rules.NUM_QUILT_CELLS == rules.FULL_BONUS


@whole_games
@pytest.mark.parametrize("name", ["greedy", "heuristic"])
@pytest.mark.parametrize(
    "options", [{}, {"num_players": 4}, {"mode": "quick_start"}, {"mode": "mini", "num_players": 5}]
)
def test_games_end_by_themselves(name, options):
    game = quiltenvs.game("quiltable", **options)
    loops, agent = loops_of("quiltable"), make_agent(name, game)
    states, over = game.new_states(range(scaled(30))), np.zeros(scaled(30), np.bool_)
    while not over.all():
        rows = np.flatnonzero(~over)
        loops.step_rows(states, rows, agent.act(game, states[rows], players_of(game, states[rows])))
        loops.terminal(states, over)
    assert not states["is_cut"].any()


@whole_games
def test_a_race_is_won_in_time():
    game = quiltenvs.game("quiltable", mode="symmetrical_race")
    agent, num_turns = make_agent("heuristic", game), []
    for seed in range(scaled(60)):
        last = play_game(game, [agent, agent], seed)
        assert not last.is_cut
        num_turns.append(int(last.num_turns.max()))
    assert np.mean(num_turns) < 5  # twice as many without an eye on what is in sight


def share_of_wins(name, others, seeds, **options):
    """How many games an agent wins from all seats."""
    game = quiltenvs.game("quiltable", **options)
    wins = []
    for seat in range(game.spec.num_players):
        agents = [make_agent(others, game, seed=s) for s in range(game.spec.num_players)]
        agents[seat] = make_agent(name, game)
        wins.extend(play_games(game, agents, seeds)[:, seat] == 1)
    return np.mean(wins)


@whole_games
@pytest.mark.parametrize(
    ("options", "least"),
    [
        ({}, 0.7),
        ({"num_players": 4}, 0.35),
        ({"symmetry": True, "patches": True}, 0.5),
        ({"assistants": "random"}, 0.6),
        ({"mode": "symmetrical_race"}, 0.6),
    ],
    ids=str,
)
def test_heuristic_wins_far_more_than_greedy(options, least):
    assert share_of_wins("heuristic", "greedy", range(50), **options) > least


@whole_games
@pytest.mark.parametrize(
    "options", [{}, {"mode": "symmetrical_race"}, {"mode": "quick_start"}], ids=str
)
def test_greedy_wins_far_more_than_random(options):
    assert share_of_wins("greedy", "random", range(40), **options) > 0.9


@whole_games
@pytest.mark.parametrize(("master", "least"), [("granny_smith", 0.9), ("terrific_tim", 0.6)])
def test_heuristic_beats_the_masters(master, least):
    options = {"num_players": 1, "quilting_master": master}
    assert share_of_wins("heuristic", "greedy", range(50), **options) > least
