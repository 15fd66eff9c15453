"""What is said to a class over HTTP, and heard of it: a socket each, no library that waits for others."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

LONGEST_LINE = 1_000_000


@dataclass(frozen=True, slots=True)
class ClassClient:
    """One browser that talks about classes.

    Args:
        url: Address of the app.
        cookie: What it sends as such.
    """

    url: str
    cookie: str = ""

    async def say(self, path: str, body: Mapping[str, Any], token: str = "") -> tuple[int, Any]:
        """Post something; return the status and what was answered. Raises OSError."""
        written = json.dumps(body).encode()
        more = f"Content-Type: application/json\r\nContent-Length: {len(written)}\r\nConnection: close\r\n"
        if token:
            more += f"Authorization: Bearer {token}\r\n"
        reader, writer = await self._open("POST", path, more, written)
        try:
            status, _ = await self._head(reader)
            answer = await reader.read()
        finally:
            writer.close()
        return status, json.loads(answer)

    async def get(self, path: str) -> Any:
        """Read something."""
        reader, writer = await self._open("GET", path, "Connection: close\r\n")
        try:
            await self._head(reader)
            return json.loads(await reader.read())
        finally:
            writer.close()

    async def events(self, code: str) -> AsyncIterator[dict[str, Any]]:
        """Yield what a class is told, as an EventSource hears it. Raises OSError."""
        reader, writer = await self._open("GET", f"class/{code}/events", "Accept: text/event-stream\r\n")
        try:
            status, _ = await self._head(reader)
            if status != 200:
                raise OSError(f"no events: {status}")
            while line := await reader.readline():
                if line.startswith(b"data: {"):
                    yield json.loads(line[6:])
        finally:
            writer.transport.abort()  # as a telephone does that leaves the room

    async def _open(
        self, method: str, path: str, more: str, body: bytes = b""
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        place = urlsplit(self.url)
        reader, writer = await asyncio.open_connection(place.hostname, place.port, limit=LONGEST_LINE)
        head = f"{method} /{path} HTTP/1.1\r\nHost: {place.netloc}\r\nOrigin: {self.url}\r\n{more}"
        if self.cookie:
            head += f"Cookie: {self.cookie}\r\n"
        writer.write(head.encode() + b"\r\n" + body)
        await writer.drain()
        return reader, writer

    async def _head(self, reader: asyncio.StreamReader) -> tuple[int, list[bytes]]:
        status = int((await reader.readline()).split()[1])
        lines = []
        while (line := await reader.readline()).strip():
            lines.append(line)
        return status, lines
