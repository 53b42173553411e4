"""The literal reference by example: the first player, turns, what is hidden, whole games."""

import random
from collections import Counter

import pytest

from tests.quartile.reference_positions import PLAIN, STUCK, codes, enclose, lay, mix, table
from tests.reference.quartile import START, Quartile, around


def centers(*numbers):
    """A hand of tiles with these centers."""
    return " ".join(f"{number}-1111" for number in numbers)


def commit(game, *slots):
    """Have the seats to move commit these slots, and tell who they were."""
    seats = []
    for slot in slots:
        seats.append(game.to_move())
        game.play(("commit", slot))
    return seats


def shown(game):
    """The shown slots by seat."""
    return [game.shown_slots(seat) for seat in game.seats]


# "Determining the First Player".


def test_tiles_are_committed_in_seat_order_and_hidden_until_all_have():
    game = table(centers(5, 2, 7, 8), centers(9, 4, 3, 3), centers(6, 6, 6, 6), starter=None)
    for seat, slot in enumerate([0, 1, 3]):
        assert (game.turn_of(), game.to_move()) == (None, seat)
        assert shown(game) == [set(), set(), set()]
        assert game.legal() == {("commit", slot) for slot in range(4)}
        game.play(("commit", slot))
    assert shown(game) == [{0}, {1}, {3}]
    assert codes(game, 1) == ["9-1111", "4-1111", "3-1111", "3-1111", ""]  # back in hand
    assert (game.turn_of(), game.to_move()) == (None, 1)  # 4 is lowest of 5, 4, 6


@pytest.mark.parametrize("starter", [0, 1, 2])
def test_lowest_names_any_seat(starter):
    game = table(centers(5, 5, 5, 5), centers(4, 4, 4, 4), centers(5, 5, 5, 5), starter=None)
    commit(game, 0, 0, 0)  # the tie of the others does not matter
    assert game.to_move() == 1
    assert game.legal() == {("name_starter", seat) for seat in range(3)}
    game.play(("name_starter", starter))
    assert (game.turn_of(), game.to_move()) == (starter, starter)
    assert {move[0] for move in game.legal()} == {"tile"}


def test_tied_once():
    game = table(centers(3, 3, 9, 8), centers(4, 2, 2, 2), centers(7, 8, 3, 8), starter=None)
    commit(game, 1, 0, 2)
    assert shown(game) == [{1}, {0}, {2}]
    assert game.to_move() == 0
    assert game.legal() == {("commit", slot) for slot in (0, 2, 3)}  # one not shown before
    game.play(("commit", 2))
    assert shown(game) == [{1}, {0}, {2}]
    assert game.to_move() == 2  # seat 1 is out
    assert game.legal() == {("commit", slot) for slot in (0, 1, 3)}
    game.play(("commit", 3))
    assert shown(game) == [{1, 2}, {0}, {2, 3}]
    assert game.to_move() == 2  # 8 against 9


def test_tied_twice_among_fewer():
    hands = [centers(5, 5, 2, 2), centers(5, 4, 9, 2), centers(5, 4, 7, 2)]
    game = table(*hands, centers(6, 2, 2, 2), starter=None)
    assert commit(game, 0, 0, 0, 0) == [0, 1, 2, 3]
    assert commit(game, 1, 1, 1) == [0, 1, 2]
    assert commit(game, 2, 2) == [1, 2]
    assert game.legal() == {("name_starter", seat) for seat in range(4)}
    assert game.to_move() == 2
    assert shown(game) == [{0, 1}, {0, 1, 2}, {0, 1, 2}, {0}]


def test_fourth_tiles_decide_without_chance():
    game = table(centers(5, 5, 5, 6), centers(5, 5, 5, 4), starter=None)
    assert commit(game, 0, 0, 1, 1, 2, 2, 3, 3) == [0, 1] * 4
    assert game.to_move() == 1
    assert shown(game) == [{0, 1, 2, 3}] * 2


