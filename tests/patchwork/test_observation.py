"""What a player sees, block by block."""

import numpy as np
import pytest

import quiltenvs
from quiltenvs.patchwork.rules import PATCHES
from tests.patchwork.positions import ADVANCE, EMPTY, FULL, GAME, buy, cells, market, play, table
from tests.strategies import observation, random_game

LEFT = "\n".join(["#........"] * 9)
MATCH = quiltenvs.game("patchwork", match="two_game")


def seen(state, player=0, game=GAME):
    return game.unflatten(observation(game, state, player))


def plane(drawing):
    board = np.zeros((9, 9))
    for row, column in cells(drawing):
        board[row, column] = 1
    return board


@pytest.mark.parametrize(
    ("player", "own", "other"), [(0, LEFT, FULL), (1, FULL, LEFT)], ids=["first", "second"]
)
def test_quilts(player, own, other):
    blocks = seen(table(quilts=(LEFT, FULL)), player)
    assert (blocks["own_quilt"] == plane(own)).all()
    assert (blocks["other_quilt"] == plane(other)).all()


def test_offers():
    state = table(market=[19, 6, 10, 28], buttons=(5, 6))
    # there is one, price / 10, time / 6, income / 3, squares / 8, own buttons suffice
    expected = [
        [1, 0.5, 4 / 6, 2 / 3, 5 / 8, 1],
        [1, 0.4, 6 / 6, 2 / 3, 4 / 8, 1],
        [1, 0.6, 5 / 6, 2 / 3, 4 / 8, 0],
    ]
    np.testing.assert_allclose(seen(state)["offers"], expected, rtol=1e-6)
    assert seen(state, 1)["offers"][2, 5] == 1


def test_offer_shapes():
    state = table(market=[31, 9, 0, 28])
    shapes = seen(state)["offer_shapes"]
    drawings = [
        ["..#..", "#####", "..#.."],
        ["##...", ".##..", "....."],
        ["##...", ".....", "....."],
    ]
    for shape, drawing in zip(shapes, drawings, strict=True):
        assert shape.tolist() == [[letter == "#" for letter in row] for row in drawing]


@pytest.mark.parametrize("left", [2, 1, 0])
def test_missing_offers_are_zero(left):
    blocks = seen(table(market=[28, 10, 1][:left], buttons=(99, 99)))
    assert (blocks["offers"][left:] == 0).all()
    assert (blocks["offer_shapes"][left:] == 0).all()
    assert (blocks["offers"][:left, 0] == 1).all()


