"""Tells setuptools what pyproject.toml cannot: two folders that are installed under another name.

``agents/`` and ``experiments/`` stand at the top of the repository and are installed as
``quiltenvs.agents`` and ``quiltenvs.experiments``, because a top-level import name ``agents``
would collide with another distribution. The games are found by scanning, never listed.
"""

from setuptools import find_packages, setup

MOVED = {"quiltenvs.agents": "agents", "quiltenvs.experiments": "experiments"}

setup(
    packages=[*find_packages(include=["quiltenvs", "quiltenvs.*"]), *MOVED],
    package_dir={"": ".", **MOVED},
)
