"""Files that a person brings, a folder packed as a ZIP or its files: judged by their names, then unpacked."""

from __future__ import annotations

import re
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO

from bertviz_core.errors import InputError
from bertviz_core.jobs.atomic_files import room_on_disk
from bertviz_core.models.own_files import OWN_FILE
from bertviz_core.settings import get_settings

MOST_FILES = 100
_BLOCK = 1 << 20
_READ_ENDINGS = (".safetensors", ".json", ".txt", ".md")
_WEIGHTS = re.compile(r"model(-\d{5}-of-\d{5})?\.safetensors", re.ASCII)
_MOST_BYTES = {
    "config.json": 1_000_000,
    OWN_FILE: 1_000_000,
    "model.safetensors.index.json": 5_000_000,
    "tokenizer.json": 20_000_000,
    "tokenizer_config.json": 1_000_000,
    "special_tokens_map.json": 1_000_000,
    "added_tokens.json": 1_000_000,
    "vocab.txt": 10_000_000,
    "vocab.json": 10_000_000,
    "merges.txt": 10_000_000,
    "README.md": 1_000_000,
    "MODEL_CARD.md": 1_000_000,
    "MODEL_CARD.es.md": 1_000_000,
    "MODEL_CARD.pt.md": 1_000_000,
}
"""What a model's folder is kept with, besides weights; other texts are harmless and left out."""


@dataclass(frozen=True, slots=True)
class BroughtFile:
    """A file as it comes, nothing of it believed."""

    name: str
    open: Callable[[], IO[bytes]]


def is_model_file(name: str) -> bool:
    """Tell whether a folder with a model needs a file of this name."""
    return name in _MOST_BYTES or _WEIGHTS.fullmatch(name) is not None


def unpack(files: Sequence[BroughtFile], folder: Path) -> None:
    """Write the files of a model, all of them beside each other.

    Args:
        files: One ZIP, or the files themselves.
        folder: Where to; it exists and is empty.

    Raises:
        InputError: Something in it is not read here, or it is too large; nothing of it was run or opened.
        StorageError: The disk is full.
    """
    try:
        if len(files) == 1 and files[0].name.lower().endswith(".zip"):
            with files[0].open() as packed, zipfile.ZipFile(_ShortReads(packed)) as archive:
                _write(list(_packed_files(archive)), folder)
        else:
            _write(files, folder)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise InputError(
            "This archive is damaged, locked or packed in a way that is not read here. Pack the folder as a "
            "ZIP again."
        ) from error


class _ShortReads:
    """A file of which nothing large is read at once: an archive's own list of files could fill the memory."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.seek, self.tell, self.seekable = file.seek, file.tell, file.seekable

    def read(self, size: int = -1) -> bytes:
        content = self._file.read(_BLOCK + 1 if size < 0 else min(size, _BLOCK + 1))
        if len(content) > _BLOCK:
            raise zipfile.BadZipFile("a list of files that is longer than any model's")
        return content


def _packed_files(archive: zipfile.ZipFile) -> Iterator[BroughtFile]:
    """Yield the files of an archive, those of its one folder as if they stood alone."""
    entries = [entry for entry in archive.infolist() if not _is_clutter(entry.filename)]
    for entry in entries:
        _check_kind(entry)
    files = [entry for entry in entries if not entry.is_dir()]
    folders = {PurePosixPath(entry.filename).parts[:-1] for entry in files}
    only = next(iter(folders)) if len(folders) == 1 else ()
    prefix = f"{only[0]}/" if len(only) == 1 and only[0] not in ("/", "..") else ""
    for entry in files:
        yield BroughtFile(name=entry.filename.removeprefix(prefix), open=partial(archive.open, entry))


def _check_kind(entry: zipfile.ZipInfo) -> None:
    if stat.S_IFMT(entry.external_attr >> 16) not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise InputError("“{file}” is a link, no file. Pack the file itself.", file=_shown(entry.filename))
    if entry.orig_filename != entry.filename:  # what stood behind a zero byte was cut off
        raise _elsewhere(entry.orig_filename)
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise zipfile.BadZipFile("a kind of packing that can take any amount of memory")


def _is_clutter(name: str) -> bool:
    """Tell what macOS adds to an archive."""
    return name.startswith("__MACOSX/") or PurePosixPath(name).name == ".DS_Store"


def _write(files: Sequence[BroughtFile], folder: Path) -> None:
    """Check all names before the first file is written."""
    if len(files) > MOST_FILES:
        raise InputError(
            "There are {count} files; a model has {limit} at most. Upload only the files of one model.",
            count=len(files),
            limit=MOST_FILES,
        )
    seen: set[str] = set()
    for file in files:
        _check_name(file.name)
        same = unicodedata.normalize("NFKC", file.name).casefold()
        if same in seen:
            raise InputError("“{file}” is there twice. Keep one of them.", file=_shown(file.name))
        seen.add(same)
    room = get_settings().max_upload_bytes
    for file in files:
        if is_model_file(file.name):
            room -= _copy(file, folder, room)


def _check_name(name: str) -> None:
    if not name or name != PurePosixPath(name).name or "\\" in name or ":" in name or not name.isprintable():
        raise _elsewhere(name)
    if not name.lower().endswith(_READ_ENDINGS):
        raise InputError(
            "“{file}” is not read here: only safetensors, JSON and text files are, because others can run "
            "code. Take it out and upload the rest.",
            file=_shown(name),
        )


def _elsewhere(name: str) -> InputError:
    return InputError(
        "“{file}” does not lie beside the other files. Pack the files of one folder.", file=_shown(name)
    )


def _copy(file: BroughtFile, folder: Path, room: int) -> int:
    """Write a file block by block, whatever it says about its size; return how many bytes it has."""
    most, written = min(room, _MOST_BYTES.get(file.name, room)), 0
    with file.open() as source, room_on_disk(), (folder / file.name).open("xb") as target:
        while block := source.read(_BLOCK):
            written += len(block)
            if written > most:
                raise InputError(
                    "“{file}” is too large: there is room for {limit} MB here. Choose a smaller model.",
                    file=file.name,
                    limit=max(1, most // 1_000_000),
                )
            target.write(block)
    return written


def _shown(name: str) -> str:
    """Return the beginning of a name, without what cannot be seen."""
    return "".join(letter if letter.isprintable() else "�" for letter in name)[:80]
