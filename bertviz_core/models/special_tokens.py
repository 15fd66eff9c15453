"""The tokens that play a part: named by the settings of a tokenizer, or else found in its vocabulary."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer
from tokenizers.models import BPE, WordPiece
from tokenizers.processors import TemplateProcessing

from bertviz_core.errors import N_
from bertviz_core.models.text_frames import frames_of
from bertviz_core.models.tokenizer_settings import read_settings
from bertviz_core.results import Note

_ROLES = {
    "mask_token": ("[MASK]", "<mask>"),
    "unk_token": ("[UNK]", "<unk>"),
    "cls_token": ("[CLS]", "<s>"),
    "sep_token": ("[SEP]", "</s>"),
    "pad_token": ("[PAD]", "<pad>"),
}
"""Usual names of the tokens, by the field of the settings."""

_FOUND = N_(
    "The tokenizer's settings do not name {roles}, or by names that its vocabulary lacks. The vocabulary "
    "has {tokens}, which is read as such."
)
_NO_MASK = N_(
    "The vocabulary has no token for a blank, such as {usual}: words are not guessed. Everything else can "
    "be asked."
)
_NO_UNKNOWN = N_(
    "The vocabulary has no token for what it lacks, such as {usual}: texts with anything that its pieces do "
    "not make up are refused. Others are read as usual."
)
_BY_CHANCE = N_(
    "The tokenizer leaves out merges by chance (dropout {dropout}), as in training: the same text would be "
    "cut differently each time. Here all merges are used."
)
_COMPARE = N_("Compare its tokenizer with the one that the model was trained with.")


def vocabulary_of(folder: Path, pieces: Collection[str] | None) -> frozenset[str] | None:
    """Return all entries that the files of a tokenizer hold; None where they cannot be read so.

    Args:
        folder: Of the checkpoint.
        pieces: Those of its `vocab.txt`, where the tokenizer is made from it.

    Raises:
        OSError, ValueError, LookupError, TypeError, AttributeError: A file is damaged.
    """
    added = _added_in(folder)
    if pieces is not None:
        return added.union(pieces)
    whole, pairs = folder / "tokenizer.json", folder / "vocab.json"
    if whole.is_file():
        document = json.loads(whole.read_text(encoding="utf-8"))
        entries = document["model"]["vocab"]
        named = entries if isinstance(entries, dict) else [entry[0] for entry in entries]
        return added.union(named, (token["content"] for token in document.get("added_tokens") or ()))
    return added.union(json.loads(pairs.read_text(encoding="utf-8"))) if pairs.is_file() else None


def _added_in(folder: Path) -> frozenset[str]:
    """Return what was added to a vocabulary, as the library of some years ago wrote it down."""
    file = folder / "added_tokens.json"
    added = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    decoder = read_settings(folder).get("added_tokens_decoder") or {}
    return frozenset([*added, *(str(_content(token)) for token in decoder.values())])


def said_names(settings: Mapping[str, Any]) -> dict[str, str | None]:
    """Return how settings of a tokenizer call these tokens; those of which they do not speak are left out."""
    return {role: _content(settings[role]) for role in _ROLES if role in settings}


def loaded_names(tokenizer: Any) -> dict[str, str | None]:
    """Return how a loaded tokenizer calls these tokens."""
    return {role: _content(getattr(tokenizer, role, None)) for role in _ROLES}


def other_names(names: Mapping[str, str | None], vocabulary: Collection[str]) -> dict[str, str | None]:
    """Return the names of those tokens that are to be called otherwise, None for what no vocabulary has.

    Usual names are looked for as they are, and then in other casing.

    Args:
        names: By their roles, as they are called.
        vocabulary: All entries of the tokenizer's own files.
    """
    folded = {entry.casefold(): entry for entry in sorted(vocabulary) if entry[:1] in "[<"}
    found: dict[str, str | None] = {}
    for role, name in names.items():
        if name is not None and name in vocabulary:
            continue
        usual = _ROLES[role]
        exact = [each for each in usual if each in vocabulary]
        near = [folded[each.casefold()] for each in (name or "", *usual) if each.casefold() in folded]
        best = next(iter([*exact, *near]), None)
        if best != name:
            found[role] = best
    return found


def mend_backend(backend: Tokenizer, names: Mapping[str, str | None]) -> tuple[Note, ...]:
    """Let what cuts texts know its tokens by the names that its vocabulary has, and leave nothing to chance.

    Args:
        backend: As it was loaded; it is changed.
        names: By their roles, as they are called now.
    """
    model, unknown = backend.model, names["unk_token"]
    if isinstance(model, WordPiece) and unknown and backend.token_to_id(model.unk_token) is None:
        model.unk_token = unknown
    if names["cls_token"] is None or names["sep_token"] is None:
        labels = {part.label for frame in frames_of(backend) for part in frame if part.label}
        if any(backend.token_to_id(label) is None for label in labels):  # made of tokens that are not there
            backend.post_processor = TemplateProcessing(single="$A", pair="$A $B:1", special_tokens=[])
    if isinstance(model, BPE) and model.dropout:
        fields = {"dropout": model.dropout}
        model.dropout = None
        return (Note(kind="vocabulary", template=_BY_CHANCE, fields=fields),)
    return ()


def names_note(renamed: Mapping[str, str | None], tokenizer: Any) -> tuple[Note, ...]:
    """Say which tokens were found under other names than said, and which are not there.

    Args:
        renamed: Those that were looked for.
        tokenizer: As it was loaded with them.
    """
    notes, names = [], loaded_names(tokenizer)
    made_of_bytes = isinstance(tokenizer.backend_tokenizer.model, BPE)  # nothing is unknown
    if found := {role: name for role, name in renamed.items() if name is not None}:
        fields = {"roles": ", ".join(found), "tokens": ", ".join(map(str, found.values()))}
        notes.append(_doubtful(_FOUND, fields))
    for role, template in (("mask_token", _NO_MASK), ("unk_token", _NO_UNKNOWN)):
        if names[role] is None and not (role == "unk_token" and made_of_bytes):
            notes.append(_doubtful(template, {"usual": _ROLES[role][0]}))
    return tuple(notes)


def _doubtful(template: str, fields: Mapping[str, object]) -> Note:
    return Note(kind="special_tokens", template=template, fields=fields, remedy=_COMPARE, doubtful=True)


def _content(token: object) -> str | None:
    """Return the name of a token that is written as a text, or as a description with one."""
    if isinstance(token, Mapping):
        token = token.get("content")
    return None if token is None else str(token)
