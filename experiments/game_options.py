"""A game and its options on the command line: ``--game patchwork --options match=two_game``."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quiltenvs.core.errors import OptionError
from quiltenvs.core.registry import game

if TYPE_CHECKING:
    from quiltenvs.core.config import Value
    from quiltenvs.core.game import Game


@dataclass(frozen=True, kw_only=True)
class GameChoice:
    """The fields that choose a game, shared by the configs of all experiments."""

    game: str = "patchwork"
    """Name of the game, also with its version: patchwork-v0."""
    options: tuple[str, ...] = ()
    """Options of the game, each as name=value; `quiltenvs games` lists them."""

    def find_game(self) -> "Game":
        """Return the game with its options.

        Raises:
            UnknownGameError: there is no such game.
            OptionError: an option is unknown, given twice, or does not take the value.
        """
        return game(self.game, **parse_options(self.options))


def parse_options(texts: Iterable[str]) -> "dict[str, Value]":
    """Return options from texts like ``match=two_game``.

    Raises:
        OptionError: a text is not ``name=value``, or a name is given twice.
    """
    options: dict[str, Value] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise OptionError(f"option {text!r} is not of the form name=value")
        if name in options:
            raise OptionError(f"option {name!r} is given twice")
        options[name] = _value(value)
    return options


def _value(text: str) -> "Value":
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    return int(text) if text.removeprefix("-").isdecimal() else text
