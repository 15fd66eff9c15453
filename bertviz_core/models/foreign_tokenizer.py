"""What a stranger's tokenizer may be made of: the parts that the family's have, within their bounds.

A tokenizer's file is a small program. One that writes each letter as a thousand, three times, asks for a
gigabyte a letter, and ends the process that reads a text with it.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tokenizers import Tokenizer

from bertviz_core.errors import UnreadableModelError, UnsafeModelError

_KINDS = {
    "normalizer": "BertNormalizer Lowercase NFC NFD NFKC NFKD Precompiled Prepend Replace Strip StripAccents",
    "pre_tokenizer": "BertPreTokenizer ByteLevel Digits Metaspace Punctuation Whitespace WhitespaceSplit",
    "post_processor": "BertProcessing ByteLevel RobertaProcessing TemplateProcessing",
    "decoder": "BPEDecoder ByteFallback ByteLevel Fuse Metaspace Replace Strip WordPiece",
}
"""Of parts, by where they stand; in a row each kind once, but for `Replace`."""
_ROWS = {
    "normalizer": "normalizers",
    "pre_tokenizer": "pretokenizers",
    "post_processor": "processors",
    "decoder": "decoders",
}
_MODELS = ("WordPiece", "BPE", "Unigram")
_MOST_STEPS = 16
_MOST_NUMBER = 1_000
_LONGEST_SETTING = 20  # characters; the longest are names as "MergedWithPrevious"
_LONGEST_TOKEN = 100  # characters, of added tokens
_LONGEST_PIECE = 300  # characters; the longest of the family are 128 bytes of one sign
_LONGEST_MAPPED = 40  # bytes; of the Unicode tables of sentencepiece 33
_MOST_ADDED = 10_000
_HARMLESS_PATTERNS = {" {2,}"}
"""Of ALBERT and XLM-RoBERTa, for spaces in a row."""


def plain_tokenizer(document: Any, *, model: str) -> dict[str, Any]:
    """Return the content of a `tokenizer.json` without what pads or cuts texts.

    Raises:
        UnsafeModelError: It has a part that the family's tokenizers do not have, or beyond their bounds.
        ValueError, TypeError, LookupError, AttributeError: It is none.
    """
    cutter, added = document["model"], document["added_tokens"]
    check_parts(document, model=model)
    if not _is_usual_model(cutter):
        raise _strange(model, "model", cutter)
    if len(added) > _MOST_ADDED or not all(map(_is_usual_token, added)):
        raise _strange(model, "added_tokens", {})
    plain = {name: document.get(name) for name in ("version", "truncation", "padding", "added_tokens")}
    plain |= {section: document.get(section) for section in _KINDS}
    return plain | {"truncation": None, "padding": None, "model": cutter}


def check_parts(parts: Mapping[str, Any], *, model: str) -> None:
    """Check what stands before and after the model that cuts words.

    Args:
        parts: By where they stand, as in `tokenizer.json`; others are not looked at.
        model: Id of the checkpoint.

    Raises:
        UnsafeModelError: The family's tokenizers do not have such parts.
        ValueError, TypeError, LookupError, AttributeError: They are none.
    """
    for section, kinds in _KINDS.items():
        seen: set[str] = set()
        for number, step in enumerate(steps(parts, section)):
            _refuse_patterns(step, model)
            kind = step["type"]
            usual = kind in kinds.split() and kind not in seen and number < _MOST_STEPS
            if not usual or not _is_usual(step):
                raise _strange(model, section, step)
            if kind != "Replace":
                seen.add(kind)


def check_loaded(tokenizer: Tokenizer, *, model: str, entries: int) -> None:
    """Check a tokenizer as it is used, whichever files it was made from.

    Args:
        tokenizer: The one that was loaded.
        model: Id of the checkpoint.
        entries: For which its network has weights.

    Raises:
        UnsafeModelError: The family's tokenizers do not have such parts.
        UnreadableModelError: It gives numbers for which there are no weights.
    """
    loaded = {section: getattr(tokenizer, section) for section in _KINDS}
    parts = {section: json.loads(part.__getstate__()) for section, part in loaded.items() if part is not None}
    check_parts(parts, model=model)
    vocabulary = tokenizer.get_vocab()
    if max(map(len, vocabulary), default=0) > _LONGEST_PIECE:
        raise _strange(model, "vocab", {})
    if max([*vocabulary.values(), *_special_ids(parts)], default=0) >= entries:
        raise UnreadableModelError(
            "The vocabulary of “{model}” has more entries than its weights. They do not belong together.",
            model=model,
        )


def steps(parts: Mapping[str, Any], section: str) -> Iterator[dict[str, Any]]:
    """Yield the parts of one place in their order, without the rows that they stand in."""
    waiting = [parts.get(section)]
    for _ in range(10 * _MOST_STEPS):
        if not waiting:
            return
        step = waiting.pop(0)
        if step is not None and step["type"] == "Sequence":
            waiting = [*step[_ROWS[section]], *waiting]
        elif step is not None:
            yield step
    yield {"type": "Sequence"}  # more than anybody puts in rows


def _strange(model: str, section: str, step: Mapping[str, Any]) -> UnsafeModelError:
    return UnsafeModelError(
        "The tokenizer of “{model}” has a part that models of the family do not have, or beyond their "
        "bounds, which is not run: {part}. Save the model with its own tokenizer.",
        model=model,
        part=" ".join(filter(None, (section, str(step.get("type", ""))[:40]))),
    )


def _refuse_patterns(step: Mapping[str, Any], model: str) -> None:
    """Refuse patterns of its own: matching one can take longer than anybody waits."""
    pattern = step.get("pattern")
    if isinstance(pattern, dict) and pattern.get("Regex", " {2,}") not in _HARMLESS_PATTERNS:
        raise UnsafeModelError(
            "The tokenizer of “{model}” cuts texts by a pattern of its own, {pattern}, which is not run.",
            model=model,
            pattern=str(pattern["Regex"])[:40],
        )


def _is_usual(step: dict[str, Any]) -> bool:
    settings = {name: value for name, value in step.items() if name != "type"}
    if step["type"] == "Precompiled":
        return _longest_mapped(settings.pop("precompiled_charsmap")) <= _LONGEST_MAPPED and not settings
    if step["type"] == "Replace":
        return _never_longer(settings.pop("pattern"), settings.pop("content")) and not settings
    if step["type"] == "TemplateProcessing":
        return _is_usual_template(**settings)
    if step["type"] in ("BertProcessing", "RobertaProcessing"):
        ends = settings.pop("sep"), settings.pop("cls")
        return all(_is_special([token], [number]) for token, number in ends) and _are_small(settings.values())
    return _are_small(settings.values())


def _are_small(values: Iterable[object]) -> bool:
    return all(
        value is None
        or (isinstance(value, int) and abs(value) <= _MOST_NUMBER)
        or (isinstance(value, str) and len(value) <= _LONGEST_SETTING)
        for value in values
    )


def _longest_mapped(charsmap: str) -> int:
    """Return the most bytes that a table of sentencepiece writes for what it finds.

    It is the length of a trie in bytes as a number of four, the trie, and texts with a zero after each.
    """
    content = base64.b64decode(charsmap, validate=True)
    begin = 4 + int.from_bytes(content[:4], "little")
    if begin > len(content):
        raise ValueError("a table that is cut")
    return max(map(len, content[begin:].split(b"\0")))


def _never_longer(pattern: dict[str, str], content: str) -> bool:
    """Tell whether a text stays as long, also after letters that other steps write out."""
    (found,) = pattern.values()
    plain = all(letter == "▁" or " " <= letter <= "~" for letter in content)
    return plain and len(content) <= (1 if "Regex" in pattern else len(found))


def _is_usual_template(
    single: list[dict[str, Any]], pair: list[dict[str, Any]], special_tokens: dict[str, Any]
) -> bool:
    items = [item for template in (single, pair) for part in template for item in part.items()]
    one, two = (
        [part["Sequence"]["id"] for part in template if "Sequence" in part] for template in (single, pair)
    )
    return (
        (one, two) == (["A"], ["A", "B"])
        and len(items) <= _MOST_STEPS
        and all(name in ("Sequence", "SpecialToken") and item["type_id"] in (0, 1) for name, item in items)
        and len(special_tokens) <= _MOST_STEPS
        and all(_is_special(token["tokens"], token["ids"]) for token in special_tokens.values())
    )


def _is_special(tokens: list[str], ids: list[int]) -> bool:
    if len(tokens) != 1 or len(ids) != 1:
        return False
    return isinstance(tokens[0], str) and len(tokens[0]) <= _LONGEST_TOKEN and isinstance(ids[0], int)


def _special_ids(parts: Mapping[str, Any]) -> Iterator[int]:
    for step in steps(parts, "post_processor"):
        if step["type"] == "TemplateProcessing":
            for token in step["special_tokens"].values():
                yield from token["ids"]
        for end in ("sep", "cls"):
            if end in step:
                yield step[end][1]


def _is_usual_model(cutter: dict[str, Any]) -> bool:
    """Judge the settings of what cuts words; files of some years ago do not say its kind."""
    large = ("type", "vocab", "merges", "unk_id")
    settings = [value for name, value in cutter.items() if name not in large]
    return cutter.get("type", "BPE") in _MODELS and not cutter.get("dropout") and _are_small(settings)


def _is_usual_token(token: dict[str, Any]) -> bool:
    settings = [value for name, value in token.items() if name not in ("id", "content")]
    return 0 < len(token["content"]) <= _LONGEST_TOKEN and _are_small(settings)
