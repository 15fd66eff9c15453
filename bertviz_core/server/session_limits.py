"""How many people, and tabs of one browser, are served at once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from html import escape
from typing import NamedTuple

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from bertviz_core.errors import N_
from bertviz_core.locales import closest_language, translate
from bertviz_core.server.visit_rate import network_of
from bertviz_core.server.visitor_cookie import COOKIE, is_token
from bertviz_core.settings import get_settings

TRY_AGAIN_LATER = 1013
"""Why a connection is closed that came although there was no room (RFC 6455's registry)."""

RETRY_S = 20
"""After so many seconds a browser that found no room asks again by itself."""

FORGOTTEN_S = 61.0
"""A session is forgotten so long after its browser is gone: a second over `disconnectedSessionTTL`."""

_NO_PAGES = ("/_stcore/", "/api/v1", "/static/", "/media/", "/healthz", "/readyz", "/metrics")
_FULL = N_(
    "Many people are here just now, and there is no room for one more. This page tries again by itself."
)
_TABS = N_(
    "This browser has too many tabs of the app open. Close those that you need no more; this page tries "
    "again by itself."
)
_STYLE = """
:root { color-scheme: light dark; }
body { font: 18px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 20vh auto 0; padding: 0 1rem; }
"""


class Room(NamedTuple):
    """Sessions that are served at once."""

    of_all: int
    of_network: int
    """A lecture hall has one address."""
    of_browser: int


class SessionLimits:
    """Middleware that lets so many connections in, and shows a page that says why where there is no room.

    Args:
        app: What answers.
        room: How many there may be.
        forget: Lets go of sessions that nobody is connected to any more; called after each connection.
        forgotten_s: So long after it.
    """

    def __init__(
        self, app: ASGIApp, *, room: Room, forget: Callable[[], None], forgotten_s: float = FORGOTTEN_S
    ) -> None:
        self._app = app
        self._room = room
        self._forget, self._forgotten_s = forget, forgotten_s
        self._networks: Counter[str] = Counter()
        self._browsers: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what there is room for."""
        if scope["type"] == "websocket":
            await self._connect(scope, receive, send)
        elif _opens_page(scope) and (why := self._no_room(*_whose(scope))):
            await _say(why, scope)(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        network, browser = _whose(scope)
        if self._no_room(network, browser):
            await receive()
            await send({"type": "websocket.close", "code": TRY_AGAIN_LATER})
            return
        self._networks[network] += 1
        self._browsers[browser] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            for counted, name in ((self._networks, network), (self._browsers, browser)):
                counted[name] -= 1
                if not counted[name]:
                    del counted[name]
            asyncio.get_running_loop().call_later(self._forgotten_s, self._forget)

    def _no_room(self, network: str, browser: str) -> str | None:
        if browser and self._browsers[browser] >= self._room.of_browser:
            return _TABS
        full = self._networks.total() >= self._room.of_all or self._networks[network] >= self._room.of_network
        return _FULL if full else None


def room_for_sessions() -> Room:
    """Return what this installation has set."""
    settings = get_settings()
    return Room(settings.max_sessions, settings.max_network_sessions, settings.max_own_sessions)


def _whose(scope: Scope) -> tuple[str, str]:
    """Return the network and the token of a browser, which is empty before it has one."""
    connection = HTTPConnection(scope)
    token = connection.cookies.get(COOKIE)
    network = network_of(connection.client.host if connection.client else "")
    return network, str(token) if is_token(token) else ""


def _opens_page(scope: Scope) -> bool:
    if scope["type"] != "http" or scope["method"] != "GET":
        return False
    if any(address in scope["path"] for address in _NO_PAGES):
        return False
    return "text/html" in HTTPConnection(scope).headers.get("accept", "")


def _say(why: str, scope: Scope) -> HTMLResponse:
    language = closest_language(HTTPConnection(scope).headers.get("accept-language", "").partition(",")[0])
    page = (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>BERT Scope</title>'
        f"<style>{_STYLE}</style></head><body><main><p>{escape(translate(why, language))}</p></main></body>"
        "</html>"
    )
    again = {"refresh": f"{RETRY_S}", "retry-after": f"{RETRY_S}", "cache-control": "no-store"}
    return HTMLResponse(page, status_code=503, headers=again)
