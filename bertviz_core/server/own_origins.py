"""From which sites a browser may talk to the app: its own, and those that are named.

Streamlit takes every port of this machine for its own, and every one of the addresses that it finds.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

_PORTS = {"http": 80, "https": 443}
_REFUSED = 1008
"""Policy violation (RFC 6455)."""

Origin = tuple[str, str, int | None]


class OwnOrigins:
    """Middleware that refuses connections of other sites, and answers their requests as if nobody had asked.

    A browser that gets no header about its site shows it nothing of the answer.

    Args:
        app: What answers.
        named: Sites beside the address by which a browser came.
    """

    def __init__(self, app: ASGIApp, *, named: Iterable[str] = ()) -> None:
        self._app = app
        self._named = {_origin(site) for site in named} - {None}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is no other site's."""
        if scope["type"] not in ("http", "websocket") or self._is_own(scope):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": _REFUSED})
        else:
            headers = [header for header in scope["headers"] if header[0] != b"origin"]
            await self._app({**scope, "headers": headers}, receive, send)

    def _is_own(self, scope: Scope) -> bool:
        headers = dict(scope["headers"])
        if b"origin" not in headers:
            return True
        said = headers[b"origin"].decode("latin-1")
        host = headers.get(b"host", b"").decode("latin-1").lower()
        origin = _origin(said)
        return origin is not None and (urlsplit(said).netloc.lower() == host or origin in self._named)


def _origin(site: str) -> Origin | None:
    """Return scheme, name and port of a site; None of what is none, such as `null`."""
    try:
        parts = urlsplit(site.strip())
        port = parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return None
    return (parts.scheme, parts.hostname, port) if parts.scheme in _PORTS and parts.hostname else None