def test_the_market_tells_the_order_of_all_that_is_unsold():
    state = GAME.new_state(5)
    while not GAME.is_terminal(state):
        for player in (0, 1):
            values = seen(state, player)["market"]
            order = [patch for patch in np.argsort(-values, kind="stable") if values[patch] > 0]
            assert order == market(state)
            steps = [(33 - step) / 33 for step in range(len(order))]
            np.testing.assert_allclose(values[order], steps, rtol=1e-6)
        legal = GAME.legal_actions(state)
        GAME.play(state, legal[len(legal) // 2])


def test_pairs_are_own_then_other():
    state = table(buttons=(20, 7), income=(4, 19), position=(10, 41), on_top=1)
    for player, order in ((0, [0, 1]), (1, [1, 0])):
        blocks = seen(state, player)
        np.testing.assert_allclose(blocks["buttons"], np.array([0.2, 0.07])[order], rtol=1e-6)
        np.testing.assert_allclose(blocks["income"], np.array([4, 19])[order] / 38, rtol=1e-6)
        np.testing.assert_allclose(blocks["position"], np.array([10, 41])[order] / 53, rtol=1e-6)
        np.testing.assert_allclose(blocks["income_marks"], np.array([8, 2])[order] / 9, rtol=1e-6)
        assert blocks["on_top"] == (player == 1)
        assert blocks["own_turn"] == (player == 0)


def test_income_marks_to_come():
    for space in range(54):
        left = sum(space < mark for mark in (5, 11, 17, 23, 29, 35, 41, 47, 53))
        blocks = seen(table(position=(space, 0)))
        np.testing.assert_allclose(blocks["income_marks"][0] * 9, left, rtol=1e-6)


def test_many_buttons_are_shown_as_100():
    assert seen(table(buttons=(100, 101)))["buttons"].tolist() == [1, 1]
    assert seen(table(buttons=(99, 500)))["buttons"].tolist() == [np.float32(0.99), 1]


@pytest.mark.parametrize(
    ("board", "expected"), [("revised", [0, 1, 1, 1, 1, 1]), ("original", [1, 1, 1, 0, 1, 1])]
)
def test_special_patches(board, expected):
    game = quiltenvs.game("patchwork", time_board=board)
    state = game.new_state(0)
    assert seen(state, game=game)["special_patches"].tolist() == expected
    state.special_patches = 1 << 44
    assert seen(state, game=game)["special_patches"].tolist() == [0, 0, 0, 0, 1, 0]


@pytest.mark.parametrize("name", ["pending", "seven_by_seven", "finished_first"])
@pytest.mark.parametrize("player", [0, 1])
def test_whose_it_is(name, player):
    assert seen(table(), player)[name].tolist() == [0, 0]
    for owner in (0, 1):
        state = table(**{name: owner})
        assert seen(state, player)[name].tolist() == [owner == player, owner != player]


def test_turn_starter_and_end():
    game = quiltenvs.game("patchwork", starting_player=1)
    state = game.new_state(0)
    assert [seen(state, player)["own_turn"][0] for player in (0, 1)] == [0, 1]
    assert [seen(state, player)["own_start"][0] for player in (0, 1)] == [0, 1]
    over = table(position=(53, 53))
    assert [seen(over, player)["own_turn"][0] for player in (0, 1)] == [0, 0]


def test_options_can_be_seen():
    gentle = quiltenvs.game("patchwork", gap_penalty=1)
    assert seen(GAME.new_state(0))["gap_penalty"] == 1
    assert seen(gentle.new_state(0), game=gentle)["gap_penalty"] == 0.5
    assert seen(GAME.new_state(0))["match"].tolist() == [0, 0]
    assert seen(MATCH.new_state(0), game=MATCH)["match"].tolist() == [1, 0]


def test_the_first_game_of_a_match():
    state = MATCH.new_state(0)
    assert seen(state, game=MATCH)["first_score"].tolist() == [0, 0]
    assert seen(state, game=MATCH)["first_empty"].tolist() == [0, 0]
    state = table(
        quilts=(FULL, EMPTY), position=(52, 53), buttons=(9, 2), special_patches=(), game=MATCH
    )
    MATCH.play(state, ADVANCE)
    for player, order in ((0, [0, 1]), (1, [1, 0])):
        blocks = seen(state, player, MATCH)
        assert blocks["match"].tolist() == [1, 1]
        scores = np.array([10, 2 - 162])[order]
        np.testing.assert_allclose(blocks["first_score"], (scores + 162) / 300, rtol=1e-6)
        np.testing.assert_allclose(blocks["first_empty"], np.array([0, 81])[order] / 81)


def swapped(state):
    """The same table with the two players in each other's seats."""
    other = state.copy()
    for name in ("quilts", "buttons", "income", "position", "first_score", "first_empty"):
        other[name] = state[name][::-1].copy()
    for name in ("starter", "on_top"):
        other[name] = 1 - state[name]
    for name in ("pending", "seven_by_seven", "finished_first"):
        if state[name] >= 0:
            other[name] = 1 - state[name]
    return other


@pytest.mark.parametrize("game", [GAME, MATCH], ids=["single", "match"])
def test_seats_are_seen_from_where_one_sits(game):
    """Swapping the players swaps what they see, and nothing else."""
    for seed in range(4):
        for state in random_game(game, seed)[::3]:
            other = swapped(state)
            for player in (0, 1):
                own, theirs = (
                    observation(game, state, player),
                    observation(game, other, 1 - player),
                )
                assert own.tobytes() == theirs.tobytes()
            assert game.legal_actions(state) == game.legal_actions(other)
            assert game.scores(state) == game.scores(other)[::-1]
            assert game.ranking(state) == game.ranking(other)[::-1]


def test_nothing_public_is_missing():
    """Positions that play differently look different."""
    state = table(market=[1, 2, 3], buttons=(20, 20))
    looks = {observation(GAME, state, 0).tobytes()}
    changes = {
        "buttons": [(21, 20), (20, 21)],
        "income": [(1, 0), (0, 1)],
        "position": [(1, 0), (0, 1)],
        "on_top": [1],
        "pending": [0, 1],
        "seven_by_seven": [0, 1],
        "finished_first": [0, 1],
        "special_patches": [(32, 38, 44, 50)],
        "market": [[1, 3, 2], [1, 2], [1, 2, 4]],
        "quilts": [(LEFT, EMPTY), (EMPTY, LEFT)],
        "starter": [1],
        "gap_penalty": [1],
        "match": [1],
    }
    for field, value in ((field, value) for field, values in changes.items() for value in values):
        other = table(**{"market": [1, 2, 3], "buttons": (20, 20), field: value})
        looks.add(observation(GAME, other, 0).tobytes())
    assert len(looks) == 1 + sum(map(len, changes.values()))


def test_a_purchase_shows():
    state = table(market=[19, 6, 10, 28], buttons=(5, 6))
    before = seen(state, 1)
    buy(state, 0)
    after = seen(state, 1)
    assert (before["other_quilt"].sum(), after["other_quilt"].sum()) == (0, 5)
    assert after["market"][19] == 0 < before["market"][19]
    play(state, ADVANCE)
    assert seen(state, 1)["on_top"] == 1


def test_shapes_fit_their_planes():
    assert max(len(patch.shape) for patch in PATCHES) == 3
    assert max(len(patch.shape[0]) for patch in PATCHES) == 5
