"""So many are served at once, also tabs of one browser and people of one network; others are told why."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from bertviz_core.server.session_limits import TRY_AGAIN_LATER, Room, SessionLimits
from bertviz_core.server.visitor_cookie import COOKIE

PAGE = {"accept": "text/html,*/*"}
Connect = Callable[..., object]


class Server:
    """Visitors of a server with little room."""

    def __init__(self) -> None:
        async def listen(socket: WebSocket) -> None:
            await socket.accept()
            async for _ in socket.iter_bytes():
                pass

        async def page(_: Request) -> PlainTextResponse:
            return PlainTextResponse("a page")

        routes = [WebSocketRoute("/x/_stcore/stream", listen), Route("/{any:path}", page)]
        self.forgotten = threading.Event()
        self.app = SessionLimits(
            Starlette(routes=routes),
            room=Room(of_all=4, of_network=3, of_browser=2),
            forget=self.forgotten.set,
            forgotten_s=0,
        )

    def client(self, address: str = "192.0.2.1", browser: str = "") -> TestClient:
        client = TestClient(self.app, client=(address, 5))
        if browser:
            client.cookies.set(COOKIE, browser * 32)
        return client


@pytest.fixture
def server() -> Iterator[Server]:
    yield Server()


def opened(client: TestClient) -> int:
    return client.get("/attention", headers=PAGE).status_code


def test_a_browser_has_so_many_tabs_and_others_of_its_network_still_come(server: Server) -> None:
    tabs, neighbour = server.client(browser="a"), server.client(browser="b")
    with tabs.websocket_connect("/x/_stcore/stream"), tabs.websocket_connect("/x/_stcore/stream"):
        with pytest.raises(WebSocketDisconnect) as refused:
            tabs.websocket_connect("/x/_stcore/stream").__enter__()
        assert refused.value.code == TRY_AGAIN_LATER
        assert (opened(tabs), opened(neighbour)) == (503, 200)
        told = tabs.get("/", headers={**PAGE, "accept-language": "es-AR"})
        assert 'lang="es"' in told.text and told.headers["refresh"] == "20"
        # What is no page for people is answered as ever.
        assert tabs.get("/healthz", headers=PAGE).text == "a page"
        assert tabs.get("/static/x.js").text == "a page"
    assert opened(tabs) == 200


def test_a_network_has_so_many_and_all_together(server: Server) -> None:
    here, elsewhere = server.client(), server.client("198.51.100.1")
    with here.websocket_connect("/x/_stcore/stream"), here.websocket_connect("/x/_stcore/stream"):
        with server.client("192.0.2.200").websocket_connect("/x/_stcore/stream"):
            assert (opened(here), opened(elsewhere)) == (503, 200)
            with elsewhere.websocket_connect("/x/_stcore/stream"):
                assert opened(server.client("203.0.113.1")) == 503
            assert opened(server.client("203.0.113.1")) == 200


def test_closed_sessions_are_forgotten_afterwards(server: Server) -> None:
    with server.client().websocket_connect("/x/_stcore/stream"):
        assert not server.forgotten.is_set()
    with TestClient(server.app) as running, running.websocket_connect("/x/_stcore/stream"):
        pass
    assert server.forgotten.wait(5)
