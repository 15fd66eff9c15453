"""Questions to one engine, in this process or in another, as its settings say; a line of JSON comes out.

Run by `benchmarks.engines`, which reads the line.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from typing import Any

from benchmarks.server_watch import memory_mb
from bertviz_core.analysis.passes.engine_client import EngineClient
from bertviz_core.engine import BertEngine, load_engine
from bertviz_core.errors import BertScopeError

WORDS = (
    "la casa grande tiene una puerta azul que mira al río donde los niños juegan cada tarde con agua".split()
)
ASKERS, ALONE, LENGTH = 8, 20, 24
"""Threads that ask at once, questions that are asked alone, words of a text."""


def main(seconds: float) -> dict[str, Any]:
    """Ask one after the other, then for so many seconds eight at once."""
    carried = _count_bytes()
    engine, drawn = load_engine("mini"), random.Random(0)
    for _ in range(3):
        _ask(engine, drawn.random())
    found: dict[str, Any] = {}
    for name, ask in {"attention": _attention, "blank": _blank}.items():
        before, times = sum(carried), []
        for _ in range(ALONE):
            start = time.perf_counter()
            ask(engine, drawn.random())
            times.append(time.perf_counter() - start)
        found[f"{name}_s"] = median(times)
        found[f"{name}_bytes"] = (sum(carried) - before) / ALONE
    end, start = time.perf_counter() + seconds, time.perf_counter()
    with ThreadPoolExecutor(ASKERS) as askers:
        told = list(askers.map(lambda number: _until(engine, end, number), range(ASKERS)))
    found["questions"] = sum(len(times) for times, _ in told)
    found["questions_a_second"] = found["questions"] / (time.perf_counter() - start)
    every = sorted(second for times, _ in told for second in times)
    found["half_s"], found["p95_s"] = every[len(every) // 2], every[int(0.95 * len(every))]
    found["longest_s"] = every[-1]
    found["errors"] = [error for _, errors in told for error in errors]
    found["memory_mb"] = memory_mb(os.getpid())
    return found


def _until(engine: BertEngine, end: float, asker: int) -> tuple[list[float], list[str]]:
    drawn, times, errors = random.Random(asker + 1), [], []
    while (start := time.perf_counter()) < end:
        try:
            _ask(engine, drawn.random())
        except BertScopeError as error:
            errors.append(str(error))
        times.append(time.perf_counter() - start)
    return times, errors


def _text(seed: float) -> str:
    return " ".join(random.Random(seed).choices(WORDS, k=LENGTH))


def _attention(engine: BertEngine, seed: float) -> None:
    engine.attention(_text(seed))


def _blank(engine: BertEngine, seed: float) -> None:
    engine.fill_mask(f"{_text(seed)} [MASK] .", 10)


def _ask(engine: BertEngine, seed: float) -> None:
    (_attention if seed < 0.5 else _blank)(engine, seed)


def _count_bytes() -> list[int]:
    """Have the bytes of every question and its answer noted."""
    carried: list[int] = []
    send = EngineClient._send

    def counted(
        self: EngineClient, url: str, fields: dict[str, str], body: bytes | None
    ) -> tuple[int, bytes]:
        status, answer = send(self, url, fields, body)
        carried.append(len(body or b"") + len(answer))
        return status, answer

    EngineClient._send = counted  # type: ignore[method-assign, assignment]
    return carried


if __name__ == "__main__":
    print(json.dumps(main(float(sys.argv[1]))))
