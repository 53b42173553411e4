"""The cache of compiled code: keyed by all that the code is made of, and nobody else's business."""

import os
import shutil
import time

import numba
import numpy as np
import pytest
from numba.core import config as numba_config

import quiltenvs
from quiltenvs.core import jit

PARTS = ["core", *quiltenvs.game_names(), "agents", "experiments"]


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A copy of the sources that may be edited."""
    package = tmp_path / "quiltenvs"
    for part in ("core", *quiltenvs.game_names()):
        shutil.copytree(jit._PACKAGE / part, package / part)
    for part in ("agents", "experiments"):
        (tmp_path / part).mkdir()
        (tmp_path / part / "some.py").write_text("LIMIT = 1\n", encoding="utf-8")
    monkeypatch.setattr(jit, "_PACKAGE", package)
    return tmp_path


def digests():
    """The digest of every part, read from the files as they are now."""
    jit.source_digest.cache_clear()
    found = {part: jit.source_digest(part) for part in PARTS}
    jit.source_digest.cache_clear()
    return found


def changed(before, after):
    return {part for part in PARTS if before[part] != after[part]}


def test_a_digest_depends_on_the_text_alone(checkout):
    before = digests()
    for file in checkout.rglob("*.py"):
        os.utime(file, (1, 1))
    assert digests() == before
    assert all(len(digest) == 16 for digest in before.values())
    assert len(set(before.values())) >= len(PARTS) - 1  # agents and experiments may share theirs


def test_an_edit_of_a_table_changes_the_digests_of_all_that_use_it(checkout):
    game = quiltenvs.game_names()[0]
    before = digests()
    for file in (checkout / "quiltenvs" / game).rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text + "\n# edited\n", encoding="utf-8")
        assert changed(before, digests()) == {game, "agents", "experiments"}, file
        file.write_text(text, encoding="utf-8")
    assert digests() == before


def test_an_edit_of_the_core_changes_all_digests(checkout):
    before = digests()
    for file in (checkout / "quiltenvs" / "core").rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        file.write_text("# edited\n" + text, encoding="utf-8")
        assert changed(before, digests()) == set(PARTS), file
        file.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("part", ["agents", "experiments"])
def test_an_edit_beside_the_package_leaves_the_games_alone(checkout, part):
    before = digests()
    (checkout / part / "some.py").write_text("LIMIT = 2\n", encoding="utf-8")
    assert changed(before, digests()) == {"agents", "experiments"}


def test_agents_inside_the_package_count_as_well(checkout):
    """Where they lie once they are installed."""
    shutil.move(checkout / "agents", checkout / "quiltenvs" / "agents")
    before = digests()
    (checkout / "quiltenvs" / "agents" / "some.py").write_text("LIMIT = 3\n", encoding="utf-8")
    assert changed(before, digests()) == {"agents", "experiments"}


def test_a_file_more_or_under_another_name_changes_the_digest(checkout):
    file = checkout / "quiltenvs" / "core" / "rng.py"
    before = digests()
    file.rename(file.with_name("gnr.py"))
    renamed = digests()
    assert renamed["core"] != before["core"]
    file.touch()
    assert digests()["core"] not in {before["core"], renamed["core"]}


def test_what_is_no_source_does_not_matter(checkout):
    before = digests()
    (checkout / "quiltenvs" / "core" / "README.md").touch()
    (checkout / "quiltenvs" / "core" / "picture.svg").touch()
    assert digests() == before


def test_a_table_changes_the_digest(checkout):
    """Compiled code has the tables of CSV files frozen into it."""
    file = checkout / "quiltenvs" / "core" / "table.csv"
    file.touch()
    before = digests()
    file.write_text("card\n", encoding="utf-8")
    assert changed(before, digests()) == set(PARTS)


def test_bounds_checks_have_code_of_their_own(checkout, monkeypatch):
    before = digests()
    monkeypatch.setattr(numba_config, "BOUNDSCHECK", not numba_config.BOUNDSCHECK)
    assert changed(before, digests()) == set(PARTS)


def test_another_numba_has_code_of_its_own(checkout, monkeypatch):
    before = digests()
    monkeypatch.setattr(numba, "__version__", "0.0")
    assert changed(before, digests()) == set(PARTS)


@pytest.fixture
def no_places(monkeypatch):
    for variable in ("QUILTENVS_CACHE_DIR", "NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)


def test_the_place_that_is_asked_for_comes_first(tmp_path, monkeypatch, no_places):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert jit._cache_root() == tmp_path / "home" / ".cache" / "quiltenvs"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert jit._cache_root() == tmp_path / "xdg" / "quiltenvs"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
    assert jit._cache_root() == tmp_path / "numba" / "quiltenvs"
    monkeypatch.setenv("QUILTENVS_CACHE_DIR", str(tmp_path / "asked"))
    assert jit._cache_root() == tmp_path / "asked" / "quiltenvs"
    assert (tmp_path / "asked" / "quiltenvs").is_dir()


def test_where_nothing_can_be_written(tmp_path, monkeypatch, no_places):
    (tmp_path / "file").touch()
    monkeypatch.setattr(jit.tempfile, "gettempdir", lambda: str(tmp_path / "tmp"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    place = jit._cache_root()
    assert place is not None
    assert place.is_relative_to(tmp_path / "tmp")
    monkeypatch.setenv("QUILTENVS_CACHE_DIR", str(tmp_path / "file"))
    assert jit._cache_root() is None  # no other place than the one that was asked for


def test_modules_do_not_share_a_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(jit, "CACHE_ROOT", tmp_path)
    jit._cache_of.cache_clear()
    modules = ["quiltenvs.core.rng", "quiltenvs.core.bits", "somebody.elses"]
    modules += [f"quiltenvs.{name}.loops" for name in quiltenvs.game_names()]
    folders = [jit._cache_of(module) for module in modules]
    jit._cache_of.cache_clear()
    assert len(set(folders)) == len(modules)
    for module, folder in zip(modules, folders, strict=True):
        assert folder.name == module
        part = module.split(".")[1] if module.startswith("quiltenvs") else "experiments"
        assert folder.parent == tmp_path / f"{part}-{jit.source_digest(part)}"


def test_code_of_old_sources_is_deleted_after_a_month(tmp_path, monkeypatch):
    monkeypatch.setattr(jit, "CACHE_ROOT", tmp_path)
    days = {"core-new": 29, "core-old": 31, "other-old": 31}
    for folder, age in days.items():
        (tmp_path / folder).mkdir()
        os.utime(tmp_path / folder, (time.time() - age * 24 * 3600,) * 2)
    jit._forget_old_code("core")
    assert sorted(os.listdir(tmp_path)) == ["core-new", "other-old"]


def test_numba_s_own_folder_is_put_back(tmp_path):
    before = numba_config.CACHE_DIR
    with jit._numba_cache_in(tmp_path):
        assert str(tmp_path) == numba_config.CACHE_DIR
    assert before == numba_config.CACHE_DIR
    with pytest.raises(ValueError, match="stop"), jit._numba_cache_in(tmp_path):
        raise ValueError("stop")
    assert before == numba_config.CACHE_DIR


class Event:
    """What Numba tells a listener, as far as it is looked at."""

    def __init__(self, module):
        function = type("Function", (), {"__module__": module})
        self.data = {"dispatcher": type("Dispatcher", (), {"py_func": function})}


def test_the_listener_counts_our_functions_and_speaks_once(capsys):
    listener = jit.CompileListener()
    for module in ("numpy", None, "quiltenvs_extra.x", "quiltenvs.core.rng", "quiltenvs.core.bits"):
        listener.on_start(Event(module))
        listener.on_end(Event(module))
    assert listener.num_compiled == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("quiltenvs: compiling") == 1


@pytest.mark.parametrize("decorator", [jit.njit, jit.njit_inline, jit.njit_parallel])
def test_decorated_functions_work_in_every_mode(decorator):
    @decorator
    def double(x):
        """Twice x."""
        total = 0
        for _ in numba.prange(2):
            total += x
        return total

    assert double(21) == 42
    assert double.__doc__ == "Twice x."


@pytest.mark.skipif(not jit.COMPILED, reason="about compilation")
def test_one_compilation_serves_integers_of_all_sizes():
    @jit.njit
    def double(x):
        return 2 * x

    @jit.njit
    def callers(small, x):
        return double(small[0]) + double(3) + double(x)

    assert callers(np.array([100], np.int8), 4) == 200 + 6 + 8
    assert double(np.int16(30_000)) == 60_000
    assert double.signatures == [(numba.int64,)]
    assert double(1.5) == 3.0
    assert double(np.uint64(3)) == 6
    assert double.signatures == [(numba.int64,), (numba.float64,), (numba.uint64,)]


@pytest.mark.skipif(not jit.COMPILED, reason="about compilation")
def test_only_what_asks_for_it_is_always_inlined(monkeypatch):
    """Numba hands the wish of a function on to all that it is the first to call."""
    monkeypatch.setattr(jit, "_cache_of", lambda module: None)  # of cached code is nothing to see

    @jit.njit
    def called(x):
        return x + 1

    @jit.njit_inline
    def inlined(x):
        return called(x)

    assert inlined(1) == 2
    assert "alwaysinline" in inlined.inspect_llvm(inlined.signatures[0])
    assert "alwaysinline" not in called.inspect_llvm(called.signatures[0])
