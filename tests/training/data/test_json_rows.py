"""Tables of JSON in every form in which pandas and the Hub write them."""

from __future__ import annotations

import json
from collections.abc import Callable

import pandas as pd
import pytest

from bertviz_core.errors import InputError
from bertviz_core.training.data.questions import read_questions
from bertviz_core.training.data.tables import read_table

ROWS = tuple((f"¿Qué, {n}? ñandú\n", ("pos", "neg")[n % 2]) for n in range(12))
FRAME = pd.DataFrame(ROWS, columns=["text", "label"])


@pytest.mark.parametrize("orient", ["columns", "split", "index", "records", "table"])
@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("name", ["x.json", "x.jsonl", "x.txt"])
def test_what_pandas_writes_is_read(orient: str, indent: int | None, name: str) -> None:
    frame = FRAME.reset_index() if orient == "table" else FRAME
    written = frame.to_json(orient=orient, indent=indent, index=None if orient != "table" else False)
    table = read_table(written.encode(), name)
    places = [table.columns.index(column) for column in ("text", "label")]
    assert tuple(tuple(row[place] for place in places) for row in table.rows) == ROWS


def test_an_index_of_words_and_missing_cells() -> None:
    frame = FRAME.set_index(pd.Index([f"fila {n}" for n in range(12)]))
    for orient in ("columns", "split", "index"):
        assert read_table(frame.to_json(orient=orient).encode(), "x.json").rows == ROWS
    whole = {"text": {"0": "a", "1": "b"}, "label": {"1": "x"}}
    assert read_table(json.dumps(whole).encode(), "x.json").rows == (("a", ""), ("b", "x"))


@pytest.mark.parametrize(
    "written",
    [
        {"text": [row[0] for row in ROWS], "label": [row[1] for row in ROWS]},
        {"version": 1, "data": [dict(zip(("text", "label"), row, strict=True)) for row in ROWS]},
        {"rows": [{"row_idx": n, "row": {"text": row[0], "label": row[1]}} for n, row in enumerate(ROWS)]},
        [["text", "label"], *ROWS],
    ],
)
def test_other_forms_are_read(written: object) -> None:
    assert read_table(json.dumps(written).encode(), "x.json").rows == ROWS


def test_one_object_is_one_row() -> None:
    assert read_table(b'{"text": "a", "label": "x"}', "x.json").rows == (("a", "x"),)
    assert read_table(b'{"text": "a", "more": {"b": 1}}', "x.json").rows == (("a", '{"b": 1}'),)


def test_no_more_lines_are_read_than_are_used(settings: Callable[..., None]) -> None:
    settings(max_rows="5")
    table = read_table(b'{"a": "b", "c": "d"}\n' * 9 + b"{", "x.jsonl")
    assert len(table.rows) == 5 and table.more


@pytest.mark.parametrize("unit", ["[],", "{},", '"a",'])
def test_a_file_of_millions_of_parts_is_told(unit: str) -> None:
    with pytest.raises(InputError, match="too many parts"):
        read_table(("[[" + unit * 3_000_000 + "1]]").encode(), "x.json")


def questions() -> list[dict[str, object]]:
    return [
        {
            "id": f"{n}",
            "context": f"Ana {n % 4} vive en Lugo y Eva vive en Vigo.",
            "question": f"¿Quién {n}?",
            "answers": {"text": ["Lugo"], "answer_start": [14]},
        }
        for n in range(12)
    ]


@pytest.mark.parametrize(
    "answers",
    [
        {"text": ["Lugo"], "answer_start": [14]},
        {"text": "Lugo", "answer_start": 14},
        {"text": ["Lugo"]},
        [{"text": "Lugo", "answer_start": 14}],
        ["Lugo"],
        "Lugo",
    ],
)
@pytest.mark.parametrize("form", ["lines", "list", "data", "columns", "split"])
def test_rows_of_questions_are_read(answers: object, form: str) -> None:
    rows = [row | {"answers": answers} for row in questions()]
    written = {
        "lines": "\n".join(map(json.dumps, rows)),
        "list": json.dumps(rows, indent=1),
        "data": json.dumps({"version": "x", "data": rows}),
        "columns": pd.DataFrame(rows).to_json(),
        "split": pd.DataFrame(rows).to_json(orient="split"),
    }[form]
    ready = read_questions(written, name="x")
    assert len(ready.data.examples) == 12
    assert all(example.answers[0].start == 14 for example in ready.data.examples)
    assert not ready.notes.unanswerable


def test_one_answer_beside_its_place_and_questions_without_answers() -> None:
    rows = questions()
    for row in rows:
        row["answer_start"] = 14
        row["answer"] = "Lugo"
        del row["answers"]
    assert len(read_questions(json.dumps(rows), name="x").data.examples) == 12
    rows[0]["answer"] = None
    rows[1] |= {"answers": {"text": [], "answer_start": []}}
    assert read_questions(json.dumps(rows), name="x").notes.unanswerable == (1, 2)


@pytest.mark.parametrize(
    "rows", [[{"question": "a"}], [1], [{"question": "a", "context": "b", "answers": {"text": [1]}}]]
)
def test_rows_that_are_no_questions_are_told(rows: list[object]) -> None:
    with pytest.raises(InputError, match="SQuAD"):
        read_questions(json.dumps(rows), name="x")


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ('["a", "b"]', r"no rows, for instance \[\"a\", \"b\"\]"),
        ('{"text": "a"}\n[1]', r"no rows, for instance \[1\]"),
        ("null", "for instance null"),
        ('{"dataset": {"train": [{"text": "a"}]}}', "the names “dataset”"),
        ('{"version": "1", "splits": {"train": [{"text": "a"}]}}', "the names “version”, “splits”"),
        ('{"train": [{"text": "a"}], "test": [{"text": "b"}]}', "the names “train”, “test”"),
        ('[{"text": "a"},\n{"text": "b"},]', 'line 2, “{"text": "b"},]”'),
        ("{\"text\": \"a\"}\n{'text': 'b'}", "line 2, “{'text': 'b'}”"),
    ],
)
def test_json_without_rows_is_told_with_what_was_found(written: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        read_table(written.encode(), "x.json")
