"""All games with all values of their options, found by scanning: nothing is listed by hand."""

import dataclasses
import importlib
from functools import cache
from itertools import combinations, product
from typing import Any

from numba.core import config as numba_config

import quiltenvs
from quiltenvs.core.config import GameConfig
from quiltenvs.core.errors import OptionError
from quiltenvs.core.jit import COMPILED
from tests.strategies import IS_NIGHTLY

Options = dict[str, Any]
_ALIKE = ("num_players", "starting_player")
"""Options whose values in between are hardly worth a run of their own."""


def config_class(name: str) -> type[GameConfig]:
    """Return the class of the options of game ``name``."""
    found: type[GameConfig] = importlib.import_module(f"quiltenvs.{name}.game").Config
    return found


@cache
def values(name: str) -> dict[str, tuple[Any, ...]]:
    """Return the values of every option of game ``name``; where they are open, examples too."""
    return {f.name: _values_of(f) for f in dataclasses.fields(config_class(name))}


def _values_of(field: Any) -> tuple[Any, ...]:
    others = field.metadata["others"]
    return (*field.metadata["allowed"], *(others.examples if others else ()))


def is_allowed(name: str, options: Options) -> bool:
    """Return whether game ``name`` can be had with ``options``."""
    try:
        config_class(name).from_options(options)
    except OptionError:
        return False
    return True


def _single(name: str, option: str, value: Any) -> Options:
    """Return ``option=value``, with one or two others set too if it cannot stand alone."""
    alone = {option: value}
    others = [other for other in values(name) if other != option]
    for count in range(3):
        for chosen in combinations(others, count):
            for choices in product(*(values(name)[other] for other in chosen)):
                options = alone | dict(zip(chosen, choices, strict=True))
                if is_allowed(name, options):
                    return options
    return alone  # the game then says what is wrong with it


def variants_of(name: str) -> list[Options]:
    """Return the options of every variant: the default, and each other value of each option."""
    defaults = config_class(name)().to_dict()
    found: list[Options] = [{}]
    for option, allowed in values(name).items():
        for value in allowed:
            options = _single(name, option, value)
            if value == defaults[option]:
                continue
            if options in found:  # two options that need each other make one variant
                found.remove(options)
            found.append(options)
    return found


def _is_extra(name: str, options: Options) -> bool:
    """Return whether a value is one of many that the first two and the last stand for.

    All seats and numbers of players are tried in the nightly run only; of all other options the
    slow modes, too, leave values out.
    """
    option, value = next(iter(options.items()), ("", None))  # others only make it possible
    is_thinned = not COMPILED or numba_config.BOUNDSCHECK or option in _ALIKE
    return is_thinned and value in values(name).get(option, ())[2:-1]


VARIANTS = [(name, options) for name in quiltenvs.game_names() for options in variants_of(name)]
if not IS_NIGHTLY:
    VARIANTS = [variant for variant in VARIANTS if not _is_extra(*variant)]


def label(variant: tuple[str, Options]) -> str:
    """Return for example ``patchwork-match=two_game``."""
    name, options = variant
    return "-".join([name, *(f"{option}={value}" for option, value in options.items())])
