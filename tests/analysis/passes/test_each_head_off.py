"""One input without each of many heads is as run from its beginning by transformers' own modules."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch
from tiny_checkpoints import FAMILIES

from bertviz_core.analysis.passes import each_head_off as module
from bertviz_core.analysis.passes.each_head_off import KnownInput, each_head_off
from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.passes.head_switch import HeadSwitch, head_masks
from bertviz_core.engine import BertEngine
from bertviz_core.errors import InputError

TEXT, PAIR = "La compañera hacía la cama", "the store."
HEADS = [(2, 1), (0, 3), (1, 0), (0, 0), (2, 3), (0, 1)]


def known(engine: BertEngine) -> KnownInput:
    encoding = engine.encode(TEXT, PAIR)
    return KnownInput(encoding.ids, encoding.segment_ids, engine._passes.run(encoding).hidden)


def by_modules(passes: ForwardPasses, read: KnownInput) -> torch.Tensor:
    """Return the last states (heads, tokens, hidden), every layer run for every head."""
    ids, segments = (torch.from_numpy(row)[None] for row in (read.ids, read.segments))
    states = []
    for head in HEADS:
        switch = HeadSwitch(head_masks(passes.model.info, [[*passes.heads_off, head]]))
        with torch.inference_mode():
            given = {"input_ids": ids} | (
                {"token_type_ids": segments} if passes.model.info.has_segments else {}
            )
            states.append(passes.local.run_modules(given, switch, False).last_hidden_state)
    return torch.cat(states)


@pytest.mark.parametrize("at_once", [1, 50, 512])
@pytest.mark.parametrize("off", [[], [(0, 2), (1, 0), (2, 2)]])
@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_as_by_its_modules(
    family: str,
    off: list[tuple[int, int]],
    at_once: int,
    tiny: Callable[..., BertEngine],
    monkeypatch: pytest.MonkeyPatch,
    settings: Callable[..., None],
) -> None:
    monkeypatch.setattr(module, "_TOKENS_AT_ONCE", at_once)
    engine = tiny(family).without_heads(off)
    read = known(engine)
    expected = by_modules(engine._passes, read)
    for at in (0, 3, len(read.ids) - 1):
        found = each_head_off(engine._passes, read, HEADS, at=at)
        np.testing.assert_allclose(found, expected[:, at], atol=1e-5)


def test_a_head_that_is_not_there_is_told(tiny: Callable[..., BertEngine], settings: object) -> None:
    with pytest.raises(InputError, match="no such head"):
        each_head_off(tiny("bert")._passes, known(tiny("bert")), [(0, 0), (3, 0)], at=0)
