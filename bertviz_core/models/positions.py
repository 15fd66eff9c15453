"""Positions of RoBERTa's kind, which begin after the number of the padding token.

Its own code gives every token with that number the position of padding. Where config and tokenizer name
different padding tokens, ordinary words would get it; so tokens are numbered by their places alone.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from bertviz_core.errors import N_
from bertviz_core.models.families import Family
from bertviz_core.results import Note

_DISAGREE = N_(
    "Padding is token {config} in config.json and {tokenizer} in the tokenizer. Positions are counted "
    "from {first} on, as the weights were made for, and no token loses its own."
)
_REMEDY = N_("Write the right pad_token_id into config.json.")


def settle_positions(
    network: Any, family: Family, padding: int | None
) -> tuple[int | None, tuple[Note, ...]]:
    """Find the position of the first token where config and tokenizer name different padding tokens.

    The weights decide: the row of the position that is padding's stays zero while a model learns.

    Args:
        network: The whole model, numbered by places from now on where there is something to decide.
        family: What it is of.
        padding: The number of the tokenizer's padding token.

    Returns:
        The position, None where nothing is to be decided; and what was decided.
    """
    said = network.config.pad_token_id
    if not family.position_offset or padding is None or padding == said:
        return None, ()
    rows, said = network.base_model.embeddings.position_embeddings.weight, said or 0
    told_by_weights = padding < len(rows) and not rows[padding].any() and bool(rows[said].any())
    first = (padding if told_by_weights else said) + 1
    number_by_place(network, first)
    fields = {"config": said, "tokenizer": padding, "first": first}
    return first, (Note(kind="padding", template=_DISAGREE, fields=fields, remedy=_REMEDY, doubtful=True),)


def number_by_place(network: Any, first: int) -> None:
    """Let a network give every token the position of its place, whichever its number is.

    Args:
        network: The whole model.
        first: Position of the first token.
    """

    def number(
        _: nn.Module, given: tuple[Any, ...], named: dict[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        read: Tensor | None = given[0] if given else named.get("input_ids")
        if read is None:
            read = named["inputs_embeds"]
        places = torch.arange(first, first + read.shape[1], device=read.device)
        return given, named | {"position_ids": places.expand(read.shape[:2])}

    network.base_model.embeddings.register_forward_pre_hook(number, with_kwargs=True)
