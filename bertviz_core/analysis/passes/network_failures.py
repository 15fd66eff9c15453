"""What a network of odd or damaged files does wrong, told in sentences."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from torch import Tensor

from bertviz_core.errors import BertScopeError, UnreadableModelError
from bertviz_core.results import ModelInfo

_log = logging.getLogger(__name__)


@contextmanager
def failures_told(info: ModelInfo) -> Iterator[None]:
    """Make a sentence of whatever a network raises; the cause is logged."""
    try:
        yield
    except BertScopeError:
        raise
    except Exception as error:
        _log.warning("A forward pass of %s failed", info.id, exc_info=error)
        raise UnreadableModelError(
            "“{model}” opens but fails when it reads a text: its files do not fit together. "
            "Choose another model.",
            model=info.id,
        ) from error


def require_numbers(values: Tensor, info: ModelInfo) -> Tensor:
    """Return the values a network answers with, all of which have to be numbers.

    Raises:
        UnreadableModelError: Some are not, or are infinite.
    """
    if not values.isfinite().all():
        raise UnreadableModelError(
            "“{model}” answers with values that are not numbers: its weights are damaged. "
            "Download or save the model again.",
            model=info.id,
        )
    return values


def require_layers(found: int, info: ModelInfo) -> None:
    """Refuse a network in which not every layer attended once.

    Raises:
        UnreadableModelError: More or fewer did than the model has.
    """
    if found != info.layers:
        raise UnreadableModelError(
            "“{model}” gives attention for {found} of {expected} layers. Choose another model.",
            model=info.id,
            found=found,
            expected=info.layers,
        )
