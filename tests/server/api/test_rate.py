"""How often a browser may ask holds for all copies together where they have a Redis, else for each."""

from __future__ import annotations

import pytest
from limits.errors import StorageError
from limits.storage import MemoryStorage, Storage
from own_loop import run
from starlette.requests import Request

from bertviz_core.server.api import rate
from bertviz_core.server.api.rate import RequestRate
from bertviz_core.server.api.refusals import Refused

TOKEN = "ab" * 16


class Away(MemoryStorage):
    """A Redis that cannot be reached."""

    asked = 0

    def incr(self, *_: object, **__: object) -> int:
        self.asked += 1
        raise StorageError(OSError())


def question() -> Request:
    cookie = (b"cookie", f"bertscope_visitor={TOKEN}".encode())
    return Request({"type": "http", "headers": [cookie], "client": ("192.0.2.7", 1)})


def copies(monkeypatch: pytest.MonkeyPatch, storage: Storage) -> list[RequestRate]:
    monkeypatch.setattr(rate, "_redis", lambda _: storage)
    return [RequestRate(2, "redis://of-all") for _ in range(2)]


def allowed(copy: RequestRate, times: int = 3) -> int:
    def ask() -> bool:
        try:
            run(copy.count(question()))
        except Refused as refused:
            assert refused.status == 429
            return False
        return True

    return sum(ask() for _ in range(times))


def test_copies_count_together_and_tell_nobody_who_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    storage = MemoryStorage()
    first, second = copies(monkeypatch, storage)
    assert (allowed(first, 1), allowed(second)) == (1, 1)
    assert storage.storage and not any(TOKEN in key or "192.0.2" in key for key in storage.storage)


def test_without_it_each_counts_and_does_not_ask_it_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    away = Away()
    assert [allowed(copy) for copy in copies(monkeypatch, away)] == [2, 2]
    assert away.asked == 2
