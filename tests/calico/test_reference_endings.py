"""The literal reference by example: goals, scenarios, places."""

import pytest

from tests.calico.reference_positions import drawn, give, lay, scenario, surround, table
from tests.reference.calico import completes
from tests.reference.calico_tables import GOALS, PLAY, SCENARIOS, SPOTS, neighbours

# "Design Goal Tiles".

PARTITIONS = ["abcdef", "aabcde", "aabbcd", "aabbcc", "aaabcd", "aaabbc", "aaabbb"]
PARTITIONS += ["aaaabc", "aaaabb", "aaaaab", "aaaaaa"]  # all eleven of six
EXACT = dict(zip(GOALS, ["abcdef", "aaaabb", "aaabbb", "aaabbc", "aabbcc", "aabbcd"], strict=True))


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("partition", PARTITIONS)
def test_goal_wants_its_own_partition(goal, partition):
    assert completes(goal, partition) == (partition == EXACT[goal])
    assert completes(goal, partition[::-1]) == (partition == EXACT[goal])


GIVEN = ("AAA-BBB", "AA-BB-CC", "!=")


@pytest.mark.parametrize(
    ("colors", "patterns", "met", "points", "points_if_both"),
    [
        ("YGYGYG", "dfwqsv", (True, False), 8, 0),
        ("YGLDPK", "dffdfd", (False, True), 8, 0),
        ("YYYGGG", "sqsqsq", (True, True), 13, 13),
        ("YYGGLL", "dfwqsv", (False, False), 0, 0),
        ("YYYGG", "dddff", (False, False), 0, 0),  # not yet filled
        ("", "", (False, False), 0, 0),
    ],
)
def test_goal_by_color_by_pattern_and_both(colors, patterns, met, points, points_if_both):
    for need_both, expected in [(False, points), (True, points_if_both)]:
        game = table(goals=GIVEN, goals_need_both=need_both)
        surround(game, "top", colors, patterns)
        assert game.goals_met(0)["top"] == met
        assert game.goals_met(0)["bottom left"] == (False, False)
        assert game.score(0) == expected


@pytest.mark.parametrize("unfilled", range(6))
def test_goal_is_worth_nothing_until_all_six_lie_there(unfilled):
    game = table(goals=("!=", "AAA-BBB", "AA-BB-CC"))
    surround(game, "top", "YGLDPK", "ddffww")
    assert game.score(0) == 10
    del game.placed[0][sorted(neighbours(SPOTS["top"]))[unfilled]]
    assert game.score(0) == 0


def test_each_goal_looks_at_its_own_six():
    game = table(goals=("!=", "AA-BB-CC", "AAA-BBB"))
    game.placed[0] = drawn(
        """
          ..  Yd  Gd  ..  ..
        ..  Ld  ()  Dd  Pf
          Yf  Pf  Kf  ()  Df
        Yw  ()  Pq  Pw  Kw
          Yv  Ps  ..  ..  ..
        """
    )
    assert game.goals_met(0) == {
        "top": (True, False),
        "right": (True, False),
        "bottom left": (True, False),
    }
    assert game.score(0) == 10 + 7 + 8


def test_no_goals_in_the_family_variant():
    game = table()
    surround(game, "top", "YGLDPK", "dfwqsv")
    assert game.goals(0) is None
    assert game.goals_met(0) == {}
    assert game.score(0) == 0
    lay(game, PLAY, "Gd")
    assert game.score(0) == 0


# "Achievements (Scenarios)".

CARDS = {  # goals to complete, a position with all objectives reached
    1: ("---", {"rainbow": True}),
    2: ("---", {"num_cats": (1, 2, 2)}),
    3: ("cp-", {"num_cats": (1, 1, 1), "rainbow": True}),
    4: ("cpc", {"buttons": "PPP"}),
    5: ("ccc", {"num_cats": (0, 3, 0)}),
    6: ("bcp", {"rainbow": True}),
    7: ("cbp", {"num_cats": (3, 1, 1)}),
    8: ("-bc", {"num_cats": (1, 1, 1), "rainbow": True}),
    9: ("bpb", {"num_cats": (1, 1, 1)}),
    10: ("bb-", {"num_cats": (1, 1, 1), "rainbow": True}),
}
NAMES = {
    1: ["score 58", "rainbow"],
    2: ["score 59", "5 cats"],
    3: ["score 60", "2 goals", "one of each cat", "rainbow"],
    4: ["score 61", "3 goals", "3 of one button"],
    5: ["score 62", "3 goals", "3 of one cat"],
    6: ["score 63", "3 goals", "1 goal twice", "rainbow"],
    7: ["score 64", "3 goals", "1 goal twice", "5 cats"],
    8: ["score 66", "2 goals", "1 goal twice", "one of each cat", "rainbow"],
    9: ["score 68", "3 goals", "2 goals twice", "one of each cat"],
    10: ["score 72", "2 goals", "2 goals twice", "one of each cat", "rainbow"],
}


def ended(number, goals, num_cats=(0, 0, 0), buttons="", rainbow=False, missing=0):
    """A position with given tokens that reaches the score of the card, or misses it.

    What is lacking is put onto the goals, so that no other objective is touched.
    """
    cats = " ".join(
        " ".join([cat] * num) for cat, num in zip(SCENARIOS[number].cats, num_cats, strict=True)
    )
    game = scenario(number, goals, cats=cats, buttons=buttons, rainbow=rainbow)
    game._goal_points = lambda seat: 0
    rest = SCENARIOS[number].min_score - game.score(0) - missing
    game._goal_points = lambda seat: rest
    return game


