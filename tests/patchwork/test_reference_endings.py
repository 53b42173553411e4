"""The literal reference by example: special patches, the 7x7, scores, the two-game match."""

import pytest

from tests.patchwork.reference_positions import ADVANCE, CIRCLE, all_but, buys, dealt, put
from tests.reference.patchwork import BOARD, Patchwork

# Special patches ("Resolve the track marks you reach or cross").


def test_special_patch_is_placed_at_once_by_its_taker():
    game = Patchwork(CIRCLE)
    put(game, 0, 25)
    put(game, 1, 25)
    game.play(ADVANCE)  # seat 1 takes the patch at 26 and is no longer behind
    assert game.special_patches_left() == [32, 38, 44, 50]
    assert (game.pending_special, game.to_move()) == (1, 1)
    assert game.legal() == {("special", row, column) for row, column in BOARD}
    game.play(("special", 8, 0))
    assert game.quilt == [set(), {(8, 0)}]
    assert game.income(1) == 0
    assert (game.pending_special, game.to_move()) == (None, 0)
    game.play(ADVANCE)  # seat 0 crosses 26 in vain
    assert (game.position, game.pending_special) == ([27, 26], None)


def test_special_patch_is_taken_by_crossing_in_a_purchase():
    game = Patchwork(dealt(6))  # 6 spaces
    put(game, 0, 21)
    put(game, 1, 40)
    game.play(buys(game, 0)[0])
    assert (game.position[0], game.pending_special) == (27, 0)
    assert game.legal() == {("special", *cell) for cell in BOARD - game.quilt[0]}
    with pytest.raises(ValueError, match="legal move"):
        game.play(ADVANCE)
    with pytest.raises(ValueError, match="legal move"):
        game.play(("special", *min(game.quilt[0])))


def test_original_time_board():
    game = Patchwork(CIRCLE, time_board="original")
    put(game, 0, 19)
    put(game, 1, 19)
    game.play(ADVANCE)
    assert game.pending_special == 1
    assert game.special_patches_left() == [26, 32, 44, 50]


def test_special_patch_for_a_full_quilt_is_set_aside():
    game = Patchwork(CIRCLE)
    put(game, 0, 25)
    put(game, 1, 25)
    game.quilt[1] = set(BOARD)
    game.play(ADVANCE)
    assert game.pending_special is None
    assert game.special_patches_left() == [32, 38, 44, 50]
    assert game.to_move() == 0


def test_purchase_that_fills_the_quilt_leaves_no_room_for_the_special_patch():
    game = Patchwork(dealt(2))
    put(game, 0, 25)
    put(game, 1, 40)
    game.quilt[0] = all_but((0, 0), (0, 1), (1, 0))
    game.play(buys(game, 0)[0])
    assert (game.quilt[0], game.pending_special) == (BOARD, None)
    assert game.special_patches_left() == [32, 38, 44, 50]


def test_last_move_across_50_is_over_only_when_the_patch_is_placed():
    game = Patchwork(dealt(6))
    game.special_patches = [50]
    put(game, 1, 53)
    put(game, 0, 49)
    game.play(buys(game, 0)[0])
    assert game.position == [53, 53]
    assert game.buttons[0] == 5 - 4 + 2  # income at 53 is in before the patch lies
    assert (game.is_over(), game.to_move()) == (False, 0)
    with pytest.raises(ValueError, match="no winner"):
        game.winner()
    game.play(("special", 8, 8))
    assert (game.is_over(), game.to_move(), game.legal()) == (True, None, set())
    with pytest.raises(ValueError, match="legal move"):
        game.play(ADVANCE)


# "Check the seven-point reward".


def square(top, left, *missing):
    return {(top + r, left + c) for r in range(7) for c in range(7)} - set(missing)


@pytest.mark.parametrize("top", [0, 1, 2])
@pytest.mark.parametrize("left", [0, 1, 2])
def test_purchase_completes_any_window(top, left):
    game = Patchwork(dealt(1))
    row = frozenset((top + 3, left + column) for column in range(2, 5))
    game.quilt[0] = square(top, left, *row)
    game.play(("buy", 0, row))
    assert game.seven_by_seven == 0
    assert game.buttons[0] == 5 - 2  # not to be spent
    assert game.score(0) == 3 + 7 - 2 * (81 - 49)


def test_special_patch_completes_the_square():
    game = Patchwork(CIRCLE)
    game.quilt[1] = square(1, 2, (4, 4))
    game.pending_special = 1
    game.play(("special", 4, 4))
    assert game.seven_by_seven == 1


