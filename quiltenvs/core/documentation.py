"""The tables of the READMEs, written from the code.

A README keeps each generated table between two comment lines::

    <!-- begin: observation -->
    ...
    <!-- end: observation -->

``python -m quiltenvs.core.documentation`` rewrites them all; a test compares them. What takes a
machine and time to know (speed, strength) is written by the scripts in ``experiments/`` into
blocks of the same form.
"""

import dataclasses
import re
import sys
from collections.abc import Callable, Iterable
from itertools import accumulate
from pathlib import Path

from quiltenvs.core.errors import QuiltError
from quiltenvs.core.game import Game
from quiltenvs.core.layout import Layout
from quiltenvs.core.registry import PACKAGE, game, game_names


def markdown_table(header: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a Markdown table."""
    names = list(header)
    lines = [names, ["---"] * len(names), *([str(cell) for cell in row] for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def specs(found: Game) -> str:
    """Return the facts of a game as a table."""
    spec = found.spec
    name = f"{spec.name}-v{spec.version}"
    module = f"{spec.name}_v{spec.version}"
    title = "".join(word.capitalize() for word in spec.name.split("_"))
    return markdown_table(
        ["", ""],
        [
            ["Create", f'`quiltenvs.make("{name}")`'],
            ["Import", f"`from quiltenvs import {module}`"],
            ["PettingZoo id", f"`quilt/{name}`"],
            ["Gymnasium id (one seat)", f"`QuiltEnvs/{title}-v{spec.version}`"],
            ["Players", spec.num_players],
            ["Actions", spec.num_actions],
            ["Observation values", found.observation_size],
            ["Bytes of a state", found.state_dtype.itemsize],
            ["Longest episode, proven (steps)", spec.max_steps],
            ["Hidden information", "yes" if spec.hides_information else "none"],
            ["Points of a margin or score reward of 1", f"{spec.score_scale:g}"],
        ],
    )


def options(found: Game) -> str:
    """Return the options of a game with what each takes."""
    return markdown_table(
        ["Option", "Values, default first", "Meaning"],
        [
            [f"`{field.name}`", _values(field), field.metadata["text"]]
            for field in dataclasses.fields(found.config)
        ],
    )


def _values(field: "dataclasses.Field[object]") -> str:
    allowed = sorted(field.metadata["allowed"], key=lambda value: value != field.default)
    others = field.metadata["others"]
    return ", ".join([*(f"`{value!r}`" for value in allowed), *([others.text] if others else [])])


def _layout(layout: Layout) -> str:
    ends = accumulate(block.size for block in layout)
    return markdown_table(
        ["Index", "Block", "Shape", "Content"],
        [
            [_range(end - block.size, end), f"`{block.name}`", _shape(block.shape), block.text]
            for block, end in zip(layout, ends, strict=True)
        ],
    )


def _range(start: int, end: int) -> str:
    return str(start) if end - start == 1 else f"{start}-{end - 1}"


def _shape(shape: tuple[int, ...]) -> str:
    return " x ".join(str(length) for length in shape)


def observation(found: Game) -> str:
    """Return the blocks of an observation."""
    return _layout(found.layout)


def actions(found: Game) -> str:
    """Return the blocks of the action space."""
    return _layout(found.actions)


BLOCKS: dict[str, Callable[[Game], str]] = {
    "specs": specs,
    "options": options,
    "actions": actions,
    "observation": observation,
}


def replace_block(text: str, name: str, content: str) -> str:
    """Return ``text`` with the content of block ``name`` replaced.

    Raises:
        QuiltError: ``text`` has no such block.
    """
    pattern = re.compile(rf"(<!-- begin: {re.escape(name)} -->\n).*?(<!-- end: {name} -->)", re.S)
    if not pattern.search(text):
        raise QuiltError(f"no block <!-- begin: {name} --> in the text")
    return pattern.sub(lambda match: match[1] + content.strip("\n") + "\n" + match[2], text)


def readme_path(name: str) -> Path:
    """Return where the README of game ``name`` lies."""
    return PACKAGE / name / "README.md"


def generated(name: str) -> str:
    """Return the README of game ``name`` with its tables as the code has them now."""
    text = readme_path(name).read_text(encoding="utf-8")
    for block, table in BLOCKS.items():
        text = replace_block(text, block, table(game(name)))
    return text


def games() -> str:
    """Return the table of all games for the README of the project."""
    rows = []
    for name in game_names():
        found = game(name)
        rows.append(
            [
                f"[{found.spec.title}](quiltenvs/{name}/README.md)",
                f"`{name}-v{found.spec.version}`",
                _range_of_players(found),
                found.spec.num_actions,
                found.observation_size,
                "yes" if found.spec.hides_information else "none",
            ]
        )
    header = ["Game", "Id", "Players", "Actions", "Observation", "Hidden information"]
    return markdown_table(header, rows)


def _range_of_players(found: Game) -> str:
    (field,) = (f for f in dataclasses.fields(found.config) if f.name == "num_players")
    allowed = field.metadata["allowed"]
    return str(allowed[0]) if len(allowed) == 1 else f"{min(allowed)}-{max(allowed)}"


PROJECT_README = PACKAGE.parent / "README.md"
"""The README of the project; it exists in a checkout only."""


def generated_project() -> str:
    """Return the README of the project with the table of games as the code has it now."""
    return replace_block(PROJECT_README.read_text(encoding="utf-8"), "games", games())


def main() -> None:
    """Rewrite the tables of all READMEs."""
    files = {readme_path(name): generated(name) for name in game_names()}
    files[PROJECT_README] = generated_project()
    for path, text in files.items():
        if path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"rewrote {path}", file=sys.stderr)


if __name__ == "__main__":
    main()
