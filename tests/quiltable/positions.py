"""Positions of Quiltable, drawn as they lie on the table.

A block is written by the letter of its type, and by its number among the twelve of this type if it
matters which one it is: ``P`` is a pumpkin, ``P0`` the first. ``?`` is any block, ``#`` a pile and
``.`` an empty cell. A pattern is written as on its card, ``pumpkin A A``, or as a block.
"""

import numpy as np

import quiltenvs
from quiltenvs.quiltable import area as areas
from quiltenvs.quiltable import quilt as quilt_room
from quiltenvs.quiltable import rules, setup
from quiltenvs.quiltable.card_sets import add_card
from quiltenvs.quiltable.cards import CARDS
from quiltenvs.quiltable.config import MODES, QUICK_START
from quiltenvs.quiltable.scoring import update_score
from quiltenvs.quiltable.state import ACTION, NONE

GAME = quiltenvs.game("quiltable")
LETTERS = "SLCIAPHN"
"""Of the types, in the order of the cards."""
ANY, PILE, EMPTY = "?", "#", "."
PER_TYPE = 12
AREA = """
    ? ? ? ?
    ? # # ?
    ? # # ?
    ? ? ? ?
"""
"""An area with nothing on its ring."""
FULL = """
    P S P S
    S P S P
    P S P S
    S P S P
"""
FULL_BUT_ONE = FULL.rstrip()[:-1] + "."

SALLY, BILLY, TIM, SANDRA, GRANNY, SAM, PETER, GLADYS, TRAVIS, MADDIE = rules.ASSISTANTS
KNOWN_PILES = ("P0 P1 P2 +6", "S0 S1 S4 +6", "L0 L1 L2 +6", "C0 C1 C2 +6")
KNOWN_CORNER = """
    P3 S3 L3 ?
    C3 #  #  ?
    ?  #  #  ?
    ?  ?  ?  ?
"""


def code(card):
    """Return how a block is written, with its number."""
    return EMPTY if card == NONE else f"{LETTERS[card // PER_TYPE]}{card % PER_TYPE}"


def card_of(word):
    """Return the card that a pattern, or a block with its number, is written for."""
    if word[0] in LETTERS and word[1:].isdecimal():
        return PER_TYPE * LETTERS.index(word[0]) + int(word[1:])
    return next(number for number, card in enumerate(CARDS) if card.pattern == word)


