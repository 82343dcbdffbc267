"""Game records on the page: opened in every way, changed, and saved again."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from browser.desk import ENGINE_SECONDS, Desk
from tengen.sgf import read

GAME = Path(__file__).parents[2] / "examples" / "game.sgf"
SHORT = "(;GM[1]FF[4]SZ[9]KM[7]RU[Chinese]PB[Ann]PW[Bea]RE[B+R];B[ee]C[The centre.];W[eg](;B[cf];W[gf])(;B[gf];W[cf]))"

DROP = """async ([name, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name, { type: "application/x-go-sgf" }));
    for (const type of ["dragover", "drop"]) {
        document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
    }
}"""
PASTE = """text => {
    const data = new DataTransfer();
    data.setData("text", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data }));
}"""


def opened(page: Desk) -> None:
    """Say yes to the record that waits."""
    with page.opening():
        page.by("record-open").click()
    expect(page.by("record-preview")).to_have_count(0)
    expect(page.by("view-review")).to_be_visible()


def by_drop(page: Desk, path: Path) -> None:
    page.page.evaluate(DROP, [path.name, path.read_text()])
    opened(page)


def by_paste(page: Desk, path: Path) -> None:
    page.page.evaluate(PASTE, path.read_text())
    opened(page)


def by_file(page: Desk, path: Path) -> None:
    page.page.keyboard.press("o")
    page.by("record-file").set_input_files(path)
    opened(page)


def test_a_record_goes_out_and_in_by_every_way(page: Desk, tmp_path: Path) -> None:
    page.show("review")
    wanted = read(GAME.read_bytes())
    path = GAME
    for count, way in enumerate((by_file, by_drop, by_paste)):
        way(page, path)
        expect(page.by("move-number")).to_contain_text(f"of {len(wanted.moves())}")
        page.page.keyboard.press("End")
        expect(page.by("move-number")).to_contain_text(f"{len(wanted.moves())} of")
        expect(page.page.locator(".game-card")).to_contain_text("White wins")
        folder = tmp_path / str(count)
        folder.mkdir()
        path = page.saved(folder)
        found = read(path.read_bytes())
        assert found.moves() == wanted.moves()
        assert (found.result, found.komi, found.size) == (wanted.result, wanted.komi, wanted.size)


def test_variations_and_comments_are_kept(page: Desk, new_desk: Callable[..., Desk], tmp_path: Path) -> None:
    page.show("review")
    page.import_text(SHORT)
    expect(page.by("tree").locator("[data-node]")).to_have_count(7)

    # A click beside the record's moves makes a variation; a comment is typed.
    page.page.keyboard.press("ArrowRight")
    expect(page.by("move-number")).to_contain_text("1 of")
    expect(page.by("comment")).to_have_value("The centre.")
    page.play("C3")
    expect(page.by("tree").locator("[data-node]")).to_have_count(8)
    page.by("comment").fill("Why not here?")
    page.page.keyboard.press("Tab")
    path = page.saved(tmp_path)
    text = path.read_text()
    assert "Why not here?" in text
    assert "The centre." in text

    # Another browser reads the same tree from the file.
    other = new_desk().open("review")
    by_drop(other, path)
    expect(other.by("tree").locator("[data-node]")).to_have_count(8)
    other.page.keyboard.press("ArrowRight")
    expect(other.by("move-number")).to_contain_text("1 of")
    other.point("C3").click()
    expect(other.by("comment")).to_have_value("Why not here?")


def test_no_key_is_lost_however_fast_they_come(page: Desk) -> None:
    page.show("review")
    page.import_text(GAME.read_text())
    pressing = """([key, times]) => {
        const press = () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        for (let count = 0; count < times; count += 1) press();
    }"""
    page.page.evaluate(pressing, ["ArrowRight", 17])
    expect(page.by("move-number")).to_contain_text("17 of")
    page.page.evaluate(pressing, ["ArrowLeft", 5])
    page.page.evaluate(pressing, ["ArrowRight", 1])
    expect(page.by("move-number")).to_contain_text("13 of")


def test_a_record_that_is_none_is_refused(page: Desk) -> None:
    page.show("review")
    page.page.evaluate(DROP, ["notes.sgf", "this is no game"])
    expect(page.by("problem")).to_be_visible()
    expect(page.by("record-preview")).to_have_count(0)


def test_the_whole_game_is_searched_for_mistakes(page: Desk) -> None:
    page.show("review")
    page.import_text(SHORT)
    page.by("whole-game").get_by_role("combobox").select_option("500")
    page.by("start-review").click()
    expect(page.by("graph-text")).to_contain_text(re.compile("wins with"), timeout=ENGINE_SECONDS * 1000)
    expect(page.by("graph").locator("path.curve").first).to_be_attached()

    # A click into the graph goes to the move.
    box = page.by("scrubber").bounding_box()
    assert box is not None
    page.page.mouse.click(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2)
    expect(page.by("move-number")).to_contain_text("4 of 4")
    expect(page.by("graph-text")).to_contain_text(re.compile("wins with"), timeout=ENGINE_SECONDS * 1000)
    expect(page.by("start-review")).to_be_visible()


def test_live_analysis_marks_the_best_moves(page: Desk) -> None:
    page.show("review")
    page.import_text(SHORT)
    page.page.keyboard.press("Space")
    candidates = page.board.locator(".candidates > g")
    expect(candidates.first).to_be_attached(timeout=ENGINE_SECONDS * 1000)
    owners = page.board.locator(".ownership rect")
    expect(owners).to_have_count(0)
    page.by("territory").click()
    expect(owners.first).to_be_attached()
    page.by("territory").click()
    expect(owners).to_have_count(0)
    page.page.evaluate("document.activeElement.blur()")  # else the space bar would press the button again
    page.page.keyboard.press("ArrowRight")
    expect(page.by("move-number")).to_contain_text("1 of")
    expect(page.by("live")).to_contain_text("White wins with", timeout=ENGINE_SECONDS * 1000)
    page.page.keyboard.press("Space")
    expect(candidates).to_have_count(0)
