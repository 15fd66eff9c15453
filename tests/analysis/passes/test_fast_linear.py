"""Linear layers of batches: the same numbers by another library, in this thread only."""

from __future__ import annotations

import threading

import pytest
import torch

from bertviz_core.analysis.passes.fast_linear import fast_linear


@pytest.mark.parametrize("shape", [(1, 7), (5, 300), (3, 20, 40)])
@pytest.mark.parametrize("bias", [True, False])
def test_the_numbers_are_those_of_the_plain_layer(shape: tuple[int, ...], bias: bool) -> None:
    torch.manual_seed(0)
    layer, values = torch.nn.Linear(shape[-1], 24, bias=bias), torch.randn(shape)
    with torch.inference_mode():
        plain = layer(values)
        with fast_linear():
            other = layer(values)
            activated = torch.nn.functional.gelu(values)
        torch.testing.assert_close(other, plain, rtol=0, atol=1e-5)
        torch.testing.assert_close(activated, torch.nn.functional.gelu(values), rtol=0, atol=0)


def test_what_is_not_in_full_precision_or_learns_is_left_alone() -> None:
    layer, values = torch.nn.Linear(8, 4), torch.randn(3, 8)
    with fast_linear():
        layer(values).sum().backward()
        exact = layer.double()(values.double())
    assert layer.weight.grad is not None and exact.dtype == torch.float64


def test_other_threads_keep_the_plain_layer() -> None:
    layer, values, seen = torch.nn.Linear(64, 32), torch.randn(40, 64), []

    def ask() -> None:
        with torch.inference_mode():
            seen.append(layer(values))

    with torch.inference_mode():
        plain = layer(values)
    with fast_linear():
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()
    assert torch.equal(seen[0], plain)


def test_without_onednn_the_plain_layer_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.backends.mkldnn, "is_available", lambda: False)
    layer, values = torch.nn.Linear(64, 32), torch.randn(40, 64)
    with torch.inference_mode():
        plain = layer(values)
        with fast_linear():
            assert torch.equal(layer(values), plain)
