"""How tags say where entities begin and end: the scheme is recognised, and all become BIO2."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bertviz_core.errors import N_, InputError
from bertviz_core.models.tag_letters import (
    LETTERS,
    NAMELESS,
    OUTSIDE,
    Part,
    as_bio2,
    in_one_form,
    is_letter_tag,
    parted,
    scheme_of,
)
from bertviz_core.results import Note
from bertviz_core.training.tag_brackets import is_bracketed, read_brackets

__all__ = ["NAMELESS", "OUTSIDE", "SCHEMES", "ReadTags", "class_of", "read_scheme"]

SCHEMES: Final = (*LETTERS, "brackets", "names", "classes")
"""Those in which letters say where an entity begins; brackets around it; `names` of classes beside `O`; and
`classes` of words."""

_REMEDY = N_("If they mean something else, choose another reading of the tags.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTags:
    """The tags of sentences in one form, and how they were written."""

    tags: tuple[tuple[str, ...], ...]
    """Of each sentence: BIO2, or classes of words as they are."""
    scheme: str
    """One of `SCHEMES`."""
    note: Note


def read_scheme(
    sentences: Sequence[Sequence[str]], scheme: str = "", *, names: Mapping[str, str] | None = None
) -> ReadTags:
    """Return the tags of entities as BIO2, and those that are classes of words as they are.

    Args:
        sentences: The tags of each, at least two different ones in all.
        scheme: One of `SCHEMES`; found out when left out.
        names: The new name of each class that gets one.

    Raises:
        InputError: There is no such scheme, the tags are not of it, or only some say where an entity begins.
    """
    if scheme and scheme not in SCHEMES:
        raise InputError(
            "There is no scheme “{scheme}” of tags. Choose one of {schemes}.",
            scheme=scheme,
            schemes=", ".join(SCHEMES),
        )
    names = names or {}
    if scheme == "brackets" or (not scheme and is_bracketed(sentences)):
        found = read_brackets(sentences, names)
        return ReadTags(tags=found.tags, scheme="brackets", note=_brackets_note(found.within))
    if scheme != "classes":
        form = in_one_form({tag for tags in sentences for tag in tags})
        sentences = [[form(tag) for tag in tags] for tags in sentences]
    known = {tag for tags in sentences for tag in tags}
    found_out = scheme or scheme_of(known)
    if found_out == "classes":
        tags = tuple(tuple(names.get(tag, tag) for tag in tags) for tags in sentences)
        return ReadTags(tags=tags, scheme=found_out, note=_note(found_out, known, sentences))
    if scheme in LETTERS:
        _require_scheme(known - {OUTSIDE}, scheme)
    part_of = {tag: _renamed(parted(tag, found_out), names) for tag in known}
    parts = [[part_of[tag] for tag in tags] for tags in sentences]
    if not scheme and found_out == "bio2" and _is_iob1(parts):
        found_out = "iob1"
    return ReadTags(
        tags=tuple(as_bio2(tags) for tags in parts),
        scheme=found_out,
        note=_note(found_out, known, sentences),
    )


def _renamed(part: Part, names: Mapping[str, str]) -> Part:
    letter, name = part
    return letter, names.get(name, name)


def class_of(tag: str, scheme: str) -> str:
    """Return the class that a tag of `read_scheme` names."""
    return tag if scheme == "classes" or tag == OUTSIDE else tag[2:]


def _require_scheme(tags: set[str], scheme: str) -> None:
    for tag in sorted(tags):
        if not is_letter_tag(tag, LETTERS[scheme]):
            raise InputError(
                "The tag “{tag}” is none of the scheme {scheme}. Choose another scheme, or leave it out: it "
                "is found out then.",
                tag=tag,
                scheme=scheme,
            )


def _is_iob1(sentences: Iterable[Iterable[tuple[str, str]]]) -> bool:
    """Tell whether entities begin with `I`, and with `B` only where one of their class ends."""
    some = False
    for tags in sentences:
        last = ""
        for place, name in tags:
            if name and place == "B" and name != last:
                return False
            some |= bool(name) and place == "I" and name != last
            last = name
    return some


def _note(scheme: str, known: set[str], sentences: Sequence[Sequence[str]]) -> Note:
    """Say how the tags are read."""
    option = "--scheme NAME"
    if scheme == "classes":
        template = N_("Tags are read as classes of words: each word has one of its own.")
        return Note(kind="scheme", template=template, remedy=_REMEDY, option=option)
    if scheme == "names":
        outside = sum(tag == OUTSIDE for tags in sentences for tag in tags)
        template = N_(
            "Tags are read as names of classes beside “O”: words in a row with the same tag are one entity."
        )
        doubtful = 2 * outside < sum(map(len, sentences))
        return Note(kind="scheme", template=template, remedy=_REMEDY, option=option, doubtful=doubtful)
    if any(len(tag) > 2 for tag in known):
        template = N_("Tags are read as {scheme}: their first letter says where an entity begins and ends.")
        fields = {"scheme": scheme.upper()}
    else:
        template = N_(
            "Tags are read as {scheme} without classes: a letter says where an entity begins and ends. All "
            "entities are called “{name}”."
        )
        fields = {"scheme": scheme.upper(), "name": NAMELESS}
    return Note(kind="scheme", template=template, fields=fields, remedy=_REMEDY, option=option)


def _brackets_note(within: int) -> Note:
    template = N_(
        "Tags are read as brackets, as in CoNLL-2012: an entity is what stands between “(” and “)”."
    )
    if within:
        template = N_(
            "Tags are read as brackets, as in CoNLL-2012: an entity is what stands between “(” and “)”. "
            "Those within another one are left out ({within})."
        )
    fields = {"within": within}
    return Note(kind="scheme", template=template, fields=fields, remedy=_REMEDY, option="--scheme NAME")
