"""What the READMEs say is what the code does."""

import re
import shlex
from pathlib import Path

import pytest

import quiltenvs
from quiltenvs.core import documentation
from quiltenvs.experiments import cli

ROOT = Path(__file__).parents[2]
READMES = [ROOT / "README.md", *(documentation.readme_path(n) for n in quiltenvs.game_names())]
SECTIONS = [
    "Rules",
    "Specs",
    "Options",
    "Actions",
    "Observation",
    "Rewards",
    "Rulings",
    "Statistics",
    "Speed",
    "Version history",
]


def name_of(readme: Path) -> str:
    return "project" if readme.parent == ROOT else readme.parent.name


def blocks(language: str) -> list:
    found = []
    for readme in READMES:
        codes = re.findall(rf"```{language}\n(.*?)```", readme.read_text(encoding="utf-8"), re.S)
        found += [pytest.param(code, id=f"{name_of(readme)}-{i}") for i, code in enumerate(codes)]
    return found


@pytest.mark.parametrize("name", quiltenvs.game_names())
def test_every_game_has_the_same_sections(name):
    text = documentation.readme_path(name).read_text(encoding="utf-8")
    assert re.findall(r"^## (.+)$", text, re.M) == SECTIONS


@pytest.mark.parametrize("name", quiltenvs.game_names())
def test_tables_of_a_game_are_those_of_the_code(name):
    text = documentation.readme_path(name).read_text(encoding="utf-8")
    assert text == documentation.generated(name), "run `make readme`"


def test_table_of_games_is_that_of_the_code():
    text = documentation.PROJECT_README.read_text(encoding="utf-8")
    assert text == documentation.generated_project(), "run `make readme`"


@pytest.mark.parametrize("name", quiltenvs.game_names())
def test_version_history_ends_at_the_current_version(name):
    text = documentation.readme_path(name).read_text(encoding="utf-8")
    history = re.findall(r"^- (\d+): ", text.partition("## Version history")[2], re.M)
    current = quiltenvs.game(name).spec.version
    assert [int(version) for version in history] == list(range(current, -1, -1))


@pytest.mark.parametrize("code", blocks("python"))
def test_examples_run(code, capsys):
    exec(compile(code, "README.md", "exec"), {})


@pytest.mark.parametrize("readme", READMES, ids=name_of)
def test_links_and_pictures_exist(readme):
    targets = re.findall(r"\]\((?!https?:)([^)#]+)\)", readme.read_text(encoding="utf-8"))
    assert [target for target in targets if not (readme.parent / target).exists()] == []


def test_folders_named_in_the_readme_exist():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    folders = {folder for folder in re.findall(r"`([a-z_/]+/)`", text) if folder != "runs/"}
    assert len(folders) >= 6
    assert [folder for folder in folders if not (ROOT / folder).is_dir()] == []


def commands() -> list[str]:
    """Return the lines of the READMEs and the Makefile that call the command line."""
    lines = [
        line
        for block in blocks("sh")
        for line in block.values[0].splitlines()
        if "quiltenvs" in line
    ]
    recipes = (ROOT / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines += [line.replace("$(RUN)", "runs/x") for line in recipes.splitlines()]
    found = [re.search(r"(?:^|bin/|\$\(BIN\)/)quiltenvs (.*)", line.strip()) for line in lines]
    return [match[1].partition("#")[0] for match in found if match]


@pytest.mark.parametrize("command", commands())
def test_commands_are_understood(command):
    name, *words = shlex.split(command)
    config_class, _ = cli.COMMANDS[name].load()
    assert isinstance(cli.parse(name, config_class, words), config_class)


def test_there_are_commands_to_check():
    assert len(commands()) >= 9


def test_make_targets_named_in_the_readme_exist():
    targets = re.findall(r"`make ([a-z-]+)`", (ROOT / "README.md").read_text(encoding="utf-8"))
    known = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    assert targets
    assert set(targets) <= set(known)
