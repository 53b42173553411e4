"""The Pattern Area: geometry, what is flipped at the start, piles, and refilling."""

import numpy as np
import pytest

import quiltenvs
from quiltenvs.quiltable import setup
from quiltenvs.quiltable.state import ACTION, NONE, REFILL
from tests.quiltable.positions import (
    AREA,
    checked,
    code,
    first_place,
    hand,
    indices,
    is_turn_of,
    legal,
    lies,
    patterns_of,
    play,
    sizes,
    table,
)

BORDER = [(1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 4), (3, 1), (3, 4), (4, 1), (4, 2)]
BORDER += [(4, 3), (4, 4)]
QUADRANTS = [
    [(1, 1), (1, 2), (2, 1)],
    [(1, 3), (1, 4), (2, 4)],
    [(3, 1), (4, 1), (4, 2)],
    [(3, 4), (4, 3), (4, 4)],
]
"""Cells of the border by the pile that serves them."""
PILE_CELLS = [(2, 2), (2, 3), (3, 2), (3, 3)]
KNOWN = ("P0 P1 P2 +6", "S0 S1 S2 +6", "L0 L1 L2 +6", "C0 C1 C2 +6")
"""Piles of which the next three cards are known."""


def choose(state, *cells, is_done=True):
    """CHOOSE blocks and place them anywhere; return the state."""
    play(state, ", ".join(f"choose {row} {column}" for row, column in cells))
    if is_done and ("done",) in legal(state):
        play(state, "done")
    return first_place(state)


def billy(area=AREA, piles=KNOWN, **options):
    """A position in which a single block can be chosen."""
    return table(area, piles=piles, assistants="big_billy,uncle_sam", **options)


# --- geometry and start ---------------------------------------------------------------------


def connected_groups(cells, size):
    """Return all sets of ``size`` cells that share edges."""
    groups = {frozenset([cell]) for cell in cells}
    for _ in range(size - 1):
        groups = {
            group | {(r + dr, c + dc)}
            for group in groups
            for r, c in group
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (r + dr, c + dc) in cells - group
        }
    return groups


def chosen_groups(state, size):
    """Return the groups of the area that can be picked, whatever the order of the picks."""
    found, waiting = set(), [(state, frozenset())]
    while waiting:
        position, picked = waiting.pop()
        for row, column in indices(position, "choose"):
            group = picked | {(row, column)}
            after = play(position.copy(), f"choose {row} {column}")
            if len(group) == size:
                found.add(group)
            else:
                waiting.append((after, group))
    return found


def test_at_the_start_there_are_12_pairs_and_12_triples():
    state = table()
    pairs, triples = (chosen_groups(state, size) for size in (2, 3))
    assert pairs == connected_groups(set(BORDER), 2)
    assert triples == connected_groups(set(BORDER), 3)
    assert (len(pairs), len(triples)) == (12, 12)
    corners = [t for t in triples if len({r for r, _ in t}) > 1 and len({c for _, c in t}) > 1]
    assert len(corners) == 4


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"num_players": 1}, [9, 9, 9, 9]),
        ({"num_players": 2}, [9, 9, 9, 9]),
        ({"num_players": 3}, [15, 15, 15, 15]),
        ({"num_players": 4}, [21, 21, 21, 21]),
        ({"all_cards": True}, [21, 21, 21, 21]),
        ({"num_players": 2, "copies": 2}, [9, 9, 9, 9]),
        ({"num_players": 1, "copies": 2}, [9, 9, 9, 9]),
        ({"num_players": 3, "copies": 2}, [15, 15, 15, 15]),
        ({"num_players": 5, "copies": 2}, [27, 27, 27, 27]),
        ({"num_players": 8, "copies": 2}, [45, 45, 45, 45]),
        ({"num_players": 2, "copies": 2, "all_cards": True}, [45, 45, 45, 45]),
        ({"mode": "mini", "num_players": 5}, [12, 12, 12, 12]),
        ({"mode": "mini", "num_players": 6}, [15, 15, 15, 15]),
        ({"mode": "mini", "num_players": 8}, [21, 21, 21, 21]),
        ({"mode": "symmetrical_race", "num_players": 2}, [9, 9, 9, 9]),
        ({"mode": "symmetrical_race", "num_players": 3}, [15, 15, 15, 15]),
    ],
)
def test_piles_at_the_start(options, expected):
    state = checked(quiltenvs.game("quiltable", **options).new_state(1))
    assert sizes(state) == expected
    assert len(lies(state)) == 12


