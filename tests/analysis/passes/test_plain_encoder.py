"""The layers computed with the weights alone answer what transformers' own modules answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from tiny_checkpoints import FAMILIES

from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.passes.head_switch import HeadSwitch, head_masks
from bertviz_core.engine import BertEngine, load_engine

PLAIN = {"bert", "roberta", "xlm-roberta", "electra"}


def run(
    passes: ForwardPasses,
    ids: NDArray[np.int64],
    mask: torch.Tensor | None = None,
    off: Sequence[Sequence[tuple[int, int]]] = (),
) -> tuple[Any, list[Any]]:
    taken: list[Any] = []
    switch = HeadSwitch(head_masks(passes.model.info, off))
    output = passes._receiving(
        lambda _layer, weights: taken.append(weights.copy()),
        lambda: passes._compute(ids, np.zeros_like(ids), hidden_states=True, mask=mask, switch=switch),
    )
    return output.hidden_states, taken


@contextmanager
def by_modules(passes: ForwardPasses) -> Iterator[None]:
    local = passes.local
    kept = local.prepare()
    local._prepared = replace(kept, plain=None)
    try:
        yield
    finally:
        local._prepared = kept


def masks(ids: NDArray[np.int64]) -> list[torch.Tensor | None]:
    padded = torch.ones(ids.shape, dtype=torch.int64)
    padded[1:, -3:] = 0
    causal = torch.full((1, 1, *[ids.shape[1]] * 2), torch.finfo(torch.float32).min).triu(1)
    return [None, padded, causal]


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_as_by_its_modules(family: str, checkpoint: Callable[..., Path]) -> None:
    engine = load_engine(str(checkpoint(family)))
    passes = engine._passes
    assert (passes.plain is not None) == (engine.info.family in PLAIN)
    ids = np.tile(engine.encode("el banco del parque está aquí").ids, (3, 1))
    off = [[], [(0, 1), (2, 3)], [(2, 0)]]
    for mask, heads in [*((mask, ()) for mask in masks(ids)), (None, off), (masks(ids)[1], off[1:2])]:
        states, weights = run(passes, ids, mask, heads)
        with by_modules(passes):
            expected, expected_weights = run(passes, ids, mask, heads)
        for ours, theirs in zip(states, expected, strict=True):
            torch.testing.assert_close(ours, theirs, atol=1e-6, rtol=1e-5)
        for ours, theirs in zip(weights, expected_weights, strict=True):
            np.testing.assert_allclose(ours, theirs, atol=1e-6)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("family", sorted(PLAIN))
def test_gradients_find_back_to_embeddings(
    family: str, compiled: bool, checkpoint: Callable[..., Path]
) -> None:
    engine = load_engine(str(checkpoint(family)))
    network, plain = engine._passes.model.network, engine._passes.plain
    assert plain is not None
    if not compiled:  # as for an activation that the compiled function does not know
        plain._named = ""
    encoding = engine.encode("el banco", "del parque")
    ids, segments = (torch.from_numpy(part)[None] for part in (encoding.ids, encoding.segment_ids))
    known = {"token_type_ids": segments} if engine.info.has_segments else {}
    answers = []
    for by_modules in (False, True):
        words = network.get_input_embeddings()(ids).detach().requires_grad_()
        if by_modules:
            state = network.base_model(inputs_embeds=words, **known).last_hidden_state[:, 1:2]
        else:
            state = plain.last_state(words, known.get("token_type_ids"), at=1)
        (gradients,) = torch.autograd.grad(state[0, 0, :3].square().sum(), words)
        answers.append((state.detach(), gradients))
    for ours, theirs in zip(*answers, strict=True):
        torch.testing.assert_close(ours, theirs, atol=1e-5, rtol=1e-4)


def test_heads_are_switched_off_all_the_same(mini: BertEngine) -> None:
    encoding = mini.encode("El banco está vacío.")
    whole, without = mini._passes, mini._passes.without([(3, 4)])
    assert whole.run(encoding).hidden[:4].equal(without.run(encoding).hidden[:4])
    assert not whole.run(encoding).hidden[4].allclose(without.run(encoding).hidden[4], atol=1e-3)
