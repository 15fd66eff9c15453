"""One measured number, and the line it becomes in `results.jsonl`."""

from __future__ import annotations

import datetime
import json
import os
import platform
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """One number with what it takes to read it."""

    name: str
    """`topic.quantity_unit`, the same in every run."""
    value: float
    unit: str
    better: Literal["higher", "lower"]
    against: str
    """What it is measured against: the other side of a ratio, or the conditions of a time."""

    def as_line(self) -> str:
        """Return the measurement with this machine and today's date as one line of JSON."""
        row = asdict(self) | {"value": round(self.value, 3)}
        return json.dumps(row | {"machine": machine(), "date": datetime.date.today().isoformat()})


def machine() -> str:
    """Describe this machine: processor, cores this process may use, memory."""
    return f"{processor()}, {len(os.sched_getaffinity(0))} cores, {memory_gb():.0f} GB"


def processor() -> str:
    """Return the processor's name as Linux gives it, or the architecture."""
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def memory_gb() -> float:
    """Return the machine's memory in gigabytes."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
