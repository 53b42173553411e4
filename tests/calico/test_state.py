"""States from outside: each kind of damage is found, and nothing that play can reach is."""

import json

import numpy as np
import pytest

import quiltenvs
from tests.calico.positions import EMPTY, GAME, GREEN, game_of, index, kind, place, table, take
from tests.strategies import random_game, scaled

# --- damage of every kind -----------------------------------------------------------------------


def midway():
    """Return a game for two, goals named, in which each player has placed two tiles."""
    state = table(EMPTY, GREEN, goals="!= AAA-BBB AA-BB-CC", hand="Gd Gf", market="Gq Yd Ld")
    for cell in ((3, 2), (3, 3)):
        for _ in range(2):
            take(place(state, cell))
    return state


def fault_after(state, **changes):
    """Return what is found after ``field=value`` or ``field=(index, value)``."""
    damaged = state.copy()
    for name, change in changes.items():
        if isinstance(change, tuple):
            damaged[name][change[0]] = change[1]
        else:
            damaged[name] = change
    assert damaged.tobytes() != state.tobytes()
    return GAME.find_fault(damaged)


RANGES = [
    ("num_players", 1, 4),
    ("phase", 0, 3),
    ("mover", 0, 3),
    ("starter", 0, 3),
    ("emptied", 0, 1),
    ("num_chosen", 0, 4),
    ("num_drawn", 0, 108),
    ("num_placed", 0, 22),
    ("tiles", -1, 35),
    ("bag", 0, 3),
    ("hand", -1, 35),
    ("market", -1, 35),
    ("is_secret", 0, 1),
    ("goal_offer", -1, 5),
    ("goals", -1, 5),
    ("goals_met", 0, 3),
    ("buttons", 0, 9),
    ("rainbow", 0, 1),
    ("cats", 0, 11),
    ("lineup", 0, 9),
    ("board", 0, 3),
    ("starting_player", -1, 3),
    ("setup", 0, 2),
    ("named_cats", -1, 9),
    ("named_goals", -1, 5),
    ("scenario", 0, 10),
    ("board_deal", 0, 1),
    ("target_score", 1, 120),
    ("lower_variance", 0, 1),
    ("restrictions", 0, 1),
]


@pytest.mark.parametrize(("field", "low", "high"), RANGES, ids=[row[0] for row in RANGES])
def test_ranges(field, low, high):
    state = GAME.new_state(0)
    for value in (low - 1, high + 1):
        changed = value if state[field].ndim == 0 else ((-1,) * state[field].ndim, value)
        assert fault_after(state, **{field: changed}).endswith(f", outside {low} .. {high}")
        assert fault_after(state, **{field: changed}).startswith(f"{field} is ")


def test_every_field_is_checked():
    """Those that are no ranges of numbers are compared with each other, or are free."""
    words = {"colors", "patterns", "open", "buttoned", "visited", "button_tokens", "cat_tokens"}
    free = {"rng", "num_steps", "cat_of"}
    ranges = {field for field, _, _ in RANGES}
    assert ranges | words | free == set(GAME.state_dtype.names) - {"padding"}


FAR = 1 << 63  # beyond the board

