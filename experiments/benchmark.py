"""How fast? Steps, games, copies and fresh processes, and the same of other packages.

    quiltenvs benchmark --peers --out benchmark.json

All probes take turns in several rounds, each time in the reverse order of the time before, so that
other work on the machine hits all alike. Rates are per second of processor time. Before anything is
timed, every probe has to show that each call changes every position.
"""

import dataclasses
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import quiltenvs
from quiltenvs.core.batch import BatchEnv
from quiltenvs.core.errors import OptionError, QuiltError
from quiltenvs.core.game import Game
from quiltenvs.experiments import peers
from quiltenvs.experiments.game_options import GameChoice
from quiltenvs.experiments.probes import (
    BATCH_RANDOM,
    BATCH_STEPS,
    GAMES,
    STEPS,
    AecProbe,
    BatchProbe,
    CompiledCopyProbe,
    Probe,
    PythonCopyProbe,
    RandomGamesProbe,
)
from quiltenvs.experiments.reports import Table, claim, provenance, write_json
from quiltenvs.experiments.startup import PEER_IMPORTS, Startup, measure_startup

FORMAT = 1
"""Raised by one whenever the JSON file changes."""
NUM_CHECKED = 8  # calls of every probe whose effect is checked
SHOWN = ((False, False), (True, False), (True, True))  # mask, observation
ZOO_RAW, ZOO = "quiltenvs raw_env()", "quiltenvs env()"


class BenchmarkError(QuiltError):
    """A probe does nothing, so its time would mean nothing."""


@dataclass(frozen=True, kw_only=True)
class BenchmarkConfig(GameChoice):
    """Time the environments, and with --peers those of other packages beside them."""

    num_envs: tuple[int, ...] = (1, 64, 1024, 8192)
    """Sizes of the batch."""
    seconds: float = 0.2
    """Processor time of a probe in each round."""
    repeats: int = 5
    """Rounds."""
    peers: bool = False
    """Time OpenSpiel and PettingZoo too, where they are installed."""
    skip_startup: bool = False
    """Leave out the fresh processes, one of which compiles everything."""
    quick: bool = False
    """Only see that all of it works: small batches, little time, no compiling."""
    out: Path | None = None
    """JSON file for the result."""
    overwrite: bool = False
    """Replace the file if it exists."""

    def checked(self) -> "BenchmarkConfig":
        """Return the config to use: with ``quick``, its small numbers.

        Raises:
            OptionError: a number is out of range.
        """
        if self.quick:
            return dataclasses.replace(
                self, num_envs=(1, 64), seconds=0.002, repeats=2, skip_startup=True
            )
        if not self.num_envs or min(self.num_envs) < 1:
            raise OptionError(f"num_envs={self.num_envs} is not allowed; use numbers of at least 1")
        if not 0 < self.seconds <= 60:
            raise OptionError(f"seconds={self.seconds} is not allowed; use above 0, at most 60")
        if self.repeats < 1:
            raise OptionError(f"repeats={self.repeats} is not allowed; use at least 1")
        return self


