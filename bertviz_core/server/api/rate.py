"""How many questions a minute one browser, and one network, may put.

A browser has the cookie of the app, which anybody can make up: those of one network share a bound as well,
wide enough for a class behind one address. All who come without a cookie from one network share the bound of
one browser: nothing else is known of a program.
"""

from __future__ import annotations

import math
import time
from ipaddress import ip_address, ip_network

from limits import RateLimitItem, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from starlette.requests import Request

from bertviz_core.server.api.refusals import Refused
from bertviz_core.server.visitor_cookie import COOKIE, is_token

BROWSERS_A_NETWORK = 20
"""So many times what one browser may ask, all of a network may."""

_V4, _V6 = 24, 64
"""Bits of an address that are its network's: within them one person may have many addresses."""


class RequestRate:
    """Counts questions by browser and network, in memory, for a minute."""

    def __init__(self, a_minute: int) -> None:
        """Let one browser ask so often a minute."""
        self._one = RateLimitItemPerMinute(a_minute)
        self._all = RateLimitItemPerMinute(a_minute * BROWSERS_A_NETWORK)
        # Moving windows would keep a key for ever.
        self._limiter = FixedWindowRateLimiter(MemoryStorage())

    def count(self, request: Request) -> None:
        """Count a question.

        Raises:
            Refused: There were too many, with 429 and the seconds after which there may be more.
        """
        network = network_of(request.client.host if request.client else "")
        token = request.cookies.get(COOKIE)
        if is_token(token):
            # First the network: made-up cookies fill the memory no further than it may ask.
            self._hit(self._all, "network", network)
            self._hit(self._one, "browser", str(token))
        else:
            self._hit(self._one, "programs", network)

    def _hit(self, item: RateLimitItem, *key: str) -> None:
        if self._limiter.hit(item, *key):
            return
        left = self._limiter.get_window_stats(item, *key).reset_time - time.time()
        seconds = max(1, math.ceil(left))
        refused = Refused(
            429, "Too many questions in this minute. Ask again in {seconds} seconds.", seconds=seconds
        )
        refused.headers["Retry-After"] = str(seconds)
        raise refused


def network_of(host: str) -> str:
    """Return the network of an address, which many of its addresses have in common."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return "unknown"
    address = getattr(address, "ipv4_mapped", None) or address
    bits = _V4 if address.version == 4 else _V6
    return str(ip_network((address, bits), strict=False))
