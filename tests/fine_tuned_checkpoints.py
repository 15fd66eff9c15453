"""Tiny random checkpoints of every family with the head of a task, saved as people save fine-tuned ones."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import tiny_checkpoints
import torch
import transformers

KINDS = {
    "sentence": "ForSequenceClassification",
    "pair": "ForSequenceClassification",
    "tagging": "ForTokenClassification",
    "question": "ForQuestionAnswering",
}
LABELS = ("ham", "spam", "<b>$odd$</b>")
TAGS = ("O", "B-LOC", "I-LOC", "B-PER", "I-PER")


def model_class(family: str, task: str) -> Any:
    """Return the class of transformers for a task."""
    return getattr(transformers, tiny_checkpoints.FAMILIES[family]()[2].split("For")[0] + KINDS[task])


def build(
    folder: Path,
    *,
    family: str = "bert",
    task: str = "sentence",
    labels: Sequence[str] = LABELS,
    own: dict[str, Any] | None = None,
    **config: Any,
) -> Path:
    """Save a checkpoint with its tokenizer.

    Args:
        folder: Where to save.
        family: One of `tiny_checkpoints.FAMILIES`.
        task: One of `KINDS`.
        labels: Of classes or tags.
        own: What is written in `bert_scope.json`; no such file when left out.
        **config: More fields of the config.
    """
    torch.manual_seed(len(family) + len(task))
    tokenizer, make_config, _ = tiny_checkpoints.FAMILIES[family]()
    made = make_config(len(tokenizer))
    if task != "question":
        made.id2label = dict(enumerate(labels))
        made.label2id = {label: place for place, label in enumerate(labels)}
    for name, value in config.items():
        setattr(made, name, value)
    model_class(family, task)(made).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    if own is not None:
        (folder / "bert_scope.json").write_text(json.dumps(own), encoding="utf-8")
    return folder
