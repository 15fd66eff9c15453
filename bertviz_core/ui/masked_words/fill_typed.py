"""What charts of blanks say that the browser draws, and how they are read."""

from __future__ import annotations

from bertviz_core.charts.answers.mask_bars import BAR_COLOUR
from bertviz_core.ui.answers_while_typing import chart_signs
from bertviz_core.ui.i18n import _


def blanks_picture(count: int) -> dict[str, object]:
    """Return what `components/typed_answers/blanks.js` reads.

    Args:
        count: Words to show in a blank.
    """
    words = {
        "first": _("“{word}”: {probability}"),
        "title": _("**Blank {number}** at position {position}"),
        "axis": _("Probability"),
        "ending": ending_words(),
    }
    return {"words": words, "count": count, **chart_signs(BAR_COLOUR)}


def how_to_read() -> str:
    """Return in Markdown how bars of blanks are read."""
    return _(
        "**How to read this.** Each bar is the probability of one entry of the vocabulary in that blank; "
        "over the whole vocabulary they add up to 1. With several blanks, each is answered "
        "while all of them are hidden."
    )


def ending_words() -> str:
    """Return what is said of a blank at the end, with `{sign}` and `{end}`."""
    return _(
        "The text ends with a blank, where the model expects “{sign}”. It is read as if the sentence "
        "ended after the blank, with “{end}”."
    )
