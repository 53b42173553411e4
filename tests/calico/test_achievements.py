"""Who may fill which circle after a game of Calico, and what a chart makes of it."""

import itertools

import pytest

import quiltenvs
from quiltenvs.calico.achievements import ACHIEVEMENTS, AchievementError, earned, mode_of
from quiltenvs.calico.config import RESTRICTIONS, CalicoConfig
from quiltenvs.calico.progress import ChartError, ProgressChart
from quiltenvs.core.errors import QuiltError
from tests.calico.test_scenarios import EXACT, finished

NAMED = {"cats": "Millie Tibbit Coconut", "goals": "!= AA-BB-CC AAA-BBB"}
GAME = quiltenvs.game("calico", **NAMED)
# As in the tests of scenarios: how the goals are met, tokens of each cat, buttons of each color.
NOTHING = "--- 0 0 0 000000"
MODEST = "c-- 1 0 0 100000"  # wins over nothing and meets no achievement
RICH = "bbb 2 2 2 111111"  # 90 points, a rainbow and two of each cat
RICH_IDS = [f"score_{points}" for points in range(60, 90, 5)] + ["rainbow", "each_cat_twice"]
NO_GOALS = "--- 1 0 0 100000"
SEVERAL = "c-- 0 8 2 100000"  # 67 points: score_60 and score_65


def circles(game, state, player=0):
    return [achievement.name for achievement in earned(game, state, player)]


def quilt_of(points):
    """Return a quilt of so many points that meets nothing but thresholds of points."""
    for tibbits, coconuts, buttons in itertools.product(range(9), range(9), range(1, 10)):
        if 10 + 5 * tibbits + 7 * coconuts + 3 * buttons == points and tibbits + coconuts:
            return f"c-- 0 {tibbits} {coconuts} {buttons}00000"
    raise AssertionError(points)


def test_the_circles_are_these():
    assert [achievement.name for achievement in ACHIEVEMENTS] == [
        *("score_60", "score_65", "score_70", "score_75", "score_80", "score_85"),
        *("rainbow", "no_buttons", "no_cats", "no_goals", "each_cat_twice"),
        *RESTRICTIONS,
        *(f"scenario_{k}" for k in range(1, 11)),
    ]
    modes = [achievement.mode for achievement in ACHIEVEMENTS]
    assert modes == ["normal game"] * 11 + ["rule restriction"] * 5 + ["scenario"] * 10
    texts = {achievement.text for achievement in ACHIEVEMENTS}
    assert len(texts) == len(ACHIEVEMENTS)
    assert all(text.strip() == text != "" for text in texts)


@pytest.mark.parametrize("least", [60, 65, 70, 75, 80, 85])
def test_a_threshold_of_points_is_met_at_exactly_these_points(least):
    for points, expected in [(least - 1, False), (least, True), (least + 1, True)]:
        state = finished(GAME, quilt_of(points))
        assert GAME.score(state, 0) == points
        assert (f"score_{least}" in circles(GAME, state)) == expected
        assert all(name.startswith("score_") for name in circles(GAME, state))


@pytest.mark.parametrize(
    ("met", "missed", "name"),
    [
        ("c-- 1 0 0 111111", "c-- 1 0 0 311110", "rainbow"),
        ("c-- 1 0 0 000000", "c-- 1 0 0 000001", "no_buttons"),
        ("c-- 0 0 0 100000", "c-- 0 0 1 100000", "no_cats"),
        ("--- 1 0 0 100000", "--p 1 0 0 100000", "no_goals"),
        ("--- 1 0 0 100000", "-c- 1 0 0 100000", "no_goals"),
        ("--- 1 0 0 100000", "b-- 1 0 0 100000", "no_goals"),
        ("c-- 2 2 2 100000", "c-- 2 2 1 100000", "each_cat_twice"),
        ("c-- 2 3 2 100000", "c-- 1 3 2 100000", "each_cat_twice"),
    ],
)
def test_what_else_a_normal_game_asks_for(met, missed, name):
    assert circles(GAME, finished(GAME, met)) == [name]
    assert circles(GAME, finished(GAME, missed)) == []


