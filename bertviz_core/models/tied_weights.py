"""Weights that are one by the config: the matrix that guesses words and the embeddings, and their biases."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import torch

from bertviz_core.errors import N_
from bertviz_core.results import Note

_APART = N_(
    "“{one}” and “{other}” differ in the file of weights, though by config.json they are the same. Each is "
    "read as it stands there. Programs that take config.json at its word guess other words."
)
_REMEDY = N_(
    "Write “tie_word_embeddings”: false into config.json if they were learned apart; if not, save the model "
    "again."
)
_BIAS, _OF_DECODER = ".bias", ".decoder.bias"


def share_bias(network: Any, missing: Collection[str]) -> tuple[str, ...]:
    """Give the decoder of a head the head's bias, which files of an untied model hold once.

    Args:
        network: As it was loaded.
        missing: Names of its weights that were not found.

    Returns:
        Those that are still missing.
    """
    still = []
    for name in missing:
        whole = name.removesuffix(_OF_DECODER) + _BIAS
        if name.endswith(_OF_DECODER) and whole not in missing:
            with torch.no_grad():
                network.get_parameter(name).copy_(network.get_parameter(whole))
        else:
            still.append(name)
    return tuple(still)


def untied_weights(network: Any) -> tuple[Note, ...]:
    """Say which weights are to be one by the config and are not in the file, as they were loaded."""
    tied = network.get_expanded_tied_weights_keys(all_submodels=True)
    apart = [
        (one, other)
        for one, other in sorted(tied.items())
        if network.get_parameter(one) is not network.get_parameter(other)
    ]
    if not apart:
        return ()
    one, other = apart[-1]
    fields = {"one": one, "other": other}
    return (Note(kind="weights", template=_APART, fields=fields, remedy=_REMEDY, doubtful=True),)
