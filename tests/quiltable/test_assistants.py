"""Quilting Assistants: dealing, trading, and those that concern cards and players."""

from collections import Counter

import pytest

import quiltenvs
from quiltenvs.quiltable import rules
from quiltenvs.quiltable.state import ACTION, NONE, OVER, SIDE, UNDO
from tests.quiltable.positions import (
    BILLY,
    GLADYS,
    GRANNY,
    KNOWN_CORNER,
    MADDIE,
    PETER,
    SALLY,
    SAM,
    SANDRA,
    TIM,
    TRAVIS,
    assistants,
    blocks,
    cards_in,
    game_at,
    hand,
    held,
    is_turn_of,
    left,
    legal,
    patterns_of,
    play,
    scores,
    table,
)
from tests.strategies import observations

# --- dealing --------------------------------------------------------------------------------


def test_assistants_are_dealt_and_a_side_is_chosen_in_turn_order():
    game = quiltenvs.game("quiltable", num_players=3, starting_player=1, assistants="random")
    state = game.new_state(6)
    dealt = state.assistant[:3].tolist()
    assert len({*(number // 2 for number in dealt), int(state.center) // 2}) == 4
    movers = []
    for side in (1, 0, 1):
        movers.append(int(state.mover))
        assert legal(state) == {("side", 0), ("side", 1)}
        play(state, f"side {side}")
    assert movers == [1, 2, 0]
    expected = [dealt[0] // 2 * 2 + 1, dealt[1] // 2 * 2 + 1, dealt[2] // 2 * 2]
    assert state.assistant[:3].tolist() == expected
    assert is_turn_of(state, 1)


def deals(count=400, **options):
    game = quiltenvs.game("quiltable", assistants="random", **options)
    return [game.new_state(seed) for seed in range(count)]


def test_every_card_is_dealt_and_the_center_shows_either_side():
    states = deals()
    counts = Counter(int(state.assistant[0]) // 2 for state in states)
    assert set(counts) == set(range(5))
    assert min(counts.values()) > 40
    centers = Counter(int(state.center) for state in states)
    assert set(centers) == set(range(10))
    assert all(state.phase == SIDE for state in states)


def test_alone_the_card_of_travis_and_maddie_is_left_out():
    states = deals(num_players=1)
    cards = {int(state.assistant[0]) // 2 for state in states}
    assert cards == {0, 1, 2, 3}
    assert {int(state.center) // 2 for state in states} == {0, 1, 2, 3}


def test_with_two_copies_two_players_may_hold_the_same_assistant():
    states = deals(100, num_players=2, copies=2)
    same = [state for state in states if state.assistant[0] == state.assistant[1]]
    assert 0 < len(same) < 40
    state = deals(1, num_players=8, copies=2)[0]
    cards = Counter([*(int(number) // 2 for number in state.assistant[:8]), int(state.center) // 2])
    assert sorted(cards.values()) == [1, 2, 2, 2, 2]
    assert all(state.assistant[0] != state.assistant[1] for state in deals(100))


def test_named_assistants_are_shown_at_once():
    game = quiltenvs.game("quiltable", assistants=f"{SAM},{BILLY}")
    states = [game.new_state(seed) for seed in range(50)]
    assert all(assistants(state) == [SAM, BILLY] for state in states)
    assert all(state.phase == ACTION for state in states)
    assert {int(state.center) // 2 for state in states} == {1, 3, 4}


def test_without_assistants():
    state = table()
    assert not {"trade", "ability"} & blocks(state)
    assert (state.center, state.assistant[0]) == (NONE, NONE)


# --- trading --------------------------------------------------------------------------------


def test_a_trade_costs_an_action_and_takes_the_card_as_shown():
    state = play(held(SAM, BILLY, center=MADDIE), "trade")
    assert assistants(state) == [MADDIE, BILLY]
    assert rules.ASSISTANTS[state.center] == SAM
    assert (left(state), is_turn_of(state, 0)) == (1, True)


def test_one_trade_a_turn():
    state = play(held(SAM, BILLY, center=SANDRA), "trade")
    assert "trade" not in blocks(state)
    play(state, "pass")
    assert "trade" in blocks(state)
    assert "trade" in blocks(play(state, "pass"))


def test_no_trade_without_an_action():
    state = play(held(MADDIE, SAM), "plan 0, plan 0")
    assert blocks(state) == {"ability", "pass"}


def test_used_belongs_to_the_card():
    """A card traded for is unused, whatever the one before did in this turn."""
    state = held(GRANNY, BILLY, quilts=["A0 A1 A2"], center=SAM, copies=2)
    play(state, "ability, return 0 0")
    assert "ability" not in blocks(state)
    state.actions_left[0] = 2
    play(state, "trade")
    assert "ability" in blocks(state)


def test_used_is_forgotten_in_the_next_turn():
    state = play(held(GRANNY, BILLY, quilts=["A0 A1 A2"]), "ability, return 0 0, pass, pass")
    assert is_turn_of(state, 0)
    assert "ability" in blocks(state)


# --- Sneaky Sally ---------------------------------------------------------------------------


def test_sally_plans_three_for_two_actions():
    state = play(held(SALLY), "plan 0, plan 1")
    assert (is_turn_of(state, 0), left(state)) == (True, 0)
    assert legal(state) == {*(("plan", pile) for pile in range(4)), ("pass",)}
    play(state, "plan 1")
    assert is_turn_of(state, 1)
    assert sorted(patterns_of(state)) == ["P0", "S0", "S1"]


def test_sally_may_do_with_two():
    assert is_turn_of(play(held(SALLY), "plan 0, plan 0, pass"), 1)


def test_sally_begins_anew_in_the_next_turn():
    state = play(held(SALLY), "plan 0, plan 0, plan 0, pass, plan 0")
    assert left(state) == 1
    assert "choose" in blocks(state)


@pytest.mark.parametrize(
    "actions",
    [
        "choose 1 1, choose 1 2, done, place 0 2 3, plan 0",
        "plan 0, choose 1 1, choose 1 2, done, place 0 2 3",
        "plan 0, return 0 0, done, lay 0 1",
        "return 0 0, done, lay 0 1, plan 0",
    ],
)
def test_sally_needs_both_actions_for_plans(actions):
    state = play(held(SALLY, quilts=["A0 A1"]), actions)
    assert is_turn_of(state, 1)


def test_sally_needs_both_actions_after_a_trade():
    state = play(held(SAM, BILLY, center="tricky_travis"), "trade, plan 0")
    assert is_turn_of(state, 1)
    state = play(held(TIM, BILLY, center="tricky_travis"), "plan 0")
    state.center = rules.SALLY
    play(state, "trade")
    assert is_turn_of(state, 1)


def test_sally_needs_a_turn_of_plans_only():
    """Two PLANs and a trade, with an action more by Terrific Tim's donation."""
    state = held(TIM, patterns=[["A0"]], center=SALLY)
    play(state, "ability, card 48, seat 0, plan 0, plan 0, trade")
    assert assistants(state)[0] == SALLY
    assert is_turn_of(state, 1)


def test_sally_needs_a_card_to_plan():
    area = "? ? ? ?\n? # ? ?\n? ? ? ?\n? ? ? ?"
    state = play(held(SALLY, area=area, piles=[2, 0, 0, 0]), "plan 0, plan 0")
    assert is_turn_of(state, 1)
    state = play(held(SALLY, area=area, piles=[3, 0, 0, 0]), "plan 0, plan 0")
    assert legal(state) == {("plan", 0), ("pass",)}


def test_others_plan_two():
    assert is_turn_of(play(held(BILLY, SAM), "plan 0, plan 0"), 1)


# --- Terrific Tim ---------------------------------------------------------------------------


def test_tim_donates_for_an_action():
    state = held(TIM, SAM, BILLY, patterns=[["A0", "A1"]])
    play(state, "ability")
    assert legal(state) == {("card", 48), ("card", 49)}
    play(state, "card 49")
    assert legal(state) == {("seat", 0), ("seat", 1)}
    assert hand(state) == ["A1"]
    play(state, "seat 1")
    assert [patterns_of(state, seat) for seat in range(3)] == [["A0"], [], ["A1"]]
    assert (left(state), is_turn_of(state, 0)) == (3, True)


def test_tim_donates_twice_a_turn():
    """At any time, even when no action is left: up to four actions."""
    state = held(TIM, patterns=[["A0", "A1", "A2"]])
    play(state, "plan 0, plan 0")
    assert legal(state) == {("ability",), ("pass",)}
    play(state, "ability, card 48, seat 0, plan 0, ability, card 49, seat 0")
    assert left(state) == 1
    assert "ability" not in blocks(state)
    play(state, "plan 0")
    assert is_turn_of(state, 1)
    assert patterns_of(state, 1) == ["A0", "A1"]


def test_four_plans_of_tim_are_observed_as_three():
    """An observation lies in [0, 1], also where the last turn of the game had four PLANs."""
    state = held(TIM, patterns=[["A0", "A1"]], ender=1)
    play(
        state, "plan 0, plan 0, ability, card 48, seat 0, plan 0, ability, card 49, seat 0, plan 0"
    )
    assert (int(state.phase), int(state.num_plans[0])) == (OVER, 4)
    game = game_at(state)
    for seen in observations(game, state):
        assert game.unflatten(seen)["turns"][0, 1] == seen.max() == 1.0


def test_tim_names_the_only_other_player():
    state = play(held(TIM, patterns=[["A0"]]), "ability, card 48")
    assert legal(state) == {("seat", 0)}


def test_tim_needs_a_pattern():
    state = held(TIM)
    assert "ability" not in blocks(state)
    state = held(TIM, quilts=["P4 P5"])
    play(state, "return 0 0, done, lay 0 1, return 0 0, done, lay 0 2")
    assert is_turn_of(state, 1)  # nothing is left to do


def test_tim_gives_points_away():
    state = held(TIM, quilts=["P4 P5", "P6 P9"], patterns=[["pumpkin pumpkin"]])
    assert scores(state) == (5, 2)
    play(state, "ability, card 2, seat 0")
    assert scores(state) == (2, 5)


def test_tim_alone_discards():
    state = table(KNOWN_CORNER, assistants=TIM, num_players=1, patterns=[["A0", "A1"]])
    play(state, "ability, card 48")
    assert (patterns_of(state), cards_in(state.discards)) == (["A1"], ["A0"])
    assert (left(state), is_turn_of(state, 0)) == (3, True)


# --- Tricky Travis --------------------------------------------------------------------------


def test_travis_switches_assistants():
    """At once: the new card can be used in the same turn."""
    state = play(held(TRAVIS, SAM, BILLY), "ability")
    assert legal(state) == {("seat", 0), ("seat", 1)}
    play(state, "seat 1")
    assert assistants(state) == [BILLY, SAM, TRAVIS]
    assert (left(state), is_turn_of(state, 0)) == (1, True)
    play(state, "choose 1 1")
    assert ("done",) in legal(state)


def test_travis_needs_an_action():
    state = play(held(TRAVIS), "plan 0, plan 0")
    assert is_turn_of(state, 1)


def test_travis_has_no_effect_on_the_center():
    state = held(TRAVIS)
    before = int(state.center)
    play(state, "ability, seat 0")
    assert (state.center, assistants(state)) == (before, [SAM, TRAVIS])


# --- Mayhem Maddie --------------------------------------------------------------------------


def test_maddie_flips_for_free_once_a_turn():
    state = play(held(MADDIE, SAM), "ability")
    assert legal(state) == {("seat", 0)}
    play(state, "seat 0")
    assert assistants(state) == [MADDIE, GRANNY]
    assert (left(state), is_turn_of(state, 0)) == (2, True)
    assert "ability" not in blocks(state)


def test_the_victim_may_undo_it_with_a_pattern():
    state = held(MADDIE, SAM, BILLY, patterns=[["A0"], [], ["A1", "A2"]])
    play(state, "ability, seat 1")
    assert (state.phase, int(state.mover)) == (UNDO, 2)
    assert legal(state) == {("card", 49), ("card", 50), ("pass",)}
    play(state, "card 50")
    assert assistants(state) == [MADDIE, SAM, BILLY]
    assert [patterns_of(state, seat) for seat in range(3)] == [["A0", "A2"], [], ["A1"]]
    assert (left(state), is_turn_of(state, 0)) == (2, True)
    assert "ability" not in blocks(state)


def test_the_victim_may_accept_it():
    state = play(held(MADDIE, SAM, patterns=[[], ["A0"]]), "ability, seat 0, pass")
    assert assistants(state) == [MADDIE, GRANNY]
    assert patterns_of(state, 1) == ["A0"]
    assert is_turn_of(state, 0)


def test_maddie_after_the_actions():
    """The turn waits for her, and ends when she is done."""
    state = play(held(MADDIE, SAM), "plan 0, plan 0")
    assert legal(state) == {("ability",), ("pass",)}
    play(state, "ability, seat 0")
    assert is_turn_of(state, 1)
    state = play(held(MADDIE, SAM, patterns=[[], ["A0"]]), "plan 0, plan 0, ability, seat 0")
    assert state.phase == UNDO
    play(state, "pass")
    assert is_turn_of(state, 1)


def test_a_flipped_card_works_at_once():
    """Uncle Sam becomes Granny Smith before the victim's turn."""
    state = play(held(MADDIE, SAM, quilts=["", "A0 A1"]), "ability, seat 0, pass")
    assert is_turn_of(state, 1)
    play(state, "ability")
    assert blocks(state) == {"return"}


def test_points_move_with_the_card_that_undoes():
    quilts, patterns = ["P4 P5", "P6 P9"], [[], ["pumpkin pumpkin"]]
    state = held(MADDIE, SAM, quilts=quilts, patterns=patterns)
    assert scores(state) == (2, 5)
    play(state, "ability, seat 0, card 2")
    assert scores(state) == (5, 2)


@pytest.mark.parametrize("name", [SALLY, BILLY, PETER, GLADYS])
def test_abilities_without_an_action_of_their_own(name):
    """They only change what the three actions allow."""
    assert "ability" not in blocks(held(name, quilts=["A0 A1"], patterns=[["A2"]]))
