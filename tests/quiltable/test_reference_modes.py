"""The literal reference by example: solo, Quick Start, Symmetrical Race, Mini and Speed."""

import random

import pytest

from tests.quiltable.reference_positions import (
    blocks,
    drain,
    indices,
    new_game,
    play,
    second_deal,
    sew,
)
from tests.reference.quiltable_cards import CARDS

SYMMETRIC = "P P P P \n S S S S \n L L L L \n C C . ."


# "Solo Game".


@pytest.mark.parametrize(("corner", "cell"), [(0, (1, 1)), (1, (1, 4)), (2, (4, 4)), (3, (4, 1))])
def test_marker_begins_at_a_corner(corner, cell):
    game = new_game(num_players=1)
    assert game.legal() == {("corner", number) for number in range(4)}
    play(game, f"corner {corner}")
    assert game.marker_cell == cell
    assert (game.phase, game.mover) == ("ACTION", 0)


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ({}, 1),
        ({"quilting_master": "terrific_tim"}, 2),
        ({"quilting_master": "gifted_gladys"}, 3),
        ({"quilting_master": "big_billy"}, 4),
        ({"patches": True}, 2),
        ({"symmetry": True}, 2),
        ({"quilting_master": "big_billy", "assistants": "big_billy", "patches": True}, 5),
    ],
)
def test_master_takes_blocks_clockwise(options, count):
    game = play(new_game(num_players=1, **options), "corner 1")
    cells = [(1, 4), (2, 4), (3, 4), (4, 4), (4, 3), (4, 2)]
    cards = [game.areas[0].cells[cell] for cell in cells]
    play(game, "pass")
    assert game.master_cards == cards[:count]
    assert game.marker_cell == cells[count]
    assert len(game.areas[0].cells) == 12  # refilled
    assert game.num_turns == [2]
    assert game.master_score() == sum(CARDS[card].points for card in cards[:count])


def test_master_skips_empty_cells():
    game = drain(play(new_game(num_players=1, quilting_master="terrific_tim"), "corner 0, plan 0"))
    area = game.areas[0]
    area.cells = {(1, 2): 80, (2, 2): 81, (1, 4): 82, (4, 1): 83, (0, 2): 84}
    play(game, "pass")
    assert game.master_cards == [80, 82]
    assert game.marker_cell == (4, 1)
    # The card that lay outside has lost its connection; (5, 1) would be as near.
    assert area.cells == {(2, 2): 81, (4, 1): 83, (4, 0): 84}


def test_master_takes_no_block_twice():
    game = drain(play(new_game(num_players=1, quilting_master="big_billy"), "corner 2, plan 0"))
    game.areas[0].cells = {(1, 1): 80, (4, 4): 81}
    play(game, "pass")
    assert game.master_cards == [81, 80]
    assert game.marker_cell == (1, 2)  # none is left: the very next cell
    assert game.areas[0].cells == {}


def test_refill_of_the_master_is_automatic():
    game = play(new_game(num_players=1, quilting_master="big_billy"), "corner 0")
    first, third = game.areas[0].piles[0][0], game.areas[0].piles[1][:2]
    play(game, "pass")
    cells = game.areas[0].cells
    assert [cells[1, 1], cells[1, 3], cells[1, 4]] == [first, *third]
    assert game.phase == "ACTION"


def test_alone_the_last_turn_is_the_one_that_found_the_piles_empty():
    game = drain(play(new_game(num_players=1), "corner 0, plan 0"))
    play(game, "pass")
    assert not game.is_over
    assert len(game.master_cards) == 1
    play(game, "pass")
    assert game.is_over
    assert len(game.master_cards) == 1


def test_alone_a_complete_quilt_ends_the_game():
    game = sew(play(new_game(num_players=1), "corner 0"), 0, SYMMETRIC.replace(".", "C"))
    play(game, "pass")
    assert game.is_over
    assert game.master_cards == []


def test_player_wins_a_tie():
    game = play(new_game(num_players=1), "corner 0")
    assert (game.score(0), game.master_score(), game.places()) == (0, 0, (1,))
    game.master_cards = [1]
    assert game.places() == (2,)
    game.quilts[0] = {(0, 0): 0, (0, 1): 4, (0, 2): 5}  # three premium blocks
    assert (game.score(0), game.master_score(), game.places()) == (3, 3, (1,))


def test_alone_truncated_after_the_masters_turn():
    game = play(new_game(num_players=1, max_turns=1), "corner 0, pass")
    assert game.is_truncated
    assert len(game.master_cards) == 1


# "Quick Start Game".


