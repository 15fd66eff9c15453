"""The addresses under `/class/`: what a browser of a lecturer says, and what those who follow are told."""

from __future__ import annotations

import codecs
import csv
import io
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from bertviz_core.errors import N_
from bertviz_core.server.api.rate import RequestRate
from bertviz_core.server.api.refusals import Refused
from bertviz_core.server.classes.bodies import Accept, Ask, Go, Move, Nothing, Vote
from bertviz_core.server.classes.bulletin import MOST_LISTENERS
from bertviz_core.server.classes.codes import read_code
from bertviz_core.server.classes.leading import Leading
from bertviz_core.server.classes.requests import FOLDER, Answer, asking, count, read, token, told
from bertviz_core.server.classes.store import FULL, GONE, NoClassError, NoRoomError
from bertviz_core.server.visit_rate import NetworkRate, VisitRate
from bertviz_core.server.visitor_cookie import COOKIE, is_token
from bertviz_core.training.data.formulas import disarmed

RETRY_MS = 700
"""A browser that lost its connection asks again after so long."""
MOST_TABS, TABS_A_NETWORK = 24, 1000
"""Streams of one browser, and of one network: a class may be behind one address, but not all of them."""
STARTS_A_MINUTE, GUESSES_A_MINUTE, SAID_A_MINUTE = 6, 20, 240
STARTS_AN_HOUR = 60
"""Of a network: a class lasts for hours, and cookies can be made up to start more of them."""

NO_COOKIE = N_("This browser keeps no cookie of the app, without which nobody could vote only once.")
SIGN_IN = N_("Sign in first.")
OFTEN_STARTED = N_("Many classes were started from your network in this hour. Try again later.")

MayEnter = Callable[[Request], bool]


class ClassRoutes:
    """The routes of this process.

    Args:
        leading: Its classes.
        may_enter: Tells whether whoever asks may know of them; by default everybody may.
        redis_url: Where copies count together how many a network starts.
    """

    def __init__(
        self, leading: Leading, may_enter: MayEnter = lambda _: True, redis_url: str | None = None
    ) -> None:
        self._leading, self._may_enter = leading, may_enter
        self._tabs: Counter[str] = Counter()
        self._starts, self._guesses = VisitRate(STARTS_A_MINUTE), VisitRate(GUESSES_A_MINUTE)
        self._said = VisitRate(SAID_A_MINUTE)
        self._begun = RequestRate(STARTS_AN_HOUR, redis_url, kind=NetworkRate, refusal=OFTEN_STARTED)

    def routes(self) -> list[Route]:
        """Return the addresses; that of the app may begin with a path, of which routes are not told."""
        one = f"/{{before:path}}{FOLDER}/{{code}}"
        said = {
            "address": self._move,
            "seen": self._seen,
            "question": self._ask,
            "step": self._go,
            "vote": self._vote,
            "invitation": self._invite,
            "host": self._accept,
            "end": self._end,
            "counts": self._counts,
        }
        return [
            Route(f"/{{before:path}}{FOLDER}", self._start, methods=["POST"]),
            Route(f"{one}/events", self._answered(self._events)),
            Route(f"{one}/state", self._answered(self._state)),
            *(Route(f"{one}/{name}", self._answered(do), methods=["POST"]) for name, do in said.items()),
        ]

    async def _start(self, request: Request) -> Response:
        async def start(request: Request, _: str) -> Response:
            await read(request, Nothing)
            self._require_entry(request)
            count(self._starts, request)
            await self._begun.count(request)
            code, permission = await self._leading.start()
            return JSONResponse({"code": code, "token": permission})

        return await told(start, request, "")

    def _answered(self, do: Answer) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            return await told(self._known(do), request, request.path_params["code"])

        return answer

    def _known(self, do: Answer) -> Answer:
        """Return what counts those who try codes of no class."""

        async def known(request: Request, typed: str) -> Response:
            self._require_entry(request)
            code = read_code(typed)
            try:
                if code is None:
                    raise NoClassError(GONE)
                return await do(request, code)
            except NoClassError:
                count(self._guesses, request)
                raise

        return known

    def _require_entry(self, request: Request) -> None:
        if not self._may_enter(request):
            raise Refused(403, SIGN_IN)

    async def _events(self, request: Request, code: str) -> Response:
        await self._leading.bulletin.state(code)
        browser, network = asking(request)
        tabs = {f"browser {browser or network}": MOST_TABS, f"network {network}": TABS_A_NETWORK}
        full = any(self._tabs[name] >= most for name, most in tabs.items())
        if full or self._leading.bulletin.listeners >= MOST_LISTENERS:
            raise NoRoomError(FULL)
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        written = self._written(code, list(tabs))
        return StreamingResponse(written, media_type="text/event-stream", headers=headers)

    async def _written(self, code: str, tabs: list[str]) -> AsyncIterator[str]:
        """Write events as the HTML standard has them (server-sent events)."""
        self._tabs.update(tabs)
        try:
            yield f"retry: {RETRY_MS}\n\n"
            async for state in self._leading.bulletin.listen(code):
                yield "event: beat\ndata: 1\n\n" if state is None else f"data: {state}\n\n"
        finally:
            self._tabs.subtract(tabs)
            self._tabs = +self._tabs

    async def _state(self, _: Request, code: str) -> Response:
        return JSONResponse(await self._leading.bulletin.state(code))

    async def _move(self, request: Request, code: str) -> Response:
        body = await read(request, Move)
        return self._rung(code, {"moved": await self._leading.move(code, token(request), body.address)})

    async def _seen(self, request: Request, code: str) -> Response:
        await read(request, Nothing)
        await self._leading.be_seen(code, token(request))
        return JSONResponse({})

    async def _ask(self, request: Request, code: str) -> Response:
        await self._leading.ask(code, token(request), (await read(request, Ask)).question())
        return self._rung(code)

    async def _go(self, request: Request, code: str) -> Response:
        body = await read(request, Go)
        await self._leading.step(code, token(request), body.question, body.step)
        return self._rung(code)

    async def _vote(self, request: Request, code: str) -> Response:
        body = await read(request, Vote)
        voter = request.cookies.get(COOKIE)
        if not is_token(voter):
            raise Refused(403, NO_COOKIE)
        count(self._said, request)
        await self._leading.vote(code, str(voter), body.question, body.round, body.choice)
        return self._rung(code)

    async def _invite(self, request: Request, code: str) -> Response:
        await read(request, Nothing)
        return JSONResponse({"invitation": await self._leading.invite(code, token(request))})

    async def _accept(self, request: Request, code: str) -> Response:
        body = await read(request, Accept)
        count(self._guesses, request)
        return JSONResponse({"token": await self._leading.accept(code, body.invitation)})

    async def _end(self, request: Request, code: str) -> Response:
        await read(request, Nothing)
        await self._leading.end(code, token(request))
        return self._rung(code)

    async def _counts(self, request: Request, code: str) -> Response:
        await read(request, Nothing)
        rows = await self._leading.counts(code, token(request))
        written = io.StringIO()
        disarmed_rows = [(number, disarmed(label), votes) for number, label, votes in rows]
        csv.writer(written).writerows([("round", "answer", "votes"), *disarmed_rows])
        marked = codecs.BOM_UTF8 + written.getvalue().encode()  # spreadsheets take it for another encoding
        return Response(marked, media_type="text/csv; charset=utf-8")

    def _rung(self, code: str, answer: dict[str, Any] | None = None) -> Response:
        self._leading.bulletin.ring(code)
        return JSONResponse(answer or {})