@pytest.mark.parametrize(("num_players", "size"), [(5, 12), (6, 15), (7, 18), (8, 21)])
def test_cards_of_a_speed_game_are_split_evenly(num_players, size):
    game = quiltenvs.game("quiltable", mode="speed", num_players=num_players, copies=2)
    state = game.new_state(2)
    for area in (0, 1):
        assert sizes(state, area) == [size] * 4
        assert set(lies(state, area)) == set(BORDER)


def test_piles_of_a_quick_start():
    """All cards in four piles to choose from, then what was not kept, as even as can be."""
    game = quiltenvs.game("quiltable", mode="quick_start", num_players=3)
    state = game.new_state(3)
    assert (sizes(state), lies(state)) == ([24] * 4, {})
    for _ in range(3):
        game.play(state, game.legal_actions(state)[0])
    assert sizes(state) == [21, 20, 20, 20]
    assert set(lies(state)) == set(BORDER)


@pytest.mark.parametrize(
    ("mode", "first"), [("standard", 1), ("mini", 1), ("speed", 1), ("symmetrical_race", 3)]
)
def test_every_pile_flips_its_three_top_cards(mode, first):
    """In draw order, onto the cells that it serves in ascending order."""
    players = {"mini": 5, "speed": 5}.get(mode, 2)
    copies = 2 if mode == "speed" else 1
    game = quiltenvs.game("quiltable", mode=mode, num_players=players, copies=copies)
    state, dealt = game.new_state(4), game.new_state(4)
    setup.clear(dealt)
    dealt.rng = np.uint64(4)
    setup.shuffle_deck(dealt)
    for area in range(2 if mode == "speed" else 1):
        for pile, cells in enumerate(QUADRANTS):
            top = int(dealt.pile_top[4 * area + pile])
            flipped = [code(card) for card in dealt.deck[top : top + 3].tolist()]
            there = lies(state, area)
            moved = [(row + first - 1, column + first - 1) for row, column in sorted(cells)]
            assert [there[cell] for cell in moved] == flipped
            assert state.deck[top : top + 3].tolist() == [NONE] * 3


def test_who_begins():
    game = quiltenvs.game("quiltable", num_players=3)
    assert {int(game.new_state(seed).starter) for seed in range(30)} == {0, 1, 2}
    for seat in range(3):
        state = quiltenvs.game("quiltable", num_players=3, starting_player=seat).new_state(5)
        assert is_turn_of(state, seat)


# --- CHOOSE in the area ---------------------------------------------------------------------


def test_piles_do_not_connect_blocks():
    """Both blocks touch the first pile, and no other block."""
    area = """
        . P . .
        S # # ?
        . # # ?
        . ? ? ?
    """
    state = table(area)
    assert (1, 2) not in indices(state, "choose")
    assert (2, 1) not in indices(state, "choose")


def test_a_block_where_a_pile_was_connects():
    area = """
        . P . .
        S L # ?
        . # # ?
        . ? ? ?
    """
    state = play(table(area), "choose 1 2")
    assert indices(state, "choose") == {(2, 2)}
    play(state, "choose 2 2")
    assert indices(state, "choose") == {(2, 1)}


def test_blocks_on_the_ring_can_be_chosen():
    area = """
        . . P . . .
        . ? S ? ? .
        . ? # # ? .
        . ? # # ? L
        . ? ? ? ? C
        . . . . . .
    """
    state = table(area)
    assert {(0, 2), (3, 5), (4, 5)} <= indices(state, "choose")
    play(state, "choose 0 2")
    assert indices(state, "choose") == {(1, 2)}


# --- refilling ------------------------------------------------------------------------------


@pytest.mark.parametrize("pile", range(4))
@pytest.mark.parametrize("number", range(3))
def test_a_pile_serves_its_quadrant(pile, number):
    row, column = QUADRANTS[pile][number]
    state = choose(billy(), (row, column))
    expected = [9] * 4
    expected[pile] = 8
    assert sizes(state) == expected
    assert lies(state)[row, column] == KNOWN[pile].split()[0]
    assert state.phase == ACTION
    assert len(lies(state)) == 12


def test_a_block_for_each_of_two_piles_needs_no_decision():
    state = choose(table(piles=KNOWN), (1, 2), (1, 3))
    assert (lies(state)[1, 2], lies(state)[1, 3]) == ("P0", "S0")
    assert (state.phase, sizes(state)) == (ACTION, [8, 8, 9, 9])


@pytest.mark.parametrize(("cell", "other"), [((1, 1), (1, 2)), ((1, 2), (1, 1))])
def test_the_player_lays_cards_of_one_pile(cell, other):
    """Both are taken from the pile before the first is laid; the last has no choice."""
    state = choose(table(piles=KNOWN), (1, 1), (1, 2))
    assert (state.phase, hand(state), sizes(state)) == (REFILL, ["P0", "P1"], [7, 9, 9, 9])
    assert legal(state) == {("lay", 1, 1), ("lay", 1, 2)}
    play(state, f"lay {cell[0]} {cell[1]}")
    assert (lies(state)[cell], lies(state)[other]) == ("P0", "P1")
    assert (state.phase, hand(state)) == (ACTION, [])


