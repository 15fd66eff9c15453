"""What passes tell whoever counts them: how many, how large, how long; never of which text."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal, TypeAlias

Event: TypeAlias = Literal["kept", "asked", "batch", "wait", "pass"]
"""A question answered by a kept pass, or a new one; inputs of one batch; seconds in line, and computing."""

Observer: TypeAlias = Callable[[str, Event, float], None]
"""Is told, quickly and in any thread, who asked, what happened, and how much of it."""

NOBODY = "other"

observers: list[Observer] = []
"""Those of this process; without any, nothing is counted."""

_asked_by: ContextVar[str] = ContextVar("asked_by", default=NOBODY)


@contextmanager
def counted_as(asked_by: str) -> Iterator[None]:
    """Count what this thread asks meanwhile under a name: of a page, or of a question of the API."""
    token = _asked_by.set(asked_by)
    try:
        yield
    finally:
        _asked_by.reset(token)


def tell(event: Event, amount: float = 1.0) -> None:
    """Tell every observer."""
    for observer in observers:
        observer(_asked_by.get(), event, amount)


@contextmanager
def timed(event: Event) -> Iterator[None]:
    """Tell how many seconds it took, also where it failed."""
    start = time.perf_counter()
    try:
        yield
    finally:
        tell(event, time.perf_counter() - start)
