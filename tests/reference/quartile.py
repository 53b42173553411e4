"""Quartile a second time: slow, literal, and written from the rules alone.

It imports nothing from ``quiltenvs``. Chance enters as the row of tiles really drawn and as two
questions, ``pick`` and ``break_tie``, so both versions see the same game without sharing a
random generator. Whatever can be counted from the table is counted again at every question.

Words in quotes are headings of the rulebook; "ruling" and a name in quotes is a row of the
game's table of rulings, which settle what the rulebook leaves open.
"""

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

Tile: TypeAlias = tuple[int, int, int, int, int]  # center, then pips north, east, south, west
Cell: TypeAlias = tuple[int, int]  # (row, column) from the start tile, rows downwards
Move: TypeAlias = (
    tuple[Literal["commit"], int]  # slot
    | tuple[Literal["name_starter"], int]  # seat
    | tuple[Literal["visit"]]
    | tuple[Literal["unable"]]
    | tuple[Literal["tile"], int, int]  # slot, quarter turns clockwise
    | tuple[Literal["cell"], int, int]  # row, column
)

NUM_TILES = 49
HAND_SIZE = 4
VISIT_SLOT = 4  # behind the slots of the hand: for the tile of a visit
VISIT_PRICE = 5  # "Visiting the Quarry"
MAX_REVEALS = 4  # ruling "first player": after as many ties, at random
START: Cell = (0, 0)


def around(cell: Cell) -> list[Cell]:
    """The cells at the four sides of a cell: north, east, south, west."""
    row, column = cell
    return [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]


def pips(tile: Tile, rotation: int) -> list[int]:
    """The pips at the four sides after some quarter turns clockwise."""
    edges = list(tile[1:])
    for _ in range(rotation):
        edges = [edges[3], *edges[:3]]  # what was west is north
    return edges


def rotations(tile: Tile) -> list[int]:
    """The rotations that differ to the eye; of those that look alike, the lowest."""
    looks = [pips(tile, rotation) for rotation in range(4)]
    return [rotation for rotation in range(4) if looks.index(looks[rotation]) == rotation]


