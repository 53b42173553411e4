"""What a position shows, in plain Python: the facts that text and picture share."""

import numpy as np

from quiltenvs.core.config import RANDOM, RANDOM_SEAT, Value
from quiltenvs.core.game import State
from quiltenvs.patchwork import engine, rules
from quiltenvs.patchwork.config import MATCHES, PatchworkConfig
from quiltenvs.patchwork.quilt import NUM_ORIENTATIONS, anchors, is_distinct
from quiltenvs.patchwork.state import NOBODY

COLUMNS, ROWS = "abcdefghi", "123456789"


def covered(state: State, player: int) -> set[int]:
    """Return the covered squares, 0 .. 80, of a player's quilt."""
    low, high = (int(word) for word in state.quilts[player])
    board = low | high << 64
    return {square for square in range(rules.NUM_CELLS) if board >> square & 1}


def market(state: State) -> list[int]:
    """Return the numbers of the unsold patches, clockwise from the neutral token."""
    unsold = int(state.unsold)
    steps = range(1, rules.NUM_PATCHES + 1)
    indices = [(int(state.neutral_token) + step) % rules.NUM_PATCHES for step in steps]
    return [int(state.circle[index]) for index in indices if unsold >> index & 1]


def special_patches(state: State) -> list[int]:
    """Return the spaces before which special patches still lie."""
    found = int(state.special_patches)
    return [space for space in range(rules.FINISH + 1) if found >> space & 1]


def marks_ahead(state: State, player: int) -> int:
    """Return the number of income marks that a player's token has yet to pass."""
    return sum(mark > state.position[player] for mark in rules.INCOME_MARKS)


def player_to_move(state: State) -> int:
    """Return the player to move, or NOBODY when all is over."""
    return NOBODY if engine.is_terminal(state) else int(engine.current_player(state))


def advance(state: State, player: int) -> tuple[int, int]:
    """Return the space an advance of ``player`` leads to, and the buttons its income marks pay."""
    start, other = int(state.position[player]), int(state.position[1 - player])
    goal = min(other + 1, rules.FINISH)
    marks = sum(start < mark <= goal for mark in rules.INCOME_MARKS)
    return goal, marks * int(state.income[player])


def is_buying(state: State) -> bool:
    """Return whether the player to move may buy or advance, nothing else being due."""
    return player_to_move(state) != NOBODY and state.pending == NOBODY


def missing_buttons(state: State, patch: int) -> int:
    """Return how many buttons the player to move lacks to pay a patch, at least 0."""
    return max(0, rules.PATCHES[patch].buttons - int(state.buttons[player_to_move(state)]))


def has_room(state: State, patch: int) -> bool:
    """Return whether a patch fits anywhere on the quilt of the player to move."""
    quilt = state.quilts[player_to_move(state)]
    turns = [turn for turn in range(NUM_ORIENTATIONS) if is_distinct(patch, turn)]
    return any(any(anchors(quilt, patch, turn)) for turn in turns)


def places(state: State) -> list[int]:
    """Return the place of each player as things stand, 1 = best."""
    out = np.zeros(rules.NUM_PLAYERS, np.int8)
    engine.rank_players(state, out)
    found: list[int] = out.tolist()
    return found


def headline(state: State) -> str:
    """Return who has to do what, or who has won."""
    player = player_to_move(state)
    if player != NOBODY:
        is_pending = state.pending != NOBODY
        return f"special patch for player {player}" if is_pending else f"player {player} to move"
    standing = places(state)
    scores = " : ".join(str(engine.score(state, seat)) for seat in range(rules.NUM_PLAYERS))
    result = "shared" if standing == [1, 1] else f"player {standing.index(1)} wins"
    return f"{result}, {scores}"


def match_line(state: State) -> str:
    """Return the number of the running game and the result of game one; "" outside a match."""
    if MATCHES[state.match] == "single":
        return ""
    if state.game_number == 0:
        return "game 1 of 2"
    score, empty = state.first_score, state.first_empty
    return f"game 2 of 2, game 1: {score[0]} : {score[1]}, empty {empty[0]} : {empty[1]}"


def changed_options(state: State) -> dict[str, Value]:
    """Return the options that differ from their defaults."""
    starter = int(state.starting_player)
    config = PatchworkConfig(
        starting_player=RANDOM if starter == RANDOM_SEAT else starter,
        time_board=rules.TIME_BOARDS[state.time_board],
        gap_penalty=int(state.gap_penalty),
        match=MATCHES[state.match],
    )
    defaults = PatchworkConfig().to_dict()
    return {name: value for name, value in config.to_dict().items() if value != defaults[name]}
