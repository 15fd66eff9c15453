"""Maps by UMAP: what a process of their own costs over umap-learn in this one, and what many points take."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator

import numpy as np
import umap
from numpy.typing import NDArray

from benchmarks.measurement import Measurement
from bertviz_core.analysis.vectors.projection import project
from bertviz_core.analysis.vectors.umap_fits import neighbours_of
from bertviz_core.analysis.vectors.umap_process import umap_process

POINTS, MANY, WIDTH = 200, 4_000, 384
RUNS = 5


def measure() -> Iterator[Measurement]:
    """Draw maps of vectors in eight loose groups, warm; stop in the middle of one."""
    first, *few = (vectors(POINTS, seed=seed) for seed in range(3, 4 + RUNS))  # a map asked for again is kept
    many = vectors(MANY)
    project(first, "umap")
    ours = median_s(lambda asked: project(asked, "umap"), few)
    yield Measurement(
        name="maps.fit_s",
        value=ours,
        unit="s",
        better="lower",
        against=f"a warm process, {POINTS} vectors of {WIDTH}, from the question to the points",
    )
    alone = umap.UMAP(n_neighbors=neighbours_of(POINTS), metric="cosine", random_state=0, n_jobs=1)
    alone.fit_transform(first)
    yield Measurement(
        name="maps.process_ratio",
        value=ours / median_s(alone.fit_transform, few),
        unit="x",
        better="lower",
        against="umap-learn called in the same process, warm, the same vectors and neighbours",
    )
    start = time.perf_counter()
    project(many, "umap", progress=lambda done, of: None)
    yield Measurement(
        name="maps.many_s",
        value=time.perf_counter() - start,
        unit="s",
        better="lower",
        against=f"{MANY} vectors, told of its progress",
    )
    yield Measurement(
        name="maps.stop_s",
        value=seconds_to_stop(vectors(MANY, seed=1)),
        unit="s",
        better="lower",
        against=f"{MANY} other vectors, from Stop in the middle to the map of {POINTS} asked for next",
    )
    umap_process.end()


def vectors(count: int, seed: int = 0) -> NDArray[np.float32]:
    """Return vectors (count, WIDTH) around eight centres."""
    draw = np.random.default_rng(seed)
    centres = draw.normal(size=(8, WIDTH))
    return (centres[np.arange(count) % 8] + draw.normal(size=(count, WIDTH))).astype(np.float32)


def median_s(work: Callable[[NDArray[np.float32]], object], asked: list[NDArray[np.float32]]) -> float:
    """Return how long something takes with each of what it is asked."""
    seconds = []
    for one in asked:
        start = time.perf_counter()
        work(one)
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)


def seconds_to_stop(many: NDArray[np.float32]) -> float:
    """Break a map off once it told of steps, as the Stop button does."""
    stopped = 0.0

    def stop(done: int, of: int) -> None:
        nonlocal stopped
        if done:
            stopped = time.perf_counter()
            raise InterruptedError

    try:
        project(many, "umap", progress=stop)
    except InterruptedError:
        project(vectors(POINTS, seed=2), "umap")
        return time.perf_counter() - stopped
    raise RuntimeError("The map was drawn without a step being told of.")
