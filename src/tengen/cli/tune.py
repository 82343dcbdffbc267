"""``tengen tune``: find good values of options by matches."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.options import Json

if TYPE_CHECKING:
    from tengen.tune.plan import Plan, Values
    from tengen.tune.study import Result, Sample


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("tune")(tune)


def tune(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="TOML file: see docs/tuning.md.")],
    store: Annotated[Path | None, typer.Option("--store", help="SQLite file; FILE.sqlite if not given.")] = None,
    workers: Annotated[int, typer.Option("--workers", min=1, help="Games at the same time.")] = 1,
    as_json: Json = False,  # noqa: FBT002  # a flag
) -> None:
    """Find good values of options by matches, and recommend them only if they beat the start.

    A study that was stopped goes on where it was.

    Example: tengen tune chances.toml --workers 2
    """
    from contextlib import closing
    from functools import partial

    from tengen.cli.watch import watching
    from tengen.match.runner import local_venues
    from tengen.match.store import Store
    from tengen.tune.arena import Arena
    from tengen.tune.plan import read_plan
    from tengen.tune.study import conclude, samples

    plan = read_plan(file)
    with closing(Store(store or file.with_suffix(".sqlite"))) as opened, watching() as watcher:
        arena = Arena(opened, partial(local_venues, workers), watcher)
        found: list[Sample] = []
        for sample in samples(plan, arena.play):
            found.append(sample)
            watcher.say(_sample_text(plan, sample))
        result = conclude(plan, found, arena.play)
    sys.stdout.write(_result_json(result) if as_json else _result_text(result, plan))


def _sample_text(plan: "Plan", sample: "Sample") -> str:
    tally = sample.tally
    return f"sample {sample.number} of {plan.search.samples}: {_words(sample.values)}: {tally.wins}-{tally.losses}"


def _words(values: "Values") -> str:
    return " ".join(f"{name}={value}" for name, value in values.items())


def _result_json(result: "Result") -> str:
    facts = {
        "recommended": result.recommended,
        "is_better_than_start": result.is_recommended,
        "best": result.best,
        "start": result.start,
        "expected": result.expected,
        "expected_start": result.expected_start,
        "test": {"wins": result.test.wins, "losses": result.test.losses, "draws": result.test.draws},
        "sprt": result.verdict._asdict(),
    }
    return json.dumps(facts) + "\n"


def _result_text(result: "Result", plan: "Plan") -> str:
    scores = [f"{100 * e.value:.1f} % ({100 * e.low:.1f} - {100 * e.high:.1f})" for e in result[1:3]]
    test, verdict = result.test, result.verdict
    ratio = f"log-likelihood ratio {verdict.ratio:.2f} of {verdict.lower:.2f} to {verdict.upper:.2f}"
    lines = [
        f"start: {_words(result.start)}: {scores[1]} expected",
        f"best:  {_words(result.best)}: {scores[0]} expected",
        f"test of the best against the start: {test.wins}-{test.losses}, {ratio}: {verdict.decision}",
    ]
    if result.is_recommended:
        lines.append(f"recommended: {' '.join(f'--set {name}={value}' for name, value in result.best.items())}")
    elif not test.games:
        lines.append("recommended: the start; the model knows nothing better")
    else:
        why = "is not stronger" if verdict.decision == "H0" else f"is not proved stronger in {plan.test.games} games"
        lines.append(f"recommended: the start; the best {why}")
    return "\n".join(lines) + "\n"
