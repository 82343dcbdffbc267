"""Dynamic komi: hand-made sequences, whose komi it is, and searches that stay honest."""

import math
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.board.point import BLACK, RESIGN, WHITE, Point
from tengen.compiled.word import u64
from tengen.engines.tree_search import TreeSearchPlayer
from tengen.game.game import Game
from tengen.game.limit import Limit
from tengen.parts.options import to_record
from tengen.parts.settings import Settings
from tengen.report.text import one_line, summary
from tengen.search.search import Search
from tengen.tree.parts.dynamic_komi import (
    DynamicKomi,
    DynamicKomiOptions,
    KomiTree,
    Results,
    Situation,
    extra_komi,
    linear_komi,
    score_rate,
    situation_of,
)
from tengen.tree.recipe import search_source
from tree.made_search import as_dicts, made_options, made_search, searched

BOTH = pytest.mark.parametrize("colour", [int(BLACK), int(WHITE)])


def options(mode: str, **changed: Any) -> DynamicKomiOptions:
    return msgspec.convert({"mode": mode, "slice": 100} | changed, DynamicKomiOptions)


def situation(colour: int = 1, move: int = 100, handicap: int = 0, taken: float = 0.3) -> Situation:
    return Situation(colour, move, handicap, taken, is_small=False)


def begun(mode: str, here: Situation, **changed: Any) -> DynamicKomi:
    komi = DynamicKomi(options(mode, **changed))
    komi.begin(here, goes_on=False)
    return komi


def slice_of(value: float, score: float = 0.0) -> Results:
    return Results(100, 100 * value, 100 * score)


# Linear: move, stones, what Black pays.
LINEAR = [(0, 9, 63.0), (50, 9, 47.25), (100, 4, 14.0), (199, 2, 0.07), (200, 9, 0.0), (300, 9, 0.0), (10, 0, 0.0)]


@pytest.mark.parametrize(("move", "stones", "paid"), LINEAR)
def test_linear_is_paid_by_black_and_dwindles(move: int, stones: int, paid: float) -> None:
    assert linear_komi(options("linear"), situation(1, move, stones)) == pytest.approx(paid)
    assert linear_komi(options("linear"), situation(2, move, stones)) == pytest.approx(-paid)


def test_linear_is_bounded_where_it_is_in_our_favour() -> None:
    black, white = (begun("linear", situation(colour, 0, 9)) for colour in (1, 2))
    assert (black.komi, black.in_blacks_view) == (63.0, 63.0)
    assert (white.komi, white.in_blacks_view) == (-30.0, 30.0)
    assert begun("linear", situation(2, 0, 9, taken=0.72)).komi == 0.0
    assert begun("linear", situation(1, 0, 9, taken=0.72)).komi == 63.0


@pytest.mark.parametrize("colour", [BLACK, WHITE])
@pytest.mark.parametrize("turn", [0, 5, 100, 150, 199, 200, 250])
def test_simulations_have_the_linear_komi_of_their_leaf(colour: int, turn: int) -> None:
    """What is 63 at first is 31.5 in turn 100 and 15.75 in turn 150; as White at most 30 of it."""
    tree = KomiTree.new()
    begun("linear", situation(int(colour), 0, 9)).write_to(tree)
    paid = max(0.0, 63 * (1 - turn / 200))
    expected = paid if colour == BLACK else min(30.0, paid)
    assert extra_komi(tree, u64(turn), to_record(options("linear"))) == pytest.approx(expected)


def test_situational_komi_is_the_same_at_all_leaves() -> None:
    tree = KomiTree.new()
    komi = begun("value", situation(2, 100, 9))
    for _ in range(4):
        komi.count(slice_of(0.2))
    komi.write_to(tree)
    assert komi.komi == -30.0, "it began with 31.5 in White's favour"
    assert [extra_komi(tree, u64(turn), to_record(options("value"))) for turn in (0, 100, 400)] == [30.0] * 3


