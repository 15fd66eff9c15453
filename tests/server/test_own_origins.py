"""A page of another site, another port of this machine too, has no connection and reads no answer."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from bertviz_core.server.own_origins import OwnOrigins


async def listen(socket: WebSocket) -> None:
    await socket.accept()
    await socket.close()


async def site(request: Request) -> PlainTextResponse:
    return PlainTextResponse(request.headers.get("origin", "nobody"))


@pytest.fixture
def client() -> TestClient:
    app = Starlette(routes=[WebSocketRoute("/stream", listen), Route("/", site)])
    named = OwnOrigins(app, named=["https://Bert.example.org/", "nonsense"])
    return TestClient(named, base_url="http://localhost:8501")


@pytest.mark.parametrize(
    "origin", [None, "http://localhost:8501", "https://localhost:8501", "https://bert.example.org"]
)
def test_its_own_and_named_ones_pass(client: TestClient, origin: str | None) -> None:
    headers = {"origin": origin} if origin else {}
    with client.websocket_connect("ws://localhost:8501/stream", headers=headers):
        pass
    assert client.get("/", headers=headers).text == (origin or "nobody")


@pytest.mark.parametrize(
    "origin",
    [
        "http://localhost:9000",
        "http://127.0.0.1:8501",
        "http://localhost",
        "https://evil.example",
        "https://bert.example.org:8443",
        "http://bert.example.org",
        "null",
        "http://[",
        "",
    ],
)
def test_others_do_not(client: TestClient, origin: str) -> None:
    with pytest.raises(WebSocketDisconnect):
        client.websocket_connect("ws://localhost:8501/stream", headers={"origin": origin}).__enter__()
    assert client.get("/", headers={"origin": origin}).text == "nobody"
