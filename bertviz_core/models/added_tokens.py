"""The tokens around a text that heads are read from: what a tokenizer adds, or should."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tokenizers import Tokenizer
from tokenizers.processors import TemplateProcessing

from bertviz_core.errors import N_
from bertviz_core.results import Note

_USUAL = {"roberta": ("<s>", "</s>"), "xlm-roberta": ("<s>", "</s>")}
_REMEDY = N_("If the model learned without them, save it with a tokenizer that says so.")

_ROLES = ("cls_token", "sep_token", "pad_token", "unk_token", "bos_token", "eos_token", "mask_token")
_USUAL_NAMES = {"[CLS]", "[SEP]", "[PAD]", "[UNK]", "[MASK]", "<s>", "</s>", "<pad>", "<unk>", "<mask>"}
_NAMED = 4

_OWN = N_(
    "This model has special tokens of its own: {tokens} ({count}). Where one is written in a text it is "
    "read as that token, as the model learned it."
)
_ADDED = N_(
    "The tokenizer puts no {first} before a text, which is where this model's family answers about whole "
    "texts. {first} and {last} are added here, as the family learns with them."
)
_WITHOUT = N_(
    "The tokenizer puts nothing before a text, and its vocabulary has no {first} and {last}. Next "
    "sentence and classes of texts are not asked: they would come from an ordinary word."
)


def add_ends(tokenizer: Any, family: str) -> tuple[bool, tuple[Note, ...]]:
    """Let a tokenizer put the family's tokens around texts where it does not.

    Args:
        tokenizer: As the library loads it; its backend is changed.
        family: Name of the family.

    Returns:
        Whether every text begins with a special token, and what was decided.
    """
    backend: Tokenizer = tokenizer.backend_tokenizer
    first, last = _names(tokenizer, family)
    added: Sequence[int] = backend.encode("").ids
    ends = [backend.token_to_id(name) for name in (first, last)]
    if added and added[0] != ends[1]:
        return True, ()
    fields = {"first": first, "last": last}
    if None in ends:
        note = Note(kind="special_tokens", template=_WITHOUT, fields=fields, doubtful=True)
        return False, (note,)
    between = f"{last}:0 {last}:0 $B:0" if family in _USUAL else f"{last}:0 $B:1"
    number = 0 if family in _USUAL else 1
    backend.post_processor = TemplateProcessing(
        single=f"{first}:0 $A:0 {last}:0",
        pair=f"{first}:0 $A:0 {between} {last}:{number}",
        special_tokens=list(zip((first, last), ends, strict=True)),
    )
    return True, (Note(kind="special_tokens", template=_ADDED, fields=fields, remedy=_REMEDY, doubtful=True),)


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
