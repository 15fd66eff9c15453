"""Values that are missing, and labels in lists, as annotation tools and Python write them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable

import pytest

from bertviz_core.errors import InputError
from bertviz_core.results import PreparedData
from bertviz_core.training.data.headings import guess_columns
from bertviz_core.training.data.tables import TextTable, read_table
from bertviz_core.training.data.text_sets import text_data

NAN = float("nan")
LABELS = ["pos", "neg"] * 8


def rows(labels: list[object], name: str = "label") -> list[dict[str, object]]:
    return [{"text": f"texto {n}", name: label} for n, label in enumerate(labels)]


def as_lines(labels: list[object], name: str = "label") -> bytes:
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows(labels, name)).encode()


def prepared(table: TextTable) -> PreparedData:
    return text_data(
        table, task="sentence", columns=guess_columns(table.columns, table.rows, "sentence"), name="x"
    )


@pytest.mark.parametrize("form", ["lines", "list", "columns", "indented", "lists"])
def test_a_bare_nan_is_no_value(form: str) -> None:
    data = rows([*LABELS, NAN, NAN])
    written = {
        "lines": "\n".join(map(json.dumps, data)),
        "list": json.dumps(data),
        "columns": json.dumps({key: [row[key] for row in data] for key in ("text", "label")}),
        "indented": json.dumps(data, indent=1),
        "lists": json.dumps([["text", "label"], *([row["text"], row["label"]] for row in data)]),
    }[form]
    table = read_table(written.encode(), "x.json")
    assert [row[1] for row in table.rows] == [*LABELS, "", ""]
    assert [(note.kind, note.fields["count"]) for note in table.notes] == [("missing", 2)]
    read = prepared(table)
    assert set(read.data.labels) == {"pos", "neg"} and read.notes.blank == (17, 18)


def test_words_that_say_nan_stay() -> None:
    table = read_table(as_lines([*LABELS, "NaN", "NaN", "Infinity"]), "x.jsonl")
    assert [row[1] for row in table.rows[-3:]] == ["NaN", "NaN", "Infinity"]
    assert table.notes == ()


@pytest.mark.parametrize(
    "wrap", [lambda n, b: [b], lambda n, b: [b, b], lambda n, b: b if n % 3 else [b], lambda n, b: [b, None]]
)
@pytest.mark.parametrize("name", ["label", "labels", "accept"])
def test_labels_in_lists_of_one_are_what_is_in_them(wrap: Callable[[int, str], object], name: str) -> None:
    table = read_table(as_lines([*map(wrap, range(99), LABELS), [], None], name), "x.jsonl")
    assert [row[1] for row in table.rows] == [*LABELS, "", ""]
    (note,) = table.notes
    assert note.kind == "lists" and name in str(note)


@pytest.mark.parametrize("label", [1, True, 0.5, "a b, c", 'dijo "sí"', "['x']", "ñ"])
def test_what_is_in_a_list_is_written_as_without_it(label: object) -> None:
    alone = read_table(as_lines([label, "otra"] * 4), "x.jsonl").rows
    assert read_table(as_lines([[label], ["otra"]] * 4), "x.jsonl").rows == alone


@pytest.mark.parametrize("form", ["['{}']", '["{}"]'])
def test_lists_that_were_saved_in_a_table_of_texts_are_read_too(form: str) -> None:
    import csv
    import io

    file = io.StringIO()
    csv.writer(file).writerows(
        [("text", "label"), *((f"a {n}", form.format(b)) for n, b in enumerate(LABELS))]
    )
    assert [row[1] for row in read_table(file.getvalue().encode(), "x.csv").rows] == LABELS


@pytest.mark.parametrize(
    "cells",
    [
        ["[1]", "[risas] hola", "b", "c"],
        ["[aplausos]", "[risas]", "[música]", "[ruido]"],
        ["[", "]", "[]", "[x]"],
        ["['a'", "'b']", "c", "[['a']]"],
        ["[1]", "a", "b", "c"],
        ["__import__('os')", "[__import__('os')]", "['a' + 'b']", "[f'{1}']"],
    ],
)
def test_texts_in_brackets_stay(cells: list[str]) -> None:
    data = "\n".join(json.dumps({"text": cell, "label": "x"}) for cell in cells).encode()
    table = read_table(data, "x.jsonl")
    assert [row[0] for row in table.rows] == cells and table.notes == ()
    assert [
        row[0] for row in read_table("\n".join(f"{cell}\tx" for cell in cells).encode(), "x.tsv").rows
    ] == cells


def test_several_classes_of_one_text_are_refused_with_a_row() -> None:
    table = read_table(as_lines([["pos"], ["neg"], ["pos", "neg"]] * 5), "x.jsonl")
    with pytest.raises(InputError, match=r"several classes: 5, for instance \[\"pos\", \"neg\"\]"):
        prepared(table)


def studio(label: str, *, others: tuple[str, ...] = ()) -> list[dict[str, object]]:
    """Write annotations as Label Studio does, each of another person."""
    return [
        {
            "id": number,
            "result": [
                {
                    "value": {"choices": [name]},
                    "from_name": "clase",
                    "to_name": "text",
                    "type": "choices",
                }
            ],
            "was_cancelled": False,
        }
        for number, name in enumerate((label, *others))
    ]


OBJECTS = {
    "label_studio": lambda n, label: {"id": n, "data": {"text": f"texto {n}"}, "annotations": studio(label)},
    "two_agree": lambda n, label: {
        "data": {"text": f"texto {n}", "meta": 1},
        "annotations": studio(label, others=(label,)),
    },
    "doccano": lambda n, label: {"text": f"texto {n}", "annotations": [{"label": label, "user": 1}]},
    "choices": lambda n, label: {"text": f"texto {n}", "clase": {"choices": [label]}},
    "named": lambda n, label: {"text": f"texto {n}", "label": {"id": 3, "name": label}},
    "spacy": lambda n, label: {"text": f"texto {n}", "cats": {"pos": label == "pos", "neg": label == "neg"}},
    "nested": lambda n, label: {"text": f"texto {n}", "label": [[label]]},
}


@pytest.mark.parametrize("form", OBJECTS)
@pytest.mark.parametrize("as_json", [True, False])
def test_the_class_in_an_object_is_read(form: str, as_json: bool) -> None:
    data = [OBJECTS[form](n, label) for n, label in enumerate(LABELS)]
    if as_json:
        table = read_table(json.dumps(data).encode(), "x.json")
    else:
        file = io.StringIO()
        writer = csv.writer(file)
        writer.writerow(data[0])
        writer.writerows(
            [cell if isinstance(cell, str) else json.dumps(cell) for cell in row.values()] for row in data
        )
        table = read_table(file.getvalue().encode(), "x.csv")
    read = prepared(table)
    assert [
        (getattr(example, "text", ""), getattr(example, "label", "")) for example in read.data.examples
    ] == [(f"texto {n}", label) for n, label in enumerate(LABELS)]
    assert any(note.kind == "objects" and str(note).endswith("16.") for note in table.notes)


def test_people_who_disagree_are_told() -> None:
    data = [
        {"text": f"texto {n}", "annotations": studio(label, others=("neg",))}
        for n, label in enumerate(LABELS)
    ]
    with pytest.raises(InputError, match=r"several classes: 8, for instance \[\"pos\", \"neg\"\]"):
        prepared(read_table(json.dumps(data).encode(), "x.json"))


@pytest.mark.parametrize(
    ("label", "says"),
    [
        ([[0, 5, "PER"]], "places in the texts"),
        ([{"start": 0, "end": 5, "labels": ["PER"]}], "places in the texts"),
        ([{"start_offset": 0, "end_offset": 5, "label": "PER"}], "places in the texts"),
        ({"a": {"b": "c"}, "d": "e"}, "objects or lists"),
        ([["animal", "gato"]], "objects or lists"),
    ],
)
def test_what_is_no_class_is_no_class_name(label: object, says: str) -> None:
    with pytest.raises(InputError, match=f"“label” holds {says}.*rows: 16"):
        prepared(read_table(as_lines([label] * 8 + [label, label] * 4), "x.jsonl"))
    with pytest.raises(InputError, match="rows: 1\\)"):
        prepared(read_table(as_lines([*LABELS, label]), "x.jsonl"))
