"""Finds the games: every sub-package of ``quiltenvs`` that has a ``rules`` module.

Nothing is listed by hand, so a new game is one new folder. A game's package itself is light (it
holds its version); the compiled rules are loaded when the game is first asked for.
"""

import importlib
import importlib.util
import pkgutil
import re
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from quiltenvs.core.errors import UnknownGameError

if TYPE_CHECKING:
    from quiltenvs.core.game import Game

PACKAGE = Path(__file__).resolve().parents[1]
"""The folder of the package."""


@cache
def game_names() -> tuple[str, ...]:
    """Return the names of all games, sorted."""
    return tuple(
        sorted(
            module.name
            for module in pkgutil.iter_modules([str(PACKAGE)])
            if module.ispkg and (PACKAGE / module.name / "rules.py").is_file()
        )
    )


def game_version(name: str) -> int:
    """Return the version of game ``name`` without loading its rules."""
    _check_name(name)
    version: int = importlib.import_module(f"quiltenvs.{name}").VERSION
    return version


def game(name: str, **options: Any) -> "Game":
    """Return a game with its options.

    Args:
        name: One of :func:`game_names`, also in the form ``patchwork-v0``.
        **options: Fields of the game's config; its README lists them.

    Raises:
        UnknownGameError: there is no such game, or not in this version.
        OptionError: there is no such option, or it does not take the value.
    """
    wanted = re.fullmatch(r"(?P<name>\w+?)(?:[-_]v(?P<version>0|[1-9][0-9]*))?", name)
    found = wanted["name"] if wanted else name
    _check_name(found)
    if wanted and wanted["version"] is not None:
        _check_version(found, int(wanted["version"]))
    module = importlib.import_module(f"quiltenvs.{found}.game")
    return _make_game(module, module.Config.from_options(options))


@cache
def _make_game(module: ModuleType, config: Any) -> "Game":
    made: Game = module.make_game(config)
    return made


def _check_name(name: str) -> None:
    if name not in game_names():
        raise UnknownGameError(f"no game {name!r}; the games are {', '.join(game_names())}")


def _check_version(name: str, version: int) -> None:
    current = game_version(name)
    if version != current:
        raise UnknownGameError(
            f"{name}-v{version} is not in this release of quiltenvs; it has {name}-v{current}"
        )


@cache
def loops_of(name: str) -> Any:
    """Return the compiled loops of game ``name``: ``core/loops.py`` executed as its module."""
    module_name = f"quiltenvs.{name}.loops"
    template = Path(__file__).with_name("loops.py")
    spec = importlib.util.spec_from_file_location(module_name, template)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    spec.loader.exec_module(module)
    return module
