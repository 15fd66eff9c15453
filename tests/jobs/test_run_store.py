"""Runs in files: what is kept, bounded, renamed, stopped and deleted, also where files are damaged."""

from __future__ import annotations

import errno
import json
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import numpy as np
import pytest
from filelock import FileLock
from toy_lesson import ToyLesson

from bertviz_core.errors import BusyError, InputError, RunNotFoundError, StorageError
from bertviz_core.jobs import process_lock, run_folder, run_store, runs_folder
from bertviz_core.jobs.one_run import work_on
from bertviz_core.jobs.run_store import RunStore
from bertviz_core.results import (
    Interval,
    LearningData,
    LearningPoint,
    LearningReport,
    LearningRun,
    LearningSettings,
    MethodScore,
    Problem,
    RunStatus,
    TextExample,
    ValidationPoint,
)
from bertviz_core.results.json_forms import to_json

DATA = LearningData(
    task="sentence",
    name="mensajes.csv",
    examples=tuple(
        TextExample(text=f"<b>{n}</b> =SUM(A1)", label=("no", "sí")[n % 2], language="es") for n in range(6)
    ),
    labels=("no", "sí"),
    parts=np.array([0, 0, 0, 0, 1, 2], dtype=np.int8),
    seed=3,
)

REPORT = LearningReport(
    task="sentence",
    labels=("no", "sí"),
    methods=(MethodScore(method="full", scores={"accuracy": Interval(value=1.0, low=0.5, high=1.0)}),),
    per_class=(),
    confusion=np.eye(2, dtype=np.int64),
    probabilities=np.array([[0.25, 0.75]], dtype=np.float32),
    predictions=("sí",),
    reliability=None,
    epochs_done=2.0,
    steps_done=8,
    best_step=4,
    training_seconds=3.0,
)


@pytest.fixture
def store(data_folder: Path) -> RunStore:
    return run_store.run_store()


def create(store: RunStore, owner: str = "a", name: str = "", data: LearningData = DATA) -> LearningRun:
    return store.create(
        data, model="mini", revision=None, settings=LearningSettings(epochs=2), owner=owner, name=name
    )


def test_a_run_comes_back_as_it_was(store: RunStore) -> None:
    made = create(store)
    again = RunStore(store.folder_of_runs)
    run, data = again.run(made.id), again.data(made.id)
    assert run == made
    assert (run.name, run.counts, run.labels) == ("mensajes.csv", (4, 1, 1), ("no", "sí"))
    assert run.versions["torch"] and run.versions["transformers"] and run.settings.epochs == 2
    assert data.examples == DATA.examples and data.parts.tolist() == DATA.parts.tolist()
    assert data.fingerprint == run.fingerprint
    assert again.status(run.id) == RunStatus(phase="waiting")
    assert again.history(run.id) == () and again.report(run.id) is None and again.model_folder(run.id) is None


def test_runs_are_listed_by_owner_the_newest_first(store: RunStore) -> None:
    assert store.runs() == ()
    first, second, other = create(store), create(store), create(store, owner="b")
    assert store.runs() == (other, second, first)
    assert store.runs("a") == (second, first)
    assert store.open_runs() == (first, second, other)


def test_a_waiting_run_knows_how_many_come_before_it(store: RunStore) -> None:
    first, second, third = (create(store) for _ in range(3))
    store.folder(first.id).write_status(RunStatus(phase="running", step=3))
    assert [store.status(run.id).ahead for run in (first, second, third)] == [0, 1, 2]
    store.folder(first.id).write_status(RunStatus(phase="done"))
    assert [store.status(run.id).ahead for run in (second, third)] == [0, 1]


def test_history_counts_the_points_of_a_second_attempt_once(store: RunStore) -> None:
    folder = store.folder(create(store).id)
    for step in (5, 10, 15):
        folder.add_point(LearningPoint(step=step, epoch=step / 10, seconds=1.0, loss=float(step)))
    folder.add_point(
        LearningPoint(step=15, epoch=1.5, seconds=2.0, validation=ValidationPoint(loss=0.5, score=0.25))
    )
    folder.take_up_again()
    folder.add_point(LearningPoint(step=10, epoch=1.0, seconds=9.0, loss=0.5))
    folder.add_point(LearningPoint(step=15, epoch=1.5, seconds=10.0, loss=0.25))
    points = store.history(folder.path.name)
    assert [(point.step, point.loss) for point in points] == [(5, 5.0), (10, 0.5), (15, 0.25)]
    assert [point.step for point in store.history(folder.path.name, after=5)] == [10, 15]


