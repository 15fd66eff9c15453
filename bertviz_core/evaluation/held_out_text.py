"""Text that a model was not trained on, read and checked before anything is asked."""

from __future__ import annotations

import lzma
import re
from bisect import bisect_left
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bertviz_core.errors import InputError
from bertviz_core.results import Encoding
from bertviz_core.training.pretraining.corpus import Document, read_documents

if TYPE_CHECKING:
    from bertviz_core.engine import BertEngine

MOST_CHARACTERS = 50_000_000
_CHARACTERS = 2_000  # more than 128 tokens of any text worth reading
_SHORTEST = 20
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldOutText:
    """The documents of a file."""

    name: str
    """Of the file, without folder."""
    documents: tuple[Document, ...]

    def spread(self, wanted: int) -> list[str]:
        """Return so many of the paragraphs worth reading, from the first to the last of the file."""
        paragraphs = [text for document in self.documents for text in document if len(text) > _SHORTEST]
        places = np.linspace(0, len(paragraphs) - 1, min(wanted, len(paragraphs))).astype(int)
        return [paragraphs[place] for place in places]


def read_held_out(path: Path) -> HeldOutText:
    """Read a file in the corpus format: a paragraph a line, a blank line between documents.

    Raises:
        InputError: The file is no text, is too large, or has no paragraph worth reading.
        OSError: It cannot be opened.
    """
    documents: list[Document] = []
    characters = 0
    try:
        for document in read_documents(path):
            documents.append(document)
            characters += sum(map(len, document))
            if characters > MOST_CHARACTERS:
                raise InputError(
                    "{path} has more than {most} million characters. Give a part of it: a few hundred "
                    "paragraphs are read.",
                    path=path.name,
                    most=MOST_CHARACTERS // 1_000_000,
                )
    except (UnicodeDecodeError, lzma.LZMAError, EOFError) as error:
        raise InputError("{path} is not UTF-8 text. Convert it first.", path=path.name) from error
    text = HeldOutText(name=path.name, documents=tuple(documents))
    if not text.spread(1):
        raise nothing_to_read(text.name)
    return text


def nothing_to_read(name: str) -> InputError:
    """Return what is raised where nothing of a file can be asked about."""
    return InputError("{path} has no paragraph that can be read. Give a longer text.", path=name)


def beginning(engine: BertEngine, text: str, length: int) -> Encoding | None:
    """Return the beginning of a text in so many tokens; None where the vocabulary knows nothing of it."""
    try:
        encoding = engine.encode(text[:_CHARACTERS])
        if len(encoding) <= length:
            return encoding
        inside = np.flatnonzero(~encoding.special)[: length - int(encoding.special.sum())]
        return engine.encode(encoding.text[: encoding.spans[inside, 1].max()])
    except InputError:
        return None


def ending(engine: BertEngine, text: str, length: int) -> Encoding | None:
    """Return the last words of a text in at most so many tokens; None where not even one fits."""
    text = text[-_CHARACTERS:]
    starts = [word.start() for word in _WORD.finditer(text)]
    first = bisect_left(starts, -length, key=lambda start: -engine.token_count(text[start:]))
    try:
        return engine.encode(text[starts[first] :]) if first < len(starts) else None
    except InputError:
        return None
