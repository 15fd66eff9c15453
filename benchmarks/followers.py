"""A class that follows its lecturer: how soon all screens are where he is, and how votes are counted."""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import secrets
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import urlencode

import numpy as np

from benchmarks.browser_tab import Tab
from benchmarks.class_client import ClassClient
from benchmarks.load import RESULTS, _server, write
from benchmarks.measurement import Measurement
from benchmarks.server_watch import memory_mb, processor_seconds
from benchmarks.visitor_questions import QUESTIONS
from benchmarks.visitor_texts import Texts

SPREAD_S, AGAIN_S = 0.5, 13.5
"""As `components/class_room/following.js` has them: so long it waits for an answer that is under way."""
JOIN_S, EVERY_S, MOST_WAIT_S = 15.0, 6.0, 30.0
WAY = (
    *(
        ("attention", "explore"),
        ("masked_words", "fill"),
        ("next_sentence", "pair"),
        ("attention", "explore"),
    ),
    *(("words", "map"), ("inside", "by_hand")),
)
"""The views that the lecturer opens, one after the other."""
COOKIE = "bertscope_visitor"
OPTIONS = ("yes", "no", "perhaps")


class Follower:
    """A tab that follows."""

    def __init__(self, url: str, code: str, troubles: Counter[str]) -> None:
        self._cookies: dict[str, str] = {}
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
        """What the browser sends with a vote."""
        return f"{COOKIE}={self._cookies[COOKIE]}" if COOKIE in self._cookies else ""

    async def listen(self) -> None:
        """Hear what the class is told."""
        async for told in ClassClient(self._url, self.cookie).events(self._code):
            if told.get("moved", 0) > self._newest["moved"]:
                self._newest = told
                self._heard.set()

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


async def measure(url: str, process: int, followers: int, moves: int, every: float) -> list[Measurement]:
    """Let a class follow, then vote; print and return the numbers."""
    lecturer, troubles = ClassClient(url), Counter[str]()
    _, started = await lecturer.say("class", {})
    code, token = started["code"], started["token"]
    tabs = [Follower(url, code, troubles) for _ in range(followers)]

    async def join(number: int, tab: Follower) -> None:
        await asyncio.sleep(JOIN_S * number / followers)
        await tab.join()

    await asyncio.gather(*(join(number, tab) for number, tab in enumerate(tabs)))
    tasks = [asyncio.create_task(work) for tab in tabs for work in (tab.listen(), tab.follow())]
    await asyncio.sleep(1)
    texts = Texts(f"{time.time()}", "es", None)
    seconds: list[float] = []
    lost = wrong = 0
    used, memory = processor_seconds(process), memory_mb(process)
    for number in range(moves):
        page, view = WAY[number % len(WAY)]
        wanted = {"view": view} | QUESTIONS[page][view](texts)
        words = _plain_words(wanted)
        before, begun = processor_seconds(process), time.perf_counter()
        status, said = await lecturer.say(
            f"class/{code}/address", {"address": f"{page}?{urlencode(wanted)}"}, token
        )
        if status != 200:
            raise RuntimeError(f"the lecturer may not move: {said}")
        version = said["moved"]
        until = begun + max(every, MOST_WAIT_S)
        while time.perf_counter() < until and not all(version in tab.arrived for tab in tabs):
            await asyncio.sleep(0.05)
        there = [tab.arrived[version] for tab in tabs if version in tab.arrived]
        times = [end - begun for end, _, _ in there]
        lost += followers - len(there)
        wrong += sum(where != page or not all(word in shown for word in words) for _, where, shown in there)
        seconds += times
        spent = (processor_seconds(process) - before) / followers * 1000
        print(
            f"{page}/{view}: p50 {np.median(times):.2f} p95 {np.quantile(times, 0.95):.2f}"
            f" max {max(times):.2f} s, {spent:.0f} ms of processor a follower, load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
        await asyncio.sleep(max(0.0, begun + every - time.perf_counter()))
    spent = (processor_seconds(process) - used) / (followers * moves) * 1000
    grown = memory_mb(process) - memory
    miscounted = await _votes(lecturer, code, token, tabs)
    for task in tasks:
        task.cancel()
    for tab in tabs:
        tab.close()
    name = f"class.{followers}_followers"
    against = f"{moves} moves, load average {os.getloadavg()[0]:.1f}"
    rows = [
        ("p50_s", float(np.median(seconds)), "s"),
        ("p95_s", float(np.quantile(seconds, 0.95)), "s"),
        ("max_s", max(seconds), "s"),
        ("cpu_a_move_and_follower_ms", spent, "ms"),
        ("memory_grown_mb", grown, "MB"),
        ("not_arrived", lost, "screens"),
        ("wrong_screens", wrong, "screens"),
        ("asked_again", troubles.pop("asked again", 0), "times"),
        ("errors", troubles.total(), "errors"),
        ("miscounted_votes", miscounted, "votes"),
    ]
    for kind, count in troubles.most_common(5):
        print(f"  {count} x {kind}")
    return [
        Measurement(name=f"{name}.{what}", value=value, unit=unit, better="lower", against=against)
        for what, value, unit in rows
    ]


def _plain_words(wanted: Mapping[str, str]) -> list[bytes]:
    """Return the words that a screen shows of what a link asks, as they stand in its messages."""
    texts = " ".join(wanted.get(name, "") for name in ("text", "first", "second", "word"))
    return [word.encode() for word in texts.split() if word.isascii() and word.isalpha()]


async def _votes(lecturer: ClassClient, code: str, token: str, tabs: Sequence[Follower]) -> int:
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; return 1 where a screen, an answer or a vote was wrong."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.followers", description=__doc__)
    parser.add_argument("--followers", type=int, default=100)
    parser.add_argument("--moves", type=int, default=12)
    parser.add_argument("--every", type=float, default=EVERY_S, help="seconds from one move to the next")
    parser.add_argument("--url", help="address of a running app")
    parser.add_argument("--pid", type=int, help="its process")
    parser.add_argument("--output", type=Path, default=RESULTS)
    asked = parser.parse_args(arguments)
    with _server(asked.url, asked.pid) as (url, process):
        measured = asyncio.run(measure(url, process, asked.followers, asked.moves, asked.every))
    for one in measured:
        print(f"{one.name} {one.value:.3f} {one.unit}")
    write(measured, asked.output)
    failing = ("not_arrived", "wrong_screens", "errors", "miscounted_votes")
    return int(any(one.value for one in measured if one.name.endswith(failing)))


if __name__ == "__main__":
    sys.exit(main())
