"""The questions that have an address, each with what is sent and an example of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from bertviz_core.documents import Document, model_document, models_document, with_notes
from bertviz_core.errors import N_
from bertviz_core.models.catalogue import list_models
from bertviz_core.server.api import answers, bodies

Answer = Document | Iterable[bytes]
"""A document, or one that is written already, in parts."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ApiQuestion:
    """One address of the API."""

    summary: str
    """One English sentence, for translation."""
    body: type[BaseModel]
    example: Mapping[str, object]
    answer: Callable[[Any, Any], Answer]
    """From an engine and a body; the engine is None where the body names no model."""


def _models(engine: Any, _: bodies.ModelsBody) -> Document:
    if engine is None:
        return models_document(list_models())
    return with_notes(model_document(engine.info), engine.info.notes)


QUESTIONS: Mapping[str, ApiQuestion] = {
    "models": ApiQuestion(
        summary=N_("List the models on offer, or describe one."),
        body=bodies.ModelsBody,
        example={"model": "mini"},
        answer=_models,
    ),
    "tokens": ApiQuestion(
        summary=N_("Show how a model reads a text."),
        body=bodies.TextBody,
        example={"text": "Ana abrió el libro."},
        answer=answers.tokens,
    ),
    "attention": ApiQuestion(
        summary=N_("Compute the attention weights of every head: layer, head, query, key."),
        body=bodies.TextBody,
        example={"text": "Ana abrió el libro."},
        answer=answers.attention,
    ),
    "heads": ApiQuestion(
        summary=N_("State what every head mostly does."),
        body=bodies.TextBody,
        example={"text": "Ana abrió el libro."},
        answer=answers.heads,
    ),
    "fill-mask": ApiQuestion(
        summary=N_("Rank words for every blank of a text."),
        body=bodies.FillMaskBody,
        example={"text": "Ana abrió la [MASK] de su casa.", "top_k": 3},
        answer=answers.fill_mask,
    ),
    "surprise": ApiQuestion(
        summary=N_("Score how probable every token is when it is hidden."),
        body=bodies.SurpriseBody,
        example={"text": "Ana abrió el libro."},
        answer=answers.surprise,
    ),
    "next-sentence": ApiQuestion(
        summary=N_("Say how probably one sentence follows another, or rank several."),
        body=bodies.NextSentenceBody,
        example={"first": "Ana abrió la puerta.", "second": "Después entró en la casa."},
        answer=answers.next_sentence,
    ),
    "embed": ApiQuestion(
        summary=N_("Compute the vectors of a word in many sentences."),
        body=bodies.EmbedBody,
        example={"word": "banco", "sentences": ["Se sentó en un banco.", "El banco abre a las nueve."]},
        answer=answers.embed,
    ),
    "classify": ApiQuestion(
        summary=N_("Ask a fine-tuned model for the class of a text, the tags of its words, or an answer."),
        body=bodies.ClassifyBody,
        example={"model": "run:0123456789abcdef", "text": "¿A qué hora abre la biblioteca?"},
        answer=answers.classify,
    ),
}
"""By the name in the address, which is the one of the command line."""
