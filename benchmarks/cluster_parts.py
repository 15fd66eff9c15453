"""What an installation on several machines consists of, here on one: Redis, workers and copies of the app."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.request import urlopen

from benchmarks.nginx_under_test import free_ports, running_nginx

ROOT = Path(__file__).parent.parent
PATIENCE_S = 180.0
COPIES = ("app1", "app2")


class Part:
    """A process that is started, killed, and started again.

    Args:
        command: Of the process.
        environment: Beside that of this one.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self._command = command
        self._environment = os.environ | {"MALLOC_ARENA_MAX": "2"} | dict(environment)
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it."""
        self.process = subprocess.Popen(
            self._command,
            cwd=ROOT,
            env=self._environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it, with SIGKILL at once, and at the latest after a while."""
        if self.process is None:
            return
        self.process.send_signal(how)
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Copy(Part):
    """A copy of the app.

    Args:
        name: By which nginx knows it.
        port: Where it listens.
        environment: Of all copies.
    """

    def __init__(self, name: str, port: int, environment: Mapping[str, str]) -> None:
        options = {
            "--server.port": str(port),
            "--server.address": "127.0.0.1",
            "--server.headless": "true",
            "--server.fileWatcherType": "none",
        }
        arguments = [part for option in options.items() for part in option]
        command = [sys.executable, "-m", "streamlit", "run", "app.py", *arguments]
        super().__init__(command, {**environment, "BERTSCOPE_COPY_NAME": name})
        self.name, self.port = name, port

    def ready(self) -> bool:
        """Tell whether visitors may come."""
        try:
            with urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=5) as answer:
                return bool(answer.read() == b"ok")
        except OSError:
            return False

    def wait_until_ready(self) -> None:
        """Wait until the model is loaded and the queue is reached."""
        until = time.monotonic() + PATIENCE_S
        while not self.ready():
            if time.monotonic() > until or self.process is None or self.process.poll() is not None:
                raise RuntimeError(f"{self.name} did not get ready.")
            time.sleep(0.2)


class Cluster:
    """All parts, and the address by which visitors reach them."""

    def __init__(self, url: str, copies: Sequence[Copy], workers: Sequence[Part]) -> None:
        self.url, self.copies, self.workers = url, copies, workers

    def kill_worker(self, process: int) -> None:
        """Kill the worker that is this process."""
        [worker] = [part for part in self.workers if part.process and part.process.pid == process]
        worker.end(signal.SIGKILL)


@contextmanager
def running_cluster(folder: Path, workers: int = 2) -> Iterator[Cluster]:
    """Start Redis, workers, copies and nginx; yield them when all copies are ready; end all of it."""
    redis_port, *ports = free_ports(1 + len(COPIES))
    common = {
        "BERTSCOPE_DATA_FOLDER": str(folder / "data"),
        "BERTSCOPE_REDIS_URL": f"redis://127.0.0.1:{redis_port}/0",
        "BERTSCOPE_START_WORKER": "false",
        "BERTSCOPE_UMAP_PROCESS": "false",
        "OMP_NUM_THREADS": "1",
    }
    os.environ.update(common)  # runs are put in from here as the app does it
    redis = [
        "redis-server",
        "--port",
        str(redis_port),
        "--bind",
        "127.0.0.1",
        "--save",
        "",
        "--appendonly",
        "no",
    ]
    with ExitStack() as running:

        def begin(part: Part) -> None:
            part.start()
            running.callback(part.end)

        begin(Part([*redis, "--dir", str(folder)], {}))
        copies = [Copy(name, port, common) for name, port in zip(COPIES, ports, strict=True)]
        for copy in copies:
            begin(copy)
            copy.wait_until_ready()
        working = [Part([sys.executable, "-m", "bertviz_core", "worker"], common) for _ in range(workers)]
        for worker in working:
            begin(worker)
        addresses = {copy.name: f"127.0.0.1:{copy.port}" for copy in copies}
        (folder / "nginx").mkdir()
        url = running.enter_context(running_nginx(folder / "nginx", addresses))
        yield Cluster(url, copies, working)
