"""The network of trained players: it looks at where each legal action leads.

An action of a board game means little as a number: of the 2,026 of Patchwork, action 1234 puts
another patch elsewhere at every turn. What it means is the position it leads to, the *afterstate*,
and that the rules can tell. So the network scores the observation after each legal action, with
the same weights for all, and the scores are the logits of the policy. It works for every game with
the same few weights, and what it learns of one placement holds for all others.

B positions, M legal actions in all of them together, A actions, D observation values.
"""

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from quiltenvs.core.game import Game, States
from quiltenvs.core.registry import loops_of


class Choices(NamedTuple):
    """What a network is asked: B positions and all that may be done in them."""

    mask: Tensor
    """(B, A) bool: the legal actions."""
    observation: Tensor
    """(B, D) f4 of the player to move."""
    afterstate: Tensor
    """(M, D) f4: what it sees after each legal action, ordered by position, then action."""


def look_at(game: Game, states: States, mask: NDArray[np.bool_] | None = None) -> Choices:
    """Return the choices in (B,) ``states``; ``mask`` (B, A) is computed if it is not given."""
    loops, rows = loops_of(game.spec.name), np.arange(len(states))
    states = np.ascontiguousarray(states)
    if mask is None:
        bytes_of_mask = np.zeros((len(states), game.spec.num_actions), np.int8)
        loops.mask_rows(states, rows, bytes_of_mask)
        mask = bytes_of_mask.view(np.bool_)
    players = np.zeros(len(states), np.int64)
    loops.current_players(states, players)
    observation = np.empty((len(states), game.observation_size), np.float32)
    loops.observe_rows(states, rows, players, observation)
    origin, actions = np.nonzero(mask)
    afterstate = np.empty((len(origin), game.observation_size), np.float32)
    loops.observe_afterstates(states, origin, actions, np.zeros(1, game.state_dtype), afterstate)
    return Choices(*(torch.from_numpy(array) for array in (mask, observation, afterstate)))


class AfterstateNetwork(nn.Module):
    """A perceptron that scores afterstates and values positions.

    Args:
        observation_size: D.
        hidden: Widths of the hidden layers.
    """

    def __init__(self, observation_size: int, hidden: tuple[int, ...] = (64,)) -> None:
        super().__init__()
        widths = (observation_size, *hidden)
        layers: list[nn.Module] = []
        for before, after in pairwise(widths):
            layers += [_linear(before, after, gain=2**0.5), nn.ReLU()]
        self.trunk = nn.Sequential(*layers)
        # Small first scores: training begins with all legal actions about equally likely.
        self.score = _linear(widths[-1], 1, gain=0.01)
        self.value = _linear(widths[-1], 1, gain=0.1)

    def log_policy(self, choices: Choices) -> Tensor:
        """Return (B, A) f4 log probabilities of the actions; illegal ones get about -1e9."""
        scores = self.score(self.trunk(choices.afterstate)).squeeze(1)
        logits = torch.full(choices.mask.shape, -1e9).masked_scatter(choices.mask, scores)
        return torch.log_softmax(logits, dim=1)

    def values(self, observation: Tensor) -> Tensor:
        """Return (B, 1) f4: the reward expected from here on."""
        found: Tensor = self.value(self.trunk(observation))
        return found


def draw(log_policy: Tensor, uniform: Tensor) -> Tensor:
    """Return (B,) i8 actions drawn from (B, A) log probabilities by (B, 1) numbers in [0, 1)."""
    cumulative = log_policy.exp().cumsum(dim=1)
    # Rounding must not lead past the last legal action, where the sum no longer grows.
    share = uniform * (1 - 1e-6) * cumulative[:, -1:]
    return torch.searchsorted(cumulative, share, right=True).squeeze(1)


def _linear(size: int, width: int, gain: float) -> nn.Linear:
    layer: Any = nn.Linear(size, width)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    found: nn.Linear = layer
    return found
