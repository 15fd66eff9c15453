"""The layers computed with the weights alone answer what transformers' own modules answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from tiny_checkpoints import FAMILIES

from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.engine import BertEngine, load_engine

PLAIN = {"bert", "roberta", "xlm-roberta", "electra"}


def run(passes: ForwardPasses, ids: NDArray[np.int64], mask: torch.Tensor | None) -> tuple[Any, list[Any]]:
    taken: list[Any] = []
    output = passes._receiving(
        lambda _layer, weights: taken.append(weights.copy()),
        lambda: passes._compute(ids, np.zeros_like(ids), hidden_states=True, mask=mask),
    )
    return output.hidden_states, taken


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
    for mask in masks(ids):
        states, weights = run(passes, ids, mask)
        kept, passes.plain = passes.plain, None
        try:
            expected, by_modules = run(passes, ids, mask)
        finally:
            passes.plain = kept
        for ours, theirs in zip(states, expected, strict=True):
            torch.testing.assert_close(ours, theirs, atol=1e-6, rtol=1e-5)
        for ours, theirs in zip(weights, by_modules, strict=True):
            np.testing.assert_allclose(ours, theirs, atol=1e-6)


def test_heads_are_switched_off_all_the_same(mini: BertEngine) -> None:
    encoding = mini.encode("El banco está vacío.")
    whole, without = mini._passes, mini._passes.without([(3, 4)])
    assert whole.run(encoding).hidden[:4].equal(without.run(encoding).hidden[:4])
    assert not whole.run(encoding).hidden[4].allclose(without.run(encoding).hidden[4], atol=1e-3)
