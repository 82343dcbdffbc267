"""The limits of a server: what one page, and all pages together, may use."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Limits of a server. Times are in seconds."""

    pages: int = 50
    """Pages that may be open at the same time."""
    message_bytes: int = 6_000_000
    """Size of a message from a page; a game record of 4 MB takes 5.4 MB."""
    requests_a_second: float = 20.0
    """Requests that a page may make, on average."""
    requests_at_once: int = 60
    """Requests that a page may make in a row before the average counts."""
    hello_seconds: float = 10.0
    """Time in which a new page must introduce itself."""
    idle_seconds: float = 4 * 3600.0
    """A page without any request for so long is closed; it connects again when it is used."""
    analysis_seconds: float = 600.0
    """An analysis ends after so much time without any request of its page."""
    unsent_messages: int = 2000
    """A page that does not read its messages is closed when so many wait for it."""
    engine_megabytes: float = 48.0
    """Memory for the tree of each engine."""
    record_nodes: int = 20_000
    """Nodes of a game record."""
    match_workers: int = 1
    """Games of the laboratory that are played at the same time, in all matches together."""