def test_patterns_are_kept_in_turn_order():
    game = new_game(mode="quick_start", num_players=3, starter=2)
    piles = [list(pile) for pile in game.areas[0].piles]
    assert [len(pile) for pile in piles] == [24] * 4
    assert game.areas[0].cells == {}
    for seat in (2, 0, 1):
        assert game.mover == seat
        assert indices(game, "card") == {(card,) for card in piles[seat]}
        play(game, f"card {piles[seat][5]}")
    assert game.patterns == [[piles[seat][5]] for seat in range(3)]
    assert (game.phase, game.mover) == ("DEAL", None)
    deal = second_deal(game, random.Random(1))
    assert [len(pile) for pile in deal] == [24, 23, 23, 23]
    game.deal_again(deal)
    assert game.areas[0].piles == [pile[3:] for pile in deal]
    assert (game.phase, game.mover, game.actions_left) == ("ACTION", 2, 1)
    assert len(game.areas[0].cells) == 12


def quick_start(num_players=2, **options):
    """A Quick Start at the first turn."""
    game = new_game(mode="quick_start", num_players=num_players, **options)
    for seat in range(num_players):
        play(game, f"card {game.areas[0].piles[seat][0]}")
    game.deal_again(second_deal(game, random.Random(2)))
    return game


def test_second_deal_must_be_of_the_same_cards():
    game = new_game(mode="quick_start", num_players=1)
    with pytest.raises(ValueError, match="after the patterns"):
        game.deal_again(game.areas[0].piles)
    play(game, f"card {game.areas[0].piles[0][0]}")
    with pytest.raises(ValueError, match="alike"):
        game.deal_again(game.areas[0].piles)
    deal = second_deal(game, random.Random(1))
    with pytest.raises(ValueError, match="given back"):
        game.deal_again([[*deal[0][:-1], game.patterns[0][0]], *deal[1:]])
    game.deal_again(deal)
    assert game.phase == "CORNER"


def test_one_action_and_no_plan():
    game = quick_start(auto_refill=True)
    assert blocks(game) == {"choose"}  # no pass as long as something can be done
    play(game, "choose 1 1, choose 1 2, done, place 0 3 3")
    assert game.mover == 1


def test_pass_if_nothing_can_be_done():
    game = quick_start()
    ring = [(r, c) for r in range(6) for c in range(6) if {r, c} & {0, 5}]
    game.areas[0].cells |= dict.fromkeys(ring, 90)
    sew(game, 0, "P P P P \n P P P P \n P P P P \n S S S .")
    assert game.legal() == {("pass",)}


def test_empty_piles_do_not_end_a_quick_start():
    game = drain(quick_start(auto_refill=True))
    play(game, "choose 1 1, choose 1 2, done, place 0 3 3")
    assert game.owed is None
    sew(game, 1, SYMMETRIC)
    play(game, "choose 1 3, choose 1 4, done, place 0 6 5")
    assert (game.owed, game.mover) == (set(), 0)


# "Symmetrical Race".


def test_race_ends_at_once():
    game = sew(new_game(mode="symmetrical_race"), 0, "P . P P \n P . P P \n S L L S \n S L L S")
    game.areas[0].cells |= {(3, 3): 60, (4, 3): 61}  # pumpkins
    assert blocks(game) == {"choose", "return"}
    play(game, "choose 3 3, choose 4 3, done, place 0 3 4")
    assert (game.is_over, game.is_truncated) == (True, False)
    assert [game.score(seat) for seat in range(2)] == [1, 0]
    assert game.places() == (1, 2)


def test_race_goes_on_after_another_quilt():
    game = sew(
        new_game(mode="symmetrical_race", auto_refill=True),
        0,
        "P . P P \n C . A I \n S L N S \n H L L P",
    )
    game.turn.actions_left = 1
    play(game, "choose 3 3, choose 4 3, done, place 0 3 4")
    assert (game.is_over, game.mover, game.owed) == (False, 1, None)
    assert [game.score(seat) for seat in range(2)] == [0, 0]
    assert game.places() == (1, 1)


def test_race_without_piles_goes_on_until_truncated():
    game = drain(new_game(mode="symmetrical_race", max_turns=1))
    for _ in range(2):
        play(game, "choose 3 3, choose 3 4, done, place 0 3 3, return 0 0, done, lay 2 5")
        game.areas[0].cells = {(3, 3): 90, (3, 4): 91, (3, 5): 92}
    assert game.is_truncated
    assert game.places() == (1, 1)


