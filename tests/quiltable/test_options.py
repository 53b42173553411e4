"""Options of Quiltable: defaults, what is refused, and how they lie in a state."""

from itertools import product

import pytest

import quiltenvs
from quiltenvs.quiltable import rules
from quiltenvs.quiltable.config import MODES
from tests.quiltable.positions import checked

DEFAULTS = {
    "num_players": 2,
    "starting_player": "random",
    "mode": "standard",
    "copies": 1,
    "all_cards": False,
    "patches": False,
    "symmetry": False,
    "assistants": "none",
    "quilting_master": "granny_smith",
    "auto_refill": False,
    "gladys_once_per_turn": False,
    "patch_match": "aligned",
    "max_turns": 20,
}


def refusal(**options):
    with pytest.raises(quiltenvs.OptionError) as caught:
        quiltenvs.game("quiltable", **options)
    return str(caught.value)


def is_allowed(**options):
    try:
        game = quiltenvs.game("quiltable", **options)
    except quiltenvs.OptionError:
        return False
    checked(game.new_state(0))
    return True


def test_options_and_defaults():
    assert quiltenvs.game("quiltable").config.to_dict() == DEFAULTS


# --- single values --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("num_players", value) for value in (0, 9, True, "2")),
        *(("starting_player", value) for value in (8, -1, "first", False)),
        *(("mode", value) for value in ("solo", "", 0)),
        *(("copies", value) for value in (0, 3, True)),
        *(("quilting_master", value) for value in ("uncle_sam", "easy", 0)),
        *(("patch_match", value) for value in ("both", True)),
        *((name, value) for name, v in DEFAULTS.items() if v is False for value in (1, "yes")),
        *(("max_turns", value) for value in (0, 1001, 2.0, "50", True)),
    ],
)
def test_values_outside_the_lists(option, value):
    assert refusal(**{option: value}).startswith(f"{option}={value!r} is not allowed")


@pytest.mark.parametrize(
    "value", ["uncle_bob", "", "big_billy,", "big_billy, uncle_sam", "Big_Billy", 3, None, True]
)
def test_assistants_are_named_as_they_are_called(value):
    text = refusal(assistants=value)
    assert text.startswith(f"assistants={value!r} is not allowed")
    assert not isinstance(value, str) or ", ".join(rules.ASSISTANTS) in text


def test_an_unknown_option():
    assert refusal(players=2) == (
        f"no option 'players'; the options of the game are {', '.join(DEFAULTS)}"
    )


@pytest.mark.parametrize("value", [1, 3, 50, 1000])
def test_limits_of_turns(value):
    assert quiltenvs.game("quiltable", max_turns=value).new_state(0).max_turns == value


# --- combinations ---------------------------------------------------------------------------

REFUSED = [
    ({"num_players": 5}, "num_players", "copies"),
    ({"num_players": 8}, "num_players", "copies"),
    ({"num_players": 5, "mode": "quick_start"}, "mode", "num_players"),
    ({"num_players": 1, "mode": "symmetrical_race"}, "mode", "num_players"),
    ({"num_players": 5, "mode": "symmetrical_race"}, "mode", "num_players"),
    ({"num_players": 4, "mode": "mini"}, "mode", "num_players"),
    ({"num_players": 2, "mode": "mini"}, "mode", "num_players"),
    ({"num_players": 4, "mode": "speed", "copies": 2}, "mode", "num_players"),
    ({"num_players": 5, "mode": "speed"}, "mode", "copies"),
    ({"num_players": 5, "mode": "mini", "copies": 2}, "mode", "copies"),
    ({"mode": "quick_start", "copies": 2}, "mode", "copies"),
    ({"mode": "symmetrical_race", "copies": 2}, "mode", "copies"),
    ({"starting_player": 2}, "starting_player", "num_players"),
    ({"starting_player": 7, "num_players": 4}, "starting_player", "num_players"),
    ({"all_cards": True, "num_players": 5, "copies": 2}, "all_cards", "num_players"),
    ({"all_cards": True, "num_players": 5, "mode": "mini"}, "all_cards", "num_players"),
    (
        {"all_cards": True, "num_players": 5, "mode": "speed", "copies": 2},
        "all_cards",
        "num_players",
    ),
    ({"patches": True, "mode": "quick_start"}, "patches", "mode"),
    ({"symmetry": True, "mode": "quick_start"}, "symmetry", "mode"),
    ({"patches": True, "mode": "symmetrical_race"}, "patches", "mode"),
    ({"symmetry": True, "mode": "symmetrical_race"}, "symmetry", "mode"),
    ({"assistants": "random", "mode": "quick_start"}, "assistants", "mode"),
    ({"assistants": "random", "mode": "symmetrical_race"}, "assistants", "mode"),
    ({"assistants": "random", "mode": "mini", "num_players": 5}, "assistants", "mode"),
    ({"assistants": "uncle_sam"}, "assistants", "num_players"),
    ({"assistants": "uncle_sam,big_billy,terrific_tim"}, "assistants", "num_players"),
    ({"assistants": "uncle_sam,granny_smith"}, "assistants", "copies"),
    ({"assistants": "big_billy,big_billy"}, "assistants", "copies"),
    (
        {"assistants": "big_billy,big_billy,sneaky_sally", "num_players": 3, "copies": 2},
        "assistants",
        "copies",
    ),
    ({"assistants": "tricky_travis", "num_players": 1}, "assistants", "num_players"),
    ({"assistants": "mayhem_maddie", "num_players": 1}, "assistants", "num_players"),
    ({"quilting_master": "big_billy"}, "quilting_master", "num_players"),
    ({"quilting_master": "terrific_tim", "num_players": 4}, "quilting_master", "num_players"),
    ({"gladys_once_per_turn": True}, "gladys_once_per_turn", "assistants"),
    ({"patch_match": "label"}, "patch_match", "patches"),
    ({"patch_match": "label", "symmetry": True}, "patch_match", "patches"),
]


