"""Environments of other packages, timed by the same means: OpenSpiel and PettingZoo.

Both offer Connect Four, a far smaller game than any here: 7 actions and an observation of 126 and
84 values. The comparison is of interfaces, not of games.
"""

import importlib
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from quiltenvs.experiments.probes import STEPS, AecProbe, Probe

SPIEL = "OpenSpiel connect_four: legal actions"
SPIEL_TENSOR = "OpenSpiel connect_four: legal actions + observation tensor"
SPIEL_STEPS = f"{SPIEL_TENSOR}, step only"
ZOO_RAW = "PettingZoo connect_four raw_env()"
ZOO = "PettingZoo connect_four env()"


@dataclass(frozen=True, slots=True)
class Missing:
    """A peer that cannot be timed here, and why."""

    name: str
    reason: str


class OpenSpielProbe:
    """OpenSpiel's connect_four from Python.

    Args:
        with_tensor: Ask for the observation tensor at every step.
        choose: Time the choice of random actions as well; without, recorded ones are replayed.
        seed: Of the actions.
    """

    group, unit, num_envs, num_calls = AecProbe.group, STEPS, 1, 1000

    def __init__(self, with_tensor: bool, *, choose: bool = True, seed: int = 0) -> None:
        import pyspiel

        names = {(False, True): SPIEL, (True, True): SPIEL_TENSOR, (True, False): SPIEL_STEPS}
        self.name = names[with_tensor, choose]
        self._with_tensor = with_tensor
        self._game = pyspiel.load_game("connect_four")
        self._state = self._game.new_initial_state()
        self._random = random.Random(seed).random
        self._tape = None if choose else self._record()
        self._next = 0

    def _record(self) -> list[int]:
        """Return random legal actions for ``num_calls`` calls from a new game."""
        state = self._game.new_initial_state()
        tape = []
        for _ in range(self.num_calls):
            if state.is_terminal():
                state = self._game.new_initial_state()
            legal = state.legal_actions()
            tape.append(legal[int(self._random() * len(legal))])
            state.apply_action(tape[-1])
        return tape

    def prepare(self) -> None:
        """Rewind the recorded actions and the game that they belong to."""
        if self._tape is not None:
            self._state, self._next = self._game.new_initial_state(), 0

    def run(self, num_calls: int) -> int:
        """Play ``num_calls`` actions, with the new games that fall due."""
        if self._tape is not None:
            self._replay(self._tape[self._next : self._next + num_calls])
            self._next += num_calls
            return num_calls
        state, draw = self._state, self._random
        for _ in range(num_calls):
            if state.is_terminal():
                state = self._game.new_initial_state()
            legal = state.legal_actions()
            if self._with_tensor:
                state.observation_tensor()
            state.apply_action(legal[int(draw() * len(legal))])
        self._state = state
        return num_calls

    def _replay(self, actions: list[int]) -> None:
        state = self._state
        for action in actions:
            if state.is_terminal():
                state = self._game.new_initial_state()
            state.legal_actions()
            state.observation_tensor()
            state.apply_action(action)
        self._state = state

    def snapshot(self) -> list[bytes]:
        """Return the board."""
        return [str(self._state).encode()]


def peer_probes(seed: int = 0) -> tuple[list[Probe], list[Missing]]:
    """Return the peers that are installed, and those that are not."""
    makers: dict[str, Callable[[], Probe]] = {
        SPIEL: lambda: OpenSpielProbe(False, seed=seed),
        SPIEL_TENSOR: lambda: OpenSpielProbe(True, seed=seed),
        SPIEL_STEPS: lambda: OpenSpielProbe(True, choose=False, seed=seed),
        ZOO_RAW: lambda: AecProbe(ZOO_RAW, _connect_four().raw_env(), _board, seed),
        ZOO: lambda: AecProbe(ZOO, _connect_four().env(), _board, seed),
    }
    probes: list[Probe] = []
    missing = []
    for name, make in makers.items():
        try:
            probes.append(make())
        except ImportError as error:
            missing.append(Missing(name, f"not installed ({error})"))
    return probes, missing


def _connect_four() -> Any:
    # Not through connect_four_v3, which newer releases deprecate for their registry.
    return importlib.import_module("pettingzoo.classic.connect_four.connect_four")


def _board(env: Any) -> bytes:
    return bytes(env.unwrapped.board)
