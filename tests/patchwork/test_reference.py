"""The literal reference by example: tables, setting out, turns, purchases, the market.

No engine is needed. The judge of the differential test must itself be right, so each rule and
ruling has an example here or in ``test_reference_endings.py``.
"""

import random
from collections import Counter

import pytest

from tests.patchwork.reference_positions import ADVANCE, CIRCLE, all_but, buys, dealt, late
from tests.reference.patchwork import (
    INCOME_MARKS,
    PATCHES,
    SPECIAL_PATCHES,
    Patchwork,
    orientations,
    placements,
)

# The tables, counted.


def test_patches_add_up():
    assert len(PATCHES) == 33
    assert len({frozenset(orientations(patch.cells)) for patch in PATCHES}) == 30
    assert sum(len(patch.cells) for patch in PATCHES) == 166
    assert sum(patch.button_cost for patch in PATCHES) == 133
    assert sum(patch.time_cost for patch in PATCHES) == 107
    assert sum(patch.income for patch in PATCHES) == 38


def test_patches_by_size_time_and_income():
    sizes = Counter(len(patch.cells) for patch in PATCHES)
    assert sizes == {2: 1, 3: 3, 4: 7, 5: 9, 6: 10, 7: 2, 8: 1}
    assert Counter(patch.time_cost for patch in PATCHES) == {1: 4, 2: 9, 3: 7, 4: 5, 5: 4, 6: 4}
    assert Counter(patch.income for patch in PATCHES) == {0: 11, 1: 10, 2: 8, 3: 4}
    assert len(set(PATCHES)) == 33


def test_placements_add_up():
    counts = [len(placements(patch.cells)) for patch in PATCHES]
    assert sum(len(orientations(patch.cells)) for patch in PATCHES) == 144
    assert sum(counts) == 7349
    assert [patch for patch in range(33) if counts[patch] == max(counts) == 448] == [5, 6, 15]
    for patch in PATCHES:
        assert len(set(placements(patch.cells))) == len(placements(patch.cells))


def test_orientations_of_one_patch_with_two_faces():
    drawn = [
        "###/#..",
        "###/..#",
        "#../###",
        "..#/###",
        "##/#./#.",
        "##/.#/.#",
        "#./#./##",
        ".#/.#/##",
    ]
    expected = {
        frozenset(
            (r, c) for r, row in enumerate(d.split("/")) for c, s in enumerate(row) if s == "#"
        )
        for d in drawn
    }
    assert orientations(PATCHES[5].cells) == expected


def test_track_marks():
    assert list(range(5, 54, 6)) == INCOME_MARKS
    assert SPECIAL_PATCHES["revised"] == list(range(26, 51, 6))
    assert SPECIAL_PATCHES["original"] == [20, 26, 32, 44, 50]


# Setting out.


@pytest.mark.parametrize("starter", [0, 1])
def test_set_out(starter):
    game = Patchwork(CIRCLE, starter)
    assert game.to_move() == starter
    assert game.buttons == [5, 5]
    assert game.position == [0, 0]
    assert game.quilt == [set(), set()]
    assert [game.income(seat) for seat in (0, 1)] == [0, 0]
    assert [game.score(seat) for seat in (0, 1)] == [5 - 2 * 81] * 2
    assert game.market() == CIRCLE
    assert game.special_patches_left() == [26, 32, 38, 44, 50]
    assert (game.seven_by_seven, game.pending_special, game.finished_first) == (None, None, None)
    assert (game.game_number, game.first_game, game.is_over()) == (0, None, False)


def test_largest_number_of_legal_moves():
    assert len(Patchwork(dealt(5, 6, 15)).legal()) == 1 + 3 * 448


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"circle": CIRCLE[:-1]}, "each patch"),
        ({"circle": [0, *range(1, 33)]}, "1x2"),
        ({"starter": 2}, "starter"),
        ({"time_board": "new"}, "time_board"),
        ({"gap_penalty": 3}, "gap_penalty"),
        ({"match": "best_of_three"}, "match"),
        ({"match": "two_game"}, "each patch"),
        ({"second_circle": CIRCLE}, "second_circle"),
    ],
)
def test_options_are_checked(options, message):
    with pytest.raises(ValueError, match=message):
        Patchwork(**{"circle": CIRCLE, **options})


