"""The stages of a training run; see ``train.py`` for what a run is.

Every stage begins with new games and its own random numbers, and with the learning rate that its
place in the run asks for. So a resumed run is the same run.
"""

import csv
import io
import json
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import CSVOutputFormat, Logger, TensorBoardOutputFormat
from stable_baselines3.common.utils import set_random_seed

from quiltenvs.agents import agent_names, make_agent
from quiltenvs.agents.checkpoint import OF_A_RUN, Checkpoint, load_checkpoint, save_checkpoint
from quiltenvs.agents.network import AfterstateNetwork
from quiltenvs.agents.policy_agent import PolicyAgent
from quiltenvs.core.game import Game
from quiltenvs.core.saving import replacing
from quiltenvs.core.self_play import OpponentPool, SelfPlayVecEnv
from quiltenvs.experiments.deal_statistics import Interval, bootstrap_interval
from quiltenvs.experiments.evaluate import evaluate
from quiltenvs.experiments.masked_policy import (
    AfterstatePolicy,
    BoolMaskBuffer,
    StatesInObservations,
)
from quiltenvs.experiments.match import TUNING_SEEDS
from quiltenvs.experiments.reports import OutputError, Table, percent, points, write
from quiltenvs.experiments.train import Settings, TrainConfig

ANCHORS = ("random", "greedy")
"""Agents that the player is measured against, where the game has them."""
STATE, PROGRESS = "state.pt", "progress.json"


