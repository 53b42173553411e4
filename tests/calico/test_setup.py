"""Setting up: cats, goals, boards, tiles and the starter in every setup and variant."""

from collections import Counter

import numpy as np
import pytest

import quiltenvs
from quiltenvs.calico import rules
from quiltenvs.calico.state import CHOOSE_GOALS, PLACE
from tests.calico.positions import CATS, GOALS, HEXES, SPACES, cells

SEEDS = range(200)


def states(seeds=SEEDS, **options):
    return quiltenvs.game("calico", **options).new_states(seeds)


def lineup(state):
    return [CATS[cat] for cat in state.lineup]


def test_the_standard_setup_takes_a_cat_of_each_number_of_dots():
    """One tile of each group and either side of it: 4 * 4 * 2 lineups, all alike."""
    count = Counter(tuple(lineup(state)) for state in states(range(640)))
    groups = [CATS[:4], CATS[4:8], CATS[8:]]
    assert set(count) == {(a, b, c) for a in groups[0] for b in groups[1] for c in groups[2]}
    assert min(count.values()) >= 5
    assert max(count.values()) <= 45


def test_each_pattern_belongs_to_one_cat_and_each_cat_has_two():
    count = Counter(tuple(state.cat_of.tolist()) for state in states(range(900)))
    assert len(count) == 90
    assert all(sorted(cat_of) == [0, 0, 1, 1, 2, 2] for cat_of in count)
    assert max(count.values()) <= 30


@pytest.mark.parametrize("names", ["Leo Callie Coconut", "Millie Tibbit Gwenivere"])
def test_named_cats(names):
    """Dot groups may repeat; the patterns are dealt all the same."""
    found = states(range(50), cats=names)
    assert {tuple(lineup(state)) for state in found} == {tuple(names.split())}
    assert len({tuple(state.cat_of.tolist()) for state in found}) > 20
    assert {state.phase.item() for state in found} == {CHOOSE_GOALS}


def test_named_goals_are_offered_to_everybody():
    for state in states(range(5), goals="AAA-BB-C != AAAA-BB", num_players=3):
        assert state.goal_offer.tolist() == [[3, 0, 1, -1]] * 3 + [[-1] * 4]
        assert state.phase == CHOOSE_GOALS


@pytest.mark.parametrize("num_players", [1, 2, 4])
def test_beginners_have_given_cats_and_goals(num_players):
    """Not equal at the top, AA-BB-CC right, AAA-BBB bottom left; nothing is to choose."""
    for state in states(range(5), setup="beginner", num_players=num_players):
        assert lineup(state) == ["Millie", "Tibbit", "Coconut"]
        names = [[GOALS[goal] for goal in state.goals[seat]] for seat in range(num_players)]
        assert names == [["!=", "AA-BB-CC", "AAA-BBB"]] * num_players
        assert state.phase == PLACE
        assert min(state.hand[:num_players].ravel().tolist()) >= 0
        assert min(state.market.tolist()) >= 0


def test_in_the_family_setup_the_goals_lie_face_down():
    found = states(setup="family")
    assert len({tuple(lineup(state)) for state in found}) == 32
    for state in found:
        assert set(state.goals.ravel().tolist()) == {-1}
        assert set(state.goal_offer.ravel().tolist()) == {-1}
        assert state.phase == PLACE


SCENARIOS = [
    "!= AA-BB-CC AAA-BBB | Millie Tibbit Coconut",
    "!= AAA-BBB AAA-BB-C | Callie Tibbit Coconut",
    "!= AA-BB-CC AA-BB-C-D | Millie Rumi Coconut",
    "!= AAA-BB-C AA-BB-C-D | Millie Tibbit Tecolote",
    "!= AAAA-BB AA-BB-C-D | Callie Coconut Cira",
    "AAAA-BB AAA-BBB AA-BB-CC | Tibbit Tecolote Almond",
    "AAAA-BB AAA-BBB AAA-BB-C | Rumi Coconut Gwenivere",
    "AAAA-BB AAA-BB-C AA-BB-CC | Millie Almond Leo",
    "AAAA-BB AA-BB-CC AA-BB-C-D | Callie Cira Leo",
    "AAA-BBB AAA-BB-C AA-BB-C-D | Tibbit Tecolote Gwenivere",
]


