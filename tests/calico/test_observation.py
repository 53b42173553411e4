"""What a player sees, block by block, against values computed plainly from the state."""

import numpy as np
import pytest

import quiltenvs
from quiltenvs.calico.observation import MAX_CATS, MAX_SCORE
from quiltenvs.calico.state import CHOOSE_GOALS, OVER, PLACE, TAKE
from tests.calico.positions import (
    EMPTY,
    GREEN,
    HEXES,
    RINGS,
    SPACES,
    SPOTS,
    cells,
    game_of,
    kinds,
    place,
    table,
    take,
)
from tests.strategies import observation, random_game, scaled

COUNTS = [[1] * 6, [4, 2], [3, 3], [3, 2, 1], [2, 2, 2], [2, 2, 1, 1]]


def seen(state, player=0):
    game = quiltenvs.game("calico", num_players=int(state.num_players))
    return game.unflatten(observation(game, state, player))


# --- every block, computed plainly --------------------------------------------------------------


def plane(area):
    return np.array([cell in area for cell in HEXES], float).reshape(7, 7)


def one_hot(size, *places):
    return np.isin(np.arange(size), places).astype(float)


def tile_values(tile):
    return one_hot(12) if tile < 0 else one_hot(12, tile // 6, 6 + tile % 6)


def board(state, seat, is_own):
    planes = [plane(cells(part)) for part in (*state.colors[seat], *state.patterns[seat])]
    if is_own:
        planes += [plane(SPOTS), plane(cells(state.open[seat]))]
    return [*planes, plane(cells(state.buttoned[seat])), plane(cells(state.visited[seat]))]


def tokens(state, seat):
    return [*state.buttons[seat] / 9, state.rainbow[seat], *state.cats[seat] / 11]


def can_become(counts, goal):
    """Whether six tiles with these counts, some still missing, can be those of the goal."""
    have = sorted((count for count in counts if count), reverse=True)
    return len(have) <= len(COUNTS[goal]) and all(
        count <= wanted for count, wanted in zip(have, COUNTS[goal], strict=False)
    )


def goals(state, seat):
    rows = []
    for spot, goal in enumerate(state.goals[seat].tolist()):
        around = [
            [len(cells(part) & set(RINGS[spot])) for part in parts[seat]]
            for parts in (state.colors, state.patterns)
        ]
        possible = [goal >= 0 and can_become(counts, goal) for counts in around]
        rows.append([*one_hot(6, goal), *np.ravel(around) / 6, *possible])
    return rows


def offer(state, seat):
    return [one_hot(6, goal) for goal in state.goal_offer[seat]]


def other_hand(state, seat):
    return [
        [*(tile_values(-1 if is_secret else tile)), is_secret]
        for tile, is_secret in zip(state.hand[seat], state.is_secret[seat], strict=True)
    ]


def unseen(state, player):
    count = np.bincount(state.tiles[state.tiles >= 0], minlength=36)
    for seat in range(int(state.num_players)):
        for tile, is_secret in zip(state.hand[seat], state.is_secret[seat], strict=True):
            count[tile] += bool(is_secret) and seat != player
    return count / 3


def expected(state, player):
    players = int(state.num_players)
    game = quiltenvs.game("calico", num_players=players)
    seats = [(player + turn) % players for turn in range(players)]
    is_targeted = players == 1 and state.scenario == 0
    blocks = {
        "own_board": board(state, player, is_own=True),
        "own_tokens": tokens(state, player),
        "own_goals": goals(state, player),
        "goal_offer": offer(state, player),
        "hand": [tile_values(tile) for tile in state.hand[player]],
        "market": [tile_values(tile) for tile in state.market],
        "cats": [
            [*one_hot(10, cat), *(state.cat_of == place)] for place, cat in enumerate(state.lineup)
        ],
        "unseen": unseen(state, player),
        "phase": [state.phase == phase for phase in (CHOOSE_GOALS, PLACE, TAKE)],
        "restrictions": state.restrictions,
        "scenario": one_hot(10, int(state.scenario) - 1),
        "target": [state.target_score / 120 * is_targeted],
        "score": [min(game.score(state, seat), 150) / 150 for seat in seats],
        "placed": [state.num_placed[seat] / 22 for seat in seats],
        "turn": [state.phase != OVER and seat == state.mover for seat in seats],
    }
    if players > 1:
        blocks |= {
            "other_boards": [board(state, seat, is_own=False) for seat in seats[1:]],
            "other_tokens": [tokens(state, seat) for seat in seats[1:]],
            "other_goals": [goals(state, seat) for seat in seats[1:]],
            "other_offers": [offer(state, seat) for seat in seats[1:]],
            "other_hands": [other_hand(state, seat) for seat in seats[1:]],
        }
    return blocks


OPTIONS = [
    {"num_players": 1, "target_score": 45},
    {"num_players": 1, "scenario": 7, "lower_variance": True},
    {},
    {"setup": "beginner", "goals_need_both": True, "next_to_placed": True},
    {"num_players": 3, "setup": "family", "boards": "random", "no_hand": True},
    {"num_players": 3, "scenario": 10},
    {"num_players": 4, "starting_player": "random", "next_to_same_color": True},
    {"goals": "!= AAA-BBB AAAA-BB", "next_to_same_pattern": True},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_block_from_every_seat(options):
    game = quiltenvs.game("calico", **options)
    for state in random_game(game, 11)[:: 7 if scaled(2) > 1 else 30]:
        for player in range(game.spec.num_players):
            found = game.unflatten(observation(game, state, player))
            blocks = expected(state, player)
            assert list(found) == list(blocks)
            for name, values in blocks.items():
                np.testing.assert_allclose(
                    found[name], np.array(values, float), rtol=1e-6, err_msg=name
                )


# --- single blocks of drawn positions -----------------------------------------------------------

DOTS = """
    Kv  Ys  Lv  Kf  Pq  Yw  Gs
      Gw  ..  ..  ..  ..  ..  Dd
    Dq  ..  Gd  ##  ..  ..  Pv
      Lf  ..  Gd  Gd  ##  ..  Yf
    Ps  ..  ##  Yf  ..  ..  Gq
      Yd  ..  ..  ..  ..  ..  Dw
    Pw  Lq  Kw  Df  Gv  Kd  Ls
"""


def test_the_own_board_shows_printed_hexes_tiles_goals_spaces_and_closed_areas():
    own = seen(table(DOTS))["own_board"]
    assert {HEXES[i] for i in np.flatnonzero(own[1])} == {
        (0, 6), (1, 0), (2, 2), (3, 2), (3, 3), (4, 6), (6, 4),
    }  # fmt: skip
    assert own[6, 2, 2] == own[6, 5, 0] == own[7, 4, 3] == 1
    assert {HEXES[i] for i in np.flatnonzero(own[12])} == set(SPOTS)
    tiles = {(2, 2), (3, 2), (3, 3), (4, 3)}
    assert {HEXES[i] for i in np.flatnonzero(own[13])} == set(SPACES) - tiles
    for closed in own[14:]:
        assert {HEXES[i] for i in np.flatnonzero(closed)} == {(2, 2), (3, 2), (3, 3)}


def test_tokens_are_scaled():
    values = seen(table(DOTS))["own_tokens"]
    np.testing.assert_allclose(values, [0, 1 / 9, 0, 0, 0, 0, 0, 1 / 11, 0, 0], rtol=1e-6)


def test_tiles_taken_are_shown_to_the_others_and_those_dealt_are_not():
    state = table(EMPTY, GREEN, hand="Gd Kf", market="Yq Ls Pv")
    hidden = [[0] * 12 + [1]] * 2
    assert seen(state, 1)["other_hands"][0].tolist() == hidden
    take(place(state, (1, 1), slot=1), 2)
    shown = seen(state, 1)["other_hands"][0].tolist()
    assert shown == [hidden[0], [*tile_values(kinds("Pv")[0]), 0]]
    assert seen(state, 0)["hand"].tolist() == [
        tile_values(tile).tolist() for tile in kinds("Gd Pv")
    ]


def test_a_tile_dealt_to_another_is_unseen_until_it_is_placed():
    state = table(EMPTY, GREEN, hand="Gd Kf", market="Yq Ls Pv")
    (green_dots,) = kinds("Gd")
    before = seen(state, 1)["unseen"][green_dots]
    assert before == seen(state, 0)["unseen"][green_dots] + np.float32(1 / 3)
    place(state, (1, 1))
    assert seen(state, 1)["unseen"][green_dots] == seen(state, 0)["unseen"][green_dots] < before


def test_what_is_hidden_changes_nothing():
    """A fresh deal of all that a player does not know looks the same."""
    for options in ({}, {"num_players": 3}, {"num_players": 1}):
        game = quiltenvs.game("calico", **options)
        for number, state in enumerate(random_game(game, 2)[::9]):
            for player in range(game.spec.num_players):
                dealt = state.copy()
                game.redeal_hidden(dealt, player, number)
                looks = [observation(game, one, player).tobytes() for one in (state, dealt)]
                assert looks[0] == looks[1]


def test_the_phase_is_that_of_the_game_for_every_player():
    state = table(EMPTY, GREEN)
    assert [seen(state, player)["phase"].tolist() for player in (0, 1)] == [[0, 1, 0]] * 2
    assert [seen(state, player)["turn"].tolist() for player in (0, 1)] == [[1, 0], [0, 1]]
    place(state, (1, 1))
    assert seen(state, 1)["phase"].tolist() == [0, 0, 1]
    over = random_game(game_of(2), 0)[-1]
    for name in ("phase", "turn"):
        assert not seen(over)[name].any()


def test_figures_stay_within_their_scales():
    """More than 150 points look like 150; eleven cats and nine buttons of a color are the most."""
    assert (MAX_SCORE, MAX_CATS) == (150, 11)
    state = table(EMPTY)
    state.cats[0, 2], state.buttons[0, 0] = 11, 9
    np.testing.assert_allclose(seen(state)["score"], [(11 * 7 + 9 * 3) / 150], rtol=1e-6)
    state.cats[0, 1] = 11
    blocks = seen(state)
    assert blocks["score"] == 1
    assert blocks["own_tokens"][[0, 8, 9]].tolist() == [1, 1, 1]
