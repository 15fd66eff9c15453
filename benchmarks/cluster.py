"""Two copies behind nginx, two workers and Redis; one of each two is killed while a class is there."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.cluster_parts import Cluster, running_cluster
from benchmarks.cluster_report import ClusterReport, Faults
from benchmarks.cluster_visitors import ClusterDiary, visit_cluster
from benchmarks.load import RESULTS, write
from benchmarks.right_answers import compare
from benchmarks.visitors import ClassPlan

WORKER_S, COPY_S, AWAY_S = 0.3, 0.25, 0.03
"""Shares of the class: until a worker and a copy are killed, and until the copy is started again."""
LEARNING_S = 150.0
"""After the class the run may take so long."""
LOOK_S = 0.25
FAR_ENOUGH = 10
"""Steps of a checkpoint from which it is worth to go on."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; return 1 where a visitor lost something, an answer was wrong or the run did not end well."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cluster", description=__doc__)
    parser.add_argument("--visitors", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=130.0, help="how long the class stays")
    parser.add_argument("--gap", type=float, default=10.0, help="seconds between a visitor's questions")
    parser.add_argument("--output", type=Path, default=RESULTS)
    asked = parser.parse_args(arguments)
    plan = ClassPlan(
        page="attention",
        visitors=asked.visitors,
        seconds=asked.seconds,
        gap=asked.gap,
        leave=0,
        run=f"{time.time():.0f} cluster",
    )
    with tempfile.TemporaryDirectory() as folder, running_cluster(Path(folder)) as cluster:
        report = asyncio.run(_class(cluster, plan))
    _compare(report)
    print(*report.lines(), sep="\n")
    write(list(report.measurements()), asked.output)
    return int(report.wrong > 0)


async def _class(cluster: Cluster, plan: ClassPlan) -> ClusterReport:
    """Let the class come, kill a worker and a copy, and wait for the end of the run."""
    loop, diary, faults = asyncio.get_running_loop(), ClusterDiary(), Faults()
    run = await asyncio.to_thread(_begin_run)
    start = loop.time()
    done = await asyncio.gather(
        visit_cluster(cluster.url, plan, diary),
        _kill_copy(cluster, plan, faults),
        _kill_worker(cluster, plan, faults, run),
    )
    assert len(done) == 3
    await _end_of_run(faults, run)
    return ClusterReport(plan=plan, diary=diary, faults=faults, settled=start + plan.gap * 1.5)


async def _kill_copy(cluster: Cluster, plan: ClassPlan, faults: Faults) -> None:
    """Kill the first copy in the middle of the class, and start it again."""
    loop, copy = asyncio.get_running_loop(), cluster.copies[0]
    await asyncio.sleep(plan.seconds * COPY_S)
    print(f"{copy.name} is killed", file=sys.stderr)
    faults.copy_killed = loop.time()
    copy.end(signal.SIGKILL)
    await asyncio.sleep(plan.seconds * AWAY_S)
    copy.start()
    await asyncio.to_thread(copy.wait_until_ready)
    faults.copy_ready = loop.time()


def _begin_run() -> str:
    """Put a run into the queue, as the app does."""
    from bertviz_core.jobs.run_store import run_store
    from bertviz_core.jobs.start_worker import submit
    from bertviz_core.results import LearningSettings
    from bertviz_core.training.data.samples import SAMPLES, sample_data

    settings = LearningSettings(method="last_layers", epochs=4)
    data = sample_data(next(iter(SAMPLES))).data
    run = run_store().create(data, model="mini", revision=None, settings=settings, owner="")
    submit(run.id)
    return run.id


async def _kill_worker(cluster: Cluster, plan: ClassPlan, faults: Faults, run: str) -> None:
    """Kill the worker that has the run once it has got somewhere, and see the other one go on."""
    from bertviz_core.jobs.run_store import run_store

    loop, store = asyncio.get_running_loop(), run_store()
    await asyncio.sleep(plan.seconds * WORKER_S)
    while _checkpoint(run) < FAR_ENOUGH or _holder(run) is None:
        if not store.status(run).open:
            return  # it was done before
        await asyncio.sleep(LOOK_S)
    holder = _holder(run)
    assert holder is not None
    faults.worker_step = store.status(run).step
    print(f"worker {holder} is killed at step {faults.worker_step}", file=sys.stderr)
    faults.worker_killed = loop.time()
    cluster.kill_worker(holder)
    while _holder(run) in (holder, None) and store.status(run).open:
        await asyncio.sleep(LOOK_S)
    faults.taken_up = loop.time()
    former = store.status(run).step
    while store.status(run).stage != "learning" or store.status(run).step == former:
        if not store.status(run).open or loop.time() > faults.taken_up + LEARNING_S:
            return
        former = min(former, store.status(run).step)
        await asyncio.sleep(LOOK_S)
    faults.taken_up_at = max(0, store.status(run).step - 1)


def _checkpoint(run: str) -> int:
    """Return the step of the newest checkpoint, 0 where there is none."""
    from bertviz_core.jobs.run_store import run_store

    folders = run_store().folder(run).checkpoints.glob("step-*")
    return max((int(folder.name.partition("-")[2]) for folder in folders), default=0)


def _holder(run: str) -> int | None:
    """Return the process that works on a run, None where nobody does."""
    from bertviz_core.jobs.atomic_files import read_document
    from bertviz_core.jobs.run_store import run_store

    [*files] = run_store().folder(run).path.glob("*.holder")
    try:
        return int(str(read_document(files[0])).split()[1])
    except (IndexError, ValueError):
        return None


async def _end_of_run(faults: Faults, run: str) -> None:
    from bertviz_core.jobs.run_store import run_store

    loop = asyncio.get_running_loop()
    until = loop.time() + LEARNING_S
    while run_store().status(run).open and loop.time() < until:
        await asyncio.sleep(LOOK_S)
    status = run_store().status(run)
    faults.run_phase, faults.run_steps = status.phase, status.step


def _compare(report: ClusterReport) -> None:
    """Ask the engine alone for the answers that were kept, those after a new connection among them."""
    from bertviz_core import load_engine

    report.comparison = compare(report.diary.kept, load_engine("mini"))


if __name__ == "__main__":
    sys.exit(main())
