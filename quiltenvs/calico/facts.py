"""What a position shows, in plain Python: the facts that text and picture share."""

from collections import Counter
from typing import NamedTuple

import numpy as np

from quiltenvs.calico import engine, rules
from quiltenvs.calico.config import BOARD_DEALS, DEALT, RESTRICTIONS, SETUPS, CalicoConfig
from quiltenvs.calico.quilt import CELLS, RINGS, SPACE_CELLS, SPACES, Cell
from quiltenvs.calico.scenarios import objectives
from quiltenvs.calico.scoring import find_possible, goal_points, score
from quiltenvs.calico.state import BY_COLOR, BY_PATTERN, CHOOSE_GOALS, NONE, OVER, PLACE
from quiltenvs.core.config import RANDOM, RANDOM_SEAT, Value
from quiltenvs.core.game import State

_NUM_AROUND = 6
COLUMNS, ROWS = "abcdefg", "1234567"
NOBODY = -1
PATTERN_NAMES = rules.PATTERNS
COLOR_NAMES = tuple(color.replace("_", " ") for color in rules.COLORS)


def tile_code(kind: int) -> str:
    """Return the two letters of a tile, color and pattern, e.g. ``Yd``; ``..`` for none."""
    if kind == NONE:
        return ".."
    color, pattern = divmod(kind, rules.NUM_PATTERNS)
    return rules.COLOR_LETTERS[color] + rules.PATTERN_LETTERS[pattern]


def tile_words(kind: int) -> str:
    """Return color and pattern of a tile, e.g. ``light blue stripes``."""
    color, pattern = divmod(kind, rules.NUM_PATTERNS)
    return f"{COLOR_NAMES[color]} {PATTERN_NAMES[pattern]}"


def cell_name(cell: Cell) -> str:
    """Return ``a1`` .. ``g7``: column letter, row number from the top."""
    row, column = cell
    return COLUMNS[column] + ROWS[row]


def is_border(cell: Cell) -> bool:
    """Return whether a hex is printed on the board."""
    return not all(0 < place < rules.SIDE - 1 for place in cell)


def cells_in(word: int) -> set[Cell]:
    """Return the cells of a bitboard."""
    return {cell for i, cell in enumerate(CELLS) if word >> i & 1}


# --- players --------------------------------------------------------------------------------


def num_players(state: State) -> int:
    """Return how many sit at the table."""
    return int(state.num_players)


def quilt(state: State, player: int) -> dict[Cell, int]:
    """Return the kind of each tile of a quilt, printed hexes included."""
    kinds: dict[Cell, int] = {}
    for color, of_color in enumerate(state.colors[player].tolist()):
        for pattern, of_pattern in enumerate(state.patterns[player].tolist()):
            kind = color * rules.NUM_PATTERNS + pattern
            kinds |= dict.fromkeys(cells_in(of_color & of_pattern), kind)
    return kinds


def open_cells(state: State, player: int) -> set[Cell]:
    """Return the spaces of a quilt without a tile."""
    return cells_in(int(state.open[player]))


def hand(state: State, player: int) -> list[tuple[int, bool]]:
    """Return the tile in each slot, NONE if it is empty, and whether only its owner knows it."""
    secret = state.is_secret[player].tolist()
    return list(zip(state.hand[player].tolist(), map(bool, secret), strict=True))


class GoalFacts(NamedTuple):
    """A goal tile on a quilt and what surrounds it."""

    name: str
    colors: list[int]
    """Of the tiles around it, the most frequent first."""
    patterns: list[int]
    by_color: str
    """``met``, ``open`` or ``missed``."""
    by_pattern: str
    points: int
    """As things stand."""

    @property
    def is_surrounded(self) -> bool:
        """All six tiles around it lie."""
        return len(self.colors) == _NUM_AROUND


def goals(state: State, player: int) -> list[GoalFacts | None]:
    """Return the goal tiles top, right and bottom left; None for a tile not there, or face down."""
    return [_goal(state, player, spot) for spot in range(rules.NUM_SPOTS)]


