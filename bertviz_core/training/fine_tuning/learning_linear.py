"""Linear layers that learn, by oneDNN: about twice as fast where MKL does not use AVX-512."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

import torch
from torch import Tensor

from bertviz_core.analysis.passes.fast_linear import linear_by


def fast_learning() -> AbstractContextManager[object]:
    """Let this thread's linear layers be computed so, where this build of PyTorch can.

    What comes out differs from PyTorch's own in the last digits only, and is the same each time.
    """
    return linear_by(_learning)


def _learning(args: Sequence[Any]) -> Tensor | None:
    if not _plain(args):
        return None
    values, weight, bias = (*args, None)[:3]
    layer: Tensor = _Linear.apply(values, weight, bias)
    return layer


def _plain(args: Sequence[Any]) -> bool:
    """Tell whether these are numbers that oneDNN computes in full precision."""
    return all(
        value is None or (value.dtype == torch.float32 and value.device.type == "cpu") for value in args
    ) and bool(args[0].numel())


class _Linear(torch.autograd.Function):
    """Values (..., in), weight (out, in), bias (out,) -> (..., out)."""

    @staticmethod
    def forward(ctx: Any, values: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
        """Compute the layer and keep what its gradients need."""
        ctx.save_for_backward(values, weight)
        return _product(values, weight, bias)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, Tensor | None, Tensor | None]:
        """Return the gradients of values, weight and bias, where they are wanted."""
        values, weight = ctx.saved_tensors
        rows = gradients[0].reshape(-1, weight.shape[0])  # (n, out)
        of_values, of_weight, of_bias = ctx.needs_input_grad
        return (
            _product(rows, weight.t()).view_as(values) if of_values else None,
            _product(rows.t(), values.reshape(-1, weight.shape[1]).t()) if of_weight else None,
            rows.sum(0) if of_bias else None,
        )


def _product(values: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    product: Tensor = torch.ops.mkldnn._linear_pointwise(values, weight, bias, "none", [], "")
    return product
