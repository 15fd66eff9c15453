"""Words in context: what a visitor waits for, what batches gain, and the memory they take."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from urllib.parse import urlencode

from playwright.sync_api import Browser

from benchmarks import thousand_sentences
from benchmarks.app_under_test import PATIENCE_S, browser, running_app
from benchmarks.measurement import Measurement
from bertviz_core.ui.words.packed_text import pack

SERVERS = 3
OCCURRENCES = 200
POINTS = f"""() => [...document.querySelectorAll('.js-plotly-plot')].some(
  (plot) => plot.querySelectorAll('.scatterlayer .point').length === {OCCURRENCES})"""

_STARTS = ("Saqué dinero", "Volví ayer", "Mi abuela venía", "El director habló", "Los vecinos salieron")
_MIDDLES = ("del banco de la esquina", "del banco del parque", "del banco más antiguo", "del banco de madera")
_ENDS = (
    "esta mañana.",
    "con una carta en la mano.",
    "porque llovía.",
    "sin decir nada.",
    "antes de comer.",
    "con mi hermano.",
    "y compró pan.",
    "cuando cerraron la tienda.",
    "por primera vez.",
    "después de la fiesta.",
)


def measure() -> Iterator[Measurement]:
    """Embed a thousand sentences; open a map in a browser."""
    yield thousand_sentences.speedup()
    yield thousand_sentences.peak_memory()
    with browser() as chromium:
        yield first_map(chromium)


def first_map(chromium: Browser) -> Measurement:
    """Open a link with 200 sentences on servers that drew no map yet, until all points are drawn."""
    seconds = []
    for _ in range(SERVERS):
        with running_app() as app:
            app.wait_until_healthy()
            page = chromium.new_page()
            page.set_default_timeout(PATIENCE_S * 1000)
            page.goto(f"{app.url}/masked_words")
            page.locator(".js-plotly-plot .bars path").first.wait_for()
            link = urlencode({"word": "banco", "sentences": pack("\n".join(sentences()))})
            start = time.perf_counter()
            page.goto(f"{app.url}/words?{link}", wait_until="commit")
            page.wait_for_function(POINTS, polling="raf")
            seconds.append(time.perf_counter() - start)
            page.close()
    return Measurement(
        name="embed.first_map_s",
        value=statistics.median(seconds),
        unit="s",
        better="lower",
        against="the first map of a server that loaded its model: page opened with 200 sentences to "
        "200 points drawn, by PCA as long as UMAP gets ready, passes through the model included",
    )


def sentences() -> list[str]:
    """Return 200 sentences with the word in all of them."""
    return [f"{start} {middle} {end}" for start in _STARTS for middle in _MIDDLES for end in _ENDS]
