"""What the literal reference of Calico may be set up with.

Every function raises a ValueError that names what was given and what is allowed.
"""

from collections import Counter
from collections.abc import Sequence

from tests.reference.calico_tables import (
    BORDERS,
    CATS,
    COLORS,
    COPIES,
    GOALS,
    PATTERNS,
    SCENARIOS,
    SPOTS,
    Tile,
)

NUM_CATS = 3


def _check(name: str, given: object, allowed: str, is_right: bool) -> None:
    if not is_right:
        raise ValueError(f"{name} must be {allowed}, not {given!r}")


def check_table(tiles: Sequence[Tile], boards: Sequence[str], starter: int) -> None:
    """The tiles, the boards and the starter."""
    names = tuple(BORDERS)
    is_right = 1 <= len(boards) == len(set(boards)) and set(boards) <= set(names)
    _check("boards", boards, f"one to four different of {names}", is_right)
    _check("starter", starter, f"a seat below {len(boards)}", starter in range(len(boards)))
    kinds = [(color, pattern) for color in COLORS.values() for pattern in PATTERNS.values()]
    allowed = [COPIES, COPIES - 1] if len(boards) <= 2 else [COPIES]  # "2-Player Lower Variance"
    is_right = any(Counter(tiles) == Counter(kinds * copies) for copies in allowed)
    _check("the number of each kind of tile", Counter(tiles), f"one of {allowed}", is_right)


def check_cats(cats: Sequence[str], patterns: Sequence[tuple[str, str]]) -> None:
    """The three cats and the patterns dealt to them."""
    is_right = set(cats) <= CATS.keys() and len(cats) == NUM_CATS
    _check("cats", cats, f"three of {tuple(CATS)}", is_right)
    sides = [frozenset((cat, CATS[cat].back)) for cat in cats]
    _check("cats", cats, "on three different double-sided tiles", len(set(sides)) == NUM_CATS)
    dealt = sorted(pattern for pair in patterns for pattern in pair)
    is_right = dealt == sorted(PATTERNS.values()) and {len(pair) for pair in patterns} == {2}
    _check("patterns", patterns, "all six, two for each cat", is_right)


def check_goals(
    offers: Sequence[Sequence[str]] | None, goals: Sequence[str] | None, num_seats: int
) -> None:
    """The goals fixed for everybody, or those each seat chooses from."""
    for given in ([goals] if goals is not None else []) + list(offers or []):
        is_right = len(given) == len(set(given)) in (3, 4) and set(given) <= GOALS.keys()
        _check("goals", given, f"three, or four on offer, of {tuple(GOALS)}", is_right)
    _check("goals", goals, "None beside offers, else three", goals is None or offers is None)
    _check("goals", goals, "three", goals is None or len(goals) == len(SPOTS))
    is_right = offers is None or len(offers) == num_seats
    _check("offers", offers, f"one for each of {num_seats} seats", is_right)


def check_scenario(
    scenario: int, cats: Sequence[str], offers: Sequence[Sequence[str]] | None
) -> None:
    """A scenario is played with the cats and goals of its card."""
    if scenario == 0:
        return
    _check("scenario", scenario, "0 or 1 to 10", scenario in SCENARIOS)
    card = SCENARIOS[scenario]
    _check("cats", cats, f"those of the scenario, {card.cats}", set(cats) == set(card.cats))
    is_right = offers is not None and all(set(offer) == set(card.goals) for offer in offers)
    _check("offers", offers, f"those of the scenario, {card.goals}", is_right)
