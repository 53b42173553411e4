"""Patchwork a second time: slow, literal, and written from the rules alone.

It imports nothing from ``quiltenvs``. Chance enters as the market circle actually dealt, so
both versions see the same game without sharing a random generator. Whatever can be counted
from the table top is counted again at every question; nothing is kept up to date on the side.

Words in quotes are headings of the rules guide (2025 Revised Edition); "ruling" and a name
in quotes is a row of the game's table of rulings, which settle what the guide leaves open.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]  # (row, column) from the top left, both 0 .. 8
Cells: TypeAlias = frozenset[Cell]
Move: TypeAlias = (
    tuple[Literal["advance"]]
    | tuple[Literal["special"], int, int]  # row, column
    | tuple[Literal["buy"], int, Cells]  # offer, counted from 0 at the neutral token
)


class Patch(NamedTuple):
    """One regular patch and its cells as printed, against the top left corner."""

    button_cost: int
    time_cost: int
    income: int
    cells: Cells


# One line per patch, the rows of its shape parted by "/".
_TABLE = """
id buttons time income shape
 0       2    1      0 ##
 1       2    2      0 ###
 2       1    3      0 ##/#.
 3       3    1      0 ##/#.
 4       3    3      1 ####
 5       4    2      1 ###/#..
 6       4    6      2 ###/#..
 7       2    2      0 ###/.#.
 8       3    2      1 ##./.##
 9       7    6      3 ##./.##
