"""What is said of a pair, also by a chart that the browser draws."""

from __future__ import annotations

from bertviz_core.charts.chart_style import MORE
from bertviz_core.ui.answers_while_typing import chart_signs
from bertviz_core.ui.i18n import _

UNDECIDED = 0.1
"""So near to one half a probability decides nothing."""


def pair_picture(model: str) -> dict[str, object]:
    """Return what `components/typed_answers/pair.js` reads.

    Args:
        model: Its name.
    """
    words = {
        **verdicts(model=model, probability="{probability}"),
        "isNext": _("B follows A"),
        "axis": _("Probability"),
    }
    return {"words": words, "undecided": UNDECIDED, **chart_signs(MORE)}


def verdicts(**fields: str) -> dict[str, str]:
    """Return the sentences that say an answer.

    Args:
        fields: The `model`, and the `probability` that B follows A.
    """
    return {
        "undecided": _("{model} cannot decide whether B follows A: probability {probability}", **fields),
        "follows": _("{model} says that B follows A: probability {probability}", **fields),
        "not": _("{model} says that B does not follow A: probability {probability} that it does", **fields),
    }


def how_to_read(cls: str) -> str:
    """Return in Markdown how the bar is read.

    Args:
        cls: The token that opens an input, as Markdown.
    """
    return _(
        "**How to read this.** The model reads both sentences at once, and a small classifier on the "
        "vector of {cls} says whether B was the next sentence: Devlin et al. (2019), section 3.1. In the "
        "paper half of the training pairs were neighbours, half had a sentence from elsewhere.",
        cls=cls,
    )
