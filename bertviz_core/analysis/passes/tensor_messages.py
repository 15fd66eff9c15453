"""Tensors as bytes between processes: safetensors, which holds numbers and names and can run nothing."""

from __future__ import annotations

from collections.abc import Mapping

import safetensors.torch
from safetensors import SafetensorError
from torch import Tensor

LARGEST_QUESTION = 32_000_000
"""Bytes. The states of a long input for a head, or the mask of a batch, take a few millions."""

LARGEST_ANSWER = 512_000_000
"""Bytes. The attention of all heads of a large model over 512 tokens takes 403 millions."""

_LONGEST_HEADER = 100_000
"""Bytes that name the tensors: a message has some tens, and thousands of names take long to read."""


def packed(tensors: Mapping[str, Tensor]) -> bytes:
    """Return named tensors as bytes."""
    return safetensors.torch.save({name: values.contiguous() for name, values in tensors.items()})


def unpacked(message: bytes) -> dict[str, Tensor]:
    """Return the tensors of a message.

    Raises:
        ValueError: It is damaged, or something else.
    """
    if int.from_bytes(message[:8], "little") > _LONGEST_HEADER:
        raise ValueError("not a message of tensors: too many names")
    try:
        return safetensors.torch.load(message)
    except (SafetensorError, KeyError, TypeError) as error:
        raise ValueError("not a message of tensors") from error
