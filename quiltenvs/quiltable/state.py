"""The layout of one Quiltable position."""

import numpy as np

from quiltenvs.core.config import RANDOM, seat_code
from quiltenvs.core.game import State
from quiltenvs.core.record import new_record, record_dtype
from quiltenvs.quiltable import rules
from quiltenvs.quiltable.config import LABEL, MODES, NO_ASSISTANTS, QuiltableConfig, assistant_names

NONE = -1
"""No card, no assistant, no player."""
(
    SIDE,
    KEEP,
    CORNER,
    ACTION,
    CHOOSE,
    PLACE,
    RETURN,
    LAY,
    REFILL,
    SAM,
    GRANNY,
    SANDRA_GIVE,
    SANDRA_TAKE,
    DONATE,
    DONATE_TO,
    TRAVIS,
    MADDIE,
    UNDO,
    OVER,
) = range(19)
"""The phases: what the player to move decides."""
NUM_PHASES = OVER  # OVER decides nothing

_SEATS = rules.MAX_PLAYERS
MAX_AREAS = 2
"""Pattern Areas, and turn markers: the Speed game has two."""
MAX_HAND = 5
"""Cards waiting to be laid: four returned, or as many as one pile gives at once."""
_AREA_CELLS = max(rules.RACE_SIDE**2, MAX_AREAS * rules.AREA_SIDE**2)
CARD_WORDS = 2  # 96 bits
_MAX_CARDS = rules.MAX_COPIES * rules.NUM_CARDS
NAMED, DEALT = 2, 1  # how the option assistants is written, 0 for none

STATE = record_dtype(
    [
        ("rng", np.uint64),  # source of all chance; see core/rng.py
        ("blocks", np.uint64, (MAX_AREAS, 2)),  # cells of an area with a block, face up
        # Sets of cards: the first two words say which are there, the others which are there twice.
        ("patterns", np.uint64, (_SEATS, rules.MAX_COPIES, CARD_WORDS)),
        ("discards", np.uint64, (rules.MAX_COPIES, CARD_WORDS)),  # donated with nobody to take them
        ("stack", np.uint64, (rules.MAX_COPIES, CARD_WORDS)),  # of the Quilting Master
        ("refill_cells", np.uint64, (2,)),  # that the cards in hand may go to
        ("num_steps", np.int32),
        ("scores", np.int16, (_SEATS,)),
        ("num_turns", np.int16, (_SEATS,)),  # begun
        ("max_turns", np.int16),  # option
        ("quilt_cells", np.uint16, (_SEATS,)),  # bit 4 * row + column
        # Piles are slices of the deck, from their top to their end; behind the last lie the cards
        # that were removed.
        ("pile_top", np.int16, (MAX_AREAS * rules.NUM_PILES,)),
        ("pile_end", np.int16, (MAX_AREAS * rules.NUM_PILES,)),
        ("deck", np.int8, (_MAX_CARDS,)),  # NONE once drawn, and behind the last card
        ("area", np.int8, (_AREA_CELLS,)),  # block on each cell, one area after the other
        ("unseen", np.int8, (rules.NUM_CARDS,)),  # copies below the tops or removed
        ("quilt", np.int8, (_SEATS, rules.NUM_QUILT_CELLS)),  # blocks, row by row
        ("assistant", np.int8, (_SEATS,)),
        ("is_due", np.int8, (_SEATS,)),  # 1: has its last turn to come
        ("named", np.int8, (_SEATS,)),  # option: the assistants named, or NONE
        # Of each turn marker
        ("holder", np.int8, (MAX_AREAS,)),  # NONE: out of play
        ("actions_left", np.int8, (MAX_AREAS,)),
        ("num_actions", np.int8, (MAX_AREAS,)),  # taken in this turn
        ("num_plans", np.int8, (MAX_AREAS,)),  # of them PLANs
        ("num_uses", np.int8, (MAX_AREAS,)),  # in this turn, of the assistant held now
        ("has_traded", np.int8, (MAX_AREAS,)),
        # The action in progress
        ("group", np.int8, (rules.BILLY_MAX,)),  # cells picked, of the area or of the quilt
        ("hand", np.int8, (MAX_HAND,)),  # cards on their way, the next one first
        ("num_group", np.int8),
        ("num_hand", np.int8),
        ("center", np.int8),  # assistant
        ("marker", np.int8),  # whose turn goes on
        ("mover", np.int8),  # who decides
        ("starter", np.int8),
        ("phase", np.int8),
        ("ender", np.int8),  # who triggered the end
        ("is_cut", np.int8),  # 1: over because of max_turns
        ("master_place", np.int8),  # place on the border where the Quilting Master begins
        # Options, kept by reset
        ("num_players", np.int8),
        ("starting_player", np.int8),  # seat or RANDOM_SEAT
        ("mode", np.int8),
        ("copies", np.int8),
        ("all_cards", np.int8),  # 0 or 1, like those that follow
        ("patches", np.int8),
        ("symmetry", np.int8),
        ("assistants", np.int8),  # 0, DEALT or NAMED
        ("quilting_master", np.int8),  # 0 to 3
        ("auto_refill", np.int8),
        ("gladys_once", np.int8),
        ("label_match", np.int8),
    ]
)


def blank(config: QuiltableConfig) -> State:
    """Return a state that holds the options and nothing else, ready for ``reset``."""
    state = new_record(STATE)
    state.num_players = config.num_players
    state.starting_player = seat_code(config.starting_player)
    state.mode = MODES.index(config.mode)
    state.copies = config.copies
    state.all_cards = config.all_cards
    state.patches = config.patches
    state.symmetry = config.symmetry
    names = assistant_names(config.assistants)
    state.named[:] = NONE
    state.named[: len(names)] = [rules.ASSISTANTS.index(name) for name in names]
    state.assistants = {NO_ASSISTANTS: 0, RANDOM: DEALT}.get(config.assistants, NAMED)
    state.quilting_master = rules.MASTERS.index(config.quilting_master)
    state.auto_refill = config.auto_refill
    state.gladys_once = config.gladys_once_per_turn
    state.label_match = config.patch_match == LABEL
    state.max_turns = config.max_turns
    return state
