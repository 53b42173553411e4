"""The command line: its help, and one clear line for every error that a user can mend."""

import dataclasses
import importlib
import json
import os
import subprocess
import sys

import pytest

import quiltenvs
from quiltenvs.experiments import cli, evaluate, playthrough, tournament
from quiltenvs.experiments.cli import COMMANDS, INTERRUPTED, USER_ERROR, Command, main
from tests.experiments.sample_agents import make_sample_agents

pytest.importorskip("tyro")


@pytest.fixture
def sample_agents(monkeypatch):
    for module in (evaluate, playthrough, tournament):
        monkeypatch.setattr(module, "make_agents", make_sample_agents)


@pytest.fixture(params=COMMANDS)
def command(request):
    if request.param == "train":
        pytest.importorskip("quiltenvs.experiments.train")
    return request.param


def error_of(capsys):
    """Return the one line on stderr."""
    printed = capsys.readouterr()
    lines = printed.err.splitlines()
    assert len(lines) == 1, printed.err
    assert lines[0].startswith("quiltenvs: ")
    return lines[0]


def stub(monkeypatch, error):
    """Let ``quiltenvs games`` raise ``error``."""

    def raise_it(config, command):
        raise error

    config_class, _ = COMMANDS["games"].load()
    monkeypatch.setattr(Command, "load", lambda self: (config_class, raise_it))


class TestHelp:
    def test_lists_the_commands_with_the_first_line_of_their_help(self, capsys):
        assert main(["--help"]) == 0
        printed = capsys.readouterr().out
        for name, command in COMMANDS.items():
            assert f"  {name}  " in printed
            assert command.text in printed

    def test_says_what_the_help_of_the_command_says(self, command, capsys):
        config_class, _ = COMMANDS[command].load()
        assert COMMANDS[command].text == config_class.__doc__.splitlines()[0]

    def test_of_a_command_names_every_option_and_its_meaning(self, command, capsys):
        assert main([command, "--help"]) == 0
        printed = capsys.readouterr().out
        config_class, _ = COMMANDS[command].load()
        assert f"usage: quiltenvs {command} " in printed
        for field in dataclasses.fields(config_class):
            assert f"--{field.name.replace('_', '-')}" in printed

    def test_is_shown_where_no_command_is_given(self, capsys):
        assert main([]) == USER_ERROR
        assert capsys.readouterr().out.strip() == cli.overview()

    def test_version(self, capsys):
        assert main(["--version"]) == 0
        assert capsys.readouterr().out == f"quiltenvs {quiltenvs.__version__}\n"


@pytest.mark.usefixtures("sample_agents")
class TestCommands:
    def test_evaluate_takes_game_options_and_writes_its_command(self, tmp_path, capsys):
        out = tmp_path / "a file.json"
        words = ["evaluate", "--agents", "hash", "first", "--deals", "2", "--out", str(out)]
        words += ["--options", "time_board=original", "match=two_game"]
        assert main(words) == 0
        data = json.loads(out.read_text())
        assert data["game"]["options"]["time_board"] == "original"
        assert data["game"]["options"]["match"] == "two_game"
        assert data["command"].startswith(
            "quiltenvs evaluate --agents hash first --deals 2 --out '"
        )
        assert "| hash |" in capsys.readouterr().out

    def test_tournament(self, capsys):
        assert main(["tournament", "--agents", "hash", "first", "random", "--deals", "2"]) == 0
        assert "random = 0" in capsys.readouterr().out

    def test_playthrough(self, capsys):
        assert main(["playthrough", "--seed", "4", "--agents", "hash", "first"]) == 0
        assert "\nseed 4\n" in capsys.readouterr().out

    def test_benchmark(self, capsys):
        assert main(["benchmark", "--quick"]) == 0
        assert "Memory of an environment" in capsys.readouterr().out

    def test_games(self, capsys):
        assert main(["games"]) == 0
        assert "| patchwork-v0 |" in capsys.readouterr().out


