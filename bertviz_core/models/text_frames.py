"""What a tokenizer puts around one text and around two, held against what a model's family learns with."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from tokenizers import Encoding, Tokenizer
from tokenizers.models import WordLevel
from tokenizers.processors import PostProcessor, TemplateProcessing

_BRACKETED = re.compile(r"\[.+\]|<.+>")
_NO_ENDS = ("[PAD]", "[UNK]", "[MASK]", "<pad>", "<unk>", "<mask>")


@dataclass(frozen=True, slots=True)
class Part:
    """A special token, or a whole text."""

    token: str
    """By its number in the vocabulary; of a text, its name in templates."""
    number: int | None
    """None for a text."""
    segment: int
    label: str = ""
    """What the tokenizer's file calls the token."""


Frame = tuple[Part, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameRules:
    """What may stand first and behind each text, by the tokenizer's own names."""

    first: frozenset[int]
    last: frozenset[int]
    segments: bool
    """The network tells two texts apart by their segments."""
    double: bool
    """The family parts two texts by two tokens, and not by segments."""


def frames_of(backend: Tokenizer) -> tuple[Frame, Frame]:
    """Return what becomes of one text and of two, whatever the vocabulary makes of words."""
    stand_in = Tokenizer(WordLevel({"x": 0}, unk_token="x"))
    if backend.post_processor is not None:
        stand_in.post_processor = backend.post_processor
    return _frame(backend, stand_in.encode("x")), _frame(backend, stand_in.encode("x", "x"))


def rules_for(tokenizer: Any, *, double: bool, segments: bool) -> FrameRules:
    """Return the rules for a tokenizer as the library loads it."""
    backend: Tokenizer = tokenizer.backend_tokenizer
    pieces = backend.get_vocab()

    def numbers(names: Iterable[object]) -> frozenset[int]:
        return frozenset(pieces[str(name)] for name in names if str(name) in pieces)

    def of_roles(*roles: str) -> frozenset[int]:
        return numbers(getattr(tokenizer, role, None) for role in roles)

    first = of_roles("cls_token", "bos_token") or numbers(("[CLS]", "<s>"))
    last = of_roles("sep_token", "eos_token") or numbers(("[SEP]", "</s>"))
    special = {number for number, token in backend.get_added_tokens_decoder().items() if token.special}
    special |= {number for piece, number in pieces.items() if _BRACKETED.fullmatch(piece)}
    special -= of_roles("pad_token", "unk_token", "mask_token") | numbers(_NO_ENDS)
    return FrameRules(
        first=first or frozenset(special - last),
        last=last or frozenset(special - first),
        segments=segments,
        double=double,
    )


def well_placed(frame: Frame, texts: int, rules: FrameRules, backend: Tokenizer) -> bool:
    """Tell whether the right tokens stand before the texts and behind each, at both ends once."""
    if any(part.number is not None and part.number == beside.number for part, beside in _at_ends(frame)):
        return False
    if [part.token for part in frame if part.number is None] != ["$A", "$B"][:texts]:
        return False
    if any(backend.token_to_id(part.label) not in (None, part.number) for part in frame if part.label):
        return False
    behind = [place for place, part in enumerate(frame) if part.number is None]
    ends = [*behind[1:], len(frame)]
    parted = (
        any(part.number in rules.last for part in frame[begin + 1 : end])
        for begin, end in zip(behind, ends, strict=True)
    )
    return frame[0].number in rules.first and all(parted)


def _at_ends(frame: Frame) -> tuple[tuple[Part, Part], ...]:
    """Return the two parts at the beginning and those at the end."""
    return ((frame[0], frame[1]), (frame[-2], frame[-1])) if len(frame) > 1 else ()


def well_numbered(frame: Frame, rules: FrameRules) -> bool:
    """Tell whether a well placed frame gives each part a segment that the family learns with.

    Where two tokens stand between two texts they are parted by these, and all may be segment 0.
    """
    if not rules.segments or frame == with_segments(frame):
        return True
    texts = [place for place, part in enumerate(frame) if part.number is None]
    segments = [part.segment for part in frame]
    undivided = len(texts) == 2 and (rules.double or texts[1] - texts[0] > 2)
    return undivided and segments == sorted(segments) and segments[texts[0]] == 0 and segments[-1] <= 1


def with_segments(frame: Frame) -> Frame:
    """Number the parts as BERT does: the second text and what follows it is 1, with tokens of its own."""
    texts = [place for place, part in enumerate(frame) if part.number is None]
    begin = texts[0] + 2 if len(texts) == 2 else len(frame)
    return tuple(replace(part, segment=int(place >= begin)) for place, part in enumerate(frame))


def without_segments(frame: Frame) -> Frame:
    """Put all parts into segment 0."""
    return tuple(replace(part, segment=0) for part in frame)


def family_frames(first: tuple[str, int], last: tuple[str, int], *, double: bool) -> tuple[Frame, Frame]:
    """Return what the family puts around one text and around two."""
    start, end = Part(*first, 0), Part(*last, 0)
    text, other = Part("$A", None, 0), Part("$B", None, 0)
    pair = (start, text, end, *[end] * double, other, end)
    return (start, text, end), pair if double else with_segments(pair)


def post_processor(single: Frame, pair: Frame) -> PostProcessor:
    """Return what makes these frames."""
    specials = {part.token: part.number for part in (*single, *pair) if part.number is not None}
    return TemplateProcessing(
        single=[f"{part.token}:{part.segment}" for part in single],
        pair=[f"{part.token}:{part.segment}" for part in pair],
        special_tokens=list(specials.items()),
    )


def shown(frame: Frame, *, segments: bool) -> str:
    """Return a frame as people read it."""
    names = [part.token.removeprefix("$") if part.number is None else part.token for part in frame]
    numbered = [f"{name}:{part.segment}" for name, part in zip(names, frame, strict=True)]
    return " ".join(numbered if segments else names)


def _frame(backend: Tokenizer, read: Encoding) -> Frame:
    parts = zip(
        read.ids, read.sequence_ids, read.type_ids, read.tokens, read.special_tokens_mask, strict=True
    )
    return tuple(
        Part(backend.id_to_token(number) or label, number, segment, label)
        if special
        else Part("$B" if text else "$A", None, segment)
        for number, text, segment, label, special in parts
    )
