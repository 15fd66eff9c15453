"""The app starts the worker: one, when there is none, and says what is wrong with it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from worker_processes import ROOT, wait_for

from bertviz_core.jobs import start_worker
from bertviz_core.jobs.process_lock import ProcessLock
from bertviz_core.jobs.start_worker import ensure_worker, worker_alive, worker_problem

STARTING = "from bertviz_core.jobs.start_worker import ensure_worker; ensure_worker()"


@pytest.fixture
def starting(data_folder: Path, settings: Callable[..., None]) -> Iterator[Path]:
    """Let workers be started, which end when the test does."""
    settings(start_worker="true", worker_idle_s="600")
    yield data_folder
    log = data_folder / "worker.log"

    def ended() -> bool:
        """End those that have named themselves; one that is just starting does so a little later."""
        for line in log.read_text().splitlines() if log.exists() else ():
            if "(process " in line and worker_alive():
                with suppress(ProcessLookupError):
                    os.kill(int(line.rpartition(" ")[2].rstrip(")")), signal.SIGTERM)
        return not worker_alive()

    wait_for(ended)


def ready(data_folder: Path) -> int:
    """Count the workers that began to work."""
    log = data_folder / "worker.log"
    return log.read_text().count("The worker is ready") if log.exists() else 0


def test_copies_of_the_app_start_one_worker(starting: Path) -> None:
    copies = [subprocess.Popen([sys.executable, "-c", STARTING], cwd=ROOT) for _ in range(3)]
    assert [copy.wait() for copy in copies] == [0, 0, 0]
    wait_for(worker_alive)
    ensure_worker()
    wait_for(lambda: ready(starting))
    assert ready(starting) == 1 and worker_problem() is None
    assert not (starting / "worker.started").exists()
    assert (starting / "worker.err").exists()


def test_no_worker_is_started_where_the_settings_say_so(
    starting: Path, settings: Callable[..., None]
) -> None:
    settings(start_worker="false")
    ensure_worker()
    assert not starting.exists() and not worker_alive()


def test_a_worker_that_cannot_start_is_told_and_not_started_again_at_once(
    starting: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "huey.py").write_text("raise ImportError('huey does not fit')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "broken"))
    ensure_worker()
    wait_for(worker_problem)
    problem = worker_problem()
    assert problem is not None and problem.fields == {"reason": "This failed: ImportError: huey does not fit"}
    begun = (starting / "worker.started").stat().st_mtime_ns
    ensure_worker()
    assert (starting / "worker.started").stat().st_mtime_ns == begun

    monkeypatch.delenv("PYTHONPATH")
    monkeypatch.setattr(start_worker, "AGAIN_S", 0.0)
    ensure_worker()
    assert worker_problem() is None  # of the one that begins, nothing is known yet
    wait_for(worker_alive)
    wait_for(lambda: not (starting / "worker.problem.json").exists())
    assert worker_problem() is None


class Killed:
    """A worker that was ended by the system."""

    def wait(self) -> int:
        return -9


@pytest.mark.parametrize("newer", [False, True])
def test_why_a_worker_ended_is_told_unless_another_one_begins(newer: bool, tmp_path: Path) -> None:
    started = tmp_path / "worker.started"
    started.touch()
    start = started.stat().st_mtime_ns
    if newer:
        os.utime(started, ns=(start + 1_000_000, start + 1_000_000))
    start_worker._bury(Killed(), tmp_path, start)  # type: ignore[arg-type]
    assert (tmp_path / "worker.problem.json").exists() is not newer


def test_a_folder_that_cannot_be_written_to_is_no_crash(
    settings: Callable[..., None], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    settings(start_worker="true", data_folder=str(tmp_path / "file"))
    ensure_worker()
    assert not worker_alive() and worker_problem() is None


def test_a_lock_is_held_by_one_and_opens_with_the_death_of_its_holder(tmp_path: Path) -> None:
    script = (
        "import sys, time; from pathlib import Path; from bertviz_core.jobs.process_lock import ProcessLock\n"
        "lock = ProcessLock(Path(sys.argv[1])); print(lock.acquire(), flush=True); time.sleep(600)"
    )
    path = tmp_path / "lock"
    command = [sys.executable, "-c", script, str(path)]
    lock = ProcessLock(path)
    assert not lock.is_held()
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as holder:
        assert holder.stdout and holder.stdout.readline() == b"True\n"
        assert lock.is_held() and not lock.acquire(patience_s=0) and lock.lost
        holder.kill()
        holder.wait()
    assert not lock.is_held()
    assert lock.acquire(patience_s=0) and not lock.lost
    lock.release()
    assert not lock.is_held()


def test_a_holder_on_another_machine_counts_while_it_is_heard(tmp_path: Path) -> None:
    holder = tmp_path / "lock.holder"
    lock = ProcessLock(tmp_path / "lock")
    holder.write_text('"another-machine 1 abcd"')
    assert lock.is_held() and not lock.acquire(patience_s=0)
    long_ago = holder.stat().st_mtime - 3600
    os.utime(holder, (long_ago, long_ago))
    assert not lock.is_held() and lock.acquire(patience_s=0)
    holder.write_text('"another-machine 1 abcd"')  # it took over, as this one was not heard
    assert lock.lost
    lock.release()
    assert holder.exists()