def test_all_that_was_earned_in_the_order_of_the_table():
    assert circles(GAME, finished(GAME, RICH)) == RICH_IDS
    assert circles(GAME, finished(GAME, "--- 0 0 1 000000")) == ["no_buttons", "no_goals"]


def test_only_the_winner_earns():
    state = finished(GAME, RICH, "bbb 2 2 2 211111")
    assert circles(GAME, state, 0) == []
    assert circles(GAME, state, 1) == RICH_IDS


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_each_winner_of_a_shared_victory_earns(num_players):
    game = quiltenvs.game("calico", num_players=num_players, **NAMED)
    state = finished(game, *[RICH] * 2, *[MODEST] * (num_players - 2))
    assert [circles(game, state, seat) for seat in (0, 1)] == [RICH_IDS] * 2
    assert all(circles(game, state, seat) == [] for seat in range(2, num_players))


def test_a_tie_broken_by_cats_has_one_winner():
    state = finished(GAME, "c-- 2 0 0 100000", "c-- 1 0 0 200000")
    assert GAME.scores(state) == (19, 19)
    assert [circles(GAME, state, seat) for seat in (0, 1)] == [[], []]
    state = finished(GAME, "c-- 0 0 0 100000", "--- 0 2 0 100000")
    assert GAME.scores(state) == (13, 13)
    assert [circles(GAME, state, seat) for seat in (0, 1)] == [[], ["no_goals"]]


def test_a_normal_game_needs_company():
    game = quiltenvs.game("calico", num_players=1, **NAMED)
    state = finished(game, RICH)
    assert game.ranking(state) == (1,)
    assert circles(game, state) == []


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"setup": "beginner"},
        {"lower_variance": True},
        {"boards": "random"},
        {"starting_player": "random"},
        {"num_players": 4},
        {"cats": "Callie Almond Leo"},
        {"goals": "AAAA-BB AA-BB-C-D !="},
    ],
    ids=str,
)
def test_what_counts_as_normal(options):
    game = quiltenvs.game("calico", **options)
    assert mode_of(game.config) == "normal game"
    assert circles(game, finished(game, "--- 1 0 0 100000")) == ["no_goals"]


@pytest.mark.parametrize("options", [{}, {"next_to_placed": True}], ids=str)
def test_the_family_variant_earns_nothing(options):
    game = quiltenvs.game("calico", setup="family", **options)
    assert mode_of(game.config) == ""
    assert circles(game, finished(game, "--- 2 2 2 111111")) == []


@pytest.mark.parametrize("name", RESTRICTIONS)
def test_a_restriction_earns_its_own_circle_only(name):
    game = quiltenvs.game("calico", **NAMED, **{name: True})
    assert mode_of(game.config) == "rule restriction"
    for quilt in (MODEST, RICH):
        state = finished(game, quilt)
        assert circles(game, state, 0) == [name]
        assert circles(game, state, 1) == []
    state = finished(game, RICH, RICH)
    assert [circles(game, state, seat) for seat in (0, 1)] == [[name], [name]]
    alone = quiltenvs.game("calico", num_players=1, **NAMED, **{name: True})
    assert circles(alone, finished(alone, RICH)) == []


@pytest.mark.parametrize("names", [*itertools.combinations(RESTRICTIONS, 2), RESTRICTIONS])
def test_several_restrictions_earn_nothing(names):
    game = quiltenvs.game("calico", **NAMED, **dict.fromkeys(names, True))
    assert mode_of(game.config) == ""
    assert circles(game, finished(game, RICH)) == []


@pytest.mark.parametrize("num_players", [1, 2, 4])
@pytest.mark.parametrize("k", EXACT)
def test_everybody_who_passes_a_scenario_earns_it(k, num_players):
    game = quiltenvs.game("calico", num_players=num_players, scenario=k)
    assert mode_of(game.config) == "scenario"
    winner = "bbb 3 3 3 333333"
    quilts = [EXACT[k], winner, NOTHING, EXACT[k]][:num_players]
    found = [circles(game, finished(game, *quilts), seat) for seat in range(num_players)]
    passed = [f"scenario_{k}"]
    assert found == [passed, passed, [], passed][:num_players]


def test_the_winner_may_fail_a_scenario():
    game = quiltenvs.game("calico", scenario=1)
    state = finished(game, EXACT[1], "bbb 9 9 9 999990")
    assert game.ranking(state) == (2, 1)
    assert [circles(game, state, seat) for seat in (0, 1)] == [["scenario_1"], []]


