"""A model whose weights stay in another process: only its tokenizer and config are opened here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from bertviz_core.locales import LANGUAGES
from bertviz_core.models.card import read_card_text
from bertviz_core.models.checkpoint import Checkpoint
from bertviz_core.models.loading import LoadedModel, load_checkpoint
from bertviz_core.models.network_config import open_config
from bertviz_core.models.tokenizer import open_tokenizer
from bertviz_core.results import ModelInfo
from bertviz_core.results.json_forms import from_json, to_json


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelDescription:
    """What whoever has no weights has to be told of a model."""

    info: ModelInfo
    first_position: int | None
    """As in `LoadedModel`."""
    fine_tuned: bool
    """A head of its own stands on it, which only a process with weights can ask."""

    def document(self) -> Mapping[str, Any]:
        """Return it as JSON can hold it."""
        document: Mapping[str, Any] = to_json(self)
        return document

    @classmethod
    def read(cls, document: Any) -> ModelDescription:
        """Return what a document describes.

        Raises:
            ValueError: It describes something else.
        """
        return from_json(cls, document)


def describe(model: LoadedModel) -> ModelDescription:
    """Return what others have to be told of a model."""
    fine_tuned = model.head is not None or bool(model.unsupported)
    return ModelDescription(info=model.info, first_position=model.first_position, fine_tuned=fine_tuned)


def without_weights(checkpoint: Checkpoint, described: ModelDescription) -> LoadedModel:
    """Open a model whose passes another process computes.

    Its weights are read into memory when something is asked that only they can answer.

    Raises:
        UnreadableModelError: Its tokenizer or config is damaged.
    """
    opened, (config, _) = open_tokenizer(checkpoint), open_config(checkpoint)
    return LoadedModel(
        info=described.info,
        family=checkpoint.family,
        config=config,
        read_network=cache(lambda: load_checkpoint(checkpoint).network),
        tokenizer=opened.backend,
        unknown_token=opened.tokenizer.unk_token,
        own_tokens=opened.own_tokens,
        cards={language: read_card_text(checkpoint.folder, language) for language in LANGUAGES},
        first_position=described.first_position,
        runs_here=False,
    )