# "Find whose turn it is".


def test_token_further_behind_moves():
    assert late((7, 9)).to_move() == 0
    assert late((9, 7)).to_move() == 1


def test_last_to_arrive_on_a_space_moves_again():
    game = late((1, 4), dealt(2))  # patch 2 costs three spaces
    game.play(buys(game, 0)[0])
    assert game.position == [4, 4]
    assert game.to_move() == 0


def test_player_at_the_finish_waits():
    game = late((53, 30))
    assert game.to_move() == 1
    game.play(buys(game)[0])
    assert game.to_move() == 1


# "Choose one of two actions": advance.


def test_first_advance_moves_one_space():
    game = Patchwork(CIRCLE, starter=1)
    game.play(ADVANCE)
    assert game.position == [0, 1]
    assert game.buttons == [5, 6]
    assert game.to_move() == 0


def test_advance_from_two_spaces_behind_moves_three():
    game = late((6, 8))
    game.play(ADVANCE)
    assert game.position == [9, 8]
    assert game.buttons == [5 + 3, 5]


def test_advance_also_gets_income():
    game = late((9, 11))
    game.sewn[0] = [9, 10]  # incomes 3 and 2
    game.play(ADVANCE)
    assert game.buttons == [5 + 3 + 5, 5]


def test_advance_across_two_income_marks_is_paid_twice():
    game = late((4, 10))
    game.sewn[0] = [9, 10]
    game.play(ADVANCE)
    assert game.position[0] == 11
    assert game.buttons[0] == 5 + 7 + 2 * 5


@pytest.mark.parametrize(("start", "income"), [(3, 0), (4, 5), (5, 0)])
def test_mark_is_on_the_seam_before_its_space(start, income):
    game = late((start, start))
    game.sewn[1] = [9, 10]
    game.play(ADVANCE)
    assert game.buttons[1] == 5 + 1 + income


@pytest.mark.parametrize(("start", "moved"), [(50, 3), (52, 1)])
def test_advance_when_the_opponent_has_finished(start, moved):
    game = late((start, 53))
    game.sewn[0] = [9]
    game.play(ADVANCE)
    assert game.position == [53, 53]
    assert game.buttons == [5 + moved + 3, 5]  # the mark at the finish pays


# "Complete a purchase in order".


def test_new_patch_counts_for_income():
    game = late((4, 20), dealt(4))  # patch 4: 3 buttons, 3 spaces, income 1
    game.sewn[0] = [10]  # income 2
    game.play(buys(game, 0)[0])
    assert game.buttons[0] == 5 - 3 + 3
    assert game.income(0) == 3


def test_purchase_moves_pays_and_places():
    game = Patchwork(dealt(10, 20, 30))
    assert not buys(game, 0)  # 6 buttons
    assert not buys(game, 1)  # 10 buttons
    cells = frozenset((row + 2, column + 3) for row, column in PATCHES[30].cells)
    game.play(("buy", 2, cells))
    assert game.buttons == [5 - 2, 5]
    assert game.quilt == [set(cells), set()]
    assert game.position == [3, 0]
    assert game.to_move() == 1
    assert game.score(0) == 3 - 2 * 74


@pytest.mark.parametrize("start", [50, 52])
def test_purchase_past_the_finish_stops_there_at_full_price(start):
    game = late((start, 53), dealt(6))  # patch 6: 4 buttons, 6 spaces, income 2
    game.play(buys(game, 0)[0])
    assert game.position == [53, 53]
    assert game.buttons[0] == 5 - 4 + 2


def test_exact_price_is_enough():
    game = Patchwork(dealt(19))  # 5 buttons
    assert len(buys(game, 0)) == 49
    game.buttons[0] = 4
    assert not buys(game, 0)


def test_free_patch_without_buttons():
    game = Patchwork(dealt(28))
    game.buttons[0] = 0
    assert {move[1] for move in buys(game)} == {0}


def test_patch_may_not_overlap_or_leave_the_board():
    game = Patchwork(dealt(1))  # ###
    game.quilt[0] = all_but((0, 8), (1, 0), (1, 1), *[(row, 4) for row in (5, 6, 7, 8)])
    down = [frozenset((row + step, 4) for step in range(3)) for row in (5, 6)]
    assert buys(game, 0) == [("buy", 0, cells) for cells in down]


