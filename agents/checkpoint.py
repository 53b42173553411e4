"""Trained players on disk: a folder with weights and what they belong to.

``weights.safetensors`` holds numbers and nothing that could be executed; ``checkpoint.json`` says
which game, version, options, actions and observation they were trained for, how large the network
is, and how they came about. A checkpoint is loaded only for exactly that game.
"""

import json
import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load, save

import quiltenvs
from quiltenvs.agents.network import AfterstateNetwork
from quiltenvs.core.errors import QuiltError
from quiltenvs.core.game import Game

FORMAT = 1
"""Raised by one whenever the files of a checkpoint change."""
WEIGHTS, DESCRIPTION = "weights.safetensors", "checkpoint.json"
OF_A_RUN = "checkpoint"
"""Where the checkpoint lies in the folder of a training run, which is taken as well."""


class CheckpointError(QuiltError):
    """A checkpoint that is damaged, or belongs to another game, version or options."""


@dataclass(frozen=True)
class Checkpoint:
    """A trained network and what is known of it."""

    name: str
    """What tables call the player."""
    network: AfterstateNetwork
    hidden: tuple[int, ...]
    """Widths of the network's hidden layers."""
    facts: dict[str, Any]
    """How it came about: steps, seed, config, results against the anchors."""


def save_checkpoint(folder: Path, game: Game, checkpoint: Checkpoint) -> None:
    """Write a checkpoint; an older one in ``folder`` is replaced once the new one is complete.

    Raises:
        OSError: the folder cannot be written.
    """
    description = {
        "format": FORMAT,
        "quiltenvs": quiltenvs.__version__,
        "name": checkpoint.name,
        "spec_hash": game.spec_hash,
        "game": game.description(),
        "hidden": list(checkpoint.hidden),
        "facts": checkpoint.facts,
    }
    folder.parent.mkdir(parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    try:
        temporary.chmod(0o755)
        (temporary / WEIGHTS).write_bytes(save(checkpoint.network.state_dict()))
        (temporary / DESCRIPTION).write_text(json.dumps(description, indent=1) + "\n", "utf-8")
        _swap(temporary, folder)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _swap(new: Path, folder: Path) -> None:
    """Put ``new`` in the place of ``folder``; a folder cannot be renamed over a full one."""
    old = folder.with_name(f".{folder.name}.{os.getpid()}.old")
    if folder.exists():
        folder.rename(old)
    new.rename(folder)
    shutil.rmtree(old, ignore_errors=True)


def load_checkpoint(folder: Path, game: Game) -> Checkpoint:
    """Return the checkpoint in ``folder``, which must have been trained for ``game``.

    Raises:
        CheckpointError: there is none, it is damaged, or it belongs to another game; the message
            says what differs.
    """
    if not folder.is_dir():
        raise CheckpointError(f"{folder} is not the folder of a checkpoint")
    if not (folder / DESCRIPTION).exists() and (folder / OF_A_RUN / DESCRIPTION).exists():
        folder = folder / OF_A_RUN
    description = _read_description(folder)
    _check_game(folder, description["game"], game)
    if description.get("spec_hash") != game.spec_hash:
        raise CheckpointError(f"{folder}: {DESCRIPTION} is damaged: its spec_hash does not fit")
    hidden = tuple(description["hidden"])
    network = AfterstateNetwork(game.observation_size, hidden)
    try:
        weights = load((folder / WEIGHTS).read_bytes())
        network.load_state_dict(weights)
    except FileNotFoundError as error:
        raise CheckpointError(f"{folder}: {WEIGHTS} is missing") from error
    except (SafetensorError, RuntimeError, OSError) as error:
        reason = " ".join(str(error).split())
        raise CheckpointError(f"{folder}: {WEIGHTS} is damaged: {reason}") from error
    if not all(bool(torch.isfinite(weight).all()) for weight in weights.values()):
        raise CheckpointError(f"{folder}: {WEIGHTS} is damaged: some weights are not finite")
    network.eval()
    return Checkpoint(description["name"], network, hidden, description["facts"])


def _read_description(folder: Path) -> dict[str, Any]:
    try:
        found = json.loads((folder / DESCRIPTION).read_text("utf-8"))
    except FileNotFoundError as error:
        raise CheckpointError(f"{folder}: {DESCRIPTION} is missing") from error
    except (ValueError, OSError, RecursionError) as error:
        raise CheckpointError(f"{folder}: {DESCRIPTION} is damaged: {error}") from error
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        given = found.get("format") if isinstance(found, dict) else None
        raise CheckpointError(
            f"{folder}: a checkpoint of format {given!r}; this release reads format {FORMAT}"
        )
    kinds = {"name": str, "game": dict, "hidden": list, "facts": dict}
    for key, kind in kinds.items():
        if not isinstance(found.get(key), kind):
            raise CheckpointError(f"{folder}: {DESCRIPTION} is damaged: no {key}")
    if not all(type(width) is int and 0 < width <= 65536 for width in found["hidden"]):
        raise CheckpointError(f"{folder}: {DESCRIPTION} is damaged: hidden {found['hidden']}")
    return found


def _check_game(folder: Path, found: dict[str, Any], game: Game) -> None:
    expected = game.description()
    for key in expected:
        if found.get(key) != expected[key]:
            differs = f"its {key} {_shorten(found.get(key))} is not {_shorten(expected[key])}"
            raise CheckpointError(f"{folder} was trained for another game: {differs}")


def _shorten(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 120 else f"{text[:117]}..."
