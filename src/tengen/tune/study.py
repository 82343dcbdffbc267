"""A study: an optimiser proposes samples, which are played; a model of them finds the best values; a test decides.

The optimiser is seeded, and the games of a sample are identified by the definition of its player. So a study that was
stopped is continued by running it again: games in the store are not played again, and the optimiser gets the same
results.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

import numpy as np

from tengen.match.definition import Pairing
from tengen.match.statistics import Estimate, MatchTally, SprtStatus, sprt
from tengen.parts.extra import extra
from tengen.tune.model import Array, Model, best_place, coefficients, fit
from tengen.tune.plan import Plan, Values

MAX_CLIMBS = 20  # of the search for the best place
SPREAD_FACTOR = 3  # evenly spread samples for each coefficient of the model
Play = Callable[[Pairing], MatchTally]
"""Plays the missing games of a pairing; returns the results of its first player."""


class Sample(NamedTuple):
    """Some values and their games."""

    number: int
    values: Values
    tally: MatchTally


class Result(NamedTuple):
    """The result of a study."""

    best: Values
    """The best values by the model, recommended or not."""
    expected: Estimate
    """The score of the best values against the opponent of the samples, predicted by the model."""
    expected_start: Estimate
    """The same for the start values."""
    test: MatchTally
    """Games of the best values against the start values."""
    sprt: SprtStatus
    start: Values

    @property
    def is_recommended(self) -> bool:
        """Whether the test found the best values stronger than the start values."""
        return self.sprt.decision == "H1"

    @property
    def recommended(self) -> Values:
        """The best values if the test accepts them, else the start values."""
        return self.best if self.is_recommended else self.start


class _Candidate(Protocol):
    value: Array


class _Optimiser(Protocol):
    def ask(self) -> _Candidate: ...

    def tell(self, candidate: _Candidate, loss: float) -> None: ...

    def suggest(self, place: Array) -> None: ...


def samples(plan: Plan, play: Play) -> Iterator[Sample]:
    """Yield the samples of a plan, each after its games have been played."""
    optimiser = _new_optimiser(plan)
    for number in range(1, plan.sampling.samples + 1):
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
    if plan.sampling.optimiser not in nevergrad.optimizers.registry:
        raise ValueError(f"nevergrad has no optimiser {plan.sampling.optimiser!r}; TBPSA is made for noise")
    start = np.clip(_place(plan, plan.start), 0.02, 0.98)  # from a bound, half of the samples would be the bound itself
    space = nevergrad.p.Array(init=start, lower=0.0, upper=1.0)
    space.random_state.seed(plan.sampling.seed)
    make = nevergrad.optimizers.registry[plan.sampling.optimiser]
    # It does not get the number of samples, so that a study with more samples begins like one with fewer.
    optimiser: _Optimiser = make(parametrization=space, budget=None, num_workers=1)
    for place in _spread_places(plan):
        optimiser.suggest(place)
    return optimiser


def _spread_places(plan: Plan) -> Array:
    """Return evenly spread places, so that the model also sees hills that the optimiser might never climb."""
    with extra("lab"):
        from scipy.stats.qmc import Halton

    dimensions, count = len(plan.axes), plan.sampling.spread
    if count is None:
        count = SPREAD_FACTOR * coefficients(dimensions)
    return np.asarray(Halton(dimensions, rng=plan.sampling.seed).random(count), np.float64)


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
    """Return the best values by the model."""
    places = sorted((_place(plan, sample.values) for sample in found), key=lambda at: -model.predict(at)[0])
    starts = np.array([*places[:MAX_CLIMBS], _place(plan, plan.start)])
    return _values(plan, best_place(model, starts))


def conclude(plan: Plan, found: list[Sample], play: Play) -> Result:
    """Test the best values by the model against the start values.

    Nothing is played if they are the same.
    """
    model = model_of(plan, found)
    best = best_values(plan, model, found)
    tally = play(plan.test_pairing(best)) if best != plan.start else MatchTally()
    return Result(
        best,
        model.score(_place(plan, best)),
        model.score(_place(plan, plan.start)),
        tally,
        sprt(tally, plan.test.sprt),
        plan.start,
    )
