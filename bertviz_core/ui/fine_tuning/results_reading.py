"""How to read the results of a run, on the page and on paper."""

from __future__ import annotations

from bertviz_core.results import TEST, LearningData, LearningReport
from bertviz_core.ui.i18n import _


def how_to_read(data: LearningData, report: LearningReport, *, on_paper: bool = False) -> str:
    """Say as Markdown what bars, lines and cells mean; on paper nothing can be clicked."""
    what = {
        "question": _("Bars: F1 of the words of an answer and a right one, on average."),
        "tagging": _("An entity is right if all its words and its kind are."),
    }
    texts = (
        _("In the matrix a row is what is right, a column what was said.")
        if on_paper
        else _(
            "In the matrix a row is what is right, a column what was said; click a cell to read its texts."
        )
    )
    held_groups = data.group_ids[data.parts == TEST].tolist()
    together = [_together()] if len(set(held_groups)) < len(held_groups) else []
    return " ".join(
        [
            _(
                "**How to read this.** Every way was asked about the same held-out examples, which none of "
                "them had seen; the simple ways also learned from those for validation. Lines are 95% "
                "intervals: so far a bar may move with other held-out examples."
            ),
            *together,
            what.get(report.task, texts),
        ]
    )


def how_measured() -> str:
    """Say where intervals and chances come from."""
    return _(
        "Intervals: bootstrap, 1,000 draws of the held-out examples; where all are right, or fewer "
        "than 30 count, at least Wilson's (1927). Chance: the two answers to each example change sides "
        "at random (all at once where examples belong together), 10,000 times (approximate "
        "randomisation, Yeh 2000)."
    )


def _together() -> str:
    return _(
        "For them, examples that belong together (questions on one text, pairs that share one) are drawn "
        "together."
    )
