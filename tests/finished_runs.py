"""Runs that were measured already, written by hand, for tests of what is shown of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from bertviz_core.jobs.run_store import RunStore
from bertviz_core.results import (
    TEST,
    Answer,
    LearnedModel,
    LearningData,
    LearningReport,
    LearningRun,
    LearningSettings,
    QuestionExample,
    RunStatus,
    TaggedExample,
    TextExample,
)
from bertviz_core.training.baselines import Predicted
from bertviz_core.training.report import report_on

HOSTILE = ("</script><img src=x onerror=alert(1)>", "$5 and $6 *x* :smile: a_b_c", "=1+1", "<b>bold</b>")
LABELS = ("<b>ham</b>", "=spam")
LEARNED = LearnedModel(steps=60, best_step=40, epochs=3.0, seconds=75.0, stopped=False)


def keep_run(store: RunStore, data: LearningData, report: LearningReport, *, owner: str = "") -> LearningRun:
    """Keep a run with its report as if a worker had done it."""
    run = store.create(data, model="mini", revision=None, settings=LearningSettings(), owner=owner)
    folder = store.folder(run.id)
    folder.write_report(report)
    folder.write_status(RunStatus(phase="done", step=60, steps=60, seconds=75.0, best_step=40))
    return run


def text_run(rows: int = 60, *, pairs: bool = False) -> tuple[LearningData, LearningReport]:
    """Return texts, some of them hostile, and what four ways said of the held-out ones."""
    draw = np.random.default_rng(3)
    examples = tuple(
        TextExample(
            text=f"{HOSTILE[n % 4]} number {n}",
            label=LABELS[n % 2],
            pair=f"{HOSTILE[(n + 1) % 4]} second" if pairs else None,
        )
        for n in range(rows)
    )
    parts = np.array([TEST if n % 3 == 0 else 0 for n in range(rows)], dtype=np.int8)
    task = "pair" if pairs else "sentence"
    data = LearningData(task=task, name="<i>set</i>", examples=examples, labels=LABELS, parts=parts, seed=0)
    right = data.label_ids[parts == TEST]
    probabilities = np.full((len(right), 2), 0.1, dtype=np.float32)
    said = np.where(np.arange(len(right)) % 10 == 0, 1 - right, right)
    sure = 0.6 + 0.4 * draw.random(len(right))
    probabilities[np.arange(len(right)), said] = sure
    probabilities[np.arange(len(right)), 1 - said] = 1 - sure
    others = {
        "majority": np.zeros_like(right),
        "tfidf": np.where(draw.random(len(right)) < 0.3, 1 - right, right),
        "features": np.where(draw.random(len(right)) < 0.2, 1 - right, right),
    }
    return data, report_on(
        data,
        predicted("full", named(said)),
        [predicted(method, named(ids)) for method, ids in others.items()],
        learned=LEARNED,
        probabilities=probabilities,
    )


def tagged_run() -> tuple[LearningData, LearningReport]:
    """Return tagged sentences, and what three ways said of the held-out ones."""
    labels = ("O", "B-LOC", "B-PER", "I-PER")
    sentence = TaggedExample(
        tokens=("<u>Ana</u>", "López", "visits", "$Lugo$", "."), tags=("B-PER", "I-PER", "O", "B-LOC", "O")
    )
    parts = np.array([TEST, TEST, 0, 0, TEST], dtype=np.int8)
    data = LearningData(
        task="tagging", name="t", examples=(sentence,) * 5, labels=labels, parts=parts, seed=0
    )
    right = sentence.tags
    wrong = ("B-PER", "O", "O", "O", "B-LOC")
    nothing = ("O",) * 5
    others = [predicted(method, (nothing,) * 3) for method in ("majority", "word_list")]
    return data, report_on(data, predicted("full", (right, wrong, right)), others, learned=LEARNED)


def question_run() -> tuple[LearningData, LearningReport]:
    """Return questions with their texts, and what two ways answered."""
    context = "The <b>tower</b> is black. Elvira built it in 1891 & left. It is $38 high$."
    examples = tuple(
        QuestionExample(
            question=question, context=context, answers=(Answer(text=answer, start=context.index(answer)),)
        )
        for question, answer in (
            ("Who built it?", "Elvira"),
            ("<i>When</i>?", "1891"),
            ("What colour?", "black"),
        )
    )
    parts = np.array([TEST, TEST, 0], dtype=np.int8)
    data = LearningData(task="question", name="q", examples=examples, labels=(), parts=parts, seed=0)
    tuned = predicted("full", ("elvira.", "<b>tower</b>"))
    return data, report_on(
        data, tuned, [predicted("similar_sentence", ("Elvira built it", "left"))], learned=LEARNED
    )


def predicted(method, said) -> Predicted:
    return Predicted(method=method, said=said, seconds=1.5, chosen="C = 1", cross_validated=0.7)


def named(ids) -> tuple[str, ...]:
    return tuple(LABELS[number] for number in ids)


def without_probabilities(report: LearningReport) -> LearningReport:
    return replace(report, probabilities=None, reliability=None)