# Value-based, red 0.45 and green 0.5: the share of wins in a slice, then komi and ratchet.
SEQUENCES: dict[str, list[tuple[float, float, float]]] = {
    "yellow keeps it": [(0.45, 0, math.inf), (0.48, 0, math.inf), (0.5, 0, math.inf)],
    "green pays more": [(0.51, 1, math.inf), (0.9, 2, math.inf), (1.0, 3, math.inf)],
    "red takes, and sets no ratchet at 0 or below": [(0.44, -1, math.inf), (0.0, -2, math.inf), (0.6, -1, math.inf)],
    "red after green sets the ratchet where it was too much": [
        (0.6, 1, math.inf),
        (0.6, 2, math.inf),
        (0.6, 3, math.inf),
        (0.4, 2, 3),
        (0.6, 3, 3),
        (0.6, 3, 3),  # as far as the ratchet, and no farther
        (0.4, 2, 3),
        (0.4, 1, 2),
        (0.6, 2, 2),
        (0.9, 2, 2),
    ],
    "the ratchet falls to 1 at the least, and stays while we take": [
        (0.6, 1, math.inf),
        (0.1, 0, 1),
        (0.1, -1, 1),
        (0.1, -2, 1),
        (0.9, -1, 1),
        (0.9, 0, 1),
        (0.9, 1, 1),
        (0.9, 1, 1),
    ],
}


@BOTH
@pytest.mark.parametrize("name", SEQUENCES)
def test_value_based_sequences(name: str, colour: int) -> None:
    komi = begun("value", situation(colour))
    for value, expected, ratchet in SEQUENCES[name]:
        assert komi.count(slice_of(value))
        assert (komi.komi, komi.ratchet) == (expected, ratchet)
        assert komi.in_blacks_view == (expected if colour == BLACK else -expected)


def test_red_green_and_step_are_options() -> None:
    komi = begun("value", situation(), red=0.3, green=0.8, step=2.5)
    found = []
    for value in (0.35, 0.75, 0.81, 0.81, 0.29, 0.9, 0.9):
        komi.count(slice_of(value))
        found.append(komi.komi)
    assert found == [0, 0, 2.5, 5, 2.5, 5, 5]


def test_the_ratchet_expires_if_it_may() -> None:
    """It is set in move 100; two moves of each side later it is forgotten."""
    ever, never = begun("value", situation(), ratchet_moves=4), begun("value", situation())
    for komi in (ever, never):
        komi.count(slice_of(0.9))
        komi.count(slice_of(0.1))
        komi.begin(situation(move=102), goes_on=True)
        assert komi.ratchet == 1
        komi.begin(situation(move=104), goes_on=True)
    assert (ever.ratchet, never.ratchet) == (math.inf, 1)


def test_the_komi_keeps_up_with_a_lead_that_melts_away() -> None:
    """Five points a move, as when a group of ours dies piece by piece, with scores that spread as those of 19x19 do."""
    komi = DynamicKomi(DynamicKomiOptions(mode="value"))
    komi.begin(situation(move=98), goes_on=False)
    komi.komi, shares = 60.0, []
    for turn in range(20):
        komi.begin(situation(move=100 + 2 * turn), goes_on=True)
        for _ in range(20):
            share = 0.5 * (1 + math.erf((60 - 5 * turn - komi.komi) / (math.sqrt(2) * 90)))
            komi.count(Results(25, 25 * share, 0.0))
        shares.append(share)
    assert min(shares) > 0.4


def test_at_most_30_points_in_our_favour_and_none_in_the_end() -> None:
    komi = begun("value", situation())
    for _ in range(40):
        komi.count(slice_of(0.0))
    assert komi.komi == -30
    komi.begin(situation(move=240, taken=0.71), goes_on=True)
    assert komi.komi == -30, "0.71 of the points are 94.7 % of a game that fills 0.75 of them"
    komi.begin(situation(move=242, taken=0.7125), goes_on=True)
    assert komi.komi == 0
    komi.count(slice_of(0.0))
    assert komi.komi == 0
    for expected in (1, 2):
        komi.count(slice_of(0.9))
        assert komi.komi == expected, "against us it may still be"


def test_the_opening_is_linear() -> None:
    """20 moves on large boards, 4 on small ones; what it was then is where the rest begins."""
    komi = begun("value", situation(1, 0, 4))
    for move in (0, 10, 19):
        komi.begin(situation(1, move, 4), goes_on=True)
        assert not komi.count(slice_of(0.0))
        assert komi.komi == pytest.approx(28 * (1 - move / 200))
    komi.begin(situation(1, 20, 4), goes_on=True)
    komi.count(slice_of(0.0))
    assert komi.komi == pytest.approx(28 * (1 - 19 / 200) - 1)
    for move, is_linear in ((3, True), (4, False)):
        small = begun("value", situation(1, move, 2)._replace(is_small=True))
        assert small.is_linear == is_linear


