"""What the program writes to its log: nothing that visitors wrote, and a number for each fault.

The message of an exception can hold the text that it is about. So of an exception its type and the places in
the program are written, and of the errors with sentences the sentence without its fields.
"""

from __future__ import annotations

import json
import logging
import secrets
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from traceback import extract_tb
from typing import Any, Literal

LogForm = Literal["text", "json"]

TEXT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_PLACES, _CHAIN = 12, 4
_NUMBER = "_bertscope_number"
_log = logging.getLogger(__name__)


def note_fault(error: BaseException, where: str) -> str:
    """Write a fault of the program to the log, once; return the number that people are told.

    Args:
        error: What nobody foresaw.
        where: What was being done, without anything of visitors.
    """
    known: str | None = getattr(error, _NUMBER, None)
    if known is not None:
        return known
    number = secrets.token_hex(4)
    try:
        setattr(error, _NUMBER, number)
    except AttributeError:  # of an exception with slots
        pass
    _log.error("Fault %s, %s: %s", number, where, described(error), extra={"number": number})
    return number


def described(error: BaseException) -> str:
    """Return the types of an exception and of what led to it, each with its places, the last first."""
    return "; after ".join(_described(each) for each in _chain(error))


def keep_no_texts(form: LogForm = "text") -> None:
    """Have every log of this process written so, from now on, whoever writes it.

    Args:
        form: Lines for people, or a JSON object a line.
    """
    make = logging.LogRecord

    def without_texts(*arguments: Any, **named: Any) -> logging.LogRecord:
        record = make(*arguments, **named)
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            record.exc_text, record.exc_info = described(error), None
            if number := getattr(error, _NUMBER, None):
                record.number = number
        return record

    logging.setLogRecordFactory(without_texts)
    threading.excepthook = _note_thread
    own = logging.getLogger(__package__)
    if not (own.handlers or logging.root.handlers):
        own.addHandler(logging.StreamHandler())
        own.setLevel(logging.INFO)
    write_as(form)


def write_as(form: LogForm) -> None:
    """Give what is written on the standard streams, and to files, its form."""
    for handler in _handlers():
        if isinstance(handler, logging.StreamHandler):
            handler.setFormatter(formatter_of(form))


def formatter_of(form: LogForm) -> logging.Formatter:
    """Return what writes a line."""
    return JsonLines() if form == "json" else logging.Formatter(TEXT)


class JsonLines(logging.Formatter):
    """Writes a record as a JSON object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return time, level, logger and message; of an exception what may be told, and its number."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = described(record.exc_info[1])
        elif record.exc_text:
            line["error"] = record.exc_text
        if number := getattr(record, "number", None):
            line["number"] = number
        return json.dumps(line, ensure_ascii=False)


def _described(error: BaseException) -> str:
    places = [f"{_short(at.filename)}:{at.lineno} {at.name}" for at in extract_tb(error.__traceback__)]
    sentence = getattr(error, "template", None)  # its fields hold what visitors wrote
    told = f"{type(error).__name__}{f' “{sentence}”' if isinstance(sentence, str) else ''}"
    return f"{told} at {', '.join(reversed(places[-_PLACES:]))}" if places else told


def _chain(error: BaseException) -> Iterator[BaseException]:
    each: BaseException | None = error
    for _ in range(_CHAIN):
        if each is None:
            return
        yield each
        each = each.__cause__ or (None if each.__suppress_context__ else each.__context__)


def _short(filename: str) -> str:
    """Return the end of a path: where on the machine the program lies is nobody's business."""
    return "/".join(Path(filename).parts[-3:])


def _handlers() -> Iterator[logging.Handler]:
    yield from logging.root.handlers
    for logger in list(logging.root.manager.loggerDict.values()):
        if isinstance(logger, logging.Logger):
            yield from logger.handlers


def _note_thread(ended: threading.ExceptHookArgs) -> None:
    if ended.exc_value is not None and not isinstance(ended.exc_value, SystemExit):
        note_fault(ended.exc_value, f"in the thread {ended.thread.name if ended.thread else ''}")
