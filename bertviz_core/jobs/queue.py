"""The queue between the app and the worker: a message says which run to look at, and nothing else.

The folder of the runs is what counts. A message that gets lost is sent again by the worker, which looks there
for runs that wait; one that is sent twice, or makes no sense, does no harm.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from huey import Huey, RedisHuey, SqliteHuey
from huey.api import Task
from huey.registry import Message
from huey.serializer import Serializer
from redis.backoff import NoBackoff
from redis.connection import ConnectionPool
from redis.exceptions import RedisError
from redis.retry import Retry

from bertviz_core.errors import BusyError
from bertviz_core.jobs.atomic_files import room_on_disk
from bertviz_core.settings import get_settings

_NAME = "bertscope"
_TASK = "learn"
_LONGEST_MESSAGE = 200
_CONNECT_S, _ANSWER_S = 2.0, 5.0


class JsonSerializer(Serializer):
    """Messages as JSON with two texts; huey would pickle them, and unpickling runs what anybody sends."""

    def _serialize(self, data: Message) -> bytes:
        return json.dumps({"id": data.id, "run": data.args[0]}).encode()

    def _deserialize(self, data: bytes) -> Message:
        if len(data) > _LONGEST_MESSAGE:
            raise ValueError("no message of the queue: too long")
        document = json.loads(data)
        if not isinstance(document, dict) or not all(
            isinstance(document.get(key), str) for key in ("id", "run")
        ):
            raise ValueError("no message of the queue")
        return Message(
            id=document["id"], name=f"{__name__}.{_TASK}", args=(document["run"],), retries=0, retry_delay=0
        )


class LearningQueue:
    """Ids of runs, in the order they were put in; from any thread and process."""

    def __init__(self, huey: Huey, work: Callable[[str], None]) -> None:
        """Join a queue.

        Args:
            huey: With `JsonSerializer`.
            work: What a taken message is answered with; only workers take any.
        """

        def learn(run_id: str) -> None:
            work(run_id)

        self._huey = huey
        self._learn = huey.task(name=_TASK)(learn)

    def put(self, run_id: str) -> None:
        """Let a worker look at a run.

        Raises:
            BusyError: The queue cannot be reached.
        """
        with _reached():
            self._huey.enqueue(self._learn.s(run_id))

    def take(self) -> Task | None:
        """Take the next message out; None where there is none.

        Raises:
            BusyError: The queue cannot be reached.
            ValueError: It was no message of ours; it is out of the queue.
        """
        with _reached():
            return self._huey.dequeue()

    def execute(self, task: Task) -> None:
        """Do what a message asks for."""
        with _reached():
            self._huey.execute(task)

    def size(self) -> int:
        """Return how many messages wait.

        Raises:
            BusyError: The queue cannot be reached.
        """
        with _reached():
            return self._huey.pending_count()

    def waiting(self) -> set[str]:
        """Return the ids in the queue.

        Raises:
            BusyError: The queue cannot be reached.
        """
        with _reached():
            return {task.args[0] for task in self._huey.pending()}


@contextmanager
def _reached() -> Iterator[None]:
    try:
        yield
    except (RedisError, sqlite3.Error) as error:
        raise BusyError(
            "The queue of this installation cannot be reached just now. What waits in it is not lost and "
            "begins by itself as soon as it can."
        ) from error


def open_queue(work: Callable[[str], None]) -> LearningQueue:
    """Join the queue of this installation: in Redis where an address is set, else in the data folder.

    Raises:
        BusyError: It cannot be reached.
    """
    settings = get_settings()
    if settings.redis_url is None:
        return LearningQueue(_in_file(settings.data_folder / "queue.sqlite3"), work)
    try:
        pool = ConnectionPool.from_url(
            settings.redis_url,
            socket_connect_timeout=_CONNECT_S,
            socket_timeout=_ANSWER_S,
            retry=Retry(NoBackoff(), 0),
        )
    except ValueError as error:
        raise BusyError(
            "BERTSCOPE_REDIS_URL is not the address of a Redis. Whoever keeps this installation has to "
            "change that."
        ) from error
    options: dict[str, Any] = {"connection_pool": pool, "results": False, "serializer": JsonSerializer()}
    return LearningQueue(RedisHuey(_NAME, **options), work)


def _in_file(path: Path) -> Huey:
    """Open the queue in a file; a damaged one is begun anew, as the worker finds the runs by itself."""
    options: dict[str, Any] = {"results": False, "strict_fifo": True, "serializer": JsonSerializer()}
    with _reached(), room_on_disk():
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            return SqliteHuey(_NAME, filename=str(path), **options)
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
                path.with_name(name).unlink(missing_ok=True)
            return SqliteHuey(_NAME, filename=str(path), **options)


@lru_cache(maxsize=2)
def _queue_of_app(redis_url: str | None, data_folder: Path) -> LearningQueue:
    return open_queue(_not_here)


def queue_of_app() -> LearningQueue:
    """Return the queue as the app uses it, which only puts runs in.

    Raises:
        BusyError: It cannot be reached.
    """
    settings = get_settings()
    return _queue_of_app(settings.redis_url, settings.data_folder)


def _not_here(run_id: str) -> None:
    raise RuntimeError("The app itself works on no run.")
