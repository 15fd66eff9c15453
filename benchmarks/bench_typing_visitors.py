"""Visitors whose browsers answer while they type: what is left for the server to do?"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from urllib.parse import urljoin
from urllib.request import urlopen

from benchmarks.app_under_test import RunningApp, browser, running_app
from benchmarks.measurement import Measurement
from benchmarks.server_watch import memory_mb
from benchmarks.streamlit_visitor import Visitor, visitor
from benchmarks.typing_page import TypingPage

TYPING, PAUSE_S, SILENT_S = 100, 10.0, 20.0
LOADING, MOST_MB_A_SECOND = 20, 4.0
ASKED = 30
TEXT = "The quick brown fox jumps over the lazy dog"
COUNT_SENT = """() => {
  const send = WebSocket.prototype.send;
  window.sent = 0;
  WebSocket.prototype.send = function (data) { window.sent += 1; return send.call(this, data); };
}"""


def measure() -> Iterator[Measurement]:
    """Count what a browser sends, let a class type, then let one load the model while somebody asks."""
    with running_app() as app:
        app.wait_until_ready()
        with browser("chromium-headless-shell") as chromium:
            yield _sent(TypingPage(chromium, app.url))
        yield from _class_that_types(app)
        yield _beside_those_who_load(app)


def _sent(page: TypingPage) -> Measurement:
    page.load()
    page.page.evaluate(COUNT_SENT)
    page.type_fast(TEXT, 100)
    return Measurement(
        name="typing_visitors.sent_while_typing",
        value=page.page.evaluate("window.sent"),
        unit="messages",
        better="lower",
        against=f"{len(TEXT)} keys in a browser that has the model",
    )


def _class_that_types(app: RunningApp) -> Iterator[Measurement]:
    """Let a class ask the server at every pause, then be there while their browsers answer."""
    empty = _cpu_a_second(app)
    with ExitStack() as stack:
        cookies = [f"bertscope_visitor={number:032x}" for number in range(TYPING)]
        tabs = [stack.enter_context(visitor(app.url, "attention", cookie=own)) for own in cookies]
        for tab in tabs:
            tab.rerun()
        before = app.cpu_seconds()
        for number, tab in enumerate(tabs):
            _ask(tab, f"{TEXT} {number} times")
        asking = (app.cpu_seconds() - before) / TYPING / PAUSE_S
        memory = memory_mb(app.process.pid)
        silent = _cpu_a_second(app) / TYPING
        yield Measurement(
            name="typing_visitors.server_cpu_percent",
            value=100 * silent / asking,
            unit="%",
            better="lower",
            against=f"at most 1; {TYPING} visitors who send nothing, of what those need who send a sentence "
            f"every {PAUSE_S:.0f} s: {1000 * asking:.2f} ms a second each; a server without visitors "
            f"takes {1000 * empty:.2f} ms a second, which is counted too",
        )
        yield Measurement(
            name="typing_visitors.memory_mb",
            value=memory_mb(app.process.pid) - memory,
            unit="MB",
            better="lower",
            against=f"what the server's memory grew by in {SILENT_S:.0f} s of {TYPING} such visitors",
        )


def _cpu_a_second(app: RunningApp) -> float:
    """Return the share of a processor that the server takes while nobody asks."""
    before = app.cpu_seconds()
    time.sleep(SILENT_S)
    return (app.cpu_seconds() - before) / SILENT_S


def _beside_those_who_load(app: RunningApp) -> Measurement:
    """Ask again and again, some of the time while a class loads the model."""
    with visitor(app.url, "attention") as tab:
        tab.rerun()
        loader = subprocess.Popen([sys.executable, "-m", __name__, app.url], stdout=subprocess.PIPE)
        assert loader.stdout
        loader.stdout.readline()  # it knows what there is to load, and begins
        beside = _seconds(tab, "beside", while_runs=loader)
        loaded = float(loader.communicate()[0])
        alone = _seconds(tab, "alone")
    return Measurement(
        name="typing_visitors.answer_beside_loading_ratio",
        value=statistics.median(beside) / statistics.median(alone),
        unit="times",
        better="lower",
        against=f"at most 1.1; median of {len(beside)} answers of {1000 * statistics.median(alone):.0f} ms, "
        f"{LOADING} visitors loading {loaded:.0f} MB in all at {MOST_MB_A_SECOND:.0f} MB a second each",
    )


def _seconds(tab: Visitor, name: str, while_runs: subprocess.Popen[bytes] | None = None) -> list[float]:
    found: list[float] = []
    while len(found) < ASKED and (while_runs is None or while_runs.poll() is None):
        begun = time.perf_counter()
        _ask(tab, f"{TEXT} {name} {len(found)}")
        found.append(time.perf_counter() - begun)
    return found


def _ask(tab: Visitor, text: str) -> None:
    seen = tab.rerun(attention_text=text)
    if seen.errors:
        raise RuntimeError(seen.errors[0])


def _load_at_once(url: str) -> None:
    """Load the model as so many browsers do, each no faster than its network."""
    from bertviz_core.components.browser_model import model_folder

    folder = f"{url}{model_folder()}"
    with urlopen(f"{folder}/manifest.json") as answer:
        weights = [one["address"] for one in json.load(answer)["weights"]]
    print(flush=True)
    loaded: list[int] = []

    def load() -> None:
        for address in weights:
            with urlopen(urljoin(f"{folder}/", address)) as answer:
                while part := answer.read(1 << 20):
                    loaded.append(len(part))
                    time.sleep(len(part) / 1e6 / MOST_MB_A_SECOND)

    threads = [threading.Thread(target=load) for _ in range(LOADING)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(sum(loaded) / 1e6)


if __name__ == "__main__":
    _load_at_once(sys.argv[1])
