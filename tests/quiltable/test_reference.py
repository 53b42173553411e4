"""The literal reference by example: setting out, the three actions, refills, the end.

No engine is needed. The judge of the differential test must itself be right, so each rule and
ruling has an example here or in the files beside it.
"""

import random

import pytest

from tests.quiltable.reference_positions import (
    all_cards,
    deal_of,
    drain,
    indices,
    new_game,
    play,
    sew,
)
from tests.reference.quiltable import Options, Position

BORDER = {(r, c) for r in range(1, 5) for c in range(1, 5)} - {(2, 2), (2, 3), (3, 2), (3, 3)}


# "Setup".


@pytest.mark.parametrize(
    ("options", "left"),
    [
        ({"num_players": 1}, 9),
        ({"num_players": 2}, 9),
        ({"num_players": 3}, 15),
        ({"num_players": 4}, 21),
        ({"num_players": 2, "all_cards": True}, 21),
        ({"num_players": 1, "copies": 2}, 9),
        ({"num_players": 5, "copies": 2}, 27),
        ({"num_players": 2, "copies": 2, "all_cards": True}, 45),
        ({"num_players": 8, "mode": "mini"}, 21),
        ({"num_players": 8, "mode": "speed", "copies": 2}, 21),
    ],
)
def test_piles(options, left):
    game = new_game(**options)
    assert [len(pile) for area in game.areas for pile in area.piles] == [left] * 4 * len(game.areas)
    assert [set(area.cells) for area in game.areas] == [BORDER] * len(game.areas)
    assert all_cards(game) == sorted([*range(96)] * options.get("copies", 1))


@pytest.mark.parametrize(
    "fault",
    [
        {"starting_player": 2},
        {"piles": []},
        {"piles": [[[0], [1], [2], [3]]]},
        {"removed": [0] * 48},
        {"assistants": [0, 2]},
        {"center": 4},
    ],
)
def test_faulty_deal(fault):
    options = Options(num_players=2)
    deal = deal_of(options, random.Random(1))
    sound = {key: getattr(deal, key) for key in deal.__dataclass_fields__}
    assert not Position(options, type(deal)(**sound)).is_over
    with pytest.raises(ValueError, match=r"must be|must share"):
        Position(options, type(deal)(**{**sound, **fault}))


def test_illegal_decision_changes_nothing():
    game = new_game()
    for decision in [("done",), ("plan", 4), ("return", 0, 0), ("choose", 0, 0), ("trade",)]:
        with pytest.raises(ValueError, match="not legal in phase ACTION"):
            game.play(decision)
    assert (game.mover, game.phase, game.actions_left) == (0, "ACTION", 2)


# "Taking Your Turn".


def test_first_decisions():
    game = new_game()
    assert game.legal() == {
        *[("plan", pile) for pile in range(4)],
        *[("choose", *cell) for cell in BORDER],
        ("pass",),
    }


def test_two_actions_and_the_next_player():
    game = new_game()
    tops = [pile[0] for pile in game.areas[0].piles]
    play(game, "plan 2")
    assert (game.mover, game.actions_left) == (0, 1)
    play(game, "plan 0")
    assert (game.mover, game.actions_left) == (1, 2)
    assert game.patterns == [[tops[2], tops[0]], []]
    play(game, "pass")
    assert game.mover == 0
    play(game, "plan 0, pass")
    assert game.mover == 1
    assert game.num_turns == [2, 2]


# CHOOSE.


def test_choose_a_pair():
    game = new_game()
    area = game.areas[0]
    first, second, top = area.cells[1, 2], area.cells[1, 3], [pile[0] for pile in area.piles]
    play(game, "choose 1 2")
    assert game.legal() == {("choose", 1, 1), ("choose", 1, 3)}
    play(game, "choose 1 3")
    assert game.legal() == {("choose", 1, 1), ("choose", 1, 4), ("done",)}
    play(game, "done")
    assert game.legal() == {("place", turns, 3, 3) for turns in range(4)}
    play(game, "place 1 3 3")
    assert game.quilts[0] == {(0, 0): first, (1, 0): second}
    assert (area.cells[1, 2], area.cells[1, 3]) == (top[0], top[1])  # the nearest pile of each
    assert (game.mover, game.phase, game.actions_left) == (0, "ACTION", 1)


def test_third_block_needs_no_done():
    game = play(new_game(), "choose 1 1, choose 2 1, choose 1 2")
    assert game.phase == "PLACE"
    play(game, "place 0 3 3")
    assert set(game.quilts[0]) == {(0, 0), (0, 1), (1, 0)}


def test_piles_do_not_connect():
    # The block right of the piles lies in the row of the one left of them.
    game = play(new_game(), "choose 2 1")
    assert indices(game, "choose") == {(1, 1), (3, 1)}


def test_block_of_an_emptied_pile_connects():
    game = new_game()
    game.areas[0].piles[0] = []
    game.areas[0].cells[2, 2] = 95
    play(game, "choose 2 1")
    assert indices(game, "choose") == {(1, 1), (3, 1), (2, 2)}


