"""The package's ``njit``: compiled once per machine, and again after any edit.

Numba's own disk cache is keyed by the file of the compiled function alone. Tables and helpers
imported from other files are frozen into the machine code, so after an edit of a rules table the
engine would go on playing by the old one. The decorators here keep their cache in folders named by
a digest of all sources that the code is made of, and leave Numba's settings as they were. Use only
these decorators in the array core.
"""

import hashlib
import os
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import config as numba_config
from numba.core import event as numba_event
from numba.core import sigutils, types
from numba.core.registry import CPUDispatcher
from numba.core.types.misc import unliteral

_PACKAGE = Path(__file__).resolve().parents[1]
_Function = TypeVar("_Function", bound=Callable[..., Any])

COMPILED = not numba_config.DISABLE_JIT
"""False under ``NUMBA_DISABLE_JIT=1``: the same sources then run as plain Python."""


def _folder(name: str) -> Path:
    """Return a folder of the package; ``agents`` and ``experiments`` may lie beside it.

    (They do in an editable install.)
    """
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def _sources_of(part: str) -> list[Path]:
    """Return the folders whose sources can end up in machine code of ``quiltenvs.<part>``.

    A game may use the core and itself; agents and experiments may use everything.
    """
    if part in ("agents", "experiments"):
        return [_PACKAGE, _folder("agents"), _folder("experiments")]
    return [_folder("core")] if part == "core" else [_folder("core"), _folder(part)]


@cache
def source_digest(part: str) -> str:
    """Return a digest of all that machine code of ``quiltenvs.<part>`` is made of."""
    digest = hashlib.sha256()
    for folder in _sources_of(part):
        # Tables may lie in CSV files.
        for file in sorted((*folder.rglob("*.py"), *folder.rglob("*.csv"))):
            digest.update(file.relative_to(folder).as_posix().encode())
            digest.update(file.read_bytes())
    digest.update(f"{numba.__version__} bounds checked: {numba_config.BOUNDSCHECK}".encode())
    return digest.hexdigest()[:16]


def _cache_root() -> Path | None:
    """Return the first place that can be written, or None.

    ``QUILTENVS_CACHE_DIR`` or ``NUMBA_CACHE_DIR`` if set, else the user's cache folder, else a
    folder of the user's own in the system's temporary folder.
    """
    asked = os.environ.get("QUILTENVS_CACHE_DIR") or os.environ.get("NUMBA_CACHE_DIR")
    user = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    private = f"quiltenvs-{os.getuid() if hasattr(os, 'getuid') else os.environ.get('USERNAME')}"
    for place in [asked] if asked else [user, os.path.join(tempfile.gettempdir(), private)]:
        root = Path(place, "quiltenvs")
        try:
            root.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(root, os.W_OK):
            return root
    return None


CACHE_ROOT = _cache_root()
"""Where compiled code is kept; None if no place can be written."""

if CACHE_ROOT is None and COMPILED:
    warnings.warn(
        "quiltenvs: no folder for compiled code can be written, so every process compiles again; "
        "set QUILTENVS_CACHE_DIR to a writable folder",
        RuntimeWarning,
        stacklevel=2,
    )


@cache
def _cache_of(module: str) -> Path | None:
    """Return the cache folder of the functions of ``module``, e.g. ``quiltenvs.core.rng``.

    One folder a module: a file that is executed as several modules (core/loops.py) must not share
    entries between them.
    """
    if CACHE_ROOT is None:
        return None
    part = module.split(".")[1] if module.startswith("quiltenvs.") else "experiments"
    folder = CACHE_ROOT / f"{part}-{source_digest(part)}"
    if not folder.is_dir():
        _forget_old_code(part)
    return folder / module


def _forget_old_code(part: str) -> None:
    """Delete machine code of sources that were replaced more than a month ago."""
    assert CACHE_ROOT is not None
    oldest = time.time() - 30 * 24 * 3600
    for folder in CACHE_ROOT.glob(f"{part}-*"):
        with suppress(OSError):  # another process may be deleting it, too
            if folder.stat().st_mtime < oldest:
                shutil.rmtree(folder)


@contextmanager
def _numba_cache_in(folder: Path) -> Iterator[None]:
    """Let Numba cache in ``folder`` for the duration of a ``with`` block."""
    before = numba_config.CACHE_DIR
    numba_config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba_config.CACHE_DIR = before


_NARROW = (types.int8, types.int16, types.int32)


def _widened(kind: Any) -> Any:
    """Return the type that an argument is taken as: of all signed integers the widest."""
    kind = unliteral(kind)
    return types.int64 if kind in _NARROW else kind


class _Dispatcher(CPUDispatcher):  # type: ignore[misc]
    """Compiles a function once for signed integers of all sizes and for constants.

    Numba would do so anew for ``state.mover`` (int8), ``player`` (int64) and ``0`` (a type of its
    own), and for all that these call: half as many functions again.
    """

    def compile(self, sig: Any) -> Any:
        """Compile for the widened types of ``sig``, to which callers convert."""
        arguments, _ = sigutils.normalize_signature(sig)
        return super().compile(tuple(map(_widened, arguments)))


def _compile(function: Callable[..., Any], **options: Any) -> Any:
    if not COMPILED:
        return function
    targets = {
        "nopython": True,
        "nogil": True,
        "boundscheck": None,
        # If not set, it would be inherited from the function whose compilation led to this one.
        "forceinline": False,
        "no_cfunc_wrapper": True,
        **options,
    }
    dispatcher = _Dispatcher(py_func=function, targetoptions=targets)
    folder = _cache_of(function.__module__)
    if folder is not None:
        with _numba_cache_in(folder):
            dispatcher.enable_caching()
    return dispatcher


def njit(function: _Function) -> _Function:
    """Compile a function of the array core; the decorator takes no arguments."""
    compiled: _Function = _compile(function)
    return compiled


def njit_inline(function: _Function) -> _Function:
    """Compile a short function that is always inlined into its callers by LLVM."""
    compiled: _Function = _compile(function, forceinline=True)
    return compiled


def njit_parallel(function: _Function) -> _Function:
    """Compile a function whose ``prange`` loops run on several threads."""
    compiled: _Function = _compile(function, parallel=True)
    return compiled


class CompileListener(numba_event.Listener):  # type: ignore[misc]
    """Counts the compilations of this package and announces the first on stderr."""

    def __init__(self) -> None:
        self.num_compiled = 0
        """Functions compiled in this process; 0 when all came from the disk cache."""

    def on_start(self, event: Any) -> None:
        """Numba starts to compile a function that its cache does not hold."""
        module = event.data["dispatcher"].py_func.__module__ or ""
        if not module.startswith("quiltenvs."):
            return
        self.num_compiled += 1
        if self.num_compiled == 1:
            print(
                "quiltenvs: compiling for this machine (once, up to a minute a game) ...",
                file=sys.stderr,
                flush=True,
            )

    def on_end(self, event: Any) -> None:
        """Nothing to do; required by Numba."""


LISTENER = CompileListener()
numba_event.register("numba:compile", LISTENER)
