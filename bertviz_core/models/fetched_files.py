"""Files that hold something else than they should, because of how they were fetched."""

from __future__ import annotations

import re
from pathlib import Path

from bertviz_core.errors import UnreadableModelError

_KINDS = ("*.json", "*.safetensors", "*.txt", "*.model")
_POINTER = re.compile(rb"\s*version https?://(?:git-lfs\.github\.com|hawser\.github\.com|git-media\.io)/")
_PAGE = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html[\s>])", re.IGNORECASE)
_BEGINNING = 512  # bytes


def require_fetched(model_id: str, folder: Path) -> None:
    """Refuse a checkpoint of which a file is a pointer of Git LFS, or a web page about it.

    Raises:
        UnreadableModelError: One is.
    """
    for file in sorted(found for kind in _KINDS for found in folder.glob(kind)):
        beginning = _beginning(file)
        if _POINTER.match(beginning):
            raise UnreadableModelError(
                "“{file}” of “{model}” was not fetched: in its place stands a pointer of Git LFS. Run “git "
                "lfs pull” in the folder, or download the file itself.",
                file=file.name,
                model=model_id,
            )
        if _PAGE.match(beginning):
            raise UnreadableModelError(
                "“{file}” of “{model}” is a web page (HTML), not the file that its name says. Download the "
                "file itself, by the link to its content.",
                file=file.name,
                model=model_id,
            )


def _beginning(file: Path) -> bytes:
    try:
        with file.open("rb") as content:
            return content.read(_BEGINNING)
    except OSError:  # said by whoever needs it
        return b""
