"""The course of a game: two actions, passing, both triggers of the end, last turns, max_turns."""

import pytest

import quiltenvs
from quiltenvs.quiltable.state import NONE, OVER
from tests.quiltable.positions import (
    FULL,
    blocks,
    first_place,
    game_at,
    is_over,
    is_turn_of,
    legal,
    patterns_of,
    play,
    scores,
    sewn,
    table,
)

NO_PILES = """
    ? ? ? ?
    ? ? ? ?
    ? ? ? ?
    ? ? ? ?
"""
LAST_CARD = """
    ? ? ? ?
    ? # ? ?
    ? ? ? ?
    ? ? ? ?
"""
FULL_BUT_TWO = FULL.rstrip()[:-3] + ". ."
OTHER_QUILT = "A I A I\nI A I A\nA I A I\nI A I A"


def last_card(**options):
    """A position with one card in the piles."""
    return table(LAST_CARD, piles=[1, 0, 0, 0], **options)


def finish(state):
    """CHOOSE two blocks and place them; return the state."""
    play(state, "choose 1 1, choose 1 2, done")
    first_place(state)
    if "lay" in blocks(state):
        play(state, "lay 1 1")
    return state


def turns_to_come(state):
    """Pass until the game is over; return whose turn it was."""
    found = []
    while not is_over(state):
        found.append(int(state.mover))
        play(state, "pass")
    return found


# --- two actions ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "actions",
    [
        ["plan 0", "plan 0"],
        ["plan 0", "plan 3"],
        ["return 0 0, done, lay 0 1", "return 0 0, done, lay 0 2"],
        ["plan 1", "return 0 0, done, lay 0 1"],
        ["return 0 0, done, lay 0 1", "plan 1"],
    ],
)
def test_two_actions_the_same_one_twice_or_not(actions):
    state = table(quilts=["P S L"])
    play(state, actions[0])
    assert (state.actions_left[0], is_turn_of(state, 0)) == (1, True)
    play(state, actions[1])
    assert is_turn_of(state, 1)
    assert state.actions_left[0] == 2


def test_two_chooses():
    state = finish(finish(table()))
    assert is_turn_of(state, 1)
    assert len(sewn(state)) == 4


def test_passing_before_either_action():
    state = play(table(), "pass")
    assert is_turn_of(state, 1)
    play(state, "plan 0")
    assert ("pass",) in legal(state)
    play(state, "pass")
    assert is_turn_of(state, 0)
    assert [len(patterns_of(state, seat)) for seat in (0, 1)] == [0, 1]


def test_the_turn_goes_round():
    state = table(num_players=3, turn=1)
    movers = []
    for _ in range(5):
        movers.append(int(state.mover))
        play(state, "pass")
    assert movers == [1, 2, 0, 1, 2]


def test_turns_are_counted_as_they_begin():
    game = quiltenvs.game("quiltable", num_players=3, starting_player=2)
    state = game.new_state(0)
    assert state.num_turns[:3].tolist() == [0, 0, 1]
    play(state, "plan 0, plan 0")
    assert state.num_turns[:3].tolist() == [1, 0, 1]


def test_a_planned_card_is_the_top_of_its_pile():
    state = play(table(piles=["P0 S0 +7", 9, 9, 9]), "plan 0")
    assert patterns_of(state) == ["P0"]
    assert ("plan", 0) in legal(state)
    play(state, "plan 0")
    assert patterns_of(state) == ["S0", "P0"]


def test_a_pattern_scores_as_soon_as_it_is_planned():
    """Card 3, two pumpkins: it is the third sunflower."""
    state = table(quilts=["P1 P2"], piles=["S2 +8", 9, 9, 9])
    assert scores(state) == (0, 0)
    assert scores(play(state, "plan 0")) == (3, 0)


def test_any_number_of_patterns_can_be_held():
    state = table()
    for _ in range(8):
        play(state, "plan 0, plan 1, pass")
    assert len(patterns_of(state)) == 16


# --- the piles are empty --------------------------------------------------------------------


def test_empty_piles_before_a_turn_trigger_the_end():
    """That turn is played, and each other player has one more."""
    state = play(last_card(num_players=3), "plan 0")
    assert (state.ender, is_turn_of(state, 0)) == (NONE, True)  # not in the middle of a turn
    play(state, "pass")
    assert (state.ender, is_turn_of(state, 1)) == (1, True)
    assert state.actions_left[0] == 2
    assert turns_to_come(state) == [1, 2, 0]


def test_the_last_card_taken_as_last_action():
    state = play(last_card(num_players=2, left=1, turn=1), "plan 0")
    assert (state.ender, is_turn_of(state, 0)) == (0, True)
    assert turns_to_come(state) == [0, 1]


def test_one_card_left_ends_nothing():
    state = play(last_card(), "pass")
    assert state.ender == NONE
    assert is_turn_of(play(state, "pass"), 0)


def test_cards_in_the_area_do_not_matter():
    state = play(table(NO_PILES), "pass")
    assert state.ender == 1


