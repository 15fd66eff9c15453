"""What a fine-tuned model can do on examples that it never saw, beside simpler ways."""

from __future__ import annotations

from dataclasses import dataclass

from bertviz_core.results.json_forms import Float32Array, IntArray, Number
from bertviz_core.results.learning_data import Task
from bertviz_core.results.reliability import Reliability


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A measure with the interval that holds it 95 times of 100."""

    value: Number
    low: Number
    high: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodScore:
    """What one way of learning the task reaches on the held-out examples."""

    method: str
    """`majority`, `word_list`, `tfidf`, `features`, or how the model was fine-tuned."""
    scores: dict[str, Interval]
    """`accuracy` and `macro_f1` of texts, `entity_f1` and `word_accuracy` of tags, `exact_match` and `f1` of
    answers; from 0 to 1."""
    seconds: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassReport:
    """How well one class, or kind of entity, is told."""

    label: str
    precision: Interval
    recall: Interval
    f1: Interval
    support: int
    """Held-out examples, or entities, of the class."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningReport:
    """All of it; arrays and predictions in the order of the held-out examples."""

    task: Task
    labels: tuple[str, ...]
    methods: tuple[MethodScore, ...]
    """The fine-tuned model last."""
    per_class: tuple[ClassReport, ...]
    confusion: IntArray | None
    """(labels, labels) of texts: a row is what is right, a column what was said."""
    probabilities: Float32Array | None
    """(n, labels) of texts."""
    predictions: tuple[str, ...] | tuple[tuple[str, ...], ...]
    """Label, tags of the words, or answer of each."""
    reliability: Reliability | None
    epochs_done: float
    steps_done: int
    best_step: int
    """After which the weights that were kept stood so."""
    training_seconds: float
