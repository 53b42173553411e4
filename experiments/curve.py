"""The learning curve of a run as a picture."""

import io
from collections.abc import Sequence
from typing import Any

from quiltenvs.core.game import Game


def draw_curve(game: Game, history: Sequence[dict[str, Any]]) -> bytes:
    """Return a PNG: win share and margin against each anchor over the learner's decisions.

    Args:
        game: The game with its options.
        history: One row a stage, as ``training.Trainer`` keeps it.
    """
    from matplotlib.figure import Figure  # made directly, a figure draws without a window

    anchors = [key.removeprefix("win_share_") for key in history[0] if key.startswith("win_share_")]
    steps = [row["steps"] / 1000 for row in history]
    figure = Figure((8, 3.6), dpi=120)
    shares, margins = figure.subplots(1, 2)
    for anchor in anchors:
        shares.plot(
            steps, [100 * row[f"win_share_{anchor}"] for row in history], "o-", label=anchor
        )
        margins.plot(steps, [row[f"margin_{anchor}"] for row in history], "o-", label=anchor)
    # A solo player is compared with an anchor on the same deals: level is a half.
    shares.axhline(100 / max(2, game.spec.num_players), color="grey", linewidth=0.8, linestyle="--")
    margins.axhline(0, color="grey", linewidth=0.8, linestyle="--")
    shares.set(xlabel="thousand decisions of the learner", ylabel="win share in %", ylim=(-2, 102))
    margins.set(xlabel="thousand decisions of the learner", ylabel="margin in points")
    shares.legend(title="against")
    figure.suptitle(f"{game.spec.title}: learning by self-play")
    figure.tight_layout()
    file = io.BytesIO()
    figure.savefig(file, format="png", metadata={"Software": None})
    return file.getvalue()