def _goal(state: State, player: int, spot: int) -> GoalFacts | None:
    number = int(state.goals[player, spot])
    if number == NONE:
        return None
    tiles = quilt(state, player)
    kinds = [tiles[cell] for cell in sorted(cells_in(int(RINGS[spot]))) if cell in tiles]
    colors = _most_first([kind // rules.NUM_PATTERNS for kind in kinds])
    patterns = _most_first([kind % rules.NUM_PATTERNS for kind in kinds])
    possible = find_possible(state, player, spot)
    good = "met" if len(kinds) == _NUM_AROUND else "open"
    by_color, by_pattern = (good if possible & way else "missed" for way in (BY_COLOR, BY_PATTERN))
    points = int(goal_points(state, player, spot))
    return GoalFacts(rules.GOAL_NAMES[number], colors, patterns, by_color, by_pattern, points)


def _most_first(parts: list[int]) -> list[int]:
    return sorted(parts, key=lambda part: (-parts.count(part), part))


def group_sizes(parts: list[int]) -> str:
    """Return how many are equal, most first, e.g. ``321``; the form of the goals' counts."""
    return "".join(map(str, sorted(Counter(parts).values(), reverse=True)))


def offer(state: State, player: int) -> list[str]:
    """Return the names of the goals that a player may still choose from."""
    return [rules.GOAL_NAMES[goal] for goal in state.goal_offer[player] if goal != NONE]


def objective_rows(state: State) -> dict[str, list[bool]]:
    """Return the objectives of the scenario, and whether each player meets them."""
    found = [objectives(state, player) for player in range(num_players(state))]
    return {text: [met[text] for met in found] for text in found[0]}


# --- the table ------------------------------------------------------------------------------


class CatFacts(NamedTuple):
    """A cat of the game and what it likes."""

    number: int
    """Row of ``rules.CATS``."""
    cat: rules.Cat
    wish: str
    """``3 or more``, ``line of 4`` ..."""
    patterns: tuple[int, ...]


def lineup(state: State) -> list[CatFacts]:
    """Return the three cats of the game."""
    found = []
    for place, number in enumerate(state.lineup.tolist()):
        patterns = tuple(int(pattern) for pattern in np.flatnonzero(state.cat_of == place))
        cat = rules.CATS[number]
        found.append(CatFacts(number, cat, _wish(cat), patterns))
    return found


def _wish(cat: rules.Cat) -> str:
    """Return in words what a cat asks for."""
    if not cat.shape:
        return f"{cat.size} or more"
    if all(down_right == 0 for _, down_right in cat.shape):
        return f"line of {cat.size}"
    return f"triangle of {cat.size}" if cat.size == 3 else "2 above 3"


def bag(state: State) -> list[int]:
    """Return the tiles left in the bag, next first."""
    return [tile for tile in state.tiles.tolist() if tile != NONE]


def has_hands(state: State) -> bool:
    """Return whether tiles are placed from hands, not straight from the market."""
    return not state.restrictions[RESTRICTIONS.index("no_hand")]


def is_restricted(state: State) -> bool:
    """Return whether a rule restricts where tiles go."""
    names = ("next_to_placed", "next_to_same_color", "next_to_same_pattern")
    return any(state.restrictions[RESTRICTIONS.index(name)] for name in names)


# --- the course of the game -----------------------------------------------------------------


def player_to_move(state: State) -> int:
    """Return the player to move, or NOBODY when all is over."""
    return NOBODY if engine.is_terminal(state) else int(engine.current_player(state))


def legal_places(state: State) -> dict[Cell, list[int]]:
    """Return the spaces where the player to move may place a tile, and from which slots."""
    found: dict[Cell, list[int]] = {}
    if state.phase == PLACE:
        for slot in range(rules.HAND_SIZE if has_hands(state) else rules.MARKET_SIZE):
            for space in range(rules.NUM_SPACES):
                if engine.is_legal(state, slot * rules.NUM_SPACES + space):
                    found.setdefault(SPACE_CELLS[space], []).append(slot)
    return found


def placing(state: State, action: int) -> tuple[int, int, Cell]:
    """Return slot, tile and cell of a placing action; the tile is NONE where there is none."""
    slot, space = divmod(action, rules.NUM_SPACES)
    tiles = state.hand[state.mover] if has_hands(state) else state.market
    tile = int(tiles[slot]) if slot < len(tiles) else NONE
    return slot, tile, CELLS[SPACES[space]]


def chosen_goals(state: State, choice: int) -> list[str]:
    """Return the goals that a choice places top, right and bottom left; ``-`` for none."""
    slots = [int(goal) for goal in state.goal_offer[state.mover]]
    goals = [slots[slot] for slot in rules.GOAL_CHOICES[choice]]
    return [rules.GOAL_NAMES[goal] if goal != NONE else "-" for goal in goals]


def places(state: State) -> list[int]:
    """Return the place of each player as things stand, 1 = best."""
    out = np.zeros(num_players(state), np.int8)
    engine.rank_players(state, out)
    found: list[int] = out.tolist()
    return found


def task(state: State) -> str:
    """Return what the player to move has to do, e.g. ``place a tile``; "" when all is over."""
    if state.phase == OVER:
        return ""
    if state.phase == CHOOSE_GOALS:
        return "choose goals"
    if state.phase == PLACE:
        return "place a tile" if has_hands(state) else "place a tile of the market"
    return "take a tile"


def headline(state: State) -> str:
    """Return who has to do what, or who has won."""
    player = player_to_move(state)
    if player != NOBODY:
        return f"player {player} to {task(state)}"
    scores = [int(score(state, seat)) for seat in range(num_players(state))]
    standing = places(state)
    if len(scores) == 1:
        return f"{'won' if standing == [1] else 'lost'}, {scores[0]} points"
    winners = [str(seat) for seat, place in enumerate(standing) if place == 1]
    if len(winners) > 1:
        result = f"players {', '.join(winners[:-1])} and {winners[-1]} share the win"
    else:
        result = f"player {winners[0]} wins"
    return f"{result}, {' : '.join(map(str, scores))}"


def aim(state: State) -> str:
    """Return what the game is played for besides points, "" if for nothing else."""
    if state.scenario != rules.NO_SCENARIO:
        return f"scenario {state.scenario}"
    return f"target {state.target_score} points" if num_players(state) == 1 else ""


def changed_options(state: State) -> dict[str, Value]:
    """Return the options that differ from their defaults."""
    is_named = state.scenario == rules.NO_SCENARIO and SETUPS[state.setup] != "beginner"
    cats = [rules.CAT_NAMES[cat] for cat in state.named_cats if cat != NONE]
    goals = [rules.GOAL_NAMES[goal] for goal in state.named_goals if goal != NONE]
    starter = int(state.starting_player)
    restrictions = zip(RESTRICTIONS, map(bool, state.restrictions), strict=True)
    config = CalicoConfig(
        num_players=num_players(state),
        starting_player=RANDOM if starter == RANDOM_SEAT else starter,
        setup=SETUPS[state.setup],
        cats=" ".join(cats) if cats and is_named else RANDOM,
        goals=" ".join(goals) if goals and is_named else DEALT,
        scenario=int(state.scenario),
        boards=BOARD_DEALS[state.board_deal],
        lower_variance=bool(state.lower_variance),
        target_score=int(state.target_score),
        **dict(restrictions),
    )
    defaults = CalicoConfig().to_dict()
    return {name: value for name, value in config.to_dict().items() if value != defaults[name]}
