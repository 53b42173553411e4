"""Actions that a variant never allows; see tests/conformance/test_reachability.py.

All variants share one numbering up to the cells of the Pattern Area: 0-3 plan, 4 done, 5 pass, 6
trade, 7 ability, 8-9 side, 10-13 corner, 14-20 seat, 21-36 return, 37-132 card, 133-328 place; then
the cells to choose from, and those to lay cards on.
"""

from functools import cache
from itertools import product

PLAN, TRADE, ABILITY, SIDE, CORNER, SEAT, RETURN = range(4), 6, 7, {8, 9}, range(10, 14), 14, 21
CARD, PLACE, CHOOSE = range(37, 133), 133, 329
RACE_SIDE, AREA_SIDE = 10, 6
NAMERS = {"uncle_sam", "terrific_tim", "mayhem_maddie"}  # of cards
PICKERS = {"terrific_tim", "tricky_travis", "mayhem_maddie"}  # of seats


def actions(game):
    """Return the actions that the options of ``game`` rule out."""
    config = game.config
    dead = set(dead_places(quilt_side(config), largest_group(config)))
    if config.mode in ("quick_start", "symmetrical_race"):
        dead |= set(PLAN)
    if config.assistants == "none":
        dead |= {TRADE, ABILITY}
    if config.assistants != "random":
        dead |= SIDE
    if config.num_players > 1:
        dead |= set(CORNER)
    dead |= set(range(SEAT + config.num_players - 1, RETURN))
    if config.assistants == "none":
        dead |= set(range(SEAT, RETURN))
        if config.mode != "quick_start":
            dead |= set(CARD)
    dead |= {
        RETURN + 4 * r + c
        for r, c in product(range(4), repeat=2)
        if max(r, c) >= quilt_side(config)
    }
    return dead | dead_cells(config)


def quilt_side(config):
    return 3 if config.mode == "mini" else 4


def largest_group(config):
    return 3 if config.assistants == "none" else 4


def dead_cells(config):
    """Return the cells of the area that are never chosen, or laid on."""
    if config.mode == "symmetrical_race":
        return set()
    lay = CHOOSE + AREA_SIDE**2
    cells = list(product(range(AREA_SIDE), repeat=2))
    inner = {cell for cell in cells if min(cell) >= 1 and max(cell) <= 4}
    return {lay + AREA_SIDE * r + c for r, c in inner} if config.auto_refill else set()


@cache
def dead_places(side, largest):
    """Return the places where no group of up to ``largest`` blocks can go.

    Tried out: every group, everywhere in the frame, beside every quilt in what is left of it. With
    assistants, groups and quilts may be in parts; then only the frame counts.
    """
    alive = {(r, 3, 3) for r in range(4)}  # on an empty quilt
    for group in groups(largest):
        for turn, (row, column) in product(range(4), product(range(side), repeat=2)):
            cells = placed(group, turn, row, column)
            if max(max(cell) for cell in cells) < side:
                for top, left in corners(cells, side, is_loose=largest == 4):
                    alive.add((turn if len(group) > 1 else 0, row - top + 3, column - left + 3))
    every = product(range(4), range(7), range(7))
    return frozenset(PLACE + 49 * r + 7 * i + j for r, i, j in every if (r, i, j) not in alive)


def groups(largest):
    """Yield the groups as cells of their bounding box: connected ones, or one of each box."""
    if largest == 3:
        yield from ([(0, 0), (0, 1)], [(0, 0), (1, 0)], [(0, 0), (0, 1), (0, 2)])
        yield from ([(0, 0), (1, 0), (2, 0)],)
        square = [(0, 0), (0, 1), (1, 0), (1, 1)]
        yield from ([cell for cell in square if cell != corner] for corner in square)
        return
    for rows, columns in product(range(4), repeat=2):
        yield sorted({(0, 0), (rows, columns)})
        yield sorted({(rows, 0), (0, columns)})


def placed(group, turn, row, column):
    """Return the cells of a group with the corner of its box on (row, column)."""
    for _ in range(turn):
        last = max(r for r, _ in group)
        group = [(c, last - r) for r, c in group]
    return {(row + r, column + c) for r, c in group}


def corners(cells, side, is_loose):
    """Return the top left corners that quilts beside ``cells`` can have."""
    free = [cell for cell in product(range(side), repeat=2) if cell not in cells]
    if is_loose:
        return {(min(a[0], b[0]), min(a[1], b[1])) for a in free for b in free}
    touching = [
        cell for cell in free if any(abs(cell[0] - r) + abs(cell[1] - c) == 1 for r, c in cells)
    ]
    found = set()
    # A quilt that reaches the rows and columns from its corner on: grown from a touching cell.
    for start, (top, left) in product(touching, product(range(side), repeat=2)):
        inside = {cell for cell in free if cell[0] >= top and cell[1] >= left}
        grown, front = {start} & inside, [start] if start in inside else []
        while front:
            r, c = front.pop()
            more = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & inside - grown
            grown |= more
            front += more
        if grown and min(r for r, _ in grown) == top and min(c for _, c in grown) == left:
            found.add((top, left))
    return found


def rare_actions(game):
    """Return what play can reach and random play hardly ever does."""
    config = game.config
    far = {
        PLACE + 49 * r + 7 * i + j
        for r, i, j in product(range(4), range(7), range(7))
        if max(abs(i - 3), abs(j - 3)) == 3 or min(abs(i - 3), abs(j - 3)) == 2
    }
    if config.assistants != "none":  # what a single assistant is for, or many cards
        far |= set(range(PLACE, CHOOSE)) | set(CARD) | set(range(SEAT, RETURN)) | {ABILITY}
    side = RACE_SIDE if config.mode == "symmetrical_race" else AREA_SIDE
    lay, middle = CHOOSE + side**2, (side // 2 - 1, side // 2)
    piles = {side * r + c for r, c in product(middle, repeat=2)}
    return far | {lay + cell for cell in piles} | {CHOOSE + cell for cell in piles}