@pytest.mark.parametrize("number", CARDS)
def test_scenario_just_passed_and_missed_by_a_point(number):
    goals, tokens = CARDS[number]
    game = ended(number, goals, **tokens)
    assert game.objectives(0) == dict.fromkeys(NAMES[number], True)
    assert game.passed(0)
    assert game.places() == (1,)
    game = ended(number, goals, missing=1, **tokens)
    assert game.objectives(0) == {name: name != NAMES[number][0] for name in NAMES[number]}
    assert not game.passed(0)
    assert game.places() == (2,)


@pytest.mark.parametrize(
    ("number", "name", "change"),
    [
        (1, "rainbow", {"rainbow": False, "buttons": "YGLDPYGLDP"}),
        (2, "5 cats", {"num_cats": (0, 0, 4)}),
        (3, "2 goals", {"goals": "-c-"}),
        (3, "one of each cat", {"num_cats": (3, 0, 3)}),
        (3, "rainbow", {"rainbow": False}),
        (4, "3 goals", {"goals": "p-c"}),
        (4, "3 of one button", {"buttons": "YYGGLLDDPPKK", "rainbow": True}),
        (5, "3 goals", {"goals": "b-b"}),
        (5, "3 of one cat", {"num_cats": (2, 2, 2)}),
        (6, "3 goals", {"goals": "bb-"}),
        (6, "1 goal twice", {"goals": "ccp"}),
        (6, "rainbow", {"rainbow": False}),
        (7, "3 goals", {"goals": "-bb"}),
        (7, "1 goal twice", {"goals": "pcp"}),
        (7, "5 cats", {"num_cats": (2, 1, 1)}),
        (8, "2 goals", {"goals": "b--"}),
        (8, "1 goal twice", {"goals": "cpc"}),
        (8, "one of each cat", {"num_cats": (2, 2, 0)}),
        (8, "rainbow", {"rainbow": False}),
        (9, "3 goals", {"goals": "bb-"}),
        (9, "2 goals twice", {"goals": "cpb"}),
        (9, "one of each cat", {"num_cats": (0, 2, 2)}),
        (10, "2 goals twice", {"goals": "bcp"}),
        (10, "one of each cat", {"num_cats": (0, 0, 6)}),
        (10, "rainbow", {"rainbow": False}),
    ],
)
def test_scenario_with_one_objective_just_missed(number, name, change):
    goals, tokens = CARDS[number]
    game = ended(number, **{"goals": goals, **tokens, **change})
    assert game.objectives(0) == {other: other != name for other in NAMES[number]}
    assert not game.passed(0)


def test_everybody_who_passes_a_scenario_passes():
    card = SCENARIOS[1]
    game = table(num_players=3, cats=" ".join(card.cats), offers=[card.goals] * 3, scenario=1)
    for _ in range(3):
        game.play(("goals", 2, 1, 0))
    give(game, 0, cats="Coconut " * 9, rainbow=True)  # 66
    give(game, 1, cats="Coconut " * 8, rainbow=True)  # 59
    give(game, 2, cats="Coconut " * 10)  # 70, no rainbow
    assert [game.passed(seat) for seat in range(3)] == [True, True, False]
    assert game.places() == (2, 3, 1)


# "Game End + Final Scoring".


@pytest.mark.parametrize(("target", "place"), [(29, 1), (30, 1), (31, 2)])
def test_solo_target(target, place):
    game = table(target_score=target)
    give(game, buttons="Y" * 10)
    assert game.objectives(0) == {}
    assert game.places() == (place,)
    assert game.passed(0) == (place == 1)


def test_points_of_tokens_and_goals_add_up():
    game = table(cats="Callie Almond Leo", goals=["!=", "AAAA-BB", "AAA-BBB"])
    give(game, buttons="YYG", cats="Callie Almond Almond Leo", rainbow=True)
    surround(game, "top", "YGLDPK", "dfwqsv")
    assert game.score(0) == 3 * 3 + 3 + 3 + 9 + 9 + 11 + 15


@pytest.mark.parametrize(
    ("tokens", "places"),
    [
        # More points go before more cats.
        (["YYYY", "|Millie Millie Millie"], (1, 2)),
        # Nine points each: cat tokens of all kinds together.
        (["Y|Millie Millie", "YGL", "YY|Millie", "PPP"], (1, 3, 2, 3)),
        (["Y|Coconut", "|Millie Coconut", "Y|Coconut"], (2, 1, 2)),
        # Twelve points and one cat each: button tokens.
        (["Y|Cira", "YYY|Millie", "YGL|Millie"], (3, 1, 1)),
        # The rainbow is a button.
        (["YG*|Millie", "YYY|Millie", "Y|Cira", "Y*|Millie"], (1, 1, 3, 4)),
        (["", "", ""], (1, 1, 1)),
    ],
)
def test_tie_breaks(tokens, places):
    cats = "Millie Tibbit Cira" if "Cira" in "".join(tokens) else "Millie Tibbit Coconut"
    game = table(num_players=len(tokens), cats=cats)
    for seat, given in enumerate(tokens):
        buttons, _, names = given.partition("|")
        give(game, seat, buttons.strip("*"), names, rainbow="*" in buttons)
    assert game.places() == places
