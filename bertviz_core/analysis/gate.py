"""How many forward passes this process runs at once."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from bertviz_core.errors import BusyError
from bertviz_core.settings import get_settings


@contextmanager
def forward_slot() -> Iterator[None]:
    """Hold one of the process's places for a forward pass.

    Raises:
        BusyError: No place came free within the settings' longest wait.
    """
    places = _places()
    if not places.acquire(timeout=get_settings().max_wait_s):
        raise BusyError("Many people are asking at once. Try again in a moment.")
    try:
        yield
    finally:
        places.release()


@lru_cache(maxsize=1)
def _places() -> threading.BoundedSemaphore:
    return threading.BoundedSemaphore(get_settings().concurrent_passes)
