"""The engine alone as an ASGI app: tensors in, tensors out, for copies of the app that hold no weights."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from bertviz_core.analysis.passes.tensor_messages import LARGEST_QUESTION, packed, unpacked
from bertviz_core.errors import BertScopeError, InputError
from bertviz_core.models.remote_model import describe
from bertviz_core.server.api.engines import loaded_engine
from bertviz_core.server.api.refusals import Refused
from bertviz_core.server.api.work import Work
from bertviz_core.server.bodies_read import BodiesRead
from bertviz_core.server.passes.questions import HEADS, encode
from bertviz_core.server.passes.refusals import told
from bertviz_core.settings import get_settings

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine

_log = logging.getLogger(__name__)

AT_ONCE, MOST_OPEN = 16, 200
"""Questions that wait for a pass together, and that are open at all."""

PROCESS = "x-process"
"""Header with the number of a replica's process, unlike that of the others on its machine."""

FindEngine = Callable[[str], Awaitable["BertEngine"]]
"""From the id of a model."""


def passes_app(find: FindEngine = loaded_engine) -> Starlette:
    """Return an app that answers `ModelRunner`'s questions about the models that this installation offers."""
    answers = PassAnswers(find)

    @asynccontextmanager
    async def load_first(_: Starlette) -> AsyncIterator[None]:
        loading = asyncio.create_task(answers.load_default())
        yield
        loading.cancel()

    routes = [
        Route("/healthz", answers.healthz),
        Route("/readyz", answers.readyz),
        Route("/v1/model", answers.model),
        Route("/v1/{question}", answers.ask, methods=["POST"]),
    ]
    return Starlette(routes=routes, lifespan=load_first)


class PassAnswers:
    """The questions of one process.

    Args:
        find: Returns the engine of a model, loaded once.
    """

    def __init__(self, find: FindEngine) -> None:
        self._find = find
        self._work = Work(AT_ONCE, MOST_OPEN)
        self._bodies = BodiesRead(LARGEST_QUESTION, "The question has over {most} bytes.")
        self._ready = False

    async def load_default(self) -> None:
        """Load the default model before somebody needs it."""
        model = get_settings().default_model
        try:
            await self._find(model)
        except BertScopeError as error:
            _log.error("The default model “%s” cannot be loaded: %s", model, error)
        else:
            self._ready = True

    async def healthz(self, _: Request) -> Response:
        """Say that the process answers."""
        return PlainTextResponse("ok")

    async def readyz(self, _: Request) -> Response:
        """Say whether the default model is loaded, and in its headers which process says so."""
        headers = {PROCESS: str(os.getpid())}
        if self._ready:
            return PlainTextResponse("ok", headers=headers)
        return PlainTextResponse("loading", status_code=503, headers=headers)

    async def model(self, request: Request) -> Response:
        """Describe a model."""
        try:
            _require_token(request)
            engine = await self._find(_model(request))
            return JSONResponse(describe(engine.passes.model).document())
        except Exception as error:
            return told(error, "model")

    async def ask(self, request: Request) -> Response:
        """Answer tensors with tensors."""
        name = request.path_params["question"]
        try:
            _require_token(request)
            if name != "encode" and name not in HEADS:
                raise Refused(404, "There is no such question.")
            body = await self._bodies.read(request)
            engine = await self._find(_model(request))
            answer = await self._work.do(request, name, lambda: _answer(engine, name, request, body))
            return Response(answer, media_type="application/octet-stream")
        except Exception as error:
            return told(error, name)


def _answer(engine: BertEngine, name: str, request: Request, body: bytes) -> bytes:
    try:
        asked = unpacked(body)
    except ValueError as error:
        raise InputError("This is not a message of tensors.") from error
    if name != "encode":
        return packed(HEADS[name](engine.passes, asked))
    hidden_states, attention = (
        request.query_params.get(flag) == "1" for flag in ("hidden_states", "attention")
    )
    return packed(encode(engine.passes, asked, hidden_states=hidden_states, attention=attention))


def _require_token(request: Request) -> None:
    """Refuse whoever does not show the token of this installation, where there is one.

    Raises:
        Refused: It is another one, or none.
    """
    token = get_settings().engine_token
    if token is None:
        return
    shown = request.headers.get("authorization", "").encode()
    if not secrets.compare_digest(shown, f"Bearer {token.get_secret_value()}".encode()):
        raise Refused(401, "This engine answers only those who show its token.")


def _model(request: Request) -> str:
    return request.query_params.get("model", "")[:200]
