"""The results of a run as files: every number, no formulas, no name of a visitor."""

import csv
import io
import json
from dataclasses import replace

import pytest
from finished_runs import keep_run, question_run, tagged_run, text_run, without_probabilities

from bertviz_core.jobs.run_store import RunStore
from bertviz_core.results import TEST, LearningReport
from bertviz_core.results.json_forms import from_json
from bertviz_core.ui.fine_tuning.results_files import classes_csv, methods_csv, predictions_csv, report_json


def table(text):
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("pairs", [False, True])
def test_predictions_hold_every_held_out_text(pairs):
    data, report = text_run(pairs=pairs)
    rows = table(predictions_csv(data, report))
    assert len(rows) == len(data.part(TEST))
    for number, (row, example) in enumerate(zip(rows, data.part(TEST), strict=True)):
        assert row["text"].removeprefix("'") == example.text
        assert ("second_text" in row) == pairs
        assert row["right"].removeprefix("'") == example.label
        assert float(row["p(=spam)"]) == pytest.approx(report.probabilities[number, 1], abs=1e-6)
    assert any(row["text"].startswith("'=1+1") for row in rows)
    assert any(row["right"] == "'=spam" for row in rows)


def test_without_probabilities_there_are_no_columns_of_them():
    data, report = text_run()
    assert list(table(predictions_csv(data, without_probabilities(report)))[0]) == ["text", "right", "said"]


def test_tags_have_a_row_for_each_word():
    data, report = tagged_run()
    rows = table(predictions_csv(data, report))
    assert len(rows) == 15
    assert rows[6] == {"sentence": "2", "word": "López", "right": "I-PER", "said": "O"}


def test_answers_have_a_row_for_each_question():
    data, report = question_run()
    assert [row["said"] for row in table(predictions_csv(data, report))] == ["elvira.", "<b>tower</b>"]


def test_scores_stand_with_their_intervals_and_comparisons():
    _data, report = text_run()
    rows = table(methods_csv(report))
    assert [(row["method"], row["score"]) for row in rows[:2]] == [
        ("majority", "accuracy"),
        ("majority", "macro_f1"),
    ]
    assert float(rows[0]["p_value"]) == pytest.approx(report.comparisons[0].p_value, abs=1e-6)
    assert rows[-1]["method"] == "full" and rows[-1]["p_value"] == rows[-1]["fine_tuned_better"] == ""
    first = report.comparisons[0]
    assert float(rows[0]["difference_low"]) == pytest.approx(first.difference.low, abs=1e-6)
    assert rows[0]["fine_tuned_better"] == str(first.better)
    assert rows[0]["fine_tuned_worse"] == str(first.worse)
    classes = table(classes_csv(report))
    assert [row["class"] for row in classes] == ["<b>ham</b>", "'=spam"]
    assert sum(int(row["support"]) for row in classes) == 20
    assert float(classes[0]["f1_low"]) == pytest.approx(report.per_class[0].f1.low, abs=1e-6)


def test_what_is_cross_validated_is_named():
    (_, texts), (_, tags) = text_run(), tagged_run()
    assert table(methods_csv(texts))[0]["cross_validated_accuracy"] == "0.700000"
    assert table(methods_csv(tags))[0]["cross_validated_word_accuracy"] == "0.700000"


def test_the_document_reads_back_and_names_no_visitor(tmp_path):
    data, report = text_run()
    run = keep_run(RunStore(tmp_path), data, report, owner="somebody")
    text = report_json(run, report)
    assert "somebody" not in text
    again = from_json(LearningReport, json.loads(text)["report"])
    assert again.methods == report.methods and again.comparisons == report.comparisons
    assert again.predictions == report.predictions
    assert json.loads(text)["run"]["id"] == run.id


def test_undefined_numbers_are_empty():
    _data, report = text_run()
    nothing = replace(report.per_class[0].precision, value=float("nan"))
    odd = replace(report, per_class=(replace(report.per_class[0], precision=nothing),))
    assert table(classes_csv(odd))[0]["precision"] == ""
