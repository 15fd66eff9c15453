"""The words of a blank from each side, from the browser while somebody types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bertviz_core.charts.answers.mask_bars import BAR_COLOUR
from bertviz_core.components.typed_answers import typed_answers
from bertviz_core.ui.answers_while_typing import answers_while_typing, chart_signs, offer_answers_while_typing
from bertviz_core.ui.blank_reading import reads_literally
from bertviz_core.ui.i18n import _
from bertviz_core.ui.masked_words.fill_typed import ending_words
from bertviz_core.ui.masked_words.question import NOTICES
from bertviz_core.ui.masked_words.word_chips import CHIPS

if TYPE_CHECKING:
    from bertviz_core import BertEngine

FIELD = "masked_text"
"""Session key of the field of the page."""
SERVER = "directions_of_the_server"
"""Key of the container with what the server draws."""


def way_names() -> dict[str, str]:
    """Return the names of the four ways to look, in the order in which they stand."""
    return {
        "left": _("Left only"),
        "right": _("Right only"),
        "joined": _("Joined at the end"),
        "both": _("Both ways"),
    }


def answer_frame() -> str:
    """Return the sentence with the first words, with `{both}`, `{left}` and `{right}`."""
    return _("Both ways “{both}”; left only “{left}”, right only “{right}”")


def answer_typed(engine: BertEngine, text: str, blank: int, *, shown: int) -> None:
    """Let the browser answer what is typed meanwhile.

    Args:
        engine: The model.
        text: What the server answered, as it was read.
        blank: Which blank of several.
        shown: Words of a way to look.
    """
    if not answers_while_typing(engine):
        return
    wanted = {"words": shown, "sides": blank, "ending": not reads_literally()}
    offer_answers_while_typing(engine, fields=(FIELD,), wanted=wanted)
    words = way_names() | {"answer": answer_frame(), "ending": ending_words()}
    picture = {"words": words, "blank": blank, **chart_signs(BAR_COLOUR)}
    typed_answers("sides", picture, text=text, server=SERVER, about=(CHIPS, NOTICES), key="typed_sides")
