"""Where classes are kept: in this process, or in a Redis where several copies serve them."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Protocol

from bertviz_core.errors import N_, BertScopeError
from bertviz_core.server.classes.classroom import ENDED_S, LASTS_S, Classroom

MOST_CLASSES = 300
MOST_VOTERS = 2000
"""Of one class: more are not taken."""

FULL = N_("There are many classes on this installation just now. Try again later.")
AWAY = N_("What keeps the class cannot be reached at the moment. Try again in a minute.")
GONE = N_("There is no class with this code. It may have ended.")


class NoClassError(BertScopeError):
    """There is no such class, or not any more."""


class NoRoomError(BertScopeError):
    """There are too many classes, or votes."""


Change = Callable[[Classroom], Classroom]
"""Returns a class as it is to be; raises `BertScopeError` where it is not to be changed."""


class ClassStore(Protocol):
    """Classes by their codes. Everything raises `BusyError` where what keeps them cannot be reached."""

    async def add(self, room: Classroom) -> bool:
        """Keep a new class; return False where the code is another one's. Raises `NoRoomError`."""

    async def get(self, code: str) -> Classroom:
        """Return a class. Raises `NoClassError`."""

    async def change(self, code: str, change: Change) -> Classroom:
        """Change a class as if nobody else did meanwhile, and ring. Raises `NoClassError`."""

    async def vote(self, code: str, question: int, number: int, voter: str, choice: str) -> None:
        """Keep one vote a voter and round, the last one, and ring. Raises `NoRoomError`."""

    async def votes(self, code: str, question: int, number: int) -> list[str]:
        """Return what was voted for in a round."""

    async def forget(self, room: Classroom) -> None:
        """Forget a class that has ended: its votes at once, the rest before long."""

    async def here(self, code: str, copy: str, followers: int) -> int:
        """Say how many follow the class in this copy; return how many do in all."""

    def rings(self) -> AsyncIterator[str | None]:
        """Yield codes of classes that were changed, and None when some may have been missed."""


class ClassesHere:
    """Classes of this process alone; they end with it."""

    def __init__(self, ring: Callable[[str], None], clock: Callable[[], float] = time.time) -> None:
        """Begin without any; `ring` is called with the code of a class that changed."""
        self._rooms: dict[str, Classroom] = {}
        self._votes: dict[tuple[str, int, int], dict[str, str]] = {}
        self._ring, self._clock = ring, clock

    async def add(self, room: Classroom) -> bool:
        """Keep a new class."""
        self._forget_old()
        if room.code in self._rooms:
            return False
        if len(self._rooms) >= MOST_CLASSES:
            raise NoRoomError(FULL)
        self._rooms[room.code] = room
        return True

    async def get(self, code: str) -> Classroom:
        """Return a class."""
        self._forget_old()
        if code not in self._rooms:
            raise NoClassError(GONE)
        return self._rooms[code]

    async def change(self, code: str, change: Change) -> Classroom:
        """Change a class."""
        before = await self.get(code)
        room = self._rooms[code] = change(before)
        if room.version != before.version:
            self._ring(code)
        return room

    async def vote(self, code: str, question: int, number: int, voter: str, choice: str) -> None:
        """Keep a vote."""
        votes = self._votes.setdefault((code, question, number), {})
        if voter not in votes and len(votes) >= MOST_VOTERS:
            raise NoRoomError(FULL)
        votes[voter] = choice
        self._ring(code)

    async def votes(self, code: str, question: int, number: int) -> list[str]:
        """Return the votes of a round."""
        return list(self._votes.get((code, question, number), {}).values())

    async def forget(self, room: Classroom) -> None:
        """Forget its votes, and the rest with the next that is old."""
        for key in [key for key in self._votes if key[0] == room.code]:
            del self._votes[key]
        self._rooms[room.code] = replace(room, seen=self._clock() - LASTS_S + ENDED_S)

    async def here(self, code: str, copy: str, followers: int) -> int:
        """Return how many follow it: all of them are here."""
        return followers

    async def rings(self) -> AsyncIterator[str | None]:
        """Ring no bell: what changes here is told at once."""
        nothing: tuple[str, ...] = ()
        for code in nothing:
            yield code

    def _forget_old(self) -> None:
        now = self._clock()
        old = {code for code, room in self._rooms.items() if now - room.seen > LASTS_S}
        for code in old:
            del self._rooms[code]
        for key in [key for key in self._votes if key[0] not in self._rooms]:
            del self._votes[key]
