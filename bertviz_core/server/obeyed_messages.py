"""Only some of what a browser may say through its WebSocket reaches the app."""

from __future__ import annotations

from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class ObeyedMessages:
    """Middleware that drops messages of a WebSocket before anything acts on them.

    Args:
        app: What answers.
        obeyed: Tells of a message whether it may pass.
    """

    def __init__(self, app: ASGIApp, *, obeyed: Callable[[bytes], bool]) -> None:
        self._app = app
        self._obeyed = obeyed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what comes, but the messages that are not obeyed."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return

        async def obeyed() -> Message:
            while True:
                message = await receive()
                if message["type"] != "websocket.receive":
                    return message
                data = message.get("bytes")
                if data is not None and self._obeyed(data):  # pages send no text
                    return message

        await self._app(scope, obeyed, send)
