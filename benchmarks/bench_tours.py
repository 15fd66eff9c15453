"""A lecturer walks through a tour: from the key to the next step drawn."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from playwright.sync_api import Page

from benchmarks.app_under_test import browser, running_app
from benchmarks.measurement import Measurement
from bertviz_core.tours import READY

PATIENCE_MS = 60_000
# Resolves to the milliseconds from a key to the end of the last run that it led to, painted.
STEP = """(QUIET_MS) => new Promise((done) => {
  const app = document.querySelector('[data-testid=stApp]');
  const roots = () => [...document.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot);
  const card = () => roots().find((root) => root?.querySelector('.card'));
  const title = () => card()?.querySelector('.title')?.textContent;
  let [pressed, ended, before] = [0, 0, title()];
  window.addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), { capture: true, once: true });
  const look = () => {
    const now = performance.now();
    if (app.dataset.testScriptState !== 'notRunning' || !pressed || title() === before) ended = 0;
    else ended ||= now;
    if (ended && now - ended > QUIET_MS) return done(ended - pressed);
    requestAnimationFrame(look);
  };
  look();
})"""
QUIET_MS = 500


def measure() -> Iterator[Measurement]:
    """Walk through every tour twice: the second time all that is loaded once is there."""
    with running_app() as app, browser("chromium-headless-shell") as chromium:
        app.wait_until_ready()
        page = chromium.new_page(locale="es-ES", viewport={"width": 1280, "height": 720})
        page.set_default_timeout(PATIENCE_MS)
        walks = []
        for _ in range(2):
            steps: dict[str, float] = {}
            for name in READY:
                page.goto(f"{app.url}/teach")
                page.locator(f".st-key-start_{name} button").click()
                steps |= {f"{name} {number}": ms for number, ms in enumerate(_walk(page), start=2)}
            walks.append(steps)
    cold, warm = walks
    slow = {step: round(ms) for step, ms in warm.items() if ms > 1000}
    yield Measurement(
        name="tours.step_ms",
        value=statistics.median(warm.values()),
        unit="ms",
        better="lower",
        against=f"at most 1,000 each; {len(warm)} steps walked before, from the key to the last run's end; "
        f"longest {max(warm.values()):.0f}, the first time {max(cold.values()):.0f}; above: {slow or 'none'}",
    )


def _walk(page: Page) -> Iterator[float]:
    """Go to the end of the tour that has begun."""
    page.locator(".card .title").wait_for()
    page.wait_for_timeout(4 * QUIET_MS)
    while page.locator(".card .next:not([disabled])").count():
        taken = page.evaluate_handle(f"() => {{ window.step = ({STEP})({QUIET_MS}); }}")
        taken.dispose()
        page.keyboard.press("PageDown")
        yield page.evaluate("window.step")
