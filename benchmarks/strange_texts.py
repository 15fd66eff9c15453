"""Texts of all scripts and of what breaks tokenizers, the same ones in every run."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Iterator
from typing import Literal

from bertviz_core.samples.sets import cloze_sentences, sentence_pairs, themed_blanks

BLANKS = (
    *("[MASK]", "[mask]", "[ Mask ]", "<mask>", "< MASK >", "___", "_____", "__", "_", "[maſk]"),
    *("[\x1fmask]", "[\u3000mask\u2003]", "[\ufeffmask]", "[MASK", "MASK]", "[[MASK]]", "[MASK][MASK]"),
)
SPECIAL = ("[CLS]", "[SEP]", "[UNK]", "[PAD]", "##s", "##", "#s", "</s>")
UNSEEN = (
    "\u200b",
    "\u200c",
    "\u200d",
    "\ufeff",
    "\u00ad",
    "\u2060",
    "\x00",
    "\x07",
    "\x1c",
    "\x85",
    "\ufffd",
)
SPACES = (" ", " ", " ", "  ", "\t", "\n", "\r\n", "\u00a0", "\u2009", "\u3000", "\u2028", "\x0b", "\u1680")
SIGNS = tuple(".,;:!?¿¡\"'«»“”()[]{}<>-–—…/\\|@#$%^&*+=~`€½²ºª°§©™→∑")
EMOJI = ("😀", "👩‍👩‍👧", "🇪🇸", "👍🏽", "❤️", "☃", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣")
SCRIPTS = (
    *((0x21, 0x17F), (0x21, 0x17F), (0x180, 0x24F), (0x1E00, 0x1EFF), (0x370, 0x3FF), (0x1F00, 0x1FFF)),
    *((0x400, 0x52F), (0x531, 0x58F), (0x590, 0x5FF), (0x600, 0x6FF), (0x900, 0x97F), (0xE00, 0xE7F)),
    *((0x1100, 0x11FF), (0x3040, 0x30FF), (0x4E00, 0x9FFF), (0xAC00, 0xD7A3), (0xF900, 0xFAFF)),
    *((0x2000, 0x2BFF), (0xA000, 0xABFF), (0xFB00, 0xFDFF), (0xFE00, 0xFFEF), (0x10000, 0x1FFFF)),
    *((0x20000, 0x2FA1F), (0x300, 0x36F), (0, 0x10FFFF)),
)


def strange_texts(count: int, vocabulary: list[str]) -> Iterator[tuple[str, str | None]]:
    """Yield texts and pairs; a text that is refused by the server is among them too."""
    chance = random.Random(2019)
    written = [cloze.sentence for cloze in cloze_sentences()]
    written += [blank.whole for code in ("es", "en", "pt") for blank in themed_blanks(code)]
    written += [text for pair in sentence_pairs() for text in (pair.first, pair.second)]
    for _ in range(count):
        first = _text(chance, written, vocabulary)
        yield first, _text(chance, written, vocabulary) if chance.random() < 0.2 else None


def _text(chance: random.Random, written: list[str], vocabulary: list[str]) -> str:
    parts = [_part(chance, written, vocabulary) for _ in range(chance.choice((1, 1, 2, 3, 5, 8, 13)))]
    between = chance.choice((" ", " ", "", chance.choice(SPACES)))
    text = between.join(parts)
    form: Literal["NFC", "NFD", "NFKD"] | None = chance.choice((None, None, "NFC", "NFD", "NFKD"))
    return _without_pairs(unicodedata.normalize(form, text) if form else text)


def _part(chance: random.Random, written: list[str], vocabulary: list[str]) -> str:
    kind = chance.randrange(12)
    if kind == 0:
        return chance.choice(written)
    if kind == 1:
        return chance.choice(vocabulary)
    if kind == 2:
        return "".join(piece.removeprefix("##") for piece in chance.choices(vocabulary, k=3))
    if kind in (3, 4, 5):
        first, last = chance.choice(SCRIPTS)
        drawn = (chr(chance.randint(first, last)) for _ in range(chance.randint(1, 8)))
        return "".join(x for x in drawn if unicodedata.category(x) != "Cn" or chance.random() < 0.03)
    if kind == 6:
        letters = chance.choice(("a", "ñ", "abcdefghij", "漢", "e\u0301", "😀"))
        return (letters * 150)[: chance.choice((99, 100, 101, 150))]
    choices = (BLANKS, SPECIAL, UNSEEN, SPACES, SIGNS, EMOJI)[kind - 7 if kind < 12 else 5]
    return chance.choice(choices) + chance.choice(
        ("", "a", chance.choice(UNSEEN + EMOJI), chance.choice(SIGNS))
    )


def _without_pairs(text: str) -> str:
    """Take halves of surrogate pairs apart: JavaScript would read them as one character."""
    return "".join(
        "x" if "\ud800" <= before <= "\udbff" and "\udc00" <= letter <= "\udfff" else letter
        for before, letter in zip(" " + text, text, strict=False)
    )
