"""A person plays on the page: by mouse, by keyboard, and with interruptions."""

import re
import signal
from pathlib import Path

from playwright.sync_api import Browser, expect

from browser.desk import ENGINE_SECONDS, Desk, desk
from browser.running_server import RunningServer
from tengen.sgf import read

# From the centre outwards, as a beginner plays; what is taken or not allowed is left out.
ORDER = [f"{letter}{row}" for row in (5, 3, 7, 4, 6, 2, 8) for letter in "EDFCGBH"]


def play_to_the_end(page: Desk, moves: int) -> None:
    """Play some moves where there is room, and then pass until the engine passes as well."""
    for name in ORDER:
        if page.my_turn() != "Your turn" or page.move_number() >= 2 * moves:
            break
        if page.stone(name) == 0:
            page.play(name)
    for _ in range(60):
        if page.my_turn() != "Your turn":
            return
        page.pass_()


def test_a_whole_game_by_clicking(page: Desk, tmp_path: Path) -> None:
    page.new_game(size=9, strength=0)
    expect(page.by("player-white")).to_contain_text("20k")

    # The first moves: a click puts a stone, and the engine answers.
    page.play("E5")
    assert page.my_turn() == "Your turn"
    stones = page.stones()
    assert (page.stone("E5"), stones.count(1), stones.count(-1)) == (1, 1, 1)
    page.click("E5")  # which is taken: nothing happens
    assert page.stones() == stones

    # Undo takes back the own move and the answer.
    page.by("undo").click()
    expect(page.by("move-number")).to_contain_text("0 of 0")
    assert set(page.stones()) == {0}

    # The likely score is shown on the board.
    page.play("D4")
    page.my_turn()
    page.by("score").click()
    expect(page.by("advice")).to_contain_text(re.compile("Black wins with"), timeout=ENGINE_SECONDS * 1000)
    expect(page.board.locator(".ownership rect").first).to_be_attached()

    # A hint marks a point.
    page.by("hint").click()
    expect(page.board.locator(".rings circle")).to_have_count(1, timeout=ENGINE_SECONDS * 1000)

    # The end: a chain is called dead and alive again, and the count follows.
    play_to_the_end(page, moves=12)
    expect(page.by("count")).to_be_visible(timeout=ENGINE_SECONDS * 1000)
    first = page.by("count-result").inner_text()
    crosses = page.board.locator(".dead path")
    dead = crosses.count()
    figures = page.by("count").locator(".count-figures")
    before = figures.inner_text()
    own = next(name for name in ORDER if page.stone(name) == 1)
    page.click(own)
    expect(crosses).not_to_have_count(dead)
    expect(figures).not_to_have_text(before, use_inner_text=True)  # the difference alone may be the same by chance
    page.click(own)
    expect(crosses).to_have_count(dead)
    expect(page.by("count-result")).to_have_text(first)
    page.by("accept-count").click()
    expect(page.by("over")).to_be_visible()

    # The record has the whole game with its result.
    record = read(page.saved(tmp_path).read_bytes())
    assert record.result == first
    assert record.size == 9
    assert len(list(record.nodes())) - 1 == page.move_number()


