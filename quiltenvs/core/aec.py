"""Any game as a PettingZoo AEC environment."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import BaseWrapper

from quiltenvs.core import reward as rewards
from quiltenvs.core.errors import IllegalActionError, OptionError, StateError
from quiltenvs.core.game import Game, State, as_action, as_seed, describe_actions
from quiltenvs.core.registry import loops_of

RENDER_MODES = ("human", "rgb_array", "ansi")
ILLEGAL_ACTION = ("raise", "terminate")


class QuiltEnv(AECEnv):  # type: ignore[misc]
    """A game behind the PettingZoo AEC interface.

    Observations are ``{"observation": (D,) f4, "action_mask": (A,) i1}``, fresh arrays at every
    call; the mask is all zero for every agent but the one to move. ``infos[agent]["score"]`` is
    the rulebook's score at any time. A player who decides twice in a row is simply selected twice.
    A game in progress can be deep-copied and pickled.

    Args:
        game: The game with its options.
        render_mode: ``"human"`` shows a window, ``"rgb_array"`` and ``"ansi"`` return a picture or
            text from :meth:`render`.
        reward: ``"outcome"``, ``"margin"`` or ``"score"``, see ``core/reward.py``.
        dense: Pay the change at every step instead of all at the end.
        illegal_action: ``"raise"`` raises IllegalActionError and steps nothing; ``"terminate"``
            follows PettingZoo's convention: -1 for the offender, 0 for the others, the end.

    Raises:
        OptionError: an argument is not allowed.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (PettingZoo's own form)
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
        "name": "quilt",
    }

    def __init__(
        self,
        game: Game,
        *,
        render_mode: str | None = None,
        reward: str = "outcome",
        dense: bool = False,
        illegal_action: str = "raise",
    ) -> None:
        super().__init__()
        if render_mode is not None:
            _check("render_mode", render_mode, RENDER_MODES)
        _check("illegal_action", illegal_action, ILLEGAL_ACTION)
        self.game, self.render_mode, self.illegal_action = game, render_mode, illegal_action
        self._mode, self._dense = rewards.mode_of(reward), rewards.flag("dense", dense)
        self.metadata = {**type(self).metadata, "name": f"{game.spec.name}_v{game.spec.version}"}
        self.possible_agents = [f"player_{p}" for p in range(game.spec.num_players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._make_spaces()
        self.states = np.array([game.blank], game.state_dtype)
        """(1,) the position; a batch of one, so that compiled loops take it without conversion."""
        self._loops = loops_of(game.spec.name)
        players = game.spec.num_players
        self._status = np.zeros(3, np.int64)
        self._scores = np.zeros(players, np.int64)
        self._value = np.zeros((1, players))
        self._np_random: np.random.Generator | None = None
        self._window: Any = None

    def _make_spaces(self) -> None:
        size, num_actions = self.game.observation_size, self.game.spec.num_actions
        self._num_values, self._num_actions = size, num_actions
        self.action_spaces = {a: spaces.Discrete(num_actions) for a in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 1.0, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (num_actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.state_space = spaces.Box(0.0, 1.0, (len(self.possible_agents) * size,), np.float32)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of ``agent``'s observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of ``agent``'s actions, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start an episode.

        Args:
            seed: The same seed gives the same episode; None goes on with the last seed's stream.
            options: ``{"state": state}`` starts from that position; other keys are ignored.

        Raises:
            OptionError: ``seed`` is not an integer of 0 .. 2**64 - 1.
            StateError: ``options["state"]`` is not a position of this game.
        """
        if options and "state" in options:
            self.check_state(options["state"])
        if seed is not None or self._np_random is None:
            entropy = None if seed is None else int(as_seed(seed))
            self._np_random = np.random.default_rng(entropy)
        seeds = self._np_random.integers(0, 2**64, 1, np.uint64)
        self._loops.reset_states(self.states, seeds)
        if options and "state" in options:
            self.set_state(options["state"])
        else:
            self._begin()

    def _begin(self) -> None:
        self._loops.look_one(self.states, self._status, self._scores)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        if self._dense:
            self._value = self._values()
        self._show()

    def step(self, action: int | None) -> None:
        """Play ``action`` for :attr:`agent_selection`; None for an agent that is done.

        Raises:
            IllegalActionError: the action is not legal; nothing has been stepped.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        index = as_action(action)
        if index is None or not self._loops.play_one(
            self.states, index, self._status, self._scores
        ):
            self._refuse(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._pay()
        if self._status[1]:
            ended = self.truncations if self._status[2] else self.terminations
            ended.update(dict.fromkeys(self.agents, True))
        self._show()
        if self.render_mode == "human":
            self.render()

    def _pay(self) -> None:
        """Set ``rewards`` of the step just played and add them up."""
        if self._dense:
            value = self._values()
            paid = (value - self._value)[0].tolist()
            self._value = value
        elif self._status[1]:
            paid = self._values()[0].tolist()
        else:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            return
        self.rewards = dict(zip(self.agents, paid, strict=True))
        self._accumulate_rewards()

    def _values(self) -> NDArray[np.float64]:
        players = len(self.possible_agents)
        out = np.zeros((1, players))
        scores, places = np.zeros((1, players), np.int32), np.zeros((1, players), np.int8)
        scale = self.game.spec.score_scale
        self._loops.values(self.states, self._mode, scale, scores, places, out)
        return out

    def _refuse(self, action: Any) -> None:
        agent = self.agent_selection
        if self.illegal_action == "raise":
            raise IllegalActionError(
                f"{self.metadata['name']}: illegal action {action!r} of {agent}; "
                f"{describe_actions(self.legal_actions())}"
            )
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = -1.0
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self._show()

    def _show(self) -> None:
        """Select whoever moves next, or the first agent once all are done; publish scores."""
        done = self.terminations[self.agents[0]] or self.truncations[self.agents[0]]
        self.agent_selection = self.agents[0] if done else self.possible_agents[self._status[0]]
        scores = self._scores.tolist()
        self.infos = {agent: {"score": scores[self._seats[agent]]} for agent in self.agents}

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what ``agent`` sees: ``{"observation": (D,) f4, "action_mask": (A,) i1}``."""
        observation = np.empty(self._num_values, np.float32)
        mask = np.empty(self._num_actions, np.int8)
        self._loops.observe_one(self.states, self._seats[agent], observation, mask)
        return {"observation": observation, "action_mask": mask}

    def state(self) -> NDArray[np.float32]:
        """Return what all players together see, (P * D,) f4, for centralised critics."""
        return np.concatenate([self.observe(a)["observation"] for a in self.possible_agents])

    def render(self) -> NDArray[np.uint8] | str | None:
        """Return text (``ansi``) or a picture (H, W, 3) u1 (``rgb_array``), or show a window."""
        if self.render_mode is None:
            return None
        if self.render_mode == "ansi":
            return self.game.render(self.states[0])
        from quiltenvs.core.drawing import Window, rasterize

        drawing = self.game.draw(self.states[0])
        if self.render_mode == "rgb_array":
            return rasterize(drawing)
        if self._window is None:
            self._window = Window()
        self._window.show(drawing, self.game.spec.title)
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None

    # What search and people need; all reachable through env() as well.

    def get_state(self) -> State:
        """Return a copy of the position, to be kept or searched from."""
        return self.states[0].copy()

    def set_state(self, state: State) -> None:
        """Go on from ``state``; rewards count from there.

        Raises:
            StateError: ``state`` is not a position of this game.
        """
        self.check_state(state)
        self.states[0] = state
        self._begin()
        if self._status[1]:
            self.terminations = dict.fromkeys(self.agents, True)
            self._show()

    def check_state(self, state: Any) -> None:
        """Refuse what is no position of this game.

        Raises:
            StateError: it is none, or one that the rules could not play on from.
        """
        if getattr(state, "dtype", None) != self.game.state_dtype or np.ndim(state):
            raise StateError(f"not a state of {self.metadata['name']}: {state!r:.80}")
        self.game.trusted(state)

    def legal_actions(self) -> list[int]:
        """Return the legal actions of the agent to move."""
        return self.game.legal_actions(self.states[0])

    def action_name(self, action: int) -> str:
        """Return ``action`` as text; see the game's README."""
        return self.game.action_name(self.states[0], action)

    def parse_action(self, text: str) -> int:
        """Return the legal action that is called ``text``."""
        return self.game.parse_action(self.states[0], text)

    def unflatten(self, observation: Any) -> dict[str, Any]:
        """Return the named blocks of an observation as views."""
        return self.game.unflatten(observation)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what belongs to this process: the window and the compiled code."""
        return {**self.__dict__, "_window": None, "_loops": None}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Take up the game where it was."""
        self.__dict__.update(kept)
        self._loops = loops_of(self.game.spec.name)


class OrderedEnv(BaseWrapper):  # type: ignore[misc]
    """Refuses what comes in the wrong order; the one wrapper around :class:`QuiltEnv`.

    PettingZoo's three standard wrappers observe once more at every step and cost ten times as
    much; legality is checked by the environment itself, which costs nothing extra.
    """

    def __init__(self, env: QuiltEnv) -> None:
        super().__init__(env)
        self._has_reset = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start an episode, see :meth:`QuiltEnv.reset`."""
        self._has_reset = True
        self.env.reset(seed, options)

    def step(self, action: int | None) -> None:
        """Play ``action``, see :meth:`QuiltEnv.step`.

        Raises:
            IllegalActionError: the action is not legal, there was no :meth:`reset` yet, or all
                agents are done.
        """
        self._check_order("step()")
        if not self.env.agents:
            raise IllegalActionError(f"{self.env}: step() after the end; call reset() first")
        self.env.step(action)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return observation, reward since its last turn, terminated, truncated, info."""
        self._check_order("last()")
        if not self.env.agents:
            raise IllegalActionError(f"{self.env}: last() after the end; call reset() first")
        found: tuple[Any, float, bool, bool, dict[str, Any]] = self.env.last(observe)
        return found

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what ``agent`` sees."""
        self._check_order("observe()")
        found: dict[str, Any] = self.env.observe(agent)
        return found

    def set_state(self, state: State) -> None:
        """Go on from ``state``, see :meth:`QuiltEnv.set_state`; as good as a reset."""
        self.env.set_state(state)
        self._has_reset = True

    def state(self) -> NDArray[np.float32]:
        """Return what all players together see."""
        self._check_order("state()")
        found: NDArray[np.float32] = self.env.state()
        return found

    def render(self) -> Any:
        """Render as the render mode says."""
        self._check_order("render()")
        return self.env.render()

    def __getattr__(self, name: str) -> Any:
        """Forward to the environment; agents and rewards exist only after :meth:`reset`."""
        env = self.__dict__.get("env")  # not there yet while being unpickled
        if env is None or (name.startswith("_") and name != "_cumulative_rewards"):
            raise AttributeError(name)
        if name in _AFTER_RESET and not self._has_reset:
            raise AttributeError(f"{env}: {name} before reset()")
        if name in _CALLED_AFTER_RESET:
            self._check_order(f"{name}()")
        return getattr(env, name)

    def _check_order(self, call: str) -> None:
        if not self._has_reset:
            raise IllegalActionError(f"{self.env}: {call} before reset()")

    def __str__(self) -> str:
        return str(self.env)


_AFTER_RESET = frozenset(
    {"rewards", "terminations", "truncations", "infos", "agent_selection", "agents"}
)
_CALLED_AFTER_RESET = frozenset({"get_state", "legal_actions", "action_name", "parse_action"})


def _check(name: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise OptionError(f"{name}={value!r} is not allowed; use {' or '.join(map(repr, allowed))}")