@pytest.mark.parametrize("number", range(1, 11))
@pytest.mark.parametrize("num_players", [1, 3])
def test_scenarios_name_cats_and_goals(number, num_players):
    """Each player chooses which goal goes where."""
    goals, names = (part.split() for part in SCENARIOS[number - 1].split(" | "))
    game = quiltenvs.game("calico", scenario=number, num_players=num_players)
    state = game.new_state(0)
    assert lineup(state) == names
    for seat in range(num_players):
        assert [GOALS[goal] for goal in state.goal_offer[seat, :3]] == goals
        assert state.goal_offer[seat, 3] == -1
    assert state.phase == CHOOSE_GOALS
    assert game.num_legal(state) == 6


def printed(state, seat):
    """Return the words on the quilt of ``seat`` by cell."""
    return {
        cell: color + pattern
        for color, of_color in zip("YGLDPK", state.colors[seat], strict=True)
        for pattern, of_pattern in zip("dfwqsv", state.patterns[seat], strict=True)
        for cell in cells(of_color & of_pattern)
    }


def words_of(name):
    words = dict(zip(HEXES, rules.BOARDS[name].split(), strict=True))
    return {cell: word for cell, word in words.items() if word not in ("..", "##")}


def test_fixed_boards_are_blue_green_purple_and_yellow():
    for state in states(range(5), num_players=4):
        for seat, name in enumerate(["blue", "green", "purple", "yellow"]):
            assert printed(state, seat) == words_of(name)
            assert cells(state.open[seat]) == set(SPACES)


def test_random_boards_are_dealt_anew_for_every_game():
    orders = set()
    for state in states(range(300), num_players=4, boards="random"):
        orders.add(tuple(state.board.tolist()))
        for seat in range(4):
            assert printed(state, seat) == words_of(rules.BOARD_NAMES[state.board[seat]])
    assert len(orders) == 24


def test_seats_that_nobody_takes_stay_empty():
    state = states([0], num_players=2)[0]
    for name in ("colors", "patterns", "open", "buttoned", "visited", "num_placed"):
        assert not state[name][2:].any()


@pytest.mark.parametrize(("lower_variance", "copies"), [(False, 3), (True, 2)])
def test_tiles(lower_variance, copies):
    """108 in all, or without one set of 36."""
    for state in states(range(20), lower_variance=lower_variance):
        tiles = state.tiles[: 36 * copies].tolist()
        assert Counter(tiles) == dict.fromkeys(range(36), copies)
        assert set(state.tiles[36 * copies :].tolist()) <= {-1}
        assert state.bag.tolist() == [copies] * 36


def test_tiles_are_shuffled():
    """Each kind is as often the first."""
    firsts = Counter(state.tiles[0].item() for state in states(range(720)))
    assert len(firsts) == 36
    assert min(firsts.values()) >= 5
    assert max(firsts.values()) <= 45


def test_a_game_of_four_never_runs_out_of_tiles():
    assert 4 * 2 + 3 + 4 * 21 == 95 < 108
    assert 2 + 3 + 2 * 21 == 47 < 72  # solo, where two are drawn at a time


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_a_random_starter_is_drawn_from_the_seed(num_players):
    found = states(starting_player="random", num_players=num_players)
    count = Counter(state.starter.item() for state in found)
    assert sorted(count) == list(range(num_players))
    assert min(count.values()) > 0.7 * len(SEEDS) / num_players
    assert all(state.starter == state.mover for state in found)
    again = states(starting_player="random", num_players=num_players)
    assert found.tobytes() == again.tobytes()


def test_a_fixed_starter_changes_nothing_else():
    """So deals can be played from all seats."""
    zero, one = (states(range(10), starting_player=seat) for seat in (0, 1))
    assert zero["starter"].tolist() == [0] * 10
    assert one["starter"].tolist() == [1] * 10
    for name in ("tiles", "lineup", "cat_of", "goal_offer", "colors", "patterns"):
        assert np.array_equal(zero[name], one[name])
