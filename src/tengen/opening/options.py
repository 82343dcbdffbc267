"""The options of opening books."""

from typing import Annotated

from msgspec import Meta

from tengen.parts.options import Options


class BookOptions(Options, frozen=True):
    """Opening books (Pachi, section 3.3.1)."""

    forced: Annotated[str, Meta(description="file of positions with the moves to play in them without a search")] = ""
    tree: Annotated[
        str, Meta(description="file with a searched tree, from which the first searches of a game start")
    ] = ""
