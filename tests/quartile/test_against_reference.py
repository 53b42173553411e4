"""The engine and the literal reference agree, move by move, on whole games.

The reference was written from the rules alone. It is given the deals that the engine makes, and
the tiles that the engine picks of a hand that is unable. Options are drawn anew for every game.
"""

import numpy as np
import pytest

import quiltenvs
from quiltenvs.quartile import engine, rules
from quiltenvs.quartile.table import column_of, row_of
from quiltenvs.quartile.tile_sets import TILE_SETS, read_tiles
from tests.reference.quartile import Quartile
from tests.strategies import IS_NIGHTLY, observation, scaled

NUM_GAMES = 25_000 if IS_NIGHTLY else scaled(60)  # of each of two kinds of play


def options_of(number):
    """Return options: every value of every option in turn, in changing combinations."""
    rng = np.random.default_rng(number)
    players = 2 + number % 5
    return {
        "num_players": players,
        "starting_player": ["rules", int(rng.integers(players)), "random"][number % 4 % 3],
        "tile_set": TILE_SETS[number % 4],
        "table_size": 31 if number % 3 else 97,
        "may_claim_unable": bool(rng.random() < 0.3),
        "children": bool(rng.random() < 0.3),
        "target": int(rng.integers(20, 120)) if rng.random() < 0.3 else 0,
        "visiting_quarry": bool(rng.random() < 0.5),
    }


def slot_or_none(tile):
    return None if tile < 0 else int(tile)


class Table:
    """One game played on both sides."""

    def __init__(self, options, seed):
        self.game = quiltenvs.game("quartile", **options)
        self.state = state = self.game.new_state(seed)
        self.seats = range(options["num_players"])
        hands = state.hand[: len(self.seats), : rules.HAND_SIZE].T.ravel().tolist()
        row = [int(state.placed_tile[0]), *hands, *(tile for tile in state.quarry if tile >= 0)]
        by_rules = options["starting_player"] == "rules"
        self.reference = Quartile(
            tiles=[(tile.center, *tile.pips) for tile in read_tiles(options["tile_set"])],
            row=[int(tile) for tile in row],
            num_players=len(self.seats),
            starter=None if by_rules else int(state.starter),
            radius=options["table_size"] // 2,
            **{k: options[k] for k in ("may_claim_unable", "children", "target")},
            visiting_quarry=options["visiting_quarry"],
        )
        self.reference.break_tie = lambda seats: int(self.state.mover)
        self.compare()

    def move(self, action):
        """Return an engine's action as a move of the reference."""
        if action >= engine.FIRST_CELL:
            size = 2 * int(self.state.table_radius) + 1
            row, column = divmod(action - engine.FIRST_CELL, size)
            return ("cell", row - size // 2, column - size // 2)
        if action >= engine.FIRST_TILE and action < engine.VISIT:
            return ("tile", *divmod(action - engine.FIRST_TILE, 4))
        if action >= engine.VISIT:
            return ("visit",) if action == engine.VISIT else ("unable",)
        if action >= engine.FIRST_NAME:
            offset = action - engine.FIRST_NAME
            return ("name_starter", (int(self.state.mover) + offset) % len(self.seats))
        return ("commit", action)

    def legal(self):
        """Return the legal actions after comparing them."""
        legal = self.game.legal_actions(self.state)
        assert {self.move(action) for action in legal} == set(self.reference.legal())
        return legal

    def play(self, action):
        state, move = self.state, self.move(action)
        hand = state.hand[state.turn_of].tolist()
        self.game.step(state, action)
        if move == ("unable",):
            is_laid = state.picked >= 0
            tile = state.hand[state.turn_of, state.picked] if is_laid else self.last_discard()
            slot = hand.index(int(tile))
            self.reference.pick = lambda slots: slot
        self.reference.play(move)
        self.compare()

    def last_discard(self):
        return self.state.discards[self.state.num_discards - 1]

    def compare(self):
        state, reference = self.state, self.reference
        assert self.game.is_terminal(state) == reference.is_over()
        if not reference.is_over():
            assert self.game.current_player(state) == reference.to_move()
            if reference.turn_of() is not None:
                assert state.turn_of == reference.turn_of()
        for seat in self.seats:
            assert [slot_or_none(tile) for tile in state.hand[seat]] == reference.hand(seat)
            assert set(np.flatnonzero(state.is_shown[seat])) == reference.shown_slots(seat)
        assert [int(tile) for tile in state.quarry if tile >= 0] == reference.quarry()
        assert state.discards[: state.num_discards].tolist() == reference.discards()
        self.compare_table()
        assert self.game.scores(state) == tuple(map(reference.score, self.seats))
        assert self.game.ranking(state) == tuple(reference.places())

    def compare_table(self):
        state, laid = self.state, {}
        for i in range(state.num_placed):
            cell = int(state.placed_cell[i])
            laid[row_of(cell), column_of(cell)] = int(state.placed_tile[i])
        found = {cell: tile for cell, (tile, _) in self.reference.table().items()}
        assert laid == found

    def compare_knowledge(self):
        for seat in self.seats:
            seen = self.game.unflatten(observation(self.game, self.state, seat))
            assert set(np.flatnonzero(seen["unseen"])) == self.reference.unseen_by(seat)
            if self.state.chosen_slot < 0:
                radius = int(self.state.table_radius)
                cells = {tuple(cell - radius) for cell in np.argwhere(seen["playable"])}
                assert cells == self.reference.playable(seat)


def uniform(table, legal, rng):
    return int(rng.choice(legal))


def eager(table, legal, rng):
    """Score as much as one placement can, and never say to be unable without need."""
    seat = table.game.current_player(table.state)

    def gain(action):
        fork = table.state.copy()
        table.game.step(fork, action)
        return table.game.score(fork, seat)

    able = [action for action in legal if action != engine.UNABLE] or legal
    return max(rng.permutation(able)[:20].tolist(), key=gain)


@pytest.mark.parametrize("choose", [uniform, eager])
def test_whole_games_agree(choose):
    for number in range(NUM_GAMES):
        rng = np.random.default_rng(number)
        table = Table(options_of(number), seed=number)
        while legal := table.legal():
            table.play(choose(table, legal, rng))
            if rng.random() < 0.3:
                table.compare_knowledge()
