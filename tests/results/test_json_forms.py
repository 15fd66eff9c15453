"""What runs keep in files comes back as it was, and damaged files are told."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from bertviz_core.results import (
    Answer,
    Examples,
    Interval,
    LearningData,
    LearningPoint,
    LearningReport,
    LearningRun,
    LearningSettings,
    MethodScore,
    Problem,
    QuestionExample,
    RunStatus,
    TaggedExample,
    Task,
    TextExample,
    ValidationPoint,
)
from bertviz_core.results.json_forms import from_json, to_json
from bertviz_core.results.reliability import measure_reliability

EXAMPLES: dict[Task, Examples] = {
    "sentence": (TextExample(text="NA", label="1"), TextExample(text="null", label="0.0", language="es")),
    "pair": (TextExample(text="a", pair="b", label="<b>"), TextExample(text="a", pair="ñ 😊", label="c")),
    "tagging": (TaggedExample(tokens=("Ana", "va"), tags=("B-PER", "O")), TaggedExample(tokens=(), tags=())),
    "question": (
        QuestionExample(question="¿?", context="Ana va", answers=(Answer(text="va", start=4),)),
        QuestionExample(question="q", context="c", answers=(), language="en"),
    ),
}


def same(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
    if hasattr(one, "__dataclass_fields__"):
        return all(same(getattr(one, f.name), getattr(other, f.name)) for f in fields(one))
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return bool(one == other or (one != one and other != other))


def there_and_back(value: Any) -> Any:
    return from_json(type(value), json.loads(json.dumps(to_json(value), allow_nan=False)))


@pytest.mark.parametrize("task", EXAMPLES)
def test_data_of_every_task_comes_back(task: Task) -> None:
    data = LearningData(
        task=task,
        name="x.csv",
        examples=EXAMPLES[task],
        labels=("a",),
        parts=np.array([0, 2], np.int8),
        seed=3,
    )
    assert same(data, there_and_back(data))
    assert there_and_back(data).fingerprint == data.fingerprint


def test_fingerprint_tells_examples_and_parts_but_not_the_name() -> None:
    def fingerprint(name: str, parts: list[int], text: str = "NA") -> str:
        examples = (TextExample(text=text, label="1"), TextExample(text="b", label="2"))
        return LearningData(
            task="sentence",
            name=name,
            examples=examples,
            labels=("1", "2"),
            parts=np.array(parts, np.int8),
            seed=0,
        ).fingerprint

    assert fingerprint("a", [0, 1]) == fingerprint("b", [0, 1])
    assert len({fingerprint("a", [0, 1]), fingerprint("a", [1, 0]), fingerprint("a", [0, 1], "na")}) == 3


def test_reports_with_numbers_that_are_none_come_back() -> None:
    report = LearningReport(
        task="sentence",
        labels=("a", "b"),
        methods=(MethodScore(method="full", scores={"accuracy": Interval(value=np.nan, low=0, high=1)}),),
        per_class=(),
        confusion=np.array([[1, 0], [2, 3]]),
        probabilities=np.array([[0.1, 0.9], [np.nan, 1 / 3]], np.float32),
        predictions=("a", "b"),
        reliability=measure_reliability([0.1, 0.9], [0, 1]),
        epochs_done=1.5,
        steps_done=7,
        best_step=5,
        training_seconds=2.0,
    )
    assert same(report, there_and_back(report))


@pytest.mark.parametrize(
    "value",
    [
        LearningPoint(step=1, epoch=0.1, seconds=2.0, loss=0.25),
        LearningPoint(
            step=1,
            epoch=0.1,
            seconds=2.0,
            learning_rate=1e-5,
            validation=ValidationPoint(loss=0.5, score=1.0, confusion=np.eye(3, dtype=np.int64)),
        ),
        RunStatus(phase="failed", problem=Problem(template="{count} rows", fields={"count": 3})),
        LearningRun(
            id="0" * 16,
            name="n",
            owner="",
            created="2026-01-01T00:00:00+00:00",
            task="sentence",
            data_name="d",
            fingerprint="f",
            counts=(1, 2, 3),
            labels=("a", "b"),
            model="mini",
            revision=None,
            settings=LearningSettings(method="lora"),
            versions={"torch": "2"},
        ),
    ],
)
def test_records_come_back(value: Any) -> None:
    assert same(value, there_and_back(value))


@pytest.mark.parametrize(
    "document", [None, [], "x", {}, {"phase": "dancing"}, {"phase": "done", "step": "many"}]
)
def test_damaged_records_are_told(document: Any) -> None:
    with pytest.raises(ValueError):
        from_json(RunStatus, document)


def test_arrays_of_words_are_told() -> None:
    point = to_json(ValidationPoint(loss=1.0, score=1.0, confusion=np.eye(2, dtype=np.int64)))
    with pytest.raises(ValueError):
        from_json(ValidationPoint, point | {"confusion": [["a"]]})
