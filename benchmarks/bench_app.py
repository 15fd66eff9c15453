"""What a visitor waits for, and what the server needs to answer."""

from __future__ import annotations

import time
from collections.abc import Iterator
from urllib.parse import urlencode

from playwright.sync_api import Browser, Error, Page

from benchmarks.app_under_test import PATIENCE_S, RunningApp, browser, running_app
from benchmarks.measurement import Measurement

MINUTE_MS = 60_000
# 128 tokens of `mini`: each word is one piece, [CLS] and [SEP] come on top.
LONG_TEXT = " ".join(["agua", "casa", "mesa", "libro", "noche", "ciudad", "camino", "tiempo", "vida"] * 14)

# True once the map and the thumbnails show more than their background; shadow roots are looked into.
MAP_IS_DRAWN = """() => {
  const canvases = [], walk = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.matches('canvas.cells, canvas.thumbnails')) canvases.push(element);
      if (element.shadowRoot) walk(element.shadowRoot);
    }
  };
  walk(document);
  return canvases.length > 0 && canvases.every((canvas) => {
    if (!canvas.width || !canvas.height) return false;
    const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    return new Set(new Uint32Array(pixels.buffer)).size > 8;
  });
}"""


def measure() -> Iterator[Measurement]:
    """Start the app three times: for whoever knocks first, who comes while it loads, and who comes then."""
    with browser() as chromium:
        with running_app() as app:
            yield cold_start(app, chromium)
        with running_app() as app:
            app.wait_until_healthy()
            yield Measurement(
                name="app.early_answer_s",
                value=open_attention(app, chromium),
                unit="s",
                better="lower",
                against="who comes as soon as the server answers, no model there yet: page open to map drawn",
            )
        with running_app() as app:
            app.wait_until_ready()
            yield Measurement(
                name="app.ready_s",
                value=time.perf_counter() - app.started,
                unit="s",
                better="lower",
                against="process start to the model loaded and the first pages run for nobody",
            )
            yield Measurement(
                name="app.first_answer_s",
                value=open_attention(app, chromium),
                unit="s",
                better="lower",
                against="the first visitor of a server that is ready: page open to the map drawn",
            )
            use_both_pages(app, chromium)
            yield Measurement(
                name="app.peak_memory_mb",
                value=app.peak_memory_mb(),
                unit="MB",
                better="lower",
                against="largest resident set of the server, after both pages answered, one with 128 tokens",
            )


def cold_start(app: RunningApp, chromium: Browser) -> Measurement:
    """Knock from the moment the process exists until the home page shows its heading."""
    page = chromium.new_page()
    knock(page, app)
    page.get_by_role("heading").first.wait_for(timeout=PATIENCE_S * 1000)
    return Measurement(
        name="app.cold_start_s",
        value=time.perf_counter() - app.started,
        unit="s",
        better="lower",
        against="process start to the home page's heading in the browser",
    )


def knock(page: Page, app: RunningApp) -> None:
    """Open the app's first page as soon as it answers."""
    deadline = app.started + PATIENCE_S
    while True:
        try:
            page.goto(app.url, wait_until="commit")
            return
        except Error:
            if time.perf_counter() > deadline or app.process.poll() is not None:
                raise
            time.sleep(0.02)


def open_attention(app: RunningApp, chromium: Browser) -> float:
    """Return the seconds from opening the attention page in a new browser until its map is drawn."""
    page = chromium.new_page()
    start = time.perf_counter()
    page.goto(f"{app.url}/attention", wait_until="commit")
    page.wait_for_function(MAP_IS_DRAWN, polling="raf", timeout=2 * MINUTE_MS)
    return time.perf_counter() - start


def use_both_pages(app: RunningApp, chromium: Browser) -> None:
    """Ask both pages, each with its example and with a long text."""
    blank = LONG_TEXT.replace("agua", "[MASK]", 1)
    page = chromium.new_page()
    page.goto(f"{app.url}/attention?{urlencode({'text': LONG_TEXT})}")
    page.wait_for_function(MAP_IS_DRAWN, timeout=MINUTE_MS)
    for address in ("masked_words", f"masked_words?{urlencode({'text': blank})}"):
        page.goto(f"{app.url}/{address}")
        page.locator(".js-plotly-plot .bars path").first.wait_for(timeout=MINUTE_MS)
