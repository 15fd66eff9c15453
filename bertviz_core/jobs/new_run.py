"""What a new run must fit into, and how it comes into being: at once, with all its files."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from bertviz_core.errors import BusyError, StorageError
from bertviz_core.jobs.atomic_files import disk_full
from bertviz_core.jobs.run_folder import RunFolder
from bertviz_core.results import LearningData, LearningRun, RunStatus
from bertviz_core.settings import get_settings

LONGEST_NAME = 80
_MB = 1_000_000
NEW = ".new-"
"""Begins the name of a folder that is not complete yet."""


def check_queue(waiting: Sequence[LearningRun], owner: str) -> None:
    """Refuse a run for which there is no place in the queue.

    Args:
        waiting: Runs that wait already.
        owner: Who wants another one; several have no name on the command line.

    Raises:
        BusyError: Too many runs wait, or too many of the same owner.
    """
    settings = get_settings()
    if len(waiting) >= settings.max_waiting_runs:
        raise BusyError("{count} runs wait already. Try again when some have ended.", count=len(waiting))
    own = sum(run.owner == owner for run in waiting)
    if owner and own >= settings.max_own_waiting_runs:
        raise BusyError(
            "Of yours {count} runs wait already. Stop one, or try again when some have ended.", count=own
        )


def check_room(folder: Path, taken: int, own: int) -> None:
    """Refuse a run for which there is no room on the disk.

    Args:
        folder: That of all runs.
        taken: Bytes of all runs.
        own: Bytes of those of whoever wants another one.

    Raises:
        StorageError: They take more of the disk than is there for them, or it is nearly full.
    """
    settings = get_settings()
    if own >= settings.max_own_runs_bytes:
        raise StorageError(
            "Your runs and models take {taken} MB; {limit} MB are there for each visitor. Delete some that "
            "you need no more.",
            taken=own // _MB,
            limit=settings.max_own_runs_bytes // _MB,
        )
    if taken >= settings.max_runs_bytes:
        raise StorageError(
            "The runs take {taken} MB; {limit} MB are there for them. Delete runs that you need no more.",
            taken=taken // _MB,
            limit=settings.max_runs_bytes // _MB,
        )
    check_free_disk(folder)


def check_free_disk(folder: Path) -> None:
    """Leave some of the disk free, for what is under way and for others.

    Raises:
        StorageError: It is nearly full.
    """
    if shutil.disk_usage(folder).free < get_settings().min_free_disk_bytes:
        raise disk_full()


def write_new_run(folder_of_runs: Path, run: LearningRun, data: LearningData) -> None:
    """Write all files of a run before anybody can see it."""
    hidden = RunFolder(folder_of_runs / f"{NEW}{run.id}")
    try:
        hidden.path.mkdir()
        hidden.write_data(data)
        hidden.write_status(RunStatus(phase="waiting"))
        hidden.write(run)
        hidden.path.rename(folder_of_runs / run.id)
    except BaseException:
        shutil.rmtree(hidden.path, ignore_errors=True)
        raise


def complete_run(folder: Path, run: LearningRun) -> None:
    """Write what a folder with a model lacks to be a run that is done, of which no example is known."""
    none = LearningData(
        task=run.task,
        name=run.data_name,
        examples=(),
        labels=run.labels,
        parts=np.zeros(0, dtype=np.int8),
        seed=0,
    )
    new = RunFolder(folder)
    new.write_data(none)
    new.write_status(RunStatus(phase="done"))
    new.write(run)


def plain_name(name: str) -> str:
    """Return a name on one line, bounded, without characters that cannot be seen."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())[:LONGEST_NAME]
