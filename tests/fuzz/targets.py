"""What is fuzzed. Each target takes a seed, does a bounded amount of work, and raises if anything is not as it must be.

The same seed does the same, but for what depends on time. ``tests/fuzz/__main__.py`` runs them for hours, and
``test_short.py`` for seconds.
"""

import json
import logging
import re
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from analysis.client import connected
from fuzz.speaker import CAPS, RECIPE, Speaker
from gtp.framing import read_response
from gtp.test_fuzz import check as check_game
from gtp.test_fuzz import command_of
from tengen import Engine, Game, Limit, OptionError, SgfError
from tengen.analysis.server import Setup as AnalysisSetup
from tengen.game.replay import replay
from tengen.gtp.session import Session, Setup
from tengen.opening.forced_book import check_forced_book
from tengen.opening.tree_book import read_tree_book
from tengen.parts.options import knobs, to_record
from tengen.parts.settings import Origin
from tengen.presets.preset import preset_names
from tengen.sgf import read

LIGHT = {"playout.policy": "random", "memory": 4, "simulations": 40}
SEARCHING = ("tengen", "mogo", "mango", "pachi", "lingo")
RECORDS = {
    "game.sgf": "(;GM[1]SZ[5]KM[0.5]RU[Japanese];B[cc];W[cd];B[bd];W[dd];B[];W[ab])",
    "handicap.sgf": "(;GM[1]SZ[5]HA[2]RU[AGA]AB[bb][dd];W[cc];B[ec](;W[aa];B[ba])(;W[]))",
    "broken.sgf": "(;SZ[5];B[cc];W[cc])",
}


class Failed(AssertionError):
    """Something is wrong; the message has what is needed to repeat it."""


def failed(error: Exception, said: str) -> Failed:
    """Return what to raise after an error: what was said comes first, as only the end of a long message is kept."""
    return Failed(f"\n{said}\n--- error:\n{''.join(traceback.format_exception(error))}")


