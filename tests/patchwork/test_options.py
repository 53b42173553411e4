"""Options of Patchwork in the state."""

import numpy as np
import pytest

import quiltenvs

OPTIONS = {
    "starting_player": (0, 1, "random"),
    "time_board": ("revised", "original"),
    "gap_penalty": (2, 1),
    "match": ("single", "two_game"),
}


def test_options_and_defaults():
    """The first value of each is the default."""
    defaults = quiltenvs.game("patchwork").config.to_dict()
    assert defaults.pop("num_players") == 2
    assert defaults == {option: allowed[0] for option, allowed in OPTIONS.items()}


@pytest.mark.parametrize("wrong", [0, 1, 3, 4])
def test_it_is_a_game_for_two(wrong):
    with pytest.raises(quiltenvs.OptionError, match=f"num_players={wrong} is not allowed; use 2"):
        quiltenvs.game("patchwork", num_players=wrong)


def test_a_random_starter_is_drawn_from_the_seed():
    """Per game, both occur, and the same seed gives the same one."""
    game = quiltenvs.game("patchwork", starting_player="random")
    starters = [int(state.starter) for state in game.new_states(range(400))]
    assert 150 < sum(starters) < 250
    assert starters == [int(state.starter) for state in game.new_states(range(400))]
    for state, starter in zip(game.new_states(range(20)), starters, strict=False):
        assert game.current_player(state) == state.on_top == starter


def test_a_fixed_starter_changes_nothing_else():
    """So deals can be played from both sides."""
    fields = ["circle", "unsold", "special_patches", "buttons", "quilts", "neutral_token"]
    zero, one = (quiltenvs.game("patchwork", starting_player=seat) for seat in (0, 1))
    for seed in range(10):
        states = zero.new_state(seed), one.new_state(seed)
        assert all(np.array_equal(states[0][field], states[1][field]) for field in fields)
        assert [int(state.starter) for state in states] == [0, 1]
