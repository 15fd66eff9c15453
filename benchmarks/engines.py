"""The engine in the process beside replicas of it behind one address, of which one is killed at last.

Start the replicas first (`deploy/ray/forward_passes.py`, or `python -m bertviz_core engine-server` twice).
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, Literal

from benchmarks.load import RESULTS, write
from benchmarks.measurement import Measurement
from bertviz_core.server.passes.app import PROCESS

WAITING = 16
"""Passes that a copy without weights has under way at once."""
RUNS = 2
"""Of each side, in turn."""
REPLICAS = "two replicas on the cores of the eight who ask"
AGAINST = "the engine in the process, same texts in turn, on the same cores as whoever asks"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; return 1 where somebody who asked saw an error."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engines", description=__doc__)
    parser.add_argument("--url", required=True, help="as BERTSCOPE_ENGINE_URL")
    parser.add_argument("--seconds", type=float, default=10.0, help="eight askers at once")
    parser.add_argument("--kill-seconds", type=float, default=40.0, help="0 kills nobody")
    parser.add_argument("--output", type=Path, default=RESULTS)
    asked = parser.parse_args(arguments)
    here, there = [], []
    for _ in range(RUNS):
        here.append(_told(_asking(None, asked.seconds)))
        there.append(_told(_asking(asked.url, asked.seconds)))
    found = {name: _side(runs) for name, runs in {"here": here, "there": there}.items()}
    errors = [error for run in (*here, *there) for error in run["errors"]]
    if asked.kill_seconds:
        killed, back = _killed(asked.url, asked.kill_seconds)
        errors += killed["errors"]
        found["killed"] = _side([killed]) | {"two_answer_again_s": back}
    print(json.dumps(found, indent=2), *sorted(set(errors)), f"{len(errors)} errors", sep="\n")
    write(_measurements(found, len(errors)), asked.output)
    return int(bool(errors))


def _asking(url: str | None, seconds: float) -> subprocess.Popen[str]:
    environment = dict(os.environ, BERTSCOPE_CACHE_BYTES="0", OMP_NUM_THREADS="2")
    if url:
        environment |= {"BERTSCOPE_ENGINE_URL": url, "BERTSCOPE_CONCURRENT_PASSES": str(WAITING)}
    command = [sys.executable, "-m", "benchmarks.engines_asked", str(seconds)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def _told(asking: subprocess.Popen[str]) -> dict[str, Any]:
    told, _ = asking.communicate()
    found: dict[str, Any] = json.loads(told.splitlines()[-1])
    return found


def _side(runs: Sequence[dict[str, Any]]) -> dict[str, float]:
    return {name: median(run[name] for run in runs) for name in runs[0] if name != "errors"}


def _killed(url: str, seconds: float) -> tuple[dict[str, Any], float]:
    """Kill one of the replicas while eight ask; return what they saw, and when as many answered again."""
    before = _processes(url, wanted=2, within=30)
    asking = _asking(url, seconds)
    time.sleep(10 + seconds / 4)  # the first seconds are for imports, and questions asked alone
    victim = min(before)
    os.kill(victim, signal.SIGKILL)
    start = time.perf_counter()
    after = _processes(url, wanted=len(before), within=120, without=victim)
    back = time.perf_counter() - start if len(after) >= len(before) else float("nan")
    return _told(asking), back


def _processes(url: str, *, wanted: int, within: float, without: int = 0) -> set[int]:
    """Ask until so many replicas have answered, or for so many seconds."""
    end, found = time.perf_counter() + within, set[int]()
    while len(found) < wanted and time.perf_counter() < end:
        for address in url.split(","):
            try:
                with urllib.request.urlopen(f"{address}/readyz", timeout=2) as answer:
                    found.add(int(answer.headers[PROCESS]))
            except OSError:
                continue
        found.discard(without)
        time.sleep(0.1)
    return found


def _measurements(found: dict[str, dict[str, float]], errors: int) -> list[Measurement]:
    here, there = found["here"], found["there"]
    ratios: dict[str, Literal["higher", "lower"]] = {
        "attention_s": "lower",
        "blank_s": "lower",
        "questions_a_second": "higher",
        "memory_mb": "lower",
    }
    rows = [
        Measurement(
            name=f"engines.{name}_ratio",
            value=there[name] / here[name],
            unit="ratio",
            better=better,
            against=AGAINST,
        )
        for name, better in ratios.items()
    ]
    counted = {"errors": ("errors", float(errors))}
    if "killed" in found:
        counted["two_answer_again_s"] = "s", found["killed"]["two_answer_again_s"]
    rows += [
        Measurement(name=f"engines.{name}", value=value, unit=unit, better="lower", against=REPLICAS)
        for name, (unit, value) in counted.items()
    ]
    return rows


if __name__ == "__main__":
    raise SystemExit(main())
