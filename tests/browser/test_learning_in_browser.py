"""A model learns while a person watches: begun by a click, followed through a reload, stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from page_actions import SLOW_MS, assert_fits_a_phone, at_rest, settle
from playwright.sync_api import Page, expect

from benchmarks.app_under_test import RunningApp, running_app

pytestmark = pytest.mark.browser
OpenPage = Callable[..., Page]

RUN_MS = 200_000
FEW = "/fine_tuning?view=learn&data=spam&of=es&method=last_layers&last_layers=1"
# Whether in any moment no curves are seen.
WATCH = """() => {
  window.unseen = 0;
  const seen = (part) => {
    for (let e = part; e; e = e.parentElement) if (getComputedStyle(e).visibility === 'hidden') return false;
    return Boolean(part.querySelector('.scatterlayer .trace'));
  };
  const look = () => {
    window.unseen += ![...document.querySelectorAll('.st-key-learn_curves .main-svg')].some(seen);
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningApp]:
    """Serve the app with a folder for runs of its own; its worker ends soon after the last run."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("BERTSCOPE_DATA_FOLDER", str(tmp_path_factory.mktemp("data")))
        environment.setenv("BERTSCOPE_WORKER_IDLE_S", "5")
        with running_app() as running:
            running.wait_until_healthy()
            yield running


def begin(page: Page) -> str:
    """Press the button and return the id that is in the address then."""
    page.locator(".st-key-learn_begin button").click()
    page.wait_for_url(lambda url: "run=" in url, timeout=SLOW_MS)
    return parse_qs(urlsplit(page.url).query)["run"][0]


def path_of(page: Page) -> str:
    parts = urlsplit(page.url)
    return f"{parts.path}?{parts.query}"


def test_a_run_is_watched_through_a_reload_to_its_end(open_page: OpenPage, strangers: list[str]) -> None:
    page = open_page(f"{FEW}&epochs=10")
    begin(page)
    progress = page.get_by_test_id("stProgress")
    expect(progress).to_contain_text("Step", timeout=RUN_MS)
    other = open_page(path_of(page))
    expect(other.get_by_role("heading", name="Watch it learn")).to_be_visible(timeout=SLOW_MS)
    expect(other.locator(".st-key-learn_stop")).to_have_count(0)
    page.reload()
    expect(progress).to_contain_text("Step", timeout=SLOW_MS)
    expect(page.locator(".st-key-learn_curves .scatterlayer .trace").first).to_be_attached(timeout=SLOW_MS)
    page.evaluate(WATCH)
    page.wait_for_timeout(8000)
    assert page.evaluate("window.unseen") <= 2  # frames; a chart that blinked would do it every second

    for watcher in (page, other):
        expect(watcher.get_by_role("heading", name="held-out examples;")).to_be_visible(timeout=RUN_MS)
        expect(watcher.get_by_test_id("stProgress")).to_have_count(0)
    settle(page)
    expect(page.locator(".st-key-learn_methods .barlayer .point")).to_have_count(4)
    with page.expect_download() as saving:
        page.get_by_role("button", name="Curves as CSV").click()
    lines = Path(saving.value.path()).read_text(encoding="utf-8").splitlines()
    assert len(lines) > 10 and lines[0].startswith("run,name,step,epoch")
    box = at_rest(page, page.locator(".st-key-learn_curves .js-plotly-plot").last)
    assert box["y"] + box["height"] < 720
    assert_fits_a_phone(page, "[class*=st-key-learn] :is(.js-plotly-plot, button)")

    page.set_viewport_size({"width": 1280, "height": 720})
    page.get_by_role("radio", name="Runs").click()
    expect(page.get_by_text("Mark a run to open")).to_be_visible(timeout=SLOW_MS)
    settle(page)
    table = at_rest(page, page.get_by_test_id("stDataFrame"))
    page.mouse.click(table["x"] + 20, table["y"] + 52)  # the box before the first run
    expect(page.get_by_role("button", name="Rename")).to_be_visible(timeout=SLOW_MS)
    expect(page.locator(".st-key-runs_curves .js-plotly-plot")).to_be_visible()
    page.wait_for_url(lambda url: "runs=" in url, timeout=SLOW_MS)
    assert strangers == []


def test_a_run_is_stopped_and_keeps_the_best_so_far(open_page: OpenPage) -> None:
    page = open_page(f"{FEW}&epochs=40")
    begin(page)
    page.get_by_test_id("stSidebar").get_by_role("link", name="About this model").click()
    expect(page.get_by_role("heading", name="About", level=1)).to_be_visible(timeout=SLOW_MS)
    page.get_by_test_id("stSidebar").get_by_role("link", name="Fine-tuning").click()
    expect(page.locator(".st-key-learn_confusion .js-plotly-plot").first).to_be_visible(timeout=RUN_MS)
    page.locator(".st-key-learn_stop button").first.click()  # the second belongs to its tooltip
    expect(page.get_by_text("The best so far is kept.")).to_be_visible(timeout=RUN_MS)
    expect(page.get_by_role("button", name="Ask it").last).to_be_visible()
