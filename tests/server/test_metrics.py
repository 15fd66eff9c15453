"""What the process counts of itself, and who may read it."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from bertviz_core.analysis.passes.observed import counted_as, observers
from bertviz_core.engine import BertEngine
from bertviz_core.server import metrics_route as route
from bertviz_core.server.metrics import Metrics
from bertviz_core.settings import Settings

HERE, ELSEWHERE = ("127.0.0.1", 50_000), ("192.0.2.7", 50_000)


@pytest.fixture
def metrics(monkeypatch: pytest.MonkeyPatch) -> Metrics:
    counted = Metrics([("two", "Twice one", lambda: 2), ("away", "A service that is away", lambda: 1 / 0)])
    monkeypatch.setattr("bertviz_core.analysis.passes.observed.observers", [counted.observe])
    return counted


def client_of(metrics: Metrics, came_from: tuple[str, int], host: str = "localhost") -> TestClient:
    app = Starlette(routes=[route.metrics_route(metrics)])
    return TestClient(app, base_url=f"http://{host}:8501", client=came_from)


def value(metrics: Metrics, name: str, **labels: str) -> float:
    return metrics.registry.get_sample_value(name, labels) or 0.0


def test_a_question_counts_once_as_new_and_then_as_kept(metrics: Metrics, mini: BertEngine) -> None:
    with counted_as("attention"):
        for _ in range(3):
            mini.attention("Nobody else asks this of the counters.")
    mini.attention("Asked by nobody in particular.")
    assert value(metrics, "bertscope_questions_total", asked_by="attention", cached="false") == 1
    assert value(metrics, "bertscope_questions_total", asked_by="attention", cached="true") == 2
    assert value(metrics, "bertscope_questions_total", asked_by="other", cached="false") == 1
    assert value(metrics, "bertscope_batch_inputs_count") == 2
    assert value(metrics, "bertscope_stage_seconds_count", stage="wait") == 2
    assert value(metrics, "bertscope_stage_seconds_sum", stage="pass") > 0
    assert "Nobody" not in metrics.text().decode()


def test_passes_outside_of_the_queue_are_counted_too(metrics: Metrics, mini: BertEngine) -> None:
    long = "word " * 200
    mini.attention_layers(long, take=lambda layer, weights: None)
    assert value(metrics, "bertscope_questions_total", asked_by="other", cached="false") == 1
    assert value(metrics, "bertscope_stage_seconds_count", stage="pass") == 1


def test_what_cannot_be_measured_hides_nothing_else(metrics: Metrics) -> None:
    metrics.page_drawn("home", 0.2)
    text = metrics.text().decode()
    assert "two 2.0" in text
    assert 'bertscope_pages_total{page="home"} 1.0' in text
    assert "away" not in text


def test_without_a_token_only_this_machine_reads(metrics: Metrics) -> None:
    assert client_of(metrics, HERE).get("/metrics").headers["content-type"].startswith("text/plain")
    assert client_of(metrics, ("::ffff:127.0.0.1", 1)).get("/metrics").status_code == 200
    assert client_of(metrics, ELSEWHERE).get("/metrics").status_code == 401


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
def test_what_a_proxy_here_passes_on_is_from_elsewhere(metrics: Metrics, header: str) -> None:
    assert client_of(metrics, HERE).get("/metrics", headers={header: "127.0.0.1"}).status_code == 401


def test_a_name_that_leads_here_is_not_this_machine(metrics: Metrics) -> None:
    assert client_of(metrics, HERE, host="bert.example.org").get("/metrics").status_code == 401


def test_with_a_token_whoever_shows_it_reads(metrics: Metrics, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BERTSCOPE_METRICS_TOKEN", "sésamo")
    monkeypatch.setattr(route, "get_settings", Settings)
    there = client_of(metrics, ELSEWHERE, host="bert.example.org")
    shown = "Bearer sésamo".encode()
    assert there.get("/metrics", headers=[(b"authorization", shown)]).status_code == 200
    assert client_of(metrics, HERE).get("/metrics").status_code == 401
    assert there.get("/metrics", headers={"Authorization": "Bearer other"}).status_code == 401


def test_the_process_observes_itself() -> None:
    from bertviz_core.server.watched import metrics

    assert metrics.observe in observers
