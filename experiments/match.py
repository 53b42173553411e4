"""Games between agents on paired deals: the same luck, every seat.

The unit is a *deal*: one seed, played once per rotation of the agents over the seats, so that
neither the luck of the deal nor the seat favours anybody. ``deal_statistics.py`` says what the
results mean, ``evaluate.py`` and ``tournament.py`` report them.

Letters in shapes: K deals, R rotations, P players (as many agents as seats), N games at once.

=================== ============ ================================================================
seeds of deals      constant     used for
=================== ============ ================================================================
0 .. 999,999                     tests and trying out
1,000,000 ..        TUNING_SEEDS choosing hyperparameters and checkpoints
2,000,000 ..        REPORT_SEEDS numbers that are published; never look at them before
2**63 ..                         training, see ``core/self_play.py``
=================== ============ ================================================================
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from quiltenvs.core.answers import checked_answers
from quiltenvs.core.errors import OptionError
from quiltenvs.core.game import Game, States
from quiltenvs.core.registry import loops_of
from quiltenvs.experiments.deal_statistics import seat_rotations

if TYPE_CHECKING:
    from quiltenvs.agents.base import Agent

TUNING_SEEDS = range(1_000_000, 2_000_000)
REPORT_SEEDS = range(2_000_000, 3_000_000)
END_OF_SEEDS = 2**63  # deals of training begin here, so that no evaluation can meet one

GAMES_AT_ONCE = 2048  # bounds memory: agents hold masks and observations of all of them

Watcher = Callable[[States, NDArray[np.int64]], None]
"""``watch(states, rows)``: before every round, shown ``states[rows]``: the games still running."""


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """Finished games of one pairing.

    Attributes:
        agents: Names of the P agents.
        seeds: (K,) u8 of the deals.
        scores: (K, R, P) i4 final points by seat.
        places: (K, R, P) i1 final places by seat, 1 = best.
        seat_of: (R, P) seat of each agent in rotation r.
        steps: (K, R) i8 actions played in each game.
        final_states: (K, R) last positions.
        decisions: (P,) i8 actions chosen by each agent within ``seconds``.
        seconds: (P,) wall time in which each agent chose them. Its first call is left out: it
            may load or compile code.
    """

    agents: tuple[str, ...]
    seeds: NDArray[np.uint64]
    scores: NDArray[np.int32]
    places: NDArray[np.int8]
    seat_of: NDArray[np.int64]
    steps: NDArray[np.int64]
    final_states: States
    decisions: NDArray[np.int64]
    seconds: NDArray[np.float64]

    @property
    def ms_per_decision(self) -> tuple[float, ...]:
        """Milliseconds per action of each agent; NaN if it was called only once."""
        with np.errstate(invalid="ignore"):
            return tuple((1000 * self.seconds / self.decisions).tolist())


def play_deals(
    game: Game,
    agents: "Sequence[Agent]",
    seeds: ArrayLike,
    *,
    num_rotations: int | None = None,
    watch: Watcher | None = None,
) -> Results:
    """Play every deal once per seat rotation of the agents.

    Games run side by side: in every round each agent is asked once for all the games in which it
    is to move. A solo game has one agent and one rotation.

    Args:
        game: The game with its options.
        agents: One a seat; the same one may sit several times.
        seeds: (K,) seeds of the deals, at least one.
        num_rotations: R, if not all P; enough where the same agent sits everywhere.
        watch: Shown the positions of every round, for statistics.

    Raises:
        OptionError: not as many agents as players, or no deal.
        IllegalActionError: an agent chose an illegal action.
    """
    deals = np.asarray(seeds, np.uint64)
    _check(game, agents, deals)
    timed = [_TimedAgent(agent) for agent in agents]
    seat_of = seat_rotations(game.spec.num_players)[:num_rotations]
    at_once = max(1, GAMES_AT_ONCE // len(seat_of))
    tables = [
        _Tables(game, timed, seat_of, deals[start : start + at_once])
        for start in range(0, len(deals), at_once)
    ]
    for table in tables:
        table.play(watch)
    return _collect(tables, deals)


def side_by_side(one: Results, other: Results) -> Results:
    """Return the solo games of two agents on the same deals as if they had met: more points win.

    Of the positions at the end only those of ``one`` are kept.
    """
    scores = np.concatenate([one.scores, other.scores], axis=2)
    return Results(
        agents=one.agents + other.agents,
        seeds=one.seeds,
        scores=scores,
        places=(1 + (scores < scores.max(axis=2, keepdims=True))).astype(np.int8),
        seat_of=np.arange(2)[np.newaxis],
        steps=one.steps + other.steps,
        final_states=one.final_states,
        decisions=np.concatenate([one.decisions, other.decisions]),
        seconds=np.concatenate([one.seconds, other.seconds]),
    )


def _check(game: Game, agents: "Sequence[Agent]", deals: NDArray[np.uint64]) -> None:
    """Raise OptionError unless there is an agent a seat, and a deal."""
    if len(agents) != game.spec.num_players:
        raise OptionError(
            f"{game.spec.name} with these options is for {game.spec.num_players} players, but "
            f"there are {len(agents)} agents: "
            f"{', '.join(agent.name for agent in agents) or 'none'}"
        )
    if deals.ndim != 1 or len(deals) == 0:
        raise OptionError(f"seeds have shape {deals.shape}; at least one deal is needed")


class _TimedAgent:
    """An agent and the time it takes."""

    def __init__(self, agent: "Agent") -> None:
        self.agent = agent
        self.num_calls = 0
        self.decisions = 0
        self.seconds = 0.0

    def act(self, game: Game, states: States, players: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return checked (N,) actions for the (N,) ``players`` to move in ``states``."""
        started = time.perf_counter()
        chosen = self.agent.act(game, states, players)
        if self.num_calls > 0:
            self.seconds += time.perf_counter() - started
            self.decisions += len(states)
        self.num_calls += 1
        return checked_answers(game, self.agent.name, states, chosen)


class _Tables:
    """N = K * R games played side by side; game k * R + r is deal k in rotation r."""

    def __init__(
        self,
        game: Game,
        agents: list[_TimedAgent],
        seat_of: NDArray[np.int64],
        seeds: NDArray[np.uint64],
    ) -> None:
        self.game, self.agents, self.seat_of = game, agents, seat_of
        self.loops = loops_of(game.spec.name)
        self.states = game.new_states(np.repeat(seeds, len(seat_of)))
        num_games = len(self.states)
        # The inverse of a permutation is its argsort: (N, P) agent in each seat.
        self.agent_at = np.tile(seat_of.argsort(axis=1), (len(seeds), 1))
        self.steps = np.zeros(num_games, np.int64)
        self._over = np.zeros(num_games, np.bool_)
        self._to_move = np.zeros(num_games, np.int64)

    def play(self, watch: Watcher | None) -> None:
        """Play all games to their end."""
        while len(rows := self._running()):
            if watch is not None:
                watch(self.states, rows)
            self.loops.current_players(self.states, self._to_move)
            players = self._to_move[rows]
            agent_to_move = self.agent_at[rows, players]
            for index, agent in enumerate(self.agents):
                is_own = agent_to_move == index
                if is_own.any():
                    self._move(agent, rows[is_own], players[is_own])
            self.steps[rows] += 1

    def _running(self) -> NDArray[np.int64]:
        self.loops.terminal(self.states, self._over)
        return np.flatnonzero(~self._over)

    def _move(
        self, agent: _TimedAgent, rows: NDArray[np.int64], players: NDArray[np.int64]
    ) -> None:
        actions = agent.act(self.game, self.states[rows], players)
        self.loops.step_rows(self.states, rows, actions)


def _collect(tables: list[_Tables], seeds: NDArray[np.uint64]) -> Results:
    """Return the results of games that are over."""
    first = tables[0]
    agents, seat_of = first.agents, first.seat_of
    states = np.concatenate([table.states for table in tables])
    scores = np.zeros((len(states), len(agents)), np.int32)
    places = np.zeros((len(states), len(agents)), np.int8)
    first.loops.results(states, scores, places)
    by_deal = (len(seeds), *seat_of.shape)
    return Results(
        agents=tuple(timed.agent.name for timed in agents),
        seeds=seeds,
        scores=scores.reshape(by_deal),
        places=places.reshape(by_deal),
        seat_of=seat_of,
        steps=np.concatenate([table.steps for table in tables]).reshape(by_deal[:2]),
        final_states=states.reshape(by_deal[:2]),
        decisions=np.array([timed.decisions for timed in agents]),
        seconds=np.array([timed.seconds for timed in agents]),
    )
