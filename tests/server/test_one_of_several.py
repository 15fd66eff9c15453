"""A copy among several says its name, and lets others take new visitors while it cannot serve them."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocket

from bertviz_core.server.one_of_several import HEADER, OneOfSeveral, among_several
from bertviz_core.server.readiness import Readiness
from bertviz_core.settings import get_settings

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


async def stream(socket: WebSocket) -> None:
    await socket.accept(headers=[(b"own", b"1")])
    await socket.send_text("here")
    await socket.close()


def anything(_: Request) -> Response:
    return PlainTextResponse("ok")


def client_of(readiness: Readiness) -> TestClient:
    routes = [WebSocketRoute("/stream", stream), Route("/{path:path}", anything, methods=["GET", "PUT"])]
    return TestClient(OneOfSeveral(Starlette(routes=routes), name="app7", readiness=readiness))


def test_every_answer_bears_the_name() -> None:
    readiness = Readiness()
    readiness.ready = True
    client = client_of(readiness)
    assert client.get("/", headers=BROWSER).headers[HEADER] == "app7"
    assert client.put("/_stcore/upload_file/a/b").headers[HEADER] == "app7"
    with client.websocket_connect("/stream") as socket:
        assert dict(socket.extra_headers or [])[HEADER.encode()] == b"app7"
        assert socket.receive_text() == "here"


@pytest.mark.parametrize(("ready", "leaving"), [(False, False), (True, True)])
def test_nobody_is_taken_in_while_it_cannot_serve_and_who_is_here_goes_on(ready: bool, leaving: bool) -> None:
    readiness = Readiness()
    readiness.ready, readiness.leaving = ready, leaving
    client = client_of(readiness)
    refused = client.get("/attention", headers=BROWSER)
    assert refused.status_code == 503 and HEADER not in refused.headers
    with pytest.raises(WebSocketDenialResponse) as denied, client.websocket_connect("/stream"):
        pass
    assert denied.value.status_code == 503
    for path in ("/media/a.png", "/_stcore/health", "/healthz"):
        assert client.get(path, headers={"accept": "*/*"}).text == "ok"
    assert client.put("/_stcore/upload_file/a/b").text == "ok"


def test_a_copy_that_is_alone_has_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    get_settings.cache_clear()
    assert among_several(Readiness()) == []
    monkeypatch.setenv("BERTSCOPE_COPY_NAME", "app2")
    get_settings.cache_clear()
    [middleware] = among_several(Readiness())
    assert middleware.kwargs["name"] == "app2"
    get_settings.cache_clear()
