"""A model learns while a person watches: begun by a click, followed through a reload, stopped."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from page_actions import SLOW_MS, assert_fits_a_phone, at_rest, click, save, settle
from playwright.sync_api import Page, expect

from benchmarks.app_under_test import RunningApp, running_app
from bertviz_core.jobs.run_store import RunStore

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]
OpenPage = Callable[..., Page]

RUN_MS = 300_000
STOPPED = re.compile(r"^Stopped\. .* held-out examples")
FEW = "/fine_tuning?view=learn&data=spam&of=es&method=last_layers&last_layers=1"
# In how many frames no curves are seen, and how often others are.
WATCH = """() => {
  window.unseen = window.drawn = 0;
  let before;
  const seen = (part) => {
    for (let e = part; e; e = e.parentElement) if (getComputedStyle(e).visibility === 'hidden') return false;
    return Boolean(part.querySelector('.scatterlayer .trace'));
  };
  const look = () => {
    const curves = [...document.querySelectorAll('.st-key-learn_curves .main-svg')].filter(seen);
    window.unseen += !curves.length;
    window.drawn += curves.length > 0 && !curves.includes(before);
    if (curves.length && !curves.includes(before)) before = curves[0];
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def app(folder: Path) -> Iterator[RunningApp]:
    """Serve the app with a folder for runs of its own, whose worker stands back no more than the pages."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("BERTSCOPE_DATA_FOLDER", str(folder))
        environment.setenv("BERTSCOPE_WORKER_NICENESS", "0")
        with running_app() as running:
            running.wait_until_healthy()
            yield running
            with suppress(OSError):
                signal_worker(folder, signal.SIGTERM)


def signal_worker(folder: Path, number: signal.Signals) -> None:
    """Send a signal to the worker that was ready last."""
    log = (folder / "worker.log").read_text(encoding="utf-8")
    os.kill(int(re.findall(r"\(process (\d+)\)", log)[-1]), number)


class HeldRun:
    """A run whose worker stands still, but for moments: it lasts as long as a test needs it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._store = RunStore(folder / "runs")
        self._run = ""

    def hold(self, run: str, *, validated: bool = False) -> None:
        """Wait until a run has begun to learn, and stop its worker there."""
        self._run = run
        self._until(lambda: self._store.status(run).step > 0)
        self._until(lambda: any(point.validation or not validated for point in self._store.history(run)))
        signal_worker(self._folder, signal.SIGSTOP)

    def take_a_step(self) -> None:
        """Let the run go on for a step, or a few."""
        before = len(self._store.history(self._run))
        self.let_go()
        self._until(lambda: len(self._store.history(self._run)) > before)
        assert self._store.status(self._run).phase == "running"
        signal_worker(self._folder, signal.SIGSTOP)

    def let_go(self) -> None:
        signal_worker(self._folder, signal.SIGCONT)

    def forget(self) -> None:
        """Let the worker go on with other runs."""
        if self._run:
            self._store.request_stop(self._run)
            with suppress(OSError):  # there may be no worker yet, or no more
                self.let_go()

    def _until(self, holds: Callable[[], bool]) -> None:
        end = time.monotonic() + RUN_MS / 1000
        while not holds():
            assert time.monotonic() < end
            time.sleep(0.01)


@pytest.fixture
def held(folder: Path, app: RunningApp) -> Iterator[HeldRun]:
    run = HeldRun(folder)
    yield run
    run.forget()


def begin(page: Page) -> str:
    """Press the button and return the id that is in the address then."""
    page.locator(".st-key-learn_begin button").click()
    page.wait_for_url(lambda url: "run=" in url, timeout=SLOW_MS)
    return parse_qs(urlsplit(page.url).query)["run"][0]


def path_of(page: Page) -> str:
    parts = urlsplit(page.url)
    return f"{parts.path}?{parts.query}"


def test_a_run_is_watched_through_a_reload_and_stopped_and_keeps_the_best_so_far(
    open_page: OpenPage, held: HeldRun, strangers: list[str]
) -> None:
    page = open_page(f"{FEW}&epochs=8")  # far more steps than are let through below: they may come in twos
    run = begin(page)
    held.hold(run)
    progress = page.get_by_test_id("stProgress")
    expect(progress).to_contain_text("Step", timeout=RUN_MS)
    other = open_page(path_of(page))
    expect(other.get_by_role("heading", name="Watch it learn")).to_be_visible(timeout=SLOW_MS)
    expect(other.locator(".st-key-learn_stop")).to_have_count(0)
    page.reload()
    expect(progress).to_contain_text("Step", timeout=SLOW_MS)
    expect(page.locator(".st-key-learn_curves .scatterlayer .trace").first).to_be_attached(timeout=SLOW_MS)
    page.evaluate(WATCH)
    for _ in range(2):
        drawn = page.evaluate("window.drawn")
        held.take_a_step()
        page.wait_for_function("drawn => window.drawn > drawn", arg=drawn)
    assert page.evaluate("window.unseen") <= 1  # frames; a chart that blinked would do it each time

    held.let_go()
    held.hold(run, validated=True)
    page.get_by_test_id("stSidebar").get_by_role("link", name="About this model").click()
    expect(page.get_by_role("heading", name="About", level=1)).to_be_visible(timeout=SLOW_MS)
    page.get_by_test_id("stSidebar").get_by_role("link", name="Fine-tuning").click()
    expect(page.locator(".st-key-learn_confusion .js-plotly-plot").first).to_be_visible(timeout=RUN_MS)
    page.locator(".st-key-learn_stop button").first.click()  # the second belongs to its tooltip
    expect(page.get_by_text("It ends after this step")).to_be_visible()
    held.let_go()

    for watcher in (page, other):
        expect(watcher.get_by_role("heading", name=STOPPED)).to_be_visible(timeout=RUN_MS)
        expect(watcher.get_by_test_id("stProgress")).to_have_count(0)
    expect(page.get_by_text("The best so far is kept.")).to_be_visible()
    expect(page.get_by_role("button", name="Ask it").last).to_be_visible()
    settle(page)
    expect(page.locator(".st-key-learn_methods .barlayer .point").first).to_be_attached()
    saving = save(page, "Curves as CSV")
    lines = Path(saving.path()).read_text(encoding="utf-8-sig").splitlines()
    assert len(lines) > 10 and lines[0].startswith("run,name,step,epoch")
    box = at_rest(page, page.locator(".st-key-learn_curves .js-plotly-plot").last)
    assert box["y"] + box["height"] < 720
    assert_fits_a_phone(page, "[class*=st-key-learn] :is(.js-plotly-plot, button)")

    page.set_viewport_size({"width": 1280, "height": 720})
    runs = page.get_by_role("radio", name="Runs")
    at_rest(page, runs)
    click(page, runs)
    expect(page.get_by_text("Mark a run to open")).to_be_visible(timeout=SLOW_MS)
    table = at_rest(page, page.get_by_test_id("stDataFrame"))
    page.mouse.click(table["x"] + 20, table["y"] + 52)  # the box before the first run
    expect(page.get_by_role("button", name="Rename")).to_be_visible(timeout=SLOW_MS)
    expect(page.locator(".st-key-runs_curves .js-plotly-plot")).to_be_visible()
    page.wait_for_url(lambda url: "runs=" in url, timeout=SLOW_MS)
    assert strangers == []
