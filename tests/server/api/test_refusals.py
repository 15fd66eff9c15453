"""What the API refuses, and how it says so."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from bertviz_core.errors import BusyError, MovedOnError, UnreadableModelError, UnsafeModelError
from bertviz_core.server.api import work
from bertviz_core.server.api.bodies import LARGEST_BODY
from bertviz_core.server.api.questions import QUESTIONS
from bertviz_core.server.visit_rate import BROWSERS_A_NETWORK, network_of
from bertviz_core.server.visitor_cookie import COOKIE


def ask(client: TestClient, body: object = None, name: str = "tokens", **options: Any) -> tuple[int, Any]:
    answer = client.post(f"/api/v1/{name}", json={"text": "a"} if body is None else body, **options)
    return answer.status_code, answer.json()["error"] if answer.is_error else None


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ({}, "text"),
        ({"text": ""}, "text"),
        ({"text": 7}, "text"),
        ({"text": "a" * 20_001}, "text"),
        ({"text": "a", "pair": ["b"]}, "pair"),
        ({"text": "a", "colour": "red"}, "colour"),
        ({"text": "a", "model": ""}, "model"),
        ([], "body"),
    ],
)
def test_a_body_that_does_not_fit_is_told_where(client: TestClient, body: object, named: str) -> None:
    status, error = ask(client, body)
    assert status == 422
    assert f"{named}: " in error["message"]
    assert error["message"] == error["template"].format(**error["fields"])


@pytest.mark.parametrize("sent", [b"", b"{", b'{"text": "\\ud800"}', b"\xff", b"[" * 100_000])
def test_what_is_no_json_is_refused(client: TestClient, sent: bytes) -> None:
    answer = client.post("/api/v1/tokens", content=sent, headers={"content-type": "application/json"})
    assert answer.status_code == 422


def test_nothing_of_what_was_sent_comes_back_in_a_fault(client: TestClient) -> None:
    _, error = ask(client, {"text": ["<script>secret"]})
    assert "secret" not in str(error)


def test_the_engine_says_itself_what_is_wrong(client: TestClient) -> None:
    status, error = ask(client, {"text": "no blank"}, "fill-mask")
    assert status == 422
    assert "[MASK]" in error["message"]


def test_other_ways_to_ask_are_refused(client: TestClient) -> None:
    assert client.get("/api/v1/tokens").status_code == 405
    assert client.get("/api/v1/tokens").headers["allow"] == "POST"
    assert client.get("/api/v1/models").json()["models"][0]["id"] == "mini"
    form = client.post("/api/v1/tokens", content=b'{"text": "a"}', headers={"content-type": "text/plain"})
    assert form.status_code == 415
    assert ask(client, name="horoscope")[0] == 404
    assert client.get("/api/v1/horoscope").status_code == 404


def test_too_much_is_not_read(client: TestClient) -> None:
    assert ask(client, {"text": "a" * LARGEST_BODY})[0] == 413


@pytest.mark.parametrize("model", ["/etc", ".", "../mini", "somebody/something", "mini ", "~"])
def test_only_listed_models_are_asked(client: TestClient, model: str) -> None:
    status, error = ask(client, {"text": "a", "model": model})
    assert status == 404
    assert "mini" in error["fields"]["allowed"]


def broken_by(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail(*_: object) -> Any:
        raise error

    question = QUESTIONS["tokens"]
    failing = type(question)(
        summary=question.summary, body=question.body, example=question.example, answer=fail
    )
    monkeypatch.setitem(QUESTIONS, "tokens", failing)  # type: ignore[misc]


@pytest.mark.parametrize(
    ("error", "status", "waits"),
    [
        (BusyError("Wait."), 503, True),
        (MovedOnError("Gone."), 503, True),
        (UnsafeModelError("Not here."), 403, False),
    ],
)
def test_each_error_has_its_status(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, waits: bool
) -> None:
    broken_by(monkeypatch, error)
    answer = client.post("/api/v1/tokens", json={"text": "a"})
    assert (answer.status_code, answer.json()["error"]["message"]) == (status, str(error))
    assert ("retry-after" in answer.headers) == waits


@pytest.mark.parametrize(
    "error", [ZeroDivisionError("inside"), UnreadableModelError("Its files are damaged.")]
)
def test_what_nobody_foresaw_has_a_number_in_the_log(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    broken_by(monkeypatch, error)
    with caplog.at_level(logging.ERROR):
        status, told = ask(client, {"text": "a private text"})
    assert status == 500
    assert str(error) not in told["message"]
    assert told["fields"]["number"] in caplog.text
    assert "private" not in caplog.text


def test_too_many_open_questions_are_refused(
    client_of: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work.Work.__init__, "__defaults__", (1, 0))
    answer = client_of().post("/api/v1/tokens", json={"text": "a"})
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")


def test_programs_of_a_network_share_a_bound(client_of: Callable[..., TestClient]) -> None:
    client = client_of(a_minute=2)
    assert [ask(client)[0] for _ in range(3)] == [200, 200, 429]
    refused = client.post("/api/v1/tokens", json={"text": "a"})
    assert 1 <= int(refused.headers["retry-after"]) <= 60
    cookie = {"cookie": f"{COOKIE}={'a' * 32}"}
    assert [ask(client, headers=cookie)[0] for _ in range(3)] == [200, 200, 429]
    assert ask(client, headers={"cookie": f"{COOKIE}=made-up"})[0] == 429


def test_made_up_cookies_end_at_the_bound_of_the_network(client_of: Callable[..., TestClient]) -> None:
    client = client_of(a_minute=1)
    answers = [
        ask(client, headers={"cookie": f"{COOKIE}={number:032x}"})[0]
        for number in range(BROWSERS_A_NETWORK + 1)
    ]
    assert answers == [200] * BROWSERS_A_NETWORK + [429]


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("192.0.2.77", "192.0.2.0/24"),
        ("::ffff:192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "unknown"),
    ],
)
def test_networks(host: str, network: str) -> None:
    assert network_of(host) == network


def test_the_api_can_be_switched_off(client_of: Callable[..., TestClient]) -> None:
    client = client_of(a_minute=0)
    assert ask(client)[0] == 404
    assert "<h2" not in client.get("/api/v1/").text
