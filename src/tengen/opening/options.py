"""The options of opening books."""

from typing import Annotated

from msgspec import Meta

from tengen.parts.options import Options
from tengen.parts.safe import UNSAFE


class BookOptions(Options, frozen=True):
    """Opening books (Pachi, section 3.3.1)."""

    forced: Annotated[
        str, Meta(description="file of positions with the moves to play in them without a search", extra=UNSAFE)
    ] = ""
    tree: Annotated[
        str, Meta(description="file with a searched tree, from which the first searches of a game start", extra=UNSAFE)
    ] = ""

    def check(self) -> None:
        """Raise OptionError if a file is no book, so that a bad book is refused when the option is set."""
        if self.forced:
            from tengen.opening.forced_book import check_forced_book

            check_forced_book(self.forced)
        if self.tree:
            from tengen.opening.tree_book import read_tree_book

            read_tree_book(self.tree)
