"""Returned cards: the ring, its room and corners, what anchors them, and stranded cards."""

import pytest

from quiltenvs.quiltable import area as areas
from quiltenvs.quiltable.state import ACTION
from tests.quiltable.positions import (
    AREA,
    blocks,
    first_place,
    indices,
    legal,
    lies,
    play,
    sewn,
    sizes,
    table,
)

EDGES = {(0, c) for c in range(1, 5)} | {(5, c) for c in range(1, 5)}
EDGES |= {(r, 0) for r in range(1, 5)} | {(r, 5) for r in range(1, 5)}
CORNERS = {(0, 0), (0, 5), (5, 0), (5, 5)}


def returning(area=AREA, quilt="P0 S0 L0 C0", count=1, **options):
    """A position in which cards of the quilt are to be laid; the last block is picked first."""
    state = table(area, quilts=[quilt], **options)
    cells = sorted(sewn(state), reverse=True)[:count]
    play(state, ", ".join(f"return {row} {column}" for row, column in cells))
    return play(state, "done") if ("done",) in legal(state) else state


def lays(state):
    assert blocks(state) == {"lay"}
    return indices(state, "lay")


# --- where a card can be laid ---------------------------------------------------------------


def test_sixteen_cells_beside_the_border():
    """A corner has no edge in common with it."""
    assert lays(returning()) == EDGES


@pytest.mark.parametrize(
    ("cell", "corner"), [((0, 1), (0, 0)), ((1, 0), (0, 0)), ((5, 4), (5, 5)), ((4, 5), (5, 5))]
)
def test_a_corner_needs_a_card_beside_it(cell, corner):
    state = play(returning(count=2), f"lay {cell[0]} {cell[1]}")
    assert lays(state) == EDGES - {cell} | {corner}


def test_cards_of_one_return_are_laid_anywhere():
    """The group is split; each card is laid by itself."""
    state = play(returning(count=4), "lay 0 4, lay 0 5, lay 3 0, lay 5 2")
    there = lies(state)
    assert [there[cell] for cell in ((0, 4), (0, 5), (3, 0), (5, 2))] == ["C0", "L0", "S0", "P0"]
    assert (sewn(state), state.phase, state.actions_left[0]) == ({}, ACTION, 1)


def test_a_card_lies_beside_a_card_or_a_pile():
    """Only what lies on the inner 4x4, and what is connected with it, gives support."""
    area = """
        . ? ? ?
        . . # ?
        . . . ?
        ? . ? .
    """
    state = returning(area)
    assert lays(state) == {
        *((0, column) for column in (2, 3, 4)),
        *((row, 5) for row in (1, 2, 3)),
        *((4, 0), (5, 1), (5, 3)),
    }


def test_a_pile_is_a_support():
    """In the Race; otherwise no cell of the ring is next to a pile."""
    area = """
        . . . .
        . # . .
        . . . .
        . . . .
    """
    state = returning(area, mode="symmetrical_race")
    assert lays(state) == {(3, 4), (4, 3), (4, 5), (5, 4)}
    assert "return" not in blocks(table(area, quilts=["P0 S0"]))


def test_a_chain_on_the_ring():
    """Cards beside a card of the ring; what a stranded card supports does not count."""
    area = """
        . ? . . . .
        . ? . . . .
        . . # . . .
        . . . . . .
        . . . . . .
        . . . ? ? .
    """
    state = returning(area, count=2)
    assert lays(state) == {(0, 0), (0, 2), (1, 0)}
    play(state, "lay 0 2")
    assert lays(state) == {(0, 0), (0, 3), (1, 0)}


# --- room -----------------------------------------------------------------------------------


def full_ring(*holes):
    """An area whose ring is full but for some cells."""
    rows = [["?"] * 6 for _ in range(6)]
    for row, column in [(2, 2), (2, 3), (3, 2), (3, 3)]:
        rows[row][column] = "#"
    for row, column in holes:
        rows[row][column] = "."
    return "\n".join(" ".join(row) for row in rows)


def test_nothing_can_be_returned_to_a_full_ring():
    state = table(full_ring(), quilts=["P S L C"])
    assert "return" not in blocks(state)


def test_no_more_can_be_returned_than_there_is_room():
    state = table(full_ring((0, 3), (5, 5)), quilts=["P S L C"])
    play(state, "return 0 0, return 0 1")
    assert lays(state) == {(0, 3), (5, 5)}
    play(state, "lay 5 5")
    assert lays(state) == {(0, 3)}


