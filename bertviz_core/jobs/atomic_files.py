"""Files that other processes read at any moment: whole or not at all, even after a crash."""

from __future__ import annotations

import errno
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bertviz_core.errors import StorageError

# No room on the disk, none left of a person's share, a file longer than the system allows.
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}

_CLOSED = {errno.EACCES, errno.EROFS, errno.EPERM, errno.ENOTDIR, errno.EEXIST}


@contextmanager
def room_on_disk() -> Iterator[None]:
    """Turn a full disk into a sentence, and a folder that cannot be written to.

    Raises:
        StorageError: What happened inside needed more room than there is.
    """
    try:
        yield
    except OSError as error:
        if error.errno in FULL:
            raise disk_full() from error
        if error.errno in _CLOSED:
            raise StorageError(
                "The folder of the runs cannot be written to: {reason}. Whoever keeps this installation has "
                "to change that.",
                reason=error.strerror or "",
            ) from error
        raise


def disk_full() -> StorageError:
    """Return what to tell a person whose run did not fit."""
    return StorageError("The disk is full. Delete runs that you need no more, and start again.")


def write_document(path: Path, document: Any, *, durable: bool = False) -> None:
    """Replace a JSON file in one step; who reads it sees the former one or this one.

    Args:
        path: Its folder exists.
        document: What JSON can hold.
        durable: It has to outlast a power cut from now on.
    """
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with temporary.open("w", encoding="utf-8") as file:
            json.dump(document, file, ensure_ascii=False)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    if durable:
        _keep_names(path.parent)


def _keep_names(folder: Path) -> None:
    """Let the new name of a file outlast a power cut, where folders can be opened for that."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read_document(path: Path) -> Any:
    """Return what a JSON file holds.

    Raises:
        ValueError: It is not there, cannot be read, or is damaged.
    """
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, RecursionError) as error:
        raise ValueError(f"{path.name} cannot be read") from error


def append_line(path: Path, document: Any) -> None:
    """Add a JSON document as a line; one that a crash tore before stays a line of its own."""
    with path.open("ab+") as file:
        torn = False
        if file.tell():
            file.seek(-1, os.SEEK_END)
            torn = file.read(1) != b"\n"
        line = json.dumps(document, ensure_ascii=False).encode() + b"\n"
        file.write(b"\n" + line if torn else line)


def read_lines(path: Path) -> Iterator[Any]:
    """Yield the document of each line, without the torn ones."""
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError:
        return
    for line in lines:
        try:
            document = json.loads(line)
        except (ValueError, RecursionError):
            continue
        yield document
