"""The map of the words and the loss, drawn again and again in their places."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

import streamlit as st

from bertviz_core.charts.history.train import loss_line, words_map
from bertviz_core.results import LiveVectors
from bertviz_core.ui.chart_theme import chart_style
from bertviz_core.ui.history.train_text import AskedLesson
from bertviz_core.ui.i18n import _
from bertviz_core.ui.live_chart import draw_live

_STYLE = "<style>.st-key-train_pictures .stColumn {min-width: min(100%, 200px)}</style>"


def draw_pictures(live: LiveVectors, moment: int, key: Hashable, groups: Mapping[str, Sequence[str]]) -> None:
    """Draw the map and the loss at one moment, where they were drawn before."""
    st.html(_STYLE)
    with st.container(key="train_pictures"):
        map_place, loss_place = st.columns([3, 1], gap="small")
    style, about = chart_style(), str(key)
    with map_place:
        draw_live(
            words_map(live, moment, style, groups=groups),
            "train_map",
            about=about,
            picture="words_learned",
            alt=_("A map of the words; like ones come together"),
            changes=True,
        )
    with loss_place:
        draw_live(
            loss_line(live, moment, style, epoch=_("Epoch"), loss=_("Loss, nats")),
            "train_loss",
            about=about,
            picture="loss_of_word2vec",
            alt=_("A line: the loss from epoch to epoch"),
            changes=True,
        )


def group_words(asked: AskedLesson) -> dict[str, tuple[str, ...]]:
    """Return the words that were written to be alike, by the name of their group."""
    names = {
        "royal": _("At court"),
        "people": _("People"),
        "food": _("Food"),
        "drink": _("Drinks"),
        "animal": _("Animals"),
        "city": _("Cities"),
        "country": _("Countries"),
        "day": _("Days"),
    }
    return {names[name]: words for name, words in asked.lesson.groups}
