"""The heuristic and the lookahead of Calico once more: step by step, in plain Python.

What a quilt is worth and how players go on quickly is taken as given; both have tests of their own.
"""

import itertools

import numpy as np

from quiltenvs.agents.calico_evaluation import evaluate
from quiltenvs.agents.calico_heuristic import WIDTH, quick_action
from quiltenvs.agents.calico_lookahead import (
    NUM_CANDIDATES,
    NUM_DEALS,
    NUM_TURNS,
    find_candidates,
    hash_of_view,
)
from quiltenvs.agents.calico_weights import GOAL_AT_SPOT, GOAL_PAIRS
from quiltenvs.calico.state import CHOOSE_GOALS, PLACE, TAKE
from quiltenvs.core.rng import stream
from tests.agents.calico_literal_greedy import offered
from tests.agents.calico_samples import fork


def worths_after(game, state, slot):
    """What the quilt is worth after each placement of the tile in a slot, by action."""
    player, worths = int(state.mover), {}
    for action in game.legal_actions(state):
        if action // 22 == slot:
            after = state.copy()
            game.step(after, action)
            worths[action] = int(evaluate(after, player))
    return worths


def best_of(worths):
    """The action worth most, of equal ones the lowest; None of none."""
    return max(worths, key=lambda action: (worths[action], -action), default=None)


def unplaced(state, before):
    """The position after a tile was placed, with the turn and the slots as they were before."""
    return fork(
        state, phase=PLACE, mover=before.mover, hand=before.hand, market=before.market, emptied=0
    )


def literal_hand(game, state):
    """The worth of a hand: after its better tile, and after the other one, too."""
    worths = [worths_after(game, state, slot) for slot in (0, 1)]
    best = [best_of(found) for found in worths]
    tops = [worths[slot][best[slot]] if worths[slot] else -(2**62) for slot in (0, 1)]
    slot = int(tops[1] > tops[0])
    after = state.copy()
    game.step(after, best[slot])
    after = unplaced(after, state)
    if not int(after.open[after.mover]):
        return 2 * tops[slot]
    second = worths_after(game, after, 1 - slot)
    return tops[slot] + (max(second.values()) if second else tops[slot])


def literal_takes(game, state, slot):
    """The worth of the hand with each tile of the market in a slot."""
    worths = []
    for tile in state.market:
        after = fork(state, phase=PLACE)
        after.hand[state.mover, slot] = tile
        worths.append(literal_hand(game, after))
    return worths


def literal_market(game, state, taken):
    """The worth of the quilt after the best of the tiles that the market keeps."""
    kept = [slot for slot in range(3) if slot != taken]
    if state.num_players == 1:
        kept = kept[1:]  # the lower slot of the two is discarded
    worths = [worth for slot in kept for worth in worths_after(game, state, slot).values()]
    return 2 * max(worths, default=int(evaluate(state, int(state.mover))))


def literal_placement(game, state, action):
    after = state.copy()
    game.step(after, action)
    after = unplaced(after, state)
    if not int(after.open[after.mover]):
        return 2 * int(evaluate(after, int(after.mover)))
    if state.restrictions[2]:
        return literal_market(game, after, action // 22)
    return max(literal_takes(game, after, action // 22))


def literal_goal_worth(state, action):
    goals, is_strict = offered(state, action), state.restrictions[1]
    worth = sum(GOAL_AT_SPOT[is_strict, goal, spot] for spot, goal in enumerate(goals))
    return worth + sum(GOAL_PAIRS[is_strict, a, b] for a, b in itertools.combinations(goals, 2))


def literal_heuristic(game, state):
    if state.phase == CHOOSE_GOALS:
        return best_of({a: literal_goal_worth(state, a) for a in game.legal_actions(state)})
    if state.phase == TAKE:
        worths = literal_takes(game, state, int(state.emptied))
        return 66 + worths.index(max(worths))
    ranked = literal_ranking(game, state)
    worths = {action: literal_placement(game, state, action) for action in ranked[:WIDTH]}
    return max(worths, key=lambda action: worths[action])


def literal_ranking(game, state):
    """The legal placements, the one that leaves the quilt worth most first."""
    worths = {k: v for slot in range(3) for k, v in worths_after(game, state, slot).items()}
    return sorted(worths, key=lambda action: (-worths[action], action))


def literal_lookahead(game, state):
    player, actions = int(state.mover), np.zeros(NUM_CANDIDATES, np.int64)
    count = find_candidates(state, actions)
    last = min(22, state.num_placed[player] + NUM_TURNS)
    sums = dict.fromkeys(actions[:count].tolist(), 0)
    for deal, action in itertools.product(range(NUM_DEALS), sums):
        after = state.copy()
        seed = stream(np.uint64(hash_of_view(state, player)), deal)
        game.redeal_hidden(after, player, np.uint64(seed))
        game.play(after, action)
        while after.num_placed[player] < last:
            game.step(after, int(quick_action(after)))
        sums[action] += int(evaluate(after, player))
    return max(sums, key=lambda action: sums[action])
