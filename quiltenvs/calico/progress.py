"""The progress chart: which achievements up to six people have collected, kept in a JSON file.

Every filled circle is an achievement point, and points make a rank. The names of the ranks are
those of the rulebook; it does not say how many points each takes, so the thresholds are ours and
a chart can have others.
"""

import json
import os
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any

from quiltenvs.calico.achievements import ACHIEVEMENTS, MODES, earned
from quiltenvs.core.errors import QuiltError
from quiltenvs.core.game import Game, State
from quiltenvs.core.saving import replacing

FORMAT = 1
"""Raised by one whenever the file changes its form."""
MAX_NAMES, MAX_NAME_LENGTH = 6, 40
RANKS = (
    "Budding Quilter",
    "Weekend Warrior",
    "Impressive Skills",
    "Semi-pro",
    "Craft Honed",
    "Calico Quilt MASTER",
)
THRESHOLDS = (1, 5, 10, 15, 20, 26)
"""Points that each of RANKS takes unless a chart says otherwise; the last is all there are."""
_CIRCLES = tuple(achievement.name for achievement in ACHIEVEMENTS)
_WIDTH = max(len(achievement.text) for achievement in ACHIEVEMENTS)


class ChartError(QuiltError):
    """A name, a circle or a file that does not fit a progress chart, which stays as it was."""


