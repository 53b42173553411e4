"""What an agent answers is checked before any of it is played."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from quiltenvs.core.errors import IllegalActionError
from quiltenvs.core.game import Game, States, describe_actions
from quiltenvs.core.registry import loops_of


def checked_answers(game: Game, name: str, states: States, answers: Any) -> NDArray[np.int64]:
    """Return ``answers`` as (N,) i8 if they are legal actions in (N,) ``states``.

    Args:
        game: The game that all positions belong to.
        name: Of the agent, for the message.
        states: (N,) positions.
        answers: What the agent returned.

    Raises:
        IllegalActionError: not N integers, or one is not legal.
    """
    found = np.asarray(answers)
    if found.shape != (len(states),) or found.dtype.kind not in "iu":
        raise IllegalActionError(
            f"agent {name} was asked for {len(states)} integers, one a position, and gave an "
            f"array of shape {found.shape} and dtype {found.dtype}"
        )
    actions = np.ascontiguousarray(found, np.int64)
    row = loops_of(game.spec.name).first_illegal(np.ascontiguousarray(states), actions)
    if row >= 0:
        legal = game.legal_actions(states[row])
        raise IllegalActionError(
            f"agent {name} chose illegal action {found[row]} in position {row}; "
            f"{describe_actions(legal)}"
        )
    return actions