@pytest.mark.parametrize("namer", [1, 2])
def test_tied_four_times(namer):
    hands = [centers(5, 5, 5, 6), centers(5, 5, 5, 4), centers(5, 5, 5, 4)]
    game = table(*hands, starter=None)
    asked = []

    def break_tie(tied):
        asked.append(tied)
        return namer

    game.break_tie = break_tie
    commit(game, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3)
    assert asked == []
    commit(game, 3)
    assert asked == [[1, 2]]
    assert (game.turn_of(), game.to_move()) == (None, namer)
    assert game.legal() == {("name_starter", seat) for seat in range(3)}


def test_shown_tile_is_public_until_it_is_laid():
    game = table(starter=None, num_players=3)
    game.break_tie = min
    commit(game, *[slot for slot in range(4) for _ in range(3)])
    game.play(("name_starter", 0))
    assert shown(game) == [{0, 1, 2, 3}] * 3
    number = game.hand(0)[2]
    assert number not in game.unseen_by(1)
    drawn = game.quarry()[0]
    lay(game, 2, (0, 1))
    assert shown(game) == [{0, 1, 3}, {0, 1, 2, 3}, {0, 1, 2, 3}]
    assert game.hand(0)[2] == drawn
    assert drawn in game.unseen_by(1)
    assert drawn not in game.unseen_by(0)
    assert number not in game.unseen_by(1)  # it lies on the table


# "Play Sequence".


def test_turn_is_tile_then_cell_then_draw():
    game = table(quarry="9-5555 7-3333", num_players=3, starter=1)
    number = game.hand(1)[2]
    game.play(("tile", 2, 0))
    assert (game.turn_of(), game.to_move()) == (1, 1)
    assert game.hand(1)[2] == number  # not laid yet, but seen
    assert number not in game.unseen_by(0) | game.unseen_by(2)
    assert game.legal() == {("cell", *cell) for cell in around(START)}
    game.play(("cell", -1, 0))
    assert game.table() == {START: (48, 0), (-1, 0): (number, 0)}
    assert codes(game, 1) == [PLAIN, PLAIN, "9-5555", PLAIN, ""]  # into the emptied slot
    assert (game.turn_of(), game.to_move()) == (2, 2)
    assert [game.score(seat) for seat in range(3)] == [0, 8, 0]
    assert shown(game) == [set()] * 3
    lay(game, 0, (1, 0))
    assert codes(game, 2) == ["7-3333", PLAIN, PLAIN, PLAIN, ""]
    assert game.turn_of() == 0


def test_empty_quarry_is_played_out():
    game = table(num_players=6, starter=3)
    for turn in range(24):
        assert len(game.quarry()) == 24 - turn
        lay(game, 0, min(game.playable(game.to_move())))
        assert None not in game.hand((3 + turn) % 6)[:4]
    lay(game, 1, min(game.playable(3)))
    assert [tile is None for tile in game.hand(3)] == [False, True, False, False, True]
    for _ in range(23):
        assert not game.is_over()
        lay(game, max(move[1] for move in game.legal()), min(game.playable(game.to_move())))
    assert game.is_over()
    assert len(game.table()) == 49


@pytest.mark.parametrize(
    ("num_players", "starter", "turns"),
    [(5, 0, (10, 10, 10, 9, 9)), (5, 3, (10, 9, 9, 10, 10)), (4, 2, (12,) * 4), (6, 5, (8,) * 6)],
)
def test_turns_of_each_seat(num_players, starter, turns):
    game = table(num_players=num_players, starter=starter)
    order = []
    while not game.is_over():
        order.append(game.turn_of())
        lay(game, min(move[1] for move in game.legal()), min(game.playable(game.to_move())))
    assert order == [(starter + turn) % num_players for turn in range(48)]
    assert tuple(order.count(seat) for seat in range(num_players)) == turns


def test_seat_without_tiles_is_skipped():
    game = table(num_players=4)
    game.hands[1] = [None] * 5
    game.hands[2] = [None] * 5
    lay(game, 0, (0, 1))
    assert (game.turn_of(), game.to_move()) == (3, 3)
    game.hands[0] = [None] * 5
    lay(game, 0, (1, 0))
    assert (game.turn_of(), game.to_move()) == (3, 3)  # the only one that has tiles


