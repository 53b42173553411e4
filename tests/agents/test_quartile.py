"""The players of Quartile: once more literally, blind, legal in all variants, and how strong."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

import quiltenvs
from quiltenvs.agents import agent_names, make_agent
from quiltenvs.agents.quartile_heuristic import EXCESS, RESERVE, WEIGHT_OF_KEPT, slack
from quiltenvs.agents.quartile_outlook import MAX_POINTS, SCALE, expected_best, mark_unseen
from quiltenvs.core.jit import COMPILED
from quiltenvs.quartile.state import CHOOSE_CELL, COMMIT, NAME_STARTER, NONE
from tests.agents.samples import play_game, play_games, players_of, sample_positions
from tests.quartile import positions as at
from tests.quartile.positions import STUCK_TABLE, UNABLE, VISIT, play, table
from tests.reference.quartile import around
from tests.strategies import scaled
from tests.variants import variants_of

ALL = {"children": True, "may_claim_unable": True, "visiting_quarry": True}
LITERAL = [
    {},
    {"num_players": 5},
    {"children": True, "num_players": 3},
    {"target": 60, "visiting_quarry": True},
    {"num_players": 4, "target": 90, "may_claim_unable": True},
    {"num_players": 3, "visiting_quarry": True, "may_claim_unable": True},
]
COMBINATIONS = [
    *variants_of("quartile"),
    *({"num_players": players, "target": 15, **ALL} for players in (2, 3, 4, 5, 6)),
    {"num_players": 3, "target": 165, "visiting_quarry": True, "tile_set": "adj"},
]
whole_games = pytest.mark.skipif(not COMPILED, reason="plays many whole games")


def chosen(name, state):
    """The action of an agent."""
    game = at.game_at(state)
    return choices(name, game, np.repeat(np.array(state, game.state_dtype), 1))[0]


def choices(name, game, states):
    return make_agent(name, game).act(game, states, players_of(game, states)).tolist()


def best_of(merits):
    """The first action of the highest merit."""
    return max(sorted(merits), key=merits.__getitem__)


# --- literally


def forked(game, state, *actions):
    after = state.copy()
    for action in actions:
        game.play(after, action)
    return after


def literal_points(game, state, cell, tile=None):
    """What laying a tile on a cell earns the player to move."""
    actions = [cell] if tile is None else [tile, cell]
    return int(forked(game, state, *actions).scores[state.mover] - state.scores[state.mover])


def placements(game, state):
    """All placements as (tile action or None, cell action)."""
    if state.phase == CHOOSE_CELL:
        return [(None, cell) for cell in game.legal_actions(state)]
    tiles = [a for a in game.legal_actions(state) if at.FIRST_TILE <= a < VISIT]
    return [(a, cell) for a in tiles for cell in game.legal_actions(forked(game, state, a))]


def literal_merit(state, points):
    is_over = state.target > 0 and state.scores[state.mover] + points > state.target
    return -points if is_over else points


def literal_start(game, state):
    """Shows the lowest center; makes itself the third to move."""
    if state.phase == NAME_STARTER:
        return at.FIRST_NAME + (-2 % game.spec.num_players)
    hand = state.hand[state.mover]
    return min(game.legal_actions(state), key=lambda slot: int(state.tile_center[hand[slot]]))


def literal_greedy(game, state):
    if state.phase in (COMMIT, NAME_STARTER):
        return literal_start(game, state)
    legal = game.legal_actions(state)
    merits = {}
    for tile, cell in placements(game, state):
        action = cell if tile is None else tile
        found = literal_merit(state, literal_points(game, state, cell, tile))
        merits[action] = max(found, merits.get(action, found))
    if merits:
        return best_of(merits)
    return VISIT if VISIT in legal else UNABLE


def lying(state):
    """Pips by cell; None for the start tile."""
    count = int(state.num_placed)
    on_table = {
        at.cell_of(cell): at.unpacked(pips)
        for cell, pips in zip(state.placed_cell[:count], state.placed_pips[:count], strict=True)
    }
    return {**on_table, (0, 0): None}


def value(state, tile):
    return 1 if state.children else int(state.tile_center[tile])


def literal_sides(state, laid, tile):
    """The most sides that a tile can touch on a table, 0 if it fits nowhere."""
    radius, center = int(state.table_radius), int(state.tile_center[tile])
    best = 0
    for cell in {near for place in laid for near in around(place)} - laid.keys():
        touching = {side: laid[near] for side, near in enumerate(around(cell)) if near in laid}
        if max(map(abs, cell)) > radius or len(touching) <= best:
            continue
        asked = {side: pips[(side + 2) % 4] for side, pips in touching.items() if pips}
        for own in at.rotations(at.unpacked(state.tile_pips[tile])):
            if all(
                own[side] == (other if state.children else center - other)
                for side, other in asked.items()
            ):
                best = len(touching)
    return best


def literal_best(state, laid, tile):
    return literal_sides(state, laid, tile) * value(state, tile)


def unseen(state):
    """The tiles that the player to move has never seen."""
    gone = {*state.placed_tile[1 : state.num_placed], *state.discards[: state.num_discards]}
    for seat in range(state.num_players):
        for slot in range(5):
            if seat == state.mover or state.is_shown[seat, slot]:
                gone.add(state.hand[seat, slot])
    return sorted(set(range(49)) - {int(tile) for tile in gone})


def literal_expectation(scores, num_drawn, floor):
    """The expected best of ``num_drawn`` of ``scores``, at least ``floor``; by its rank."""
    if num_drawn == 0:
        return Fraction(floor)
    total, ranked = 0, sorted(scores, reverse=True)
    for rank, points in enumerate(ranked):
        total += max(points, floor) * comb(len(ranked) - 1 - rank, num_drawn - 1)
    return Fraction(total, comb(len(ranked), num_drawn))


def literal_offer(state, laid):
    players = int(state.num_players)
    order = [(int(state.turn_of) + turn) % players for turn in range(1, players + 1)]
    following = next(
        (seat for seat in order[:-1] if (state.hand[seat, :4] != NONE).any()), order[-1]
    )
    if following == state.mover:
        return 0
    held = [slot for slot in range(5) if state.hand[following, slot] != NONE]
    shown = [slot for slot in held if state.is_shown[following, slot]]
    known = [literal_best(state, laid, state.hand[following, slot]) for slot in shown]
    scores = [literal_best(state, laid, tile) for tile in unseen(state)]
    expected = literal_expectation(scores, len(held) - len(shown), max(known, default=0))
    return int(SCALE * expected)


def literal_slack(state):
    players, mover = int(state.num_players), int(state.mover)
    hand = [value(state, tile) for tile in state.hand[mover] if tile != NONE]
    drawers, seat = [], int(state.turn_of)
    if state.has_visited:
        seat = (seat + 1) % players
    for _ in range(49 - int(state.num_drawn)):
        drawers.append(seat)
        seat = (seat + 1) % players
    hidden = [value(state, tile) for tile in unseen(state)]
    to_come = sum(hand) + drawers.count(mover) * sum(hidden) // len(hidden)
    return int(state.target) - int(state.scores[mover]) - to_come - to_come // RESERVE


def literal_worth(game, state, tile_action, cell):
    before = state if tile_action is None else forked(game, state, tile_action)
    tile = int(before.hand[state.turn_of, before.chosen_slot])
    laid = lying(forked(game, before, cell))
    gain = literal_points(game, before, cell)
    gain -= value(state, tile) if state.mover == state.turn_of else 0
    over = max(0, gain - literal_slack(state)) if state.target else 0
    kept = [t for t in state.hand[state.mover] if t not in (NONE, tile)]
    return (
        SCALE * gain
        - EXCESS * over
        - literal_offer(state, laid)
        + WEIGHT_OF_KEPT * sum(literal_best(state, laid, t) for t in kept)
    )


def is_visit_good(state):
    if state.target:
        return literal_slack(state) <= -5
    laid = lying(state)
    own = [t for t in state.hand[state.mover] if t != NONE and literal_sides(state, laid, t)]
    beyond = {t: literal_best(state, laid, t) - value(state, t) for t in [*own, *unseen(state)]}
    rises = [
        max(0, beyond[t] - max(beyond[o] for o in own)) if own else literal_best(state, laid, t)
        for t in unseen(state)
    ]
    return sum(rises) > 5 * len(rises)


def literal_heuristic(game, state):
    if state.phase in (COMMIT, NAME_STARTER):
        return literal_start(game, state)
    legal = game.legal_actions(state)
    if VISIT in legal and is_visit_good(state):
        return VISIT
    worths = {}
    for tile, cell in placements(game, state):
        action = cell if tile is None else tile
        found = literal_worth(game, state, tile, cell)
        worths[action] = max(found, worths.get(action, found))
    if not worths or (UNABLE in legal and state.target and literal_slack(state) < 0):
        return UNABLE
    return best_of(worths)


@pytest.mark.parametrize("options", LITERAL, ids=str)
def test_greedy_takes_the_points_at_hand(options):
    game = quiltenvs.game("quartile", **options)
    for seed in range(scaled(4)):
        states = sample_positions(game, seed, count=20)
        expected = [literal_greedy(game, state) for state in states]
        assert choices("greedy", game, states) == expected


@pytest.mark.parametrize("options", LITERAL, ids=str)
def test_heuristic_takes_the_highest_worth(options):
    game = quiltenvs.game("quartile", **options)
    states = sample_positions(game, 11, count=9)
    assert choices("heuristic", game, states) == [literal_heuristic(game, s) for s in states]


def test_expected_best_over_all_hands():
    rng = np.random.default_rng(3)
    for _ in range(scaled(100)):
        scores = rng.integers(0, MAX_POINTS + 1, 9).tolist()
        counts = np.bincount(scores, minlength=MAX_POINTS + 1)
        for num_drawn in range(5):
            floor = int(rng.integers(0, 30))
            hands = [max(floor, *hand, 0) for hand in combinations(scores, num_drawn)]
            expected = SCALE * sum(hands) // len(hands)
            assert expected_best(counts, 9, num_drawn, floor) == expected
            assert int(SCALE * literal_expectation(scores, num_drawn, floor)) == expected


# --- directed positions


def test_two_small_sides_are_better_than_a_large_one():
    state = table(STUCK_TABLE, "12:5757 7:3434 .. ..", left=0)
    assert chosen("greedy", state) == at.FIRST_TILE + 4 + 1
    play(state, at.FIRST_TILE + 4 + 1)
    assert chosen("greedy", state) == at.cell_action(state, (-1, -1))
    play(state, at.cell_action(state, (-1, -1)))
    assert state.scores[0] == 14


@pytest.mark.parametrize("name", ["greedy", "heuristic"])
@pytest.mark.parametrize(("points", "expected"), [(5, VISIT), (4, UNABLE)])
def test_only_the_unable_visit_or_say_so(name, points, expected):
    state = table(STUCK_TABLE, at.STUCK_HAND, scores=(points,), visiting_quarry=True)
    assert chosen(name, state) == expected
    able = table(STUCK_TABLE, at.ABLE_HAND, may_claim_unable=True)
    assert at.FIRST_TILE <= chosen(name, able) < VISIT


def test_heuristic_leaves_to_others_what_would_lead_beyond_the_target():
    hand = {"scores": (40,), "target": 60, "may_claim_unable": True, "left": 0}
    assert chosen("heuristic", table(STUCK_TABLE, "7:3434 12:5757 .. ..", **hand)) == UNABLE
    state = table(STUCK_TABLE, "7:3434 .. .. ..", **hand)
    assert chosen("heuristic", state) == at.FIRST_TILE + 1  # 14 points, the most there are
    state = table(STUCK_TABLE, "7:3434 .. .. ..", **{**hand, "scores": (50,)})
    for _ in range(2):
        play(state, chosen("heuristic", state))
    assert state.scores[0] == 57


@pytest.mark.parametrize(("scores", "expected"), [((46,), 60), ((47,), 54), ((54,), 61)])
def test_greedy_stays_below_the_target_if_it_can(scores, expected):
    state = table(STUCK_TABLE, "7:3434 .. .. ..", scores=scores, target=60, left=0)
    for _ in range(2):
        play(state, chosen("greedy", state))
    assert state.scores[0] == expected


def test_slack_counts_what_is_still_to_come():
    # The own hand, and one of two draws: of seven unseen tiles, since four are in the other hand.
    state = table(STUCK_TABLE, at.ABLE_HAND, at.STUCK_HAND, left=2, scores=(50,), target=90)
    is_unseen = np.zeros(49, np.bool_)
    mark_unseen(state, 0, is_unseen)
    assert np.flatnonzero(is_unseen).tolist() == unseen(state)
    assert is_unseen.sum() == 7
    to_come = 8 + 7 + 12 + 7 + int(state.tile_center[is_unseen].sum()) // 7
    assert slack(state, is_unseen) == 90 - 50 - to_come - to_come // RESERVE


@pytest.mark.parametrize("players", range(2, 7))
def test_the_lowest_is_shown_and_its_owner_becomes_the_third(players):
    game = quiltenvs.game("quartile", num_players=players)
    agents = [make_agent(("greedy", "heuristic")[seat % 2], game) for seat in range(players)]
    for seed in range(scaled(20)):
        state = game.new_state(seed)
        lowest = state.tile_center[state.hand[:players, :4]].min(axis=1)
        while state.phase == COMMIT:
            seat = int(state.mover)
            slot = int(agents[seat].act(game, np.array([state]), np.array([seat]))[0])
            unshown = state.hand[seat, :4][state.is_shown[seat, :4] == 0]
            shown = state.tile_center[state.hand[seat, slot]]
            assert shown == state.tile_center[unshown].min()
            game.play(state, slot)
        namer = int(state.mover)
        assert lowest[namer] == lowest.min()
        action = int(agents[namer].act(game, np.array([state]), np.array([namer]))[0])
        game.play(state, action)
        assert (state.starter + 2) % players == namer


# --- all of them


def test_the_weakest_come_first():
    game = quiltenvs.game("quartile")
    assert agent_names(game) == ("random", "greedy", "heuristic")


@pytest.mark.parametrize("options", COMBINATIONS, ids=str)
def test_blind_in_every_variant(options):
    game = quiltenvs.game("quartile", **options)
    for seed in range(scaled(2)):
        states = sample_positions(game, seed, count=30)
        redealt = states.copy()
        for state in redealt:
            game.redeal_hidden(state, int(state.mover), np.uint64(77))
        for name in ("greedy", "heuristic"):
            assert choices(name, game, states) == choices(name, game, redealt)


@whole_games
@pytest.mark.parametrize("options", COMBINATIONS, ids=str)
def test_legal_in_every_variant(options):
    game = quiltenvs.game("quartile", **options)
    for seed in range(2):
        agents = [make_agent(("heuristic", "greedy")[(s + seed) % 2], game) for s in range(6)]
        last = play_game(game, agents[: game.spec.num_players], seed)  # each action is checked
        assert game.is_terminal(last)


def share_of_wins(name, others, seeds, **options):
    """How many games an agent wins from all seats, a shared win counting its part."""
    game = quiltenvs.game("quartile", **options)
    wins = []
    for seat in range(game.spec.num_players):
        agents = [make_agent(others, game, seed=s) for s in range(game.spec.num_players)]
        agents[seat] = make_agent(name, game)
        is_first = play_games(game, agents, seeds) == 1
        wins.extend(is_first[:, seat] / is_first.sum(axis=1))
    return np.mean(wins)


@whole_games
@pytest.mark.parametrize(
    ("options", "least"),
    [
        ({}, 0.85),
        ({"num_players": 4}, 0.45),
        ({"children": True}, 0.85),
        ({"target": 250}, 0.75),
        ({"target": 150, "visiting_quarry": True}, 0.95),
        ({"target": 150, "may_claim_unable": True}, 0.95),
    ],
    ids=str,
)
def test_heuristic_wins_far_more_than_greedy(options, least):
    assert share_of_wins("heuristic", "greedy", range(50), **options) > least


@whole_games
@pytest.mark.parametrize("options", [{}, {"children": True}], ids=str)
def test_greedy_wins_far_more_than_random(options):
    assert share_of_wins("greedy", "random", range(50), **options) > 0.9
