"""A real Redis, workers in processes of their own, and the two kinds of queues."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import redis
from worker_processes import ROOT

from bertviz_core.jobs.run_store import RunStore, run_store
from bertviz_core.results import LearningData, LearningRun, LearningSettings, TextExample


@pytest.fixture(params=["sqlite", "redis"])
def queue_kind(request: pytest.FixtureRequest, data_folder: Path, settings: Callable[..., None]) -> str:
    """Use each kind of queue in turn, empty at first."""
    if request.param == "redis":
        url = request.getfixturevalue("redis_url")
        redis.Redis.from_url(url).flushall()
        settings(redis_url=url)
    return str(request.param)


@pytest.fixture
def store(data_folder: Path) -> RunStore:
    """Return the runs of this test."""
    data_folder.mkdir(exist_ok=True)
    return run_store()


@pytest.fixture
def start_toy_worker(data_folder: Path) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Start workers that teach the toy lesson, with the settings of the test."""
    started: list[subprocess.Popen[bytes]] = []

    def start(*options: str, before: Callable[[], None] | None = None) -> subprocess.Popen[bytes]:
        script = Path(__file__).with_name("toy_lesson.py")
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        with (data_folder / "toy.err").open("ab") as errors:
            worker = subprocess.Popen(
                [sys.executable, str(script), *options],
                env=environment,
                stdout=errors,
                stderr=errors,
                preexec_fn=before,
            )
        started.append(worker)
        return worker

    yield start
    for worker in started:
        worker.kill()
        worker.wait()


DATA = LearningData(
    task="sentence",
    name="letters",
    examples=tuple(
        TextExample(text=("aaab" if number % 2 else "xyyz") * (1 + number % 3), label="ab"[number % 2])
        for number in range(30)
    ),
    labels=("a", "b"),
    parts=np.array([0] * 20 + [1] * 4 + [2] * 6, dtype=np.int8),
    seed=0,
)


@pytest.fixture
def new_run(store: RunStore) -> Callable[..., LearningRun]:
    """Keep a run that waits, of which the queue does not know yet."""
    return lambda owner="": store.create(
        DATA, model="mini", revision=None, settings=LearningSettings(), owner=owner
    )
