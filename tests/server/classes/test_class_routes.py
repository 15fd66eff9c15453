"""What a browser may say about a class, and the stream of events of a real server."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import pytest
import urllib3
import uvicorn
from starlette.applications import Starlette
from starlette.testclient import TestClient

from bertviz_core.server.classes import classes_at
from bertviz_core.server.classes.leading import Leading
from bertviz_core.server.classes.requests import LARGEST_BODY
from bertviz_core.server.classes.routes import GUESSES_A_MINUTE, MOST_TABS, STARTS_AN_HOUR, ClassRoutes
from bertviz_core.server.visitor_cookie import COOKIE


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(Starlette(routes=[*ClassRoutes(classes_at(None)).routes()])) as client:
        yield client


def lead(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def test_a_class_from_its_start_to_its_counts(client: TestClient) -> None:
    for base in ("", "/some/path"):
        started = client.post(f"{base}/class", json={}).json()
        code, token = started["code"], started["token"]
        own = f"{base}/class/{code}"
        address = "masked_words?text=El+perro+%5BMASK%5D."
        assert (
            client.post(f"{own}/address", json={"address": address}, headers=lead(token)).status_code == 200
        )
        question = {"kind": "word", "about": "El perro [MASK].", "model": [["ladra", 0.4]]}
        assert client.post(f"{own}/question", json=question, headers=lead(token)).status_code == 200
        for voter in range(6):
            client.cookies.set(COOKIE, f"{voter:032x}")
            vote = {"question": 1, "round": 1, "choice": "=cmd|' /C calc'!A0" if voter else "ladra"}
            assert client.post(f"{own}/vote", json=vote).status_code == 200
        for step in ("close", "show", "explain"):
            body = {"question": 1, "step": step}
            assert client.post(f"{own}/step", json=body, headers=lead(token)).status_code == 200
        state = client.get(f"{own.lower()}/state").json()
        assert state["address"] == address
        assert state["question"]["model"] == [["ladra", 0.4]]
        counts = client.post(f"{own}/counts", json={}, headers=lead(token))
        assert "ladra,1" in counts.text
        assert not any(line.split(",")[1].lstrip('"').startswith("=") for line in counts.text.splitlines())
        assert client.post(f"{own}/end", json={}, headers=lead(token)).status_code == 200
        assert client.get(f"{own}/state").json()["ended"]


@pytest.mark.parametrize(
    "address",
    [
        "https://elsewhere.example/attention",
        "//elsewhere.example",
        "attention#fragment",
        "../attention",
        "attention?text=a b",
        "javascript:alert(1)",
        "a" * 41,
        "attention?" + "a" * 8000,
        7,
        None,
    ],
)
def test_an_address_is_a_way_within_the_app(client: TestClient, address: object) -> None:
    started = client.post("/class", json={}).json()
    moved = client.post(
        f"/class/{started['code']}/address", json={"address": address}, headers=lead(started["token"])
    )
    assert moved.status_code == 422
    assert client.get(f"/class/{started['code']}/state").json()["address"] == ""


def test_what_does_not_fit_is_refused(client: TestClient) -> None:
    started = client.post("/class", json={}).json()
    own, headers = f"/class/{started['code']}", lead(started["token"])
    assert client.post(f"{own}/address", json={"address": "words"}).status_code == 403
    assert client.post(f"{own}/address", content="{}", headers=headers).status_code == 415
    assert (
        client.post(f"{own}/question", json={"kind": "word", "more": 1}, headers=headers).status_code == 422
    )
    long = {"kind": "word", "about": "a" * 601}
    assert client.post(f"{own}/question", json=long, headers=headers).status_code == 422
    many = {"kind": "head", "options": ["a"] * 13}
    assert client.post(f"{own}/question", json=many, headers=headers).status_code == 422
    huge = json.dumps({"kind": "a" * LARGEST_BODY})
    kind = {**headers, "Content-Type": "application/json"}
    assert client.post(f"{own}/question", content=huge, headers=kind).status_code == 413
    assert (
        client.post(f"{own}/step", json={"question": 1, "step": "close"}, headers=headers).status_code == 409
    )
    vote = {"question": 1, "round": 1, "choice": "a"}
    assert client.post(f"{own}/vote", json=vote).status_code == 403  # a browser without a cookie
    assert client.get(f"{own}/vote").status_code == 405


def test_codes_cannot_be_tried_one_after_the_other(client: TestClient) -> None:
    client.cookies.set(COOKIE, f"{1:032x}")
    said = [client.get(f"/class/AAAA{a}{b}/state").status_code for a in "ABCDEF" for b in "ABCDEF"]
    assert said[:GUESSES_A_MINUTE] == [404] * GUESSES_A_MINUTE
    assert set(said[GUESSES_A_MINUTE:]) == {429}


def test_made_up_cookies_start_no_more_classes_than_a_network_may() -> None:
    routes = ClassRoutes(classes_at(None)).routes()
    with TestClient(Starlette(routes=[*routes])) as client:
        said = []
        for browser in range(STARTS_AN_HOUR + 2):
            client.cookies.set(COOKIE, f"{browser:032x}")
            said.append(client.post("/class", json={}))
    assert [answer.status_code for answer in said] == [200] * STARTS_AN_HOUR + [429] * 2
    assert int(said[-1].headers["Retry-After"]) > 60


def test_who_may_not_enter_learns_of_no_class_and_says_nothing() -> None:
    routes = ClassRoutes(classes_at(None), lambda request: request.cookies.get("in") == "1").routes()
    with TestClient(Starlette(routes=[*routes])) as client:
        client.cookies.set("in", "1")
        started = client.post("/class", json={}).json()
        own, headers = f"/class/{started['code']}", lead(started["token"])
        client.cookies.clear()
        assert client.post("/class", json={}).status_code == 403
        for code in (started["code"], "AAAAAA", "nothing"):
            for name in ("events", "state"):
                assert client.get(f"/class/{code}/{name}").status_code == 403
        for name in ("address", "seen", "question", "step", "vote", "invitation", "host", "end", "counts"):
            assert client.post(f"{own}/{name}", json={}, headers=headers).status_code == 403


@contextmanager
def served(leading: Leading) -> Iterator[str]:
    loops: list[asyncio.AbstractEventLoop] = []

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        loops.append(asyncio.get_running_loop())
        yield

    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        app = Starlette(routes=[*ClassRoutes(leading).routes()], lifespan=lifespan)
        server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            loops[0].call_soon_threadsafe(leading.bulletin.close)
            server.should_exit = True
            thread.join(20)
            assert not thread.is_alive(), "the server waits for streams that are never through"


def test_events_tell_a_move_and_end_with_the_server() -> None:
    with served(leading := classes_at(None)) as url, urllib3.PoolManager(timeout=20) as client:
        started = client.request("POST", f"{url}/class", json={}).json()
        own = f"{url}/class/{started['code']}"
        events = client.request("GET", f"{own}/events", preload_content=False)
        assert events.headers["content-type"].startswith("text/event-stream")
        moved = {"address": "words?view=map"}
        client.request("POST", f"{own}/address", json=moved, headers=lead(started["token"]))
        heard, parts = b"", events.read_chunked()  # which, let go of, ends the connection
        for part in parts:
            heard += part
            if b"words?view=map" in heard:
                break
        assert b"words?view=map" in heard
        assert started["token"].encode() not in heard
        assert leading.bulletin.listeners == 1


def test_one_browser_has_so_many_streams_and_others_theirs() -> None:
    with served(leading := classes_at(None)) as url, urllib3.PoolManager(timeout=20, maxsize=50) as client:
        started = client.request("POST", f"{url}/class", json={}).json()

        def open_stream(browser: int) -> urllib3.BaseHTTPResponse:
            cookie = {"Cookie": f"{COOKIE}={browser:032x}"}
            own = f"{url}/class/{started['code']}/events"
            return client.request("GET", own, headers=cookie, preload_content=False)

        opened = []
        for _ in range(MOST_TABS):
            opened.append(open_stream(1).stream(8192))
            assert next(opened[-1])
        assert open_stream(1).status == 503
        assert open_stream(2).status == 200
        assert leading.bulletin.listeners <= MOST_TABS + 1
