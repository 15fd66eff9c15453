"""What a visitor waits for, and what the server needs to answer."""

from __future__ import annotations

import time
from collections.abc import Iterator

from playwright.sync_api import Browser, Error, Page

from benchmarks.app_under_test import PATIENCE_S, RunningApp, browser, running_app
from benchmarks.measurement import Measurement

# True once a canvas as large as a map shows more than its background; shadow roots are looked into.
MAP_IS_DRAWN = """() => {
  const canvases = [], walk = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.tagName === 'CANVAS') canvases.push(element);
      if (element.shadowRoot) walk(element.shadowRoot);
    }
  };
  walk(document);
  return canvases.some((canvas) => {
    if (canvas.clientWidth < 200 || canvas.clientHeight < 200 || !canvas.width) return false;
    const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    const colours = new Set(new Uint32Array(pixels.buffer));
    return colours.size > 8;
  });
}"""


def measure() -> Iterator[Measurement]:
    """Start the app twice: once for its first page, once for its first answer and its memory."""
    with browser() as chromium:
        with running_app() as app:
            yield cold_start(app, chromium)
        with running_app() as app:
            app.wait_until_healthy()
            yield first_answer(app, chromium)
            use_both_pages(app, chromium)
            yield peak_memory(app)


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