def test_ring_blocks_connect():
    game = new_game()
    game.areas[0].cells[0, 1] = 95
    play(game, "choose 0 1")
    assert indices(game, "choose") == {(1, 1)}


def test_pick_needs_a_completion():
    game = sew(new_game(), 0, "P P P P \n P P P P \n P P P P \n S S S .")
    assert indices(game, "choose") == set()
    game = sew(new_game(), 0, "P P P P \n P P P P \n P P P P \n S S . .")
    play(game, "choose 1 1, choose 1 2")
    assert game.legal() == {("done",)}
    play(game, "done")
    assert game.legal() == {("place", 0, 6, 5), ("place", 2, 6, 5)}


def test_third_pick_needs_the_shape():
    # Three free cells in a row: a corner of the border does not fit in.
    game = sew(new_game(), 0, "P P P P \n P P P P \n P P P P \n S . . .")
    play(game, "choose 1 1, choose 1 2")
    assert indices(game, "choose") == {(1, 3)}


def test_placed_above_and_to_the_left():
    game = sew(new_game(), 0, "P")
    (pumpkin,) = game.quilts[0].values()
    area = game.areas[0]
    left, right = area.cells[1, 1], area.cells[1, 2]
    play(game, "choose 1 1, choose 1 2, done, place 0 2 2")
    assert game.quilts[0] == {(0, 0): left, (0, 1): right, (1, 1): pumpkin}


# "Refilling the Pattern Area".


def test_active_player_decides_which_card_goes_where():
    game = new_game()
    area = game.areas[0]
    first, second, third = area.piles[0][:3]
    play(game, "choose 1 1, choose 1 2, choose 2 1, place 0 3 3")
    assert (game.phase, game.mover, game.hand) == ("REFILL", 0, [first, second, third])
    assert game.legal() == {("lay", 1, 1), ("lay", 1, 2), ("lay", 2, 1)}
    play(game, "lay 1 2")
    assert game.legal() == {("lay", 1, 1), ("lay", 2, 1)}
    play(game, "lay 2 1")
    assert (game.phase, game.hand) == ("ACTION", [])
    assert (area.cells[1, 2], area.cells[2, 1], area.cells[1, 1]) == (first, second, third)


def test_automatic_refill():
    game = new_game(auto_refill=True)
    area = game.areas[0]
    tops = area.piles[0][:3]
    play(game, "choose 1 1, choose 1 2, choose 2 1, place 0 3 3")
    assert game.phase == "ACTION"
    assert [area.cells[cell] for cell in [(1, 1), (1, 2), (2, 1)]] == tops


def test_too_few_cards_in_the_pile():
    game = new_game()
    area = game.areas[0]
    area.piles = [[90], [91, 92, 93, 94], [], []]
    area.cells |= {(3, 2): 80, (3, 3): 81}
    play(game, "choose 1 1, choose 1 2, choose 2 1, place 0 3 3")
    # One card for three cells; the other two are pile 1's then, and pile 0's own cell last.
    assert game.hand == [90]
    play(game, "lay 1 2")
    assert game.hand == [91, 92]
    play(game, "lay 2 1")
    assert game.phase == "ACTION"
    assert (area.cells[1, 2], area.cells[2, 1], area.cells[1, 1]) == (90, 91, 92)
    assert area.cells[2, 2] == 93
    assert area.piles == [[], [94], [], []]


def test_pile_emptied_by_a_plan():
    game = new_game()
    area = game.areas[0]
    area.piles = [[90], [91], [92, 93], [94, 95]]
    play(game, "plan 0")
    # Pile 1 gives its only card, and is filled from the pile below.
    assert area.piles == [[], [], [92, 93], [95]]
    assert (area.cells[2, 2], area.cells[2, 3]) == (91, 94)
    assert game.actions_left == 1


def test_holes_stay_without_piles():
    game = drain(new_game())
    play(game, "choose 1 1, choose 1 2, done, place 0 3 3")
    assert set(game.areas[0].cells) == BORDER - {(1, 1), (1, 2)}
    assert game.phase == "ACTION"


def test_returned_blocks_are_not_replaced_and_gather():
    game = drain(new_game())
    game.areas[0].cells |= {(0, 1): 90, (0, 2): 91}
    play(game, "choose 1 1, choose 0 1, done, place 0 3 3")
    assert (0, 1) not in game.areas[0].cells
    play(game, "choose 1 2, choose 1 3, done, place 0 5 3")
    # The block at (0, 2) has lost the one below.
    assert (0, 2) not in game.areas[0].cells
    assert game.areas[0].cells[0, 4] == 91


# RETURN.


