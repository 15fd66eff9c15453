"""umap-learn in a process of its own: its own maps, in turn, stopped and killed without harm."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from bertviz_core.analysis.vectors.projection import place, project, project_layers
from bertviz_core.analysis.vectors.umap_messages import Message, read_message, write_message
from bertviz_core.analysis.vectors.umap_process import UmapProcess
from bertviz_core.errors import DrawingError

pytestmark = pytest.mark.timeout(900)  # umap-learn compiles for long on a machine that is busy
REFERENCE = Path(__file__).with_name("umap_reference.py")
SENSES = np.arange(60) % 3


def grouped(n: int, features: int = 40) -> NDArray[np.float32]:
    random = np.random.default_rng(0)
    vectors = 1.5 * random.normal(size=(3, features))[np.arange(n) % 3] + random.normal(size=(n, features))
    return vectors.astype(np.float32)


class LeftError(Exception):
    """Nobody watches any more."""


def test_maps_are_those_of_umap_learn_in_another_process(drawing: UmapProcess, tmp_path: Path) -> None:
    vectors = grouped(60)
    np.savez(tmp_path / "asked.npz", vectors=vectors, senses=SENSES)
    environment = {**os.environ, "NUMBA_NUM_THREADS": "1", "NUMBA_THREADING_LAYER": "workqueue"}
    command = [sys.executable, str(REFERENCE), str(tmp_path / "asked.npz"), str(tmp_path / "told.npz")]
    subprocess.run(command, check=True, env=environment)
    told = np.load(tmp_path / "told.npz")
    assert project(vectors, "umap").points == pytest.approx(told["plain"], abs=1e-4)
    assert project(vectors, "umap", senses=SENSES).points == pytest.approx(told["told"], abs=1e-4)


def test_a_known_vector_is_placed_near_itself(drawing: UmapProcess) -> None:
    for n in (60, 600):  # compared one by one, and with neighbours of our own
        vectors = grouped(n)
        points = project(vectors, "umap").points
        new = place(vectors[5:7] + 0.01, vectors, "umap", dimensions=2)
        width = np.ptp(points, axis=0).max()
        assert np.linalg.norm(new - points[5:7], axis=1).max() < 0.1 * width
        group = np.arange(n) % 3
        nearest = np.argsort(np.linalg.norm(points - new[0], axis=1))[:5]
        assert (group[nearest] == group[5]).all()


def test_a_layer_that_changes_nothing_moves_nothing(drawing: UmapProcess) -> None:
    random = np.random.default_rng(1)
    first, other = grouped(24), random.normal(size=(24, 40)).astype(np.float32)
    points = project_layers(np.stack([first, first, other]), "umap").points
    moved = np.linalg.norm(np.diff(points, axis=0), axis=2).mean(axis=1)
    assert moved[0] < 0.3 * moved[1]


def test_two_at_once_wait_in_turn_and_a_small_one_is_not_kept_waiting(drawing: UmapProcess) -> None:
    ended: list[str] = []

    def draw(name: str, n: int) -> NDArray[np.float32]:
        points = project(grouped(n), "umap").points
        ended.append(name)
        return points

    with ThreadPoolExecutor(2) as pool:
        large = pool.submit(draw, "large", 1500)
        time.sleep(0.3)
        small = pool.submit(draw, "small", 60)
        assert large.result().shape == (1500, 2)
        assert (small.result() == project(grouped(60), "umap").points).all()
    assert ended == ["small", "large"]


def test_it_says_how_far_it_is_and_can_be_stopped(drawing: UmapProcess) -> None:
    told: list[tuple[int, int]] = []

    def leave(done: int, total: int) -> None:
        told.append((done, total))
        if done:
            raise LeftError

    pid = drawing.pid
    with pytest.raises(LeftError):
        project(grouped(2000), "umap", progress=leave)
    assert 0 < told[-1][0] < told[-1][1] == 200
    assert project(grouped(30), "umap").points.shape == (30, 2)
    assert drawing.pid == pid


def test_killed_in_the_middle_it_says_so_and_begins_again_then_ends_when_idle(
    settings: Callable[..., None],
) -> None:
    settings(umap_process="true", umap_niceness="0", umap_idle_s="2")
    own = UmapProcess()
    arrays = {"vectors": grouped(2000)}
    numbers = {"dimensions": 2, "seed": 0}

    def kill(done: int, total: int) -> None:
        if done and own.pid:
            os.kill(own.pid, signal.SIGKILL)

    with pytest.raises(DrawingError, match="ended unexpectedly"):
        own.ask("fit", numbers, arrays, kill)
    assert own.state == "asleep"
    assert own.ask("fit", numbers, {"vectors": grouped(30)}).shape == (30, 2)
    until = time.monotonic() + 60
    while own.state != "asleep" and time.monotonic() < until:
        time.sleep(0.1)
    assert own.state == "asleep" and own.pid is None


def test_one_that_cannot_start_is_not_started_again_and_again(
    settings: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings(umap_process="true", umap_niceness="0")
    monkeypatch.setenv("PYTHONHOME", "/nowhere")  # Python itself ends at once
    own = UmapProcess()
    with pytest.raises(DrawingError, match="ended unexpectedly"):
        own.ask("fit", {"dimensions": 2, "seed": 0}, {"vectors": grouped(30)})
    assert own.begin() == "broken" and own.pid is None


def test_an_end_that_was_asked_for_is_no_failure(
    settings: Callable[..., None], caplog: pytest.LogCaptureFixture
) -> None:
    settings(umap_process="true", umap_niceness="0")
    others, own = set(threading.enumerate()), UmapProcess()
    assert own.begin() == "warming"
    own.end()
    for listening in set(threading.enumerate()) - others:
        listening.join(60)
    assert own.pid is None and own.state == "asleep" and not caplog.records


def test_it_is_not_started_where_it_is_switched_off(settings: Callable[..., None]) -> None:
    settings(umap_process="false")
    with pytest.raises(DrawingError, match="switched off"):
        project(grouped(30), "umap")


def test_a_message_holds_numbers_and_nothing_else() -> None:
    pipe = io.BytesIO()
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    write_message(pipe, Message(kind="fit", job=3, numbers={"seed": 1}, arrays={"vectors": array}))
    assert pipe.getvalue().partition(b"\n")[2] == array.tobytes()
    pipe.seek(0)
    read = read_message(pipe)
    assert read is not None and (read.kind, read.job, read.numbers) == ("fit", 3, {"seed": 1})
    assert (read.arrays["vectors"] == array).all()
    for content in (np.array(["banco"]), np.array([{"a": 1}], dtype=object)):
        with pytest.raises(TypeError):
            write_message(pipe, Message(kind="fit", arrays={"vectors": content}))
    with pytest.raises(TypeError):
        write_message(pipe, Message(kind="fit", numbers={"word": "banco"}))  # type: ignore[dict-item]


@pytest.mark.parametrize(
    "line",
    [
        b'{"kind": "pickle", "job": 1, "numbers": {}, "arrays": []}\n',
        b'{"kind": "fit", "job": 1, "numbers": {}, "arrays": [["vectors", "object", [1]]]}\n',
        b'{"kind": "fit", "job": 1, "numbers": {}, "arrays": [["vectors", "float32", [999999999, 9]]]}\n',
        b"hello\n",
    ],
)
def test_what_is_no_message_is_refused(line: bytes) -> None:
    with pytest.raises(ValueError):
        read_message(io.BytesIO(line))