class Trainer:
    """A run in its folder.

    Args:
        game: The game with its options.
        config: What was asked for.
        settings: The preset with what was set by hand.
    """

    def __init__(self, game: Game, config: TrainConfig, settings: Settings) -> None:
        self.game, self.config, self.settings = game, config, settings
        self.stages_done = 0
        self.history: list[dict[str, Any]] = []
        """One row a stage: steps, seconds, and per anchor win share and margin."""
        self.past: list[AfterstateNetwork] = []
        """The last stages' networks, oldest first."""
        self.checkpoint_folder = config.folder / OF_A_RUN
        self._resume_folder = config.folder / "resume"
        torch.set_num_threads(config.threads)
        set_random_seed(config.seed)
        self._first_rate = settings.first_learning_rate(game.observation_size)
        self._model = self._make_model()
        self._seconds = 0.0

    def _make_model(self) -> MaskablePPO:
        s = self.settings
        return MaskablePPO(
            AfterstatePolicy,
            self._make_env(0),
            learning_rate=self._first_rate,
            n_steps=s.rollout,
            batch_size=s.minibatch,
            n_epochs=s.epochs,
            gamma=1.0,  # games are short, and every point counts alike
            gae_lambda=0.95,
            ent_coef=s.entropy,
            rollout_buffer_class=BoolMaskBuffer,
            policy_kwargs={"game": self.game, "hidden": s.hidden},
            device="cpu",
        )

    def _make_env(self, stage: int) -> StatesInObservations:
        """Return new games for a stage, against the pool as it is now."""
        c = self.config
        env = SelfPlayVecEnv(
            self.game,
            self.settings.num_envs,
            self._pool(),
            reward=self.settings.reward,
            dense=not c.sparse,
            seed=c.seed * 100_003 + stage,
        )
        return StatesInObservations(env)

    def _pool(self) -> OpponentPool | None:
        """Return named heuristics and past selves, each with its share of the games."""
        if self.game.spec.num_players == 1:
            return None
        s, names = self.settings, agent_names(self.game)
        named = [(n, weight) for n, weight in s.heuristics if n in names]
        total = sum(weight for _, weight in named)
        past_share = s.past_share if self.past else 0.0
        seed = self.config.seed + self.stages_done
        pool: list[tuple[Any, float]] = [
            (make_agent(name, self.game, seed), (1 - past_share) * weight / total)
            for name, weight in named
        ]
        # Made anew for every stage: what they draw must not depend on the stages before.
        pool += [
            (PolicyAgent(network, "past self", sample=True, seed=seed), past_share / len(self.past))
            for network in self.past
        ]
        return OpponentPool(pool)

    def train(self) -> None:
        """Play all stages that are left, measure the player at the end, and draw its curve."""
        with _progress(self.settings.stages * self.settings.stage_steps) as show:
            while self.stages_done < self.settings.stages:
                self._stage(show)
        self._finish()

    def _stage(self, show: Any) -> None:
        """Learn for one stage, then measure, save, and join the pool."""
        s, stage = self.settings, self.stages_done
        started = time.perf_counter()
        set_random_seed(self.config.seed * 100_003 + stage)
        self._model.set_env(self._make_env(stage), force_reset=True)
        rate = self._first_rate * (1 - 0.9 * stage / s.stages)
        self._model.lr_schedule = lambda _: rate
        logger = self._logger(stage)
        self._model.set_logger(logger)
        try:
            self._model.num_timesteps = stage * s.stage_steps
            self._model.learn(s.stage_steps, _Steps(show), reset_num_timesteps=False)
            logger.dump(self._model.num_timesteps)  # what the last update has to tell
        finally:
            logger.close()
        self._seconds += time.perf_counter() - started
        self.stages_done += 1
        self._measure()
        self._keep_past_self()
        self._save()

    def _logger(self, stage: int) -> Logger:
        """Return a log of the algorithm in files of this stage, and for TensorBoard in one."""
        folder = self.config.folder / "logs"
        folder.mkdir(parents=True, exist_ok=True)
        return Logger(
            str(folder),
            [
                CSVOutputFormat(str(folder / f"stage_{stage:03d}.csv")),
                TensorBoardOutputFormat(str(folder / "tensorboard")),
            ],
        )

    def player(self) -> PolicyAgent:
        """Return the player as it is now; it plays its best action."""
        return PolicyAgent(self._network(), self.config.folder.name)

    def _network(self) -> AfterstateNetwork:
        """Return the network as it is now, with weights of its own."""
        network = AfterstateNetwork(self.game.observation_size, self.settings.hidden)
        network.load_state_dict(self._model.policy.network.state_dict())
        return network.eval()

    def _anchors(self) -> list[str]:
        return [name for name in ANCHORS if name in agent_names(self.game)]

    def _measure(self) -> None:
        """Play the anchors on paired deals of the tuning range; note the results."""
        steps = self.stages_done * self.settings.stage_steps
        row: dict[str, Any] = {"steps": steps, "seconds": round(self._seconds, 1)}
        for name in self._anchors():
            win, margin, _ = self._compare(name, self.settings.anchor_deals)
            row |= {f"win_share_{name}": win.mean, f"margin_{name}": margin.mean}
        self.history.append(row)

    def _compare(self, anchor: str, num_deals: int) -> tuple[Interval, Interval, Interval]:
        """Return win share and margin against an anchor on tuning deals, and the own score.

        In a solo game nobody is beaten: the anchor plays the same deals by itself, and of the two
        the one with more points has won.
        """
        deals = range(TUNING_SEEDS.start, TUNING_SEEDS.start + num_deals)
        others = self.game.spec.num_players - 1
        rivals = [make_agent(anchor, self.game, seed) for seed in range(max(others, 1))]
        if others:
            summary = evaluate(self.game, [self.player(), *rivals], deals).summary
            return summary.win_share[0], summary.score_margin[0], summary.mean_score[0]
        agents = (self.player(), rivals[0])
        own, other = (evaluate(self.game, [a], deals).results.scores[:, 0, 0] for a in agents)
        wins = (own > other) + 0.5 * (own == other)
        return (
            bootstrap_interval(wins),
            bootstrap_interval(own - other),
            bootstrap_interval(own),
        )

    def _keep_past_self(self) -> None:
        self.past = [*self.past, self._network()][-self.settings.past_selves :]

    def _save(self) -> None:
        """Save the player, the curve so far, and what is needed to go on, in this order."""
        save_checkpoint(self.checkpoint_folder, self.game, self._checkpoint(self.history[-1]))
        write(self.config.folder / "evaluations.csv", _as_csv(self.history))
        folder = self._resume_folder
        folder.mkdir(exist_ok=True)
        name = f"past_{self.stages_done:03d}"
        save_checkpoint(folder / name, self.game, self._checkpoint({}))
        buffer = io.BytesIO()
        torch.save(self._training_state(), buffer)
        with replacing(folder / f"{self.stages_done:03d}_{STATE}") as temporary:
            temporary.write_bytes(buffer.getvalue())
        progress = {"stages_done": self.stages_done, "history": self.history}
        # The last file to change: until it names the new stage, the old one is complete.
        write(folder / PROGRESS, json.dumps(progress, indent=1))
        self._forget_old_stages()

    def _training_state(self) -> dict[str, Any]:
        policy = self._model.policy
        return {"network": policy.network.state_dict(), "optimizer": policy.optimizer.state_dict()}

    def _forget_old_stages(self) -> None:
        for path in self._resume_folder.glob(f"*_{STATE}"):
            if path.name != f"{self.stages_done:03d}_{STATE}":
                path.unlink()
        kept = {f"past_{self.stages_done - back:03d}" for back in range(len(self.past))}
        for path in self._resume_folder.glob("past_*"):
            if path.name not in kept:
                shutil.rmtree(path)

    def _checkpoint(self, results: dict[str, Any]) -> Checkpoint:
        facts = {
            "steps": self.stages_done * self.settings.stage_steps,
            "seed": self.config.seed,
            "preset": self.config.preset,
            "reward": self.settings.reward,
            "dense": not self.config.sparse,
            "results": results,
        }
        return Checkpoint(self.config.folder.name, self._network(), self.settings.hidden, facts)

    def restore(self) -> None:
        """Go back to the last stage that was saved.

        Raises:
            OutputError: no stage was saved, or a file is damaged.
        """
        folder = self._resume_folder
        if not (folder / PROGRESS).is_file():
            raise OutputError(f"{self.config.folder} holds no saved stage to resume")
        try:
            progress = json.loads((folder / PROGRESS).read_text("utf-8"))
            done = int(progress["stages_done"])
            # weights_only: numbers and nothing that could be executed.
            state = torch.load(folder / f"{done:03d}_{STATE}", weights_only=True)
            self._model.policy.network.load_state_dict(state["network"])
            self._model.policy.optimizer.load_state_dict(state["optimizer"])
            self.history = list(progress["history"])
        except (OSError, ValueError, KeyError, TypeError, RuntimeError, EOFError) as error:
            raise OutputError(f"{folder} is damaged, the run cannot go on: {error}") from error
        self.stages_done = done
        self._seconds = float(self.history[-1]["seconds"])
        first = max(1, done - self.settings.past_selves + 1)
        for stage in range(first, done + 1):
            past = load_checkpoint(folder / f"past_{stage:03d}", self.game)
            self.past.append(past.network)

    def _finish(self) -> None:
        """Measure the player once more, on more deals, and draw its curve."""
        from quiltenvs.experiments.curve import draw_curve

        rows = []
        for name in self._anchors():
            win, margin, score = self._compare(name, self.settings.final_deals)
            rows.append((name, percent(win), points(margin, "+"), points(score)))
        title = (
            f"{self.game.spec.title}: {self.config.folder.name} plays its best action, "
            f"{self.settings.final_deals} deals against each anchor, "
            f"{self._seconds:.0f} s of training"
        )
        Table(title, ("against", "win share", "margin", "score"), tuple(rows)).show()
        write(self.config.folder / "learning_curve.png", draw_curve(self.game, self.history))


class _Steps(BaseCallback):  # type: ignore[misc]
    """Tells how far the run has come."""

    def __init__(self, show: Any) -> None:
        super().__init__()
        self._show = show

    def _on_step(self) -> bool:
        self._show(self.num_timesteps)
        return True


@contextmanager
def _progress(total: int) -> Iterator[Any]:
    """Yield ``show(steps)``, which moves a progress bar."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    with Progress("training", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()) as bar:
        task = bar.add_task("training", total=total)
        yield lambda steps: bar.update(task, completed=steps)


def _as_csv(rows: list[dict[str, Any]]) -> str:
    file = io.StringIO()
    writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()
