"""What is on a Quiltable table, and what it is worth, for the literal reference.

Imports nothing from ``quiltenvs``. Words in quotes are headings of the rulebook, numbers are
those of the rulings.
"""

from tests.reference.quiltable_area import Area
from tests.reference.quiltable_cards import CARDS
from tests.reference.quiltable_quilt import Cell, Quilt
from tests.reference.quiltable_scoring import is_complete, is_symmetric, quilt_score
from tests.reference.quiltable_setup import Deal, Options, check_deal
from tests.reference.quiltable_turn import Turn


class Table:
    """A table with one game; seats are numbered clockwise from 0.

    Attributes:
        areas: The Pattern Areas, two in a Speed game. Before the second deal of a Quick Start
            the piles are those that the players choose from.
        quilts: The blocks of each seat by cell, normalized.
        assistants: The assistant of each seat, None without any.
        center: The assistant in the center.
        master_cards: What the Quilting Master has taken.
        marker_cell: Where the Quilting Master's marker stands.
        discards: The cards that have left the game.
        turns: By marker, the turn of its holder; None: out of play, or not begun.
        active: The marker whose holder acts.
        owed: The seats that still have their last turn; None before the end is triggered.
        num_turns: How many turns of each seat have begun.
        phase: What is decided next.
        hand: The cards that are to be laid, placed or donated, the next one first.
        picked: The cells picked so far, for a CHOOSE, a RETURN or Sandra's trade; the blocks of
            a CHOOSE stay where they are until they are placed.
        group: The blocks about to be placed.
        refill_cells: The cells that the cards of a refill are for.
    """

    def __init__(self, options: Options, deal: Deal) -> None:
        check_deal(options, deal)
        self.options, self.deal = options, deal
        self.seats = range(options.num_players)
        self.frame = 3 if options.mode == "mini" else 4
        # Trigger A needs piles that are there to PLAN from (rulings 47 and 48).
        self.may_plan_at_all = options.mode not in ("quick_start", "symmetrical_race")
        is_race = options.mode == "symmetrical_race"
        self.areas = [Area(piles, is_race) for piles in deal.piles]
        self.quilts: list[Quilt] = [{} for _ in self.seats]
        self.patterns: list[list[int]] = [[] for _ in self.seats]
        self.assistants = None if deal.assistants is None else list(deal.assistants)
        self.center = deal.center
        self.master_cards: list[int] = []
        self.marker_cell: Cell | None = None
        self.discards: list[int] = []
        self.turns: list[Turn | None] = [None for _ in self.areas]
        self.active = 0
        self.owed: set[int] | None = None
        self.num_turns = [0 for _ in self.seats]
        self.is_over = self.is_truncated = False
        self.phase = ""
        self.waiting: list[int] = []
        self.hand: list[int] = []
        self.picked: list[Cell] = []
        self.group: Quilt = {}
        self.refill_cells: list[Cell] = []
        self.purpose = ""
        self.victim = 0

    # Whose decision it is.

    def turn_order(self) -> list[int]:
        """The seats clockwise from the starting player."""
        return [self._seat_after(self.deal.starting_player, steps) for steps in self.seats]

    def _seat_after(self, seat: int, steps: int) -> int:
        return (seat + steps) % len(self.seats)

    @property
    def mover(self) -> int | None:
        """The seat to decide; None after the end and before the second deal of a Quick Start."""
        if self.phase in ("OVER", "DEAL"):
            return None
        if self.phase in ("SIDE", "KEEP"):
            return self.waiting[0]
        if self.phase == "CORNER":
            return 0
        return self.victim if self.phase == "UNDO" else self.turn.seat

    @property
    def turn(self) -> Turn:
        """The turn whose holder acts."""
        turn = self.turns[self.active]
        assert turn is not None, f"no turn in phase {self.phase}"
        return turn

    @property
    def area(self) -> Area:
        """The Pattern Area of the marker whose holder acts."""
        return self.areas[self.active]

    @property
    def actions_left(self) -> int:
        """The actions left to the holder who acts, 0 if no turn is under way."""
        turn = self.turns[self.active]
        return 0 if turn is None else turn.actions_left

    def _holds(self, assistant: int) -> bool:
        return self.assistants is not None and self.assistants[self.turn.seat] == assistant

    # What a quilt is.

    def _is_full(self, seat: int) -> bool:
        return is_complete(self.quilts[seat], self.frame)

    def _is_qualifying(self, seat: int) -> bool:
        return self._is_full(seat) and is_symmetric(self.quilts[seat], self.frame)

    # How it ends.

    def score(self, seat: int) -> int:
        """The points as if the game ended now ("Scoring and Victory"; ruling 48)."""
        if self.options.mode == "symmetrical_race":
            return int(self._is_qualifying(seat))
        options = self.options
        return quilt_score(
            self.quilts[seat],
            self.patterns[seat],
            self.frame,
            patches=options.patches,
            symmetry=options.symmetry,
            patch_match=options.patch_match,
        )

    def master_score(self) -> int:
        """Each pattern of the Quilting Master scores once (ruling 45)."""
        return sum(CARDS[card].points for card in self.master_cards)

    def places(self) -> tuple[int, ...]:
        """Each seat's place if the game ended now (rulings 25, 45 and 48)."""
        scores = [self.score(seat) for seat in self.seats]
        if self.options.num_players == 1:
            return (1,) if scores[0] >= self.master_score() else (2,)
        if self.options.mode == "symmetrical_race":
            return tuple(1 + sum(other > mine for other in scores) for mine in scores)
        order = self.turn_order()
        best = sorted(self.seats, key=lambda seat: (-scores[seat], -order.index(seat)))
        return tuple(1 + best.index(seat) for seat in self.seats)
