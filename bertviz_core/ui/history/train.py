"""Words as numbers: one-hot rows, the window over a text, and vectors learned while one watches."""

from __future__ import annotations

from typing import Literal

import streamlit as st

from bertviz_core.ui.address import address
from bertviz_core.ui.history.train_learn import LEARN_PARAMETERS, draw_learning
from bertviz_core.ui.history.train_one_hot import SENTENCE_PARAMETER, draw_one_hot
from bertviz_core.ui.history.train_text import TEXT_CHOICE, ask_lesson
from bertviz_core.ui.history.train_window import STEP_PARAMETER, draw_window
from bertviz_core.ui.i18n import _
from bertviz_core.ui.rows import option_row

Shown = Literal["one_hot", "window", "learn"]
SHOW_PARAMETER = "show"
PARAMETERS = (SHOW_PARAMETER, TEXT_CHOICE, SENTENCE_PARAMETER, STEP_PARAMETER, *LEARN_PARAMETERS)


def draw() -> None:
    """Show the words of a text as numbers, in three steps."""
    show_place, text_place, *places = option_row([14, 6, 8, 5.6, 6.4])
    with show_place:
        shown = _choose()
    with text_place:
        asked = ask_lesson()
    if shown == "one_hot":
        draw_one_hot(asked, places)
    elif shown == "window":
        draw_window(asked, places)
    else:
        draw_learning(asked, places)


def _choose() -> Shown:
    names: dict[Shown, str] = {
        "one_hot": _("1 One-hot"),
        "window": _("2 The window"),
        "learn": _("3 Learning"),
    }
    named = address.get(SHOW_PARAMETER)
    chosen: Shown | None = st.segmented_control(
        _("Show"),
        list(names),
        default=next((name for name in names if name == named), "one_hot"),
        format_func=names.__getitem__,
        required=True,
        key="train_show",
        label_visibility="collapsed",
        persist_state="session",
    )
    address.put(SHOW_PARAMETER, chosen or "one_hot", usual="one_hot")
    return chosen or "one_hot"
