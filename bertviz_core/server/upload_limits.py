"""How much of visitors' files the server keeps.

Whoever has a session may send files, as many as they like, to a field of the page or to none.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import NamedTuple, Protocol

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bertviz_core.settings import get_settings

ADDRESS = "/_stcore/upload_file/"
"""What stands before the session and the file in the address of an upload."""

MOST_FILES = 200
"""Of one session; the folder of a model has some ten."""

_MOST_PASSED = 400_000_000
"""Bytes of a file that is refused which are let pass."""

GRACE_S = 20.0
"""A browser that lost its connection for a moment finds its files again."""


class Held(NamedTuple):
    """What is kept of one session."""

    files: int
    size: int
    """In bytes."""


class Uploads(Protocol):
    """The files that the server keeps."""

    def held(self) -> dict[str, Held]:
        """Return what is kept of each session that has files."""
        ...

    def may_send(self, session: str) -> bool:
        """Tell whether files of a session are taken."""
        ...

    def forget_closed(self) -> None:
        """Let go of the files of sessions that nobody is connected to."""
        ...


class UploadLimits:
    """Middleware that refuses files without room for them: 429 where they are many, 413 where large.

    Before somebody signed in where all must it refuses them too (403).

    Args:
        app: What takes the files.
        uploads: Those that are kept.
        of_session: Bytes of one session.
        of_all: Bytes of all sessions together.
        grace_s: Files of a session are let go of so long after its connection ended.
    """

    def __init__(
        self, app: ASGIApp, *, uploads: Uploads, of_session: int, of_all: int, grace_s: float = GRACE_S
    ) -> None:
        self._app = app
        self._uploads = uploads
        self._of_session, self._of_all = of_session, of_all
        self._grace_s = grace_s
        self._arriving: Counter[str] = Counter()
        """Bytes of files that are on their way, by session."""
        self._files_arriving: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is no file, and files while there is room for them."""
        if scope["type"] == "websocket":
            try:
                await self._app(scope, receive, send)
            finally:
                asyncio.get_running_loop().call_later(self._grace_s, self._uploads.forget_closed)
            return
        _, upload, rest = scope.get("path", "").partition(ADDRESS)
        if not upload or scope["type"] != "http" or scope["method"] != "PUT":
            await self._app(scope, receive, send)
            return
        await self._take(rest.partition("/")[0], scope, receive, send)

    async def _take(self, session: str, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._uploads.may_send(session):
            await _refuse(403, "Sign in to send files.", scope, receive, send)
            return
        files = self._uploads.held().get(session, Held(0, 0)).files + self._files_arriving[session]
        if files >= MOST_FILES:
            await _refuse(429, "Too many files are kept for this visit.", scope, receive, send)
            return
        if not self._has_room(session, _announced(scope)):
            await _refuse(413, _NO_ROOM, scope, receive, send)
            return
        arrived, began, refused, ended = 0, False, False, False

        async def counted() -> Message:
            nonlocal arrived, refused, ended
            message = await receive()
            ended = not message.get("more_body", False)
            size = len(message.get("body", b""))
            if message["type"] == "http.request" and not self._has_room(session, size):
                refused = True
            if refused:
                return {"type": "http.disconnect"}
            arrived += size
            self._arriving[session] += size
            return message

        async def sent(message: Message) -> None:
            nonlocal began
            if began or not refused:  # else it is an answer to the end of the file that was made here
                began = True
                await send(message)

        self._files_arriving[session] += 1
        try:
            await self._app(scope, counted, sent)
        except Exception:
            if not refused:
                raise
        finally:
            self._arriving[session] -= arrived
            self._files_arriving[session] -= 1
            self._arriving, self._files_arriving = +self._arriving, +self._files_arriving
        if refused and not began:
            await _refuse(413, _NO_ROOM, scope, _nothing_more if ended else receive, send)

    def _has_room(self, session: str, size: int) -> bool:
        """Tell whether so many bytes more may come, where need be once files of closed sessions are gone."""
        if self._fits(session, size):
            return True
        self._uploads.forget_closed()
        return self._fits(session, size)

    def _fits(self, session: str, size: int) -> bool:
        held = self._uploads.held()
        own = held.get(session, Held(0, 0)).size + self._arriving[session] + size
        every = sum(of_one.size for of_one in held.values()) + self._arriving.total() + size
        return own <= self._of_session and every <= self._of_all


def room_for_uploads() -> dict[str, int]:
    """Return the bounds of `UploadLimits` that this installation has set."""
    settings = get_settings()
    return {"of_session": settings.max_own_uploads_bytes, "of_all": settings.max_uploads_bytes}


_NO_ROOM = "There is no room for this file just now. Remove other files of this visit, or try again later."


async def _nothing_more() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


def _announced(scope: Scope) -> int:
    """Return the bytes that a request says it has, 0 where it does not."""
    length = dict(scope["headers"]).get(b"content-length", b"")
    return int(length) if length.isdigit() else 0


async def _refuse(status: int, why: str, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer when the file has come, which browsers wait for before they listen; nothing of it is kept."""
    passed, more = 0, True
    while more and passed < _MOST_PASSED:
        message = await receive()
        passed += len(message.get("body", b""))
        more = message["type"] == "http.request" and message.get("more_body", False)
    await PlainTextResponse(why, status_code=status, headers={"Connection": "close"})(scope, receive, send)
