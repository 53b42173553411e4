"""The batch plays the same games as single states do, whatever N, threads and buffers are."""

import copy
import hashlib
import pickle
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from quiltenvs import IllegalActionError, OptionError
from quiltenvs.core.batch import BatchEnv, RandomActions
from quiltenvs.core.jit import COMPILED
from quiltenvs.core.reward import MODES
from quiltenvs.core.rng import stream
from tests.conformance.episodes import choose, value_of
from tests.strategies import action_mask, observation, observations
from tests.variants import VARIANTS, label, variants_of

SEED = 5
MOST_DIGEST_STEPS = 500  # the bound of a game may be far above what any game takes
NUM_ENVS = 3 if COMPILED else 2


def play(env, steps, seed=SEED, masks=None):
    """Play ``env`` and return a copy of everything it returned, step by step.

    Args:
        masks: A twin of ``env`` with masks, stepped alike, if ``env`` has none.
    """
    source = env if masks is None else masks
    source.reset(seed)
    now, log = env.reset(seed), []
    for step in range(steps):
        log.append([np.copy(part) for part in now])
        actions = [choose(mask, i, step) for i, mask in enumerate(source.action_mask)]
        if masks is not None:
            masks.step(actions)
        now = env.step(actions)
    log.append([np.copy(part) for part in now])
    return log


def first_start(game, seed, i, episode):
    """The start of episode ``episode`` of environment ``i``, as a single state."""
    own = np.uint64(stream(np.uint64(seed), i))
    return game.new_state(int(stream(own, episode)))


@cache
def long_enough(game):
    """Steps in which every environment ends an episode, and a few more."""
    env, due = BatchEnv(game, NUM_ENVS, observe=False), set(range(NUM_ENVS))
    now = env.reset(SEED)
    for step in range(game.spec.max_steps + 1):
        due -= set(np.flatnonzero(now.terminated | now.truncated).tolist())
        if not due:
            return step + 5
        now = env.step([choose(mask, i, step) for i, mask in enumerate(env.action_mask)])
    raise AssertionError("an episode is longer than max_steps")


def assert_same(one, other):
    for a, b in zip(one, other, strict=True):
        np.testing.assert_array_equal(a, b)


def test_an_env_does_not_depend_on_how_many_there_are(game):
    steps = long_enough(game)
    alone, crowd = play(BatchEnv(game, 1), steps), play(BatchEnv(game, NUM_ENVS), steps)
    for one, many in zip(alone, crowd, strict=True):
        assert_same([part[0] for part in one], [part[0] for part in many])


def test_threads_change_nothing(game):
    options = {"final_observation": True, "dense": True, "reward": "margin"}
    steps = long_enough(game)
    single = play(BatchEnv(game, NUM_ENVS, **options), steps)
    threads = play(BatchEnv(game, NUM_ENVS, num_threads=2, **options), steps)
    for one, other in zip(single, threads, strict=True):
        assert_same(one, other)


@pytest.mark.parametrize("parts", [{"observe": False}, {"mask": False}, {}], ids=str)
def test_what_is_not_wanted_is_left_out_and_changes_nothing(game, parts):
    steps = long_enough(game)
    full = play(BatchEnv(game, 2, final_observation=True), steps)
    lean = play(BatchEnv(game, 2, **parts), steps, masks=BatchEnv(game, 2))
    for one, other in zip(full, lean, strict=True):
        assert other[0].shape == (2, game.observation_size if parts.get("observe", True) else 0)
        assert other[1].shape == (2, game.spec.num_actions if parts.get("mask", True) else 0)
        assert other[7].shape == (2, game.spec.num_players, 0)
        for k in range(7):
            if other[k].size:
                np.testing.assert_array_equal(one[k], other[k])


