"""Train a player by self-play, watch it grow, keep it.

    quiltenvs train --preset demo
    quiltenvs train --preset full --folder runs/strong
    quiltenvs train --folder runs/strong --resume

MaskablePPO plays one seat of many games at once against named heuristics and its own past selves.
The run is a row of stages. After each one the player is measured against the anchors on paired
deals, joins the pool of opponents, and is saved; a run that is stopped goes on from there and ends
as it would have ended without the stop.

A run folder holds ``checkpoint/`` (the player, see ``agents/checkpoint.py``), ``config.json``,
``evaluations.csv``, ``learning_curve.png``, ``logs/`` (TensorBoard and CSV of the algorithm), and
``resume/`` (what is needed to go on).
"""

import dataclasses
import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from quiltenvs.core.errors import OptionError
from quiltenvs.experiments.game_options import GameChoice
from quiltenvs.experiments.reports import OutputError, claim, provenance, write_json

if TYPE_CHECKING:
    from quiltenvs.experiments.training import Trainer

CONFIG = "config.json"


@dataclass(frozen=True)
class Settings:
    """What a preset decides.

    Attributes:
        stages: Number of stages; after each the player is measured and saved.
        stage_steps: Decisions of the learner in a stage.
        num_envs: Games played at once.
        rollout: Decisions in each game between two updates.
        minibatch: Decisions in a minibatch.
        epochs: Times that each decision is learned from.
        learning_rate: At the start, for observations of at most USUAL_SIZE values; it falls in a
            line to a tenth.
        entropy: Weight of the entropy bonus.
        hidden: Widths of the network's hidden layers.
        past_selves: How many of the last stages stay in the pool of opponents.
        past_share: Share of the games against past selves, once there are some.
        heuristics: Named opponents with their weights in the other games; those that the game
            does not have are left out.
        anchor_deals: Deals against each anchor after a stage.
        final_deals: Deals against each anchor at the end.
        reward: What the learner is paid by, see ``core/reward.py``.
    """

    stages: int
    stage_steps: int
    num_envs: int
    rollout: int
    minibatch: int
    epochs: int
    learning_rate: float
    entropy: float
    hidden: tuple[int, ...]
    past_selves: int
    past_share: float
    heuristics: tuple[tuple[str, float], ...]
    anchor_deals: int
    final_deals: int
    reward: str

    def first_learning_rate(self, observation_size: int) -> float:
        """Return the learning rate at the start for observations of (D,) values.

        A step of Adam changes every weight alike, so what it changes in a hidden unit grows with
        the number of values. At the full rate the units of Calico's demo were dead after a stage.
        """
        return self.learning_rate * min(1.0, USUAL_SIZE / observation_size)


USUAL_SIZE = 288
"""Values of an observation that the presets were tuned with."""

PRESETS = {
    "demo": Settings(
        stages=16,
        stage_steps=24_576,
        num_envs=128,
        rollout=32,
        minibatch=512,
        epochs=2,
        learning_rate=8e-3,
        entropy=0.0,
        hidden=(32,),
        past_selves=5,
        past_share=0.5,
        heuristics=(("random", 2.0), ("greedy", 1.0)),
        anchor_deals=50,
        final_deals=200,
        # The own score alone: what a random opponent does to the margin is noise. In one run each
        # the same strength took 40 % fewer steps.
        reward="score",
    ),
    "full": Settings(
        stages=100,
        stage_steps=262_144,
        num_envs=256,
        rollout=64,
        minibatch=2048,
        epochs=3,
        learning_rate=1e-3,
        entropy=0.002,
        hidden=(256, 128),
        past_selves=20,
        past_share=0.6,
        heuristics=(("random", 1.0), ("greedy", 6.0)),
        anchor_deals=200,
        final_deals=1000,
        reward="margin",
    ),
}