def test_room_is_what_can_be_filled_one_after_the_other():
    """From a card on the ring around an empty corner; nothing where nothing is connected."""
    holes = [(1, 1), (1, 2), (2, 1), (0, 0), (0, 1), (1, 0), (0, 2), (2, 0), (5, 3)]
    state = table(full_ring(*holes), quilts=["P S L C"])
    assert areas.room_for_returned(state, 0) == 6
    far = """
        . . . . . .
        . . . . . .
        . . # # . .
        . . # # . .
        ? . . . . .
        . . . . ? .
    """
    assert areas.room_for_returned(table(far, quilts=["P S L C"]), 0) == 0


def test_a_return_that_no_room_can_take_is_not_on_offer():
    """With room for one card, a block that must not go alone cannot be picked."""
    state = table(full_ring((0, 3)), quilts=["P S L"])
    assert indices(state, "return") == {(0, 0), (0, 2)}
    play(state, "return 0 0")
    assert lays(state) == {(0, 3)}


def test_the_ring_has_twenty_cells():
    state = table(AREA, quilts=["P S L C"])
    assert areas.room_for_returned(state, 0) == 20
    for count in range(1, 21):
        place = min(int(cell) for cell in (6 * r + c for r, c in free_ring(state)))
        areas.put_block(state, 0, place, 0)
        assert areas.room_for_returned(state, 0) == 20 - count


def free_ring(state):
    return (EDGES | CORNERS) - set(lies(state))


# --- stranded cards -------------------------------------------------------------------------


def choose(state, *cells):
    play(state, ", ".join(f"choose {row} {column}" for row, column in cells))
    if ("done",) in legal(state):
        play(state, "done")
    return first_place(state)


def test_a_card_in_a_corner_moves_when_its_neighbor_is_taken():
    """To the nearest cell; of two as near, to the lower one."""
    area = """
        P0 S0 .  .  .  .
        .  S1 ?  ?  ?  .
        .  ?  #  #  ?  .
        .  ?  #  #  ?  .
        .  ?  ?  ?  ?  .
        .  .  .  .  .  .
    """
    state = choose(table(area), (0, 1), (1, 1))
    assert (0, 0) not in lies(state)
    assert lies(state)[0, 1] == "P0"


def test_a_card_with_another_connection_stays():
    area = """
        P0 S0 .  .  .  .
        A0 S1 ?  ?  ?  .
        .  ?  #  #  ?  .
        .  ?  #  #  ?  .
        .  ?  ?  ?  ?  .
        .  .  .  .  .  .
    """
    state = choose(table(area), (0, 1), (1, 1))
    assert lies(state)[0, 0] == "P0"


def test_a_card_on_the_edge_moves_when_the_border_beside_it_stays_empty():
    """The piles have no cards; the lower of two cells two steps away."""
    area = """
        .  .  P0 .  .  .
        .  ?  S0 S1 ?  .
        .  ?  ?  ?  ?  .
        .  ?  ?  ?  ?  .
        .  ?  ?  ?  ?  .
        .  .  .  .  .  .
    """
    state = choose(table(area), (1, 2), (1, 3))
    assert (0, 2) not in lies(state)
    assert lies(state)[0, 1] == "P0"


def test_a_refilled_border_keeps_the_card():
    area = """
        .  .  P0 .  .  .
        .  ?  S0 S1 ?  .
        .  ?  #  #  ?  .
        .  ?  #  #  ?  .
        .  ?  ?  ?  ?  .
        .  .  .  .  .  .
    """
    assert lies(choose(table(area), (1, 2), (1, 3)))[0, 2] == "P0"


def test_two_cards_that_hold_each_other_both_move():
    """The lower cell first, a step to the left; then the second leans on it."""
    area = """
        .  .  P0 P4 .  .
        .  ?  S0 S1 ?  .
        .  ?  ?  ?  ?  .
        .  ?  ?  ?  ?  .
        .  ?  ?  ?  ?  .
        .  .  .  .  .  .
    """
    state = choose(table(area), (1, 2), (1, 3))
    there = lies(state)
    assert (there[0, 1], there[0, 2]) == ("P0", "P4")
    assert not {(0, 3), (0, 4)} & set(there)


def test_a_moved_card_may_anchor_the_next():
    area = """
        .  .  P0 P4 P5 .
        .  ?  S0 S1 S2 .
        .  ?  ?  ?  ?  .
        .  ?  ?  ?  ?  .
        .  ?  ?  ?  ?  .
        .  .  .  .  .  .
    """
    there = lies(choose(table(area), (1, 2), (1, 3), (1, 4)))
    assert there[0, 1] == "P0"  # one step
    assert there[0, 2] == "P4"  # beside the first
    assert there[0, 3] == "P5"


