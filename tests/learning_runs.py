"""Runs written by hand: what a worker would have left at one moment."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from bertviz_core.jobs.run_store import RunStore
from bertviz_core.results import (
    TEST,
    Interval,
    LearningData,
    LearningPoint,
    LearningReport,
    LearningRun,
    LearningSettings,
    MethodScore,
    RunStatus,
    TextExample,
    ValidationPoint,
)

OWNER = "0" * 64
SCORES = {"majority": 0.5, "tfidf": 0.8, "features": 0.85, "full": 0.95}
HOSTILE = ("<b>ham</b>", "*spam* $5")


def some_data(
    labels: tuple[str, ...] = ("ham", "spam"), *, rows: int = 40, name: str = "mensajes"
) -> LearningData:
    """Return texts that their class can be told from by a word."""
    examples = tuple(
        TextExample(text=f"texto {number} {labels[number % len(labels)]}", label=labels[number % len(labels)])
        for number in range(rows)
    )
    parts = np.array([(0, 0, 0, 1, 2, 2)[number // len(labels) % 6] for number in range(rows)], dtype=np.int8)
    return LearningData(
        task="sentence", name=name, examples=examples, labels=tuple(sorted(labels)), parts=parts, seed=0
    )


def some_points(steps: int, *, classes: int = 2, every: int = 10) -> tuple[LearningPoint, ...]:
    """Return a point a step, with a validation every few steps."""
    points = []
    for step in range(1, steps + 1):
        share = step / steps
        watched = ValidationPoint(
            loss=0.7 - 0.5 * share,
            score=0.5 + 0.4 * share,
            confusion=np.eye(classes, dtype=np.int64) * step + 1,
        )
        points.append(
            LearningPoint(
                step=step,
                epoch=4 * share,
                seconds=float(step),
                loss=0.8 - 0.6 * share,
                learning_rate=1e-4 * (1 - share),
                validation=watched if step % every == 0 else None,
            )
        )
    return tuple(points)


def some_report(data: LearningData) -> LearningReport:
    """Return a report of a model that is better than the simple ways; it takes the first example wrong."""

    def scores(method: str, value: float) -> MethodScore:
        interval = Interval(value=value, low=value - 0.05, high=min(1.0, value + 0.05))
        return MethodScore(method=method, scores={"accuracy": interval, "macro_f1": interval}, seconds=2.0)

    right = data.label_ids[data.parts == TEST]
    said = np.concatenate([(right[:1] + 1) % len(data.labels), right[1:]])
    confusion = np.zeros((len(data.labels), len(data.labels)), dtype=np.int64)
    np.add.at(confusion, (right, said), 1)
    probabilities = np.full((len(right), len(data.labels)), 0.1 / max(1, len(data.labels) - 1), np.float32)
    probabilities[np.arange(len(right)), said] = 0.9
    return LearningReport(
        task="sentence",
        labels=data.labels,
        methods=(
            scores("majority", 0.5),
            scores("tfidf", 0.8),
            scores("features", 0.85),
            scores("full", 0.95),
        ),
        per_class=(),
        confusion=confusion,
        probabilities=probabilities,
        predictions=tuple(data.labels[label] for label in said),
        reliability=None,
        epochs_done=4.0,
        steps_done=40,
        best_step=30,
        training_seconds=75.0,
    )


def a_run(
    store: RunStore,
    status: RunStatus,
    *,
    points: Iterable[LearningPoint] = (),
    measured: bool = False,
    **asked: object,
) -> LearningRun:
    """Leave a run as it stands.

    Args:
        store: Where.
        status: How it stands.
        points: What is known of its steps.
        measured: It has a report, and a folder for its model.
        **asked: Other arguments of `RunStore.create`.
    """
    data = asked.pop("data", None) or some_data()
    assert isinstance(data, LearningData)
    values = {"model": "mini", "revision": None, "settings": LearningSettings(), "owner": OWNER} | asked
    run = store.create(data, **values)  # type: ignore[arg-type]
    folder = store.folder(run.id)
    folder.write_status(status)
    for point in points:
        folder.add_point(point)
    if measured:
        folder.write_report(some_report(data))
        folder.model.mkdir()
        (folder.model / "config.json").write_text("{}", encoding="utf-8")
    return run


def damage(store: RunStore, run: LearningRun) -> None:
    """Break off the file that says what was asked for."""
    path: Path = store.folder(run.id).path / "run.json"
    path.write_text(path.read_text(encoding="utf-8")[:20] + secrets.token_hex(4), encoding="utf-8")