# Score-based: share of points taken, and how much of the mean score is added.
RATES = [(0.0, 1.0), (0.5, 1 / (1 + math.exp(-5))), (0.75, 0.5), (0.8, 1 / (1 + math.e)), (1.0, 1 / (1 + math.exp(5)))]


@pytest.mark.parametrize(("taken", "rate"), RATES)
def test_the_score_counts_less_as_the_board_fills(taken: float, rate: float) -> None:
    assert score_rate(options("score"), taken) == pytest.approx(rate, abs=1e-6)


@BOTH
@pytest.mark.parametrize(("taken", "rate"), RATES)
def test_score_based_sequences(taken: float, rate: float, colour: int) -> None:
    komi = begun("score", situation(colour, taken=taken), until=10.0)
    komi.count(slice_of(0.5, score=12.0))
    assert komi.komi == pytest.approx(12 * rate, abs=1e-4)
    komi.count(slice_of(0.5, score=komi.komi - 20))
    assert komi.komi == pytest.approx(-8 * rate, abs=1e-4)
    komi.count(slice_of(0.5, score=komi.komi - 1000))
    assert komi.komi == pytest.approx(-30 if rate > 0.03 else -8 * rate - 1000 * rate, abs=1e-3)


def test_online_in_slices_that_may_span_searches_and_offline_between_them() -> None:
    online = begun("value", situation())
    assert online.room == 100
    assert not online.count(Results(60, 60.0))
    online.begin(situation(move=102), goes_on=True)
    assert online.room == 40
    assert online.count(Results(40, 40.0))
    assert online.komi == 1
    offline = begun("value", situation(), adjust="offline")
    for _ in range(5):
        assert not offline.count(slice_of(0.9))
    assert offline.komi == 0
    offline.begin(situation(move=102), goes_on=True)
    assert offline.komi == 1
    offline.begin(situation(move=104), goes_on=True)
    assert offline.komi == 1, "without simulations nothing changes"


def test_another_game_begins_anew_and_the_other_side_sees_the_same_komi() -> None:
    komi = begun("value", situation())
    for value in (0.9, 0.9, 0.9, 0.1):
        komi.count(slice_of(value))
    assert (komi.komi, komi.ratchet) == (2, 3)
    komi.begin(situation(2, 101), goes_on=True)
    assert (komi.komi, komi.in_blacks_view, komi.ratchet) == (-2, 2, math.inf)
    komi.begin(situation(2, 101), goes_on=False)
    assert komi.komi == 0


rounds = st.lists(st.tuples(st.integers(1, 150), st.floats(0, 1), st.floats(-80, 80)), max_size=40)


@given(st.sampled_from(["linear", "score", "value"]), rounds, st.integers(20, 250), st.floats(0, 1))
def test_exchanging_colours_exchanges_the_komi(mode: str, played: list[Any], move: int, taken: float) -> None:
    """An even game seen by Black, and the same with all stones of the other colour and the real komi turned round."""
    black, white = (begun(mode, situation(colour, move, 0, taken)) for colour in (1, 2))
    total, turned = Results(), Results()
    for count, share, score in played:
        done = total.simulations + count
        total = Results(done, total.wins + share * count, total.score + score * count)
        turned = Results(done, done - total.wins, -total.score)
        assert black.observe(total, 7.5) == white.observe(turned, -7.5)
        assert black.in_blacks_view == pytest.approx(-white.in_blacks_view, abs=1e-6)
        assert black.komi >= -30
        assert taken < 0.7125 or black.komi >= 0


def test_no_komi_is_not_printed_as_less_than_none() -> None:
    assert f"{begun('value', situation(2)).in_blacks_view:+.1f}" == "+0.0"


def test_a_situation_is_read_off_the_game() -> None:
    game = Game(9, 0.5)
    game.place_handicap(4)
    game.play("E5")
    assert situation_of(game, 1) == (1, 1, 4, pytest.approx(5 / 81), True)
    assert not situation_of(Game(19), 1).is_small


