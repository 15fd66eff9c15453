"""What is asked of a model's passes, checked before anything is computed, and answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.passes.head_switch import HeadSwitch, silenced_heads
from bertviz_core.errors import InputError

Tensors = Mapping[str, Tensor]

_MOST_SCORES = 64_000_000  # of the vocabulary in one answer: 256 MB
_MOST_ROWS = 100_000  # of the table of embeddings
_ALL_TOKENS = 4096
_NAMES = "ids", "segments", "mask"


def encode(passes: ForwardPasses, asked: Tensors, *, hidden_states: bool, attention: bool) -> Tensors:
    """Run a batch; one input alone waits with those of others, and shares their pass.

    Args:
        passes: Of the model.
        asked: As `ModelRunner.encode` takes them: `ids`, `segments`, `mask`, `silent.LAYER`.
        hidden_states: The states of all layers are wanted.
        attention: Weights are wanted.

    Returns:
        `states` (layers + 1 or 1, inputs, tokens, hidden) and, where wanted, `attention` (layers, inputs,
        heads, query, key).

    Raises:
        InputError: It does not fit the model, or is too large.
    """
    ids, segments = _inputs(passes, asked)
    mask, silent = _mask(asked, ids.shape), _silent(passes, asked, len(ids))
    if len(ids) == 1 and mask is None and all(len(values) == 1 for values in silent.values()):
        heads = silenced_heads(passes.model.info, silent)
        whole = passes.without(heads) if heads else passes
        run = whole.run_ids(ids[0], segments[0], attention=attention)
        states = run.hidden if hidden_states else run.hidden[-1:]
        answer = {"states": states[:, np.newaxis]}
        if attention and run.attention is not None:
            answer["attention"] = torch.from_numpy(run.attention.copy())[:, np.newaxis]
        return answer
    layers: list[Tensor] = []

    def take(_: int, weights: NDArray[np.float32]) -> None:
        layers.append(torch.from_numpy(weights.copy()))

    states = passes.encode(
        ids,
        segments,
        mask=mask,
        switch=HeadSwitch(silent),
        take=take if attention else None,
        hidden_states=hidden_states,
    )
    return {"states": states} | ({"attention": torch.stack(layers)} if attention else {})


def word_scores(passes: ForwardPasses, asked: Tensors) -> Tensors:
    """Answer `scores` (places, vocabulary) of the masked-word head for `states` (places, hidden)."""
    info = passes.model.info
    states = _states(passes, asked)
    _require(info.has_mlm_head and len(states) * info.vocab_size <= _MOST_SCORES)
    return {"scores": passes.word_scores(states)}


def pair_scores(passes: ForwardPasses, asked: Tensors) -> Tensors:
    """Answer `scores` (inputs, 2) of the next-sentence head for `states` (inputs, hidden)."""
    _require(passes.model.info.has_nsp_head)
    return {"scores": passes.pair_scores(_states(passes, asked))}


def word_embeddings(passes: ForwardPasses, asked: Tensors) -> Tensors:
    """Answer `embeddings` (tokens, size) of `ids` (tokens,)."""
    ids = asked.get("ids")
    _require(ids is not None and ids.dim() == 1 and 0 < len(ids) <= _MOST_ROWS)
    assert ids is not None
    return {"embeddings": passes.word_embeddings(_numbers(ids, passes.model.info.vocab_size))}


HEADS: Mapping[str, Callable[[ForwardPasses, Tensors], Tensors]] = {
    "word_scores": word_scores,
    "pair_scores": pair_scores,
    "word_embeddings": word_embeddings,
}
"""By the name in the address."""


def _require(fits: bool) -> None:
    """Refuse what does not fit.

    Raises:
        InputError: It does not.
    """
    if not fits:
        raise InputError("This question does not fit the model, or is too large. Ask less.")


def _numbers(values: Tensor, count: int) -> NDArray[np.int64]:
    """Return whole numbers below `count`."""
    _require(values.dtype == torch.int32 and bool((values >= 0).all()) and bool((values < count).all()))
    return values.numpy().astype(np.int64)


def _states(passes: ForwardPasses, asked: Tensors) -> Tensor:
    """Return states (places, hidden)."""
    states = asked.get("states")
    _require(states is not None and states.dtype == torch.float32 and states.dim() == 2)
    assert states is not None
    _require(len(states) > 0 and states.shape[1] == passes.model.info.hidden_size)
    return states


def _inputs(passes: ForwardPasses, asked: Tensors) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return ids and segments (inputs, tokens)."""
    model, given = passes.model, asked.get("ids")
    _require(given is not None and given.dim() == 2 and 0 < given.numel() <= _ALL_TOKENS)
    assert given is not None
    inputs, tokens = given.shape
    _require(tokens <= model.info.max_tokens and inputs <= passes.batch_size(tokens))
    ids, segments = _numbers(given, model.info.vocab_size), asked.get("segments")
    if segments is None or not model.info.has_segments:
        return ids, np.zeros_like(ids)
    _require(segments.shape == given.shape)
    return ids, _numbers(segments, model.config.type_vocab_size)


def _mask(asked: Tensors, shape: tuple[int, ...]) -> Tensor | None:
    mask = asked.get("mask")
    if mask is None:
        return None
    inputs, tokens = shape
    if mask.dtype == torch.int32:
        _require(tuple(mask.shape) == shape)
        return mask.long()
    _require(mask.dtype == torch.float32 and mask.dim() == 4 and tuple(mask.shape[2:]) == (tokens, tokens))
    _require(mask.shape[0] in (1, inputs) and mask.shape[1] == 1 and not bool(mask.isnan().any()))
    return mask


def _silent(passes: ForwardPasses, asked: Tensors, inputs: int) -> dict[int, Tensor]:
    """Return what silences heads (1 or inputs, 1, hidden), by layer."""
    info = passes.model.info
    named = {f"silent.{layer}": layer for layer in range(info.layers)}
    _require(all(name in named or name in _NAMES for name in asked))
    found = {named[name]: values for name, values in asked.items() if name in named}
    for values in found.values():
        _require(values.dtype == torch.bool and values.dim() == 3 and values.shape[0] in (1, inputs))
        _require(tuple(values.shape[1:]) == (1, info.hidden_size))
    return {layer: values.float() for layer, values in sorted(found.items())}
