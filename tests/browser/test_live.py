"""Live analysis: how often the numbers change, and whether the page stays smooth."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from browser.chromium import launch
from browser.desk import Desk

POSITION = "(;GM[1]FF[4]SZ[9]KM[7]RU[Chinese];B[ee];W[eg];B[df];W[dg];B[ge];W[gg];B[cf])"
UPDATES_A_SECOND = 4.0
LONGEST_FRAME = 100.0  # milliseconds
ATTEMPTS = 8  # other tests may keep the machine busy

# Notes the time of every frame, and of every change of the shown visits.
WATCH = """selector => {
    const watch = window.watch = { frames: [], updates: [], isOn: true };
    let last = performance.now();
    const step = now => {
        watch.frames.push(now - last);
        last = now;
        if (watch.isOn) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
    if (!selector) return;
    let text = '';
    new MutationObserver(() => {
        const now = document.querySelector(selector)?.innerText ?? '';
        if (now !== text) watch.updates.push(performance.now());
        text = now;
    }).observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true });
}"""
END = "() => { watch.isOn = false; return watch; }"


def watched(page: Page, blank: Page, seconds: float) -> tuple[dict[str, Any], dict[str, Any]]:
    """Watch a page and an empty one beside it for some seconds; return what was noted."""
    blank.evaluate(WATCH, None)
    page.evaluate(WATCH, '[data-testid="status-A"] dd')
    page.wait_for_timeout(seconds * 1000)
    return page.evaluate(END), blank.evaluate(END)


def check_smooth(inside: Desk, beside: Page, seconds: float) -> None:
    """Check updates and frames. A frame may be as late as in an empty page, where the machine itself stalls."""
    seen = []
    for _ in range(ATTEMPTS):
        found, empty = watched(inside.page, beside, seconds)
        rate, longest, stalled = len(found["updates"]) / seconds, max(found["frames"]), max(empty["frames"])
        seen.append(f"{rate:.1f} updates a second, longest frame {longest:.0f} ms (empty page {stalled:.0f} ms)")
        if rate >= UPDATES_A_SECOND and longest <= max(LONGEST_FRAME, stalled):
            print(seen[-1])
            return
    raise AssertionError("\n".join(seen))


@pytest.fixture
def inside(page: Desk) -> Desk:
    page.import_text(POSITION)
    page.page.keyboard.press("End")
    page.analyse()
    return page


@pytest.fixture
def empty(browser: Browser) -> Iterator[Page]:
    """An empty page in another browser: one in the same browser would wait where the first one is slow to be drawn."""
    other = launch(browser.browser_type)
    yield other.new_page()
    other.close()


def test_live_analysis_is_smooth(inside: Desk, empty: Page) -> None:
    check_smooth(inside, empty, 5)


@pytest.mark.slow
@pytest.mark.parametrize("tab", ["Moves", "Tree"])
def test_live_analysis_is_smooth_for_a_minute(inside: Desk, empty: Page, tab: str) -> None:
    inside.inside_tab(tab)
    check_smooth(inside, empty, 60)
