"""Answers as JSON documents: what the command line prints with `--json` and the API sends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeAlias

import numpy as np

from bertviz_core.results import (
    AttentionMaps,
    Encoding,
    HeadStatistics,
    JointFillings,
    ListedModel,
    MaskedWords,
    ModelInfo,
    NextSentence,
    Note,
    PseudoLikelihood,
    TaggedText,
    WordEmbeddings,
)

Document: TypeAlias = dict[str, Any]
Heads: TypeAlias = Sequence[str]
"""Heads that are switched off, each as `LAYER.HEAD`."""


def with_notes(document: Document, notes: Sequence[Note]) -> Document:
    """Add what was decided about the model and the input, where anything was, before notes of its own."""
    if not notes:
        return document
    return {**document, "notes": [*(note.document() for note in notes), *document.get("notes", ())]}


def tokens_document(model: str, encoding: Encoding) -> Document:
    """Return how a model reads a text."""
    fields = {name: _plain(getattr(encoding, name)) for name in encoding.__slots__}
    return {"model": model} | fields


def attention_document(maps: AttentionMaps) -> Document:
    """Return the tokens and how many layers and heads look at them; weights are added by who wants them."""
    layers, heads = maps.weights.shape[:2]
    return {
        "model": maps.model,
        "tokens": list(maps.encoding.tokens),
        "segment_ids": maps.encoding.segment_ids.tolist(),
        "layers": layers,
        "heads": heads,
    }


def heads_document(statistics: HeadStatistics) -> Document:
    """Return what every head mostly does."""
    tokens = list(statistics.encoding.tokens)
    return {"model": statistics.model, "tokens": tokens, "heads": statistics.by_head()}


def blanks_document(answer: MaskedWords, heads: Heads = ()) -> Document:
    """Return the most probable words for every blank."""
    masks: list[Document] = []
    for mask in answer.masks:
        best = [{"token": p.token, "probability": p.probability} for p in mask.predictions]
        masks.append({"index": mask.index, "predictions": best})
        if mask.candidates:
            masks[-1]["candidates"] = [asdict(candidate) for candidate in mask.candidates]
        if mask.unscored:
            masks[-1]["unscored"] = [{"word": word.word, "reason": str(word)} for word in mask.unscored]
    document: Document = {"model": answer.model, "text": answer.text}
    if answer.encoding.pair is not None:
        document["pair"] = answer.encoding.pair
    return document | _without(heads) | {"masks": masks}


def fillings_document(answer: JointFillings, heads: Heads = ()) -> Document:
    """Return the most probable fillings of all blanks together."""
    return {
        "model": answer.model,
        "text": answer.encoding.text,
        "pair": answer.encoding.pair,
        "blanks": answer.blanks,
        "beams": answer.beams,
        **_without(heads),
        "fillings": [asdict(filling) for filling in answer.fillings],
        "alone": asdict(answer.alone),
    }


def next_sentence_document(answer: NextSentence, heads: Heads = ()) -> Document:
    """Return whether one sentence follows another."""
    document = {"model": answer.model, "is_next": answer.is_next, "not_next": answer.not_next}
    return document | _without(heads)


def ranking_document(
    model: str, first: str, ranked: Iterable[tuple[str, float]], heads: Heads = ()
) -> Document:
    """Return second sentences, in their order, each with how probably it follows."""
    rows = [{"second": second, "is_next": is_next} for second, is_next in ranked]
    return {"model": model, "first": first, "candidates": rows} | _without(heads)


def surprise_document(answer: PseudoLikelihood) -> Document:
    """Return how probable every token is when it is hidden."""
    return {
        "model": answer.model,
        "text": answer.encoding.text,
        "within_words": answer.within_words,
        "total": answer.total,
        "per_token": answer.per_token,
        "perplexity": answer.perplexity,
        "tokens": answer.by_token(),
        "unscored": answer.unscored(),
    }


def embeddings_document(found: WordEmbeddings, *, match_case: bool, forms: str | None) -> Document:
    """Return the vectors of a word, one an occurrence."""
    rows = zip(found.sentence_index.tolist(), found.spans.tolist(), found.vectors, strict=True)
    return {
        "model": found.model,
        "word": found.word,
        "layers": found.layers,
        "match_case": match_case,
        "forms": forms,
        "dimension": found.vectors.shape[1],
        "occurrences": [
            {"sentence": found.sentences[row], "start": start, "end": end, "vector": vector.tolist()}
            for row, (start, end), vector in rows
        ],
    }


def classes_document(model: str, encoding: Encoding, probabilities: Mapping[str, float]) -> Document:
    """Return the class of a text."""
    document: Document = {"model": model, "text": encoding.text}
    if encoding.pair is not None:
        document["pair"] = encoding.pair
    label = max(probabilities, key=lambda name: probabilities[name])
    return document | {"label": label, "probabilities": dict(probabilities)}


TAG_FIELDS = ("word", "tag", "probability", "start", "end")


def tag_rows(answer: TaggedText) -> list[tuple[Any, ...]]:
    """Return a row a word, in the order of `TAG_FIELDS`."""
    best = answer.probabilities.max(axis=1).tolist()
    words = zip(answer.words, answer.tags, best, answer.spans.tolist(), strict=True)
    return [(word, tag, probability, *span) for word, tag, probability, span in words]


def tags_document(answer: TaggedText) -> Document:
    """Return the tags of the words of a text."""
    return {
        "model": answer.model,
        "text": answer.encoding.text,
        "words": [dict(zip(TAG_FIELDS, row, strict=True)) for row in tag_rows(answer)],
        "entities": [asdict(entity) for entity in answer.entities],
    }


def model_document(info: ModelInfo) -> Document:
    """Return what is known of a model; its notes go where those of every document go."""
    facts = asdict(info)
    del facts["notes"]
    return facts


def models_document(models: Iterable[ListedModel]) -> Document:
    """Return the models on offer."""
    return {"models": [asdict(model) for model in models]}


def _without(heads: Heads) -> Document:
    return {"without_heads": list(heads)} if heads else {}


def _plain(value: Any) -> Any:
    return value.tolist() if isinstance(value, np.ndarray) else value
