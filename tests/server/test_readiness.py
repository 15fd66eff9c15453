"""Whether the process answers, and whether visitors can be sent to it."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from bertviz_core.errors import BusyError
from bertviz_core.server import watched
from bertviz_core.server.readiness import Readiness, readiness_routes
from bertviz_core.settings import Settings


def client_of(readiness: Readiness) -> TestClient:
    return TestClient(Starlette(routes=[*readiness_routes(readiness)]))


def test_visitors_are_sent_here_once_the_model_is_there_and_until_the_end() -> None:
    readiness = Readiness()
    client = client_of(readiness)
    assert client.get("/healthz").text == "ok"
    assert client.get("/readyz").status_code == 503
    readiness.ready = True
    assert client.get("/readyz").text == "ok"
    readiness.leaving = True
    answer = client.get("/readyz")
    assert (answer.status_code, answer.text) == (503, "leaving")
    assert client.get("/healthz").text == "ok"


def test_a_service_that_is_away_keeps_visitors_away() -> None:
    def away() -> None:
        raise BusyError("The queue cannot be reached.")

    readiness = Readiness(away)
    readiness.ready = True
    answer = client_of(readiness).get("/readyz")
    assert (answer.status_code, answer.text) == (503, "The queue cannot be reached.")
    assert answer.headers["retry-after"] == "1"


def test_a_redis_is_asked_where_one_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched, "get_settings", Settings)
    watched._require_queue()  # none is set: nothing to reach
    monkeypatch.setenv("BERTSCOPE_REDIS_URL", "redis://127.0.0.1:1/0")
    from bertviz_core.jobs import queue

    monkeypatch.setattr(queue, "get_settings", Settings)
    with pytest.raises(BusyError):
        watched._require_queue()
