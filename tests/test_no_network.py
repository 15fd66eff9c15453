"""The guard in conftest.py refuses what leaves the machine and lets the rest through."""

import socket

import pytest


@pytest.mark.parametrize("address", [("192.0.2.1", 443), ("example.org", 443), ("2001:db8::1", 443, 0, 0)])
def test_a_connection_that_leaves_the_machine_is_refused(address: tuple[str, int]) -> None:
    family = socket.AF_INET6 if len(address) == 4 else socket.AF_INET
    with socket.socket(family) as client, pytest.raises(OSError, match="do not reach the network"):
        client.connect(address)


def test_a_connection_on_this_machine_works() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as client:
        client.connect(server.getsockname())
        assert client.getpeername() == server.getsockname()
