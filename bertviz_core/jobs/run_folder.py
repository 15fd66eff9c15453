"""The files of one run."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from bertviz_core.errors import BertScopeError, RunNotFoundError
from bertviz_core.jobs.atomic_files import (
    append_line,
    read_document,
    read_lines,
    room_on_disk,
    write_document,
)
from bertviz_core.jobs.process_lock import ProcessLock
from bertviz_core.results import (
    LearningData,
    LearningPoint,
    LearningReport,
    LearningRun,
    Problem,
    RunStatus,
)
from bertviz_core.results.fine_tuning.consistency import require_same_data, require_same_report
from bertviz_core.results.json_forms import from_json, to_json

_TAKEN_UP_AGAIN = {"taken_up_again": True}
"""A line between the points of a run: what follows counts instead of points from the same step on."""


class RunFolder:
    """One run: what was asked for, how it stands, and what came of it; each file whole at any moment.

    `run.json`, `data.json` are written once, `status.json`, `history.jsonl`, `report.json`, `attempts.json`
    by the process that holds the lock, `stop` by whoever stops it; `checkpoints/` and `model/` hold weights.
    """

    def __init__(self, path: Path) -> None:
        """Look at a folder, which need not exist."""
        self.path = path
        self.checkpoints = path / "checkpoints"
        self.model = path / "model"
        self._stop = path / "stop"

    @cached_property
    def lock(self) -> ProcessLock:
        """Return what the process holds that works on it; most who look at a run never ask."""
        return ProcessLock(self.path / "lock")

    def write(self, run: LearningRun) -> None:
        """Keep what was asked for."""
        with room_on_disk():
            write_document(self.path / "run.json", to_json(run), durable=True)

    def run(self) -> LearningRun:
        """Return what was asked for.

        Raises:
            RunNotFoundError: There is no such run, or its files are damaged.
        """
        try:
            run = from_json(LearningRun, read_document(self.path / "run.json"))
            if run.id != self.path.name:
                raise ValueError("another run's file")
        except ValueError as error:
            if not self.path.is_dir():
                raise RunNotFoundError("There is no such run. It may have been deleted.") from error
            raise _damaged() from error
        return run

    def is_there(self) -> bool:
        """Tell whether nobody has deleted it."""
        return (self.path / "run.json").exists()

    def has_beginning(self) -> bool:
        """Tell a run, even a damaged one, from folders that the learning of a deleted run made anew."""
        return self.is_there() or (self.path / "data.json").exists()

    def write_data(self, data: LearningData) -> None:
        """Keep the examples."""
        with room_on_disk():
            write_document(self.path / "data.json", to_json(data), durable=True)

    def data(self) -> LearningData:
        """Return the examples.

        Raises:
            RunNotFoundError: They are not there or damaged.
        """
        run = self.run()
        try:
            data = from_json(LearningData, read_document(self.path / "data.json"))
            require_same_data(data, run)
            return data
        except ValueError as error:
            raise _damaged() from error

    def write_status(self, status: RunStatus) -> None:
        """Say how it stands; an end outlasts a power cut."""
        with room_on_disk():
            write_document(self.path / "status.json", to_json(status), durable=not status.open)

    def status(self) -> RunStatus:
        """Return how it stands, without its place in the queue; one that cannot be read has failed."""
        try:
            return from_json(RunStatus, read_document(self.path / "status.json"))
        except ValueError:
            return RunStatus(phase="failed", problem=as_problem(_damaged()))

    def add_point(self, point: LearningPoint) -> None:
        """Add what is known after one more step."""
        with room_on_disk():
            append_line(self.path / "history.jsonl", to_json(point))

    def take_up_again(self) -> None:
        """Let the next point count instead of all that were written for the same step and later ones."""
        if (self.path / "history.jsonl").exists():
            with room_on_disk():
                append_line(self.path / "history.jsonl", _TAKEN_UP_AGAIN)

    def history(self) -> tuple[LearningPoint, ...]:
        """Return the points in the order of their steps, those of a broken off attempt only once."""
        points: list[LearningPoint] = []
        again = False
        for document in read_lines(self.path / "history.jsonl"):
            if document == _TAKEN_UP_AGAIN:
                again = True
                continue
            try:
                point = from_json(LearningPoint, document)
            except ValueError:
                continue
            if again:
                points = [former for former in points if former.step < point.step]
                again = False
            points.append(point)
        return tuple(points)

    def write_report(self, report: LearningReport) -> None:
        """Keep what the model can do."""
        with room_on_disk():
            write_document(self.path / "report.json", to_json(report), durable=True)

    def report(self) -> LearningReport | None:
        """Return what the model can do, None where that was not measured or cannot be read."""
        try:
            report = from_json(LearningReport, read_document(self.path / "report.json"))
            require_same_report(report, self.run())
            return report
        except (ValueError, RunNotFoundError):
            return None

    def request_stop(self) -> None:
        """Ask whoever works on it to end."""
        with room_on_disk():
            self._stop.touch()

    @property
    def stop_requested(self) -> bool:
        """Tell whether somebody wants it to end."""
        return self._stop.exists()

    def attempts(self) -> tuple[int, int]:
        """Return how often a process was not heard of again, and the step that it was at; both 0 at first."""
        try:
            count, step = read_document(self.path / "attempts.json")
            return int(count), int(step)
        except (ValueError, TypeError):
            return 0, 0

    def write_attempts(self, count: int, step: int) -> None:
        """Keep both, whatever becomes of this process."""
        with room_on_disk():
            write_document(self.path / "attempts.json", [count, step], durable=True)

    def drop_checkpoints(self) -> None:
        """Give back the room that only an unfinished run needs."""
        shutil.rmtree(self.checkpoints, ignore_errors=True)

    def end(self, status: RunStatus, *, problem: Problem | None = None) -> None:
        """Say how it ended; a full disk gives the room of the checkpoints first."""
        self.drop_checkpoints()
        self.write_status(replace(status, problem=problem, seconds_left=None, stage=""))

    def size(self) -> int:
        """Count the bytes of all its files."""
        return sum(_sizes(self.path))


def as_problem(error: BertScopeError) -> Problem:
    """Return an error as a file can hold it."""
    fields = {
        name: value if isinstance(value, (str, int, float)) else str(value)
        for name, value in error.fields.items()
    }
    return Problem(template=error.template, fields=fields)


def _damaged() -> RunNotFoundError:
    return RunNotFoundError("The files of this run are damaged. Delete it and start another one.")


def _sizes(folder: Path) -> Iterator[int]:
    for path in folder.rglob("*"):
        try:
            if not path.is_symlink() and path.is_file():
                yield path.stat().st_size
        except OSError:  # replaced in this moment
            continue
