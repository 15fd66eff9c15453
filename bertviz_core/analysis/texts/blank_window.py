"""The part of a long text that is read around its blanks, where the beginning does not hold them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.settings import get_settings

_STEP = 8
"""Tokens that a window gives up until it fits: cut out of its text, a part may have some more."""
_TO_SPACE = 8
"""Tokens that a window gives up at most on each side to begin and end between words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankWindow:
    """Parts of a text and its pair that fit the model together."""

    text: str
    pair: str | None
    characters: int
    """Left out of both."""
    blanks: tuple[int, ...]
    """Numbers of the blanks in the parts, counted through both whole texts from 0."""
    of_blanks: int
    """All blanks of both."""


@dataclass(frozen=True, slots=True)
class _Part:
    """One of the two texts, as tokens."""

    text: str
    spans: Sequence[tuple[int, int]]
    blanks: tuple[int, ...]
    """Their places among the tokens."""
    asked: int | None
    """The place of the blank that is asked about, if it is one of them."""

    def around_blanks(self, size: int) -> tuple[int, int]:
        """Return the first token and the end of a stretch of this size that holds the blanks it can."""
        if not self.blanks or all(blank < size for blank in self.blanks):
            return 0, min(size, len(self.spans))
        first = last = self.blanks[0] if self.asked is None else self.asked
        reach = 3 * size // 4  # the rest stands around them
        for blank in (*self.blanks, *reversed(self.blanks)):
            if max(last, blank) - min(first, blank) < reach:
                first, last = min(first, blank), max(last, blank)
        start = first - (size - (last + 1 - first)) // 2
        start = max(0, min(start, len(self.spans) - size))
        return self._between_words(start, start + size, first, last)

    def _between_words(self, start: int, end: int, first: int, last: int) -> tuple[int, int]:
        """Move both ends of a stretch to spaces where these are near."""
        for place in range(start, min(first, start + _TO_SPACE)):
            if place == 0 or self.text[: self.spans[place][0] + 1][-2:-1].isspace():
                start = place
                break
        for place in range(end, max(last + 1, end - _TO_SPACE), -1):
            if place == len(self.spans) or self.text[self.spans[place - 1][1] :][:1].isspace():
                end = place
                break
        return start, end

    def cut(self, start: int, end: int) -> str:
        """Return the characters of some tokens; spaces before the first and after the last go along."""
        begins = self.spans[start][0] if start else 0
        ends = self.spans[end - 1][1] if end < len(self.spans) else len(self.text)
        return self.text[begins:ends]


def blank_window(
    reader: TextReader, text: str, pair: str | None, *, blank: int | None = None
) -> BlankWindow | None:
    """Return the parts of a text and pair around their blanks; None where nothing that fits holds one.

    Each text gets as many tokens as a cut at the end would leave it. Of blanks that are too far from each
    other the first are held, or those near the one that is asked about.

    Args:
        reader: The tokenizer.
        text: The text as it is read, blanks written as the mask token.
        pair: A second one.
        blank: Which blank is asked about, counted through both texts from 0; None for all of them.
    """
    parts = list(_parts(reader, text, pair, blank))
    lengths = [len(part.spans) for part in parts]
    special = reader.count(text, pair) - sum(lengths)
    # Words of several pieces are tried in a blank.
    spare = min(get_settings().max_candidate_pieces, reader.max_tokens // 8)
    for unused in range(spare, reader.max_tokens - special, _STEP):
        room = reader.max_tokens - special - unused
        ends = [
            part.around_blanks(max(1, min(length, max(room // 2, room - (sum(lengths) - length)))))
            for part, length in zip(parts, lengths, strict=True)
        ]
        written = [part.cut(*stretch) for part, stretch in zip(parts, ends, strict=True)]
        held = [
            start <= place < end
            for part, (start, end) in zip(parts, ends, strict=True)
            for place in part.blanks
        ]
        second = written[1] if pair else None
        if any(held) and reader.count(written[0], second) <= reader.max_tokens:
            return BlankWindow(
                text=written[0],
                pair=second,
                characters=len(text) + len(pair or "") - sum(map(len, written)),
                blanks=tuple(number for number, is_held in enumerate(held) if is_held),
                of_blanks=len(held),
            )
    return None


def _parts(reader: TextReader, text: str, pair: str | None, blank: int | None) -> list[_Part]:
    parts, before = list[_Part](), 0
    for whole in (text, *((pair,) if pair else ())):
        ids, spans = reader.pieces_with_spans(whole)
        blanks = tuple(place for place, token_id in enumerate(ids) if token_id == reader.mask_id)
        own = None if blank is None else blank - before
        asked = blanks[own] if own is not None and own in range(len(blanks)) else None
        parts.append(_Part(whole, spans, blanks, asked))
        before += len(blanks)
    return parts
