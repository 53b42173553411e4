"""Games are found by scanning and asked for by name and version."""

import sys
from pathlib import Path

import pytest

import quiltenvs
from quiltenvs import OptionError, UnknownGameError
from quiltenvs.core import registry

PACKAGE = Path(quiltenvs.__file__).parent


def test_every_folder_with_rules_is_a_game():
    folders = sorted(path.parent.name for path in PACKAGE.glob("*/rules.py"))
    assert list(quiltenvs.game_names()) == folders != []


def test_a_new_folder_is_a_new_game(tmp_path, monkeypatch):
    for folder, files in {
        "zebra": ("__init__.py", "rules.py"),
        "apple": ("__init__.py", "rules.py"),
        "core": ("__init__.py",),
        "half": ("rules.py",),
    }.items():
        (tmp_path / folder).mkdir()
        for file in files:
            (tmp_path / folder / file).touch()
    monkeypatch.setattr(registry, "PACKAGE", tmp_path)
    assert registry.game_names.__wrapped__() == ("apple", "zebra")


@pytest.mark.parametrize("form", ["{0}", "{0}-v{1}", "{0}_v{1}"])
def test_a_game_by_name_and_version(name, form):
    version = registry.game_version(name)
    game = quiltenvs.game(form.format(name, version))
    assert game is quiltenvs.game(name)
    assert game.spec.name == name


@pytest.mark.parametrize(
    "wrong", ["", " ", "chess", "{0} ", "{0}-", "{0}-v", "{0}v0", "{0}-v0-v0", "core", "../{0}"]
)
def test_an_unknown_game_is_refused_with_the_known_ones(name, wrong):
    with pytest.raises(UnknownGameError) as caught:
        quiltenvs.game(wrong.format(name))
    assert all(known in str(caught.value) for known in quiltenvs.game_names())


def test_letters_count(name):
    with pytest.raises(UnknownGameError):
        quiltenvs.game(name.upper())


@pytest.mark.parametrize("form", ["{0}-v{1}", "{0}_v{1}"])
def test_another_version_is_refused_with_the_current_one(name, form):
    version = registry.game_version(name)
    with pytest.raises(UnknownGameError, match=rf"{name}-v{version + 1} .* has {name}-v{version}"):
        quiltenvs.game(form.format(name, version + 1))


def test_equal_options_give_the_same_game(name):
    defaults = quiltenvs.game(name).config.to_dict()
    assert quiltenvs.game(name, **defaults) is quiltenvs.game(name)


def test_unknown_options_are_refused(name):
    with pytest.raises(OptionError, match="no option 'speed'"):
        quiltenvs.game(name, speed=3)


def test_loops_are_a_module_of_the_game(name):
    loops = registry.loops_of(name)
    assert loops is registry.loops_of(name)
    assert sys.modules[f"quiltenvs.{name}.loops"] is loops
    assert loops.__name__ == f"quiltenvs.{name}.loops"
    assert Path(loops.__file__) == PACKAGE / "core" / "loops.py"


def test_version_of_an_unknown_game():
    with pytest.raises(UnknownGameError, match="chess"):
        registry.game_version("chess")
