"""Files that browsers fetch once and keep for ever, in folders whose address is made of what is in them."""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

FOLDER = "hashed-files"
"""Where they are, in the address of the server."""

_FOR_EVER = "public, immutable, max-age=31536000"
_COMPRESSED = {".js", ".json", ".txt", ".wasm"}

_folders: dict[str, dict[str, HashedFile]] = {}


@dataclass(frozen=True)
class HashedFile:
    """One file as it is offered."""

    content: bytes | Path
    """What is in it, or where it lies: one on the disk is sent from there, never held in memory."""
    checksum: str = ""
    """SHA-256 of one on the disk, in hexadecimal digits: reading a large one takes a while."""
    policy: str | None = None
    """The Content-Security-Policy it runs under; None for that of the pages."""

    @cached_property
    def compressed(self) -> bytes:
        """The content, compressed once."""
        assert isinstance(self.content, bytes)
        return gzip.compress(self.content, 9, mtime=0)


def offer_folder(files: Mapping[str, HashedFile]) -> str:
    """Offer files to browsers, and return the address of their folder below that of the server.

    Args:
        files: By their names in the folder.
    """
    whole = sha256()
    for name, file in sorted(files.items()):
        checksum = file.checksum if isinstance(file.content, Path) else sha256(file.content).hexdigest()
        whole.update(f"{name} {checksum} {file.policy}\n".encode())
    folder = whole.hexdigest()[:16]
    _folders[folder] = dict(files)
    return f"/{FOLDER}/{folder}"


def hashed_files_route() -> Route:
    """Return the address of all folders that are offered, whatever stands before it."""
    return Route(f"/{{before:path}}{FOLDER}/{{folder}}/{{name}}", _answer)


def _answer(request: Request) -> Response:
    """Answer with a file: a part of it where one is asked for, and never compressed anew."""
    file = _folders.get(request.path_params["folder"], {}).get(request.path_params["name"])
    if file is None:
        return PlainTextResponse("not found", status_code=404)
    name = Path(request.path_params["name"])
    kind = "text/javascript" if name.suffix == ".js" else mimetypes.guess_type(name)[0]
    headers = {"cache-control": _FOR_EVER}
    if file.policy is not None:
        headers["content-security-policy"] = file.policy
    if isinstance(file.content, Path):
        # What says how it is encoded, Streamlit's server does not compress with every answer.
        headers["content-encoding"] = "identity"
        return FileResponse(file.content, headers=headers, media_type="application/octet-stream")
    headers["vary"] = "Accept-Encoding"
    if name.suffix in _COMPRESSED and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(file.compressed, headers=headers, media_type=kind)
    return Response(file.content, headers=headers, media_type=kind or "application/octet-stream")
