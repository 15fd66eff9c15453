"""A classifier that learns which layers it should look at."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from bertviz_core.training import weighted_layers
from bertviz_core.training.weighted_layers import WeightedLayers, _Mix

TAGS = np.array(["O", "B-PER", "B-LOC"])


def planted(informative: int, *, layers: int = 4, words: int = 300) -> tuple[np.ndarray, np.ndarray]:
    """Return noise (layers, words, hidden) in which one layer knows the tags."""
    chance = np.random.default_rng(3)
    answers = chance.integers(len(TAGS), size=words)
    states = chance.normal(size=(layers, words, 16))
    states[informative, np.arange(words), answers] += 4
    # Layers of other sizes and places: normalising takes that away.
    sizes, places = chance.uniform(0.1, 9, size=(2, layers, 1, 1))
    return (states * sizes + places).astype(np.float16), TAGS[answers]


@pytest.mark.parametrize("informative", range(4))
def test_the_informative_layer_gets_the_weight(informative: int) -> None:
    states, tags = planted(informative)
    classifier = WeightedLayers(c=0.1).fit(states[:, :200], tags[:200])
    assert classifier.weights.sum() == pytest.approx(1)
    assert classifier.weights.argmax() == informative
    assert classifier.weights[informative] > 0.6
    others = np.delete(classifier.weights, informative)
    assert np.ptp(others) < 0.1
    assert (classifier.predict(states[:, 200:]) == tags[200:]).mean() > 0.9


def test_equal_layers_keep_equal_weights() -> None:
    states, tags = planted(0, layers=1)
    same = np.repeat(states, 3, axis=0)
    np.testing.assert_allclose(WeightedLayers(c=0.1).fit(same, tags).weights, 1 / 3, atol=1e-6)


def test_of_one_layer_it_is_logistic_regression(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weighted_layers, "MOST_STEPS", 500)
    states, tags = planted(0, layers=1)
    classifier = WeightedLayers(c=0.1).fit(states, tags)
    standard = StandardScaler().fit_transform(states[0].astype(np.float64))
    plain = LogisticRegression(C=0.1, max_iter=1000, tol=1e-8).fit(standard, tags)
    difference = classifier._matrix.numpy().T - plain.coef_
    assert np.abs(difference).max() < 0.02
    np.testing.assert_array_equal(classifier.predict(states), plain.predict(standard))


def test_the_gradient_of_the_weights_is_that_of_autograd() -> None:
    layers = torch.randn(3, 5, 4).half()
    weights = torch.tensor([0.2, 0.3, 0.5], requires_grad=True)
    target = torch.randn(5, 4)
    (_Mix.apply(weights, layers) * target).sum().backward()
    plain = weights.detach().clone().requires_grad_()
    (torch.einsum("l,lwh->wh", plain, layers.float()) * target).sum().backward()
    torch.testing.assert_close(weights.grad, plain.grad, rtol=1e-4, atol=1e-4)


def test_a_dimension_that_never_changes_does_no_harm() -> None:
    states, tags = planted(1)
    states[:, :, 5] = 7
    assert (WeightedLayers(c=0.1).fit(states, tags).predict(states) == tags).mean() > 0.9
