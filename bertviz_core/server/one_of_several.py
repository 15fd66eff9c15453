"""A copy among several behind one address: says its name, and takes nobody in while it cannot serve."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bertviz_core.server.readiness import Readiness
from bertviz_core.settings import get_settings

HEADER = "bertscope-copy"
"""Whoever stands before the copies keeps a visitor with the one named here, in whose memory the visit is."""


class OneOfSeveral:
    """Middleware that names the copy, and may answer 503 to who opens a page or a connection.

    While the model loads, and from SIGTERM on, others serve new visitors sooner; those who are here stay.

    Args:
        app: What answers.
        name: Of this copy.
        readiness: Of this copy.
    """

    def __init__(self, app: ASGIApp, *, name: str, readiness: Readiness) -> None:
        self._app = app
        self._readiness = readiness
        self._header = HEADER.encode(), name.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, with the name."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        if _opens(scope) and (self._readiness.leaving or not self._readiness.ready):
            # To a handshake of a WebSocket too, whose end would tell of a refusal (403).
            await PlainTextResponse("another copy", 503, {"Retry-After": "1"})(scope, receive, send)
            return

        async def send_with_name(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.accept"):
                message["headers"] = [*message.get("headers", ()), self._header]
            await send(message)

        await self._app(scope, receive, send_with_name)


def _opens(scope: Scope) -> bool:
    """Tell whether somebody comes: a browser that opens a page, or its WebSocket."""
    if scope["type"] == "websocket":
        return True
    return scope["method"] == "GET" and "text/html" in Headers(scope=scope).get("accept", "")


def among_several(readiness: Readiness) -> list[Middleware]:
    """Return what a copy with a name needs; nothing for one that is alone."""
    name = get_settings().copy_name
    return [Middleware(OneOfSeveral, name=name, readiness=readiness)] if name else []
