"""Results of rows, kept as text: a line of JSON for each game, without the game record.

While a row is played its games are in an SQLite store beside the text file; the text file is kept with the sources. If
there is no store when a row is continued, the games of the text file are put into a new one, so that they are not
played again.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from tengen.match.finished import FinishedGame, Side, opponent_of
from tengen.match.statistics import MatchTally
from tengen.match.store import Store

RESULTS = Path("experiments") / "results"


class CellGame(FinishedGame, frozen=True, kw_only=True, omit_defaults=True):
    """A finished game of a cell. Only what ``KEPT`` names is kept of it, and of its seconds only the means."""

    cell: str
    limit: str
    """The limit of the players in words, with what differs from the cell: see ``Scale``."""
    ours: Literal["first", "second"] = "first"
    """Which player of the pairing the row is about."""

    @property
    def our_colour(self) -> Side:
        """The colour of the player that the row is about."""
        return self.first_is if self.ours == "first" else opponent_of(self.first_is)

    @property
    def player(self) -> str:
        """The hash of our player."""
        return self.black if self.our_colour == "black" else self.white

    @property
    def our_tally(self) -> MatchTally:
        """The tally of our player for this one game."""
        return self.tally(self.our_colour)


KEPT = (
    *("cell", "limit", "pairing", "number", "black", "white", "first_is", "ours", "result", "winner", "reason"),
    *("moves", "seconds", "simulations", "versions", "started", "finished"),
)
"""The fields of a line of the text file, in order."""


def results_path(folder: Path, row: str) -> Path:
    """Return where the results of a row are kept."""
    return folder / f"{row}.jsonl"


def store_path(folder: Path, row: str) -> Path:
    """Return where the games of a row are while it is played."""
    return folder / f"{row}.sqlite"


def read_games(path: Path) -> list[CellGame]:
    """Return the games of a file, none if there is no file; raises ValueError with the place of a bad line."""
    if not path.exists():
        return []
    found = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        try:
            found.append(_from_line(line))
        except (msgspec.MsgspecError, AttributeError) as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
    return found


def _from_line(line: str) -> CellGame:
    facts = msgspec.json.decode(line)
    means = facts.get("seconds", {})
    facts["seconds"] = {side: [] if mean is None else [mean] for side, mean in means.items()}
    return msgspec.convert(facts, CellGame)


def _to_line(game: CellGame) -> str:
    facts: dict[str, Any] = msgspec.to_builtins(game)
    if "seconds" in facts:
        facts["seconds"] = {side: _mean(seconds) for side, seconds in game.seconds.items()}
    for moment in ("started", "finished"):
        facts[moment] = int(facts[moment])
    return msgspec.json.encode({name: facts[name] for name in KEPT if name in facts}).decode() + "\n"


def write_games(path: Path, games: Iterable[CellGame]) -> None:
    """Write the games in a fixed order; the old file stays until the new one is complete."""
    ordered = sorted(games, key=lambda game: (game.cell, game.limit, game.pairing, game.number))
    path.parent.mkdir(parents=True, exist_ok=True)
    new_file = path.with_suffix(".new")
    new_file.write_text("".join(map(_to_line, ordered)), encoding="utf-8")
    new_file.replace(path)


def merged(*sources: Iterable[CellGame]) -> list[CellGame]:
    """Return the games of several sources, each once; if they differ, the first source counts."""
    found: dict[tuple[str, int], CellGame] = {}
    for game in (game for source in sources for game in source):
        found.setdefault((game.pairing, game.number), game)
    return list(found.values())


class Label(msgspec.Struct, frozen=True):
    """What a pairing of a store is in its row."""

    cell: str
    limit: str
    ours: Literal["first", "second"]


def games_of_store(store: Store, labels: Mapping[str, Label]) -> Iterator[CellGame]:
    """Yield the games that count of the pairings, given by hash, that have a label."""
    for game in store.games():
        if game.pairing in labels and not game.void:
            yield _cell_game(game, labels[game.pairing])


def _cell_game(game: FinishedGame, label: Label) -> CellGame:
    facts = {name: getattr(game, name) for name in KEPT if hasattr(game, name)}
    facts |= msgspec.structs.asdict(label)
    means = {side: _mean(seconds) for side, seconds in game.seconds.items()}
    facts["seconds"] = {side: [] if mean is None else [mean] for side, mean in means.items()}
    return CellGame(**(facts | {"started": float(int(game.started)), "finished": float(int(game.finished))}))


def _mean(values: list[float]) -> float | None:
    return round(sum(values) / len(values), 6) if values else None


def fill_store(store: Store, games: Iterable[CellGame], pairings: Iterable[str]) -> None:
    """Put the games of some pairings, given by hash, into a store, unless it has them."""
    known = set(pairings)
    there = {(game.pairing, game.number) for game in store.games() if not game.void}
    for game in games:
        if game.pairing in known and (game.pairing, game.number) not in there:
            store.finish(msgspec.structs.replace(game, detail="from the text file of results, without a game record"))
