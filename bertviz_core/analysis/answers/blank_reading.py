"""What is read where blanks are asked about: every question about a blank begins here.

A model that read few texts without a full stop expects a sign in a blank at the end of one, not the word that
was meant. And a blank that stands beyond the model's length is read with the text around it.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

import numpy as np

from bertviz_core.analysis.answers.masked_words import answer_at
from bertviz_core.analysis.passes.forward import ForwardPasses
from bertviz_core.analysis.texts.blank_window import blank_window
from bertviz_core.analysis.texts.input_text import is_sign
from bertviz_core.analysis.texts.tokens import TextReader
from bertviz_core.errors import N_
from bertviz_core.results import BlankReading, Encoding, Note

_OPEN = {
    "¿": "?",
    "¡": "!",
    "(": ")",
    "[": "]",
    "{": "}",
    "«": "»",
    "“": "”",
    "‹": "›",
    "（": "）",
    "「": "」",
}
_ENDING = re.compile(r"[?!]")
_FACE = re.compile(r"[:;=8][-o^']?[(\[{]")
_ENDS = frozenset(".!?。！？।۔؟")
_CLOSING = frozenset("\"'`*")
"""Signs beside those that Unicode calls closing ones."""


@dataclass(frozen=True, slots=True)
class AskedText:
    """A text or pair with blanks, and how it is to be read."""

    text: str
    pair: str | None = None
    end_sentence: bool = False
    """Read a blank that stands last, where the model expects a sign, as if the sentence ended after it."""
    blank: int | None = None
    """Which blank is asked about, from 0; None for all of them."""


def read_blanks(passes: ForwardPasses, reader: TextReader, asked: AskedText) -> BlankReading:
    """Return what is read of a text, and what was decided; a text without blanks is read as it stands.

    Raises:
        InputError: Nothing is left of the text.
        TextTooLongError: It has more characters than allowed.
    """
    reading = _around_blanks(passes, reader, asked.text, asked.pair, asked.blank)
    if not asked.end_sentence or not passes.model.info.has_mlm_head or not reader.mask_token:
        return reading
    texts = [reader.clean(text) for text in (asked.text, *((asked.pair,) if reading.encoding.pair else ()))]
    ends, signs = list(texts), []
    for sequence, text in enumerate(texts):
        place = blank_at_end(text, reader.mask_token)
        at = None if place is None else _last_blank(reading.encoding, reader, sequence, text)
        sign = None if at is None else _expected_sign(passes, reader, reading.encoding, at)
        if place is not None and sign is not None:
            end = _sentence_end(text[:place], text[place:], sign)
            if not any(map(reader.is_unknown, reader.pieces(end, after_space=False))):
                ends[sequence] = f"{text[:place]}{end}{text[place:]}"
                signs.append((sign, end))
    if not signs:
        return reading
    ended = _around_blanks(
        passes, reader, ends[0], ends[1] if len(ends) > 1 else None, asked.blank, needs_end=True
    )
    sign, end = signs[0]
    note = Note(
        kind="sentence_end",
        template=N_(
            "The text ends with a blank, where the model expects “{sign}”. It is read as if the sentence "
            "ended after the blank, with “{end}”."
        ),
        fields={"sign": sign, "end": end},
        option="--literal",
    )
    return BlankReading(encoding=ended.encoding, notes=(note, *ended.notes), ended=True, blanks=ended.blanks)


def blank_at_end(text: str, mask_token: str) -> int | None:
    """Return where the blank ends that stands last in a text, before nothing but closing signs and spaces."""
    place = text.rfind(mask_token)
    end = place + len(mask_token)
    rest = text[end:]
    return end if place >= 0 and all(_closes(sign) or sign.isspace() for sign in rest) else None


def _closes(sign: str) -> bool:
    return unicodedata.category(sign) in ("Pe", "Pf", "Pi", "Cf", "Cc") or sign in _CLOSING


def _sentence_end(before: str, behind: str, expected: str) -> str:
    """Return what ends a sentence: brackets and questions that are open are closed, the innermost first.

    Args:
        before: What stands before the end, the blank included.
        behind: Signs that close something already.
        expected: By the model; it ends what asks for no other sign.
    """
    closing = _open_signs(before if expected in _OPEN.values() else _FACE.sub("", before))
    for sign in behind:
        if sign in closing:
            closing.remove(sign)
    end = "".join(reversed(closing))
    if _ENDING.search(end):
        return end
    last = expected if expected in _ENDS else "."
    return end + last


def _open_signs(text: str) -> list[str]:
    """Return the signs that would close what is open in a text, the outermost first."""
    closing: list[str] = []
    for sign in text:
        if sign in _OPEN:
            closing.append(_OPEN[sign])
        elif sign in closing:
            del closing[len(closing) - 1 - closing[::-1].index(sign) :]
    return closing


def _last_blank(encoding: Encoding, reader: TextReader, sequence: int, text: str) -> int | None:
    """Return the place of a text's last blank among the tokens; None where what is read ends before it."""
    read = encoding.text if sequence == 0 else encoding.pair or ""
    if not text.endswith(read) or (reader.mask_token or "") in encoding.cut:
        return None
    found = np.flatnonzero((encoding.ids == reader.mask_id) & (encoding.sequence_ids == sequence))
    return int(found[-1]) if len(found) else None


def _expected_sign(passes: ForwardPasses, reader: TextReader, encoding: Encoding, place: int) -> str | None:
    """Return the sign that the model expects first in a place, None where it is a word."""
    first = int(answer_at(passes, encoding, place).argmax())
    name = reader.readable(first)
    ends_text = first in reader.special_ids and not reader.is_unknown(first)
    return name if ends_text or is_sign(re.sub("^##", "", name)) else None


def _around_blanks(
    passes: ForwardPasses,
    reader: TextReader,
    text: str,
    pair: str | None,
    blank: int | None,
    *,
    needs_end: bool = False,
) -> BlankReading:
    """Read a text as it stands, or around its blanks where a cut would take one of them, or their sign."""
    has_segments = passes.model.info.has_segments
    encoding = reader.read(text, pair, has_segments=has_segments)
    cuts = encoding.truncated if needs_end else (reader.mask_token or " ") in encoding.cut
    if not reader.mask_token or not cuts:
        return BlankReading(encoding=encoding)
    window = blank_window(reader, encoding.text, encoding.pair, blank=blank)
    if window is None:
        return BlankReading(encoding=encoding)
    notes = [
        Note(
            kind="window",
            template=N_(
                "The text is longer than the {limit} tokens that the model reads, and a blank stands beyond "
                "them. Read is a part around the blanks; {characters} characters outside it are left out."
            ),
            fields={"limit": reader.max_tokens, "characters": window.characters},
            remedy=N_("Shorten the text to choose another part."),
        )
    ]
    if left_out := window.of_blanks - len(window.blanks):
        notes.append(
            Note(
                kind="blanks",
                template=N_(
                    "{count} of the {blanks} blanks are too far away to be read together with the others, "
                    "and are left out."
                ),
                fields={"count": left_out, "blanks": window.of_blanks},
                remedy=N_("Ask about them in a text of their own."),
            )
        )
    return BlankReading(
        encoding=reader.read(window.text, window.pair, has_segments=has_segments),
        notes=tuple(notes),
        blanks=window.blanks,
    )
