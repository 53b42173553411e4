"""What a player sees, block by block, against values computed plainly from the state."""

import numpy as np
import pytest

import quiltenvs
from quiltenvs.quartile.observation import MAX_SCORE
from quiltenvs.quartile.state import CHOOSE_CELL, CHOOSE_TILE, COMMIT, NAME_STARTER, NONE, OVER
from tests.quartile.positions import (
    ABLE_HAND,
    FIRST_NAME,
    START,
    STUCK_HAND,
    STUCK_TABLE,
    UNABLE,
    VISIT,
    choose,
    lies,
    parse,
    play,
    rotations,
    table,
    unpacked,
)
from tests.strategies import observation, random_game, scaled

NEAR = [(-1, 0), (0, 1), (1, 0), (0, -1)]


def seen(state, player=0):
    size = 2 * int(state.table_radius) + 1
    game = quiltenvs.game("quartile", num_players=int(state.num_players), table_size=size)
    return game.unflatten(observation(game, state, player))


# --- every block, computed plainly ----------------------------------------------------------


def tile_values(state, tile, rotation=0):
    """Return center and pips of a tile, scaled."""
    if tile == NONE:
        return [0] * 5
    pips = rotations(unpacked(state.tile_pips[tile]))[rotation]
    return [state.tile_center[tile] / 14, *(count / 7 for count in pips)]


def other_hand(state, seat):
    return [
        [*tile_values(state, tile if is_shown else NONE), tile != NONE]
        for tile, is_shown in zip(state.hand[seat].tolist(), state.is_shown[seat], strict=True)
    ]


def chosen(state):
    if state.phase != CHOOSE_CELL:
        return [0] * 5
    tile = state.hand[state.turn_of, state.chosen_slot]
    return tile_values(state, tile, int(state.chosen_rotation))


def unseen(state, player):
    """Return 1 for every tile that is not on the table, discarded, shown, or in the own hand."""
    known = {*state.placed_tile[1 : state.num_placed].tolist(), *state.hand[player].tolist()}
    known |= set(state.discards.tolist()) | set(state.hand[state.is_shown == 1].tolist())
    return [tile not in known for tile in range(49)]


def fits(state, on_table, cell, tile, rotation):
    """Whether a tile may go to a cell, by the rules."""
    center, pips = state.tile_center[tile], rotations(unpacked(state.tile_pips[tile]))[rotation]
    around = [on_table.get((cell[0] + down, cell[1] + right)) for down, right in NEAR]
    if cell in on_table or around == [None] * 4:
        return False
    for side, word in enumerate(around):
        if word and word != START:
            other = parse(word)[1][(side + 2) % 4]
            if (pips[side] != other) if state.children else (pips[side] + other != center):
                return False
    return True


def planes(state, player):
    """Return the planes of pips, of occupied cells, and of where a tile may go."""
    radius, on_table = int(state.table_radius), lies(state)
    size = 2 * radius + 1
    pips, occupied, playable = np.zeros((4, size, size)), *np.zeros((2, size, size))
    for (row, column), word in on_table.items():
        occupied[row + radius, column + radius] = 1
        values = parse(word)[1] if word != START else (0, 0, 0, 0)
        pips[:, row + radius, column + radius] = np.array(values) / 7
    if state.phase == CHOOSE_CELL and state.mover == player:
        tiles = [(state.hand[state.turn_of, state.chosen_slot], int(state.chosen_rotation))]
    else:
        tiles = [(t, turns) for t in state.hand[player] if t != NONE for turns in range(4)]
    for row, column in {(row + r, column + c) for row, column in on_table for r, c in NEAR}:
        if max(abs(row), abs(column)) <= radius:
            playable[row + radius, column + radius] = any(
                fits(state, on_table, (row, column), tile, rotation) for tile, rotation in tiles
            )
    return {"table_pips": pips, "occupied": occupied, "playable": playable}


def expected(state, player):
    players = int(state.num_players)
    seats = [(player + turn) % players for turn in range(players)]
    is_over = state.phase == OVER
    return {
        "hand": [tile_values(state, tile) for tile in state.hand[player]],
        "chosen": chosen(state),
        "unseen": unseen(state, player),
        "quarry": [(49 - state.num_drawn) / 49],
        "phase": [
            state.phase == phase for phase in (COMMIT, NAME_STARTER, CHOOSE_TILE, CHOOSE_CELL)
        ],
        "options": [
            state.may_claim_unable,
            state.children,
            state.visiting_quarry,
            state.target / 1000,
        ],
        "visited": [state.has_visited],
        "scores": [min(state.scores[seat], 500) / 500 for seat in seats],
        "mover": [seat == state.mover and not is_over for seat in seats],
        "turn_of": [seat == state.turn_of and not is_over for seat in seats],
        "to_show": [state.is_tied[seat] == 1 and state.committed[seat] == NONE for seat in seats],
        "other_hands": [other_hand(state, seat) for seat in seats[1:]],
        **planes(state, player),
    }


