"""The literal reference by example: being unable, and visits to the quarry."""

import pytest

from tests.quartile.reference_positions import PLAIN, STUCK, codes, enclose, lay, table, write

ALL_STUCK = " ".join([STUCK] * 4)
FIRST_FITS = f"5-1444 {STUCK} {STUCK} {STUCK}"  # with its 1 towards a plain tile


def picking(game, slot):
    """The game with a next player who picks that slot, and the list of what it chose from."""
    asked = []

    def pick(filled):
        asked.append(filled)
        return slot

    game.pick = pick
    return game, asked


# "Unable to Play a Tile".


def test_unable_is_the_only_move_and_discards():
    game, asked = picking(enclose(table(ALL_STUCK, quarry="9-5555", num_players=3)), 2)
    number, before = game.hand(0)[2], game.table()
    assert game.legal() == {("unable",)}
    game.play(("unable",))
    assert asked == [[0, 1, 2, 3]]
    assert game.discards() == [number]
    assert game.table() == before
    assert codes(game, 0) == [STUCK, STUCK, "9-5555", STUCK, ""]  # draws as usual
    assert game.shown_slots(0) == set()
    assert (game.turn_of(), game.to_move()) == (1, 1)
    assert [game.score(seat) for seat in range(3)] == [0, 0, 0]


def test_unable_with_an_empty_quarry():
    game, asked = picking(enclose(table(ALL_STUCK)), 3)
    game.pile.clear()
    game.hands[0][1] = None
    numbers = game.hand(0)
    game.play(("unable",))
    assert asked == [[0, 2, 3]]
    assert game.discards() == [numbers[3]]
    assert game.hand(0) == [numbers[0], None, numbers[2], None, None]
    assert game.turn_of() == 1


def test_unable_is_no_choice_for_who_can_play():
    game = enclose(table(FIRST_FITS))
    assert game.legal() == {("tile", 0, rotation) for rotation in range(4)}


def test_children_are_unable_when_no_pips_match():
    hand = "8-1155 8-3333 8-5555 14-7777"
    children = enclose(table(hand, children=True))
    assert children.legal() == {("unable",)}
    assert ("unable",) not in enclose(table("9-1455 8-3333 8-5555 14-7777", children=True)).legal()


def test_claim_is_always_legal_before_a_tile_is_chosen():
    game = enclose(table(FIRST_FITS, may_claim_unable=True))
    assert game.legal() == {("unable",), *(("tile", 0, rotation) for rotation in range(4))}
    game.play(("tile", 0, 1))
    assert ("unable",) not in game.legal()
    stuck = enclose(table(ALL_STUCK, may_claim_unable=True))
    assert stuck.legal() == {("unable",)}


def test_claim_and_the_picked_tile_does_not_fit():
    game, asked = picking(enclose(table(FIRST_FITS, may_claim_unable=True)), 1)
    number, drawn = game.hand(0)[1], game.quarry()[0]
    game.play(("unable",))
    assert asked == [[0, 1, 2, 3]]
    assert game.discards() == [number]
    assert game.hand(0)[1] == drawn
    assert (game.turn_of(), game.to_move()) == (1, 1)
    assert game.score(1) == 0


def test_claim_and_the_next_player_lays_the_picked_tile():
    hands = [" ".join([PLAIN] * 4)] * 2
    game = enclose(table(*hands, FIRST_FITS, may_claim_unable=True, starter=2))
    game, _ = picking(game, 0)
    number, drawn, own = game.hand(2)[0], game.quarry()[0], game.hand(0)
    assert number in game.unseen_by(1)
    game.play(("unable",))
    assert (game.turn_of(), game.to_move()) == (2, 0)
    assert game.shown_slots(2) == {0}
    assert number not in game.unseen_by(0) | game.unseen_by(1)
    assert game.hand(2)[0] == number
    assert drawn in game.quarry()  # drawn after the tile has been laid
    assert game.legal() == {("tile", 0, rotation) for rotation in range(4)}  # no other, no claim
    game.play(("tile", 0, 1))
    assert (game.turn_of(), game.to_move()) == (2, 0)
    assert game.legal() == {("cell", 0, -2)}  # with the 1 in the east
    game.play(("cell", 0, -2))
    assert game.table()[0, -2] == (number, 1)
    assert game.discards() == []
    assert [game.score(seat) for seat in range(3)] == [5, 0, 0]
    assert game.hand(2)[0] == drawn
    assert game.shown_slots(2) == set()
    # It also takes its own turn, "potentially scoring twice".
    assert (game.turn_of(), game.to_move()) == (0, 0)
    assert game.hand(0) == own
    lay(game, 1, (0, 2))
    assert [game.score(seat) for seat in range(3)] == [5 + 8, 0, 0]
    assert game.turn_of() == 1


def test_picked_tile_that_looks_alike_when_turned():
    game, _ = picking(enclose(table(may_claim_unable=True)), 3)
    game.play(("unable",))
    assert game.legal() == {("tile", 3, 0)}


@pytest.mark.parametrize(("rest", "turn"), [([], None), ([2], 2)])
def test_next_player_without_tiles_lays_the_picked_tile_all_the_same(rest, turn):
    game, _ = picking(enclose(table(num_players=3, may_claim_unable=True)), 0)
    game.pile.clear()
    game.hands[1] = [None] * 5
    if not rest:
        game.hands[0] = [game.hands[0][0], None, None, None, None]
        game.hands[2] = [None] * 5
    game.play(("unable",))
    assert (game.turn_of(), game.to_move()) == (0, 1)
    assert not game.is_over()
    lay(game, 0, (0, 2))
    assert [game.score(seat) for seat in range(3)] == [0, 8, 0]
    assert game.turn_of() == turn  # the next who has tiles
    assert game.is_over() == (turn is None)


