"""A class of visitors on one server: how long they wait, what goes wrong, and what the server needs."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.app_under_test import running_app
from benchmarks.class_report import ClassReport, table
from benchmarks.measurement import Measurement
from benchmarks.right_answers import Comparison, compare
from benchmarks.server_watch import MemoryLog, memory_mb, processor_seconds
from benchmarks.visitor_questions import HOME, MIX, QUESTIONS, places
from benchmarks.visitors import ClassPlan, visit

RESULTS = Path(__file__).with_name("results.jsonl")
CLASSES = (
    *(("attention", visitors) for visitors in (1, 50, 100, 200, 400)),
    (MIX, 100),
)
"""What is measured where nothing else is asked for."""

SECONDS = 40.0
SAMPLE_S = 10.0
BETWEEN_S = 3.0
"""From one class to the next, for the server to see that the last one is gone."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; return 1 where anything went wrong that a visitor would have met with."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    if (asked.url is None) != (asked.pid is None):
        parser.error("--url and --pid belong together: the address of a running app, and its process")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a socket a visitor
    common = ClassPlan(
        page="",
        visitors=0,
        seconds=asked.seconds,
        gap=asked.gap,
        equal=asked.equal,
        leave=asked.leave,
        tokens=asked.tokens,
    )
    classes = CLASSES
    if asked.page or asked.visitors:
        classes = ((asked.page or "attention", asked.visitors or 50),)
    plans = [
        replace(common, page=page, visitors=visitors, run=f"{time.time():.0f} {page} {visitors}")
        for page, visitors in classes
    ]
    with _server(asked.url, asked.pid) as (url, process):
        reports = asyncio.run(_all(url, process, plans))
        _compare(reports)
    print(table(reports))
    for report in reports:
        print(*report.remarks(), sep="\n")
    write([measurement for report in reports for measurement in report.measurements()], asked.output)
    return int(any(report.errors or report.comparison.differing for report in reports))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    pages = ", ".join([HOME, *filter(None, QUESTIONS), MIX])
    add = parser.add_argument
    add("--page", type=_page, help=f"{pages}, or a page with a view: attention/flow")
    add(
        "--visitors",
        type=_between(1, 2000),
        help="without this and --page: the classes of the table",
    )
    add("--seconds", type=_between(1, 86_400, float), default=SECONDS, help="how long the class stays")
    add(
        "--gap",
        type=_between(0.1, 3600, float),
        default=10.0,
        help="seconds between a visitor's questions",
    )
    add("--equal", type=_between(0, 1, float), default=0.2, help="share of questions that several ask")
    add("--leave", type=_between(0, 1, float), default=0.1, help="share of answers that are not waited for")
    add("--tokens", type=_between(3, 512), help="length of the texts; 4 to 12 words if not given")
    add("--url", help="address of a running app, such as http://127.0.0.1:8501")
    add("--pid", type=_between(1, 2**22), help="its process, on this machine and with the same settings")
    add("--output", type=Path, default=RESULTS)
    return parser


def _page(name: str) -> str:
    try:
        places(name)
    except KeyError:
        raise argparse.ArgumentTypeError(f"no such page: {name}") from None
    return name


def _between(low: float, high: float, kind: type[int] | type[float] = int) -> Callable[[str], float]:
    """Return what reads a number within bounds."""

    def read(text: str) -> float:
        number = kind(text)
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"{text} is not between {low:g} and {high:g}")
        return number

    read.__name__ = "number"  # argparse names it where a text is no number at all
    return read


@contextlib.contextmanager
def _server(url: str | None, process: int | None) -> Iterator[tuple[str, int]]:
    """Yield address and process of the app: of a running one, or of one started as `make app` does."""
    if url is not None and process is not None:
        yield url.rstrip("/"), process
        return
    with tempfile.TemporaryDirectory() as runs:
        os.environ.setdefault("BERTSCOPE_DATA_FOLDER", runs)  # a class does not look at runs that lie about
        with running_app() as app:
            app.wait_until_ready()
            yield app.url, app.process.pid


async def _all(url: str, process: int, plans: Sequence[ClassPlan]) -> list[ClassReport]:
    """Let one class come after the other, the first one onto a server that has its model."""
    await _one(url, process, ClassPlan(page="attention", visitors=1, seconds=0.1, leave=0, run="model"))
    reports = []
    for plan in plans:
        await asyncio.sleep(BETWEEN_S)
        print(f"{plan.visitors} visitors on {plan.page} for {plan.seconds:.0f} s …", file=sys.stderr)
        reports.append(await _one(url, process, plan))
    return reports


async def _one(url: str, process: int, plan: ClassPlan) -> ClassReport:
    gc.collect()
    gc.freeze()  # no walk through what stays while somebody is timed
    memory = MemoryLog()
    watch = asyncio.create_task(memory.keep(process, min(SAMPLE_S, plan.seconds / 20)))
    await asyncio.sleep(0)
    begun, own, server = time.perf_counter(), time.process_time(), processor_seconds(process)
    diary = await visit(url, plan)
    watch.cancel()
    return ClassReport(
        plan=plan,
        diary=diary,
        memory=memory,
        memory_after=memory_mb(process),
        server_seconds=processor_seconds(process) - server,
        client_share=(time.process_time() - own) / (time.perf_counter() - begun),
        comparison=Comparison(),
    )


def _compare(reports: Sequence[ClassReport]) -> None:
    """Ask the engine alone for some of the answers, when nobody is timed any more."""
    from bertviz_core import load_engine

    engine = load_engine("mini")
    for report in reports:
        print(f"Comparing {len(report.diary.kept)} answers of {report.plan.page} …", file=sys.stderr)
        report.comparison = compare(report.diary.kept, engine)


def write(measured: Sequence[Measurement], output: Path) -> None:
    """Write numbers into a file of measurements, in the place of former ones of the same names."""
    names = {measurement.name for measurement in measured}
    former = output.read_text(encoding="utf-8").splitlines() if output.exists() else []
    lines = [line for line in former if json.loads(line)["name"] not in names]
    lines += [measurement.as_line() for measurement in measured]
    output.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
