"""What tests with processes of their own need: where they start, and patience."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 200


def wait_for(condition: Callable[[], object]) -> None:
    """Wait until something is so; a test that waits in vain fails."""
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, "this did not happen"
        time.sleep(0.02)


def free_port() -> int:
    """Find a port that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])
