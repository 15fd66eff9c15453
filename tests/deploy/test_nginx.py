"""The configuration for nginx, in a real one before small servers: who gets where, and what stays inside."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx2 as httpx
import pytest
from copies_behind_nginx import Copy
from websockets.sync.client import connect

from benchmarks.nginx_under_test import FOLDER, free_ports, nginx_program, running_nginx

ROOT = Path(__file__).parent.parent.parent
BROWSER = {"accept": "text/html,*/*;q=0.8"}


class Behind:
    """nginx, and the copies behind it, of which each can be taken away."""

    def __init__(self, folder: Path) -> None:
        ports = free_ports(2)
        self.copies = {
            name: Copy(name, port, script=f"{name}.js")
            for name, port in zip(("app1", "app2"), ports, strict=True)
        }
        self._running = {name: ExitStack() for name in self.copies}
        self._nginx = ExitStack()
        for name in self.copies:
            self.start(name)
        addresses = {name: f"127.0.0.1:{copy.port}" for name, copy in self.copies.items()}
        self.url: str = self._nginx.enter_context(running_nginx(folder, addresses))

    @property
    def stream(self) -> str:
        return f"ws{self.url.removeprefix('http')}/_stcore/stream"

    def start(self, name: str) -> None:
        self._running[name].enter_context(self.copies[name].running())

    def end(self, name: str) -> None:
        self._running[name].close()

    def close(self) -> None:
        self._nginx.close()
        for name in self.copies:
            self.end(name)

    def visitor(self) -> httpx.Client:
        """Return a browser with a page open."""
        browser = httpx.Client(base_url=self.url, headers=BROWSER)
        browser.get("/")
        return browser

    def visitor_of(self, name: str) -> httpx.Client:
        browser = httpx.Client(base_url=self.url, headers=BROWSER)
        browser.cookies.set("bertscope_copy", name, domain="127.0.0.1")
        return browser


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Behind]:
    if nginx_program() is None:
        if os.environ.get("REQUIRE_NGINX"):
            pytest.fail("nginx is not installed")
        pytest.skip("nginx is not installed")
    everything = Behind(tmp_path)
    yield everything
    everything.close()


def test_a_visitor_stays_with_the_copy_that_answered_first(behind: Behind) -> None:
    came_to = set()
    for _ in range(6):
        visitor = behind.visitor()
        copy = visitor.cookies["bertscope_copy"]
        again = visitor.get("/attention", params={"text": "agua"})
        assert again.json()["copy"] == copy and "set-cookie" not in again.headers
        assert visitor.put("/_stcore/upload_file/a/b", content=b"12").json() | {"host": ""} == (
            again.json() | {"host": "", "received": 2}
        )
        cookie = {"Cookie": f"bertscope_copy={copy}"}
        with connect(behind.stream, additional_headers=cookie) as ws:
            assert ws.recv() == copy
        came_to.add(copy)
    assert came_to == {"app1", "app2"}


def test_a_connection_without_a_cookie_is_given_one_and_a_made_up_name_leads_nowhere_else(
    behind: Behind,
) -> None:
    with connect(behind.stream) as ws:
        assert f"bertscope_copy={ws.recv()};" in ws.response.headers["set-cookie"]
        assert "bertscope-copy" not in ws.response.headers
    answer = behind.visitor_of("127.0.0.1:1").get("/")
    assert answer.status_code == 200
    assert re.fullmatch(
        r"bertscope_copy=app[12]; Path=/; HttpOnly; SameSite=Lax", answer.headers["set-cookie"]
    )


def test_whose_copy_is_gone_moves_to_another_and_stays_there(behind: Behind) -> None:
    visitor = behind.visitor_of("app1")
    behind.end("app1")
    moved = visitor.get("/")
    assert moved.json()["copy"] == "app2" and visitor.cookies["bertscope_copy"] == "app2"
    behind.start("app1")
    assert visitor.get("/").json()["copy"] == "app2", "the visit is in the memory of the second one"


@pytest.mark.parametrize("state", ["loading", "leaving"])
def test_a_copy_that_cannot_serve_gets_nobody_new_and_keeps_who_is_there(behind: Behind, state: str) -> None:
    with connect(
        behind.stream,
        additional_headers={"Cookie": "bertscope_copy=app1"},
    ) as here:
        assert here.recv() == "app1"
        readiness = behind.copies["app1"].readiness
        readiness.ready, readiness.leaving = state != "loading", state == "leaving"
        assert {behind.visitor().cookies["bertscope_copy"] for _ in range(4)} == {"app2"}
        here.send("still here")
        assert here.recv() == "still here"
        upload = behind.visitor_of("app1").put("/_stcore/upload_file/a/b", content=b"1")
        assert upload.json()["copy"] == "app1"


def test_a_script_of_another_version_is_found_and_kept(behind: Behind) -> None:
    for asker in ("app1", "app2"):
        for owner in ("app1", "app2"):
            script = behind.visitor_of(asker).get(f"/component-scripts/{owner}.js", headers={"accept": "*/*"})
            assert script.text == owner and "immutable" in script.headers["cache-control"]
            assert "set-cookie" not in script.headers
    assert behind.visitor_of("app2").get("/component-scripts/none.js").status_code == 404
    behind.end("app1")
    behind.copies["app2"].asked.clear()
    assert behind.visitor_of("app2").get("/component-scripts/app1.js").text == "app1"
    assert behind.copies["app2"].asked == [], "nginx has it"


def test_what_is_done_only_once_is_not_sent_twice(behind: Behind) -> None:
    behind.end("app1")
    asked = behind.visitor_of("app1").post("/api/v1/tokens", content=b"{}")
    assert asked.json()["copy"] == "app2", "it got nowhere before"


def test_when_nobody_is_there_a_page_says_so_and_tries_again(behind: Behind) -> None:
    for name in behind.copies:
        behind.end(name)
    answer = behind.visitor_of("app1").get("/attention")
    assert answer.status_code == 503 and answer.headers["retry-after"] == "5"
    assert 'http-equiv="refresh"' in answer.text and "BERT Scope arranca" in answer.text


def test_who_somebody_is_says_nginx_and_not_the_visitor(behind: Behind) -> None:
    lies = {"x-forwarded-for": "10.9.8.7", "x-forwarded-proto": "https", "host": "bert.example.org"}
    told = behind.visitor().get("/", headers=lies).json()
    assert told["x-forwarded-for"] == "127.0.0.1" and told["x-forwarded-proto"] == "http"
    assert told["host"] == "bert.example.org"
    for closed in ("/metrics", "/readyz"):
        assert behind.visitor().get(closed).status_code == 404


def test_texts_enter_no_log(behind: Behind, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    behind.end("app1")
    visitor = behind.visitor_of("app1")
    visitor.get("/attention", params={"text": "secreto"}, headers={"referer": "http://a/?b=secreto"})
    behind.close()  # what it logs is written
    log = (tmp_path / "access.log").read_text(encoding="utf-8")
    assert "GET /attention" in log and "502, 200" in log, "what went wrong is told"
    assert "secreto" not in log + capfd.readouterr().err


def test_only_files_are_large_and_nothing_else_is_written_down(behind: Behind) -> None:
    visitor, body = behind.visitor(), b"x" * 2_000_000
    assert visitor.put("/_stcore/upload_file/a/b", content=body).json()["received"] == len(body)
    for address in ("/", "/api/v1/tokens", "/attention"):
        assert visitor.post(address, content=body).status_code == 413
    assert visitor.post("/api/v1/tokens", content=b"x" * 1_000_000).json()["received"] == 1_000_000


def test_who_signed_in_may_have_long_cookies(behind: Behind) -> None:
    cookie = f"bertscope_copy=app2; _streamlit_user={'a' * 12_000}"
    answer = behind.visitor().get("/", headers={"cookie": cookie})
    assert answer.json()["copy"] == "app2"


def test_a_file_may_be_as_large_as_the_app_takes() -> None:
    most = re.search(r"maxUploadSize = (\d+)", (ROOT / ".streamlit/config.toml").read_text(encoding="utf-8"))
    uploads = (
        (FOLDER / "nginx.conf").read_text(encoding="utf-8").partition("location /_stcore/upload_file/")[2]
    )
    bound = re.search(r"client_max_body_size (\d+)m;", uploads)
    assert most and bound and int(bound[1]) == int(most[1]) + 1
