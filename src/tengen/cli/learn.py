"""``tengen learn``: learn from game records, and rank playout policies with them."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from tengen.cli.group import CommandGroup
from tengen.cli.judged import Part, is_judged, measure_searches
from tengen.cli.options import Json, Set, Size
from tengen.cli.playout import playout_options

learn_app = typer.Typer(
    cls=CommandGroup, help="Learn from game records, and rank playout policies with them.", no_args_is_help=True
)

Games = Annotated[
    list[Path], typer.Argument(exists=True, help="SGF files, folders of them, or tables (.tsv, .tsv.xz) of games.")
]
GamesOrJudged = Annotated[
    list[Path],
    typer.Argument(
        exists=True,
        help="SGF files, folders of them, or tables (.tsv, .tsv.xz) of games; or judged positions (.jsonl, .jsonl.xz).",
    ),
]
Take = Annotated[int, typer.Option("--take", min=1, help="Use every n-th game.")]
Every = Annotated[int, typer.Option("--every", min=1, help="Use every n-th move of a game.")]


def add_to(app: typer.Typer) -> None:
    """Add the command with its subjects."""
    app.add_typer(learn_app, name="learn")


@learn_app.command("judge")
def judge(
    games: GamesOrJudged,
    policy: Annotated[
        list[str], typer.Option("--policy", help="Playout policy; repeat the option to compare several.")
    ] = ["moggy"],  # noqa: B006
    assignments: Set = [],  # noqa: B006  # typer copies it
    size: Size = 9,
    positions: Annotated[
        int, typer.Option("--positions", min=2, help="Number of positions, one from each game.")
    ] = 2000,
    playouts: Annotated[int, typer.Option("--playouts", min=1, help="Playouts from each position.")] = 200,
    seed: Annotated[int, typer.Option("--seed", help="Random seed of the sample and the playouts.")] = 1,
    search: Annotated[
        list[str],
        typer.Option(
            "--search",
            metavar="TEXT",
            help="With judged positions: a preset, then name=value for its options; repeat to compare with the first.",
        ),
    ] = ["tengen"],  # noqa: B006
    simulations: Annotated[
        int, typer.Option("--simulations", min=1, help="With judged positions: simulations for each.")
    ] = 2000,
    seeds: Annotated[
        int, typer.Option("--seeds", min=1, help="With judged positions: search each with so many seeds.")
    ] = 1,
    part: Annotated[
        Part, typer.Option("--part", help="With judged positions: those to learn from, those to check with, or all.")
    ] = Part.ALL,
    as_json: Json = False,  # noqa: FBT002  # a flag
) -> None:
    """Measure how well playouts predict the winners of real games, or how well searches agree with a strong judge.

    Example: tengen learn judge games/ --size 9 --policy random --policy mogo --policy moggy

    Example: tengen learn judge judged_9.jsonl.xz --search tengen --search "tengen tree.rave.equivalence=800"
    """
    import numpy as np
    from rich.console import Console
    from rich.progress import track

    from tengen.learn.games import read_games
    from tengen.learn.judge import black_shares, log_losses, mean_of, sample_positions, squared_errors

    if all(map(is_judged, games)):
        measure_searches(games, search, simulations, seeds, part, as_json=as_json)
        return
    console = Console(stderr=True)
    with console.status("reading games"):
        sample = sample_positions(read_games(games), size, positions, seed)
    if len(sample) < 2:
        raise ValueError(f"these files have fewer than two {size}x{size} games with a known winner")
    first = None
    for name in policy:
        shares = track(
            black_shares(sample, playout_options(name, assignments), playouts, seed),
            description=name,
            total=len(sample),
            console=console,
        )
        by_position = np.array(list(shares))
        losses = log_losses(by_position, sample)
        first = losses if first is None else first
        report = {
            "judge": name,
            "size": size,
            "positions": len(sample),
            "playouts": playouts,
            "log_loss": mean_of(losses),
            "squared_error": mean_of(squared_errors(by_position, sample)),
            "log_loss_less_first": mean_of(losses - first) if losses is not first else None,
        }
        if as_json:
            sys.stdout.write(json.dumps(report) + "\n")
        else:
            against = f"  {policy[0]} {report['log_loss_less_first']}" if report["log_loss_less_first"] else ""
            errors = f"log-loss {report['log_loss']}  squared error {report['squared_error']}"
            sys.stdout.write(f"{name:10} {errors}{'  less than' if against else ''}{against}\n")
        sys.stdout.flush()


@learn_app.command("shapes")
def shapes(
    games: Games,
    output: Annotated[Path, typer.Option("--output", help="File to write.")] = Path("shapes.tsv"),
    take: Take = 1,
    every: Every = 7,
    steps: Annotated[int, typer.Option("--steps", min=1, help="Iterations of the fit.")] = 50,
) -> None:
    """Learn the values of 3x3 shapes by the Bradley-Terry model.

    Example: tengen learn shapes games.tsv.xz --take 10 --output shapes.tsv
    """
    from itertools import islice

    from rich.console import Console
    from rich.progress import track

    from tengen.learn.games import read_games
    from tengen.learn.shapes import collect, fit, mean_log_likelihood, to_text, to_values

    console = Console(stderr=True)
    chosen = track(islice(read_games(games), 0, None, take), description="games", console=console)
    contests = collect(chosen, every)
    with console.status("fitting"):
        strengths = fit(contests, steps)
    moves = len(contests.winners)
    output.write_text(to_text(to_values(strengths), f"learned from {moves} moves, {steps} steps"))
    likelihood = mean_log_likelihood(contests, strengths)
    sys.stdout.write(f"{len(strengths)} shapes from {moves} moves, mean log-likelihood {likelihood:.4f}: {output}\n")


@learn_app.command("preference")
def preference(
    games: Games,
    output: Annotated[Path, typer.Option("--output", help="File to write.")] = Path("preference.tsv"),
    policy: Annotated[str, typer.Option("--policy", help="Policy whose rules make the suggestions.")] = "moggy",
    take: Take = 1,
    every: Every = 7,
) -> None:
    """Learn which of the moves that a playout rule suggests strong players prefer.

    Every tenth game is held out to measure what was learned.

    Example: tengen learn preference games.tsv.xz --take 20 --output preference.tsv
    """
    from itertools import islice

    import numpy as np
    from rich.console import Console
    from rich.progress import track

    from tengen.learn.games import read_games
    from tengen.learn.preference import collect, fit, mean_log_likelihood, to_text

    console = Console(stderr=True)
    options = playout_options(policy, [])
    chosen = list(track(islice(read_games(games), 0, None, take), description="reading", console=console))
    held_out = chosen[::10]
    known = [game for number, game in enumerate(chosen) if number % 10]
    contests = collect(track(known, description="learning", console=console), options, every)
    factors = fit(contests)
    output.write_text(to_text(factors, f"learned from {len(contests.winners)} moves among suggestions of {policy}"))
    test = collect(track(held_out, description="testing", console=console), options, every)
    learned, even = (mean_log_likelihood(test, those) for those in (factors, np.ones_like(factors)))
    sys.stdout.write(
        f"{len(contests.winners)} moves; on {len(test.winners)} others the mean log-likelihood is {learned:.4f}, "
        f"and {even:.4f} with equal weights: {output}\n"
    )


@learn_app.command("joseki")
def joseki(
    games: Games,
    output: Annotated[Path, typer.Option("--output", help="File to write.")] = Path("joseki.tsv"),
    moves: Annotated[int, typer.Option("--moves", min=1, help="Number of first moves used from each game.")] = 80,
    least: Annotated[int, typer.Option("--least", min=1, help="Fewest times that a corner position must occur.")] = 100,
    share: Annotated[
        float, typer.Option("--share", min=0.0, max=1.0, help="Smallest share of these in which a move must be played.")
    ] = 0.1,
) -> None:
    """Learn a dictionary of corner moves from games on large boards.

    Example: tengen learn joseki games.tsv.xz --least 200 --output joseki.tsv
    """
    from rich.console import Console
    from rich.progress import track

    from tengen.learn.games import read_games
    from tengen.learn.joseki import collect, select, to_text

    read = track(read_games(games), description="games", console=Console(stderr=True))
    counts = collect(read, moves)
    found = select(counts, least, share)
    seen = sum(of.total() for of in counts.values())
    output.write_text(to_text(found, f"learned from {seen} moves; corners seen {least} times, moves of {share:.0%}"))
    sys.stdout.write(f"{len(found)} corners of {len(counts)}, from {seen} moves: {output}\n")


@learn_app.command("prediction")
def prediction(
    games: Games,
    output: Annotated[Path, typer.Option("--output", help="File to write.")] = Path("prediction.npz"),
    take: Take = 1,
    least: Annotated[
        int, typer.Option("--least", min=1, help="Fewest times that a pattern must have been played.")
    ] = 60,
    small_least: Annotated[
        int, typer.Option("--small-least", min=1, help="The same for games on boards up to 11x11.")
    ] = 8,
    moves: Annotated[
        int, typer.Option("--moves", min=1, help="About how many moves a round uses, spread over all games.")
    ] = 2_000_000,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="Passes over the games.")] = 2,
    step: Annotated[
        float, typer.Option("--step", min=0.001, max=10.0, help="First step size (AdaGrad); it shrinks to nearly 0.")
    ] = 0.5,
    seed: Annotated[int, typer.Option("--seed", help="Random seed of the order of the games.")] = 1,
) -> None:
    """Learn to predict the moves of strong players, by the stones around them and by what they do.

    Large boards come first; what was learned there is the start for boards up to 11x11. Every 50th game is held out to
    measure how many moves are predicted correctly.

    Example: tengen learn prediction games.tsv.xz --take 20 --least 20 --moves 200000
    """
    from itertools import islice

    import numpy as np
    from rich.console import Console
    from rich.progress import track

    from tengen.learn.games import read_games
    from tengen.learn.prediction import LAST_STEP, Student, gather, lesson, save
    from tengen.patterns.ratings import KINDS

    console, order = Console(stderr=True), np.random.default_rng(seed)
    chosen = track(islice(read_games(games), 0, None, take), description="reading", console=console)
    lessons = [lesson(game) for game in chosen]
    student, ratings = None, {}
    for kind, fewest in zip(reversed(KINDS), (least, small_least), strict=True):
        of_kind = [one for one in lessons if one.kind == kind]
        held_out = of_kind[::50]
        del of_kind[::50]
        if not of_kind:
            continue
        known = gather(track(of_kind, description=f"{kind} boards: gathering", console=console), fewest)
        if not len(known):
            raise ValueError(f"no pattern was played {fewest} times in {len(of_kind)} games: try a lower --least")
        every = round(sum(len(one.moves) for one in of_kind) / moves) | 1  # odd, so that both sides' moves are used
        student = Student(known, student)
        steps = np.linspace(step, step * LAST_STEP, rounds * len(of_kind)).reshape(rounds, -1)
        for number in range(rounds):
            shuffled = [of_kind[i] for i in order.permutation(len(of_kind))]
            title = f"{kind} boards: round {number + 1}"
            student.study(track(shuffled, description=title, console=console), every, steps[number], number)
            predicted = student.study(held_out, 1)
            console.print(f"{title}: predicts {predicted}", highlight=False)
        ratings[kind] = student.ratings()
        sys.stdout.write(f"{kind} boards: {len(known)} patterns from {len(of_kind)} games; predicts {predicted}\n")
    if not ratings:
        raise ValueError("these files have fewer than two games")
    save(ratings, output)
    sys.stdout.write(f"written to {output}\n")


@learn_app.command("patterns")
def patterns(
    games: Games,
    policy: Annotated[str, typer.Option("--policy", help="Playout policy that uses the patterns.")] = "mogo",
    size: Size = 9,
    steps: Annotated[int, typer.Option("--steps", min=1, help="Number of patterns to try to add or remove.")] = 48,
    positions: Annotated[
        int, typer.Option("--positions", min=200, help="Number of positions, one from each game.")
    ] = 2000,
    playouts: Annotated[int, typer.Option("--playouts", min=1, help="Playouts from each position.")] = 100,
    start: Annotated[
        int | None, typer.Option("--start", min=1, help="Set to start from; MoGo's set if not given.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Random seed of the sample and the playouts.")] = 1,
) -> None:
    """Find a set of 3x3 patterns whose playouts predict the winners of real games better, one pattern at a time.

    Half of the positions are held out for the final comparison with MoGo's set. The result is a value for the option
    `playout.pattern.learned`.

    Example: tengen learn patterns games.tsv.xz --size 9 --steps 48
    """
    from rich.console import Console

    from tengen.learn.games import read_games
    from tengen.learn.judge import mean_of, sample_positions
    from tengen.learn.patterns import START, Judge, climb
    from tengen.patterns.drawn import LIBRARY, names_of

    console = Console(stderr=True)
    with console.status("reading games"):
        sample = sample_positions(read_games(games), size, positions, seed)
    half = len(sample) // 2
    if half < 2:
        raise ValueError(f"these files have fewer than four {size}x{size} games with a known winner")
    options = playout_options(policy, [])
    chosen = START if start is None else start
    trials = climb(Judge(sample[:half], options, playouts, seed), steps, seed, chosen)
    try:
        for step, trial in enumerate(trials, start=1):
            is_in = trial.chosen >> trial.number & 1
            words = ("added" if is_in else "removed") if trial.is_kept else ("kept" if is_in else "not added")
            console.print(
                f"{step:3} of {steps}  {LIBRARY[trial.number].name}: {words}  {trial.difference}", highlight=False
            )
            chosen = trial.chosen
    except KeyboardInterrupt:
        sys.stderr.write(f"\nstopped; `--start {chosen}` continues from the set so far\n")
        raise
    judge = Judge(sample[half:], options, playouts, seed)
    difference = mean_of(judge.losses(chosen, half) - judge.losses(START, half))
    sys.stdout.write(f"playout.pattern.learned={chosen}\n{', '.join(names_of(chosen))}\n")
    sys.stdout.write(f"log-loss minus that of MoGo's set, on {len(judge.positions)} held-out positions: {difference}\n")
