"""Quilt board games as fast reinforcement-learning environments."""

from quiltenvs.core.registry import game, game_names
