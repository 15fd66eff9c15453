"""What holds for every test: no network, and no thread pool that outgrows a small machine."""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Iterator
from typing import Any

import pytest

# Read by the libraries when they are imported, which happens after this file.
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
os.environ.setdefault("OMP_NUM_THREADS", "2")


def is_local(address: object) -> bool:
    """Tell whether a socket address stays on this machine (Unix sockets do)."""
    if not isinstance(address, tuple):
        return True
    host = str(address[0])
    if host in {"", "localhost"}:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@pytest.fixture(scope="session", autouse=True)
def no_network() -> Iterator[None]:
    """Refuse connections that leave this machine: a test that needs them would fail in a lecture hall."""
    connect = socket.socket.connect

    def local_connect(self: socket.socket, address: Any) -> None:
        if not is_local(address):
            raise OSError(f"Tests do not reach the network: {address!r}")
        connect(self, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", local_connect)
        yield
