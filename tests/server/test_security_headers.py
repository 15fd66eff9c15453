"""What browsers are told to refuse, with every answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from bertviz_core.server.classes import classes_at
from bertviz_core.server.metrics import Metrics
from bertviz_core.server.readiness import Readiness
from bertviz_core.server.routes import server_routes
from bertviz_core.server.security_headers import SecurityHeaders
from bertviz_core.server.served_scripts import served_frame
from bertviz_core.settings import Settings, get_settings

INDEX = "<script>\n  window.first = 1\n</script><script src='a.js'></script><script>2</script>"


def client_of(tmp_path: Path, headers: dict[str, str] | None = None) -> TestClient:
    (tmp_path / "index.html").write_text(INDEX, encoding="utf-8")

    def page(_: Request) -> Response:
        return PlainTextResponse("ok", headers=headers)

    headers_too = Middleware(SecurityHeaders, index=tmp_path / "index.html")
    routes = [Route("/page", page), *server_routes(Readiness(), Metrics(), classes_at(None))]
    return TestClient(Starlette(routes=routes, middleware=[headers_too]))


def policy_of(answer: object) -> dict[str, list[str]]:
    text = answer.headers["content-security-policy"]  # type: ignore[attr-defined]
    return {name: sources for name, *sources in (part.split() for part in text.split(";"))}


@pytest.mark.parametrize("path", ["/page", "/nowhere", "/healthz", "/component-scripts/none.js"])
def test_every_answer_has_them(tmp_path: Path, path: str) -> None:
    answer = client_of(tmp_path).get(path)
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert "camera=()" in answer.headers["permissions-policy"]
    policy = policy_of(answer)
    assert policy["default-src"] == ["'self'"]
    assert policy["object-src"] == ["'none'"]
    assert policy["frame-ancestors"] == ["'self'"]


def test_scripts_in_a_page_run_only_if_the_front_end_has_them(tmp_path: Path) -> None:
    sources = policy_of(client_of(tmp_path).get("/page"))["script-src"]
    assert "'unsafe-inline'" not in sources
    assert len([source for source in sources if source.startswith("'sha256-")]) == 2
    assert "'sha256-1HNeOiZeFu7gP1lxi5tdAwGcB9i2xR+Q2jpmbuwTqzU='" in sources  # of `2`, as openssl has it


def test_an_answer_keeps_its_own(tmp_path: Path) -> None:
    answer = client_of(tmp_path, {"X-Content-Type-Options": "own", "Referrer-Policy": "own"}).get("/page")
    assert answer.headers.get_list("x-content-type-options") == ["own"]
    assert answer.headers.get_list("referrer-policy") == ["own"]


def test_a_frame_has_a_policy_of_its_own(tmp_path: Path) -> None:
    address = served_frame("frame", "<p>ñ", "default-src 'none'; sandbox allow-scripts")
    answer = client_of(tmp_path).get(address)
    assert answer.headers["content-type"].startswith("text/html")
    assert (answer.text, policy_of(answer)) == (
        "<p>ñ",
        {"default-src": ["'none'"], "sandbox": ["allow-scripts"], "frame-ancestors": ["'self'"]},
    )


def test_a_learning_platform_may_show_the_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BERTSCOPE_FRAME_ANCESTORS", "'self' https://moodle.example")
    get_settings.cache_clear()
    try:
        policy = policy_of(client_of(tmp_path).get("/page"))
        assert policy["frame-ancestors"] == ["'self'", "https://moodle.example"]
    finally:
        monkeypatch.undo()
        get_settings.cache_clear()


@pytest.mark.parametrize("wrong", ["'self'; script-src *", "a\r\nX: y", ""])
def test_nothing_else_gets_into_the_policy(wrong: str) -> None:
    with pytest.raises(ValidationError):
        Settings(frame_ancestors=wrong)
