"""Classes in a Redis: a key with an expiry is the truth, publish and subscribe the bell."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError, WatchError

from bertviz_core.errors import BusyError
from bertviz_core.server.classes.classroom import ENDED_S, LASTS_S, Classroom
from bertviz_core.server.classes.store import (
    AWAY,
    FULL,
    GONE,
    MOST_CLASSES,
    MOST_VOTERS,
    Change,
    NoClassError,
    NoRoomError,
)

_PREFIX = "bertscope:class:"
_ALL, _BELL = f"{_PREFIX}all", f"{_PREFIX}bell"
_HERE_S = 15.0
_CONNECT_S, _ANSWER_S = 2.0, 5.0
_TRIES = 20


class ClassesInRedis:
    """Classes that copies of the app share."""

    def __init__(self, url: str) -> None:
        """Keep them at this address; it is asked when something is wanted."""
        self._redis = Redis.from_url(
            url,
            retry=Retry(NoBackoff(), 1),
            socket_connect_timeout=_CONNECT_S,
            socket_timeout=_ANSWER_S,
        )
        # A bell may be silent for hours.
        self._listening = Redis.from_url(url, socket_connect_timeout=_CONNECT_S, health_check_interval=10)

    async def add(self, room: Classroom) -> bool:
        """Keep a new class."""
        with _reached():
            now = time.time()
            await _result(self._redis.zremrangebyscore(_ALL, 0, now - LASTS_S))
            if await _result(self._redis.zcard(_ALL)) >= MOST_CLASSES:
                raise NoRoomError(FULL)
            key = f"{_PREFIX}{room.code}"
            if not await self._redis.set(key, room.written(), ex=round(LASTS_S), nx=True):
                return False
            await _result(self._redis.zadd(_ALL, {room.code: now}))
            return True

    async def get(self, code: str) -> Classroom:
        """Return a class."""
        with _reached():
            written = await _result(self._redis.get(f"{_PREFIX}{code}"))
        if written is None:
            raise NoClassError(GONE)
        return Classroom.read(written)

    async def change(self, code: str, change: Change) -> Classroom:
        """Change a class; whoever finds it changed meanwhile begins again."""
        key = f"{_PREFIX}{code}"
        with _reached():
            for _ in range(_TRIES):
                async with self._redis.pipeline(transaction=True) as pipe:
                    await pipe.watch(key)
                    written = await _result(pipe.get(key))
                    if written is None:
                        raise NoClassError(GONE)
                    before = Classroom.read(written)
                    room = change(before)
                    pipe.multi()
                    pipe.set(key, room.written(), ex=round(LASTS_S))
                    pipe.zadd(_ALL, {code: time.time()})
                    if room.version != before.version:
                        pipe.publish(_BELL, code)
                    try:
                        await pipe.execute()
                    except WatchError:
                        continue
                    return room
        raise BusyError(AWAY)

    async def vote(self, code: str, question: int, number: int, voter: str, choice: str) -> None:
        """Keep a vote."""
        key = _votes_key(code, question, number)
        with _reached():
            if await _result(self._redis.hlen(key)) >= MOST_VOTERS:
                raise NoRoomError(FULL)
            async with self._redis.pipeline(transaction=True) as pipe:
                pipe.hset(key, voter, choice)
                pipe.expire(key, round(LASTS_S))
                pipe.publish(_BELL, code)
                await pipe.execute()

    async def votes(self, code: str, question: int, number: int) -> list[str]:
        """Return the votes of a round."""
        with _reached():
            choices = await _result(self._redis.hvals(_votes_key(code, question, number)))
        return [choice.decode("utf-8", "replace") for choice in choices]

    async def forget(self, room: Classroom) -> None:
        """Forget its votes, and the rest when those who follow it know."""
        votes = [
            _votes_key(room.code, asked, number) for asked in range(1, room.asked + 1) for number in (1, 2)
        ]
        with _reached():
            await _result(self._redis.delete(*votes, f"{_PREFIX}{room.code}:here"))
            await _result(self._redis.zrem(_ALL, room.code))
            await self._redis.expire(f"{_PREFIX}{room.code}", round(ENDED_S))

    async def here(self, code: str, copy: str, followers: int) -> int:
        """Return how many follow it in copies that said so lately."""
        key, now = f"{_PREFIX}{code}:here", time.time()
        with _reached():
            await _result(self._redis.hset(key, copy, f"{followers} {now}"))
            await self._redis.expire(key, round(LASTS_S))
            said = [value.split() for value in await _result(self._redis.hvals(key))]
        return sum(int(count) for count, when in said if now - float(when) < _HERE_S)

    async def rings(self) -> AsyncIterator[str | None]:
        """Yield the codes of classes that were changed; first None, since nobody listened before."""
        async with self._listening.pubsub(ignore_subscribe_messages=True) as bell:
            with _reached():
                await bell.subscribe(_BELL)
                yield None
                async for message in bell.listen():
                    yield message["data"].decode("ascii", "replace")


def _votes_key(code: str, question: int, number: int) -> str:
    return f"{_PREFIX}{code}:votes:{question}:{number}"


async def _result(answer: Any) -> Any:
    """Wait for an answer: the library's types say that there may be nothing to wait for."""
    return await answer


@contextmanager
def _reached() -> Iterator[None]:
    try:
        yield
    except (RedisError, OSError) as error:
        raise BusyError(AWAY) from error
