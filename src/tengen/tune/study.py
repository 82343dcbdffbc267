"""A study: samples are asked for and played, a model of them names the best values, and a test decides.

The optimiser draws from a seed, and a sample's games are known by its player's definition. So a study that was stopped
in any way is continued by doing it again: what the store has is not played, and the optimiser hears the same.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

import numpy as np

from tengen.match.definition import Pairing
from tengen.match.statistics import Estimate, Tally, Verdict, sprt
from tengen.tune.model import Array, Model, best_place, coefficients, fit
from tengen.tune.plan import Plan, Values

MOST_CLIMBS = 20
SPREAD_FACTOR = 3  # samples that are spread, for each coefficient of the model
Play = Callable[[Pairing], Tally]
"""Plays a pairing, as far as it is not played, until it has its games; returns the results of its first player."""


class Sample(NamedTuple):
    """Some values and their games."""

    number: int
    values: Values
    tally: Tally


class Result(NamedTuple):
    """What comes of a study."""

    best: Values
    """What the model holds for best, recommended or not."""
    expected: Estimate
    """The score of the best against the opponent of the samples, as the model sees it; that of the start below."""
    expected_start: Estimate
    test: Tally
    """Of the best against the start."""
    verdict: Verdict
    start: Values

    @property
    def is_recommended(self) -> bool:
        """Whether the test found the best stronger than the start."""
        return self.verdict.decision == "H1"

    @property
    def recommended(self) -> Values:
        """The best if the test is for it, and else the start."""
        return self.best if self.is_recommended else self.start


class _Candidate(Protocol):
    value: Array


class _Optimiser(Protocol):
    def ask(self) -> _Candidate: ...

    def tell(self, candidate: _Candidate, loss: float) -> None: ...

    def suggest(self, place: Array) -> None: ...


def samples(plan: Plan, play: Play) -> Iterator[Sample]:
    """Yield the samples of a plan, each when its games are played."""
    optimiser = _new_optimiser(plan)
    for number in range(1, plan.search.samples + 1):
        candidate = optimiser.ask()
        values = _values(plan, candidate.value)
        tally = play(plan.sample_pairing(number, values))
        optimiser.tell(candidate, 1 - tally.score)
        yield Sample(number, values, tally)


def _new_optimiser(plan: Plan) -> _Optimiser:
    """Return nevergrad's optimiser of the plan; raises ValueError if there is none."""
    try:
        import nevergrad
    except ModuleNotFoundError:
        raise ValueError("tengen tune needs nevergrad: pip install 'tengen[tune]'") from None
    if plan.search.optimiser not in nevergrad.optimizers.registry:
        raise ValueError(f"nevergrad has no optimiser {plan.search.optimiser!r}; TBPSA is made for noise")
    start = np.clip(_place(plan, plan.start), 0.02, 0.98)  # on a bound half of the samples would be the bound itself
    space = nevergrad.p.Array(init=start, lower=0.0, upper=1.0)
    space.random_state.seed(plan.search.seed)
    make = nevergrad.optimizers.registry[plan.search.optimiser]
    # It is not told the number of samples, so that a study with more of them begins like one with fewer.
    optimiser: _Optimiser = make(parametrization=space, budget=None, num_workers=1)
    for place in _spread_places(plan):
        optimiser.suggest(place)
    return optimiser


def _spread_places(plan: Plan) -> Array:
    """Return places that lie evenly, so that the model sees a hill that the optimiser alone might never climb."""
    from scipy.stats.qmc import Halton

    dimensions, count = len(plan.axes), plan.search.spread
    if count is None:
        count = SPREAD_FACTOR * coefficients(dimensions)
    return np.asarray(Halton(dimensions, rng=plan.search.seed).random(count), np.float64)


def _values(plan: Plan, place: Array) -> Values:
    return {axis.name: axis.value(float(at)) for axis, at in zip(plan.axes, place, strict=True)}


def _place(plan: Plan, values: Values) -> Array:
    return np.array([axis.place(values[axis.name]) for axis in plan.axes], np.float64)


def model_of(plan: Plan, found: list[Sample]) -> Model:
    """Return the model of samples."""
    places = np.array([_place(plan, sample.values) for sample in found])
    points = np.array([sample.tally.points for sample in found], np.float64)
    return fit(places, points, np.array([sample.tally.games for sample in found], np.float64))


def best_values(plan: Plan, model: Model, found: list[Sample]) -> Values:
    """Return the values that the model holds for best."""
    places = sorted((_place(plan, sample.values) for sample in found), key=lambda at: -model.predict(at)[0])
    starts = np.array([*places[:MOST_CLIMBS], _place(plan, plan.start)])
    return _values(plan, best_place(model, starts))


def conclude(plan: Plan, found: list[Sample], play: Play) -> Result:
    """Test what the model of the samples holds for best against the start.

    Nothing is played if the best is the start.
    """
    model = model_of(plan, found)
    best = best_values(plan, model, found)
    tally = play(plan.test_pairing(best)) if best != plan.start else Tally()
    return Result(
        best,
        model.score(_place(plan, best)),
        model.score(_place(plan, plan.start)),
        tally,
        sprt(tally, plan.test.sprt),
        plan.start,
    )
