"""States from outside: each kind of damage is found, and nothing that play can reach is."""

import json

import pytest

import quiltenvs
from quiltenvs.quartile.state import (
    CHOOSE_CELL,
    CHOOSE_TILE,
    COMMIT,
    MAX_OPEN,
    NAME_STARTER,
    NONE,
    OVER,
)
from tests.quartile.positions import (
    ABLE_HAND,
    GAME,
    START,
    STUCK_TABLE,
    VISIT,
    choose,
    play,
    table,
)
from tests.strategies import random_game, scaled

OTHER_HAND = "10:4646 9:4545 9:4455 7:3344"


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


def midway(**options):
    """Return a game for two with four tiles on the table."""
    return table(STUCK_TABLE, ABLE_HAND, OTHER_HAND, scores=(3, 4), **options)


# --- ranges ---------------------------------------------------------------------------------

GROUPS = [
    ("num_players", 2, 6),
    ("starting_player", -2, 5),
    ("table_radius", 15, 48),
    ("target", 0, 1000),
    ("may_claim_unable children visiting_quarry has_visited is_shown is_tied", 0, 1),
    ("tile_center", 2, 14),
    ("phase num_reveals", 0, 4),
    ("starter", -1, 5),
    ("turn_of mover", 0, 5),
    ("picked chosen_slot", -1, 4),
    ("chosen_rotation", 0, 3),
    ("committed", -1, 3),
    ("num_open", 0, MAX_OPEN),
    ("num_placed", 1, 49),
    ("num_discards", 0, 48),
    ("num_drawn", 0, 49),
    ("hand quarry discards placed_tile", -1, 48),
    ("scores", 0, 14 * 4 * 48),
]
RANGES = [(field, low, high) for fields, low, high in GROUPS for field in fields.split()]


@pytest.mark.parametrize(("field", "low", "high"), RANGES, ids=[row[0] for row in RANGES])
def test_ranges(field, low, high):
    state = GAME.new_state(0)
    for value in (low - 1, high + 1):
        changed = value if state[field].ndim == 0 else ((-1,) * state[field].ndim, value)
        fault = fault_after(state, **{field: changed})
        assert fault.startswith(f"{field} is ")
        assert fault.endswith(f", outside {low} .. {high}")


def test_every_field_is_checked():
    """Those that are no ranges are compared with each other, or are free."""
    compared = {"open_cell", "open_pips", "open_sides", "placed_cell", "placed_pips"}
    free = {"rng", "num_steps", "tile_pips"}
    ranges = {field for field, _, _ in RANGES}
    assert ranges | compared | free == set(GAME.state_dtype.names) - {"padding"}


# --- tiles, hands and table -----------------------------------------------------------------

BEYOND = "starter, turn_of, mover or starting_player sit beyond 2 players"
OPEN = "open_cell, open_pips or open_sides are not what the tiles leave open"
DAMAGE = [
    ({"starter": 2}, BEYOND),
    ({"turn_of": 3}, BEYOND),
    ({"mover": 2}, BEYOND),
    ({"starting_player": 2}, BEYOND),
    ({"num_placed": 4}, "placed_tile and num_placed do not fit"),
    ({"num_placed": 6}, "placed_tile and num_placed do not fit"),
    ({"placed_tile": (2, NONE)}, "placed_tile and num_placed do not fit"),
    ({"placed_tile": (9, 3)}, "placed_tile and num_placed do not fit"),
    ({"num_discards": 1}, "discards and num_discards do not fit"),
    ({"discards": (0, 3)}, "discards and num_discards do not fit"),
    ({"num_drawn": 12}, "quarry and num_drawn do not fit"),
    ({"num_drawn": 14}, "quarry and num_drawn do not fit"),
    ({"quarry": (0, 3)}, "quarry and num_drawn do not fit"),
    ({"quarry": (20, NONE)}, "quarry and num_drawn do not fit"),
    ({"hand": ((0, 1), NONE)}, "a tile is missing or there twice"),
    ({"hand": ((1, 4), 3)}, "a tile is missing or there twice"),
    ({"is_shown": ((0, 4), 1)}, "is_shown[0] is set where there is no tile"),
    ({"is_shown": ((4, 0), 1)}, "is_shown[4] is set where there is no tile"),
    ({"scores": (2, 1)}, "nobody sits at seat 2"),
    ({"is_tied": (5, 1)}, "nobody sits at seat 5"),
    ({"placed_cell": (0, 5)}, "the start tile does not lie in the middle"),
    ({"placed_pips": (0, 0x1111)}, "the start tile does not lie in the middle"),
    ({"placed_cell": (5, 2)}, "placed_cell or placed_pips go on after 5 tiles"),
    ({"placed_cell": (2, 5)}, "placed_cell[2] touches no tile, or lies on one"),
    ({"placed_pips": (1, 0x4445)}, "placed_pips[1] are not those of the tile"),
    ({"placed_pips": (4, 0x5335)}, "placed_pips[4] are not those of the tile"),
    ({"num_open": 7}, OPEN),
    ({"open_cell": (0, -255)}, OPEN),
    ({"open_pips": (1, 0)}, OPEN),
    ({"open_sides": (1, 0)}, OPEN),
    ({"open_sides": (20, 15)}, OPEN),
    ({"committed": (0, 1)}, "phase is 2, and who begins is not settled"),
    ({"is_tied": (1, 1)}, "phase is 2, and who begins is not settled"),
    ({"starter": NONE}, "phase is 2, and who begins is not settled"),
    ({"mover": 1}, "mover is 1 in the turn of 0"),
    ({"turn_of": 1}, "mover is 0 in the turn of 1"),
    ({"chosen_slot": 0}, "chosen_slot is 0 in phase 2"),
    ({"phase": CHOOSE_CELL}, "chosen_slot is -1 in phase 3"),
    ({"chosen_rotation": 1}, "chosen_rotation is set, and no tile is chosen"),
    ({"picked": 0}, "mover is 0 in the turn of 0"),
    ({"picked": 0, "mover": 1}, "picked is 0, and there is no tile that was shown"),
    ({"picked": 3, "mover": 1, "is_shown": ((0, 3), 1)}, "picked is a tile that fits nowhere"),
    ({"phase": COMMIT}, "phase is 0, but who begins is settled"),
    ({"phase": NAME_STARTER}, "phase is 1, but who begins is settled"),
]


