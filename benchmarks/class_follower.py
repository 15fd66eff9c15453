"""A tab that follows a lecturer, as the component of the page does, and its vote."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections import Counter
from collections.abc import Sequence

from benchmarks.browser_tab import Tab
from benchmarks.class_client import ClassClient

SPREAD_S, AGAIN_S = 0.5, 13.5
"""As `components/class_room/following.js` has them: so long it waits for an answer that is under way."""
COOKIE = "bertscope_visitor"
OPTIONS = ("yes", "no", "perhaps")


class Follower:
    """A tab that follows."""

    def __init__(self, url: str, code: str, troubles: Counter[str]) -> None:
        self._cookies = {COOKIE: secrets.token_hex(16)}
        self._url, self._code, self._troubles = url, code, troubles
        self._tab = Tab(url, "es-ES", self._cookies)
        self._heard = asyncio.Event()
        self._newest: dict[str, object] = {"moved": 0}
        self._state = {"standing": {"code": code, "leads": False}}
        self.arrived: dict[int, tuple[float, str, bytes]] = {}
        """When the last run for a version ended, on what page, and what it showed."""

    async def join(self) -> None:
        """Open the page and enter the class."""
        await self._tab.open()
        await self._tab.follow_link("attention", {})
        await self._tab.answer()
        await self._tab.tell("class_room", self._state)
        await self._tab.answer()

    @property
    def cookie(self) -> str:
        """What the browser sends: nginx leads it to the copy that has its tab."""
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    async def listen(self) -> None:
        """Hear what the class is told."""
        try:
            async for told in ClassClient(self._url, self.cookie).events(self._code):
                if told.get("moved", 0) > self._newest["moved"]:
                    self._newest = told
                    self._heard.set()
            self._troubles["the events ended"] += 1
        except Exception as error:
            self._troubles[f"no events: {type(error).__name__}: {error}"] += 1

    async def follow(self) -> None:
        """Go where the lecturer is, as the component does: asked again where no answer came in time."""
        try:
            while True:
                await self._heard.wait()
                await asyncio.sleep(random.random() * SPREAD_S)
                self._heard.clear()
                await self._go()
        except Exception as error:
            self._troubles[f"{type(error).__name__}: {error}"] += 1

    async def _go(self) -> None:
        while True:
            newest = self._newest
            told = {"code": self._code, "address": newest["address"], "moved": newest["moved"]}
            await self._tab.tell("class_room", self._state, ("move", told))
            try:
                async with asyncio.timeout(AGAIN_S):
                    answer = await self._tab.answer(keep=True)
            except TimeoutError:
                self._troubles["asked again"] += 1
                continue
            for kind, text in answer.troubles:
                self._troubles[f"{kind}: {text}"] += 1
            moved = int(str(newest["moved"]))
            self.arrived[moved] = time.perf_counter(), self._tab.page, b"".join(answer.shown.values())
            return

    def close(self) -> None:
        """Close the tab."""
        self._tab.close()


async def miscounted_votes(lecturer: ClassClient, code: str, token: str, tabs: Sequence[Follower]) -> int:
    """Let everybody vote within a second, then some of them twice; return how many are counted wrong."""
    asked = {"kind": "next", "about": "A. B.", "options": OPTIONS}
    missed = 0
    cookies = [f"{COOKIE}={secrets.token_hex(16)}" for _ in tabs]
    for twice in (0, max(1, len(tabs) // 5)):
        await lecturer.say(f"class/{code}/question", asked, token)
        question = (await lecturer.get(f"class/{code}/state"))["question"]

        async def vote(number: int, choice: int, question: dict[str, int] = question) -> int:
            await asyncio.sleep(random.random())
            body = {"question": question["number"], "round": question["round"], "choice": str(choice)}
            status, _ = await ClassClient(lecturer.url, cookies[number]).say(f"class/{code}/vote", body)
            return status

        choices = [random.randrange(len(OPTIONS)) for _ in tabs]
        doubled = [(number, choices[number]) for number in range(twice)]
        statuses = await asyncio.gather(*(vote(n, c) for n, c in [*enumerate(choices), *doubled]))
        missed += sum(status != 200 for status in statuses)
        step = {"question": question["number"], "step": "show"}
        await lecturer.say(f"class/{code}/step", step, token)
        rows = (await lecturer.get(f"class/{code}/state"))["question"]["counts"][0]
        for label, counted in rows or []:
            missed += abs(counted - choices.count(OPTIONS.index(label)))
        missed += 0 if rows else len(tabs)
        print(f"votes: {rows}, statuses {Counter(statuses)}")
        await lecturer.say(f"class/{code}/step", {"question": question["number"], "step": None}, token)
    return missed