10       6    5      2 ##/##
11       7    1      1 #####
12      10    3      2 ####/#...
13       3    4      1 ####/.#..
14       2    3      1 ###./..##
15       2    2      0 ###/##.
16       1    2      0 ###/#.#
17       5    5      2 ###/.#./.#.
18      10    4      3 ##./.##/..#
19       5    4      2 .#./###/.#.
20      10    5      3 ####/##..
21       1    5      1 ####/#..#
22       7    4      2 ####/.##.
23       4    2      0 ###./.###
24       8    6      3 ##./###/..#
25       3    6      2 ##./.##/##.
26       7    2      2 #.../####/#...
27       1    2      0 #.../####/...#
28       0    3      1 .#../####/.#..
29       2    1      0 .#../####/..#.
30       2    3      0 ###/.#./###
31       1    4      1 ..#../#####/..#..
32       5    3      1 .##./####/.##.
"""


def _read_patch(line: str) -> Patch:
    _, button_cost, time_cost, income, shape = line.split()
    cells = frozenset(
        (row, column)
        for row, squares in enumerate(shape.split("/"))
        for column, square in enumerate(squares)
        if square == "#"
    )
    return Patch(int(button_cost), int(time_cost), int(income), cells)


PATCHES = [_read_patch(line) for line in _TABLE.strip().splitlines()[1:]]
SMALLEST_PATCH = 0  # the 1x2: "Set out the quilts and patch market"

QUILT_SIDE = 9
BOARD = {(row, column) for row in range(QUILT_SIDE) for column in range(QUILT_SIDE)}

FINISH = 53  # as printed on the time board: 54 spaces, the first is 0
INCOME_MARKS = [5, 11, 17, 23, 29, 35, 41, 47, 53]
SPECIAL_PATCHES = {"revised": [26, 32, 38, 44, 50], "original": [20, 26, 32, 44, 50]}
STARTING_BUTTONS = 5
NUM_OFFERS = 3  # "Choose one of two actions"
SEVEN = 7  # side of the square that earns the special tile, and points of the tile
WINDOWS = [
    {(top + down, left + right) for down in range(SEVEN) for right in range(SEVEN)}
    for top in range(QUILT_SIDE - SEVEN + 1)
    for left in range(QUILT_SIDE - SEVEN + 1)
]


def _against_corner(cells: Iterable[Cell]) -> Cells:
    cells = set(cells)
    top = min(row for row, _ in cells)
    left = min(column for _, column in cells)
    return frozenset((row - top, column - left) for row, column in cells)


def orientations(cells: Iterable[Cell]) -> set[Cells]:
    """Both faces in all four turns, equal ones once ("Complete a purchase in order")."""
    turned = set(cells)
    found = set()
    for _ in range(2):
        turned = {(row, -column) for row, column in turned}  # the other face
        for _ in range(4):
            turned = {(column, -row) for row, column in turned}
            found.add(_against_corner(turned))
    return found


def placements(cells: Iterable[Cell]) -> list[Cells]:
    """All ways to lie on the grid, wholly inside the board ("Complete a purchase in order")."""
    shifted = [
        frozenset((row + down, column + right) for row, column in shape)
        for shape in orientations(cells)
        for down, right in BOARD
    ]
    return [covered for covered in shifted if covered <= BOARD]


PLACEMENTS = [placements(patch.cells) for patch in PATCHES]


class FirstGame(NamedTuple):
    """What is written down after game one of a match, by seat ("Two-game total")."""

    scores: tuple[int, int]
    empties: tuple[int, int]


class Patchwork:
    """A table with one game on it, or with the two games of a match one after the other.

    Seats are 0 and 1. The attributes are about the game on the table, which in a match is
    ``game_number`` 0 or 1; ``score``, ``winner`` and ``is_over`` are about the whole match.

    Attributes:
        buttons: Currency by seat.
        quilt: Covered cells by seat.
        sewn: Regular patches on the quilt by seat, in the order bought.
        track: The tokens on each of the 54 spaces, from the bottom to the top of the stack.
        special_patches: Spaces that still hold a special patch.
        circle: 33 places clockwise: a patch, or None for the gap it left.
        neutral_token: The place in the circle at which the neutral token stands.
        seven_by_seven: The seat that holds the special tile, or None.
        pending_special: The seat that has taken a special patch and must place it, or None.
        finished_first: The seat that reached the finish first, or None.
        first_game: The notes on game one of a match, or None until it is over.
    """

    def __init__(
        self,
        circle: Sequence[int],
        starter: int = 0,
        time_board: str = "revised",
        gap_penalty: int = 2,
        match: str = "single",
        second_circle: Sequence[int] | None = None,
    ) -> None:
        """Lay out the first game; a circle starts with the first patch after the token."""
        _check_option("starter", starter, (0, 1))
        _check_option("time_board", time_board, tuple(SPECIAL_PATCHES))
        _check_option("gap_penalty", gap_penalty, (2, 1))  # 1 is "Gentler gaps"
        _check_option("match", match, ("single", "two_game"))
        _check_circle(circle)
        if match == "two_game":
            _check_circle(second_circle)
        else:
            _check_option("second_circle of a single game", second_circle, (None,))
        self.starter = starter
        self.time_board = time_board
        self.gap_penalty = gap_penalty
        self.match = match
        self.second_circle = second_circle
        self.game_number = 0
        self.first_game: FirstGame | None = None
        self._set_out(circle, starter)

    def _set_out(self, circle: Sequence[int], starter: int) -> None:
        """Lay out one game ("Set out the quilts and patch market")."""
        self.buttons = [STARTING_BUTTONS, STARTING_BUTTONS]
        self.quilt: list[set[Cell]] = [set(), set()]
        self.sewn: list[list[int]] = [[], []]
        self.track: list[list[int]] = [[] for _ in range(FINISH + 1)]
        self.track[0] = [1 - starter, starter]  # the starter on top; ruling "first move"
        self.special_patches = list(SPECIAL_PATCHES[self.time_board])
        # The token is in the gap after the 1x2, and after the last place comes the first.
        self.circle: list[int | None] = list(circle)
        self.neutral_token = len(self.circle) - 1
        self.seven_by_seven: int | None = None
        self.pending_special: int | None = None
        self.finished_first: int | None = None

    # What can be seen on the table.

    @property
    def position(self) -> list[int]:
        """The space of each seat's time token."""
        spaces = range(FINISH + 1)
        return [next(space for space in spaces if seat in self.track[space]) for seat in (0, 1)]

    def market(self) -> list[int]:
        """The remaining patches clockwise from the neutral token ("Update the market")."""
        first = self.neutral_token + 1
        clockwise = self.circle[first:] + self.circle[:first]
        return [patch for patch in clockwise if patch is not None]

    def special_patches_left(self) -> list[int]:
        """The spaces that still hold a special patch, in track order."""
        return sorted(self.special_patches)

    def income(self, seat: int) -> int:
        """All printed buttons on the quilt; special patches have none (ruling)."""
        return sum(PATCHES[patch].income for patch in self.sewn[seat])

    def num_empties(self, seat: int) -> int:
        """The uncovered squares of the 9x9 board."""
        return len(BOARD - self.quilt[seat])

    # Whose turn it is, and what may be done.

    def to_move(self) -> int | None:
        """The seat ("Find whose turn it is"), or None when the game or match is over."""
        if self.pending_special is not None:  # ruling "special patch": the pending placer
            return self.pending_special
        # The token furthest behind, the top one of a stack. Whoever is at the finish waits,
        # so the last space is not looked at (ruling "who moves").
        for stack in self.track[:FINISH]:
            if stack:
                return stack[-1]
        return None

    def legal(self) -> set[Move]:
        """Every legal move, none when it is over ("Choose one of two actions")."""
        seat = self.to_move()
        if seat is None:
            return set()
        if self.pending_special is not None:  # on any empty cell, at once; no way to decline
            return {("special", row, column) for row, column in BOARD - self.quilt[seat]}
        moves: set[Move] = {("advance",)}  # also when a patch could be bought
        # The tail of the market is offered whole (ruling "market tail").
        for offer, patch in enumerate(self.market()[:NUM_OFFERS]):
            if PATCHES[patch].button_cost > self.buttons[seat]:
                continue
            # With no free placement there is no move (ruling "buy what fits nowhere").
            for cells in PLACEMENTS[patch]:
                if not cells & self.quilt[seat]:
                    moves.add(("buy", offer, cells))
        return moves

    def play(self, move: Move) -> None:
        """Carry out a legal move of the player whose turn it is.

        Raises:
            ValueError: The move is not in ``legal()``; nothing has changed.
        """
        seat = self.to_move()
        if seat is None or move not in self.legal():
            raise ValueError(f"{move!r} is not a legal move of seat {seat}, see legal()")
        match move:
            case ("advance",):
                self._advance(seat)
            case ("buy", offer, cells):
                self._buy(seat, offer, cells)
            case ("special", row, column):
                self._place_special(seat, (row, column))
        if self._is_game_over() and self.match == "two_game" and self.game_number == 0:
            self._start_second_game()

    def _advance(self, seat: int) -> None:
        """Move just beyond the other token, for buttons ("Choose one of two actions")."""
        start = self.position[seat]
        self._move_time(seat, self.position[1 - seat] + 1)
        # One per space really moved (ruling "advance, opponent at 53").
        self.buttons[seat] += self.position[seat] - start

    def _buy(self, seat: int, offer: int, cells: Cells) -> None:
        """Buy and place ("Complete a purchase in order"; ruling "order in a purchase")."""
        patch = self.market()[offer]
        # The neutral token moves to the patch, which leaves a gap there ("Update the market").
        self.neutral_token = self.circle.index(patch)
        self.circle[self.neutral_token] = None
        # Pay, in full also past 53 (ruling "purchase past 53").
        self.buttons[seat] -= PATCHES[patch].button_cost
        assert self.buttons[seat] >= 0, "the patch was not affordable"
        # Place, which includes the check for the 7x7.
        self.sewn[seat].append(patch)
        self._cover(seat, cells)
        # Time comes last, so the new patch counts for income.
        self._move_time(seat, self.position[seat] + PATCHES[patch].time_cost)

    def _place_special(self, seat: int, cell: Cell) -> None:
        """Lay the single square; then the turn is looked up anew."""
        self.pending_special = None
        self._cover(seat, {cell})

    def _cover(self, seat: int, cells: Iterable[Cell]) -> None:
        """Put cells on the quilt, then "Check the seven-point reward"."""
        for cell in cells:
            assert cell in BOARD, f"{cell} is off the board"
            assert cell not in self.quilt[seat], f"{cell} is already covered"
            self.quilt[seat].add(cell)
        # Only the first player; regular and special patches alike (ruling "7x7 tile").
        if self.seven_by_seven is None and self._has_seven_by_seven(seat):
            self.seven_by_seven = seat

    def _has_seven_by_seven(self, seat: int) -> bool:
        """Whether all 49 squares of one of the nine windows are covered."""
        return any(window <= self.quilt[seat] for window in WINDOWS)

    def _move_time(self, seat: int, target: int) -> None:
        """Move the token, then "Resolve the track marks you reach or cross" in track order.

        A special patch on the way is left pending, while the token stands where it stops and
        later income marks have paid: having no buttons, the patch could not change them.
        """
        start = self.position[seat]
        stop = min(target, FINISH)  # the surplus is lost (ruling "purchase past 53")
        assert stop > start, "a time token only moves forward"
        self.track[start].remove(seat)
        self.track[stop].append(seat)  # on top of the other ("Complete a purchase in order")
        if stop == FINISH and self.finished_first is None:
            self.finished_first = seat  # noted as it happens; the stack does not tell
        for space in range(start + 1, stop + 1):  # start < mark <= stop
            if space in INCOME_MARKS:  # each pays separately, the last too (ruling "income")
                self.buttons[seat] += self.income(seat)
            if space in self.special_patches:
                assert self.pending_special is None, "no move can reach two special patches"
                self.special_patches.remove(space)  # off the track for good
                # On a full quilt it is set aside (ruling "special patch, full board").
                if self.num_empties(seat) > 0:
                    self.pending_special = seat

    # How it ends.

    def _is_game_over(self) -> bool:
        """Whether both have finished and no special patch is pending (ruling "end")."""
        return self.position == [FINISH, FINISH] and self.pending_special is None

    def _start_second_game(self) -> None:
        """Note the first game, set out anew; the other player starts ("Two-game total")."""
        assert self.second_circle is not None
        self.first_game = FirstGame(
            scores=(self._game_score(0), self._game_score(1)),
            empties=(self.num_empties(0), self.num_empties(1)),
        )
        self.game_number = 1
        self._set_out(self.second_circle, 1 - self.starter)

    def is_over(self) -> bool:
        """Whether the game, or the second game of a match, has ended."""
        last_game = 1 if self.match == "two_game" else 0
        return self.game_number == last_game and self._is_game_over()

    def _game_score(self, seat: int) -> int:
        """Points of the game on the table ("Finish both time tracks, then count the gaps")."""
        tile = SEVEN if self.seven_by_seven == seat else 0
        return self.buttons[seat] + tile - self.gap_penalty * self.num_empties(seat)

    def score(self, seat: int) -> int:
        """Points if counted now, summed over the games so far (ruling "two-game total")."""
        if self.first_game is None:
            return self._game_score(seat)
        return self.first_game.scores[seat] + self._game_score(seat)

    def winner(self) -> int | None:
        """The seat that has won, None for a shared match; ValueError before the end."""
        if not self.is_over():
            raise ValueError("there is no winner before the end: play on until is_over()")
        if self.score(0) != self.score(1):
            return 0 if self.score(0) > self.score(1) else 1
        if self.first_game is None:
            return self.finished_first  # ruling "tie": a single game has no draws
        # A match is not decided by who finished first ("Two-game total").
        empties = [self.first_game.empties[seat] + self.num_empties(seat) for seat in (0, 1)]
        if empties[0] != empties[1]:
            return 0 if empties[0] < empties[1] else 1
        return None


def _check_option(name: str, given: object, allowed: tuple[object, ...]) -> None:
    if given not in allowed:
        raise ValueError(f"{name} must be one of {allowed}, not {given!r}")


def _check_circle(circle: Sequence[int] | None) -> None:
    if circle is None or sorted(circle) != list(range(len(PATCHES))):
        raise ValueError(f"a circle must hold each patch 0 .. 32 once, not {circle}")
    if circle[-1] != SMALLEST_PATCH:
        raise ValueError(f"a circle must end with the 1x2 (patch 0), not with {circle[-1]}")