def test_three_cards_of_one_pile():
    state = choose(table(piles=KNOWN), (1, 1), (1, 2), (2, 1))
    assert legal(state) == {("lay", 1, 1), ("lay", 1, 2), ("lay", 2, 1)}
    play(state, "lay 2 1")
    assert legal(state) == {("lay", 1, 1), ("lay", 1, 2)}
    play(state, "lay 1 2")
    there = lies(state)
    assert [there[cell] for cell in ((2, 1), (1, 2), (1, 1))] == ["P0", "P1", "P2"]
    assert is_turn_of(state, 0)


def test_auto_refill_lays_in_the_order_of_the_cells():
    state = choose(table(piles=KNOWN, auto_refill=True), (2, 1), (1, 1), (1, 2))
    there = lies(state)
    assert [there[cell] for cell in ((1, 1), (1, 2), (2, 1))] == ["P0", "P1", "P2"]
    assert state.phase == ACTION


def test_piles_refill_in_their_order():
    """The fourth pile waits for what the third one needs a decision for."""
    state = choose(table(piles=KNOWN), (4, 1), (4, 2), (4, 3))
    assert (hand(state), sizes(state)) == (["L0", "L1"], [9, 9, 7, 9])
    assert (4, 3) not in lies(state)
    play(state, "lay 4 2")
    assert [lies(state)[4, column] for column in (1, 2, 3)] == ["L1", "L0", "C0"]


AROUND = """
    ? ? ? ?
    ? {} {} ?
    ? {} {} ?
    ? ? ? ?
"""


def area_with(*full):
    """An area in which only some piles have cards; blocks lie where the others were."""
    return AROUND.format(*("#" if pile in full else "?" for pile in range(4)))


def piles_of(*full):
    return [KNOWN[pile] if pile in full else 0 for pile in range(4)]


@pytest.mark.parametrize("pile", range(4))
@pytest.mark.parametrize("step", range(4))
def test_the_next_pile_stands_in_for_one_that_ran_out(pile, step):
    """Itself, then the neighbor at its side, the one above or below, the one across."""
    side, above, across = pile ^ 1, pile ^ 2, pile ^ 3
    order = [pile, side, above, across]
    full = order[step:]
    for row, column in QUADRANTS[pile]:
        state = choose(billy(area_with(*full), piles_of(*full)), (row, column))
        assert lies(state)[row, column] == KNOWN[order[step]].split()[0]
        assert sizes(state)[order[step]] == 8


def test_two_piles_with_one_source():
    """The cell of a pile that ran out and one of its neighbor: cards of one pile."""
    state = choose(table(area_with(1, 2, 3), piles=piles_of(1, 2, 3)), (1, 2), (1, 3))
    assert hand(state) == ["S0", "S1"]
    assert legal(state) == {("lay", 1, 2), ("lay", 1, 3)}


def test_without_cards_a_hole_stays():
    state = choose(table(AREA.replace("#", "?")), (1, 1), (1, 2))
    assert (set(lies(state)), state.phase) == ({*BORDER, *PILE_CELLS} - {(1, 1), (1, 2)}, ACTION)


def test_a_pile_with_fewer_cards_than_cells():
    """Its card goes where the player wants; then the neighbor refills, its own place last."""
    state = choose(table(piles=["P0", *KNOWN[1:]]), (1, 1), (1, 2))
    assert (hand(state), sizes(state)) == (["P0"], [0, 9, 9, 9])
    assert legal(state) == {("lay", 1, 1), ("lay", 1, 2)}
    play(state, "lay 1 2")
    there = lies(state)
    assert [there[cell] for cell in ((1, 2), (1, 1), (2, 2))] == ["P0", "S0", "S1"]
    assert sizes(state) == [0, 7, 9, 9]
    assert state.phase == ACTION


def test_the_neighbor_offers_a_choice_again():
    state = choose(table(piles=["P0", *KNOWN[1:]]), (1, 1), (1, 2), (2, 1))
    assert legal(state) == {("lay", 1, 1), ("lay", 1, 2), ("lay", 2, 1)}
    play(state, "lay 1 1")
    assert (state.phase, hand(state)) == (REFILL, ["S0", "S1"])
    assert legal(state) == {("lay", 1, 2), ("lay", 2, 1)}
    play(state, "lay 2 1")
    there = lies(state)
    assert [there[cell] for cell in ((2, 1), (1, 2), (2, 2))] == ["S0", "S1", "S2"]


