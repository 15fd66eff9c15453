"""All runs in one folder, which copies of the app and workers share."""

from __future__ import annotations

import re
import secrets
import shutil
import time
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from filelock import FileLock

from bertviz_core.errors import BusyError, InputError, RunNotFoundError, StorageError
from bertviz_core.jobs.atomic_files import room_on_disk
from bertviz_core.jobs.run_folder import RunFolder
from bertviz_core.jobs.run_versions import versions
from bertviz_core.results import (
    LearningData,
    LearningPoint,
    LearningReport,
    LearningRun,
    LearningSettings,
    RunStatus,
)
from bertviz_core.settings import get_settings

LONGEST_NAME = 80
_ID = re.compile(r"[0-9a-f]{16}", re.ASCII)
_DELETED, _NEW = ".deleted-", ".new-"
_LEFT_BEHIND_S = 3600.0


class RunStore:
    """Runs by their id; safe for several processes at once, which keep nothing of it in memory."""

    def __init__(self, folder: Path) -> None:
        """Look into a folder, which is made with the first run."""
        self.folder_of_runs = folder

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
            name=_plain_name(name) or _plain_name(data.name),
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
            with FileLock(self.folder_of_runs / ".create.lock", timeout=10):
                self._check_queue()
                self._check_room()
                self._write_new(run, data)
        return run

    def adopt(self, run: LearningRun, folder: Path) -> LearningRun:
        """Keep a run that learned elsewhere, and return it as it is kept.

        Args:
            run: With an id of its own; its name is made plain.
            folder: Holds its `model/`; from `new_folder`, and gone afterwards.

        Raises:
            StorageError: The disk, or what the runs may take of it, is full.
        """
        run = replace(run, name=_plain_name(run.name) or run.id)
        none = LearningData(
            task=run.task,
            name=run.data_name,
            examples=(),
            labels=run.labels,
            parts=np.zeros(0, dtype=np.int8),
            seed=0,
        )
        with room_on_disk(), FileLock(self.folder_of_runs / ".create.lock", timeout=10):
            self._check_room()
            new = RunFolder(folder)
            new.write_data(none)
            new.write_status(RunStatus(phase="done"))
            new.write(run)
            folder.rename(self.folder_of_runs / run.id)
        return run

    def new_folder(self) -> Path:
        """Make a folder that nobody sees, where the files of a run can be put together.

        Raises:
            StorageError: The disk is full.
        """
        folder = self.folder_of_runs / f"{_NEW}{secrets.token_hex(8)}"
        with room_on_disk():
            folder.mkdir(parents=True)
        return folder

    def run(self, run_id: str) -> LearningRun:
        """Return what was asked for.

        Raises:
            RunNotFoundError: There is no such run, or its files are damaged.
        """
        return self.folder(run_id).run()

    def runs(self, owner: str | None = None) -> tuple[LearningRun, ...]:
        """Return the runs of one owner, or all, the newest first; damaged ones are left out."""
        found = []
        for folder in self._folders():
            with suppress(RunNotFoundError):
                found.append(folder.run())
        found = [run for run in found if owner is None or run.owner == owner]
        return tuple(sorted(found, key=_age, reverse=True))

    def damaged(self) -> tuple[str, ...]:
        """Return the ids of runs of which not even the beginning can be read; they can be deleted."""
        return tuple(folder.path.name for folder in self._folders() if _is_damaged(folder))

    def open_runs(self) -> tuple[LearningRun, ...]:
        """Return the runs that wait or are worked on, in the order they came."""
        return tuple(run for run in reversed(self.runs()) if self.folder(run.id).status().open)

    def status(self, run_id: str) -> RunStatus:
        """Return how a run stands, a waiting one with the number of those before it.

        Raises:
            RunNotFoundError: There is no such run.
        """
        folder = self.folder(run_id)
        run, status = folder.run(), folder.status()
        if status.phase != "waiting":
            return status
        return replace(status, ahead=sum(_age(other) < _age(run) for other in self.open_runs()))

    def history(self, run_id: str, after: int = 0) -> tuple[LearningPoint, ...]:
        """Return what is known of the steps after one.

        Raises:
            RunNotFoundError: No run can have such an id.
        """
        return tuple(point for point in self.folder(run_id).history() if point.step > after)

    def data(self, run_id: str) -> LearningData:
        """Return what a run learns from.

        Raises:
            RunNotFoundError: There is no such run, or its files are damaged.
        """
        return self.folder(run_id).data()

    def report(self, run_id: str) -> LearningReport | None:
        """Return what came of a run; None where that is not known.

        Raises:
            RunNotFoundError: No run can have such an id.
        """
        return self.folder(run_id).report()

    def model_folder(self, run_id: str) -> Path | None:
        """Return the folder of the fine-tuned model; None where there is none.

        Raises:
            RunNotFoundError: No run can have such an id.
        """
        model = self.folder(run_id).model
        return model if (model / "config.json").is_file() else None

    def rename(self, run_id: str, name: str) -> LearningRun:
        """Give a run another name, and return it.

        Raises:
            RunNotFoundError: There is no such run, or its files are damaged.
            InputError: Nothing to be seen is in the name, or it is too long.
        """
        name = " ".join(name.split())
        if len(name) > LONGEST_NAME:
            raise InputError("A name can have {limit} characters. Shorten it.", limit=LONGEST_NAME)
        if not _plain_name(name):
            raise InputError("A run needs a name. Write one.")
        folder = self.folder(run_id)
        run = replace(folder.run(), name=_plain_name(name))
        folder.write(run)
        return run

    def request_stop(self, run_id: str) -> None:
        """End a run: a waiting one at once, another one after its step, which keeps the best so far.

        Raises:
            RunNotFoundError: There is no such run, or its files are damaged.
        """
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
        """Delete a run with its model, at once; whoever works on it ends after the step.

        Raises:
            RunNotFoundError: There is no such run.
        """
        folder = self.folder(run_id).path
        away = folder.with_name(f"{_DELETED}{folder.name}-{secrets.token_hex(4)}")
        try:
            folder.rename(away)
        except FileNotFoundError as error:
            raise RunNotFoundError("There is no such run. It may have been deleted.") from error
        shutil.rmtree(away, ignore_errors=True)

    def sweep(self) -> None:
        """Remove what crashes left behind, when it is old enough that nobody works on it any more."""
        for path in self._entries():
            ghost = bool(_ID.fullmatch(path.name)) and not _has_beginning(path)
            if ghost or path.name.startswith((_DELETED, _NEW)):
                with suppress(OSError):
                    if time.time() - path.stat().st_mtime > _LEFT_BEHIND_S:
                        shutil.rmtree(path, ignore_errors=True)

    def folder(self, run_id: str) -> RunFolder:
        """Return the files of a run, which need not exist.

        Raises:
            RunNotFoundError: No run can have such an id.
        """
        if not isinstance(run_id, str) or not _ID.fullmatch(run_id):
            raise RunNotFoundError("There is no such run. It may have been deleted.")
        return RunFolder(self.folder_of_runs / run_id)

    def _folders(self) -> list[RunFolder]:
        entries = (path for path in self._entries() if _ID.fullmatch(path.name))
        return [RunFolder(path) for path in entries if path.is_dir()]

    def _entries(self) -> list[Path]:
        try:
            return list(self.folder_of_runs.iterdir())
        except OSError:
            return []

    def _check_queue(self) -> None:
        settings = get_settings()
        waiting = sum(self.folder(run.id).status().phase == "waiting" for run in self.open_runs())
        if waiting >= settings.max_waiting_runs:
            raise BusyError("{count} runs wait already. Try again when some have ended.", count=waiting)

    def _check_room(self) -> None:
        settings = get_settings()
        taken = sum(folder.size() for folder in self._folders())
        if taken >= settings.max_runs_bytes:
            raise StorageError(
                "The runs take {taken} MB; {limit} MB are there for them. Delete runs that you need no more.",
                taken=taken // 1_000_000,
                limit=settings.max_runs_bytes // 1_000_000,
            )

    def _write_new(self, run: LearningRun, data: LearningData) -> None:
        """Write all files of a run before anybody can see it."""
        hidden = RunFolder(self.folder_of_runs / f"{_NEW}{run.id}")
        try:
            hidden.path.mkdir()
            hidden.write_data(data)
            hidden.write_status(RunStatus(phase="waiting"))
            hidden.write(run)
            hidden.path.rename(self.folder_of_runs / run.id)
        except BaseException:
            shutil.rmtree(hidden.path, ignore_errors=True)
            raise


def run_store() -> RunStore:
    """Return the runs of this installation."""
    return RunStore(get_settings().data_folder / "runs")


def _age(run: LearningRun) -> tuple[str, str]:
    return run.created, run.id


def _plain_name(name: str) -> str:
    """Return a name on one line, without characters that cannot be seen."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())[:LONGEST_NAME]


def _is_damaged(folder: RunFolder) -> bool:
    try:
        folder.run()
    except RunNotFoundError:
        return _has_beginning(folder.path)
    return False


def _has_beginning(path: Path) -> bool:
    """Tell a run from folders that the learning of a deleted one made anew."""
    return (path / "run.json").exists() or (path / "data.json").exists()
