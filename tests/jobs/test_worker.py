"""Real workers in processes that are killed, stopped, doubled and misled; no run gets lost."""

from __future__ import annotations

import json
import os
import pickle
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import redis
from toy_lesson import STEPS
from worker_processes import ROOT, free_port, wait_for

from bertviz_core.errors import BusyError
from bertviz_core.jobs.queue import queue_of_app
from bertviz_core.jobs.run_store import RunStore
from bertviz_core.jobs.start_worker import submit, worker_alive
from bertviz_core.results import LearningRun

StartWorker = Callable[..., "subprocess.Popen[bytes]"]
NewRun = Callable[[], LearningRun]


def ended(store: RunStore, run: LearningRun) -> Callable[[], bool]:
    return lambda: not store.status(run.id).open


def order(data_folder: Path) -> list[str]:
    return (data_folder / "order.txt").read_text().split()


def numbers(store: RunStore, run: LearningRun) -> list[object]:
    """List all that was measured in a run."""
    points = [(point.step, point.loss, point.validation) for point in store.history(run.id)]
    report = store.report(run.id)
    assert report is not None and report.probabilities is not None
    return [points, report.probabilities.tolist(), report.predictions, report.steps_done]


def test_a_killed_run_goes_on_and_ends_as_if_nothing_had_been(
    queue_kind: str, data_folder: Path, store: RunStore, new_run: NewRun, start_toy_worker: StartWorker
) -> None:
    (data_folder / "hold-13").touch()
    killed = new_run()
    submit(killed.id)
    worker = start_toy_worker()
    wait_for((data_folder / "holding-13").exists)
    before = store.history(killed.id)
    assert [point.step for point in before if point.loss] == list(range(1, 13))
    worker.send_signal(signal.SIGKILL)
    worker.wait()
    assert store.status(killed.id).phase == "running" and not worker_alive()
    (data_folder / "hold-13").unlink()

    start_toy_worker()
    wait_for(ended(store, killed))
    whole = new_run()
    submit(whole.id)
    wait_for(ended(store, whole))
    assert store.status(killed.id).phase == store.status(whole.id).phase == "done"
    assert numbers(store, killed) == numbers(store, whole)
    assert [point.step for point in store.history(killed.id) if point.loss] == list(range(1, STEPS + 1))
    written = (store.folder(killed.id).path / "history.jsonl").read_text().splitlines()
    steps = [json.loads(line).get("step") for line in written]
    assert [steps.count(step) for step in (1, 9, 11, 12, 13)] == [1, 1, 2, 2, 1]  # it went on after step 10
    assert store.model_folder(killed.id) and not store.folder(killed.id).checkpoints.exists()
    assert store.status(killed.id).step == STEPS and store.status(killed.id).best_step == STEPS


def test_a_worker_told_to_end_leaves_its_run_waiting(
    data_folder: Path, store: RunStore, new_run: NewRun, start_toy_worker: StartWorker
) -> None:
    (data_folder / "hold-8").touch()
    run = new_run()
    submit(run.id)
    worker = start_toy_worker()
    wait_for((data_folder / "holding-8").exists)
    worker.terminate()
    (data_folder / "hold-8").unlink()
    assert worker.wait() == 0
    assert store.status(run.id).phase == "waiting" and store.folder(run.id).attempts()[0] == 0
    assert not worker_alive()
    start_toy_worker()
    wait_for(ended(store, run))
    assert store.status(run.id).phase == "done"
    assert [point.step for point in store.history(run.id) if point.loss] == list(range(1, STEPS + 1))


def test_a_run_is_stopped_within_a_step_and_keeps_what_it_has(
    queue_kind: str, data_folder: Path, store: RunStore, new_run: NewRun, start_toy_worker: StartWorker
) -> None:
    (data_folder / "hold-13").touch()
    run = new_run()
    submit(run.id)
    start_toy_worker()
    wait_for((data_folder / "holding-13").exists)
    store.request_stop(run.id)
    assert store.status(run.id).phase == "running"
    (data_folder / "hold-13").unlink()
    wait_for(ended(store, run))
    assert store.status(run.id).phase == "stopped" and store.status(run.id).step == 12
    report = store.report(run.id)
    assert report is not None and report.steps_done == 12 and store.model_folder(run.id)


