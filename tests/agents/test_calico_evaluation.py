"""The worth of a Calico quilt: once more from sets of cells, and on drawn positions."""

from collections import Counter

import numpy as np
import pytest

import quiltenvs
from quiltenvs.agents import calico_weights as weights
from quiltenvs.agents.calico_evaluation import (
    evaluate,
    worth_of_colors,
    worth_of_goals,
    worth_of_patterns,
)
from quiltenvs.agents.calico_heuristic import quick_action
from quiltenvs.calico.scoring import put
from quiltenvs.calico.state import TAKE
from quiltenvs.core.jit import COMPILED
from tests.agents.samples import sample_positions
from tests.calico.positions import CATS as CAT_NAMES
from tests.calico.positions import EMPTY, GOALS, HEXES, RINGS, cells, index, kind, table
from tests.calico.positions import touches as do_touch
from tests.reference.calico_tables import CATS, areas, walked
from tests.reference.calico_tables import GOALS as GOAL_TILES
from tests.strategies import random_game, scaled

NEAR = {one: {other for other in HEXES if do_touch(one, other)} for one in HEXES}
CAT = {name: i for i, name in enumerate(CAT_NAMES)}
OPTIONS = [
    {"num_players": 1, "setup": "beginner"},
    {"num_players": 2},
    {"num_players": 1, "cats": "Callie Almond Leo", "goals_need_both": True},
    {"num_players": 1, "cats": "Rumi Tecolote Gwenivere"},
    {"num_players": 3, "cats": "Tibbit Cira Gwenivere", "setup": "family"},
]


def touching(some):
    return {cell for one in some for cell in NEAR[one]}


def stage_of(num_open):
    return next(stage for stage, most in enumerate([2, 5, 9, 14, 22]) if num_open <= most)


def literal_colors(state, player, stage):
    worth, num_buttoned, spaces = 0, 0, cells(state.open[player])
    for color in range(6):
        has_button = int(state.buttons[player, color] > 0)
        num_buttoned += has_button
        found = areas(cells(state.colors[player, color]))
        tokens = cells(state.button_tokens[player])
        loose = [area for area in found if not area & tokens]
        free = spaces - touching({cell for area in found if area & tokens for cell in area})
        for area in loose:
            room = min(4, len(touching(area) & free))
            worth += weights.GROUPS[stage, has_button, len(area) - 1, room]
        ready = [
            cell for cell in free if sum(len(area) for area in loose if NEAR[cell] & area) >= 2
        ]
        worth += weights.READY[stage, has_button, min(4, len(ready))]
    return worth + weights.RAINBOW[stage, num_buttoned]


def literal_areas(loose, free, name, stage):
    worth = 0
    for area in loose:
        room = touching(area) & free
        around = next(a for a in areas(set().union(free, *loose)) if area <= a)
        if room and (stage > 2 or len(around) >= CATS[name].min_size):
            worth += weights.AREAS[stage, CAT[name], len(area), min(4, len(room))]
    return worth


def literal_shapes(loose, free, name, stage):
    own = set().union(*loose)
    shapes = {
        frozenset(walked(start, turn, CATS[name].walk)) for start in HEXES for turn in range(6)
    }
    missing = [shape & free for shape in shapes if shape & own and shape <= own | free]
    worth = 0
    for count in range(1, 7):
        ways = [lacking for lacking in missing if len(lacking) == count]
        num_ways = len(set(ways)) if count == 1 else len(ways)
        worth += weights.SHAPES[stage, CAT[name], count, min(4, num_ways)]
    return worth


def literal_patterns(state, player, stage):
    worth, names = 0, list(CAT)
    for pattern in range(6):
        name = names[state.lineup[state.cat_of[pattern]]]
        found = areas(cells(state.patterns[player, pattern]))
        tokens = cells(state.cat_tokens[player])
        loose = [area for area in found if not area & tokens]
        closed = {cell for area in found if area & tokens for cell in area}
        free = cells(state.open[player]) - touching(closed)
        judge = literal_shapes if CATS[name].walk else literal_areas
        worth += judge(loose, free, name, stage)
    return worth


def literal_goals(state, player):
    worth = 0
    for spot, ring in enumerate(RINGS):
        goal = state.goals[player, spot]
        if goal >= 0 and cells(state.open[player]) & set(ring):
            rows = [
                weights.PARTITIONS.index(counts_around(words, ring))
                for words in (state.colors[player], state.patterns[player])
            ]
            worth += weights.GOALS[state.restrictions[1], goal, rows[0], rows[1]]
    return worth


def counts_around(words, ring):
    """How many cells of a ring share a part, most first."""
    counts = [len(cells(word) & set(ring)) for word in words]
    return tuple(sorted(filter(None, counts), reverse=True))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_parts_from_sets_of_cells(options):
    game = quiltenvs.game("calico", **options)
    for seed in range(scaled(4)):
        for state in sample_positions(game, seed):
            player = int(game.current_player(state))
            num_open = len(cells(state.open[player]))
            if num_open == 0:
                continue
            stage = stage_of(num_open)
            colors = literal_colors(state, player, stage)
            patterns = literal_patterns(state, player, stage)
            goals = literal_goals(state, player)
            assert worth_of_colors(state, player, stage) == colors
            assert worth_of_patterns(state, player, stage) == patterns
            assert worth_of_goals(state, player) == goals
            now = 100 * game.score(state, player) + weights.TO_COME[num_open]
            assert evaluate(state, player) == now + colors + patterns + goals


