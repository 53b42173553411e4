"""States from outside: what the compiled rules could not cope with is refused."""

import json

import pytest

from quiltenvs import StateError
from tests.patchwork.positions import EMPTY, FULL, GAME, table


def edited(state, **fields):
    written = json.loads(GAME.to_json(state))
    written["state"].update(fields)
    return json.dumps(written)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("position", [0, 54]),
        ("position", [-1, 0]),
        ("starter", 2),
        ("on_top", -1),
        ("on_top", 2),
        ("pending", -2),
        ("pending", 2),
        ("seven_by_seven", 2),
        ("finished_first", -2),
        ("game_number", 2),
        ("neutral_token", 33),
        ("neutral_token", -1),
        ("buttons", [-1, 0]),
        ("buttons", [0, -32768]),
        ("first_score", [-163, 0]),
        ("first_score", [0, 139]),
        ("income", [39, 0]),
        ("income", [0, -1]),
        ("first_empty", [82, 0]),
        ("starting_player", 2),
        ("time_board", 2),
        ("time_board", -1),
        ("gap_penalty", 0),
        ("gap_penalty", 3),
        ("match", 2),
        ("circle", [0] * 33),
        ("circle", [*range(32), 33]),
        ("unsold", 1 << 33),
        ("quilts", [[0, 0], [0, 1 << 17]]),
    ],
)
def test_impossible_values_are_refused(field, value):
    with pytest.raises(StateError, match=field):
        GAME.from_json(edited(GAME.new_state(0), **{field: value}))


def test_a_special_patch_that_cannot_be_placed_is_refused():
    """Nobody could move, and yet the game would not be over."""
    state = table(quilts=(FULL, EMPTY))
    with pytest.raises(StateError, match="pending"):
        GAME.from_json(edited(state, pending=0))
    assert GAME.legal_actions(GAME.from_json(edited(state, pending=1))) == list(range(1, 82))


def test_a_position_that_play_cannot_reach_but_cope_with_is_taken():
    """For puzzles: whatever the rules can go on from."""
    state = table(quilts=(FULL, EMPTY), buttons=(99, 0), position=(9, 50), market=[7])
    loaded = GAME.from_json(GAME.to_json(state))
    assert loaded.tobytes() == state.tobytes()
    assert GAME.legal_actions(loaded) == [0]
