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
from numpy.polynomial import chebyshev
from numpy.typing import NDArray
from scipy.fft import dct
from torch import Tensor

from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.passes.gate import forward_slot
from bertviz_core.analysis.passes.head_switch import HeadSwitch, head_masks
from bertviz_core.analysis.passes.network_failures import failures_told, require_layers, require_numbers
from bertviz_core.results import Encoding

Explained = Callable[[Any, Tensor], Tensor]
"""Network and last state of the place (inputs, 1, hidden) -> the number that is explained (inputs,)."""

_Answer = Callable[[Tensor], Tensor]
"""Word embeddings (inputs, tokens, size) -> the number that is explained (inputs,)."""

# What a pass computes is kept for its gradients: some 0.2 MB a token in a network of 12 layers x 384.
_BATCH_TOKENS = 256

_FEW = 16
"""Parts of the path at first; they are halved until the scores add up."""

_CLOSE = 0.02
"""Of the difference, or of half the largest score if that is more: how far the sum of all may be off."""

_STRETCH = 0.1
"""Of the path, on each side of its turn: there the points lie closest."""


@dataclass(frozen=True, slots=True)
class Integral:
    """What each token adds to a number between a baseline and an input."""

    scores: NDArray[np.float64]  # (tokens,)
    value: float
    baseline: float
    steps: int
    """Points of the path."""


def integrated_gradients(
    passes: ForwardPasses, encoding: Encoding, explained: Explained, *, place: int, mask_id: int, steps: int
) -> Integral:
    """Integrate gradients from masked words to the words (Sundararajan et al. 2017, equation 1).

    Args:
        passes: The network, with or without some heads.
        encoding: The input.
        explained: The number whose gradients are taken.
        place: Of the token whose last state it is read off.
        mask_id: What stands in the place of every ordinary token where the path begins.
        steps: Points of the path, both ends among them, at most; fewer where the scores add up with fewer.

    Raises:
        BusyError: Too many passes are running.
        UnreadableModelError: The network fails, or its numbers are none.
    """
    info = passes.model.info

    def answer(embeddings: Tensor) -> Tensor:
        state = _last_state(passes, encoding, embeddings, place)
        return require_numbers(explained(passes.model.network, state), info)

    with failures_told(info):
        path = _Path(*_ends(passes, encoding, mask_id), answer)
        parts = min(_FEW, steps - 1)
        values, gains = path.gains(path.places(parts))
        baseline, value = float(values[0]), float(values[-1])
        while True:
            scores = path.weights(parts) @ gains
            miss = abs(scores.sum() - (value - baseline))
            close = miss <= _CLOSE * max(abs(value - baseline), np.abs(scores).max() / 2)
            if close or 2 * parts + 1 > steps:
                break
            between = path.gains(path.places(2 * parts)[1::2])[1]
            gains = np.insert(gains, np.arange(1, parts + 1), between, axis=0)
            parts *= 2
        require_numbers(torch.from_numpy(scores), info)
    return Integral(scores, value, baseline, parts + 1)


class _Path:
    """The straight way from masked words to words, and where on it gradients are taken.

    The rule is that of Clenshaw and Curtis (1960): halving all parts keeps every point. The points are drawn
    together around the turn of the path by a hyperbolic sine, as by Johnston and Elliott 2005, "A sinh
    transformation for evaluating nearly singular boundary element integrals": of evenly spread ones twice as
    many were needed.
    """

    def __init__(self, masked: Tensor, words: Tensor, answer: _Answer) -> None:
        """Take both ends (1, tokens, size), and what is asked of every point."""
        self._masked, self._way = masked, words - masked
        self._answer = answer
        self._turn = _turn(masked, self._way)
        self._ends = np.arcsinh((np.array([0, 1]) - self._turn) / _STRETCH)

    def places(self, parts: int) -> NDArray[np.float64]:
        """Return the ends of the parts (parts + 1,), from 0 to 1."""
        return self._turn + _STRETCH * np.sinh(self._stretched(parts))

    def weights(self, parts: int) -> NDArray[np.float64]:
        """Return what the gains at these places count."""
        even = np.arange(0, parts + 1, 2)
        integrals = np.zeros(parts + 1)
        integrals[even] = 2 / (1 - even**2)  # of Chebyshev polynomials; those of odd degree have none
        weights = dct(integrals, type=1) / parts
        weights[[0, -1]] /= 2
        slope = _STRETCH * np.cosh(self._stretched(parts)) * (self._ends[1] - self._ends[0]) / 2
        weighed: NDArray[np.float64] = weights * slope
        return weighed

    def gains(self, places: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the explained number (places,), and how fast each token raises it (places, tokens).

        Others get their turn between the batches.
        """
        tokens = self._way.shape[1]
        values, gains = [], []
        for batch in np.array_split(places, -(-len(places) * tokens // _BATCH_TOKENS)):
            shares = torch.from_numpy(batch).to(self._way.dtype)[:, np.newaxis, np.newaxis]
            with forward_slot(len(batch) * tokens**2), torch.enable_grad():
                inputs = (self._masked + shares * self._way).requires_grad_()
                answers = self._answer(inputs)
                (gradients,) = torch.autograd.grad(answers.sum(), inputs)
            values.append(answers.detach().double().numpy())
            gains.append((gradients * self._way).double().sum(dim=-1).numpy())
        return np.concatenate(values), np.concatenate(gains)

    def _stretched(self, parts: int) -> NDArray[np.float64]:
        first, last = self._ends
        stretched: NDArray[np.float64] = first + (last - first) * (chebyshev.chebpts2(parts + 1) + 1) / 2
        return stretched


def _turn(masked: Tensor, way: Tensor) -> float:
    """Return the share of the way after which the embeddings are nearest to zero.

    The layer norm after them keeps directions only. There they turn fastest, and most of the gradients lie
    within a fifth of the way around it.
    """
    nearest = -(masked * way).sum() / way.square().sum()
    return float(nearest.nan_to_num(0.5).clamp(0, 1))


def _ends(passes: ForwardPasses, encoding: Encoding, mask_id: int) -> tuple[Tensor, Tensor]:
    """Return the word embeddings (1, tokens, size) where the path begins and where it ends."""
    look_up = passes.model.network.get_input_embeddings()
    masked = np.where(encoding.special, encoding.ids, mask_id)
    begin, end = (look_up(torch.from_numpy(ids[np.newaxis])) for ids in (masked, encoding.ids))
    return begin.detach(), end.detach()


def _last_state(passes: ForwardPasses, encoding: Encoding, embeddings: Tensor, place: int) -> Tensor:
    """Run the encoder over word embeddings; it adds positions and segments to them by itself."""
    info, segments = passes.model.info, None
    if info.has_segments:
        segments = torch.from_numpy(encoding.segment_ids).expand(len(embeddings), -1)
    if passes.plain is not None and not passes.heads_off:
        return passes.plain.last_state(embeddings, segments, at=place)
    inputs = {"inputs_embeds": embeddings}
    if segments is not None:
        inputs["token_type_ids"] = segments
    switch = HeadSwitch(head_masks(info, [passes.heads_off]))  # one for each pass, whose layers it counts
    with switch.switched():
        output = passes.model.network.base_model(
            **inputs, return_dict=True, output_attentions=False, output_hidden_states=False
        )
    if switch.silences:
        require_layers(switch.layers, info)
    states: Tensor = output.last_hidden_state
    return states[:, place : place + 1]