@pytest.mark.parametrize(("changes", "message"), DAMAGE, ids=[str(row[0]) for row in DAMAGE])
def test_damage_midway(changes, message):
    assert fault_after(midway(), **changes) == message


def test_a_hand_that_is_too_small_or_too_large():
    state = midway()
    first, last = state.hand[0].tolist(), state.hand[1].tolist()
    given = first[1]
    lost = [first[0], NONE, *first[2:]]
    # The tile lies among the discards instead.
    changes = {"hand": ((0, 1), NONE), "discards": (0, given), "num_discards": 1}
    assert fault_after(state, **changes) == f"hand[0] is {lost}, and there are tiles to draw"
    drawn = int(state.quarry[13])
    changes = {"hand": ((1, 4), drawn), "quarry": (13, NONE), "num_drawn": 14}
    assert fault_after(state, **changes) == f"hand[1] is {[*last[:4], drawn]} with has_visited 0"
    assert fault_after(state, has_visited=1) == f"hand[0] is {first} with has_visited 1"


def test_a_hand_where_nobody_sits():
    state = midway()
    tile = int(state.quarry[13])
    changes = {"hand": ((3, 0), tile), "quarry": (13, NONE), "num_drawn": 14}
    assert fault_after(state, **changes) == "nobody sits at seat 3"


def test_a_tile_off_the_table():
    line = " ".join(
        ["**", *["8:1717", "9:2727", "10:3737", "11:4747", "12:5757", "13:6767", "7:1616"]]
    )
    line += " 6:1515 5:1414 4:1313 3:1212 5:2323 6:2424 7:2525 8:2626"
    state = table(line, table_size=97)
    assert fault_after(state, table_radius=15) == OPEN
    far = table(f"{line} 9:3636", table_size=97)
    assert fault_after(far, table_radius=15) == "placed_cell[16] lies off the table"


# --- the other phases -----------------------------------------------------------------------

TIED_HANDS = ["8:1717 8:1177 8:2626 9:2727", "8:2266 8:3535 8:3355 9:2277"]


def showing(*slots, **options):
    """Return a game for two in which these tiles were committed one after the other."""
    return play(table(START, *TIED_HANDS, starting_player="rules", **options), *slots)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"starting_player": 0}, "phase is 0, but who begins is settled"),
        ({"starter": 1}, "phase is 0, but who begins is settled"),
        ({"picked": 1}, "a tile has been played before anybody began"),
        ({"chosen_slot": 1}, "a tile has been played before anybody began"),
        ({"scores": (0, 1)}, "num_drawn or scores are not those of the beginning"),
        ({"mover": 0, "is_tied": (0, 0)}, "mover is 0, which has no tile to show"),
        ({"num_reveals": 4}, "mover is 1, which has no tile to show"),
        ({"committed": (0, NONE)}, "committed[0] is -1"),
        ({"committed": (0, 0)}, "committed[0] is 0"),  # was shown in the first round
        ({"committed": (1, 1)}, "committed[1] is 1"),  # before its turn
        ({"committed": (4, 1)}, "committed[4] is 1"),
        ({"mover": 0}, "committed[0] is 1"),
        ({"num_reveals": 2}, "is_shown[0] has 1 tiles after 2 rounds"),
        ({"is_shown": ((1, 2), 1)}, "is_shown[1] has 2 tiles after 1 rounds"),
        ({"phase": NAME_STARTER}, "somebody has to show a tile, and it is not the time"),
        ({"phase": CHOOSE_TILE}, "phase is 2, and who begins is not settled"),
    ],
    ids=str,
)
def test_damage_while_tiles_are_shown(changes, message):
    """One tie behind them, and the second tile of seat 0 face down."""
    assert fault_after(showing(0, 0, 1), **changes) == message


