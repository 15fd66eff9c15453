"""The tokens around a text that heads are read from: what a tokenizer adds, or should."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tokenizers import Tokenizer

from bertviz_core.errors import N_
from bertviz_core.models.text_frames import (
    Frame,
    family_frames,
    frames_of,
    post_processor,
    rules_for,
    shown,
    well_numbered,
    well_placed,
    with_segments,
    without_segments,
)
from bertviz_core.models.tokenizer_settings import gives_segments, let_give_segments
from bertviz_core.results import Note

_USUAL = {"roberta": ("<s>", "</s>"), "xlm-roberta": ("<s>", "</s>")}
_REMEDY = N_("If the model learned without them, save it with a tokenizer that says so.")

_ROLES = ("cls_token", "sep_token", "pad_token", "unk_token", "bos_token", "eos_token", "mask_token")
_USUAL_NAMES = {"[CLS]", "[SEP]", "[PAD]", "[UNK]", "[MASK]", "<s>", "</s>", "<pad>", "<unk>", "<mask>"}
_NAMED = 4
LEARNED_WITH_PAIRS = ("ForSequenceClassification", "ForQuestionAnswering", "ForMultipleChoice")
"""Ends of classes whose fine-tuning may have read pairs as the tokenizer beside the weights makes them."""

_OWN = N_(
    "This model has special tokens of its own: {tokens} ({count}). Where one is written in a text it is "
    "read as that token, as the model learned it."
)
_ADDED = N_(
    "The tokenizer puts no {first} before a text, which is where this model's family answers about whole "
    "texts. {first} and {last} are added here, as the family learns with them."
)
_MENDED = N_(
    "The tokenizer reads a text as {single} and two as {pair}, which is not how this model's family learns. "
    "Here they are read as {right_single} and {right_pair}."
)
_UNDIVIDED = N_(
    "The tokenizer reads two texts as {pair}, both in segment 0. This model was fine-tuned ({architecture}) "
    "and saved with it, so it is followed. The family itself learns with {right_pair}."
)
_COMPARE = N_("Compare its tokenizer with the one that the model was trained with.")
_WITHOUT = N_(
    "The tokenizer reads a text as {single}, and its vocabulary lacks {first} or {last}, which this model's "
    "family puts before and behind it. Next sentence and classes of texts are not asked: they would come "
    "from an ordinary word."
)
_UNPARTED = N_(
    "The tokenizer reads two texts as {pair}, and its vocabulary has no {last} to part them with, as this "
    "model's family does. Next sentence is not asked."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledEnds:
    """Which heads may be read, and what was decided."""

    begins_special: bool
    """Every text begins with a special token."""
    parts_pairs: bool
    """Two texts are told apart."""
    notes: tuple[Note, ...] = ()


def settle_ends(tokenizer: Any, family: str, *, segments: bool, fine_tuned: str = "") -> SettledEnds:
    """Let a tokenizer put the family's tokens around texts where it puts none, or others.

    One that puts two texts into segment 0 is followed where the model was fine-tuned with it.

    Args:
        tokenizer: As the library loads it; its backend is changed.
        family: Name of the family.
        segments: The network takes segments.
        fine_tuned: Class with a head that learned from pairs; empty where there is none.
    """
    backend: Tokenizer = tokenizer.backend_tokenizer
    double = family in _USUAL
    rules = rules_for(tokenizer, double=double, segments=segments)
    single, pair = frames = frames_of(backend)
    if segments and not gives_segments(tokenizer):  # whatever it makes, its library keeps them back
        single, pair = frames = without_segments(single), without_segments(pair)
        if fine_tuned and any(part.number is not None for part in pair):
            backend.post_processor = post_processor(*frames)
        else:
            let_give_segments(tokenizer)
    placed = [well_placed(frame, texts, rules, backend) for texts, frame in enumerate(frames, 1)]
    if all(placed):
        right = tuple(f if well_numbered(f, rules) else with_segments(f) for f in frames)
        if right == frames:
            return SettledEnds(begins_special=True, parts_pairs=True)
        if fine_tuned and right[0] == single and not any(part.segment for part in pair):
            told = {"pair": shown(pair, segments=True), "right_pair": shown(right[1], segments=True)}
            note = Note(
                kind="special_tokens",
                template=_UNDIVIDED,
                fields={**told, "architecture": fine_tuned},
                remedy=_COMPARE,
                doubtful=True,
            )
            return SettledEnds(begins_special=True, parts_pairs=True, notes=(note,))
        return _mended(backend, frames, (right[0], right[1]), segments=segments)
    first, last = _names(tokenizer, family)
    ends = [backend.token_to_id(name) for name in (first, last)]
    if placed[0]:  # the pair is read with the same
        behind = next(part for part in reversed(single) if part.number in rules.last)
        (first, ends[0]), (last, ends[1]) = ((part.token, part.number) for part in (single[0], behind))
    fields = {"first": first, "last": last}
    if ends[0] is not None and ends[1] is not None:
        right = family_frames((first, ends[0]), (last, ends[1]), double=double)
        if single[:1] and single[0].number is None:
            backend.post_processor = post_processor(*right)
            note = Note(kind="special_tokens", template=_ADDED, fields=fields, remedy=_REMEDY, doubtful=True)
            return SettledEnds(begins_special=True, parts_pairs=True, notes=(note,))
        return _mended(backend, frames, right, segments=segments)
    begins = all(frame[0].number in rules.first for frame in frames)
    told = {"single": shown(single, segments=False), "pair": shown(pair, segments=False), **fields}
    template = _UNPARTED if begins else _WITHOUT
    note = Note(kind="special_tokens", template=template, fields=told, remedy=_COMPARE, doubtful=True)
    return SettledEnds(begins_special=begins, parts_pairs=False, notes=(note,))


def _mended(
    backend: Tokenizer, found: tuple[Frame, Frame], right: tuple[Frame, Frame], *, segments: bool
) -> SettledEnds:
    backend.post_processor = post_processor(*right)
    names = ("single", "pair", "right_single", "right_pair")
    fields = dict(zip(names, (shown(f, segments=segments) for f in (*found, *right)), strict=True))
    note = Note(kind="special_tokens", template=_MENDED, fields=fields, remedy=_COMPARE, doubtful=True)
    return SettledEnds(begins_special=True, parts_pairs=True, notes=(note,))


def _names(tokenizer: Any, family: str) -> tuple[str, str]:
    """Return what stands first and last: as the tokenizer calls it, or else as the family does."""
    first, last = _USUAL.get(family, ("[CLS]", "[SEP]"))
    return tokenizer.cls_token or first, tokenizer.sep_token or last


def own_tokens(tokenizer: Any) -> tuple[str, ...]:
    """Return the special tokens that people write into texts, such as the markers of entities.

    They are those that have none of the parts that every tokenizer has, which a typed text must not play.
    """
    backend: Tokenizer = tokenizer.backend_tokenizer
    roles = {str(name) for role in _ROLES if (name := getattr(tokenizer, role, None)) is not None}
    ends = {token for read in (backend.encode(""), backend.encode("", "")) for token in read.tokens}
    added = backend.get_added_tokens_decoder()
    names = (token.content for _, token in sorted(added.items()) if token.special)
    return tuple(name for name in names if name not in roles | ends | _USUAL_NAMES)


def own_note(tokens: Sequence[str]) -> tuple[Note, ...]:
    """Say which they are."""
    if not tokens:
        return ()
    shown = " ".join(tokens[:_NAMED]) + " …" * (len(tokens) > _NAMED)
    return (Note(kind="special_tokens", template=_OWN, fields={"tokens": shown, "count": len(tokens)}),)
