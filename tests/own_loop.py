"""Coroutines in tests."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Answer = TypeVar("Answer")


def run(coroutine: Coroutine[Any, Any, Answer]) -> Answer:
    """Run a coroutine to its end, in a thread of its own.

    While a browser is open, Playwright's loop runs in that of the tests.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
