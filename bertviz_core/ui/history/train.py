"""Words as numbers: one-hot vectors, the window that moves over a text, and vectors learned while one watches."""

from __future__ import annotations

from typing import Literal

from bertviz_core.ui.history.train_learn import LEARN_PARAMETERS, draw_learning
from bertviz_core.ui.history.train_one_hot import SENTENCE_PARAMETER, draw_one_hot
from bertviz_core.ui.history.train_text import TEXT_CHOICE, ask_lesson
from bertviz_core.ui.history.train_window import STEP_PARAMETER, draw_window
from bertviz_core.ui.i18n import _
from bertviz_core.ui.menu_choice import choose_from_menu
from bertviz_core.ui.rows import option_row

Shown = Literal["learn", "one_hot", "window"]
SHOW_PARAMETER = "show"
PARAMETERS = (SHOW_PARAMETER, TEXT_CHOICE, SENTENCE_PARAMETER, STEP_PARAMETER, *LEARN_PARAMETERS)


def draw() -> None:
    """Show the words of a text as numbers, in three steps."""
    names: dict[Shown, str] = {
        "one_hot": _("1 One-hot"),
        "window": _("2 The window"),
        "learn": _("3 Learning"),
    }
    show_place, text_place, *places = option_row([6, 5, 6, 5, 5, 5])
    with show_place:
        shown = choose_from_menu(_("Show"), names, parameter=SHOW_PARAMETER, key="train_show")
    with text_place:
        asked = ask_lesson()
    if shown == "one_hot":
        draw_one_hot(asked, places)
    elif shown == "window":
        draw_window(asked, places)
    else:
        draw_learning(asked, places)
