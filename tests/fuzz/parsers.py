"""The parsers that strangers reach, each as a function of bytes that raises if anything but the promised happens."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tengen.analysis.query import QueryError, read_action, read_query, read_request
from tengen.gtp.protocol import failure, parse_request, success
from tengen.match.match_file import parse_definition
from tengen.parts.toml import ConfigError
from tengen.sgf import SgfError, read

PLAYERS = '[players.one]\npreset = "random"\n[players.two]\nengine = "gnugo:1"\n'


def parse_sgf(data: bytes) -> None:
    """A record is refused with an SgfError, or what is read can be written, and read again as the same."""
    try:
        written = read(data).to_bytes()
    except SgfError:
        return
    assert read(written).to_bytes() == written


def parse_match_file(data: bytes) -> None:
    """A match file is refused with a ConfigError, or accepted."""
    with suppress(ConfigError):
        parse_definition(data.decode("utf-8", "replace"), folder=Path("/nowhere"))


def parse_gtp(data: bytes) -> None:
    """A line has no command, or one whose id can be repeated; an answer to it is never more than one answer."""
    request = parse_request(data.decode("utf-8", "replace"))
    if request is None:
        return
    assert request.id == "" or request.id.isdigit()
    for answer in (success(request.id, "text"), failure(request.id, request.name)):
        assert answer.endswith("\n\n")
        assert answer.count("\n\n") == 1


def parse_query(data: bytes) -> None:
    """A request is refused with a QueryError, or is an action or a query with an id."""
    try:
        request = read_request(data)
        read = read_action(request) if "action" in request else read_query(request)
    except QueryError:
        return
    assert isinstance(read.id, str)


PARSERS: dict[str, tuple[Callable[[bytes], None], list[bytes]]] = {
    "sgf": (
        parse_sgf,
        [b"(;GM[1]SZ[9]HA[2]AB[gc][cg]CA[UTF-8];W[ee]C[a\\]b];B[]N[x](;W[aa:cc])(;W[tt]))", b"\xef\xbb\xbf(;SZ[5:5])"],
    ),
    "toml": (
        parse_match_file,
        [f'{PLAYERS}[[pairings]]\nplayers = ["one", "two"]\ngames = 4\nkomi = 7.5\ntime = {{ main = 10 }}\n'.encode()],
    ),
    "gtp": (parse_gtp, [b"12 play b C3 # comment\r\n", b"\t=1 known_command\x00 x", b"# nothing"]),
    "analysis": (
        parse_query,
        [
            b'{"id":"a","moves":[["B","C3"]],"rules":"chinese","komi":6.5,"boardXSize":9,"boardYSize":9}',
            b'{"id":"t","action":"terminate","terminateId":"a","turnNumbers":[1]}',
        ],
    ),
}
"""Each parser with some inputs to begin with."""