def test_a_finished_quilt_is_worth_its_points():
    game = quiltenvs.game("calico", num_players=2)
    for seed in range(scaled(3)):
        last = random_game(game, seed)[-1]
        assert [evaluate(last, player) for player in (0, 1)] == [
            100 * points for points in game.scores(last)
        ]


PAIR = """
    Kv  Ys  Lv  Kf  Pq  Yw  Gs
      Gw  ..  ..  ..  ..  ..  Dd
    Dq  ..  ..  ##  ..  ..  Pv
      Lf  ..  ..  ..  ##  ..  Yf
    Ps  ..  ##  Gq  Gv  ..  Gq
      Yd  ..  ..  ..  ..  ..  Dw
    Pw  Lq  Kw  Df  Gv  Kd  Ls
"""
"""Two green tiles side by side on an otherwise empty quilt."""


def difference(before, after, part):
    """What ``part`` is worth more after than before, at the same stage."""
    return part(after, 0, 4) - part(before, 0, 4)


def test_a_pair_of_green_counted_by_hand():
    # Single green hexes of the border: Gw and Gs touch two spaces, Gq touches (5, 5), (4, 5) and
    # (3, 5), Gv in the bottom row two.
    # Of the pair, (3, 3), (4, 5), (5, 2), (5, 3), (5, 4) are open: more than four. One more tile at
    # any of the five makes three, so does (5, 4) next to Gv.
    state = table(PAIR)
    groups, ready = weights.GROUPS[4, 0], weights.READY[4, 0]
    empty = table(EMPTY)
    expected = groups[1, 4] + ready[4]
    assert difference(empty, state, worth_of_colors) == expected


def test_green_next_to_a_button_is_worth_nothing():
    # A third green tile earns the button. Around the area nothing of green can grow then.
    state = table(PAIR.replace("Gq  Gv  ..  Gq", "Gq  Gv  Gd  Gq"))
    assert state.buttons[0].tolist() == [0, 1, 0, 0, 0, 0]
    area = cells(state.buttoned[0])
    assert area == {(4, 3), (4, 4), (4, 5), (4, 6)}
    before, after = table(EMPTY), state
    singles = [weights.GROUPS[4, 0, 0, len(NEAR[c] & cells(before.open[0]))] for c in GREEN_BORDER]
    others = [
        weights.GROUPS[4, 1, 0, len((NEAR[cell] & cells(after.open[0])) - touching(area))]
        for cell in GREEN_BORDER
        if cell != (4, 6)
    ]
    change = sum(others) - sum(singles) + weights.RAINBOW[4, 1] - weights.RAINBOW[4, 0]
    lost = colors_other_than_green(after) - colors_other_than_green(before)
    assert difference(before, after, worth_of_colors) == change + lost


GREEN_BORDER = [(0, 6), (1, 0), (4, 6), (6, 4)]


def colors_other_than_green(state):
    """The worth of the other colors, of which only single hexes of the border are there."""
    return sum(
        weights.GROUPS[4, 0, 0, min(4, len(NEAR[cell] & cells(state.open[0])))]
        for color in (0, 2, 3, 4, 5)
        for cell in cells(state.colors[0, color])
    )


def with_goal(name, colors, patterns, **options):
    """A quilt with this goal at the top, and tiles around it from the top left."""
    others = [goal for goal in GOALS if goal != name][:2]
    state = table(EMPTY, goals=" ".join([name, *others]), **options)
    for cell, color, pattern in zip(RINGS[0], colors, patterns, strict=False):
        put(state, 0, kind(color + pattern), index(cell))
    return state


def goal_worth(name, colors, patterns, **options):
    state, rest = with_goal(name, colors, patterns, **options), 0
    for spot in (1, 2):
        rows = [
            weights.PARTITIONS.index(counts_around(words, RINGS[spot]))
            for words in (state.colors[0], state.patterns[0])
        ]
        strict = state.restrictions[1]
        rest += weights.GOALS[strict, state.goals[0, spot], rows[0], rows[1]]
    return worth_of_goals(state, 0) - rest


def row(*counts):
    return weights.PARTITIONS.index(counts)


@pytest.mark.parametrize(
    ("name", "colors", "patterns", "by_color", "by_pattern"),
    [
        ("!=", "", "", (), ()),
        ("!=", "Y", "d", (1,), (1,)),
        ("!=", "YGLDP", "dfwqs", (1, 1, 1, 1, 1), (1, 1, 1, 1, 1)),
        ("!=", "YGLDP", "ddwqs", (1, 1, 1, 1, 1), (2, 1, 1, 1)),
        ("AAA-BBB", "YGYGY", "dfwqs", (3, 2), (1, 1, 1, 1, 1)),
        ("AA-BB-CC", "YGYGL", "ddfww", (2, 2, 1), (2, 2, 1)),
        ("AAAA-BB", "YYYGG", "ddddf", (3, 2), (4, 1)),
    ],
)
def test_goals_by_the_counts_around_them(name, colors, patterns, by_color, by_pattern):
    goal = GOALS.index(name)
    for strict in (0, 1):
        worth = weights.GOALS[strict, goal, row(*by_color), row(*by_pattern)]
        assert goal_worth(name, colors, patterns, goals_need_both=bool(strict)) == worth


