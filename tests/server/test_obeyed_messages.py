"""Of a WebSocket only what is obeyed passes."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket

from bertviz_core.server.obeyed_messages import ObeyedMessages


async def echo(socket: WebSocket) -> None:
    await socket.accept()
    async for data in socket.iter_bytes():
        await socket.send_bytes(data)


def test_what_is_not_obeyed_never_arrives() -> None:
    app = ObeyedMessages(
        Starlette(routes=[WebSocketRoute("/any/stream", echo)]), obeyed=lambda data: data != b"no"
    )
    with TestClient(app).websocket_connect("/any/stream") as socket:
        for data in (b"first", b"no", b"no"):
            socket.send_bytes(data)
        socket.send_text("a text, which nothing asks for")
        socket.send_bytes(b"last")
        assert [socket.receive_bytes(), socket.receive_bytes()] == [b"first", b"last"]