@dataclass(frozen=True, slots=True)
class Timing:
    """One row: units per second of processor time, one number a round."""

    group: str
    name: str
    num_envs: int
    unit: str
    rates: tuple[float, ...]

    @property
    def label(self) -> str:
        """Its name, told apart from those of other groups."""
        return self.name if self.group == AecProbe.group else f"{self.group}: {self.name}"

    @property
    def median(self) -> float:
        """Median over the rounds."""
        return statistics.median(self.rates)


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many times as fast as a peer, one number a round."""

    name: str
    peer: str
    ratios: tuple[float, ...]

    @property
    def median(self) -> float:
        """Median over the rounds."""
        return statistics.median(self.ratios)


@dataclass(frozen=True, slots=True)
class Benchmark:
    """All that was measured.

    Attributes:
        game: The game with its options.
        timings: One a probe.
        ratios: Of comparable rows; see ``peers.py`` for what they can carry.
        missing: Peers that are not installed.
        bytes_per_env: Memory of an environment by part.
        startup: Of fresh processes.
    """

    game: Game
    timings: tuple[Timing, ...]
    ratios: tuple[Ratio, ...]
    missing: tuple[peers.Missing, ...]
    bytes_per_env: dict[str, int]
    startup: tuple[Startup, ...]

    def tables(self) -> list[Table]:
        """Return one table a group of probes, and those of the rest."""
        groups = list(dict.fromkeys(timing.group for timing in self.timings))
        tables = [self._timing_table(group) for group in groups]
        if self.ratios:
            tables.append(self._ratio_table())
        memory = tuple((part, f"{size:,}") for part, size in self.bytes_per_env.items())
        tables.append(Table("Memory of an environment", ("part", "bytes"), memory))
        if self.startup:
            tables.append(self._startup_table())
        return tables

    def _timing_table(self, group: str) -> Table:
        timings = [timing for timing in self.timings if timing.group == group]
        rows = [
            (
                timing.name,
                timing.unit,
                f"{timing.median:,.0f}",
                f"{min(timing.rates):,.0f} .. {max(timing.rates):,.0f}",
                _duration(1 / timing.median),
            )
            for timing in timings
        ]
        if group == AecProbe.group:
            rows += [(peer.name, STEPS, peer.reason, "-", "-") for peer in self.missing]
        columns = ("what", "unit", "a second (median)", "spread", "each")
        return Table(f"{self.game.spec.title}: {group}", columns, tuple(rows))

    def _ratio_table(self) -> Table:
        rows = tuple(
            (
                f"{ratio.name} / {ratio.peer}",
                f"{ratio.median:.2f}",
                f"{min(ratio.ratios):.2f} .. {max(ratio.ratios):.2f}",
            )
            for ratio in self.ratios
        )
        title = "Ratios of steps a second; the games differ, so they compare interfaces"
        return Table(title, ("this / that", "times as fast", "spread"), rows)

    def _startup_table(self) -> Table:
        rows = tuple(
            (
                row.name,
                f"{row.median:.2f}",
                f"{min(row.seconds):.2f} .. {max(row.seconds):.2f}",
                "-" if row.num_compiled is None else str(row.num_compiled),
            )
            for row in self.startup
        )
        columns = ("process", "seconds (median)", "spread", "functions compiled")
        return Table("Fresh processes, wall time with the interpreter's own", columns, rows)

    def to_dict(self) -> dict[str, Any]:
        """Return all numbers as plain values for JSON."""
        return {
            "format": FORMAT,
            "game": self.game.description(),
            "timings": [
                dataclasses.asdict(timing) | {"median": timing.median} for timing in self.timings
            ],
            "ratios": [
                dataclasses.asdict(ratio) | {"median": ratio.median} for ratio in self.ratios
            ],
            "missing": [dataclasses.asdict(peer) for peer in self.missing],
            "bytes_per_env": self.bytes_per_env,
            "startup": [dataclasses.asdict(row) | {"median": row.median} for row in self.startup],
        }


def run(config: BenchmarkConfig, command: str = "") -> Benchmark:
    """Measure, print the tables and write the file that ``config`` asks for.

    Raises:
        QuiltError: something in ``config`` is not allowed.
    """
    game, plan = config.find_game(), config.checked()
    if plan.out is not None:
        claim([plan.out], plan.overwrite)
    benchmark = measure(game, plan)
    for table in benchmark.tables():
        table.show()
    if plan.out is not None:
        write_json(plan.out, benchmark.to_dict() | provenance(command))
    return benchmark


def measure(game: Game, plan: BenchmarkConfig) -> Benchmark:
    """Measure what ``plan`` asks for.

    Raises:
        BenchmarkError: a probe leaves a position as it was.
    """
    found, missing = peers.peer_probes() if plan.peers else ([], [])
    timings = time_probes([*own_probes(game, plan.num_envs), *found], plan.seconds, plan.repeats)
    imports = list(PEER_IMPORTS) if plan.peers and not missing else []
    startup = measure_startup(game, plan.repeats, True, imports) if not plan.skip_startup else []
    return Benchmark(
        game=game,
        timings=tuple(timings),
        ratios=tuple(compare(timings)),
        missing=tuple(missing),
        bytes_per_env=bytes_per_env(game),
        startup=tuple(startup),
    )


def own_probes(game: Game, sizes: Sequence[int]) -> list[Probe]:
    """Return the probes of quiltenvs' own interfaces."""
    options: dict[str, Any] = game.config.to_dict()
    batches = [
        BatchProbe(game, size, mask=mask, observe=observe, choose=choose)
        for choose in (False, True)
        for size in sizes
        for mask, observe in SHOWN
    ]
    return [
        *batches,
        RandomGamesProbe(game, GAMES),
        RandomGamesProbe(game, STEPS),
        PythonCopyProbe(game),
        CompiledCopyProbe(game),
        AecProbe(ZOO_RAW, quiltenvs.raw_env(game.spec.name, **options), _position),
        AecProbe(ZOO, quiltenvs.make(game.spec.name, **options), _position),
    ]


