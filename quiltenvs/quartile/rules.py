"""Quartile: everything the rules *list*, as tables and numbers. No logic.

Sources: the rulebook; what the tiles show is in ``tiles/``, and ``tile_sets.py`` says how much of
it is known. Rulings where the rules are silent: README.md beside this file.
"""

MIN_PLAYERS, MAX_PLAYERS = 2, 6
NUM_TILES = 49
HAND_SIZE = 4
MAX_HAND = HAND_SIZE + 1  # after a visit to the quarry
SIDES = ("north", "east", "south", "west")
"""The sides of a tile, clockwise; everything that has a value a side is in this order."""
NUM_SIDES = len(SIDES)
MIN_PIPS, MAX_PIPS = 1, 7
MIN_CENTER, MAX_CENTER = 2 * MIN_PIPS, 2 * MAX_PIPS
NUM_TURNS = NUM_TILES - 1  # every tile but the start tile leaves a hand once
NUM_REVEALS = 4  # a tie after as many is broken at random
VISIT_PRICE = 5  # points for drawing early
SUGGESTED_TARGETS = {2: 150, 3: 100, 4: 75, 5: 60, 6: 50}
"""Of the Predetermined Point Game, by the number of players; ours, the rulebook names none."""
TABLE_SIZES = (31, 97)
"""Cells of a side of the table, the start tile in the middle; on 97 every game has room."""
