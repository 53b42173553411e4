"""Experiments: one module per question. ``quiltenvs --help`` lists those with a command.

Nothing is imported here, so that no experiment pays for the packages of another.
"""
