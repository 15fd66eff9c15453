"""A text with words in its blanks, spaced as a person would write it."""

from __future__ import annotations

from collections.abc import Mapping

from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.results import Encoding

_NO_SPACE_BEFORE = frozenset(".,;:!?)]}»”…%")
"""Signs that stand right after the word before them."""

Spans = tuple[tuple[int, int, int], ...]


def fill_in(
    encoding: Encoding, reader: TextReader, token_ids: Mapping[int, int]
) -> tuple[str, str | None, Spans]:
    """Write vocabulary entries into the blanks of a text, or of a pair; the rest stays as it was typed.

    A piece that continues a word is joined to what stands before it.

    Args:
        encoding: The text with its blanks.
        reader: The tokenizer.
        token_ids: What to write, by the place of the blank among the tokens, in reading order.

    Returns:
        The text, the pair, and for each word 0 (text) or 1 (pair) with its first character and the end.
    """
    written = ["", ""]
    spans = []
    for sequence, text in enumerate((encoding.text, encoding.pair or "")):
        done = 0
        for place, token_id in token_ids.items():
            if encoding.sequence_ids[place] != sequence:
                continue
            start, end = encoding.spans[place].tolist()
            before = written[sequence] + text[done:start]
            word, joined = _spelled(reader, token_id, space_before=_has_space_token(encoding, place))
            # A continuation right after an opening sign or at the beginning has nothing to be joined to.
            before = before.rstrip() if joined else before
            written[sequence] = before + word
            spans.append((sequence, len(before), len(written[sequence])))
            done = end
        written[sequence] += text[done:]
    return written[0], None if encoding.pair is None else written[1], tuple(spans)


def _spelled(reader: TextReader, token_id: int, *, space_before: bool) -> tuple[str, bool]:
    """Return the letters of an entry, and whether it is joined to the word before it."""
    word = reader.readable(token_id)
    joined = reader.continues_word(token_id) and not space_before
    if joined and word.startswith("##") and len(word) > 2:
        word = word[2:]
    return word, joined or word in _NO_SPACE_BEFORE


def _has_space_token(encoding: Encoding, place: int) -> bool:
    """Tell whether the token before a blank is a space of its own, as sentence-piece vocabularies have it."""
    return not encoding.special[place - 1] and encoding.spans[place - 1, 0] == encoding.spans[place - 1, 1]
