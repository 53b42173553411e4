"""Options of Quartile: defaults, what is refused, and how they lie in a state."""

import pytest

import quiltenvs
from quiltenvs.quartile.tile_sets import TILE_SETS, read_tiles
from tests.quartile.positions import unpacked

DEFAULTS = {
    "num_players": 2,
    "starting_player": "rules",
    "tile_set": "mix",
    "table_size": 31,
    "may_claim_unable": False,
    "children": False,
    "target": 0,
    "visiting_quarry": False,
}


def refusal(**options):
    with pytest.raises(quiltenvs.OptionError) as caught:
        quiltenvs.game("quartile", **options)
    return str(caught.value)


def test_options_and_defaults():
    assert quiltenvs.game("quartile").config.to_dict() == DEFAULTS


@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [
        *(("num_players", value, "use 2 or 3 or 4 or 5 or 6") for value in (1, 7, True, "2")),
        *(
            ("starting_player", value, "use 'rules' or 0 or 1 or 2 or 3 or 4 or 5 or 'random'")
            for value in (6, -1, -2, "first", False)
        ),
        *(("table_size", value, "use 31 or 97") for value in (30, 15, 99, 31.0)),
        *(
            (name, value, "use False or True")
            for name, default in DEFAULTS.items()
            for value in (1, "yes")
            if default is False
        ),
    ],
)
def test_values_outside_the_lists(option, value, allowed):
    assert refusal(**{option: value}) == f"{option}={value!r} is not allowed; {allowed}"


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        (-1, "out of range"),
        (1001, "out of range"),
        (True, "not an integer"),
        (False, "not an integer"),
        (60.0, "not an integer"),
        ("60", "not an integer"),
    ],
)
def test_targets(value, fault):
    assert refusal(target=value) == (
        f"target={value!r} is not allowed ({fault}); use 0 or an integer of 1 .. 1000"
    )


@pytest.mark.parametrize("value", [0, 1, 60, 1000])
def test_targets_that_are_allowed(value):
    assert quiltenvs.game("quartile", target=value).new_state(0).target == value


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ("", "not a name or path"),
        ("a\0b", "not a name or path"),
        (3, "not a name or path"),
        (None, "not a name or path"),
        ("nowhere.csv", "nowhere.csv: No such file or directory"),
        ("Mix", "Mix: No such file or directory"),
    ],
)
def test_tile_sets(value, fault):
    assert refusal(tile_set=value) == (
        f"tile_set={value!r} is not allowed ({fault}); use 'mix' or 'opp' or 'adj' or 'three_one' "
        "or a CSV file with the columns tile, centre, north, east, south, west"
    )


@pytest.mark.parametrize(
    ("seat", "num_players", "most"), [(2, 2, 1), (5, 2, 1), (3, 3, 2), (5, 5, 4)]
)
def test_a_starting_player_has_to_sit_at_the_table(seat, num_players, most):
    assert refusal(starting_player=seat, num_players=num_players) == (
        f"starting_player={seat} needs more than {num_players} players; use 0 .. {most}, "
        "'random' or 'rules'"
    )
    allowed = quiltenvs.game("quartile", starting_player=seat, num_players=seat + 1)
    assert allowed.new_state(0).starter == seat


def test_an_unknown_option():
    assert refusal(first_player=0) == (
        f"no option 'first_player'; the options of the game are {', '.join(DEFAULTS)}"
    )


def test_all_options_go_together():
    options = {
        "num_players": 6,
        "starting_player": "random",
        "tile_set": "adj",
        "table_size": 97,
        "may_claim_unable": True,
        "children": True,
        "target": 50,
        "visiting_quarry": True,
    }
    assert quiltenvs.game("quartile", **options).config.to_dict() == options


@pytest.mark.parametrize(
    ("option", "value", "field", "expected"),
    [
        ("num_players", 5, "num_players", 5),
        ("starting_player", "rules", "starting_player", -2),
        ("starting_player", "random", "starting_player", -1),
        ("starting_player", 1, "starting_player", 1),
        ("table_size", 31, "table_radius", 15),
        ("table_size", 97, "table_radius", 48),
        ("may_claim_unable", True, "may_claim_unable", 1),
        ("children", True, "children", 1),
        ("target", 75, "target", 75),
        ("visiting_quarry", True, "visiting_quarry", 1),
    ],
)
def test_a_state_holds_the_options(option, value, field, expected):
    assert quiltenvs.game("quartile", **{option: value}).new_state(0)[field] == expected


@pytest.mark.parametrize("tile_set", TILE_SETS)
def test_a_state_holds_the_tiles(tile_set):
    state = quiltenvs.game("quartile", tile_set=tile_set).new_state(0)
    tiles = read_tiles(tile_set)
    assert state.tile_center.tolist() == [tile.center for tile in tiles]
    assert [unpacked(pips) for pips in state.tile_pips] == [tile.pips for tile in tiles]


@pytest.mark.parametrize("num_players", [2, 3, 6])
def test_information_is_hidden(num_players):
    assert quiltenvs.game("quartile", num_players=num_players).spec.hides_information
