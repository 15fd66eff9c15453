"""The button that saves the lesson of a view as one page, in the menu of files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from bertviz_core.components.lesson.offer import lesson_button
from bertviz_core.components.lesson.page import page_size
from bertviz_core.server.lesson_route import LessonView
from bertviz_core.ui.answers_while_typing import answers_while_typing
from bertviz_core.ui.head_places import head_places
from bertviz_core.ui.i18n import _, language, number

if TYPE_CHECKING:
    from bertviz_core import BertEngine

_MEGABYTE = 1e6


def save_lesson(
    engine: BertEngine,
    view: LessonView,
    *,
    fields: tuple[str, ...],
    texts: tuple[str, ...],
    typed: tuple[str, ...] | None = None,
) -> None:
    """Offer it in the open menu of `downloads.save_menu`, where browsers can have the model.

    Args:
        engine: The model that the view is about.
        view: With which the page opens.
        fields: Session keys of the fields of the view.
        texts: What the page begins with, unless something else is typed by then.
        typed: What stands in the fields for that; the texts themselves where None.
    """
    if not answers_while_typing(engine):
        return
    size = number(round(page_size() / _MEGABYTE))
    words = {
        "label": _("Save this lesson as one page ({size} MB)", size=size),
        "help": _(
            "One HTML file with the model in it. It opens from a disk or a memory stick, without a server "
            "and without a network, and answers while one types."
        ),
    }
    asked = {"view": view, "language": language()}
    with head_places().save_menu or st.container():
        lesson_button(words, asked, fields=fields, texts=texts, typed=typed or texts)