DAMAGE = [
    ({"mover": 2}, "mover, starter or starting_player sit beyond 2 players"),
    ({"starter": 3}, "mover, starter or starting_player sit beyond 2 players"),
    ({"starting_player": 2}, "mover, starter or starting_player sit beyond 2 players"),
    ({"lineup": [0, 1, 4]}, "lineup is [0 1 4], not three different tiles"),
    ({"cat_of": [0, 0, 0, 1, 2, 2]}, "cat_of is [0 0 0 1 2 2], not two patterns for each cat"),
    ({"cat_of": [0, 0, 1, 1, 2, 3]}, "cat_of is [0 0 1 1 2 3], not two patterns for each cat"),
    ({"board": [0, 1, 1, 3]}, "board is [0 1 1 3], not each board once"),
    ({"board": [1, 0, 2, 3]}, "colors[0] do not fit open and the board"),
    ({"open": (0, FAR)}, "open[0] is no set of spaces"),
    ({"open": (1, 1)}, "open[1] is no set of spaces"),  # a printed hex
    ({"open": (2, 1 << 8)}, "open[2] is no set of spaces"),  # nobody sits there
    ({"num_placed": (0, 3)}, "num_placed[0] is not the number of covered spaces"),
    ({"num_placed": (3, 1)}, "num_placed[3] is not the number of covered spaces"),
    ({"colors": ((0, 0), 0)}, "colors[0] do not fit open and the board"),
    ({"colors": ((1, 4), FAR)}, "colors[1] do not fit open and the board"),
    ({"colors": ((2, 0), 1)}, "colors[2] do not fit open and the board"),
    ({"patterns": ((0, 5), 0)}, "patterns[0] do not fit open and the board"),
    ({"patterns": ((3, 0), FAR)}, "patterns[3] do not fit open and the board"),
    ({"button_tokens": (0, 1 << 8)}, "button_tokens[0] and buttoned[0] do not lie on the quilt"),
    ({"buttoned": (1, FAR)}, "button_tokens[1] and buttoned[1] do not lie on the quilt"),
    ({"cat_tokens": (1, 1 << 24)}, "cat_tokens[1] and visited[1] do not lie on the quilt"),
    ({"visited": (2, 1)}, "cat_tokens[2] and visited[2] do not lie on the quilt"),
    ({"buttons": ((0, 0), 1)}, "buttons[0] are not as many as button_tokens[0]"),
    ({"cats": ((1, 2), 1)}, "cats[1] are not as many as cat_tokens[1]"),
    ({"rainbow": (0, 1)}, "rainbow[0] does not follow from the buttons"),
    ({"num_chosen": 1}, "num_chosen is 1 in phase 1"),
    ({"num_chosen": 3}, "num_chosen is 3 in phase 1"),
    ({"setup": 1}, "no goals are chosen in the setup beginner"),
    ({"setup": 2}, "no goals are chosen in the setup family"),
    ({"goals": ((0, 1), 0)}, "goals[0] are [0, 0, 4]"),
    ({"goals": ((1, 2), -1)}, "goals[1] are [0, 2, -1]"),
    ({"goals": ((2, 0), 3)}, "goals[2] are [3, -1, -1]"),
    ({"goal_offer": ((0, 0), 3)}, "goal_offer[0] is [3, -1, -1, -1]"),
    ({"goals_met": ((0, 1), 1)}, "goals_met[0, 1] without a goal or six tiles around it"),
    ({"mover": 1}, "num_placed is [2, 2, 0, 0] in phase 1 with seat 1 to move"),
    ({"phase": 2}, "num_placed is [2, 2, 0, 0] in phase 2 with seat 0 to move"),
    ({"phase": 3}, "num_placed is [2, 2, 0, 0] in phase 3 with seat 0 to move"),
    ({"emptied": 1}, "emptied is set, but no tile is due"),
    ({"num_drawn": 12}, "tiles and num_drawn do not fit"),
    ({"num_drawn": 10}, "tiles and num_drawn do not fit"),
    ({"tiles": (0, 5)}, "tiles and num_drawn do not fit"),
    ({"tiles": (50, -1)}, "tiles and num_drawn do not fit"),
    ({"bag": (0, 0)}, "bag does not count the tiles"),
    ({"lower_variance": 1}, "tiles and num_drawn do not fit"),
    ({"restrictions": (2, 1)}, "num_drawn is 11, not 7"),
]


@pytest.mark.parametrize(("changes", "message"), DAMAGE, ids=[m for _, m in DAMAGE])
def test_damage_midway(changes, message):
    assert fault_after(midway(), **changes) == message


def test_a_missing_tile():
    state = midway()
    first, second = state.hand[0].tolist()
    assert fault_after(state, hand=((0, 0), -1)) == f"hand[0] is [-1, {second}] in phase 1"
    assert fault_after(state, hand=((0, 1), -1)) == f"hand[0] is [{first}, -1] in phase 1"
    state.market[1] = -1
    assert GAME.find_fault(state) == f"market is {state.market} in phase 1"


@pytest.mark.parametrize("name", ["colors", "patterns"])
def test_a_tile_has_one_color_and_one_pattern(name):
    """Not none and not two."""
    state = midway()
    message = f"{name}[0] do not fit open and the board"
    tile = 1 << index((3, 3))
    part = next(part for part in range(6) if int(state[name][0, part]) & tile)
    without = int(state[name][0, part]) - tile
    assert fault_after(state, **{name: ((0, part), without)}) == message
    other = (part + 1) % 6
    assert fault_after(state, **{name: ((0, other), int(state[name][0, other]) | tile)}) == message


@pytest.mark.parametrize("name", ["colors", "patterns"])
@pytest.mark.parametrize(("cell", "beside"), [((3, 3), (3, 2)), ((3, 2), (3, 1))])
def test_two_marks_beside_a_tile_do_not_stand_for_it(name, cell, beside):
    """On another tile and on an open space, though as numbers they add up to the missing one."""
    state = midway()
    tile, mark = np.uint64(1 << index(cell)), np.uint64(1 << index(beside))
    words = state[name][0]
    words[(words & tile) > 0] -= tile
    words[np.flatnonzero((words & mark) == 0)[:2]] += mark
    assert GAME.find_fault(state) == f"{name}[0] do not fit open and the board"