class Twin:
    """One environment of a batch, played with single states."""

    def __init__(self, game, i, reward, dense):
        self.game, self.i, self.reward, self.dense = game, i, reward, dense
        self.episode, self.total = -1, 0.0
        self.begin()

    def begin(self):
        self.episode += 1
        self.state = first_start(self.game, SEED, self.i, self.episode)
        self.start = np.array(value_of(self.game, self.state, self.reward))
        self.value, self.paid = self.start, np.zeros_like(self.start)

    def step(self, action):
        """Return reward, over, final scores, final observations as the batch must show them."""
        game = self.game
        game.play(self.state, action)
        over = game.is_terminal(self.state)
        value = np.array(value_of(game, self.state, self.reward))
        pay = value - self.value if self.dense else value * over
        self.value, self.paid = value, self.paid + pay
        if not over:
            none = np.zeros((game.spec.num_players, game.observation_size))
            return pay, False, [0] * game.spec.num_players, none
        if self.dense:
            np.testing.assert_allclose(self.paid, value - self.start, atol=1e-9)
        shown = pay, True, game.scores(self.state), observations(game, self.state)
        self.begin()
        return shown


@pytest.mark.parametrize("dense", [False, True], ids=["sparse", "dense"])
@pytest.mark.parametrize("reward", MODES)
def test_batch_equals_single_games(game, reward, dense):
    env = BatchEnv(game, NUM_ENVS, reward=reward, dense=dense, final_observation=True)
    now = env.reset(SEED)
    twins = [Twin(game, i, reward, dense) for i in range(NUM_ENVS)]
    for step in range(long_enough(game)):
        for i, twin in enumerate(twins):
            player = game.current_player(twin.state)
            assert env.states[i].tobytes() == twin.state.tobytes()
            assert now.current_player[i] == player
            assert (now.observation[i] == observation(game, twin.state, player)).all()
            assert (now.action_mask[i] == action_mask(game, twin.state)).all()
        actions = [choose(mask, i, step) for i, mask in enumerate(now.action_mask)]
        now = env.step(actions)
        for i, twin in enumerate(twins):
            truncated = _would_be_truncated(game, twin.state, actions[i])
            pay, over, scores, seen = twin.step(actions[i])
            np.testing.assert_allclose(now.reward[i], pay, atol=1e-12)
            assert (now.terminated[i], now.truncated[i]) == (over and not truncated, truncated)
            assert now.final_score[i].tolist() == list(scores)
            assert (now.final_observation[i] == seen).all()
    assert all(twin.episode > 0 for twin in twins)


def _would_be_truncated(game, state, action):
    fork = state.copy()
    game.step(fork, action)
    return bool(game.is_terminal(fork) and game.is_truncated(fork))


@pytest.mark.parametrize("dense", [False, True], ids=["sparse", "dense"])
def test_outcome_rewards_sum_to_zero(game, dense):
    if game.spec.num_players == 1:
        pytest.skip("a solo game is won or lost, not shared")
    env = BatchEnv(game, 3, dense=dense)
    log = play(env, long_enough(game))
    rewards = np.array([row[3] for row in log])
    assert rewards.shape == (len(log), 3, game.spec.num_players)
    # A game that random play always draws (the Symmetrical Race) pays nothing.
    is_won = any(np.ptp(row[6], axis=1).any() for row in log)
    assert np.abs(rewards).max() >= 1 if is_won else not rewards.any()
    np.testing.assert_allclose(rewards.sum(axis=2), 0, atol=1e-12)


def test_dtypes_and_shapes(game):
    now = BatchEnv(game, 4, final_observation=True).reset(SEED)
    players, size = game.spec.num_players, game.observation_size
    shapes = [(4, size), (4, game.spec.num_actions), (4,), (4, players), (4,), (4,)]
    shapes += [(4, players), (4, players, size)]
    assert [part.shape for part in now] == shapes
    kinds = ["f4", "i1", "i1", "f8", "?", "?", "i4", "f4"]
    assert [part.dtype for part in now] == [np.dtype(kind) for kind in kinds]