FINISHED = """
    . X O . .
    . X O . .
    . X O . .
    X X O O O
    . X O . .
"""
VALUE = {"mode": "value", "opening": 0, "slice": 50}


def finished(komi: float) -> Game:
    """White leads by 5 points and komi."""
    game = Game(5, komi)
    game.set_up(FINISHED)
    return game


def search_of(game: Game, colour: int, simulations: int, **komi: Any) -> Search:
    search = made_search("pachi", komi=VALUE | komi)
    search.begin(game, colour)
    search.run(Limit(simulations))
    return search


@BOTH
@pytest.mark.parametrize("real", [30.5, -30.5])
def test_a_search_makes_a_decided_game_even_and_says_so(colour: int, real: float) -> None:
    """No point of 5x5 decides the game with such a komi: all real simulations have the same winner."""
    report = search_of(finished(real), colour, 2000, step=5.0, most=60.0).report()
    ours = real if colour == BLACK else -real
    assert report.has_dynamic_komi
    assert report.win_rate == float(ours < 0)
    assert report.extra_komi * ours < 0
    assert abs(report.score - report.extra_komi) < 10, "it makes up for what one side is behind"
    assert 0.3 < report.mean_reward < 0.7
    assert report.score == pytest.approx(report.ownership.sum() - ours)


def test_what_is_counted_is_what_was_simulated() -> None:
    """Each simulation by itself: its komi depends on the turn of its leaf, and both results are counted."""
    game = Game(5, 0.5)
    game.place_handicap(["B2", "D4"])
    search = made_search("pachi", komi={"mode": "linear", "moves": 20.0, "stone": 3.0})
    search.begin(game, int(WHITE))
    (_, tree), thread = search.trees.first, search.trees.threads[0]
    real_wins = wins = score_before = 0.0
    compensation, turns = game.compensation, set()
    for _ in range(300):
        tree.remaining = 1
        search.trees.search_with(0, thread)
        score, score_before = float(thread.playout.tally.score) - score_before, float(thread.playout.tally.score)
        turn = int(thread.length) - 1
        turns.add(turn)
        lead = score - compensation
        real_wins += lead > 0
        lead -= 6 * max(0.0, 1 - turn / 20)
        wins += 0.5 if abs(lead) < 1e-9 else lead > 0
    assert len(turns) > 2
    assert float(tree.real_wins) == real_wins
    assert float(tree.wins) == pytest.approx(wins)
    assert real_wins > wins, "Black pays"


def test_the_komi_changes_during_a_search_and_is_kept_for_the_next_move() -> None:
    game = finished(30.5)
    search = search_of(game, 1, 100)
    assert search.report().extra_komi == -2
    search.run(Limit(500))
    assert search.report().extra_komi == -12
    game.play(search.report().moves[0].point)
    game.play("pass")
    search.begin(game, 1)
    assert search.report().extra_komi == -12
    assert search.report().win_rate == search.report().mean_reward, "no simulation yet"
    search.begin(finished(30.5), 1)
    assert search.report().extra_komi == 0


@pytest.mark.parametrize("mode", ["score", "value"])
def test_a_seed_makes_a_tree_however_the_simulations_are_split(mode: str) -> None:
    game = Game(5, 0.5)
    game.place_handicap(["B2", "D4"])
    game.play("C4")
    found = []
    for sizes in ([600], [7, 93, 1, 249, 250]):
        search = made_search("pachi", komi=VALUE | {"mode": mode})
        search.begin(game, int(BLACK))
        for size in sizes:
            search.run(Limit(size))
        found.append((as_dicts(search.nodes), search.report().extra_komi))
    assert found[0] == found[1]


def test_offline_waits_for_the_next_search() -> None:
    search = search_of(finished(30.5), 1, 1000, adjust="offline")
    assert search.report().extra_komi == 0
    search.begin(finished(30.5), 1)
    assert search.report().extra_komi == -1


@pytest.mark.parametrize("parallel", ["tree", "root", "leaf", "mutex"])
def test_threads_count_together(parallel: str) -> None:
    search = made_search("pachi", threads=2, parallel=parallel, komi=VALUE)
    search.begin(finished(30.5), 1)
    report = search.run(Limit(1000))
    assert report.simulations == 1000
    assert report.extra_komi == -20
    assert report.win_rate == 0.0


