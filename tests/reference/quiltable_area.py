"""Quiltable's Pattern Area for the literal reference; imports nothing from ``quiltenvs``.

Numbers are those of the rulings.
"""

from collections.abc import Sequence

from tests.reference.quiltable_quilt import Cell, around

NUM_PILES = 4
INNER = 4  # rows and columns of the piles with the blocks around them


class Area:
    """A grid of cells with four piles in its middle.

    Attributes:
        size: How many rows and columns the grid has.
        is_race: Whether returned cards may lie anywhere (ruling 12).
        piles: The cards of each pile, the next one first.
        cells: The card on each cell that has a block.
        inner: The 16 cells of the piles and the blocks around them.
        pile_cells: The cells of the piles, by pile.
        border: The other inner cells, in ascending order.
        clockwise: The border from its top left corner.
    """

    def __init__(self, piles: Sequence[Sequence[int]], is_race: bool) -> None:
        self.size, self.is_race = (10 if is_race else 6), is_race
        self.piles = [list(pile) for pile in piles]
        self.cells: dict[Cell, int] = {}
        first = (self.size - INNER) // 2
        last = first + INNER - 1
        lines = range(first, last + 1)
        self.inner = [(row, column) for row in lines for column in lines]
        middle = lines[1:3]
        self.pile_cells = [(row, column) for row in middle for column in middle]
        self.border = [cell for cell in self.inner if cell not in self.pile_cells]
        top = [(first, column) for column in lines]
        right = [(row, last) for row in lines]
        bottom = [(last, column) for column in reversed(lines)]
        left = [(row, first) for row in reversed(lines)]
        self.clockwise = [*top[:-1], *right[:-1], *bottom[:-1], *left[:-1]]

    def flip(self) -> None:
        """Every pile flips three cards onto the border cells that it serves (ruling 3)."""
        for pile in range(NUM_PILES):
            for cell in self.border:
                if self.nearest_pile(cell) == pile:
                    self.cells[cell] = self.piles[pile].pop(0)

    def nearest_pile(self, cell: Cell) -> int:
        """The pile of the quadrant of an inner cell (ruling 4)."""
        half = self.size // 2
        return 2 * (cell[0] >= half) + (cell[1] >= half)

    def source(self, cell: Cell) -> int | None:
        """The pile that an empty inner cell is filled from (rulings 6 and 7)."""
        own = self.nearest_pile(cell)
        horizontal, vertical, diagonal = own ^ 1, own ^ 2, own ^ 3
        order = [own, horizontal, vertical, diagonal]
        return next((pile for pile in order if self.piles[pile]), None)

    def next_round(self) -> tuple[int, list[Cell]] | None:
        """The pile that gives cards next, and the cells that are filled from it."""
        holes = [cell for cell in self.inner if not self.is_occupied(cell)]
        in_border = [cell for cell in holes if cell in self.border]
        in_middle = [cell for cell in holes if cell in self.pile_cells]
        for cells in (in_border, in_middle):
            sources = {cell: self.source(cell) for cell in cells}
            found = [source for source in sources.values() if source is not None]
            if found:
                pile = min(found)
                return pile, [cell for cell in cells if sources[cell] == pile]
        return None

    def is_occupied(self, cell: Cell) -> bool:
        """Whether a block lies on a cell, or a pile that is not empty."""
        if cell in self.pile_cells and self.piles[self.pile_cells.index(cell)]:
            return True
        return cell in self.cells

    def grid(self) -> list[Cell]:
        """All cells, in ascending order."""
        return [(row, column) for row in range(self.size) for column in range(self.size)]

    def anchored(self) -> set[Cell]:
        """The cells of blocks and piles that hang together with the inner ones (ruling 11)."""
        found = {cell for cell in self.inner if self.is_occupied(cell)}
        while True:
            more = {near for cell in found for near in around(cell) if near in self.cells}
            if more <= found:
                return found
            found |= more

    def open_cells(self, filled: Sequence[Cell] = ()) -> list[Cell]:
        """Where a returned card may be laid, if others lay on some cells already (ruling 11)."""
        anchored = self.anchored()
        while True:  # what is laid beside an anchored card is anchored, and what touches it
            more = {*filled, *self.cells} - anchored
            more = {cell for cell in more if any(near in anchored for near in around(cell))}
            if not more:
                break
            anchored |= more
        return [
            cell
            for cell in self.grid()
            if not self.is_occupied(cell)
            and cell not in filled
            and (self.is_race or cell not in self.inner)
            and any(near in anchored for near in around(cell))
        ]

    def room(self, at_most: int) -> int:
        """How many returned cards can be laid one after the other, or at most (ruling 12)."""
        filled: list[Cell] = []
        while len(filled) < at_most and (cells := self.open_cells(filled)):
            filled.append(cells[0])
        return len(filled)

    def gather_stranded(self) -> None:
        """Move every card outside that has lost its connection (ruling 15)."""
        while True:
            stranded = sorted(self.cells.keys() - self.anchored() - set(self.inner))
            cells = self.open_cells()
            if not stranded or not cells:
                return
            row, column = stranded[0]
            nearest = min(
                cells, key=lambda cell: (abs(cell[0] - row) + abs(cell[1] - column), cell)
            )
            self.cells[nearest] = self.cells.pop((row, column))
