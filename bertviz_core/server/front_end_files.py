"""Scripts, styles and fonts of the front end out of memory, compressed once.

Streamlit answers for each of the hundred files of a first visit from the disk, uncompressed: three times the
work, and where a class opens the page together the larger part of what goes through the air.
"""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
from pathlib import Path

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

_COMPRESSED = {".css", ".js", ".json", ".svg", ".wasm"}
_LEVEL = 6
_FOR_EVER = "public, immutable, max-age=31536000"
"""The name of a file changes with what is in it."""

_RawHeaders = list[tuple[bytes, bytes]]


class FrontEndFiles:
    """Middleware that answers for the files of one folder; whatever else is asked goes on.

    A file is read when it is first asked for and stays in memory: of the whole front end a few megabytes.

    Args:
        app: What answers for everything else, and for browsers that cannot decompress.
        folder: The files; those that are there now.
        address: What stands before their paths.
    """

    def __init__(self, app: ASGIApp, *, folder: Path, address: str = "/static/") -> None:
        self._app = app
        # Names are looked up, never made into paths: nothing outside the folder can be asked for.
        self._files = {
            address + path.relative_to(folder).as_posix(): path
            for path in folder.rglob("*")
            if path.is_file()
        }
        self._answers: dict[str, tuple[_RawHeaders, bytes]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a plain request for one of the files."""
        path = scope.get("path", "")
        if scope["type"] != "http" or path not in self._files or not _is_plain(scope):
            await self._app(scope, receive, send)
            return
        if path not in self._answers:
            self._answers[path] = await asyncio.to_thread(_answer, self._files[path])
        headers, body = self._answers[path]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def _is_plain(scope: Scope) -> bool:
    """Tell whether a browser wants a whole file and can decompress it."""
    headers = Headers(scope=scope)
    return (
        scope["method"] == "GET" and "range" not in headers and "gzip" in headers.get("accept-encoding", "")
    )


def _answer(path: Path) -> tuple[_RawHeaders, bytes]:
    body = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    headers = {"content-type": kind, "cache-control": _FOR_EVER, "vary": "Accept-Encoding"}
    if path.suffix in _COMPRESSED:
        body = gzip.compress(body, _LEVEL, mtime=0)
        headers["content-encoding"] = "gzip"
    headers["content-length"] = str(len(body))
    return [(name.encode(), value.encode()) for name, value in headers.items()], body