class Quartile:
    """A table with one game for two to six seats, which are numbered clockwise from 0.

    Tiles are known by their number, the index in ``tiles``, as two may look alike.

    Attributes:
        pick: Asked which of the filled slots of an unable hand the next player picks.
        break_tie: Asked which of the tied seats, in ascending order, names the starter.
        pile: The tiles of the quarry, the next one first.
        laid: The number and rotation of the tile on each cell, the start tile's among them.
        discarded: The tiles discarded, in this order.
        hands: The tiles in each seat's five slots, None for an empty one.
        revealed: Tiles that all have seen, whether still in a hand or not.
        pads: What each seat has written down: points of placed tiles, and prices of visits.
        reveals: By round of the procedure for the first player, the tile of each seat.
        namer: The seat that names the starter, or has; None if it is not found.
        turn: The seat whose turn it is; None before the first turn and after the last.
        picked: The slot of the unable hand whose tile the next player is to lay, or None.
        chosen: Slot and rotation of the tile that is about to be laid, or None.
    """

    def __init__(
        self,
        *,
        tiles: Sequence[Tile],
        row: Sequence[int],
        num_players: int,
        starter: int | None,
        radius: int = 15,
        may_claim_unable: bool = False,
        children: bool = False,
        target: int = 0,
        visiting_quarry: bool = False,
    ) -> None:
        """Set up ("Setup"): the row gives the start tile, then the hands, then the quarry.

        A starter of None is found by "Determining the First Player"; a target of 0 is none;
        the radius is how many cells the table reaches from the start tile.
        """
        if len(tiles) != NUM_TILES or sorted(row) != list(range(NUM_TILES)):
            raise ValueError(f"there must be {NUM_TILES} tiles, and each once in the row")
        if num_players not in range(2, 7):
            raise ValueError(f"num_players must be 2 .. 6, not {num_players}")
        if starter not in (None, *range(num_players)):
            raise ValueError(f"starter must be None or a seat, not {starter}")
        self.tiles, self.seats, self.radius = tiles, range(num_players), radius
        self.may_claim_unable, self.children = may_claim_unable, children
        self.target, self.visiting_quarry = target, visiting_quarry
        self.pick: Callable[[list[int]], int] | None = None
        self.break_tie: Callable[[list[int]], int] | None = None
        self.pile = list(row)
        self.laid: dict[Cell, tuple[int, int]] = {START: (self.pile.pop(0), 0)}
        self.discarded: list[int] = []
        self.hands: list[list[int | None]] = [[None] * (VISIT_SLOT + 1) for _ in self.seats]
        for slot in range(HAND_SIZE):
            for seat in self.seats:
                self.hands[seat][slot] = self.pile.pop(0)
        self.revealed: set[int] = set()
        self.pads: list[list[int]] = [[] for _ in self.seats]
        self.reveals: list[dict[int, int]] = [{}]
        self.namer: int | None = None
        self.turn = starter
        self.picked: int | None = None
        self.chosen: tuple[int, int] | None = None

    # What can be seen on the table.

    def table(self) -> dict[Cell, tuple[int, int]]:
        """The number and rotation of the tile on each cell, the start tile's among them."""
        return dict(self.laid)

    def discards(self) -> list[int]:
        """The tiles that were discarded, in this order."""
        return list(self.discarded)

    def quarry(self) -> list[int]:
        """The tiles left to draw, the next one first."""
        return list(self.pile)

    def hand(self, seat: int) -> list[int | None]:
        """The tiles of a seat by slot; a tile leaves its hand only when it lies on a cell."""
        return list(self.hands[seat])

    def shown_slots(self, seat: int) -> set[int]:
        """The slots of a seat whose tiles all have seen."""
        hand = self.hands[seat]
        return {slot for slot in _filled(hand) if hand[slot] in self.revealed}

    def unseen_by(self, seat: int) -> set[int]:
        """The quarry, the start tile and what the other hands hide (ruling "information")."""
        unseen = {*self.pile, self.laid[START][0]}
        for other in self.seats:
            if other != seat:
                unseen |= {tile for tile in self.hands[other] if tile is not None}
        return unseen - self.revealed

    # "Tile placement rules".

    def _open_cells(self) -> set[Cell]:
        """The free cells of the table beside a tile already played."""
        beside = {near for cell in self.laid for near in around(cell)}
        on_table = {cell for cell in beside if max(map(abs, cell)) <= self.radius}
        return on_table - self.laid.keys()

    def _touching(self, cell: Cell) -> dict[int, int | None]:
        """By side of the cell, the pips that a tile there would touch; None: wild."""
        touching: dict[int, int | None] = {}
        for side, near in enumerate(around(cell)):
            if near == START:
                touching[side] = None
            elif near in self.laid:
                number, rotation = self.laid[near]
                touching[side] = pips(self.tiles[number], rotation)[(side + 2) % 4]
        return touching

    def _fits(self, number: int, rotation: int, cell: Cell) -> bool:
        """Whether every side that touches is right, for the tile being played alone."""
        center, own = self.tiles[number][0], pips(self.tiles[number], rotation)
        for side, other in self._touching(cell).items():
            if other is None:
                continue
            # "Children" have to match the pips.
            is_right = own[side] == other if self.children else own[side] + other == center
            if not is_right:
                return False
        return True

    def _cells(self, number: int, rotation: int) -> set[Cell]:
        """Where a tile fits as it is turned."""
        return {cell for cell in self._open_cells() if self._fits(number, rotation, cell)}

    def _tile_moves(self, seat: int, slot: int) -> set[Move]:
        """The tile in a slot, in each rotation that fits somewhere."""
        number = self._tile(seat, slot)
        turns = rotations(self.tiles[number])
        return {("tile", slot, rotation) for rotation in turns if self._cells(number, rotation)}

    def _tile(self, seat: int, slot: int) -> int:
        number = self.hands[seat][slot]
        assert number is not None, f"slot {slot} of seat {seat} is empty"
        return number

    def playable(self, seat: int) -> set[Cell]:
        """The cells where some tile of a seat's hand fits, turned as needed."""
        return {
            cell
            for slot in _filled(self.hands[seat])
            for rotation in range(4)
            for cell in self._cells(self._tile(seat, slot), rotation)
        }

    # Whose turn it is, and what may be done.

    def is_over(self) -> bool:
        """Whether the last tile has left the hands ("End of Game")."""
        return not any(_filled(hand) for hand in self.hands)

    def turn_of(self) -> int | None:
        """The seat whose turn it is; None before the first turn and after the last."""
        return self.turn

    def to_move(self) -> int:
        """The seat to decide; ValueError after the end."""
        if self.is_over():
            raise ValueError("nobody is to move after the end: ask is_over() first")
        if self.namer is not None and self.turn is None:
            return self.namer
        if self.turn is None:  # "simultaneously": in seat order, hidden until all have chosen
            return next(seat for seat in self._lowest() if seat not in self.reveals[-1])
        if self.picked is not None:  # "that player plays it for them"
            return (self.turn + 1) % len(self.seats)
        return self.turn

    def legal(self) -> set[Move]:
        """Every legal move, none when the game is over ("Play Sequence")."""
        if self.is_over():
            return set()
        if self.turn is None:
            return self._moves_before_first_turn()
        if self.chosen is not None:
            slot, rotation = self.chosen
            return {("cell", *cell) for cell in self._cells(self._tile(self.turn, slot), rotation)}
        if self.picked is not None:
            return self._tile_moves(self.turn, self.picked)
        hand = self.hands[self.turn]
        moves = {move for slot in _filled(hand) for move in self._tile_moves(self.turn, slot)}
        if not moves or self.may_claim_unable:
            moves.add(("unable",))
        may_visit = self.visiting_quarry and self.pile and hand[VISIT_SLOT] is None  # once a turn
        if may_visit and self.score(self.turn) >= VISIT_PRICE:
            moves.add(("visit",))
        return moves

    def play(self, move: Move) -> None:
        """Carry out a legal move of the seat to move.

        Raises:
            ValueError: The move is not in ``legal()``; nothing has changed.
        """
        if move not in self.legal():
            raise ValueError(f"{move!r} is not a legal move, see legal()")
        seat = self.to_move()
        match move:
            case ("commit", slot):
                self._commit(seat, slot)
            case ("name_starter", starter):
                self.turn = starter
            case ("visit",):
                self.pads[seat].append(-VISIT_PRICE)
                self.hands[seat][VISIT_SLOT] = self.pile.pop(0)
            case ("unable",):
                self._give_up(seat)
            case ("tile", slot, rotation):
                assert self.turn is not None
                self.chosen = (slot, rotation)
                self.revealed.add(self._tile(self.turn, slot))  # it is on its way to the table
            case ("cell", row, column):
                self._lay(seat, (row, column))

    # "Determining the First Player".

    def _lowest(self) -> list[int]:
        """The seats in the round of reveals under way: all, or the lowest of the one before."""
        if len(self.reveals) == 1:
            return list(self.seats)
        centers = {seat: self.tiles[number][0] for seat, number in self.reveals[-2].items()}
        return [seat for seat in self.seats if centers.get(seat) == min(centers.values())]

    def _moves_before_first_turn(self) -> set[Move]:
        """Name a starter, or commit a tile not shown before."""
        if self.namer is not None:  # "chooses who goes first", itself or another
            return {("name_starter", seat) for seat in self.seats}
        seat = self.to_move()
        unshown = set(_filled(self.hands[seat])) - self.shown_slots(seat)
        return {("commit", slot) for slot in unshown}

    def _commit(self, seat: int, slot: int) -> None:
        """Lay a tile face down; after the last one all are revealed, and go back to hand."""
        self.reveals[-1][seat] = self._tile(seat, slot)
        if len(self.reveals[-1]) < len(self._lowest()):
            return
        self.revealed |= set(self.reveals[-1].values())
        self.reveals.append({})
        tied = self._lowest()
        if len(tied) == 1:
            self.namer = tied[0]
        elif len(self.reveals) > MAX_REVEALS:
            self.namer = _ask(self.break_tie, tied)

    # "Play a Tile", "Score" and "Draw"; "Unable to Play a Tile".

    def _lay(self, seat: int, cell: Cell) -> None:
        """Lay the chosen tile; the points are of whoever lays it."""
        assert self.turn is not None
        assert self.chosen is not None
        slot, rotation = self.chosen
        number = self._tile(self.turn, slot)
        worth = 1 if self.children else self.tiles[number][0]
        self.pads[seat].append(worth * len(self._touching(cell)))
        self.laid[cell] = (number, rotation)
        self._end_turn(slot)

    def _give_up(self, seat: int) -> None:
        """The next player picks a tile, to play it or else to discard it (ruling "unable")."""
        slot = _ask(self.pick, _filled(self.hands[seat]))
        number = self._tile(seat, slot)
        self.revealed.add(number)
        if self._tile_moves(seat, slot):
            self.picked = slot
        else:
            self.discarded.append(number)
            self._end_turn(slot)

    def _end_turn(self, slot: int) -> None:
        """Fill the emptied slot, if possible; the turn passes to the next who has a tile."""
        assert self.turn is not None
        hand = self.hands[self.turn]
        hand[slot] = None
        if hand[VISIT_SLOT] is not None:
            hand[slot], hand[VISIT_SLOT] = hand[VISIT_SLOT], None
        elif slot != VISIT_SLOT and self.pile:  # "Empty Quarry"
            hand[slot] = self.pile.pop(0)
        self.picked = self.chosen = None
        # Ruling "seats with unequal tiles"; the seat itself comes last.
        order = [(self.turn + 1 + steps) % len(self.seats) for steps in self.seats]
        self.turn = next((seat for seat in order if _filled(self.hands[seat])), None)

    # How it ends.

    def score(self, seat: int) -> int:
        """The points written down so far, less the prices of visits."""
        return sum(self.pads[seat])

    def places(self) -> tuple[int, ...]:
        """Each seat's place if the game ended now; ties share (ruling "tie").

        Over the target all are behind the others, alike ("Predetermined Point Game").
        """
        scores = [self.score(seat) for seat in self.seats]
        ranks = [-1 if self.target and score > self.target else score for score in scores]
        return tuple(1 + sum(other > mine for other in ranks) for mine in ranks)


def _filled(hand: Sequence[int | None]) -> list[int]:
    """The slots of a hand that hold a tile."""
    return [slot for slot, tile in enumerate(hand) if tile is not None]


def _ask(chance: Callable[[list[int]], int] | None, choices: list[int]) -> int:
    """Have chance answer, and see that it is one of the choices."""
    if chance is None:
        raise ValueError(f"chance must choose one of {choices}: set pick and break_tie")
    answer = chance(choices)
    if answer not in choices:
        raise ValueError(f"chance must choose one of {choices}, not {answer}")
    return answer
