"""Addresses of the server that are no pages."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from bertviz_core.server.warm_up import WarmUp


def server_routes(warm_up: WarmUp) -> list[Route]:
    """Return them.

    Args:
        warm_up: What is loaded before the server is ready.
    """

    async def readyz(_: Request) -> Response:
        if warm_up.ready:
            return PlainTextResponse("ok")
        return PlainTextResponse("loading", status_code=503, headers={"Retry-After": "1"})

    return [Route("/readyz", readyz)]
