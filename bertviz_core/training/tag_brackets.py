"""Tags that are brackets around entities, as in CoNLL-2005 and CoNLL-2012: `(PER*`, `*`, `*)`, `(LOC)`."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bertviz_core.errors import InputError
from bertviz_core.models.tag_letters import OUTSIDE

_TAG = re.compile(r"((?:\([^()*\s]+)*)(\*?)(\)*)")
_NOTHING = {"*", "-", "_"}
_OPENED = re.compile(r"\(([^()*]+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Brackets:
    """Entities between brackets, as BIO2."""

    tags: tuple[tuple[str, ...], ...]
    within: int
    """Entities in other ones, which were left out."""


def is_bracketed(sentences: Sequence[Sequence[str]]) -> bool:
    """Tell whether all tags are brackets, some begin entities, and nearly all sentences close them."""
    known = {tag for tags in sentences for tag in tags}
    if "*" not in known or not any(tag.startswith("(") for tag in known):
        return False
    if not all(map(_is_bracket, known)):
        return False
    even = sum(sum(tag.count("(") - tag.count(")") for tag in tags) == 0 for tags in sentences)
    return even > 0.9 * len(sentences)


def _is_bracket(tag: str) -> bool:
    return tag in _NOTHING or (bool(tag) and _TAG.fullmatch(tag) is not None)


def read_brackets(sentences: Sequence[Sequence[str]], names: Mapping[str, str]) -> Brackets:
    """Return the outermost entities of sentences.

    Args:
        sentences: The tags of each.
        names: The new name of each class that gets one.

    Raises:
        InputError: A tag is no bracket, or one is closed or opened only.
    """
    found, within = [], 0
    for number, tags in enumerate(sentences, start=1):
        written, open_, name = [], 0, ""
        for tag in tags:
            if not _is_bracket(tag):
                raise _uneven(number, tag)
            opened = _OPENED.findall(tag)
            begins = bool(opened) and not open_
            within += len(opened) - begins
            name = names.get(opened[0], opened[0]) if begins else name
            open_ += len(opened)
            written.append(sys.intern(f"{'B' if begins else 'I'}-{name}") if open_ else OUTSIDE)
            open_ -= tag.count(")")
            if open_ < 0:
                raise _uneven(number, tag)
        if open_:
            raise _uneven(number, next(tag for tag in reversed(tags) if "(" in tag))
        found.append(tuple(written))
    return Brackets(tags=tuple(found), within=within)


def _uneven(number: int, tag: str) -> InputError:
    return InputError(
        "The brackets of sentence {number} do not fit: “{tag}”. Open each entity with “(” and its class, and "
        "close it with “)”.",
        number=number,
        tag=tag[:60],
    )
