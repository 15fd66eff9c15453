"""Two models can be compared part by part only if one was fine-tuned from the other."""

from __future__ import annotations

from bertviz_core.errors import InputError
from bertviz_core.results import ModelInfo


def require_same_shape(before: ModelInfo, after: ModelInfo) -> None:
    """Refuse models of which one cannot have come from the other.

    Raises:
        InputError: Family, layers, heads, hidden size or vocabulary differ.
    """
    if _shape(before) != _shape(after):
        raise InputError(
            "“{after}” was not fine-tuned from “{before}”: they differ in their architecture or vocabulary. "
            "Compare a model with the one that it was made from.",
            before=before.name,
            after=after.name,
        )


def _shape(info: ModelInfo) -> tuple[str | int, ...]:
    return info.family, info.layers, info.heads, info.hidden_size, info.vocab_size