def test_a_tile_too_often():
    state = midway()
    for name in ("market", "hand"):
        assert fault_after(state, **{name: kind("Gd")}) == "a tile is there too often"


def test_one_tile_drawn_too_many():
    state = midway()
    drawn = int(state.num_drawn)
    state.bag[state.tiles[drawn]] -= 1
    state.tiles[drawn] = -1
    state.num_drawn += 1
    assert GAME.find_fault(state) == f"num_drawn is {drawn + 1}, not {drawn}"


def test_damage_while_goals_are_chosen():
    state = GAME.new_state(0)
    GAME.play(state, GAME.legal_actions(state)[0])
    assert fault_after(state, mover=0) == "mover is 0, which does not choose now"
    assert fault_after(state, market=(0, 3)) == "market is [ 3 -1 -1] in phase 0"
    assert fault_after(state, hand=((0, 1), 3)) == "hand[0] is [-1, 3] in phase 0"
    assert fault_after(state, num_chosen=2) == "num_chosen is 2 in phase 0"
    assert fault_after(state, phase=1) == "num_chosen is 1 in phase 1"
    offer = state.goal_offer[1].tolist()
    assert fault_after(state, goal_offer=((1, 3), offer[0])) == (
        f"goal_offer[1] is {[*offer[:3], offer[0]]}"
    )
    assert fault_after(state, goal_offer=((1, 3), -1)) == f"goal_offer[1] is {[*offer[:3], -1]}"
    assert fault_after(state, named_goals=[0, 1, 2]) == f"goal_offer[1] is {offer}"


def test_damage_while_a_tile_is_taken():
    state = place(table(EMPTY, GREEN, no_hand=False), (1, 1), slot=1)
    hand = state.hand[0].tolist()
    assert fault_after(state, emptied=0) == f"hand[0] is {hand} in phase 2"
    assert fault_after(state, hand=((0, 1), 3)) == f"hand[0] is {[hand[0], 3]} in phase 2"
    assert fault_after(state, is_secret=((0, 1), 1)) == (
        "is_secret[0] is set where there is no tile"
    )
    without = game_of(2, no_hand=True).new_state(0)
    place(without, (1, 1))
    assert fault_after(without, phase=2, mover=0) == "phase is 2, but seat 0 takes no tile"
    assert fault_after(without, hand=((0, 0), 3)) == f"hand[0] is {[3, -1]} in phase 1"


@pytest.mark.parametrize("num_players", [1, 2])
def test_damage_at_the_end(num_players):
    over = random_game(game_of(num_players), 0)[-1]
    assert fault_after(over, phase=1) == "mover is 0, whose quilt is full"
    tiles = over.hand[0].tolist()
    other = [tile if tile >= 0 else 0 for tile in tiles]
    assert fault_after(over, hand=(0, other)) == f"hand[0] is {other} in phase 3"
    if num_players == 2:
        assert fault_after(over, mover=1).endswith("in phase 3 with seat 1 to move")
        assert fault_after(over, phase=2).endswith("in phase 2 with seat 0 to move")


# --- sound states -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"num_players": 1, "lower_variance": True},
        {"num_players": 3, "boards": "random", "starting_player": "random"},
        {"num_players": 4, "setup": "beginner", "starting_player": 3},
        {"setup": "family", "no_hand": True},
        {"num_players": 1, "no_hand": True, "next_to_placed": True, "goals": "!= AAA-BBB AA-BB-CC"},
        {"next_to_same_color": True, "next_to_same_pattern": True},
        {"scenario": 10, "num_players": 2},
    ],
    ids=str,
)
def test_nothing_is_wrong_with_positions_of_play(options):
    game = quiltenvs.game("calico", **options)
    for seed in range(scaled(3)):
        for state in random_game(game, seed)[:: 3 if scaled(2) > 1 else 9]:
            assert game.find_fault(state) == ""


def test_a_saved_state_is_checked_when_it_is_loaded():
    state = midway()
    game = quiltenvs.game("calico", goals="!= AAA-BBB AA-BB-CC", cats="Millie Tibbit Coconut")
    assert game.from_json(game.to_json(state)).tobytes() == state.tobytes()
    written = json.loads(game.to_json(state))
    written["state"]["emptied"] = 1
    with pytest.raises(quiltenvs.StateError, match="emptied is set, but no tile is due"):
        game.from_json(json.dumps(written))
    assert np.array_equal(game.from_bytes(game.to_bytes(state)).hand, state.hand)