@pytest.mark.usefixtures("sample_agents")
class TestErrors:
    @pytest.mark.parametrize(
        ("words", "message"),
        [
            ("fly", "no command 'fly'; the commands are games, train, evaluate"),
            ("evaluate --game go --agents hash first", "no game 'go'; the games are"),
            ("evaluate --agents hash first --options match", "'match' is not of the form name="),
            ("evaluate --agents hash first --options match=3", "match=3 is not allowed; use"),
            ("evaluate --agents hash first --options size=3", "no option 'size'"),
            ("evaluate --agents hash nobody", "no agent 'nobody'"),
            ("evaluate --agents hash first --deals 0", "deals=0 is not allowed"),
            ("tournament --agents hash", "two agents or more, not 1"),
            ("benchmark --repeats 0", "repeats=0 is not allowed"),
            ("playthrough --seed -1", "seed=-1 is not allowed"),
        ],
    )
    def test_are_one_line(self, words, message, capsys):
        assert main(words.split()) == USER_ERROR
        assert message in error_of(capsys)

    @pytest.mark.parametrize(
        "words",
        [
            "evaluate --agents hash first --deals 1 --out {}",
            "tournament --agents hash first --deals 1 --out {}/tournament.json",
            "benchmark --quick --out {}",
            "playthrough --out {}",
        ],
    )
    def test_an_output_that_exists_or_cannot_be_made(self, words, tmp_path, capsys):
        path = tmp_path / "file"
        path.write_text("old")
        assert main(words.format(path).split()) == USER_ERROR
        assert str(path) in error_of(capsys)
        assert path.read_text() == "old"

    @pytest.mark.parametrize(
        ("words", "named"),
        [
            ("--agents a b --deals many", "--deals"),
            ("--agents a b --speed 3", "--speed"),
            ("--deals 3", "--agents"),
        ],
    )
    def test_a_wrong_option_is_explained(self, words, named, capsys):
        assert main(["evaluate", *words.split()]) == USER_ERROR
        printed = capsys.readouterr()
        assert printed.out == ""
        assert named in printed.err

    def test_a_missing_tyro_names_the_extra(self, monkeypatch, capsys):
        monkeypatch.setitem(sys.modules, "tyro", None)
        assert main(["games"]) == USER_ERROR
        message = error_of(capsys)
        assert "needs tyro" in message
        assert 'pip install "quiltenvs[experiments]"' in message

    def test_another_missing_package_names_the_extra_of_the_command(self, monkeypatch, capsys):
        def fail(self):
            raise ModuleNotFoundError("No module named 'torch'", name="torch.nn")

        monkeypatch.setattr(Command, "load", fail)
        assert main(["train"]) == USER_ERROR
        expected = 'train needs torch, which is not installed: pip install "quiltenvs[train]"'
        assert error_of(capsys) == f"quiltenvs: {expected}"

    def test_advice_of_the_error_itself_is_kept(self, monkeypatch, capsys):
        advice = 'pictures need pillow: pip install "quiltenvs[render]"'
        stub(monkeypatch, ImportError(advice, name="PIL"))
        assert main(["games"]) == USER_ERROR
        assert error_of(capsys) == f"quiltenvs: {advice}"

    def test_a_missing_part_of_the_package_itself_is_a_bug(self, monkeypatch):
        stub(monkeypatch, ModuleNotFoundError("none", name="quiltenvs.core"))
        with pytest.raises(ModuleNotFoundError):
            main(["games"])

    def test_an_error_of_the_system_names_the_file(self, monkeypatch, capsys):
        stub(monkeypatch, PermissionError(13, "Permission denied", "some/file"))
        assert main(["games"]) == USER_ERROR
        assert error_of(capsys) == "quiltenvs: some/file: Permission denied"

    def test_an_error_of_several_lines_becomes_one(self, monkeypatch, capsys):
        stub(monkeypatch, quiltenvs.QuiltError("first\n  second\n"))
        assert main(["games"]) == USER_ERROR
        assert error_of(capsys) == "quiltenvs: first second"

    def test_ctrl_c_ends_without_a_traceback(self, monkeypatch, capsys):
        stub(monkeypatch, KeyboardInterrupt())
        assert main(["games"]) == INTERRUPTED
        assert error_of(capsys) == "quiltenvs: stopped"

    def test_other_errors_are_bugs_and_keep_their_traceback(self, monkeypatch):
        stub(monkeypatch, RuntimeError("a bug"))
        with pytest.raises(RuntimeError, match="a bug"):
            main(["games"])


class TestProcess:
    def test_games_imports_nothing_heavy(self):
        code = (
            "import sys\n"
            "from quiltenvs.experiments.cli import main\n"
            "code = main(['games'])\n"
            "heavy = {'torch', 'matplotlib', 'stable_baselines3', 'pygame', 'pyspiel'}\n"
            "print(sorted(heavy & set(sys.modules)))\n"
            "sys.exit(code)\n"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines()[-1] == "[]"

    def test_the_exit_code_of_an_error_is_2(self):
        words = [sys.executable, "-m", "quiltenvs.experiments.cli", "fly"]
        done = subprocess.run(words, capture_output=True, text=True)
        assert done.returncode == USER_ERROR
        assert done.stdout == ""
        assert done.stderr.startswith("quiltenvs: no command 'fly'")

    def test_a_reader_that_has_enough_is_no_error(self):
        reader, writer = os.pipe()
        os.close(reader)
        words = [sys.executable, "-m", "quiltenvs.experiments.cli", "--help"]
        # Buffered, a short output is written at the very end.
        buffered = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
        done = subprocess.run(words, stdout=writer, stderr=subprocess.PIPE, env=buffered, text=True)
        os.close(writer)
        assert done.stderr == ""


def test_every_command_can_be_loaded(command):
    config_class, run = COMMANDS[command].load()
    assert dataclasses.is_dataclass(config_class)
    module = importlib.import_module(f"quiltenvs.experiments.{COMMANDS[command].module}")
    assert run is module.run
