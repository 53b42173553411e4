"""Options: checked when they are made, JSON both ways."""

import dataclasses
from dataclasses import dataclass

import pytest

from quiltenvs.core.config import RANDOM_SEAT, GameConfig, Open, option, seat_code
from quiltenvs.core.errors import OptionError, QuiltError


def _find_fault(value):
    if not isinstance(value, str):
        return "not a text"
    return "" if len(value.split()) == 2 else f"{len(value.split())} words"


@dataclass(frozen=True)
class Config(GameConfig):
    num_players: int = option(2, range(1, 5), "How many play.")
    starting_player: int | str = option(0, (0, 1, 2, 3, "random"), "Who begins.")
    is_long: bool = option(False, (False, True), "A long\n        text  on two lines.")
    setup: str = option("plain", ("plain", "rich"), "What lies there.")
    words: str = option("none", ("none",), "Some words.", Open("two words", _find_fault, ("a b",)))

    def check(self):
        if self.starting_player in range(self.num_players, 4):
            raise OptionError(f"starting_player={self.starting_player} of {self.num_players}")


def test_defaults_and_text():
    assert Config().to_dict() == {
        "num_players": 2,
        "starting_player": 0,
        "is_long": False,
        "setup": "plain",
        "words": "none",
    }
    field = {f.name: f for f in dataclasses.fields(Config)}["is_long"]
    assert field.metadata["text"] == "A long text on two lines."
    assert field.metadata["allowed"] == (False, True)


def test_options_are_constants_that_can_be_compared():
    assert Config(setup="rich") == Config(setup="rich") != Config()
    assert len({Config(), Config(), Config(num_players=3)}) == 2
    with pytest.raises(dataclasses.FrozenInstanceError):
        Config().setup = "rich"


@pytest.mark.parametrize(
    ("name", "value", "alternatives"),
    [
        ("num_players", 5, "1 or 2 or 3 or 4"),
        ("num_players", True, "1 or 2 or 3 or 4"),
        ("num_players", 2.0, "1 or 2 or 3 or 4"),
        ("num_players", "2", "1 or 2 or 3 or 4"),
        ("num_players", None, "1 or 2 or 3 or 4"),
        ("num_players", [2], "1 or 2 or 3 or 4"),
        ("is_long", 1, "False or True"),
        ("is_long", 0, "False or True"),
        ("starting_player", "Random", "0 or 1 or 2 or 3 or 'random'"),
        ("setup", "", "'plain' or 'rich'"),
        ("setup", b"rich", "'plain' or 'rich'"),
    ],
)
def test_a_wrong_value_names_what_is_allowed(name, value, alternatives):
    with pytest.raises(OptionError) as caught:
        Config.from_options({name: value})
    assert str(caught.value) == f"{name}={value!r} is not allowed; use {alternatives}"


def test_options_that_exclude_each_other_are_refused():
    with pytest.raises(OptionError, match="starting_player=3 of 2"):
        Config(starting_player=3)
    assert Config(starting_player=3, num_players=4).starting_player == 3


def test_an_unknown_option_names_the_known_ones():
    with pytest.raises(OptionError) as caught:
        Config.from_options({"setup": "rich", "zeal": 1, "color": 2})
    known = "num_players, starting_player, is_long, setup, words"
    assert str(caught.value) == f"no option 'color'; the options of the game are {known}"


@pytest.mark.parametrize("config", [Config(), Config(num_players=4, starting_player="random")])
def test_json_there_and_back(config):
    assert Config.from_json(config.to_json()) == config
    assert Config.from_options(config.to_dict()) == config


def test_json_may_leave_out_defaults():
    assert Config.from_json('{"setup": "rich"}') == Config(setup="rich")


@pytest.mark.parametrize("text", ["", "{", "nonsense", "[]", '"rich"', "1", "null"])
def test_text_that_is_no_json_object_is_refused(text):
    with pytest.raises(OptionError, match="JSON"):
        Config.from_json(text)


@pytest.mark.parametrize("text", ['{"num_players": 2.0}', '{"num_players": true}', '{"x": 1}'])
def test_json_is_checked_like_options(text):
    with pytest.raises(OptionError):
        Config.from_json(text)


def test_seats_in_a_state():
    assert [seat_code(seat) for seat in (0, 1, 3, "random")] == [0, 1, 3, RANDOM_SEAT]


def test_bad_input_is_a_value_error():
    assert issubclass(OptionError, QuiltError)
    assert issubclass(QuiltError, ValueError)


def test_values_that_are_not_listed_are_looked_at_one_by_one():
    assert Config(words="two words").words == "two words"
    with pytest.raises(OptionError, match=r"^words='one' .*\(1 words\); use 'none' or"):
        Config(words="one")
    with pytest.raises(OptionError, match=r"\(not a text\)"):
        Config(words=2)
    assert Config.from_json(Config(words="c d").to_json()).words == "c d"
