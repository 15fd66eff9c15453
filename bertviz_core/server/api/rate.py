"""How many questions one browser, and one network, may put; of all copies together where they have a Redis.

All who come without a cookie from one network share the bound of one browser: nothing else is known of a
program.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

from limits.errors import StorageError
from limits.storage import Storage, storage_from_string
from redis.backoff import NoBackoff
from redis.retry import Retry
from starlette.requests import Request

from bertviz_core.server.api.refusals import Refused
from bertviz_core.server.visit_rate import Rate, VisitRate, network_of
from bertviz_core.server.visitor_cookie import COOKIE, is_token

_ANSWER_S, _AWAY_S = 1.0, 10.0
"""Redis answers within the first, or is left alone for the second."""

TOO_MANY = "Too many questions in this minute. Ask again in {seconds} seconds."

_log = logging.getLogger(__name__)


class RequestRate:
    """Counts questions by browser and network.

    Args:
        most: So many questions there may be, as `kind` counts them: by default of one browser in a minute.
        redis_url: Where copies count together; while it is away, and when None, each counts in its memory.
        kind: How is counted.
        refusal: What is said of too many; it may name the `seconds`.
    """

    def __init__(
        self,
        most: int,
        redis_url: str | None = None,
        *,
        kind: Callable[[int, Storage | None], Rate] = VisitRate,
        refusal: str = TOO_MANY,
    ) -> None:
        self._own, self._refusal = kind(most, None), refusal
        self._shared: Rate | None = None
        self._away_until = 0.0
        if redis_url is not None:
            self._shared = kind(most, _redis(redis_url))

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
        refused = Refused(429, self._refusal, seconds=seconds)
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
