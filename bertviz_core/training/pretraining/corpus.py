"""Plain-text corpora as one long array of token ids with its sentence and document borders.

Input format: UTF-8, one paragraph a line, a blank line between documents, optionally `.xz`.
"""

from __future__ import annotations

import lzma
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

Document = tuple[str, ...]
"""The paragraphs of one document, in order."""

_SENTENCE_END = re.compile(r"[.!?…][\"»”’)]*\s+(?=[¿¡\"«“‘(—–-]*[A-ZÁÉÍÓÚÂÊÔÃÕÀÇÑÜ0-9])")
_ABBREVIATION = re.compile(r"\b(?:[A-ZÁÉÍÓÚ]|Sra?|Dra?|Mrs?|Ms|St|Uds?|Vds?|Exca?|Prof|pág|cap)\.\s+$")


@dataclass(frozen=True, slots=True)
class Corpus:
    """Token ids of all documents, one after another; a sentence lies within one document."""

    tokens: NDArray[np.uint16]  # (tokens,)
    sentence_starts: NDArray[np.int64]  # (sentences + 1,) into `tokens`
    document_starts: NDArray[np.int64]  # (documents + 1,) into the sentences
    languages: NDArray[np.uint8]  # (documents,) number of the file a document came from

    @property
    def documents(self) -> int:
        """Number of documents."""
        return len(self.languages)

    def save(self, path: Path) -> None:
        """Write all arrays to one `.npz` file."""
        np.savez(path, **asdict(self))

    @classmethod
    def load(cls, path: Path) -> Corpus:
        """Read what `save` wrote."""
        with np.load(path, allow_pickle=False) as arrays:
            return cls(**{name: arrays[name] for name in cls.__dataclass_fields__})


def read_documents(path: Path) -> Iterator[Document]:
    """Yield the documents of a corpus file, `.txt` or `.txt.xz`."""
    opener = lzma.open if path.suffix == ".xz" else open
    paragraphs: list[str] = []
    with opener(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            if text := line.strip():
                paragraphs.append(text)
            elif paragraphs:
                yield tuple(paragraphs)
                paragraphs = []
    if paragraphs:
        yield tuple(paragraphs)


def split_sentences(paragraph: str) -> list[str]:
    """Split at stops before a capital, a digit or an opening mark; initials and titles do not end one."""
    sentences, start = [], 0
    for match in _SENTENCE_END.finditer(paragraph):
        if not _ABBREVIATION.search(paragraph, start, match.end()):
            sentences.append(paragraph[start : match.end()].rstrip())
            start = match.end()
    if start < len(paragraph):
        sentences.append(paragraph[start:])
    return sentences


def without_capitals(paragraph: str, *, share: float) -> str:
    """Return a fixed share of paragraphs in lower case without their last stop, as people type.

    Which ones is decided by a checksum of the text, so it is the same in every run.
    """
    if zlib.crc32(paragraph.encode("utf-8")) % 1000 >= share * 1000:
        return paragraph
    return paragraph.lower().rstrip(".")


def tokenize_corpus(
    files: Sequence[Path], tokenizer_file: Path, *, workers: int = 2, uncapitalized: float = 0.0
) -> Corpus:
    """Read, split and tokenize corpus files, in `workers` processes.

    Args:
        files: One file a language.
        tokenizer_file: The `tokenizer.json` of the model; its vocabulary must fit 16 bits.
        workers: Processes to share the work.
        uncapitalized: Share of paragraphs passed through `without_capitals`.
    """
    tokenize = partial(_tokenize, str(tokenizer_file), uncapitalized)
    parts: list[tuple[list[int], list[int], NDArray[np.uint16]]] = []
    languages: list[int] = []
    with ProcessPoolExecutor(workers) as pool:
        for language, path in enumerate(files):
            for part in pool.map(tokenize, _chunks(read_documents(path), characters=2_000_000)):
                parts.append(part)
                languages += [language] * len(part[0])
    sentences_per_document = [count for part in parts for count in part[0]]
    tokens_per_sentence = [count for part in parts for count in part[1]]
    return Corpus(
        tokens=np.concatenate([part[2] for part in parts]),
        sentence_starts=np.concatenate([[0], np.cumsum(tokens_per_sentence)]).astype(np.int64),
        document_starts=np.concatenate([[0], np.cumsum(sentences_per_document)]).astype(np.int64),
        languages=np.array(languages, dtype=np.uint8),
    )


def _chunks(documents: Iterable[Document], *, characters: int) -> Iterator[list[Document]]:
    chunk: list[Document] = []
    size = 0
    for document in documents:
        chunk.append(document)
        size += sum(map(len, document))
        if size >= characters:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _tokenize(
    tokenizer_file: str, uncapitalized: float, documents: list[Document]
) -> tuple[list[int], list[int], NDArray[np.uint16]]:
    """Return sentences per document, tokens per sentence, and the token ids."""
    tokenizer = Tokenizer.from_file(tokenizer_file)
    tokenizer.no_truncation()
    sentences_per_document: list[int] = []
    sentences: list[str] = []
    for document in documents:
        before = len(sentences)
        for paragraph in document:
            sentences += split_sentences(without_capitals(paragraph, share=uncapitalized))
        sentences_per_document.append(len(sentences) - before)
    encodings = tokenizer.encode_batch_fast(sentences, add_special_tokens=False)
    ids = [encoding.ids for encoding in encodings]
    flat = np.fromiter((number for row in ids for number in row), dtype=np.uint16)
    return sentences_per_document, [len(row) for row in ids], flat
