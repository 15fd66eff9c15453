"""Whether the weights of a checkpoint are those of the encoder: none missing, none left over."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Any

import torch
from torch import Tensor

from bertviz_core.errors import N_, UnreadableModelError
from bertviz_core.models.checkpoint import Checkpoint
from bertviz_core.models.weight_files import weight_kinds, weight_names, weight_shapes
from bertviz_core.results import Note

_OF_ENCODER = re.compile(r"(?:^|\.)(?:layer|albert_layers|embeddings)\.(?!position_ids|token_type_ids)")
_NAMED = 2
_PLAIN = ("F64", "F32", "F16", "BF16")

_IGNORED = N_(
    "The weights hold {count} parts of the encoder for which its config.json has no place, and which are "
    "left out ({names}). What is shown may be another model than the one that learned."
)
_INFINITE = N_(
    "Weights of a head ({names}) hold values that are no numbers, or infinite. What would come from the head "
    "is not asked."
)
_SAVE_AGAIN = N_("Save the model again from before it was damaged, or download it again.")
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


def require_shapes(checkpoint: Checkpoint, network: Any) -> None:
    """Refuse weights of other shapes than the config asks for, and name one.

    Args:
        checkpoint: Where they are from.
        network: Made after the config, with or without numbers in it.

    Raises:
        UnreadableModelError: Some have.
    """
    wanted = {name: tuple(weights.shape) for name, weights in network.named_parameters()}
    there = weight_shapes(checkpoint.folder, wanted)
    for name, shape in there.items():
        if shape != wanted[name]:
            raise UnreadableModelError(
                "“{name}” among the weights of “{model}” has the shape {there}, its config.json asks for "
                "{wanted}. They do not belong together. Take both from the same place.",
                model=checkpoint.model_id,
                name=name,
                there=_shape(shape),
                wanted=_shape(wanted[name]),
            )


def require_plain_numbers(checkpoint: Checkpoint) -> None:
    """Refuse weights that are kept as whole numbers or in 8 bits: by themselves they are not the weights.

    Raises:
        UnreadableModelError: Some are.
    """
    for name, kind in weight_kinds(checkpoint.folder).items():
        if kind not in _PLAIN and not name.endswith(("position_ids", "token_type_ids")):
            raise UnreadableModelError(
                "“{name}” among the weights of “{model}” is kept as {kind}, which means nothing without its "
                "scale and is not read here. Save the weights as plain numbers (float32 or float16).",
                model=checkpoint.model_id,
                name=name,
                kind=kind,
            )


def require_finite(model: str, weights: Iterable[tuple[str, Tensor]], *, heads: tuple[str, ...]) -> list[str]:
    """Refuse weights of which some are no numbers, or infinite, as training that went astray leaves them.

    Args:
        model: Its id.
        weights: By their names.
        heads: Beginnings of the names of those that can be done without.

    Returns:
        The names of such ones.

    Raises:
        UnreadableModelError: Others are.
    """
    found = [
        name
        for name, values in weights
        if values.numel() and not torch.stack(torch.aminmax(values)).isfinite().all()
    ]
    for name in found:
        if not (heads and name.startswith(heads)):
            raise UnreadableModelError(
                "“{name}” among the weights of “{model}” holds values that are no numbers, or infinite. The "
                "model was damaged while it learned or was saved. Save it again from before that, or "
                "download it again.",
                model=model,
                name=name,
            )
    return found


def infinite_note(names: Collection[str]) -> tuple[Note, ...]:
    """Say which weights of heads are no numbers."""
    if not names:
        return ()
    shown = ", ".join(sorted(names)[:_NAMED]) + "…" * (len(names) > _NAMED)
    return (
        Note(kind="weights", template=_INFINITE, fields={"names": shown}, remedy=_SAVE_AGAIN, doubtful=True),
    )


def _shape(sizes: tuple[int, ...]) -> str:
    return " × ".join(map(str, sizes)) or "1"


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
