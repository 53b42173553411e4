"""Options of Calico: defaults, and what is refused, alone and in combination."""

import pytest

import quiltenvs
from quiltenvs.calico.config import CalicoConfig

DEFAULTS = {
    "num_players": 2,
    "starting_player": 0,
    "setup": "standard",
    "cats": "random",
    "goals": "dealt",
    "scenario": 0,
    "boards": "fixed",
    "lower_variance": False,
    "next_to_placed": False,
    "goals_need_both": False,
    "no_hand": False,
    "next_to_same_color": False,
    "next_to_same_pattern": False,
    "target_score": 60,
}


def refusal(**options):
    with pytest.raises(quiltenvs.OptionError) as caught:
        quiltenvs.game("calico", **options)
    return str(caught.value)


def test_options_and_defaults():
    assert quiltenvs.game("calico").config.to_dict() == DEFAULTS


@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [
        ("num_players", 0, "use 1 or 2 or 3 or 4"),
        ("num_players", 5, "use 1 or 2 or 3 or 4"),
        ("num_players", True, "use 1 or 2 or 3 or 4"),
        ("starting_player", 4, "use 0 or 1 or 2 or 3 or 'random'"),
        ("setup", "expert", "use 'standard' or 'beginner' or 'family'"),
        ("scenario", 11, "use 0 or 1 or 2 or 3 or 4 or 5 or 6 or 7 or 8 or 9 or 10"),
        ("scenario", -1, "use 0 or 1"),
        ("boards", "blue", "use 'fixed' or 'random'"),
        *(
            (name, 1, "use False or True")
            for name, value in DEFAULTS.items()
            if isinstance(value, bool)
        ),
    ],
)
def test_values_outside_the_lists(option, value, allowed):
    assert refusal(**{option: value}).startswith(f"{option}={value!r} is not allowed; {allowed}")


NAMES = "Millie, Callie, Tibbit, Rumi, Coconut, Tecolote, Cira, Almond, Gwenivere, Leo"


@pytest.mark.parametrize(
    ("cats", "fault"),
    [
        ("Millie Tibbit", "not three different names with a space between"),
        ("Millie Tibbit Coconut Leo", "not three different names with a space between"),
        ("Millie Tibbit Millie", "not three different names with a space between"),
        ("Millie  Tibbit Coconut", "not three different names with a space between"),
        ("Millie Tibbit Oliver", f"no 'Oliver' among {NAMES}"),
        ("millie Tibbit Coconut", f"no 'millie' among {NAMES}"),
        ("Millie Callie Coconut", "two of them are on one tile"),
        ("Leo Coconut Gwenivere", "two of them are on one tile"),
        (3, "not a text"),
        (None, "not a text"),
    ],
)
def test_cats(cats, fault):
    assert refusal(cats=cats) == (
        f"cats={cats!r} is not allowed ({fault}); use 'random' or three names on different "
        "tiles, e.g. 'Millie Rumi Coconut'"
    )


@pytest.mark.parametrize(
    ("goals", "fault"),
    [
        ("!= AAA-BBB", "not three different names with a space between"),
        ("!= != AAA-BBB", "not three different names with a space between"),
        (
            "!= AAA-BBB AABBCC",
            "no 'AABBCC' among !=, AAAA-BB, AAA-BBB, AAA-BB-C, AA-BB-CC, AA-BB-C-D",
        ),
        (["!=", "AAA-BBB", "AA-BB-CC"], "not a text"),
    ],
)
def test_goals(goals, fault):
    assert refusal(goals=goals) == (
        f"goals={goals!r} is not allowed ({fault}); use 'dealt' or three names, e.g. "
        "'!= AAA-BBB AA-BB-CC'"
    )


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        (0, "out of range"),
        (121, "out of range"),
        (60.0, "not an integer"),
        (True, "not an integer"),
    ],
)
def test_target_scores(value, fault):
    assert refusal(num_players=1, target_score=value) == (
        f"target_score={value!r} is not allowed ({fault}); use 60 or an integer of 1 .. 120"
    )
    for allowed in (1, 60, 120):
        quiltenvs.game("calico", num_players=1, target_score=allowed)


CATS, GOALS = {"cats": "Millie Rumi Coconut"}, {"goals": "!= AAA-BBB AA-BB-CC"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"starting_player": 2},
            "starting_player=2 needs more than 2 players; use 0 .. 1 or 'random'",
        ),
        (
            {"starting_player": 1, "num_players": 1},
            "starting_player=1 needs more than 1 players; use 0 .. 0 or 'random'",
        ),
        (
            {"lower_variance": True, "num_players": 3},
            "lower_variance=True is for one or two players, not 3",
        ),
        (
            {"lower_variance": True, "num_players": 4},
            "lower_variance=True is for one or two players, not 4",
        ),
        ({"target_score": 45}, "target_score=45 is for one player, not 2"),
        (
            {"setup": "beginner", **CATS},
            "setup='beginner' excludes cats='Millie Rumi Coconut'",
        ),
        (
            {"setup": "beginner", **GOALS},
            "setup='beginner' excludes goals='!= AAA-BBB AA-BB-CC'",
        ),
        ({"setup": "family", **GOALS}, "setup='family' excludes goals='!= AAA-BBB AA-BB-CC'"),
        (
            {"setup": "family", "goals_need_both": True},
            "setup='family' excludes goals_need_both=True",
        ),
        ({"scenario": 3, "setup": "beginner"}, "scenario=3 excludes setup='beginner'"),
        ({"scenario": 3, "setup": "family"}, "scenario=3 excludes setup='family'"),
        ({"scenario": 3, **CATS}, "scenario=3 excludes cats='Millie Rumi Coconut'"),
        ({"scenario": 3, **GOALS}, "scenario=3 excludes goals='!= AAA-BBB AA-BB-CC'"),
        *(
            ({"scenario": 10, name: True}, f"scenario=10 excludes {name}=True")
            for name in list(DEFAULTS)[8:13]
        ),
        (
            {"scenario": 1, "target_score": 45, "num_players": 1},
            "scenario=1 excludes target_score=45",
        ),
    ],
)
def test_combinations_that_exclude_each_other(options, message):
    assert refusal(**options) == message


@pytest.mark.parametrize(
    "options",
    [
        {"setup": "family", **CATS},
        {"setup": "family", "no_hand": True},
        {"setup": "beginner", "goals_need_both": True},
        {"lower_variance": True, "num_players": 1, "scenario": 4},
        {"scenario": 7, "num_players": 4, "boards": "random", "starting_player": "random"},
        {"next_to_placed": True, "no_hand": True, "next_to_same_color": True, **CATS, **GOALS},
    ],
)
def test_combinations_that_go_together(options):
    config = quiltenvs.game("calico", **options).config
    assert {name: getattr(config, name) for name in options} == options


def test_restrictions_by_number():
    names = list(DEFAULTS)[8:13]
    assert CalicoConfig().restrictions() == ()
    for number, name in enumerate(names, 1):
        assert CalicoConfig(**{name: True}).restrictions() == (number,)
    assert CalicoConfig(**dict.fromkeys(names, True)).restrictions() == (1, 2, 3, 4, 5)


@pytest.mark.parametrize(
    ("options", "hides"),
    [
        ({}, True),
        ({"num_players": 4}, True),
        ({"num_players": 1}, False),
        ({"no_hand": True}, False),
    ],
)
def test_only_hands_of_others_are_hidden(options, hides):
    assert quiltenvs.game("calico", **options).spec.hides_information is hides
