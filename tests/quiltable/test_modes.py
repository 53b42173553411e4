"""Quick Start, Symmetrical Race, the Mini game and the Speed game."""

from itertools import pairwise

import pytest

import quiltenvs
from quiltenvs.quiltable.state import CORNER, KEEP, NONE
from tests.quiltable.positions import (
    AREA,
    FULL,
    blocks,
    code,
    first_place,
    game_at,
    indices,
    is_over,
    is_turn_of,
    legal,
    lies,
    patterns_of,
    play,
    scores,
    sewn,
    sizes,
    table,
)

CORNER_AREA = """
    P0 S0 L0 ?
    C0 #  #  ?
    ?  #  #  ?
    ?  ?  ?  ?
"""
NO_PILES = AREA.replace("#", "?")
FULL_BUT_TWO = FULL.rstrip()[:-3] + ". ."


def finish(state):
    """CHOOSE two blocks and place them; return the state."""
    play(state, "choose 1 1, choose 1 2, done")
    first_place(state)
    if "lay" in blocks(state):
        play(state, "lay 1 1")
    return state


# --- Quick Start ----------------------------------------------------------------------------


def quick(area=CORNER_AREA, **options):
    return table(area, mode="quick_start", **options)


def new_quick_start(seed=0, num_players=3, starting_player=1):
    options = {"num_players": num_players, "starting_player": starting_player}
    return quiltenvs.game("quiltable", mode="quick_start", **options).new_state(seed)


def pile_of(state, seat):
    """Return the cards of a pile that are still there."""
    cards = state.deck[state.pile_top[seat] : state.pile_end[seat]].tolist()
    return [card for card in cards if card != NONE]


def test_each_keeps_a_card_of_its_own_pile_in_turn_order():
    state = new_quick_start()
    kept = {}
    for seat in (1, 2, 0):
        assert (state.phase, int(state.mover)) == (KEEP, seat)
        pile = pile_of(state, seat)
        assert len(pile) == 24
        assert legal(state) == {("card", card) for card in pile}
        kept[seat] = pile[7]
        play(state, f"card {pile[7]}")
        if state.phase == KEEP:
            assert patterns_of(state, seat) == [code(pile[7])]
    assert is_turn_of(state, 1)
    assert [patterns_of(state, seat) for seat in range(3)] == [[code(kept[s])] for s in range(3)]


def test_all_cards_are_there_but_those_kept():
    state = new_quick_start()
    for _ in range(3):
        play(state, f"card {min(card for (card,) in indices(state, 'card'))}")
    there = [code(card) for seat in range(4) for card in pile_of(state, seat)]
    there += [*lies(state).values(), *(patterns_of(state, seat)[0] for seat in range(3))]
    assert len(there) == len(set(there)) == 96


def test_what_was_given_back_is_shuffled_anew():
    """Of 81 cards about a quarter lie in the same pile as before, in no order."""
    state = new_quick_start()
    before = [pile_of(state, seat) for seat in range(4)]
    for _ in range(3):
        play(state, f"card {min(card for (card,) in indices(state, 'card'))}")
    after = [pile_of(state, seat) for seat in range(4)]
    assert 5 < sum(len(set(a) & set(b)) for a, b in zip(before, after, strict=True)) < 40
    rises = [a < b for pile in after for a, b in pairwise(pile)]
    assert len(rises) == 77
    assert 20 < sum(rises) < 57


def test_one_action_and_no_plan():
    state = quick(quilts=["A0 A1"])
    assert blocks(state) == {"choose", "return"}
    finish(state)
    assert is_turn_of(state, 1)


def test_passing_only_if_nothing_else_can_be_done():
    """Fifteen blocks, and a ring without room."""
    rows = [*["? ? ? ? ? ?"] * 2, *["? ? # # ? ?"] * 2, *["? ? ? ? ? ?"] * 2]
    state = quick("\n".join(rows), quilts=[FULL.rstrip()[:-1] + "."], piles=[1] * 4)
    assert legal(state) == {("pass",)}
    state = quick(quilts=[FULL.rstrip()[:-1] + "."], piles=[1] * 4)
    assert blocks(state) == {"return"}


def test_a_complete_quilt_ends_a_quick_start():
    state = finish(quick(quilts=[FULL_BUT_TWO], num_players=3))
    assert (state.ender, is_turn_of(state, 1)) == (0, True)
    finish(state)
    assert not is_over(state)
    finish(state)
    assert is_over(state)


def test_empty_piles_end_no_quick_start():
    state = finish(quick(NO_PILES))
    assert (state.ender, is_turn_of(state, 1)) == (NONE, True)
    play(state, "choose 3 1, choose 4 1, done")
    first_place(state)
    assert (state.ender, is_turn_of(state, 0)) == (NONE, True)


def test_points_of_a_quick_start():
    """The own pattern, premium blocks, and the full quilt."""
    state = quick(quilts=["P4 P5 P6"], patterns=[["pumpkin pumpkin"]])
    assert scores(state) == (3 + 3, 0)


