"""Quilting Assistants that concern the quilt: Billy, Sandra, Granny, Sam, Peter, Gladys."""

import pytest

from quiltenvs.quiltable.state import LAY, PLACE
from tests.quiltable.positions import (
    AREA,
    BILLY,
    FULL,
    FULL_BUT_ONE,
    GLADYS,
    GRANNY,
    KNOWN_PILES,
    PETER,
    SAM,
    SANDRA,
    TRAVIS,
    assistants,
    blocks,
    first_place,
    hand,
    held,
    indices,
    is_turn_of,
    left,
    legal,
    lies,
    patterns_of,
    play,
    scores,
    sewn,
    sizes,
)

NO_PILES = AREA.replace("#", "?")

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
    state = play(held(SAM, BILLY, piles=["P0", *KNOWN_PILES[1:]]), "ability, plan 0")
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
