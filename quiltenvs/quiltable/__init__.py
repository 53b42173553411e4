"""Quiltable: The Card Game, for one to eight players. Rules and specs: README.md beside this."""

VERSION = 0
"""Raised by one whenever the same seed and actions could give another result."""
