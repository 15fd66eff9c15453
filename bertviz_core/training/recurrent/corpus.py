"""Corpora as a recurrent model reads them: pieces of a small vocabulary, a sign after each paragraph."""

from __future__ import annotations

import lzma
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from bertviz_core.models.recurrent_lm import END, UNKNOWN, piece_tokenizer

_AT_ONCE = 2_000
_RARE = 2e-6
"""Share of all letters below which a letter is left out."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PieceText:
    """A text as places in a vocabulary."""

    ids: NDArray[np.int32]  # (n,)
    starts: NDArray[np.int64]  # (paragraphs,)


def some_lines(paths: Iterable[Path], letters: int) -> list[str]:
    """Return the first paragraphs of each file, `.txt` or `.txt.xz`, up to so many letters a file."""
    found: list[str] = []
    for path in paths:
        read, opener = 0, lzma.open if path.suffix == ".xz" else open
        with opener(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                if line := line.strip():
                    found.append(line)
                    read += len(line)
                if read >= letters:
                    break
    return found


def choose_pieces(texts: Iterable[Sequence[str]], vocabulary: Sequence[str], size: int) -> tuple[str, ...]:
    """Choose the most frequent pieces of a larger vocabulary, and every letter, so that all words can be cut.

    Args:
        texts: Paragraphs of each language; each language counts alike.
        vocabulary: Pieces to choose from, `##` before those that go on with a word.
        size: How many, with the two special ones.
    """
    shares: Counter[str] = Counter()
    letters: Counter[str] = Counter()
    whole = piece_tokenizer(tuple(vocabulary))
    for lines in texts:
        counted: Counter[str] = Counter()
        for encoding in _encoded(whole, lines):
            counted.update(encoding.tokens)
        total = counted.total()
        shares.update({piece: count / total for piece, count in counted.items()})
        for line in lines:
            letters.update(line.lower())
    known, common = set(vocabulary), _RARE * letters.total()
    single = [letter for letter, count in letters.most_common() if count > common]
    forced = [piece for letter in single for piece in (letter, f"##{letter}") if piece in known]
    special = [UNKNOWN, END]
    rest = [piece for piece, _share in shares.most_common() if piece not in {*forced, *special}]
    return (*special, *forced, *rest)[:size]


def read_pieces(lines: Sequence[str], pieces: tuple[str, ...]) -> PieceText:
    """Cut paragraphs into pieces, with a sign after each paragraph."""
    end = pieces.index(END)
    rows = [np.array([*one.ids, end], dtype=np.int32) for one in _encoded(piece_tokenizer(pieces), lines)]
    sizes = np.array([0, *(len(row) for row in rows[:-1])])
    return PieceText(ids=np.concatenate(rows), starts=np.cumsum(sizes))


def stretches(text: PieceText, length: int) -> NDArray[np.int64]:
    """Return where stretches of a length begin: at paragraphs that have so much text after them."""
    return text.starts[text.starts + length <= len(text.ids)]


def _encoded(tokenizer: Tokenizer, lines: Sequence[str]) -> Iterator[Encoding]:
    for start in range(0, len(lines), _AT_ONCE):
        yield from tokenizer.encode_batch(list(lines[start : start + _AT_ONCE]))