def test_what_fits_nowhere_may_not_be_bought():
    game = Patchwork(CIRCLE)
    game.quilt[0] = all_but((0, 0), (2, 2), (4, 4))
    game.buttons[0] = 50
    assert game.legal() == {ADVANCE}


def test_same_cells_are_the_same_move():
    game = Patchwork(dealt(3))
    game.quilt[0] = all_but((4, 4), (4, 5), (5, 4), (5, 5))
    assert len(buys(game, 0)) == 4


@pytest.mark.parametrize(
    "move",
    [
        ("pass",),
        ("special", 0, 0),
        ("buy", 3, frozenset({(0, 0), (0, 1), (1, 0)})),  # not one of three
        ("buy", 0, frozenset({(0, 0), (0, 1), (1, 0)})),  # not its shape
        ("buy", 0, frozenset({(0, 7), (0, 8), (0, 9)})),  # off the board
        ("buy", 0, frozenset({(3, 3), (3, 4), (3, 5)})),  # overlap
        ("buy", 2, frozenset({(0, 0), (0, 1), (0, 2), (0, 3)})),  # too expensive
    ],
)
def test_illegal_move_changes_nothing(move):
    game = Patchwork(dealt(1, 2, 4))
    game.quilt[0] = {(3, 3)}
    game.buttons[0] = 2
    with pytest.raises(ValueError, match="legal move"):
        game.play(move)
    assert game.market() == dealt(1, 2, 4)
    assert (game.quilt[0], game.buttons, game.position) == ({(3, 3)}, [2, 5], [0, 0])


# "Update the market".


def buy_offer(game, offer):
    """Buy for the player to move, who is given the buttons and the empty board for it."""
    seat = game.to_move()
    game.buttons[seat] = 10
    game.quilt[seat].clear()
    game.play(buys(game, offer)[0])


def test_skipped_patches_stay_and_the_circle_wraps():
    game = late((0, 0))
    buy_offer(game, 2)
    assert game.market() == [*range(4, 33), 0, 1, 2]
    buy_offer(game, 0)
    assert game.market() == [*range(5, 33), 0, 1, 2]
    buy_offer(game, 1)
    assert game.market() == [*range(7, 33), 0, 1, 2, 5]


def test_offers_wrap_around_and_skip_gaps():
    game = late((0, 53))
    for patch in range(3, 31):
        game.circle[patch - 1] = None
    game.neutral_token = 30  # where patch 31 was bought
    game.circle[30] = None
    assert game.market() == [32, 0, 1, 2]
    buy_offer(game, 2)
    assert game.market() == [2, 32, 0]


@pytest.mark.parametrize("num_left", [3, 2, 1, 0])
def test_market_tail(num_left):
    game = late((0, 0))
    game.circle[: 33 - num_left] = [None] * (33 - num_left)
    game.buttons = [50, 50]
    assert {move[1] for move in buys(game)} == set(range(num_left))
    assert ADVANCE in game.legal()


# Whole games.


@pytest.mark.parametrize("seed", range(24))
def test_random_games_add_up(seed):
    rng = random.Random(seed)
    circles = [[*rng.sample(range(1, 33), 32), 0] for _ in range(2)]
    match = rng.choice(["single", "two_game"])
    game = Patchwork(
        circles[0],
        starter=rng.randrange(2),
        time_board=rng.choice(list(SPECIAL_PATCHES)),
        match=match,
        second_circle=circles[1] if match == "two_game" else None,
    )
    while not game.is_over():
        moves = buys(game) if rng.random() < 0.7 else []
        game.play(rng.choice(moves or sorted(game.legal(), key=repr)))
        on_quilts = [*game.sewn[0], *game.sewn[1]]
        assert sorted(game.market() + on_quilts) == list(range(33))
        num_specials = 5 - len(game.special_patches) - (game.pending_special is not None)
        num_covered = sum(len(PATCHES[patch].cells) for patch in on_quilts) + num_specials
        assert len(game.quilt[0]) + len(game.quilt[1]) == num_covered
    assert game.position == [53, 53]
    assert game.game_number == (match == "two_game")
    assert game.winner() in (0, 1)
