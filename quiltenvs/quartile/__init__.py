"""Quartile by SimplyFun, for two to six players. Rules and specs: README.md beside this file."""

VERSION = 0
"""Raised by one whenever the same seed and actions could give another result."""