def test_modes_of_games_for_one():
    assert mode_of(CalicoConfig(num_players=1)) == ""
    assert mode_of(CalicoConfig(num_players=1, no_hand=True)) == ""
    assert mode_of(CalicoConfig(num_players=1, scenario=10)) == "scenario"


@pytest.mark.parametrize("options", [NAMED, {"scenario": 1}, {"num_players": 1}], ids=str)
def test_an_unfinished_game_is_refused(options):
    game = quiltenvs.game("calico", **options)
    with pytest.raises(AchievementError, match="the game is not over"):
        earned(game, game.new_state(0), 0)


def test_a_game_that_was_played():
    state = GAME.new_state(3)
    while not GAME.is_terminal(state):
        with pytest.raises(AchievementError):
            earned(GAME, state, 0)
        GAME.play(state, GAME.legal_actions(state)[-1])
    before = state.tobytes()
    winner = GAME.ranking(state).index(1)
    assert circles(GAME, state, 1 - winner) == []
    assert set(circles(GAME, state, winner)) <= {"no_goals", "no_cats", "no_buttons"}
    assert state.tobytes() == before


@pytest.mark.parametrize("player", [-1, 2])
def test_a_seat_beyond_the_table_is_refused(player):
    with pytest.raises(AchievementError, match=f"no player {player}; they are 0"):
        earned(GAME, finished(GAME, RICH, RICH), player)


def test_another_game_is_refused():
    patchwork = quiltenvs.game("patchwork")
    with pytest.raises(AchievementError, match="only calico has achievements, not patchwork"):
        earned(patchwork, patchwork.new_state(0), 0)
    with pytest.raises(AchievementError, match="not one of calico"):
        earned(GAME, patchwork.new_state(0), 0)
    assert issubclass(AchievementError, QuiltError)


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"num_players": 3}, "num_players"),
        ({"setup": "family"}, "setup"),
        ({"scenario": 2}, "scenario"),
        ({"no_hand": True}, "restrictions"),
    ],
)
def test_a_state_of_another_variant_is_refused(options, field):
    played = quiltenvs.game("calico", **options)
    state = finished(played, NOTHING)
    with pytest.raises(AchievementError, match=f"another variant .* its {field} is"):
        earned(quiltenvs.game("calico"), state, 0)


# --- recording a game on a chart


def chart_of(*names, **filled):
    """Return a chart with these names, and others with the circles they have filled."""
    chart = ProgressChart()
    for name in (*names, *filled):
        chart.add_player(name)
    for name, circles in filled.items():
        for circle in circles.split():
            chart.fill(name, circle)
    return chart


def refused(chart, message, call):
    """Check that ``call`` is refused with ``message``, and that nothing has changed."""
    before = chart.to_json()
    with pytest.raises(ChartError) as caught:
        call()
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert chart.to_json() == before


def test_the_winner_s_choice_is_filled():
    chart = chart_of("Ada", "Ben")
    state = finished(GAME, NOTHING, SEVERAL)
    assert chart.record(GAME, state, ["Ada", "Ben"], {"Ben": "score_65"}) == {"Ben": "score_65"}
    assert (chart.filled("Ada"), chart.filled("Ben")) == ((), ("score_65",))


def test_one_circle_a_game():
    """The same game cannot be had twice with the same choice, and the second has one left."""
    chart = chart_of(Ada="score_60")
    state = finished(GAME, SEVERAL)
    assert chart.record(GAME, state, ["Ada", None]) == {"Ada": "score_65"}
    assert chart.record(GAME, state, ["Ada", None]) == {}
    assert chart.filled("Ada") == ("score_60", "score_65")


def test_no_choice_is_needed_without_an_alternative():
    chart = chart_of("Ada", "Ben")
    assert chart.record(GAME, finished(GAME, NO_GOALS), ["Ada", "Ben"]) == {"Ada": "no_goals"}
    assert chart.record(GAME, finished(GAME, "c-- 1 0 0 100000"), ["Ada", "Ben"]) == {}


