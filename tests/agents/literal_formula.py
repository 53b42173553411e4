"""The public formula of Patchwork once more: slow, literal, from sets of squares.

The engine only says which actions are legal and which squares each of them covers. Amounts are in
points, as fractions; the patches come from the literal reference of the rules.
"""

from fractions import Fraction

from tests.reference.patchwork import INCOME_MARKS, PATCHES

BOARD = frozenset(range(81))


def covered(quilt):
    """The covered squares of a quilt of two words."""
    board = int(quilt[0]) | int(quilt[1]) << 64
    return {square for square in BOARD if board >> square & 1}


def neighbours(square):
    row, column = divmod(square, 9)
    beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [9 * r + c for r, c in beside if 0 <= r < 9 and 0 <= c < 9]


NEIGHBOURS = {square: neighbours(square) for square in BOARD}


def contacts(filled):
    return sum(n not in filled for square in filled for n in NEIGHBOURS[square])


def isolated(filled):
    return sum(all(n in filled for n in NEIGHBOURS[square]) for square in BOARD - filled)


def q(filled):
    return contacts(filled) + 4 * isolated(filled)


def offered_patch(state, action):
    """The patch that ``action`` buys: count unsold places on from the neutral token."""
    offer, place = (action - 82) // 648, int(state.neutral_token)
    while True:
        place = (place + 1) % 33
        if int(state.unsold) >> place & 1:
            if offer == 0:
                return PATCHES[state.circle[place]]
            offer -= 1


def worth(game, state, action, before):
    """What the formula says of one legal action; ``before`` is the q of the quilt as it is."""
    if action == 0:
        return Fraction(0)
    player = int(game.current_player(state))
    after = state.copy()
    after.match = 0  # the end of a match's first game would clear the quilts
    game.step(after, action)
    change = q(covered(after.quilts[player])) - before
    if action <= 81:
        return Fraction(-change)
    patch, space = offered_patch(state, action), int(state.position[player])
    marks = [mark for mark in INCOME_MARKS if mark > space]
    return (
        int(state.gap_penalty) * len(patch.cells)
        + patch.income * len(marks)
        - patch.button_cost
        - min(patch.time_cost, 53 - space)
        - Fraction(7, 10) * change
    )


def choose(game, state):
    """The action worth most, of equal ones the lowest."""
    before = q(covered(state.quilts[int(game.current_player(state))]))
    worths = {action: worth(game, state, action, before) for action in game.legal_actions(state)}
    return min(worths, key=lambda action: (-worths[action], action))
