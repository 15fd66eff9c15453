"""A class that follows its lecturer: how soon all screens are where he is, and how votes are counted."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

import numpy as np

from benchmarks.class_client import ClassClient
from benchmarks.class_follower import Follower, miscounted_votes
from benchmarks.cluster_parts import COPIES, running_cluster
from benchmarks.load import RESULTS, _server, write
from benchmarks.measurement import Measurement
from benchmarks.server_watch import memory_mb, processor_seconds
from benchmarks.visitor_questions import QUESTIONS
from benchmarks.visitor_texts import Texts

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


async def measure(
    url: str, processes: Sequence[int], followers: int, moves: int, every: float
) -> list[Measurement]:
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
    used, memory = _seconds(processes), _memory(processes)
    for number in range(moves):
        page, view = WAY[number % len(WAY)]
        wanted = {"view": view} | QUESTIONS[page][view](texts)
        words = _plain_words(wanted)
        before, begun = _seconds(processes), time.perf_counter()
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
        spent = (_seconds(processes) - before) / followers * 1000
        print(
            f"{page}/{view}: p50 {np.median(times):.2f} p95 {np.quantile(times, 0.95):.2f}"
            f" max {max(times):.2f} s, {spent:.0f} ms of processor a follower, load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
        await asyncio.sleep(max(0.0, begun + every - time.perf_counter()))
    spent = (_seconds(processes) - used) / (followers * moves) * 1000
    grown = _memory(processes) - memory
    miscounted = await miscounted_votes(lecturer, code, token, tabs)
    for task in tasks:
        task.cancel()
    for tab in tabs:
        tab.close()
    name = f"class.{followers}_followers" + (f"_{len(processes)}_copies" if len(processes) > 1 else "")
    against = f"{moves} moves, load average {os.getloadavg()[0]:.1f}"
    rows = [
        ("p50_s", float(np.median(seconds)), "s"),
        ("p95_s", float(np.quantile(seconds, 0.95)), "s"),
        ("max_s", max(seconds), "s"),
        ("cpu_a_move_and_follower_ms", spent, "ms"),
        ("memory_mb", memory + grown, "MB"),
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


def _seconds(processes: Sequence[int]) -> float:
    return sum(map(processor_seconds, processes))


def _memory(processes: Sequence[int]) -> float:
    return sum(map(memory_mb, processes))


@contextmanager
def _served(url: str | None, process: int | None, copies: int) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield the address and the processes of one copy, or of several behind nginx."""
    if copies == 1:
        with _server(url, process) as (address, alone):
            yield address, (alone,)
        return
    with tempfile.TemporaryDirectory() as folder, running_cluster(Path(folder), workers=0) as cluster:
        yield cluster.url, [copy.process.pid for copy in cluster.copies if copy.process]


def _plain_words(wanted: Mapping[str, str]) -> list[bytes]:
    """Return the words that a screen shows of what a link asks, as they stand in its messages."""
    texts = " ".join(wanted.get(name, "") for name in ("text", "first", "second", "word"))
    return [word.encode() for word in texts.split() if word.isascii() and word.isalpha()]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; return 1 where a screen, an answer or a vote was wrong."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.followers", description=__doc__)
    parser.add_argument("--followers", type=int, default=100)
    parser.add_argument("--moves", type=int, default=12)
    parser.add_argument("--every", type=float, default=EVERY_S, help="seconds from one move to the next")
    parser.add_argument("--url", help="address of a running app")
    parser.add_argument("--pid", type=int, help="its process")
    parser.add_argument(
        "--copies", type=int, choices=(1, len(COPIES)), default=1, help="two: behind nginx, with Redis"
    )
    parser.add_argument("--output", type=Path, default=RESULTS)
    asked = parser.parse_args(arguments)
    with _served(asked.url, asked.pid, asked.copies) as (url, processes):
        measured = asyncio.run(measure(url, processes, asked.followers, asked.moves, asked.every))
    for one in measured:
        print(f"{one.name} {one.value:.3f} {one.unit}")
    write(measured, asked.output)
    failing = ("not_arrived", "wrong_screens", "errors", "miscounted_votes")
    return int(any(one.value for one in measured if one.name.endswith(failing)))


if __name__ == "__main__":
    sys.exit(main())
