"""How long a fresh process takes: to import, to the first step, and to compile everything."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass

from quiltenvs.core.errors import QuiltError
from quiltenvs.core.game import Game

NOTHING = "pass"
IMPORT = "import quiltenvs"
FIRST_STEP = """
import json, sys
import quiltenvs
name, options = json.loads(sys.argv[1])
batch = quiltenvs.make_batch(name, 64, **options)
batch.step(batch.reset(0).action_mask.argmax(axis=1))
from quiltenvs.core.jit import LISTENER
print(LISTENER.num_compiled)
"""
PEER_IMPORTS = {
    "import pyspiel (OpenSpiel)": "import pyspiel",
    "import connect_four (PettingZoo)": "import pettingzoo.classic.connect_four.connect_four",
}


class StartupError(QuiltError):
    """A fresh process failed."""


@dataclass(frozen=True, slots=True)
class Startup:
    """Wall time of a whole process, interpreter included.

    Attributes:
        name: What the process did.
        seconds: One per repeat.
        num_compiled: Functions that had to be compiled, of the last repeat; 0 if all came from
            the disk cache, None where nothing is stepped.
    """

    name: str
    seconds: tuple[float, ...]
    num_compiled: int | None = None

    @property
    def median(self) -> float:
        """Median over the repeats."""
        return statistics.median(self.seconds)


def measure_startup(
    game: Game, repeats: int, cold: bool, peers: Sequence[str] = ()
) -> list[Startup]:
    """Time fresh processes, one after the other.

    Args:
        game: The game with its options.
        repeats: Processes a row.
        cold: Also compile everything once, in an empty cache: up to a minute.
        peers: Rows of PEER_IMPORTS to time as well.

    Raises:
        StartupError: a process failed.
    """
    _run(FIRST_STEP, game)  # fills the cache if need be
    jobs = {"python alone": NOTHING, "import quiltenvs": IMPORT}
    jobs |= {name: PEER_IMPORTS[name] for name in peers}
    jobs |= {"first batched step, warm cache": FIRST_STEP}
    rows = [_time(name, code, game, repeats) for name, code in jobs.items()]
    if cold:
        with tempfile.TemporaryDirectory(prefix="quiltenvs-") as folder:
            rows.append(_time("first batched step, empty cache", FIRST_STEP, game, 1, folder))
    return rows


def _time(name: str, code: str, game: Game, repeats: int, cache: str | None = None) -> Startup:
    seconds, output = [], ""
    for _ in range(repeats):
        started = time.perf_counter()
        output = _run(code, game, cache)
        seconds.append(time.perf_counter() - started)
    return Startup(name, tuple(seconds), int(output) if output else None)


def _run(code: str, game: Game, cache: str | None = None) -> str:
    """Return what a fresh process prints."""
    choice = json.dumps([game.spec.name, game.config.to_dict()])
    environment = os.environ | ({"QUILTENVS_CACHE_DIR": cache} if cache else {})
    done = subprocess.run(
        [sys.executable, "-c", code, choice], env=environment, capture_output=True, text=True
    )
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise StartupError(f"a fresh process failed with code {done.returncode}: {last}")
    return done.stdout.strip()
