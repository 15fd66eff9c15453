"""Asks engines in other processes over HTTP; what one does not answer is asked of the next.

A question changes nothing, so that it may be asked twice.
"""

from __future__ import annotations

import itertools
import json
import logging
import time
from collections.abc import Mapping
from functools import lru_cache
from urllib.parse import urlencode

import urllib3
from urllib3.exceptions import HTTPError

from bertviz_core import errors
from bertviz_core.analysis.passes.tensor_messages import LARGEST_ANSWER
from bertviz_core.errors import N_, BertScopeError, BusyError
from bertviz_core.settings import get_settings

AWAY = N_("What runs the models cannot be reached at the moment. Try again in a minute.")
STRANGE = N_(
    "What runs the models gave an answer that is not understood here: it may be of another version. "
    "Tell whoever keeps this installation."
)

_CONNECT_S = 2.0
_TRIES = 3
"""At least, since one address may stand for several replicas, of which one has just ended."""
_AVOIDED_S = 5.0
"""So long after it did not answer, an address is asked last."""
_PAUSE_S = 0.1
_PASSED_ON = 502, 503, 504
"""What a proxy says when a replica behind it is gone."""

_log = logging.getLogger(__name__)


class EngineClient:
    """Engines that are copies of each other; safe to share between threads.

    Args:
        addresses: Each `http://host:port`, or that of whoever chooses a replica.
        token: Shown to the engine; None where it asks for none.
        wait_s: The longest wait for an answer.
        connections: Kept open to each address.
    """

    def __init__(
        self, addresses: tuple[str, ...], *, token: str | None, wait_s: float, connections: int
    ) -> None:
        self._addresses = addresses
        self._turn = itertools.count()
        self._failed: dict[str, float] = {}
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._pool = urllib3.PoolManager(
            maxsize=connections, retries=False, timeout=urllib3.Timeout(connect=_CONNECT_S, read=wait_s)
        )

    def ask(self, question: str, fields: Mapping[str, str], body: bytes | None = None) -> bytes:
        """Return the answer to one question.

        Args:
            question: The end of the address.
            fields: What stands behind it.
            body: Sent with POST; without one the question is put with GET.

        Raises:
            BusyError: Nobody answered.
            BertScopeError: What the engine says is wrong, as its own class.
        """
        refusal: BertScopeError = BusyError(AWAY)
        for number, address in enumerate(self._order()):
            if number >= len(self._addresses):
                time.sleep(_PAUSE_S * number)
            try:
                status, answer = self._send(f"{address}/v1/{question}", fields, body)
            except HTTPError as error:
                _log.warning("The engine at %s did not answer: %s", address, type(error).__name__)
                self._failed[address] = time.monotonic()
                continue
            if status == 200:
                self._failed.pop(address, None)
                return answer
            told = _told(answer)
            if told is None and (status in _PASSED_ON or status == 500):
                _log.warning("The engine at %s answered %d", address, status)
                self._failed[address] = time.monotonic()
                continue
            refusal = told or BertScopeError(STRANGE)
            if not isinstance(refusal, BusyError):
                break
        raise refusal

    def require_one(self) -> None:
        """See that an engine is ready.

        Raises:
            BusyError: None is.
        """
        for address in self._addresses:
            try:
                answer = self._pool.request("GET", f"{address}/readyz", timeout=_CONNECT_S, redirect=False)
            except HTTPError:
                continue
            if answer.status == 200:
                return
        raise BusyError(AWAY)

    def _order(self) -> list[str]:
        """Return the addresses in turn, those that just failed last, and again where there are few."""
        first, now = next(self._turn) % len(self._addresses), time.monotonic()
        order = [*self._addresses[first:], *self._addresses[:first]]
        order.sort(key=lambda address: now - self._failed.get(address, -_AVOIDED_S) < _AVOIDED_S)
        times = -(-_TRIES // len(order))
        return (order * times)[: max(_TRIES, len(order))]

    def _send(self, url: str, fields: Mapping[str, str], body: bytes | None) -> tuple[int, bytes]:
        address = f"{url}?{urlencode(fields)}"
        method = "GET" if body is None else "POST"
        response = self._pool.request(
            method, address, body=body, headers=self._headers, preload_content=False, redirect=False
        )
        try:
            answer: bytes = response.read(LARGEST_ANSWER + 1)
            if len(answer) > LARGEST_ANSWER:
                response.close()
                raise BertScopeError(STRANGE)
            return response.status, answer
        finally:
            response.release_conn()


def _told(answer: bytes) -> BertScopeError | None:
    """Return the error that an engine tells, None where it is none of ours."""
    try:
        told = json.loads(answer)["error"]
        kind, template, fields = told["kind"], told["template"], told["fields"]
        kinds = {name: of for name, of in vars(errors).items() if isinstance(of, type)}
        found = kinds.get(kind, BertScopeError)
        error: BertScopeError = found(str(template), **fields)
        str(error)  # its fields fit
    except (ValueError, KeyError, TypeError, IndexError):
        return None
    return error if isinstance(error, BertScopeError) else None


@lru_cache(maxsize=1)
def engine_client() -> EngineClient:
    """Return the client of this process, for the addresses of its settings."""
    settings = get_settings()
    token = settings.engine_token
    return EngineClient(
        settings.engine_addresses,
        token=token.get_secret_value() if token else None,
        wait_s=settings.max_wait_s,
        connections=settings.concurrent_passes + 8,
    )
