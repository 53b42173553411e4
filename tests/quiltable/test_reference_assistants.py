"""The literal reference by example: the ten quilting assistants."""

import pytest

from tests.quiltable.reference_positions import blocks, drain, indices, new_game, play, sew
from tests.reference.quiltable_setup import ASSISTANTS

TEN = [
    *["sneaky_sally", "big_billy", "terrific_tim", "swap_shop_sandra", "granny_smith"],
    *["uncle_sam", "planning_peter", "gifted_gladys", "tricky_travis", "mayhem_maddie"],
]
FULL_BUT_ONE = "P P P P \n P P P P \n P P P P \n S S S ."


def game_of(*names, num_players=2, **options):
    """A game in which each seat holds an assistant."""
    return new_game(assistants=",".join(names), num_players=num_players, **options)


def hold(game, seat, name):
    """Have a seat hold another assistant."""
    game.assistants[seat] = ASSISTANTS.index(name)
    return game


# Dealing.


def test_names():
    assert ASSISTANTS == TEN


def test_sides_are_picked_in_turn_order():
    game = new_game(num_players=3, starter=1, assistants="random")
    dealt = list(game.assistants)
    assert all(assistant % 2 == 0 for assistant in dealt)
    assert game.legal() == {("side", 0), ("side", 1)}
    movers = []
    for side in (1, 0, 1):
        movers.append(game.mover)
        play(game, f"side {side}")
    assert movers == [1, 2, 0]
    assert game.assistants == [dealt[0] + 1, dealt[1] + 1, dealt[2]]
    assert (game.mover, game.phase) == (1, "ACTION")


def test_named_assistants_are_held_at_once():
    game = game_of("uncle_sam", "big_billy")
    assert game.assistants == [5, 1]
    assert game.phase == "ACTION"
    assert game.center // 2 not in (0, 2)


def test_without_assistants():
    game = new_game()
    assert (game.assistants, game.center) == (None, None)
    assert not {"trade", "ability"} & blocks(game)


# Trading.


def test_trade_takes_an_action_once_a_turn():
    game = game_of("uncle_sam", "big_billy")
    center = game.center
    play(game, "trade")
    assert (game.assistants, game.center) == ([center, 1], 5)
    assert game.actions_left == 1
    assert "trade" not in blocks(game)
    play(game, "pass")
    assert "trade" in blocks(game)


def test_new_card_is_unused():
    game = game_of("granny_smith", "big_billy")
    sew(game, 0, "P S L")
    game.center = ASSISTANTS.index("granny_smith")  # as in a game of two copies
    play(game, "ability, return 0 0")
    assert "ability" not in blocks(game)
    game.turn.actions_left = 2
    play(game, "trade")
    assert "ability" in blocks(game)


# Sally and Billy.


def test_sally_plans_three():
    game = game_of("sneaky_sally", "uncle_sam")
    play(game, "plan 0, plan 0")
    assert (game.mover, game.actions_left) == (0, 0)
    assert game.legal() == {("plan", 0), ("plan", 1), ("plan", 2), ("plan", 3), ("pass",)}
    play(game, "plan 3")
    assert game.mover == 1
    assert [len(patterns) for patterns in game.patterns] == [3, 0]


def test_sally_may_stop_at_two():
    assert play(game_of("sneaky_sally", "uncle_sam"), "plan 0, plan 0, pass").mover == 1


@pytest.mark.parametrize("first", ["trade", "choose 1 1, choose 1 2, done, place 0 3 3"])
def test_sally_needs_both_actions(first):
    game = game_of("uncle_sam", "big_billy", auto_refill=True)
    game.center = ASSISTANTS.index("sneaky_sally")
    if first != "trade":
        hold(game, 0, "sneaky_sally")
    play(game, f"{first}, plan 0")
    assert game.mover == 1


def test_others_plan_two():
    assert play(game_of("uncle_sam", "sneaky_sally"), "plan 0, plan 0").mover == 1


@pytest.mark.parametrize("size", [1, 4])
def test_billy_once_a_turn(size):
    game = game_of("big_billy", "uncle_sam", auto_refill=True)
    play(game, "choose 1 1")
    assert ("done",) in game.legal()
    play(game, "done" if size == 1 else "choose 1 2, choose 1 3, choose 1 4")
    play(game, "place 0 3 3, choose 4 1")
    assert ("done",) not in game.legal()
    play(game, "choose 4 2, choose 4 3")
    assert game.phase == "PLACE"


def test_billy_is_not_used_up_by_three():
    game = game_of("big_billy", "uncle_sam", auto_refill=True)
    play(game, "choose 1 1, choose 1 2, choose 1 3, done, place 0 3 3, choose 4 1, done")
    assert game.phase == "PLACE"
    play(game, "place 0 4 3")
    assert game.mover == 1


