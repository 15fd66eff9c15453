"""Engines behind HTTP, in threads of the tests."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import urllib3
import uvicorn

from bertviz_core.engine import BertEngine
from bertviz_core.errors import ModelNotFoundError
from bertviz_core.server.passes.app import passes_app


@contextmanager
def served(engines: Mapping[str, BertEngine]) -> Iterator[str]:
    """Serve the passes of engines, by the ids of their models; yields the address."""

    async def find(model: str) -> BertEngine:
        if model not in engines:
            raise ModelNotFoundError("There is no “{model}”.", model=model)
        return engines[model]

    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        server = uvicorn.Server(uvicorn.Config(passes_app(find), log_level="error"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        try:
            urllib3.request("GET", f"{address}/healthz", timeout=30)
            yield address
        finally:
            server.should_exit = True
            thread.join()


def closed_address() -> str:
    """Return an address where nobody listens."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{listening.getsockname()[1]}"
