"""A weighted sum of all layers whose weights are learned on labels (ELMo, Peters et al. 2018, section 3.2).

The layers are first made equally long on average; then softmax weights and a linear classifier on the sum are
learned together.
"""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray

STEPS = 60
CLASSIFIER_DECAY = 0.1
WEIGHT_DECAY = 0.003
"""Keep the classifier small and the weights close to the plain mean: there are few labels to learn from."""


def learn_layer_weights(
    states: NDArray[np.floating], senses: NDArray[np.str_], learn_from: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the weight of each layer (layers + 1,): positive, sum 1, the same whenever it is asked.

    Args:
        states: (layers + 1, n, hidden); 0 is the input embedding.
        senses: (n,) labels.
        learn_from: The occurrences whose states and labels are looked at.
    """
    shown = np.stack([_equally_long(layer[learn_from]) for layer in states])
    # Centred, because a common part of all vectors only slows the learning: the classifier has an intercept.
    features = torch.from_numpy(shown - shown.mean(axis=1, keepdims=True))
    names, labels = np.unique(senses[learn_from], return_inverse=True)
    wanted = torch.from_numpy(labels)
    scores = torch.zeros(len(states), requires_grad=True)
    matrix = torch.zeros(features.shape[-1], len(names), requires_grad=True)
    intercept = torch.zeros(len(names), requires_grad=True)
    scale = features.shape[-1] ** 0.5  # of one dimension, as if it were standardised
    optimizer = torch.optim.LBFGS(
        [scores, matrix, intercept], max_iter=STEPS, history_size=20, line_search_fn="strong_wolfe"
    )

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        mixed = torch.einsum("l,lnh->nh", scores.softmax(dim=0), features) * scale
        value = torch.nn.functional.cross_entropy(mixed @ matrix + intercept, wanted)
        value = value + CLASSIFIER_DECAY * matrix.square().sum() + WEIGHT_DECAY * scores.square().sum()
        value.backward()
        return value

    optimizer.step(loss)
    return scores.detach().double().softmax(dim=0).numpy().copy()


def mix_layers(states: NDArray[np.floating], weights: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return the weighted sum (n, hidden) of states (layers + 1, n, hidden), made equally long on average."""
    mixed = np.zeros(states.shape[1:], dtype=np.float32)
    for layer, weight in zip(states, weights, strict=True):
        mixed += np.float32(weight) * _equally_long(layer)
    return mixed


def _equally_long(layer: NDArray[np.floating]) -> NDArray[np.float32]:
    """Divide a layer (n, hidden) by the root of the mean of its squared lengths."""
    exact = layer.astype(np.float32)
    length = np.sqrt(np.square(exact).sum(axis=1).mean())
    return np.asarray(exact / max(length, np.finfo(np.float32).tiny))
