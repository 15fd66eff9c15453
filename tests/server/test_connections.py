"""Connections that say nothing, or never finish, take no place and no memory from others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import uvicorn
from own_loop import run
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from bertviz_core.server.idle_connections import end_idle
from bertviz_core.server.unfinished_messages import LONGEST_LINE, UnfinishedMessages

UPGRADE = (
    "GET {address} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n{more}\r\n"
)


class Http(H11Protocol):
    """uvicorn's, which the test may change."""


class Sockets(WebSocketsSansIOProtocol):
    """uvicorn's, which the test may change."""


async def hello(_: Request) -> Response:
    return PlainTextResponse("hello")


async def sizes(socket: WebSocket) -> None:
    await socket.accept()
    async for data in socket.iter_bytes():
        await socket.send_text(f"{len(data)}")


@asynccontextmanager
async def serving() -> AsyncIterator[int]:
    routes = [Route("/", hello), WebSocketRoute("/stream", sizes)]
    options = {"lifespan": "off", "log_level": "critical", "timeout_graceful_shutdown": 0}
    config = uvicorn.Config(Starlette(routes=routes), port=0, http=Http, ws=Sockets, **options)
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    await task


Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def connected(port: int, begin: str = "") -> Connection:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(begin.encode("latin-1"))
    return reader, writer


async def socket(port: int) -> Connection:
    reader, writer = await connected(port, UPGRADE.format(address="/stream", more=""))
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    return reader, writer


def frame(size: int, *, first: int = 0x82) -> bytes:
    """Return the head of a message of so many bytes, with a mask that changes none."""
    return bytes([first, 0xFF]) + size.to_bytes(8) + bytes(4)


async def is_ended(reader: asyncio.StreamReader) -> bool:
    """Wait for the end of a connection."""
    try:
        return await asyncio.wait_for(reader.read(), 10) is not None
    except ConnectionError:
        return True


@pytest.mark.parametrize(
    "begin", ["", "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", "GET / HTTP/1.1\r\nHost: x\r\n\r\nGE"]
)
def test_who_asks_nothing_goes(begin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Http, "connection_made", H11Protocol.connection_made)
    end_idle(Http, patience_s=0.05)

    async def look() -> None:
        async with serving() as port:
            reader, _ = await connected(port, begin)
            assert await is_ended(reader)
            (listener, writer) = await socket(port)
            await asyncio.sleep(0.15)  # three times as long as who asks nothing has
            writer.write(frame(2) + b"ab")
            assert await listener.readexactly(3) == b"\x81\x012"
            writer.close()

    run(look())


def watched(monkeypatch: pytest.MonkeyPatch, **bounds: int) -> None:
    for name in ("data_received", "send_receive_event_to_app", "connection_lost"):
        monkeypatch.setattr(Sockets, name, getattr(WebSocketsSansIOProtocol, name))
    UnfinishedMessages(**bounds).watch(Sockets)


def test_a_message_that_never_ends_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    watched(monkeypatch, of_one=10_000, of_all=100_000)

    async def send() -> None:
        async with serving() as port:
            for parts in (
                [frame(90_000), b"x" * 20_000],
                [frame(9_000, first=0x02), b"x" * 9_000, frame(9_000, first=0x00), b"x" * 9_000],
                [frame(1, first=0x02), b"x", *([frame(0, first=0x00)] * 2_000)],
            ):
                reader, writer = await socket(port)
                writer.write(b"".join(parts))
                assert await is_ended(reader)
            reader, writer = await socket(port)
            for _ in range(3):  # one after the other they may be more
                writer.write(frame(9_000) + b"x" * 9_000)
                assert await reader.readexactly(6) == b"\x81\x049000"
            writer.close()

    run(send())


def test_of_all_that_are_too_much_the_largest_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    watched(monkeypatch, of_one=10_000, of_all=20_000)

    async def send() -> None:
        async with serving() as port:
            held = []
            for size in (7_000, 9_000, 3_000, 3_000):
                held.append(await socket(port))
                held[-1][1].write(frame(9_500) + b"x" * size)
                await held[-1][1].drain()
            assert await is_ended(held[1][0])
            held[0][1].write(b"x" * 2_500)
            assert await held[0][0].readexactly(6) == b"\x81\x049500"
            for _, writer in held:
                writer.close()

    run(send())


def test_a_handshake_that_cannot_be_read_is_answered_and_long_cookies_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watched(monkeypatch)
    monkeypatch.setattr("websockets.http11.MAX_LINE_LENGTH", LONGEST_LINE)

    async def come() -> None:
        async with serving() as port:
            for more in ("X-A: a\x01b\r\n", "".join(f"X-{number}: a\r\n" for number in range(200))):
                reader, _ = await connected(port, UPGRADE.format(address="/stream", more=more))
                assert (await asyncio.wait_for(reader.read(), 10)).startswith(b"HTTP/1.1 400 ")
            cookie = f"Cookie: a={'b' * 20_000}\r\n"
            reader, writer = await connected(port, UPGRADE.format(address="/stream", more=cookie))
            assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
            writer.close()

    run(come())


def test_the_app_is_served_so() -> None:
    import app

    assert app.app is not None
    for protocol, method, module in (
        (WebSocketsSansIOProtocol, "data_received", "unfinished_messages"),
        (H11Protocol, "connection_made", "idle_connections"),
    ):
        assert getattr(protocol, method).__module__ == f"bertviz_core.server.{module}"
