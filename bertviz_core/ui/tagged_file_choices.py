"""How a visitor's file of tagged sentences is read: which tags, and what they say."""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from bertviz_core.training.tag_schemes import SCHEMES
from bertviz_core.training.tagged_sentences import TaggedFile, read_tagged_file
from bertviz_core.ui.i18n import _, language

FOUND_OUT = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TagReading:
    """What was chosen for a file, and what else there is."""

    tags: str
    tag_choices: tuple[str, ...]
    scheme: str
    """As it was asked for; `FOUND_OUT` where it was not."""
    recognised: str
    """As it is read."""
    has_near_classes: bool
    """Some classes differ only in how they are written."""
    join_classes: bool = False


def read_again(text: str, asked: TagReading | None) -> tuple[TaggedFile, TagReading]:
    """Read a file as it is asked for, or at first as it seems to be.

    Raises:
        InputError: It cannot be read, or not so.
    """
    tags, scheme, joined = (asked.tags, asked.scheme, asked.join_classes) if asked else ("", FOUND_OUT, False)
    file = read_tagged_file(text, tags=tags, scheme=scheme, join_classes=joined)
    return file, TagReading(
        tags=file.tags,
        tag_choices=file.tag_choices,
        scheme=scheme,
        recognised=file.scheme,
        has_near_classes=file.has_near_classes,
        join_classes=joined,
    )


def ask_reading(reading: TagReading, key: str) -> TagReading:
    """Ask which tags and which scheme, and whether near classes are one; return what is asked for.

    Args:
        reading: As the file is read now.
        key: Names the file, for the fields.
    """
    tags = reading.tags
    tags_place, scheme_place = st.columns(2, vertical_alignment="bottom")
    choices = [*dict.fromkeys((*reading.tag_choices, tags))]
    if len(choices) == 1:
        scheme_place = tags_place
    else:
        tags = tags_place.selectbox(
            _("Tags from"),
            choices,
            index=choices.index(tags),
            format_func=_tags_name,
            key=f"tags_of_{key}_{tags}_{language()}",
        )
    schemes = [FOUND_OUT, *SCHEMES]
    scheme = scheme_place.selectbox(
        _("The tags are"),
        schemes,
        index=schemes.index(reading.scheme),
        format_func=lambda code: (
            _("found out: {scheme}", scheme=scheme_name(reading.recognised))
            if code == FOUND_OUT
            else scheme_name(code)
        ),
        key=f"scheme_of_{key}_{tags}_{reading.scheme}_{language()}",
    )
    joined = reading.has_near_classes and ask_to_join(joined=reading.join_classes, key=key)
    return replace(reading, tags=tags, scheme=scheme, join_classes=joined)


def ask_to_join(*, joined: bool, key: str) -> bool:
    """Ask whether classes that differ only in how they are written are one.

    Args:
        joined: Whether they are now.
        key: Names the file, for the field.
    """
    return bool(
        st.toggle(
            _("Join classes"),
            value=joined,
            key=f"join_classes_{key}_{joined}",
            help=_("Those that differ only in case or in the writing of a number become one."),
        )
    )


def scheme_name(scheme: str) -> str:
    """Name a scheme in the visitor's language."""
    names = {
        "brackets": _("brackets around entities"),
        "names": _("names of entities beside O"),
        "classes": _("classes of words"),
    }
    return names.get(scheme) or scheme.upper()


def _tags_name(tags: str) -> str:
    if tags.isdecimal():
        return _("column {number}", number=tags)
    return _("last column") if tags == "column" else tags.upper() if tags.islower() else tags