def test_goals_that_need_both_are_worth_less():
    assert goal_worth("!=", "YGLDP", "ddwqs") > 300
    assert abs(goal_worth("!=", "YGLDP", "ddwqs", goals_need_both=True)) < 100
    assert np.all(weights.GOALS[0, range(6), 0, 0] > weights.GOALS[1, range(6), 0, 0])


def test_a_surrounded_goal_and_one_face_down_are_worth_nothing_more():
    assert goal_worth("!=", "YGLDPK", "dfwqsv") == 0
    assert with_goal("!=", "YGLDPK", "dfwqsv").goals_met[0, 0] == 3
    assert worth_of_goals(table(EMPTY), 0) == 0


def test_the_last_tile_of_a_shape_counts_the_spaces_not_the_ways():
    # Dots at (2, 1), (1, 1), (1, 2): the space (2, 2) makes a triangle of the first two and one of
    # the last two.
    bent = EMPTY.replace("Gw  ..  ..", "Gw  Ld  Pd").replace("Dq  ..", "Dq  Gd")
    state = table(bent, cats="Callie Tibbit Coconut")
    straight = table(
        EMPTY.replace("Gw  ..  ..  ..", "Gw  Ld  Pd  Gd"), cats="Callie Tibbit Coconut"
    )
    for other in (state, straight):
        assert other.cats[0].tolist() == [0, 0, 0]
        assert worth_of_patterns(other, 0, 4) == literal_patterns(other, 0, 4)
    shapes = weights.SHAPES[4, CAT["Callie"]]
    dots = cells(state.patterns[0, 0])
    missing = [s & cells(state.open[0]) for s in triangles() if len(s & dots) == 2]
    assert [cell for lacking in missing for cell in lacking].count((2, 2)) == 2
    assert len({cell for lacking in missing for cell in lacking}) == 1
    assert shapes[1, 1] != shapes[1, 2]


def triangles():
    return {frozenset(walked(one, turn, CATS["Callie"].walk)) for one in HEXES for turn in range(6)}


def test_partitions_are_told_apart_by_their_cubes():
    sums = Counter(sum(count**3 for count in counts) for counts in weights.PARTITIONS)
    assert len(sums) == len(weights.PARTITIONS) == 1 + 1 + 2 + 3 + 5 + 7 + 11
    assert max(sums.values()) == 1


def test_tables_have_numbers_where_something_can_come_and_nowhere_else():
    assert not weights.GROUPS[..., 0].any()
    assert not weights.AREAS[:, :, 0].any()
    assert not weights.SHAPES[:, :, 0].any()
    for name, cat in CATS.items():
        areas_of, shapes_of = (part[:, CAT[name]] for part in (weights.AREAS, weights.SHAPES))
        assert areas_of.any() == (cat.walk is None)
        assert shapes_of.any() == (cat.walk is not None)
        if cat.walk is None:
            assert areas_of[4, 1 : cat.min_size, 1:].all()
            assert not areas_of[:, cat.min_size :].any()
    for goal, name in enumerate(GOALS):
        for size in range(6):
            rows = [i for i, counts in enumerate(weights.PARTITIONS) if sum(counts) == size]
            dead = [i for i in rows if not can_become(weights.PARTITIONS[i], name)]
            assert weights.GOALS[0, goal, rows[0], rows[0]] != 0 or rows[0] in dead
            assert not weights.GOALS[:, goal][np.ix_([0, 1], dead, dead)].any()


def can_become(counts, name):
    wanted = GOAL_TILES[name].counts
    return len(counts) <= len(wanted) and all(
        have <= want for have, want in zip(counts, wanted, strict=False)
    )


@pytest.mark.skipif(not COMPILED, reason="plays many whole games")
@pytest.mark.parametrize("options", [{}, {"setup": "beginner"}], ids=str)
def test_the_worth_is_a_forecast_that_gets_better(options):
    game = quiltenvs.game("calico", num_players=1, **options)
    placed, errors = [2, 13, 20], []
    for state in game.new_states(range(60)):
        forecasts = []
        while not game.is_terminal(state):
            game.step(state, int(quick_action(state)))
            if state.num_placed[0] in placed and state.phase == TAKE:
                forecasts.append(evaluate(state, 0) / 100)
        errors.append(game.score(state, 0) - np.array(forecasts))
    spread = np.std(errors, axis=0)
    assert (spread[:-1] > 1.1 * spread[1:]).all()
    assert spread[0] < 9
    # The worth is learnt from games of all kinds, of which solo games end with more than most.
    assert np.abs(np.mean(errors, axis=0)).max() < 7
