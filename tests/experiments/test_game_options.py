"""Options of a game on the command line."""

import pytest

import quiltenvs
from quiltenvs.core.errors import OptionError
from quiltenvs.experiments.game_options import GameChoice, parse_options


def test_values_get_the_type_they_look_like():
    texts = ["a=original", "b=2", "c=-1", "d=true", "e=False", "f=x=y", "g=1.5"]
    expected = {"a": "original", "b": 2, "c": -1, "d": True, "e": False, "f": "x=y", "g": "1.5"}
    found = parse_options(texts)
    assert found == expected
    assert {name: type(value) for name, value in found.items()} == {
        name: type(value) for name, value in expected.items()
    }


@pytest.mark.parametrize("text", ["match", "match=", "=single", ""])
def test_what_is_not_name_and_value_is_refused(text):
    with pytest.raises(OptionError, match="not of the form name=value"):
        parse_options([text])


def test_an_option_given_twice_is_refused():
    with pytest.raises(OptionError, match="'match' is given twice"):
        parse_options(["match=single", "gap_penalty=1", "match=two_game"])


def test_a_choice_finds_the_game():
    found = GameChoice(options=("match=two_game", "starting_player=1", "gap_penalty=1")).find_game()
    expected = quiltenvs.game("patchwork", match="two_game", starting_player=1, gap_penalty=1)
    assert found is expected
    assert GameChoice(game="patchwork-v0").find_game() is quiltenvs.game("patchwork")