def test_damage_while_the_starter_is_named():
    state = showing(3, 0)
    assert fault_after(state, is_tied=(0, 1)).startswith("somebody has to show a tile")
    assert fault_after(state, committed=(1, 2)).endswith("and it is not the time")
    assert fault_after(state, phase=COMMIT) == "mover is 1, which has no tile to show"


def test_a_draw_before_anybody_began():
    state = showing()
    tile = int(state.quarry[9])
    changes = {"quarry": (9, NONE), "num_drawn": 10, "discards": (0, tile), "num_discards": 1}
    assert fault_after(state, **changes) == "a tile has been played before anybody began"


def test_damage_while_a_cell_is_chosen():
    state = choose(midway(), 0, 1)
    fits_not = "a tile that does not fit anywhere like that"
    assert fault_after(state, chosen_rotation=0) == f"chosen_slot is 0, {fits_not}"
    changes = {"chosen_slot": 3, "is_shown": ((0, 3), 1)}
    assert fault_after(state, **changes) == f"chosen_slot is 3, {fits_not}"
    assert fault_after(state, chosen_slot=4) == f"chosen_slot is 4, {fits_not}"
    assert fault_after(state, phase=CHOOSE_TILE) == "chosen_slot is 0 in phase 2"
    assert fault_after(state, chosen_slot=NONE) == "chosen_slot is -1 in phase 3"


def test_a_chosen_tile_that_nobody_has_seen():
    """A redeal for another player would exchange it for one that does not fit."""
    state = choose(midway(), 0, 1)
    secret = "a tile that nobody has seen"
    assert fault_after(state, is_shown=((0, 0), 0)) == f"chosen_slot is 0, {secret}"
    assert fault_after(state, chosen_slot=1) == f"chosen_slot is 1, {secret}"


def test_damage_of_a_visit():
    state = play(table(START, scores=(9,), visiting_quarry=True), VISIT)
    hand = state.hand[0].tolist()
    assert fault_after(state, has_visited=0) == f"hand[0] is {hand} with has_visited 0"
    changes = {"turn_of": 1, "mover": 1}
    assert fault_after(state, **changes) == f"hand[0] is {hand} with has_visited 1"


def test_damage_where_hands_are_empty():
    state = table(START, "8:1717 .. .. ..", ".. .. .. ..", left=0)
    assert fault_after(state, turn_of=1, mover=1) == "turn_of is 1, who has no tile"
    assert fault_after(state, phase=OVER).startswith("phase is 4, with the hands [[")
    over = table(START, ".. .. .. ..", ".. .. .. ..", left=0)
    assert fault_after(over, phase=CHOOSE_TILE).startswith("phase is 2, with the hands [[-1, -1")
    for name in ("picked", "chosen_slot"):
        assert fault_after(over, **{name: 0}) == "a tile is chosen after the end"
    assert fault_after(over, has_visited=1) == f"hand[0] is {[NONE] * 5} with has_visited 1"


# --- sound states ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"num_players": 5, "starting_player": "random", "table_size": 97},
        {"num_players": 6, "may_claim_unable": True, "visiting_quarry": True, "target": 50},
        {"num_players": 3, "children": True, "tile_set": "three_one", "starting_player": 2},
    ],
    ids=str,
)
def test_nothing_is_wrong_with_positions_of_play(options):
    game = quiltenvs.game("quartile", **options)
    for seed in range(scaled(3)):
        for state in random_game(game, seed)[:: 3 if scaled(2) > 1 else 9]:
            assert game.find_fault(state) == ""


@pytest.mark.parametrize("field", ["tile_pips", "tile_center", "target", "table_radius"])
def test_the_options_in_a_saved_state_are_those_of_the_game(field):
    game = quiltenvs.game("quartile", starting_player=0)
    saved = json.loads(game.to_json(game.new_state(0)))
    fields = saved["state"]
    changed = fields[field]
    fields[field] = [changed[1], *changed[1:]] if isinstance(changed, list) else 20
    with pytest.raises(quiltenvs.StateError, match=field):
        game.from_json(json.dumps(saved))
