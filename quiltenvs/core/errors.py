"""What bad input raises. Each message names what was given and what is allowed."""


class QuiltError(ValueError):
    """Base of all errors that a user's input can cause; the command line prints one line."""


class IllegalActionError(QuiltError):
    """An action outside the current action mask was played. Nothing has been stepped."""


class OptionError(QuiltError):
    """An unknown option, or a value that the option does not take."""


class UnknownGameError(QuiltError):
    """There is no such game, or no such version of it."""


class StateError(QuiltError):
    """A saved state that is damaged, or belongs to another game, version or options."""
