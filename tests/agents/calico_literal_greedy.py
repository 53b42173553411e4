"""Greedy play of Calico once more: slow, literal, from sets of cells and the tokens on them.

The engine only says which actions are legal; geometry, cats and goals come from the literal
reference of the rules.
"""

import itertools

from quiltenvs.calico.state import CHOOSE_GOALS, PLACE
from tests.agents.calico_samples import fork
from tests.calico.positions import CATS as CAT_NAMES
from tests.calico.positions import GOALS, RINGS, SPACES, cells
from tests.calico.positions import touches as do_touch
from tests.reference.calico import attracts
from tests.reference.calico_tables import CATS, areas
from tests.reference.calico_tables import GOALS as GOAL_TILES


def literal_points(state, player, tile, cell):
    """What a tile earns on a cell, and its potential there."""
    color, pattern = divmod(tile, 6)
    points = button_points(state, player, color, cell) + cat_points(state, player, pattern, cell)
    potential = 0
    for word, tokens, earned in (
        (state.colors[player, color], state.button_tokens[player], earns_button),
        (state.patterns[player, pattern], state.cat_tokens[player], earns_cat),
    ):
        area = area_with(word, cell)
        if not area & cells(tokens) and not earned(state, player, tile, cell):
            potential += sum(do_touch(cell, other) for other in area)
    for spot, ring in enumerate(RINGS):
        gained, ways = goal_points_and_ways(state, player, spot, ring, tile, cell)
        points += gained
        potential += ways
    return points, potential


def area_with(word, cell):
    return next(area for area in areas(cells(word) | {cell}) if cell in area)


def button_points(state, player, color, cell):
    area = area_with(state.colors[player, color], cell)
    if len(area) < 3 or area & cells(state.button_tokens[player]):
        return 0
    others = [state.buttons[player, other] > 0 for other in range(6) if other != color]
    return 3 + 3 * (all(others) and state.buttons[player, color] == 0)


def cat_points(state, player, pattern, cell):
    area = area_with(state.patterns[player, pattern], cell)
    name = CAT_NAMES[state.lineup[state.cat_of[pattern]]]
    # A cat on another pattern's tile of the area is not on this area.
    if not attracts(name, area) or area & cells(state.cat_tokens[player]):
        return 0
    return CATS[name].points


def earns_button(state, player, tile, cell):
    return button_points(state, player, tile // 6, cell) > 0


def earns_cat(state, player, tile, cell):
    return cat_points(state, player, tile % 6, cell) > 0


def goal_points_and_ways(state, player, spot, ring, tile, cell):
    """The points of a goal that a tile completes, and the ways in which it can still be met."""
    if state.goals[player, spot] < 0:
        return 0, 0
    goal = GOAL_TILES[GOALS[state.goals[player, spot]]]
    ways = []
    for words, part in ((state.colors, tile // 6), (state.patterns, tile % 6)):
        counts = [
            len((cells(word) | ({cell} if kind_of == part else set())) & set(ring))
            for kind_of, word in enumerate(words[player])
        ]
        counts = sorted(filter(None, counts), reverse=True)
        fits = len(counts) <= len(goal.counts) and all(
            have <= want for have, want in zip(counts, goal.counts, strict=False)
        )
        ways.append(fits)
    is_strict = bool(state.restrictions[1])
    num_ways = sum(ways) if not is_strict or all(ways) else 0
    if cell not in ring or cells(state.open[player]) & set(ring) != {cell} or not num_ways:
        return 0, num_ways
    return (goal.twice if all(ways) else goal.once), num_ways


def literal_merit(state, action):
    slot, space = divmod(action, 22)
    player = int(state.mover)
    tile = state.market[slot] if state.restrictions[2] else state.hand[player, slot]
    return literal_points(state, player, int(tile), SPACES[space])


def literal_greedy(game, state):
    legal = game.legal_actions(state)
    if state.phase == CHOOSE_GOALS:
        return min(legal, key=lambda action: (-offered_points(state, action), action))
    if state.phase == PLACE:
        merits = {action: literal_merit(state, action) for action in legal}
        return max(merits, key=lambda action: (merits[action], -action))
    best = {}
    for action in legal:
        after = fork(state, phase=PLACE)
        after.hand[state.mover, state.emptied] = state.market[action - 66]
        best[action] = max(
            (
                literal_merit(after, place)
                for place in game.legal_actions(after)
                if place // 22 == state.emptied
            ),
            default=(-1, -1),
        )
    return max(best, key=lambda action: (best[action], -action))


CHOICES = list(itertools.permutations(range(4), 3))


def offered(state, action):
    """The goals that an action places."""
    return [int(state.goal_offer[state.mover, slot]) for slot in CHOICES[action - 69]]


def offered_points(state, action):
    return sum(GOAL_TILES[GOALS[goal]].once for goal in offered(state, action))
