"""The address that sends a lesson as one page: made while it is sent, so that nobody holds it whole."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, get_args
from urllib.parse import parse_qs

from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from bertviz_core.errors import N_
from bertviz_core.locales import DEFAULT_LANGUAGE, LANGUAGES, fill, translate
from bertviz_core.server.visit_rate import VisitRate, network_of
from bertviz_core.server.visitor_cookie import COOKIE, is_token

ADDRESS = "lesson"
FILE_NAME = "bert-lesson-{language}.html"

LessonView = Literal["attention", "masked_words", "next_sentence"]
"""The view that a page opens with."""

MOST_CHARACTERS = 4000
"""Of each text; more have more tokens than such a page reads."""
LARGEST_BODY = 200_000
"""Bytes: each of these characters may take twelve in a form."""
PATIENCE_S = 20.0
"""So long a form may be on its way."""
SENDING_S = 600.0
"""So long a page may be on its way: who reads slower than 150 kB a second keeps its place from others."""
SAVED_A_MINUTE = 6
MOST_AT_ONCE = 40
"""Files on their way, in this process."""

SIGN_IN = N_("Sign in first.")
TOO_LONG = N_("The sentences have over {most} characters together. Send fewer.")
TOO_OFTEN = N_("That was too often in this minute. Try again in {seconds} seconds.")
FULL = N_("Too many pages are being saved right now. Try again in a minute.")


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedLesson:
    """What a page begins with."""

    language: str = DEFAULT_LANGUAGE
    view: LessonView = "attention"
    text: str = ""
    """Of that view; empty: an example."""
    pair: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonFile:
    """A page to be sent."""

    size: int
    """Bytes."""
    pieces: Iterator[bytes]


WriteLesson = Callable[[AskedLesson], LessonFile]


class LessonRoute:
    """The route of this process.

    Args:
        write: Makes a page.
        may_enter: Tells whether whoever asks may have one.
    """

    def __init__(self, write: WriteLesson, may_enter: Callable[[Request], bool] = lambda _: True) -> None:
        self._write, self._may_enter = write, may_enter
        self._rate = VisitRate(SAVED_A_MINUTE)
        self._on_their_way = 0

    def route(self) -> Route:
        """Return it; the address of the app may begin with a path, of which routes are not told."""
        return Route(f"/{{before:path}}{ADDRESS}", self._answer, methods=["POST"])

    async def _answer(self, request: Request) -> Response:
        try:
            async with asyncio.timeout(PATIENCE_S):
                body = await _body(request)
        except (TimeoutError, ClientDisconnect):
            return Response(status_code=408)
        asked = read_asked(body or b"")
        if not self._may_enter(request):
            return _refused(403, asked, SIGN_IN)
        if body is None or max(len(asked.text), len(asked.pair)) > MOST_CHARACTERS:
            return _refused(413, asked, TOO_LONG, most=2 * MOST_CHARACTERS)
        if seconds := self._rate.wait_s(*_asking(request)):
            answer = _refused(429, asked, TOO_OFTEN, seconds=seconds)
            answer.headers["retry-after"] = str(seconds)
            return answer
        if self._on_their_way >= MOST_AT_ONCE:
            return _refused(503, asked, FULL)
        self._on_their_way += 1
        try:
            file = await asyncio.to_thread(self._write, asked)
        except BaseException:
            self._end()
            raise
        name = FILE_NAME.format(language=asked.language)
        headers = {
            "cache-control": "no-store",
            "content-disposition": f'attachment; filename="{name}"',
            # What says how it is encoded, Streamlit's server does not compress.
            "content-encoding": "identity",
            "content-length": str(file.size),
            "x-accel-buffering": "no",  # a proxy would write it to its disk first
        }
        return _SentLesson(file, self._end, headers)

    def _end(self) -> None:
        self._on_their_way -= 1


class _SentLesson(StreamingResponse):
    """A page on its way, for so long at most; `end` is called once it is not, however that came."""

    def __init__(self, file: LessonFile, end: Callable[[], None], headers: dict[str, str]) -> None:
        super().__init__(_parts(file), headers=headers, media_type="text/html; charset=utf-8")
        self._end = end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            with suppress(TimeoutError):  # the server closes what was not sent whole
                async with asyncio.timeout(SENDING_S):
                    await super().__call__(scope, receive, send)
        finally:
            self._end()


async def _parts(file: LessonFile) -> AsyncIterator[bytes]:
    while part := await asyncio.to_thread(next, file.pieces, b""):
        yield part


def read_asked(body: bytes) -> AskedLesson:
    """Read a form; what is not understood is as if it were not there."""
    try:
        fields = parse_qs(body.decode(), max_num_fields=8, encoding="utf-8", errors="strict")
    except ValueError:
        return AskedLesson()
    said = {name: values[0] for name, values in fields.items()}
    language = said.get("language", "")
    view = said.get("view", "")
    return AskedLesson(
        language=language if language in LANGUAGES else DEFAULT_LANGUAGE,
        view=view if view in get_args(LessonView) else "attention",  # type: ignore[arg-type]
        text=one_line(said.get("text", "")),
        pair=one_line(said.get("pair", "")),
    )


def one_line(text: str) -> str:
    """Return a text as a field of one line holds it: control characters are spaces."""
    return "".join(" " if ord(sign) < 32 or 127 <= ord(sign) < 160 else sign for sign in text)


async def _body(request: Request) -> bytes | None:
    """Return what was sent; None of more than may be sent."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LARGEST_BODY:
            return None
    return bytes(body)


def _asking(request: Request) -> tuple[str | None, str]:
    cookie = request.cookies.get(COOKIE)
    network = network_of(request.client.host if request.client else "")
    return str(cookie) if is_token(cookie) else None, network


def _refused(status: int, asked: AskedLesson, template: str, **fields: object) -> Response:
    sentence = fill(translate(template, asked.language), fields)
    return PlainTextResponse(sentence, status_code=status, headers={"cache-control": "no-store"})