def test_billy_fills_the_last_cell():
    game = sew(game_of("big_billy", "uncle_sam"), 0, FULL_BUT_ONE)
    assert len(indices(game, "choose")) == 12
    play(game, "choose 1 1")
    assert game.legal() == {("done",)}
    play(game, "done")
    assert game.legal() == {("place", 0, 6, 6)}


# Tim.


def test_tim_donates_twice_a_turn():
    game = game_of("terrific_tim", "uncle_sam", "big_billy", num_players=3)
    game.patterns[0] = [7, 8, 9]
    play(game, "ability")
    assert game.legal() == {("card", 7), ("card", 8), ("card", 9)}
    play(game, "card 8")
    assert game.legal() == {("seat", 0), ("seat", 1)}
    play(game, "seat 1")
    assert game.patterns == [[7, 9], [], [8]]
    assert (game.actions_left, game.mover) == (3, 0)
    play(game, "plan 0, plan 0, plan 0")
    assert game.legal() == {("ability",), ("pass",)}
    play(game, "ability, card 7, seat 0")
    assert game.actions_left == 1
    play(game, "plan 0")
    assert game.mover == 1


def test_tim_needs_a_pattern():
    game = game_of("terrific_tim", "uncle_sam")
    assert "ability" not in blocks(game)
    play(game, "plan 0, trade")
    assert game.mover == 1


def test_tim_alone():
    game = play(game_of("terrific_tim", num_players=1), "corner 0, plan 0")
    (card,) = game.patterns[0]
    play(game, f"ability, card {card}")
    assert (game.discards, game.patterns, game.phase) == ([card], [[]], "ACTION")
    assert game.actions_left == 2


# Sandra, Granny and Sam.


def test_sandra_swaps_in_place():
    game = sew(game_of("swap_shop_sandra", "uncle_sam"), 0, "P S L")
    given, taken, piles = game.quilts[0][0, 1], game.areas[0].cells[4, 4], game.areas[0].piles
    before = [len(pile) for pile in piles]
    play(game, "ability")
    assert game.legal() == {("return", 0, 0), ("return", 0, 1), ("return", 0, 2)}
    play(game, "return 0 1")
    assert indices(game, "choose") == set(game.areas[0].cells)
    play(game, "choose 4 4")
    assert game.quilts[0][0, 1] == taken
    assert game.areas[0].cells[4, 4] == given
    assert [len(pile) for pile in piles] == before
    assert (game.actions_left, game.phase) == (1, "ACTION")
    assert "ability" not in blocks(game)


def test_sandra_needs_a_quilt():
    assert "ability" not in blocks(game_of("swap_shop_sandra", "uncle_sam"))


def test_granny_takes_a_pattern_back():
    game = sew(game_of("granny_smith", "big_billy"), 0, "P S L")
    left, middle, right = (game.quilts[0][0, column] for column in range(3))
    play(game, "ability")
    assert game.legal() == {("return", 0, 0), ("return", 0, 2)}
    play(game, "return 0 0")
    assert game.quilts[0] == {(0, 0): middle, (0, 1): right}
    assert game.patterns[0] == [left]
    assert game.actions_left == 1
    assert "ability" not in blocks(game)


def test_sam_flips_a_pattern():
    game = sew(game_of("uncle_sam", "big_billy"), 0, FULL_BUT_ONE)
    game.patterns[0] = [7, 8]
    play(game, "ability")
    assert game.legal() == {("card", 7), ("card", 8), *(("plan", pile) for pile in range(4))}
    play(game, "card 8")
    assert game.legal() == {("place", 0, 6, 6)}
    assert game.hand == [8]
    play(game, "place 0 6 6")
    assert game.quilts[0][3, 3] == 8
    assert (game.patterns[0], game.hand, game.actions_left) == ([7], [], 1)


def test_sam_takes_a_top_card():
    game = game_of("uncle_sam", "big_billy")
    game.areas[0].piles[1] = [90]
    top = game.areas[0].piles[0][0]
    play(game, "ability, plan 1")
    assert game.legal() == {("place", 0, 3, 3)}
    play(game, "place 0 3 3")
    assert game.quilts[0] == {(0, 0): 90}
    assert game.areas[0].cells[2, 3] == top  # the emptied pile
    assert "ability" not in blocks(game)


def test_sam_needs_room_and_a_card():
    game = sew(game_of("uncle_sam", "big_billy"), 0, FULL_BUT_ONE.replace(".", "S"))
    assert "ability" not in blocks(game)
    assert "ability" in blocks(game_of("uncle_sam", "big_billy"))
    assert "ability" not in blocks(drain(game_of("uncle_sam", "big_billy")))


