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


def run_in_main_thread(coroutine: Coroutine[Any, Any, Answer]) -> Answer:
    """Run a coroutine that needs the thread of the tests, as handlers of signals do."""
    others = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        return asyncio.run(coroutine)
    finally:
        asyncio._set_running_loop(others)
