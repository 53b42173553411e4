"""The compiled loops over many states, one instance of this file a game.

Numba caches a function on disk only if all it calls is known when its module is made: a loop that
is generic by closure, or takes functions as arguments, would be compiled in every process. So
this file is a template. ``loops_of("patchwork")`` executes it as the module
``quiltenvs.patchwork.loops``, and the first lines below pick that game's functions.

Shapes: N states; ``rows`` (R,) are indices into them; P players, A actions, D observation values.
"""

import importlib

import numpy as np
from numba import prange

from quiltenvs.core.jit import njit, njit_inline, njit_parallel
from quiltenvs.core.reward import OUTCOME, value_of
from quiltenvs.core.rng import advance, below, mix, stream

_rules = importlib.import_module(__name__.rpartition(".")[0] + ".game").RULES
_reset, _step = _rules.reset, _rules.step
_current_player, _is_terminal = _rules.current_player, _rules.is_terminal
_is_truncated, _action_mask, _observe = _rules.is_truncated, _rules.action_mask, _rules.observe
_is_legal, _num_legal, _nth_legal = _rules.is_legal, _rules.num_legal, _rules.nth_legal
_score, _rank_players, _redeal = _rules.score, _rules.rank_players, _rules.redeal_hidden


@njit
def reset_states(states, seeds):
    """Start every state anew; ``seeds`` (N,) u8."""
    for i in range(len(states)):
        _reset(states[i], seeds[i])


@njit
def step_rows(states, rows, actions):
    """Play ``actions`` (R,) in ``states[rows]``; legality is the caller's duty."""
    for k in range(len(rows)):
        _step(states[rows[k]], actions[k])


@njit
def current_players(states, out):
    """Fill ``out`` (N,) with the seats to move."""
    for i in range(len(states)):
        out[i] = _current_player(states[i])


@njit
def terminal(states, out):
    """Fill ``out`` (N,) bool: which games are over."""
    for i in range(len(states)):
        out[i] = _is_terminal(states[i])


@njit
def truncated(states, out):
    """Fill ``out`` (N,) bool: which games are over because of a limit."""
    for i in range(len(states)):
        out[i] = _is_truncated(states[i])


@njit
def mask_rows(states, rows, out):
    """Fill ``out`` (R, A) i1 with the action masks of ``states[rows]``."""
    for k in range(len(rows)):
        _action_mask(states[rows[k]], out[k])


@njit
def observe_rows(states, rows, players, out):
    """Fill ``out`` (R, D) f4: what ``players`` (R,) see in ``states[rows]``."""
    for k in range(len(rows)):
        _observe(states[rows[k]], np.int64(players[k]), out[k])


@njit
def observe_afterstates(states, rows, actions, fork, out):
    """Fill ``out`` (R, D) f4: what the player to move in ``states[rows]`` sees after ``actions``.

    What that player cannot know, chance to come included, is dealt anew before the action, always
    with the same seed: nothing hidden is foreseen, and equal positions give equal answers. ``fork``
    (1,) is room for one state.
    """
    for k in range(len(rows)):
        fork[0] = states[rows[k]]
        player = _current_player(fork[0])
        _redeal(fork[0], player, np.uint64(0))
        _step(fork[0], actions[k])
        _observe(fork[0], player, out[k])


@njit
def results(states, scores, places):
    """Fill ``scores`` (N, P) i4 and ``places`` (N, P) i1 as things stand."""
    for i in range(len(states)):
        for player in range(scores.shape[1]):
            scores[i, player] = _score(states[i], player)
        _rank_players(states[i], places[i])


@njit
def redeal_states(states, players, seeds):
    """Replace in every state what ``players`` (N,) cannot know."""
    for i in range(len(states)):
        _redeal(states[i], np.int64(players[i]), seeds[i])


@njit
def random_actions(states, seeds, out):
    """Fill ``out`` (N,) with uniformly random legal actions (-1 where the game is over).

    ``seeds`` (N,) u8 is advanced; the states' own chance is not touched.
    """
    for i in range(len(states)):
        count = _num_legal(states[i])
        seeds[i] = advance(seeds[i])
        out[i] = _nth_legal(states[i], below(mix(seeds[i]), count)) if count else -1


@njit
def random_games(state, seed, count, totals):
    """Play ``count`` whole games at random in ``state``; nothing is observed.

    ``totals`` (4 + 2 * P,) i8 is filled with: steps, largest number of legal actions at one step,
    sum of the numbers of legal actions, longest game in steps; then per player the sum of the
    scores and the number of first places (of ties, one for each).
    """
    totals[:] = 0
    players = (len(totals) - 4) // 2
    places = np.zeros(players, np.int8)
    for game in range(count):
        _reset(state, stream(seed, game))
        draw = stream(~seed, game)
        steps = 0
        while not _is_terminal(state):
            legal = _num_legal(state)
            draw = advance(draw)
            _step(state, _nth_legal(state, below(mix(draw), legal)))
            steps += 1
            totals[1] = max(totals[1], legal)
            totals[2] += legal
        totals[0] += steps
        totals[3] = max(totals[3], steps)
        _rank_players(state, places)
        for player in range(players):
            totals[4 + player] += _score(state, player)
            totals[4 + players + player] += places[player] == 1


@njit
def first_illegal(states, actions):
    """Return the first row whose action is out of range or illegal, or -1."""
    for i in range(len(actions)):
        if not _is_legal(states[i], actions[i]):
            return i
    return -1


