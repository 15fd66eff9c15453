"""Addresses beside the pages: whether visitors may come, and the scripts of components."""

from __future__ import annotations

import json
import re

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from bertviz_core.server.classes import classes_at
from bertviz_core.server.metrics import Metrics
from bertviz_core.server.readiness import Readiness
from bertviz_core.server.routes import server_routes
from bertviz_core.server.served_scripts import served_script

SOURCE = "export default function view() { return 'ñandú'; }\n"


@pytest.fixture
def client() -> TestClient:
    return TestClient(Starlette(routes=[*server_routes(Readiness(), Metrics(), classes_at(None))]))


def address(loader: str) -> str:
    found = re.search(r'server \+ ("[^"]+")', loader)
    assert found
    name: str = json.loads(found[1])
    return name


@pytest.mark.parametrize("before", ["", "/courses/bert"])
def test_a_script_is_sent_compressed_and_may_be_kept(client: TestClient, before: str) -> None:
    answer = client.get(before + address(served_script("view", SOURCE)))
    assert answer.text == SOURCE
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]


def test_who_cannot_decompress_gets_it_as_it_is(client: TestClient) -> None:
    where = address(served_script("view", SOURCE))
    answer = client.get(where, headers={"accept-encoding": "identity"})
    assert answer.text == SOURCE
    assert "content-encoding" not in answer.headers
    assert client.head(where).status_code == 200


def test_another_script_has_another_name(client: TestClient) -> None:
    first, second = (address(served_script("view", text)) for text in (SOURCE, SOURCE + "\n"))
    assert first != second
    assert client.get(first).text == SOURCE


@pytest.mark.parametrize(
    "path", ["/component-scripts/", "/component-scripts/view-0.js", "/component-scripts/../app.py"]
)
def test_nothing_else_is_there(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404
