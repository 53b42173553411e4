"""The engine and the literal reference agree, move by move, on whole games.

The reference was written from the rules alone. It knows names and cells where the engine has
numbers and words of bits, so everything is translated; and it is given the deals that the engine
makes. Options are drawn anew for every game, in all combinations that the game takes.
"""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

import quiltenvs
from quiltenvs import OptionError
from quiltenvs.calico import bag, rules
from quiltenvs.calico.scenarios import has_passed, objectives
from tests.reference.calico import Calico
from tests.reference.calico_tables import BORDERS, CATS, GOALS, PLAY, SCENARIOS
from tests.strategies import IS_NIGHTLY, scaled

NUM_GAMES = 25_000 if IS_NIGHTLY else scaled(60)  # of each of two kinds of play
RESTRICTIONS = [
    "next_to_placed",
    "goals_need_both",
    "no_hand",
    "next_to_same_color",
    "next_to_same_pattern",
]
SPACES = [(row, column) for row in range(7) for column in range(7) if (row, column) in PLAY]
CHOICES = list(permutations(range(4), 3))
ORDER_OF_GOALS = ("!=", "AAAA-BB", "AAA-BBB", "AAA-BB-C", "AA-BB-CC", "AA-BB-C-D")
COLORS = ("yellow", "green", "light_blue", "dark_blue", "purple", "pink")
PATTERNS = ("dots", "ferns", "flowers", "quatrefoil", "stripes", "vines")