def test_runs_are_worked_on_one_after_the_other_and_any_process_sees_how_they_are(
    queue_kind: str, data_folder: Path, store: RunStore, new_run: NewRun, start_toy_worker: StartWorker
) -> None:
    (data_folder / "hold-13").touch()
    runs = [new_run() for _ in range(3)]
    for run in runs:
        submit(run.id)
    start_toy_worker()
    wait_for((data_folder / "holding-13").exists)
    script = (
        "import sys; from bertviz_core.jobs.run_store import run_store; store = run_store()\n"
        "for run in sys.argv[1:]:\n"
        "    status = store.status(run); print(status.phase, status.ahead, len(store.history(run)))"
    )
    command = [sys.executable, "-c", script, *(run.id for run in runs)]
    seen = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=200)
    assert seen.stdout.splitlines() == ["running 0 13", "waiting 1 0", "waiting 2 0"], seen.stderr
    store.request_stop(runs[1].id)
    (data_folder / "hold-13").unlink()
    wait_for(ended(store, runs[2]))
    assert [store.status(run.id).phase for run in runs] == ["done", "stopped", "done"]
    assert order(data_folder) == [runs[0].id, runs[2].id]


def test_a_run_that_the_queue_has_lost_is_found(
    queue_kind: str, store: RunStore, new_run: NewRun, start_toy_worker: StartWorker
) -> None:
    run = new_run()
    start_toy_worker("--idle-exit", "0")
    wait_for(ended(store, run))
    assert store.status(run.id).phase == "done"


def test_a_run_that_kills_its_worker_at_one_step_again_and_again_has_failed(
    data_folder: Path, store: RunStore, new_run: NewRun, start_toy_worker: StartWorker
) -> None:
    (data_folder / "die-7").touch()
    run = new_run()
    kills = 0
    while start_toy_worker("--idle-exit", "0").wait() == -signal.SIGKILL:
        assert store.status(run.id).open
        kills += 1
    assert 3 <= kills <= 5  # the first ones may have come further than the one before
    status = store.status(run.id)
    assert status.phase == "failed" and status.problem is not None
    assert "memory" in status.problem.template and status.problem.fields == {"count": 3}
    assert not store.folder(run.id).checkpoints.exists()


def test_a_run_that_gets_on_outlasts_any_number_of_kills(
    data_folder: Path, store: RunStore, new_run: NewRun, start_toy_worker: StartWorker
) -> None:
    run = new_run()
    for step in (3, 7, 11, 15):
        (data_folder / f"die-{step}").touch()
        assert start_toy_worker("--idle-exit", "0").wait() == -signal.SIGKILL
        (data_folder / f"die-{step}").unlink()
    assert start_toy_worker("--idle-exit", "0").wait() == 0
    assert store.status(run.id).phase == "done"


def test_a_deleted_run_ends_and_the_next_one_begins(
    data_folder: Path, store: RunStore, new_run: NewRun, start_toy_worker: StartWorker
) -> None:
    (data_folder / "hold-13").touch()
    deleted, other = new_run(), new_run()
    submit(deleted.id)
    submit(other.id)
    start_toy_worker()
    wait_for((data_folder / "holding-13").exists)
    store.delete(deleted.id)
    assert store.runs() == (other,)
    (data_folder / "hold-13").unlink()
    wait_for(ended(store, other))
    assert store.status(other.id).phase == "done" and store.damaged() == ()
    assert not (store.folder_of_runs / deleted.id).exists()


