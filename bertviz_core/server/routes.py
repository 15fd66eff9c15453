"""Addresses of the server that are no pages."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route


class Readiness:
    """Whether visitors can be sent here; told at `/readyz`."""

    def __init__(self) -> None:
        self.ready = False

    async def answer(self, _: Request) -> Response:
        """Say `ok`, or 503 while the model is being loaded and where it could not be."""
        if self.ready:
            return PlainTextResponse("ok")
        return PlainTextResponse("loading", status_code=503, headers={"Retry-After": "1"})


def server_routes(readiness: Readiness) -> list[Route]:
    """Return the addresses that this server has beside its pages."""
    return [Route("/readyz", readiness.answer)]
