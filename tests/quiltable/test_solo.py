"""One player against a Quilting Master: its walk, what it takes, and the end."""

import pytest

import quiltenvs
from quiltenvs.quiltable.state import ACTION, CORNER, NONE, REFILL
from tests.quiltable.positions import (
    AREA,
    FULL,
    blocks,
    cards_in,
    first_place,
    game_at,
    is_over,
    is_turn_of,
    legal,
    lies,
    play,
    scores,
    sizes,
    table,
)

CLOCKWISE = [(1, 1), (1, 2), (1, 3), (1, 4), (2, 4), (3, 4), (4, 4), (4, 3), (4, 2), (4, 1)]
CLOCKWISE += [(3, 1), (2, 1)]
"""The border from the top left corner on."""
KNOWN = """
    P0  P1  P2 P3
    S11 #   #  P4
    S10 #   #  P5
    S9  S8  S7 P6
"""
PILES = ("A0 A1 A2 A3 +5", "I0 I1 I2 I3 +5", "H0 H1 H2 H3 +5", "N0 N1 N2 N3 +5")
MASTERS = ("granny_smith", "terrific_tim", "gifted_gladys", "big_billy")
NO_PILES = AREA.replace("#", "?")


def alone(area=KNOWN, piles=PILES, **options):
    """A position of one player."""
    return table(area, num_players=1, piles=piles, **options)


def stack(state):
    return cards_in(state.stack)


def master_at(state):
    return CLOCKWISE[state.master_place]


# --- where it begins ------------------------------------------------------------------------


@pytest.mark.parametrize(("corner", "cell"), [(0, (1, 1)), (1, (1, 4)), (2, (4, 4)), (3, (4, 1))])
def test_the_player_says_at_which_corner_the_master_begins(corner, cell):
    state = quiltenvs.game("quiltable", num_players=1).new_state(0)
    assert state.phase == CORNER
    assert legal(state) == {("corner", number) for number in range(4)}
    there = lies(state)
    play(state, f"corner {corner}")
    assert (master_at(state), is_turn_of(state, 0)) == (cell, True)
    play(state, "pass")
    assert stack(state) == [there[cell]]


# --- what it takes --------------------------------------------------------------------------

BLOCKS = [
    *(({"quilting_master": master}, level + 1) for level, master in enumerate(MASTERS)),
    *(({"patches": True, "quilting_master": m}, level + 2) for level, m in enumerate(MASTERS)),
    ({"symmetry": True}, 2),
    ({"assistants": "uncle_sam"}, 2),
    ({"patches": True, "symmetry": True, "assistants": "uncle_sam"}, 2),
    ({"all_cards": True, "auto_refill": True, "copies": 2}, 1),  # no module
]


@pytest.mark.parametrize(("options", "count"), BLOCKS, ids=str)
def test_blocks_by_level_and_modules(options, count):
    """Clockwise from its marker; then the marker stands at the next block."""
    state = play(alone(master=2, **options), "pass")
    assert sorted(stack(state)) == sorted(["P2", "P3", "P4", "P5", "P6"][:count])
    assert master_at(state) == CLOCKWISE[2 + count]
    assert is_turn_of(state, 0)
    assert len(lies(state)) == 12


def test_its_walk_goes_on_from_there():
    state = play(alone(quilting_master="gifted_gladys", master=10), "pass")
    assert sorted(stack(state)) == ["P0", "S10", "S11"]
    assert master_at(state) == (1, 2)
    play(state, "pass")
    assert sorted(stack(state)) == ["P0", "P1", "P2", "P3", "S10", "S11"]


def test_it_refills_in_the_order_of_the_cells():
    """Nobody is asked; the cards of a pile lie in the order they come."""
    state = play(alone(quilting_master="big_billy", master=11), "pass")
    there = lies(state)
    assert [there[cell] for cell in ((1, 1), (1, 2), (1, 3), (2, 1))] == ["A0", "A1", "I0", "A2"]
    assert (state.phase, sizes(state)) == (ACTION, [6, 8, 9, 9])


def test_it_skips_empty_cells():
    area = "P0 . . ?\nA6 ? ? .\n? ? ? .\n? ? ? P6"
    state = alone(area, [0] * 4, quilting_master="gifted_gladys", master=0)
    corner = lies(state)[1, 4]
    play(state, "pass")
    assert sorted(stack(state)) == sorted(["P0", corner, "P6"])
    assert master_at(state) == (4, 3)


