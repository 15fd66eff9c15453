"""The browser follows a layer by hand with the numbers that the server sends of it."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.browser_model_in_node import layer_steps
from bertviz_core.components.by_hand.payload import layer_picture, wanted_steps
from bertviz_core.engine import BertEngine

TEXTS = [("El perro persigue al otro perro", None), ("The dog was ill.", "We took it to the vet.")]


@pytest.mark.parametrize(("layer", "head"), [(0, 0), (11, 7)])
def test_a_layer_is_the_engines(mini: BertEngine, layer: int, head: int) -> None:
    wanted = wanted_steps(mini.info, layer=layer, head=head)
    for text, found in zip(TEXTS, layer_steps(mini, TEXTS, wanted), strict=True):
        sent = layer_picture(mini.layer_steps(*text, layer=layer), head=head)
        assert found["arrays"].keys() == sent["arrays"].keys()
        for name, values in sent["arrays"].items():
            # Sums of products carry what differs in each factor.
            most = 2e-5 if name == "weights" else 5e-5 * max(1.0, np.abs(values).max())
            np.testing.assert_allclose(found["arrays"][name], values, rtol=0, atol=most, err_msg=name)
        for ours, theirs in zip(found["norms"], sent["norms"], strict=True):
            for name in ("mean", "deviation"):
                np.testing.assert_allclose(ours[name], theirs[name], atol=5e-5)
        np.testing.assert_allclose(found["heads"], sent["heads"], atol=7e-5)  # sent with four digits
