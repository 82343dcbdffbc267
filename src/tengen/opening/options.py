"""The options of opening books."""

from typing import Annotated

from msgspec import Meta

from tengen.parts.options import Options


class BookOptions(Options, frozen=True):
    """Begin games by a book (Pachi, section 3.3.1)."""

    forced: Annotated[
        str, Meta(description="file of positions and the moves that are played in them, without search")
    ] = ""
    tree: Annotated[str, Meta(description="file of a searched tree that the first searches of a game begin with")] = ""
