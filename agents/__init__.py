"""Players: anything that chooses actions for a batch of positions.

``base.py`` says what an agent is. A game's own players live in the module named like the game, with
their evaluation beside them; ``registry.py`` finds them by that name.
"""

from quiltenvs.agents.registry import agent_names, make_agent

__all__ = ["agent_names", "make_agent"]
