"""An evaluation as one JSON document, and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from bertviz_core.evaluation.classes import ALL
from bertviz_core.models.catalogue import BUNDLED_FOLDER, BUNDLED_ID
from bertviz_core.results import ClozeScores, Evaluation, PairScores, WordSenses, languages_of

BUNDLED_FILE = BUNDLED_FOLDER / "evaluation.json"
TOPS = (1, 5, 10)
MAKE_AGAIN = "python -m bertviz_core evaluate --model {model} --json --heldout FILE..."

_WRITTEN = "written for this project, not used to train the bundled model"


def evaluation_document(evaluation: Evaluation) -> dict[str, Any]:
    """Return every number, what sums them up, and the data they come from; a question not asked is None."""
    document: dict[str, Any] = {
        "model": evaluation.model,
        "date": evaluation.date,
        "versions": evaluation.versions,
        "make_again": MAKE_AGAIN.format(model=evaluation.model),
        "data": _data(evaluation),
        "notes": [{"kind": "evaluation", "text": note, "option": ""} for note in notes(evaluation)],
        "cloze": evaluation.cloze and _cloze(evaluation.cloze),
        "next_sentence": evaluation.next_sentence and _pairs(evaluation.next_sentence),
        "senses": [asdict(word) | {"best_layer": word.best_layer} for word in evaluation.senses],
        "classes": [
            asdict(score) | {"cls_range": score.cls_range, "mean_range": score.mean_range}
            for score in evaluation.classes
        ],
        "held_out": [asdict(score) for score in evaluation.held_out],
        "speed": evaluation.speed and asdict(evaluation.speed),
    }
    document["senses_mean"] = _senses_mean(evaluation.senses)
    return document


def read_evaluation(text: str | bytes) -> Evaluation:
    """Return the evaluation that such a document holds.

    Raises:
        ValueError: It is none.
    """
    try:
        return TypeAdapter(Evaluation).validate_json(text)
    except ValidationError as error:
        raise ValueError("This is not the document of an evaluation.") from error


@cache
def bundled_evaluation(model_id: str) -> Evaluation | None:
    """Return what was measured on the model that comes with the app; None for any other."""
    if model_id != BUNDLED_ID or not BUNDLED_FILE.is_file():
        return None
    return read_evaluation(BUNDLED_FILE.read_bytes())


def notes(evaluation: Evaluation) -> list[str]:
    """Say of each question that was not asked why."""
    told = []
    if evaluation.cloze is None:
        told.append("cloze and held_out are left out: the checkpoint has no trained masked-word head.")
    elif not evaluation.held_out:
        told.append("held_out is empty: no file was given.")
    if evaluation.next_sentence is None:
        told.append("next_sentence is left out: the checkpoint has no trained next-sentence head.")
    return told


def _data(evaluation: Evaluation) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for name, scores in (("cloze", evaluation.cloze), ("next_sentence", evaluation.next_sentence)):
        if scores is not None:
            data[name] = _about(len(scores.items), languages_of(scores.items))
    words = evaluation.senses
    data["senses"] = _about(sum(word.sentences for word in words), languages_of(words))
    for name in dict.fromkeys(score.data for score in evaluation.classes):
        of_name = [s for s in evaluation.classes if s.data == name and s.language != ALL]
        data[name] = _about(sum(score.texts for score in of_name), languages_of(of_name))
    return data


def _about(items: int, languages: Sequence[str]) -> dict[str, Any]:
    return {"items": items, "languages": list(languages), "source": _WRITTEN}


def _cloze(scores: ClozeScores) -> dict[str, Any]:
    groups: list[str | None] = [None, *languages_of(scores.items)]
    return {
        "top": {
            language or "all": {str(top): scores.share(top, language) for top in TOPS} for language in groups
        },
        "unreachable": sum(item.rank is None for item in scores.items),
        "items": [asdict(item) for item in scores.items],
    }


def _pairs(scores: PairScores) -> dict[str, Any]:
    groups: list[str | None] = [None, *languages_of(scores.items)]
    return {
        "accuracy": {language or "all": scores.accuracy(language) for language in groups},
        "confidence": {language or "all": scores.confidence(language) for language in groups},
        "accuracy_is_next": scores.accuracy(is_next=True),
        "accuracy_not_next": scores.accuracy(is_next=False),
        "items": [asdict(item) | {"right": item.right} for item in scores.items],
    }


def _senses_mean(words: Sequence[WordSenses]) -> dict[str, Any]:
    """Return the mean over the words after each layer."""
    layers = zip(*(word.accuracy for word in words), strict=True)
    return {
        "accuracy": [sum(layer) / len(words) for layer in layers],
        "accuracy_last_four": sum(word.accuracy_last_four for word in words) / len(words),
    }
