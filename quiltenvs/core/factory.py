"""From a name and options to an environment: what ``quiltenvs.make`` and its siblings do."""

import importlib
import re
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any

from quiltenvs.core.registry import game, game_names, game_version

if TYPE_CHECKING:
    from quiltenvs.core.aec import OrderedEnv, QuiltEnv
    from quiltenvs.core.batch import BatchEnv
    from quiltenvs.core.single_agent import SingleAgentEnv

# The environments are imported when one is made: ``import quiltenvs`` alone compiles and loads
# nothing of the array core.


def raw_env(
    name: str,
    *,
    render_mode: str | None = None,
    reward: str = "outcome",
    dense: bool = False,
    illegal_action: str = "raise",
    **options: Any,
) -> "QuiltEnv":
    """Return a game as a PettingZoo AEC environment without any wrapper.

    Args:
        name: A game, for example ``"patchwork"`` or ``"patchwork-v0"``.
        render_mode: ``"human"``, ``"rgb_array"``, ``"ansi"`` or None.
        reward: ``"outcome"``, ``"margin"`` or ``"score"``.
        dense: Pay the change at every step instead of all at the end.
        illegal_action: ``"raise"`` or ``"terminate"``.
        **options: Options of the game; its README lists them.

    Raises:
        UnknownGameError: there is no such game, or not in this version.
        OptionError: an option is unknown or does not take the value.
    """
    from quiltenvs.core.aec import QuiltEnv

    return QuiltEnv(
        game(name, **options),
        render_mode=render_mode,
        reward=reward,
        dense=dense,
        illegal_action=illegal_action,
    )


def make(name: str, **options: Any) -> "OrderedEnv":
    """Return a game as a PettingZoo AEC environment that refuses calls in the wrong order.

    Takes the arguments of :func:`raw_env` and raises the same errors.
    """
    from quiltenvs.core.aec import OrderedEnv

    return OrderedEnv(raw_env(name, **options))


def make_batch(
    name: str,
    num_envs: int,
    *,
    reward: str = "outcome",
    dense: bool = False,
    observe: bool = True,
    mask: bool = True,
    final_observation: bool = False,
    num_threads: int = 1,
    **options: Any,
) -> "BatchEnv":
    """Return ``num_envs`` games that are stepped together, see :class:`BatchEnv`."""
    from quiltenvs.core.batch import BatchEnv

    return BatchEnv(
        game(name, **options),
        num_envs,
        reward=reward,
        dense=dense,
        observe=observe,
        mask=mask,
        final_observation=final_observation,
        num_threads=num_threads,
    )


def make_single_agent(
    name: str,
    *,
    opponents: Any = "random",
    seat: int | str = "random",
    render_mode: str | None = None,
    reward: str = "outcome",
    dense: bool = False,
    illegal_action: str = "raise",
    **options: Any,
) -> "SingleAgentEnv":
    """Return one seat of a game as a Gymnasium environment, see :class:`SingleAgentEnv`."""
    from quiltenvs.core.single_agent import SingleAgentEnv

    return SingleAgentEnv(
        game(name, **options),
        opponents=opponents,
        seat=seat,
        render_mode=render_mode,
        reward=reward,
        dense=dense,
        illegal_action=illegal_action,
    )


def versioned_module(name: str) -> ModuleType | None:
    """Return the PettingZoo-style module ``patchwork_v0``, or None if ``name`` is no such name."""
    wanted = re.fullmatch(r"(\w+)_v(0|[1-9][0-9]*)", name)
    if wanted is None or wanted[1] not in game_names() or int(wanted[2]) != game_version(wanted[1]):
        return None
    module = ModuleType(
        f"quiltenvs.{name}", importlib.import_module(f"quiltenvs.{wanted[1]}").__doc__
    )
    vars(module).update(env=partial(make, wanted[1]), raw_env=partial(raw_env, wanted[1]))
    return module


def register_all() -> None:
    """Register every game with Gymnasium and, from its version 1.27 on, with PettingZoo."""
    import gymnasium

    for name in game_names():
        title = "".join(word.capitalize() for word in name.split("_"))
        gym_id = f"QuiltEnvs/{title}-v{game_version(name)}"
        if gym_id not in gymnasium.registry:
            gymnasium.register(gym_id, f"{__name__}:make_single_agent", kwargs={"name": name})
    try:
        from pettingzoo import aec_registry, register
    except ImportError:  # before 1.27 there is no registry; quiltenvs.make works all the same
        return
    for name in game_names():
        zoo_id = f"quilt/{name}-v{game_version(name)}"
        if zoo_id not in aec_registry:
            register("aec", zoo_id, f"{__name__}:make", kwargs={"name": name})