@dataclass(frozen=True, kw_only=True)
class TrainConfig(GameChoice):
    """Train an agent by self-play."""

    preset: Literal["demo", "full"] = "demo"
    """Sizes and rates: demo takes minutes on two cores, full takes days."""
    folder: Path = Path("runs/train")
    """Folder of the run."""
    seed: int = 0
    """Seed of deals, opponents, weights and sampling."""
    reward: Literal["outcome", "margin", "score"] | None = None
    """What the learner is paid by; None is the preset's."""
    sparse: bool = False
    """Pay all at the end of a game instead of the change at every step."""
    stages: int | None = None
    """Number of stages; None is the preset's."""
    stage_steps: int | None = None
    """Decisions of the learner in a stage; None is the preset's."""
    threads: int = 1
    """Threads of torch. On a busy machine more than one made small networks ten times slower."""
    resume: bool = False
    """Go on with the run in the folder, with the options it was begun with."""
    overwrite: bool = False
    """Delete an earlier run in the folder."""

    def settings(self) -> Settings:
        """Return the preset with what was set by hand.

        Raises:
            OptionError: a number is out of range.
        """
        numbers = {"stages": self.stages, "stage_steps": self.stage_steps, "threads": self.threads}
        for name, value in numbers.items():
            if value is not None and value < 1:
                raise OptionError(f"{name}={value} is not allowed; use at least 1")
        if not 0 <= self.seed < 2**31:
            raise OptionError(f"seed={self.seed} is not allowed; use 0 .. 2**31 - 1")
        own = {"stages": self.stages, "stage_steps": self.stage_steps, "reward": self.reward}
        changed: dict[str, Any] = {k: value for k, value in own.items() if value is not None}
        settings = dataclasses.replace(PRESETS[self.preset], **changed)
        between_updates = settings.num_envs * settings.rollout
        if settings.stage_steps % between_updates:
            raise OptionError(
                f"stage_steps={settings.stage_steps} is not allowed; the player learns after every "
                f"{between_updates} decisions, so use a multiple of that"
            )
        return settings


def run(config: TrainConfig, command: str = "") -> Path:
    """Train and return the folder of the checkpoint.

    Raises:
        QuiltError: something in ``config`` is not allowed, or the folder cannot be used; nothing
            has been changed then.
        ImportError: a package of the extra ``train`` is not installed.
    """
    if config.resume:
        config, settings = _begun_run(config)
    else:
        settings = config.settings()
    game = config.find_game()
    from quiltenvs.experiments.training import Trainer  # loads torch and stable-baselines3

    trainer = Trainer(game, config, settings)  # before an earlier run is deleted
    if config.resume:
        trainer.restore()
    else:
        _claim_folder(config)
        description = {"config": _as_json(config), "settings": dataclasses.asdict(settings)}
        write_json(config.folder / CONFIG, description | provenance(command))
    with _stopped_in_one_line(trainer):
        trainer.train()
    return trainer.checkpoint_folder


def _as_json(config: TrainConfig) -> dict[str, Any]:
    own = {"folder", "resume", "overwrite", "threads"}  # of a call, not of the run
    return {k: v for k, v in dataclasses.asdict(config).items() if k not in own}


def _claim_folder(config: TrainConfig) -> None:
    """Make the run folder ours.

    Raises:
        OutputError: it holds something already, or cannot be written.
    """
    folder = config.folder
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        if not config.overwrite:
            raise OutputError(f"{folder} exists; use another --folder, --resume or --overwrite")
        if not (folder / CONFIG).is_file():
            raise OutputError(f"{folder} is not the folder of a run; it is not overwritten")
        shutil.rmtree(folder)
    claim([folder / CONFIG], overwrite=True)


def _begun_run(config: TrainConfig) -> tuple[TrainConfig, Settings]:
    """Return the config and settings that the run in the folder was begun with.

    Raises:
        OutputError: there is no such run, or its file is damaged.
    """
    path = config.folder / CONFIG
    try:
        found = json.loads(path.read_text("utf-8"))
        begun = dataclasses.replace(config, **_tupled(found["config"]))
        settings = Settings(**_tupled(found["settings"]))
    except FileNotFoundError as error:
        raise OutputError(f"{config.folder} holds no run to resume: no {CONFIG}") from error
    except OSError as error:
        raise OutputError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise OutputError(f"{path} is damaged: {error}") from error
    for name, value in _as_json(begun).items():
        given = getattr(config, name)
        if given not in (value, getattr(TrainConfig(), name)):
            raise OptionError(f"{name}={given!r}, but the run to resume was begun with {value!r}")
    return begun, settings


def _tupled(values: dict[str, Any]) -> dict[str, Any]:
    """Return ``values`` with JSON's lists as tuples, to any depth."""

    def tupled(value: Any) -> Any:
        return tuple(map(tupled, value)) if isinstance(value, list) else value

    return {name: tupled(value) for name, value in values.items()}


@contextmanager
def _stopped_in_one_line(trainer: "Trainer") -> Iterator[None]:
    """Tell, when Ctrl-C stops a run, how to go on with it."""
    try:
        yield
    except KeyboardInterrupt:
        folder = trainer.config.folder
        print(
            f"\n{trainer.stages_done} of {trainer.settings.stages} stages are saved; go on with: "
            f"quiltenvs train --folder {folder} --resume",
            file=sys.stderr,
        )
        raise
