"""Quiltable a second time: slow, literal, and written from the rules alone.

It imports nothing from ``quiltenvs``. Chance enters as the deal, so both versions see the same
game without sharing a random generator. Whatever can be seen on the table is looked at again at
every question: a legal choice is one of which some completion, tried out, is right.

Words in quotes are headings of the rulebook, numbers are those of the rulings, which settle
what the rulebook leaves open.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

from tests.reference.quiltable_course import Course
from tests.reference.quiltable_quilt import Cell, moved, normalized, num_parts, rotated
from tests.reference.quiltable_setup import (
    BILLY,
    GLADYS,
    GRANNY,
    MADDIE,
    SAM,
    SANDRA,
    TIM,
    TRAVIS,
    Deal,
    Options,
    check_second_deal,
)

Decision: TypeAlias = tuple[Any, ...]  # the name of a block of actions, then its indices

__all__ = ["Deal", "Decision", "Options", "Position"]


class Position(Course):
    """A table with one game, which ``play`` carries on; see ``Table`` for what it shows."""

    def __init__(self, options: Options, deal: Deal) -> None:
        """Set up as far as chance alone decides."""
        super().__init__(options, deal)
        if options.mode == "quick_start":
            self.phase, self.waiting = "KEEP", self.turn_order()
            return
        for area in self.areas:
            area.flip()
        if options.assistants == "random":
            self.phase, self.waiting = "SIDE", self.turn_order()
        else:
            self._start()

    def deal_again(self, piles: Sequence[Sequence[int]]) -> None:
        """Go on with a Quick Start after the last player has kept a pattern."""
        if self.phase != "DEAL":
            raise ValueError(f"the piles are dealt again after the patterns, not in {self.phase}")
        check_second_deal(piles, [card for pile in self.areas[0].piles for card in pile])
        self.areas[0].piles = [list(pile) for pile in piles]
        self.areas[0].flip()
        self._start()

    def play(self, decision: Decision) -> None:
        """Carry out a legal decision of the mover.

        Raises:
            ValueError: The decision is not in ``legal()``; nothing has changed.
        """
        if decision not in self.legal():
            raise ValueError(f"{decision!r} is not legal in phase {self.phase}, see legal()")
        block, *index = decision
        getattr(self, f"_play_{block}")(*index)

    # Before the first turn.

    def _play_side(self, side: int) -> None:
        """The owner picks the side of its assistant (ruling 35)."""
        assert self.assistants is not None
        self.assistants[self.waiting.pop(0)] ^= side
        if not self.waiting:
            self._start()

    def _keep(self, card: int) -> None:
        """The player keeps a pattern of its own pile ("Quick Start Game")."""
        seat = self.waiting.pop(0)
        self.areas[0].piles[seat].remove(card)
        self.patterns[seat].append(card)
        if not self.waiting:
            self.phase = "DEAL"

    def _play_corner(self, corner: int) -> None:
        """The Quilting Master begins at a corner (ruling 44)."""
        self.marker_cell = self.areas[0].clockwise[3 * corner]
        self._begin_first_turns()

    def _start(self) -> None:
        if self.options.num_players == 1:
            self.phase = "CORNER"
        else:
            self._begin_first_turns()

    def _begin_first_turns(self) -> None:
        """The markers go to their first holders ("5-8 Players (Speed, 2 Copies)")."""
        self.phase = "ACTION"
        for marker in range(len(self.turns)):
            steps = marker * (len(self.seats) // 2)
            self._begin_turn(marker, self._seat_after(self.deal.starting_player, steps))

    # PLAN and PASS.

    def _play_plan(self, pile: int) -> None:
        """Take the top card of a pile as a pattern, or for Uncle Sam ("Taking Your Turn")."""
        card = self.area.piles[pile].pop(0)
        if self.phase == "SAM":
            self._lift(card)
        else:
            self.patterns[self.turn.seat].append(card)
            self._refill("PLAN")

    def _play_pass(self) -> None:
        if self.phase == "UNDO":
            self._flip_assistant()
        else:
            self._end_turn()

    # CHOOSE and RETURN.

    def _play_choose(self, row: int, column: int) -> None:
        if self.phase == "SANDRA_TAKE":
            self._swap((row, column))
            return
        self.phase = "CHOOSE"
        self.picked.append((row, column))
        if len(self.picked) == max(self._choose_sizes()):
            self._play_done()

    def _play_return(self, row: int, column: int) -> None:
        if self.phase == "GRANNY":
            self._take_back((row, column))
            return
        self.picked.append((row, column))
        if self.phase == "SANDRA_GIVE":
            self.phase = "SANDRA_TAKE"
            return
        self.phase = "RETURN"
        if len(self.picked) == max(self._return_sizes()):
            self._play_done()

    def _play_done(self) -> None:
        """The picked group is complete."""
        if self.phase == "CHOOSE":
            self.group = {cell: self.area.cells[cell] for cell in self.picked}
            self.phase = "PLACE"
            return
        quilt = self.quilts[self.turn.seat]
        self._use_gladys()
        self.hand = [quilt.pop(cell) for cell in self.picked]
        self.picked = []
        self.quilts[self.turn.seat] = normalized(quilt)
        self.phase = "LAY"

    def _use_gladys(self) -> None:
        """An unconnected group is what she is needed for."""
        if num_parts(self.picked) > 1:
            self.turn.used.add(GLADYS)

    def _play_place(self, rotation: int, row: int, column: int) -> None:
        """The group goes into the quilt, for a CHOOSE or Uncle Sam ("Connected Cards Rule")."""
        seat = self.turn.seat
        group = moved(rotated(self.group, rotation), row - 3, column - 3)
        self.quilts[seat] = normalized({**self.quilts[seat], **group})
        self.group = {}
        if not self.picked:
            self.hand = []
            self._end_action()
            return
        if len(self.picked) in (1, 4):
            self.turn.used.add(BILLY)
        self._use_gladys()
        for cell in self.picked:
            del self.area.cells[cell]
        self.picked = []
        if self.options.mode == "symmetrical_race" and self._is_qualifying(seat):
            self._finish()
        else:
            self._refill("CHOOSE")

    def _play_lay(self, row: int, column: int) -> None:
        """A returned card or one for the refill goes to a cell."""
        self.area.cells[row, column] = self.hand.pop(0)
        if self.phase == "REFILL":
            self._go_on_refilling()
        elif not self.hand:
            self._end_action()

    # "Quilting Assistants".

    def _play_trade(self) -> None:
        """The own assistant for the one in the center (ruling 36)."""
        assert self.assistants is not None
        assert self.center is not None
        seat = self.turn.seat
        self.assistants[seat], self.center = self.center, self.assistants[seat]
        self.turn.is_traded = True
        self.turn.has_new_assistant()
        self._end_action()

    def _play_ability(self) -> None:
        """Use the assistant; what it is used for is decided next."""
        assert self.assistants is not None
        self.phase = {
            TIM: "DONATE",
            SANDRA: "SANDRA_GIVE",
            GRANNY: "GRANNY",
            SAM: "SAM",
            TRAVIS: "TRAVIS",
            MADDIE: "MADDIE",
        }[self.assistants[self.turn.seat]]

    def _play_card(self, card: int) -> None:
        if self.phase == "KEEP":
            self._keep(card)
            return
        assert self.mover is not None
        self.patterns[self.mover].remove(card)
        if self.phase == "SAM":
            self._lift(card)
        elif self.phase == "UNDO":
            self.patterns[self.turn.seat].append(card)
            self._end_action(is_counted=False)
        elif self.options.num_players == 1:
            self.discards.append(card)
            self._end_donation()
        else:
            self.hand, self.phase = [card], "DONATE_TO"

    def _play_seat(self, steps: int) -> None:
        """Tim's, Travis's or Maddie's other player, counted from the next one."""
        other = self._seat_after(self.turn.seat, 1 + steps)
        if self.phase == "DONATE_TO":
            self.patterns[other].append(self.hand.pop())
            self._end_donation()
        elif self.phase == "TRAVIS":
            self._switch_assistants(other)
        else:
            self.turn.used.add(MADDIE)
            self.victim = other
            self.phase = "UNDO"
            if not self.patterns[other]:
                self._flip_assistant()

    def _end_donation(self) -> None:
        """Terrific Tim gives one more action (ruling 42)."""
        self.turn.num_donations += 1
        self.turn.actions_left += 1
        self._end_action(is_counted=False)

    def _switch_assistants(self, other: int) -> None:
        """Tricky Travis goes to another player (ruling 43)."""
        assert self.assistants is not None
        seat, held = self.turn.seat, self.assistants
        held[seat], held[other] = held[other], held[seat]
        self.turn.has_new_assistant()
        self._end_action()

    def _flip_assistant(self) -> None:
        """Mayhem Maddie's player gets no pattern for it."""
        assert self.assistants is not None
        self.assistants[self.victim] ^= 1
        self._end_action(is_counted=False)

    def _lift(self, card: int) -> None:
        """Uncle Sam flips a card, to be placed next; its pile may have emptied (ruling 39)."""
        self.turn.used.add(SAM)
        self.group = {(0, 0): card}
        self._refill("SAM")
        self.hand = [card]

    def _take_back(self, cell: Cell) -> None:
        """Granny Smith flips a block to its pattern (ruling 39)."""
        seat = self.turn.seat
        self.turn.used.add(GRANNY)
        self.patterns[seat].append(self.quilts[seat].pop(cell))
        self.quilts[seat] = normalized(self.quilts[seat])
        self._end_action()

    def _swap(self, cell: Cell) -> None:
        """Swap Shop Sandra trades two blocks in place (ruling 40)."""
        self.turn.used.add(SANDRA)
        quilt, own = self.quilts[self.turn.seat], self.picked.pop()
        quilt[own], self.area.cells[cell] = self.area.cells[cell], quilt[own]
        self._end_action()