def test_seats_that_keep_no_chart():
    chart = chart_of("Ada")
    state = finished(GAME, SEVERAL, NOTHING)
    assert chart.record(GAME, state, [None, "Ada"]) == {}
    assert chart.record(GAME, state, [None, None]) == {}
    assert chart.points("Ada") == 0


def test_winners_of_a_shared_victory_each_choose():
    chart = chart_of("Ada", "Ben")
    state = finished(GAME, SEVERAL, SEVERAL)
    choices = {"Ben": "score_60", "Ada": "score_65"}
    assert chart.record(GAME, state, ["Ada", "Ben"], choices) == choices
    assert (chart.filled("Ada"), chart.filled("Ben")) == (("score_65",), ("score_60",))


def test_all_who_pass_a_scenario_fill_it():
    game = quiltenvs.game("calico", num_players=4, scenario=4)
    chart = chart_of("Ada", "Ben", "Eve", Cat="scenario_4")
    state = finished(game, EXACT[4], NOTHING, EXACT[4], EXACT[4])
    found = chart.record(game, state, ["Ada", "Ben", "Cat", "Eve"])
    assert found == {"Ada": "scenario_4", "Eve": "scenario_4"}
    assert [chart.points(name) for name in ("Ada", "Ben", "Cat", "Eve")] == [1, 0, 1, 1]
    alone = quiltenvs.game("calico", num_players=1, scenario=4)
    assert chart.record(alone, finished(alone, EXACT[4]), ["Ben"]) == {"Ben": "scenario_4"}


def test_a_restriction_is_filled_by_the_winner():
    game = quiltenvs.game("calico", no_hand=True, **NAMED)
    chart = chart_of("Ada", "Ben")
    state = finished(game, SEVERAL, NOTHING)
    assert chart.record(game, state, ["Ben", "Ada"]) == {"Ben": "no_hand"}


@pytest.mark.parametrize(
    ("names", "choices", "message"),
    [
        (["Ada", "Ben"], {}, "'Ada' may fill one of score_60, score_65: choose which"),
        (["Ada", "Ben"], {"Ada": "no_cats"}, "has not earned 'no_cats', but score_60, score_65"),
        (["Ada", "Ben"], {"Ada": "fame"}, "no achievement 'fame'"),
        (["Cat", "Ben"], {"Cat": "score_60"}, "'Cat' has filled 'score_60' already"),
        (["Ben", "Cat"], {"Ben": "score_60", "Cat": "score_65"}, "not earned 'score_65', but noth"),
        (["Ada", "Ben"], {"Cat": "score_60"}, "'Cat' chooses a circle, but has no seat"),
        (["Ada", "Ben"], {"Eve": "score_60"}, "'Eve' chooses a circle, but has no seat"),
        (["Ada", None], {"Ben": "score_60"}, "'Ben' chooses a circle, but has no seat"),
        (["Ada"], {"Ada": "score_60"}, "not one for each of 2 seats"),
        (["Ada", "Ben", "Cat"], {"Ada": "score_60"}, "not one for each of 2 seats"),
        ("AB", {}, "not one for each of 2 seats"),
        (["Ada", "Eve"], {"Ada": "score_60"}, "'Eve' is not on the progress chart"),
        (["Ada", "Ada"], {"Ada": "score_60"}, "have somebody in two seats"),
    ],
)
def test_records_that_are_refused(names, choices, message):
    chart = chart_of("Ada", "Ben", "A", "B", Cat="score_60")
    state = finished(GAME, SEVERAL, NOTHING)
    refused(chart, message, lambda: chart.record(GAME, state, names, choices))


def test_all_or_nothing():
    """The first winner's choice is good, the second's is not."""
    chart = chart_of("Ada", "Ben")
    state = finished(GAME, SEVERAL, SEVERAL)
    for second in ("no_cats", "fame"):
        choices = {"Ada": "score_60", "Ben": second}
        with pytest.raises(ChartError):
            chart.record(GAME, state, ["Ada", "Ben"], choices)
        assert chart.points("Ada") == chart.points("Ben") == 0


def test_an_unfinished_game_is_not_recorded():
    chart = chart_of("Ada")
    for names in (["Ada", None], [None, None]):
        with pytest.raises(AchievementError, match="not over"):
            chart.record(GAME, GAME.new_state(0), names)
    assert chart.points("Ada") == 0
