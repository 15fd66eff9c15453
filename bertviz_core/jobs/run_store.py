"""All runs, which copies of the app and workers share, by their id."""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from bertviz_core.errors import InputError, RunNotFoundError
from bertviz_core.jobs.atomic_files import room_on_disk
from bertviz_core.jobs.new_run import (
    LONGEST_NAME,
    NEW,
    check_free_disk,
    check_queue,
    check_room,
    complete_run,
    plain_name,
    write_new_run,
)
from bertviz_core.jobs.run_folder import RunFolder
from bertviz_core.jobs.run_versions import versions
from bertviz_core.jobs.runs_folder import RunsFolder
from bertviz_core.results import (
    LearningData,
    LearningPoint,
    LearningReport,
    LearningRun,
    LearningSettings,
    RunStatus,
)
from bertviz_core.settings import get_settings


class RunStore:
    """Runs by their id; safe for several processes at once, which keep nothing of it in memory.

    Whatever asks about one run raises `RunNotFoundError` where there is none, or its files are damaged.
    """

    def __init__(self, folder: Path) -> None:
        """Look into a folder, which is made with the first run."""
        self.folder_of_runs = folder
        self._all = RunsFolder(folder)

    def create(
        self,
        data: LearningData,
        *,
        model: str,
        revision: str | None,
        settings: LearningSettings,
        owner: str,
        name: str = "",
    ) -> LearningRun:
        """Keep a new run, which waits from now on.

        Args:
            data: What it learns from; parted already.
            model: Id of the pretrained model.
            revision: Of that model, where it has one.
            settings: How it learns.
            owner: Names the browser of whoever began it; empty for the command line.
            name: What people see; the data's name when left out.

        Raises:
            BusyError: Too many runs wait already.
            StorageError: The disk, or what the runs may take of it, is full.
        """
        run = LearningRun(
            id=secrets.token_hex(8),
            name=plain_name(name) or plain_name(data.name),
            owner=owner,
            created=datetime.now(UTC).isoformat(timespec="microseconds"),
            task=data.task,
            data_name=data.name,
            fingerprint=data.fingerprint,
            counts=data.counts,
            labels=data.labels,
            model=model,
            revision=revision,
            settings=settings,
            versions=versions(),
        )
        with room_on_disk():
            self.folder_of_runs.mkdir(parents=True, exist_ok=True)
            with self._all.one_at_a_time():
                waiting = [run for run in self.open_runs() if self.folder(run.id).status().phase == "waiting"]
                check_queue(waiting, owner)
                self._check_room(owner)
                write_new_run(self.folder_of_runs, run, data)
        return run

    def adopt(self, run: LearningRun, folder: Path) -> LearningRun:
        """Keep a run that learned elsewhere, and return it as it is kept.

        Args:
            run: With an id of its own; its name is made plain.
            folder: Holds its `model/`; from `new_folder`, and gone afterwards.

        Raises:
            StorageError: The disk, or what the runs may take of it, is full.
        """
        run = replace(run, name=plain_name(run.name) or run.id)
        with room_on_disk(), self._all.one_at_a_time():
            self._check_room(run.owner)
            complete_run(folder, run)
            folder.rename(self.folder_of_runs / run.id)
        return run

    def new_folder(self) -> Path:
        """Make a folder that nobody sees, where the files of a run can be put together.

        Raises:
            StorageError: The disk is full.
        """
        folder = self.folder_of_runs / f"{NEW}{secrets.token_hex(8)}"
        with room_on_disk():
            self.folder_of_runs.mkdir(parents=True, exist_ok=True)
            check_free_disk(self.folder_of_runs)
            folder.mkdir()
        return folder

    def run(self, run_id: str) -> LearningRun:
        """Return what was asked for."""
        return self.folder(run_id).run()

    def runs(self, owner: str | None = None) -> tuple[LearningRun, ...]:
        """Return the runs of one owner, or all, the newest first; damaged ones are left out."""
        found = []
        for folder in self._all.folders():
            with suppress(RunNotFoundError):
                found.append(folder.run())
        found = [run for run in found if owner is None or run.owner == owner]
        return tuple(sorted(found, key=_age, reverse=True))

    def damaged(self) -> tuple[str, ...]:
        """Return the ids of runs of which not even the beginning can be read; they can be deleted."""
        return tuple(folder.path.name for folder in self._all.folders() if _is_damaged(folder))

    def open_runs(self) -> tuple[LearningRun, ...]:
        """Return the runs that wait or are worked on, in the order they came."""
        return tuple(run for run in reversed(self.runs()) if self.folder(run.id).status().open)

    def status(self, run_id: str) -> RunStatus:
        """Return how a run stands, a waiting one with the number of those before it."""
        folder = self.folder(run_id)
        run, status = folder.run(), folder.status()
        if status.phase != "waiting":
            return status
        return replace(status, ahead=sum(_age(other) < _age(run) for other in self.open_runs()))

    def history(self, run_id: str, after: int = 0) -> tuple[LearningPoint, ...]:
        """Return what is known of the steps after one."""
        return tuple(point for point in self.folder(run_id).history() if point.step > after)

    def data(self, run_id: str) -> LearningData:
        """Return what a run learns from."""
        return self.folder(run_id).data()

    def report(self, run_id: str) -> LearningReport | None:
        """Return what came of a run; None where that is not known."""
        return self.folder(run_id).report()

    def model_folder(self, run_id: str) -> Path | None:
        """Return the folder of the fine-tuned model; None where there is none."""
        model = self.folder(run_id).model
        return model if (model / "config.json").is_file() else None

    def rename(self, run_id: str, name: str) -> LearningRun:
        """Give a run another name, and return it.

        Raises:
            InputError: Nothing to be seen is in the name, or it is too long.
        """
        name = " ".join(name.split())
        if len(name) > LONGEST_NAME:
            raise InputError("A name can have {limit} characters. Shorten it.", limit=LONGEST_NAME)
        if not plain_name(name):
            raise InputError("A run needs a name. Write one.")
        folder = self.folder(run_id)
        run = replace(folder.run(), name=plain_name(name))
        folder.write(run)
        return run

    def request_stop(self, run_id: str) -> None:
        """End a run: a waiting one at once, another one after its step, which keeps the best so far."""
        folder = self.folder(run_id)
        folder.run()
        if not folder.status().open:
            return
        folder.request_stop()
        if folder.status().phase == "waiting" and not folder.checkpoints.exists() and folder.lock.acquire():
            try:
                if folder.status().phase == "waiting":
                    folder.write_status(replace(folder.status(), phase="stopped"))
            finally:
                folder.lock.release()

    def delete(self, run_id: str) -> None:
        """Delete a run with its model, at once; whoever works on it ends after the step."""
        self._all.delete(run_id)

    def sweep(self) -> None:
        """Remove what crashes left behind, when it is old enough that nobody works on it any more."""
        self._all.sweep()

    def folder(self, run_id: str) -> RunFolder:
        """Return the files of a run, which need not exist."""
        return self._all.folder(run_id)

    def _check_room(self, owner: str) -> None:
        """Refuse another run; on the command line, which has no owner, nobody has a share."""
        own = sum(self.folder(run.id).size() for run in self.runs(owner)) if owner else 0
        check_room(self.folder_of_runs, self._all.size(), own)


def run_store() -> RunStore:
    """Return the runs of this installation."""
    return RunStore(get_settings().data_folder / "runs")


def _age(run: LearningRun) -> tuple[str, str]:
    return run.created, run.id


def _is_damaged(folder: RunFolder) -> bool:
    try:
        folder.run()
    except RunNotFoundError:
        return folder.has_beginning()
    return False
