"""Files of visitors take no more memory than is allowed, whoever sends them, to whatever address."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from own_loop import run
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket

from bertviz_core.server.upload_limits import MOST_FILES, Held, UploadLimits


class Kept:
    """Files as a server keeps them."""

    def __init__(self) -> None:
        self.files: dict[str, dict[str, int]] = {}
        self.closed: set[str] = set()

    def held(self) -> dict[str, Held]:
        return {session: Held(len(of), sum(of.values())) for session, of in self.files.items() if of}

    def may_send(self, session: str) -> bool:
        return session != "stranger"

    def forget_closed(self) -> None:
        for session in self.closed:
            self.files.pop(session, None)


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.fixture
def client(kept: Kept) -> TestClient:
    async def take(request: Request) -> Response:
        size = 0
        async for chunk in request.stream():
            size += len(chunk)
        of_session = kept.files.setdefault(request.path_params["session"], {})
        of_session[request.path_params["file"]] = size if request.method == "PUT" else 0
        return Response(status_code=204)

    async def listen(socket: WebSocket) -> None:
        await socket.accept()
        await socket.close()

    address = "/courses/_stcore/upload_file/{session}/{file}"
    routes = [
        Route(address, take, methods=["PUT", "DELETE"]),
        WebSocketRoute("/_stcore/stream", listen),
    ]
    return TestClient(
        UploadLimits(Starlette(routes=routes), uploads=kept, of_session=1_000, of_all=1_500, grace_s=0)
    )


def send(client: TestClient, session: str, file: str, size: int) -> int:
    return client.put(f"/courses/_stcore/upload_file/{session}/{file}", content=b"x" * size).status_code


def test_a_session_keeps_so_much_and_no_more(client: TestClient, kept: Kept) -> None:
    assert [send(client, "a", f"{number}", 400) for number in range(4)] == [204, 204, 413, 413]
    assert kept.held() == {"a": Held(2, 800)}
    assert send(client, "a", "small", 100) == 204


def test_all_sessions_together_keep_so_much_and_no_more(client: TestClient, kept: Kept) -> None:
    assert [send(client, session, "x", 600) for session in "abc"] == [204, 204, 413]
    assert sum(of.size for of in kept.held().values()) == 1_200


def test_of_strangers_nothing_is_kept(client: TestClient, kept: Kept) -> None:
    assert send(client, "stranger", "x", 100) == 403
    assert not kept.held()


def test_who_left_makes_room(client: TestClient, kept: Kept) -> None:
    assert [send(client, session, "x", 600) for session in "ab"] == [204, 204]
    kept.closed = {"a"}
    assert send(client, "c", "x", 600) == 204
    assert set(kept.held()) == {"b", "c"}


def test_a_file_that_does_not_say_how_large_it_is_ends_where_the_room_does(
    client: TestClient, kept: Kept
) -> None:
    sent = 0

    def parts() -> Iterator[bytes]:
        nonlocal sent
        for _ in range(100):
            sent += 100
            yield b"x" * 100

    answer = client.put("/courses/_stcore/upload_file/a/x", content=parts())
    assert answer.status_code == 413
    assert "no room" in answer.text
    assert kept.held() == {}
    assert send(client, "a", "x", 1_000) == 204  # what was on its way counts no more


def test_small_files_are_counted(client: TestClient, kept: Kept) -> None:
    kept.files["a"] = {str(number): 0 for number in range(MOST_FILES)}
    assert send(client, "a", "more", 0) == 429
    assert send(client, "b", "first", 0) == 204


def test_other_requests_are_nobodys_files(client: TestClient) -> None:
    assert client.put("/else", content=b"x" * 5_000).status_code == 404
    assert client.delete("/courses/_stcore/upload_file/a/x").status_code == 204


def test_files_go_when_the_connection_has_ended() -> None:
    kept = Kept()
    kept.files["a"], kept.closed = {"x": 1}, {"a"}

    async def connection_that_ends(*_: object) -> None:
        assert kept.held()

    async def visit() -> None:
        app = UploadLimits(connection_that_ends, uploads=kept, of_session=1, of_all=1, grace_s=0)
        await app({"type": "websocket"}, None, None)  # type: ignore[arg-type]
        assert kept.held()  # a browser may come back
        while kept.held():
            await asyncio.sleep(0)

    run(asyncio.wait_for(visit(), 20))
