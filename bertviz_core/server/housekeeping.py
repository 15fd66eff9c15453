"""Garbage collection that no visitor waits for.

With torch and transformers loaded a full collection walks half a million objects that stay for good, a
quarter of a second in which nothing else runs; Streamlit asks for one after every run of the script
(`runner.postScriptGC`, off in `.streamlit/config.toml`). Here what stays is frozen once it is loaded, so that
a collection walks only what visitors left behind, and a thread collects in moments in which no script runs.
"""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from bertviz_core.analysis.passes.heap import give_back_freed

LIGHT_S, DEEP_S = 20.0, 600.0
"""So often what visitors left behind is collected, and everything, as far as anybody has been here."""

PATIENCE = 5
"""After so many times those seconds it is collected in the middle of the work."""

_LOOK_AGAIN_S = 0.05
_YOUNG = 10_000
"""Objects after which Python looks through the young ones: a few milliseconds."""
_NEVER = 1_000_000


class Housekeeping:
    """Decides when to collect; one for the process."""

    def __init__(self) -> None:
        """Begin with nothing to do."""
        self._lock = threading.Lock()
        self._running = 0
        self._runs = 0
        self._changed = threading.Event()
        self._ended = False
        self.collected = {"light": 0, "deep": 0}

    @contextmanager
    def run(self) -> Iterator[None]:
        """Note that a script runs meanwhile."""
        with self._lock:
            self._running += 1
            self._runs += 1
        try:
            yield
        finally:
            with self._lock:
                self._running -= 1

    @property
    def script_runs(self) -> int:
        """Return how many scripts run now."""
        return self._running

    def models_changed(self) -> None:
        """Freeze what came, and let go of what went, as soon as no script runs."""
        self._changed.set()

    def begin(self) -> None:
        """Collect from now on."""
        gc.set_threshold(_YOUNG, 10, _NEVER)
        self._thread = threading.Thread(target=self._work, name="housekeeping", daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Collect no more."""
        self._ended = True
        self._changed.set()
        self._thread.join()

    def _work(self) -> None:
        light = deep = time.monotonic()
        seen = 0
        while not self._ended:
            changed = self._changed.wait(timeout=LIGHT_S)
            self._changed.clear()
            if not changed and self._runs == seen:
                continue
            seen, now = self._runs, time.monotonic()
            if changed or now - deep >= DEEP_S:
                self._await_quiet(now + PATIENCE * LIGHT_S)
                collect_everything()
                self.collected["deep"] += 1
                light = deep = time.monotonic()
            elif now - light >= LIGHT_S:
                self._await_quiet(now + PATIENCE * LIGHT_S)
                gc.collect()
                give_back_freed()
                self.collected["light"] += 1
                light = time.monotonic()

    def _await_quiet(self, until: float) -> None:
        while self._running and time.monotonic() < until:
            time.sleep(_LOOK_AGAIN_S)


def collect_everything() -> None:
    """Collect what nobody holds, models too, freeze what is left and give freed memory back to the system."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    give_back_freed()


housekeeping = Housekeeping()
"""That of this process; at work once `begin` was called."""
