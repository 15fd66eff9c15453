"""A lock between processes that falls open when its holder dies, on this machine or on another one."""

from __future__ import annotations

import logging
import os
import platform
import secrets
import threading
from pathlib import Path

from filelock import FileLock, Timeout

from bertviz_core.errors import StorageError
from bertviz_core.jobs.atomic_files import read_document, room_on_disk, write_document

PATIENCE_S = 1.0
"""Somebody may look at the lock just now, which takes it for an instant."""
BEAT_S = 5.0
FRESH_S = 60.0
"""A holder on another machine that was not heard for so long is dead."""


def _machine() -> str:
    """Name the running kernel, which containers on one machine share, and with it the locks of files."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return platform.node()


class ProcessLock:
    """Held by at most one process.

    The kernel keeps the lock and opens it when the holder dies. Where it does not reach to other machines,
    a file beside it counts: it names the holder, who touches it every few seconds.
    """

    def __init__(self, path: Path) -> None:
        """Name the lock; its folder exists by the time it is taken."""
        self._lock = FileLock(path, thread_local=False)
        self._holder = path.with_name(path.name + ".holder")
        self._token = f"{_machine()} {os.getpid()} {secrets.token_hex(4)}"
        self._released = threading.Event()

    def acquire(self, patience_s: float = PATIENCE_S) -> bool:
        """Take the lock and return True, or return False while somebody else holds it.

        Raises:
            StorageError: The disk is full, or the folder cannot be written to; nobody holds the lock then.
        """
        try:
            with room_on_disk():
                self._lock.acquire(timeout=patience_s, poll_interval=0.02)
        except Timeout:
            return False
        if self._held_elsewhere():
            self._lock.release()
            return False
        try:
            with room_on_disk():
                write_document(self._holder, self._token)
        except (OSError, StorageError):
            self._lock.release()
            raise
        self._released = threading.Event()
        threading.Thread(target=self._beat, args=(self._released,), name="lock", daemon=True).start()
        return True

    def release(self) -> None:
        """Open the lock."""
        self._released.set()
        if not self.lost:
            self._holder.unlink(missing_ok=True)
        self._lock.release()

    @property
    def lost(self) -> bool:
        """Tell whether another machine took over, because this one was not heard, or the lock is gone."""
        try:
            return bool(read_document(self._holder) != self._token)
        except ValueError:
            return True

    def is_held(self) -> bool:
        """Tell whether some process holds it now."""
        if not self._holder.exists():
            return False
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            return True
        try:
            return self._held_elsewhere()
        finally:
            self._lock.release()

    def _held_elsewhere(self) -> bool:
        """Tell whether a living process of another machine holds it, by the clock of the files."""
        try:
            holder = str(read_document(self._holder))
            if holder.partition(" ")[0] == _machine():
                return False  # its process is dead: the kernel has opened the lock
            probe = self._holder.with_name(f".{self._holder.name}.{secrets.token_hex(4)}")
            probe.touch()
            try:
                return probe.stat().st_mtime - self._holder.stat().st_mtime < FRESH_S
            finally:
                probe.unlink()
        except (OSError, ValueError):
            return False

    def _beat(self, released: threading.Event) -> None:
        while not released.wait(BEAT_S):
            try:
                os.utime(self._holder)
            except OSError as error:  # deleted with its run, or the disk is away for a moment
                logging.getLogger(__name__).debug("No beat: %s", error)
