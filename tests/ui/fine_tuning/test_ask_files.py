"""Answers of fine-tuned models as files, and the files that people bring to be asked about."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable

import fine_tuned_checkpoints
import numpy as np
import pytest

from bertviz_core import BertEngine
from bertviz_core.errors import InputError
from bertviz_core.ui.fine_tuning import ask_upload
from bertviz_core.ui.fine_tuning.ask_files import (
    answers_csv,
    answers_json,
    classes_csv,
    classes_json,
    predictions_csv,
    tags_csv,
    tags_json,
)
from bertviz_core.ui.fine_tuning.ask_upload import label_column, longest_columns, read_asked

Fine = Callable[..., BertEngine]
TEXT = "the man went to $5"


def table(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def test_classes(fine: Fine) -> None:
    answer = fine().classify(TEXT)
    head, *rows = table(classes_csv(answer))
    assert head == ["class", "probability"]
    assert [(label, float(p)) for label, p in rows] == [
        (label, pytest.approx(p, abs=1e-6)) for label, p in answer.ranked()
    ]
    document = json.loads(classes_json(answer))
    assert document["label"] == answer.label and document["text"] == TEXT
    assert list(document["probabilities"]) == list(fine_tuned_checkpoints.LABELS)


def test_predictions_keep_the_rows_and_hold_no_formula() -> None:
    rows = [("=1+1", "a"), ("-2x", "b"), ("@x\n,", ""), ("plain", "c")]
    found = np.array([[0.25, 0.75], [0.9, 0.1], [np.nan, np.nan], [0.5, 0.5]], np.float32)
    head, *written = table(predictions_csv(["=text", "x"], rows, ["ham", "+spam"], found))
    assert head == ["'=text", "x", "predicted", "p(ham)", "p(+spam)"]
    assert written[0] == ["'=1+1", "a", "'+spam", "0.250000", "0.750000"]
    assert written[1][:3] == ["'-2x", "b", "ham"]
    assert written[2] == ["'@x\n,", "", "", "", ""]
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in (head, *written) for cell in row)


def test_tags(fine: Fine) -> None:
    answer = fine("bert", "tagging").tag("=the man")
    head, *rows = table(tags_csv(answer))
    assert head == ["word", "tag", "probability", "start", "end"]
    assert [row[0] for row in rows] == ["=", "the", "man"]  # alone it is no formula
    assert [row[1] for row in rows] == list(answer.tags)
    document = json.loads(tags_json(answer))
    assert [word["word"] for word in document["words"]] == ["=", "the", "man"]
    assert len(document["entities"]) == len(answer.entities)


def test_answers(fine: Fine) -> None:
    answer = fine("bert", "question").answer("who", "the man went")
    _, *rows = table(answers_csv(answer))
    assert [row[0] for row in rows] == [span.text for span in answer.answers]
    document = json.loads(answers_json(answer))
    assert document["context"] == "the man went" and len(document["answers"]) == 3


def test_the_columns_of_a_table_are_found_out() -> None:
    data = "id;texto;clase\n1;hola a todos;spam\n2;adiós, amigos;ham\n".encode("latin-1")
    read = read_asked(data, "x.csv")
    assert read.columns == ("id", "texto", "clase") and len(read.rows) == 2
    assert longest_columns(read)[0] == 1
    assert label_column(read, ("ham", "spam")) == 2
    assert label_column(read, ("yes", "no")) is None


def test_a_text_file_is_read_line_by_line_whatever_is_in_it() -> None:
    read = read_asked(b"one, two; three\tfour\n\nNA\n", "x.txt")
    assert read.rows == (("one, two; three\tfour",), ("NA",))


def test_too_many_lines_are_cut_and_told(settings: Callable[..., None]) -> None:
    settings(max_rows="3")
    read = read_asked(b"a\nb\nc\nd\n", "x.txt")
    assert len(read.rows) == 3 and read.more
    assert not read_asked(b"a\nb\nc\n", "x.txt").more


def test_what_is_too_large_or_empty_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError):
        read_asked(b" \n", "x.txt")
    monkeypatch.setattr(ask_upload, "LARGEST_FILE", 0)
    with pytest.raises(InputError, match="megabytes"):
        read_asked(b"a", "x.txt")
