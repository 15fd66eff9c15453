"""Addresses of Streamlit's own that visitors have no use for."""

from __future__ import annotations

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

METRICS = "/_stcore/metrics"
"""Streamlit's, which names the functions of the program; those for who watches the app are at `/metrics`."""


class ClosedAddresses:
    """Middleware that answers 404 there."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on all other requests."""
        closed = scope["type"] == "http" and scope["path"].rstrip("/").endswith(METRICS)
        if closed:
            await PlainTextResponse("not found", status_code=404)(scope, receive, send)
            return
        await self._app(scope, receive, send)
