"""The app as `make app` starts it, and a browser to look at it with."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parent.parent
PATIENCE_S = 120.0


@dataclass(frozen=True, slots=True)
class RunningApp:
    """A server process of the app."""

    url: str
    process: subprocess.Popen[bytes]
    started: float
    """`time.perf_counter()` just before the process was made."""

    def wait_until_healthy(self) -> None:
        """Wait until the server answers, whatever it has loaded."""
        self._wait_for_ok("/_stcore/health")

    def wait_until_ready(self) -> None:
        """Wait until the model is loaded and visitors may come."""
        self._wait_for_ok("/readyz")

    def _wait_for_ok(self, address: str) -> None:
        deadline = time.perf_counter() + PATIENCE_S
        while time.perf_counter() < deadline and self.process.poll() is None:
            try:
                with urlopen(f"{self.url}{address}", timeout=5) as answer:
                    if answer.read() == b"ok":
                        return
            except OSError:  # not listening yet, busy beginning, or an answer of 503
                time.sleep(0.05)
        raise RuntimeError(f"The app did not come up at {self.url}{address}")

    def cpu_seconds(self) -> float:
        """Return the processor time of the process so far, to the nanosecond: Linux's own clock of it."""
        return time.clock_gettime((~self.process.pid << 3) | 2)  # CPUCLOCK_SCHED, see clock_getcpuclockid(3)

    def peak_memory_mb(self) -> float:
        """Return the largest resident set the process ever had."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024 / 1e6
        raise RuntimeError("The kernel does not say how much memory the process had.")


@contextmanager
def running_app(
    environment: Mapping[str, str] | None = None, *, port: int | None = None
) -> Iterator[RunningApp]:
    """Start the app in a process of its own, on a free port; stop it at the end.

    Args:
        environment: Variables it gets beside those of this process.
        port: Where it is served, if not on any that is free.
    """
    with socket.create_server(("127.0.0.1", port or 0)) as probe:
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    command += [
        "--server.address",
        "127.0.0.1",
        "--server.headless",
        "true",
        "--server.fileWatcherType",
        "none",
    ]
    started = time.perf_counter()
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | {"MALLOC_ARENA_MAX": "2"} | dict(environment or {}),
        stdout=subprocess.DEVNULL,
    )
    try:
        yield RunningApp(url=f"http://127.0.0.1:{port}", process=process, started=started)
    finally:
        process.terminate()
        try:
            process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            process.kill()


@contextmanager
def browser(*names: str, arguments: Sequence[str] = ()) -> Iterator[Browser]:
    """Start a Chromium of this machine without a window.

    Args:
        *names: Programs that are taken rather than Chromium itself, where they are found.
        arguments: More of its command line.
    """
    programs = map(shutil.which, (*names, "chromium", "google-chrome"))
    path = os.environ.get("CHROMIUM") or next(filter(None, programs), None)
    if path is None:
        raise RuntimeError("No Chromium found: install Debian's chromium, or name one in CHROMIUM.")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", *arguments])
        yield chromium
        chromium.close()