def test_race_returns_anywhere():
    game = sew(new_game(mode="symmetrical_race"), 0, "P S L C")
    play(game, "return 0 0, return 0 1, return 0 2, done, lay 2 3, lay 1 3")
    assert ("lay", 0, 3) in game.legal()
    assert ("lay", 0, 4) not in game.legal()


# "5-8 Players (Mini)".


def test_mini():
    game = new_game(mode="mini", num_players=5, auto_refill=True)
    kinds = {}
    for number, card in enumerate(CARDS):
        kinds.setdefault(card.kind, number)
    names = ["long_line", "partial_long_line", "partial_short_line", "unique_arrangement"]
    for pile, name in zip(game.areas[0].piles, names, strict=True):
        pile[0] = kinds[name]
    assert indices(game, "plan") == {(2,), (3,)}
    sew(game, 0, "P P P \n P P P \n P . .")
    play(game, "choose 1 1, choose 1 2, done")
    assert game.legal() == {("place", 0, 5, 4), ("place", 2, 5, 4)}
    play(game, "place 0 5 4, pass")
    assert (game.owed, game.mover) == ({2, 3, 4}, 1)


# "5-8 Players (Speed, 2 Copies)".


def speed(num_players=5, **options):
    return new_game(mode="speed", num_players=num_players, copies=2, **options)


@pytest.mark.parametrize(("num_players", "second"), [(5, 2), (6, 3), (7, 3), (8, 4)])
def test_markers_begin_crosswise(num_players, second):
    game = speed(num_players, starter=1)
    assert [turn.seat for turn in game.turns] == [1, 1 + second]
    assert game.mover == 1


def test_markers_act_in_turn():
    game = speed()
    tops = [area.piles[0][0] for area in game.areas]
    movers = []
    for _ in range(6):
        movers.append((game.mover, game.active))
        play(game, "plan 0")
    assert movers == [(0, 0), (2, 1), (0, 0), (2, 1), (1, 0), (3, 1)]
    assert (game.patterns[0][0], game.patterns[2][0]) == tuple(tops)


def test_whole_choose_is_one_action():
    game = speed()
    play(game, "choose 1 1, choose 1 2, choose 2 1, place 0 3 3, lay 1 1, lay 1 2")
    assert game.mover == 2
    assert game.areas[1].cells.keys() == game.areas[0].cells.keys()


def test_marker_skips_the_other_holder():
    game = play(speed(), "pass")
    assert game.mover == 2
    play(game, "plan 0")
    assert game.mover == 1
    play(game, "pass")
    assert [turn.seat for turn in game.turns] == [3, 2]


def test_free_abilities_do_not_change_who_acts():
    names = "terrific_tim,uncle_sam,mayhem_maddie,sneaky_sally,big_billy"
    game = speed(assistants=names)
    game.patterns[0] = [7]
    play(game, "ability, card 7, seat 1")
    assert (game.mover, game.patterns[2]) == (0, [7])
    play(game, "plan 0, ability")
    assert game.mover == 2
    assert indices(game, "seat") == {(0,), (1,), (3,)}  # not seat 0, which is active too
    play(game, "seat 3")
    assert game.mover == 2
    assert game.assistants == [2, 4, 9, 0, 1]


def test_travis_spares_the_other_holder():
    names = "tricky_travis,uncle_sam,terrific_tim,sneaky_sally,big_billy"
    game = play(speed(assistants=names), "ability")
    assert indices(game, "seat") == {(0,), (2,), (3,)}
    play(game, "seat 0")
    assert game.mover == 2


def test_last_turns_with_two_markers():
    game = drain(speed(), area=0)
    play(game, "pass")
    assert (game.owed, game.mover) == ({0, 2, 3, 4}, 2)  # seat 2's turn runs: not its last
    seats = []
    while not game.is_over:
        seats.append([turn and turn.seat for turn in game.turns])
        play(game, "pass")
    assert seats == [[1, 2], [1, 3], [2, 3], [2, 4], [0, 4], [0, None]]
    assert game.num_turns == [2, 1, 2, 1, 1]


def test_holder_itself_comes_last():
    game = sew(speed(), 0, SYMMETRIC.replace(".", "C"))
    play(game, "pass")
    assert game.owed == {2, 3, 4}
    # Seats 3 and 4 have had theirs: seat 2 goes on with its last turn itself.
    game.owed = {2}
    play(game, "pass")
    assert [turn.seat for turn in game.turns] == [1, 2]
    assert (game.owed, game.mover, game.num_turns[2]) == (set(), 1, 2)


def test_second_area_triggers_too():
    game = drain(speed(), area=1)
    play(game, "pass, pass")
    assert game.owed == {0, 1, 2, 4}
