"""The contract every game fulfils, and the vocabulary the package uses.

=============== ======= ============================================================
term            type    meaning
=============== ======= ============================================================
``player``      int     seat number, 0-based; ``player_0`` is its PettingZoo agent id
``action``      int     index into the game's flat action space
``action_mask`` (A,) i1 1 where ``action`` is legal for the player to move
``observation`` (D,) f4 what one player may know, from that player's seat, in [0, 1]
``score``       int     points, exactly as the rulebook counts them
``place``       int     1 = best; equal places are a tie
``reward``      float   training signal made *from* scores and places, never the score
``step``        --      one action by one player (not a round, not a turn)
=============== ======= ============================================================

In shapes, N is the number of environments, P of players, A of actions and D the length of an
observation; i1, i2, u8, f4, f8 are NumPy's dtypes.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cached_property
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from quiltenvs.core import saving
from quiltenvs.core.config import GameConfig
from quiltenvs.core.errors import IllegalActionError, OptionError, StateError
from quiltenvs.core.layout import Layout

# To a type checker a record is an object whose fields can be anything.
State: TypeAlias = Any
"""One position: a record of the game's ``state_dtype``, see core/record.py. A batch is an array of
them."""
States: TypeAlias = NDArray[Any]
"""(N,) positions of one game."""


@dataclass(frozen=True)
class GameSpec:
    """The facts of a game, with its options, that never change during play."""

    name: str
    """Package name below ``quiltenvs``; also the registry key."""
    title: str
    """The name on the box."""
    version: int
    """Raised by one whenever the same seed and actions could give another result."""
    num_players: int
    num_actions: int
    max_steps: int
    """No episode takes more steps. A proven bound, not a truncation limit."""
    score_scale: float
    """Points that make a margin or score reward of 1."""
    hides_information: bool
    """Whether some player cannot see something that another could."""
    content: str = ""
    """Digest of what an option names by a file; two files of one name are two games."""
    most_points_win: bool = True
    """Whether more points never mean a worse place; not if a target must not be passed."""


@dataclass(frozen=True)
class Rules:
    """The compiled functions of a game.

    They write only into their arguments and draw chance only from ``state.rng``. Hence
    ``state.copy()`` is a complete fork of an episode, and equal bytes mean equal futures.
    """

    reset: Callable[[State, np.uint64], None]
    """``reset(state, seed)``: a starting position; keeps the options that ``state`` holds."""
    step: Callable[[State, int], None]
    """``step(state, action)``: play a legal ``action``. Legality is *not* checked here."""
    current_player: Callable[[State], int]
    """Seat to move; of a finished game, any seat."""
    is_terminal: Callable[[State], bool]
    """The game is over, by its rules or by a limit that an option sets."""
    is_truncated: Callable[[State], bool]
    """The game is over only because of a limit that an option sets."""
    action_mask: Callable[[State, NDArray[np.int8]], None]
    """``action_mask(state, out)``: fill ``out`` (A,); all zero if and only if terminal."""
    is_legal: Callable[[State, int], bool]
    """``is_legal(state, action)``, for any integer ``action``."""
    num_legal: Callable[[State], int]
    """Number of legal actions."""
    nth_legal: Callable[[State, int], int]
    """``nth_legal(state, n)``: the n-th legal action in ascending order."""
    observe: Callable[[State, int, NDArray[np.float32]], None]
    """``observe(state, player, out)``: fill ``out`` (D,) with what ``player`` may know."""
    score: Callable[[State, int], int]
    """``score(state, player)``: points of ``player`` if the game ended now."""
    rank_players: Callable[[State, NDArray[np.int8]], None]
    """``rank_players(state, out)``: fill ``out`` (P,) with places as they stand now.

    Of a solo game: 1 if the game's own win condition is met, else 2."""
    redeal_hidden: Callable[[State, int, np.uint64], None]
    """``redeal_hidden(state, player, seed)``: replace all that ``player`` cannot know, chance to
    come included, by a fresh sample that fits what it knows. The outcome follows from that and the
    seed: what was replaced leaves no trace."""

    @classmethod
    def of(cls, *modules: ModuleType) -> "Rules":
        """Return the functions of these names that ``modules`` define.

        Raises:
            TypeError: one is missing.
        """
        names = [rule.name for rule in fields(cls)]
        return cls(**{n: vars(m)[n] for m in modules for n in names if n in vars(m)})


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """A game with its options: facts, state layout, compiled rules, and text.

    Two calls with the same options give the same object, so games can be compared with ``is``.
    """

    spec: GameSpec
    config: GameConfig
    layout: Layout
    """Blocks of the observation."""
    actions: Layout
    """Blocks of the action space: which choices the flat numbers stand for."""
    blank: State
    """A state that holds the options and nothing else."""
    rules: Rules
    action_text: Callable[[State, int], str]
    """``action_text(state, action)``: short text, unique among the legal actions."""
    render: Callable[[State], str]
    """``render(state)``: the whole position as text, hidden information included."""
    draw: Callable[[State], str]
    """``draw(state)``: the whole position as an SVG document."""
    find_fault: Callable[[State], str]
    """``find_fault(state)``: what is impossible about a state from outside, or "" if nothing is
    that the compiled rules would stumble over."""

    # The rules that search calls most, to be called as game.step(...): attributes, so that no
    # wrapper costs time. They check nothing.
    step: Callable[[State, int], None] = field(init=False, repr=False)
    current_player: Callable[[State], int] = field(init=False, repr=False)
    is_terminal: Callable[[State], bool] = field(init=False, repr=False)
    is_truncated: Callable[[State], bool] = field(init=False, repr=False)
    is_legal: Callable[[State, int], bool] = field(init=False, repr=False)
    num_legal: Callable[[State], int] = field(init=False, repr=False)
    nth_legal: Callable[[State, int], int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        for rule in fields(self):
            if not rule.init:
                object.__setattr__(self, rule.name, getattr(self.rules, rule.name))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy by name and options: a game is a constant."""
        return _find_game, (self.spec.name, self.config.to_dict())

    def __repr__(self) -> str:
        defaults = type(self.config)().to_dict()
        changed = [f", {k}={v!r}" for k, v in self.config.to_dict().items() if v != defaults[k]]
        return f"Game({self.spec.name}-v{self.spec.version}{''.join(changed)})"

    @property
    def state_dtype(self) -> np.dtype[Any]:
        """The layout of a state."""
        dtype: np.dtype[Any] = self.blank.dtype
        return dtype

    @cached_property
    def observation_size(self) -> int:
        """Length D of an observation."""
        return self.layout.size

    @cached_property
    def spec_hash(self) -> str:
        """Digest of all that a trained model depends on: 16 hexadecimal digits."""
        return hashlib.sha256(json.dumps(self.description(), sort_keys=True).encode()).hexdigest()[
            :16
        ]

    def description(self) -> dict[str, Any]:
        """Return what :attr:`spec_hash` is made of: game, version, options, blocks, actions.

        And ``content``, where an option names a file.
        """
        description = {
            "game": self.spec.name,
            "version": self.spec.version,
            "options": self.config.to_dict(),
            "num_actions": self.spec.num_actions,
            "layout": [[block.name, list(block.shape)] for block in self.layout],
        }
        return description | ({"content": self.spec.content} if self.spec.content else {})

    def new_state(self, seed: int) -> State:
        """Return a starting position; the same seed gives the same one on every machine.

        Raises:
            OptionError: ``seed`` is not an integer of 0 .. 2**64 - 1.
        """
        return self.new_states([seed])[0]

    def new_states(self, seeds: Any) -> States:
        """Return (N,) starting positions for (N,) ``seeds``; raises as :meth:`new_state`."""
        checked = [as_seed(seed) for seed in seeds]
        states = np.repeat(np.array([self.blank], self.state_dtype), len(checked))
        for state, seed in zip(states, checked, strict=True):
            self.rules.reset(state, seed)
        return states

    def legal_actions(self, state: State) -> list[int]:
        """Return the legal actions in ascending order; empty if the game is over."""
        mask = np.zeros(self.spec.num_actions, np.int8)
        self.rules.action_mask(state, mask)
        actions: list[int] = np.flatnonzero(mask).tolist()
        return actions

    def action_mask(self, state: State, out: NDArray[np.int8]) -> None:
        """Fill ``out`` (A,) i1: 1 where an action is legal, all 0 when the game is over.

        Raises:
            ValueError: ``out`` has another shape or dtype, or is not contiguous.
        """
        _check_buffer(out, self.spec.num_actions, np.int8)
        self.rules.action_mask(state, out)

    def observe(self, state: State, player: int, out: NDArray[np.float32]) -> None:
        """Fill ``out`` (D,) f4 with what ``player`` may know.

        Raises:
            ValueError: ``out`` has another shape or dtype, or is not contiguous, or there is no
                such player.
        """
        _check_buffer(out, self.observation_size, np.float32)
        self.rules.observe(state, self._seat(player), out)

    def score(self, state: State, player: int) -> int:
        """Return the points of ``player`` if the game ended now.

        Raises:
            ValueError: there is no such player.
        """
        return int(self.rules.score(state, self._seat(player)))

    def redeal_hidden(self, state: State, player: int, seed: int) -> None:
        """Replace in ``state`` all that ``player`` cannot know, chance to come included.

        Raises:
            ValueError: there is no such player.
            OptionError: ``seed`` is not an integer of 0 .. 2**64 - 1.
        """
        self.rules.redeal_hidden(state, self._seat(player), as_seed(seed))

    def action_name(self, state: State, action: int) -> str:
        """Return a short text for ``action``, unique among the legal actions.

        Raises:
            IllegalActionError: there is no such action in this game, legal or not.
        """
        index = as_action(action)
        if index is None or not 0 <= index < self.spec.num_actions:
            raise IllegalActionError(
                f"{self.spec.name}: no action {action!r}; they are 0 .. {self.spec.num_actions - 1}"
            )
        return self.action_text(state, index)

    def _seat(self, player: int) -> int:
        if not 0 <= player < self.spec.num_players:
            raise ValueError(
                f"{self.spec.name}: no player {player!r}; they are 0 .. {self.spec.num_players - 1}"
            )
        return int(player)

    def play(self, state: State, action: int) -> None:
        """Play ``action`` after checking it.

        Raises:
            IllegalActionError: ``action`` is not legal in ``state``; nothing is changed.
        """
        index = as_action(action)
        if index is None or not self.is_legal(state, index):
            raise IllegalActionError(
                f"{self.spec.name}: illegal action {action!r}; "
                f"{describe_actions(self.legal_actions(state))} in\n{self.render(state)}"
            )
        self.step(state, index)

    def ranking(self, state: State) -> tuple[int, ...]:
        """Return each player's place as things stand: 1 = best, equal places for a tie."""
        places = np.zeros(self.spec.num_players, np.int8)
        self.rules.rank_players(state, places)
        return tuple(places.tolist())

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the score of every player."""
        return tuple(int(self.rules.score(state, p)) for p in range(self.spec.num_players))

    def parse_action(self, state: State, text: str) -> int:
        """Return the legal action that :meth:`action_name` calls ``text``.

        Raises:
            IllegalActionError: no legal action has that name.
        """
        legal = self.legal_actions(state)
        for action in legal:
            if self.action_name(state, action) == text.strip():
                return action
        names = [self.action_name(state, action) for action in legal[:4]]
        raise IllegalActionError(
            f"{self.spec.name}: no legal action is called {text!r}; {len(legal)} are legal, "
            f"among them {', '.join(names)}"
        )

    def to_bytes(self, state: State) -> bytes:
        """Return ``state`` with a header that names game, version and options."""
        return saving.to_bytes(_header(self), state)

    def from_bytes(self, data: bytes) -> State:
        """Return the state that :meth:`to_bytes` wrote.

        Raises:
            StateError: ``data`` is damaged, or of another game, version or options.
        """
        return self.trusted(saving.from_bytes(_header(self), self.blank, data))

    def to_json(self, state: State) -> str:
        """Return ``state`` as a JSON object: game, version, options, and every field by name."""
        return saving.to_json(_header(self), state)

    def from_json(self, text: str) -> State:
        """Return the state that :meth:`to_json` wrote.

        Raises:
            StateError: ``text`` is damaged, or of another game, version or options.
        """
        return self.trusted(saving.from_json(_header(self), self.blank, text))

    def trusted(self, state: State) -> State:
        """Return a state from outside, if the compiled rules can play on from it.

        Raises:
            StateError: a field is out of its bounds, or an option is not that of this game.
        """
        fault = self.find_fault(state) or self._find_other_option(state)
        if fault:
            raise StateError(f"damaged state: {fault}")
        return state

    def _find_other_option(self, state: State) -> str:
        """Return which option in ``state`` is not that of this game, or ""."""
        fresh, expected = state.copy(), self.blank.copy()
        self.rules.reset(fresh, np.uint64(0))  # leaves nothing of a state but its options
        self.rules.reset(expected, np.uint64(0))
        for name in self.state_dtype.names or ():
            if np.any(fresh[name] != expected[name]):
                return f"{name} is {state[name]}; the options of this game are {self.config}"
        return ""

    def unflatten(self, observation: Any) -> dict[str, Any]:
        """Return the named blocks of ``observation`` (..., D), array or tensor, as views."""
        return self.layout.unflatten(observation)


def _check_buffer(out: NDArray[Any], size: int, dtype: Any) -> None:
    """Refuse a buffer that compiled code would write past."""
    if not isinstance(out, np.ndarray) or out.shape != (size,) or out.dtype != dtype:
        given = f"{out.shape} {out.dtype}" if isinstance(out, np.ndarray) else repr(out)
        raise ValueError(f"a buffer of shape ({size},) {np.dtype(dtype)} is needed, not {given}")
    if not out.flags.c_contiguous or not out.flags.writeable:
        raise ValueError("the buffer must be contiguous and writeable")


def as_action(action: Any) -> int | None:
    """Return ``action`` as an int if it is an integer of any kind, else None."""
    if isinstance(action, np.ndarray) and action.size == 1:
        action = action.item() if action.dtype.kind in "iu" else None
    if isinstance(action, bool) or not isinstance(action, (int, np.integer)):
        return None
    return int(action) if abs(int(action)) < 2**63 else None


def as_seed(seed: Any) -> np.uint64:
    """Return ``seed`` as the rules take it.

    Raises:
        OptionError: it is not an integer of 0 .. 2**64 - 1.
    """
    is_integer = isinstance(seed, (int, np.integer)) and not isinstance(seed, bool)
    if not is_integer or not 0 <= int(seed) < 2**64:
        raise OptionError(f"seed={seed!r} is not allowed; use an integer of 0 .. 2**64 - 1")
    return np.uint64(seed)


def describe_actions(legal: list[int]) -> str:
    """Return a short list of the legal actions for an error message."""
    if not legal:
        return "the game is over"
    shown = ", ".join(str(action) for action in legal[:8])
    return f"{len(legal)} are legal: {shown}{', ...' if len(legal) > 8 else ''}"


def _header(game: Game) -> dict[str, Any]:
    return {
        "game": game.spec.name,
        "version": game.spec.version,
        "options": game.config.to_dict(),
    }


def _find_game(name: str, options: dict[str, Any]) -> Game:
    from quiltenvs.core.registry import game

    return game(name, **options)
