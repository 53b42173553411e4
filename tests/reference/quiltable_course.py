"""How a Quiltable game goes on after a decision, for the literal reference.

Imports nothing from ``quiltenvs``. Words in quotes are headings of the rulebook, numbers are
those of the rulings.
"""

from tests.reference.quiltable_choices import Choices
from tests.reference.quiltable_setup import MASTERS
from tests.reference.quiltable_turn import Turn


class Course(Choices):
    """Turns begin and end, the Pattern Area is refilled, the Quilting Master plays."""

    # Turns, and the end of the game ("Ending the Game").

    def _begin_turn(self, marker: int, seat: int) -> None:
        """A turn begins; it may be found to trigger the end (rulings 22, 23)."""
        if self.owed is not None:
            self.owed.discard(seat)
        elif self.num_turns[seat] == self.options.max_turns:
            self.is_truncated = True
            self._finish()
            return
        elif self.may_plan_at_all and not any(self.areas[marker].piles):
            self._trigger(seat)
        self.num_turns[seat] += 1
        self.turns[marker] = Turn(seat, 1 if self.options.mode == "quick_start" else 2)

    def _trigger(self, seat: int) -> None:
        """Every other player has one more turn; the first trigger counts (ruling 23)."""
        if self.owed is None:
            self.owed = {other for other in self.seats if other != seat}

    def _finish(self) -> None:
        self.is_over, self.phase = True, "OVER"

    def _end_action(self, *, is_counted: bool = True, is_plan: bool = False) -> None:
        """After an action or a free ability; at a speed game it is the other's turn to act."""
        turn = self.turn
        if is_plan:
            turn.num_plans += 1
        elif is_counted:
            turn.num_others += 1
        if is_counted:
            turn.actions_left -= 1
        self.phase = "ACTION"
        if turn.actions_left == 0 and not self._free_moves():
            self._end_turn()
        elif is_counted:
            self._switch_marker()

    def _end_turn(self) -> None:
        """The turn ends, and its marker goes on (rulings 46 and 52)."""
        marker, seat = self.active, self.turn.seat
        self.turns[marker] = None
        if self._is_full(seat) and self.options.mode != "symmetrical_race":
            self._trigger(seat)
        if self.options.num_players == 1 and self.owed is None:
            self._play_master()
        else:
            self._pass_marker(marker, seat)

    def _pass_marker(self, marker: int, seat: int) -> None:
        """To the next who may have it; the holder itself comes last."""
        held = {turn.seat for turn in self.turns if turn is not None}
        lap = [self._seat_after(seat, steps) for steps in range(1, len(self.seats) + 1)]
        takers = [s for s in lap if s not in held and (self.owed is None or s in self.owed)]
        if takers:
            self._begin_turn(marker, takers[0])
        if not self.is_over:
            self._switch_marker()

    def _switch_marker(self) -> None:
        """The other marker's holder acts, if it is in play; without markers the game is over."""
        in_play = [marker for marker, turn in enumerate(self.turns) if turn is not None]
        if not in_play:
            self._finish()
        elif in_play != [self.active]:
            (self.active,) = set(in_play) - {self.active}

    def _play_master(self) -> None:
        """The Quilting Master takes blocks clockwise ("Solo Game"; ruling 44)."""
        area, options = self.areas[0], self.options
        assert self.marker_cell is not None
        level = 1 + MASTERS.index(options.quilting_master)
        if options.patches or options.symmetry or options.assistants != "none":
            level += 1
        start = area.clockwise.index(self.marker_cell)
        lap = [*area.clockwise[start:], *area.clockwise[:start]]
        taken = [cell for cell in lap if cell in area.cells][:level]
        self.master_cards += [area.cells.pop(cell) for cell in taken]
        if taken:
            start = area.clockwise.index(taken[-1]) + 1
            lap = [*area.clockwise[start:], *area.clockwise[:start]]
            occupied = [cell for cell in lap if cell in area.cells]
            self.marker_cell = occupied[0] if occupied else lap[0]
        self._refill("MASTER")

    # "Refilling the Pattern Area".

    def _refill(self, purpose: str) -> None:
        """Fill the holes, then go on with what they come from (rulings 5 to 7)."""
        self.purpose = purpose
        self._go_on_refilling()

    def _go_on_refilling(self) -> None:
        """Lay cards until a cell must be decided on, or no hole can be filled."""
        is_automatic = self.options.auto_refill or self.purpose == "MASTER"
        while True:
            if not self.hand:
                found = self.area.next_round()
                if found is None:
                    break
                pile, self.refill_cells = self.area.piles[found[0]], found[1]
                self.hand, pile[:] = pile[: len(found[1])], pile[len(found[1]) :]
            cells = self._unfilled()
            if len(cells) > 1 and not is_automatic:
                self.phase = "REFILL"
                return
            self.area.cells[cells[0]] = self.hand.pop(0)
        self._end_refill()

    def _end_refill(self) -> None:
        """Nothing can be filled any more."""
        self.refill_cells = []
        if self.purpose in ("CHOOSE", "MASTER"):
            self.area.gather_stranded()
        if self.purpose == "MASTER":
            self._pass_marker(0, 0)
        elif self.purpose == "SAM":
            self.phase = "PLACE"
        else:
            is_third = self.purpose == "PLAN" and self.turn.actions_left == 0
            self._end_action(is_counted=not is_third, is_plan=self.purpose == "PLAN")
