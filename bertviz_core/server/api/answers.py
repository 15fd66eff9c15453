"""How each question is answered by the engine; run in a thread, never on the server's own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from bertviz_core import documents
from bertviz_core.documents import Document, with_notes
from bertviz_core.errors import InputError
from bertviz_core.server.api.bodies import (
    ClassifyBody,
    EmbedBody,
    FillMaskBody,
    NextSentenceBody,
    SurpriseBody,
    TextBody,
)
from bertviz_core.settings import get_settings

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine

MOST_TOKENS = 128
"""Of a text whose weights are sent, or each of whose tokens takes a pass."""

MOST_NUMBERS = 1_000_000
"""In the vectors of one answer."""

DIGITS = 6
"""Of a weight, behind the point."""


def tokens(engine: BertEngine, body: TextBody) -> Document:
    """Answer how a model reads a text."""
    encoding = engine.encode(body.text, body.pair)
    return with_notes(documents.tokens_document(engine.info.id, encoding), engine.info.notes)


def attention(engine: BertEngine, body: TextBody) -> Iterator[bytes]:
    """Answer the weights of every head, [layers, heads, query, key], one layer after the other.

    As Python's numbers they would take ten times their place in memory all at once.
    """
    _require_short(engine, body)
    maps = engine.attention(body.text, body.pair)
    document = with_notes(documents.attention_document(maps), engine.info.notes)
    yield json.dumps(document, ensure_ascii=False)[:-1].encode() + b', "weights": ['
    for number, layer in enumerate(maps.weights.astype(np.float64)):
        listed = json.dumps(layer.round(DIGITS).tolist(), separators=(",", ":"))
        yield (b"," if number else b"") + listed.encode()
    yield b"]}"


def heads(engine: BertEngine, body: TextBody) -> Document:
    """Answer what every head mostly does."""
    statistics = engine.head_statistics(body.text, body.pair)
    return with_notes(documents.heads_document(statistics), engine.info.notes)


def fill_mask(engine: BertEngine, body: FillMaskBody) -> Document:
    """Answer the words for every blank, each alone or all together."""
    if body.joint and body.candidates:
        raise InputError("`candidates` scores words in each blank alone. Leave it out, or `joint`.")
    engine, heads_off = _without_heads(engine, body.without_heads), body.without_heads
    if body.joint:
        together = engine.fill_jointly(
            body.text,
            beams=body.beams,
            top_k=body.top_k or 5,
            pair=body.pair,
            end_sentence=body.end_sentence,
        )
        document = documents.fillings_document(together, heads_off)
        return with_notes(document, (*engine.info.notes, *together.notes))
    answer = engine.fill_mask(
        body.text,
        body.top_k or 10,
        body.candidates or None,
        pair=body.pair,
        skip_unscorable=True,
        end_sentence=body.end_sentence,
    )
    document = documents.blanks_document(answer, heads_off)
    return with_notes(document, (*engine.info.notes, *answer.notes))


def surprise(engine: BertEngine, body: SurpriseBody) -> Document:
    """Answer how probable every token is when it is hidden."""
    _require_short(engine, body)
    answer = engine.pseudo_log_likelihood(body.text, body.pair, within_words=body.within_words)
    return with_notes(documents.surprise_document(answer), (*engine.info.notes, *answer.notes))


def next_sentence(engine: BertEngine, body: NextSentenceBody) -> Document:
    """Answer whether a sentence follows, or rank several, equally probable ones as they were given."""
    engine, heads_off = _without_heads(engine, body.without_heads), body.without_heads
    if isinstance(body.second, str):
        answer = engine.next_sentence(body.first, body.second)
        document = documents.next_sentence_document(answer, heads_off)
    else:
        found = engine.next_sentences([(body.first, second) for second in body.second]).tolist()
        ranked = sorted(zip(body.second, found, strict=True), key=lambda row: -row[1])
        document = documents.ranking_document(engine.info.id, body.first, ranked, heads_off)
    return with_notes(document, engine.info.notes)


def embed(engine: BertEngine, body: EmbedBody) -> Document:
    """Answer the vectors of a word, one an occurrence."""
    most = get_settings().max_characters
    if sum(map(len, body.sentences)) > most:
        raise InputError("The sentences have over {most} characters together. Send fewer.", most=most)
    layers: Any = body.layers
    found = engine.embed_word(
        body.sentences, body.word, layers=layers, match_case=body.match_case, inflected=body.forms
    )
    if found.vectors.size > MOST_NUMBERS:
        raise InputError(
            "The word occurs {times} times, and each vector has {numbers} numbers: too many for one answer. "
            "Send fewer sentences, or ask for fewer layers.",
            times=len(found.vectors),
            numbers=found.vectors.shape[1],
        )
    document = documents.embeddings_document(found, match_case=body.match_case, forms=body.forms)
    return with_notes(document, engine.info.notes)


def classify(engine: BertEngine, body: ClassifyBody) -> Document:
    """Answer what a fine-tuned model was made to tell: a class, tags, or answers to a question."""
    task = engine.task.task if engine.task else ""
    if body.context and task not in ("", "question"):
        raise InputError("`context` belongs to a model that answers questions. Leave it out.")
    if body.pair and task in ("tagging", "question"):
        raise InputError("`pair` belongs to a model that tells classes of texts. Leave it out.")
    if task == "question":
        if not body.context.strip():
            raise InputError("This model answers questions about a text. Send the text as `context`.")
        document = asdict(engine.answer(body.text, body.context, top_k=body.top_k))
    elif task == "tagging":
        document = documents.tags_document(engine.tag(body.text))
    else:
        answer = engine.classify(body.text, body.pair or None)
        probabilities = dict(zip(answer.labels, answer.probabilities.tolist(), strict=True))
        document = documents.classes_document(answer.model, answer.encoding, probabilities)
    return with_notes(document, engine.info.notes)


def _without_heads(engine: BertEngine, heads: Sequence[str]) -> BertEngine:
    if not heads:
        return engine
    pairs = (written.split(".") for written in heads)
    return engine.without_heads([(int(layer), int(head)) for layer, head in pairs])


def _require_short(engine: BertEngine, body: TextBody) -> None:
    """Refuse what would take long or be large.

    Raises:
        InputError: The text has too many tokens.
    """
    found = len(engine.encode(body.text, body.pair))
    if found > MOST_TOKENS:
        raise InputError(
            "The text has {found} tokens; of more than {most} this is not answered here. Send a shorter one.",
            found=found,
            most=MOST_TOKENS,
        )
