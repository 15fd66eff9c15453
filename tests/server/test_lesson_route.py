"""The address that sends a lesson: bounded, and only to whom may enter."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from urllib.parse import urlencode

import pytest
from own_loop import run
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.testclient import TestClient
from starlette.types import Message, Scope
from streamlit.web.server.starlette.starlette_gzip_middleware import SelectiveGZipMiddleware

from bertviz_core.server import lesson_route
from bertviz_core.server.classes import classes_at
from bertviz_core.server.lesson_route import (
    LARGEST_BODY,
    MOST_CHARACTERS,
    SAVED_A_MINUTE,
    AskedLesson,
    LessonFile,
    LessonRoute,
)
from bertviz_core.server.metrics import Metrics
from bertviz_core.server.readiness import Readiness
from bertviz_core.server.routes import server_routes

PIECES = [b"<!doctype html>", b"a" * 5000, b"</html>"]


class Writer:
    """Makes small pages, and keeps what was asked for."""

    def __init__(self) -> None:
        self.asked: list[AskedLesson] = []

    def __call__(self, asked: AskedLesson) -> LessonFile:
        self.asked.append(asked)
        return LessonFile(size=sum(map(len, PIECES)), pieces=iter(PIECES))


@pytest.fixture
def writer() -> Writer:
    return Writer()


@pytest.fixture
def client(writer: Writer) -> Iterator[TestClient]:
    compressed_anew = Middleware(SelectiveGZipMiddleware, minimum_size=1)
    app = Starlette(routes=[LessonRoute(writer).route()], middleware=[compressed_anew])
    with TestClient(app) as client:
        yield client


@pytest.mark.parametrize("before", ["", "/courses/bert"])
def test_the_page_is_sent_as_a_file(client: TestClient, writer: Writer, before: str) -> None:
    asked = {
        "language": "pt",
        "view": "next_sentence",
        "text": "Olá.\r\n\x00Tudo\x85",
        "pair": "ñ </script> 😀",
    }
    answer = client.post(f"{before}/lesson", data=asked)
    assert answer.content == b"".join(PIECES)
    assert answer.headers["content-length"] == str(len(answer.content)), "compressed with every answer"
    assert answer.headers["content-disposition"] == 'attachment; filename="bert-lesson-pt.html"'
    assert writer.asked == [
        AskedLesson(language="pt", view="next_sentence", text="Olá.   Tudo ", pair="ñ </script> 😀")
    ]


def test_what_is_not_understood_is_left_out(client: TestClient, writer: Writer) -> None:
    many = urlencode([(f"field{i}", "x") for i in range(50)])
    for body in (b"", b"\xff\xfe", b"language=xx&view=../../etc&text=%FF", b"text", many.encode()):
        assert client.post("/lesson", content=body).status_code == 200
    assert set(writer.asked) == {AskedLesson()}


def test_too_much_is_refused_before_anything_is_made(client: TestClient, writer: Writer) -> None:
    longest = client.post("/lesson", data={"text": "😀" * MOST_CHARACTERS})
    assert longest.status_code == 200
    answer = client.post("/lesson", data={"text": "a" * (MOST_CHARACTERS + 1), "language": "es"})
    assert answer.status_code == 413 and "8000" in answer.text and answer.text.startswith("Las frases")
    assert client.post("/lesson", content=b"a" * (LARGEST_BODY + 1)).status_code == 413
    assert len(writer.asked) == 1


def test_what_does_not_come_is_not_waited_for(writer: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lesson_route, "PATIENCE_S", 0.01)
    scope: Scope = {"type": "http", "method": "POST", "path": "/lesson", "headers": [], "query_string": b""}

    async def silent() -> Message:
        await asyncio.sleep(60)
        raise AssertionError

    async def gone() -> Message:
        return {"type": "http.disconnect"}

    for receive in (silent, gone):
        sent: list[Message] = []

        async def send(message: Message, sent: list[Message] = sent) -> None:
            sent.append(message)

        app = Starlette(routes=[LessonRoute(writer).route()])
        run(app(dict(scope), receive, send))
        assert sent[0]["status"] == 408
    assert writer.asked == []


def test_who_reads_nothing_loses_the_place_that_others_wait_for(
    writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lesson_route, "SENDING_S", 0.01)
    monkeypatch.setattr(lesson_route, "MOST_AT_ONCE", 1)
    scope: Scope = {"type": "http", "method": "POST", "path": "/lesson", "headers": [], "query_string": b""}
    app = Starlette(routes=[LessonRoute(writer).route()])

    async def receive() -> Message:
        if not given:
            given.append(True)
            return {"type": "http.request", "body": b"", "more_body": False}
        await asyncio.sleep(60)
        raise AssertionError

    for _ in range(2):  # the second one finds the place free
        given: list[bool] = []
        statuses: list[int] = []

        async def send(message: Message, statuses: list[int] = statuses) -> None:
            if "status" in message:
                statuses.append(message["status"])
            else:
                await asyncio.sleep(60)

        run(app(dict(scope), receive, send))
        assert statuses == [200]


def test_it_is_saved_so_often_in_a_minute(client: TestClient) -> None:
    statuses = [client.post("/lesson").status_code for _ in range(SAVED_A_MINUTE + 1)]
    assert statuses == [200] * SAVED_A_MINUTE + [429]


def test_so_many_are_on_their_way(
    client: TestClient, writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.post("/lesson").status_code == 200
    monkeypatch.setattr(lesson_route, "MOST_AT_ONCE", 0)
    assert client.post("/lesson").status_code == 503
    assert len(writer.asked) == 1


def test_who_may_not_enter_gets_none(writer: Writer) -> None:
    app = Starlette(routes=[LessonRoute(writer, lambda _: False).route()])
    assert TestClient(app).post("/lesson").status_code == 403
    assert writer.asked == []


def test_it_is_there_where_browsers_may_have_the_model(writer: Writer, settings: Callable[..., None]) -> None:
    def status() -> int:
        routes = server_routes(Readiness(), Metrics(), classes_at(None), write_lesson=writer)
        return TestClient(Starlette(routes=[*routes])).post("/lesson").status_code

    assert status() == 200
    settings(browser_model="off")
    assert status() == 404