def read(drawing, side=0):
    """Return the words of a drawing by cell, of a smaller one than ``side`` as it is centered."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    assert len({len(row) for row in rows}) <= 1, drawing
    first = max(0, side - len(rows)) // 2
    words = ((r, c, word) for r, row in enumerate(rows) for c, word in enumerate(row))
    return {(first + r, first + c): word for r, c, word in words}


# --- setting up -----------------------------------------------------------------------------


class _Pool:
    """The cards that lie nowhere yet; those with a number are put aside first."""

    def __init__(self, copies, words):
        self.left = [*range(rules.NUM_CARDS)] * copies
        self.aside = [card_of(word) for word in words if len(word) > 1]
        for card in self.aside:
            self.left.remove(card)
        self.mixed = np.random.default_rng(0).permutation(rules.NUM_CARDS).tolist()

    def take(self, word):
        if word in (EMPTY, PILE):
            return NONE
        if len(word) > 1:
            card = card_of(word)
            self.aside.remove(card)
            return card
        order = self.mixed if word == ANY else range(rules.NUM_CARDS)
        letters = LETTERS if word == ANY else word
        fitting = [c for c in order if c in self.left and LETTERS[c // PER_TYPE] in letters]
        assert fitting, f"no {word} is left"
        card = fitting[0]
        self.left.remove(card)
        return card


def _words_of_pile(pile):
    """Return the words of a pile: ``P0 S +3`` is two cards and three of any kind."""
    if isinstance(pile, int):
        return [ANY] * pile
    found = []
    for word in pile.split():
        found += [ANY] * int(word) if word[0] == "+" else [word]
    return found


def table(area=AREA, quilts=(), patterns=(), piles=None, *, stack=(), center=None, **options):
    """Return a state in which a turn begins, with all cards somewhere and nothing else done.

    Args:
        area: A drawing, in the Speed game two.
        quilts: A drawing for each seat; "" of none.
        patterns: For each seat a list.
        piles: Four, in the Speed game eight: the number of cards, or what they are, the next one
            first, as in ``P0 S +3``. Unless told, all cards of the game that lie nowhere else, in
            equal shares where piles are drawn.
        stack: Cards of the Quilting Master, written as patterns.
        center: Name of the assistant there.
        options: Of the game; and ``turn``, ``left``, ``turns``, ``ender``, ``due``, ``master``, see
            :func:`_begin`.

    Cards that lie nowhere were removed at the start. If they are more than can have been, the last
    seat has them as patterns; of one player they are discards.
    """
    course = {name: options.pop(name) for name in _COURSE if name in options}
    state = quiltenvs.game("quiltable", **{"starting_player": 0, **options}).new_state(0)
    setup.clear(state)
    side, drawings = int(areas.area_side(state)), (area,) if isinstance(area, str) else area
    drawn = [read(drawing, side) for drawing in drawings]
    quilted = [read(drawing) for drawing in quilts]
    heaps = [_words_of_pile(pile) for pile in piles or ()]
    words = [word for cells in (*drawn, *quilted) for word in cells.values()]
    named = [code(card_of(word)) for cards in (*patterns, stack) for word in cards]
    pool = _Pool(int(state.copies), [*words, *(word for heap in heaps for word in heap), *named])
    # Letters first: a "?" must not take what a drawing still needs.
    blocks = _take_all(pool, [*drawn, *quilted])
    for number in range(len(drawn)):
        for (row, column), card in blocks[number].items():
            areas.put_block(state, number, side * row + column, card)
    for seat in range(len(quilted)):
        for (row, column), card in blocks[len(drawn) + seat].items():
            quilt_room.set_block(state, seat, 4 * row + column, card)
    for seat, cards in enumerate(patterns):
        for word in cards:
            add_card(state.patterns[seat], pool.take(code(card_of(word))))
    for word in stack:
        add_card(state.stack, pool.take(code(card_of(word))))
    _pile_up(state, pool, heaps or _equal_shares(state, pool, drawn))
    _begin(state, center, **course)
    return checked(state)


def _most_removed(state):
    return int(state.copies) * rules.NUM_CARDS - int(setup.num_cards(state))


def _equal_shares(state, pool, drawn):
    """Return piles of equal size, where they are drawn, of the cards that were not removed."""
    side = int(areas.area_side(state))
    cells = [divmod(int(areas.pile_cell(side, pile)), side) for pile in range(rules.NUM_PILES)]
    is_drawn = [words.get(cell) == PILE for words in drawn for cell in cells]
    count, piles = max(0, len(pool.left) - _most_removed(state)), sum(is_drawn)
    shares = iter((count + piles - 1 - pile) // piles for pile in range(piles))
    return [_words_of_pile(next(shares) if there else 0) for there in is_drawn]


def _take_all(pool, drawings):
    """Return the cards for drawings, by cell."""
    found = [{} for _ in drawings]
    for is_any in (False, True):
        for number, cells in enumerate(drawings):
            for cell, word in cells.items():
                if word not in (EMPTY, PILE) and (word == ANY) == is_any:
                    found[number][cell] = pool.take(word)
    return found


def _pile_up(state, pool, heaps):
    """Lay the piles, and put away what is left."""
    cards = [[pool.take(word) for word in heap] for heap in heaps]
    count = 0
    for number, pile in enumerate(cards):
        state.pile_top[number], state.pile_end[number] = count, count + len(pile)
        state.deck[count : count + len(pile)] = pile
        count += len(pile)
    state.pile_top[len(cards) :], state.pile_end[len(cards) :] = count, count
    removed = [card for card in pool.mixed for _ in range(pool.left.count(card))]
    most = _most_removed(state)
    owner = state.discards if state.num_players == 1 else state.patterns[state.num_players - 1]
    for card in removed[most:]:
        add_card(owner, card)
    del removed[most:]
    state.deck[count : count + len(removed)] = removed
    state.unseen[:] = 0
    for card in [*(card for pile in cards for card in pile[1:]), *removed]:
        state.unseen[card] += 1


_COURSE = ("turn", "left", "turns", "ender", "due", "master")


def _begin(state, center, turn=0, left=None, turns=None, ender=NONE, due=(), master=0):
    """Have a turn begin.

    Args:
        state: Of all else.
        center: Name of the assistant there.
        turn: Whose turn it is; in the Speed game a pair of seats, the first one acts.
        left: Actions left.
        turns: Turns that each seat has begun; one each unless told.
        ender: Who triggered the end.
        due: Seats whose last turn is to come.
        master: Place of the Quilting Master's marker on the border.
    """
    holders = (turn,) if isinstance(turn, int) else turn
    players = int(state.num_players)
    state.starter, state.marker, state.mover, state.phase = 0, 0, holders[0], ACTION
    state.holder[: len(holders)] = holders
    usual = rules.QUICK_START_ACTIONS if state.mode == QUICK_START else rules.NUM_ACTIONS
    state.actions_left[: len(holders)] = usual if left is None else left
    state.num_turns[:players] = 1 if turns is None else turns
    state.ender = ender
    state.is_due[list(due)] = 1
    if players == 1:
        state.master_place = master
    if state.assistants:
        state.assistant[:] = state.named
        cards = {int(assistant) // 2 for assistant in state.assistant[:players]}
        spare = next(card for card in (1, 0, 2, 3, 4) if card not in cards)
        state.center = 2 * spare if center is None else rules.ASSISTANTS.index(center)
    for seat in range(players):
        update_score(state, seat)


def held(own, other=None, *more, **options):
    """A position in which the player to move has an assistant; the second has Sam, or Billy."""
    other = other or (BILLY if own in (GRANNY, SAM) else SAM)
    piles = KNOWN_PILES if not more else [pile.replace("+6", "+12") for pile in KNOWN_PILES]
    options = {"num_players": 2 + len(more), "auto_refill": True, "piles": piles, **options}
    return table(
        options.pop("area", KNOWN_CORNER), assistants=",".join([own, other, *more]), **options
    )


def checked(state):
    fault = GAME.find_fault(state)
    assert not fault, fault
    return state


# --- playing --------------------------------------------------------------------------------


def game_at(state):
    """Return the game with the actions of a state; other options lie in it."""
    return quiltenvs.game(
        "quiltable",
        num_players=int(state.num_players),
        mode=MODES[state.mode],
        copies=int(state.copies),
    )


def legal(state):
    """Return the legal actions as tuples: the name of a block and an index, ``("plan", 0)``."""
    game = game_at(state)
    return {_words_of(game, action) for action in game.legal_actions(state)}


def _words_of(game, action):
    for block, place in game.actions.slices():
        if place.start <= action < place.stop:
            if block.size == 1:
                return (block.name,)
            found = np.unravel_index(action - place.start, block.shape)
            return (block.name, *(int(number) for number in found))
    raise AssertionError(action)


def indices(state, block):
    """Return the indices of the legal actions of a block, each a tuple."""
    return {tuple(index) for name, *index in legal(state) if name == block}


def blocks(state):
    """Return the names of the blocks of the legal actions."""
    return {name for name, *_ in legal(state)}


def action_of(state, words):
    """Return the number of an action written as ``place 0 3 3``."""
    name, *index = words.split()
    slices = {block.name: (block, place) for block, place in game_at(state).actions.slices()}
    block, place = slices[name]
    if block.size == 1:
        return place.start
    return place.start + int(np.ravel_multi_index([int(number) for number in index], block.shape))


def play(state, text):
    """Play actions, ``choose 1 1, choose 1 2, done``; return the state, which no rule damaged."""
    for words in text.split(","):
        game_at(state).play(state, action_of(state, words))
        checked(state)
    return state


def first_place(state):
    """Place the group at the first place that is legal."""
    return play(state, "place " + " ".join(map(str, min(indices(state, "place")))))


# --- looking --------------------------------------------------------------------------------


def lies(state, area=0):
    """Return the blocks of an area by cell, with their numbers."""
    side = int(areas.area_side(state))
    cards = [int(areas.block_at(state, area, cell)) for cell in range(side * side)]
    return {divmod(cell, side): code(card) for cell, card in enumerate(cards) if card != NONE}


def sewn(state, seat=0):
    """Return the blocks of a quilt by cell, with their numbers."""
    cards = enumerate(state.quilt[seat].tolist())
    return {divmod(cell, 4): code(card) for cell, card in cards if card != NONE}


def sizes(state, area=0):
    """Return the sizes of the piles."""
    return [int(areas.pile_size(state, area, pile)) for pile in range(rules.NUM_PILES)]


def hand(state):
    """Return the cards that wait to be laid."""
    return [code(card) for card in state.hand[: state.num_hand].tolist()]


def cards_in(cards):
    """Return the cards of a set, with their numbers; a card that is there twice comes twice."""
    numbers = [sum(int(word) << 64 * i for i, word in enumerate(row)) for row in cards]
    return [code(card) for card in range(96) for number in numbers if number >> card & 1]


def patterns_of(state, seat=0):
    return cards_in(state.patterns[seat])


def scores(state):
    return game_at(state).scores(state)


def is_turn_of(state, seat):
    """Whether it is for a seat to act, in its turn."""
    return state.phase == ACTION and state.mover == seat == state.holder[state.marker]


def is_over(state):
    return game_at(state).is_terminal(state)


def assistants(state):
    count = int(state.num_players)
    return [rules.ASSISTANTS[number] for number in state.assistant[:count].tolist()]


def left(state):
    return int(state.actions_left[state.marker])
