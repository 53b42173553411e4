"""What the benchmark times: loops over quiltenvs' own interfaces.

A probe plays by random legal actions and can show the positions it has reached, so that the
benchmark can tell work from a loop that does nothing.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from quiltenvs.core.batch import BatchEnv, RandomActions
from quiltenvs.core.game import Game, States
from quiltenvs.core.jit import njit
from quiltenvs.core.registry import loops_of
from quiltenvs.core.sampling import sample_legal

BATCH_STEPS, BATCH_RANDOM = "batch, step only", "batch, random actions"
STEPS, GAMES, COPIES = "steps", "games", "copies"
TAPE_LENGTH = 1 << 17  # recorded actions of a batch: 1 MiB
NUM_COPIED = 1024  # states copied by one call of the compiled loop
GAMES_PER_CALL = 100


class Probe(Protocol):
    """Something to be timed."""

    group: str
    """Table that it belongs to."""
    name: str
    """Row of the table, alone in its group."""
    num_envs: int
    """Games stepped by one call."""
    unit: str
    """What :meth:`run` counts: STEPS, GAMES or COPIES."""
    num_calls: int
    """Calls timed at a stretch; :meth:`prepare` comes before each stretch."""

    def prepare(self) -> None:
        """Get ready for ``num_calls`` calls; not timed."""

    def run(self, num_calls: int) -> int:
        """Do the work and return how many units it was."""

    def snapshot(self) -> list[bytes]:
        """Return the positions reached, one an environment."""


class BatchProbe:
    """The batch engine.

    Args:
        game: The game with its options.
        num_envs: N.
        mask: Fill action masks.
        observe: Fill observations.
        choose: Time the choice of random actions as well; without, recorded ones are replayed.
        seed: Of deals and actions.
    """

    unit = STEPS

    def __init__(
        self, game: Game, num_envs: int, *, mask: bool, observe: bool, choose: bool, seed: int = 0
    ) -> None:
        self.group = BATCH_RANDOM if choose else BATCH_STEPS
        shown = [name for name, wanted in (("mask", mask), ("observation", observe)) if wanted]
        self.name = f"{' + '.join(['rules', *shown])}, N = {num_envs}"
        self.num_envs, self.num_calls = num_envs, min(2048, max(32, TAPE_LENGTH // num_envs))
        self.env = BatchEnv(game, num_envs, mask=mask, observe=observe)
        self._seed, self._next = seed, 0
        self._draw = RandomActions(self.env, seed)
        self._tape = None if choose else self._record()
        self.env.reset(seed)

    def _record(self) -> NDArray[np.int64]:
        """Return (calls, N) legal actions from the start."""
        self.env.reset(self._seed)
        tape = np.zeros((self.num_calls, self.num_envs), np.int64)
        for row in tape:
            row[:] = self._draw()
            self.env.step(row)
        return tape

    def prepare(self) -> None:
        """Rewind the recorded actions and the games that they belong to."""
        if self._tape is not None:
            self.env.reset(self._seed)
            self._next = 0

    def run(self, num_calls: int) -> int:
        """Step the batch ``num_calls`` times."""
        step = self.env.step
        if self._tape is None:
            draw = self._draw
            for _ in range(num_calls):
                step(draw())
        else:
            for actions in self._tape[self._next : self._next + num_calls]:
                step(actions)
            self._next += num_calls
        return num_calls * self.num_envs

    def snapshot(self) -> list[bytes]:
        """Return the states."""
        return split(self.env.states)


class RandomGamesProbe:
    """Whole games in one compiled loop, nothing observed: what rollouts cost.

    Args:
        game: The game with its options.
        unit: GAMES or STEPS.
        seed: Of deals and actions.
    """

    group, num_envs, num_calls = "compiled", 1, 5

    def __init__(self, game: Game, unit: str, seed: int = 0) -> None:
        self.unit, self.name = unit, f"random {unit} in one loop"
        self._seed = np.uint64(seed)
        self._states = game.new_states([seed])
        self._totals = np.zeros(4 + 2 * game.spec.num_players, np.int64)
        self._random_games = loops_of(game.spec.name).random_games

    def prepare(self) -> None:
        """Nothing to do."""

    def run(self, num_calls: int) -> int:
        """Play ``num_calls`` times GAMES_PER_CALL games."""
        steps = 0
        for _ in range(num_calls):
            self._seed += np.uint64(1)
            self._random_games(self._states[0], self._seed, GAMES_PER_CALL, self._totals)
            steps += int(self._totals[0])
        return steps if self.unit == STEPS else num_calls * GAMES_PER_CALL

    def snapshot(self) -> list[bytes]:
        """Return the end of the last game."""
        return split(self._states)


class AecProbe:
    """A PettingZoo environment in PettingZoo's own loop; a peer's as well as ours.

    Args:
        name: Of the row.
        env: The environment.
        position: Reads the position, for :meth:`snapshot`.
        seed: Of deals and actions.
    """

    group, unit, num_envs, num_calls = "one environment from Python", STEPS, 1, 200

    def __init__(
        self, name: str, env: Any, position: Callable[[Any], bytes], seed: int = 0
    ) -> None:
        self.name, self.env, self._position = name, env, position
        self._rng = np.random.default_rng(seed)
        self._play = self._games(seed)

    def _games(self, seed: int) -> Iterator[None]:
        """Play for ever, and pause after every action."""
        env, rng = self.env, self._rng
        env.reset(seed=seed)
        while True:
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                else:
                    env.step(sample_legal(observation["action_mask"], rng))
                    yield
            env.reset()

    def prepare(self) -> None:
        """Nothing to do."""

    def run(self, num_calls: int) -> int:
        """Play ``num_calls`` actions, with the resets that fall due."""
        play = self._play
        for _ in range(num_calls):
            next(play)
        return num_calls

    def snapshot(self) -> list[bytes]:
        """Return the position."""
        return [self._position(self.env)]


class PythonCopyProbe:
    """A fork of a game from Python: ``state.copy()``."""

    group, unit, num_envs, num_calls = "copy of a state", COPIES, 1, 2000
    name = "state.copy() from Python"

    def __init__(self, game: Game) -> None:
        states = game.new_states(range(2))
        self._states = [states[0], states[1]]
        self._kept = states[0]

    def prepare(self) -> None:
        """Nothing to do."""

    def run(self, num_calls: int) -> int:
        """Copy two states by turns."""
        for _ in range(num_calls):
            self._states.reverse()  # so that a copy differs from the one before
            self._kept = self._states[0].copy()
        return num_calls

    def snapshot(self) -> list[bytes]:
        """Return the last copy."""
        return [self._kept.tobytes()]


class CompiledCopyProbe:
    """A fork of a game in compiled code, from and to scattered places."""

    group, unit, num_envs, num_calls = "copy of a state", COPIES, NUM_COPIED, 20
    name = "assignment in compiled code"

    def __init__(self, game: Game) -> None:
        self._states = game.new_states(range(2 * NUM_COPIED))
        self._copies = np.zeros(NUM_COPIED, game.state_dtype)
        # Neighbours in order would be merged into one long copy.
        order = list(range(2 * NUM_COPIED))
        random.Random(0).shuffle(order)
        self._orders = [np.array(order[:NUM_COPIED]), np.array(order[NUM_COPIED:])]

    def prepare(self) -> None:
        """Nothing to do."""

    def run(self, num_calls: int) -> int:
        """Copy NUM_COPIED states ``num_calls`` times."""
        for _ in range(num_calls):
            self._orders.reverse()
            copy_states(self._states, self._orders[0], self._copies)
        return num_calls * NUM_COPIED

    def snapshot(self) -> list[bytes]:
        """Return the copies."""
        return split(self._copies)


@njit
def copy_states(states: States, rows: NDArray[np.int64], out: States) -> None:
    """Fill ``out`` (R,) with copies of ``states[rows]``."""
    for i in range(len(rows)):
        out[i] = states[rows[i]]


def split(states: States) -> list[bytes]:
    """Return the bytes of each state."""
    size, everything = states.itemsize, states.tobytes()
    return [everything[start : start + size] for start in range(0, len(everything), size)]
