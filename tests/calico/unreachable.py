"""Actions of the 93 that a variant never allows; see tests/conformance/test_reachability.py.

All variants share one numbering: 0-65 place (slot, space), 66-68 take, 69-92 the goal choices.
"""

from itertools import permutations

SPACES, FIRST_TAKE, FIRST_CHOICE = 22, 66, 69


def actions(game):
    """Return the actions that the options of ``game`` rule out."""
    config, dead = game.config, set()
    if config.no_hand:
        dead |= set(range(FIRST_TAKE, FIRST_CHOICE))  # the market itself is placed from
    else:
        dead |= set(range(2 * SPACES, FIRST_TAKE))  # a hand has two slots, the market three
    if config.setup != "standard":
        dead |= set(range(FIRST_CHOICE, 93))
    elif config.scenario or config.goals != "dealt":
        # Three goals are given: choices that need a fourth are none.
        choices = enumerate(permutations(range(4), 3), FIRST_CHOICE)
        dead |= {action for action, slots in choices if 3 in slots}
    return dead