def test_picked_slot_must_hold_a_tile():
    game = enclose(table(ALL_STUCK))
    with pytest.raises(ValueError, match="chance must choose one of"):
        game.play(("unable",))
    game, _ = picking(game, 4)
    with pytest.raises(ValueError, match="not 4"):
        game.play(("unable",))
    assert game.discards() == []


# "Visiting the Quarry".


def rich(*hands, scores=(7, 0), **options):
    """A game with a score by seat, plain tiles around the start tile, and visits."""
    return write(enclose(table(*hands, visiting_quarry=True, **options)), *scores)


def test_visit_costs_five_and_brings_a_fifth_tile():
    game = rich(quarry="9-5555 7-3333")
    assert game.legal() == {("visit",), *(("tile", slot, 0) for slot in range(4))}
    game.play(("visit",))
    assert game.score(0) == 2
    assert codes(game, 0) == [PLAIN] * 4 + ["9-5555"]
    assert (game.turn_of(), game.to_move()) == (0, 0)
    assert len(game.quarry()) == 40 - 1
    assert game.shown_slots(0) == set()
    assert game.hand(0)[4] in game.unseen_by(1)
    assert game.hand(0)[4] not in game.unseen_by(0)
    assert game.legal() == {("tile", slot, 0) for slot in range(5)}


def test_visit_replaces_the_draw_and_its_tile_moves_up():
    game = rich(quarry="9-5555 7-3333")
    game.play(("visit",))
    lay(game, 1, (0, 2))
    assert codes(game, 0) == [PLAIN, "9-5555", PLAIN, PLAIN, ""]
    assert len(game.quarry()) == 40 - 1
    assert game.score(0) == 2 + 8
    assert game.turn_of() == 1
    lay(game, 0, (0, -2))
    assert codes(game, 1)[0] == "7-3333"
    assert ("visit",) in game.legal()  # once a turn


def test_tile_of_the_visit_may_be_laid_at_once():
    game = rich(quarry="9-5555 7-3333")
    hand = game.hand(0)
    game.play(("visit",))
    number = game.hand(0)[4]
    lay(game, 4, (0, 2))
    assert game.table()[0, 2] == (number, 0)
    assert game.hand(0) == hand
    assert len(game.quarry()) == 40 - 1
    assert game.turn_of() == 1


@pytest.mark.parametrize(("score", "may_visit"), [(0, False), (4, False), (5, True), (6, True)])
def test_visit_needs_five_points(score, may_visit):
    game = rich(scores=(score, 90))
    assert (("visit",) in game.legal()) == may_visit


def test_visit_is_legal_only_when():
    assert ("visit",) not in write(enclose(table()), 90, 90).legal()  # the option is on
    game = rich(scores=(90, 90))
    game.play(("visit",))
    assert ("visit",) not in game.legal()  # not twice in a turn
    game = rich(scores=(90, 90))
    game.play(("tile", 0, 0))
    assert ("visit",) not in game.legal()  # before placing
    game = rich(scores=(90, 90))
    del game.pile[1:]
    assert ("visit",) in game.legal()
    game.pile.clear()
    assert ("visit",) not in game.legal()  # something is there to draw


def test_visit_may_help_who_is_unable():
    game = rich(ALL_STUCK, quarry=PLAIN)
    assert game.legal() == {("unable",), ("visit",)}
    game.play(("visit",))
    assert game.legal() == {("tile", 4, 0)}


@pytest.mark.parametrize(
    ("slot", "left"),
    [(1, [STUCK, "14-7777", STUCK, STUCK, ""]), (4, [STUCK, STUCK, STUCK, STUCK, ""])],
)
def test_unable_after_a_visit_discards_one_of_five(slot, left):
    game, asked = picking(rich(ALL_STUCK, quarry="14-7777 9-5555"), slot)
    game.play(("visit",))
    number = game.hand(0)[slot]
    assert game.legal() == {("unable",)}
    game.play(("unable",))
    assert asked == [[0, 1, 2, 3, 4]]
    assert game.discards() == [number]
    assert codes(game, 0) == left  # and no second tile is drawn
    assert len(game.quarry()) == 40 - 1
    assert (game.score(0), game.turn_of()) == (2, 1)


@pytest.mark.parametrize("slot", [0, 4])
def test_claim_after_a_visit(slot):
    game, _ = picking(rich(scores=(90, 90), may_claim_unable=True, quarry=PLAIN), slot)
    game.play(("visit",))
    assert ("unable",) in game.legal()
    hand = game.hand(0)
    game.play(("unable",))
    assert game.to_move() == 1
    assert game.legal() == {("tile", slot, 0)}  # no visit before laying another's tile
    lay(game, slot, (0, 2))
    rest = [hand[4], *hand[1:4]] if slot == 0 else hand[:4]
    assert game.hand(0) == [*rest, None]
    assert len(game.quarry()) == 40 - 1
    assert [game.score(seat) for seat in range(2)] == [85, 98]
    assert ("visit",) in game.legal()  # its own turn


def test_shown_tiles_keep_their_slots_after_a_visit():
    game = rich(scores=(90, 90))
    game.revealed = {game.hand(0)[0], game.hand(0)[2]}
    game.play(("visit",))
    assert game.shown_slots(0) == {0, 2}
    lay(game, 2, (0, 2))
    assert game.shown_slots(0) == {0}  # the tile that moved up has not been shown


def test_price_of_a_visit_may_save_a_target():
    game = rich(scores=(12, 9), target=10)
    assert game.places() == (2, 1)
    game.play(("visit",))
    assert game.places() == (2, 1)  # 7 against 9
    game.pads[0].append(3)
    assert game.places() == (1, 2)  # 10 is not over 10
