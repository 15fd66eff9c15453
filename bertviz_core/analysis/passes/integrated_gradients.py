"""Integrated gradients over word embeddings, of a network that other threads use at the same time.

Nothing is hooked or changed in the network: the passes take embeddings in the place of token numbers, and
gradients are taken with respect to these alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.passes.gate import forward_slot
from bertviz_core.analysis.passes.head_switch import HeadSwitch, head_masks
from bertviz_core.analysis.passes.network_failures import failures_told, require_layers, require_numbers
from bertviz_core.results import Encoding

Explained = Callable[[Any, Tensor], Tensor]
"""Network and last states (inputs, tokens, hidden) -> the number that is explained (inputs,)."""

# What a pass computes is kept for its gradients: some 0.2 MB a token in a network of 12 layers x 384.
_BATCH_TOKENS = 256


@dataclass(frozen=True, slots=True)
class Integral:
    """What each token adds to a number between a baseline and an input."""

    scores: NDArray[np.float64]  # (tokens,)
    value: float
    baseline: float


def integrated_gradients(
    passes: ForwardPasses, encoding: Encoding, *, mask_id: int, explained: Explained, steps: int
) -> Integral:
    """Integrate gradients from masked words to the words (Sundararajan et al. 2017, equation 1).

    Args:
        passes: The network, with or without some heads.
        encoding: The input.
        mask_id: What stands in the place of every ordinary token where the path begins.
        explained: The number whose gradients are taken.
        steps: Points of the path, by Gauss-Legendre quadrature.

    Raises:
        BusyError: Too many passes are running.
        UnreadableModelError: The network fails, or its numbers are none.
    """
    from captum.attr import IntegratedGradients  # takes a second, and most visitors never ask

    info, tokens = passes.model.info, len(encoding)
    step = max(1, _BATCH_TOKENS // tokens)

    def answer(embeddings: Tensor) -> Tensor:
        states = _last_states(passes, encoding, embeddings)
        return require_numbers(explained(passes.model.network, states), info)

    integrated = IntegratedGradients(answer)
    gradients = integrated.gradient_func

    def gradients_in_turn(**options: Any) -> Any:
        with forward_slot(step * tokens**2):
            return gradients(**options)

    integrated.gradient_func = gradients_in_turn
    with failures_told(info), torch.enable_grad():
        words, masked = _ends(passes, encoding, mask_id)
        with forward_slot(2 * tokens**2), torch.no_grad():
            value, baseline = answer(torch.cat([words, masked])).tolist()
        parts = integrated.attribute(words, masked, n_steps=steps, internal_batch_size=step)
        scores = require_numbers(parts.detach().double().sum(dim=-1)[0], info)
    return Integral(scores.numpy().copy(), value, baseline)


def _ends(passes: ForwardPasses, encoding: Encoding, mask_id: int) -> tuple[Tensor, Tensor]:
    """Return the word embeddings (1, tokens, size) at the end of the path and at its beginning."""
    look_up = passes.model.network.get_input_embeddings()
    masked = np.where(encoding.special, encoding.ids, mask_id)
    words, baseline = (look_up(torch.from_numpy(ids[np.newaxis])) for ids in (encoding.ids, masked))
    return words.detach(), baseline.detach()


def _last_states(passes: ForwardPasses, encoding: Encoding, embeddings: Tensor) -> Tensor:
    """Run the encoder over word embeddings; it adds positions and segments to them by itself."""
    info = passes.model.info
    inputs = {"inputs_embeds": embeddings}
    if info.has_segments:
        inputs["token_type_ids"] = torch.from_numpy(encoding.segment_ids).expand(len(embeddings), -1)
    switch = HeadSwitch(head_masks(info, [passes.heads_off]))  # one for each pass, whose layers it counts
    with switch.switched():
        output = passes.model.network.base_model(
            **inputs, return_dict=True, output_attentions=False, output_hidden_states=False
        )
    if switch.silences:
        require_layers(switch.layers, info)
    states: Tensor = output.last_hidden_state
    return states
