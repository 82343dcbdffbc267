"""The one error of this package."""


class SgfError(ValueError):
    """A game record that cannot be read or replayed; the message says what is wrong, and where."""
