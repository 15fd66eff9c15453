"""A body that is too large, too slow, cut or one too many is refused, and nothing of it is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

import pytest
from own_loop import run
from starlette.requests import Request
from starlette.types import Message

from bertviz_core.errors import BertScopeError, BusyError
from bertviz_core.server.api.refusals import Refused
from bertviz_core.server.bodies_read import BodiesRead

END: Message = {"type": "http.request", "body": b"", "more_body": False}
GONE: Message = {"type": "http.disconnect"}


def request(sizes: Iterable[int], last: Message | None) -> Request:
    """Return a request that sends parts of so many bytes, and then nothing more where there is no last."""
    parts = [{"type": "http.request", "body": b"x" * size, "more_body": True} for size in sizes]
    parts += [last] if last else []
    messages = iter(parts)

    async def receive() -> Message:
        for message in messages:
            return message
        await asyncio.Event().wait()
        raise AssertionError

    return Request({"type": "http", "method": "POST", "headers": []}, receive)


def read(*requests: Request, **bounds: float) -> list[bytes | BaseException]:
    bodies = BodiesRead(100, "over {most}", **bounds)  # type: ignore[arg-type]

    async def every() -> list[bytes | BaseException]:
        return await asyncio.gather(*map(bodies.read, requests), return_exceptions=True)

    return run(every())


@pytest.mark.parametrize(
    ("make", "status"),
    [
        (lambda: request([60, 60], END), 413),
        (lambda: request([60], None), 408),
        (lambda: request([60], GONE), 400),
    ],
)
def test_what_is_refused(make: Callable[[], Request], status: int) -> None:
    (answer,) = read(make(), patience_s=0.05)
    assert isinstance(answer, Refused) and answer.status == status


def test_bodies_on_their_way_have_room_together_and_give_it_back() -> None:
    bodies = BodiesRead(100, "over {most}", of_all=150, patience_s=0.05)

    async def look() -> None:
        slow = asyncio.create_task(bodies.read(request([100], None)))
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await bodies.read(request([100], END))
        with pytest.raises(BertScopeError):
            await slow
        assert await bodies.read(request([100], END)) == b"x" * 100

    run(look())
