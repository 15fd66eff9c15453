"""Whether the process answers, and whether visitors can be sent to it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from bertviz_core.errors import BertScopeError

KEPT_S = 1.5
"""So long what was found holds: whoever asks often asks no other service as often."""

Check = Callable[[], object]
"""Looks, in a thread, for what visitors need, and raises `BertScopeError` where it is not there."""


class Readiness:
    """What is told at `/readyz`.

    Args:
        *checks: Done once the model is there, by one at a time.
    """

    def __init__(self, *checks: Check) -> None:
        self.ready = False
        """The model is loaded."""
        self.leaving = False
        """The process was asked to end, and finishes what it has begun."""
        self._checks = checks
        self._looking: asyncio.Task[str] | None = None
        self._looked = -KEPT_S

    async def answer(self, _: Request) -> Response:
        """Say `ok`, or 503 and why: the model is being loaded or could not be, a service is away, the end."""
        if self.leaving:
            return _not_now("leaving")
        if not self.ready:
            return _not_now("loading")
        reason = await self._missing()
        return _not_now(reason) if reason else PlainTextResponse("ok")

    async def _missing(self) -> str:
        """Return why visitors cannot be served, empty where nothing is missing."""
        if not self._checks:
            return ""
        if self._looking is None or (self._looking.done() and time.monotonic() - self._looked > KEPT_S):
            self._looking = asyncio.create_task(self._look())
        return await asyncio.shield(self._looking)

    async def _look(self) -> str:
        try:
            for check in self._checks:
                await asyncio.to_thread(check)
        except BertScopeError as error:
            return str(error)
        finally:
            self._looked = time.monotonic()
        return ""


def _not_now(reason: str) -> Response:
    return PlainTextResponse(reason, status_code=503, headers={"Retry-After": "1"})


async def healthz(_: Request) -> Response:
    """Say that the process answers, whatever it has loaded."""
    return PlainTextResponse("ok")


def readiness_routes(readiness: Readiness) -> list[Route]:
    """Return the addresses for whoever watches over the process."""
    return [Route("/healthz", healthz), Route("/readyz", readiness.answer)]