def test_a_quick_start_alone():
    """Against a Quilting Master, whose corner is said after the card is kept."""
    state = new_quick_start(num_players=1, starting_player=0)
    play(state, f"card {pile_of(state, 0)[0]}")
    assert state.phase == CORNER
    play(state, "corner 0, choose 1 1, choose 1 2, done, place 0 3 3, lay 1 1")
    assert is_turn_of(state, 0)
    assert state.stack.any()


# --- Symmetrical Race -----------------------------------------------------------------------


def race(area=AREA, **options):
    return table(area, mode="symmetrical_race", **options)


def test_a_race_has_no_plan():
    assert blocks(race()) == {"choose"}
    assert blocks(race(quilts=["P S"])) == {"choose", "return"}


def test_both_actions_of_a_race_are_taken():
    state = race(quilts=["P S"])
    play(state, "return 0 0, done, lay 2 3")
    assert (is_turn_of(state, 0), "pass" in blocks(state)) == (True, False)
    play(state, "return 0 0, done, lay 2 4")
    assert is_turn_of(state, 1)


def test_passing_a_race_if_nothing_else_can_be_done():
    bare = ". . . .\n. # # .\n. # # .\n. . . ."
    assert legal(race(bare)) == {("pass",)}
    assert "pass" not in blocks(race(bare, quilts=["P S"]))


SYMMETRIC = "A I I A\nA I I A\nC C C C\nH N . ."
LAST_TWO = "N H ? ?\n? # # ?\n? # # ?\n? ? ? ?"


def test_a_race_ends_at_once():
    """In the middle of a turn, before anything is refilled."""
    state = race(LAST_TWO, quilts=[SYMMETRIC])
    before = sizes(state)
    play(state, "choose 3 3, choose 3 4, done, place 0 6 5")
    assert is_over(state)
    assert not game_at(state).is_truncated(state)
    assert scores(state) == (1, 0)
    assert game_at(state).ranking(state) == (1, 2)
    assert sizes(state) == before


def test_a_complete_quilt_that_is_not_symmetric():
    """The race goes on, even after the turn; nobody has a last one."""
    state = race(LAST_TWO, quilts=[SYMMETRIC], left=1)
    play(state, "choose 3 3, choose 3 4, done, place 2 6 5, lay 3 3")
    assert (is_over(state), state.ender, is_turn_of(state, 1)) == (False, NONE, True)
    assert scores(state) == (0, 0)
    assert game_at(state).ranking(state) == (1, 1)


def test_empty_piles_do_not_end_a_race():
    state = race(NO_PILES, left=1)
    play(state, "choose 3 3, choose 3 4, done, place 0 3 3")
    assert (state.ender, is_turn_of(state, 1)) == (NONE, True)


def test_a_race_without_end_is_a_draw():
    bare = ". . . .\n. . . .\n. . . .\n. . . ."
    state = play(race(bare, max_turns=2, turns=[2, 2], turn=1), "pass")
    assert game_at(state).is_truncated(state)
    assert game_at(state).ranking(state) == (1, 1)


# --- Mini -----------------------------------------------------------------------------------


def mini(area=CORNER_AREA, **options):
    return table(area, mode="mini", **{"num_players": 5, **options})


def test_no_long_lines_in_the_mini_game():
    """Neither long lines nor partial ones; the pile is blocked until its top is flipped."""
    state = mini(piles=["S4 L4 +6", "S10 +8", "S5 +8", "I0 +8"])
    assert indices(state, "plan") == {(2,), (3,)}
    finish(state)
    assert lies(state)[1, 1] == "S4"
    assert indices(state, "plan") & {(0,)} == set()  # another long line


def test_a_pile_of_the_mini_game_is_free_again():
    state = mini(piles=["S4 I0 +7", 9, 9, 9])
    assert (0,) not in indices(state, "plan")
    play(state, "choose 1 2, choose 1 3, done")
    first_place(state)
    assert lies(state)[1, 2] == "S4"
    assert (0,) in indices(state, "plan")


def test_three_by_three_complete_a_mini_quilt():
    state = finish(mini(quilts=["A0 A1 A2\nI1 I2 I3\nH0 . ."], left=1))
    assert len(sewn(state)) == 9
    assert (state.ender, is_turn_of(state, 1)) == (0, True)
    for seat in (1, 2, 3, 4):
        assert is_turn_of(state, seat)
        play(state, "pass")
    assert is_over(state)


def test_a_complete_mini_quilt_takes_nothing():
    state = mini(quilts=["A0 A1 A2\nI1 I2 I3\nH0 H1 H2"])
    assert "choose" not in blocks(state)


# --- Speed ----------------------------------------------------------------------------------


def speed(areas=(CORNER_AREA, AREA), **options):
    options = {"num_players": 5, "turn": (0, 2), "auto_refill": True, **options}
    return table(areas, mode="speed", copies=2, **options)


def movers(state, count=None):
    """Pass until the game is over; return who did."""
    found = []
    while not is_over(state) and len(found) != count:
        found.append(int(state.mover))
        play(state, "pass")
    return found


