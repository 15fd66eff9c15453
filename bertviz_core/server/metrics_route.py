"""Who may read `/metrics`: whoever shows the token, or, where none is set, whoever asks on this machine."""

from __future__ import annotations

import asyncio
import secrets
from ipaddress import ip_address

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from bertviz_core.server.metrics import Metrics
from bertviz_core.settings import get_settings

_OF_A_PROXY = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
_THIS_MACHINE = {"localhost", "127.0.0.1", "::1"}


def metrics_route(metrics: Metrics) -> Route:
    """Return the address of the counters."""

    async def answer(request: Request) -> Response:
        if not _may_read(request):
            refusal = {"WWW-Authenticate": "Bearer"}
            return PlainTextResponse("not for you", status_code=401, headers=refusal)
        # Measuring looks at the disk and the queue.
        body = await asyncio.to_thread(metrics.text)
        return Response(body, media_type=CONTENT_TYPE_LATEST, headers={"cache-control": "no-store"})

    return Route("/metrics", answer)


def _may_read(request: Request) -> bool:
    if token := get_settings().metrics_token:
        kind, _, shown = request.headers.get("authorization", "").partition(" ")
        expected = token.get_secret_value().encode()
        return kind.lower() == "bearer" and secrets.compare_digest(shown.strip().encode("latin-1"), expected)
    # What a proxy on this machine passes on comes from here too, and so does what a page that somebody has
    # open in a browser asks of a name it made lead here.
    passed_on = any(name in request.headers for name in _OF_A_PROXY)
    return _is_here(request) and not passed_on and request.url.hostname in _THIS_MACHINE


def _is_here(request: Request) -> bool:
    try:
        address = ip_address(request.client.host if request.client else "")
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback
