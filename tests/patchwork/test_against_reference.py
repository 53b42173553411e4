"""The engine and the literal reference agree, move by move, on whole games.

The reference was written from the rules alone. It knows cells where the engine has orientations
and anchors, so every purchase is translated; and it is given the deals that the engine makes.
"""

import itertools

import numpy as np
import pytest

import quiltenvs
from quiltenvs.agents import make_agent
from quiltenvs.core.jit import COMPILED
from tests.patchwork.positions import cells, drawn, footprint, market
from tests.reference.patchwork import PATCHES, SMALLEST_PATCH, Patchwork
from tests.strategies import IS_NIGHTLY, scaled
from tests.variants import values

# Of each of four kinds of play, all 24 variants in turn; a hundred thousand games at night.
NUM_GAMES = 25_000 if IS_NIGHTLY else scaled(96)
VARIANTS = [
    dict(zip(values("patchwork"), chosen, strict=True))
    for chosen in itertools.product(*values("patchwork").values())
]

FOOTPRINTS = {
    (patch, place): footprint(patch, *map(int, np.unravel_index(place, (8, 9, 9))))
    for patch in range(33)
    for place in range(8 * 81)
}
DUMMY = [*range(1, 33), SMALLEST_PATCH]


def seat_or_none(seat):
    return None if seat < 0 else int(seat)


def to_reference(action, offers):
    """Return an engine's action as a move of the reference."""
    if action == 0:
        return ("advance",)
    if action < 82:
        return ("special", *divmod(action - 1, 9))
    offer, place = divmod(action - 82, 8 * 81)
    return ("buy", offer, FOOTPRINTS[offers[offer], place])


class Table:
    """One game played on both sides."""

    def __init__(self, options, seed):
        self.game = quiltenvs.game("patchwork", **options)
        self.state = self.game.new_state(seed)
        options = {k: options[k] for k in ("time_board", "gap_penalty", "match")}
        self.reference = Patchwork(
            self.state.circle.tolist(),
            int(self.state.starter),
            second_circle=DUMMY if options["match"] == "two_game" else None,
            **options,
        )

    def legal(self):
        """Return the legal actions after comparing them."""
        legal = self.game.legal_actions(self.state)
        offers = market(self.state)
        moves = [to_reference(action, offers) for action in legal]
        assert len(set(moves)) == len(moves)  # equal placements only once
        assert set(moves) == self.reference.legal()
        return legal

    def play(self, action):
        move = to_reference(action, market(self.state))
        number = self.state.game_number
        self.game.step(self.state, action)
        if self.state.game_number > number:  # the reference does not shuffle
            self.reference.second_circle = self.state.circle.tolist()
        self.reference.play(move)
        self.compare()

    def compare(self):
        state, reference = self.state, self.reference
        assert state.position.tolist() == reference.position
        assert state.buttons.tolist() == reference.buttons
        assert state.income.tolist() == [reference.income(seat) for seat in (0, 1)]
        assert [cells(drawn(quilt)) for quilt in state.quilts] == reference.quilt
        assert market(state) == reference.market()
        assert state.neutral_token == reference.neutral_token
        spaces = sum(1 << space for space in reference.special_patches_left())
        assert state.special_patches == spaces
        assert seat_or_none(state.pending) == reference.pending_special
        assert seat_or_none(state.seven_by_seven) == reference.seven_by_seven
        assert seat_or_none(state.finished_first) == reference.finished_first
        assert state.game_number == reference.game_number
        assert self.game.scores(state) == (reference.score(0), reference.score(1))
        assert self.game.is_terminal(state) == reference.is_over()
        if not reference.is_over():
            assert self.game.current_player(state) == reference.to_move()

    def finish(self):
        """Compare the result of a finished game."""
        winner = self.reference.winner()
        places = {0: (1, 2), 1: (2, 1), None: (1, 1)}[winner]
        assert self.game.ranking(self.state) == places


def uniform(table, legal, rng):
    return int(rng.choice(legal))


def eager(table, legal, rng):
    """Buy whenever it is possible, mostly packed into a corner: full quilts, 7x7, no money."""
    bought = [action for action in legal if action >= 82] or legal
    return bought[0] if rng.random() < 0.9 else int(rng.choice(bought))


def hesitant(table, legal, rng):
    """Mostly advance: long games and much money."""
    return legal[0] if rng.random() < 0.7 else int(rng.choice(legal))


@pytest.mark.parametrize("choose", [uniform, eager, hesitant])
def test_whole_games_agree(choose):
    for number in range(NUM_GAMES):
        rng = np.random.default_rng(number)
        table = Table(VARIANTS[number % len(VARIANTS)], seed=number)
        while legal := table.legal():
            table.play(choose(table, legal, rng))
        table.finish()


@pytest.mark.skipif(not COMPILED, reason="greedy players take minutes under NUMBA_DISABLE_JIT=1")
def test_whole_games_of_good_players_agree():
    """They meet other positions; one random move in ten makes their games differ."""

    def greedy(table, legal, rng):
        if rng.random() < 0.1:
            return uniform(table, legal, rng)
        states = np.array([table.state], table.state.dtype)
        players = np.array([table.game.current_player(table.state)])
        return int(make_agent("greedy", table.game).act(table.game, states, players)[0])

    test_whole_games_agree(greedy)


def test_both_sides_have_the_same_patches():
    """Read from two tables that were typed in by different hands."""
    from quiltenvs.patchwork import rules

    for patch, other in zip(rules.PATCHES, PATCHES, strict=True):
        assert (patch.buttons, patch.time, patch.income) == other[:3]
    for number, other in enumerate(PATCHES):
        assert footprint(number, 0, 0, 0) == other.cells