OPTIONS = [
    {},
    {"table_size": 97, "children": True, "starting_player": 1},
    {"num_players": 3, "may_claim_unable": True, "visiting_quarry": True},
    {"num_players": 3, "tile_set": "three_one", "table_size": 97, "target": 100},
    {"num_players": 6, "visiting_quarry": True, "tile_set": "adj"},
    {"num_players": 6, "table_size": 97, "starting_player": "random", "may_claim_unable": True},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_block_from_every_seat(options):
    game = quiltenvs.game("quartile", **options)
    for state in random_game(game, 11)[:: 7 if scaled(2) > 1 else 40]:
        for player in range(game.spec.num_players):
            found = game.unflatten(observation(game, state, player))
            blocks = expected(state, player)
            assert list(found) == list(blocks)
            for name, values in blocks.items():
                np.testing.assert_allclose(
                    found[name], np.array(values, float), rtol=1e-6, err_msg=name
                )


# --- single blocks of drawn positions -------------------------------------------------------


def test_the_table_is_seen_from_the_start_tile():
    """North is up: row 14 of 31 is the one above the start tile."""
    blocks = seen(table(STUCK_TABLE, ABLE_HAND))
    assert np.argwhere(blocks["occupied"]).tolist() == [
        [14, 15], [15, 14], [15, 15], [15, 16], [16, 15],
    ]  # fmt: skip
    np.testing.assert_allclose(blocks["table_pips"][:, 16, 15] * 7, [3, 5, 3, 5], rtol=1e-6)
    assert not blocks["table_pips"][:, 15, 15].any()


def test_the_start_tile_is_never_seen():
    state = table(STUCK_TABLE, ABLE_HAND)
    for player in (0, 1):
        assert seen(state, player)["unseen"][state.placed_tile[0]] == 1


def test_playable_is_where_the_chosen_tile_fits():
    """And to others, who choose nothing, where their own do."""
    state = choose(table(STUCK_TABLE, ABLE_HAND, STUCK_HAND), 0, 1)
    assert np.argwhere(seen(state, 0)["playable"]).tolist() == [[16, 14], [17, 15]]
    assert not seen(state, 1)["playable"].any()


def test_the_chosen_tile_is_seen_by_all_as_it_is_turned():
    state = choose(table(STUCK_TABLE, ABLE_HAND, STUCK_HAND), 0, 1)
    for player in (0, 1):
        values = seen(state, player)["chosen"]
        np.testing.assert_allclose(values, [8 / 14, 5 / 7, 3 / 7, 3 / 7, 5 / 7], rtol=1e-6)


def test_who_plays_for_another():
    state = table(STUCK_TABLE, ABLE_HAND, num_players=3, may_claim_unable=True)
    state.rng = np.uint64(2)
    play(state, UNABLE)
    assert state.picked != NONE
    assert [seen(state, player)["turn_of"].tolist() for player in range(3)] == [
        [1, 0, 0], [0, 0, 1], [0, 1, 0],
    ]  # fmt: skip
    assert [seen(state, player)["mover"].tolist() for player in range(3)] == [
        [0, 1, 0], [1, 0, 0], [0, 0, 1],
    ]  # fmt: skip
    shown = seen(state, 1)["other_hands"][1]  # seat 0 is the last after seat 1
    assert shown[state.picked, :5].all()


def test_a_visit():
    state = table(START, ABLE_HAND, scores=(9,), visiting_quarry=True)
    before = seen(state)
    assert before["visited"] == 0
    assert not before["hand"][4].any()
    after = seen(play(state, VISIT))
    assert after["visited"] == 1
    assert after["hand"][4].all()
    assert seen(state, 1)["other_hands"][0][4].tolist() == [0, 0, 0, 0, 0, 1]


def test_who_still_has_to_show_a_tile():
    hands = ["8:1717 8:1177 8:2626 9:2727", "10:3737 10:3377 7:1616 9:2277"]
    third = "8:2266 8:3535 8:3355 9:3636"
    state = table(START, *hands, third, starting_player="rules")
    shows = [seen(state)["to_show"].tolist()]
    for action in (0, 0, 0, 1, 3):
        shows.append(seen(play(state, action))["to_show"].tolist())
    assert shows == [[1, 1, 1], [0, 1, 1], [0, 0, 1], [1, 0, 1], [0, 0, 1], [0, 0, 0]]
    assert seen(state)["phase"].tolist() == [0, 1, 0, 0]
    assert seen(play(state, FIRST_NAME))["phase"].tolist() == [0, 0, 1, 0]


def test_more_points_than_the_scale_look_like_its_end():
    assert MAX_SCORE == 500
    blocks = seen(table(START, scores=(499, 501)))
    np.testing.assert_allclose(blocks["scores"], [499 / 500, 1], rtol=1e-6)
