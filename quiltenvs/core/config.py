"""Options of a game: one frozen dataclass a game, checked when it is made, JSON both ways."""

import dataclasses
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from quiltenvs.core.errors import OptionError

_Config = TypeVar("_Config", bound="GameConfig")
Value = int | str | bool
RANDOM = "random"
RANDOM_SEAT = -1
"""How ``starting_player="random"`` is written in a state."""


@dataclass(frozen=True)
class Open:
    """The values of an option that are too many to list."""

    text: str
    """What they are, as it follows "use": ``an integer of 1 .. 150``."""
    find_fault: Callable[[Any], str]
    """``find_fault(value)``, of anything: what is wrong with it, or ""."""
    examples: tuple[Value, ...]
    """Some of them; the tests play with each."""


def integers(low: int, high: int, example: int) -> Open:
    """Return the integers of ``low .. high`` as the values of an option."""

    def find_fault(value: Any) -> str:
        if type(value) is not int:  # True is an int, too
            return "not an integer"
        return "" if low <= value <= high else "out of range"

    return Open(f"an integer of {low} .. {high}", find_fault, (example,))


def option(default: Value, allowed: Iterable[Value], text: str, others: Open | None = None) -> Any:
    """Declare a field of a config.

    Args:
        default: One of the values it takes.
        allowed: Every value it takes, or every one with a name.
        text: What it means.
        others: What it takes beside ``allowed``.
    """
    metadata = {"allowed": tuple(allowed), "text": " ".join(text.split()), "others": others}
    return dataclasses.field(default=default, metadata=metadata)


@dataclass(frozen=True)
class GameConfig:
    """Base of the options of every game.

    Raises:
        OptionError: a value is not among those its field allows.
    """

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            _check_value(field, getattr(self, field.name))
        self.check()

    def check(self) -> None:
        """Refuse combinations of options that exclude each other; games override this."""

    @classmethod
    def from_options(cls: type[_Config], options: dict[str, Any]) -> _Config:
        """Return the config with ``options`` set.

        Raises:
            OptionError: an option does not exist or does not take the value.
        """
        known = [field.name for field in dataclasses.fields(cls)]
        unknown = sorted(set(options) - set(known))
        if unknown:
            raise OptionError(
                f"no option {unknown[0]!r}; the options of the game are {', '.join(known)}"
            )
        return cls(**options)

    def to_dict(self) -> dict[str, Value]:
        """Return all options by name."""
        return dataclasses.asdict(self)

    def to_json(self) -> str:
        """Return all options as a JSON object."""
        return json.dumps(self.to_dict())

    @classmethod
    def from_json(cls: type[_Config], text: str) -> _Config:
        """Return the config that :meth:`to_json` wrote.

        Raises:
            OptionError: ``text`` is no JSON object, or holds an unknown option or value.
        """
        try:
            options = json.loads(text)
        except json.JSONDecodeError as error:
            raise OptionError(f"options are not JSON: {error}") from error
        if not isinstance(options, dict):
            raise OptionError(f"options must be a JSON object, not {text!r}")
        return cls.from_options(options)


def seat_code(starting_player: Value) -> int:
    """Return ``starting_player`` as a state holds it: the seat, or RANDOM_SEAT."""
    return RANDOM_SEAT if starting_player == RANDOM else int(starting_player)


def _check_value(field: "dataclasses.Field[Any]", value: Any) -> None:
    """Refuse a value that the option does not take."""
    allowed, others = field.metadata["allowed"], field.metadata["others"]
    # 1 == True and 1 == 1.0 in Python, but neither is a number of players.
    if any(value == item and type(value) is type(item) for item in allowed):
        return
    alternatives = [repr(item) for item in allowed]
    fault = ""
    if others is not None:
        fault = others.find_fault(value)
        if not fault:
            return
        alternatives.append(others.text)
    reason = f" ({fault})" if fault else ""
    raise OptionError(
        f"{field.name}={value!r} is not allowed{reason}; use {' or '.join(alternatives)}"
    )
