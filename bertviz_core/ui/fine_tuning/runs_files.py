"""Runs as files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bertviz_core.jobs.run_store import RunStore
from bertviz_core.results import LearningPoint, LearningRun
from bertviz_core.results.json_forms import to_json
from bertviz_core.ui.downloads import csv_number, csv_text, json_text
from bertviz_core.ui.fine_tuning.run_rows import RunRow


def runs_csv(rows: Sequence[RunRow]) -> str:
    """Return one line for every run; scores from 0 to 1."""
    return csv_text(
        [
            *("id", "name", "data", "fingerprint", "task", "model", "revision", "phase", "score"),
            *("held_out_score", "seconds", "steps", "best_step", "created", "train", "validation", "test"),
            *("method", "epochs", "batch_size", "learning_rate", "warmup", "weight_decay", "seed"),
            *("class_weights", "patience", "last_layers", "lora_rank", "max_tokens"),
        ],
        (_line(row) for row in rows),
    )


def curves_csv(store: RunStore, runs: Iterable[LearningRun]) -> str:
    """Return one line for every point of every run."""
    return csv_text(
        [
            *("run", "name", "step", "epoch", "seconds", "loss", "learning_rate"),
            *("validation_loss", "validation_score"),
        ],
        ([run.id, run.name, *_point(point)] for run in runs for point in store.history(run.id)),
    )


def run_json(store: RunStore, run: LearningRun) -> str:
    """Return all that is known of a run; nothing says whose it is."""
    report = store.report(run.id)
    asked = to_json(run)
    del asked["owner"]
    return json_text(
        {
            "run": asked,
            "status": to_json(store.status(run.id)),
            "history": [to_json(point) for point in store.history(run.id)],
            "report": None if report is None else to_json(report),
        }
    )


def _line(row: RunRow) -> list[object]:
    run, status, settings = row.run, row.status, row.run.settings
    return [
        *(run.id, run.name, run.data_name, run.fingerprint, run.task),
        *(run.model, run.revision or "", status.phase),
        *(("", "") if row.score is None else (row.score[0], csv_number(row.score[1]))),
        *(csv_number(status.seconds), status.steps, "" if status.best_step is None else status.best_step),
        *(run.created, *run.counts, settings.method, settings.epochs, settings.batch_size),
        *(settings.learning_rate, settings.warmup, settings.weight_decay, settings.seed),
        *(settings.class_weights, settings.patience, settings.last_layers, settings.lora_rank),
        settings.max_tokens,
    ]


def _point(point: LearningPoint) -> list[object]:
    validation = point.validation
    return [
        *(point.step, csv_number(point.epoch), csv_number(point.seconds)),
        "" if point.loss is None else csv_number(point.loss),
        "" if point.learning_rate is None else f"{point.learning_rate:.6g}",
        *(("", "") if validation is None else map(csv_number, (validation.loss, validation.score))),
    ]
