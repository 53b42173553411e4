"""Games in progress as bytes and as JSON, and files that are never half written.

A saved state names its game, version and options. It is loaded only by the same version, because
the same state could go on differently in another.
"""

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from quiltenvs.core.errors import StateError

_MAGIC = b"quiltenvs state\n"


def to_bytes(header: dict[str, Any], state: Any) -> bytes:
    """Return the bytes of ``state`` behind ``header``."""
    return _MAGIC + json.dumps(header).encode() + b"\n" + bytes(state.tobytes())


def from_bytes(header: dict[str, Any], blank: Any, data: bytes) -> Any:
    """Return the state in ``data``, a record like ``blank``.

    Raises:
        StateError: ``data`` is damaged or has another header.
    """
    if not data.startswith(_MAGIC):
        raise StateError("not a saved state of quiltenvs: it does not begin with its mark")
    found, _, body = data[len(_MAGIC) :].partition(b"\n")
    _check_header(header, _parsed(found))
    if len(body) != blank.dtype.itemsize:
        raise StateError(
            f"damaged state: {len(body)} bytes where {header['game']} has {blank.dtype.itemsize}"
        )
    return np.frombuffer(body, blank.dtype)[0].copy()


def to_json(header: dict[str, Any], state: Any) -> str:
    """Return ``header`` and every field of ``state`` by name as a JSON object."""
    fields = {name: state[name].tolist() for name in state.dtype.names}
    return json.dumps({**header, "state": fields})


def from_json(header: dict[str, Any], blank: Any, text: str) -> Any:
    """Return the state in ``text``, a record like ``blank``.

    Raises:
        StateError: ``text`` is damaged or has another header.
    """
    found = _parsed(text)
    _check_header(header, found)
    values, names = found.get("state"), blank.dtype.names
    if not isinstance(values, dict) or set(values) != set(names):
        raise StateError(f"damaged state: its fields must be {', '.join(names)}")
    state = blank.copy()
    for name in names:
        state[name] = _field(name, values[name], state[name])
    return state


def _field(name: str, value: Any, like: Any) -> Any:
    """Return ``value`` with the dtype and shape of ``like``."""
    try:
        field = np.array(value, like.dtype)
    except (OverflowError, TypeError, ValueError) as error:
        raise StateError(f"damaged state: field {name}: {error}") from error
    if field.shape != like.shape or not _is_integral(value):
        raise StateError(f"damaged state: field {name} must be integers of shape {like.shape}")
    return field


def _is_integral(value: Any) -> bool:
    """Return whether a JSON value holds integers only; NumPy would make floats of some lists."""
    if isinstance(value, list):
        return all(map(_is_integral, value))
    return isinstance(value, int)


def _parsed(text: bytes | str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise StateError(f"damaged state: {error}") from error
    if not isinstance(found, dict):
        raise StateError("damaged state: not a JSON object")
    return found


def _check_header(expected: dict[str, Any], found: dict[str, Any]) -> None:
    for key, value in expected.items():
        if found.get(key) != value:
            raise StateError(
                f"a state of another {key}: {found.get(key)!r} where {value!r} is expected"
            )


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a temporary path beside ``path``; rename it to ``path`` if the block succeeds.

    Readers see the old file or the new one, never half of it.

    Raises:
        OSError: the folder cannot be written.
    """
    target = Path(path)
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