class ProgressChart:
    """Filled circles by name.

    Args:
        thresholds: Points of each of RANKS, ascending; kept in the file.

    Raises:
        ChartError: ``thresholds`` are not six ascending numbers of points that can be reached.
    """

    def __init__(self, thresholds: Sequence[int] = THRESHOLDS) -> None:
        self.thresholds = _checked_thresholds(thresholds)
        self._filled: dict[str, set[str]] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The names on the chart, in the order in which they were added."""
        return tuple(self._filled)

    def filled(self, name: str) -> tuple[str, ...]:
        """Return the achievements of ``name``, in the order of ACHIEVEMENTS.

        Raises:
            ChartError: ``name`` is not on the chart; so do all methods that take a name.
        """
        circles = self._circles_of(name)
        return tuple(circle for circle in _CIRCLES if circle in circles)

    def points(self, name: str) -> int:
        """Return the achievement points of ``name``: one for each filled circle."""
        return len(self._circles_of(name))

    def rank(self, name: str) -> str:
        """Return the rank of ``name``, one of RANKS, or "" before the first is reached."""
        reached = bisect_right(self.thresholds, self.points(name))
        return RANKS[reached - 1] if reached else ""

    def add_player(self, name: str) -> None:
        """Give ``name`` a column without filled circles.

        Raises:
            ChartError: the chart is full, has the name, or it is no text of 1 .. 40 printable
                characters without space around it.
        """
        fault = _find_name_fault(name)
        if fault:
            raise ChartError(f"{name!r} is no name for a progress chart: {fault}")
        if name in self._filled:
            raise ChartError(f"{name!r} is on the progress chart already")
        if len(self._filled) == MAX_NAMES:
            raise ChartError(f"no room for {name!r}: a progress chart has {MAX_NAMES} columns")
        self._filled[name] = set()

    def fill(self, name: str, circle: str) -> None:
        """Fill a circle, whoever says that it was earned: for games played elsewhere.

        Args:
            name: On the chart.
            circle: The name of one of ACHIEVEMENTS.

        Raises:
            ChartError: ``name`` or ``circle`` is unknown, or the circle is filled already.
        """
        self._check_open(name, circle)
        self._circles_of(name).add(circle)

    def record(
        self,
        game: Game,
        state: State,
        names: Sequence[str | None],
        choices: Mapping[str, str] | None = None,
    ) -> dict[str, str]:
        """Fill what a finished game has earned, at most one circle a name, and return it by name.

        A player with only one open circle to fill needs no choice; one with none goes without.

        Args:
            game: Calico.
            state: A finished game.
            names: Of each seat; None for a seat that keeps no chart.
            choices: Name to circle, for those that could fill one of several.

        Raises:
            AchievementError: ``state`` is no finished game of ``game``, which must be Calico.
            ChartError: ``names`` do not fit the table or the chart, or a choice is missing, not
                earned, filled already, or of somebody else. Nothing has been filled.
        """
        choices = choices or {}
        earnings = [earned(game, state, seat) for seat in range(game.spec.num_players)]
        self._check_seats(names, len(earnings), choices)
        chosen = {}
        for name, achievements in zip(names, earnings, strict=True):
            if name is not None:
                circles = [achievement.name for achievement in achievements]
                chosen[name] = self._choose(name, circles, choices.get(name))
        filled = {name: circle for name, circle in chosen.items() if circle is not None}
        for name, circle in filled.items():
            self.fill(name, circle)
        return filled

    def _check_seats(
        self, names: Sequence[str | None], num_players: int, choices: Mapping[str, str]
    ) -> None:
        """Refuse names that are not one for each seat, and choices of others."""
        if isinstance(names, str) or len(names) != num_players:
            raise ChartError(f"names={names!r} are not one for each of {num_players} seats")
        seated = [name for name in names if name is not None]
        for name in seated:
            self._circles_of(name)
        if len(set(seated)) != len(seated):
            raise ChartError(f"names={names!r} have somebody in two seats")
        strangers = [name for name in choices if name not in seated]
        if strangers:
            raise ChartError(f"{strangers[0]!r} chooses a circle, but has no seat in this game")

    def _choose(self, name: str, circles: list[str], choice: str | None) -> str | None:
        """Return which of the ``circles`` earned by ``name`` is filled, None if there is none."""
        if choice is not None:
            self._check_open(name, choice)
            if choice not in circles:
                found = ", ".join(circles) or "nothing"
                raise ChartError(f"{name!r} has not earned {choice!r}, but {found}")
            return choice
        unfilled = [circle for circle in circles if circle not in self._circles_of(name)]
        if len(unfilled) > 1:
            raise ChartError(f"{name!r} may fill one of {', '.join(unfilled)}: choose which")
        return unfilled[0] if unfilled else None

    def _check_open(self, name: str, circle: str) -> None:
        """Refuse a circle that does not exist or that ``name`` has filled."""
        filled = self._circles_of(name)
        if circle not in _CIRCLES:
            raise ChartError(f"no achievement {circle!r}; they are {', '.join(_CIRCLES)}")
        if circle in filled:
            raise ChartError(f"{name!r} has filled {circle!r} already")

    def _circles_of(self, name: str) -> set[str]:
        if not isinstance(name, str) or name not in self._filled:
            known = ", ".join(map(repr, self._filled)) or "nobody"
            raise ChartError(f"{name!r} is not on the progress chart; it has {known}")
        return self._filled[name]

    def to_json(self) -> str:
        """Return the chart as a JSON object with one line for each filled circle."""
        players = [{"name": name, "filled": self.filled(name)} for name in self.names]
        chart = {"format": FORMAT, "thresholds": self.thresholds, "players": players}
        return json.dumps(chart, indent=2, ensure_ascii=False) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "ProgressChart":
        """Return the chart that :meth:`to_json` wrote.

        Raises:
            ChartError: ``text`` is anything else.
        """
        try:
            data = _parsed(text)
            chart = cls(data["thresholds"])
            for row in data["players"]:
                _check_object(row, {"name": str, "filled": list})
                chart.add_player(row["name"])
                for circle in row["filled"]:
                    chart.fill(row["name"], circle)
        except ChartError as error:
            raise ChartError(f"damaged progress chart: {error}") from error
        return chart

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "ProgressChart":
        """Return the chart in the file ``path``; an empty one if there is no such file.

        Raises:
            ChartError: the file holds no progress chart; it is left as it is.
            OSError: the file cannot be read.
        """
        try:
            with open(path, "rb") as file:
                return cls.from_json(file.read().decode())
        except FileNotFoundError:
            return cls()
        except UnicodeDecodeError as error:
            raise ChartError(f"{os.fspath(path)}: damaged progress chart: {error}") from error
        except ChartError as error:
            raise ChartError(f"{os.fspath(path)}: {error}") from error

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the chart; a file in its place is replaced once the new one is on the disk.

        Raises:
            OSError: the folder cannot be written.
        """
        with replacing(path) as temporary, temporary.open("wb") as file:
            file.write(self.to_json().encode())
            file.flush()
            os.fsync(file.fileno())

    def table(self) -> str:
        """Return names, points, ranks and every circle as text: ``x`` filled, ``.`` open."""
        width = max(len(name) for name in ("Name", *self.names))
        lines = [f"   {'Name':{width}}  Points  Rank"]
        for column, name in enumerate(self.names, start=1):
            row = f"{self.points(name):6}  {self.rank(name) or '-'}"
            lines.append(f"{column}  {name:{width}}  {row}")
        columns = " ".join(str(column + 1) for column in range(len(self.names)))
        for mode in MODES:
            lines += ["", f"{mode.capitalize():{_WIDTH + 4}}{columns}"]
            for achievement in ACHIEVEMENTS:
                if achievement.mode == mode:
                    marks = " ".join(".x"[achievement.name in self._filled[n]] for n in self.names)
                    lines.append(f"  {achievement.text:{_WIDTH + 2}}{marks}")
        return "\n".join(line.rstrip() for line in lines)

    def __str__(self) -> str:
        return self.table()


