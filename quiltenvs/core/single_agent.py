"""One seat of a game as a Gymnasium environment; the other seats are played by agents."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from quiltenvs.core.aec import RENDER_MODES, QuiltEnv
from quiltenvs.core.answers import checked_answers
from quiltenvs.core.errors import IllegalActionError, OptionError, StateError
from quiltenvs.core.game import Game, as_seed

SEAT_RANDOM = "random"


class SingleAgentEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """A game from one seat.

    The observation is the flat (D,) f4 vector; the mask is ``action_masks()`` (bool, for
    sb3-contrib) and ``info["action_mask"]`` (i1). The reward of a step is all that falls to the
    seat until it moves again or the game ends, the opponents' moves included. What falls to it
    before its first turn cannot be paid: ``reset`` returns no reward.

    Args:
        game: The game with its options.
        opponents: An agent, or one for every other seat in turn order: names that
            ``quiltenvs.agents.make_agent`` knows, or agents. Those given by name begin anew with
            every seed; an agent object keeps its own random numbers.
        seat: The learner's seat, or ``"random"`` for a new one in every episode.
        render_mode: As in QuiltEnv.
        reward: As in QuiltEnv.
        dense: As in QuiltEnv.
        illegal_action: ``"raise"``, or ``"terminate"``: reward -1 and the end. Generic checkers
            play unmasked actions and need ``"terminate"``.

    Raises:
        OptionError: an argument is not allowed.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (Gymnasium's own form)
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
    }

    def __init__(
        self,
        game: Game,
        *,
        opponents: Any = "random",
        seat: int | str = SEAT_RANDOM,
        render_mode: str | None = None,
        reward: str = "outcome",
        dense: bool = False,
        illegal_action: str = "raise",
    ) -> None:
        num_players = game.spec.num_players
        is_seat = isinstance(seat, (int, np.integer)) and not isinstance(seat, bool)
        if seat != SEAT_RANDOM and not (is_seat and 0 <= int(seat) < num_players):
            seats = ", ".join(str(p) for p in range(num_players))
            raise OptionError(f"seat={seat!r} is not allowed; use {seats} or 'random'")
        self.game, self.seat = game, seat
        self._env = QuiltEnv(
            game,
            render_mode=render_mode,
            reward=reward,
            dense=dense,
            illegal_action=illegal_action,
        )
        self.render_mode = render_mode
        self._asked = opponents
        self._opponents = self._make_opponents(opponents)
        self.observation_space = spaces.Box(0.0, 1.0, (game.observation_size,), np.float32)
        self.action_space = spaces.Discrete(game.spec.num_actions)
        self._player = 0
        self._is_running = False

    def _make_opponents(self, opponents: Any) -> list[Any]:
        from quiltenvs.agents import make_agent

        others = self.game.spec.num_players - 1
        if isinstance(opponents, str) or not isinstance(opponents, Sequence):
            opponents = [opponents] * others
        if len(opponents) != others:
            raise OptionError(
                f"{len(opponents)} opponents for {others} other seats; give one for all or "
                "one for each"
            )
        agents = [
            make_agent(opponent, self.game, seed=number) if isinstance(opponent, str) else opponent
            for number, opponent in enumerate(opponents)
        ]
        for agent in agents:
            if not callable(getattr(agent, "act", None)):
                raise OptionError(f"opponent {agent!r} is not allowed; use a name or an agent")
        return agents

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start an episode and let the opponents play up to the learner's first turn."""
        super().reset(seed=None if seed is None else int(as_seed(seed)))
        if options and "state" in options:
            self._env.check_state(options["state"])
            if self.game.is_terminal(options["state"]):
                raise StateError("options['state'] is the end of a game: nothing is left to play")
        if seed is not None:  # opponents that draw at random begin anew, too
            self._opponents = self._make_opponents(self._asked)
        self._player = (
            int(self.np_random.integers(self.game.spec.num_players))
            if self.seat == SEAT_RANDOM
            else int(self.seat)
        )
        self._env.reset(int(self.np_random.integers(2**63)), options)
        self._play_opponents()
        self._is_running = not self._is_over()
        return self._show()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play ``action``, then the opponents up to the learner's next turn.

        Raises:
            IllegalActionError: the action is not legal; nothing has been stepped.
        """
        if not self._is_running:
            raise IllegalActionError("step() before reset(), or after the end; call reset() first")
        self._env.step(action)
        reward = self._env.rewards[self._agent] + self._play_opponents()
        terminated, truncated = self._env.terminations, self._env.truncations
        self._is_running = not self._is_over()
        observation, info = self._show()
        return observation, float(reward), terminated[self._agent], truncated[self._agent], info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions of the learner, (A,) bool; all False after the end."""
        mask: NDArray[np.bool_] = self._env.observe(self._agent)["action_mask"].astype(bool)
        return mask

    def render(self) -> Any:
        """Render as the render mode says."""
        return self._env.render()

    def close(self) -> None:
        """Close the window, if there is one."""
        self._env.close()

    @property
    def states(self) -> NDArray[Any]:
        """(1,) the position."""
        return self._env.states

    @property
    def _agent(self) -> str:
        return self._env.possible_agents[self._player]

    def _play_opponents(self) -> float:
        """Play until the learner is to move or the game is over; return the learner's rewards."""
        total = 0.0
        while not self._is_over() and self._env.agent_selection != self._agent:
            player = self._env.possible_agents.index(self._env.agent_selection)
            opponent = self._opponents[(player - self._player) % self.game.spec.num_players - 1]
            answers = opponent.act(self.game, self._env.states, np.array([player]))
            action = checked_answers(self.game, opponent.name, self._env.states, answers)[0]
            self._env.step(action)
            total += self._env.rewards[self._agent]
        return total

    def _is_over(self) -> bool:
        return bool(self._env.terminations[self._agent] or self._env.truncations[self._agent])

    def _show(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Return what the learner sees, and the info beside it."""
        seen = self._env.observe(self._agent)
        score = self._env.infos[self._agent]["score"]
        info = {"action_mask": seen["action_mask"], "score": score, "seat": self._player}
        return seen["observation"], info