def time_probes(probes: Sequence[Probe], seconds: float, repeats: int) -> list[Timing]:
    """Time all probes in ``repeats`` rounds of ``seconds`` of processor time each.

    Raises:
        BenchmarkError: a probe leaves a position as it was.
    """
    for probe in probes:
        check_changes(probe)
        probe.prepare()
        probe.run(probe.num_calls)  # whatever is loaded or compiled at the first use
    rates: dict[int, list[float]] = {index: [] for index in range(len(probes))}
    order = list(rates)
    for number in range(repeats):
        print(f"round {number + 1} of {repeats}", file=sys.stderr)
        for index in order:
            rates[index].append(_rate(probes[index], seconds))
        order.reverse()
    return [
        Timing(probe.group, probe.name, probe.num_envs, probe.unit, tuple(rates[index]))
        for index, probe in enumerate(probes)
    ]


def check_changes(probe: Probe) -> None:
    """Make sure that every call changes every position.

    Raises:
        BenchmarkError: it does not.
    """
    probe.prepare()
    for call in range(NUM_CHECKED):
        before = probe.snapshot()
        probe.run(1)
        same = [
            env for env, (a, b) in enumerate(zip(before, probe.snapshot(), strict=True)) if a == b
        ]
        if same:
            raise BenchmarkError(
                f"{probe.name}: call {call} left position {same[0]} of {len(before)} as it was"
            )


def _rate(probe: Probe, seconds: float) -> float:
    """Return units per second of processor time."""
    done, spent = 0, 0.0
    while spent < seconds:
        probe.prepare()
        started = time.process_time()
        done += probe.run(probe.num_calls)
        spent += time.process_time() - started
    return done / spent


def compare(timings: Sequence[Timing]) -> list[Ratio]:
    """Return the ratios of rows that do comparable work, round by round."""
    rates = {timing.label: timing.rates for timing in timings}
    full = {
        peer: [t.label for t in timings if t.group == group and "observation" in t.name]
        for group, peer in (
            (BATCH_STEPS, peers.SPIEL_STEPS),
            (BATCH_RANDOM, peers.SPIEL_TENSOR),
        )
    }
    pairs = [(ZOO, ZOO_RAW), (ZOO_RAW, peers.ZOO_RAW), (ZOO, peers.ZOO)]
    pairs += [(ZOO_RAW, peers.SPIEL_TENSOR)]
    pairs += [(label, peer) for peer, labels in full.items() for label in labels]
    return [
        Ratio(name, peer, tuple(a / b for a, b in zip(rates[name], rates[peer], strict=True)))
        for name, peer in pairs
        if name in rates and peer in rates
    ]


def bytes_per_env(game: Game) -> dict[str, int]:
    """Return the bytes that one environment of a batch takes, by part."""
    env = BatchEnv(game, 1)
    step = env.reset(0)
    parts = {
        "state": env.states.nbytes,
        "observation": step.observation.nbytes,
        "action mask": step.action_mask.nbytes,
    }
    shown = sum(array.nbytes for array in step) - parts["observation"] - parts["action mask"]
    return parts | {"player, rewards, ends, final scores": shown}


def _position(env: Any) -> bytes:
    """Return the position of a quiltenvs AEC environment."""
    position: bytes = env.unwrapped.states.tobytes()
    return position


def _duration(seconds: float) -> str:
    """Return a time with its unit, for example ``102 ns``."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
