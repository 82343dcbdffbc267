"""The error that reading a game record raises."""


class SgfError(ValueError):
    """A game record cannot be read or replayed; the message says what is wrong, and where."""
