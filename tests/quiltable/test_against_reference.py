"""The engine and the literal reference agree, step by step, on whole games.

The reference was written from the rules alone. It is given the deals that the engine makes. Options
are drawn anew for every game, from all that go together.
"""

import numpy as np
import pytest

import quiltenvs
from quiltenvs import OptionError
from quiltenvs.quiltable import area as areas
from quiltenvs.quiltable import rules, setup
from quiltenvs.quiltable import state as phases
from quiltenvs.quiltable.config import MODES
from quiltenvs.quiltable.state import KEEP, NONE
from tests.reference.quiltable import Deal, Options, Position
from tests.strategies import IS_NIGHTLY, scaled

NUM_CHUNKS = 8
NUM_GAMES = 1_000 if IS_NIGHTLY else scaled(2)  # of each of two kinds of play, in a chunk
PHASES = ["SIDE", "KEEP", "CORNER", "ACTION", "CHOOSE", "PLACE", "RETURN", "LAY", "REFILL", "SAM"]
PHASES += ["GRANNY", "SANDRA_GIVE", "SANDRA_TAKE", "DONATE", "DONATE_TO", "TRAVIS", "MADDIE"]
PHASES += ["UNDO", "OVER"]


def draw_options(rng):
    """Return options that may not go together."""
    mode = str(rng.choice(["standard", "standard", *MODES]))
    players = int(rng.integers(1, 9))
    copies = 1 if mode in ("mini", "quick_start", "symmetrical_race") else int(rng.integers(1, 3))
    options = {
        "num_players": players,
        "starting_player": "random" if rng.random() < 0.5 else int(rng.integers(players)),
        "mode": mode,
        "copies": copies,
        "all_cards": bool(rng.random() < 0.15),
        "auto_refill": bool(rng.random() < 0.2),
        "max_turns": 20 if rng.random() < 0.8 else int(rng.integers(1, 8)),
    }
    if players == 1:
        options["quilting_master"] = str(rng.choice(rules.MASTERS))
    if mode not in ("quick_start", "symmetrical_race"):
        options["patches"], options["symmetry"] = (bool(rng.random() < 0.4) for _ in range(2))
        if options["patches"] and rng.random() < 0.5:
            options["patch_match"] = "label"
        if mode != "mini" and rng.random() < 0.7:
            options["assistants"] = draw_assistants(rng, players)
            options["gladys_once_per_turn"] = bool(rng.random() < 0.5)
    return options


def draw_assistants(rng, players):
    if rng.random() < 0.5:
        return "random"
    return ",".join(rng.choice(rules.ASSISTANTS, players, replace=players > 5).tolist())


def options_of(number):
    """Return options that go together."""
    rng = np.random.default_rng(number)
    while True:
        options = draw_options(rng)
        try:
            quiltenvs.game("quiltable", **options)
        except OptionError:
            continue
        return options


def piles_of(state):
    """Return the cards of every pile, the next one first."""
    deck = state.deck.tolist()
    count = rules.NUM_PILES * int(areas.num_areas(state))
    pairs = list(zip(state.pile_top.tolist(), state.pile_end.tolist(), strict=True))[:count]
    return [[card for card in deck[top:end] if card != NONE] for top, end in pairs]


def dealt_piles(state):
    """Return the piles by area before three cards of each were flipped."""
    found = piles_of(state)
    if state.phase != KEEP:
        side = int(areas.area_side(state))
        for index, pile in enumerate(found):
            area, own = divmod(index, rules.NUM_PILES)
            low, high = (int(word) for word in areas.served_cells(side, own))
            cells = [cell for cell in range(side * side) if (low | high << 64) >> cell & 1]
            pile[:0] = [int(areas.block_at(state, area, cell)) for cell in cells]
    return [found[i : i + rules.NUM_PILES] for i in range(0, len(found), rules.NUM_PILES)]


def cards_of(words):
    """Return the cards of a set, sorted."""
    numbers = [sum(int(word) << 64 * i for i, word in enumerate(row)) for row in words]
    return [card for card in range(96) for number in numbers if number >> card & 1]