def _checked_thresholds(thresholds: Any) -> tuple[int, ...]:
    """Return ``thresholds`` if they can be those of RANKS."""
    points = list(thresholds) if isinstance(thresholds, Sequence) else []
    if (
        len(points) != len(RANKS)
        or any(type(least) is not int for least in points)
        or points != sorted(set(points))
        or not 1 <= points[0] <= points[-1] <= len(ACHIEVEMENTS)
    ):
        raise ChartError(
            f"thresholds={thresholds!r} are not {len(RANKS)} ascending integers of "
            f"1 .. {len(ACHIEVEMENTS)}"
        )
    return tuple(points)


def _find_name_fault(name: Any) -> str:
    if not isinstance(name, str):
        return "not a text"
    if not name or name != name.strip():
        return "empty, or with space around it"
    if len(name) > MAX_NAME_LENGTH:
        return f"longer than {MAX_NAME_LENGTH} characters"
    return "" if name.isprintable() else "characters that cannot be printed"


def _parsed(text: str) -> dict[str, Any]:
    """Return the object in ``text`` with the fields of a chart, their contents unchecked."""
    try:
        found = json.loads(text, object_pairs_hook=_without_repeats)
    except (ValueError, RecursionError) as error:
        raise ChartError(str(error)) from error
    # Another format may have other fields: say so, not that they are wrong.
    if isinstance(found, dict) and found.get("format", FORMAT) != FORMAT:
        raise ChartError(f"format {found['format']!r}; this version reads {FORMAT}")
    _check_object(found, {"format": int, "thresholds": list, "players": list})
    return dict(found)


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError(f"a field twice among {', '.join(repr(key) for key, _ in pairs)}")
    return found


def _check_object(value: Any, fields: dict[str, type]) -> None:
    """Refuse a JSON value that is no object with exactly these ``fields`` of these types."""
    wanted = ", ".join(f"{key} ({kind.__name__})" for key, kind in fields.items())
    if not isinstance(value, dict) or set(value) != set(fields):
        raise ChartError(f"no object with the fields {wanted}")
    for key, kind in fields.items():
        if type(value[key]) is not kind:
            raise ChartError(f"{key} is {value[key]!r}, not {kind.__name__}")
