"""Quilt board games as fast reinforcement-learning environments.

>>> import quiltenvs
>>> env = quiltenvs.make("patchwork-v0")                 # PettingZoo AEC
>>> batch = quiltenvs.make_batch("patchwork", 1024)      # 1,024 games, one compiled loop
>>> game = quiltenvs.game("patchwork")                   # rules and states, for search

``from quiltenvs import patchwork_v0`` gives PettingZoo's ``env()`` and ``raw_env()``. Importing
the package registers every game with Gymnasium (``QuiltEnvs/Patchwork-v0``) and PettingZoo
(``quilt/patchwork-v0``).
"""

from typing import TYPE_CHECKING, Any

from quiltenvs.core.errors import (
    IllegalActionError,
    OptionError,
    QuiltError,
    StateError,
    UnknownGameError,
)
from quiltenvs.core.factory import (
    make,
    make_batch,
    make_single_agent,
    raw_env,
    register_all,
    versioned_module,
)
from quiltenvs.core.registry import game, game_names

if TYPE_CHECKING:
    from quiltenvs.core.sampling import sample_legal as sample_legal

__version__ = "0.1.0"

__all__ = [
    "IllegalActionError",
    "OptionError",
    "QuiltError",
    "StateError",
    "UnknownGameError",
    "game",
    "game_names",
    "make",
    "make_batch",
    "make_single_agent",
    "raw_env",
    "sample_legal",
]


def __getattr__(name: str) -> Any:
    """Load what is heavy when it is first asked for: ``patchwork_v0``, ``sample_legal``."""
    if name == "sample_legal":
        from quiltenvs.core.sampling import sample_legal

        return sample_legal
    module = versioned_module(name)
    if module is None:
        raise AttributeError(f"module 'quiltenvs' has no attribute {name!r}")
    globals()[name] = module
    return module


register_all()
