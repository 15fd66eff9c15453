"""What a fine-tuned model can do on examples that it never saw, beside simpler ways."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

from bertviz_core.results.fine_tuning.data import Task
from bertviz_core.results.json_forms import Float32Array, IntArray, Number
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
    """`majority`, `word_list`, `tfidf`, `features`, `similar_sentence`, or how the model was fine-tuned."""
    scores: dict[str, Interval]
    """`accuracy` and `macro_f1` of texts, `entity_f1` and `word_accuracy` of tags, `exact_match` and `f1` of
    answers; from 0 to 1. The first is what methods are compared by."""
    seconds: float | None = None
    """It took to learn, where that was measured."""
    chosen: str = ""
    """What was chosen on the examples that it learned from, `mean_last_4` for instance."""
    cross_validated: Number = nan
    """Share of right answers there, of tags that of words, of parts that were held out in turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The fine-tuned model beside another way, on the same held-out examples."""

    method: str
    """The other one."""
    difference: Interval
    """Score of the fine-tuned model minus that of the other; it holds 0 exactly where the test finds no more
    than chance."""
    p_value: Number
    """How often chance alone makes them differ so much, two-sided: the sign of each example's gain drawn at
    random, those of one group together; of right and wrong answers McNemar's exact test (1947)."""
    better: int = 0
    """Held-out examples on which the fine-tuned model does better."""
    worse: int = 0

    @property
    def beyond_chance(self) -> bool:
        """Tell whether chance makes such a difference less than 5 times of 100."""
        return bool(self.p_value < 0.05)


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
    comparisons: tuple[Comparison, ...] = ()
    """With each of the other methods."""
