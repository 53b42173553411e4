"""The literal reference by example: turns, restrictions, what is hidden, whole games."""

import random
from collections import Counter

import pytest

from tests.calico.reference_positions import SEATS, fill_all_but, lay, read, table, tiles
from tests.reference.calico import attracts
from tests.reference.calico_tables import CATS, COLORS, GOALS, PATTERNS, PLAY, areas, read_tile

# "Player Turn".


def test_turn_is_place_then_take_and_goes_clockwise():
    game = table("Yd Yf Gd Gf Ld Lf Dd Df Dw Pd Pf", num_players=3, starter=2)
    game.play(("place", 1, 3, 3))
    assert game.board(2) == {(3, 3): read_tile("Yf")}
    assert game.hand(2) == [read_tile("Yd"), None]
    assert game.hidden_slots(2) == {0}
    assert (game.to_move(), game.market()) == (2, read("Dd Df Dw"))
    assert game.legal() == {("take", slot) for slot in range(3)}
    game.play(("take", 1))
    assert game.hand(2) == read("Yd Df")  # into the emptied slot
    assert game.market() == read("Dd Pd Dw")  # into the same place
    assert (game.discards(), game.hidden_slots(2)) == ([], {0})
    order = []
    for _ in range(6):
        order.append(game.to_move())
        game.play(min(game.legal()))
    assert order == [0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize(
    ("slot", "taken", "discarded", "survivor"),
    [(0, "Gd", "Gf", "Gw"), (1, "Gf", "Gd", "Gw"), (2, "Gw", "Gd", "Gf")],
)
def test_solo_belt(slot, taken, discarded, survivor):
    game = table("Yd Yf Gd Gf Gw Ld Lf")
    game.play(("place", 0, 1, 1))
    game.play(("take", slot))
    assert game.hand(0) == read(f"{taken} Yf")
    assert game.discards() == read(discarded)
    assert game.market() == read(f"{survivor} Ld Lf")


def test_no_hand_places_from_the_market():
    game = table("Gd Gf Gw Ld", num_players=2, no_hand=True)
    assert (game.hand(0), game.market()) == ([], read("Gd Gf Gw"))
    assert game.legal() == {("place", slot, *cell) for slot in range(3) for cell in PLAY}
    game.play(("place", 1, 2, 2))
    assert game.board(0) == {(2, 2): read_tile("Gf")}
    assert game.market() == read("Gd Ld Gw")
    assert game.to_move() == 1
    assert (game.hidden_slots(0), game.discards()) == (set(), [])


def test_no_hand_on_the_belt():
    game = table("Gd Gf Gw Ld Lf", no_hand=True)
    game.play(("place", 2, 2, 2))
    assert game.board(0) == {(2, 2): read_tile("Gw")}
    assert game.market() == read("Gf Ld Lf")
    assert game.discards() == read("Gd")
    assert {move[0] for move in game.legal()} == {"place"}


def test_last_take_is_skipped():
    game = table("Yd Yf Gd Gf Ld Lf Dd Df", num_players=2)
    fill_all_but(game, (3, 3), seat=0)
    fill_all_but(game, (3, 2), seat=1)
    assert game.legal() == {("place", 0, 3, 3), ("place", 1, 3, 3)}
    game.play(("place", 0, 3, 3))
    assert game.to_move() == 1
    assert game.legal() == {("place", 0, 3, 2), ("place", 1, 3, 2)}
    game.play(("place", 1, 3, 2))
    assert game.is_over()
    assert game.legal() == set()
    assert game.hand(0) == [None, read_tile("Yf")]
    assert game.market() == read("Ld Lf Dd")
    with pytest.raises(ValueError, match="after the end"):
        game.to_move()


@pytest.mark.parametrize(
    "move",
    [
        ("take", 0),
        ("goals", 0, 1, 2),
        ("place", 2, 3, 3),
        ("place", 0, 2, 3),  # a goal
        ("place", 0, 0, 1),  # printed
        ("place", 0, 1, 1),  # taken
    ],
)
def test_illegal_move_changes_nothing(move):
    game = table("Yd Yf")
    lay(game, [(1, 1)])
    with pytest.raises(ValueError, match="legal move"):
        game.play(move)
    assert game.hand(0) == read("Yd Yf")
    assert len(game.board(0)) == 1


# "Achievements (Rule Restrictions)": where a tile may be placed.

YELLOW_NEAR = {(1, 1), (1, 4), (1, 5), (3, 5), (4, 1), (5, 1)}  # to the printed border
DOTS_NEAR = {(1, 5), (4, 1), (5, 1), (5, 4), (5, 5)}


def spaces(game, slot):
    return {move[2:] for move in game.legal() if move[1] == slot}


def test_next_to_placed():
    game = table("Yd Yf", next_to_placed=True)
    assert spaces(game, 0) == PLAY  # the first tile is free
    game.play(("place", 0, 2, 2))
    game.play(("take", 0))
    near = {(2, 1), (1, 1), (1, 2), (3, 1), (3, 2)}  # not across the goal
    assert spaces(game, 0) == spaces(game, 1) == near


@pytest.mark.parametrize(
    ("options", "near_border", "near_tile"),
    [
        ({"next_to_same_color": True}, YELLOW_NEAR, {(3, 2), (4, 4), (5, 2), (5, 3)}),
        ({"next_to_same_pattern": True}, DOTS_NEAR, set()),
        (
            {"next_to_same_color": True, "next_to_same_pattern": True},
            YELLOW_NEAR & DOTS_NEAR,
            set(),
        ),
    ],
)
def test_next_to_the_same(options, near_border, near_tile):
    game = table("Yd Kf", **options)
    assert spaces(game, 0) == near_border
    lay(game, [(4, 3)], "Yw")
    assert spaces(game, 0) == near_border | near_tile | (near_tile and {(3, 3)})


def test_color_and_pattern_may_come_from_two_neighbours():
    game = table("Yd Kq", next_to_same_color=True, next_to_same_pattern=True)
    lay(game, [(3, 2)], "Yw")
    lay(game, [(4, 4)], "Gd")
    assert spaces(game, 0) == (YELLOW_NEAR & DOTS_NEAR) | {(4, 3), (3, 3)}


def test_all_restrictions_at_once():
    options = {"next_to_same_color": True, "next_to_same_pattern": True, "next_to_placed": True}
    game = table("Yd Kf", **options)
    assert spaces(game, 0) == YELLOW_NEAR & DOTS_NEAR
    lay(game, [(1, 4)])
    assert spaces(game, 0) == {(1, 5)}


def test_one_tile_that_fits_leaves_the_other_without_a_space():
    game = table("Yd Gs", next_to_same_color=True)
    fill_all_but(game, (3, 3), (4, 3), code="Gd")
    assert spaces(game, 0) == set()
    assert spaces(game, 1) == {(3, 3), (4, 3)}


@pytest.mark.parametrize("no_hand", [False, True])
def test_when_nothing_fits_anything_goes(no_hand):
    game = table("Yd Ks Pd", next_to_same_color=True, next_to_placed=True, no_hand=no_hand)
    fill_all_but(game, (3, 3), (4, 3), (4, 4), code="Gd")
    for slot in range(3 if no_hand else 2):
        assert spaces(game, slot) == {(3, 3), (4, 3), (4, 4)}


def test_hand_for_which_nothing_fits_is_shown():
    game = table("Gs Yd Gf Kf Yf Ys Yv Yw Kd", num_players=2, next_to_same_color=True)
    for seat in (0, 1):
        fill_all_but(game, (3, 2), (3, 3), (4, 3), code="Gd", seat=seat)
    for move in [("place", 0, 3, 2), ("take", 0), ("place", 0, 3, 2)]:
        game.play(move)
    assert game.hand(0) == read("Yf Yd")
    assert game.hidden_slots(0) == {1}
    hidden_yet = game.unseen_by(1)
    game.play(("take", 2))  # and seat 0 finds that it is stuck
    assert (game.to_move(), game.hidden_slots(0)) == (0, set())
    assert spaces(game, 0) == spaces(game, 1) == {(3, 3), (4, 3)}
    assert hidden_yet - game.unseen_by(1) == Counter(read("Yd Kd"))  # Kd came to the market
    game.play(("place", 0, 3, 3))
    game.play(("take", 0))
    assert game.hidden_slots(0) == set()  # public from then on


# What is hidden.


def test_only_tiles_dealt_at_the_start_are_hidden():
    game = table(num_players=2)
    game.play(("place", 0, 3, 3))
    game.play(("take", 0))
    game.play(("place", 1, 3, 3))
    game.play(("take", 0))
    assert (game.hidden_slots(0), game.hidden_slots(1)) == ({1}, {0})
    game.play(("place", 0, 3, 2))  # the tile taken
    game.play(("take", 0))
    assert game.hidden_slots(0) == {1}
    game.play(("place", 0, 1, 1))
    assert game.hidden_slots(1) == set()


def test_unseen():
    game = table("Yd Yf Gd Gf Ld Lf Dd Dw", num_players=2)
    assert game.unseen_by(0) == Counter(tiles()) - Counter(read("Yd Yf Ld Lf Dd"))
    assert game.unseen_by(1) == Counter(tiles()) - Counter(read("Gd Gf Ld Lf Dd"))
    game.play(("place", 1, 3, 3))
    assert game.unseen_by(1) == Counter(tiles()) - Counter(read("Yf Gd Gf Ld Lf Dd"))
    game.play(("take", 0))
    assert game.unseen_by(0) == Counter(tiles()) - Counter(read("Yd Yf Ld Lf Dd Dw"))
    assert game.unseen_by(1) == Counter(tiles()) - Counter(read("Yf Gd Gf Ld Lf Dd Dw"))


def test_discards_are_seen():
    game = table("Yd Yf Gd Gf Gw Ld Lf")
    game.play(("place", 0, 1, 1))
    game.play(("take", 1))
    assert game.unseen_by(0) == Counter(tiles()) - Counter(read("Yd Yf Gd Gf Gw Ld Lf"))


# Whole games.


def random_options(rng):
    num_players = rng.randint(1, 4)
    names = list(GOALS)
    restrictions = ["next_to_placed", "goals_need_both", "no_hand"]
    restrictions += ["next_to_same_color", "next_to_same_pattern"]
    dealt = rng.sample(list(PATTERNS), 6)
    return {
        "num_players": num_players,
        "boards": rng.sample(SEATS, num_players),
        "tiles": rng.sample(row := tiles(copies=rng.choice([2, 3][num_players > 2 :])), len(row)),
        "starter": rng.randrange(num_players),
        "cats": " ".join(rng.choice([name, CATS[name].back]) for name in ("Millie", "Cira", "Leo")),
        "patterns": " ".join("".join(dealt[i : i + 2]) for i in (0, 2, 4)),
        "offers": rng.choice([None, [rng.sample(names, 4) for _ in range(num_players)]]),
        **{name: rng.random() < 0.3 for name in restrictions},
    }


def check_tokens(game, seat):
    """Every area that could have earned a token has one; merged areas may have more."""
    hexes = game._hexes(seat)
    for color in COLORS.values():
        cells = {cell for cell in hexes if hexes[cell][0] == color}
        earned = sum(len(area) >= 3 for area in areas(cells))
        assert earned <= game.buttons(seat)[color]
    for cat, preferred in zip(game.cats, game.patterns, strict=True):
        earned = 0
        for pattern in preferred:
            cells = {cell for cell in hexes if hexes[cell][1] == pattern}
            earned += sum(attracts(cat, area) for area in areas(cells))
        assert earned <= game.cat_tokens(seat)[cat]
    assert sum(game.buttons(seat).values()) <= 11
    assert game.has_rainbow(seat) == (min(game.buttons(seat).values()) > 0)


@pytest.mark.parametrize("seed", range(24))
def test_random_games_add_up(seed):
    rng = random.Random(seed)
    options = random_options(rng)
    game = table(**options)
    seats = range(options["num_players"])
    num_decisions = 0
    while not game.is_over():
        game.play(rng.choice(sorted(game.legal())))
        num_decisions += 1
        seen = [tile for seat in seats for tile in [*game.board(seat).values(), *game.hand(seat)]]
        seen += [*game.market(), *game.discards()]
        on_table = Counter(tile for tile in seen if tile is not None)
        assert on_table + Counter(game.bag) == Counter(options["tiles"])
    per_seat = 22 if options["no_hand"] else 43
    assert num_decisions == len(seats) * (per_seat + (options["offers"] is not None))
    for seat in seats:
        assert game.board(seat).keys() == PLAY
        check_tokens(game, seat)
    assert min(game.places()) == (1 if len(seats) > 1 else 2 - game.passed(0))