def test_a_torn_line_of_the_history_is_skipped_and_the_next_one_is_whole(store: RunStore) -> None:
    folder = store.folder(create(store).id)
    folder.add_point(LearningPoint(step=1, epoch=0.1, seconds=1.0, loss=1.0))
    with (folder.path / "history.jsonl").open("a") as file:
        file.write('{"step": 2, "epo')
    assert [point.step for point in folder.history()] == [1]
    folder.add_point(LearningPoint(step=3, epoch=0.3, seconds=1.0, loss=1.0))
    assert [point.step for point in folder.history()] == [1, 3]


def test_a_report_comes_back_as_it_was(store: RunStore) -> None:
    folder = store.folder(create(store).id)
    folder.write_report(REPORT)
    again = store.report(folder.path.name)
    assert again is not None
    assert to_json(again.methods[0]) == to_json(REPORT.methods[0]) and again.predictions == ("sí",)
    assert np.array_equal(again.confusion, REPORT.confusion)
    assert np.array_equal(again.probabilities, REPORT.probabilities)


@pytest.mark.parametrize(
    "run_id", ["", "..", "../../etc", "a" * 15, "A" * 16, "a" * 16 + "\n", "０" * 16, "/" * 16, 7]
)
def test_an_id_that_no_run_can_have_reaches_no_path(store: RunStore, run_id: str) -> None:
    for ask in (store.run, store.status, store.data, store.report, store.history, store.model_folder):
        with pytest.raises(RunNotFoundError):
            ask(run_id)
    for ask in (store.delete, store.request_stop):
        with pytest.raises(RunNotFoundError):
            ask(run_id)


def test_a_run_that_is_not_there_is_said(store: RunStore) -> None:
    with pytest.raises(RunNotFoundError, match="no such run"):
        store.run("0" * 16)
    with pytest.raises(RunNotFoundError, match="no such run"):
        store.delete("0" * 16)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"{}", b"null", b"\xff\xfe", b"[" * 100_000])
def test_damaged_runs_break_no_list_and_can_be_deleted(store: RunStore, content: bytes) -> None:
    damaged, whole = create(store), create(store)
    for file in ("run.json", "status.json", "data.json", "report.json"):
        (store.folder_of_runs / damaged.id / file).write_bytes(content)
    assert store.runs() == (whole,) and store.damaged() == (damaged.id,)
    for ask in (store.run, store.data, store.status):
        with pytest.raises(RunNotFoundError, match="damaged"):
            ask(damaged.id)
    store.delete(damaged.id)
    assert store.damaged() == () and not (store.folder_of_runs / damaged.id).exists()


def test_a_damaged_status_is_a_failure_with_its_sentence(store: RunStore) -> None:
    run = create(store)
    (store.folder_of_runs / run.id / "status.json").write_text("{")
    status = store.status(run.id)
    assert status.phase == "failed" and status.problem is not None and "damaged" in status.problem.template


def test_a_new_name_is_plain_and_bounded(store: RunStore) -> None:
    run = create(store, name="uno\x00\n dos\u202e")
    assert run.name == "uno dos"
    assert store.rename(run.id, "  <b>tres</b>\t ").name == store.run(run.id).name == "<b>tres</b>"
    for name in ("", " \n", "\u200b", "x" * 81):
        with pytest.raises(InputError):
            store.rename(run.id, name)
    assert store.run(run.id).name == "<b>tres</b>"


def test_too_many_waiting_runs_are_refused(store: RunStore, settings: Callable[..., None]) -> None:
    settings(max_waiting_runs="2")
    first, _ = create(store), create(store)
    with pytest.raises(BusyError, match="2 runs wait"):
        create(store)
    store.folder(first.id).write_status(RunStatus(phase="running"))
    create(store)
    assert len(store.runs()) == 3


