"""What tells of the program is closed."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient
from streamlit.web.server.starlette.starlette_routes import ROUTE_METRICS

from bertviz_core.server.closed_addresses import METRICS, ClosedAddresses


@pytest.fixture
def client() -> TestClient:
    async def answer(_: Request) -> Response:
        return PlainTextResponse("told")

    return TestClient(ClosedAddresses(Starlette(routes=[Route("/{path:path}", answer)])))


@pytest.mark.parametrize("before", ["", "/courses/bert"])
def test_streamlits_metrics_are_closed(before: str, client: TestClient) -> None:
    assert client.get(before + METRICS).status_code == 404
    assert client.get(before + METRICS + "/").status_code == 404
    assert client.get(before + "/_stcore/health").text == "told"


def test_metrics_are_where_streamlit_has_them() -> None:
    assert METRICS == f"/{ROUTE_METRICS}"
