"""What a position means, in sentences: who has to do what, who has won, what will end the game."""

from quiltenvs.core.game import State
from quiltenvs.quiltable import facts, rules
from quiltenvs.quiltable.config import RACE
from quiltenvs.quiltable.facts import NOBODY
from quiltenvs.quiltable.state import (
    ACTION,
    CHOOSE,
    CORNER,
    DONATE,
    DONATE_TO,
    GRANNY,
    KEEP,
    LAY,
    MADDIE,
    NONE,
    OVER,
    PLACE,
    REFILL,
    RETURN,
    SAM,
    SANDRA_GIVE,
    SANDRA_TAKE,
    SIDE,
    TRAVIS,
    UNDO,
)

_TASKS = {
    SIDE: "choose a side of its assistant",
    KEEP: "keep a pattern",
    CORNER: "choose the corner of the Quilting Master",
    CHOOSE: "choose more blocks",
    RETURN: "return more blocks",
    LAY: "lay a returned block",
    REFILL: "lay a block that refills",
    SAM: "name a card for a block",
    GRANNY: "turn a block into a pattern",
    SANDRA_GIVE: "give a block",
    SANDRA_TAKE: "take a block",
    DONATE: "donate a pattern",
    DONATE_TO: "name who gets the pattern",
    TRAVIS: "name whom to switch assistants with",
    MADDIE: "name whose assistant to flip",
    UNDO: "give a pattern or let its assistant be flipped",
    OVER: "",
}


def task(state: State) -> str:
    """Return what the player to move has to do, e.g. ``place 2 blocks``; "" when all is over."""
    if state.phase == ACTION:
        left = int(state.actions_left[state.marker])
        return f"act, {left} action{'s' * (left != 1)} left"
    if state.phase == PLACE:
        count = max(1, int(state.num_group))
        return f"place {count} block{'s' * (count != 1)}"
    return _TASKS[int(state.phase)]


def headline(state: State) -> str:
    """Return who has to do what, or who has won."""
    player = facts.player_to_move(state)
    if player != NOBODY:
        return f"player {player} to {task(state)}"
    return f"{_result(state)}{', the turns were limited' * bool(state.is_cut)}"


def _result(state: State) -> str:
    scores, places = facts.scores(state), facts.places(state)
    master = facts.master(state)
    if master is not None:
        verb = "wins against" if places == [1] else "loses to"
        return f"player 0 {verb} {master.name}, {scores[0]} : {master.score}"
    if state.mode == RACE:
        return "a draw" if places.count(1) > 1 else f"player {places.index(1)} wins the race"
    return f"player {places.index(1)} wins, {' : '.join(map(str, scores))}"


def role(state: State, player: int) -> str:
    """Return in a few words what the position means for a player, "" for nothing."""
    mover = facts.player_to_move(state)
    if mover == NOBODY:
        return _place(state, player)
    if mover == player:
        return "to move"
    if any(turn.player == player for turn in facts.turns(state)):
        return "in turn"
    if state.is_due[player]:
        return "last turn to come"
    return "" if state.ender == NONE else "has finished"


def _place(state: State, player: int) -> str:
    places = facts.places(state)
    if facts.num_players(state) == 1:
        return "winner" if places == [1] else "beaten"
    if places.count(1) > 1:
        return "draw"
    return "winner" if places[player] == 1 else ""


def ending(state: State) -> str:
    """Return who triggered the end and who has a last turn to come, "" before."""
    if state.ender == NONE:
        return ""
    due = [str(seat) for seat in range(rules.MAX_PLAYERS) if state.is_due[seat]]
    rest = f"last turn to come of {', '.join(due)}" if due else "no more turns to come"
    return f"end triggered by player {state.ender}, {rest}"