@contextmanager
def no_internal_errors() -> Iterator[None]:
    """Fail if an error is logged that is not the user's."""
    seen: list[str] = []

    class Watch(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.exc_info or "has failed" in record.getMessage():
                seen.append(self.format(record))

    handler = Watch()
    logging.getLogger("tengen").addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger("tengen").removeHandler(handler)
    if seen:
        raise Failed("\n".join(seen))


def fuzz_gtp(seed: int, *, is_wild: bool = False) -> int:
    """A GTP session with a tree search, pondering, all modes of threads, and options that change between moves."""
    random = Random(seed)
    lines = random.choice([60, 1000]) if is_wild else 60
    parallel = random.choice(["tree", "mutex", "root", *(["leaf"] if is_wild else [])])
    preset = random.choice(SEARCHING) if is_wild else "tengen"
    size = random.choice([2, 3, 5, 7, 9] if is_wild else [5])
    options = (LIGHT if not is_wild or random.random() < 0.5 else {"memory": 2, "simulations": 30}) | {
        "parallel": parallel,
        "threads": random.choice([1, 2, 4]),
        "time.ponder": random.random() < 0.5,
    }
    with tempfile.TemporaryDirectory() as folder:
        for name, text in RECORDS.items():
            (Path(folder) / name).write_text(text)
        files = [str(Path(folder) / name) for name in (*RECORDS, "nowhere.sgf")]
        session = Session(Setup(partial(Engine, preset, options, seed=seed), size, quiet=True))
        speaker = Speaker(random, [size], session.engine.options, files, compiles=is_wild and random.random() < 0.1)
        said = [line for _ in range(lines) if not is_expensive(line := speaker.line())]
        converse(session, said, random)
    return len(said)


def is_expensive(line: bytes) -> bool:
    """Return whether a line would take minutes, or end the session."""
    return b"quit" in line or bool(re.search(rb"simulations ([0-9]{3,}|1e)", line))


def converse(session: Session, said: list[bytes], random: Random) -> None:
    """Say lines, with pauses in which the engine may ponder; all responses must have the right form."""

    def paced() -> Iterator[bytes]:
        for line in said:
            if random.random() < 30 / len(said):
                time.sleep(random.choice([0.001, 0.01, 0.03]))
            yield line

    output = BytesIO()
    try:
        with no_internal_errors():
            session.run(paced(), output)
            check_answers(said, output.getvalue().decode())
            if not session.game.start.empty_count < session.game.size**2:
                check_game(session.game)
    except Exception as error:
        transcript = b"".join(said).decode("utf-8", "replace")
        raise failed(error, f"--- options: {session.engine.options}\n--- said:\n{transcript}") from None
    finally:
        session.close()


def check_answers(said: list[bytes], raw: str) -> None:
    """Each command has one response, in order, with its id."""
    commands = [command for command in map(command_of, said) if any(command)]
    responses = re.split(r"(?<=\n)\n", raw)
    if responses.pop() != "" or len(responses) != len(commands):
        raise Failed(f"{len(responses)} responses to {len(commands)} commands")
    for (identity, name), response in zip(commands, responses, strict=True):
        if not re.search("analyze|kata-search", name):  # their lines come one by one, perhaps none
            found = read_response(response + "\n")
            if found.id != identity:
                raise Failed(f"{name}: the id is {found.id!r} instead of {identity!r}")
        if "internal error" in response:
            raise Failed(f"{name}: {response}")


def fuzz_analysis(seed: int, *, is_wild: bool = False, queries: int = 12) -> int:
    """Queries of the analysis protocol, right and wrong: each gets an answer, and none an internal error."""
    random = Random(seed)
    preset = random.choice(SEARCHING) if is_wild else "tengen"

    def new_engine(number: int, options: Any) -> Engine:
        return Engine(preset, {**LIGHT, "memory": 8, **options}, seed=number)

    with Engine(preset) as engine:
        names = [one for one in knobs(engine.options) if one.name.rpartition(".")[2] not in RECIPE]
    requests = [_query(random, number, names) for number in range(queries)]
    try:
        with no_internal_errors(), connected(AnalysisSetup(new_engine, parallel=2)) as client:
            client.say(*requests)
        answers = client.rest()
        for request in requests:
            if not isinstance(request, dict) or request.get("analyzeTurns") == []:  # a query of no turns has no answer
                continue
            identity = request.get("id")
            if isinstance(identity, str) and not any(answer.get("id") == identity for answer in answers):
                raise Failed(f"no answer to {request}")
        wrong = [answer for answer in answers if "internal error" in str(answer.get("error"))]
        if wrong:
            raise Failed(str(wrong))
    except Exception as error:
        said = "\n".join(json.dumps(request) if isinstance(request, dict) else repr(request) for request in requests)
        raise failed(error, f"--- said:\n{said}") from None
    return queries


def _query(random: Random, number: int, names: list[Any]) -> Any:
    if random.random() < 0.1:
        return random.choice([random.randbytes(20).replace(b"\n", b""), b"{}", b"[]", b'{"id":"x","action":"y"}'])
    places = [f"{random.choice('ABCDE')}{random.randint(1, 5)}" for _ in range(random.randrange(6))]
    moves = [[random.choice("BWbw"), place] for place in places]
    query: dict[str, Any] = {"id": f"q{number}", "moves": moves, "rules": "chinese", "boardXSize": 5, "boardYSize": 5}
    query |= {"maxVisits": random.randint(1, 60)}
    one = random.choice(names)
    strange: list[Any] = [None, -1, 0, 10**20, 1e308, "", "x", [], {}, True, [[]], "B"]
    extras: dict[str, Callable[[], Any]] = {
        "analyzeTurns": lambda: [random.randrange(-1, 7) for _ in range(3)],
        "komi": lambda: random.choice([0.5, 7, -99, 1e10]),
        "initialStones": lambda: [["B", "C3"], ["W", random.choice(["C4", "C3", "pass"])]],
        "includeOwnership": lambda: True,
        "includePVVisits": lambda: True,
        "avoidMoves": lambda: [{"player": "B", "moves": ["C3", "pass"], "untilDepth": random.randint(0, 3)}],
        "reportDuringSearchEvery": lambda: random.choice([0.001, 1, 0, -1]),
        "priority": lambda: random.randint(-5, 5),
        "rules": lambda: random.choice(["japanese", "tromp-taylor", {"ko": "SIMPLE"}, "x"]),
        "overrideSettings": lambda: (
            {one.name: random.choice([one.value, one.text, one.meta.ge, "x"])}
            if one.name not in CAPS and not one.name.startswith(("book.", "cluster."))
            else {"maxTime": 0.01}
        ),
    }
    for name in random.sample(list(extras), random.randrange(4)):
        query[name] = extras[name]() if random.random() < 0.8 else random.choice(strange)
    if random.random() < 0.1:
        query = {"id": f"q{number}", "action": random.choice(["terminate", "terminate_all", "clear_cache", "x"])}
        query["terminateId"] = f"q{random.randrange(12)}"
    return query


def spoilt(random: Random, data: bytes) -> bytes:
    """Return data with some bytes changed, lost, doubled or moved."""
    pieces = bytearray(data)
    for _ in range(random.randint(1, 6)):
        place = random.randrange(len(pieces) + 1)
        length = random.choice([1, 1, 2, 8, 40])
        change = random.randrange(4)
        if change == 0:
            pieces[place : place + length] = random.randbytes(length)
        elif change == 1:
            del pieces[place : place + length]
        elif change == 2:
            pieces[place:place] = pieces[place : place + length] * random.choice([1, 2, 50])
        else:
            pieces[place:place] = random.choice([b"[", b"]", b"(;", b")", b"\\", b"\x00", b"=", b'"', b"9" * 9, b"\n"])
    return bytes(pieces)


def fuzz_sgf(seed: int, *, is_wild: bool = False, records: int = 60) -> int:
    """Damaged records: each is read, or refused with an SgfError; what is read can be written and read again."""
    random, count = Random(seed), records * (10 if is_wild else 1)
    for _ in range(count):
        data = spoilt(random, random.choice(list(RECORDS.values())).encode())
        try:
            record = read(data)
            game = replay(record)
        except SgfError:
            continue
        except Exception as error:
            raise Failed(f"{error!r} for {data!r}") from error
        again = Game.from_sgf(game.to_sgf())
        if again.board.colour.tobytes() != game.board.colour.tobytes():
            raise Failed(f"written and read again, it is another game: {data!r}")
    return count


def fuzz_toml(seed: int, *, is_wild: bool = False, files: int = 20) -> int:
    """Damaged files of options: each is accepted, or refused with an OptionError that names the file."""
    random, count = Random(seed), files * (10 if is_wild else 1)
    presets = Path(__file__).parents[2] / "src" / "tengen" / "presets"
    texts = [path.read_bytes() for path in sorted(presets.glob("*.toml"))]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "options.toml"
        for _ in range(count):
            path.write_bytes(data := spoilt(random, random.choice(texts)))
            try:
                Engine("tengen", config=path).close()
            except OptionError as error:
                if "options.toml" not in str(error):
                    raise Failed(f"{error} does not name the file: {data!r}") from error
            except Exception as error:
                raise Failed(f"{error!r} for {data!r}") from error
    return count


def fuzz_options(seed: int, *, is_wild: bool = False, changes: int = 30) -> int:
    """Options of all presets: a value is refused with an OptionError, or it can be used."""
    random, count = Random(seed), changes * (5 if is_wild else 1)
    name = random.choice([name for name in preset_names() if name != "distributed"])
    with Engine(name) as engine:
        speaker = Speaker(random, [5], engine.options, [], compiles=True)
        for number in range(count):
            options = list(knobs(engine.options))
            if not options:
                return number
            chosen = {one.name: speaker.value(one) for one in random.sample(options, min(3, len(options)))}
            try:
                engine.settings.update(chosen, Origin.PYTHON)
                to_record(engine.options)
            except OptionError:
                continue
            except Exception as error:
                raise Failed(f"{name}: {error!r} for {chosen}") from error
    return count


@cache
def _book() -> tuple[bytes, dict[str, Any]]:
    """Return a tree book of the empty board, as a file and as its parts."""
    with tempfile.TemporaryDirectory() as folder, Engine("tengen", LIGHT, seed=1) as engine:
        path = Path(folder) / "book.npz"
        engine.analyse(Game(5, 0.5), Limit(simulations=3000))
        engine.save_book(path)
        with np.load(path) as file:
            return path.read_bytes(), dict(file)


def fuzz_books(seed: int, *, is_wild: bool = False, books: int = 12) -> int:
    """Damaged and hand-made books: each is refused by name, or a search can use it."""
    random, count = Random(seed), books * (5 if is_wild else 1)
    data, parts = _book()
    for _ in range(count):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "book.npz"
            if random.random() < 0.3:
                path.write_bytes(spoilt(random, data))
            else:
                nodes = parts["nodes"].copy()
                for _ in range(random.choice([1, 1, 2, 5])):
                    field = random.choice(nodes.dtype.names)
                    drawn = random.choice([0, 1, 2, 27, 300, 2**15, 2**16 - 1, random.randrange(len(nodes))])
                    nodes[field][random.randrange(min(len(nodes), random.choice([5, 60, 10**6])))] = drawn
                with path.open("wb") as file:
                    np.savez(file, **(parts | {"nodes": nodes}))
            _try_book(path)
            path.write_bytes(spoilt(random, b"9 | E5\n5 C3 C4 | B2 D2\n# x\n5 | C3\n"))
            try:
                check_forced_book(str(path))
            except OptionError as error:
                if str(path) not in str(error):
                    raise Failed(f"{error} does not name the book") from error
    return count


def _try_book(path: Path) -> None:
    try:
        read_tree_book(str(path))
    except OptionError as error:
        if str(path) not in str(error):
            raise Failed(f"{error} does not name the book") from error
        return
    game = Game(5, 0.5)
    with Engine("tengen", LIGHT | {"book.tree": str(path)}, seed=1) as engine:
        for _ in range(3):
            report = engine.analyse(game, Limit(simulations=50))
            game.play(report.best.move)


TARGETS: dict[str, Callable[..., int]] = {  # each returns how many lines, queries or files it has tried
    "gtp": fuzz_gtp,
    "analysis": fuzz_analysis,
    "sgf": fuzz_sgf,
    "toml": fuzz_toml,
    "options": fuzz_options,
    "books": fuzz_books,
}
