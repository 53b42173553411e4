"""What may be decided at a Quiltable table, for the literal reference.

Imports nothing from ``quiltenvs``. A choice is legal of which some completion, tried out, is
right. Words in quotes are headings of the rulebook, numbers are those of the rulings.
"""

from typing import Any, TypeAlias

from tests.reference.quiltable_cards import CARDS
from tests.reference.quiltable_quilt import (
    Cell,
    Shape,
    groups,
    may_be_added,
    may_leave,
    placements,
    touches,
)
from tests.reference.quiltable_setup import (
    BILLY,
    GLADYS,
    GRANNY,
    MADDIE,
    PETER,
    SALLY,
    SAM,
    SANDRA,
    TIM,
    TRAVIS,
)
from tests.reference.quiltable_table import Table

Decisions: TypeAlias = set[tuple[Any, ...]]

MAX_RETURNED = 4
MAX_DONATIONS = 2
HARD_PATTERNS = ("long_line", "partial_long_line")  # not for the Mini game


class Choices(Table):
    """The legal decisions, looked for anew at every question."""

    def legal(self) -> Decisions:
        """Every legal decision, none when the game is over."""
        if self.is_over:
            return set()
        moves: Decisions = getattr(self, f"_in_{self.phase.lower()}")()
        return moves

    def _in_side(self) -> Decisions:
        return {("side", side) for side in range(2)}

    def _in_keep(self) -> Decisions:
        return {("card", card) for card in self.areas[0].piles[self.waiting[0]]}

    def _in_corner(self) -> Decisions:
        return {("corner", corner) for corner in range(4)}

    def _in_action(self) -> Decisions:
        """The three actions, the assistants, and to pass (ruling 20)."""
        if self.turn.actions_left == 0:
            return self._free_moves() | {("pass",)}
        moves = self._in_choose() | self._in_return()
        if not self.may_plan_at_all and moves:
            return moves
        moves |= self._plans() | self._free_moves() | {("pass",)}
        if self.assistants is not None and self.center is not None and not self.turn.is_traded:
            moves.add(("trade",))
        if self._may_use_paid_ability():
            moves.add(("ability",))
        return moves

    def _plans(self) -> Decisions:
        """The top cards that may be taken as patterns (rulings 8 and 50)."""
        if not self.may_plan_at_all:
            return set()
        return {
            ("plan", number)
            for number, pile in enumerate(self.area.piles)
            if pile and not (self.frame == 3 and CARDS[pile[0]].kind in HARD_PATTERNS)
        }

    def _free_moves(self) -> Decisions:
        """What needs no action: Tim, Maddie, and Sally's third PLAN (rulings 37, 42 and 43)."""
        turn = self.turn
        moves: Decisions = set()
        is_after_plans = (turn.actions_left, turn.num_plans, turn.num_others) == (0, 2, 0)
        if self._holds(SALLY) and is_after_plans:
            moves |= self._plans()
        may_donate = self.patterns[turn.seat] and turn.num_donations < MAX_DONATIONS
        if self._holds(TIM) and may_donate:
            moves.add(("ability",))
        if self._holds(MADDIE) and MADDIE not in turn.used and self._targets():
            moves.add(("ability",))
        return moves

    def _may_use_paid_ability(self) -> bool:
        """Whether an assistant that takes an action can be used."""
        quilt, used = self.quilts[self.turn.seat], self.turn.used
        if self._holds(SANDRA):
            return SANDRA not in used and bool(quilt) and bool(self.area.cells)
        if self._holds(GRANNY):
            return GRANNY not in used and bool(self._in_granny())
        if self._holds(SAM):
            is_room = may_be_added(frozenset([(0, 0)]), frozenset(quilt), self.frame, False)
            return SAM not in used and is_room and bool(self._in_sam())
        return self._holds(TRAVIS) and bool(self._targets())

    # CHOOSE.

    def _choose_sizes(self) -> tuple[int, ...]:
        """How many blocks a CHOOSE may be of (ruling 38)."""
        return (1, 2, 3, 4) if self._holds(BILLY) and BILLY not in self.turn.used else (2, 3)

    def _may_be_unconnected(self) -> bool:
        """Whether groups may be of unconnected blocks (ruling 38)."""
        is_used_up = self.options.gladys_once_per_turn and GLADYS in self.turn.used
        return self._holds(GLADYS) and not is_used_up

    def _chosen_groups(self) -> list[Shape]:
        """The groups of the area that fit into the quilt."""
        found = groups(frozenset(self.area.cells), self._choose_sizes(), self._may_be_unconnected())
        quilt, is_peter = frozenset(self.quilts[self.turn.seat]), self._holds(PETER)
        return [group for group in found if may_be_added(group, quilt, self.frame, is_peter)]

    def _picks(self, block: str, good: list[Shape]) -> Decisions:
        """The cells that lead on to one of the good groups, or that it is one already."""
        picked = set(self.picked)
        moves: Decisions = set()
        for group in good:
            for cell in group - picked if picked <= group else ():
                if not picked or self._may_be_unconnected() or touches(cell, picked):
                    moves.add((block, *cell))
        if picked in good:
            moves.add(("done",))
        return moves

    def _in_choose(self) -> Decisions:
        return self._picks("choose", self._chosen_groups())

    def _in_place(self) -> Decisions:
        """How the group may be added; offsets are told from -3 on."""
        quilt, is_peter = frozenset(self.quilts[self.turn.seat]), self._holds(PETER)
        ways = placements(frozenset(self.group), quilt, self.frame, is_peter)
        return {("place", rotation, row + 3, column + 3) for rotation, row, column in ways}

    # RETURN ("Returning Cards").

    def _return_sizes(self) -> tuple[int, ...]:
        """How many blocks a RETURN may be of, for which there is room (ruling 12)."""
        return tuple(range(1, 1 + self.area.room(MAX_RETURNED)))

    def _in_return(self) -> Decisions:
        quilt, is_free = frozenset(self.quilts[self.turn.seat]), self._holds(PETER)
        found = groups(quilt, self._return_sizes(), self._may_be_unconnected())
        return self._picks("return", [g for g in found if may_leave(g, quilt, is_free)])

    def _in_lay(self) -> Decisions:
        return {("lay", *cell) for cell in self.area.open_cells()}

    def _in_refill(self) -> Decisions:
        return {("lay", *cell) for cell in self._unfilled()}

    def _unfilled(self) -> list[Cell]:
        """The cells left for the cards of a refill."""
        return [cell for cell in self.refill_cells if cell not in self.area.cells]

    # "Quilting Assistants".

    def _targets(self) -> list[int]:
        """How many seats on from the next one those are that Travis and Maddie may name."""
        held = {turn.seat for turn in self.turns if turn is not None}
        others = range(1, len(self.seats))
        return [n - 1 for n in others if self._seat_after(self.turn.seat, n) not in held]

    def _in_sam(self) -> Decisions:
        """Any own pattern, any top card (ruling 39)."""
        piles = enumerate(self.area.piles)
        return self._in_donate() | {("plan", number) for number, pile in piles if pile}

    def _in_granny(self) -> Decisions:
        quilt = self.quilts[self.turn.seat]
        return {("return", *cell) for cell in quilt if may_leave([cell], quilt, is_free=False)}

    def _in_sandra_give(self) -> Decisions:
        return {("return", *cell) for cell in self.quilts[self.turn.seat]}

    def _in_sandra_take(self) -> Decisions:
        return {("choose", *cell) for cell in self.area.cells}

    def _in_donate(self) -> Decisions:
        return {("card", card) for card in self.patterns[self.turn.seat]}

    def _in_donate_to(self) -> Decisions:
        return {("seat", steps) for steps in range(len(self.seats) - 1)}

    def _in_travis(self) -> Decisions:
        return {("seat", steps) for steps in self._targets()}

    def _in_maddie(self) -> Decisions:
        return self._in_travis()

    def _in_undo(self) -> Decisions:
        return {("card", card) for card in self.patterns[self.victim]} | {("pass",)}
