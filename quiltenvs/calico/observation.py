"""What a Calico player sees: all but the order of the bag and the tiles dealt to the others."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from quiltenvs.calico import rules
from quiltenvs.calico.bag import num_unseen
from quiltenvs.calico.config import MAX_TARGET, RESTRICTIONS
from quiltenvs.calico.quilt import SPOT_WORD, count_around, expand_plane
from quiltenvs.calico.scoring import find_possible, score
from quiltenvs.calico.state import BY_COLOR, BY_PATTERN, NONE, OVER
from quiltenvs.core.game import State
from quiltenvs.core.jit import njit, njit_inline
from quiltenvs.core.layout import Block, Layout

_SIDE, _PARTS = rules.SIDE, rules.NUM_COLORS + rules.NUM_PATTERNS
_OWN_PLANES, _OTHER_PLANES = _PARTS + 4, _PARTS + 2
_TOKENS = rules.NUM_COLORS + 1 + rules.LINEUP_SIZE
_GOAL_VALUES = rules.NUM_GOALS + _PARTS + 2
_CAT_VALUES = rules.NUM_CATS + rules.NUM_PATTERNS
_RING = 6  # spaces around a goal tile
# Each button takes two tiles or more, and so does each cat; a color has 18 tiles.
MAX_BUTTONS_OF_COLOR = rules.COPIES * rules.NUM_PATTERNS // 2
MAX_CATS = rules.NUM_SPACES // 2
MAX_SCORE = 150  # more are shown as 150

_GOAL_TEXT = (
    "1 for its name (in the order of `rules.GOALS`), how many of the six spaces around it "
    "have each color / 6, each pattern / 6, 1 if it can still be met by color, by pattern"
)
_TOKEN_TEXT = "buttons of each color / 9, 1 for the rainbow, cats of each kind / 11"
_SCENARIO_TEXT = "1 for the scenario played, 1 to 10"


def _own_blocks(players: int) -> tuple[Block, ...]:
    return (
        Block(
            "own_board",
            (_OWN_PLANES, _SIDE, _SIDE),
            "planes of the own quilt, printed hexes included: 6 colors, 6 patterns, goal tiles, "
            "open spaces, color areas that hold a button, pattern areas that hold a cat",
        ),
        Block("own_tokens", (_TOKENS,), _TOKEN_TEXT),
        Block("own_goals", (rules.NUM_SPOTS, _GOAL_VALUES), f"per spot: {_GOAL_TEXT}"),
        Block(
            "goal_offer",
            (rules.OFFER_SIZE, rules.NUM_GOALS),
            "per goal that may still be chosen: 1 for its name",
        ),
        Block("hand", (rules.HAND_SIZE, _PARTS), "per slot: 1 for the color, 1 for the pattern"),
        Block(
            "market",
            (rules.MARKET_SIZE, _PARTS),
            "per slot, as the hand; solo: the first is furthest from the bag",
        ),
        Block(
            "cats",
            (rules.LINEUP_SIZE, _CAT_VALUES),
            "per cat: 1 for its name (in the order of `rules.CATS`), 1 for each of its patterns",
        ),
        Block(
            "unseen",
            (rules.NUM_KINDS,),
            "tiles of each kind (color * 6 + pattern) in the bag, or dealt to others and not yet "
            "seen / 3",
        ),
        Block("phase", (3,), "1 when goals are to be chosen, a tile placed, a tile taken"),
        Block("restrictions", (len(RESTRICTIONS),), "1 for each rule restriction in force, 1 to 5"),
        Block("scenario", (len(rules.SCENARIOS),), _SCENARIO_TEXT),
        Block("target", (1,), "points that win a solo game / 120"),
        Block("score", (players,), "points, own first / 150, at most 1"),
        Block("placed", (players,), "tiles placed, own first / 22"),
        Block("turn", (players,), "1 for the player to move, own seat first"),
    )


def _other_blocks(others: int) -> tuple[Block, ...]:
    return (
        Block(
            "other_boards",
            (others, _OTHER_PLANES, _SIDE, _SIDE),
            "per other player in turn order: the planes of own_board without goal tiles and open "
            "spaces",
        ),
        Block("other_tokens", (others, _TOKENS), "as own_tokens"),
        Block("other_goals", (others, rules.NUM_SPOTS, _GOAL_VALUES), "as own_goals"),
        Block("other_offers", (others, rules.OFFER_SIZE, rules.NUM_GOALS), "as goal_offer"),
        Block(
            "other_hands",
            (others, rules.HAND_SIZE, _PARTS + 1),
            "per slot: as the hand if the tile was taken from the market; then 1 if there is a "
            "tile that only its owner has seen",
        ),
    )


@cache
def layout(players: int) -> Layout:
    """Return the blocks of an observation at a table of ``players``."""
    return Layout(_own_blocks(players) + (_other_blocks(players - 1) if players > 1 else ()))


# Where each block begins: constants to the compiler. Those behind the first three that have a
# value for each player depend on their number.
_ONE = layout(1)
_TOKENS_AT = _ONE.start("own_tokens")
_GOALS_AT = _ONE.start("own_goals")
_OFFER_AT = _ONE.start("goal_offer")
_HAND_AT = _ONE.start("hand")
_MARKET_AT = _ONE.start("market")
_CATS_AT = _ONE.start("cats")
_UNSEEN_AT = _ONE.start("unseen")
_PHASE_AT = _ONE.start("phase")
_RESTRICTIONS_AT = _ONE.start("restrictions")
_SCENARIO_AT = _ONE.start("scenario")
_TARGET_AT = _ONE.start("target")
_SCORE_AT = _ONE.start("score")

_PLANE = _SIDE * _SIDE
_BOARD_SIZE = _OTHER_PLANES * _PLANE
_ALL_GOALS = rules.NUM_SPOTS * _GOAL_VALUES
_ALL_OFFERS = rules.OFFER_SIZE * rules.NUM_GOALS
_OTHER_HAND = rules.HAND_SIZE * (_PARTS + 1)

# Scaled values by what they stand for: a look-up costs less than a division.
_RING_VALUES = (np.arange(_RING + 1) / _RING).astype(np.float32)
_BUTTON_VALUES = (np.arange(MAX_BUTTONS_OF_COLOR + 1) / MAX_BUTTONS_OF_COLOR).astype(np.float32)
_CAT_VALUES_OF = (np.arange(MAX_CATS + 1) / MAX_CATS).astype(np.float32)
_SCORE_VALUES = (np.arange(MAX_SCORE + 1) / MAX_SCORE).astype(np.float32)
_PLACED_VALUES = (np.arange(rules.NUM_SPACES + 1) / rules.NUM_SPACES).astype(np.float32)
_UNSEEN_VALUES = (np.arange(rules.COPIES + 1) / rules.COPIES).astype(np.float32)


@njit
def observe(state: State, player: int, out: NDArray[np.float32]) -> None:
    """Fill ``out`` (D,) f4 in [0, 1] from the seat of ``player``; blocks as in ``layout``."""
    players = int(state.num_players)
    _observe_board(state, player, out, 0)
    expand_plane(out, _PARTS * _PLANE, SPOT_WORD)
    expand_plane(out, (_PARTS + 1) * _PLANE, state.open[player])
    _observe_areas(state, player, out, (_PARTS + 2) * _PLANE)
    others_at = _SCORE_AT + 3 * players
    for turn in range(1, players):
        seat = (player + turn) % players
        at = others_at + (turn - 1) * _BOARD_SIZE
        _observe_board(state, seat, out, at)
        _observe_areas(state, seat, out, at + _PARTS * _PLANE)
    # A plane spills over into what follows it; so all that is no plane is written afterwards.
    _observe_own(state, player, out)
    _observe_table(state, player, out)
    for turn in range(players):
        _observe_standing(state, (player + turn) % players, players, turn, out)
    if players > 1:
        _observe_others(state, player, players, out, others_at + (players - 1) * _BOARD_SIZE)


@njit_inline
def _observe_board(state: State, seat: int, out: NDArray[np.float32], at: int) -> None:
    """Write the planes of colors and patterns."""
    for part in range(rules.NUM_COLORS):
        expand_plane(out, at + part * _PLANE, state.colors[seat, part])
    for part in range(rules.NUM_PATTERNS):
        expand_plane(out, at + (rules.NUM_COLORS + part) * _PLANE, state.patterns[seat, part])


@njit_inline
def _observe_areas(state: State, seat: int, out: NDArray[np.float32], at: int) -> None:
    """Write the planes of the areas that have scored."""
    expand_plane(out, at, state.buttoned[seat])
    expand_plane(out, at + _PLANE, state.visited[seat])


@njit_inline
def _observe_own(state: State, player: int, out: NDArray[np.float32]) -> None:
    """Write tokens, goals and hand of the observer."""
    out[_TOKENS_AT:_SCORE_AT] = 0.0
    _observe_tokens(state, player, out, _TOKENS_AT)
    _observe_goals(state, player, out, _GOALS_AT)
    _observe_offer(state, player, out, _OFFER_AT)
    for slot in range(rules.HAND_SIZE):
        _observe_tile(int(state.hand[player, slot]), out, _HAND_AT + slot * _PARTS)


@njit_inline
def _observe_table(state: State, player: int, out: NDArray[np.float32]) -> None:
    """Write what belongs to nobody: market, cats, unseen tiles, phase and options."""
    for slot in range(rules.MARKET_SIZE):
        _observe_tile(int(state.market[slot]), out, _MARKET_AT + slot * _PARTS)
    for place in range(rules.LINEUP_SIZE):
        out[_CATS_AT + place * _CAT_VALUES + int(state.lineup[place])] = 1.0
    for pattern in range(rules.NUM_PATTERNS):
        at = _CATS_AT + int(state.cat_of[pattern]) * _CAT_VALUES
        out[at + rules.NUM_CATS + pattern] = 1.0
    for kind in range(rules.NUM_KINDS):
        out[_UNSEEN_AT + kind] = _UNSEEN_VALUES[state.bag[kind]]
    if state.phase != OVER:
        out[_PHASE_AT + int(state.phase)] = 1.0
    for i in range(len(RESTRICTIONS)):
        out[_RESTRICTIONS_AT + i] = state.restrictions[i]
    if state.scenario != rules.NO_SCENARIO:
        out[_SCENARIO_AT + int(state.scenario) - 1] = 1.0
    elif state.num_players == 1:
        out[_TARGET_AT] = state.target_score * np.float32(1 / MAX_TARGET)


@njit_inline
def _observe_standing(
    state: State, seat: int, players: int, turn: int, out: NDArray[np.float32]
) -> None:
    """Write what the blocks with one value for each player say of ``seat``."""
    out[_SCORE_AT + turn] = _SCORE_VALUES[min(score(state, seat), MAX_SCORE)]
    out[_SCORE_AT + players + turn] = _PLACED_VALUES[state.num_placed[seat]]
    out[_SCORE_AT + 2 * players + turn] = state.mover == seat and state.phase != OVER


@njit_inline
def _observe_others(
    state: State, player: int, players: int, out: NDArray[np.float32], at: int
) -> None:
    """Write the blocks of the other players behind their boards, the first of which is ``at``."""
    others = players - 1
    goals_at = at + others * _TOKENS
    offers_at = goals_at + others * _ALL_GOALS
    hands_at = offers_at + others * _ALL_OFFERS
    out[at:] = 0.0
    for i in range(others):
        seat = (player + 1 + i) % players
        _observe_tokens(state, seat, out, at + i * _TOKENS)
        _observe_goals(state, seat, out, goals_at + i * _ALL_GOALS)
        _observe_offer(state, seat, out, offers_at + i * _ALL_OFFERS)
        _observe_other_hand(state, player, seat, out, hands_at + i * _OTHER_HAND)


@njit_inline
def _observe_tokens(state: State, seat: int, out: NDArray[np.float32], at: int) -> None:
    for color in range(rules.NUM_COLORS):
        out[at + color] = _BUTTON_VALUES[state.buttons[seat, color]]
    out[at + rules.NUM_COLORS] = state.rainbow[seat]
    for place in range(rules.LINEUP_SIZE):
        out[at + rules.NUM_COLORS + 1 + place] = _CAT_VALUES_OF[state.cats[seat, place]]


@njit_inline
def _observe_goals(state: State, seat: int, out: NDArray[np.float32], at: int) -> None:
    """Write the goals of ``seat`` and the tiles around them."""
    for spot in range(rules.NUM_SPOTS):
        goal = int(state.goals[seat, spot])
        if goal != NONE:
            out[at + goal] = 1.0
        colors_at = at + rules.NUM_GOALS
        for part in range(rules.NUM_COLORS):  # there are as many patterns
            color, pattern = state.colors[seat, part], state.patterns[seat, part]
            out[colors_at + part] = _RING_VALUES[count_around(spot, color)]
            out[colors_at + rules.NUM_COLORS + part] = _RING_VALUES[count_around(spot, pattern)]
        possible = find_possible(state, seat, spot)
        out[colors_at + _PARTS] = possible & BY_COLOR != 0
        out[colors_at + _PARTS + 1] = possible & BY_PATTERN != 0
        at += _GOAL_VALUES


@njit_inline
def _observe_offer(state: State, seat: int, out: NDArray[np.float32], at: int) -> None:
    for slot in range(rules.OFFER_SIZE):
        goal = int(state.goal_offer[seat, slot])
        if goal != NONE:
            out[at + slot * rules.NUM_GOALS + goal] = 1.0


@njit_inline
def _observe_tile(tile: int, out: NDArray[np.float32], at: int) -> None:
    if tile != NONE:
        color, pattern = divmod(tile, rules.NUM_PATTERNS)
        out[at + color] = 1.0
        out[at + rules.NUM_COLORS + pattern] = 1.0


@njit_inline
def _observe_other_hand(
    state: State, player: int, seat: int, out: NDArray[np.float32], at: int
) -> None:
    """Write what all have seen of a hand; its other tiles count as unseen."""
    for slot in range(rules.HAND_SIZE):
        tile = int(state.hand[seat, slot])
        if state.is_secret[seat, slot] == 0:
            _observe_tile(tile, out, at)
        else:
            out[at + _PARTS] = 1.0
            out[_UNSEEN_AT + tile] = _UNSEEN_VALUES[num_unseen(state, player, tile)]
        at += _PARTS + 1
