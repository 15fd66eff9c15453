"""The memory and the processor time of a server, read from outside."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path


def memory_mb(process: int) -> float:
    """Return the resident set of a process."""
    for line in Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024 / 1e6
    raise RuntimeError(f"The kernel does not say how much memory process {process} has.")


def processor_seconds(process: int) -> float:
    """Return the processor time that a process has used so far, all its threads together."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def sample_memory(process: int, samples: list[tuple[float, float]], every: float) -> None:
    """Note seconds of the event loop and memory until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        samples.append((loop.time(), memory_mb(process)))
        await asyncio.sleep(every)
