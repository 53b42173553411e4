"""Patchwork, the game for two by Uwe Rosenberg. Rules and specs: README.md beside this file."""

VERSION = 0
"""Raised by one whenever the same seed and actions could give another result."""
