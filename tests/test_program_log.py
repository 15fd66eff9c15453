"""The log holds what went wrong and where, a number that finds it, and nothing that visitors wrote."""

from __future__ import annotations

import io
import json
import logging
import threading
from collections.abc import Iterator

import pytest

from bertviz_core.errors import InputError
from bertviz_core.program_log import JsonLines, keep_no_texts, note_fault

SECRET = "mi secreto"


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What the handler of a library writes, with a formatter of its own."""
    factory, hook = logging.getLogRecordFactory(), threading.excepthook
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
    logging.root.addHandler(handler)
    forms = {each: each.formatter for each in logging.root.handlers}
    yield stream
    logging.root.removeHandler(handler)
    logging.setLogRecordFactory(factory)
    threading.excepthook = hook
    for each, form in forms.items():
        each.setFormatter(form)


def fail() -> None:
    try:
        int(SECRET)
    except ValueError as error:
        raise KeyError(SECRET) from error


def failed() -> Exception:
    try:
        fail()
    except KeyError as error:
        return error
    raise AssertionError


def test_a_fault_has_a_number_its_types_and_places(caplog: pytest.LogCaptureFixture) -> None:
    error = failed()
    number = note_fault(error, "on a page")
    assert note_fault(error, "once more") == number
    (record,) = caplog.records
    assert record.getMessage().startswith(f"Fault {number}, on a page: KeyError at ")
    assert "tests/test_program_log.py:" in record.getMessage()
    assert " fail" in record.getMessage() and "after ValueError at" in record.getMessage()
    assert SECRET not in record.getMessage()


def test_an_error_with_a_sentence_keeps_its_fields_to_itself(caplog: pytest.LogCaptureFixture) -> None:
    note_fault(InputError("“{word}” is no word.", word=SECRET), "in a job")
    assert "“{word}” is no word." in caplog.text and SECRET not in caplog.text


@pytest.mark.parametrize("form", ["text", "json"])
def test_what_libraries_log_holds_no_text_either(written: io.StringIO, form: str) -> None:
    keep_no_texts(form)  # type: ignore[arg-type]
    number = note_fault(error := failed(), "at an address")
    logging.getLogger("babel").error("It broke", exc_info=error)
    thread = threading.Thread(target=fail, name="the loader")
    thread.start()
    thread.join()
    lines = written.getvalue().splitlines()
    assert SECRET not in written.getvalue()
    assert "in the thread the loader: KeyError at" in lines[-1]
    if form == "json":
        library = json.loads(lines[1])
        assert library["message"] == "It broke" and library["error"].startswith("KeyError at")
        assert library["number"] == number and library["level"] == "error"
        assert [json.loads(line)["logger"] for line in lines][1] == "babel"


def test_a_line_of_json_is_one_line() -> None:
    record = logging.LogRecord("a", logging.INFO, "x.py", 1, "two\nlines %s", ("ñ",), None)
    line = JsonLines().format(record)
    assert "\n" not in line and json.loads(line)["message"] == "two\nlines ñ"