def test_it_takes_no_more_than_a_lap():
    area = ". . . P3\n. ? ? .\n. ? ? .\n. S8 . ."
    state = play(alone(area, [0] * 4, quilting_master="big_billy", master=5), "pass")
    assert sorted(stack(state)) == ["P3", "S8"]
    assert master_at(state) == (2, 4)  # no block is left: the very next cell
    assert len(lies(state)) == 4


def test_it_finds_nothing():
    """Its marker stays where it is."""
    area = ". . . .\n. ? ? .\n. ? ? .\n. . . ."
    state = play(alone(area, [0] * 4, master=5), "pass")
    assert (stack(state), state.master_place) == ([], 5)


def test_its_marker_skips_empty_cells():
    """It is moved before the refill."""
    area = "P0 . . P3\n? # # ?\n? # # ?\n? ? ? ?"
    state = play(alone(area, [9] * 4), "pass")
    assert stack(state) == ["P0"]
    assert master_at(state) == (1, 4)
    assert {(1, 1), (1, 2), (1, 3)} <= set(lies(state))


def test_its_own_cell_is_the_next_block_after_a_lap():
    area = "P0 P1 . .\n. ? ? .\n. ? ? .\n. . . ."
    state = play(alone(area, [0] * 4, master=1), "pass")
    assert (stack(state), master_at(state)) == (["P1"], (1, 1))


def test_it_takes_from_the_border_only():
    """Neither from the ring nor from the places of the piles."""
    area = """
        A6 A7 .  .  .  .
        .  P0 .  .  .  .
        .  .  A8 A9 .  .
        .  .  ?  ?  .  .
        .  .  .  .  .  .
        .  .  .  .  .  .
    """
    state = alone(area, [0] * 4, quilting_master="big_billy", quilts=["H0"])
    play(state, "pass")
    assert stack(state) == ["P0"]
    assert {"A6", "A7", "A8", "A9"} <= set(lies(state).values())


def test_cards_that_it_strands_move():
    area = """
        .  P0 .  .  .  .
        .  P1 .  .  .  .
        .  .  ?  ?  .  .
        .  .  ?  ?  .  .
        .  P2 .  .  .  .
        .  .  .  .  .  .
    """
    state = play(alone(area, [0] * 4, master=0), "pass")
    assert stack(state) == ["P1"]
    assert (0, 1) not in lies(state)
    assert lies(state)[4, 0] == "P0"


def test_a_refill_of_the_player_is_still_a_decision():
    state = alone()
    play(state, "choose 1 1, choose 1 2, done")
    first_place(state)
    assert state.phase == REFILL
    assert legal(state) == {("lay", 1, 1), ("lay", 1, 2)}


def test_its_points_are_those_printed():
    state = play(
        alone("S3 S0 ? ?\n? # # ?\n? # # ?\n? ? ? ?", quilting_master="terrific_tim"), "pass"
    )
    assert sorted(stack(state)) == ["S0", "S3"]
    assert game_at(state).ranking(state) == (2,)  # 4 + 8 points
    assert scores(state) == (0,)


# --- the end --------------------------------------------------------------------------------


def test_a_complete_quilt_ends_the_game():
    """The master has no further turn."""
    state = play(alone(AREA, None, quilts=[FULL]), "pass")
    assert is_over(state)
    assert stack(state) == []


def test_empty_piles_before_the_players_turn():
    """It was found before the master's turn: the master moves, the player has the last turn."""
    state = play(alone(NO_PILES, None), "pass")
    assert is_turn_of(state, 0)
    assert (len(stack(state)), state.ender) == (1, 0)
    play(state, "pass")
    assert is_over(state)
    assert len(stack(state)) == 1


def test_the_master_takes_the_last_card():
    """Its refill empties the piles: the turn that follows is the last."""
    area = "? ? ? ?\n? # ? ?\n? ? ? ?\n? ? ? ?"
    state = alone(area, [1, 0, 0, 0])
    assert state.ender == NONE
    play(state, "pass")
    assert (sizes(state), state.ender) == ([0] * 4, 0)
    play(state, "pass")
    assert is_over(state)
    assert not game_at(state).is_truncated(state)


def test_the_last_turn_is_a_whole_one():
    state = play(alone(NO_PILES, None, quilts=["P9 P10 P11"]), "pass")
    play(state, "return 0 0, done, lay 0 3")
    assert not is_over(state)
    play(state, "return 0 0, done, lay 0 4")
    assert is_over(state)


def test_turns_are_limited():
    """The master has its turn before the game is cut off."""
    state = play(alone(max_turns=1), "pass")
    assert game_at(state).is_truncated(state)
    assert len(stack(state)) == 1


def test_after_the_end_nothing_is_legal():
    state = play(alone(AREA, None, quilts=[FULL]), "pass")
    assert blocks(state) == set()
