"""A classifier on a weighted sum of layers whose weights are learned with it (Peters et al. 2018, ELMo)."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

MOST_STEPS = 40
EVENNESS = 0.001
"""How strongly weights are drawn to each other: lambda of Peters et al. 2018, section 3.2."""
_SMALLEST = 1e-6


class WeightedLayers:
    """Softmax regression on the sum of standardised layers, each weighted by its share of a softmax.

    As in ELMo the layers are normalised first, so that a weight says how much a layer counts. The penalty is
    that of scikit-learn's logistic regression with the same `c`.
    """

    def __init__(self, *, c: float) -> None:
        """Take the inverse of the penalty's strength."""
        self._c = c

    def fit(self, layers: NDArray[np.float16], tags: NDArray[np.str_]) -> WeightedLayers:
        """Learn from layers (layers, words, hidden) and the tag of each word, by L-BFGS on all of them."""
        self._centre = np.stack([layer.mean(axis=0, dtype=np.float64) for layer in layers])
        spread = np.stack([layer.std(axis=0, dtype=np.float64) for layer in layers])
        self._scale = 1 / np.where(spread > _SMALLEST, spread, 1)
        self._names, answers = np.unique(tags, return_inverse=True)
        states, right = self._standardised(layers), torch.from_numpy(answers)
        shares = torch.zeros(len(layers), requires_grad=True)
        matrix = torch.zeros(layers.shape[-1], len(self._names), requires_grad=True)
        offset = torch.zeros(len(self._names), requires_grad=True)
        optimizer = torch.optim.LBFGS(
            [shares, matrix, offset],
            max_iter=MOST_STEPS,
            tolerance_change=1e-6,
            line_search_fn="strong_wolfe",
        )

        def loss() -> Tensor:
            optimizer.zero_grad()
            scores = _Mix.apply(shares.softmax(dim=0), states) @ matrix + offset
            penalty = matrix.square().sum() / (2 * self._c * len(right)) + EVENNESS * shares.square().sum()
            total: Tensor = torch.nn.functional.cross_entropy(scores, right) + penalty
            total.backward()
            return total

        with torch.enable_grad():
            optimizer.step(loss)
        self.weights: NDArray[np.float64] = shares.detach().double().softmax(dim=0).numpy()
        self._matrix, self._offset = matrix.detach(), offset.detach()
        return self

    def predict(self, layers: NDArray[np.float16]) -> NDArray[np.str_]:
        """Return the tags of words (layers, words, hidden)."""
        with torch.inference_mode():
            weights = torch.from_numpy(self.weights.astype(np.float32))
            scores = _mixed(weights, self._standardised(layers)) @ self._matrix + self._offset
            named: NDArray[np.str_] = self._names[scores.argmax(dim=1).numpy()]
        return named

    def _standardised(self, layers: NDArray[np.float16]) -> Tensor:
        """Return float16 (layers, words, hidden); one layer at a time is in single precision."""
        states = np.empty(layers.shape, dtype=np.float16)
        for number, layer in enumerate(layers):
            states[number] = (layer - self._centre[number]) * self._scale[number]
        return torch.from_numpy(states)


class _Mix(torch.autograd.Function):
    """The sum of layers (layers, words, hidden) by weights (layers,); autograd would keep each in float32."""

    @staticmethod
    def forward(context: Any, weights: Tensor, layers: Tensor) -> Tensor:
        context.layers = layers
        return _mixed(weights, layers)

    @staticmethod
    def backward(context: Any, *gradients: Tensor) -> tuple[Tensor, None]:
        (gradient,) = gradients
        flat = gradient.reshape(-1)
        return torch.stack([flat.dot(layer.float().view(-1)) for layer in context.layers]), None


def _mixed(weights: Tensor, layers: Tensor) -> Tensor:
    total = torch.zeros(layers.shape[1:])
    for weight, layer in zip(weights.tolist(), layers, strict=True):
        total.add_(layer, alpha=weight)
    return total