# --- piles that run out ---------------------------------------------------------------------


@pytest.mark.parametrize("pile", range(4))
def test_a_plan_that_empties_a_pile(pile):
    """The place is refilled at once, from the neighbor at its side."""
    piles = list(KNOWN)
    piles[pile] = "A0"
    state = play(table(piles=piles), f"plan {pile}")
    assert patterns_of(state) == ["A0"]
    assert lies(state)[PILE_CELLS[pile]] == KNOWN[pile ^ 1].split()[0]
    assert sizes(state)[pile] == 0
    assert sizes(state)[pile ^ 1] == 8
    assert ("plan", pile) not in legal(state)


@pytest.mark.parametrize(("full", "source"), [((2, 3), 2), ((3,), 3)])
def test_where_the_card_for_an_emptied_pile_comes_from(full, source):
    area, piles = area_with(0, *full), piles_of(0, *full)
    piles[0] = "A0"
    state = play(table(area, piles=piles), "plan 0")
    assert lies(state)[2, 2] == KNOWN[source].split()[0]


def test_a_pile_that_gives_its_last_card_is_replaced_too():
    state = play(table(piles=["P0", "S0", *KNOWN[2:]]), "plan 0")
    assert (lies(state)[2, 2], lies(state)[2, 3]) == ("S0", "C0")
    assert sizes(state) == [0, 0, 9, 8]


def test_the_last_cards_of_all_piles():
    """The first takes from its side, the second from below, the fourth from its side."""
    state = play(table(piles=["P0", "S0", "L0", "C0"]), "plan 0")
    assert [lies(state).get(cell) for cell in PILE_CELLS] == ["S0", "C0", None, "L0"]
    assert sizes(state) == [0, 0, 0, 0]
    assert state.phase == ACTION


def test_the_last_card_of_all():
    state = play(table(area_with(2), piles=[0, 0, "L0", 0]), "plan 2")
    assert (patterns_of(state)[0], sizes(state)) == ("L0", [0] * 4)
    assert (3, 2) not in lies(state)
    assert is_turn_of(state, 0)
    assert "plan" not in {name for name, *_ in legal(state)}


def test_a_block_where_a_pile_was_is_replaced():
    state = choose(table(area_with(1, 2, 3), piles=piles_of(1, 2, 3)), (1, 2), (2, 2))
    assert (lies(state)[1, 2], lies(state)[2, 2]) == ("S0", "S1")  # one after the other
    assert sizes(state) == [0, 7, 9, 9]


def test_the_border_is_refilled_before_the_places_of_piles():
    """One card is left, and it goes to the border."""
    state = choose(table(area_with(3), piles=[0, 0, 0, "C0"]), (1, 2), (2, 2))
    assert lies(state)[1, 2] == "C0"
    assert (2, 2) not in lies(state)
    assert (3, 3) not in lies(state)


def test_several_places_of_piles_are_a_choice():
    state = choose(table(area_with(2, 3), piles=piles_of(2, 3)), (2, 2), (2, 3), (1, 2))
    there = lies(state)
    assert there[1, 2] == "L0"
    assert (there[2, 2], there[2, 3]) == ("L1", "C0")
    state = choose(table(area_with(3), piles=piles_of(3)), (2, 2), (2, 3))
    assert legal(state) == {("lay", 2, 2), ("lay", 2, 3)}
    assert hand(state) == ["C0", "C1"]


def test_holes_are_filled_only_when_refilling():
    """A hole that stayed for want of cards: nothing fills it but a card that comes later."""
    area = """
        . ? ? ?
        ? # # ?
        ? # # ?
        ? ? ? ?
    """
    state = play(table(area, piles=KNOWN), "plan 1")
    assert (1, 1) not in lies(state)
    choose(state, (4, 3), (4, 4))
    assert lies(state)[1, 1] == "P0"


def test_blocks_of_the_ring_are_not_replaced():
    area = """
        . . P . . .
        . ? S ? ? .
        . ? # # ? .
        . ? # # ? .
        . ? ? ? ? .
        . . . . . .
    """
    state = choose(table(area, piles=KNOWN), (0, 2), (1, 2))
    assert lies(state)[1, 2] == "P0"
    assert (0, 2) not in lies(state)
    assert sizes(state) == [8, 9, 9, 9]


def test_the_race_refills_its_larger_area():
    state = choose(table(mode="symmetrical_race", piles=KNOWN), (3, 3), (3, 4), (4, 3))
    assert legal(state) == {("lay", 3, 3), ("lay", 3, 4), ("lay", 4, 3)}
    play(state, "lay 4 3, lay 3 3")
    assert [lies(state)[cell] for cell in ((4, 3), (3, 3), (3, 4))] == ["P0", "P1", "P2"]
