"""A set as files: every example in its part, and a summary that others can read."""

from __future__ import annotations

import csv
import io
import json

import pytest

from bertviz_core.results import TextExample
from bertviz_core.training.data.prepare import prepare_texts
from bertviz_core.training.data.samples import SAMPLES, sample_data
from bertviz_core.ui.fine_tuning.data_files import PARTS, data_csv, data_json


def rows_of(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data_csv(sample_data(name).data))))


@pytest.mark.parametrize("name", SAMPLES)
def test_each_example_stands_in_its_part(name: str) -> None:
    data = sample_data(name).data
    assert [row["part"] for row in rows_of(name)] == [PARTS[part] for part in data.parts.tolist()]


def test_texts_words_and_answers_are_written_as_they_are() -> None:
    pairs, tagged, asked = (sample_data(n).data.examples for n in ("entailment", "tagging", "questions"))
    assert [(r["text"], r["pair"], r["label"]) for r in rows_of("entailment")] == [
        (e.text, e.pair, e.label) for e in pairs
    ]
    assert [r["words"].split() for r in rows_of("tagging")] == [list(e.tokens) for e in tagged]
    assert [r["tags"].split() for r in rows_of("tagging")] == [list(e.tags) for e in tagged]
    for row, example in zip(rows_of("questions"), asked, strict=True):
        assert row["context"][int(row["answer_start"]) :].startswith(row["answer"])
        assert row["question"] == example.question


def test_no_cell_is_run_as_a_formula() -> None:
    rows = [TextExample(text=f"=1+{n}", label="@x" if n % 2 else "-x") for n in range(20)]
    written = data_csv(prepare_texts(rows, task="sentence", name="x").data)
    assert not any(
        cell.startswith(("=", "@", "-")) for row in csv.reader(io.StringIO(written)) for cell in row
    )


def test_the_summary_counts_parts_and_classes() -> None:
    prepared = sample_data("spam", language="pt", seed=3)
    summary = json.loads(data_json(prepared))
    assert sum(summary["parts"].values()) == sum(summary["label_counts"].values()) == summary["examples"]
    assert summary["seed"] == 3
    assert summary["fingerprint"] == prepared.data.fingerprint
    assert summary["notes"]["written"] is True
