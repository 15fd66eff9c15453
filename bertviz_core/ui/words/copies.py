"""Sentences that stand more than once: one spot on a map, and one in a score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.ui.i18n import _, number

if TYPE_CHECKING:
    from bertviz_core.ui.words.question import AskedWord


def rests_on(sentences: int) -> str:
    """Say on how many different sentences scores rest."""
    return _("The scores rest on {count} different sentences.", count=number(sentences))


def tell_copies(asked: AskedWord) -> None:
    """Say how many occurrences are copies, where there are any."""
    copies = len(asked.layers) - len(asked.different.layers)
    if copies:
        st.caption(
            _(
                "Occurrences in equal sentences are one spot with their number, and count once in scores: "
                "{count} are copies.",
                count=number(copies),
            )
        )