def test_return():
    game = sew(new_game(), 0, "P S L \n C . .")
    quilt = dict(game.quilts[0])
    assert indices(game, "return") == {(0, 0), (0, 1), (0, 2), (1, 0)}
    play(game, "return 0 1")
    # Without the middle alone the quilt would fall apart.
    assert game.legal() == {("return", 0, 0), ("return", 0, 2)}
    play(game, "return 0 2")
    assert game.legal() == {("return", 0, 0), ("done",)}
    play(game, "done")
    assert game.quilts[0] == {(0, 0): quilt[0, 0], (1, 0): quilt[1, 0]}
    assert game.hand == [quilt[0, 1], quilt[0, 2]]
    assert indices(game, "lay") == {
        (r, c) for r in range(6) for c in range(6) if (r in (0, 5)) != (c in (0, 5))
    }
    play(game, "lay 0 1")
    assert ("lay", 0, 0) in game.legal()
    assert game.actions_left == 2
    play(game, "lay 0 0")
    assert game.actions_left == 1
    assert (game.areas[0].cells[0, 1], game.areas[0].cells[0, 0]) == (quilt[0, 1], quilt[0, 2])


def test_whole_quilt_may_be_returned():
    game = sew(new_game(), 0, "P S \n L C")
    play(game, "return 0 0, return 0 1, return 1 1")
    assert game.legal() == {("return", 1, 0), ("done",)}
    play(game, "return 1 0")
    assert game.phase == "LAY"
    assert game.quilts[0] == {}


def test_quilt_is_normalized_after_a_return():
    game = sew(new_game(), 0, "P . \n S L")
    kept = [game.quilts[0][1, 0], game.quilts[0][1, 1]]
    play(game, "return 0 0, done")
    assert game.quilts[0] == {(0, 0): kept[0], (0, 1): kept[1]}


def test_no_more_than_there_is_room_for():
    game = sew(new_game(), 0, "P S L C")
    ring = [(r, c) for r in range(6) for c in range(6) if {r, c} & {0, 5}]
    game.areas[0].cells |= dict.fromkeys(ring[2:], 90)
    play(game, "return 0 0, return 0 1")
    assert game.phase == "LAY"
    assert game.legal() == {("lay", 0, 1), ("lay", 0, 0)}
    play(game, "lay 0 0, lay 0 1")
    assert indices(game, "return") == set()


# "Ending the Game".


def test_last_turns_after_empty_piles():
    game = play(new_game(num_players=3), "plan 0")
    drain(game)
    play(game, "pass")
    assert (game.owed, game.mover) == ({0, 2}, 1)  # seat 1 found the piles empty
    play(game, "pass, pass")
    assert not game.is_over
    assert game.mover == 0
    play(game, "pass")
    assert game.is_over
    assert (game.phase, game.mover, game.legal(), game.is_truncated) == ("OVER", None, set(), False)
    assert game.num_turns == [2, 1, 1]


def test_last_turns_after_a_complete_quilt():
    game = sew(new_game(auto_refill=True), 0, "P P P P \n P P P P \n P P P P \n S S . .")
    play(game, "choose 1 1, choose 1 2, done, place 0 6 5")
    assert game.owed is None  # the turn goes on
    play(game, "pass")
    assert (game.owed, game.mover) == (set(), 1)  # whose last turn has begun
    play(game, "pass")
    assert game.is_over
    assert game.num_turns == [1, 1]


def test_complete_quilt_must_still_be_so_after_the_turn():
    game = sew(new_game(auto_refill=True), 0, "P P P P \n P P P P \n P P P P \n S S . .")
    play(game, "choose 1 1, choose 1 2, done, place 0 6 5, return 0 0, done, lay 0 1")
    assert (game.mover, game.owed) == (1, None)


def test_first_trigger_counts():
    game = sew(new_game(num_players=3), 2, "P P P P \n P P P P \n P P P P \n S S S S")
    drain(game)
    play(game, "pass, pass")
    assert (game.owed, game.mover) == ({0}, 2)
    play(game, "pass")
    assert (game.owed, game.mover) == (set(), 0)  # not also seat 1, which was first


def test_truncation():
    game = new_game(max_turns=2)
    play(game, "pass, pass, pass")
    assert not game.is_over
    play(game, "pass")
    assert game.is_over
    assert game.is_truncated
    assert game.num_turns == [2, 2]


def test_last_turns_are_not_truncated():
    game = sew(new_game(max_turns=1), 1, "P P P P \n P P P P \n P P P P \n S S S S")
    play(game, "pass, pass")
    assert (game.is_over, game.mover) == (False, 0)
    play(game, "pass")
    assert (game.is_over, game.is_truncated) == (True, False)


@pytest.mark.parametrize("starter", [0, 1, 2])
def test_later_in_turn_order_wins_a_tie(starter):
    game = new_game(num_players=3, starter=starter)
    places = [0, 0, 0]
    for place, steps in enumerate([2, 1, 0]):
        places[(starter + steps) % 3] = 1 + place
    assert game.places() == tuple(places)
    sew(game, starter, "P P P")
    assert game.places()[starter] == 1
