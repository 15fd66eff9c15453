"""The app's side of the worker: started when none is alive, and asked how it is."""

from __future__ import annotations

import subprocess
import threading
import time
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from bertviz_core.errors import BertScopeError
from bertviz_core.installation import process_environment, python_module
from bertviz_core.jobs.atomic_files import read_document, write_document
from bertviz_core.jobs.process_lock import ProcessLock
from bertviz_core.jobs.queue import queue_of_app
from bertviz_core.settings import get_settings

AGAIN_S = 30.0
"""A worker that does not start is not tried again before."""
_LONGEST_REASON = 200


def submit(run_id: str) -> None:
    """Let a worker begin with a run when its turn has come.

    Raises:
        BusyError: The queue cannot be reached; the run begins when it can be.
    """
    ensure_worker()
    queue_of_app().put(run_id)


def ensure_worker() -> None:
    """Start the worker when none is alive; pages with open runs call it whenever they are drawn."""
    settings = get_settings()
    if not settings.start_worker or worker_alive():
        return
    folder = settings.data_folder
    with suppress(OSError, Timeout):  # another process starts one just now, or nothing can be written
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / "worker.start.lock", timeout=0):
            if not worker_alive() and not _started_lately(folder):
                _start(folder)


def worker_alive() -> bool:
    """Tell whether a worker is there, here or on another machine."""
    return worker_lock().is_held()


def worker_problem() -> BertScopeError | None:
    """Return why there is no worker although one was started; None where nothing is wrong."""
    if worker_alive():
        return None
    try:
        reason = str(read_document(_problem(get_settings().data_folder)))
    except ValueError:
        return None
    return BertScopeError(
        "The process in which models learn ended unexpectedly: {reason}. It is started again in a moment; if "
        "this stays, whoever keeps this installation finds more in worker.log.",
        reason=reason,
    )


def worker_lock() -> ProcessLock:
    """Return the lock that a worker holds as long as it lives."""
    return ProcessLock(get_settings().data_folder / "worker.lock")


def started_well() -> None:
    """Say, in the worker, that it has begun to work."""
    folder = get_settings().data_folder
    for path in (_started(folder), _problem(folder)):
        path.unlink(missing_ok=True)


def _started(folder: Path) -> Path:
    return folder / "worker.started"


def _problem(folder: Path) -> Path:
    return folder / "worker.problem.json"


def _started_lately(folder: Path) -> bool:
    """Tell whether one is about to be ready, or broke off a moment ago."""
    try:
        return time.time() - _started(folder).stat().st_mtime < AGAIN_S
    except OSError:
        return False


def _start(folder: Path) -> None:
    """Start the worker as a process that outlives this one."""
    settings = get_settings()
    environment = {
        **process_environment(),
        "BERTSCOPE_DATA_FOLDER": str(folder.resolve()),
        "OMP_NUM_THREADS": str(settings.worker_threads),
        "MALLOC_ARENA_MAX": "2",
    }
    command = [*python_module("bertviz_core"), "worker", "--unless-running"]
    command += ["--idle-exit", str(settings.worker_idle_s)]
    _problem(folder).unlink(missing_ok=True)  # of the one before
    _started(folder).touch()
    start = _start_time(folder)
    with (folder / "worker.err").open("wb") as errors:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=errors,
            stderr=errors,
            env=environment,
            start_new_session=True,
        )
    threading.Thread(target=_bury, args=(process, folder, start), name="worker", daemon=True).start()


def _start_time(folder: Path) -> int | None:
    """Return when a worker that is not ready yet was started; None where there is none."""
    with suppress(OSError):
        return _started(folder).stat().st_mtime_ns
    return None


def _bury(process: subprocess.Popen[bytes], folder: Path, start: int | None) -> None:
    """Wait for the end of a worker and keep why it ended, unless it was in order or another one begins."""
    status = process.wait()
    if status == 0 or _start_time(folder) not in (start, None):
        return
    reason = f"signal {-status}" if status < 0 else _last_line(folder / "worker.err")
    with suppress(OSError):
        write_document(_problem(folder), reason[:_LONGEST_REASON] or f"status {status}")


def _last_line(path: Path) -> str:
    try:
        lines = path.read_bytes()[-10_000:].decode(errors="replace").strip().splitlines()
    except OSError:
        return ""
    return lines[-1].strip() if lines else ""
