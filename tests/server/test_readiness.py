"""Whether the process answers, and whether visitors can be sent to it."""

from __future__ import annotations

from typing import Any

import pytest
from engine_under_test import closed_address, served
from starlette.applications import Starlette
from starlette.testclient import TestClient

from bertviz_core.analysis.passes import engine_client
from bertviz_core.analysis.passes.engine_client import EngineClient
from bertviz_core.engine import BertEngine
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


def test_who_asks_often_asks_no_service_as_often() -> None:
    looked = []
    readiness = Readiness(lambda: looked.append(1))
    readiness.ready = True
    client = client_of(readiness)
    assert {client.get("/readyz").text for _ in range(5)} == {"ok"}
    assert len(looked) == 1


def test_an_engine_is_asked_where_it_is_another_process(
    monkeypatch: pytest.MonkeyPatch, mini: BertEngine
) -> None:
    monkeypatch.setattr(watched, "get_settings", Settings)
    watched._require_engine()  # the engine is in this process
    with served({"mini": mini}) as address:
        monkeypatch.setenv("BERTSCOPE_ENGINE_URL", f"{closed_address()},{address}")
        options: dict[str, Any] = {"token": None, "wait_s": 5.0, "connections": 1}
        client = EngineClient(Settings().engine_addresses, **options)
        monkeypatch.setattr(engine_client, "engine_client", lambda: client)
        watched._require_engine()  # one of the two is enough
    with pytest.raises(BusyError):
        watched._require_engine()


def test_a_redis_is_asked_where_one_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched, "get_settings", Settings)
    watched._require_queue()  # none is set: nothing to reach
    monkeypatch.setenv("BERTSCOPE_REDIS_URL", "redis://127.0.0.1:1/0")
    from bertviz_core.jobs import queue

    monkeypatch.setattr(queue, "get_settings", Settings)
    with pytest.raises(BusyError):
        watched._require_queue()
