"""The model card of a fine-tuned model, written from its run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from bertviz_core.errors import BertScopeError
from bertviz_core.models.card import Card, read_card
from bertviz_core.models.sources import find_checkpoint
from bertviz_core.results import LearningReport, LearningRun, MethodScore, Task
from bertviz_core.training.fine_tuning.run_checkpoint import writing

_PIPELINES: dict[Task, str] = {
    "sentence": "text-classification",
    "pair": "text-classification",
    "tagging": "token-classification",
    "question": "question-answering",
}
_CLASSES: dict[Task, str] = {
    "sentence": "AutoModelForSequenceClassification",
    "pair": "AutoModelForSequenceClassification",
    "tagging": "AutoModelForTokenClassification",
    "question": "AutoModelForQuestionAnswering",
}
_TASKS: dict[Task, str] = {
    "sentence": "It tells the class of a text.",
    "pair": "It tells the class of a pair of texts.",
    "tagging": "It tags the words of a sentence.",
    "question": "It finds the answer to a question in a text.",
}
_METHODS = {
    "majority": "always the most frequent class",
    "word_list": "most frequent tag of each word",
    "tfidf": "TF-IDF and logistic regression",
    "features": "the frozen model and logistic regression",
    "similar_sentence": "the most similar sentence",
    "full": "fine-tuned, all weights",
    "last_layers": "fine-tuned, last layers",
    "lora": "fine-tuned, LoRA",
}
_MARKUP = re.compile(r"([\\`*_{}\[\]<>()#+\-.!|~$&:])")


def write_card(folder: Path, run: LearningRun, report: LearningReport | None = None) -> None:
    """Write `README.md` into the folder of a model, for people and for the hub.

    Args:
        folder: As `fine_tune` leaves it.
        run: What was asked for.
        report: What the model can do, when it was measured.

    Raises:
        StorageError: The disk is full.
    """
    text = "\n".join([*_front_matter(run), *_about(run), *_scores(report), *_use(run), *_limits(run)])
    with writing(folder / "README.md") as path:
        path.write_text(text + "\n", encoding="utf-8")


def _front_matter(run: LearningRun) -> Iterator[str]:
    base = _card_of_base(run)
    facts: dict[str, Any] = {
        "language": list(base.languages),
        "license": base.licence,
        "base_model": run.model,
        "library_name": "transformers",
        "pipeline_tag": _PIPELINES[run.task],
    }
    known = {name: value for name, value in facts.items() if value}
    yield "---"
    yield yaml.safe_dump(known, allow_unicode=True, sort_keys=False).strip()
    yield "---"


def _card_of_base(run: LearningRun) -> Card:
    """Return what the pretrained model says of itself; nothing where it cannot be found any more."""
    try:
        return read_card(find_checkpoint(run.model).folder)
    except BertScopeError:
        return Card()


def _about(run: LearningRun) -> Iterator[str]:
    settings = run.settings
    yield f"# {_plain(run.name or run.data_name)}"
    yield ""
    yield f"{_plain(run.model)}, fine-tuned with BERT Scope. {_TASKS[run.task]}"
    yield ""
    if run.labels:
        yield f"Classes: {', '.join(map(_plain, run.labels))}."
        yield ""
    yield "## How it learned"
    yield ""
    learned, validated, held = run.counts
    yield f"- Data: {_plain(run.data_name)}"
    yield f"- Examples: {learned} learned from, {validated} for validation, {held} held out"
    yield f"- Fingerprint of the data with its split (SHA-256): `{run.fingerprint}`"
    revision = f", revision {_plain(run.revision)}" if run.revision else ""
    yield f"- Pretrained model: {_plain(run.model)}{revision}"
    yield f"- Method: {_METHODS[settings.method]}{_method_detail(run)}"
    yield (
        f"- Epochs {settings.epochs}, batch {settings.batch_size}, learning rate {settings.learning_rate:g}, "
        f"warm-up {settings.warmup:g}, weight decay {settings.weight_decay:g}, seed {settings.seed}, texts "
        f"cut at {settings.max_tokens} tokens"
    )
    if settings.class_weights:
        yield "- Rare classes weighed as much as frequent ones"
    if settings.patience:
        yield f"- To end after {settings.patience} validations without improvement"
    yield f"- Begun {_plain(run.created)}"
    if run.versions:
        named = ", ".join(f"{_plain(name)} {_plain(version)}" for name, version in run.versions.items())
        yield f"- Versions: {named}"
    yield ""


def _method_detail(run: LearningRun) -> str:
    if run.settings.method == "last_layers":
        return f" ({run.settings.last_layers}) and the head"
    return f" of rank {run.settings.lora_rank}, added to the weights" if run.settings.method == "lora" else ""


def _scores(report: LearningReport | None) -> Iterator[str]:
    if report is None or not report.methods:
        return
    names = list(report.methods[-1].scores)
    yield "## What it can do"
    yield ""
    yield "On the held-out examples, with intervals that hold the value 95 times of 100:"
    yield ""
    yield f"| | {' | '.join(name.replace('_', ' ') for name in names)} |"
    yield f"| --- |{' --- |' * len(names)}"
    for method in report.methods:
        name = _METHODS.get(method.method) or _plain(method.method)
        yield f"| {name} | {' | '.join(_cells(method, names))} |"
    yield ""
    yield (
        f"{report.steps_done} steps, {report.epochs_done:.1f} epochs, {report.training_seconds:.0f} s. The "
        f"weights are those after step {report.best_step}, the best on the validation examples."
    )
    yield ""


def _cells(method: MethodScore, names: list[str]) -> Iterator[str]:
    for name in names:
        score = method.scores.get(name)
        yield f"{score.value:.3f} ({score.low:.3f} to {score.high:.3f})" if score else ""


def _use(run: LearningRun) -> Iterator[str]:
    yield "## How to load it"
    yield ""
    yield "```python"
    yield f"from transformers import AutoTokenizer, {_CLASSES[run.task]}"
    yield ""
    yield 'tokenizer = AutoTokenizer.from_pretrained("path/to/this/folder")'
    yield f'model = {_CLASSES[run.task]}.from_pretrained("path/to/this/folder")'
    yield "```"
    yield ""
    yield (
        "The file also holds the pretraining heads of the base model where it has them, which "
        "transformers reports as unexpected and does not need: with them "
        "`bertviz_core.load_engine` fills blanks with the changed encoder."
    )
    yield ""


def _limits(run: LearningRun) -> Iterator[str]:
    yield "## Limits"
    yield ""
    yield (
        f"It learned from {run.counts[0]} examples and knows no others: on texts of another kind, time or "
        "language its answers mean little, however sure they look. It has the errors and biases of the data "
        "and of the pretrained model. Weights are stored in half precision."
    )


def _plain(text: str) -> str:
    """Return a text on one line in which nothing is Markdown."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))
