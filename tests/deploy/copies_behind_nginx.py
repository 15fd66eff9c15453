"""Small servers in the place of copies of the app, which say who they are and what they were told."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from bertviz_core.server.one_of_several import OneOfSeveral
from bertviz_core.server.readiness import Readiness

FOR_EVER = {"cache-control": "public, immutable, max-age=31536000"}


class Copy:
    """One of them.

    Args:
        name: Which one.
        port: Where it listens.
        script: The only script of components that it has.
    """

    def __init__(self, name: str, port: int, *, script: str) -> None:
        self.name, self.port, self.script = name, port, script
        self.readiness = Readiness()
        self.readiness.ready = True
        self.asked: list[str] = []
        """What came, as method and path."""

    async def _page(self, request: Request) -> Response:
        self.asked.append(f"{request.method} {request.url.path}")
        body = await request.body()
        told = {name: request.headers.get(name) for name in ("host", "x-forwarded-for", "x-forwarded-proto")}
        return JSONResponse(told | {"copy": self.name, "received": len(body)})

    async def _script(self, request: Request) -> Response:
        self.asked.append(f"{request.method} {request.url.path}")
        if request.path_params["file"] != self.script:
            return PlainTextResponse("not found", 404)
        return PlainTextResponse(self.name, headers=FOR_EVER)

    async def _stream(self, websocket: WebSocket) -> None:
        await websocket.accept()
        await websocket.send_text(self.name)
        async for text in websocket.iter_text():
            await websocket.send_text(text)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Listen, in a thread."""
        every = Route("/{path:path}", self._page, methods=["GET", "PUT", "POST"])
        routes = [
            WebSocketRoute("/_stcore/stream", self._stream),
            Route("/component-scripts/{file}", self._script),
            every,
        ]
        app = OneOfSeveral(Starlette(routes=routes), name=self.name, readiness=self.readiness)
        options = {"lifespan": "off", "log_level": "error", "ws": "websockets-sansio"}
        config = uvicorn.Config(app, host="127.0.0.1", port=self.port, **options)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=lambda: asyncio.run(server.serve()), daemon=True)
        thread.start()
        while not server.started and thread.is_alive():
            thread.join(0.01)
        try:
            yield
        finally:
            server.should_exit = True
            server.force_exit = True
            thread.join(10)