@njit
def values(states, mode, scale, scores, places, out):
    """Fill ``out`` (N, P) f8 with the values that rewards are made of, see core/reward.py.

    ``scores`` (N, P) i4 and ``places`` (N, P) i1 are filled on the way.
    """
    for i in range(len(states)):
        _value(states[i], mode, scale, scores[i], places[i], out[i])


@njit_inline
def _value(state, mode, scale, scores, places, out):
    if mode == OUTCOME:
        _rank_players(state, places)
    else:
        for player in range(len(scores)):
            scores[player] = _score(state, player)
    value_of(mode, scale, scores, places, out)


@njit
def play_one(states, action, status, scores):
    """Play ``action`` in ``states[0]`` if it is legal; return whether it was.

    ``status`` (3,) i8 is filled with seat to move, game over, truncated; ``scores`` (P,) i8.
    """
    if not _is_legal(states[0], action):
        return False
    _step(states[0], action)
    look_one(states, status, scores)
    return True


@njit
def look_one(states, status, scores):
    """Fill ``status`` and ``scores`` of ``states[0]`` as :func:`play_one` does."""
    state = states[0]
    status[0] = _current_player(state)
    status[1] = _is_terminal(state)
    status[2] = status[1] and _is_truncated(state)
    for player in range(len(scores)):
        scores[player] = _score(state, player)


@njit
def observe_one(states, player, observation, mask):
    """Fill what ``player`` sees of ``states[0]``: (D,) f4 and the (A,) i1 mask of its actions.

    The mask is all zero for every player but the one to move.
    """
    _observe(states[0], player, observation)
    if _current_player(states[0]) == player:
        _action_mask(states[0], mask)
    else:
        mask[:] = 0


@njit
def _show(state, i, observation, mask, player):
    """Write row ``i`` of a batch; arrays without columns are not wanted."""
    seat = _current_player(state)
    player[i] = seat
    if observation.shape[1] > 0:
        _observe(state, seat, observation[i])
    if mask.shape[1] > 0:
        _action_mask(state, mask[i])


@njit_inline
def _start(state, i, seed, episode):
    """Start episode ``episode`` of environment ``i``: the same whatever N is."""
    _reset(state, stream(stream(seed, i), episode))


@njit
def reset_batch(
    states, seed, plan, scale, episodes, observation, mask, player, reward, terminated, truncated,
    final_score, final_observation, scores, places, value,
):  # fmt: skip
    """Start episode 0 in every environment and show it."""
    for i in range(len(states)):
        _start(states[i], i, seed, 0)
        _show(states[i], i, observation, mask, player)
        if plan[1]:
            _value(states[i], plan[0], scale, scores[i], places[i], value[i])
    episodes[:] = 0
    reward[:] = 0.0
    terminated[:] = False
    truncated[:] = False
    final_score[:] = 0
    final_observation[:] = 0.0


@njit_inline
def _pay_change(state, i, mode, scale, reward, scores, places, value):
    """Pay what this step changed in the value of the position, and keep the new value."""
    for player in range(value.shape[1]):
        reward[i, player] = -value[i, player]
    _value(state, mode, scale, scores[i], places[i], value[i])
    for player in range(value.shape[1]):
        reward[i, player] += value[i, player]


@njit_inline
def _show_end(state, i, final_score, final_observation):
    """Write the last scores, and what every player sees at the end if that is wanted."""
    for player in range(final_score.shape[1]):
        final_score[i, player] = _score(state, player)
    if final_observation.shape[2] > 0:
        for player in range(final_observation.shape[1]):
            _observe(state, player, final_observation[i, player])


@njit
def step_batch(
    first, last, states, actions, seed, plan, scale, episodes, observation, mask, player, reward,
    terminated, truncated, final_score, final_observation, scores, places, value,
):  # fmt: skip
    """Step environments ``first`` to ``last`` - 1; where an episode ends, start the next one.

    ``plan`` (2,) i8 holds the reward mode and whether rewards are dense.
    """
    for i in range(first, last):
        state = states[i]
        if terminated[i] or truncated[i]:  # of the step before: what it showed is stale now
            final_score[i] = 0
            final_observation[i] = 0.0
            reward[i] = 0.0
        _step(state, actions[i])
        over = _is_terminal(state)
        truncated[i] = over and _is_truncated(state)
        terminated[i] = over and not truncated[i]
        if plan[1]:
            _pay_change(state, i, plan[0], scale, reward, scores, places, value)
        elif over:
            _value(state, plan[0], scale, scores[i], places[i], reward[i])
        if over:
            _show_end(state, i, final_score, final_observation)
            episodes[i] += 1
            _start(state, i, seed, episodes[i])
            if plan[1]:
                _value(state, plan[0], scale, scores[i], places[i], value[i])
        _show(state, i, observation, mask, player)


@njit_parallel
def step_batch_threads(
    num_threads, states, actions, seed, plan, scale, episodes, observation, mask, player, reward,
    terminated, truncated, final_score, final_observation, scores, places, value,
):  # fmt: skip
    """Step every environment, one slice of the batch a thread."""
    for thread in prange(num_threads):
        step_batch(
            thread * len(states) // num_threads, (thread + 1) * len(states) // num_threads, states,
            actions, seed, plan, scale, episodes, observation, mask, player, reward, terminated,
            truncated, final_score, final_observation, scores, places, value,
        )  # fmt: skip