def test_one_visitor_leaves_places_in_the_queue_to_others(
    store: RunStore, settings: Callable[..., None]
) -> None:
    settings(max_own_waiting_runs="2")
    create(store, owner="a"), create(store, owner="a")
    with pytest.raises(BusyError, match="yours 2 runs"):
        create(store, owner="a")
    create(store, owner="b")
    for _ in range(3):
        create(store, owner="")  # the command line


def test_copies_that_create_at_once_keep_the_bound(store: RunStore, settings: Callable[..., None]) -> None:
    settings(max_waiting_runs="3")
    refused = []

    def ask() -> None:
        try:
            create(RunStore(store.folder_of_runs))
        except BusyError as error:
            refused.append(error)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(store.runs()) == 3 and len(refused) == 5


def test_a_copy_that_takes_too_long_to_create_is_not_waited_for(
    store: RunStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(store)
    monkeypatch.setattr(runs_folder, "_PATIENCE_S", 0.0)
    with FileLock(store.folder_of_runs / ".create.lock"), pytest.raises(BusyError, match="Others begin"):
        create(store)
    create(store)


def test_runs_that_take_too_much_of_the_disk_are_refused(
    store: RunStore, settings: Callable[..., None]
) -> None:
    run = create(store)
    (store.folder_of_runs / run.id / "model").mkdir()
    (store.folder_of_runs / run.id / "model" / "model.safetensors").write_bytes(b"0" * 3_000_000)
    settings(max_runs_bytes="3000000")
    with pytest.raises(StorageError, match="3 MB"):
        create(store)
    store.delete(run.id)
    create(store)


def test_a_full_disk_is_a_sentence_and_leaves_nothing(
    store: RunStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    run = create(store)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(StorageError, match="disk is full"):
            create(store)
        with pytest.raises(StorageError, match="disk is full"):
            store.rename(run.id, "other")
    assert store.runs() == (run,)
    assert {path.name for path in store.folder_of_runs.iterdir()} - {".create.lock"} == {run.id}
    assert not [path for path in (store.folder_of_runs / run.id).iterdir() if path.name.startswith(".")]


def test_a_waiting_run_stops_at_once_and_an_ended_one_stays_as_it_is(store: RunStore) -> None:
    waiting, done = create(store), create(store)
    store.folder(done.id).write_status(RunStatus(phase="done", step=9))
    store.request_stop(waiting.id)
    store.request_stop(done.id)
    assert store.status(waiting.id).phase == "stopped"
    assert store.status(done.id) == RunStatus(phase="done", step=9)
    assert not store.folder(done.id).stop_requested


def test_a_run_that_somebody_works_on_is_asked_to_stop(store: RunStore) -> None:
    run = create(store)
    worker = store.folder(run.id)
    assert worker.lock.acquire()
    worker.write_status(RunStatus(phase="running", step=2))
    store.request_stop(run.id)
    assert worker.stop_requested and store.status(run.id).phase == "running"
    worker.lock.release()


def test_who_works_on_a_deleted_run_learns_of_it(store: RunStore) -> None:
    run = create(store)
    worker = store.folder(run.id)
    assert worker.lock.acquire() and worker.is_there() and not worker.lock.lost
    store.delete(run.id)
    assert not worker.is_there() and worker.lock.lost
    worker.lock.release()
    assert store.runs() == () and store.damaged() == ()


def test_a_problem_comes_back_with_its_fields(store: RunStore) -> None:
    run = create(store)
    error = InputError("The text has {count} of {path}.", count=3, path=Path("x"))
    problem = run_folder.as_problem(error)
    store.folder(run.id).end(RunStatus(phase="failed"), problem=problem)
    assert store.status(run.id).problem == Problem(
        template="The text has {count} of {path}.", fields={"count": 3, "path": "x"}
    )


def test_files_that_are_no_runs_are_no_trouble(store: RunStore) -> None:
    run = create(store)
    (store.folder_of_runs / "notes.txt").write_text("mine")
    (store.folder_of_runs / "backup").mkdir()
    (store.folder_of_runs / ("f" * 16)).write_text("a file")
    assert store.runs() == (run,) and store.damaged() == ()


def test_nothing_is_pickled(store: RunStore) -> None:
    run = create(store)
    folder = store.folder_of_runs / run.id
    assert json.loads((folder / "run.json").read_text())["id"] == run.id
    assert {path.suffix for path in folder.iterdir()} == {".json"}
    shutil.rmtree(folder)
    with pytest.raises(RunNotFoundError):
        store.run(run.id)


def test_a_folder_that_cannot_be_written_to_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="cannot be written to"):
        create(RunStore(tmp_path / "file" / "runs"))


def test_what_crashes_left_behind_goes_when_it_is_old(store: RunStore) -> None:
    run = create(store)
    old, new, ghost = (store.folder_of_runs / name for name in (".deleted-a", ".new-b", "0" * 16))
    for folder in (old, new, ghost):
        (folder / "checkpoints").mkdir(parents=True)
    for folder in (old, ghost, store.folder_of_runs / run.id):
        os.utime(folder, (0, 0))
    store.sweep()
    assert not old.exists() and not ghost.exists() and new.exists()
    assert store.runs() == (run,) and store.damaged() == ()


DAMAGED_DATA: dict[str, dict[str, object]] = {
    "parts too few": {"parts": [0]},
    "parts that are none": {"parts": [0, 0, 0, 0, 1, 7]},
    "nested parts": {"parts": [[0, 0, 0, 0, 1, 2]]},
    "other counts": {"parts": [0, 0, 0, 1, 1, 2]},
    "another label": {"labels": ["a"]},
    "a label twice": {"labels": ["no", "no"]},
    "no examples": {"examples": []},
    "another task": {"task": "tagging"},
}
DAMAGED_REPORTS: dict[str, dict[str, object]] = {
    "no predictions": {"predictions": []},
    "predictions of tags": {"predictions": [["no"]]},
    "predictions of another label": {"predictions": ["maybe"]},
    "a probability too few": {"probabilities": [[0.5]]},
    "no list of them": {"probabilities": [0.5, 0.5]},
    "another label": {"labels": ["a"]},
    "a small matrix": {"confusion": [[1]]},
    "another task": {"task": "question"},
    "no ways": {"methods": []},
    "a way without a score": {"methods": [{"method": "full", "scores": {}}]},
}


@pytest.mark.parametrize("kind", DAMAGED_DATA)
def test_examples_that_do_not_fit_together_are_damaged(store: RunStore, kind: str) -> None:
    run = create(store)
    assert store.data(run.id).counts == run.counts
    file = store.folder(run.id).path / "data.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | DAMAGED_DATA[kind]))
    with pytest.raises(RunNotFoundError, match="damaged"):
        store.data(run.id)


@pytest.mark.parametrize("kind", DAMAGED_REPORTS)
def test_a_report_that_does_not_fit_its_run_is_none(store: RunStore, kind: str) -> None:
    folder = store.folder(create(store).id)
    folder.write_report(REPORT)
    assert folder.report() is not None
    file = folder.path / "report.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | DAMAGED_REPORTS[kind]))
    assert folder.report() is None


@pytest.fixture
def no_room_for_locks() -> Iterator[pytest.MonkeyPatch]:
    """Fill the disk for whoever takes a lock."""

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(process_lock, "write_document", full)
        yield patch


def test_stopping_a_waiting_run_on_a_full_disk_is_a_sentence(
    store: RunStore, no_room_for_locks: pytest.MonkeyPatch
) -> None:
    run = create(store)
    with pytest.raises(StorageError, match="disk is full"):
        store.request_stop(run.id)
    no_room_for_locks.undo()
    assert store.folder(run.id).lock.acquire()  # nobody has kept it


def test_a_run_whose_lock_finds_no_room_says_why(
    store: RunStore, no_room_for_locks: pytest.MonkeyPatch
) -> None:
    run = create(store)
    work_on(store.folder(run.id), ToyLesson(), Event())
    status = store.status(run.id)
    assert status.phase == "failed" and status.problem is not None
    assert "disk is full" in status.problem.template
