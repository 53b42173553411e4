"""Many copies of one game, stepped together by one compiled loop."""

import os
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from quiltenvs.core import reward as rewards
from quiltenvs.core.errors import IllegalActionError, OptionError
from quiltenvs.core.game import Game, as_seed, describe_actions
from quiltenvs.core.registry import loops_of
from quiltenvs.core.sampling import first_masked, sample_rows


class Step(NamedTuple):
    """What :meth:`BatchEnv.reset` and :meth:`BatchEnv.step` return.

    N environments, P players, A actions, D observation values. In rows whose episode has not just
    ended, ``reward`` (unless dense), ``final_score`` and ``final_observation`` are 0.
    """

    observation: NDArray[np.float32]
    """(N, D) f4: what the player to move sees."""
    action_mask: NDArray[np.int8]
    """(N, A) i1: 1 where an action is legal."""
    current_player: NDArray[np.int8]
    """(N,) i1: seat to move."""
    reward: NDArray[np.float64]
    """(N, P) f8: rewards of the step just played, of every player."""
    terminated: NDArray[np.bool_]
    """(N,): the step just played ended the episode, and a new one has begun."""
    truncated: NDArray[np.bool_]
    """(N,): the same, because of a limit that an option sets."""
    final_score: NDArray[np.int32]
    """(N, P) i4: scores of the episode that has just ended."""
    final_observation: NDArray[np.float32]
    """(N, P, D) f4: what every player saw at its end; (N, P, 0) unless asked for."""


