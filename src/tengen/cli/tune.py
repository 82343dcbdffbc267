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
    workers: Annotated[int, typer.Option("--workers", min=1, help="Number of games played at the same time.")] = 1,
    as_json: Json = False,  # noqa: FBT002  # a flag
) -> None:
    """Find good values of options by matches, and recommend them only if they beat the start values.

    A study that was stopped is continued by running the same command again.

    Example: tengen tune chances.toml --workers 2
    """
    from contextlib import closing
    from functools import partial

    from tengen.cli.watch import watching
    from tengen.match.runner import local_workers
    from tengen.match.store import Store
    from tengen.tune.games import StudyGames
    from tengen.tune.plan import read_plan
    from tengen.tune.study import conclude, samples

    plan = read_plan(file)
    with closing(Store(store or file.with_suffix(".sqlite"))) as opened, watching() as watcher:
        games = StudyGames(opened, partial(local_workers, workers), watcher)
        found: list[Sample] = []
        for sample in samples(plan, games.play):
            found.append(sample)
            watcher.say(_sample_text(plan, sample))
        result = conclude(plan, found, games.play)
    sys.stdout.write(_result_json(result) if as_json else _result_text(result, plan))


def _sample_text(plan: "Plan", sample: "Sample") -> str:
    tally = sample.tally
    return f"sample {sample.number} of {plan.sampling.samples}: {_words(sample.values)}: {tally.wins}-{tally.losses}"


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
        "sprt": result.sprt._asdict(),
    }
    return json.dumps(facts) + "\n"


def _result_text(result: "Result", plan: "Plan") -> str:
    scores = [f"{100 * e.value:.1f} % ({100 * e.low:.1f} - {100 * e.high:.1f})" for e in result[1:3]]
    test, sprt = result.test, result.sprt
    ratio = f"log-likelihood ratio {sprt.ratio:.2f} of {sprt.lower:.2f} to {sprt.upper:.2f}"
    lines = [
        f"start values: {_words(result.start)}: expected score {scores[1]}",
        f"best values:  {_words(result.best)}: expected score {scores[0]}",
        f"test of the best values against the start values: {test.wins}-{test.losses}, {ratio}: {sprt.decision}",
    ]
    if result.is_recommended:
        lines.append(f"recommended: {' '.join(f'--set {name}={value}' for name, value in result.best.items())}")
    elif not test.games:
        lines.append("recommended: the start values; the model finds nothing better")
    else:
        why = "are not stronger" if sprt.decision == "H0" else f"are not proved stronger after {plan.test.games} games"
        lines.append(f"recommended: the start values; the best values {why}")
    return "\n".join(lines) + "\n"