def test_only_the_first_square_counts():
    game = Patchwork(CIRCLE)
    for seat in (1, 0):
        game.quilt[seat] = square(0, 0, (0, 0))
        game.pending_special = seat
        game.play(("special", 0, 0))
    assert game.seven_by_seven == 1


def test_scattered_squares_do_not_count():
    game = Patchwork(CIRCLE)
    game.quilt[0] = all_but((4, 4), (2, 2))  # all nine windows hold (4, 4)
    game.pending_special = 0
    game.play(("special", 2, 2))
    assert game.seven_by_seven is None


# "Finish both time tracks, then count the gaps".


@pytest.mark.parametrize(("gap_penalty", "points"), [(2, 11), (1, 16)])
def test_score_of_the_example(gap_penalty, points):
    game = Patchwork(CIRCLE, gap_penalty=gap_penalty)
    game.buttons[0] = 14
    game.seven_by_seven = 0
    game.quilt[0] = all_but(*[(0, column) for column in range(5)])
    assert game.score(0) == points


def finish(game, scores, first=0, empties=(9, 9)):
    """End the game on the table with the given scores, the first seat arriving first."""
    second = 1 - first
    game.special_patches.clear()
    put(game, first, 52)
    put(game, second, 52)
    put(game, first, 52)
    for seat in (0, 1):
        game.quilt[seat] = all_but(*sorted(BOARD)[: empties[seat]])
        game.sewn[seat] = []
        game.buttons[seat] = scores[seat] + 2 * empties[seat] - 1
    game.play(ADVANCE)
    game.play(ADVANCE)


@pytest.mark.parametrize(("scores", "winner"), [((3, 2), 0), ((2, 3), 1), ((-9, -4), 1)])
def test_higher_score_wins(scores, winner):
    for first in (0, 1):
        game = Patchwork(CIRCLE)
        finish(game, scores, first, empties=(9, 9))
        assert game.is_over()
        assert (game.score(0), game.score(1)) == scores
        assert game.winner() == winner


@pytest.mark.parametrize("first", [0, 1])
def test_tie_goes_to_the_first_to_finish(first):
    game = Patchwork(CIRCLE)
    finish(game, (4, 4), first, empties=(3, 9))
    assert game.finished_first == first
    assert game.winner() == first


# "Two-game total".


def two_games(starter=0):
    other = [*range(32, 0, -1), 0]
    return Patchwork(CIRCLE, starter, match="two_game", second_circle=other)


@pytest.mark.parametrize("starter", [0, 1])
def test_second_game_is_set_out_anew_for_the_other_starter(starter):
    game = two_games(starter)
    game.seven_by_seven = 0
    finish(game, (10, -4), empties=(6, 20))
    assert game.first_game == ((17, -4), (6, 20))  # with the tile
    assert (game.game_number, game.is_over()) == (1, False)
    assert game.to_move() == 1 - starter
    assert game.market() == [*range(32, 0, -1), 0]
    assert (game.buttons, game.position) == ([5, 5], [0, 0])
    assert (game.quilt, game.sewn) == ([set(), set()], [[], []])
    assert (game.seven_by_seven, game.finished_first) == (None, None)
    assert game.special_patches_left() == [26, 32, 38, 44, 50]
    assert (game.score(0), game.score(1)) == (17 + 5 - 162, -4 + 5 - 162)


def test_second_game_waits_for_the_last_special_patch():
    game = two_games()
    game.special_patches = [50]
    put(game, 1, 53)
    put(game, 0, 49)
    game.play(ADVANCE)
    assert (game.position, game.game_number) == ([53, 53], 0)
    game.play(("special", 0, 0))
    assert game.game_number == 1
    assert game.first_game.empties == (80, 81)


@pytest.mark.parametrize(
    ("games", "empties", "winner"),
    [
        (((10, 0), (0, 9)), ((9, 9), (9, 9)), 0),
        (((10, 0), (0, 11)), ((9, 9), (9, 9)), 1),
        (((10, 0), (0, 10)), ((5, 9), (9, 6)), 0),  # 14 empty cells against 15
        (((10, 0), (0, 10)), ((5, 9), (9, 4)), 1),  # 14 against 13
        (((10, 0), (0, 10)), ((5, 9), (9, 5)), None),
        (((4, 4), (4, 4)), ((9, 9), (9, 9)), None),
    ],
)
@pytest.mark.parametrize("first", [0, 1])
def test_winner_of_a_match(games, empties, winner, first):
    game = two_games()
    finish(game, games[0], first, empties[0])
    finish(game, games[1], first, empties[1])
    assert game.is_over()
    assert game.to_move() is None
    assert game.legal() == set()
    assert [game.score(seat) for seat in (0, 1)] == [sum(pair) for pair in zip(*games, strict=True)]
    assert game.winner() == winner
