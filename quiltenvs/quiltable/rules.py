"""The numbers and names of the rulebook. Sources of the rulings: README.md beside this file."""

# --- cards ----------------------------------------------------------------------------------

TYPES = ("sunflower", "leaf", "corn", "pie", "apple", "pumpkin", "cottage", "acorn")
"""What a block shows, in the order of the cards."""
PATCH_COLORS = ("green", "yellow", "orange", "brown")
PATCH_POSITIONS = ("left", "middle", "right")
KINDS = (
    "specific_pair",
    "specific_square",
    "partial_square",
    "partial_short_line",
    "partial_long_line",
    "long_line",
    "unique_arrangement",
)
"""The kinds of patterns, in the order of the rulebook."""
LETTERS = ("A", "B", "C")
NUM_TYPES = len(TYPES)
NUM_CARDS = 96
MAX_COPIES = 2
NO_MINI_KINDS = ("partial_long_line", "long_line")
"""Kinds that cannot be planned in the Mini game."""

# --- table ----------------------------------------------------------------------------------

MIN_PLAYERS, MAX_PLAYERS = 1, 8
MAX_PLAYERS_OF_ONE_COPY = 4  # but for the Mini game
QUILT_SIDE = 4
MINI_SIDE = 3
NUM_QUILT_CELLS = QUILT_SIDE * QUILT_SIDE
NUM_PILES = 4
FLIPPED_PER_PILE = 3
AREA_SIDE = 6
"""Rows and columns of the Pattern Area: the 4x4 with the piles in its middle, and the ring."""
RACE_SIDE = 10
"""In the Symmetrical Race the returned cards are not limited; all cards have room here."""
INNER_SIDE = 4
NUM_BORDER = 12
"""Cells of the inner 4x4 around the piles."""
NUM_CORNERS = 4
CARDS_LEFT = {1: 48, 2: 48, 3: 72, 4: 96}
"""Cards that stay in the game, by players, with one copy."""
CARDS_PER_PLAYER = {1: 12, 2: 24}
"""With five players and more, by copies."""

# --- turns ----------------------------------------------------------------------------------

NUM_ACTIONS = 2
QUICK_START_ACTIONS = 1
MIN_CHOOSE, MAX_CHOOSE = 2, 3
MAX_RETURN = 4
BILLY_MIN, BILLY_MAX = 1, 4
SALLY_PLANS = 3
TIM_DONATIONS = 2

# --- points ---------------------------------------------------------------------------------

FULL_BONUS = 5
PATCH_POINTS = 3
SYMMETRY_POINTS = 15

# --- assistants and masters -----------------------------------------------------------------

ASSISTANTS = (
    "sneaky_sally",
    "big_billy",
    "terrific_tim",
    "swap_shop_sandra",
    "granny_smith",
    "uncle_sam",
    "planning_peter",
    "gifted_gladys",
    "tricky_travis",
    "mayhem_maddie",
)
"""Two and two are the sides of one card."""
SALLY, BILLY, TIM, SANDRA, GRANNY, SAM, PETER, GLADYS, TRAVIS, MADDIE = range(len(ASSISTANTS))
NUM_ASSISTANT_CARDS = len(ASSISTANTS) // 2
MASTERS = ("granny_smith", "terrific_tim", "gifted_gladys", "big_billy")
"""The Quilting Masters; each takes one block more than the one before, the first takes one."""
MAX_MASTER_BLOCKS = len(MASTERS) + 1
