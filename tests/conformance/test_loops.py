"""The compiled loops over many states say the same as the game asked about one."""

import numpy as np
import pytest

from quiltenvs.core.registry import loops_of
from quiltenvs.core.reward import MODES
from quiltenvs.core.sampling import first_masked
from tests.strategies import action_mask, observation, observations, random_game, scaled


@pytest.fixture(scope="module")
def states(game):
    """Positions of several random games, their starts and ends included."""
    return np.concatenate([random_game(game, seed)[:: 1 + 4 * seed] for seed in range(3)])


@pytest.fixture(scope="module")
def loops(game):
    return loops_of(game.spec.name)


def test_reset_states(game, loops, states):
    used = states.copy()
    wanted = np.arange(len(used), dtype=np.uint64) * np.uint64(2**60)
    loops.reset_states(used, wanted)
    assert used.tobytes() == game.new_states(wanted).tobytes()


def test_step_rows(game, loops, states):
    rows = np.array([i for i in range(len(states)) if game.legal_actions(states[i])])[::-2]
    actions = np.array([game.legal_actions(states[i])[-1] for i in rows])
    stepped, expected = states.copy(), states.copy()
    loops.step_rows(stepped, rows, actions)
    for row, action in zip(rows, actions, strict=True):
        game.step(expected[row], int(action))
    assert stepped.tobytes() == expected.tobytes() != states.tobytes()


def test_whose_turn_and_whether_it_is_over(game, loops, states):
    players, over, cut = (np.full(len(states), 9, dtype) for dtype in ("i1", "?", "?"))
    loops.current_players(states, players)
    loops.terminal(states, over)
    loops.truncated(states, cut)
    assert over.tolist() == [game.is_terminal(state) for state in states]
    assert cut.tolist() == [game.is_truncated(state) for state in states]
    going = ~over
    assert going.any()
    assert over.any()
    assert players[going].tolist() == [game.current_player(state) for state in states[going]]


def test_mask_and_observe_rows(game, loops, states):
    rows = np.arange(len(states))[::-3].copy()
    masks = np.full((len(rows), game.spec.num_actions), 7, np.int8)
    loops.mask_rows(states, rows, masks)
    seats = (np.arange(len(rows)) % game.spec.num_players).astype(np.int8)
    seen = np.full((len(rows), game.observation_size), np.nan, np.float32)
    loops.observe_rows(states, rows, seats, seen)
    for k, row in enumerate(rows):
        assert (masks[k] == action_mask(game, states[row])).all()
        assert (seen[k] == observation(game, states[row], int(seats[k]))).all()


def test_results_and_values(game, loops, states):
    shape = len(states), game.spec.num_players
    scores, places = np.zeros(shape, np.int32), np.zeros(shape, np.int8)
    loops.results(states, scores, places)
    assert [tuple(row) for row in scores.tolist()] == [game.scores(state) for state in states]
    assert [tuple(row) for row in places.tolist()] == [game.ranking(state) for state in states]
    own = np.full(shape, np.nan)
    scale = game.spec.score_scale
    loops.values(states, MODES.index("score"), scale, scores.copy(), places.copy(), own)
    np.testing.assert_allclose(own, scores / scale)


def test_redeal_states(game, loops, states):
    redealt, expected = states.copy(), states.copy()
    seats = (np.arange(len(states)) % game.spec.num_players).astype(np.int8)
    new = np.arange(len(states), dtype=np.uint64)
    loops.redeal_states(redealt, seats, new)
    for state, player, seed in zip(expected, seats, new, strict=True):
        game.redeal_hidden(state, int(player), seed)
    assert redealt.tobytes() == expected.tobytes() != states.tobytes()


def test_random_actions_are_legal_and_leave_the_states_alone(game, loops, states):
    before = states.tobytes()
    drawn = []
    seeds = np.arange(len(states), dtype=np.uint64)
    for _ in range(10):
        actions = np.full(len(states), -7)
        loops.random_actions(states, seeds, actions)
        for state, action in zip(states, actions, strict=True):
            legal = game.legal_actions(state)
            assert action in legal if legal else action == -1
        drawn.append(actions)
    assert len({tuple(row) for row in map(np.ndarray.tolist, drawn)}) == 10
    assert states.tobytes() == before


def test_random_games_count_what_was_played(game, loops):
    num_players, count = game.spec.num_players, scaled(100)
    totals = np.full(4 + 2 * num_players, -1)
    loops.random_games(game.new_state(0), np.uint64(4), count, totals)
    steps, most_legal, sum_legal, longest = totals[:4]
    assert count <= steps <= count * longest
    assert 1 <= sum_legal / steps <= most_legal <= game.spec.num_actions
    assert longest <= game.spec.max_steps
    wins = totals[4 + num_players :]
    assert (wins >= 0).all()
    assert (wins <= count).all()
    again = np.full(4 + 2 * num_players, -1)
    loops.random_games(game.new_state(9), np.uint64(4), count, again)
    assert again.tolist() == totals.tolist()
    # The totals of one game, told by its last position.
    state = game.new_state(0)
    loops.random_games(state, np.uint64(4), 1, again)
    assert again[0] == again[3]
    assert again[4 : 4 + num_players].tolist() == list(game.scores(state))
    assert again[4 + num_players :].tolist() == [place == 1 for place in game.ranking(state)]


@pytest.mark.parametrize("by_mask", [True, False])
def test_first_illegal(game, loops, states, by_mask):
    going = states[[not game.is_terminal(state) for state in states]][:6]
    legal = np.array([game.legal_actions(state)[0] for state in going])
    masks = np.array([action_mask(game, state) for state in going])

    def first_illegal(actions):
        return first_masked(masks, actions) if by_mask else loops.first_illegal(going, actions)

    assert first_illegal(legal) == -1
    for row in (5, 3):
        for bad in (-1, game.spec.num_actions, -(2**63), 2**63 - 1):
            wrong = legal.copy()
            wrong[row] = bad
            assert first_illegal(wrong) == row
        illegal = np.flatnonzero(action_mask(game, going[row]) == 0)
        legal[row] = illegal[0]
        assert first_illegal(legal) == row


def test_play_one_and_look_one(game, loops):
    for position in random_game(game, 7)[::5]:
        state = position.copy()
        one = np.array([state], state.dtype)
        status, scores = np.full(3, -1), np.full(game.spec.num_players, -1)
        loops.look_one(one, status, scores)
        assert scores.tolist() == list(game.scores(state))
        assert status[1:].tolist() == [game.is_terminal(state), game.is_truncated(state)]
        before = one.tobytes()
        assert not loops.play_one(one, -1, status, scores)
        assert one.tobytes() == before
        for action in game.legal_actions(state)[:1]:
            assert status[0] == game.current_player(state)
            assert loops.play_one(one, action, status, scores)
            game.step(state, action)
            assert one.tobytes() == state.tobytes()
            assert scores.tolist() == list(game.scores(state))


def test_observe_one_masks_whoever_is_not_to_move(game, loops):
    state = game.new_state(3)
    one = np.array([state], state.dtype)
    for player in range(game.spec.num_players):
        seen = np.full(game.observation_size, np.nan, np.float32)
        mask = np.full(game.spec.num_actions, 7, np.int8)
        loops.observe_one(one, player, seen, mask)
        assert (seen == observations(game, state)[player]).all()
        is_own = game.current_player(state) == player
        assert (mask == action_mask(game, state) * is_own).all()