def test_a_card_far_from_all_goes_to_the_nearest_cell():
    """Nine steps along rows and columns to one as to the other: the lower one."""
    area = """
        .  .  .  .  .  .
        .  ?  .  .  .  .
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  .  S0 S1 S2
        .  .  .  .  .  P0
    """
    state = choose(table(area, quilts=["A0"]), (4, 3), (4, 4), (4, 5))
    assert set(lies(state)) == {(1, 1), (0, 1)}
    assert lies(state)[0, 1] == "P0"


def test_without_a_cell_to_go_to_cards_stay():
    area = """
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  .  .  S1 S2
        .  .  .  .  .  P0
    """
    state = choose(table(area), (4, 4), (4, 5))
    assert lies(state) == {(5, 5): "P0"}


def test_a_return_strands_nothing():
    """Cards that a RETURN finds unconnected stay as they are until the next CHOOSE."""
    area = """
        .  .  .  .  .  .
        .  ?  ?  ?  ?  .
        .  ?  #  #  ?  .
        .  ?  #  #  ?  .
        .  ?  ?  ?  ?  .
        .  .  .  .  .  P0
    """
    state = play(table(area, quilts=["A0 A1"]), "return 0 0, done, lay 0 1")
    assert lies(state)[5, 5] == "P0"
    choose(state, (1, 1), (2, 1))
    play(state, "lay 1 1")
    assert (5, 5) not in lies(state)
    assert lies(state)[4, 5] == "P0"


def test_no_card_is_drawn_for_a_ring_cell():
    state = returning(count=1)
    play(state, "lay 0 2")
    before = sizes(state)
    choose(state, (0, 2), (1, 2))
    assert sum(before) - sum(sizes(state)) == 1


# --- Symmetrical Race -----------------------------------------------------------------------


def race(area=AREA, **options):
    return returning(area, mode="symmetrical_race", **options)


def test_the_race_returns_anywhere():
    """Beside any connected card, holes of the inner 4x4 and cells far outside among them."""
    state = race(count=3)
    edges = {(row + 2, column + 2) for row, column in EDGES}
    assert lays(state) == edges
    play(state, "lay 2 3")
    assert lays(state) == edges - {(2, 3)} | {(1, 3), (2, 2)}
    play(state, "lay 1 3")
    assert {(0, 3), (1, 2), (1, 4)} <= lays(state)


def test_the_race_returns_into_holes():
    area = """
        . ? ? ?
        ? # # ?
        ? # # ?
        ? ? ? ?
    """
    assert (3, 3) in lays(race(area))
    assert (1, 1) not in lays(returning(area))


def test_the_race_has_room_for_everything():
    state = table(AREA, quilts=["P S L C"], mode="symmetrical_race")
    assert areas.room_for_returned(state, 0) == 100 - 16


def test_the_edge_of_the_race():
    """The grid ends after ten rows and columns; nothing goes round to the other side."""
    area = "\n".join(
        " ".join("?" if row == 4 and column >= 3 else "." for column in range(10))
        for row in range(10)
    )
    cells = lays(race(area))
    assert {(4, 2), (3, 9), (5, 9), (3, 3), (5, 3)} <= cells
    assert not {(4, 0), (5, 0), (3, 0)} & cells
    area = "\n".join(
        " ".join("?" if column == 4 and row >= 3 else "." for column in range(10))
        for row in range(10)
    )
    assert lays(race(area)) == {(2, 4), *((r, c) for r in range(3, 10) for c in (3, 5))}


def test_stranded_cards_of_the_race_move_too():
    area = """
        .  .  .  .  .  .  .  .  .  .
        .  .  .  .  P0 .  .  .  .  .
        .  .  .  .  S0 .  .  .  .  .
        .  .  .  ?  S1 ?  ?  .  .  .
        .  .  .  ?  #  #  ?  .  .  .
        .  .  .  ?  #  #  ?  .  .  .
        .  .  .  ?  ?  ?  ?  .  .  .
        .  .  .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .  .  .
        .  .  .  .  .  .  .  .  .  .
    """
    state = choose(table(area, mode="symmetrical_race"), (2, 4), (3, 4))
    assert (1, 4) not in lies(state)
    assert lies(state)[2, 4] == "P0"
