"""The surprise of a short sentence, word by word from the browser while somebody types it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bertviz_core.charts.chart_style import ChartStyle
from bertviz_core.components.typed_answers import typed_answers
from bertviz_core.results import PseudoLikelihood
from bertviz_core.ui.answers_while_typing import answers_while_typing, offer_answers_while_typing
from bertviz_core.ui.i18n import _, numbers

if TYPE_CHECKING:
    from bertviz_core import BertEngine

MOST_TOKENS = 18
"""Each is a pass over all of them: a browser takes about a second for so many."""
FIELD = "masked_text"
"""Session key of the field of the page."""
SERVER = "surprise_of_the_server"
"""Key of the container with what the server draws."""


def answer_typed(engine: BertEngine, answer: PseudoLikelihood, style: ChartStyle, *, in_pieces: bool) -> None:
    """Let the browser score what is typed meanwhile, where it is short.

    Args:
        engine: The model.
        answer: Of the server, to what was typed before.
        style: Colours.
        in_pieces: Show pieces of words.
    """
    if not answers_while_typing(engine):
        return
    wanted = {"most": MOST_TOKENS, "together": answer.within_words == "left_to_right"}
    offer_answers_while_typing(engine, fields=(FIELD,), wanted={"surprise": wanted})
    signs = numbers()
    picture = {
        "words": {
            "total": _("**{total} bits** in all, **{mean}** a token ({count}), perplexity **{perplexity}**"),
            "none": _("No surprise"),
            "more": _("{surprise} or more"),
            "next": _("Next best: {word}"),
            "instead": _("Expected instead: {word}"),
        },
        "pieces": in_pieces,
        "scale": style.sequential_scale(),
        "decimalSign": signs.decimal,
        "groupSign": signs.group,
    }
    typed_answers("surprise", picture, text=answer.encoding.text, server=SERVER, key="typed_surprise")