# Peter and Gladys.


def test_peter_may_leave_gaps():
    game = sew(game_of("planning_peter", "uncle_sam", auto_refill=True), 0, "P S L")
    play(game, "choose 1 1, choose 1 2, done, place 0 5 5")
    assert set(game.quilts[0]) == {(0, 0), (0, 1), (0, 2), (2, 2), (2, 3)}
    play(game, "return 0 1, done, lay 0 1")
    assert set(game.quilts[0]) == {(0, 0), (0, 2), (2, 2), (2, 3)}


def test_quilt_of_a_former_peter_may_not_get_more_parts():
    game = sew(game_of("uncle_sam", "big_billy"), 0, "P S L . \n . . . . \n . . . C")
    assert indices(game, "return") == {(0, 0), (0, 1), (0, 2), (2, 3)}
    play(game, "return 0 1")
    # The parts may stay two if one of the outer blocks goes too.
    assert game.legal() == {("return", 0, 0), ("return", 0, 2)}


def test_gladys_chooses_and_returns_unconnected_blocks():
    game = sew(game_of("gifted_gladys", "uncle_sam", auto_refill=True), 0, "P S L")
    play(game, "choose 1 1")
    assert len(indices(game, "choose")) > 2
    play(game, "choose 1 3, done")
    assert ("place", 0, 4, 3) in game.legal()  # below the first block and the third
    assert ("place", 0, 4, 4) not in game.legal()  # the second would lie apart
    play(game, "place 0 4 3, return 1 0, return 1 2, done, lay 0 1, lay 0 2")
    assert set(game.quilts[0]) == {(0, 0), (0, 1), (0, 2)}
    assert game.mover == 1


def test_gladys_begins_with_connected_blocks():
    game = play(game_of("gifted_gladys", "uncle_sam"), "choose 1 1")
    assert indices(game, "choose") == {(1, 2), (2, 1), (1, 3), (3, 1)}
    assert play(game, "choose 1 3").legal() == {("choose", 1, 2)}


@pytest.mark.parametrize("is_once", [False, True])
def test_gladys_once_per_turn(is_once):
    options = {"gladys_once_per_turn": is_once, "auto_refill": True}
    game = sew(game_of("gifted_gladys", "uncle_sam", **options), 0, "P S L")
    play(game, "choose 1 1, choose 1 3, done, place 0 4 3, return 1 0")
    assert (("return", 1, 2) in game.legal()) != is_once


def test_gladys_is_not_used_up_by_connected_blocks():
    options = {"gladys_once_per_turn": True, "auto_refill": True}
    game = sew(game_of("gifted_gladys", "uncle_sam", **options), 0, "P S L")
    play(game, "choose 1 1, choose 1 2, done, place 0 4 3, return 1 0")
    assert ("return", 0, 2) in game.legal()


# Travis and Maddie.


def test_travis_switches_assistants():
    game = game_of("tricky_travis", "uncle_sam", "big_billy", num_players=3)
    play(game, "ability")
    assert game.legal() == {("seat", 0), ("seat", 1)}
    play(game, "seat 1")
    assert game.assistants == [1, 5, 8]
    assert game.actions_left == 1
    play(game, "choose 1 1")
    assert ("done",) in game.legal()  # Big Billy, at once


def test_maddie_flips_for_free_once_a_turn():
    game = game_of("mayhem_maddie", "uncle_sam")
    play(game, "ability, seat 0")
    assert game.assistants == [9, 4]
    assert (game.actions_left, game.mover, game.phase) == (2, 0, "ACTION")
    assert "ability" not in blocks(game)


def test_victim_may_undo_it():
    game = game_of("mayhem_maddie", "uncle_sam", "big_billy", num_players=3)
    game.patterns[2] = [7, 8]
    play(game, "plan 0, plan 0")
    assert game.legal() == {("ability",), ("pass",)}
    play(game, "ability, seat 1")
    assert (game.mover, game.phase) == (2, "UNDO")
    assert game.legal() == {("card", 7), ("card", 8), ("pass",)}
    play(game, "card 7")
    assert game.assistants == [9, 5, 1]
    assert game.patterns[2] == [8]
    assert game.patterns[0][-1] == 7
    assert game.mover == 1  # nothing was left to do


def test_victim_may_accept_it():
    game = game_of("mayhem_maddie", "uncle_sam")
    game.patterns[1] = [7]
    play(game, "ability, seat 0, pass")
    assert game.assistants == [9, 4]
    assert game.patterns == [[], [7]]
    assert game.mover == 0