def named(kind):
    """Return a kind of tile as the reference has it, None for no tile."""
    return None if kind < 0 else (COLORS[kind // 6], PATTERNS[kind % 6])


def reworded(objective):
    """Return an objective as the reference calls it."""
    if "of them by color and pattern" in objective:
        number = int(objective.split()[0])
        return f"{number} goal{'s' if number > 1 else ''} twice"
    return objective


def cells_of(word):
    return {divmod(i, 7) for i in range(49) if int(word) >> i & 1}


def random_options(number):
    """Draw options, every combination being possible, until the game takes them."""
    rng = np.random.default_rng(number)
    while True:
        players = int(rng.integers(1, 5))
        options = {
            "num_players": players,
            "starting_player": int(rng.integers(players)),
            "boards": str(rng.choice(["fixed", "random"])),
            "lower_variance": bool(rng.random() < 0.3),
        }
        if number % 3 == 0:
            options["scenario"] = 1 + number // 3 % 10
        else:
            options["setup"] = str(
                rng.choice(["standard", "beginner", "family"], p=[0.6, 0.2, 0.2])
            )
            options |= {name: True for name in RESTRICTIONS if rng.random() < 0.25}
            if rng.random() < 0.4:
                options["cats"] = " ".join(rng.choice(list(CATS), 3, replace=False))
            if rng.random() < 0.3:
                options["goals"] = " ".join(rng.choice(ORDER_OF_GOALS, 3, replace=False))
        try:
            return quiltenvs.game("calico", **options).config.to_dict()
        except OptionError:
            continue


def row_of_tiles(state):
    """Return the tiles in the order in which they are drawn, of a state just set up."""
    players, starter = int(state.num_players), int(state.starter)
    hands = [state.hand[(starter + turn) % players].tolist() for turn in range(players)]
    drawn = [*(tile for hand in hands for tile in hand), *state.market.tolist()]
    return [tile for tile in drawn if tile >= 0] + [tile for tile in state.tiles if tile >= 0]


def goals_to_choose(state):
    """Return each seat's goals to choose from, or None if there is no such decision."""
    if state.phase != 0:
        return None
    offers = state.goal_offer[: state.num_players].tolist()
    return [[ORDER_OF_GOALS[goal] for goal in offer if goal >= 0] for offer in offers]


class Table:
    """One game played on both sides."""

    def __init__(self, options, seed):
        self.game = quiltenvs.game("calico", **options)
        self.state = state = self.game.new_state(seed)
        self.seats = range(options["num_players"])
        beginner = options["setup"] == "beginner"
        self.lineup = [rules.CAT_NAMES[cat] for cat in state.lineup]
        self.reference = Calico(
            tiles=[named(tile) for tile in row_of_tiles(state)],
            boards=[rules.BOARD_NAMES[state.board[seat]] for seat in self.seats],
            starter=int(state.starter),
            cats=self.lineup,
            patterns=[
                tuple(PATTERNS[i] for i in range(6) if state.cat_of[i] == place)
                for place in range(3)
            ],
            offers=goals_to_choose(state),
            goals=("!=", "AA-BB-CC", "AAA-BBB") if beginner else None,
            scenario=options["scenario"],
            target_score=options["target_score"],
            **{name: options[name] for name in RESTRICTIONS},
        )
        self.compare()

    def move(self, action):
        """Return an engine's action as a move of the reference."""
        if action >= 69:
            return ("goals", *CHOICES[action - 69])
        if action >= 66:
            return ("take", action - 66)
        return ("place", action // 22, *SPACES[action % 22])

    def legal(self):
        """Return the legal actions after comparing them."""
        legal = self.game.legal_actions(self.state)
        assert {self.move(action) for action in legal} == set(self.reference.legal())
        return legal

    def play(self, action):
        self.game.step(self.state, action)
        self.reference.play(self.move(action))
        self.compare()

    def compare(self):
        reference = self.reference
        assert self.game.is_terminal(self.state) == reference.is_over()
        if not reference.is_over():
            assert self.game.current_player(self.state) == reference.to_move()
            assert [named(tile) for tile in self.state.market] == reference.market()
        for seat in self.seats:
            self.compare_quilt(seat)
            self.compare_tokens(seat)
            self.compare_knowledge(seat)
        assert self.game.scores(self.state) == tuple(map(reference.score, self.seats))
        assert self.game.ranking(self.state) == tuple(reference.places())

    def compare_quilt(self, seat):
        state, placed = self.state, self.reference.board(seat)
        assert cells_of(state.open[seat]) == set(PLAY) - set(placed)
        hexes = BORDERS[rules.BOARD_NAMES[state.board[seat]]] | placed
        for words, names, part in ((state.colors, COLORS, 0), (state.patterns, PATTERNS, 1)):
            for name, word in zip(names, words[seat], strict=True):
                assert cells_of(word) == {c for c, tile in hexes.items() if tile[part] == name}

    def compare_tokens(self, seat):
        state, reference = self.state, self.reference
        assert dict(zip(COLORS, state.buttons[seat], strict=True)) == reference.buttons(seat)
        assert bool(state.rainbow[seat]) == reference.has_rainbow(seat)
        assert dict(zip(self.lineup, state.cats[seat], strict=True)) == reference.cat_tokens(seat)
        met = [(bool(found & 1), bool(found & 2)) for found in state.goals_met[seat]]
        assert met == (list(reference.goals_met(seat).values()) or [(False, False)] * 3)
        goals = [ORDER_OF_GOALS[goal] for goal in state.goals[seat] if goal >= 0]
        assert tuple(goals) == (reference.goals(seat) or ())

    def compare_knowledge(self, seat):
        state, reference = self.state, self.reference
        assert [named(tile) for tile in state.hand[seat]] == (reference.hand(seat) or [None, None])
        assert set(np.flatnonzero(state.is_secret[seat])) == reference.hidden_slots(seat)
        unseen = {named(k): bag.num_unseen(state, seat, k) for k in range(36)}
        assert Counter(unseen) == reference.unseen_by(seat)

    def finish(self):
        """Compare what a scenario asked for."""
        for seat in self.seats:
            if self.state.scenario:
                found = objectives(self.state, seat)
                assert {reworded(text): met for text, met in found.items()} == (
                    self.reference.objectives(seat)
                )
                assert has_passed(self.state, seat) == self.reference.passed(seat)


def uniform(table, legal, rng):
    return int(rng.choice(legal))


def eager(table, legal, rng):
    """Take what scores at once: many tokens, goals met, areas that merge."""
    seat = table.game.current_player(table.state)

    def gain(action):
        fork = table.state.copy()
        table.game.step(fork, action)
        return table.game.score(fork, seat)

    tried = rng.permutation(legal)[:20].tolist()
    return max(tried, key=gain)


@pytest.mark.parametrize("choose", [uniform, eager])
def test_whole_games_agree(choose):
    for number in range(NUM_GAMES):
        rng = np.random.default_rng(number)
        table = Table(random_options(number), seed=number)
        while legal := table.legal():
            table.play(choose(table, legal, rng))
        table.finish()


def test_the_games_cover_the_options():
    """Every value of every option occurs, and several restrictions at once."""
    drawn = [random_options(number) for number in range(60)]
    assert {options["scenario"] for options in drawn} == set(range(11))
    assert {options["num_players"] for options in drawn} == {1, 2, 3, 4}
    assert {options["setup"] for options in drawn} == {"standard", "beginner", "family"}
    assert max(sum(options[name] for name in RESTRICTIONS) for options in drawn) >= 3
    for name in (*RESTRICTIONS, "lower_variance"):
        assert {options[name] for options in drawn} == {False, True}


def test_both_sides_have_the_same_tables():
    """Read from two tables that were written by different hands."""
    for cat in rules.CATS:
        other = CATS[cat.name]
        assert (cat.points, cat.dots) == (other.points, other.dots)
    for goal in rules.GOALS:
        other = GOALS[goal.name]
        assert (goal.counts, goal.points, goal.points_both) == other
    for number, scenario in enumerate(rules.SCENARIOS, 1):
        assert scenario.cats == SCENARIOS[number].cats
        assert scenario.goals == SCENARIOS[number].goals
    for name, cells in BORDERS.items():
        words = rules.BOARDS[name].split()
        letters = {cell: words[7 * cell[0] + cell[1]] for cell in cells}
        assert {
            cell: (COLORS["YGLDPK".index(code[0])], PATTERNS["dfwqsv".index(code[1])])
            for cell, code in letters.items()
        } == cells
