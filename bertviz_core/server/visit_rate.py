"""How often one browser, and one network, may ask for something, here or of all copies together.

A browser has a token, which anybody can make up: those of one network share a bound as well, wide enough for
a class behind one address. Never is an address alone a tight bound.
"""

from __future__ import annotations

import hashlib
import math
import time
from ipaddress import ip_address, ip_network
from typing import Protocol

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage, Storage
from limits.strategies import FixedWindowRateLimiter

BROWSERS_A_NETWORK = 20
"""So many times what one browser may ask, all of a network may."""

_V4, _V6 = 24, 64
"""Bits of an address that are its network's: within them one person may have many addresses."""


class Rate(Protocol):
    """Counts what is asked for."""

    def wait_s(self, token: str | None, network: str) -> int:
        """Count a question; return 0, or the seconds after which there may be more."""


class VisitRate:
    """Counts by browser and network for a minute.

    Args:
        a_minute: So often one browser may ask.
        storage: Where it is counted; in memory when None.
    """

    def __init__(self, a_minute: int, storage: Storage | None = None) -> None:
        self._one = RateLimitItemPerMinute(a_minute)
        self._all = RateLimitItemPerMinute(a_minute * BROWSERS_A_NETWORK)
        # Moving windows would keep a key for ever.
        self._limiter = FixedWindowRateLimiter(storage or MemoryStorage())

    def wait_s(self, token: str | None, network: str) -> int:
        """Count a question; return 0, or the seconds after which there may be more where there were too many.

        Args:
            token: Of the browser. All who have none share, in one network, what one browser has.
            network: As `network_of` names it.
        """
        if token is None:
            return _hit(self._limiter, self._one, "programs", network)
        # First the network: made-up tokens fill the memory no further than it may ask.
        of_all = _hit(self._limiter, self._all, "network", network)
        return of_all or _hit(self._limiter, self._one, "browser", token)


class NetworkRate:
    """Counts by network for an hour: of what stays for hours, and of which tokens can be made up.

    Args:
        an_hour: So often all of a network may ask.
        storage: Where it is counted; in memory when None.
    """

    def __init__(self, an_hour: int, storage: Storage | None = None) -> None:
        self._all = RateLimitItemPerHour(an_hour)
        self._limiter = FixedWindowRateLimiter(storage or MemoryStorage())

    def wait_s(self, token: str | None, network: str) -> int:
        """Count a question; return 0, or the seconds after which there may be more."""
        return _hit(self._limiter, self._all, "network for an hour", network)


def _hit(limiter: FixedWindowRateLimiter, item: RateLimitItem, kind: str, name: str) -> int:
    # Others can read a storage that copies share: no token and no address is in it.
    key = kind, hashlib.sha256(name.encode()).hexdigest()[:32]
    if limiter.hit(item, *key):
        return 0
    left = limiter.get_window_stats(item, *key).reset_time - time.time()
    return max(1, math.ceil(left))


def network_of(host: str) -> str:
    """Return the network of an address, which many of its addresses have in common."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return "unknown"
    address = getattr(address, "ipv4_mapped", None) or address
    bits = _V4 if address.version == 4 else _V6
    return str(ip_network((address, bits), strict=False))
