"""Episodes as readable text, to be replayed and compared line by line."""

import re
import zlib
from typing import Any

import numpy as np

from quiltenvs.core.errors import StateError
from quiltenvs.core.game import Game, State
from quiltenvs.core.registry import game as find_game

PICTURE_EVERY = 8
"""Steps from one full picture to the next; scores and digests are shown at every step."""

_ACTION = re.compile(r"^> .+ \[(\d+)\]$", re.MULTILINE)


def record(game: Game, seed: int, actions: list[int] | None = None) -> str:
    """Play one episode and return its text.

    Args:
        game: The game to play.
        seed: Seed of the episode, and of the random moves if ``actions`` is None.
        actions: Moves to play; None plays uniformly random legal ones to the end.

    Raises:
        IllegalActionError: ``actions`` holds an illegal move.
    """
    moves = None if actions is None else iter(actions)
    rng = np.random.default_rng(seed)
    state = game.new_state(seed)
    lines = [f"game {game.spec.name} v{game.spec.version}"]
    lines += [f"option {name}={value}" for name, value in _changed_options(game).items()]
    lines += [f"seed {seed}"]
    step = 0
    while not game.is_terminal(state):
        legal = game.legal_actions(state)
        action = int(rng.choice(legal)) if moves is None else next(moves, None)
        if action is None:
            break
        lines += ["", f"step {step}   player {game.current_player(state)} to move"]
        lines += [game.render(state)] if step % PICTURE_EVERY == 0 else []
        lines += [_checks(game, state, legal)]
        lines += [f"> {_name(game, state, action)} [{action}]"]
        game.play(state, action)
        step += 1
    ending = "end" if game.is_terminal(state) else "stopped"
    places = " ".join(str(place) for place in game.ranking(state))
    scores = " ".join(str(score) for score in game.scores(state))
    return "\n".join(
        [*lines, "", ending, game.render(state), f"score {scores}   place {places}", ""]
    )


def replay(text: str) -> str:
    """Play the episode in ``text`` again and return the text that gives now.

    Raises:
        StateError: ``text`` is not a playthrough.
        UnknownGameError: it is one of a game or a version that is not here.
    """
    head = re.match(r"game (\w+) v(\d+)\n((?:option .*\n)*)seed (\d+)\n", text)
    if head is None:
        raise StateError("not a playthrough: it must begin with lines for game, options and seed")
    options = dict(re.findall(r"option (\w+)=(.*)\n", head[3]))
    game = find_game(f"{head[1]}-v{head[2]}", **{k: _value(v) for k, v in options.items()})
    return record(game, int(head[4]), [int(action) for action in _ACTION.findall(text)])


def _changed_options(game: Game) -> dict[str, Any]:
    defaults = type(game.config)().to_dict()
    return {k: v for k, v in game.config.to_dict().items() if v != defaults[k]}


def _value(text: str) -> int | str | bool:
    if text in ("True", "False"):
        return text == "True"
    return int(text) if re.fullmatch(r"-?\d+", text) else text


def _name(game: Game, state: State, action: int) -> str:
    """Name a legal action; an illegal one is left to ``play`` to refuse."""
    return game.action_name(state, action) if game.is_legal(state, action) else "?"


def _checks(game: Game, state: State, legal: list[int]) -> str:
    """Return scores in full, and mask and observations as short digests."""
    scores = " ".join(str(score) for score in game.scores(state))
    out = np.zeros(game.observation_size, np.float32)
    digest = 0
    for player in range(game.spec.num_players):
        game.observe(state, player, out)
        digest = zlib.crc32(out.tobytes(), digest)
    mask = zlib.crc32(np.array(legal, np.int64).tobytes())
    return f"score {scores}   legal {len(legal)} #{mask:08x}   observations #{digest:08x}"
