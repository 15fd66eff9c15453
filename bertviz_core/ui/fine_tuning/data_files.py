"""A set as files."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict

from bertviz_core.results import LearningData, PreparedData, QuestionExample, TaggedExample, TextExample
from bertviz_core.ui.downloads import csv_text, json_text

PARTS = "train", "validation", "test"


def data_csv(data: LearningData) -> str:
    """Return a line for each example with its part."""
    rows = zip(data.examples, data.parts.tolist(), strict=True)
    if data.task == "tagging":
        tagged = (
            (PARTS[p], " ".join(e.tokens), " ".join(e.tags)) for e, p in rows if isinstance(e, TaggedExample)
        )
        return csv_text(("part", "words", "tags"), tagged)
    if data.task == "question":
        answers = (
            (
                PARTS[p],
                e.question,
                e.answers[0].text,
                e.answers[0].start,
                e.context,
            )
            for e, p in rows
            if isinstance(e, QuestionExample)
        )
        return csv_text(("part", "question", "answer", "answer_start", "context"), answers)
    texts = ((PARTS[p], e.label, e.text, e.pair or "") for e, p in rows if isinstance(e, TextExample))
    return csv_text(("part", "label", "text", "pair"), texts)


def data_json(prepared: PreparedData) -> str:
    """Return counts, split and notes."""
    data = prepared.data
    labels = (getattr(example, "label", "") for example in data.examples)
    return json_text(
        {
            "name": data.name,
            "task": data.task,
            "examples": len(data.examples),
            "parts": dict(zip(PARTS, data.counts, strict=True)),
            "seed": data.seed,
            "labels": data.labels,
            "label_counts": dict(Counter(label for label in labels if label)),
            "fingerprint": data.fingerprint,
            "notes": asdict(prepared.notes),
            "decisions": [
                {"kind": note.kind, "text": str(note), "option": note.option} for note in prepared.decisions
            ],
        }
    )
