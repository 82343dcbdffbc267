from random import Random

import numpy as np

from tengen.board.board import neighbour_offsets
from tengen.learn.games import TrainingGame
from tengen.learn.shapes import Contests, collect, fit, mean_log_likelihood, to_text, to_values
from tengen.patterns.shape_values import canonical_codes, exchanged_codes, expand, read_values


def test_strengths_of_simulated_players_are_found_again() -> None:
    """Shapes of known strength win contests by chance; the fit finds the ratios of their strengths."""
    random = Random(1)
    true = {1: 1.0, 2: 3.0, 3: 0.25, 4: 8.0}
    starts, shapes, counts, winners = [0], [], [], []
    for _ in range(20_000):
        field = {shape: random.randint(1, 5) for shape in random.sample(list(true), 3)}
        shapes += field
        counts += field.values()
        starts.append(len(shapes))
        winners += random.choices(list(field), [true[s] * n for s, n in field.items()])
    contests = Contests(np.array(starts), *(np.array(x, np.uint16) for x in (shapes, counts, winners)))
    found = fit(contests, steps=100)
    for shape, strength in true.items():
        assert abs(found[shape] / found[1] / strength - 1) < 0.1
    flat = dict.fromkeys(true, 1.0)
    assert mean_log_likelihood(contests, found) > mean_log_likelihood(contests, flat)


def test_contests_count_the_shapes_of_all_legal_moves() -> None:
    game = TrainingGame(5, 0.0, 1, {}, [(1, 21), (2, 22), (1, 0), (2, 27)])
    contests = collect([game], every=1)
    assert len(contests.winners) == 3
    assert contests.counts[contests.start[0] : contests.start[1]].sum() == 25
    assert contests.counts[contests.start[1] : contests.start[2]].sum() == 24


def test_a_game_counts_until_a_move_is_on_a_stone() -> None:
    game = TrainingGame(5, 0.0, 1, {}, [(1, 21), (2, 22), (1, 22), (2, 27)])
    assert len(collect([game], every=1).winners) == 2


def test_canonical_codes_are_the_same_for_all_images() -> None:
    """Turning and mirroring the neighbours of a point does not change the canonical code."""
    random = Random(2)
    up = 5
    offsets = {offset: k for k, offset in enumerate(neighbour_offsets(up))}
    places = {(x, y): offsets[y * up + x] for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)}
    for _ in range(200):
        colours = {place: random.randrange(4) for place in places}
        codes = set()
        for mirror in (1, -1):
            image = {(mirror * x, y): c for (x, y), c in colours.items()}
            for _ in range(4):
                image = {(-y, x): c for (x, y), c in image.items()}
                codes.add(int(canonical_codes()[sum(c << 2 * places[p] for p, c in image.items())]))
        assert len(codes) == 1


def test_values_survive_the_file() -> None:
    values = to_values({5: 0.001, 6: 1.0, 7: 2.0})
    assert values == {5: 1, 6: 1216, 7: 2433} or values == {5: 1, 6: 1217, 7: 2433}
    assert read_values(to_text(values, "a comment")) == values


def test_white_sees_the_exchanged_shape() -> None:
    code = int(canonical_codes()[0b01])
    table = expand({code: 77})
    assert table[1, 0b01] == 77
    assert table[2, int(exchanged_codes()[0b01])] == 77
    assert table[2, 0b01] == 1
