"""Addresses of Streamlit's own that visitors have no use for."""

from __future__ import annotations

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from bertviz_core.settings import get_settings

METRICS = "/_stcore/metrics"
"""Names the functions of the program, and tells how much of what visitors asked is kept."""


class ClosedAddresses:
    """Middleware that answers 404 at the metrics, unless the installation has them open."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on all other requests."""
        closed = scope["type"] == "http" and scope["path"].rstrip("/").endswith(METRICS)
        if closed and not get_settings().metrics:
            await PlainTextResponse("not found", status_code=404)(scope, receive, send)
            return
        await self._app(scope, receive, send)
