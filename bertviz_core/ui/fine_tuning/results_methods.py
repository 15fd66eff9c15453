"""How far each way of learning came, and whether the differences are more than chance."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from bertviz_core.charts.fine_tuning.results_methods import MethodBar, learning_methods
from bertviz_core.results import Comparison, Interval, LearningReport, LearningRun
from bertviz_core.ui.chart_theme import chart_style, picture_options
from bertviz_core.ui.fine_tuning.learn_names import main_score, method_name, run_method_name, score_name
from bertviz_core.ui.i18n import _, number
from bertviz_core.ui.text import literal
from bertviz_core.ui.written_numbers import percent, signed

LEAST_CHANCE = 0.001
_TIE = 1e-9
"""Scores that are as near are equal but for rounding."""


def reached_title(report: LearningReport, *, held_out: int) -> str:
    """Say what the fine-tuned model reaches."""
    score = main_score(report.task, report.methods[-1])
    return _(
        "{score}: {value} of {count} held-out examples",
        score=score_name(score),
        value=interval_text(report.methods[-1].scores[score]),
        count=number(held_out),
    )


def draw_methods(run: LearningRun, report: LearningReport) -> None:
    """Draw all ways side by side, and say what the difference to the best other one is worth."""
    draw_method_bars(run, report, main_score(report.task, report.methods[-1]))
    st.markdown(compared_text(report))


def draw_method_bars(run: LearningRun, report: LearningReport, score: str) -> None:
    """Draw one score of all ways side by side."""
    st.plotly_chart(
        learning_methods(method_bars(run, report, score), chart_style(), measure=score_name(score)),
        key=f"results_{score}",
        config=picture_options(score),
        alt=_("Bars: what each way of learning reaches on the held-out examples, with intervals"),
    )


def method_bars(run: LearningRun, report: LearningReport, score: str) -> list[MethodBar]:
    """Return one score of all ways that have it, by their names."""
    tuned = report.methods[-1]
    return [
        MethodBar(
            name=_("Fine-tuned: {method}", method=run_method_name(run))
            if method is tuned
            else method_name(method.method),
            score=method.scores[score],
            marked=method is tuned,
        )
        for method in report.methods
        if score in method.scores
    ]


def compared_text(report: LearningReport, *, write: Callable[[str], str] = literal) -> str:
    """Say in sentences who is ahead, fine-tuning or the best of the other ways, and whether by chance.

    Args:
        report: Of the run.
        write: Writes the name of a way: so that Markdown shows it, or as it is.
    """
    best = _best_other(report)
    if best is None:
        return ""
    counted = _counted(best, held_out=len(report.predictions))
    if abs(best.difference.value) < _TIE:
        return _(
            "**No difference:** fine-tuning and “{method}”, the best of the other ways, reach the same score "
            "on the held-out examples; more of them would tell whether one is better.",
            method=write(method_name(best.method)),
        ) + (f" {counted}" if best.better else "")
    return f"{_ahead(best, write)} {_how_sure(best)} {counted}".rstrip()


def _ahead(best: Comparison, write: Callable[[str], str]) -> str:
    fields = {
        "method": write(method_name(best.method)),
        "points": number(abs(100 * best.difference.value), places=1),
    }
    if best.difference.value > 0:
        if best.beyond_chance:
            return _(
                "**Fine-tuning is ahead, by more than chance:** {points} points before “{method}”, the best "
                "of the other ways.",
                **fields,
            )
        return _(
            "**Fine-tuning is ahead, which may be chance:** {points} points before “{method}”, the best of "
            "the other ways.",
            **fields,
        )
    if best.beyond_chance:
        return _(
            "**“{method}” is ahead, by more than chance:** {points} points before fine-tuning.", **fields
        )
    return _("**“{method}” is ahead, which may be chance:** {points} points before fine-tuning.", **fields)


def _how_sure(best: Comparison) -> str:
    """Say between what the lead may be, seen from who is ahead, and what chance makes."""
    low, high = best.difference.low, best.difference.high
    if best.difference.value < 0:
        low, high = -high, -low
    return _(
        "The lead may be anything from {low} to {high} points (95%); chance alone makes such a difference "
        "with probability {p}.",
        low=signed(100 * low, places=1),
        high=signed(100 * high, places=1),
        p=chance_text(best.p_value),
    )


def _counted(best: Comparison, *, held_out: int) -> str:
    """Say on how many examples the two differ; nothing of reports that did not count them."""
    if not best.better and not best.worse:
        return ""
    return _(
        "Of {count} held-out examples fine-tuning does better on {better} and worse on {worse}.",
        count=number(held_out),
        better=number(best.better),
        worse=number(best.worse),
    )


def interval_text(score: Interval) -> str:
    """Write a measure in percent with its interval."""
    if score.value != score.value:
        return "—"
    ends = (number(100 * end, places=0) for end in (score.low, score.high))
    return f"{percent(score.value)} ({' – '.join(ends)})"


def chance_text(p_value: float) -> str:
    """Write the probability that chance makes a difference."""
    if p_value < LEAST_CHANCE:
        return f"< {number(LEAST_CHANCE, places=3)}"
    return number(p_value, places=3)


def _best_other(report: LearningReport) -> Comparison | None:
    """Return the comparison with the way that comes nearest, or is ahead."""
    known = [one for one in report.comparisons if one.difference.value == one.difference.value]
    return min(known, key=lambda one: one.difference.value, default=None)
