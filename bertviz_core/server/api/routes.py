"""The addresses under `/api/v1/`: a question is sent with POST, its document comes back."""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Iterable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from bertviz_core.documents import Document
from bertviz_core.server.api.bodies import LARGEST_BODY
from bertviz_core.server.api.engines import loaded_engine
from bertviz_core.server.api.open_api import open_api
from bertviz_core.server.api.page import api_page
from bertviz_core.server.api.questions import QUESTIONS, ApiQuestion
from bertviz_core.server.api.rate import RequestRate
from bertviz_core.server.api.refusals import Refused, refusal
from bertviz_core.server.api.work import Work
from bertviz_core.server.bodies_read import BodiesRead
from bertviz_core.server.metrics import Metrics

FOLDER = "api/v1"

_SMALL = 1000
"""Bytes that are not worth compressing."""


class Api:
    """The JSON API of one process.

    Args:
        metrics: Where answers are counted.
        a_minute: Questions that one browser may put in a minute; 0 switches the API off.
        redis_url: Where copies of the app count together; when None each counts its own.
    """

    def __init__(self, metrics: Metrics, a_minute: int, redis_url: str | None = None) -> None:
        self._metrics = metrics
        self._rate = RequestRate(a_minute, redis_url) if a_minute else None
        self._work = Work()
        self._bodies = BodiesRead(LARGEST_BODY, "The request has over {most} bytes. Send less text.")

    def routes(self) -> list[Route]:
        """Return the addresses; that of the app may begin with a path, of which routes are not told."""
        start = f"/{{before:path}}{FOLDER}"
        return [
            Route(start, self._to_folder),
            Route(f"{start}/", self._page),
            Route(f"{start}/openapi.json", self._open_api),
            Route(f"{start}/{{question:path}}", self._ask, methods=["GET", "POST"]),
        ]

    async def _ask(self, request: Request) -> Response:
        name = request.path_params["question"]
        known = name if name in QUESTIONS else "unknown"
        try:
            answer = await self._answer(request, name)
        except Exception as error:
            answer = refusal(error, known)
        answer.headers["cache-control"] = "no-store"
        self._metrics.answered(known, answer.status_code)
        return answer

    async def _answer(self, request: Request, name: str) -> Response:
        if self._rate is None:
            raise Refused(404, "The API is switched off on this installation.")
        question = QUESTIONS.get(name)
        if question is None:
            raise Refused(
                404,
                "There is no such question. Ask one of these: {questions}.",
                questions=", ".join(QUESTIONS),
            )
        await self._rate.count(request)
        body = question.body.model_validate_json(await self._body(request, name))
        model = getattr(body, "model", None)
        engine = await loaded_engine(model) if model else None
        compress = "gzip" in request.headers.get("accept-encoding", "")
        written, compressed = await self._work.do(
            request, name, lambda: _write(question, engine, body, compress)
        )
        headers = {"vary": "Accept-Encoding"} | ({"content-encoding": "gzip"} if compressed else {})
        return Response(written, media_type="application/json", headers=headers)

    async def _body(self, request: Request, name: str) -> bytes:
        """Read what was sent.

        Raises:
            BertScopeError: It was asked for in another way, or cannot be read.
        """
        if request.method != "POST":
            if name == "models":
                return b"{}"
            refused = Refused(405, "Send the question with POST, as JSON.")
            refused.headers["Allow"] = "POST"
            raise refused
        # A browser sends this kind to no other site without asking it first.
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise Refused(415, "Send JSON, with the header Content-Type: application/json.")
        return await self._bodies.read(request)

    async def _page(self, request: Request) -> Response:
        return api_page(request, self._rate is not None)

    async def _open_api(self, _: Request) -> Response:
        return JSONResponse(open_api())

    async def _to_folder(self, _: Request) -> Response:
        return RedirectResponse(f"{FOLDER.rpartition('/')[2]}/")


def _write(question: ApiQuestion, engine: Any, body: Any, compress: bool) -> tuple[bytes, bool]:
    """Answer, and write the answer, compressed if wanted and worth it; all of it takes a while."""
    answer = question.answer(engine, body)
    parts: Iterable[bytes] = [_json(answer)] if isinstance(answer, dict) else answer
    written = b"".join(parts)
    if compress and len(written) >= _SMALL:
        return gzip.compress(written, 1, mtime=0), True
    return written, False


def _json(document: Document) -> bytes:
    try:
        return json.dumps(document, ensure_ascii=False, allow_nan=False).encode()
    except ValueError:
        return json.dumps(_finite(document), ensure_ascii=False, allow_nan=False).encode()


def _finite(value: Any) -> Any:
    """Return a document in which what is no number is null, as JSON knows no other."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {name: _finite(of) for name, of in value.items()}
    return [_finite(of) for of in value] if isinstance(value, (list, tuple)) else value
