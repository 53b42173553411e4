"""The network of ``agents/network.py`` as a policy of MaskablePPO.

stable-baselines3 keeps what a policy sees and shows it again when it learns. Ours has to know the
whole position then, to look at its afterstates; so the environment appends the bytes of the state
to every observation, and the policy takes them off again. The network itself never sees them.
"""

from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.vec_env import VecEnvWrapper
from torch import Tensor

from quiltenvs.agents.network import AfterstateNetwork, Choices, draw, look_at
from quiltenvs.core.game import Game, States
from quiltenvs.core.self_play import SelfPlayVecEnv


class StatesInObservations(VecEnvWrapper):  # type: ignore[misc]
    """Appends the bytes of the state, as S numbers of 0 .. 255, to the observation.

    Args:
        env: Self-play games.
    """

    def __init__(self, env: SelfPlayVecEnv) -> None:
        size = env.game.observation_size + env.game.state_dtype.itemsize
        super().__init__(env, spaces.Box(0.0, 255.0, (size,), np.float32))
        self._games = env

    def reset(self) -> NDArray[np.float32]:
        """Return (N, D + S) f4."""
        return self._extended(self.venv.reset())

    def step_wait(self) -> Any:
        """Return observations (N, D + S) f4, rewards, dones and infos."""
        observation, reward, done, infos = self.venv.step_wait()
        return self._extended(observation), reward, done, infos

    def _extended(self, observation: Any) -> NDArray[np.float32]:
        states = self._games.states
        numbers = states.view(np.uint8).reshape(len(states), -1)
        return np.concatenate([observation, numbers.astype(np.float32)], axis=1)


class AfterstatePolicy(MaskableActorCriticPolicy):  # type: ignore[misc]
    """Scores the afterstates of the legal actions.

    Args:
        *args: As MaskableActorCriticPolicy.
        game: The game with its options.
        hidden: Widths of the network's hidden layers.
        **kwargs: As MaskableActorCriticPolicy.
    """

    def __init__(self, *args: Any, game: Game, hidden: tuple[int, ...], **kwargs: Any) -> None:
        self.game, self.hidden = game, hidden
        super().__init__(*args, **kwargs)

    def _build(self, lr_schedule: Any) -> None:
        self.network = AfterstateNetwork(self.game.observation_size, self.hidden)
        self.optimizer = self.optimizer_class(
            self.network.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs
        )

    def forward(
        self, obs: Tensor, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return actions (B,), values (B, 1) and log probabilities (B,)."""
        choices = self._choices(obs, action_masks)
        log_policy = self.network.log_policy(choices)
        if deterministic:
            actions = log_policy.argmax(dim=1)
        else:
            actions = draw(log_policy, torch.rand(len(log_policy), 1))
        values = self.network.values(choices.observation)
        return actions, values, log_policy.gather(1, actions[:, None]).squeeze(1)

    def evaluate_actions(
        self, obs: Tensor, actions: Tensor, action_masks: Tensor | None = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return values (B, 1), log probabilities (B,) of ``actions`` and entropies (B,)."""
        choices = self._choices(obs, action_masks)
        log_policy = self.network.log_policy(choices)
        chosen = log_policy.gather(1, actions.long().reshape(-1, 1)).squeeze(1)
        entropy = -(log_policy.exp() * log_policy).sum(dim=1)
        return self.network.values(choices.observation), chosen, entropy

    def predict_values(self, obs: Tensor) -> Tensor:
        """Return (B, 1): the reward expected from here on."""
        return self.network.values(obs[:, : self.game.observation_size])

    def _predict(
        self, observation: Tensor, deterministic: bool = False, action_masks: Any = None
    ) -> Tensor:
        return self.forward(observation, deterministic, action_masks)[0]

    def _choices(self, obs: Tensor, action_masks: Any) -> Choices:
        mask = None if action_masks is None else np.asarray(action_masks, np.bool_)
        return look_at(self.game, self._states(obs), mask)

    def _states(self, obs: Tensor) -> States:
        numbers = obs[:, self.game.observation_size :].numpy().astype(np.uint8)
        states: States = np.ascontiguousarray(numbers).view(self.game.state_dtype).reshape(-1)
        return states


class BoolMaskBuffer(MaskableRolloutBuffer):  # type: ignore[misc]
    """Keeps masks as single bytes; as floats those of Patchwork take a quarter of a gigabyte."""

    def reset(self) -> None:
        """Empty the buffer."""
        super().reset()
        self.action_masks = np.ones((self.buffer_size, self.n_envs, self.mask_dims), np.bool_)
