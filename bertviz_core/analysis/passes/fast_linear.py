"""Linear layers of large batches by oneDNN instead of the BLAS that PyTorch was built with.

PyTorch's builds for x86 take MKL, which on processors of AMD does not use AVX-512: there oneDNN is more than
twice as fast. What comes out differs in the last digits only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from typing import Any

import torch
from torch import Tensor
from torch.overrides import TorchFunctionMode

Compute = Callable[[Sequence[Any]], Tensor | None]
"""Gets values, weight and bias (which may be left out); None where PyTorch is to compute the layer."""


# Each thread sees only its own.
_replaced: ContextVar[bool] = ContextVar("linear_replaced", default=False)


def fast_linear() -> AbstractContextManager[object]:
    """Let this thread's linear layers be computed so, where this build of PyTorch can."""
    return linear_by(_product)


def linear_by(compute: Compute) -> AbstractContextManager[object]:
    """Let something that asks oneDNN take the place of this thread's linear layers, where it can be asked."""
    known = torch.backends.mkldnn.is_available() and hasattr(torch.ops.mkldnn, "_linear_pointwise")
    return _replacing(compute) if known else nullcontext()


@contextmanager
def _replacing(compute: Compute) -> Iterator[None]:
    token = _replaced.set(True)
    try:
        with _OtherLinear(compute):
            yield
    finally:
        _replaced.reset(token)


def is_linear_replaced() -> bool:
    """Tell whether this thread's linear layers are computed by something else now."""
    return _replaced.get()


class _OtherLinear(TorchFunctionMode):
    """Takes the place of `torch.nn.functional.linear`; every other function is left alone."""

    def __init__(self, compute: Compute) -> None:
        super().__init__()
        self._compute = compute

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        if func is torch.nn.functional.linear and not kwargs:
            computed = self._compute(args)
            if computed is not None:
                return computed
        return func(*args, **(kwargs or {}))


def _product(args: Sequence[Any]) -> Tensor | None:
    if len(args) != 3 or not _plain(args[0], args[1]):
        return None
    product: Tensor = torch.ops.mkldnn._linear_pointwise(*args, "none", [], "")
    return product


def _plain(values: Tensor, weight: Tensor) -> bool:
    """Tell whether these are numbers that oneDNN computes in full precision, with no gradient wanted."""
    same = values.dtype == weight.dtype == torch.float32
    return same and values.device.type == "cpu" and not torch.is_grad_enabled()
