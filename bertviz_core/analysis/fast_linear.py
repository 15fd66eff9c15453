"""Linear layers of large batches by oneDNN instead of the BLAS that PyTorch was built with.

PyTorch's builds for x86 take MKL, which on processors of AMD does not use AVX-512: there oneDNN is more than
twice as fast. What comes out differs in the last digits only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import torch
from torch import Tensor
from torch.overrides import TorchFunctionMode


def fast_linear() -> AbstractContextManager[object]:
    """Let this thread's linear layers be computed so, where this build of PyTorch can."""
    known = torch.backends.mkldnn.is_available() and hasattr(torch.ops.mkldnn, "_linear_pointwise")
    return _OneDnnLinear() if known else nullcontext()


class _OneDnnLinear(TorchFunctionMode):
    """Takes the place of `torch.nn.functional.linear`; every other function is left alone."""

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        if func is torch.nn.functional.linear and not kwargs and len(args) == 3 and _plain(args[0], args[1]):
            return torch.ops.mkldnn._linear_pointwise(*args, "none", [], "")
        return func(*args, **(kwargs or {}))


def _plain(values: Tensor, weight: Tensor) -> bool:
    """Tell whether these are numbers that oneDNN computes in full precision, with no gradient wanted."""
    same = values.dtype == weight.dtype == torch.float32
    return same and values.device.type == "cpu" and not torch.is_grad_enabled()
