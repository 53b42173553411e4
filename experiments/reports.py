"""How experiments report: tables, files that replace nothing, and where numbers come from.

Files appear under their name only when they are complete, and an existing file is never replaced
unless that was asked for.
"""

import datetime
import importlib.metadata
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import quiltenvs
from quiltenvs.core.errors import QuiltError
from quiltenvs.core.saving import replacing
from quiltenvs.experiments.deal_statistics import Interval

PACKAGES = ("numpy", "numba", "gymnasium", "pettingzoo", "torch", "stable-baselines3", "open-spiel")
"""Distributions whose versions a report names."""


class OutputError(QuiltError):
    """A file cannot be written: it exists already, or its folder does not take it."""


class MissingPackageError(QuiltError):
    """An optional package is needed and not installed."""


@dataclass(frozen=True, slots=True)
class Table:
    """A small table of text; the first column is set left, the others right.

    Attributes:
        title: One line above it.
        columns: Heads of the columns.
        rows: One text per column.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def markdown(self) -> str:
        """Return the table as Markdown, without its title."""
        rule = ":--|" + "--:|" * (len(self.columns) - 1)
        lines = [_row(self.columns), f"|{rule}", *(_row(row) for row in self.rows)]
        return "\n".join(lines)

    def show(self) -> None:
        """Print the table: framed on a terminal with rich installed, else as Markdown."""
        if not (sys.stdout.isatty() and self._show_framed()):
            print(f"{self.title}\n\n{self.markdown()}\n")

    def _show_framed(self) -> bool:
        try:
            from rich.console import Console
            from rich.table import Table as Framed
            from rich.text import Text
        except ImportError:
            return False
        framed = Framed(title=Text(self.title), title_justify="left")
        for index, column in enumerate(self.columns):
            framed.add_column(Text(column), justify="right" if index else "left")
        for row in self.rows:
            framed.add_row(*(Text(cell) for cell in row))  # Text: [...] in a cell is no markup
        Console().print(framed)
        return True


def percent(share: Interval) -> str:
    """Return a share with its interval, for example ``62.3 % [58.1, 66.2]``."""
    # Adding 0.0 makes -0.0, a rounding error below zero, a plain zero.
    mean, low, high = (round(100 * end, 1) + 0.0 for end in (share.mean, share.low, share.high))
    return f"{mean:.1f} % [{low:.1f}, {high:.1f}]"


def points(value: Interval, sign: str = "") -> str:
    """Return points with their interval; ``sign="+"`` shows the sign of gains too."""
    return f"{value.mean:{sign}.2f} [{value.low:{sign}.2f}, {value.high:{sign}.2f}]"


def claim(paths: Iterable[Path], overwrite: bool) -> None:
    """Make sure, before anything is computed, that ``paths`` can be written.

    Folders that are missing are made.

    Raises:
        OutputError: a path exists and is not to be overwritten, or its folder cannot be written.
    """
    for path in paths:
        if path.is_dir():
            raise OutputError(f"{path} is a folder; a file name is needed")
        if path.exists() and not overwrite:
            raise OutputError(f"{path} exists; choose another name or add --overwrite")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=path.parent):
                pass
        except OSError as error:
            reason = error.strerror
            raise OutputError(f"folder {path.parent} cannot be written: {reason}") from error


def write(path: Path, content: str | bytes) -> None:
    """Write a file under a temporary name beside ``path`` and rename it when it is complete.

    Raises:
        OutputError: it cannot be written; an older file of that name is as it was.
    """
    try:
        with replacing(path) as temporary:
            temporary.write_bytes(content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror}") from error


def write_json(path: Path, data: dict[str, Any]) -> None:
    """Write ``data`` as JSON; NaN is not JSON and raises ValueError."""
    write(path, json.dumps(data, indent=1, allow_nan=False) + "\n")


def provenance(command: str) -> dict[str, Any]:
    """Return what is needed to repeat a measurement: command, commit, machine, versions, date.

    Args:
        command: The command line, or "" for a call from Python.
    """
    return {
        "command": command,
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "commit": _commit(),
        "machine": {
            "processor": _processor(),
            "num_cpus": os.cpu_count(),
            "system": platform.platform(),
        },
        "versions": {
            "quiltenvs": quiltenvs.__version__,
            "python": platform.python_version(),
            **{name: found for name in PACKAGES if (found := installed_version(name))},
        },
    }


def installed_version(distribution: str) -> str | None:
    """Return the version of an installed distribution, or None."""
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return None


def numbered(names: Sequence[str]) -> tuple[str, ...]:
    """Return ``names`` with copies told apart: ``greedy``, ``greedy (2)``."""
    return tuple(
        name if (copy := names[: index + 1].count(name)) == 1 else f"{name} ({copy})"
        for index, name in enumerate(names)
    )


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def _commit() -> str | None:
    """Return the commit of the running sources, ``-dirty`` if edited; None outside a checkout."""
    source = Path(__file__)
    # Installed below somebody else's checkout, git would name that one's commit.
    if _git(source.parent, "ls-files", "--error-unmatch", source.name) is None:
        return None
    return _git(source.parent, "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*")


def _git(folder: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=folder, capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()


def _processor() -> str:
    """Return the processor's name; Linux tells it in a file only."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
