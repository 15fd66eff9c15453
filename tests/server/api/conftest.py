"""The API without a server: models are there, and nothing but the API answers."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from bertviz_core.engine import BertEngine
from bertviz_core.server.api import engines
from bertviz_core.server.api.routes import Api
from bertviz_core.server.metrics import Metrics

MANY = 1000


class InMemory:
    """Stands in for the models in memory: nothing is loaded twice in a session of tests."""

    def __init__(self, **models: BertEngine) -> None:
        self.models = models

    def begin(self, model: str) -> Future[BertEngine]:
        load: Future[BertEngine] = Future()
        load.set_result(self.models[model.replace(":", "_")])
        return load


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


@pytest.fixture
def client_of(
    monkeypatch: pytest.MonkeyPatch, mini: BertEngine, metrics: Metrics
) -> Callable[..., TestClient]:
    """Make a client of an API of its own; other models by name, `run_…` for `run:…`."""

    def make(a_minute: int = MANY, came_from: str = "192.0.2.7", **models: BertEngine) -> TestClient:
        monkeypatch.setattr(engines, "loaded_models", InMemory(mini=mini, **models))
        app = Starlette(routes=[*Api(metrics, a_minute).routes()])
        return TestClient(app, client=(came_from, 50_000), follow_redirects=False)

    return make


@pytest.fixture
def client(client_of: Callable[..., TestClient]) -> TestClient:
    return client_of()
