"""Corpora as word2vec reads them: words in lower case, a paragraph a line, nothing else."""

from __future__ import annotations

import lzma
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from bertviz_core.analysis.texts.plain_words import words_of


def corpus_lines(paths: Iterable[Path]) -> Iterator[list[str]]:
    """Yield the words of each paragraph of files, `.txt` or `.txt.xz`, those without words left out."""
    for path in paths:
        opener = lzma.open if path.suffix == ".xz" else open
        with opener(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                if words := words_of(line):
                    yield words


def write_words(paths: Iterable[Path], file: Path) -> int:
    """Write the words of corpora into one file, a paragraph a line, as gensim reads it; count them."""
    count = 0
    with file.open("w", encoding="utf-8") as out:
        for words in corpus_lines(paths):
            count += len(words)
            out.write(" ".join(words) + "\n")
    return count


def beside(
    lines: Iterable[list[str]], words: Iterable[str], marks: Iterable[frozenset[str]], *, reach: int
) -> dict[str, tuple[int, ...]]:
    """Count how often words of some sets stand within so many words of others.

    Args:
        lines: Words of paragraphs.
        words: Those looked for.
        marks: Sets of words, counted each for itself.
        reach: Words on either side.
    """
    looked_for, sets = frozenset(words), tuple(marks)
    found: Counter[tuple[str, int]] = Counter()
    for line in lines:
        for place, word in enumerate(line):
            if word in looked_for:
                near = line[max(0, place - reach) : place] + line[place + 1 : place + 1 + reach]
                for number, mark in enumerate(sets):
                    found[word, number] += sum(one in mark for one in near)
    return {word: tuple(found[word, number] for number in range(len(sets))) for word in sorted(looked_for)}
