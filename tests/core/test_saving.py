"""Files that are never half written. (Saved states: conformance/test_saved_states.py.)"""

import os
import stat

import pytest

from quiltenvs.core.saving import replacing


@pytest.fixture
def umask():
    """Let a test set the umask and put it back."""
    before = os.umask(0o022)
    yield os.umask
    os.umask(before)


def test_a_new_file_appears_whole(tmp_path):
    path = tmp_path / "file.txt"
    with replacing(path) as temporary:
        temporary.write_text("half", encoding="utf-8")
        assert not path.exists()
        assert temporary.parent == tmp_path  # a rename must not cross file systems
        temporary.write_text("whole", encoding="utf-8")
    assert path.read_text(encoding="utf-8") == "whole"
    assert os.listdir(tmp_path) == ["file.txt"]


def test_an_old_file_stays_until_the_new_one_is_whole(tmp_path):
    path = tmp_path / "file.txt"
    path.write_text("old", encoding="utf-8")
    with replacing(str(path)) as temporary:
        temporary.write_text("new", encoding="utf-8")
        assert path.read_text(encoding="utf-8") == "old"
    assert path.read_text(encoding="utf-8") == "new"


def fail_after_writing(path, error):
    path.write_text("half", encoding="utf-8")
    raise error


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_an_old_file_survives_a_failure(tmp_path, error):
    path = tmp_path / "file.txt"
    path.write_text("old", encoding="utf-8")
    with pytest.raises(error), replacing(path) as temporary:
        fail_after_writing(temporary, error)
    assert path.read_text(encoding="utf-8") == "old"
    assert os.listdir(tmp_path) == ["file.txt"]


def test_a_failure_leaves_no_new_file(tmp_path):
    with pytest.raises(ValueError, match="stop"), replacing(tmp_path / "file.txt"):
        raise ValueError("stop")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_permissions_are_those_of_a_file_written_directly(tmp_path, umask, mask, mode):
    umask(mask)
    path = tmp_path / "file.txt"
    with replacing(path) as temporary:
        assert stat.S_IMODE(temporary.stat().st_mode) == 0o600  # not readable while half
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert umask(mask) == mask  # looked up and put back


def test_a_missing_folder_is_an_error(tmp_path):
    with pytest.raises(OSError, match="no such folder"), replacing(tmp_path / "no such folder/f"):
        pass
