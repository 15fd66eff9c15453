"""What a request about a class says, who says it, and how it is refused."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import TypeVar

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from bertviz_core.errors import N_
from bertviz_core.server.api.refusals import Refused, refusal
from bertviz_core.server.classes.leading import NotAllowedError, NotNowError
from bertviz_core.server.classes.store import NoClassError, NoRoomError
from bertviz_core.server.visit_rate import VisitRate, network_of
from bertviz_core.server.visitor_cookie import COOKIE, is_token

FOLDER = "class"

LARGEST_BODY = 16_000

TOO_OFTEN = N_("That was too often in this minute. Try again in {seconds} seconds.")
_STATUS = {NoClassError: 404, NotAllowedError: 403, NotNowError: 409, NoRoomError: 503}

Body = TypeVar("Body", bound=BaseModel)
Answer = Callable[[Request, str], Awaitable[Response]]


async def told(do: Answer, request: Request, code: str) -> Response:
    """Return an answer, or the sentence why there is none; nobody keeps either."""
    try:
        answer = await do(request, code)
    except Exception as error:
        status = next((status for kind, status in _STATUS.items() if isinstance(error, kind)), None)
        if status is not None:
            error = Refused(status, error.template, **error.fields)  # type: ignore[attr-defined]
        answer = refusal(error, FOLDER)
    answer.headers["cache-control"] = "no-store"
    return answer


async def read(request: Request, kind: type[Body]) -> Body:
    """Read what was sent, up to a largest size. Raises `Refused`, `ValidationError`."""
    # A browser sends this kind to no other site without asking it first.
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refused(415, "Send JSON, with the header Content-Type: application/json.")
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LARGEST_BODY:
            raise Refused(413, "The request has over {most} bytes. Send less text.", most=LARGEST_BODY)
    return kind.model_validate_json(bytes(body) or json.dumps({}))


def token(request: Request) -> str:
    """Return the permission that is sent, empty without one."""
    kind, _, said = request.headers.get("authorization", "").partition(" ")
    return said.strip()[:200] if kind.lower() == "bearer" else ""


def asking(request: Request) -> tuple[str | None, str]:
    """Return the token of the browser that asks, None without one, and its network."""
    cookie = request.cookies.get(COOKIE)
    network = network_of(request.client.host if request.client else "")
    return str(cookie) if is_token(cookie) else None, network


def count(rate: VisitRate, request: Request) -> None:
    """Count a request. Raises `Refused` where there were too many."""
    if seconds := rate.wait_s(*asking(request)):
        refused = Refused(429, TOO_OFTEN, seconds=seconds)
        refused.headers["Retry-After"] = str(seconds)
        raise refused
