"""The front end's files come compressed out of memory; everything else is answered behind."""

from __future__ import annotations

import gzip
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import pytest
from own_loop import run

from bertviz_core.server.front_end_files import FrontEndFiles

SCRIPT, FONT = "export default 1;\n" * 100, bytes(range(256))


@pytest.fixture
def files(tmp_path: Path) -> FrontEndFiles:
    folder = tmp_path / "static"
    (folder / "js").mkdir(parents=True)
    (folder / "js" / "index.abc.js").write_text(SCRIPT)
    (folder / "font.woff2").write_bytes(FONT)
    (tmp_path / "secret.js").write_text("secret")
    return FrontEndFiles(behind, folder=folder)


async def behind(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 404, "headers": []})
    await send({"type": "http.response.body", "body": b"behind"})


def ask(
    app: FrontEndFiles, path: str, *, method: str = "GET", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    """Ask as a server does, and return status, headers and body."""
    sent: list[MutableMapping[str, Any]] = []

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    asked = {"accept-encoding": "gzip, br"} | headers
    lines = [(name.replace("_", "-").encode(), value.encode()) for name, value in asked.items()]
    run(app({"type": "http", "method": method, "path": path, "headers": lines}, receive, send))
    answer = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], answer, b"".join(message.get("body", b"") for message in sent[1:])


def test_a_script_comes_compressed_and_may_be_kept(files: FrontEndFiles) -> None:
    for _ in range(2):
        status, headers, body = ask(files, "/static/js/index.abc.js")
        assert status == 200
        assert headers["content-type"] in ("text/javascript", "application/javascript")
        assert headers["content-length"] == str(len(body))
        assert headers["content-encoding"] == "gzip" and headers["vary"] == "Accept-Encoding"
        assert "immutable" in headers["cache-control"]
        assert gzip.decompress(body).decode() == SCRIPT


def test_a_font_comes_as_it_is(files: FrontEndFiles) -> None:
    status, headers, body = ask(files, "/static/font.woff2")
    assert (status, body) == (200, FONT)
    assert "content-encoding" not in headers


@pytest.mark.parametrize(
    "path",
    ["/", "/static/", "/static/js", "/static/../secret.js", "/static/%2e%2e/secret.js", "/js/index.abc.js"],
)
def test_anything_else_is_answered_behind(files: FrontEndFiles, path: str) -> None:
    assert ask(files, path)[2] == b"behind"


@pytest.mark.parametrize(
    "unusual", [{"method": "HEAD"}, {"accept_encoding": "identity"}, {"range": "bytes=0-3"}]
)
def test_what_is_no_plain_request_is_answered_behind(files: FrontEndFiles, unusual: dict[str, str]) -> None:
    asked = {name.replace("accept_encoding", "accept-encoding"): value for name, value in unusual.items()}
    assert ask(files, "/static/js/index.abc.js", **asked)[2] == b"behind"
