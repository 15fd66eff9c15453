"""What a new run must fit into, and how it comes into being: at once, with all its files."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np

from bertviz_core.errors import BusyError, StorageError
from bertviz_core.jobs.run_folder import RunFolder
from bertviz_core.results import LearningData, LearningRun, RunStatus
from bertviz_core.settings import get_settings

LONGEST_NAME = 80
NEW = ".new-"
"""Begins the name of a folder that is not complete yet."""


def check_room(waiting: int, taken: int) -> None:
    """Refuse a run for which there is no room.

    Args:
        waiting: Runs that wait already.
        taken: Bytes of all runs.

    Raises:
        BusyError: Too many runs wait.
        StorageError: They take more of the disk than is there for them.
    """
    settings = get_settings()
    if waiting >= settings.max_waiting_runs:
        raise BusyError("{count} runs wait already. Try again when some have ended.", count=waiting)
    if taken >= settings.max_runs_bytes:
        raise StorageError(
            "The runs take {taken} MB; {limit} MB are there for them. Delete runs that you need no more.",
            taken=taken // 1_000_000,
            limit=settings.max_runs_bytes // 1_000_000,
        )


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
