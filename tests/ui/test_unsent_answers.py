"""A browser that reads nothing is cut off, and what waited for it is let go of."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from own_loop import run
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.session_manager import SessionClientDisconnectedError
from streamlit.web.server.starlette import starlette_websocket

import app  # noqa: F401 - what serves visitors
from bertviz_core.ui.unsent_answers import BoundedClient


class Socket:
    """A connection whose other end reads when it is told to."""

    headers: dict[str, str] = {}  # noqa: RUF012
    cookies: dict[str, str] = {}  # noqa: RUF012
    client = None

    def __init__(self) -> None:
        self.reads = asyncio.Event()
        self.sent: list[int] = []
        self.closed: int | None = None

    async def send_bytes(self, payload: bytes) -> None:
        await self.reads.wait()
        self.sent.append(len(payload))

    async def close(self, code: int) -> None:
        self.closed = code


def message(size: int) -> ForwardMsg:
    return ForwardMsg(hash="x" * size)


@pytest.fixture(autouse=True)
def little_room(settings: Callable[..., None]) -> None:
    settings(max_own_unsent_bytes="1000", max_unsent_bytes="1500")


def test_the_app_speaks_so() -> None:
    assert starlette_websocket.StarletteSessionClient is BoundedClient


def test_who_reads_nothing_is_cut_off_and_all_is_let_go_of() -> None:
    async def visit() -> None:
        socket = Socket()
        client = BoundedClient(socket)
        for _ in range(3):
            client.write_forward_msg(message(300))
            await asyncio.sleep(0)
        with pytest.raises(SessionClientDisconnectedError):
            client.write_forward_msg(message(300))
        await asyncio.sleep(0.01)
        assert socket.closed == 1013
        with pytest.raises(SessionClientDisconnectedError):
            client.write_forward_msg(message(1))
        await client.aclose()
        assert BoundedClient.unsent_of_all == 0

    run(visit())


def test_who_reads_gets_any_amount_and_one_large_answer() -> None:
    async def visit() -> None:
        socket = Socket()
        socket.reads.set()
        client = BoundedClient(socket)
        for size in (900, 900, 5_000, 900):
            client.write_forward_msg(message(size))
            await asyncio.sleep(0.001)
        assert len(socket.sent) == 4 and BoundedClient.unsent_of_all == 0
        await client.aclose()

    run(visit())


def test_all_together_have_so_much() -> None:
    async def visit() -> None:
        sockets = Socket(), Socket()
        clients = [BoundedClient(socket) for socket in sockets]
        for client in clients:
            client.write_forward_msg(message(700))
        with pytest.raises(SessionClientDisconnectedError):
            clients[0].write_forward_msg(message(200))
        clients[1].write_forward_msg(message(200))
        for client in clients:
            await client.aclose()
        assert BoundedClient.unsent_of_all == 0

    run(visit())
