"""Self-play for stable-baselines3: many games at once, one learning seat in each.

The module needs stable-baselines3 (``pip install 'quiltenvs[train]'``); nothing else in the core
imports it.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecEnv

from quiltenvs.core import reward as rewards
from quiltenvs.core.answers import checked_answers
from quiltenvs.core.errors import IllegalActionError, OptionError
from quiltenvs.core.game import Game, States, as_seed
from quiltenvs.core.registry import loops_of
from quiltenvs.core.sampling import first_masked

if TYPE_CHECKING:
    from quiltenvs.agents.base import Agent

FIRST_TRAINING_SEED = 2**63
"""Deals for training have this bit set. Evaluate on smaller seeds: those deals are held out."""

_Infos = list[dict[str, Any]]
_StepReturn = tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], _Infos]


class OpponentPool:
    """The agents a learner meets; one is drawn for every episode.

    Args:
        weights: Agents with their weights; an agent is drawn in proportion to its weight.

    Raises:
        OptionError: there is no agent, or a weight is not a positive number.
    """

    def __init__(self, weights: Iterable[tuple["Agent", float]]) -> None:
        pairs = list(weights)
        if not pairs:
            raise OptionError("a pool of opponents needs at least one agent")
        for agent, weight in pairs:
            if not 0 < weight < float("inf"):
                raise OptionError(
                    f"opponent {agent.name!r}: weight {weight!r} is not allowed; "
                    "use a number above 0"
                )
        self.agents = tuple(agent for agent, _ in pairs)
        self.weights = np.array([weight for _, weight in pairs], np.float64)
        self._bounds = np.cumsum(self.weights / self.weights.sum())

    @classmethod
    def from_names(
        cls, game: Game, names: Sequence[str] | Mapping[str, float], seed: int = 0
    ) -> "OpponentPool":
        """Return a pool of agents by name, with weights if ``names`` maps names to weights.

        Raises:
            QuiltError: a name is not known.
            OptionError: as the constructor.
        """
        from quiltenvs.agents.registry import make_agent

        if isinstance(names, str):
            names = [names]
        weights = names if isinstance(names, Mapping) else dict.fromkeys(names, 1.0)
        return cls(
            (make_agent(name, game, seed + number), weight)
            for number, (name, weight) in enumerate(weights.items())
        )

    def draw(self, u: float) -> "Agent":
        """Return the agent that ``u``, uniform in [0, 1), falls on."""
        index = int(np.searchsorted(self._bounds, u, side="right"))
        return self.agents[min(index, len(self.agents) - 1)]


class SelfPlayVecEnv(VecEnv):  # type: ignore[misc]
    """``num_envs`` games, each seen from one learning seat; agents of a pool play the others.

    A step plays the learner's actions, then the opponents' until every game is again at a decision
    of the learner: all positions that wait for the same opponent are answered by one call of its
    ``act``. A game that ends is followed at once by the next one, with the next seat (every seat
    equally often) and an opponent drawn anew, which plays all other seats.

    The reward of a step is all that falls to the learner's seat until its next decision, whoever
    moves: an opponent's move that ends the game, and with ``dense=True`` the change of the value
    over the learner's and the opponents' moves. The rewards of an episode therefore add up to what
    the seat gets. Only an episode that ends before the learner's first decision is passed over.

    Environment ``i`` plays the same deals, seats and opponents whatever ``num_envs`` is. The same
    seed and the same actions give the same games if the opponents are made anew.

    ``infos`` hold stable-baselines3's keys when an episode ends: ``terminal_observation``,
    ``TimeLimit.truncated``, ``episode`` (``r`` sum of rewards, ``l`` the learner's steps, ``t``
    seconds), and ``is_success``, here: alone or with others in first place. Besides ``opponent``,
    its name, and ``seat``.

    Args:
        game: The game with its options.
        num_envs: N, at least 1.
        opponents: The pool. It may be replaced at any time; running games keep their opponent.
            None for a solo game.
        reward: ``"outcome"``, ``"margin"`` or ``"score"``, see ``core/reward.py``.
        dense: Pay the change at every step instead of all at the end.
        seed: Of the deals and the drawing of opponents; ``seed()`` sets another for the next
            ``reset()``.

    Raises:
        OptionError: an argument is not allowed.
    """

    render_mode: str | None = None

    def __init__(
        self,
        game: Game,
        num_envs: int,
        opponents: OpponentPool | None,
        *,
        reward: str = "outcome",
        dense: bool = False,
        seed: int = 0,
    ) -> None:
        if num_envs < 1:
            raise OptionError(f"num_envs={num_envs!r} is not allowed; use at least 1")
        if opponents is not None and not isinstance(opponents, OpponentPool):
            raise OptionError(f"opponents={opponents!r} is not allowed; use an OpponentPool")
        if opponents is None and game.spec.num_players > 1:
            raise OptionError(f"{game.spec.name} is not a solo game here; give a pool of opponents")
        size, num_actions = game.observation_size, game.spec.num_actions
        super().__init__(
            num_envs,
            spaces.Box(0.0, 1.0, (size,), np.float32),
            spaces.Discrete(num_actions),
        )
        self.game, self.opponents = game, opponents
        self._mode, self._dense = rewards.mode_of(reward), rewards.flag("dense", dense)
        self._loops = loops_of(game.spec.name)
        self._seed = int(as_seed(seed))
        self._states = np.repeat(np.array([game.blank], game.state_dtype), num_envs)
        self._all = np.arange(num_envs)
        self._episode = np.full(num_envs, -1)
        self._seat = np.zeros(num_envs, np.int8)
        self._opponent: list[Agent | None] = [None] * num_envs
        self._paid = np.zeros(num_envs)  # the value that dense rewards have been paid up to
        self._return = np.zeros(num_envs)
        self._length = np.zeros(num_envs, np.int64)
        self._started = time.monotonic()
        self._observation = np.zeros((num_envs, size), np.float32)
        self._mask = np.zeros((num_envs, num_actions), np.int8)
        self._actions: NDArray[np.int64] | None = None
        self._clear_step()

    @property
    def states(self) -> States:
        """(N,) the positions, each at a decision of the learner. Read them only."""
        return self._states

    @property
    def seats(self) -> NDArray[np.int8]:
        """(N,) i1: the learner's seats. Read them only."""
        return self._seat

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the compiled code, which belongs to this process."""
        return {**self.__dict__, "_loops": None}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Take up the games where they were."""
        self.__dict__.update(kept)
        self._loops = loops_of(self.game.spec.name)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions (N, A) bool; the array is reused by the next step."""
        return self._mask.view(np.bool_)

    def reset(self) -> NDArray[np.float32]:
        """Start the next episode everywhere, or the first one after ``seed()``; (N, D) f4."""
        if self._seeds[0] is not None:
            self._seed = self._seeds[0]
            self._episode[:] = -1
            self._reset_seeds()
        self._clear_step()
        self._started = time.monotonic()
        self._restart(self._all)
        self._await_learner()
        self._show()
        return self._observation.copy()

    def step_async(self, actions: Any) -> None:
        """Take the learner's ``actions`` (N,).

        Raises:
            IllegalActionError: an action is not legal; nothing has been stepped.
        """
        given = np.asarray(actions)
        if given.size != self.num_envs or given.dtype.kind not in "iu":
            raise IllegalActionError(
                f"{given.size} actions for {self.num_envs} environments, dtype {given.dtype}; "
                "one integer each is needed"
            )
        played = np.ascontiguousarray(given, np.int64).reshape(-1)
        row = first_masked(self._mask, played)
        if row >= 0:
            raise IllegalActionError(
                f"{self.game.spec.name}, environment {row}: illegal action {played[row]}"
            )
        self._actions = played

    def step_wait(self) -> _StepReturn:
        """Play up to the learner's next decision everywhere.

        Returns:
            Observations (N, D) f4, rewards (N,) f4, dones (N,) bool, and one dict each.
        """
        if self._actions is None:
            raise IllegalActionError("step_wait() before step_async()")
        self._clear_step()
        self._loops.step_rows(self._states, self._all, self._actions)
        self._actions = None
        self._length += 1
        self._await_learner()
        if self._dense:
            self._pay_changes()
        self._show()
        return self._observation.copy(), self._reward.astype(np.float32), self._done, self._infos

    def _clear_step(self) -> None:
        """Forget the step before; what is handed out is never written to again."""
        self._reward = np.zeros(self.num_envs)
        self._done = np.zeros(self.num_envs, np.bool_)
        self._infos: _Infos = [{} for _ in range(self.num_envs)]

    def _await_learner(self) -> None:
        """Answer for the opponents, and restart what ends, until the learner is to move."""
        over = np.zeros(self.num_envs, np.bool_)
        player = np.zeros(self.num_envs, np.int8)
        while True:
            self._loops.terminal(self._states, over)
            if over.any():
                self._finish(np.flatnonzero(over))
            self._loops.current_players(self._states, player)
            waiting = np.flatnonzero(player != self._seat)
            if not len(waiting):
                return
            self._answer(waiting, player)

    def _answer(self, waiting: NDArray[np.int64], player: NDArray[np.int8]) -> None:
        """Play one action in every environment of ``waiting``, one call an opponent."""
        rows_of: dict[int, list[int]] = {}
        for row in waiting.tolist():
            rows_of.setdefault(id(self._opponent[row]), []).append(row)
        for rows in rows_of.values():
            opponent = self._opponent[rows[0]]
            assert opponent is not None
            chosen = np.array(rows)
            # Indexing by an array copies: an agent cannot change the game itself.
            positions = self._states[chosen]
            answers = opponent.act(self.game, positions, player[chosen])
            actions = checked_answers(self.game, opponent.name, positions, answers)
            self._loops.step_rows(self._states, chosen, actions)

    def _finish(self, rows: NDArray[np.int64]) -> None:
        """Pay and report the games of ``rows``, which are over, and start the next ones."""
        ended, seat = self._states[rows], self._seat[rows]
        value, place = self._values(ended), self._places(ended)
        observation = np.zeros((len(rows), self.game.observation_size), np.float32)
        self._loops.observe_rows(ended, np.arange(len(rows)), seat, observation)
        truncated = np.zeros(len(rows), np.bool_)
        self._loops.truncated(ended, truncated)
        for k, row in enumerate(rows.tolist()):
            if self._length[row] == 0:
                continue  # the learner had no decision in it
            self._done[row] = True
            self._reward[row] = value[k, seat[k]] - self._paid[row]
            self._infos[row] = {
                "terminal_observation": observation[k],
                "TimeLimit.truncated": bool(truncated[k]),
                "episode": self._summary(row),
                "is_success": bool(place[k, seat[k]] == 1),
                "opponent": getattr(self._opponent[row], "name", ""),
                "seat": int(seat[k]),
            }
        self._restart(rows)

    def _summary(self, row: int) -> dict[str, float]:
        return {
            "r": float(self._return[row] + self._reward[row]),
            "l": int(self._length[row]),
            "t": round(time.monotonic() - self._started, 6),
        }

    def _restart(self, rows: NDArray[np.int64]) -> None:
        """Start the next episode in the environments of ``rows``."""
        self._episode[rows] += 1
        deals = np.zeros(len(rows), np.uint64)
        for k, row in enumerate(rows.tolist()):
            rng = np.random.default_rng([self._seed, row, self._episode[row]])
            deals[k] = rng.integers(FIRST_TRAINING_SEED, 2**64, dtype=np.uint64)
            if self.opponents is not None:
                self._opponent[row] = self.opponents.draw(rng.random())
        fresh = self._states[rows]
        self._loops.reset_states(fresh, deals)
        self._states[rows] = fresh
        # Seats take turns, so that each is learned from equally often at any moment.
        self._seat[rows] = (rows + self._episode[rows]) % self.game.spec.num_players
        self._length[rows] = 0
        self._return[rows] = 0.0
        self._paid[rows] = self._own(self._values(fresh), rows) if self._dense else 0.0

    def _pay_changes(self) -> None:
        """Pay the learner what its value has changed by where the game goes on."""
        going = np.flatnonzero(~self._done)
        value = self._own(self._values(self._states[going]), going)
        self._reward[going] = value - self._paid[going]
        self._paid[going] = value

    def _own(self, values: NDArray[np.float64], rows: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the learner's share of ``values`` (R, P), which belong to ``rows`` (R,)."""
        own: NDArray[np.float64] = values[np.arange(len(rows)), self._seat[rows]]
        return own

    def _values(self, states: States) -> NDArray[np.float64]:
        """Return what rewards are made of, (R, P) f8."""
        shape = len(states), self.game.spec.num_players
        scores, places = np.zeros(shape, np.int32), np.zeros(shape, np.int8)
        out = np.zeros(shape, np.float64)
        scale = self.game.spec.score_scale
        self._loops.values(states, self._mode, scale, scores, places, out)
        return out

    def _places(self, states: States) -> NDArray[np.int8]:
        """Return the places (R, P) i1."""
        shape = len(states), self.game.spec.num_players
        places = np.zeros(shape, np.int8)
        self._loops.results(states, np.zeros(shape, np.int32), places)
        return places

    def _show(self) -> None:
        """Write what the learner sees and may do."""
        self._return += self._reward
        self._return[self._done] = 0.0
        self._loops.observe_rows(self._states, self._all, self._seat, self._observation)
        self._loops.mask_rows(self._states, self._all, self._mask)

    def close(self) -> None:
        """Nothing to release."""

    def has_attr(self, attr_name: str) -> bool:
        """Return whether the environments have an attribute; ``"action_masks"`` is one."""
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute, which all environments share."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of all environments at once; ``indices`` must be None.

        Raises:
            OptionError: ``indices`` is not None.
        """
        if indices is not None:
            raise OptionError(f"{attr_name!r} is shared by all environments; leave indices out")
        setattr(self, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """Return ``action_masks()`` row by row: (A,) bool for each environment.

        Raises:
            AttributeError: another method is asked for.
        """
        if method_name != "action_masks":
            raise AttributeError(f"no method {method_name!r}; there is 'action_masks'")
        return list(self.action_masks()[list(self._get_indices(indices))])

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """Return True for ``Monitor``, whose ``episode`` infos are given here, else False."""
        return [wrapper_class is Monitor for _ in self._get_indices(indices)]
