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
        seed: Of the actions.
    """

    group, unit, num_envs, num_calls = AecProbe.group, STEPS, 1, 1000

    def __init__(self, with_tensor: bool, seed: int = 0) -> None:
        import pyspiel

        self.name = SPIEL_TENSOR if with_tensor else SPIEL
        self._with_tensor = with_tensor
        self._game = pyspiel.load_game("connect_four")
        self._state = self._game.new_initial_state()
        self._random = random.Random(seed).random

    def prepare(self) -> None:
        """Nothing to do."""

    def run(self, num_calls: int) -> int:
        """Play ``num_calls`` actions, with the new games that fall due."""
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

    def snapshot(self) -> list[bytes]:
        """Return the board."""
        return [str(self._state).encode()]


def peer_probes(seed: int = 0) -> tuple[list[Probe], list[Missing]]:
    """Return the peers that are installed, and those that are not."""
    makers: dict[str, Callable[[], Probe]] = {
        SPIEL: lambda: OpenSpielProbe(False, seed),
        SPIEL_TENSOR: lambda: OpenSpielProbe(True, seed),
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
