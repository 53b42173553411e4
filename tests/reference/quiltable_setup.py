"""Quiltable's options and deal for the literal reference; imports nothing from ``quiltenvs``."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.reference.quiltable_cards import CARDS

ASSISTANTS = [
    "sneaky_sally",
    "big_billy",
    "terrific_tim",
    "swap_shop_sandra",
    "granny_smith",
    "uncle_sam",
    "planning_peter",
    "gifted_gladys",
    "tricky_travis",
    "mayhem_maddie",
]
SALLY, BILLY, TIM, SANDRA, GRANNY, SAM, PETER, GLADYS, TRAVIS, MADDIE = range(10)
MASTERS = ["granny_smith", "terrific_tim", "gifted_gladys", "big_billy"]  # easy first


@dataclass(frozen=True)
class Options:
    """The options of a game; the starting player really drawn is part of the deal."""

    num_players: int = 2
    starting_player: Any = "random"
    mode: str = "standard"
    copies: int = 1
    all_cards: bool = False
    patches: bool = False
    symmetry: bool = False
    assistants: str = "none"
    quilting_master: str = "granny_smith"
    auto_refill: bool = False
    gladys_once_per_turn: bool = False
    patch_match: str = "aligned"
    max_turns: int = 50


@dataclass(frozen=True)
class Deal:
    """What chance has decided.

    Attributes:
        starting_player: A seat.
        piles: By area, the cards of four piles before any is flipped, the next one first. In a
            Quick Start the piles that the players choose from.
        removed: The cards that do not take part.
        assistants: By seat; before the players choose a side, the first side.
        center: The assistant in the center.
    """

    starting_player: int
    piles: Sequence[Sequence[Sequence[int]]]
    removed: Sequence[int] = field(default_factory=list)
    assistants: Sequence[int] | None = None
    center: int | None = None


def num_cards(options: Options) -> int:
    """How many cards take part ("Setup", "Variations"; rulings 47 to 52)."""
    players = options.num_players
    if options.all_cards or options.mode == "quick_start":
        return 96 * options.copies
    if options.mode == "mini":
        return 12 * players
    if options.copies == 2:
        return max(48, 24 * players)
    return {1: 48, 2: 48, 3: 72, 4: 96}[players]


def check_deal(options: Options, deal: Deal) -> None:
    """Refuse a deal that the options do not allow."""
    if deal.starting_player not in range(options.num_players):
        raise ValueError(f"starting_player must be a seat, not {deal.starting_player}")
    num_areas = 2 if options.mode == "speed" else 1
    if len(deal.piles) != num_areas or any(len(piles) != 4 for piles in deal.piles):
        raise ValueError(f"there must be {num_areas} areas with 4 piles each")
    sizes = [len(pile) for piles in deal.piles for pile in piles]
    if set(sizes) != {num_cards(options) // len(sizes)}:
        raise ValueError(f"the piles must share {num_cards(options)} cards alike, not {sizes}")
    cards = [card for piles in deal.piles for pile in piles for card in pile]
    if Counter([*cards, *deal.removed]) != Counter([*range(len(CARDS))] * options.copies):
        raise ValueError(f"each card must be there, in {options.copies} copies")
    check_assistants(options, deal)


def check_assistants(options: Options, deal: Deal) -> None:
    """Refuse assistants that the options do not allow (rulings 35 and 43)."""
    if options.assistants == "none":
        if deal.assistants is not None or deal.center is not None:
            raise ValueError("there must be no assistants")
        return
    if deal.assistants is None or len(deal.assistants) != options.num_players:
        raise ValueError(f"there must be {options.num_players} assistants")
    if deal.center is None:
        raise ValueError("there must be an assistant in the center")
    held = list(deal.assistants)
    if options.assistants == "random":
        if any(assistant % 2 for assistant in held):
            raise ValueError(f"the assistants must show their first side, not {held}")
    elif [ASSISTANTS[assistant] for assistant in held] != options.assistants.split(","):
        raise ValueError(f"the assistants must be {options.assistants}, not {held}")
    cards = Counter(assistant // 2 for assistant in [*held, deal.center])
    if max(cards.values()) > options.copies:
        raise ValueError(f"each assistant card must be there at most {options.copies} times")
    if options.num_players == 1 and TRAVIS // 2 in cards:
        raise ValueError("Travis and Maddie must stay out of a game with one player")


def check_second_deal(piles: Sequence[Sequence[int]], cards: Sequence[int]) -> None:
    """Refuse piles that are not the cards given back in a Quick Start (ruling 47)."""
    sizes = [len(pile) for pile in piles]
    if sizes != [(len(cards) + 3 - pile) // 4 for pile in range(4)]:
        raise ValueError(f"the piles must share {len(cards)} cards alike, not {sizes}")
    if Counter(card for pile in piles for card in pile) != Counter(cards):
        raise ValueError("the piles must be the cards that were given back")
