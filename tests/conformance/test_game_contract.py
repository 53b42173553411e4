"""What core/game.py promises, for every game and variant, on positions from random play."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import quiltenvs
from quiltenvs import IllegalActionError, OptionError
from quiltenvs.core.jit import COMPILED
from quiltenvs.core.registry import loops_of
from tests.strategies import (
    action_mask,
    observation,
    observations,
    positions,
    random_game,
    scaled,
    seeds,
    thinned,
)

NOT_ACTIONS = [None, True, False, 0.0, 1.5, "0", b"0", [0, 0], np.float32(0), np.bool_(True)]


def players(game):
    return range(game.spec.num_players)


def ask_everything(game, state):
    """Call every query there is."""
    legal = game.legal_actions(state)
    for action in legal[:3] + legal[-3:]:
        assert game.parse_action(state, game.action_name(state, action)) == action
    answers = [action_mask(game, state), observations(game, state), game.num_legal(state)]
    answers += [game.nth_legal(state, 0) if legal else None, game.is_legal(state, 0)]
    answers += [game.current_player(state), game.is_terminal(state), game.is_truncated(state)]
    answers += [game.scores(state), game.ranking(state), game.find_fault(state)]
    answers += [game.render(state), game.draw(state), game.to_bytes(state), game.to_json(state)]
    return answers


def play_out(game, state, data):
    """Play to the end, every action drawn; return the actions."""
    rng = np.random.default_rng(data.draw(seeds, label="moves"))
    actions = []
    while legal := game.legal_actions(state):
        actions.append(int(rng.choice(legal)))
        game.step(state, actions[-1])
    return actions


@given(data=st.data())
def test_mask_is_empty_exactly_when_the_game_is_over(game, data):
    for state in random_game(game, data.draw(seeds)):
        assert (not game.legal_actions(state)) == game.is_terminal(state)
        assert game.is_terminal(state) or not game.is_truncated(state)


@given(data=st.data())
def test_all_ways_to_ask_what_is_legal_agree(game, data):
    state = data.draw(positions(game))
    mask = action_mask(game, state)
    assert set(mask.tolist()) <= {0, 1}
    legal = np.flatnonzero(mask).tolist()
    assert game.legal_actions(state) == legal
    assert game.num_legal(state) == len(legal)
    assert [game.nth_legal(state, n) for n in range(len(legal))] == legal
    assert [a for a in range(game.spec.num_actions) if game.is_legal(state, a)] == legal


@given(data=st.data())
def test_all_ways_agree_throughout_a_game(game, data):
    """Rare kinds of decisions included: every position, but only some of its actions."""
    for state in thinned(random_game(game, data.draw(seeds))[:-1]):
        legal = game.legal_actions(state)
        assert game.num_legal(state) == len(legal)
        for n in {*range(0, len(legal), 1 + len(legal) // 20), len(legal) - 1}:
            assert game.nth_legal(state, n) == legal[n]
            assert game.is_legal(state, legal[n])
        illegal = np.flatnonzero(action_mask(game, state) == 0)
        assert not any(game.is_legal(state, a) for a in illegal[:: 1 + len(illegal) // 20])


@given(data=st.data(), action=st.integers(-(2**63), 2**63 - 1))
@example(data=None, action=-1)
@example(data=None, action=0)  # stands for the first action beyond the last
def test_what_is_out_of_range_is_illegal(game, data, action):
    state = game.new_state(3) if data is None else data.draw(positions(game))
    if 0 <= action < game.spec.num_actions:
        action += game.spec.num_actions
    assert not game.is_legal(state, action)


@given(data=st.data())
def test_play_refuses_what_is_not_legal_and_changes_nothing(game, data):
    state = data.draw(positions(game))
    illegal = np.flatnonzero(action_mask(game, state) == 0)
    wrong = [data.draw(st.sampled_from(illegal.tolist()))] if len(illegal) else []
    before = state.tobytes()
    for action in [*wrong, -1, game.spec.num_actions, 2**63, -(2**70), *NOT_ACTIONS]:
        with pytest.raises(IllegalActionError, match=rf"^{game.spec.name}: illegal action"):
            game.play(state, action)
    assert state.tobytes() == before


@pytest.mark.parametrize("kind", [int, np.int8, np.int64, np.uint64, np.array, lambda a: [a] * 1])
def test_play_takes_integers_of_any_kind(game, kind):
    state, twin = game.new_state(5), game.new_state(5)
    action = game.legal_actions(state)[0]
    if kind is np.int8 and action > np.iinfo(kind).max:
        kind = np.int16
    given_action = np.array(kind(action)) if isinstance(kind(action), list) else kind(action)
    game.play(state, given_action)
    game.step(twin, action)
    assert state.tobytes() == twin.tobytes() != game.new_state(5).tobytes()


@given(data=st.data())
def test_queries_leave_the_state_alone(game, data):
    state = data.draw(positions(game))
    before = state.tobytes()
    ask_everything(game, state)
    assert state.tobytes() == before


@given(data=st.data())
def test_a_copy_is_a_complete_fork(game, data):
    state = data.draw(positions(game))
    before, fork = state.tobytes(), state.copy()
    for action in play_out(game, fork, data):
        assert state.tobytes() == before
        assert game.is_legal(state, action)
        game.step(state, action)
        before = state.tobytes()
    assert fork.tobytes() == state.tobytes()


@pytest.mark.parametrize(
    "duplicate",
    [lambda state: state.copy(), copy.copy, copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))],
    ids=["copy method", "copy", "deepcopy", "pickle"],
)
def test_every_kind_of_copy_is_a_state_of_its_own(game, duplicate):
    later = game.new_state(7)
    for _ in range(3):
        game.play(later, game.legal_actions(later)[0])
    for state in (game.new_state(7), game.new_states([7, 8])[0], later):
        other, before = duplicate(state), state.tobytes()
        assert (type(other), other.dtype) == (type(state), state.dtype)
        assert other.tobytes() == before
        game.play(other, game.legal_actions(other)[-1])
        assert state.tobytes() == before != other.tobytes()


@given(data=st.data())
def test_observations_fill_their_box(game, data):
    for state in thinned(random_game(game, data.draw(seeds))):
        seen = observations(game, state)
        assert np.isfinite(seen).all()
        assert seen.min() >= 0
        assert seen.max() <= 1


@given(data=st.data())
def test_observing_writes_its_row_and_nothing_else(game, data):
    state = data.draw(positions(game))
    size = game.observation_size
    rows = np.full((3, size), np.nan, np.float32)
    game.observe(state, game.current_player(state), rows[1])
    assert np.isnan(rows[[0, 2]]).all()
    assert (rows[1] == observation(game, state, game.current_player(state))).all()
    masks = np.full((3, game.spec.num_actions), 7, np.int8)
    game.action_mask(state, masks[1])
    assert (masks[[0, 2]] == 7).all()


@given(data=st.data(), seed=seeds)
def test_chance_is_not_observable(game, data, seed):
    state = data.draw(positions(game))
    other = state.copy()
    other.rng = np.uint64(seed)
    assert observations(game, state).tobytes() == observations(game, other).tobytes()
    assert action_mask(game, state).tobytes() == action_mask(game, other).tobytes()


@given(data=st.data(), seed=seeds)
def test_redealing_keeps_what_the_player_knows(game, data, seed):
    state = data.draw(positions(game))
    for player in players(game):
        other = state.copy()
        game.redeal_hidden(other, player, np.uint64(seed))
        seen = observation(game, state, player)
        assert seen.tobytes() == observation(game, other, player).tobytes()
        assert game.score(state, player) == game.score(other, player)
        assert game.current_player(state) == game.current_player(other)
        assert game.is_terminal(state) == game.is_terminal(other)
        if game.current_player(state) == player:
            assert (action_mask(game, state) == action_mask(game, other)).all()
        assert game.find_fault(other) == ""


@given(data=st.data(), seed=seeds)
def test_redealing_renews_the_future(game, data, seed):
    state = data.draw(positions(game))
    for player in players(game):
        redealt = [state.copy() for _ in range(3)]
        for other, other_seed in zip(redealt, (seed, seed, seed ^ 1), strict=True):
            game.redeal_hidden(other, player, np.uint64(other_seed))
        assert redealt[0].tobytes() == redealt[1].tobytes()
        assert redealt[0].rng != redealt[2].rng
        assert redealt[0].rng != state.rng or seed == state.rng


@given(data=st.data(), seed=seeds)
def test_what_was_replaced_leaves_no_trace(game, data, seed):
    """Else an agent that redeals with a seed of its own would still follow the hidden."""
    state = data.draw(positions(game))
    for player in players(game):
        redealt = [state.copy() for _ in range(3)]
        for other, first_seed in zip(redealt, (None, 1, 2), strict=True):
            if first_seed is not None:
                game.redeal_hidden(other, player, first_seed)
            game.redeal_hidden(other, player, seed)
        assert len({other.tobytes() for other in redealt}) == 1


@given(data=st.data())
def test_a_redealt_game_can_be_played_to_its_end(game, data):
    state = data.draw(positions(game))
    game.redeal_hidden(state, game.current_player(state), np.uint64(data.draw(seeds)))
    assert len(play_out(game, state, data)) <= game.spec.max_steps
    assert game.is_terminal(state)


@given(data=st.data())
def test_action_names_are_unique_and_parse_back(game, data):
    state = data.draw(positions(game))
    legal = game.legal_actions(state)
    names = [game.action_name(state, action) for action in legal]
    assert len(set(names)) == len(names)
    assert all(text and text == text.strip() and text.isprintable() for text in names)
    for action in data.draw(st.sets(st.sampled_from(legal), max_size=3)) if legal else ():
        assert game.parse_action(state, f" {game.action_name(state, action)}\n") == action


def test_an_unknown_action_name_is_refused(game):
    state = game.new_state(0)
    first = game.action_name(state, game.legal_actions(state)[0])
    with pytest.raises(IllegalActionError, match="'no such action'") as caught:
        game.parse_action(state, "no such action")
    assert first in str(caught.value)


@given(data=st.data())
def test_places_follow_the_scores(game, data):
    for state in thinned(random_game(game, data.draw(seeds))[::-1]):  # the end included
        scores, places = game.scores(state), game.ranking(state)
        assert scores == tuple(game.score(state, player) for player in players(game))
        if game.spec.num_players == 1:
            assert places in {(1,), (2,)}
            continue
        for one in players(game):
            # Standard competition ranking: as many places as there are better players.
            assert places[one] == 1 + sum(place < places[one] for place in places)
            for other in players(game):
                if game.spec.most_points_win and scores[one] > scores[other]:
                    assert places[one] < places[other]


def test_episodes_end_within_max_steps(game):
    totals = np.zeros(4 + 2 * game.spec.num_players, np.int64)
    num_games = scaled(1000) if COMPILED else 5
    loops_of(game.spec.name).random_games(game.new_state(0), np.uint64(1), num_games, totals)
    assert 0 < totals[3] <= game.spec.max_steps


@given(seed=seeds)
def test_a_seed_gives_one_start_whatever_was_there_before(game, seed):
    fresh = game.new_state(seed)
    used = random_game(game, seed ^ 1)[-1].copy()
    assert used.tobytes() != fresh.tobytes()
    game.rules.reset(used, np.uint64(seed))
    assert used.tobytes() == fresh.tobytes()
    assert not game.is_terminal(fresh)
    assert game.find_fault(fresh) == ""


def test_seeds_give_different_starts(game):
    states = game.new_states(range(50))
    assert len({state.tobytes() for state in states}) == 50
    assert [s.tobytes() for s in states] == [game.new_state(seed).tobytes() for seed in range(50)]


def started_by(game, starting_player):
    options = {**game.config.to_dict(), "starting_player": starting_player}
    return quiltenvs.game(game.spec.name, **options)


def test_starting_player_is_the_seat_asked_for(game):
    for player in players(game):
        other = started_by(game, player)
        assert {other.current_player(other.new_state(seed)) for seed in range(20)} == {player}


def test_random_starting_player_is_drawn_for_every_game(game):
    other = started_by(game, "random")
    drawn = [other.current_player(state) for state in other.new_states(range(200))]
    counts = np.bincount(drawn, minlength=game.spec.num_players)
    expected = 200 / game.spec.num_players
    assert np.abs(counts - expected).max() < 5 * np.sqrt(expected)
    count = 200 if COMPILED else 20
    again = [other.current_player(state) for state in other.new_states(range(count))]
    assert again == drawn[:count]


BAD_SEEDS = [-1, 2**64, 1.5, True, "7", np.float64(3)]


@pytest.mark.parametrize("seed", BAD_SEEDS)
def test_seeds_out_of_range_are_refused(game, seed):
    options = game.config.to_dict()
    batch = quiltenvs.make_batch(game.spec.name, 2, **options)
    before = batch.reset(3).observation.copy()
    env = quiltenvs.make(game.spec.name, **options)
    for reset in (game.new_state, batch.reset, lambda seed: env.reset(seed=seed)):
        with pytest.raises(OptionError, match=r"seed=.* use an integer of 0 \.\. 2\*\*64 - 1"):
            reset(seed)
    assert (batch.step(batch.action_mask.argmax(axis=1)).observation.shape) == before.shape


@pytest.mark.parametrize("seed", [0, 2**64 - 1, np.int8(5), np.uint64(2**63)])
def test_seeds_of_any_integer_type_are_taken(game, seed):
    assert game.new_state(seed).tobytes() == game.new_state(int(seed)).tobytes()
    env = quiltenvs.make_batch(game.spec.name, 2)
    assert env.reset(seed).observation.tobytes() == env.reset(int(seed)).observation.tobytes()


def test_a_game_says_in_short_what_it_is(game):
    text = repr(game)
    assert text.startswith(f"Game({game.spec.name}-v{game.spec.version}")
    defaults = type(game.config)().to_dict()
    changed = {k: v for k, v in game.config.to_dict().items() if v != defaults[k]}
    assert all(f"{k}={v!r}" in text for k, v in changed.items())
    assert len(text) < 200


@pytest.mark.parametrize("action", [-1, 2**62, 10**30, True, None, np.uint64(2**64 - 1)])
def test_what_is_no_action_has_no_name(game, action):
    with pytest.raises(IllegalActionError, match=rf"they are 0 \.\. {game.spec.num_actions - 1}"):
        game.action_name(game.new_state(0), action)


def test_buffers_that_do_not_fit_are_refused(game):
    state = game.new_state(0)
    size, num_actions = game.observation_size, game.spec.num_actions
    for bad in (np.zeros(10, np.float32), np.zeros(size), np.zeros(2 * size, np.float32)[::2], []):
        with pytest.raises(ValueError, match="buffer"):
            game.observe(state, 0, bad)
    for bad in (np.zeros(num_actions + 1, np.int8), np.zeros(num_actions, bool), None):
        with pytest.raises(ValueError, match="buffer"):
            game.action_mask(state, bad)


def test_players_that_do_not_sit_there_are_refused(game):
    state, out = game.new_state(0), np.zeros(game.observation_size, np.float32)
    for player in (-1, game.spec.num_players):
        for call in (
            lambda p: game.score(state, p),
            lambda p: game.observe(state, p, out),
            lambda p: game.redeal_hidden(state, p, 1),
        ):
            with pytest.raises(ValueError, match=f"no player {player}"):
                call(player)
    with pytest.raises(OptionError, match="seed=-1"):
        game.redeal_hidden(state, 0, -1)
