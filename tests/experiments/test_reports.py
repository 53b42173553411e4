"""Tables, files that replace nothing, and where numbers come from."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import quiltenvs
from quiltenvs.experiments import reports
from quiltenvs.experiments.deal_statistics import Interval
from quiltenvs.experiments.reports import (
    OutputError,
    Table,
    claim,
    numbered,
    percent,
    points,
    provenance,
    write,
    write_json,
)

TABLE = Table("A title", ("name", "share"), (("[bold]a|b", "1"), ("c", "22")))


class TestTable:
    def test_is_markdown_with_numbers_on_the_right(self):
        assert TABLE.markdown().splitlines() == [
            "| name | share |",
            "|:--|--:|",
            "| [bold]a/b | 1 |",
            "| c | 22 |",
        ]

    def test_is_printed_as_markdown_into_a_pipe(self, capsys):
        TABLE.show()
        assert capsys.readouterr().out == f"A title\n\n{TABLE.markdown()}\n\n"

    def test_is_framed_on_a_terminal(self, capsys, monkeypatch):
        pytest.importorskip("rich")
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        TABLE.show()
        printed = capsys.readouterr().out
        assert "A title" in printed
        assert "[bold]a|b" in printed  # a name is not taken for markup
        assert "|:--|" not in printed

    def test_does_without_rich(self, capsys, monkeypatch):
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        monkeypatch.setitem(sys.modules, "rich.console", None)
        TABLE.show()
        assert TABLE.markdown() in capsys.readouterr().out


def test_intervals_as_text():
    assert percent(Interval(0.5, 0.4234, 0.6)) == "50.0 % [42.3, 60.0]"
    assert percent(Interval(0, -1e-17, 1)) == "0.0 % [0.0, 100.0]"
    assert points(Interval(1.5, -1, 2.25)) == "1.50 [-1.00, 2.25]"
    assert points(Interval(1.5, -1, 2.25), "+") == "+1.50 [-1.00, +2.25]"


def test_copies_are_numbered():
    assert numbered(["a", "b", "a", "a"]) == ("a", "b", "a (2)", "a (3)")
    assert numbered([]) == ()


class TestFiles:
    def test_missing_folders_are_made(self, tmp_path):
        path = tmp_path / "a" / "b" / "c.txt"
        claim([path], overwrite=False)
        write(path, "text")
        assert path.read_text() == "text"
        assert [file.name for file in path.parent.iterdir()] == ["c.txt"]

    def test_an_existing_file_is_refused_unless_it_may_be_replaced(self, tmp_path):
        path = tmp_path / "c.txt"
        path.write_text("old")
        with pytest.raises(OutputError, match=r"c\.txt exists; .*--overwrite"):
            claim([tmp_path / "new.txt", path], overwrite=False)
        claim([path], overwrite=True)
        assert path.read_text() == "old"

    def test_a_folder_is_no_file(self, tmp_path):
        with pytest.raises(OutputError, match="is a folder"):
            claim([tmp_path], overwrite=True)

    def test_a_folder_that_cannot_be_made_is_named(self, tmp_path):
        (tmp_path / "file").write_text("")
        with pytest.raises(OutputError, match=r"folder .*file cannot be written: "):
            claim([tmp_path / "file" / "c.txt"], overwrite=False)

    def test_a_folder_that_cannot_be_written_is_named(self, tmp_path, monkeypatch):
        def refuse(dir):
            raise PermissionError(13, "Permission denied", str(dir))

        monkeypatch.setattr(reports.tempfile, "TemporaryFile", refuse)
        with pytest.raises(OutputError, match="cannot be written: Permission denied"):
            claim([tmp_path / "c.txt"], overwrite=False)

    def test_a_failed_write_leaves_the_old_file(self, tmp_path, monkeypatch):
        path = tmp_path / "c.txt"
        path.write_text("old")

        write_bytes = Path.write_bytes

        def fail(self, data):
            write_bytes(self, data[:1])
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(Path, "write_bytes", fail)
        with pytest.raises(OutputError, match=r"c\.txt cannot be written: No space"):
            write(path, "new")
        assert path.read_text() == "old"
        assert [file.name for file in tmp_path.iterdir()] == ["c.txt"]

    def test_json_holds_no_nan(self, tmp_path):
        write_json(tmp_path / "a.json", {"a": [1, None]})
        assert json.loads((tmp_path / "a.json").read_text()) == {"a": [1, None]}
        with pytest.raises(ValueError, match="JSON"):
            write_json(tmp_path / "b.json", {"a": float("nan")})
        assert not (tmp_path / "b.json").exists()


class TestProvenance:
    def test_names_command_commit_machine_versions_and_date(self):
        found = provenance("quiltenvs x")
        assert found["command"] == "quiltenvs x"
        assert found["versions"]["quiltenvs"] == quiltenvs.__version__
        assert {"python", "numpy", "numba"} <= set(found["versions"])
        assert found["date"].endswith("+00:00")
        assert found["machine"]["processor"]
        assert found["machine"]["num_cpus"] >= 1
        json.dumps(found)

    def test_the_commit_is_that_of_the_sources_only(self, tmp_path, monkeypatch):
        def git(*words):
            subprocess.run(["git", *words], cwd=tmp_path, check=True, capture_output=True)

        module = tmp_path / "reports.py"
        module.write_text("")
        monkeypatch.setattr(reports, "__file__", str(module))
        try:
            git("init", "--quiet")
        except OSError:
            pytest.skip("git is not installed")
        as_somebody = ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet"]
        git(*as_somebody, "--allow-empty", "--message=zero")
        assert provenance("")["commit"] is None  # installed inside somebody else's checkout
        git("add", "reports.py")
        git(*as_somebody, "--message=one")
        commit = provenance("")["commit"]
        assert len(commit) == 40
        module.write_text("edited")
        assert provenance("")["commit"] == f"{commit}-dirty"