def test_a_reset_forgets_the_games_before(game):
    env = BatchEnv(game, 2, dense=True, final_observation=True)
    first = play(env, long_enough(game))
    assert_same(first[0], [np.copy(part) for part in env.reset(SEED)])
    second = play(env, long_enough(game))
    for one, other in zip(first, second, strict=True):
        assert_same(one, other)


def test_envs_episodes_and_seeds_differ(game):
    env = BatchEnv(game, 64)
    env.reset(SEED)
    starts = [state.tobytes() for state in env.states]
    assert len(set(starts)) == 64
    env.reset(SEED + 1)
    assert not set(starts) & {state.tobytes() for state in env.states}
    episodes = {first_start(game, SEED, 0, episode).tobytes() for episode in range(50)}
    assert len(episodes) == 50


def test_without_a_seed_every_reset_is_new(game):
    env = BatchEnv(game, 8)
    drawn = set()
    for _ in range(3):
        env.reset()
        drawn |= {state.tobytes() for state in env.states}
    assert len(drawn) == 24


def everything(env):
    return [part.tobytes() for part in (env.states, *env._step, *env._rest[1:])]


@pytest.mark.parametrize("mask", [True, False])
@pytest.mark.parametrize("num_threads", [1, 2])
def test_an_illegal_action_leaves_all_untouched(game, mask, num_threads):
    env = BatchEnv(game, 4, mask=mask, num_threads=num_threads)
    env.reset(SEED)
    legal = [game.legal_actions(state)[0] for state in env.states]
    before = everything(env)
    illegal = np.flatnonzero(action_mask(game, env.states[2]) == 0)
    for bad in [-1, game.spec.num_actions, 2**62, -(2**63), *illegal[:1], *illegal[-1:]]:
        with pytest.raises(IllegalActionError, match=rf"environment 2: illegal action {bad};"):
            env.step([*legal[:2], int(bad), legal[3]])
        assert everything(env) == before
    env.step(legal)
    assert everything(env) != before


def bad_actions(legal):
    yield legal[:3]
    yield [*legal, legal[0]]
    yield [legal]
    yield legal[0]
    yield []
    yield None
    yield np.array(legal, float)
    yield np.array(legal, bool)
    yield np.array(legal, str)
    yield np.array(legal, object)
    yield np.array(legal, complex)


def test_actions_of_another_length_or_dtype_are_refused(game):
    env = BatchEnv(game, 4)
    env.reset(SEED)
    legal = [game.legal_actions(state)[0] for state in env.states]
    before = everything(env)
    for actions in bad_actions(legal):
        with pytest.raises(IllegalActionError, match="must be 4 integers"):
            env.step(actions)
        assert everything(env) == before


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "i4", "u4", "i8", "u8", ">i4"])
def test_actions_of_any_integer_dtype_are_taken(game, dtype):
    env, twin = BatchEnv(game, 3), BatchEnv(game, 3)
    actions = env.reset(SEED).action_mask.argmax(axis=1)
    twin.reset(SEED)
    if actions.max() > np.iinfo(dtype).max:
        pytest.skip("the first actions are larger than the dtype holds")
    assert_same(env.step(actions.astype(dtype)), twin.step(actions))


def test_strided_actions_are_taken(game):
    env, twin = BatchEnv(game, 3), BatchEnv(game, 3)
    actions = env.reset(SEED).action_mask.argmax(axis=1)
    twin.reset(SEED)
    assert_same(env.step(np.repeat(actions, 2)[::2]), twin.step(actions))


def test_step_before_reset_is_refused(game):
    with pytest.raises(IllegalActionError, match="before reset"):
        BatchEnv(game, 2).step([0, 0])


@pytest.mark.parametrize("argument", ["num_envs", "num_threads"])
@pytest.mark.parametrize("value", [0, -1, 1.0, True, "2", None])
def test_a_bad_count_is_refused(game, argument, value):
    arguments = {"num_envs": 2, argument: value}
    with pytest.raises(OptionError, match=f"{argument}={value!r}"):
        BatchEnv(game, **arguments)


