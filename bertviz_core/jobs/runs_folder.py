"""The folder of all runs: which entries are runs, who may add one, what crashes left behind."""

from __future__ import annotations

import re
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from bertviz_core.errors import BusyError, RunNotFoundError
from bertviz_core.jobs.new_run import NEW
from bertviz_core.jobs.run_folder import RunFolder

_ID = re.compile(r"[0-9a-f]{16}", re.ASCII)
_DELETED = ".deleted-"
_LEFT_BEHIND_S = 3600.0
_PATIENCE_S = 10.0


class RunsFolder:
    """A folder with a folder for each run, named by its id."""

    def __init__(self, path: Path) -> None:
        """Look at a folder, which need not exist."""
        self.path = path

    def folder(self, run_id: str) -> RunFolder:
        """Return the files of a run, which need not exist.

        Raises:
            RunNotFoundError: No run can have such an id.
        """
        if not isinstance(run_id, str) or not _ID.fullmatch(run_id):
            raise _not_here()
        return RunFolder(self.path / run_id)

    def folders(self) -> list[RunFolder]:
        """Return those of all runs, in no order."""
        entries = (path for path in self._entries() if _ID.fullmatch(path.name))
        return [RunFolder(path) for path in entries if path.is_dir()]

    def size(self) -> int:
        """Count the bytes of all runs."""
        return sum(folder.size() for folder in self.folders())

    def delete(self, run_id: str) -> None:
        """Delete a run, at once for everybody who looks.

        Raises:
            RunNotFoundError: There is no such run.
        """
        folder = self.folder(run_id).path
        away = folder.with_name(f"{_DELETED}{folder.name}-{secrets.token_hex(4)}")
        try:
            folder.rename(away)
        except FileNotFoundError as error:
            raise _not_here() from error
        shutil.rmtree(away, ignore_errors=True)

    def sweep(self) -> None:
        """Remove what crashes left behind, when it is old enough that nobody works on it any more."""
        for path in self._entries():
            ghost = bool(_ID.fullmatch(path.name)) and not RunFolder(path).has_beginning()
            if ghost or path.name.startswith((_DELETED, NEW)):
                with suppress(OSError):
                    if time.time() - path.stat().st_mtime > _LEFT_BEHIND_S:
                        shutil.rmtree(path, ignore_errors=True)

    @contextmanager
    def one_at_a_time(self) -> Iterator[None]:
        """Let copies of the app count and create one after the other.

        Raises:
            BusyError: Others took too long.
        """
        lock = FileLock(self.path / ".create.lock", timeout=_PATIENCE_S)
        try:
            lock.acquire()
        except Timeout as error:
            raise BusyError("Others begin runs just now. Try again in a moment.") from error
        try:
            yield
        finally:
            lock.release()

    def _entries(self) -> list[Path]:
        try:
            return list(self.path.iterdir())
        except OSError:
            return []


def _not_here() -> RunNotFoundError:
    return RunNotFoundError("There is no such run. It may have been deleted.")
