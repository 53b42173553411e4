"""The ten Quilting Assistants, dealing and trading them."""

from collections import Counter

import pytest

import quiltenvs
from quiltenvs.quiltable import rules
from quiltenvs.quiltable.state import ACTION, LAY, NONE, PLACE, SIDE, UNDO
from tests.quiltable.positions import (
    AREA,
    FULL,
    FULL_BUT_ONE,
    blocks,
    cards_in,
    first_place,
    hand,
    indices,
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

SALLY, BILLY, TIM, SANDRA, GRANNY, SAM, PETER, GLADYS, TRAVIS, MADDIE = rules.ASSISTANTS
PILES = ("P0 P1 P2 +6", "S0 S1 S4 +6", "L0 L1 L2 +6", "C0 C1 C2 +6")
CORNER = """
    P3 S3 L3 ?
    C3 #  #  ?
    ?  #  #  ?
    ?  ?  ?  ?
"""
NO_PILES = AREA.replace("#", "?")


def held(own, other=None, *more, **options):
    """A position in which the player to move has an assistant; the second has Sam, or Billy."""
    other = other or (BILLY if own in (GRANNY, SAM) else SAM)
    piles = PILES if not more else [pile.replace("+6", "+12") for pile in PILES]
    options = {"num_players": 2 + len(more), "auto_refill": True, "piles": piles, **options}
    return table(options.pop("area", CORNER), assistants=",".join([own, other, *more]), **options)


def assistants(state):
    count = int(state.num_players)
    return [rules.ASSISTANTS[number] for number in state.assistant[:count].tolist()]


def left(state):
    return int(state.actions_left[state.marker])


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


def test_sally_needs_a_card_to_plan():
    area = "? ? ? ?\n? # ? ?\n? ? ? ?\n? ? ? ?"
    state = play(held(SALLY, area=area, piles=[2, 0, 0, 0]), "plan 0, plan 0")
    assert is_turn_of(state, 1)
    state = play(held(SALLY, area=area, piles=[3, 0, 0, 0]), "plan 0, plan 0")
    assert legal(state) == {("plan", 0), ("pass",)}


def test_others_plan_two():
    assert is_turn_of(play(held(BILLY, SAM), "plan 0, plan 0"), 1)


# --- Big Billy ------------------------------------------------------------------------------


def test_billy_takes_one():
    state = play(held(BILLY), "choose 1 1")
    assert ("done",) in legal(state)
    play(state, "done")
    assert indices(state, "place") == {(0, 3, 3)}
    play(state, "place 0 3 3")
    assert sewn(state) == {(0, 0): "P3"}
    assert left(state) == 1


def test_billy_takes_four():
    state = play(held(BILLY), "choose 1 1, choose 1 2, choose 1 3")
    assert state.phase != PLACE
    play(state, "choose 2 1")
    assert state.phase == PLACE
    play(state, "place 0 3 3")
    assert sewn(state) == {(0, 0): "P3", (0, 1): "S3", (0, 2): "L3", (1, 0): "C3"}


@pytest.mark.parametrize(
    "picks", ["choose 1 1, done", "choose 1 1, choose 1 2, choose 1 3, choose 2 1"]
)
def test_billy_once_a_turn(picks):
    state = play(held(BILLY), picks)
    first_place(state)
    play(state, "choose 4 1")
    assert ("done",) not in legal(state)
    play(state, "choose 4 2, choose 4 3")
    assert state.phase == PLACE


@pytest.mark.parametrize(
    "picks", ["choose 4 1, choose 4 2, done", "choose 4 1, choose 4 2, choose 4 3, done"]
)
def test_billy_is_not_used_up_by_two_or_three(picks):
    state = first_place(play(held(BILLY), picks))
    play(state, "choose 1 1")
    assert ("done",) in legal(state)


def test_billys_blocks_are_connected():
    state = play(held(BILLY), "choose 1 1")
    assert indices(state, "choose") == {(1, 2), (2, 1)}


def test_billy_completes_a_quilt():
    state = held(BILLY, quilts=[FULL_BUT_ONE], area=AREA, piles=[9] * 4)
    assert len(indices(state, "choose")) == 12
    play(state, "choose 2 1")
    assert legal(state) == {("done",)}
    play(state, "done")
    assert legal(state) == {("place", 0, 6, 6)}


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
    state = table(CORNER, assistants=TIM, num_players=1, patterns=[["A0", "A1"]])
    play(state, "ability, card 48")
    assert (patterns_of(state), cards_in(state.discards)) == (["A1"], ["A0"])
    assert (left(state), is_turn_of(state, 0)) == (3, True)


# --- Swap Shop Sandra -----------------------------------------------------------------------


def test_sandra_swaps_in_place():
    state = held(SANDRA, quilts=["A0 A1 A2"])
    play(state, "ability")
    assert legal(state) == {("return", 0, column) for column in range(3)}
    play(state, "return 0 1")
    assert indices(state, "choose") == set(lies(state))
    play(state, "choose 1 2")
    assert sewn(state) == {(0, 0): "A0", (0, 1): "S3", (0, 2): "A2"}
    assert lies(state)[1, 2] == "A1"
    assert sizes(state) == [9] * 4  # nothing is refilled
    assert (left(state), is_turn_of(state, 0)) == (1, True)


def test_sandra_once_a_turn():
    state = play(held(SANDRA, quilts=["A0"]), "ability, return 0 0, choose 1 1")
    assert "ability" not in blocks(state)
    play(state, "pass, pass")
    assert "ability" in blocks(state)


def test_sandra_keeps_a_complete_quilt_complete():
    state = held(SANDRA, quilts=[FULL], area=AREA, piles=[9] * 4)
    before = lies(state)[1, 1]
    play(state, "ability, return 2 2, choose 1 1, pass")
    assert sewn(state)[2, 2] == before
    assert state.ender == 0


def test_sandra_takes_from_the_ring():
    area = "\n".join(["P3 . . . . .", "A3 ? ? ? ? .", *[". ? # # ? ."] * 2, *[". ? ? ? ? ."]])
    area += "\n. . . . . ."
    state = play(held(SANDRA, area=area, quilts=["H0"]), "ability, return 0 0, choose 0 0")
    assert (sewn(state)[0, 0], lies(state)[0, 0]) == ("P3", "H0")


def test_sandra_needs_two_blocks():
    assert "ability" not in blocks(held(SANDRA))
    bare = ". . . .\n. # # .\n. # # .\n. . . ."
    assert "ability" not in blocks(held(SANDRA, area=bare, quilts=["A0"]))


# --- Granny Smith ---------------------------------------------------------------------------


def test_granny_turns_a_block_into_a_pattern():
    """What it scores counts at once; the block is gone."""
    state = held(GRANNY, quilts=["S2 P4 P5"])
    play(state, "ability")
    assert legal(state) == {("return", 0, 0), ("return", 0, 2)}  # the rest stays one part
    play(state, "return 0 0")
    assert (patterns_of(state), sewn(state)) == (["S2"], {(0, 0): "P4", (0, 1): "P5"})
    assert scores(state)[0] == 3 + 2
    assert (left(state), is_turn_of(state, 0)) == (1, True)


def test_granny_once_a_turn():
    state = play(held(GRANNY, quilts=["A0 A1"]), "ability, return 0 0")
    assert "ability" not in blocks(state)


def test_granny_takes_the_only_block():
    state = play(held(GRANNY, quilts=["A0"]), "ability, return 0 0")
    assert (sewn(state), patterns_of(state)) == ({}, ["A0"])


def test_granny_needs_a_quilt():
    assert "ability" not in blocks(held(GRANNY))


# --- Uncle Sam ------------------------------------------------------------------------------


def test_sam_flips_a_pattern_of_ones_own():
    state = held(SAM, BILLY, quilts=["P4 P5"], patterns=[["pumpkin pumpkin", "A1"]])
    assert scores(state)[0] == 3 + 2
    play(state, "ability")
    assert legal(state) == {("card", 2), ("card", 49), *(("plan", pile) for pile in range(4))}
    play(state, "card 2")
    assert (hand(state), scores(state)[0]) == (["S2"], 2)
    assert indices(state, "place") == {
        *((0, 2, column) for column in (3, 4)),
        *((0, 4, column) for column in (3, 4)),
        *((0, 3, 2), (0, 3, 5)),
    }
    play(state, "place 0 3 2")
    assert sewn(state) == {(0, 0): "S2", (0, 1): "P4", (0, 2): "P5"}
    assert (left(state), is_turn_of(state, 0)) == (1, True)


def test_sam_takes_a_top_card():
    state = play(held(SAM, BILLY), "ability, plan 3")
    assert (hand(state), sizes(state)) == (["C0"], [9, 9, 9, 8])
    play(state, "place 0 3 3")
    assert sewn(state) == {(0, 0): "C0"}
    assert state.num_plans[0] == 0


def test_sam_empties_a_pile():
    state = play(held(SAM, BILLY, piles=["P0", *PILES[1:]]), "ability, plan 0")
    assert lies(state)[2, 2] == "S0"
    play(state, "place 0 3 3")
    assert sewn(state) == {(0, 0): "P0"}


def test_sam_once_a_turn():
    state = play(held(SAM, BILLY), "ability, plan 0, place 0 3 3")
    assert "ability" not in blocks(state)


def test_sam_needs_room_and_a_card():
    filled = {"area": AREA, "piles": [9] * 4}
    assert "ability" not in blocks(held(SAM, BILLY, quilts=[FULL], **filled))
    assert "ability" in blocks(held(SAM, BILLY, quilts=[FULL_BUT_ONE], **filled))
    bare = {"area": NO_PILES, "piles": [0] * 4}
    assert "ability" not in blocks(held(SAM, BILLY, **bare))
    assert "ability" in blocks(held(SAM, BILLY, patterns=[["A0"]], **bare))


# --- Planning Peter -------------------------------------------------------------------------


def test_peter_leaves_gaps():
    state = held(PETER, BILLY, quilts=["A0 A1 A2"])
    play(state, "choose 1 1, choose 1 2, done")
    assert ("place", 0, 5, 5) in legal(state)
    assert ("place", 0, 6, 5) in legal(state)
    play(state, "place 0 6 5")
    assert set(sewn(state)) == {(0, 0), (0, 1), (0, 2), (3, 2), (3, 3)}


def test_peter_keeps_to_the_frame_and_to_connected_groups():
    state = play(held(PETER, BILLY, quilts=["A0 A1 A2"]), "choose 1 1")
    assert indices(state, "choose") == {(1, 2), (2, 1)}
    play(state, "choose 1 2, done")
    assert ("place", 0, 3, 6) not in legal(state)
    assert ("place", 0, 6, 6) not in legal(state)


def test_peter_returns_from_the_middle():
    state = held(PETER, BILLY, quilts=["A0 A1 A2"])
    assert indices(state, "return") == {(0, 0), (0, 1), (0, 2)}
    play(state, "return 0 1, done, lay 0 1")
    assert set(sewn(state)) == {(0, 0), (0, 2)}
    play(state, "return 0 0")
    assert legal(state) == {("done",)}  # the other shares no edge


SPLIT = "A0 A1 A2 .\n. . . .\n. . . A3"


def test_a_split_quilt_may_stay_split_without_peter():
    """But what comes or goes must not make more parts of it."""
    state = play(held(PETER, BILLY, quilts=[SPLIT], center=TRAVIS), "trade")
    assert assistants(state)[0] == TRAVIS
    assert indices(state, "return") == {(0, 0), (0, 1), (0, 2), (2, 3)}
    single = play(state.copy(), "return 0 1")
    assert legal(single) == {("return", 0, 0), ("return", 0, 2)}
    play(state, "return 2 3, done, lay 0 1")
    assert set(sewn(state)) == {(0, 0), (0, 1), (0, 2)}


def test_a_split_quilt_grows_at_any_part():
    state = play(held(PETER, BILLY, quilts=[SPLIT], center=TRAVIS), "trade, choose 1 1, choose 1 2")
    play(state, "done")
    places = indices(state, "place")
    assert {(0, 4, 3), (1, 3, 6), (0, 6, 5), (1, 4, 5)} <= places
    assert (0, 6, 3) not in places  # would be a third part
    assert (1, 5, 3) not in places


# --- Gifted Gladys --------------------------------------------------------------------------


def test_gladys_chooses_unconnected_blocks():
    """They keep their places in relation to each other, and the quilt becomes one part."""
    state = held(GLADYS, quilts=["A0 A1 A2"])
    play(state, "choose 1 1")
    assert (1, 3) in indices(state, "choose")
    play(state, "choose 1 3, done")
    places = indices(state, "place")
    assert {(0, 2, 3), (0, 4, 3), (2, 4, 3)} <= places
    assert (0, 4, 4) not in places
    play(state, "place 2 4 3")
    assert sewn(state)[1, 0] == "L3"
    assert sewn(state)[1, 2] == "P3"
    assert (1, 1) not in sewn(state)


def test_gladys_picks_what_a_frame_can_hold():
    """Nothing of which a single quilt could come: too far apart, or with a gap for good."""
    state = play(held(GLADYS), "choose 1 1")
    assert (1, 3) in indices(state, "choose")  # with the block between them
    assert (4, 4) not in indices(state, "choose")
    play(state, "choose 1 3")
    assert legal(state) == {("choose", 1, 2)}


def test_gladys_returns_unconnected_blocks():
    state = held(GLADYS, quilts=["A0 A1 A2 A3"])
    play(state, "return 0 0, return 0 3, done")
    assert state.phase == LAY
    play(state, "lay 0 1, lay 5 4")
    assert set(sewn(state)) == {(0, 0), (0, 1)}


def test_what_gladys_leaves_is_one_part():
    state = held(GLADYS, quilts=["A0 A1 A2 A3"])
    play(state, "return 0 1")
    assert ("done",) not in legal(state)
    assert indices(state, "return") == {(0, 0), (0, 2), (0, 3)}


@pytest.mark.parametrize("is_once", [False, True])
def test_gladys_each_action_or_once_a_turn(is_once):
    state = held(GLADYS, quilts=["A0 A1 A2"], gladys_once_per_turn=is_once)
    play(state, "choose 1 1, choose 1 3, done, place 0 4 3, return 1 0")
    assert (("return", 1, 2) in legal(state)) != is_once
    play(state, "done, lay 0 1, pass")
    play(state, "choose 1 1")
    assert (1, 3) in indices(state, "choose")  # the next turn


def test_connected_blocks_do_not_use_gladys_up():
    state = held(GLADYS, quilts=["A0 A1 A2"], gladys_once_per_turn=True)
    play(state, "choose 1 1, choose 1 2, done, place 0 4 3, return 1 0")
    assert ("return", 0, 2) in legal(state)


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
