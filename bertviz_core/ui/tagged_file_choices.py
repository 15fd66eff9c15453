"""How a visitor's file of tagged sentences is read: which tags, and what they say."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from bertviz_core.training.tag_schemes import SCHEMES
from bertviz_core.training.tagged_sentences import TaggedFile
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


def tag_reading(file: TaggedFile, scheme: str = FOUND_OUT) -> TagReading:
    """Return how a file was read.

    Args:
        file: As it was read.
        scheme: Which one was asked for.
    """
    return TagReading(tags=file.tags, tag_choices=file.tag_choices, scheme=scheme, recognised=file.scheme)


def ask_reading(reading: TagReading, key: str) -> tuple[str, str]:
    """Ask which tags and which scheme; return both.

    Args:
        reading: As the file is read now.
        key: Names the file, for the fields.
    """
    tags = reading.tags
    tags_place, scheme_place = st.columns(2, vertical_alignment="bottom")
    choices = [*dict.fromkeys((*reading.tag_choices, tags))]
    if len(choices) > 1:
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
    return tags, scheme


def scheme_name(scheme: str) -> str:
    """Name a scheme in the visitor's language."""
    names = {
        "names": _("names of entities beside O"),
        "classes": _("classes of words"),
    }
    return names.get(scheme) or scheme.upper()


def _tags_name(tags: str) -> str:
    if tags.isdecimal():
        return _("column {number}", number=tags)
    return _("last column") if tags == "column" else tags.upper() if tags.islower() else tags
