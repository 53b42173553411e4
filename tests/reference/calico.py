"""Calico a second time: slow, literal, and written from the rules alone.

It imports nothing from ``quiltenvs``. Chance enters as the row of tiles really drawn and the
goals really revealed, so both versions see the same game without sharing a random generator.
Whatever can be counted from the table top is counted again at every question. Only what the
rules make incremental is remembered: the tokens taken, each with the hex it sits on.

Words in quotes are headings of the rulebook; "ruling" and a name in quotes is a row of the
game's table of rulings, which settle what the rulebook leaves open.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from tests.reference.calico_setup import check_cats, check_goals, check_scenario, check_table
from tests.reference.calico_tables import (
    BORDERS,
    CATS,
    COLORS,
    GOALS,
    PLAY,
    SCENARIOS,
    SPOTS,
    Cell,
    Tile,
    areas,
    neighbours,
    walked,
)

Move: TypeAlias = (
    tuple[Literal["goals"], int, int, int]  # offered goals for top, right and bottom left
    | tuple[Literal["place"], int, int, int]  # slot of the hand or market, row, column
    | tuple[Literal["take"], int]  # slot of the market
)

HAND_SIZE = 2
MARKET_SIZE = 3
TOKEN_POINTS = 3  # of a button and of the rainbow button: "Button Scoring Tile + Button Tokens"
BUTTON_SIZE = 3


def attracts(cat: str, area: set[Cell]) -> bool:
    """Whether an area is large enough or contains the shape ("Cat Scoring Tiles Reference")."""
    min_size, walk = CATS[cat].min_size, CATS[cat].walk
    if min_size is not None:
        return len(area) >= min_size
    assert walk is not None
    # Further tiles do not matter, and the shape may be rotated (ruling "shape cats").
    return any(walked(cell, direction, walk) <= area for cell in area for direction in range(6))


def completes(goal: str, features: Iterable[str]) -> bool:
    """Whether six colors, or six patterns, are exactly as printed (ruling "goal partition")."""
    return sorted(Counter(features).values(), reverse=True) == list(GOALS[goal].counts)


class Calico:
    """A table with one game for one to four seats, which are numbered clockwise from 0.

    Attributes:
        bag: The tiles not drawn yet, the next one first.
        placed: The tiles on each seat's quilt board.
        hands: The tiles in each seat's hand slots, None for an emptied one; no slots at all
            in a game without hands.
        hidden: The slots of each seat whose tiles the others have never seen.
        offer: The tiles of the market. In solo mode slot 0 is furthest from the bag.
        removed: The tiles that have left the game from the solo market.
        chosen: The goals of each seat at the top, right and bottom left; None: not chosen yet,
            or face down.
        button_tokens: The buttons of each seat: color and the hex they sit on.
        rainbows: Whether each seat has its rainbow button.
        cats_attracted: The cat tokens of each seat: name and the hex they sit on.
    """

    def __init__(
        self,
        *,
        tiles: Sequence[Tile],
        boards: Sequence[str],
        starter: int,
        cats: Sequence[str],
        patterns: Sequence[tuple[str, str]],
        offers: Sequence[Sequence[str]] | None,
        goals: Sequence[str] | None = None,
        next_to_placed: bool = False,
        goals_need_both: bool = False,
        no_hand: bool = False,
        next_to_same_color: bool = False,
        next_to_same_pattern: bool = False,
        scenario: int = 0,
        target_score: int = 60,
    ) -> None:
        """Set up; without a goal decision the hands and the market are dealt at once."""
        check_table(tiles, boards, starter)
        check_cats(cats, patterns)
        check_goals(offers, goals, len(boards))
        check_scenario(scenario, cats, offers)
        self.bag = list(tiles)
        self.boards, self.starter, self.offers = boards, starter, offers
        self.cats, self.patterns = cats, patterns
        self.next_to_placed, self.goals_need_both = next_to_placed, goals_need_both
        self.no_hand = no_hand
        self.next_to_same_color = next_to_same_color
        self.next_to_same_pattern = next_to_same_pattern
        self.scenario, self.target_score = scenario, target_score
        self._set_out(goals)

    def _set_out(self, goals: Sequence[str] | None) -> None:
        """Lay everything out as it is before the first tile is drawn ("Standard Setup")."""
        seats = range(len(self.boards))
        num_slots = 0 if self.no_hand else HAND_SIZE
        self.hands: list[list[Tile | None]] = [[None] * num_slots for _ in seats]
        self.hidden: list[set[int]] = [set() for _ in seats]
        self.offer: list[Tile | None] = [None] * MARKET_SIZE
        self.removed: list[Tile] = []
        self.placed: list[dict[Cell, Tile]] = [{} for _ in seats]
        self.chosen = [None if goals is None else tuple(goals) for _ in seats]
        self.button_tokens: list[list[tuple[str, Cell]]] = [[] for _ in seats]
        self.rainbows = [False for _ in seats]
        self.cats_attracted: list[list[tuple[str, Cell]]] = [[] for _ in seats]
        if self.offers is None:
            self._deal()

    def _deal(self) -> None:
        """Two tiles to each hand, then three to the market ("Standard Setup" G and H)."""
        for seat in self.turn_order():
            for slot in range(len(self.hands[seat])):
                self.hands[seat][slot] = self._draw()
                self.hidden[seat].add(slot)
        self.offer = [self._draw() for _ in range(MARKET_SIZE)]

    def _draw(self) -> Tile:
        return self.bag.pop(0)

    # What can be seen on the table.

    def turn_order(self) -> list[int]:
        """The seats clockwise from the starter."""
        num_seats = len(self.boards)
        return [(self.starter + turn) % num_seats for turn in range(num_seats)]

    def board(self, seat: int) -> dict[Cell, Tile]:
        """The patch tiles a seat has placed, without the printed border."""
        return dict(self.placed[seat])

    def hand(self, seat: int) -> list[Tile | None]:
        """The tiles in a seat's hand by slot; empty in a game without hands."""
        return list(self.hands[seat])

    def hidden_slots(self, seat: int) -> set[int]:
        """The hand slots whose tiles the others cannot know."""
        return set(self.hidden[seat])

    def market(self) -> list[Tile | None]:
        """The market by slot."""
        return list(self.offer)

    def discards(self) -> list[Tile]:
        """What solo mode has taken out of the game, in this order."""
        return list(self.removed)

    def goals(self, seat: int) -> tuple[str, ...] | None:
        """A seat's goals at the top, right and bottom left, if chosen and face up."""
        return self.chosen[seat]

    def unseen_by(self, seat: int) -> Counter[Tile]:
        """The tiles in the bag and in the slots that a seat cannot know, all together."""
        unseen = Counter(self.bag)
        for other in self.turn_order():
            if other != seat:
                for slot in self.hidden[other]:
                    tile = self.hands[other][slot]
                    assert tile is not None, "an emptied slot hides nothing"
                    unseen[tile] += 1
        return unseen

    def buttons(self, seat: int) -> dict[str, int]:
        """A seat's buttons of each color, without the rainbow button."""
        taken = [color for color, _ in self.button_tokens[seat]]
        return {color: taken.count(color) for color in COLORS.values()}

    def has_rainbow(self, seat: int) -> bool:
        """Whether a seat has its rainbow button."""
        return self.rainbows[seat]

    def cat_tokens(self, seat: int) -> dict[str, int]:
        """A seat's tokens of each of the three cats."""
        attracted = [cat for cat, _ in self.cats_attracted[seat]]
        return {cat: attracted.count(cat) for cat in self.cats}

    # Whose turn it is, and what may be done.

    def is_over(self) -> bool:
        """Whether every board is full ("Game End + Final Scoring")."""
        return all(placed.keys() == PLAY for placed in self.placed)

    def _is_choosing(self) -> bool:
        """Whether goals are still to be chosen."""
        return self.offers is not None and None in self.chosen

    def _is_taking(self, seat: int) -> bool:
        """Whether a seat has placed and must take; no more after the last tile (ruling)."""
        return None in self.hands[seat] and self.placed[seat].keys() != PLAY

    def to_move(self) -> int:
        """The seat to decide; ValueError after the end."""
        if self.is_over():
            raise ValueError("nobody is to move after the end: ask is_over() first")
        order = self.turn_order()
        if self._is_choosing():  # in turn order (ruling "order of setup choices")
            return next(seat for seat in order if self.chosen[seat] is None)
        for seat in order:
            if self._is_taking(seat):
                return seat
        # Turns go round, so it is the first of those who have placed the fewest tiles.
        return min(order, key=lambda seat: len(self.placed[seat]))

    def legal(self) -> set[Move]:
        """Every legal move, none when the game is over ("Player Turn")."""
        if self.is_over():
            return set()
        seat = self.to_move()
        if self._is_choosing():
            assert self.offers is not None
            slots = range(len(self.offers[seat]))
            return {
                ("goals", i, j, k)
                for i in slots
                for j in slots
                for k in slots
                if len({i, j, k}) == 3
            }
        if self._is_taking(seat):
            return {("take", slot) for slot in range(MARKET_SIZE)}
        spaces = self._spaces_by_slot(seat)
        if not any(spaces):  # nothing fits: anything goes (ruling "no legal cell")
            spaces = [PLAY - self.placed[seat].keys() for _ in spaces]
        return {("place", slot, *cell) for slot, cells in enumerate(spaces) for cell in cells}

    def _spaces_by_slot(self, seat: int) -> list[set[Cell]]:
        """Where the restrictions allow each tile of the hand, or of the market without one."""
        tiles = self.offer if self.no_hand else self.hands[seat]
        open_spaces = PLAY - self.placed[seat].keys()
        return [
            {cell for cell in open_spaces if tile is not None and self._fits(seat, cell, tile)}
            for tile in tiles
        ]

    def _fits(self, seat: int, cell: Cell, tile: Tile) -> bool:
        """Whether every restriction holds ("Achievements (Rule Restrictions)")."""
        placed = self.placed[seat]
        near = [self._hexes(seat)[cell] for cell in neighbours(cell) & self._hexes(seat).keys()]
        if self.next_to_placed and placed and not neighbours(cell) & placed.keys():
            return False  # the first tile is free (ruling "rule restriction 1")
        if self.next_to_same_color and not any(color == tile[0] for color, _ in near):
            return False
        return not self.next_to_same_pattern or any(pattern == tile[1] for _, pattern in near)

    def _hexes(self, seat: int) -> dict[Cell, Tile]:
        """The border as printed, and the tiles placed."""
        return BORDERS[self.boards[seat]] | self.placed[seat]

    def play(self, move: Move) -> None:
        """Carry out a legal move of the seat to move.

        Raises:
            ValueError: The move is not in ``legal()``; nothing has changed.
        """
        if move not in self.legal():
            raise ValueError(f"{move!r} is not a legal move, see legal()")
        seat = self.to_move()
        match move:
            case ("goals", top, right, bottom_left):
                self._choose(seat, (top, right, bottom_left))
            case ("place", slot, row, column):
                self._place(seat, slot, (row, column))
            case ("take", slot):
                self.hands[seat][self.hands[seat].index(None)] = self._take(slot)
        self._show_hand_if_stuck()

    def _choose(self, seat: int, indices: Iterable[int]) -> None:
        """Lay goals onto the three spots; the last one to do so is followed by the deal."""
        assert self.offers is not None
        self.chosen[seat] = tuple(self.offers[seat][index] for index in indices)
        if not self._is_choosing():
            self._deal()

    def _place(self, seat: int, slot: int, cell: Cell) -> None:
        """Place a tile from the hand, or straight from the market (ruling "restriction 3")."""
        if self.no_hand:
            self._sew(seat, cell, self._take(slot))
            return
        tile = self.hands[seat][slot]
        assert tile is not None, "both slots are full before a tile is placed"
        self.hands[seat][slot] = None
        self.hidden[seat].discard(slot)
        self._sew(seat, cell, tile)

    def _take(self, slot: int) -> Tile:
        """Take from the market, and refill it: this slot, or as a belt ("Solo Mode")."""
        tile = self.offer[slot]
        assert tile is not None, "the market is full before a tile is taken"
        if len(self.boards) > 1:
            self.offer[slot] = self._draw()
            return tile
        furthest, survivor = [self.offer[other] for other in range(MARKET_SIZE) if other != slot]
        assert furthest is not None
        self.removed.append(furthest)
        self.offer = [survivor, self._draw(), self._draw()]
        return tile

    def _show_hand_if_stuck(self) -> None:
        """Whoever may place anywhere because nothing fits shows that it is so."""
        if self.is_over() or self._is_choosing():
            return
        seat = self.to_move()
        if not self._is_taking(seat) and not any(self._spaces_by_slot(seat)):
            self.hidden[seat].clear()

    # Tokens, taken at once and without asking (ruling "taking a token").

    def _sew(self, seat: int, cell: Cell, tile: Tile) -> None:
        """Lay a tile for good, then check the whole board for tokens ("Player Turn" 1)."""
        assert cell in PLAY, f"{cell} is no space"
        assert cell not in self.placed[seat], f"{cell} is taken"
        self.placed[seat][cell] = tile
        hexes = self._hexes(seat)
        for color in COLORS.values():
            self._take_buttons(seat, color, {c for c in hexes if hexes[c][0] == color})
        if all(count > 0 for count in self.buttons(seat).values()):
            self.rainbows[seat] = True
        for cat, preferred in zip(self.cats, self.patterns, strict=True):
            for pattern in preferred:
                self._take_cats(seat, cat, {c for c in hexes if hexes[c][1] == pattern})

    def _take_buttons(self, seat: int, color: str, cells: set[Cell]) -> None:
        """A button for each area of a color that has three hexes and none on it yet."""
        closed = {cell for button, cell in self.button_tokens[seat] if button == color}
        for area in areas(cells):
            if len(area) >= BUTTON_SIZE and not area & closed:
                self.button_tokens[seat].append((color, min(area & PLAY)))

    def _take_cats(self, seat: int, cat: str, cells: set[Cell]) -> None:
        """A cat for each area of a pattern that attracts it and has none on it yet.

        The cat's other pattern has areas of its own (ruling "a cat's two patterns"): its
        tokens sit on other tiles.
        """
        closed = {cell for _, cell in self.cats_attracted[seat]}
        for area in areas(cells):
            if attracts(cat, area) and not area & closed:
                self.cats_attracted[seat].append((cat, min(area & PLAY)))

    # How it ends.

    def goals_met(self, seat: int) -> dict[str, tuple[bool, bool]]:
        """By spot, whether a goal is completed by color and by pattern ("Design Goal Tiles")."""
        chosen, placed = self.chosen[seat], self.placed[seat]
        if chosen is None:  # none chosen yet, or face down: "Family Variant"
            return {}
        met = {}
        for goal, (spot, cell) in zip(chosen, SPOTS.items(), strict=True):
            around = [placed[near] for near in neighbours(cell) & placed.keys()]
            by_color = completes(goal, [color for color, _ in around])
            met[spot] = (by_color, completes(goal, [pattern for _, pattern in around]))
        return met

    def _goal_points(self, seat: int) -> int:
        """The higher number for color and pattern, never the sum ("Design Goal Tiles")."""
        points = 0
        for goal, met in zip(self.chosen[seat] or (), self.goals_met(seat).values(), strict=True):
            if all(met):
                points += GOALS[goal].twice
            elif any(met) and not self.goals_need_both:
                points += GOALS[goal].once
        return points

    def _num_buttons(self, seat: int) -> int:
        """All buttons; the rainbow counts as one (ruling "tie-break")."""
        return sum(self.buttons(seat).values()) + self.has_rainbow(seat)

    def score(self, seat: int) -> int:
        """Points if counted now ("Game End + Final Scoring")."""
        cats = sum(CATS[cat].points * num for cat, num in self.cat_tokens(seat).items())
        return cats + TOKEN_POINTS * self._num_buttons(seat) + self._goal_points(seat)

    def objectives(self, seat: int) -> dict[str, bool]:
        """By name, whether each objective of the scenario is reached; empty without one."""
        if self.scenario == 0:
            return {}
        card = SCENARIOS[self.scenario]
        met = self.goals_met(seat).values()
        cats = self.cat_tokens(seat).values()
        reached = {f"score {card.min_score}": self.score(seat) >= card.min_score}
        if card.blue + card.yellow:
            num_goals = card.blue + card.yellow
            reached[f"{num_goals} goals"] = sum(any(by) for by in met) >= num_goals
        if card.yellow:
            name = "1 goal twice" if card.yellow == 1 else f"{card.yellow} goals twice"
            reached[name] = sum(all(by) for by in met) >= card.yellow
        others = {
            "rainbow": self.has_rainbow(seat),
            "one of each cat": all(cats),
            "5 cats": sum(cats) >= 5,
            "3 of one cat": max(cats) >= 3,
            "3 of one button": max(self.buttons(seat).values()) >= 3,
        }
        return reached | {name: others[name] for name in card.others}

    def passed(self, seat: int) -> bool:
        """Whether the scenario is passed, or without one the target of a solo game reached."""
        if self.scenario:
            return all(self.objectives(seat).values())
        return len(self.boards) == 1 and self.score(seat) >= self.target_score

    def places(self) -> tuple[int, ...]:
        """Each seat's place if the game ended now; alone 1 is success and 2 is failure."""
        seats = range(len(self.boards))
        if len(seats) == 1:
            return (1 if self.passed(0) else 2,)
        # "Tie-breakers": cat tokens, then button tokens, then the place is shared.
        ranks = [
            (self.score(seat), sum(self.cat_tokens(seat).values()), self._num_buttons(seat))
            for seat in seats
        ]
        return tuple(1 + sum(other > mine for other in ranks) for mine in ranks)
