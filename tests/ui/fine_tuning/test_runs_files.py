"""Runs as files: every number once, nothing that says whose they are, no formulas."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from learning_runs import OWNER, a_run, some_points

from bertviz_core.jobs.run_store import RunStore
from bertviz_core.results import LearningPoint, LearningReport, LearningRun, RunStatus
from bertviz_core.results.json_forms import from_json
from bertviz_core.ui.fine_tuning.run_rows import RunRow
from bertviz_core.ui.fine_tuning.runs_files import curves_csv, run_json, runs_csv

DONE = RunStatus(phase="done", step=40, steps=40, seconds=75.5, best_step=30)


@pytest.fixture
def store(data_folder: Path) -> RunStore:
    return RunStore(data_folder / "runs")


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_a_line_holds_what_was_asked_for_and_reached(store: RunStore) -> None:
    run = a_run(store, DONE, name="=cmd()")
    (row,) = rows_of(runs_csv([RunRow(run=run, status=DONE, score=("entity_f1", 0.95))]))
    assert row["id"] == run.id and row["name"] == "'=cmd()"
    assert row["score"] == "entity_f1"
    assert float(row["held_out_score"]) == 0.95 and float(row["seconds"]) == 75.5
    assert (row["phase"], row["best_step"], row["epochs"], row["learning_rate"]) == (
        "done",
        "30",
        "4",
        "5e-05",
    )
    assert [row[part] for part in ("train", "validation", "test")] == [str(count) for count in run.counts]
    (unmeasured,) = rows_of(runs_csv([RunRow(run=run, status=RunStatus(phase="waiting"), score=None)]))
    assert unmeasured["score"] == unmeasured["held_out_score"] == unmeasured["best_step"] == ""


def test_curves_have_a_line_for_every_point(store: RunStore) -> None:
    points = some_points(12, every=5)
    run = a_run(store, DONE, points=points, name="@name")
    rows = rows_of(curves_csv(store, [run, run]))
    assert len(rows) == 24
    for row, point in zip(rows[:12], points, strict=True):
        assert (row["name"], int(row["step"])) == ("'@name", point.step)
        assert float(row["loss"]) == pytest.approx(point.loss, abs=1e-6)
        watched = point.validation
        assert row["validation_score"] == ("" if watched is None else f"{watched.score:.6f}")


def test_json_holds_everything_but_whose_it_is(store: RunStore) -> None:
    points = some_points(12, every=5)
    run = a_run(store, DONE, points=points, measured=True)
    text = run_json(store, run)
    document = json.loads(text)
    assert OWNER not in text and "owner" not in document["run"]
    assert from_json(LearningRun, document["run"] | {"owner": OWNER}) == run
    assert from_json(RunStatus, document["status"]) == DONE
    history = [from_json(LearningPoint, point) for point in document["history"]]
    assert [point.loss for point in history] == [point.loss for point in points]
    report = from_json(LearningReport, document["report"])
    assert report.predictions == store.report(run.id).predictions
    assert report.methods[-1].scores["accuracy"].value == 0.95