def test_off_the_tree_and_the_report_are_as_before() -> None:
    game = Game(5, 0.5)
    game.place_handicap(["B2", "D4"])
    off, on = searched("pachi", 500, game), searched("pachi", 500, game, komi={"mode": "linear", "stone": 0.0})
    assert "dynamic_komi" not in search_source(off.options)
    assert "dynamic_komi" in search_source(on.options)
    assert as_dicts(off.nodes) == as_dicts(on.nodes), "a komi of 0 changes nothing"
    report = off.report()
    assert (report.has_dynamic_komi, report.extra_komi, report.win_rate) == (False, 0.0, report.mean_reward)


def test_texts_tell_the_real_probability_first() -> None:
    report = search_of(finished(30.5), 1, 1000, step=5.0, most=60.0).report()
    for text in (summary(report), one_line(report)):
        assert "0.0% (" in text
        assert f"with extra komi {report.extra_komi:+.1f})" in text
    found = report.to_dict(1)
    assert (found["win_rate"], found["extra_komi"]) == (0.0, report.extra_komi)
    assert found["mean_reward"] > 0.1
    plain = searched("pachi", 100, finished(0.5)).report()
    assert "extra" not in summary(plain) + one_line(plain)
    assert plain.to_dict()["win_rate"] == plain.to_dict()["mean_reward"]


def engine(**changed: Any) -> TreeSearchPlayer:
    given = {"resign": 0.05, "resign_after": 0.0, "simulations": 1500} | changed
    return TreeSearchPlayer(Settings(made_options("pachi", **given)), 1)


def test_a_choice_tells_the_real_probability() -> None:
    choice = engine(komi=VALUE | {"most": 60.0, "step": 5.0}).choose(finished(30.5), 1)
    assert choice.win_rate == 0.0
    assert choice.point != RESIGN, "with a komi in our favour the game is open"


def test_who_is_too_far_behind_resigns() -> None:
    """The first is 65 points behind, 30 of which are given; the second has a board so full that none are."""
    assert engine(komi=VALUE).choose(finished(60.5), 1).point == RESIGN
    assert engine(komi=VALUE | {"step": 5.0}).choose(finished(25.5), 1).point != RESIGN
    assert engine(komi=VALUE | {"step": 5.0, "until": 0.5}).choose(finished(25.5), 1).point == RESIGN
    assert engine().choose(finished(25.5), 1).point == RESIGN


def test_who_wins_too_easily_does_not_resign() -> None:
    """A komi against us that makes us lose all simulations does not mean that the game is lost."""
    player = engine(komi={"mode": "linear", "stone": 100.0, "moves": 1000.0}, simulations=200)
    game = Game(5, 0.5)
    game.place_handicap(["B2", "D4", "C3"])
    game.play("A5")
    choice = player.choose(game, int(BLACK))
    assert choice.point != RESIGN
    assert choice.win_rate is not None
    assert choice.win_rate > 0.5
    assert player.searcher.report is not None
    assert player.searcher.report.mean_reward < 0.1


@pytest.mark.parametrize("mode", [None, "linear", "score", "value"])
def test_who_gives_stones_resigns_later(mode: str | None) -> None:
    """The same position, once with stones given and once with stones that White let Black play."""
    points = ["C3", "G7", "G3", "C7"]
    given, played = Game(9, -30.5), Game(9, -30.5)
    given.place_handicap(points)
    for point in points:
        played.play("pass", "white")
        played.play(point, "black")

    def choose(game: Game, resign: float) -> tuple[Point, float]:
        komi = {"mode": mode, "most": 1.0} if mode else None
        player = engine(komi=komi, simulations=400, resign=resign)
        choice = player.choose(game, int(WHITE))
        assert choice.win_rate is not None
        assert player.searcher.report is not None
        return choice.point, max(choice.win_rate, player.searcher.report.best.win_rate)

    _, hope = choose(given, 0.0)
    assert 0.001 < hope < 0.19, "behind, but not hopeless"
    assert choose(given, 4.9 * hope)[0] != RESIGN
    assert choose(given, 5.1 * hope)[0] == RESIGN
    _, hope = choose(played, 0.0)
    assert choose(played, 0.9 * hope)[0] != RESIGN
    assert choose(played, 1.1 * hope)[0] == RESIGN