class Table:
    """One game played on both sides."""

    def __init__(self, options, seed):
        self.game = quiltenvs.game("quiltable", **options)
        self.state = state = self.game.new_state(seed)
        self.seats = range(options["num_players"])
        has_assistants = bool(state.assistants)
        self.reference = Position(
            Options(**options),
            Deal(
                starting_player=int(state.starter),
                piles=dealt_piles(state),
                removed=[
                    card for card in state.deck[state.pile_end[-1] :].tolist() if card != NONE
                ],
                assistants=state.assistant[: len(self.seats)].tolist() if has_assistants else None,
                center=int(state.center) if has_assistants else None,
            ),
        )
        self.compare()

    def decision(self, action):
        """Return an engine's action as a decision of the reference."""
        for block, place in self.game.actions.slices():
            if place.start <= action < place.stop:
                if block.size == 1:
                    return (block.name,)
                index = np.unravel_index(action - place.start, block.shape)
                return (block.name, *(int(i) for i in index))
        raise AssertionError(action)

    def legal(self):
        """Return the legal actions after comparing them."""
        legal = self.game.legal_actions(self.state)
        assert {self.decision(action) for action in legal} == set(self.reference.legal())
        return legal

    def play(self, action):
        before = int(self.state.phase)
        decision = self.decision(action)
        self.game.step(self.state, action)
        self.reference.play(decision)
        if before == KEEP and self.state.phase != KEEP:
            self.reference.deal_again(dealt_piles(self.state)[0])
        self.compare()

    def compare(self):
        state, reference = self.state, self.reference
        assert self.game.is_terminal(state) == reference.is_over
        assert self.game.is_truncated(state) == reference.is_truncated
        if not reference.is_over:
            assert self.game.current_player(state) == reference.mover
            assert PHASES[state.phase] == reference.phase
        self.compare_areas()
        self.compare_players()
        assert state.hand[: state.num_hand].tolist() == reference.hand
        assert self.game.scores(state) == tuple(map(reference.score, self.seats))
        assert self.game.ranking(state) == tuple(reference.places())

    def compare_areas(self):
        state, reference = self.state, self.reference
        side = int(areas.area_side(state))
        piles = piles_of(state)
        for number, area in enumerate(reference.areas):
            blocks = {
                divmod(cell, side): int(areas.block_at(state, number, cell))
                for cell in range(side * side)
                if areas.block_at(state, number, cell) != NONE
            }
            assert blocks == area.cells
            assert piles[4 * number : 4 * number + 4] == area.piles

    def compare_players(self):
        state, reference = self.state, self.reference
        for seat in self.seats:
            blocks = state.quilt[seat].tolist()
            quilt = {divmod(i, 4): card for i, card in enumerate(blocks) if card != NONE}
            assert quilt == reference.quilts[seat]
            assert cards_of(state.patterns[seat]) == sorted(reference.patterns[seat])
            if state.assistants:
                assert state.assistant[seat] == reference.assistants[seat]
        if state.assistants:
            assert state.center == reference.center
        assert cards_of(state.stack) == sorted(reference.master_cards)
        assert cards_of(state.discards) == sorted(reference.discards)
        if reference.marker_cell is not None:
            side = int(areas.area_side(state))
            cell = int(areas.border_cell(side, int(state.master_place)))
            assert divmod(cell, side) == reference.marker_cell


def uniform(table, legal, rng):
    return int(rng.choice(legal))


def block_by_block(table, legal, rng):
    """Give every kind of decision the same chance, but end a turn only now and then."""
    blocks = {}
    for action in legal:
        blocks.setdefault(table.decision(action)[0], []).append(action)
    if len(blocks) > 1 and rng.random() < 0.9:
        blocks.pop("pass", None)
    return int(rng.choice(blocks[str(rng.choice(sorted(blocks)))]))


@pytest.mark.parametrize("chunk", range(NUM_CHUNKS))
@pytest.mark.parametrize("choose", [uniform, block_by_block])
def test_whole_games_agree(choose, chunk):
    for number in range(chunk * NUM_GAMES, (chunk + 1) * NUM_GAMES):
        rng = np.random.default_rng(number)
        table = Table(options_of(number), seed=number)
        while legal := table.legal():
            table.play(choose(table, legal, rng))


def test_cards_in_the_game_are_those_of_the_rules():
    for players, cards in ((1, 48), (2, 48), (3, 72), (4, 96)):
        game = quiltenvs.game("quiltable", num_players=players)
        assert setup.num_cards(game.blank) == cards
    assert [getattr(phases, name) for name in PHASES] == list(range(len(PHASES)))
