"""How many questions a minute one browser, and one network, may put.

All who come without a cookie from one network share the bound of one browser: nothing else is known of a
program.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

from limits.errors import StorageError
from limits.storage import Storage, storage_from_string
from redis.backoff import NoBackoff
from redis.retry import Retry
from starlette.requests import Request

from bertviz_core.server.api.refusals import Refused
from bertviz_core.server.visit_rate import VisitRate, network_of
from bertviz_core.server.visitor_cookie import COOKIE, is_token

_ANSWER_S, _AWAY_S = 1.0, 10.0
"""Redis answers within the first, or is left alone for the second."""

_log = logging.getLogger(__name__)


class RequestRate:
    """Counts questions by browser and network for a minute.

    Args:
        a_minute: So many questions one browser may put.
        redis_url: Where copies count together; while it is away, and when None, each counts in its memory.
    """

    def __init__(self, a_minute: int, redis_url: str | None = None) -> None:
        self._own = VisitRate(a_minute)
        self._shared: VisitRate | None = None
        self._away_until = 0.0
        if redis_url is not None:
            self._shared = VisitRate(a_minute, _redis(redis_url))

    async def count(self, request: Request) -> None:
        """Count a question.

        Raises:
            Refused: There were too many, with 429 and the seconds after which there may be more.
        """
        network = network_of(request.client.host if request.client else "")
        token = request.cookies.get(COOKIE)
        seconds = await self._wait_s(str(token) if is_token(token) else None, network)
        if not seconds:
            return
        refused = Refused(
            429, "Too many questions in this minute. Ask again in {seconds} seconds.", seconds=seconds
        )
        refused.headers["Retry-After"] = str(seconds)
        raise refused

    async def _wait_s(self, token: str | None, network: str) -> int:
        if self._shared is not None and time.monotonic() >= self._away_until:
            try:
                return await asyncio.to_thread(self._shared.wait_s, token, network)
            except StorageError as error:
                _log.warning("Questions are counted here: Redis is away (%s)", type(error).__name__)
                self._away_until = time.monotonic() + _AWAY_S
        return self._own.wait_s(token, network)


def _redis(url: str) -> Storage:
    waits = {"socket_connect_timeout": _ANSWER_S, "socket_timeout": _ANSWER_S}
    options: dict[str, Any] = {"wrap_exceptions": True, "retry": Retry(NoBackoff(), 0), **waits}
    storage = storage_from_string(url, **options)
    assert isinstance(storage, Storage)
    return storage
