"""One run from where it stands to its end, whatever happens on the way."""

from __future__ import annotations

import logging
import shutil
from contextlib import suppress
from dataclasses import replace
from threading import Event

from bertviz_core.errors import BertScopeError, StorageError
from bertviz_core.jobs.atomic_files import FULL, disk_full, read_document, room_on_disk, write_document
from bertviz_core.jobs.lesson import Lesson
from bertviz_core.jobs.program_fault import as_sentence
from bertviz_core.jobs.run_folder import RunFolder, as_problem
from bertviz_core.jobs.run_watch import Interrupted, RunGone, RunWatch
from bertviz_core.results import LearnedModel, Phase
from bertviz_core.results.json_forms import from_json, to_json

MOST_ATTEMPTS = 3
_log = logging.getLogger(__name__)


def work_on(folder: RunFolder, lesson: Lesson, ending: Event) -> None:
    """Work on a run if it is open and nobody else does.

    Args:
        folder: Of the run.
        lesson: How the model learns and is measured.
        ending: Set when the worker has to end; the run waits again then.
    """
    if not folder.is_there():
        return
    try:
        if not folder.lock.acquire():
            return
    except StorageError as error:
        _cannot_begin(folder, error)
        return
    try:
        if folder.status().open:
            _work(folder, lesson, ending)
    finally:
        folder.lock.release()
        if not folder.has_beginning():  # deleted meanwhile, and the learning may have made folders anew
            shutil.rmtree(folder.path, ignore_errors=True)


def _cannot_begin(folder: RunFolder, error: StorageError) -> None:
    """Say why nobody works on a run; where not even that can be written, it is tried again later."""
    _log.warning("Run %s cannot be worked on: %s", folder.path.name, error.template)
    with suppress(StorageError):
        if folder.status().open:
            folder.end(replace(folder.status(), phase="failed"), problem=as_problem(error))


def _work(folder: RunFolder, lesson: Lesson, ending: Event) -> None:
    name = folder.path.name
    watch = RunWatch(folder, ending)
    attempts, furthest = folder.attempts()
    if watch.reached > furthest:  # the last one got on: it was not the run that ended it
        attempts, furthest = 0, watch.reached
    try:
        if attempts >= MOST_ATTEMPTS:
            raise BertScopeError(
                "The process that learned was ended {count} times, perhaps because memory ran out. Choose "
                "a smaller model, fewer examples a step or shorter texts.",
                count=attempts,
            )
        folder.write_attempts(attempts + 1, furthest)
        _log.info("Run %s begins or goes on", name)
        phase = _learn_and_measure(folder, lesson, watch)
        folder.end(replace(watch.status, phase=phase))
        _log.info("Run %s: %s", name, phase)
    except Interrupted:
        folder.write_attempts(attempts, furthest)
        folder.write_status(replace(watch.status, phase="waiting", stage="", seconds_left=None))
        _log.info("Run %s waits again", name)
    except RunGone:
        _log.info("Run %s is not here any more", name)
    except Exception as error:
        if not folder.is_there():  # what it missed are its own files
            return
        problem = _told(error)
        _log.warning("Run %s failed: %s", name, problem.template)
        folder.end(replace(watch.status, phase="failed"), problem=as_problem(problem))


def _learn_and_measure(folder: RunFolder, lesson: Lesson, watch: RunWatch) -> Phase:
    """Do what is not done yet and return how the run ended."""
    learned = _learned_before(folder)
    if folder.stop_requested and learned is None and not folder.checkpoints.exists():
        return "stopped"  # nothing is there yet that could be kept
    watch.stage("reading")
    run, data = folder.run(), folder.data()
    if learned is None:
        folder.take_up_again()
        watch.stage("learning")
        learned = lesson.learn(run, data, folder, watch)
        with room_on_disk():
            write_document(folder.path / "learned.json", to_json(learned), durable=True)
    folder.drop_checkpoints()
    watch.status = replace(
        watch.status, step=learned.steps, seconds=learned.seconds, best_step=learned.best_step
    )
    watch.stage("measuring")
    folder.write_report(lesson.measure(data, folder, learned, step=watch.go_on))
    return "stopped" if learned.stopped else "done"


def _learned_before(folder: RunFolder) -> LearnedModel | None:
    """Return how the learning ended, where a former attempt got so far."""
    try:
        return from_json(LearnedModel, read_document(folder.path / "learned.json"))
    except ValueError:
        return None


def _told(error: Exception) -> BertScopeError:
    """Return what a person is told; what they cannot change goes to the log with a number."""
    if isinstance(error, BertScopeError):
        return error
    if isinstance(error, OSError) and error.errno in FULL:
        return disk_full()
    if isinstance(error, MemoryError) or "can't allocate memory" in str(error):
        return BertScopeError(
            "There is not enough memory. Choose a smaller model, fewer examples a step or shorter texts."
        )
    return as_sentence(error)