class BatchEnv:
    """``num_envs`` games as one array of states, with same-step auto-reset.

    An environment whose episode ends starts the next one within the same :meth:`step`, so what is
    returned is always something to act on. The arrays returned are reused by the next call: copy
    what you keep. Environment ``i`` plays the same episodes whatever ``num_envs`` is.

    Args:
        game: The game with its options.
        num_envs: N, at least 1. Above about 2048 the buffers leave the processor's cache.
        reward: ``"outcome"``, ``"margin"`` or ``"score"``, see ``core/reward.py``.
        dense: Pay the change at every step instead of all at the end.
        observe: False leaves ``observation`` (N, 0) and saves its time.
        mask: False leaves ``action_mask`` (N, 0) and saves its time.
        final_observation: Also return what every player saw at the end of an episode.
        num_threads: Threads that share a step. More than one pays only on idle cores and from
            about 256 environments up. A process that has used more than one must not be forked
            afterwards; start others by "spawn".

    Raises:
        OptionError: an argument is out of range.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        *,
        reward: str = "outcome",
        dense: bool = False,
        observe: bool = True,
        mask: bool = True,
        final_observation: bool = False,
        num_threads: int = 1,
    ) -> None:
        _check_count("num_envs", num_envs)
        _check_count("num_threads", num_threads)
        self.game, self.num_envs, self.num_threads = game, num_envs, num_threads
        self.states = np.repeat(np.array([game.blank], game.state_dtype), num_envs)
        """(N,) current positions. Read them; writing is on your own responsibility."""
        self._loops = loops_of(game.spec.name)
        self._plan = np.array([rewards.mode_of(reward), rewards.flag("dense", dense)], np.int64)
        for name, value in (
            ("observe", observe),
            ("mask", mask),
            ("final_observation", final_observation),
        ):
            rewards.flag(name, value)
        players, size = game.spec.num_players, game.observation_size
        self._step = Step(
            observation=np.zeros((num_envs, size if observe else 0), np.float32),
            action_mask=np.zeros((num_envs, game.spec.num_actions if mask else 0), np.int8),
            current_player=np.zeros(num_envs, np.int8),
            reward=np.zeros((num_envs, players), np.float64),
            terminated=np.zeros(num_envs, np.bool_),
            truncated=np.zeros(num_envs, np.bool_),
            final_score=np.zeros((num_envs, players), np.int32),
            final_observation=np.zeros(
                (num_envs, players, size if final_observation else 0), np.float32
            ),
        )
        self._seed: np.uint64 | None = None
        self._rest = (
            game.spec.score_scale,
            np.zeros(num_envs, np.int64),  # episodes begun
            *self._step,
            np.zeros((num_envs, players), np.int32),
            np.zeros((num_envs, players), np.int8),
            np.zeros((num_envs, players), np.float64),
        )

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the compiled code, which belongs to this process."""
        return {**self.__dict__, "_loops": None}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Take up the games where they were."""
        self.__dict__.update(kept)
        self._loops = loops_of(self.game.spec.name)

    @property
    def action_mask(self) -> NDArray[np.int8]:
        """(N, A) i1: the current masks; (N, 0) if masks are not wanted."""
        return self._step.action_mask

    def reset(self, seed: int | None = None) -> Step:
        """Start episode 0 in every environment; None draws a seed from the system.

        Raises:
            OptionError: ``seed`` is not an integer of 0 .. 2**64 - 1.
        """
        drawn = int.from_bytes(os.urandom(8), "little") if seed is None else seed
        self._seed = as_seed(drawn)
        self._loops.reset_batch(self.states, self._seed, self._plan, *self._rest)
        return self._step

    def step(self, actions: ArrayLike) -> Step:
        """Play ``actions`` (N,), integers, each by the player to move in its environment.

        Raises:
            IllegalActionError: an action is not legal, or there are not N integers. Nothing has
                been stepped then.
        """
        played = self._checked(actions)
        if self.num_threads > 1:
            self._loops.step_batch_threads(
                self.num_threads, self.states, played, self._seed, self._plan, *self._rest
            )
        else:
            self._loops.step_batch(
                0, self.num_envs, self.states, played, self._seed, self._plan, *self._rest
            )
        return self._step

    def check_reset(self, call: str) -> None:
        """Refuse ``call`` before the first :meth:`reset`.

        Raises:
            IllegalActionError: there was none yet.
        """
        if self._seed is None:
            raise IllegalActionError(f"{call} before reset()")

    def _checked(self, actions: ArrayLike) -> NDArray[np.integer[Any]]:
        self.check_reset("step()")
        played = np.asarray(actions)
        if played.shape != (self.num_envs,) or played.dtype.kind not in "iu":
            raise IllegalActionError(
                f"actions must be {self.num_envs} integers, one an environment, not an array of "
                f"shape {played.shape} and dtype {played.dtype}"
            )
        played = np.ascontiguousarray(played, np.int64)
        if self.action_mask.shape[1] > 0:
            row = first_masked(self.action_mask, played)
        else:
            row = self._loops.first_illegal(self.states, played)
        if row >= 0:
            self._refuse(row, played[row])
        return played

    def _refuse(self, row: int, action: int) -> None:
        legal = self.game.legal_actions(self.states[row])
        raise IllegalActionError(
            f"{self.game.spec.name}, environment {row}: illegal action {action}; "
            f"{describe_actions(legal)}"
        )


class RandomActions:
    """Draws uniformly random legal actions for a batch, reproducibly.

    Args:
        env: The batch to draw for.
        seed: Environment ``i`` gets the same draws whatever the batch size is.
    """

    def __init__(self, env: BatchEnv, seed: int = 0) -> None:
        self._env, self._loops = env, loops_of(env.game.spec.name)
        entropy = np.random.SeedSequence(int(as_seed(seed)))
        streams = np.arange(env.num_envs, dtype=np.uint64) * np.uint64(0x632BE59BD9B4E019)
        self._seeds = entropy.generate_state(1, np.uint64)[0] + streams
        self._actions = np.zeros(env.num_envs, np.int64)

    def __call__(self) -> NDArray[np.int64]:
        """Return (N,) i8 legal actions; the array is reused by the next call.

        Raises:
            IllegalActionError: the batch was not reset yet.
        """
        self._env.check_reset("RandomActions")
        mask = self._env.action_mask
        if mask.shape[1]:
            sample_rows(mask, self._seeds, self._actions)
        else:
            self._loops.random_actions(self._env.states, self._seeds, self._actions)
        return self._actions


def _check_count(name: str, value: int) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 1:
        raise OptionError(f"{name}={value!r} is not allowed; use an integer of at least 1")
