"""What is seen in a browser, and the memory it takes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One text shown in a browser; None where it could not be."""

    bytes: int | None = None
    seconds: float | None = None
    browser_mb: float | None = None
    trouble: str = ""
    """Why there is no number."""


def renderer_memory_mb(chromium: Browser) -> float:
    """Return the memory of all renderer processes, pages they share counted once."""
    session = chromium.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return sum(proportional_mb(int(p["id"])) for p in processes if p["type"] == "renderer")


def proportional_mb(process: int) -> float:
    """Return the proportional set size of a process."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    except OSError:  # it ended meanwhile
        return 0.0
    return sum(int(line.split()[1]) * 1024 / 1e6 for line in lines if line.startswith("Pss:"))