@pytest.mark.parametrize(("options", "first", "second"), REFUSED, ids=str)
def test_combinations_that_are_refused(options, first, second):
    """The error names both options as they were given."""
    given = DEFAULTS | options
    text = refusal(**options)
    start = f"{first}={given[first]!r} and {second}={given[second]!r} do not go together: "
    assert text.startswith(start)
    assert len(text) > len(start)


def rows():
    """Yield the allowed numbers of players and copies, and modules, for each mode: the table."""
    for players, copies in product(range(1, 9), (1, 2)):
        if players <= 4 or copies == 2:
            yield "standard", players, copies, True, True, players <= 4
        if players <= 4 and copies == 1:
            yield "quick_start", players, copies, False, False, True
        if 2 <= players <= 4 and copies == 1:
            yield "symmetrical_race", players, copies, False, False, True
        if players >= 5 and copies == 1:
            yield "mini", players, copies, True, False, False
        if players >= 5 and copies == 2:
            yield "speed", players, copies, True, True, False


ROWS = {row[:3]: row[3:] for row in rows()}


@pytest.mark.parametrize("mode", MODES)
def test_which_options_combine(mode):
    """Every mode with every number of players, copies and each module."""
    for players, copies in product(range(1, 9), (1, 2)):
        options = {"mode": mode, "num_players": players, "copies": copies}
        row = ROWS.get((mode, players, copies))
        assert is_allowed(**options) == (row is not None), options
        if row is None:
            continue
        has_modules, has_assistants, has_all_cards = row
        assert is_allowed(patches=True, **options) == has_modules
        assert is_allowed(symmetry=True, **options) == has_modules
        assert (
            is_allowed(patches=True, symmetry=True, patch_match="label", **options) == has_modules
        )
        assert is_allowed(assistants="random", **options) == has_assistants
        assert is_allowed(all_cards=True, **options) == has_all_cards
        assert is_allowed(quilting_master="big_billy", **options) == (players == 1)
        assert is_allowed(auto_refill=True, max_turns=7, **options)


@pytest.mark.parametrize(
    "options",
    [
        {"assistants": "uncle_sam,big_billy"},
        {"assistants": "big_billy,big_billy", "copies": 2},
        {"assistants": "granny_smith,uncle_sam", "copies": 2},
        {"assistants": "gifted_gladys", "num_players": 1, "gladys_once_per_turn": True},
        {"assistants": "random", "gladys_once_per_turn": True},
        {"assistants": ",".join(rules.ASSISTANTS[:8]), "num_players": 8, "copies": 2},
    ],
)
def test_assistants_that_go_together(options):
    assert is_allowed(**options)


@pytest.mark.parametrize(
    ("options", "field", "expected"),
    [
        ({"num_players": 4}, "num_players", 4),
        ({"starting_player": 1}, "starting_player", 1),
        ({}, "starting_player", -1),
        ({"mode": "symmetrical_race"}, "mode", 2),
        ({"copies": 2}, "copies", 2),
        ({"all_cards": True}, "all_cards", 1),
        ({"patches": True}, "patches", 1),
        ({"symmetry": True}, "symmetry", 1),
        ({"assistants": "random"}, "assistants", 1),
        ({"assistants": "uncle_sam,big_billy"}, "assistants", 2),
        ({"num_players": 1, "quilting_master": "gifted_gladys"}, "quilting_master", 2),
        ({"auto_refill": True}, "auto_refill", 1),
        ({"assistants": "random", "gladys_once_per_turn": True}, "gladys_once", 1),
        ({"patches": True, "patch_match": "label"}, "label_match", 1),
        ({"max_turns": 9}, "max_turns", 9),
    ],
)
def test_a_state_holds_the_options(options, field, expected):
    assert quiltenvs.game("quiltable", **options).new_state(0)[field] == expected


def test_named_assistants_lie_in_a_state():
    game = quiltenvs.game("quiltable", assistants="uncle_sam,big_billy")
    assert game.new_state(0).named.tolist() == [5, 1, -1, -1, -1, -1, -1, -1]


def test_information_is_hidden():
    assert quiltenvs.game("quiltable").spec.hides_information
