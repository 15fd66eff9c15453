"""Whether the weights of a checkpoint are those of the encoder: none missing, none left over."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator

from bertviz_core.errors import N_, UnreadableModelError
from bertviz_core.models.checkpoint import Checkpoint
from bertviz_core.models.weight_files import weight_names
from bertviz_core.results import Note

_OF_ENCODER = re.compile(r"(?:^|\.)(?:layer|albert_layers|embeddings)\.(?!position_ids|token_type_ids)")
_NAMED = 2

_IGNORED = N_(
    "The weights hold {count} parts of the encoder for which its config.json has no place, and which are "
    "left out ({names}). What is shown may be another model than the one that learned."
)
_REMEDY = N_(
    "Compare config.json, the number of layers for instance, with the one that was saved beside them."
)


def require_encoder(checkpoint: Checkpoint, base: str, missing: Collection[str]) -> None:
    """Refuse weights that lack parts of the encoder.

    Args:
        checkpoint: Where they are from.
        base: What the names of the encoder's weights begin with.
        missing: Names of the network's weights that were not found.

    Raises:
        UnreadableModelError: Some of the encoder are missing, or all have other names.
    """
    encoder = f"{base}."
    lacking = [key for key in missing if key.startswith(encoder) and not key.startswith(f"{encoder}pooler.")]
    if not lacking:
        return
    before = Counter(_beginnings(lacking, encoder, weight_names(checkpoint.folder)))
    beginning, count = before.most_common(1)[0] if before else ("", 0)
    if 2 * count > len(lacking):
        raise UnreadableModelError(
            "The names of the weights of “{model}” begin with “{beginning}”, as those of a model in a "
            "wrapper do, so that they are not found. Save what is in the wrapper "
            "(model.module.save_pretrained, for instance), or take “{beginning}” off the names.",
            model=checkpoint.model_id,
            beginning=beginning,
        )
    raise UnreadableModelError(
        "The weights of “{model}” lack parts of the encoder. Download or save the model again.",
        model=checkpoint.model_id,
    )


def _beginnings(lacking: Collection[str], encoder: str, there: Collection[str]) -> Iterator[str]:
    """Yield what stands before the names of missing weights in the file."""
    wanted = {key.removeprefix(encoder): key for key in lacking}
    for name in there:
        parts = name.split(".")
        for cut in range(1, len(parts)):
            if ".".join(parts[cut:]) in wanted:
                before = ".".join(parts[:cut]) + "."
                yield before.removesuffix(encoder) or before
                break


def ignored_weights(unexpected: Collection[str]) -> tuple[Note, ...]:
    """Say for which weights of the encoder's parts the network has no place: layers, adapters, distances."""
    names = sorted(name for name in unexpected if _OF_ENCODER.search(name))
    if not names:
        return ()
    shown = ", ".join(names[:_NAMED]) + "…" * (len(names) > _NAMED)
    fields = {"count": len(names), "names": shown}
    return (Note(kind="weights", template=_IGNORED, fields=fields, remedy=_REMEDY, doubtful=True),)