def test_an_unknown_reward_is_refused(game):
    with pytest.raises(OptionError, match=r"reward='victory'.*'outcome' or 'margin' or 'score'"):
        BatchEnv(game, 2, reward="victory")


def test_random_actions_are_legal_and_do_not_depend_on_n_or_masks(game):
    big, small = BatchEnv(game, 3), BatchEnv(game, 2)
    bare = BatchEnv(game, 3, mask=False)
    draws = [RandomActions(env, seed=3) for env in (big, small, bare)]
    for env in (big, small, bare):
        env.reset(SEED)
    for _ in range(long_enough(game)):
        actions, fewer, unmasked = (draw() for draw in draws)
        assert (big.action_mask[np.arange(3), actions] == 1).all()
        assert actions.tolist() == unmasked.tolist()
        assert actions[:2].tolist() == fewer.tolist()
        for env, chosen in zip((big, small, bare), (actions, fewer, unmasked), strict=True):
            env.step(chosen)


def test_random_actions_are_uniform(game):
    env = BatchEnv(game, 400 if COMPILED else 40)
    env.reset(SEED)
    env.states[:] = env.states[0]
    env.action_mask[:] = action_mask(game, env.states[0])
    legal = game.legal_actions(env.states[0])
    draw = RandomActions(env, seed=8)
    counts = np.bincount(np.concatenate([draw().copy() for _ in range(50)]))
    expected = 50 * env.num_envs / len(legal)
    # A sum of squares like this has mean k and standard deviation sqrt(2 k), k = choices - 1.
    chi_squared = ((counts[legal] - expected) ** 2 / expected).sum()
    assert abs(chi_squared - (len(legal) - 1)) < 6 * np.sqrt(2 * max(len(legal) - 1, 1))


def digest(game):
    """One number for two environments over more than an episode; no float but rewards in it."""
    total = hashlib.sha256()
    env = BatchEnv(game, 2)
    for step, now in enumerate(play(env, min(game.spec.max_steps + 5, MOST_DIGEST_STEPS))):
        total.update(f"{step} {now[2].tolist()} {now[4].tolist()} {now[6].tolist()}".encode())
        total.update(f"{now[3].tolist()}".encode())
        total.update(now[1].tobytes())
    return total.hexdigest()[:16]


def test_batches_are_those_of_the_recorded_digests(name):
    """Seeds keep their meaning: a change here needs a new version of the game."""
    from quiltenvs import game as find_game

    variants = [(other, options) for other, options in VARIANTS if other == name]
    version = find_game(name).spec.version
    found = [f"{label(v)} v{version} {digest(find_game(name, **v[1]))}" for v in variants]
    file = Path(__file__).parents[1] / name / "batch_digests.txt"
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(variants_of(name))
    tried = {label(variant) for variant in variants}  # all, but in the slow modes
    assert [line for line in lines if line.rpartition(" v")[0] in tried] == found


@pytest.mark.parametrize("clone", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_batch_in_progress_can_be_copied(game, clone):
    env = BatchEnv(game, 4, dense=True, reward="margin", final_observation=True)
    draw = RandomActions(env, 3)
    env.reset(5)
    for _ in range(20):
        env.step(draw())
    twin = clone(env)
    for _ in range(60):
        actions = draw().copy()
        for a, b in zip(env.step(actions), twin.step(actions), strict=True):
            np.testing.assert_array_equal(a, b)
    assert env.states.tobytes() == twin.states.tobytes()


@pytest.mark.parametrize("option", ["dense", "observe", "mask", "final_observation"])
def test_flags_are_true_or_false(game, option):
    for value in ("no", 2, None):
        with pytest.raises(OptionError, match=f"{option}={value!r} is not allowed"):
            BatchEnv(game, 2, **{option: value})


def test_no_actions_are_drawn_before_reset(game):
    for mask in (True, False):
        with pytest.raises(IllegalActionError, match=r"before reset\(\)"):
            RandomActions(BatchEnv(game, 2, mask=mask))()
