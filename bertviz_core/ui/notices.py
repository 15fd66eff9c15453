"""What a visitor is told about an input: what was wrong, what was cut, what is unknown."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import streamlit as st

from bertviz_core.errors import BertScopeError
from bertviz_core.results import Encoding
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.text import literal

SHOWN_CHARACTERS = 60
NO_BLANK = "no_blank_yet"
"""Key of what says that a text has no blank."""


def show_error(error: BertScopeError) -> None:
    """Show what was wrong and what to do, in the visitor's language."""
    fields = {
        name: number(value) if type(value) is int else literal(str(value))
        for name, value in error.fields.items()
    }
    st.warning(_(error.template, **fields), icon=":material/info:")


def no_blank_hint(mask_token: str) -> None:
    """Say the two ways to make a blank."""
    st.container(key=NO_BLANK).info(
        _(
            "There is no blank yet. Click a word to hide it, or write {mask} or ___ in place of a word.",
            mask=literal(mask_token),
        ),
        icon=":material/info:",
    )


def encoding_notices(encoding: Encoding) -> None:
    """Say which end of a text was cut and which tokens the vocabulary does not know."""
    if cut := cut_notice(encoding):
        st.warning(cut, icon=":material/content_cut:")
    if unknown := unknown_notice(encoding):
        st.info(unknown, icon=":material/help:")


def cut_notice(encoding: Encoding, quote: Callable[[str], str] = literal) -> str | None:
    """Say which end of a text was cut; `quote` makes text of visitors fit the place it is shown in."""
    if not encoding.truncated:
        return None
    return _(
        "The text is longer than the {count} tokens this model reads. "
        "Left out are {characters} characters: … {cut}",
        count=len(encoding),
        characters=number(len(encoding.cut)),
        cut=quote(_shorten(encoding.cut)),
    )


def unknown_notice(encoding: Encoding, quote: Callable[[str], str] = literal) -> str | None:
    """Say which tokens the vocabulary does not know."""
    places = np.flatnonzero(encoding.unknown).tolist()
    if not places:
        return None
    unknown = [encoding.surfaces[place] for place in places if encoding.surfaces[place]]
    return unknown_words().format(
        token=quote(encoding.tokens[places[0]]),
        words=", ".join(quote(_shorten(word)) for word in dict.fromkeys(unknown)),
    )


def unknown_words() -> str:
    """Return the sentence about them, with fields for a `token` and `words`."""
    return _("Not in the model's vocabulary, read as {token}: {words}")


def tell_cut_lines(lines: int, characters: int) -> None:
    """Say that of a list of sentences only so many lines and characters are read."""
    st.warning(
        _(
            "Only the first {lines} sentences, and of a long text the first {characters} characters, "
            "are read; the rest is left out.",
            lines=number(lines),
            characters=number(characters),
        ),
        icon=":material/content_cut:",
    )


def _shorten(text: str) -> str:
    """Keep the beginning of a long text."""
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS].rstrip()} …"
