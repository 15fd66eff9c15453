"""What a worker writes down while a run is under way."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

import pytest

from bertviz_core.jobs.run_store import RunStore
from bertviz_core.jobs.run_watch import Interrupted, RunGone, RunWatch
from bertviz_core.results import LearningPoint, LearningRun, ValidationPoint


@pytest.fixture
def watched(store: RunStore, new_run: Callable[[], LearningRun]) -> RunWatch:
    folder = store.folder(new_run().id)
    assert folder.lock.acquire()
    return RunWatch(folder, Event())


def validated(step: int, score: float, loss: float) -> LearningPoint:
    return LearningPoint(
        step=step, epoch=1.0, seconds=1.0, validation=ValidationPoint(loss=loss, score=score)
    )


def test_the_best_step_has_the_highest_score_then_the_lowest_loss(store: RunStore, watched: RunWatch) -> None:
    best = []
    for point in (
        validated(1, 0.5, 1.0),
        validated(2, 0.5, 0.5),
        validated(3, 0.5, 0.7),
        validated(4, 0.4, 0.1),
    ):
        watched.point(point)
        best.append(watched.status.best_step)
    assert best == [1, 2, 2, 2]
    run = store.runs()[0]
    again = RunWatch(store.folder(run.id), Event())
    assert again.status.best_step == 2
    assert [point.step for point in store.history(run.id)] == [1, 2, 3, 4]


def test_the_last_step_is_always_written(store: RunStore, watched: RunWatch) -> None:
    run = store.runs()[0]
    watched.stage("learning")
    for step in range(1, 9):
        watched.progress(step, 8, float(step), float(8 - step))
    status = store.status(run.id)
    assert (status.phase, status.stage, status.step, status.steps) == ("running", "learning", 8, 8)
    assert (status.seconds, status.seconds_left) == (8.0, 0.0)


def test_the_end_of_the_worker_comes_before_a_wish_to_stop(store: RunStore, watched: RunWatch) -> None:
    run = store.runs()[0]
    assert not watched.should_stop()
    store.folder(run.id).request_stop()
    assert watched.should_stop()
    watched._ending.set()
    with pytest.raises(Interrupted):
        watched.should_stop()


def test_nothing_is_written_into_a_run_that_is_not_here_any_more(store: RunStore, watched: RunWatch) -> None:
    run = store.runs()[0]
    store.delete(run.id)
    for tell in (
        lambda: watched.point(validated(1, 0.5, 0.5)),
        lambda: watched.progress(8, 8, 1.0, 0.0),
        lambda: watched.stage("measuring"),
        watched.should_stop,
    ):
        with pytest.raises(RunGone):
            tell()
    assert not (store.folder_of_runs / run.id).exists()