def test_end():
    game = table(f"{PLAIN} {STUCK} {STUCK} {STUCK}")
    game.pile.clear()
    game.hands = [[*game.hands[0][:1], None, None, None, None], [None] * 5]
    game.play(("tile", 0, 0))
    assert not game.is_over()
    game.play(("cell", 0, 1))
    assert game.is_over()
    assert game.legal() == set()
    assert game.turn_of() is None
    assert game.playable(0) == set()
    with pytest.raises(ValueError, match="after the end"):
        game.to_move()


# What is hidden.


def test_unseen_by():
    game = enclose(table(f"{PLAIN} {STUCK} {PLAIN} {PLAIN}", num_players=3))
    start, hands = game.table()[START][0], [set(game.hand(seat)[:4]) for seat in range(3)]
    assert game.unseen_by(0) == {start, *game.quarry()} | hands[1] | hands[2]
    assert game.unseen_by(1) == {start, *game.quarry()} | hands[0] | hands[2]
    number, drawn = game.hand(0)[0], game.quarry()[0]
    lay(game, 0, (0, 2))
    assert game.unseen_by(0) == {start, *game.quarry()} | hands[1] | hands[2]
    assert game.unseen_by(1) == {start, *game.quarry(), drawn} | hands[0] - {number} | hands[2]


def test_discard_has_been_seen():
    game = enclose(table(" ".join([STUCK] * 4)))
    game.pick = max
    number = game.hand(0)[3]
    assert number in game.unseen_by(1)
    game.play(("unable",))
    assert game.discards() == [number]
    assert number not in game.unseen_by(0) | game.unseen_by(1)


# Whole games.


def random_game(seed):
    """A game of the seed with options drawn from it, and the generator for its moves."""
    rng = random.Random(seed)
    game = Quartile(
        tiles=mix(),
        row=rng.sample(range(49), 49),
        num_players=2 + seed % 5,
        starter=rng.choice([None, 0, 1]),
        radius=rng.choice([2, 15]),
        may_claim_unable=rng.random() < 0.5,
        children=rng.random() < 0.3,
        visiting_quarry=rng.random() < 0.5,
    )
    game.pick = game.break_tie = rng.choice
    return game, rng


@pytest.mark.parametrize("seed", range(20))
def test_48_tiles_leave_the_hands(seed):
    game, rng = random_game(seed)
    start, turns, num_visits = game.table()[START][0], [], 0
    while not game.is_over():
        gone = len(game.table()) + len(game.discards())
        seat = game.turn_of()
        move = rng.choice(sorted(game.legal()))
        game.play(move)
        num_visits += move == ("visit",)
        if len(game.table()) + len(game.discards()) > gone:
            turns.append(seat)
        in_hands = [n for seat in game.seats for n in game.hand(seat) if n is not None]
        laid = [number for number, _ in game.table().values()]
        everywhere = [*laid, *game.discards(), *game.quarry(), *in_hands]
        assert sorted(everywhere) == list(range(49))
        for other in game.seats:
            own = {number for number in game.hand(other) if number is not None}
            known = own | (set(laid) - {start}) | set(game.discards())
            assert not game.unseen_by(other) & known
    assert len(turns) == 48
    num_seats = len(game.seats)
    assert turns == [(turns[0] + turn) % num_seats for turn in range(48)]  # nobody was skipped
    assert set(Counter(turns).values()) == {48 // num_seats, -(-48 // num_seats)}
    assert len(game.table()) + len(game.discards()) == 49
    assert game.quarry() == []
    assert all(game.unseen_by(seat) == {start} for seat in game.seats)
    points = count_points(game) - 5 * num_visits
    assert sum(game.score(seat) for seat in game.seats) == points


def count_points(game):
    """All points of a finished game: tiles as they were laid, each with those before it."""
    points, before = 0, {START}
    for cell, (number, _) in game.table().items():
        if cell != START:
            num_sides = sum(near in before for near in around(cell))
            points += num_sides * (1 if game.children else game.tiles[number][0])
            before.add(cell)
    return points
