"""Attention in little memory is the attention of transformers, and gradients go through it."""

from __future__ import annotations

import pytest
import torch

from bertviz_core.engine import BertEngine
from bertviz_core.models.eager_attention import NAME


@pytest.mark.parametrize("padded", [False, True])
def test_states_and_weights_are_those_of_transformers(
    engine: BertEngine, monkeypatch: pytest.MonkeyPatch, padded: bool
) -> None:
    network = engine._passes.model.network.base_model
    assert network.config._attn_implementation == NAME
    ids = torch.from_numpy(engine.encode("the man went to the store").ids)[None].repeat(2, 1)
    mask = torch.ones_like(ids)
    if padded:
        mask[0, 3:] = 0
    question = {"input_ids": ids, "attention_mask": mask, "output_attentions": True}
    with torch.inference_mode():
        ours = network(**question)
        monkeypatch.setattr(network.config, "_attn_implementation", "eager")
        theirs = network(**question)
    torch.testing.assert_close(ours.last_hidden_state, theirs.last_hidden_state, atol=1e-6, rtol=0)
    for layer, expected in zip(ours.attentions, theirs.attentions, strict=True):
        torch.testing.assert_close(layer, expected, atol=1e-6, rtol=0)


def test_gradients_are_those_of_transformers(engine: BertEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    network = engine._passes.model.network.base_model
    ids = torch.from_numpy(engine.encode("the man went").ids)[None]
    embedded = network.get_input_embeddings()(ids).detach()

    def gradient() -> torch.Tensor:
        start = embedded.clone().requires_grad_()
        network(inputs_embeds=start).last_hidden_state.square().sum().backward()
        assert start.grad is not None
        return start.grad

    ours = gradient()
    monkeypatch.setattr(network.config, "_attn_implementation", "eager")
    torch.testing.assert_close(ours, gradient(), atol=1e-5, rtol=1e-4)
