"""The memory and the processor time of a server, read from outside."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(slots=True)
class MemoryLog:
    """The resident set of a process, now and then."""

    seconds: list[float] = field(default_factory=list)
    megabytes: list[float] = field(default_factory=list)

    async def keep(self, process: int, every: float) -> None:
        """Take a sample every so many seconds until cancelled."""
        loop = asyncio.get_running_loop()
        start = loop.time()
        while True:
            self.seconds.append(loop.time() - start)
            self.megabytes.append(memory_mb(process))
            await asyncio.sleep(every)

    @property
    def spread(self) -> float:
        """How far apart the samples of the last three quarters lie."""
        later = self._between(0.25, 1.0)
        return max(later) - min(later)

    @property
    def growth(self) -> float:
        """By how much the mean of the last quarter is above that of the second."""
        second, last = self._between(0.25, 0.5), self._between(0.75, 1.0)
        return sum(last) / len(last) - sum(second) / len(second)

    def _between(self, begin: float, end: float) -> list[float]:
        whole = self.seconds[-1]
        part = [
            megabytes
            for second, megabytes in zip(self.seconds, self.megabytes, strict=True)
            if begin * whole <= second <= end * whole
        ]
        return part or self.megabytes[-1:]


def memory_mb(process: int) -> float:
    """Return the resident set of a process."""
    for line in _told(process, "status").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024 / 1e6
    raise RuntimeError(f"The process {process} has ended.")


def processor_seconds(process: int) -> float:
    """Return the processor time that a process has used so far, all its threads together."""
    fields = _told(process, "stat").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _told(process: int, name: str) -> str:
    try:
        return Path(f"/proc/{process}/{name}").read_text(encoding="utf-8")
    except OSError as gone:
        raise RuntimeError(f"The process {process} has ended.") from gone