def test_two_workers_never_work_on_one_run(
    queue_kind: str, data_folder: Path, store: RunStore, new_run: NewRun, start_toy_worker: StartWorker
) -> None:
    (data_folder / "hold-13").touch()
    first = new_run()
    workers = [start_toy_worker(), start_toy_worker()]
    wait_for((data_folder / "holding-13").exists)
    for _ in range(3):
        submit(first.id)  # the other worker takes these and leaves the run alone
    second = new_run()
    (data_folder / "holding-13").unlink()
    submit(second.id)
    wait_for((data_folder / "holding-13").exists)  # by the other worker, as the first one is still held
    assert [store.status(run.id).phase for run in (first, second)] == ["running", "running"]
    (data_folder / "hold-13").unlink()
    wait_for(ended(store, first))
    wait_for(ended(store, second))
    assert order(data_folder) == [first.id, second.id]
    assert all(worker.poll() is None for worker in workers)
    for worker in workers:
        wait_for(worker_alive)  # whichever of them is left
        worker.kill()
        worker.wait()
    assert not worker_alive()


def test_a_full_disk_ends_the_run_with_a_sentence_and_the_worker_goes_on(
    data_folder: Path, store: RunStore, new_run: NewRun, start_toy_worker: StartWorker
) -> None:
    (data_folder / "big").touch()
    run = new_run()

    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, 500_000))

    start_toy_worker(before=little_room)
    wait_for(ended(store, run))
    status = store.status(run.id)
    assert status.phase == "failed" and status.problem is not None
    assert status.problem.template.startswith("The disk is full")
    assert not store.folder(run.id).checkpoints.exists()
    (data_folder / "big").unlink()
    other = new_run()
    submit(other.id)
    wait_for(ended(store, other))
    assert store.status(other.id).phase == "done"


def test_messages_that_make_no_sense_are_ignored(
    queue_kind: str, data_folder: Path, store: RunStore, new_run: NewRun, start_toy_worker: StartWorker
) -> None:
    class Trap:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return os.mkdir, (str(data_folder / "trapped"),)

    storage = queue_of_app()._huey.storage
    for message in (
        pickle.dumps(Trap()), b"", b"\xff", b"{}", b"[1]", b"null", b'{"id": 1, "run": []}',
        b'{"id": "a", "run": "../../etc"}', b'{"id": "a", "run": "0000000000000000"}', b"[" * 100_000,
    ):  # fmt: skip
        storage.enqueue(message)
    run = new_run()
    submit(run.id)
    worker = start_toy_worker()
    wait_for(ended(store, run))
    wait_for(lambda: storage.queue_size() == 0)
    assert store.status(run.id).phase == "done" and worker.poll() is None
    assert not (data_folder / "trapped").exists()


def test_a_worker_with_nothing_to_do_ends(data_folder: Path, start_toy_worker: StartWorker) -> None:
    data_folder.mkdir(exist_ok=True)
    assert start_toy_worker("--idle-exit", "0.5").wait() == 0
    assert "The worker ends" in (data_folder / "worker.log").read_text()
    assert not worker_alive()


def test_a_redis_that_is_away_is_a_sentence_and_loses_nothing(
    store: RunStore, new_run: NewRun, settings: Callable[..., None]
) -> None:
    settings(redis_url=f"redis://:secret@127.0.0.1:{free_port()}/0")
    run = new_run()
    with pytest.raises(BusyError) as error:
        submit(run.id)
    assert "secret" not in str(error.value) and store.status(run.id).phase == "waiting"


def test_what_is_no_address_of_a_redis_is_said(new_run: NewRun, settings: Callable[..., None]) -> None:
    settings(redis_url="somewhere:6379")
    with pytest.raises(BusyError, match="BERTSCOPE_REDIS_URL"):
        submit(new_run().id)


def test_runs_outlast_a_redis_that_forgets(
    redis_url: str,
    store: RunStore,
    new_run: NewRun,
    settings: Callable[..., None],
    start_toy_worker: StartWorker,
) -> None:
    settings(redis_url=redis_url)
    run = new_run()
    submit(run.id)
    redis.Redis.from_url(redis_url).flushall()
    start_toy_worker()
    wait_for(ended(store, run))
    assert store.status(run.id).phase == "done"


def test_a_damaged_queue_is_begun_anew(data_folder: Path, store: RunStore, new_run: NewRun) -> None:
    (data_folder / "queue.sqlite3").write_bytes(b"no database" * 1000)
    run = new_run()
    submit(run.id)
    assert queue_of_app().waiting() == {run.id}