def test_a_game_by_the_keyboard_alone(page: Desk) -> None:
    keyboard = page.page.keyboard
    keyboard.press("n")
    expect(page.by("new-game-window")).to_be_visible()
    sizes = [page.by(f"size-{size}").locator("input") for size in (9, 13, 19)]
    page.tab_to(*sizes)
    keyboard.press("ArrowRight")
    while not sizes[0].is_checked():
        keyboard.press("ArrowRight")
    page.tab_to(page.by("strength"))
    keyboard.press("Home")
    page.tab_to(page.by("start-game"))
    keyboard.press("Enter")
    expect(page.by("move-number")).to_contain_text("of 0")

    # The board: b goes there, arrows move the cursor, Enter plays.
    keyboard.press("b")
    expect(page.board).to_be_focused()
    keyboard.press("ArrowLeft")  # the first key shows the cursor in the middle
    expect(page.by("cursor")).to_have_text("E5, empty")
    keyboard.press("ArrowLeft")
    keyboard.press("s")
    expect(page.by("cursor")).to_have_text("D4, empty")
    keyboard.press("Enter")
    expect(page.point("D4")).to_have_class(re.compile("shudan-sign_1"))
    assert page.my_turn() == "Your turn"
    expect(page.by("announcer")).to_contain_text(re.compile("White plays .*Black to play"))

    keyboard.press("u")
    expect(page.by("move-number")).to_contain_text("0 of 0")
    keyboard.press("Escape")

    # Resigning asks first.
    keyboard.press("r")
    expect(page.by("question")).to_be_visible()
    keyboard.press("Escape")
    expect(page.by("question")).to_have_count(0)
    expect(page.by("status")).to_have_text("Your turn")

    keyboard.press("p")
    expect(page.by("move-number")).not_to_contain_text("0 of 0")
    page.my_turn()
    keyboard.press("2")
    expect(page.by("view-review")).to_be_visible()
    keyboard.press("Home")
    expect(page.by("move-number")).to_contain_text(re.compile("^0 of"))
    keyboard.press("?")
    expect(page.by("help")).to_be_visible()
    keyboard.press("Escape")
    expect(page.by("help")).to_have_count(0)


def test_a_move_is_shown_before_a_busy_server_answers(browser: Browser, tmp_path: Path) -> None:
    server = RunningServer(tmp_path)
    server.start()
    with desk(browser, server.address) as page:
        page.open()
        page.new_game(size=9, human="both")
        server.process.send_signal(signal.SIGSTOP)
        try:
            page.click("E5")
            expect(page.by("status")).to_have_text("Playing E5…")
            expect(page.board.locator(".sequence > g")).to_have_count(1)
            expect(page.by("pass")).to_be_disabled()
            page.click("D4")  # it is not this side's turn any more
        finally:
            server.process.send_signal(signal.SIGCONT)
        expect(page.by("status")).to_have_text("White to play")
        expect(page.by("move-number")).to_contain_text("1 of 1")
        expect(page.board.locator(".sequence > g")).to_have_count(0)
    server.close()


def test_reloading_in_the_middle_of_a_game(page: Desk) -> None:
    page.new_game(size=9, strength=0)
    for name in ("E5", "C3"):
        if page.stone(name) == 0:
            page.play(name)
            page.my_turn()
    stones, number = page.stones(), page.move_number()
    address = page.page.url
    page.page.reload()
    page.connected()
    expect(page.by("move-number")).to_have_text(re.compile(rf"^{number} "))
    assert page.stones() == stones
    assert page.page.url == address
    assert page.my_turn() == "Your turn"


def test_the_server_is_killed_and_started_again(browser: Browser, tmp_path: Path) -> None:
    server = RunningServer(tmp_path)
    server.start()
    try:
        with desk(browser, server.address) as page:
            page.allowed.append("WebSocket connection to .* failed")

            # A newcomer is asked what to play.
            page.open()
            expect(page.by("view-start")).to_be_visible()
            page.new_game(size=9, strength=0)
            page.play("E5")
            page.my_turn()
            page.play("C7" if page.stone("C7") == 0 else "G3")
            stones, number = page.stones(), page.move_number()
            assert stones.count(1) == 2

            # The engine may have been thinking: what it did not play before, it plays now.
            server.kill()
            expect(page.by("link-status")).to_be_visible()
            server.start()
            expect(page.by("link-status")).to_have_count(0, timeout=ENGINE_SECONDS * 1000)
            assert page.my_turn() == "Your turn"
            assert page.move_number() == 4
            assert number in (3, 4)
            again = page.stones()
            assert all(now == before for now, before in zip(again, stones, strict=True) if before)
            page.play(next(name for name in ORDER if page.stone(name) == 0))
            page.my_turn()
            assert page.move_number() == 6
        server.close()
    finally:
        if server.process.poll() is None:
            server.kill()