# --- a complete quilt -----------------------------------------------------------------------


def test_a_complete_quilt_after_a_turn_triggers_the_end():
    state = finish(table(quilts=[FULL_BUT_TWO], num_players=4, left=1, all_cards=True))
    assert len(sewn(state)) == 16
    assert (state.ender, is_turn_of(state, 1)) == (0, True)
    assert turns_to_come(state) == [1, 2, 3]


def test_a_quilt_complete_in_the_middle_of_a_turn():
    state = finish(table(quilts=[FULL_BUT_TWO]))
    assert (state.ender, is_turn_of(state, 0)) == (NONE, True)
    play(state, "pass")
    assert state.ender == 0


def test_a_quilt_that_is_not_complete_any_more_triggers_nothing():
    state = finish(table(quilts=[FULL_BUT_TWO]))
    play(state, "return 0 0, done, lay 0 1")
    assert (state.ender, is_turn_of(state, 1)) == (NONE, True)
    play(state, "pass")
    assert is_turn_of(state, 0)


def test_a_complete_quilt_of_another_triggers_nothing():
    """It does at the end of that player's own turn."""
    state = play(table(quilts=["", FULL_BUT_TWO]), "pass")
    finish(state)
    assert state.ender == NONE
    assert turns_to_come(state) == [1, 0]


def test_a_triggered_end_stays_when_the_quilt_is_reduced_in_a_last_turn():
    state = play(table(quilts=[FULL, ""]), "pass")
    assert turns_to_come(state) == [1]


# --- the first trigger wins -----------------------------------------------------------------


def test_a_second_complete_quilt_changes_nothing():
    state = table(quilts=[FULL, OTHER_QUILT, ""], num_players=3)
    assert turns_to_come(state) == [0, 1, 2]
    assert state.ender == 0


def test_empty_piles_after_a_complete_quilt_change_nothing():
    state = last_card(quilts=[FULL], num_players=3)
    play(state, "pass, plan 0, pass")
    assert state.ender == 0
    assert turns_to_come(state) == [2]


def test_a_complete_quilt_after_empty_piles_changes_nothing():
    state = table(NO_PILES, quilts=["", "", FULL], num_players=3)
    assert turns_to_come(state) == [0, 1, 2, 0]
    assert state.ender == 1


def test_the_turn_that_empties_the_piles_and_completes_the_quilt():
    """The quilt comes first: after this turn, before the next."""
    state = play(last_card(quilts=[FULL], num_players=3), "plan 0, pass")
    assert state.ender == 0
    assert turns_to_come(state) == [1, 2]


def test_a_last_turn_has_two_actions():
    state = table(quilts=[FULL], num_players=3)
    play(state, "pass, plan 0, plan 0, plan 1")
    assert is_turn_of(state, 2)
    play(state, "plan 1")
    assert is_over(state)


# --- over -----------------------------------------------------------------------------------


def test_when_it_is_over_nothing_is_legal():
    state = play(table(quilts=[FULL]), "pass, pass")
    assert state.phase == OVER
    assert legal(state) == set()
    game = game_at(state)
    assert game.is_terminal(state)
    assert not game.is_truncated(state)


# --- max_turns ------------------------------------------------------------------------------


def test_turns_are_limited():
    game = quiltenvs.game("quiltable", num_players=3, max_turns=2, starting_player=1)
    state = game.new_state(0)
    for _ in range(6):
        assert not game.is_terminal(state)
        play(state, "pass")
    assert game.is_terminal(state)
    assert game.is_truncated(state)
    assert legal(state) == set()
    assert state.num_turns[:3].tolist() == [2, 2, 2]


def test_twenty_turns_unless_told():
    state = play(table(turns=[20, 20]), "pass")
    assert game_at(state).is_truncated(state)
    state = play(table(turns=[20, 19]), "pass")
    assert is_turn_of(state, 1)


def test_a_triggered_end_is_not_cut():
    """The last turns come even beyond the limit."""
    state = table(quilts=["", FULL], max_turns=3, turns=[3, 3], turn=1)
    play(state, "pass")
    assert is_turn_of(state, 0)
    play(state, "pass")
    assert is_over(state)
    assert not game_at(state).is_truncated(state)
    assert state.num_turns[:2].tolist() == [4, 3]


def test_empty_piles_do_not_save_from_the_limit():
    """The turn before which they would be found empty does not begin."""
    state = play(table(NO_PILES, max_turns=3, turns=[3, 3]), "pass")
    assert is_over(state)
    assert game_at(state).is_truncated(state)
    assert state.ender == NONE


def test_scores_of_a_game_that_was_cut_stand():
    state = table(quilts=["P0 P4", "S0"], max_turns=1, turn=1)
    play(state, "pass")
    assert game_at(state).is_truncated(state)
    assert scores(state) == (2, 1)
    assert game_at(state).ranking(state) == (1, 2)


def test_a_step_is_counted():
    state = table()
    first = int(state.num_steps)
    play(state, "choose 1 1, choose 1 2, done")
    assert state.num_steps == first + 3
