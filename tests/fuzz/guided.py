"""Fuzz a parser with atheris, which prefers inputs that reach new code: ``make fuzz PARSER=sgf MINUTES=60``.

atheris is the extra ``fuzz``. The input of a failure is written to ``crash-...`` in the folder tests;
``python -m fuzz.guided sgf FILE`` there repeats it.
"""

import argparse
import sys
import tempfile
from pathlib import Path

LONGEST = 4096  # bytes of an input


def main() -> None:
    """Look for faults for some minutes, or try one input."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parser", help="sgf, toml, gtp or analysis")
    parser.add_argument("file", nargs="?", type=Path, help="try this input only")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--runs", type=int, default=-1, help="end after so many inputs")
    given = parser.parse_args()
    try:
        import atheris
    except ImportError:
        sys.exit("tengen: this needs atheris: pip install '.[fuzz]'")
    with atheris.instrument_imports(include=["tengen", "sgfmill"]):
        from fuzz.parsers import PARSERS
    if given.parser not in PARSERS:
        parser.error(f"{given.parser!r} is none of {', '.join(PARSERS)}")
    parse, seeds = PARSERS[given.parser]
    if given.file is not None:
        parse(given.file.read_bytes())
        return
    with tempfile.TemporaryDirectory() as folder:
        for number, seed in enumerate(seeds):
            (Path(folder) / str(number)).write_bytes(seed)
        seconds = max(1, round(60 * given.minutes))
        words = [f"-max_total_time={seconds}", f"-runs={given.runs}", f"-max_len={LONGEST}", "-timeout=30", folder]
        atheris.Setup([sys.argv[0], *words], parse)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
