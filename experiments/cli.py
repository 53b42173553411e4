"""The command ``quiltenvs``: one subcommand an experiment, its options made from a dataclass.

An error that the user can mend is one line on stderr and exit code 2. Only the module of the
subcommand is imported: ``quiltenvs games`` needs neither torch nor matplotlib.
"""

import importlib
import os
import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import quiltenvs
from quiltenvs.core.errors import QuiltError
from quiltenvs.experiments.reports import MissingPackageError

USER_ERROR, INTERRUPTED = 2, 130


@dataclass(frozen=True, slots=True)
class Command:
    """Where a subcommand lives.

    Attributes:
        module: Module of ``quiltenvs.experiments`` with the function ``run(config, command)``.
        config: Its dataclass of options.
        text: The first line of that dataclass's docstring.
        extra: The extra of the package that holds what it needs.
    """

    module: str
    config: str
    text: str
    extra: str = "experiments"

    def load(self) -> tuple[Any, Callable[[Any, str], object]]:
        """Return the dataclass of options and the function that takes it."""
        module = importlib.import_module(f"quiltenvs.experiments.{self.module}")
        return getattr(module, self.config), module.run


COMMANDS = {
    "games": Command("games", "GamesConfig", "List the games and their options."),
    "train": Command("train", "TrainConfig", "Train an agent by self-play.", "train"),
    "evaluate": Command(
        "evaluate", "EvaluateConfig", "Play agents against each other on paired deals."
    ),
    "tournament": Command(
        "tournament",
        "TournamentConfig",
        "Play all pairings of two or more agents and rate them.",
    ),
    "benchmark": Command(
        "benchmark",
        "BenchmarkConfig",
        "Time the environments, and with --peers those of other packages beside them.",
    ),
    "playthrough": Command(
        "playthrough",
        "PlaythroughConfig",
        "Play one game and show it as text that can be replayed.",
    ),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Args:
        arguments: What follows ``quiltenvs``; None takes them from the process.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = _dispatch(words)
        sys.stdout.flush()  # here, where an error can be caught
        return code
    except QuiltError as error:
        return _fail(str(error))
    except ImportError as error:
        if error.name is not None and error.name.partition(".")[0] == "quiltenvs":
            raise
        return _fail(_what_to_install(words[0], error))
    except BrokenPipeError:
        # Whoever read the output has had enough; keep Python from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        return _fail(f"{error.filename or words[0]}: {error.strerror or error}")
    except KeyboardInterrupt:
        print("quiltenvs: stopped", file=sys.stderr)
        return INTERRUPTED


def _dispatch(words: list[str]) -> int:
    if words[:1] == ["--version"]:
        print(f"quiltenvs {quiltenvs.__version__}")
        return 0
    if not words or words[0] in ("-h", "--help"):
        print(overview())
        return 0 if words else USER_ERROR
    name, *rest = words
    if name not in COMMANDS:
        return _fail(f"no command {name!r}; the commands are {', '.join(COMMANDS)}")
    config_class, run = COMMANDS[name].load()
    try:
        config = parse(name, config_class, rest)
    except SystemExit as stop:  # help was printed, or what is wrong with an option
        return int(stop.code or 0)
    run(config, shlex.join(["quiltenvs", *words]))
    return 0


def parse(name: str, config_class: Any, words: Sequence[str]) -> Any:
    """Return the options of subcommand ``name`` as its dataclass.

    Raises:
        MissingPackageError: tyro is not installed.
        SystemExit: help was asked for, or an option is wrong; tyro has printed what.
    """
    try:
        import tyro
    except ImportError as error:
        raise MissingPackageError(
            "the command line needs tyro, which is not installed: "
            'pip install "quiltenvs[experiments]"'
        ) from error
    return tyro.cli(
        config_class,
        prog=f"quiltenvs {name}",
        args=words,
        config=(tyro.conf.FlagCreatePairsOff,),
    )


def overview() -> str:
    """Return the help of ``quiltenvs`` itself."""
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {command.text}" for name, command in COMMANDS.items()]
    return "\n".join(
        [
            "usage: quiltenvs COMMAND [OPTIONS]",
            "",
            "Quilt board games as reinforcement-learning environments.",
            "",
            *lines,
            "",
            "quiltenvs COMMAND --help lists the options of a command.",
        ]
    )


def _what_to_install(name: str, error: ImportError) -> str:
    """Return the error's own advice, or which extra holds the missing module."""
    if "pip install" in str(error) or error.name is None:
        return str(error)
    package = error.name.partition(".")[0]
    extra = COMMANDS[name].extra if name in COMMANDS else "experiments"
    return f'{name} needs {package}, which is not installed: pip install "quiltenvs[{extra}]"'


def _fail(message: str) -> int:
    print(f"quiltenvs: {' '.join(message.split())}", file=sys.stderr)
    return USER_ERROR


if __name__ == "__main__":
    sys.exit(main())
