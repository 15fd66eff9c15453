"""Garbage is collected away from answers, models that went too, and what stays is not walked again."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from collections.abc import Iterator

import pytest

from bertviz_core.server import housekeeping as module
from bertviz_core.server.housekeeping import Housekeeping, collect_everything


class Ring:
    """Garbage that only a collection finds."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def keeping(monkeypatch: pytest.MonkeyPatch) -> Iterator[Housekeeping]:
    """Keep house in a process of which Python's own collector is as before afterwards."""
    monkeypatch.setattr(module, "LIGHT_S", 0.02)
    threshold = gc.get_threshold()
    keeping = Housekeeping()
    keeping.begin()
    yield keeping
    keeping.end()
    gc.set_threshold(*threshold)
    gc.unfreeze()


def left_behind() -> weakref.ref[Ring]:
    return weakref.ref(Ring())


def gone(ring: weakref.ref[Ring], seconds: float = 20.0) -> bool:
    end = time.monotonic() + seconds
    while ring() is not None and time.monotonic() < end:
        time.sleep(0.005)
    return ring() is None


def test_what_visitors_leave_behind_is_collected(keeping: Housekeeping) -> None:
    with keeping.run():
        ring = left_behind()
    assert gone(ring)


def test_nothing_is_collected_while_a_script_runs(
    keeping: Housekeeping, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 1_000_000)
    with keeping.run():
        ring = left_behind()
        assert not gone(ring, seconds=20 * module.LIGHT_S)
    assert gone(ring)


def test_without_visits_nothing_is_looked_for(keeping: Housekeeping) -> None:
    time.sleep(0.2)
    assert keeping.collected == {"light": 0, "deep": 0}


def test_a_model_that_went_is_collected_though_it_was_frozen(keeping: Housekeeping) -> None:
    model = Ring()
    ring = weakref.ref(model)
    collect_everything()
    assert gc.get_freeze_count() > 0
    del model
    gc.collect()
    assert ring() is not None  # frozen: an ordinary collection does not look at it
    keeping.models_changed()
    assert gone(ring)
    keeping.end()  # the collection under way ends first
    assert gc.get_freeze_count() > 0


def test_runs_that_never_end_do_not_keep_memory_for_ever(keeping: Housekeeping) -> None:
    end = threading.Event()

    def busy() -> None:
        with keeping.run():
            end.wait(30)

    thread = threading.Thread(target=busy)
    thread.start()
    try:
        assert gone(left_behind())
    finally:
        end.set()
        thread.join()
