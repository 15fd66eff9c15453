"""The model card of a fine-tuned model, written from its run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from bertviz_core.errors import N_, BertScopeError
from bertviz_core.locales import DEFAULT_LANGUAGE, LANGUAGES
from bertviz_core.models.card import Card, read_card
from bertviz_core.models.sources import find_checkpoint
from bertviz_core.results import LearningReport, LearningRun, MethodScore, Task
from bertviz_core.training.fine_tuning.card_words import METHODS, TASKS, Say, plain
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


def write_card(folder: Path, run: LearningRun, report: LearningReport | None = None) -> None:
    """Write `README.md` into the folder of a model, for people and for the hub.

    It is in English; beside it stands `MODEL_CARD.es.md` for Spanish, and so for each language of the app.

    Args:
        folder: As `fine_tune` leaves it.
        run: What was asked for.
        report: What the model can do, when it was measured.

    Raises:
        StorageError: The disk is full.
    """
    for language in LANGUAGES:
        say = Say(language)
        parts = (
            _front_matter(run),
            _about(run, say),
            _scores(report, say),
            _use(run, say),
            _limits(run, say),
        )
        name = "README.md" if language == DEFAULT_LANGUAGE else f"MODEL_CARD.{language}.md"
        with writing(folder / name) as path:
            path.write_text("\n".join(line for part in parts for line in part) + "\n", encoding="utf-8")


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


def _about(run: LearningRun, say: Say) -> Iterator[str]:
    settings, write = run.settings, say.numbers
    yield f"# {plain(run.name or run.data_name)}"
    yield ""
    yield (
        say(N_("{model}, fine-tuned with BERT Scope."), model=plain(run.model)) + f" {say(TASKS[run.task])}"
    )
    yield ""
    if run.labels:
        yield say(N_("Classes: {labels}."), labels=", ".join(map(plain, run.labels)))
        yield ""
    yield f"## {say(N_('How it learned'))}"
    yield ""
    learned, validated, held = map(write.number, run.counts)
    yield "- " + say(N_("Data: {name}"), name=plain(run.data_name))
    yield "- " + say(
        N_("Examples: {learned} learned from, {validated} for validation, {held} held out"),
        learned=learned,
        validated=validated,
        held=held,
    )
    yield "- " + say(
        N_("Fingerprint of the data with its split (SHA-256): `{fingerprint}`"), fingerprint=run.fingerprint
    )
    model = plain(run.model)
    yield "- " + (
        say(N_("Pretrained model: {model}, revision {revision}"), model=model, revision=plain(run.revision))
        if run.revision
        else say(N_("Pretrained model: {model}"), model=model)
    )
    yield "- " + say(N_("Method: {method}"), method=_method(run, say))
    yield "- " + say(
        N_(
            "Epochs {epochs}, batch {batch}, learning rate {rate}, warm-up {warmup}, weight decay {decay}, "
            "seed {seed}, texts cut at {tokens} tokens"
        ),
        epochs=settings.epochs,
        batch=settings.batch_size,
        rate=write.rate(settings.learning_rate),
        warmup=write.rate(settings.warmup),
        decay=write.rate(settings.weight_decay),
        seed=settings.seed,
        tokens=settings.max_tokens,
    )
    if settings.class_weights:
        yield "- " + say(N_("Rare classes weighed as much as frequent ones"))
    if settings.patience:
        yield "- " + say(N_("To end after {count} validations without improvement"), count=settings.patience)
    yield "- " + say(N_("Begun {time}"), time=plain(run.created))
    if run.versions:
        named = ", ".join(f"{plain(name)} {plain(version)}" for name, version in run.versions.items())
        yield "- " + say(N_("Versions: {versions}"), versions=named)
    yield ""


def _method(run: LearningRun, say: Say) -> str:
    name = say(METHODS[run.settings.method])
    if run.settings.method == "last_layers":
        return say(N_("{method} ({count}) and the head"), method=name, count=run.settings.last_layers)
    if run.settings.method == "lora":
        return say(
            N_("{method} of rank {rank}, added to the weights"), method=name, rank=run.settings.lora_rank
        )
    return name


def _scores(report: LearningReport | None, say: Say) -> Iterator[str]:
    if report is None or not report.methods:
        return
    names, write = list(report.methods[-1].scores), say.numbers
    yield f"## {say(N_('What it can do'))}"
    yield ""
    yield say(N_("On the held-out examples, with intervals that hold the value 95 times of 100:"))
    yield ""
    yield f"| | {' | '.join(name.replace('_', ' ') for name in names)} |"
    yield f"| --- |{' --- |' * len(names)}"
    for method in report.methods:
        known = METHODS.get(method.method)
        name = say(known) if known else plain(method.method)
        yield f"| {name} | {' | '.join(_cells(method, names, say))} |"
    yield ""
    yield say(
        N_(
            "{steps} steps, {epochs} epochs, {seconds} s. The weights are those after step {best}, the best "
            "on the validation examples."
        ),
        steps=write.number(report.steps_done),
        epochs=write.number(report.epochs_done, 1),
        seconds=write.number(report.training_seconds, 0),
        best=write.number(report.best_step),
    )
    yield ""


def _cells(method: MethodScore, names: list[str], say: Say) -> Iterator[str]:
    for name in names:
        score = method.scores.get(name)
        if score is None:
            yield ""
            continue
        value, low, high = (say.numbers.number(end, 3) for end in (score.value, score.low, score.high))
        yield say(N_("{value} ({low} to {high})"), value=value, low=low, high=high)


def _use(run: LearningRun, say: Say) -> Iterator[str]:
    yield f"## {say(N_('How to load it'))}"
    yield ""
    yield "```python"
    yield f"from transformers import AutoTokenizer, {_CLASSES[run.task]}"
    yield ""
    yield 'tokenizer = AutoTokenizer.from_pretrained("path/to/this/folder")'
    yield f'model = {_CLASSES[run.task]}.from_pretrained("path/to/this/folder")'
    yield "```"
    yield ""
    yield say(
        N_(
            "The file also holds the pretraining heads of the base model where it has them, which "
            "transformers reports as unexpected and does not need: with them `bertviz_core.load_engine` "
            "fills blanks with the changed encoder."
        )
    )
    yield ""


def _limits(run: LearningRun, say: Say) -> Iterator[str]:
    yield f"## {say(N_('Limits'))}"
    yield ""
    yield say(
        N_(
            "It learned from {count} examples and knows no others: on texts of another kind, time or "
            "language its answers mean little, however sure they look. It has the errors and biases of the "
            "data and of the pretrained model. Weights are stored in half precision."
        ),
        count=say.numbers.number(run.counts[0]),
    )