@pytest.mark.parametrize(("num_players", "apart"), [(5, 2), (6, 3), (7, 3), (8, 4)])
def test_markers_begin_crosswise(num_players, apart):
    options = {"num_players": num_players, "mode": "speed", "copies": 2, "starting_player": 3}
    state = quiltenvs.game("quiltable", **options).new_state(0)
    assert state.holder.tolist() == [3, (3 + apart) % num_players]
    assert is_turn_of(state, 3)
    assert state.actions_left.tolist() == [2, 2]


def test_single_actions_alternate():
    state = speed(piles=["S4 S5 +9", 11, 11, 11, "L4 L5 +9", 11, 11, 11])
    found = []
    for _ in range(6):
        found.append((int(state.marker), int(state.mover)))
        play(state, "plan 0")
    assert found == [(0, 0), (1, 2), (0, 0), (1, 2), (0, 1), (1, 3)]
    assert patterns_of(state, 0) == ["S4", "S5"]
    assert patterns_of(state, 2) == ["L4", "L5"]  # each from its own area


def test_a_choose_with_all_its_decisions_is_one_action():
    state = speed(auto_refill=False)
    play(state, "choose 1 1")
    assert state.mover == 0
    play(state, "choose 1 2, done, place 0 3 3")
    assert state.mover == 0
    play(state, "lay 1 2")
    assert is_turn_of(state, 2)
    assert sewn(state) == {(0, 0): "P0", (0, 1): "S0"}
    assert sizes(state, 0) != sizes(state, 1)


def test_cards_return_to_the_own_area():
    state = play(speed(quilts=["", "", "A0 A1"]), "plan 0, return 0 0, done, lay 0 1")
    assert (0, 1) in lies(state, 1)
    assert (0, 1) not in lies(state, 0)
    assert is_turn_of(state, 0)


def test_the_end_of_a_turn_lets_the_other_act():
    state = play(speed(), "pass")
    assert (state.holder.tolist(), is_turn_of(state, 2)) == ([1, 2], True)
    play(state, "plan 0")
    assert is_turn_of(state, 1)


def test_a_marker_skips_who_has_the_other_one():
    """Seat 1 passes to 3, for 2 is still busy."""
    state = play(speed(), "pass, plan 0, pass")
    assert state.holder.tolist() == [3, 2]
    assert is_turn_of(state, 2)


def test_a_complete_quilt_ends_a_speed_game():
    """A turn that goes on is not its player's last; each other player has one full turn."""
    state = speed(quilts=[FULL])
    play(state, "pass")
    assert state.ender == 0
    assert state.is_due[:5].tolist() == [0, 0, 1, 1, 1]  # seat 1 has begun its last turn
    assert movers(state) == [2, 1, 3, 2, 4]


def test_empty_piles_of_either_area_end_a_speed_game():
    state = speed((AREA, NO_PILES), turn=(0, 2))
    play(state, "pass, pass")
    assert (state.holder.tolist(), state.ender) == ([1, 3], 3)
    assert state.is_due[:5].tolist() == [1, 1, 1, 0, 1]
    assert movers(state) == [1, 3, 2, 4, 0, 1]


def test_a_marker_may_come_back_to_its_holder_last():
    """The last turn of a player whose turn went on when the end was triggered."""
    state = speed(ender=2, due=[0], turn=(0, 4))
    assert movers(state) == [0, 4, 0]


def test_a_marker_that_nobody_waits_for_is_out_of_play():
    state = play(speed(ender=3, turn=(0, 4)), "pass")
    assert (state.holder.tolist(), is_turn_of(state, 4)) == ([NONE, 4], True)
    play(state, "plan 0")
    assert is_turn_of(state, 4)  # alone now
    play(state, "plan 0")
    assert is_over(state)


NAMES = "terrific_tim,uncle_sam,mayhem_maddie,tricky_travis,big_billy"


def test_free_abilities_do_not_change_who_acts():
    state = speed(assistants=NAMES, patterns=[["A0"]])
    play(state, "ability, card 48, seat 0")
    assert is_turn_of(state, 0)
    play(state, "plan 0")
    assert is_turn_of(state, 2)
    play(state, "ability, seat 0")
    assert is_turn_of(state, 2)
    assert state.assistant[3] == 9


@pytest.mark.parametrize("seat", [2, 3])
def test_the_other_player_in_turn_is_spared(seat):
    """By Mayhem Maddie, seat 2, and Tricky Travis, seat 3."""
    state = play(speed(assistants=NAMES, turn=(seat, 0)), "ability")
    others = [other for other in range(5) if other not in (seat, 0)]
    assert indices(state, "seat") == {((other - seat - 1) % 5,) for other in others}


def test_a_player_whose_marker_is_out_of_play_is_not_spared():
    state = play(speed(assistants=NAMES, turn=(0, 2), ender=3), "pass, ability")
    assert indices(state, "seat") == {(0,), (1,), (2,), (3,)}


def test_a_speed_game_is_limited_too():
    state = speed(max_turns=3, turns=[3, 3, 3, 3, 3])
    play(state, "pass")
    assert game_at(state).is_truncated(state)
